//! `pcodec`: numbers, compressed by the library pco.
//!
//! Source: [pco](https://github.com/pcodec/pcodec), its standalone format. Decoding needs no configuration.

use half::f16;
use pco::data_types::Number;
use pco::standalone::simple_decompress_into;

use super::super::{ArrayToBytes, CodecError, Work};
use crate::metadata::float::FloatType;
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer};
use crate::store::ByteSource;

type Decompress = fn(&[u8], usize) -> Result<Vec<u8>, String>;

#[derive(Debug)]
struct Pcodec {
    decoded: ArrayRepresentation,
    size: usize,
    decompress: Decompress,
}

pub fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let expected = "an array of integers or floats of 16, 32 or 64 bits";
    let decompress = decompressor(&decoded.data_type)
        .ok_or_else(|| codec.fault(expected, decoded.data_type.to_string()))?;
    let size = decoded.size().and_then(|size| usize::try_from(size).ok());
    let size = size.ok_or_else(|| codec.fault("an array that fits the memory", decoded.to_string()))?;
    Ok(Box::new(Pcodec { decoded: decoded.clone(), size, decompress }))
}

fn decompressor(data_type: &DataType) -> Option<Decompress> {
    Some(match data_type {
        DataType::Integer(Integer { bits: 8, signed: true }) => {
            |bytes, size| decompress(bytes, size, i8::to_le_bytes)
        }
        DataType::Integer(Integer { bits: 8, signed: false }) => {
            |bytes, size| decompress(bytes, size, u8::to_le_bytes)
        }
        DataType::Integer(Integer { bits: 16, signed: true }) => {
            |bytes, size| decompress(bytes, size, i16::to_le_bytes)
        }
        DataType::Integer(Integer { bits: 16, signed: false }) => {
            |bytes, size| decompress(bytes, size, u16::to_le_bytes)
        }
        DataType::Integer(Integer { bits: 32, signed: true }) => {
            |bytes, size| decompress(bytes, size, i32::to_le_bytes)
        }
        DataType::Integer(Integer { bits: 32, signed: false }) => {
            |bytes, size| decompress(bytes, size, u32::to_le_bytes)
        }
        DataType::Integer(Integer { bits: 64, signed: true }) => {
            |bytes, size| decompress(bytes, size, i64::to_le_bytes)
        }
        DataType::Integer(Integer { bits: 64, signed: false }) => {
            |bytes, size| decompress(bytes, size, u64::to_le_bytes)
        }
        DataType::Float(FloatType::Float16) => |bytes, size| decompress(bytes, size, f16::to_le_bytes),
        DataType::Float(FloatType::Float32) => |bytes, size| decompress(bytes, size, f32::to_le_bytes),
        DataType::Float(FloatType::Float64) => |bytes, size| decompress(bytes, size, f64::to_le_bytes),
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

impl ArrayToBytes for Pcodec {
    fn encoded_nbytes(&self) -> Option<u64> {
        None
    }

    fn decode(&self, input: &dyn ByteSource, _work: &mut Work) -> Result<Elements, CodecError> {
        let bytes = (self.decompress)(&input.read_all()?, self.size).map_err(|found| {
            CodecError::Corrupt { offset: 0, expected: format!("{} as pco writes it", self.decoded), found }
        })?;
        Ok(Elements::new(self.decoded.data_type.clone(), bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::DecodeOptions;
    use super::super::super::fixture::{metadata, representation, texts};
    use super::*;
    use crate::store::Slice;
    use serde_json::Value;

    fn decode(bytes: &[u8], size: u64) -> Result<Vec<String>, String> {
        let codec =
            build(&metadata("numcodecs.pcodec", Value::Null), &representation("int16", &[size])).unwrap();
        let elements = codec.decode(&Slice(bytes), &mut Work::new(&DecodeOptions::default()));
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
}
