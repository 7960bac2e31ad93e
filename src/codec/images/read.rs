//! What all decoders of images have in common: the chunk says what an image has to be.

use std::fmt;

use super::super::reader::corrupt_at;
use super::super::{ArrayOrBytes, ArrayToBytes, BytesToBytes, CodecError, StageWork};
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer, product};
use crate::store::ByteSource;

/// Reads images of one format, as the configuration says.
pub trait ReadImage: fmt::Debug + Send + Sync {
    /// As [`ArrayToBytes::memory`].
    fn memory(&self) -> u64 {
        1
    }

    /// The samples, in C order and little-endian, after `wanted` has agreed to their number and type.
    fn read(&self, input: &[u8], wanted: &ExpectedImage, work: &mut StageWork)
    -> Result<Vec<u8>, CodecError>;
}

/// What an image has to be.
#[derive(Debug)]
pub struct ExpectedImage<'a> {
    /// `None` after a codec that made bytes: then the number of bytes is all that is known.
    pub decoded: Option<&'a ArrayRepresentation>,
    limit: u64,
}

#[derive(Debug)]
pub struct ImageCodec {
    decoded: Option<ArrayRepresentation>,
    reader: Box<dyn ReadImage>,
}

pub fn bind(
    codec: &CodecMetadata,
    decoded: Option<&ArrayRepresentation>,
    // What samples of the format can be.
    samples: &[DataType],
    read: fn(&CodecMetadata) -> Field<Box<dyn ReadImage>>,
) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
    if let Some(decoded) = decoded
        && !samples.contains(&decoded.data_type)
    {
        let known: Vec<String> = samples.iter().map(DataType::to_string).collect();
        let expected = format!("elements that samples of an image can be ({})", known.join(", "));
        return Err(codec.fault(expected, decoded.data_type.to_string()).into());
    }
    let reader = read(codec).map_err(|fault| fault.of_codec(&codec.name))?;
    Ok(Box::new(ImageCodec { decoded: decoded.cloned(), reader }))
}

impl ImageCodec {
    fn samples(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let wanted = ExpectedImage { decoded: self.decoded.as_ref(), limit: work.limit };
        self.reader.read(input, &wanted, work)
    }
}

impl ArrayOrBytes for ImageCodec {}

impl ArrayToBytes for ImageCodec {
    fn memory(&self) -> u64 {
        self.reader.memory()
    }

    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let samples = self.samples(&input.read_all()?, work)?;
        let data_type = self.decoded.as_ref().map_or(UINT8, |decoded| decoded.data_type.clone());
        Ok(Elements::new(data_type, samples))
    }
}

impl BytesToBytes for ImageCodec {
    fn memory(&self) -> u64 {
        self.reader.memory()
    }

    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        self.samples(input, work)
    }
}

pub const UINT8: DataType = DataType::Integer(Integer { bits: 8, signed: false });
pub const UINT16: DataType = DataType::Integer(Integer { bits: 16, signed: false });

impl ExpectedImage<'_> {
    /// Whether an image of so many rows and columns can be one of the chunk, for decoders that reserve memory for rows before
    /// they know what samples are.
    pub fn may_have(&self, height: usize, width: usize) -> Result<(), CodecError> {
        let edges = [height as u64, width as u64];
        if product(&edges).is_none_or(|size| size > self.limit) {
            return Err(CodecError::TooMuch { limit: self.limit });
        }
        match self.decoded {
            Some(decoded) if edges.iter().any(|edge| *edge != 1 && !decoded.shape.contains(edge)) => Err(
                corrupt_at(0, format!("an image of {decoded}"), format!("one of {height} rows of {width}")),
            ),
            _ => Ok(()),
        }
    }

    /// No more frames than there are elements.
    pub fn most_frames(&self) -> usize {
        let size = self.decoded.map_or(Some(self.limit), |decoded| product(&decoded.shape));
        size.and_then(|size| usize::try_from(size).ok()).unwrap_or(usize::MAX)
    }

    /// How many bytes the samples of an image take, where it is one of the chunk.
    pub fn nbytes(&self, shape: &[usize], data_type: &DataType) -> Result<usize, CodecError> {
        let shape: Vec<u64> = shape.iter().map(|edge| *edge as u64).collect();
        let nbytes = product(&shape).and_then(|size| size.checked_mul(data_type.nbytes() as u64));
        let longer = |shape: &[u64]| shape.iter().copied().filter(|edge| *edge != 1).collect::<Vec<u64>>();
        if let Some(decoded) = self.decoded
            && (longer(&decoded.shape) != longer(&shape) || decoded.data_type != *data_type)
        {
            let found = ArrayRepresentation { shape, data_type: data_type.clone(), fill_value: None };
            return Err(corrupt_at(0, format!("an image of {decoded}"), format!("one of {found}")));
        }
        let nbytes = nbytes.filter(|nbytes| *nbytes <= self.limit);
        let nbytes = nbytes.and_then(|nbytes| usize::try_from(nbytes).ok());
        nbytes.ok_or(CodecError::TooMuch { limit: self.limit })
    }
}
