//! `n5_default`: a block of N5: its own shape in a header, then its elements.
//!
//! Specification: [n5_default](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/n5_default).
//! Configuration: `{"codecs": [transpose (full), bytes (big), at most one compressor]}`. The header has 16-bit numbers for
//! the mode (0) and the number of dimensions, and a 32-bit length for each dimension; all big-endian. N5 names the fastest
//! dimension first, and the transposition makes that the first one of the chunk. A block may be smaller or larger than the
//! chunk: it is filled up or cut.

use super::reader::{corrupt_at, ended_at};
use super::{
    ArrayToBytes, Build, Chain, CodecError, CodecRow, FieldReading, NBytes, Silent, StageFault, StageWork,
    StoredField,
};
use crate::limits::STAGE_SLACK;
use crate::metadata::{ArrayRepresentation, BoxCorner, CodecMetadata, Elements, Field, Scalar, copy_box};
use crate::store::{ByteSource, Slice};

#[derive(Debug)]
struct N5Default {
    decoded: ArrayRepresentation,
    codecs: Vec<CodecMetadata>,
    pointer: String,
}

pub(super) const ROW: CodecRow = CodecRow {
    fields: &[
        StoredField::at(0, 2, FieldReading::BigNumber, "mode", "the mode; 0 is the default"),
        StoredField::at(2, 2, FieldReading::BigNumber, "dimensions", "how many dimensions the block has"),
        StoredField::at(4, 4, FieldReading::BigNumber, "length", "the length of its fastest dimension"),
    ],
    ..CodecRow::new("n5_default", "reads a block of N5, with its header", Build::ArrayToBytes(build))
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let place = codec.required("codecs", "an array of codecs")?;
    let codecs = place.list("codecs", CodecMetadata::read)?;
    let pointer = place.pointer().to_owned();
    // A first chain shows whether the codecs can be used; each block gets one for its own shape.
    if let Some(fault) = Chain::build(&codecs, &pointer, decoded.clone())?.fault() {
        return Err(fault.clone());
    }
    Ok(Box::new(N5Default { decoded: decoded.clone(), codecs, pointer }))
}

impl ArrayToBytes for N5Default {
    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let bytes = input.read_all()?;
        let (shape, rest) = self.header(&bytes)?;
        work.note("block", format!("{shape:?}"));
        let block = ArrayRepresentation { shape: shape.clone(), ..self.decoded.clone() };
        // A block may be larger than the chunk, but not by any number that its header gives.
        let nbytes = |array: &ArrayRepresentation| array.nbytes().unwrap_or(u64::MAX);
        let most =
            NBytes::grown(nbytes(&self.decoded)).most().unwrap_or(u64::MAX).saturating_add(STAGE_SLACK);
        if nbytes(&block) > most {
            let expected = format!("a block of at most {most} bytes for a chunk of {}", self.decoded);
            return Err(corrupt_at(4, expected, block.to_string()));
        }
        let chain = Chain::build(&self.codecs, &self.pointer, block)?;
        let decoded = chain.decode(&Slice(rest), work.options, &mut Silent);
        let decoded = decoded.map_err(StageFault::of_block)?;
        if shape == self.decoded.shape {
            return Ok(decoded);
        }
        let size = self.decoded.size().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
        let zero = Scalar::zero(&self.decoded.data_type);
        let fill = self.decoded.fill_value.clone().or(zero).unwrap_or(Scalar::Integer(0));
        let mut chunk = Elements::filled(&self.decoded.data_type, &fill, size);
        let edges = shape.iter().zip(&self.decoded.shape);
        let both: Vec<u64> = edges.map(|(one, other)| *one.min(other)).collect();
        let start = &vec![0; shape.len()];
        let into = BoxCorner { shape: &self.decoded.shape, start };
        // The box is within both.
        let _ = copy_box(&decoded, BoxCorner { shape: &shape, start }, &mut chunk, into, &both);
        Ok(chunk)
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let shape = &self.decoded.shape;
        let lengths: Option<Vec<u32>> = shape.iter().map(|edge| u32::try_from(*edge).ok()).collect();
        let rank = u16::try_from(shape.len()).ok();
        let (Some(lengths), Some(rank)) = (lengths, rank) else {
            let expected = "a block whose lengths are below 2^32".to_owned();
            return Err(CodecError::NotEncoded { expected, found: self.decoded.to_string() });
        };
        let chain = Chain::build(&self.codecs, &self.pointer, self.decoded.clone())?;
        let encoded = chain.encode(input, work.options, &mut Silent).map_err(StageFault::of_block)?;
        let mut block = [0_u16, rank].map(u16::to_be_bytes).concat();
        block.extend(lengths.into_iter().flat_map(u32::to_be_bytes));
        block.extend(encoded);
        Ok(block)
    }
}

