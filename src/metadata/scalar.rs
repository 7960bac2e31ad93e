use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::data_type::{DataType, Variable};
use super::float::{Float, FloatType};
use super::text::{escape, write_escaped};
use super::time::TimeType;

/// One element. The data type of its array decides which integer type an integer has, and how many bytes it takes.
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
    Raw(Arc<[u8]>),
    /// A text in bytes whose encoding is not known: `null_terminated_bytes` names none.
    Chars(Arc<[u8]>),
    /// A text.
    Text(Arc<str>),
    /// A count of units of time.
    Time(TimeType, i64),
    /// Fields with their names.
    Struct(Arc<[(Arc<str>, Scalar)]>),
    /// Elements of an array, in C order.
    List(Arc<[Scalar]>),
    #[doc(hidden)]
    Json(Arc<str>),
}

impl DataType {
    /// One element from its bytes, which are little-endian. An element of variable length has all of them.
    ///
    /// `None` when there are not exactly as many bytes as the type has, or they are no text.
    pub fn scalar(&self, bytes: &[u8]) -> Option<Scalar> {
        if !self.is_variable() && bytes.len() != self.nbytes() {
            return None;
        }
        Some(match self {
            // Any byte but zero is true: so NumPy shows it.
            Self::Bool => Scalar::Bool(bytes.first() != Some(&0)),
            Self::Integer(integer) => Scalar::Integer(integer.wrap(i128::from(little_endian(bytes)))),
            Self::Float(kind) => Scalar::Float(float(*kind, bytes)),
            Self::Complex(kind) => {
                let (real, imaginary) = bytes.split_at_checked(kind.format().nbytes())?;
                Scalar::Complex([float(*kind, real), float(*kind, imaginary)])
            }
            Self::RawBits(_) | Self::RawBytes(_) | Self::Variable(Variable::Bytes) => {
                Scalar::Raw(bytes.into())
            }
            Self::Chars(_) => {
                let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
                Scalar::Chars(bytes.get(..end)?.into())
            }
            Self::Utf32(_) => Scalar::Text(utf32(bytes).into()),
            Self::Time(time) => Scalar::Time(*time, little_endian(bytes).cast_signed()),
            Self::Struct(fields) => {
                let mut rest = bytes;
                let mut values = Vec::with_capacity(fields.len());
                for field in fields.iter() {
                    let (own, after) = rest.split_at_checked(field.data_type.nbytes())?;
                    rest = after;
                    values.push((Arc::clone(&field.name), field.data_type.scalar(own)?));
                }
                Scalar::Struct(values.into())
            }
            Self::Subarray(array) => Scalar::List(list(&array.data_type, bytes)),
            Self::Variable(Variable::String) => Scalar::Text(std::str::from_utf8(bytes).ok()?.into()),
            Self::Variable(Variable::Json) => Scalar::Json(std::str::from_utf8(bytes).ok()?.into()),
            Self::Variable(Variable::Array(data_type)) => Scalar::List(list(data_type, bytes)),
        })
    }
}

impl Scalar {
    /// The first bytes of a text, the first fields or items of others: what a screen has room for of a value of any length.
    pub(crate) fn beginning(&self, most: usize) -> Cow<'_, Self> {
        Cow::Owned(match self {
            Self::Text(text) if text.len() > most => Self::Text(beginning(text, most).into()),
            Self::Json(text) if text.len() > most => Self::Json(beginning(text, most).into()),
            Self::Raw(bytes) if bytes.len() > most => Self::Raw(bytes.iter().copied().take(most).collect()),
            Self::Chars(bytes) if bytes.len() > most => {
                Self::Chars(bytes.iter().copied().take(most).collect())
            }
            Self::Struct(fields) if fields.len() > most => {
                Self::Struct(fields.iter().take(most).cloned().collect())
            }
            Self::List(items) if items.len() > most => Self::List(items.iter().take(most).cloned().collect()),
            _ => return Cow::Borrowed(self),
        })
    }
}

fn beginning(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

fn list(data_type: &DataType, bytes: &[u8]) -> Arc<[Scalar]> {
    bytes.chunks_exact(data_type.nbytes().max(1)).filter_map(|bytes| data_type.scalar(bytes)).collect()
}

fn float(kind: FloatType, bytes: &[u8]) -> Float {
    Float { kind, bits: little_endian(bytes) & kind.format().mask() }
}

pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, byte| (sum << 8) | u64::from(*byte))
}

