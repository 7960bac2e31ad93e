//! `packbits`: as many bits of each element as it has, one element right behind the other, lowest bit first.
//!
//! Specification: [packbits](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/packbits).
//! Configuration, all optional: `{"padding_encoding": "first_byte", "first_bit": 0, "last_bit": 3}`. The schema beside the
//! text spells them `start_byte`, `end_byte`, `start_bit` and `end_bit`; both are read.

use std::ops::Range;

use super::reader::corrupt_at;
use super::row::times_as_integers;
use super::{ArrayToBytes, Build, CodecError, CodecRow, Lesson, StageWork, StoredForm};
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, little_endian};
use crate::store::ByteSource;

#[derive(Debug)]
struct PackBits {
    decoded: ArrayRepresentation,
    padding: Padding,
    bits: (u32, u32),
    components: u64,
    signed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Padding {
    None,
    First,
    Last,
}

pub(super) const ROW: CodecRow = CodecRow {
    form: StoredForm::Anything,
    lesson: Lesson::PackedBits,
    notes: times_as_integers,
    ..CodecRow::new("packbits", "packs elements of few bits without gaps", Build::ArrayToBytes(build))
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let Some((width, components)) = component(&decoded.data_type) else {
        let found = decoded.data_type.to_string();
        return Err(codec.fault("an array of bool, integers, floats, complex numbers or times", found));
    };
    let bit = |names: [&str; 2], default: u32| {
        let field = match names.iter().find_map(|name| codec.optional(name)) {
            Some(field) if !field.value().is_null() => field,
            _ => return Ok(default),
        };
        let expected = format!("a bit from 0 to {}", width - 1);
        match u32::try_from(field.size(&expected)?) {
            Ok(bit) if bit < width => Ok(bit),
            _ => Err(field.unexpected(expected)),
        }
    };
    let first = bit(["first_bit", "start_bit"], 0)?;
    let last = bit(["last_bit", "end_bit"], width - 1)?;
    if last < first {
        return Err(codec.fault("a last bit that is not below the first", format!("{first} and {last}")));
    }
    let bits = (first, last - first + 1);
    let signed = match &decoded.data_type {
        DataType::Integer(integer) => integer.signed,
        DataType::Time(_) => true,
        _ => false,
    };
    let padding = match codec.optional("padding_encoding") {
        None => Padding::None,
        Some(field) => match field.value().as_str() {
            Some("none") => Padding::None,
            Some("first_byte" | "start_byte") => Padding::First,
            Some("last_byte" | "end_byte") => Padding::Last,
            _ => return Err(field.unexpected("\"none\", \"first_byte\" or \"last_byte\"")),
        },
    };
    Ok(Box::new(PackBits { decoded: decoded.clone(), padding, bits, components, signed }))
}

fn component(data_type: &DataType) -> Option<(u32, u64)> {
    match data_type {
        DataType::Bool => Some((1, 1)),
        // The text has no times; zarrs packs the 64-bit integers that they are.
        DataType::Time(_) => Some((64, 1)),
        DataType::Integer(integer) => Some((integer.bits, 1)),
        DataType::Float(float) => Some((float.format().bits, 1)),
        DataType::Complex(float) => Some((float.format().bits, 2)),
        _ => None,
    }
}

impl ArrayToBytes for PackBits {
    fn encoded_nbytes(&self) -> Option<u64> {
        self.total()?.div_ceil(8).checked_add(u64::from(self.padding != Padding::None))
    }

    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let found = input.nbytes();
        if self.encoded_nbytes() != Some(found) {
            let expected = self.encoded_nbytes().unwrap_or(u64::MAX);
            if work.is_traced
                && let Ok(front) = input.read_range(0, expected.min(found))
            {
                let shift = usize::from(self.padding == Padding::First);
                self.leave(front.get(shift..).unwrap_or_default(), work);
            }
            return Err(CodecError::Length { expected, what: format!("{}, packed", self.decoded), found });
        }
        let bytes = input.read_all()?;
        let split = match self.padding {
            Padding::None => None,
            Padding::First => bytes.split_first(),
            Padding::Last => bytes.split_last(),
        };
        let packed = split.map_or(bytes.as_ref(), |(_, packed)| packed);
        if let Some((padding, _)) = split {
            work.note("padding", format!("{padding} bits"));
            let expected = self.padding_bits();
            if *padding != expected {
                self.leave(packed, work);
                let offset = if self.padding == Padding::First { 0 } else { bytes.len().saturating_sub(1) };
                return Err(corrupt_at(offset, format!("{expected} bits of padding"), padding.to_string()));
            }
        }
        Ok(self.unpack(packed, self.decoded.size().unwrap_or(0)))
    }

