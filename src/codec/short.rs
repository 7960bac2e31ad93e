use serde_json::Value;

use super::row::{CodecKind, CodecRow, StoredForm};
use crate::metadata::text::shorten;
use crate::metadata::{CodecMetadata, CodecRole};

const LONGEST: usize = 40;
/// Codecs within codecs are looked into no further: documents may have more levels than anyone reads.
const LEVELS: usize = 4;

struct Named {
    words: Vec<String>,
    is_plain: bool,
    within: Vec<Named>,
}

pub fn in_short(codecs: &[CodecMetadata]) -> String {
    written(&read_all(codecs))
}

pub fn in_full(codecs: &[CodecMetadata]) -> String {
    let named = codecs.iter().filter(|codec| codec.role != CodecRole::Implied);
    let all: Vec<String> = named.map(|codec| full(&codec.name, &codec.configuration, codec.role)).collect();
    if all.is_empty() { "no codec".to_owned() } else { all.join(" ") }
}

fn full(name: &str, configuration: &Value, role: CodecRole) -> String {
    let row = CodecRow::named(name, role);
    let own = shorten(row.map_or(name, |row| row.label()), LONGEST);
    let members = row.map_or([&[][..], &[]], |row| [row.named, row.amounts]).concat();
    let mut said = Vec::new();
    for member in members {
        match configuration.get(member) {
            Some(Value::String(text)) => said.push(shorten(text, LONGEST)),
            Some(Value::Number(number)) => said.push(number.to_string()),
            _ => {}
        }
    }
    match said.as_slice() {
        [] => own,
        [one] => format!("{own} {one}"),
        more => format!("{own}({})", more.join(" ")),
    }
}

pub fn all_names(codecs: &[CodecMetadata]) -> Vec<String> {
    let mut names = Vec::new();
    collect(read_all(codecs), &mut names);
    names.sort_unstable();
    names.dedup();
    names
}

fn read_all(codecs: &[CodecMetadata]) -> Vec<Named> {
    codecs.iter().map(|codec| read(&codec.name, &codec.configuration, codec.role, LEVELS)).collect()
}

fn read(name: &str, configuration: &Value, role: CodecRole, levels: usize) -> Named {
    let row = CodecRow::named(name, role);
    // Those of numcodecs are known without its name in front of theirs.
    let mut words = vec![shorten(row.map_or(name, |row| row.label()), LONGEST)];
    for member in row.map_or(&[][..], |row| row.named) {
        if let Some(word) = configuration.get(member).and_then(Value::as_str) {
            words.push(shorten(word, LONGEST));
        }
    }
    let mut within = Vec::new();
    if levels > 0
        && let Some(codecs) = configuration.get("codecs").and_then(Value::as_array)
    {
        for codec in codecs {
            let Some(name) = codec.as_str().or_else(|| codec.get("name")?.as_str()) else { continue };
            let configuration = codec.get("configuration").unwrap_or(&Value::Null);
            within.push(read(name, configuration, CodecRole::Codec, levels - 1));
        }
    }
    let is_plain =
        row.is_some_and(|row| row.kind() == CodecKind::ArrayToBytes && row.form == StoredForm::Plain);
    Named { words, is_plain, within }
}

fn written(codecs: &[Named]) -> String {
    let all_plain = codecs.iter().all(|codec| codec.is_plain);
    let shown = codecs.iter().filter(|codec| all_plain || !codec.is_plain);
    let one = |codec: &Named| match codec.within.as_slice() {
        [] => codec.words.join(" "),
        within => format!("{} ({})", codec.words.join(" "), written(within)),
    };
    shown.map(one).collect::<Vec<_>>().join(" ")
}

fn collect(codecs: Vec<Named>, names: &mut Vec<String>) {
    for codec in codecs {
        names.extend(codec.words);
        collect(codec.within, names);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::NodeDocument;
    use serde_json::{Value, json};

    fn codecs(codecs: &Value) -> Vec<CodecMetadata> {
        let document = json!({
            "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "int32", "fill_value": 0,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
            "chunk_key_encoding": {"name": "default"}, "codecs": codecs,
        });
        match NodeDocument::from_value(document).node {
            Ok(crate::metadata::GroupOrArray::Array(array)) => array.codecs.unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn codecs_are_named_with_what_matters_of_their_configuration() {
        let blosc =
            json!({"name": "blosc", "configuration": {"cname": "lz4", "shuffle": "shuffle", "clevel": 5}});
        let bytes = json!({"name": "bytes", "configuration": {"endian": "little"}});
        let shard = json!({"name": "sharding_indexed", "configuration": {
            "chunk_shape": [1], "codecs": [bytes, "zstd"], "index_codecs": [bytes, "crc32c"],
        }});
        for (chain, short, names) in [
            (json!([bytes]), "bytes", vec!["bytes"]),
            (json!([bytes, blosc]), "blosc lz4 shuffle", vec!["blosc", "bytes", "lz4", "shuffle"]),
            (json!([shard]), "sharding_indexed (zstd)", vec!["bytes", "sharding_indexed", "zstd"]),
            (json!([bytes, "nobody.knows"]), "nobody.knows", vec!["bytes", "nobody.knows"]),
        ] {
            let codecs = codecs(&chain);
            assert_eq!(
                (in_short(&codecs).as_str(), all_names(&codecs)),
                (short, names.iter().map(ToString::to_string).collect())
            );
        }
    }
}
