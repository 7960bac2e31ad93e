//! `dtype`: NumPy's names of data types, with their byte order.
//!
//! Specification: [Data type encoding](https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html#data-type-encoding).
//! What NumPy reads is accepted as well: the order of bytes of a type of one byte does not matter (netCDF-C writes
//! `<u1`).

use std::sync::Arc;

use crate::metadata::byte_order::ByteOrder;
use crate::metadata::data_type::{
    DataType, ELEMENT_NBYTES, Integer, StructField, Subarray, Variable, structure,
};
use crate::metadata::float::FloatType;
use crate::metadata::json::{DocumentNote, Field, Json};
use crate::metadata::time::{TimeKind, TimeType, TimeUnit};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dtype {
    pub data_type: DataType,
    pub byte_order: ByteOrder,
}

const EXPECTED: &str = "a dtype such as \"<f8\", or a list of [name, dtype] fields";

impl Dtype {
    pub fn read(json: &Json) -> Field<Self> {
        match json.value().as_str() {
            Some(text) => plain(text).ok_or_else(|| json.unexpected(EXPECTED)),
            None if json.value().is_array() => fields(json),
            None => Err(json.unexpected(EXPECTED)),
        }
    }
    /// In a codec of numcodecs a name such as `int32` may stand for a dtype: NumPy reads it, and zarr-python leaves it.
    pub fn of_codec(json: &Json) -> Field<Self> {
        Self::read(json).or_else(|fault| Self::named(json).ok_or(fault))
    }

    fn named(json: &Json) -> Option<Self> {
        let data_type = DataType::from_name(json.value().as_str()?)?;
        name(&data_type)?;
        Some(Self { byte_order: ByteOrder::Same(data_type.nbytes()), data_type })
    }

    pub fn name_of(data_type: &DataType) -> Option<String> {
        match data_type {
            DataType::Time(time) => {
                let kind = if time.kind == TimeKind::Date { 'M' } else { 'm' };
                Some(format!("<{kind}8{}", time.brackets()))
            }
            other => name(other),
        }
    }

    pub fn note(json: &Json) -> Option<DocumentNote> {
        if Self::read(json).is_ok() {
            return None;
        }
        let given = json.value();
        let dtype = name(&Self::named(json)?.data_type)?;
        Some(
            json.note(format!(
                "{given} is read as \"{dtype}\"; numcodecs writes data types as dtypes of NumPy"
            )),
        )
    }
}

fn name(data_type: &DataType) -> Option<String> {
    let nbytes = data_type.nbytes();
    let kind = match data_type {
        _ if is_foreign(data_type) => return None,
        DataType::Bool => 'b',
        DataType::Integer(integer) if integer.signed => 'i',
        DataType::Integer(_) => 'u',
        DataType::Float(_) => 'f',
        DataType::Complex(FloatType::Float32 | FloatType::Float64) => 'c',
        _ => return None,
    };
    let order = if nbytes == 1 { '|' } else { '<' };
    Some(format!("{order}{kind}{nbytes}"))
}

fn plain(text: &str) -> Option<Dtype> {
    // These names have no mark of byte order, so that they are looked for before one is taken off.
    if let Some(data_type) = DataType::from_name(text).filter(is_foreign) {
        return Some(Dtype { byte_order: ByteOrder::Same(data_type.nbytes()), data_type });
    }
    // `|` stands for types of one byte, and `=` for the order of the machine that wrote it: nearly always
    // little-endian.
    let is_big = text.starts_with('>');
    let text = text.trim_start_matches(['<', '>', '|', '=']);
    let kind = text.chars().next()?;
    let rest = text.get(1..)?;
    let data_type = match kind {
        'M' | 'm' => time(kind, rest)?,
        _ => sized(kind, rest.parse().ok()?)?,
    };
    let byte_order =
        if is_big { ByteOrder::big_endian(&data_type) } else { ByteOrder::Same(data_type.nbytes()) };
    Some(Dtype { data_type, byte_order })
}

fn is_foreign(data_type: &DataType) -> bool {
    match data_type {
        DataType::Integer(integer) => integer.bits < 8,
        DataType::Float(kind) => {
            !matches!(kind, FloatType::Float16 | FloatType::Float32 | FloatType::Float64)
        }
        _ => false,
    }
}