impl N5Default {
    fn header<'a>(&self, bytes: &'a [u8]) -> Result<(Vec<u64>, &'a [u8]), CodecError> {
        let rank = self.decoded.shape.len();
        let Some((header, rest)) = bytes.split_at_checked(4 + 4 * rank) else {
            let expected = format!("{} bytes (a header of {rank} dimensions)", 4 + 4 * rank);
            return Err(ended_at(0, expected, format!("the end after {}", bytes.len())));
        };
        let (numbers, lengths) = header.split_at(4);
        let (numbers, _) = numbers.as_chunks::<2>();
        let [mode, dimensions] = numbers else { return Ok((Vec::new(), rest)) };
        let mode = u16::from_be_bytes(*mode);
        let dimensions = u16::from_be_bytes(*dimensions);
        if mode != 0 {
            return Err(corrupt_at(0, "mode 0 (default)", mode.to_string()));
        }
        if usize::from(dimensions) != rank {
            return Err(corrupt_at(2, format!("{rank} dimensions"), dimensions.to_string()));
        }
        let (lengths, _) = lengths.as_chunks::<4>();
        Ok((lengths.iter().map(|length| u32::from_be_bytes(*length).into()).collect(), rest))
    }
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{data_type, metadata, representation, texts};
    use super::*;
    use serde_json::json;

    fn decode(bytes: &[u8]) -> Result<Vec<String>, String> {
        let codecs = json!({"codecs": [
            {"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "bytes", "configuration": {"endian": "big"}}
        ]});
        let mut decoded = representation("int16", &[2, 3]);
        decoded.fill_value = Some(Scalar::Integer(9));
        let codec = build(&metadata("n5_default", codecs), &decoded).unwrap();
        let elements = codec.decode(&Slice(bytes), &mut StageWork::new(&DecodeOptions::default()));
        elements.map(|elements| texts(&elements)).map_err(|error| error.to_string())
    }

    /// A block of 2 rows and 2 columns, one column behind the other.
    const SMALL: &[u8] = &[0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 0, 2, 0, 3, 0, 4];

    #[test]
    fn a_block_that_is_smaller_is_filled_up() {
        assert_eq!(decode(SMALL).unwrap(), ["1", "3", "9", "2", "4", "9"]);
        // One row, three columns: the lengths are those of the chunk, in its order.
        let row = [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 0, 1, 0, 2, 0, 3];
        assert_eq!(decode(&row).unwrap(), ["1", "2", "3", "9", "9", "9"]);
    }

    #[test]
    fn a_block_has_its_lengths_before_its_elements() {
        let codecs = json!({"codecs": [
            {"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "bytes", "configuration": {"endian": "big"}}
        ]});
        let codec = build(&metadata("n5_default", codecs), &representation("int16", &[2, 3])).unwrap();
        let elements = Elements::new(data_type("int16"), vec![1, 0, 3, 0, 9, 0, 2, 0, 4, 0, 9, 0]);
        let block = codec.encode(&elements, &mut StageWork::new(&DecodeOptions::default())).unwrap();
        let expected = [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 3, 0, 1, 0, 2, 0, 3, 0, 4, 0, 9, 0, 9];
        assert_eq!(block, expected);
        assert_eq!(decode(&block).unwrap(), texts(&elements));
    }

    #[test]
    fn a_header_that_does_not_fit_is_a_fault() {
        assert!(decode(&SMALL[..11]).unwrap_err().contains("12 bytes (a header of 2 dimensions)"));
        let mut other = SMALL.to_vec();
        other[1] = 1;
        assert_eq!(decode(&other).unwrap_err(), "at byte 0: expected mode 0 (default), found 1");
        other[..4].copy_from_slice(&[0, 0, 0, 3]);
        assert_eq!(decode(&other).unwrap_err(), "at byte 2: expected 2 dimensions, found 3");
        let huge = [&[0, 0, 0, 2, 0, 0, 0, 2], &[0x10, 0, 0, 0][..], &SMALL[12..]].concat();
        assert_eq!(
            decode(&huge).unwrap_err(),
            "at byte 4: expected a block of at most 1049792 bytes for a chunk of 2×3 int16, found 2×268435456 int16"
        );
        assert!(decode(&SMALL[..18]).unwrap_err().starts_with("bytes: expected 8 bytes"));
    }
}
