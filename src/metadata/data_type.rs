//! Data types: what elements are made of.
//!
//! Specification: [Data types](https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html), and those registered
//! in [zarr-extensions](https://github.com/zarr-developers/zarr-extensions/tree/main/data-types).

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::extension::Extension;
use super::float::FloatType;
use super::json::{Field, Json};
use super::text::escape;
use super::time::{TimeKind, TimeType, TimeUnit};

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
    /// Opaque bytes (`r<N>`), so many.
    RawBits(u32),
    /// Opaque bytes (`raw_bytes`), so many.
    RawBytes(u32),
    /// A text of at most so many bytes, with NULs behind it (`null_terminated_bytes`).
    Chars(u32),
    /// A text of at most so many code points of four bytes each, with NULs behind it (`fixed_length_utf32`).
    Utf32(u32),
    /// A point in time, or a span of time.
    Time(TimeType),
    /// Named fields, one behind the other without gaps.
    Struct(Arc<[StructField]>),
    /// An array in each element, as only fields of Zarr V2 have it.
    Subarray(Arc<Subarray>),
    /// Elements of any length.
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

/// An array of a fixed shape as a data type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subarray {
    /// The shape.
    pub shape: Vec<u32>,
    /// The data type of its elements, of a fixed size.
    pub data_type: DataType,
}

/// What elements of any length are.
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

/// Every data type with a fixed name, and how the explorer's tree abbreviates it.
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

/// Other names of data types, which documents use.
const ALIASES: &[(&str, &str)] = &[
    ("complex_float32", "complex64"),
    ("complex_float64", "complex128"),
    ("variable_length_bytes", "bytes"),
    ("binary", "bytes"),
];

/// The least and the most bytes that an element of a fixed size may have. The fill value is one, and it is held in memory
/// and told in words many times over: a few words in a document may not fill the memory.
pub(super) const ELEMENT_NBYTES: std::ops::RangeInclusive<u64> = 1..=1 << 20;

/// Bytes of what stands for an element of any length in memory: where its bytes begin, and how many there are.
pub const REFERENCE_NBYTES: usize = 16;

impl DataType {
    /// Every data type with a fixed name.
    pub fn named() -> impl Iterator<Item = (&'static str, DataType)> {
        NAMED.iter().map(|(name, _, data_type)| (*name, data_type.clone()))
    }

    /// The data types that need a configuration, by name.
    pub fn configured() -> impl Iterator<Item = &'static str> {
        CONFIGURED.iter().map(|(name, _)| *name)
    }

    /// The data type with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
        let named = Self::named().find(|(known, _)| *known == name).map(|(_, data_type)| data_type);
        named.or_else(|| raw(name)).or_else(|| complex(name))
    }

    /// Reads the `data_type` field of an array document.
    ///
    /// # Errors
    /// When the name is not known, its configuration cannot be used, or the value is no extension definition.
    pub fn read(json: &Json) -> Field<Self> {
        let extension = Extension::read(json, "a data type")?;
        if extension.must_understand_is_false() {
            return Err(
                json.fault("a data type, which always has to be understood", "\"must_understand\": false")
            );
        }
        if let Some((_, read)) = CONFIGURED.iter().find(|(name, _)| *name == extension.name) {
            return read(json, &extension);
        }
        Self::from_name(&extension.name).ok_or_else(|| json.unexpected("a known data type"))
    }

    /// A short form of the name for narrow places.
    #[must_use]
    pub fn abbreviation(&self) -> String {
        let row = NAMED.iter().find(|(_, _, data_type)| data_type == self);
        match (row, self) {
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

    /// Bytes of one element in memory.
    #[must_use]
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

    /// Whether elements have any length.
    #[must_use]
    pub fn is_variable(&self) -> bool {
        matches!(self, Self::Variable(_))
    }

    /// Whether an element has bits that do not count.
    #[must_use]
    pub fn has_unused_bits(&self) -> bool {
        match self {
            Self::Integer(integer) => integer.bits < 8,
            Self::Float(float) | Self::Complex(float) => float.format().bits < 8,
            _ => false,
        }
    }
}

impl Subarray {
    /// How many elements it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.iter().map(|edge| *edge as usize).product()
    }
}

/// The data type `r<N>`: N bits, a multiple of 8.
fn raw(name: &str) -> Option<DataType> {
    let digits = name.strip_prefix('r')?;
    let bits: u32 = digits.parse().ok()?;
    let canonical = bits.to_string() == digits && bits.is_multiple_of(8);
    let fits = ELEMENT_NBYTES.contains(&u64::from(bits / 8));
    (canonical && fits).then_some(DataType::RawBits(bits / 8))
}