fn sized(kind: char, size: u32) -> Option<DataType> {
    let integer = |signed| matches!(size, 1 | 2 | 4 | 8).then(|| Integer { bits: 8 * size, signed });
    let float = |nbytes| match nbytes {
        2 => Some(FloatType::Float16),
        4 => Some(FloatType::Float32),
        8 => Some(FloatType::Float64),
        _ => None,
    };
    let unit = if kind == 'U' { 4 } else { 1 };
    let length = Some(size).filter(|size| ELEMENT_NBYTES.contains(&(u64::from(*size) * unit)));
    Some(match kind {
        'b' if size == 1 => DataType::Bool,
        'i' => DataType::Integer(integer(true)?),
        'u' => DataType::Integer(integer(false)?),
        'f' => DataType::Float(float(size)?),
        'c' if size.is_multiple_of(2) => DataType::Complex(float(size / 2)?),
        // `a` is what NumPy called `S` before.
        'S' | 'a' => DataType::Chars(length?),
        'U' => DataType::Utf32(length?),
        'V' => DataType::RawBytes(length?),
        _ => return None,
    })
}

fn time(kind: char, rest: &str) -> Option<DataType> {
    let kind = if kind == 'M' { TimeKind::Date } else { TimeKind::Span };
    let unit = rest.strip_prefix('8')?;
    let (scale, unit) = match unit.strip_prefix('[').and_then(|unit| unit.strip_suffix(']')) {
        None if unit.is_empty() => (1, TimeUnit::Generic),
        None => return None,
        Some(unit) => {
            let (scale, name) = unit.split_at(unit.find(|c: char| !c.is_ascii_digit())?);
            (if scale.is_empty() { 1 } else { scale.parse().ok()? }, TimeUnit::from_name(name)?)
        }
    };
    Some(DataType::Time(TimeType { kind, unit, scale }))
}

fn fields(json: &Json) -> Field<Dtype> {
    let mut orders = Vec::new();
    let mut fields = Vec::new();
    for item in json.items("fields")? {
        let parts = item.items("a name and a dtype, and perhaps a shape")?;
        let (name, dtype, shape) = match parts.as_slice() {
            [name, dtype] => (name, dtype, None),
            [name, dtype, shape] => (name, dtype, Some(shape)),
            _ => return Err(item.unexpected("a name and a dtype, and perhaps a shape")),
        };
        let own = Dtype::read(dtype)?;
        let own = match shape {
            Some(shape) => subarray(own, shape)?,
            None => own,
        };
        fields.push(StructField { name: name.string("a name")?.into(), data_type: own.data_type });
        orders.push(own.byte_order);
    }
    Ok(Dtype { data_type: structure(json, fields)?, byte_order: ByteOrder::Parts(orders) })
}

fn subarray(dtype: Dtype, shape: &Json) -> Field<Dtype> {
    let expected = "a shape of positive integers";
    let edge = |item: &Json| {
        u32::try_from(item.positive(expected)?).map_err(|_| item.unexpected("an edge below 2^32"))
    };
    let shape_edges = if shape.value().is_array() { shape.list(expected, edge)? } else { vec![edge(shape)?] };
    let nbytes = shape_edges
        .iter()
        .try_fold(dtype.data_type.nbytes() as u64, |nbytes, edge| nbytes.checked_mul((*edge).into()));
    if nbytes.is_none_or(|nbytes| !ELEMENT_NBYTES.contains(&nbytes)) {
        return Err(shape.unexpected("an array of at most 2^20 bytes"));
    }
    let array = Subarray { shape: shape_edges, data_type: dtype.data_type };
    let byte_order = ByteOrder::Repeated(array.size(), Box::new(dtype.byte_order));
    Ok(Dtype { data_type: DataType::Subarray(Arc::new(array)), byte_order })
}

