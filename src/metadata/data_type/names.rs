use std::fmt;

use super::{DataType, ELEMENT_NBYTES, Integer, Variable};
use crate::metadata::time::{TimeKind, TimeType};
use crate::metadata::{float::FloatType, text::escape};

const fn integer(bits: u32, signed: bool) -> DataType {
    DataType::Integer(Integer { bits, signed })
}

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
    ("string", "str", DataType::Variable(Variable::String)),
    ("bytes", "bytes", DataType::Variable(Variable::Bytes)),
];

/// The registry has the first two, zarr-python writes the third, zarrs reads the last.
const ALIASES: &[(&str, &str)] = &[
    ("complex_float32", "complex64"),
    ("complex_float64", "complex128"),
    ("variable_length_bytes", "bytes"),
    ("binary", "bytes"),
];

impl DataType {
    #[doc(hidden)]
    pub fn named() -> impl Iterator<Item = (&'static str, DataType)> {
        NAMED.iter().map(|(name, _, data_type)| (*name, data_type.clone()))
    }

    /// The data type with this name.
    ///
    /// ```
    /// use zarrscope::DataType;
    /// use zarrscope::document::Integer;
    ///
    /// assert_eq!(DataType::from_name("int16"), Some(DataType::Integer(Integer { bits: 16, signed: true })));
    /// assert_eq!(DataType::from_name("r24"), Some(DataType::RawBits(3)));
    /// assert_eq!(DataType::from_name("int33"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let mut name = name;
        if let Some((_, other)) = ALIASES.iter().find(|(alias, _)| *alias == name) {
            name = other;
        }
        if let Some((_, data_type)) = Self::named().find(|(known, _)| *known == name) {
            return Some(data_type);
        }
        if let Some(digits) = name.strip_prefix('r') {
            // `r<N>`: N bits, a multiple of 8. `r08` or `r+8` are numbers to Rust, but no names of the specification.
            let bits: u32 = digits.parse().ok()?;
            let canonical = bits.to_string() == digits && bits.is_multiple_of(8);
            let fits = ELEMENT_NBYTES.contains(&u64::from(bits / 8));
            return (canonical && fits).then_some(Self::RawBits(bits / 8));
        }
        // Only a name of the table: a part that is complex itself could go on without end.
        let part = name.strip_prefix("complex_")?;
        match Self::named().find(|(known, _)| *known == part)?.1 {
            Self::Float(float) => Some(Self::Complex(float)),
            _ => None,
        }
    }

    #[doc(hidden)]
    pub fn abbreviation(&self) -> String {
        match (NAMED.iter().find(|(_, _, data_type)| data_type == self), self) {
            (Some((_, short, _)), _) => (*short).to_owned(),
            (None, Self::Chars(nbytes)) => format!("S{nbytes}"),
            (None, Self::Utf32(size)) => format!("U{size}"),
            (None, Self::RawBytes(nbytes)) => format!("V{nbytes}"),
            (None, Self::Time(TimeType { kind: TimeKind::Date, .. })) => "date".to_owned(),
            (None, Self::Time(_)) => "span".to_owned(),
            (None, Self::Struct(_)) => "struct".to_owned(),
            (None, _) => self.to_string(),
        }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _, _)) = NAMED.iter().find(|(_, _, data_type)| data_type == self) {
            return f.write_str(name);
        }
        match self {
            Self::RawBits(nbytes) => write!(f, "r{}", u64::from(*nbytes) * 8),
            Self::RawBytes(nbytes) => write!(f, "raw_bytes({nbytes})"),
            Self::Chars(nbytes) => write!(f, "null_terminated_bytes({nbytes})"),
            Self::Utf32(size) => write!(f, "fixed_length_utf32({size})"),
            Self::Time(time) => write!(f, "{time}"),
            Self::Complex(float) => write!(f, "complex_{}", float.format().name),
            Self::Struct(fields) => {
                f.write_str("struct {")?;
                for (index, field) in fields.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}{}: {}", escape(&field.name), field.data_type)?;
                }
                f.write_str("}")
            }
            Self::Subarray(array) => write!(f, "{} × {:?}", array.data_type, array.shape),
            Self::Variable(Variable::Json) => f.write_str("JSON values"),
            Self::Variable(Variable::Array(data_type)) => write!(f, "arrays of {data_type}"),
            other => write!(f, "{other:?}"),
        }
    }
}
