//! `categorize`: a number for each text, from a list of texts.
//!
//! Configuration: `{"labels": ["no", "yes"], "dtype": "|O", "astype": "|u1"}`. The number of the first label is 1; what is
//! in no label is 0, and comes back as the empty text.

use std::collections::HashMap;

use super::super::{ArrayToArray, Build, CodecError, CodecRow, Lesson, Marks, StageWork};
use super::{FilterDtypes, dtype, each, named_dtypes, numpy};
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer, Scalar, Variable,
};

#[derive(Debug)]
struct Categorize {
    encoded: ArrayRepresentation,
    decoded: DataType,
    labels: Vec<String>,
}

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["categorize"],
    card: "numcodecs",
    lesson: Lesson::Elementwise,
    // Python objects are texts here, whatever they are in the array.
    dtypes: |codec| {
        let decoded = named_dtypes(codec).decoded.filter(|dtype| dtype != "|O" && dtype != "O");
        let stored = match codec.optional("astype") {
            Some(dtype) if !dtype.value().is_null() => dtype.value().clone(),
            _ => "|u1".into(),
        };
        FilterDtypes { decoded, stored: Some(stored) }
    },
    ..CodecRow::new(
        "numcodecs.categorize",
        "writes the number of each text in a list of texts",
        Build::ArrayToArray(build),
    )
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    match &decoded.data_type {
        DataType::Variable(Variable::String) | DataType::Utf32(_) | DataType::Chars(_) => {}
        other => return Err(codec.fault("an array of texts", other.to_string())),
    }
    let labels = codec.required("labels", "an array of labels")?;
    let labels = labels.list("labels", |item| item.string("a label").map(str::to_owned))?;
    let data_type = dtype(codec, "astype", &DataType::Integer(Integer { bits: 8, signed: false }))?;
    let encoded = ArrayRepresentation { shape: decoded.shape.clone(), data_type, fill_value: None };
    Ok(Box::new(Categorize { encoded, decoded: decoded.data_type.clone(), labels }))
}

impl ArrayToArray for Categorize {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        let few: Vec<&str> = [""].into_iter().chain(self.labels.iter().map(String::as_str)).collect();
        let mut numbers = Vec::with_capacity(input.size());
        let mut marks = Marks::default();
        let traced = work.is_traced.then_some(input.size());
        let mut nbytes: u64 = 0;
        for (index, scalar) in input.iter().enumerate() {
            let number = match &scalar {
                Scalar::Integer(number) => usize::try_from(*number).ok().filter(|number| *number < few.len()),
                _ => None,
            };
            if number.is_none() {
                let most = self.labels.len();
                let reason = || format!("expected the number of a label, 0 to {most}, found {scalar}");
                marks.mark(index as u64, traced, reason);
            }
            let number = number.unwrap_or(0);
            // A long label in the document becomes very many bytes.
            nbytes = nbytes.saturating_add(few.get(number).map_or(0, |text| text.len() as u64));
            if nbytes > work.limit {
                return Err(CodecError::TooMuch { limit: work.limit });
            }
            numbers.push(number);
        }
        work.leave_marked(self.elements(&few, numbers), marks, &self.encoded.shape)
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        // Of labels that are the same the last one counts, as in numcodecs.
        let numbers: HashMap<&str, i128> = self.labels.iter().map(String::as_str).zip(1..).collect();
        let mut unknown = 0_u64;
        let encoded = each(input, &self.encoded.data_type, &self.encoded.shape, work, |scalar| {
            let text = match scalar {
                Scalar::Text(text) => text.as_ref(),
                Scalar::Chars(bytes) => std::str::from_utf8(bytes).ok()?,
                _ => return None,
            };
            let number = numbers.get(text).copied().unwrap_or(0);
            unknown += u64::from(number == 0);
            let number = Scalar::Integer(number);
            numpy::cast(&number, &self.encoded.data_type).filter(|cast| *cast == number)
        });
        if unknown > 0 {
            work.note("no label", format!("{unknown} elements, which come back as the empty text"));
        }
        encoded
    }
}

impl Categorize {
    fn elements(&self, few: &[&str], numbers: Vec<usize>) -> Elements {
        if self.decoded.is_variable() {
            let few: Vec<&[u8]> = few.iter().map(|text| text.as_bytes()).collect();
            return Elements::of_few(self.decoded.clone(), &few, numbers);
        }
        let mut bytes = Vec::new();
        for number in numbers {
            Scalar::Text(few.get(number).copied().unwrap_or("").into()).append(&self.decoded, &mut bytes);
        }
        Elements::new(self.decoded.clone(), bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{
        data_type, decode_array, encode_array, metadata, representation, texts,
    };
    use super::super::super::{DecodeOptions, Value};
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_stand_for_labels() {
        let codec = metadata("categorize", json!({"labels": ["no", "yes"], "astype": "|u1"}));
        let codec = build(&codec, &representation("string", &[3])).unwrap();
        let decode = |bytes: Vec<u8>| decode_array(codec.as_ref(), &Elements::new(data_type("uint8"), bytes));
        assert_eq!(texts(&decode(vec![2, 0, 1]).unwrap()), ["\"yes\"", "\"\"", "\"no\""]);
        assert_eq!(
            decode(vec![2, 3]).unwrap_err().to_string(),
            "element (1): expected the number of a label, 0 to 2, found 3"
        );
    }

    #[test]
    fn texts_become_numbers() {
        let labels: Vec<String> = (0..300).map(|number| number.to_string()).collect();
        let codec = metadata("categorize", json!({"labels": labels, "astype": "|u1"}));
        let codec = build(&codec, &representation("string", &[3])).unwrap();
        let texts = |texts: &[&str]| {
            Elements::variable(data_type("string"), texts.iter().map(|text| text.as_bytes()))
        };
        let encoded = encode_array(codec.as_ref(), &texts(&["2", "none of them", "254"])).unwrap();
        assert_eq!(encoded, Elements::new(data_type("uint8"), vec![3, 0, 255]));
        assert_eq!(decode_array(codec.as_ref(), &encoded).unwrap(), texts(&["2", "", "254"]));
        let beyond = encode_array(codec.as_ref(), &texts(&["255"])).unwrap_err().to_string();
        assert_eq!(beyond, "element (0): expected an element that has a value in uint8, found \"255\"");
    }

    #[test]
    fn the_labels_around_a_fault_are_left() {
        let codec = metadata("categorize", json!({"labels": ["no"], "astype": "|u1"}));
        let codec = build(&codec, &representation("string", &[3])).unwrap();
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        assert!(codec.decode(&Elements::new(data_type("uint8"), vec![1, 2, 1]), &mut work).is_err());
        let partial = work.partial.unwrap();
        let expected = Elements::variable(data_type("string"), [b"no".as_slice(), b"", b"no"]);
        assert_eq!(partial.value, Value::Array(expected));
        assert_eq!(partial.marks.unwrap().iter().collect::<Vec<_>>(), [1]);
    }
}
