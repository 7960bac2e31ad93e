//! Data types, one row each, and elements of them.
//!
//! Specification: [Data types](https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html);
//! `bfloat16` is registered in
//! [zarr-extensions](https://github.com/zarr-developers/zarr-extensions/tree/main/data-types/bfloat16).

use std::fmt;

use super::extension::Extension;
use super::float::{Float, FloatType};
use super::json::{Field, Json};

/// A fixed-size data type.
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
    /// Opaque bytes (`r<N>`), so many.
    RawBits(u32),
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
    /// The least number of the type.
    #[must_use]
    pub const fn min(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    /// The greatest number of the type.
    #[must_use]
    pub const fn max(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// Whether the type has this number.
    #[must_use]
    pub const fn has(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }

    /// The number of this type that is congruent to `value` modulo 2^bits.
    #[must_use]
    pub const fn wrap(self, value: i128) -> i128 {
        let low = value & ((1 << self.bits) - 1);
        if low > self.max() { low - (1 << self.bits) } else { low }
    }
}

const fn integer(bits: u32, signed: bool) -> DataType {
    DataType::Integer(Integer { bits, signed })
}

/// Every data type with a fixed name, and how the explorer's tree abbreviates it. `r<N>` is the one pattern beside these.
const NAMED: &[(&str, &str, DataType)] = &[
    ("bool", "bool", DataType::Bool),
    ("int8", "i8", integer(8, true)),
    ("int16", "i16", integer(16, true)),
    ("int32", "i32", integer(32, true)),
    ("int64", "i64", integer(64, true)),
    ("uint8", "u8", integer(8, false)),
    ("uint16", "u16", integer(16, false)),
    ("uint32", "u32", integer(32, false)),
    ("uint64", "u64", integer(64, false)),
    ("float16", "f16", DataType::Float(FloatType::Float16)),
    ("float32", "f32", DataType::Float(FloatType::Float32)),
    ("float64", "f64", DataType::Float(FloatType::Float64)),
    ("bfloat16", "bf16", DataType::Float(FloatType::BFloat16)),
    ("int2", "i2", integer(2, true)),
    ("int4", "i4", integer(4, true)),
    ("uint2", "u2", integer(2, false)),
    ("uint4", "u4", integer(4, false)),
    ("float8_e3m4", "e3m4", DataType::Float(FloatType::Float8E3M4)),
    ("float8_e4m3", "e4m3", DataType::Float(FloatType::Float8E4M3)),
    ("float8_e4m3b11fnuz", "b11fnuz", DataType::Float(FloatType::Float8E4M3B11Fnuz)),
    ("float8_e4m3fnuz", "e4m3fnuz", DataType::Float(FloatType::Float8E4M3Fnuz)),
    ("float8_e4m3fn", "e4m3fn", DataType::Float(FloatType::Float8E4M3Fn)),
    ("float8_e5m2", "e5m2", DataType::Float(FloatType::Float8E5M2)),
    ("float8_e5m2fnuz", "e5m2fnuz", DataType::Float(FloatType::Float8E5M2Fnuz)),
    ("float8_e8m0fnu", "e8m0", DataType::Float(FloatType::Float8E8M0Fnu)),
    ("float6_e2m3fn", "e2m3", DataType::Float(FloatType::Float6E2M3Fn)),
    ("float6_e3m2fn", "e3m2", DataType::Float(FloatType::Float6E3M2Fn)),
    ("float4_e2m1fn", "e2m1", DataType::Float(FloatType::Float4E2M1Fn)),
    ("complex64", "c64", DataType::Complex(FloatType::Float32)),
    ("complex128", "c128", DataType::Complex(FloatType::Float64)),
];

impl DataType {
    /// Every data type with a fixed name.
    pub fn named() -> impl Iterator<Item = (&'static str, DataType)> {
        NAMED.iter().map(|(name, _, data_type)| (*name, data_type.clone()))
    }

    /// The data type with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::named().find(|(known, _)| *known == name).map(|(_, data_type)| data_type).or_else(|| raw(name))
    }

    /// Reads the `data_type` field of an array document.
    ///
    /// # Errors
    /// When the name is not known, or the value is no extension definition.
    pub fn read(json: &Json) -> Field<Self> {
        let extension = Extension::read(json, "a data type")?;
        if extension.must_understand_is_false() {
            return Err(
                json.fault("a data type, which always has to be understood", "\"must_understand\": false")
            );
        }
        Self::from_name(&extension.name).ok_or_else(|| json.unexpected("a known data type"))
    }

    /// A short form of the name for narrow places.
    #[must_use]
    pub fn abbreviation(&self) -> String {
        let row = NAMED.iter().find(|(_, _, data_type)| data_type == self);
        row.map_or_else(|| self.to_string(), |(_, short, _)| (*short).to_owned())
    }

    /// Bytes of one element.
    #[must_use]
    pub fn nbytes(&self) -> usize {
        match self {
            Self::Bool => 1,
            Self::Integer(integer) => integer.bits.div_ceil(8) as usize,
            Self::Float(float) => float.format().nbytes(),
            Self::Complex(float) => 2 * float.format().nbytes(),
            Self::RawBits(nbytes) => *nbytes as usize,
        }
    }

    /// Whether an element has bits that do not count.
    #[must_use]
    pub fn has_unused_bits(&self) -> bool {
        match self {
            Self::Integer(integer) => integer.bits < 8,
            Self::Float(float) => float.format().bits < 8,
            _ => false,
        }
    }

    /// Bytes of the unit whose order `endian` gives; 1 where the byte order does not matter.
    #[must_use]
    pub fn unit_nbytes(&self) -> usize {
        match self {
            Self::Complex(float) => float.format().nbytes(),
            Self::RawBits(_) => 1,
            _ => self.nbytes(),
        }
    }

    /// One element from its bytes, little-endian.
    ///
    /// `None` when there are not exactly as many bytes as the type has.
    #[must_use]
    pub fn scalar(&self, bytes: &[u8]) -> Option<Scalar> {
        if bytes.len() != self.nbytes() {
            return None;
        }
        let float = |kind, bytes: &[u8]| Float { kind, bits: little_endian(bytes) & kind.format().mask() };
        Some(match self {
            Self::Bool => Scalar::Bool(bytes.first() != Some(&0)),
            Self::Integer(integer) => Scalar::Integer(integer.wrap(i128::from(little_endian(bytes)))),
            Self::Float(kind) => Scalar::Float(float(*kind, bytes)),
            Self::Complex(kind) => {
                let (real, imaginary) = bytes.split_at_checked(kind.format().nbytes())?;
                Scalar::Complex([float(*kind, real), float(*kind, imaginary)])
            }
            Self::RawBits(_) => Scalar::Raw(bytes.into()),
        })
    }
}

