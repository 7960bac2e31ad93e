//! Specification: [Data types](https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html), and those
//! registered in [zarr-extensions](https://github.com/zarr-developers/zarr-extensions/tree/main/data-types).

mod names;
mod read;

use std::ops::Range;
use std::sync::Arc;

use super::{float::FloatType, time::TimeType};

pub use read::structure;

/// A data type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DataType {
    /// True or false, one byte.
    Bool,
    /// A two's complement or unsigned integer.
    Integer(Integer),
    /// A real number.
    Float(FloatType),
    /// Two real numbers of the same type: real part, imaginary part.
    Complex(FloatType),
    /// This many opaque bytes (`r<N>`).
    RawBits(u32),
    /// This many opaque bytes (`raw_bytes`).
    RawBytes(u32),
    /// A text of at most this many bytes, filled up with NULs (`null_terminated_bytes`).
    Chars(u32),
    /// A text of at most this many code points of four bytes each, filled up with NULs (`fixed_length_utf32`).
    Utf32(u32),
    /// A point in time, or a span of time.
    Time(TimeType),
    /// Named fields, one behind the other without gaps.
    Struct(Arc<[StructField]>),
    #[doc(hidden)]
    Subarray(Arc<Subarray>),
    /// Elements of variable length.
    Variable(Variable),
}

/// A field of a struct.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StructField {
    /// Its name.
    pub name: Arc<str>,
    /// Its data type, of a fixed size.
    pub data_type: DataType,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subarray {
    pub shape: Vec<u32>,
    pub data_type: DataType,
}

/// What elements of variable length are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Variable {
    /// Text.
    String,
    /// Bytes.
    Bytes,
    /// A JSON value, as objects of Zarr V2 may be.
    Json,
    /// Elements of a fixed-size data type.
    Array(Arc<DataType>),
}

/// An integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Integer {
    /// Width: 2, 4, 8, 16, 32 or 64. Fewer than 8 bits take a byte.
    pub bits: u32,
    /// Two's complement or unsigned.
    pub signed: bool,
}