pub(super) fn of_objects(id: &str, entry: &Json) -> Field<Option<DataType>> {
    Ok(match id {
        "vlen-utf8" | "categorize" => Some(DataType::Variable(Variable::String)),
        "vlen-bytes" => Some(DataType::Variable(Variable::Bytes)),
        "vlen-array" => {
            let own = Dtype::read(&entry.required("dtype", "a dtype")?)?;
            Some(DataType::Variable(Variable::Array(Arc::new(own.data_type))))
        }
        // A pickle is never decoded, because that runs code of whoever wrote it. Its array is shown all the same.
        "json2" | "json" | "msgpack2" | "msgpack" | "pickle" => Some(DataType::Variable(Variable::Json)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: &Value) -> Result<Dtype, String> {
        Dtype::read(&Json::at(value, "/dtype".into())).map_err(|error| error.to_string())
    }

    #[test]
    fn names_of_numpy() {
        for (name, data_type, reversed) in [
            ("|b1", "bool", false),
            ("|i1", "int8", false),
            (">u1", "uint8", false),
            ("<u1", "uint8", false),
            (">i2", "int16", true),
            ("<u8", "uint64", false),
            ("=f4", "float32", false),
            (">f2", "float16", true),
            (">c16", "complex128", true),
            ("|S5", "null_terminated_bytes(5)", false),
            (">U4", "fixed_length_utf32(4)", true),
            ("|V3", "raw_bytes(3)", false),
            ("<M8[ns]", "numpy.datetime64[ns]", false),
            (">m8[10s]", "numpy.timedelta64[10s]", true),
            ("<M8", "numpy.datetime64", false),
            ("bfloat16", "bfloat16", false),
        ] {
            let dtype = read(&json!(name)).unwrap();
            assert_eq!(
                (dtype.data_type.to_string().as_str(), !dtype.byte_order.is_same()),
                (data_type, reversed),
                "{name}"
            );
        }
    }

    #[test]
    fn a_codec_may_name_a_data_type_instead_of_a_dtype() {
        for (given, dtype) in
            [("int32", "<i4"), ("uint8", "|u1"), ("float64", "<f8"), ("complex64", "<c8"), ("bool", "|b1")]
        {
            let value = json!(given);
            let place = Json::at(&value, "/codecs/0/configuration/dtype".into());
            assert_eq!(Dtype::of_codec(&place).unwrap(), read(&json!(dtype)).unwrap(), "{given}");
            assert_eq!(
                Dtype::note(&place).unwrap().to_string(),
                format!(
                    "/codecs/0/configuration/dtype: \"{given}\" is read as \"{dtype}\"; numcodecs writes data types \
                     as dtypes of NumPy"
                )
            );
        }
        for given in ["<i4", "f8", "bfloat16"] {
            let value = json!(given);
            assert!(Dtype::of_codec(&Json::root(&value)).is_ok(), "{given}");
            assert_eq!(Dtype::note(&Json::root(&value)), None, "{given}");
        }
        for given in [json!("string"), json!("int33"), json!(null), json!("complex_float16")] {
            assert!(Dtype::of_codec(&Json::root(&given)).is_err(), "{given}");
        }
    }

    #[test]
    fn fields_keep_their_own_byte_order() {
        let dtype =
            read(&json!([["a", "<i4"], ["b", ">f8"], ["c", [["x", ">i2", [2, 3]], ["y", "|u1"]]]])).unwrap();
        assert_eq!(
            dtype.data_type.to_string(),
            "struct {a: int32, b: float64, c: struct {x: int16 × [2, 3], y: uint8}}"
        );
        assert_eq!(dtype.data_type.nbytes(), 4 + 8 + 13);
        let mut element: Vec<u8> = (0..25).collect();
        dtype.byte_order.apply(&mut element, 25);
        assert_eq!(element[..14], [0, 1, 2, 3, 11, 10, 9, 8, 7, 6, 5, 4, 13, 12]);
        assert_eq!(element[22..], [23, 22, 24]);
    }

    #[test]
    fn an_element_is_no_larger_than_memory_can_hold_many_times() {
        for value in [json!("|S1048576"), json!("<U262144"), json!([["a", "|b1", [1024, 1024]]])] {
            assert!(read(&value).is_ok(), "{value}");
        }
        for value in [
            json!("|S1048577"),
            json!("|V268435456"),
            json!("<U262145"),
            json!([["a", "|b1", [1_048_577]]]),
            json!([["a", "|b1", [1024, 1024]], ["b", "|b1"]]),
        ] {
            assert!(read(&value).is_err(), "{value}");
        }
    }

    #[test]
    fn what_numpy_does_not_have_is_refused() {
        for value in [
            json!("<f3"),
            json!("<q8"),
            json!(""),
            json!("<"),
            json!("<i"),
            json!("|S0"),
            json!("<M8[x]"),
            json!("<f16"),
            json!(7),
            json!([]),
            json!([["a"]]),
            json!([["a", "<i4"], ["a", "<i4"]]),
            json!([["a", "|O"]]),
            json!([["a", "<i4", [1_u64 << 31]]]),
            json!("string"),
            json!("int32"),
        ] {
            assert!(read(&value).is_err(), "{value}");
        }
    }
}
