use serde_json::{Map, Value, json};

use super::chain::{Chain, Dimensions, StageInfo};
use super::named;
use super::row::CodecRow;
use crate::metadata::DocumentNote;

const LISTS: &[&str] = &["codecs", "index_codecs"];

#[doc(hidden)]
impl Chain {
    /// In encoding order. Chains with the same meaning make the same of the same bytes; what does nothing is left out.
    pub fn meaning(&self) -> Vec<Value> {
        self.stages().filter_map(StageInfo::meaning).collect()
    }

    pub fn document_notes(&self) -> Vec<DocumentNote> {
        let mut notes: Vec<DocumentNote> = self.stages().flat_map(StageInfo::document_notes).collect();
        if let Some(sharding) = self.sharding() {
            notes.extend(sharding.inner().document_notes());
            notes.extend(sharding.index().document_notes());
        }
        notes
    }
}

#[doc(hidden)]
impl StageInfo {
    pub fn meaning(&self) -> Option<Value> {
        let mut configuration = self.codec.configuration.as_object().cloned().unwrap_or_default();
        // In V2 the name stands among the members.
        configuration.shift_remove("id");
        let row = self.row();
        if let Some(row) = row {
            (row.canonical)(self, &mut configuration);
        }
        let name = row.map_or(self.codec.name.as_str(), |row| row.same_as);
        let does_nothing = matches!(&self.dimensions,
            Dimensions::Permuted(order) if order.iter().copied().eq(0..order.len()));
        (!does_nothing).then(|| written(name, configuration))
    }

    pub fn document_notes(&self) -> Vec<DocumentNote> {
        if let Some(row) = self.row() {
            return (row.notes)(self);
        }
        match named::about(&self.codec.name) {
            Some(about) => vec![self.codec.note(format!("\"{}\": {about}", self.codec.name))],
            None => Vec::new(),
        }
    }
}

fn written(name: &str, mut configuration: Map<String, Value>) -> Value {
    for list in LISTS {
        if let Some(Value::Array(codecs)) = configuration.get_mut(*list) {
            for codec in codecs {
                *codec = inner(codec);
            }
        }
    }
    if configuration.is_empty() {
        json!({"name": name})
    } else {
        json!({"name": name, "configuration": configuration})
    }
}

/// A name alone is the same as an object with it. Documents have no more levels than [`crate::limits::JSON_DEPTH`].
fn inner(codec: &Value) -> Value {
    let name = codec.as_str().or_else(|| codec.get("name")?.as_str()).unwrap_or_default();
    let configuration = codec.get("configuration").and_then(Value::as_object).cloned().unwrap_or_default();
    written(CodecRow::find(name).map_or(name, |row| row.same_as), configuration)
}

#[cfg(test)]
mod tests {
    use super::super::arrange;
    use super::super::fixture::representation;
    use super::*;
    use crate::metadata::{CodecMetadata, Json, v2};

    fn v3(codecs: &Value) -> Vec<Value> {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        Chain::build(&codecs, "/codecs", representation("int32", &[4, 6])).unwrap().meaning()
    }

    fn v2(order: &str, dtype: &str, compressor: &Value) -> Vec<Value> {
        let document = json!({"zarr_format": 2, "shape": [4, 6], "chunks": [4, 6], "dtype": dtype, "order": order,
            "fill_value": 0, "filters": null, "compressor": compressor});
        let codecs = v2::read_array(&document, Ok(Map::new())).unwrap().codecs.unwrap();
        Chain::build(&arrange(codecs), "/codecs", representation("int32", &[4, 6])).unwrap().meaning()
    }

    #[test]
    fn both_versions_say_the_same_in_their_own_words() {
        let little = json!({"name": "bytes", "configuration": {"endian": "little"}});
        let big = json!({"name": "bytes", "configuration": {"endian": "big"}});
        let transpose = |order: Value| json!({"name": "transpose", "configuration": {"order": order}});
        let zstd = json!({"name": "zstd", "configuration": {"level": 3, "checksum": false}});
        let blosc = json!({"name": "blosc", "configuration":
            {"typesize": 4, "cname": "lz4", "clevel": 5, "shuffle": "bitshuffle", "blocksize": 0}});
        for (new, old) in [
            (v3(&json!([little])), v2("C", "<i4", &json!(null))),
            (v3(&json!([transpose(json!([1, 0])), big])), v2("F", ">i4", &json!(null))),
            (v3(&json!([transpose(json!([0, 1])), little])), v2("C", "<i4", &json!(null))),
            (v3(&json!([little, zstd])), v2("C", "<i4", &json!({"id": "zstd", "level": 3}))),
            (
                v3(&json!([little, blosc])),
                v2(
                    "C",
                    "<i4",
                    &json!({"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 2, "blocksize": 0}),
                ),
            ),
        ] {
            assert_eq!(new, old);
        }
        assert_ne!(v3(&json!([little])), v2("C", ">i4", &json!(null)));
        assert_ne!(v3(&json!([little, zstd])), v2("C", "<i4", &json!({"id": "zstd", "level": 4})));
    }

    #[test]
    fn codecs_within_codecs_have_one_form_too() {
        let shard = |codecs: Value| {
            json!([{"name": "sharding_indexed", "configuration": {"chunk_shape": [2, 3], "codecs": codecs,
                "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, "crc32c"]}}])
        };
        let bytes = json!({"name": "bytes", "configuration": {"endian": "little"}});
        assert_eq!(
            v3(&shard(json!([bytes, "crc32c"]))),
            v3(&shard(json!([bytes, {"name": "crc32c", "configuration": {}}])))
        );
        assert_ne!(v3(&shard(json!([bytes]))), v3(&shard(json!([bytes, "crc32c"]))));
    }
}
