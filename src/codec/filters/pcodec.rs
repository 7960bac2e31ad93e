//! `pcodec`: numbers, compressed by the library pco.
//!
//! Source: [pco](https://github.com/pcodec/pcodec), its standalone format. numcodecs has it for real numbers; zarrs for times and
//! complex numbers [too](https://github.com/zarrs/zarrs/blob/main/zarrs/src/array/data_type/complex_float.rs).
//! Configuration: `{"level": 8, "mode_spec": "auto", "delta_spec": "auto", "paging_spec": "equal_pages_up_to",
//! "delta_encoding_order": null, "equal_pages_up_to": 262144}`; decoding needs none of it.

use half::f16;
use pco::data_types::Number;
use pco::errors::PcoError;
use pco::standalone::{DecompressorItem, FileDecompressor, simple_compress, simple_decompress_into};
use pco::{ChunkConfig, DeltaSpec, ModeSpec, PagingSpec};

use super::super::numcodecs::{given, integer};
use super::super::reader::corrupt_at;
use super::super::row::times_as_integers;
use super::super::{ArrayToBytes, Build, CodecError, CodecRow, FieldReading, StageWork, StoredField};
use crate::metadata::float::FloatType;
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer, Json};
use crate::store::ByteSource;
#[derive(Debug)]
struct Pcodec {
    decoded: ArrayRepresentation,
    size: usize,
    functions: PcoFunctions,
    config: Field<ChunkConfig>,
}

#[derive(Debug, Clone, Copy)]
struct PcoFunctions {
    decompress: fn(&[u8], usize) -> Result<Vec<u8>, String>,
    front: fn(&[u8], usize) -> PcoFront,
    compress: fn(&[u8], &ChunkConfig) -> Result<Vec<u8>, PcoError>,
}

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["pcodec"],
    card: "numcodecs",
    notes: times_as_integers,
    fields: &[
        StoredField::at(0, 4, FieldReading::Plain, "signature", "the signature of a pco file, pco!"),
        StoredField::at(4, 1, FieldReading::Number, "version", "the version of the standalone format"),
    ],
    ..CodecRow::new("numcodecs.pcodec", "compresses numbers with the library pco", Build::ArrayToBytes(build))
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let expected = "an array of integers or floats of 16, 32 or 64 bits";
    let Some(functions) = functions(&decoded.data_type) else {
        return Err(codec.fault(expected, decoded.data_type.to_string()));
    };
    // A complex number is two numbers, as zarrs writes it.
    let parts = if matches!(decoded.data_type, DataType::Complex(_)) { 2 } else { 1 };
    let size = decoded.size().and_then(|size| usize::try_from(size).ok()?.checked_mul(parts));
    let Some(size) = size else {
        return Err(codec.fault("an array that fits the memory", decoded.to_string()));
    };
    Ok(Box::new(Pcodec { decoded: decoded.clone(), size, functions, config: read_config(codec) }))
}

fn read_config(codec: &CodecMetadata) -> Field<ChunkConfig> {
    let configuration = codec.configuration();
    let level = integer(&configuration, "level", 0..=12, 8)?;
    let pages = integer(&configuration, "equal_pages_up_to", 1..=1 << 24, 1 << 18)?;
    let mode = match choice(&configuration, "mode_spec", &["auto", "classic"])? {
        "classic" => ModeSpec::Classic,
        _ => ModeSpec::Auto,
    };
    choice(&configuration, "paging_spec", &["equal_pages_up_to"])?;
    let size = |number: i64| usize::try_from(number).unwrap_or(0);
    Ok(ChunkConfig::default()
        .with_compression_level(size(level))
        .with_mode_spec(mode)
        .with_delta_spec(read_delta(&configuration)?)
        .with_paging_spec(PagingSpec::EqualPagesUpTo(size(pages)))
        // pco asks for this, because bytes may be no numbers; here they are.
        .with_enable_8_bit(true))
}

/// The order of differences is also taken for `auto`, because older documents have no `delta_spec`.
fn read_delta(configuration: &Json) -> Field<DeltaSpec> {
    const SPECS: &[&str] = &["auto", "no_op", "none", "try_consecutive", "try_lookback"];
    let order = match given(configuration, "delta_encoding_order") {
        None => None,
        Some(_) => usize::try_from(integer(configuration, "delta_encoding_order", 0..=7, 0)?).ok(),
    };
    let spec = choice(configuration, "delta_spec", SPECS)?;
    match (spec, order) {
        ("auto" | "try_consecutive", Some(order)) => Ok(DeltaSpec::TryConsecutive(order)),
        (_, Some(order)) => {
            let field = configuration.required("delta_encoding_order", "nothing")?;
            Err(field.fault("an order only for \"try_consecutive\"", format!("{order} for \"{spec}\"")))
        }
        ("try_consecutive", None) => {
            let field = configuration.required("delta_encoding_order", "an order from 0 to 7")?;
            Err(field.unexpected("an order from 0 to 7"))
        }
        ("no_op" | "none", None) => Ok(DeltaSpec::NoOp),
        ("try_lookback", None) => Ok(DeltaSpec::TryLookback),
        _ => Ok(DeltaSpec::Auto),
    }
}

