use std::sync::Arc;

use super::chain::{Chain, Representation};
use super::run::{Recorder, StageFault, StageRun};
use super::value::Value;
use super::{CodecError, DecodeOptions};
use crate::limits::{ENCODED_GROWTH, STAGE_SLACK};
use crate::metadata::Elements;

#[doc(hidden)]
impl Chain {
    pub fn encode(
        &self,
        elements: &Elements,
        options: &DecodeOptions,
        recorder: &mut dyn Recorder,
    ) -> Result<Vec<u8>, StageFault> {
        self.encode_within(elements, options, recorder, u64::MAX)
    }

    /// No stage gives more than `most` bytes, nor far more than the elements have.
    pub(super) fn encode_within(
        &self,
        elements: &Elements,
        options: &DecodeOptions,
        recorder: &mut dyn Recorder,
        most: u64,
    ) -> Result<Vec<u8>, StageFault> {
        let decoded = self.decoded();
        let found = elements.bytes().len() as u64;
        let expected = decoded.nbytes().unwrap_or(u64::MAX);
        if *elements.data_type() != decoded.data_type || found != expected {
            let stage = self.stages().next().unwrap_or(self.array_to_bytes_info());
            let error = CodecError::Length { expected, what: decoded.to_string(), found };
            return Err(StageFault::new(stage, error));
        }
        let own =
            found.max(elements.size() as u64).saturating_mul(ENCODED_GROWTH).min(options.max_chunk_bytes);
        let limit = own.saturating_add(STAGE_SLACK).min(most);
        let mut run = StageRun { options, recorder };
        let mut array: Option<Arc<Value>> = None;
        for stage in &self.array_to_array {
            let input = array_of(array.as_deref(), elements);
            array = Some(run.stage(&stage.info, |work| {
                work.limit = limit;
                within(limit, Value::Array(stage.codec.encode(input, work)?))
            })?);
        }
        let stage = &self.array_to_bytes;
        let input = array_of(array.as_deref(), elements);
        let mut value = run.stage(&stage.info, |work| {
            work.limit = limit;
            within(limit, Value::Bytes(stage.codec.encode(input, work)?))
        })?;
        let mut element_nbytes = match &stage.info.decoded {
            Representation::Array(array) if !array.data_type.is_variable() => array.data_type.nbytes(),
            _ => 1,
        };
        drop(array);
        for stage in &self.bytes_to_bytes {
            value = run.stage(&stage.info, |work| {
                work.element_nbytes = std::mem::replace(&mut element_nbytes, 1);
                work.limit = limit;
                within(limit, Value::Bytes(stage.codec.encode(value.bytes(), work)?))
            })?;
        }
        Ok(Arc::unwrap_or_clone(value).into_bytes())
    }
}

fn within(limit: u64, value: Value) -> Result<Value, CodecError> {
    if value.bytes().len() as u64 > limit { Err(CodecError::TooMuch { limit }) } else { Ok(value) }
}

