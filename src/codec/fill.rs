//! The fill value on its way through a chain, and back.
//!
//! Specification: [cast_value](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/cast_value). That it comes
//! back is judged once, at the end of the whole chain: what one codec loses another one may restore.

use std::borrow::Cow;
use std::fmt;

use super::map::{Elementwise, is_same_number, same_value};
use super::{Chain, StageInfo};
use crate::metadata::{CodecMetadata, DocumentError, Scalar};

/// Through each codec that computes with the fill value, those of inner chunks included, and back again.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FillPath {
    pub start: Option<Scalar>,
    pub encoded: Vec<Scalar>,
    pub decoded: Vec<Scalar>,
    pub fault: Option<DocumentError>,
}

impl FillPath {
    pub(super) fn of(chain: &Chain) -> Self {
        let start = chain.decoded().fill_value.clone();
        let mut path = Self { start, encoded: Vec::new(), decoded: Vec::new(), fault: None };
        if let Some(start) = path.start.clone() {
            path.fault = path.walk(&start, &computing(chain)).err();
        }
        path
    }

    fn walk(&mut self, start: &Scalar, codecs: &[Computing]) -> Result<(), DocumentError> {
        let mut value = start.clone();
        for codec in codecs {
            let expected = || format!("a fill value that can be encoded ({value})");
            value =
                codec.rule.encode_one(&value).map_err(|reason| codec.metadata.fault(expected(), reason))?;
            self.encoded.push(value.clone());
        }
        for codec in codecs.iter().rev() {
            let decoded = codec.rule.decode_one(&value);
            value = decoded.map_err(|reason| {
                codec.metadata.fault(survives(start), format!("{self}, which cannot be decoded: {reason}"))
            })?;
            self.decoded.push(value.clone());
        }
        // From the outside on, the codecs before which the value differs on the way forth and back: the last one loses it.
        let ways = std::iter::once(start).chain(&self.encoded).zip(self.decoded.iter().rev());
        let differing = codecs.iter().zip(ways).take_while(|(_, (forth, back))| !same_value(forth, back));
        match differing.last() {
            Some((codec, _)) => Err(codec.metadata.fault(survives(start), self.to_string())),
            None => Ok(()),
        }
    }

    pub fn values(&self) -> impl Iterator<Item = &Scalar> {
        let start = self.start.iter().filter(|_| !self.encoded.is_empty());
        start.chain(&self.encoded).chain(&self.decoded)
    }

    pub fn text(&self) -> Option<String> {
        let start = self.start.as_ref()?;
        let changes = self.values().any(|value| !is_same_number(start, value));
        changes.then(|| self.to_string())
    }

    pub fn fault_of(&self, stage: &StageInfo) -> Option<&DocumentError> {
        let fault = self.fault.as_ref()?;
        let rest = fault.pointer.strip_prefix(&stage.codec.pointer)?;
        if rest.is_empty() || rest.starts_with('/') { Some(fault) } else { None }
    }
}

/// Of a longer value, or one of more fields, the beginning is written: there is one for each codec.
const WRITTEN: usize = 1024;

fn survives(start: &Scalar) -> String {
    format!("a fill value that comes back from the codec chain ({start})")
}

impl fmt::Display for FillPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.start.iter().chain(&self.encoded).chain(&self.decoded);
        for (place, value) in values.enumerate() {
            let shown = value.beginning(WRITTEN);
            let rest = if matches!(shown, Cow::Owned(_)) { "…" } else { "" };
            write!(f, "{}{shown}{rest}", if place == 0 { "" } else { " → " })?;
        }
        Ok(())
    }
}

struct Computing<'a> {
    metadata: &'a CodecMetadata,
    rule: &'a dyn Elementwise,
}

