//! `pcodec`: numbers, compressed by the library pco.
//!
//! Source: [pco](https://github.com/pcodec/pcodec), its standalone format. Decoding needs no configuration.

use half::f16;
use pco::data_types::Number;
use pco::errors::PcoError;
use pco::standalone::{DecompressorItem, FileDecompressor, simple_decompress_into};

use super::super::row::times_as_integers;
use super::super::{ArrayToBytes, Build, CodecError, CodecRow, StageWork};
use crate::metadata::float::FloatType;
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer};
use crate::store::ByteSource;

/// Decompresses so many numbers.
type Decompress = fn(&[u8], usize) -> Result<Vec<u8>, String>;
/// Decompresses at most so many numbers, as far as it goes.
type DecompressFront = fn(&[u8], usize) -> PcoFront;

#[derive(Debug)]
struct Pcodec {
    decoded: ArrayRepresentation,
    size: usize,
    decompress: Decompress,
    front: DecompressFront,
}

/// The row of the codec.
pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["pcodec"],
    card: "numcodecs",
    notes: times_as_integers,
    ..CodecRow::new("numcodecs.pcodec", "compresses numbers with the library pco", Build::ArrayToBytes(build))
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let expected = "an array of integers or floats of 16, 32 or 64 bits";
    let (decompress, front) =
        functions(&decoded.data_type).ok_or_else(|| codec.fault(expected, decoded.data_type.to_string()))?;
    let size = decoded.size().and_then(|size| usize::try_from(size).ok());
    let size = size.ok_or_else(|| codec.fault("an array that fits the memory", decoded.to_string()))?;
    Ok(Box::new(Pcodec { decoded: decoded.clone(), size, decompress, front }))
}

/// The functions for a data type.
macro_rules! functions {
    ($number:ty) => {
        (
            |bytes, size| decompress(bytes, size, <$number>::to_le_bytes),
            |bytes, size| front(bytes, size, <$number>::to_le_bytes),
        )
    };
}

fn functions(data_type: &DataType) -> Option<(Decompress, DecompressFront)> {
    Some(match data_type {
        DataType::Integer(Integer { bits: 8, signed: true }) => functions!(i8),
        DataType::Integer(Integer { bits: 8, signed: false }) => functions!(u8),
        DataType::Integer(Integer { bits: 16, signed: true }) => functions!(i16),
        DataType::Integer(Integer { bits: 16, signed: false }) => functions!(u16),
        DataType::Integer(Integer { bits: 32, signed: true }) => functions!(i32),
        DataType::Integer(Integer { bits: 32, signed: false }) => functions!(u32),
        DataType::Integer(Integer { bits: 64, signed: true }) | DataType::Time(_) => functions!(i64),
        DataType::Integer(Integer { bits: 64, signed: false }) => functions!(u64),
        DataType::Float(FloatType::Float16) => functions!(f16),
        DataType::Float(FloatType::Float32) => functions!(f32),
        DataType::Float(FloatType::Float64) => functions!(f64),
        _ => return None,
    })
}

/// Decompresses exactly so many numbers.
fn decompress<T: Number + Default, const N: usize>(
    bytes: &[u8],
    size: usize,
    write: fn(T) -> [u8; N],
) -> Result<Vec<u8>, String> {
    let mut numbers = vec![T::default(); size];
    let progress = simple_decompress_into(bytes, &mut numbers).map_err(|error| error.to_string())?;
    if progress.n_processed != size || !progress.finished {
        return Err(format!(
            "{} numbers{}",
            progress.n_processed,
            if progress.finished { "" } else { " and more" }
        ));
    }
    Ok(numbers.into_iter().flat_map(write).collect())
}

/// Numbers that are decompressed together, by the format.
const BATCH: usize = 256;

/// What can be decompressed of a broken stream: the numbers of the batches in front of the fault.
#[derive(Default)]
struct PcoFront {
    numbers: Vec<u8>,
    /// How many bytes they are from; known at the end of a chunk.
    used: Option<usize>,
}

fn front<T: Number + Default, const N: usize>(
    bytes: &[u8],
    size: usize,
    write: fn(T) -> [u8; N],
) -> PcoFront {
    let mut front = PcoFront::default();
    // The error is known.
    let _ = front.fill(bytes, size.saturating_mul(N), write);
    front.numbers.truncate(size.saturating_mul(N));
    front
}

impl PcoFront {
    fn fill<T: Number + Default, const N: usize>(
        &mut self,
        bytes: &[u8],
        nbytes: usize,
        write: fn(T) -> [u8; N],
    ) -> Result<(), PcoError> {
        let (file, mut rest) = FileDecompressor::new(bytes)?;
        let mut batch = [T::default(); BATCH];
        while self.numbers.len() < nbytes
            && let DecompressorItem::Chunk(mut chunk) = file.chunk_decompressor(rest)?
        {
            let mut left = chunk.n();
            self.used = None;
            while left > 0 && self.numbers.len() < nbytes {
                let count = chunk.read(&mut batch)?.n_processed;
                self.numbers.extend(batch.iter().take(count).copied().flat_map(write));
                left = left.saturating_sub(count.max(1));
            }
            rest = chunk.into_src();
            self.used = (left == 0).then_some(bytes.len() - rest.len());
        }
        Ok(())
    }
}

impl ArrayToBytes for Pcodec {
    fn encoded_nbytes(&self) -> Option<u64> {
        None
    }

    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let input = input.read_all()?;
        let data_type = &self.decoded.data_type;
        match (self.decompress)(&input, self.size) {
            Ok(bytes) => Ok(Elements::new(data_type.clone(), bytes)),
            Err(found) => {
                if work.is_traced {
                    let PcoFront { numbers, used } = (self.front)(&input, self.size);
                    let used = used.map(|used| used as u64);
                    work.leave_elements(Elements::new(data_type.clone(), numbers), used);
                }
                let expected = format!("{} as pco writes it", self.decoded);
                Err(CodecError::Corrupt { offset: 0, expected, found })
            }
        }
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
