//! `fill_value` of Zarr V2: the forms that writers use beside the ones of V3.
//!
//! Specification: [Fill value encoding](https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html#fill-value-encoding).
//! Writers go beyond it: `"0"` for numbers (viv), `0` for texts and structs, `true` for integers. Each has only one
//! sensible meaning.

use serde_json::{Number, Value};

use super::dtype::Dtype;
use crate::metadata::data_type::{DataType, Variable};
use crate::metadata::json::{Field, Json};
use crate::metadata::{fill_value, scalar::Scalar};

pub(super) fn read(json: &Json, dtype: &Dtype) -> Field<Scalar> {
    let data_type = &dtype.data_type;
    let zero = || Scalar::zero(data_type).ok_or_else(|| json.unexpected("an element"));
    match (json.value(), data_type) {
        (Value::String(text), DataType::Chars(_) | DataType::RawBytes(_) | DataType::Struct(_)) => {
            let mut bytes = base64_or_text(text);
            bytes.resize(data_type.nbytes(), 0);
            dtype.byte_order.apply(&mut bytes, data_type.nbytes());
            data_type.scalar(&bytes).map_or_else(zero, Ok)
        }
        // Zero stands for the empty element of any data type: it is what NumPy's `zeros` gives.
        (Value::Number(number), _) if !is_number(data_type) && number.as_f64() == Some(0.0) => zero(),
        (Value::Number(number), DataType::Bool) => Ok(Scalar::Bool(number.as_f64() != Some(0.0))),
        (Value::Bool(flag), DataType::Integer(_) | DataType::Float(_)) => {
            read_number(json, &u8::from(*flag).to_string(), data_type)
        }
        (Value::String(text), DataType::Integer(_) | DataType::Float(_)) if text.parse::<f64>().is_ok() => {
            match fill_value::read(json, data_type) {
                Ok(scalar) => Ok(scalar),
                Err(_) => read_number(json, text, data_type),
            }
        }
        (Value::Number(number), DataType::Integer(_)) => read_number(json, &number.to_string(), data_type),
        (Value::Number(number), DataType::Complex(_)) => {
            let parts = Value::from(vec![Value::Number(number.clone()), Value::from(0)]);
            fill_value::read(&Json::at(&parts, json.pointer().to_owned()), data_type)
        }
        (Value::String(text), DataType::Variable(Variable::Bytes)) => {
            Ok(Scalar::Raw(base64_or_text(text).into()))
        }
        _ => fill_value::read(json, data_type),
    }
}

fn is_number(data_type: &DataType) -> bool {
    matches!(
        data_type,
        DataType::Bool | DataType::Integer(_) | DataType::Float(_) | DataType::Complex(_) | DataType::Time(_)
    )
}

fn read_number(json: &Json, text: &str, data_type: &DataType) -> Field<Scalar> {
    let whole = text.strip_suffix(".0").unwrap_or(text);
    let value = Value::Number(whole.parse::<Number>().map_err(|_| json.unexpected("a number"))?);
    fill_value::read(&Json::at(&value, json.pointer().to_owned()).in_document(json.document()), data_type)
}

fn base64_or_text(text: &str) -> Vec<u8> {
    fill_value::base64(text).unwrap_or_else(|| text.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::ByteOrder;
    use serde_json::json;

    fn read_text(value: &Value, data_type: &DataType) -> Result<String, String> {
        let dtype = Dtype { data_type: data_type.clone(), byte_order: ByteOrder::Same(data_type.nbytes()) };
        let read = read(&Json::at(value, "/fill_value".into()), &dtype);
        read.map(|scalar| scalar.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_forms_that_writers_use() {
        let named = |name: &str| DataType::from_name(name).unwrap();
        let structure =
            super::super::dtype::Dtype::read(&Json::root(&json!([["a", "<i2"], ["b", "|u1"]]))).unwrap();
        for (value, data_type, expected) in [
            (json!("0"), named("int8"), "0"),
            (json!(0.0), named("int32"), "0"),
            (json!(-1), named("int32"), "-1"),
            (json!("NaN"), named("float32"), "NaN"),
            (json!("-Infinity"), named("float64"), "-Infinity"),
            (json!("1.5"), named("float64"), "1.5"),
            (json!(0), named("bool"), "false"),
            (json!(true), named("bool"), "true"),
            (json!(3), named("complex64"), "3.0+0.0j"),
            (json!("MA=="), DataType::Chars(3), "\"0\""),
            (json!(""), DataType::Chars(3), "\"\""),
            (json!(0), DataType::Chars(3), "\"\""),
            (json!("AQIDBA=="), DataType::RawBytes(2), "0x0102"),
            (json!("AQAC"), structure.data_type.clone(), "{a: 1, b: 2}"),
            (json!(0), structure.data_type, "{a: 0, b: 0}"),
            (json!("ä"), DataType::Utf32(4), "\"ä\""),
            (json!(0), named("string"), "\"\""),
            (json!(""), named("string"), "\"\""),
        ] {
            assert_eq!(read_text(&value, &data_type).as_deref(), Ok(expected), "{value} {data_type}");
        }
    }

    #[test]
    fn packed_bytes_are_in_the_order_of_the_dtype() {
        let fields = json!([["a", "<i4"], ["b", ">f8"]]);
        let dtype = Dtype::read(&Json::root(&fields)).unwrap();
        let value = json!("BwAAAMAEAAAAAAAA");
        assert_eq!(read(&Json::root(&value), &dtype).unwrap().to_string(), "{a: 7, b: -2.5}");
    }

    #[test]
    fn what_is_no_element_is_refused() {
        let int8 = DataType::from_name("int8").unwrap();
        for value in [json!(300), json!(1.5), json!("x"), json!([1])] {
            assert!(read_text(&value, &int8).is_err(), "{value}");
        }
    }
}