/// What is no code point becomes the replacement character.
fn utf32(bytes: &[u8]) -> String {
    let (units, _) = bytes.as_chunks::<4>();
    let end = units.iter().rposition(|unit| *unit != [0; 4]).map_or(0, |last| last + 1);
    let mut text = String::new();
    for unit in units.iter().take(end) {
        text.push(char::from_u32(u32::from_le_bytes(*unit)).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    text
}

#[doc(hidden)]
impl Scalar {
    pub fn bytes(&self, data_type: &DataType) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(data_type.nbytes());
        self.append(data_type, &mut bytes);
        bytes
    }

    pub fn append(&self, data_type: &DataType, bytes: &mut Vec<u8>) {
        let before = bytes.len();
        let mut float = |float: &Float| {
            bytes.extend(float.bits.to_le_bytes().into_iter().take(float.kind.format().nbytes()));
        };
        match (self, data_type) {
            (Self::Float(value), _) => float(value),
            (Self::Complex(parts), _) => parts.iter().for_each(float),
            (Self::Bool(value), _) => bytes.push(u8::from(*value)),
            (Self::Integer(value), _) => {
                bytes.extend(value.to_le_bytes().into_iter().take(data_type.nbytes()));
            }
            (Self::Raw(raw) | Self::Chars(raw), _) => bytes.extend_from_slice(raw),
            (Self::Text(text), DataType::Utf32(_)) => {
                bytes.extend(text.chars().flat_map(|point| u32::from(point).to_le_bytes()));
            }
            (Self::Text(text) | Self::Json(text), _) => bytes.extend_from_slice(text.as_bytes()),
            (Self::Time(_, count), _) => bytes.extend(count.to_le_bytes()),
            (Self::Struct(values), DataType::Struct(fields)) => {
                for ((_, value), field) in values.iter().zip(fields.iter()) {
                    value.append(&field.data_type, bytes);
                }
            }
            (Self::List(items), DataType::Subarray(array)) => {
                items.iter().for_each(|item| item.append(&array.data_type, bytes));
            }
            (Self::List(items), DataType::Variable(Variable::Array(own))) => {
                items.iter().for_each(|item| item.append(own, bytes));
            }
            (Self::Struct(_) | Self::List(_), _) => {}
        }
        if !data_type.is_variable() {
            // A text of a fixed length has NULs behind it where it is shorter.
            bytes.resize(before.saturating_add(data_type.nbytes()), 0);
        }
    }

    pub fn zero(data_type: &DataType) -> Option<Self> {
        match data_type {
            DataType::Variable(Variable::Json) => Some(Self::Json("null".into())),
            DataType::Variable(_) => data_type.scalar(&[]),
            fixed => fixed.scalar(&vec![0; fixed.nbytes()]),
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
                let imaginary = imaginary.to_string();
                let sign = if imaginary.starts_with('-') { "" } else { "+" };
                write!(f, "{real}{sign}{imaginary}j")
            }
            Self::Raw(bytes) => {
                f.write_str("0x")?;
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
            Self::Chars(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => quoted(f, text),
                Err(_) => write!(f, "\"{}\"", bytes.escape_ascii()),
            },
            Self::Text(text) => quoted(f, text),
            Self::Time(time, count) => f.write_str(&time.text(*count)),
            Self::Struct(fields) => {
                let fields = fields.iter().map(|(name, value)| format!("{}: {value}", escape(name)));
                write!(f, "{{{}}}", fields.collect::<Vec<_>>().join(", "))
            }
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Self::Json(text) => write_escaped(f, text, ""),
        }
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    write_escaped(f, text, "\\\"")?;
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::super::float::Float;
    use super::super::time::{TimeKind, TimeUnit};
    use super::*;

    fn structure() -> DataType {
        let field = |name: &str, data_type| super::super::StructField { name: name.into(), data_type };
        let int16 = DataType::from_name("int16").unwrap();
        let inner = DataType::Struct([field("x", DataType::from_name("uint8").unwrap())].into());
        DataType::Struct([field("a", int16), field("s", DataType::Chars(3)), field("in", inner)].into())
    }

    #[test]
    fn texts_are_quoted_and_lose_the_nuls_behind_them() {
        assert_eq!(DataType::Chars(5).scalar(b"ab\"\0\0").unwrap().to_string(), "\"ab\\\"\"");
        assert_eq!(DataType::Chars(3).scalar(b"\xff\0a").unwrap().to_string(), "\"\\xff\\x00a\"");
        let text = DataType::Utf32(3).scalar(b"\xe4\0\0\0\x00\xd8\0\0\0\0\0\0").unwrap();
        assert_eq!(text.to_string(), "\"ä\u{fffd}\"");
        assert_eq!(DataType::Variable(Variable::String).scalar("ä".as_bytes()).unwrap().to_string(), "\"ä\"");
        assert_eq!(DataType::Variable(Variable::String).scalar(b"\xff"), None);
    }

    #[test]
    fn structs_show_their_fields() {
        let element = structure().scalar(b"\x01\x80hi\0\x07").unwrap();
        assert_eq!(element.to_string(), "{a: -32767, s: \"hi\", in: {x: 7}}");
        assert_eq!(element.bytes(&structure()), b"\x01\x80hi\0\x07");
    }

    #[test]
    fn times_are_counts() {
        let time = TimeType { kind: TimeKind::Date, unit: TimeUnit::Day, scale: 1 };
        let element = DataType::Time(time).scalar(&1_i64.to_le_bytes()).unwrap();
        assert_eq!(element.to_string(), "1970-01-02");
        assert_eq!(element.bytes(&DataType::Time(time)), 1_i64.to_le_bytes());
    }

    #[test]
    fn every_scalar_writes_the_bytes_it_was_read_from() {
        let bytes: Vec<u8> = (1..=16).collect();
        for (name, data_type) in DataType::named().filter(|(name, _)| *name != "bool") {
            let own = &bytes[..data_type.nbytes()];
            if data_type.has_unused_bits() || name == "string" {
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