fn array_of<'a>(value: Option<&'a Value>, elements: &'a Elements) -> &'a Elements {
    match value {
        Some(Value::Array(array)) => array,
        _ => elements,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::representation;
    use super::super::{Outcome, Silent, Trace};
    use super::*;
    use crate::metadata::{CodecMetadata, DataType, Json, Scalar};
    use crate::store::Slice;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn chain(name: &str, shape: &[u64], codecs: &Value) -> Chain {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let mut decoded = representation(name, shape);
        decoded.fill_value = decoded.data_type.scalar(&vec![0; decoded.data_type.nbytes()]);
        Chain::build(&codecs, "/codecs", decoded).unwrap()
    }

    /// A chain with every kind of codec.
    fn packed() -> Chain {
        let codecs = json!([
            {"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "scale_offset", "configuration": {"offset": -10, "scale": 0.5}},
            {"name": "cast_value", "configuration": {"data_type": "uint16"}},
            {"name": "bytes", "configuration": {"endian": "big"}},
            "crc32c"
        ]);
        chain("float64", &[1, 2], &codecs)
    }

    fn floats(values: &[f64]) -> Elements {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Elements::new(DataType::from_name("float64").unwrap(), bytes)
    }

    #[test]
    fn every_stage_runs_in_encoding_order_and_is_recorded() {
        let options = DecodeOptions::default();
        let trace = Trace::record_encoding(&packed(), &floats(&[0.0, 600.0]), &options, usize::MAX);
        // (0 + 10) * 0.5 = 5, (600 + 10) * 0.5 = 305 = 0x0131
        let stored = [0, 5, 1, 0x31];
        let stored = [&stored[..], &crc32c::crc32c(&stored).to_le_bytes()].concat();
        assert_eq!(trace.stored, Some(stored));
        let describe = |stage: &super::super::StageTrace| match &stage.outcome {
            Outcome::Decoded(nbytes, _) => format!("{} {nbytes}", stage.info.codec.name),
            other => format!("{} {other:?}", stage.info.codec.name),
        };
        let described: Vec<String> = trace.stages.iter().map(describe).collect();
        assert_eq!(described, ["transpose 16", "scale_offset 16", "cast_value 4", "bytes 4", "crc32c 8"]);
    }

    #[test]
    fn a_stage_that_fails_names_itself_and_ends_the_chain() {
        let options = DecodeOptions::default();
        let trace = Trace::record_encoding(&packed(), &floats(&[0.0, -14.0]), &options, 0);
        let fault = trace.fault.unwrap();
        let message = fault.to_string();
        assert!(
            message.starts_with("cast_value: element (1, 0): -2.0 is out of the range of uint16 (0 to 65535")
        );
        assert_eq!(trace.stages[3].outcome, Outcome::NotReached);
        assert_eq!((trace.stages.len(), trace.stored), (5, None));
    }

    #[test]
    fn what_grows_with_each_codec_is_stopped() {
        let elements = floats(&vec![1.0; 20_000]);
        let options = DecodeOptions::default();
        let most = (160_000 * ENCODED_GROWTH + STAGE_SLACK).to_string();
        let stopped = format!("numcodecs.base64: expected at most {most} bytes to come out, found more");
        let bytes = json!({"name": "bytes", "configuration": {"endian": "little"}});
        let codecs = [vec![bytes.clone()], vec![json!("numcodecs.base64"); 60]].concat();
        let fault = chain("float64", &[20_000], &json!(codecs)).encode(&elements, &options, &mut Silent);
        assert_eq!(fault.unwrap_err().to_string(), stopped);
        // Each inner chunk is small.
        let inner = codecs[..32].to_vec();
        let shard = json!([{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [1], "codecs": inner,
            "index_codecs": [bytes],
        }}]);
        let fault = chain("float64", &[20_000], &shard).encode(&elements, &options, &mut Silent).unwrap_err();
        assert!(fault.to_string().ends_with("bytes to come out, found more"), "{fault}");
        let little = DecodeOptions { max_chunk_bytes: 160_000, ..options };
        let fault = chain("float64", &[20_000], &json!(codecs)).encode(&elements, &little, &mut Silent);
        assert!(fault.unwrap_err().to_string().contains("at most 1208576 bytes"));
    }

    #[test]
    fn elements_of_another_chunk_are_refused() {
        let fault = packed().encode(&floats(&[1.0]), &DecodeOptions::default(), &mut Silent).unwrap_err();
        assert_eq!(fault.to_string(), "transpose: expected 16 bytes (1×2 float64), found 8");
    }

    fn bytes_to_bytes() -> impl Strategy<Value = Vec<Value>> {
        let codecs = vec![
            json!("crc32c"),
            json!({"name": "gzip", "configuration": {"level": 1}}),
            json!({"name": "zstd", "configuration": {"level": 3, "checksum": true}}),
            json!({"name": "blosc", "configuration": {"typesize": 4}}),
        ];
        prop::collection::vec(prop::sample::select(codecs), 0..4)
    }

    fn array_to_bytes() -> impl Strategy<Value = Value> {
        let bytes = |endian| json!({"name": "bytes", "configuration": {"endian": endian}});
        let plain = prop::sample::select(vec![bytes("little"), bytes("big")]);
        let shard = (plain.clone(), bytes_to_bytes(), any::<bool>()).prop_map(move |(inner, rest, start)| {
            let codecs = [vec![inner], rest].concat();
            json!({"name": "sharding_indexed", "configuration": {
                "chunk_shape": [1, 1, 1], "codecs": codecs,
                "index_codecs": [bytes("little"), "crc32c"],
                "index_location": if start { "start" } else { "end" },
            }})
        });
        prop_oneof![plain, shard]
    }

    proptest! {
        #[test]
        fn what_is_encoded_decodes_to_the_same_bytes(
            name in prop::sample::select(vec!["uint8", "int16", "r24", "float32", "bfloat16", "int64", "complex128"]),
            shape in prop::collection::vec(1_u64..4, 3),
            order in Just(vec![0, 1, 2]).prop_shuffle(),
            middle in array_to_bytes(),
            rest in bytes_to_bytes(),
            seed in prop::collection::vec(any::<u8>(), 1..40),
        ) {
            let transpose = json!({"name": "transpose", "configuration": {"order": order}});
            let codecs = [vec![transpose, middle], rest].concat();
            let chain = chain(name, &shape, &json!(codecs));
            let nbytes = usize::try_from(chain.decoded().nbytes().unwrap()).unwrap();
            let elements = Elements::new(chain.decoded().data_type.clone(), seed.into_iter().cycle().take(nbytes).collect());
            let options = DecodeOptions::default();
            let stored = chain.encode(&elements, &options, &mut Silent).unwrap();
            prop_assert_eq!(chain.decode(&Slice(&stored), &options, &mut Silent).unwrap(), elements);
        }
    }

    #[test]
    fn a_fill_value_is_encoded_like_an_element() {
        let chain = packed();
        let encoded = chain.stages().filter_map(|stage| match &stage.encoded {
            super::super::Representation::Array(array) => array.fill_value.clone(),
            _ => None,
        });
        let encoded: Vec<String> = encoded.map(|scalar: Scalar| scalar.to_string()).collect();
        assert_eq!(encoded, ["0.0", "5.0", "5"]);
    }
}