impl Integer {
    pub(crate) const fn min(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    pub(crate) const fn max(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    pub(crate) const fn has(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }

    pub(crate) const fn wrap(self, value: i128) -> i128 {
        // The low bits of a two's complement number are the same for all congruent numbers.
        let low = value & ((1 << self.bits) - 1);
        if low > self.max() { low - (1 << self.bits) } else { low }
    }
}

/// There are many copies of the fill value, one element: a few words in a document must not be able to fill the memory.
pub(super) const ELEMENT_NBYTES: std::ops::RangeInclusive<u64> = 1..=1 << 20;

/// In memory an element of variable length is where its bytes begin and how many there are.
pub const REFERENCE_NBYTES: usize = 16;

impl DataType {
    /// Bytes of one element in memory.
    pub fn nbytes(&self) -> usize {
        match self {
            Self::Bool => 1,
            Self::Integer(integer) => integer.bits.div_ceil(8) as usize,
            Self::Float(float) => float.format().nbytes(),
            Self::Complex(float) => 2 * float.format().nbytes(),
            Self::RawBits(nbytes) | Self::RawBytes(nbytes) | Self::Chars(nbytes) => *nbytes as usize,
            Self::Utf32(size) => 4 * *size as usize,
            Self::Time(_) => 8,
            Self::Struct(fields) => fields.iter().map(|field| field.data_type.nbytes()).sum(),
            Self::Subarray(array) => array.size() * array.data_type.nbytes(),
            Self::Variable(_) => REFERENCE_NBYTES,
        }
    }

    #[doc(hidden)]
    pub fn is_variable(&self) -> bool {
        matches!(self, Self::Variable(_))
    }

    pub(crate) fn bools(&self) -> Vec<Range<usize>> {
        match self {
            Self::Bool => std::iter::once(0..1).collect(),
            Self::Struct(fields) => {
                let mut bools = Vec::new();
                let mut start = 0;
                for field in fields.iter() {
                    for range in field.data_type.bools() {
                        bools.push(range.start + start..range.end + start);
                    }
                    start += field.data_type.nbytes();
                }
                bools
            }
            Self::Subarray(array) if array.data_type == Self::Bool => {
                std::iter::once(0..array.size()).collect()
            }
            Self::Subarray(array) => {
                let own = array.data_type.bools();
                let nbytes = array.data_type.nbytes();
                let count = if own.is_empty() { 0 } else { array.size() };
                let mut bools = Vec::with_capacity(count * own.len());
                for start in (0..count).map(|index| index * nbytes) {
                    bools.extend(own.iter().map(|range| range.start + start..range.end + start));
                }
                bools
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn has_unused_bits(&self) -> bool {
        match self {
            Self::Integer(integer) => integer.bits < 8,
            Self::Float(float) | Self::Complex(float) => float.format().bits < 8,
            _ => false,
        }
    }
}

impl Subarray {
    #[doc(hidden)]
    pub fn size(&self) -> usize {
        self.shape.iter().map(|edge| *edge as usize).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::json::Json;

    #[test]
    fn every_name_reads_back() {
        for (name, data_type) in DataType::named() {
            assert_eq!(data_type.to_string(), name);
            assert_eq!(DataType::from_name(name), Some(data_type));
        }
        assert_eq!(DataType::from_name("r24"), Some(DataType::RawBits(3)));
        assert_eq!(DataType::RawBits(3).to_string(), "r24");
    }

    #[test]
    fn a_name_of_any_length_is_read_in_bounded_memory() {
        let name = format!("{}float32", "complex_".repeat(200_000));
        assert_eq!(DataType::from_name(&name), None);
        assert_eq!(DataType::from_name("complex_bfloat16"), Some(DataType::Complex(FloatType::BFloat16)));
    }

    #[test]
    fn many_fields_take_no_more_than_a_moment() {
        let field = |number| StructField { name: format!("f{number}").into(), data_type: DataType::Bool };
        let fields = |size: u32| (0..size).map(field).collect();
        let (place, started) = (serde_json::Value::Null, std::time::Instant::now());
        assert!(structure(&Json::root(&place), fields(60_000)).is_ok());
        assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
        let mut twice: Vec<_> = fields(3);
        twice.extend(fields(1));
        assert!(structure(&Json::root(&place), twice).is_err());
    }

    #[test]
    fn raw_bits_come_in_whole_bytes() {
        for name in ["r", "r0", "r7", "r08", "r+8", "r-8", "r99999999999", "r8388616"] {
            assert_eq!(DataType::from_name(name), None, "{name}");
        }
        assert_eq!(DataType::from_name("r8388608"), Some(DataType::RawBits(1 << 20)));
    }

    #[test]
    fn upper_bits_of_small_types_do_not_count() {
        let read =
            |name: &str, byte: u8| DataType::from_name(name).unwrap().scalar(&[byte]).unwrap().to_string();
        assert_eq!([read("int4", 0xf7), read("int4", 0x08), read("uint4", 0xf7)], ["7", "-8", "7"]);
        assert_eq!([read("int2", 0x02), read("uint2", 0xfe)], ["-2", "2"]);
        assert_eq!([read("float4_e2m1fn", 0xf7), read("float4_e2m1fn", 0x09)], ["6.0", "-0.5"]);
    }

    #[test]
    fn integers_wrap_to_congruent_values() {
        let int16 = Integer { bits: 16, signed: true };
        for (value, wrapped) in [(32768, -32768), (32769, -32767), (-32769, 32767), (65536, 0), (-1, -1)] {
            assert_eq!(int16.wrap(value), wrapped);
        }
        assert_eq!(Integer { bits: 64, signed: false }.wrap(-1), i128::from(u64::MAX));
    }
}