fn choice<'a>(configuration: &Json<'a>, member: &str, words: &[&'a str]) -> Field<&'a str> {
    let Some(field) = given(configuration, member) else { return Ok(words.first().copied().unwrap_or("")) };
    let expected = format!("one of {}", words.join(", "));
    let word = field.string(&expected)?;
    if words.contains(&word) { Ok(word) } else { Err(field.unexpected(expected)) }
}

macro_rules! functions {
    ($number:ty) => {
        PcoFunctions {
            decompress: |bytes, size| decompress(bytes, size, <$number>::to_le_bytes),
            front: |bytes, size| front(bytes, size, <$number>::to_le_bytes),
            compress: |bytes, config| compress(bytes, config, <$number>::from_le_bytes),
        }
    };
}

fn functions(data_type: &DataType) -> Option<PcoFunctions> {
    Some(match data_type {
        DataType::Integer(Integer { bits: 8, signed: true }) => functions!(i8),
        DataType::Integer(Integer { bits: 8, signed: false }) => functions!(u8),
        DataType::Integer(Integer { bits: 16, signed: true }) => functions!(i16),
        DataType::Integer(Integer { bits: 16, signed: false }) => functions!(u16),
        DataType::Integer(Integer { bits: 32, signed: true }) => functions!(i32),
        DataType::Integer(Integer { bits: 32, signed: false }) => functions!(u32),
        DataType::Integer(Integer { bits: 64, signed: true }) | DataType::Time(_) => functions!(i64),
        DataType::Integer(Integer { bits: 64, signed: false }) => functions!(u64),
        DataType::Float(FloatType::Float16) | DataType::Complex(FloatType::Float16) => functions!(f16),
        DataType::Float(FloatType::Float32) | DataType::Complex(FloatType::Float32) => functions!(f32),
        DataType::Float(FloatType::Float64) | DataType::Complex(FloatType::Float64) => functions!(f64),
        _ => return None,
    })
}

fn decompress<T: Number + Default, const N: usize>(
    bytes: &[u8],
    size: usize,
    write: fn(T) -> [u8; N],
) -> Result<Vec<u8>, String> {
    let mut numbers = vec![T::default(); size];
    let progress = simple_decompress_into(bytes, &mut numbers).map_err(|error| error.to_string())?;
    if progress.n_processed != size || !progress.finished {
        let more = if progress.finished { "" } else { " and more" };
        return Err(format!("{} numbers{more}", progress.n_processed));
    }
    Ok(numbers.into_iter().flat_map(write).collect())
}

fn compress<T: Number, const N: usize>(
    bytes: &[u8],
    config: &ChunkConfig,
    read: fn([u8; N]) -> T,
) -> Result<Vec<u8>, PcoError> {
    let numbers: Vec<T> = bytes.as_chunks().0.iter().copied().map(read).collect();
    simple_compress(&numbers, config)
}

const BATCH: usize = 256;

/// Of a broken stream: the numbers of the batches before the fault.
#[derive(Default)]
struct PcoFront {
    numbers: Vec<u8>,
    /// Bytes that the numbers are from; known at the end of a chunk.
    used: Option<usize>,
}

fn front<T: Number + Default, const N: usize>(
    bytes: &[u8],
    size: usize,
    write: fn(T) -> [u8; N],
) -> PcoFront {
    let mut front = PcoFront::default();
    let nbytes = size.saturating_mul(N);
    let mut fill = || -> Result<(), PcoError> {
        let (file, mut rest) = FileDecompressor::new(bytes)?;
        let mut batch = [T::default(); BATCH];
        while front.numbers.len() < nbytes
            && let DecompressorItem::Chunk(mut chunk) = file.chunk_decompressor(rest)?
        {
            let mut left = chunk.n();
            front.used = None;
            while left > 0 && front.numbers.len() < nbytes {
                let count = chunk.read(&mut batch)?.n_processed;
                front.numbers.extend(batch.iter().take(count).copied().flat_map(write));
                left = left.saturating_sub(count.max(1));
            }
            rest = chunk.into_src();
            front.used = (left == 0).then_some(bytes.len() - rest.len());
        }
        Ok(())
    };
    // The error is known.
    let _ = fill();
    front.numbers.truncate(nbytes);
    front
}

impl ArrayToBytes for Pcodec {
    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let input = input.read_all()?;
        let data_type = &self.decoded.data_type;
        match (self.functions.decompress)(&input, self.size) {
            Ok(bytes) => Ok(Elements::new(data_type.clone(), bytes)),
            Err(found) => {
                if work.is_traced {
                    let PcoFront { mut numbers, used } = (self.functions.front)(&input, self.size);
                    // Half of a complex number is none.
                    let nbytes = data_type.nbytes().max(1);
                    numbers.truncate(numbers.len() / nbytes * nbytes);
                    let used = used.map(|used| used as u64);
                    work.leave_elements(Elements::new(data_type.clone(), numbers), used);
                }
                Err(corrupt_at(0, format!("{} as pco writes it", self.decoded), found))
            }
        }
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let config = self.config.clone()?;
        (self.functions.compress)(input.bytes(), &config).map_err(|error| CodecError::NotEncoded {
            expected: format!("a configuration that pco takes for {}", self.decoded.data_type),
            found: error.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::DecodeOptions;
    use super::super::super::fixture::{left_elements, metadata, representation, texts};
    use super::*;
    use crate::metadata::{TimeKind, TimeType, TimeUnit};
    use crate::store::Slice;
    use serde_json::Value;

    fn decode(bytes: &[u8], size: u64) -> Result<Vec<String>, String> {
        let codec =
            build(&metadata("numcodecs.pcodec", Value::Null), &representation("int16", &[size])).unwrap();
        let elements = codec.decode(&Slice(bytes), &mut StageWork::new(&DecodeOptions::default()));
        elements.map(|elements| texts(&elements)).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_come_back_and_their_count_is_checked() {
        let stored = pco::standalone::simple_compress(&[3_i16, -1, 7], &pco::ChunkConfig::default()).unwrap();
        assert_eq!(decode(&stored, 3).unwrap(), ["3", "-1", "7"]);
        assert!(decode(&stored, 4).unwrap_err().contains("found 3 numbers"));
        assert!(decode(&stored, 2).is_err());
        assert!(decode(&stored[..stored.len() - 1], 3).is_err());
        assert!(decode(b"", 3).is_err());
    }

    #[test]
    fn times_are_the_integers_that_they_are_kept_in() {
        let stored =
            pco::standalone::simple_compress(&[-2_i64, i64::MIN], &pco::ChunkConfig::default()).unwrap();
        let time = TimeType { kind: TimeKind::Date, unit: TimeUnit::Second, scale: 1 };
        let decoded =
            ArrayRepresentation { data_type: DataType::Time(time), ..representation("int64", &[2]) };
        let codec = build(&metadata("numcodecs.pcodec", Value::Null), &decoded).unwrap();
        let elements = codec.decode(&Slice(&stored), &mut StageWork::new(&DecodeOptions::default())).unwrap();
        assert_eq!(texts(&elements), ["1969-12-31T23:59:58", "NaT"]);
    }

    /// As the data type of zarrs has it: `impl_pcodec_data_type_traits!(Complex64DataType, F32, 2)`.
    #[test]
    fn a_complex_number_is_two_numbers() {
        let numbers = [1.5_f32, -2.0, 0.25, 4.0];
        let stored = pco::standalone::simple_compress(&numbers, &pco::ChunkConfig::default()).unwrap();
        let decoded = representation("complex64", &[2]);
        let codec = build(&metadata("numcodecs.pcodec", Value::Null), &decoded).unwrap();
        let elements = codec.decode(&Slice(&stored), &mut StageWork::new(&DecodeOptions::default())).unwrap();
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        assert_eq!(elements, Elements::new(decoded.data_type, bytes));
        let (left, _) = left_elements(codec.as_ref(), &stored[..stored.len() - 2]);
        assert!(left.len() <= 2);
    }

    #[test]
    fn the_batches_before_a_fault_are_left() {
        let numbers: Vec<i16> = (0..2000_i16).map(|i| i * 3 + i.wrapping_mul(i) % 97).collect();
        let stored = pco::standalone::simple_compress(&numbers, &pco::ChunkConfig::default()).unwrap();
        let whole: Vec<String> = numbers.iter().map(i16::to_string).collect();
        let codec = |size: u64| {
            build(&metadata("numcodecs.pcodec", Value::Null), &representation("int16", &[size])).unwrap()
        };
        let (left, consumed) = left_elements(codec(2000).as_ref(), &stored[..stored.len() / 2]);
        assert!(
            whole.starts_with(&left) && left.len() > 500 && consumed.is_none(),
            "{} of {} bytes, {}",
            stored.len() / 2,
            stored.len(),
            left.len()
        );
        assert_eq!(left_elements(codec(1999).as_ref(), &stored).0, whole[..1999]);
        let (left, consumed) = left_elements(codec(3000).as_ref(), &stored);
        // A byte at the end says that no chunk follows.
        assert_eq!((left, consumed), (whole, Some(stored.len() as u64 - 1)));
    }
}