/// In encoding order, up to the first codec after which the fill value is not known.
fn computing(chain: &Chain) -> Vec<Computing<'_>> {
    let mut found = Vec::new();
    for stage in &chain.array_to_array {
        match stage.codec.elementwise() {
            Some(rule) => found.push(Computing { metadata: &stage.info.codec, rule }),
            None if stage.info.encoded.fill_value() != stage.info.decoded.fill_value() => return found,
            None => {}
        }
    }
    if let Some(sharding) = chain.sharding() {
        found.extend(computing(sharding.inner()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{data_type, representation};
    use super::*;
    use crate::metadata::{Json, fill_value};
    use serde_json::{Value, json};

    fn cast(configuration: &Value) -> Value {
        json!({"name": "cast_value", "configuration": configuration})
    }

    fn scale(configuration: &Value) -> Value {
        json!({"name": "scale_offset", "configuration": configuration})
    }

    /// The way of a fill value through some codecs, and the pointer of the fault, if there is one.
    fn path(name: &str, fill: &Value, front: &[Value]) -> (String, Option<String>) {
        let mut decoded = representation(name, &[2]);
        decoded.fill_value = Some(fill_value::read(&Json::root(fill), &data_type(name)).unwrap());
        let bytes = json!({"name": "bytes", "configuration": {"endian": "little"}});
        let codecs = json!([front, &[bytes]].concat());
        let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", decoded).unwrap();
        let fault = chain.fill_path().fault.as_ref().map(|fault| fault.pointer.clone());
        (chain.fill_path().to_string(), fault)
    }

    #[test]
    fn what_one_codec_loses_another_may_restore() {
        let front = [scale(&json!({"scale": 100})), cast(&json!({"data_type": "int32"}))];
        let (way, fault) = path("float64", &json!(0.57), &front);
        assert_eq!(way, "0.57 → 56.99999999999999 → 57 → 57.0 → 0.57");
        assert_eq!(fault, None);
    }

    #[test]
    fn what_does_not_come_back_is_a_fault_of_the_codec_that_loses_it() {
        let clamp = cast(&json!({"data_type": "uint8", "out_of_range": "clamp"}));
        let half = scale(&json!({"scale": 0.5}));
        let int8 = cast(&json!({"data_type": "int8"}));
        let far = scale(&json!({"offset": 1e8}));
        let coarse = scale(&json!({"offset": 20, "scale": 10}));
        let tiny = scale(&json!({"scale": 1e-40}));
        let rows = [
            ("int16", json!(300), vec![clamp], "300 → 255 → 255", "/codecs/0"),
            ("float32", json!(3), vec![half, int8], "3.0 → 1.5 → 2 → 2.0 → 4.0", "/codecs/1"),
            ("float32", json!(0.1), vec![far.clone()], "0.1 → -100000000.0 → 0.0", "/codecs/0"),
            (
                "float32",
                json!(100_000_008),
                vec![coarse],
                "100000010.0 → 999999900.0 → 100000000.0",
                "/codecs/0",
            ),
            ("float32", json!(1e-40), vec![tiny], "1e-40 → 0.0 → 0.0", "/codecs/0"),
        ];
        for (name, fill, front, way, pointer) in rows {
            assert_eq!(path(name, &fill, &front), (way.to_owned(), Some(pointer.to_owned())));
        }
    }

    #[test]
    fn what_cannot_be_encoded_or_decoded_is_named_where_it_is() {
        let (way, fault) = path("int16", &json!(-1), &[cast(&json!({"data_type": "uint8"}))]);
        assert_eq!((way.as_str(), fault.as_deref()), ("-1", Some("/codecs/0")));
        let maps = json!({"encode": [["NaN", 0]]});
        let map = cast(&json!({"data_type": "uint8", "scalar_map": maps}));
        assert_eq!(path("float32", &json!("NaN"), &[map]).0, "NaN → 0 → 0.0");
    }

    #[test]
    fn the_codecs_of_inner_chunks_belong_to_the_chain() {
        let inner = json!([cast(&json!({"data_type": "int32"})), {"name": "bytes", "configuration": {"endian": "little"}}]);
        let index = json!([{"name": "bytes", "configuration": {"endian": "little"}}]);
        let shard = json!({"name": "sharding_indexed",
            "configuration": {"chunk_shape": [1], "codecs": inner, "index_codecs": index}});
        let mut decoded = representation("float64", &[2]);
        decoded.fill_value = data_type("float64").scalar(&0.57_f64.to_le_bytes());
        let codecs = json!([scale(&json!({"scale": 100})), shard]);
        let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", decoded).unwrap();
        assert_eq!(chain.fill_path().to_string(), "0.57 → 56.99999999999999 → 57 → 57.0 → 0.57");
        assert_eq!(chain.fill_path().fault, None);
    }
}