    fn locate(&self, index: u64, _encoded: &[u8]) -> Option<Range<u64>> {
        let bits = self.components.checked_mul(self.bits.1.into())?;
        let first = index.checked_mul(bits)?;
        let shift = u64::from(self.padding == Padding::First);
        Some(first / 8 + shift..first.checked_add(bits)?.div_ceil(8) + shift)
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let unit = self.decoded.data_type.nbytes() / usize::try_from(self.components).unwrap_or(1);
        let (first, count) = self.bits;
        let mask = u64::MAX >> (u64::BITS - count);
        let mut bytes = Vec::new();
        if self.padding == Padding::First {
            bytes.push(self.padding_bits());
        }
        // Bits that do not fill a byte yet, at most 7 before a component is added.
        let mut waiting = 0_u128;
        let mut waits = 0;
        for component in input.bytes().chunks_exact(unit.max(1)) {
            waiting |= u128::from(little_endian(component) >> first & mask) << waits;
            waits += count;
            while waits >= 8 {
                bytes.push(waiting.to_le_bytes()[0]);
                waiting >>= 8;
                waits -= 8;
            }
        }
        if waits > 0 {
            bytes.push(waiting.to_le_bytes()[0]);
        }
        if self.padding == Padding::Last {
            bytes.push(self.padding_bits());
        }
        Ok(bytes)
    }
}

impl PackBits {
    fn total(&self) -> Option<u64> {
        self.decoded.size()?.checked_mul(self.components)?.checked_mul(self.bits.1.into())
    }

    fn padding_bits(&self) -> u8 {
        u8::try_from((8 - self.total().unwrap_or(0) % 8) % 8).unwrap_or(0)
    }

    fn component(&self, stored: u64) -> u64 {
        let (first, count) = self.bits;
        let negative = self.signed && stored >> (count - 1) & 1 == 1;
        let above = if negative && count < 64 { u64::MAX << count } else { 0 };
        (stored | above) << first
    }

    fn leave(&self, packed: &[u8], work: &mut StageWork) {
        if !work.is_traced {
            return;
        }
        let bits = self.components.saturating_mul(self.bits.1.into()).max(1);
        let whole = (packed.len() as u64).saturating_mul(8) / bits;
        let size = whole.min(self.decoded.size().unwrap_or(0));
        let shift = u64::from(self.padding == Padding::First);
        let used = size.saturating_mul(bits).div_ceil(8).saturating_add(shift);
        work.leave_elements(self.unpack(packed, size), Some(used));
    }

