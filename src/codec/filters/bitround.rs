//! `bitround`: fewer significant bits, so that a compressor finds more to do. What it took is gone: decoding does nothing.
//!
//! Specification: [bitround](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/bitround).
//! Configuration: `{"keepbits": 10}`: of a float, so many bits of its fraction, as numcodecs does it; of an integer, so many
//! from its highest one bit on. Halves go to the even neighbour.

use super::super::{ArrayToArray, Build, CodecError, CodecRow, Lesson, StageWork};
use crate::metadata::float::FloatType;
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer, little_endian,
};

#[derive(Debug)]
struct Bitround {
    representation: ArrayRepresentation,
    keepbits: u32,
}

#[derive(Debug, Clone, Copy)]
enum RoundedUnit {
    Float(FloatType),
    Integer(Integer),
}

pub(in super::super) const ROW: CodecRow = CodecRow {
    aliases: &["numcodecs.bitround"],
    v2: &["bitround"],
    card: "numcodecs",
    lesson: Lesson::Elementwise,
    amounts: &["keepbits"],
    ..CodecRow::new(
        "bitround",
        "keeps fewer significant bits; decoding does nothing",
        Build::ArrayToArray(build),
    )
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    let keepbits = codec.required("keepbits", "how many bits are kept")?.size("how many bits are kept")?;
    let keepbits = u32::try_from(keepbits).unwrap_or(u32::MAX);
    Ok(Box::new(Bitround { representation: decoded.clone(), keepbits }))
}

impl ArrayToArray for Bitround {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.representation
    }

    fn decode(&self, input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Ok(input.clone())
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        let data_type = &self.representation.data_type;
        let Some(unit) = RoundedUnit::of(data_type) else {
            let expected =
                "integers, times, bfloat16, or floats of 16 to 64 bits, alone or in pairs,".to_owned();
            return Err(CodecError::NotEncoded { expected, found: data_type.to_string() });
        };
        let mut bytes = input.bytes().to_vec();
        for unit_bytes in bytes.chunks_exact_mut(unit.nbytes()) {
            let rounded = unit.round(little_endian(unit_bytes), self.keepbits);
            unit_bytes.iter_mut().zip(rounded.to_le_bytes()).for_each(|(place, byte)| *place = byte);
        }
        Ok(Elements::new(data_type.clone(), bytes))
    }
}

impl RoundedUnit {
    fn of(data_type: &DataType) -> Option<Self> {
        Some(match data_type {
            DataType::Float(kind) | DataType::Complex(kind) => match kind {
                FloatType::Float16 | FloatType::BFloat16 | FloatType::Float32 | FloatType::Float64 => {
                    Self::Float(*kind)
                }
                _ => return None,
            },
            DataType::Integer(integer) if integer.bits >= 8 => Self::Integer(*integer),
            DataType::Time(_) => Self::Integer(Integer { bits: 64, signed: true }),
            _ => return None,
        })
    }

    fn nbytes(self) -> usize {
        match self {
            Self::Float(kind) => kind.format().nbytes(),
            Self::Integer(integer) => (integer.bits / 8) as usize,
        }
    }

    fn round(self, bits: u64, keepbits: u32) -> u64 {
        match self {
            Self::Float(kind) => {
                let format = kind.format();
                let rounded = nearest(bits, format.mantissa_bits.saturating_sub(keepbits)) & format.mask();
                // The fraction of a NaN is no number: it might be rounded to an infinity, or over the sign to a zero.
                if format.is_nan(bits) { bits } else { rounded }
            }
            Self::Integer(integer) => round_integer(integer, bits, keepbits),
        }
    }
}

/// Drops the lowest bits and rounds to the nearest; a carry goes into the bits above.
fn nearest(bits: u64, dropped: u32) -> u64 {
    let Some(below) = dropped.checked_sub(1) else { return bits };
    let odd = bits >> dropped & 1;
    bits.wrapping_add((1 << below) - 1 + odd) >> dropped << dropped
}

/// Without the sign, whose ones are no digits. A number that would leave its type is cut instead.
fn round_integer(integer: Integer, bits: u64, keepbits: u32) -> u64 {
    let value = integer.wrap(bits.into());
    let magnitude = u64::try_from(value.unsigned_abs()).unwrap_or(u64::MAX);
    let dropped = (u64::BITS - magnitude.leading_zeros()).saturating_sub(keepbits);
    if dropped == 0 || dropped > 63 || value == integer.min() {
        return bits;
    }
    let signed = |magnitude: u64| if value < 0 { -i128::from(magnitude) } else { magnitude.into() };
    let rounded = match magnitude.checked_add((1 << (dropped - 1)) - 1 + (magnitude >> dropped & 1)) {
        Some(sum) if integer.has(signed(sum >> dropped << dropped)) => sum,
        _ => magnitude,
    };
    let low = signed(rounded >> dropped << dropped).to_le_bytes();
    u64::from_le_bytes(*low.first_chunk().unwrap_or(&[0; 8]))
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{data_type, encode_array, metadata, representation, texts};
    use super::*;
    use serde_json::json;

    fn encoded(name: &str, keepbits: u32, bytes: Vec<u8>) -> Result<Elements, String> {
        let codec = metadata("bitround", json!({"keepbits": keepbits}));
        let codec = build(&codec, &representation(name, &[1])).unwrap();
        let elements = encode_array(codec.as_ref(), &Elements::new(data_type(name), bytes));
        elements.map_err(|error| error.to_string())
    }

    /// The results are those of numcodecs 0.17.1.
    #[test]
    fn the_fraction_of_a_float_keeps_so_many_bits() {
        let floats =
            |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
        let values = floats(&[1.0, 1.1, -1.25, 1.375, 3.9, f32::MAX, f32::INFINITY, 0.0, -0.0]);
        let rounded = [1.0, 1.0, -1.0, 1.5, 4.0, f32::INFINITY, f32::INFINITY, 0.0, -0.0];
        assert_eq!(encoded("float32", 1, values.clone()).unwrap().bytes(), floats(&rounded));
        assert_eq!(encoded("float32", 23, values.clone()).unwrap().bytes(), values);
        assert_eq!(encoded("float32", 99, values.clone()).unwrap().bytes(), values);
        let pairs = encoded("complex64", 0, floats(&[1.4, 2.9])).unwrap();
        assert_eq!(pairs.bytes(), floats(&[1.0, 2.0]));
        let quiet = [0xff, 0xff, 0xff, 0x7f, 0x01, 0, 0x80, 0x7f].to_vec();
        assert_eq!(encoded("float32", 3, quiet.clone()).unwrap().bytes(), quiet, "NaNs stay");
    }

    #[test]
    fn an_integer_keeps_bits_from_its_highest_one_on() {
        let rounded = |name, keepbits, bytes| texts(&encoded(name, keepbits, bytes).unwrap());
        // 0b1011 to two bits: 12; 0b1010 lies between 8 and 12, and goes to the even 8; 255 would become 256.
        assert_eq!(rounded("uint8", 2, vec![11, 10, 255, 0, 3]), ["12", "8", "192", "0", "3"]);
        assert_eq!(rounded("int8", 2, vec![0xf5, 0x80, 0x7f]), ["-12", "-128", "96"]);
        assert_eq!(rounded("uint64", 1, u64::MAX.to_le_bytes().to_vec()), [(1_u64 << 63).to_string()]);
        assert!(encoded("bool", 1, vec![1]).unwrap_err().ends_with("found bool"));
    }
}