/// The data type `r<N>`: N bits, a multiple of 8.
fn raw(name: &str) -> Option<DataType> {
    let digits = name.strip_prefix('r')?;
    let bits: u32 = digits.parse().ok()?;
    let canonical = bits.to_string() == digits && bits > 0 && bits.is_multiple_of(8);
    canonical.then_some(DataType::RawBits(bits / 8))
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, NAMED.iter().find(|(_, _, data_type)| data_type == self)) {
            (_, Some((name, _, _))) => f.write_str(name),
            (Self::RawBits(nbytes), None) => write!(f, "r{}", u64::from(*nbytes) * 8),
            (other, None) => write!(f, "{other:?}"),
        }
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, byte| (sum << 8) | u64::from(*byte))
}

/// One element, with its exact value. Which integer type an integer has is told by the array it is in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// True or false.
    Bool(bool),
    /// An integer of any type.
    Integer(i128),
    /// A real number.
    Float(Float),
    /// Real part, imaginary part.
    Complex([Float; 2]),
    /// Opaque bytes.
    Raw(Box<[u8]>),
}

impl Scalar {
    /// The bytes of this element in an array of `data_type`, little-endian.
    #[must_use]
    pub fn bytes(&self, data_type: &DataType) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(data_type.nbytes());
        self.append(data_type, &mut bytes);
        bytes
    }

    /// Appends the bytes of this element in an array of `data_type`, little-endian.
    pub fn append(&self, data_type: &DataType, bytes: &mut Vec<u8>) {
        let mut float = |float: &Float| {
            bytes.extend(float.bits.to_le_bytes().into_iter().take(float.kind.format().nbytes()));
        };
        match self {
            Self::Float(value) => float(value),
            Self::Complex(parts) => parts.iter().for_each(float),
            Self::Bool(value) => bytes.push(u8::from(*value)),
            Self::Integer(value) => bytes.extend(value.to_le_bytes().into_iter().take(data_type.nbytes())),
            Self::Raw(raw) => bytes.extend_from_slice(raw),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Float(float) => write!(f, "{float}"),
            Self::Complex([real, imaginary]) => {
                let sign = if imaginary.value().is_sign_negative() && !imaginary.value().is_nan() {
                    ""
                } else {
                    "+"
                };
                write!(f, "{real}{sign}{imaginary}j")
            }
            Self::Raw(bytes) => {
                f.write_str("0x")?;
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn raw_bits_come_in_whole_bytes() {
        for name in ["r", "r0", "r7", "r08", "r+8", "r-8", "r99999999999"] {
            assert_eq!(DataType::from_name(name), None, "{name}");
        }
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

    #[test]
    fn every_scalar_writes_the_bytes_it_was_read_from() {
        let bytes: Vec<u8> = (1..=16).collect();
        for (name, data_type) in DataType::named().filter(|(name, _)| *name != "bool") {
            let own = &bytes[..data_type.nbytes()];
            if data_type.has_unused_bits() {
                continue;
            }
            assert_eq!(data_type.scalar(own).unwrap().bytes(&data_type), own, "{name}");
        }
    }

    #[test]
    fn complex_numbers_print_both_parts() {
        let number = |re, im| {
            Scalar::Complex([re, im].map(|part| Float::nearest(FloatType::Float32, part).unwrap()))
                .to_string()
        };
        assert_eq!(number(1.5, -2.0), "1.5-2.0j");
        assert_eq!(number(-0.0, f64::NAN), "-0.0+NaNj");
    }
}