    fn unpack(&self, packed: &[u8], size: u64) -> Elements {
        let count = size.saturating_mul(self.components);
        let data_type = &self.decoded.data_type;
        let unit = data_type.nbytes() / usize::try_from(self.components).unwrap_or(1);
        let mut bits = packed.iter().flat_map(|byte| (0..8).map(move |bit| u64::from(byte >> bit & 1)));
        let mut bytes = Vec::new();
        for _ in 0..count {
            let stored = (0..self.bits.1).fold(0, |stored, bit| stored | bits.next().unwrap_or(0) << bit);
            bytes.extend(self.component(stored).to_le_bytes().into_iter().take(unit));
        }
        Elements::new(data_type.clone(), bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{data_type, left_elements, metadata, representation, texts};
    use super::*;
    use crate::metadata::{TimeKind, TimeType, TimeUnit};
    use crate::store::Slice;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn decode(name: &str, size: u64, configuration: Value, bytes: &[u8]) -> Result<Vec<String>, String> {
        let codec = build(&metadata("packbits", configuration), &representation(name, &[size]));
        let codec = codec.map_err(|fault| fault.to_string())?;
        let elements = codec.decode(&Slice(bytes), &mut StageWork::new(&DecodeOptions::default()));
        elements.map(|elements| texts(&elements)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_lowest_bit_comes_first() {
        let flags = decode("bool", 10, json!({}), &[0xaa, 0x01]).unwrap();
        assert_eq!(flags[..3], ["false", "true", "false"]);
        assert_eq!(flags[8..], ["true", "false"]);
        assert_eq!(decode("int4", 3, json!({}), &[0x8f, 0x07]).unwrap(), ["-1", "-8", "7"]);
        assert_eq!(decode("uint2", 4, json!({}), &[0b1110_0100]).unwrap(), ["0", "1", "2", "3"]);
        assert_eq!(decode("float32", 1, json!({}), &1.5_f32.to_le_bytes()).unwrap(), ["1.5"]);
    }

    fn encode(name: &str, configuration: Value, bytes: Vec<u8>) -> Vec<u8> {
        let size = bytes.len() / data_type(name).nbytes();
        let codec =
            build(&metadata("packbits", configuration), &representation(name, &[size as u64])).unwrap();
        let elements = Elements::new(data_type(name), bytes);
        codec.encode(&elements, &mut StageWork::new(&DecodeOptions::default())).unwrap()
    }

    #[test]
    fn elements_are_packed_without_gaps() {
        let flags = vec![0, 1, 0, 1, 0, 1, 0, 1, 1, 0];
        assert_eq!(encode("bool", json!({}), flags.clone()), [0xaa, 0x01]);
        assert_eq!(encode("bool", json!({"padding_encoding": "first_byte"}), flags.clone()), [6, 0xaa, 0x01]);
        assert_eq!(encode("bool", json!({"padding_encoding": "last_byte"}), flags), [0xaa, 0x01, 6]);
        // The upper half of an int4 in memory is its sign, or anything.
        assert_eq!(encode("int4", json!({}), vec![0xff, 0x08, 0x07]), [0x8f, 0x07]);
        assert_eq!(encode("int8", json!({"first_bit": 1, "last_bit": 4}), vec![6, 0xf0]), [0b1000_0011]);
        assert_eq!(encode("uint64", json!({}), u64::MAX.to_le_bytes().to_vec()), [255; 8]);
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            name in prop::sample::select(vec!["int2", "uint4", "int8", "uint16", "int32", "uint64", "complex64"]),
            padding in prop::sample::select(vec!["none", "first_byte", "last_byte"]),
            values in prop::collection::vec(-2_i64..2, 0..40),
        ) {
            let (data_type, last) = (data_type(name), if name == "complex64" { 31 } else { 1 });
            let unit = if name == "complex64" { 4 } else { data_type.nbytes() };
            let is_unsigned = name.starts_with('u') || name == "complex64";
            let values = values.iter().map(|value| if is_unsigned { value & 3 } else { *value });
            let mut bytes: Vec<u8> = values.flat_map(|value| value.to_le_bytes().into_iter().take(unit)).collect();
            bytes.truncate(bytes.len() - bytes.len() % data_type.nbytes());
            let size = (bytes.len() / data_type.nbytes()) as u64;
            let configuration = json!({"padding_encoding": padding, "last_bit": last});
            let codec = build(&metadata("packbits", configuration), &representation(name, &[size])).unwrap();
            let (elements, options) = (Elements::new(data_type, bytes), DecodeOptions::default());
            let stored = codec.encode(&elements, &mut StageWork::new(&options)).unwrap();
            prop_assert_eq!(codec.encoded_nbytes(), Some(stored.len() as u64));
            prop_assert_eq!(codec.decode(&Slice(&stored), &mut StageWork::new(&options)).unwrap(), elements);
        }
    }

    #[test]
    fn times_are_packed_as_the_integers_that_they_are() {
        let time = TimeType { kind: TimeKind::Date, unit: TimeUnit::Second, scale: 1 };
        let decoded =
            ArrayRepresentation { data_type: DataType::Time(time), ..representation("int64", &[1]) };
        let codec = build(&metadata("packbits", json!({"last_bit": 15})), &decoded).unwrap();
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let elements = codec.decode(&Slice(&[0xfe, 0xff]), &mut work).unwrap();
        assert_eq!(texts(&elements), ["1969-12-31T23:59:58"]);
    }

    #[test]
    fn only_some_bits_may_be_stored() {
        let configuration = json!({"first_bit": 1, "last_bit": 4});
        assert_eq!(decode("int8", 2, configuration, &[0b1000_0011]).unwrap(), ["6", "-16"]);
        assert_eq!(decode("uint8", 2, json!({"start_bit": 1, "end_bit": 4}), &[0x83]).unwrap(), ["6", "16"]);
        assert!(decode("int8", 1, json!({"first_bit": 5, "last_bit": 4}), &[0]).is_err());
        assert!(decode("int8", 1, json!({"last_bit": 8}), &[0]).unwrap_err().contains("a bit from 0 to 7"));
    }

    #[test]
    fn padding_is_checked_where_it_is_said() {
        let padding = |name: &str| json!({"padding_encoding": name});
        assert_eq!(decode("bool", 3, padding("first_byte"), &[5, 0b101]).unwrap(), ["true", "false", "true"]);
        assert_eq!(decode("bool", 3, padding("last_byte"), &[0b101, 5]).unwrap()[0], "true");
        assert!(
            decode("bool", 3, padding("last_byte"), &[0b101, 4]).unwrap_err().contains("5 bits of padding")
        );
        assert!(decode("bool", 3, padding("none"), &[0, 0]).unwrap_err().contains("expected 1 bytes"));
        assert!(decode("r16", 3, json!({}), &[0]).is_err());
    }

    #[test]
    fn of_a_wrong_length_or_padding_the_whole_elements_are_left() {
        let left = |padding: &str, size, bytes: &[u8]| {
            let codec = metadata("packbits", json!({"padding_encoding": padding}));
            left_elements(build(&codec, &representation("int4", &[size])).unwrap().as_ref(), bytes)
        };
        assert_eq!(left("none", 3, &[0x21]), (vec!["1".to_owned(), "2".to_owned()], Some(1)));
        assert_eq!(left("none", 1, &[0x21, 3]).0, ["1"]);
        assert_eq!(left("first_byte", 3, &[4, 0x21]), (vec!["1".to_owned(), "2".to_owned()], Some(2)));
        assert_eq!(
            left("last_byte", 3, &[0x21, 3, 5]),
            (["1", "2", "3"].map(String::from).to_vec(), Some(2))
        );
    }
}
