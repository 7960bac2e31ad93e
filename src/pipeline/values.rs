use std::ops::Range;

use ndarray::ArrayD;
use thiserror::Error;

use super::Fault;
use crate::metadata::{DataType, Elements, Integer, float::FloatType};

/// The values of a region of an array, in C order.
///
/// ```
/// use zarrscope::{Array, DecodeOptions, Hierarchy};
///
/// let array = Array::open(&Hierarchy::open("sample-data/climate.zarr")?, "time")?;
/// let values = array.read_region(&[0..3], &DecodeOptions::default())?;
/// assert_eq!(values.to_vec::<i32>()?.len(), 3);
/// let error = values.to_vec::<f64>().unwrap_err();
/// assert_eq!(error.to_string(), "expected elements of float64, found int32");
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionValues {
    shape: Vec<u64>,
    elements: Elements,
}

/// Why a region has no values, or none of the type that was asked for.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ReadError {
    /// The region does not lie within the array.
    #[error("expected a region within the shape {shape:?}, found {region:?}")]
    Outside { shape: Vec<u64>, region: Vec<Range<u64>> },
    /// The region does not fit into memory.
    #[error(
        "expected a region that fits into memory, found one of {size} elements of {element_nbytes} bytes"
    )]
    TooLarge { size: u64, element_nbytes: usize },
    /// A chunk that the region touches cannot be decoded.
    #[error("chunk {coords:?}: {fault}")]
    Chunk {
        /// The coordinates of the chunk in the grid: of several that cannot be decoded, the first in C order.
        coords: Vec<u64>,
        /// Why it cannot be decoded.
        #[source]
        fault: Box<Fault>,
    },
    /// The elements are of another data type.
    #[error("expected elements of {expected}, found {found}")]
    Type { expected: DataType, found: DataType },
}

/// A type of this language that is a data type of Zarr: integers of 8 to 64 bits, `f32`, `f64` and `bool`.
///
/// It is sealed: there are no others that need no rounding and no conversion.
pub trait ElementType: Copy + sealed::FromBytes {
    /// The data type.
    const DATA_TYPE: DataType;
}

mod sealed {
    pub trait FromBytes: Sized {
        fn all(bytes: &[u8]) -> Vec<Self>;
    }
}

impl RegionValues {
    pub(super) fn new(shape: Vec<u64>, elements: Elements) -> Self {
        Self { shape, elements }
    }

    /// How many elements there are in each dimension.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// The data type of the elements.
    pub fn data_type(&self) -> &DataType {
        self.elements.data_type()
    }

    /// The bytes of all elements, packed, in C order, each little-endian. Where elements are of any length, ask
    /// [`elements`](Self::elements) for the bytes of each.
    pub fn bytes(&self) -> &[u8] {
        self.elements.bytes()
    }

    /// The elements one by one, of whatever data type.
    pub fn elements(&self) -> &Elements {
        &self.elements
    }

    #[doc(hidden)]
    pub fn into_elements(self) -> Elements {
        self.elements
    }

    /// The values, copied, in C order.
    ///
    /// # Errors
    /// When the array is of another data type.
    pub fn to_vec<T: ElementType>(&self) -> Result<Vec<T>, ReadError> {
        if *self.data_type() != T::DATA_TYPE {
            return Err(ReadError::Type { expected: T::DATA_TYPE, found: self.data_type().clone() });
        }
        Ok(T::all(self.bytes()))
    }

    /// The values, copied, as an array of the same shape.
    ///
    /// # Errors
    /// When the array is of another data type.
    pub fn to_ndarray<T: ElementType>(&self) -> Result<ArrayD<T>, ReadError> {
        let values = self.to_vec()?;
        let size = values.len();
        let shape: Option<Vec<usize>> = self.shape.iter().map(|edge| usize::try_from(*edge).ok()).collect();
        // There are as many elements as the shape says. An edge fits, unless there are none and another edge is zero.
        let array = shape.and_then(|shape| ArrayD::from_shape_vec(shape, values).ok());
        array.ok_or(ReadError::TooLarge { size: size as u64, element_nbytes: size_of::<T>() })
    }
}

macro_rules! element_types {
    ($($type:ident $data_type:expr;)*) => { $(
        impl ElementType for $type {
            const DATA_TYPE: DataType = $data_type;
        }

        impl sealed::FromBytes for $type {
            fn all(bytes: &[u8]) -> Vec<Self> {
                bytes.as_chunks().0.iter().map(|bytes| Self::from_le_bytes(*bytes)).collect()
            }
        }
    )* };
}

element_types! {
    i8 DataType::Integer(Integer { bits: 8, signed: true });
    i16 DataType::Integer(Integer { bits: 16, signed: true });
    i32 DataType::Integer(Integer { bits: 32, signed: true });
    i64 DataType::Integer(Integer { bits: 64, signed: true });
    u8 DataType::Integer(Integer { bits: 8, signed: false });
    u16 DataType::Integer(Integer { bits: 16, signed: false });
    u32 DataType::Integer(Integer { bits: 32, signed: false });
    u64 DataType::Integer(Integer { bits: 64, signed: false });
    f32 DataType::Float(FloatType::Float32);
    f64 DataType::Float(FloatType::Float64);
}

impl ElementType for bool {
    const DATA_TYPE: DataType = DataType::Bool;
}

impl sealed::FromBytes for bool {
    fn all(bytes: &[u8]) -> Vec<Self> {
        // Every byte but 0 is read as true, as everywhere here.
        bytes.iter().map(|byte| *byte != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(data_type: &str, shape: &[u64], bytes: &[u8]) -> RegionValues {
        let data_type = DataType::from_name(data_type).unwrap();
        RegionValues::new(shape.to_vec(), Elements::new(data_type, bytes.to_vec()))
    }

    #[test]
    fn values_have_the_type_and_the_shape_of_the_array() {
        let read = values("int16", &[2, 2], &[1, 0, 0xff, 0xff, 3, 0, 0, 0x80]);
        assert_eq!(read.to_vec::<i16>(), Ok(vec![1, -1, 3, -32768]));
        let array = read.to_ndarray::<i16>().unwrap();
        assert_eq!((array.shape(), array[[1, 0]]), (&[2, 2][..], 3));
        assert_eq!(values("bool", &[2], &[0, 2]).to_vec(), Ok(vec![false, true]));
        assert_eq!(values("float32", &[], &1.5_f32.to_le_bytes()).to_vec(), Ok(vec![1.5_f32]));
        assert_eq!(values("uint8", &[], &[9]).to_ndarray::<u8>().unwrap().sum(), 9);
        assert!(values("float64", &[0, u64::MAX], &[]).to_vec::<f64>().unwrap().is_empty());
    }

    #[test]
    fn values_of_another_type_are_an_error_that_names_both() {
        let error = values("int4", &[1], &[7]).to_vec::<i8>().unwrap_err();
        assert_eq!(error.to_string(), "expected elements of int8, found int4");
        assert!(values("uint32", &[1], &[7, 0, 0, 0]).to_ndarray::<f32>().is_err());
    }

    #[test]
    fn every_type_stands_for_the_data_type_of_its_name() {
        let names = [i8::DATA_TYPE, u16::DATA_TYPE, i64::DATA_TYPE, f32::DATA_TYPE, bool::DATA_TYPE];
        assert_eq!(names.map(|one| one.to_string()), ["int8", "uint16", "int64", "float32", "bool"]);
    }
}