/// The data types `complex_<float>`.
fn complex(name: &str) -> Option<DataType> {
    let part = name.strip_prefix("complex_")?;
    // Only a name of the table: a part that is complex itself could go on without end.
    match DataType::named().find(|(known, _)| *known == part)?.1 {
        DataType::Float(float) => Some(DataType::Complex(float)),
        _ => None,
    }
}

type Read = fn(&Json, &Extension) -> Field<DataType>;

/// The data types that need a configuration.
const CONFIGURED: &[(&str, Read)] = &[
    ("raw_bytes", |json, extension| length(json, extension, 1).map(DataType::RawBytes)),
    ("null_terminated_bytes", |json, extension| length(json, extension, 1).map(DataType::Chars)),
    ("fixed_length_utf32", |json, extension| length(json, extension, 4).map(DataType::Utf32)),
    ("numpy.datetime64", |json, extension| time(json, extension, TimeKind::Date)),
    ("numpy.timedelta64", |json, extension| time(json, extension, TimeKind::Span)),
    ("struct", read_struct),
    ("structured", read_struct),
];

/// `length_bytes`, in units of so many bytes.
fn length(json: &Json, extension: &Extension, unit: u64) -> Field<u32> {
    let expected = format!("a multiple of {unit} from 1 to 2^20");
    let place = extension.required(json, "length_bytes", &expected)?;
    let nbytes = place.size(&expected)?;
    let fits = ELEMENT_NBYTES.contains(&nbytes) && nbytes.is_multiple_of(unit);
    let size = u32::try_from(nbytes / unit).ok().filter(|_| fits);
    size.ok_or_else(|| place.unexpected(expected))
}

fn time(json: &Json, extension: &Extension, kind: TimeKind) -> Field<DataType> {
    let expected = "a unit: Y, M, W, D, h, m, s, ms, us, ns, ps, fs, as or generic";
    let place = extension.required(json, "unit", expected)?;
    let unit = TimeUnit::from_name(place.string(expected)?).ok_or_else(|| place.unexpected(expected))?;
    let expected = "a scale factor from 1 to 2^31-1";
    let place = extension.required(json, "scale_factor", expected)?;
    let scale = u32::try_from(place.positive(expected)?).ok().filter(|scale| *scale < 1 << 31);
    let scale = scale.ok_or_else(|| place.unexpected(expected))?;
    Ok(DataType::Time(TimeType { kind, unit, scale }))
}

/// Fields as objects, or as pairs of name and data type, which `structured` has.
fn read_struct(json: &Json, extension: &Extension) -> Field<DataType> {
    let place = extension.required(json, "fields", "fields, each with a name and a data type")?;
    let fields = place.list("fields", |item| {
        let (name, data_type) = match item.value().as_array() {
            None => (item.required("name", "a name")?, item.required("data_type", "a data type")?),
            Some(_) => match <[Json; 2]>::try_from(item.items("a name and a data type")?) {
                Ok([name, data_type]) => (name, data_type),
                Err(_) => return Err(item.unexpected("a name and a data type")),
            },
        };
        Ok((Arc::from(name.string("a name")?), DataType::read(&data_type)?))
    })?;
    structure(&place, fields)
}

/// A struct of these fields; `place` is where they stand.
///
/// # Errors
/// When there are none, two have the same name, one has any length, or they are too large together.
pub fn structure(place: &Json, fields: Vec<(Arc<str>, DataType)>) -> Field<DataType> {
    let mut names = HashSet::new();
    let distinct = fields.iter().all(|(name, _)| !name.is_empty() && names.insert(name));
    let fixed = fields.iter().all(|(_, data_type)| !data_type.is_variable());
    let nbytes = fields.iter().map(|(_, data_type)| data_type.nbytes() as u64).sum();
    if !distinct || !fixed || !ELEMENT_NBYTES.contains(&nbytes) {
        return Err(
            place.unexpected("fields of a fixed size with different names, of 1 to 2^20 bytes together")
        );
    }
    let fields = fields.into_iter().map(|(name, data_type)| StructField { name, data_type });
    Ok(DataType::Struct(fields.collect()))
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
    fn a_name_of_any_length_is_read_in_bounded_memory() {
        let name = format!("{}float32", "complex_".repeat(200_000));
        assert_eq!(DataType::from_name(&name), None);
        assert_eq!(DataType::from_name("complex_bfloat16"), Some(DataType::Complex(FloatType::BFloat16)));
    }

    #[test]
    fn many_fields_take_no_more_than_a_moment() {
        let fields =
            |size: u32| (0..size).map(|number| (format!("f{number}").into(), DataType::Bool)).collect();
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
