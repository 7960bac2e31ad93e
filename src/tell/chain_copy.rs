//! A chain of codecs in the forms that documents and programs take.

use serde_json::Value;

use super::copy_as::CopyAs;
use super::copy_as::python_text;
use crate::codec::{CodecKind, CodecRow};
use crate::metadata::text::{escape_json, is_unsafe};

/// The codecs of a document of Zarr V3, in the forms that they can be copied in, for an array of that name. A form that
/// cannot express them is left out. Those of inner chunks stand elsewhere in a document; programs take them in the same way.
#[must_use]
pub fn chain_copies(codecs: &[Value], name: &str, is_inner: bool) -> Vec<CopyAs> {
    let json = Value::Array(codecs.to_vec()).to_string();
    let where_to = if is_inner {
        "JSON, for codecs of inner chunks in zarr.json"
    } else {
        "JSON, for codecs of zarr.json"
    };
    let arguments = ChainArguments::of(codecs);
    let forms = [
        (where_to, Some(escape_json(&json).into_owned())),
        ("zarr-python, for create_array", arguments.as_ref().map(ChainArguments::keywords)),
        ("xarray, for encoding of to_zarr", arguments.as_ref().map(|arguments| arguments.encoding(name))),
    ];
    let plain = |text: &String| !text.contains(is_unsafe);
    forms.into_iter().filter_map(|(what, text)| Some(CopyAs { what, text: text.filter(plain)? })).collect()
}

/// The codecs by their kind, as zarr-python takes them.
struct ChainArguments {
    filters: String,
    serializer: String,
    compressors: String,
}

impl ChainArguments {
    /// `None` where a codec is not known, or none or several lay elements out.
    fn of(codecs: &[Value]) -> Option<Self> {
        let mut kinds: [Vec<&Value>; 3] = Default::default();
        for codec in codecs {
            let name = codec.as_str().or_else(|| codec.get("name")?.as_str())?;
            let [filters, serializer, compressors] = &mut kinds;
            match CodecRow::find(name)?.kind() {
                CodecKind::ArrayToArray => filters.push(codec),
                CodecKind::ArrayToBytes => serializer.push(codec),
                CodecKind::BytesToBytes => compressors.push(codec),
            }
        }
        let [filters, serializer, compressors] = kinds;
        let [serializer] = serializer.as_slice() else { return None };
        let list = |codecs: Vec<&Value>| {
            format!("[{}]", codecs.into_iter().map(entry).collect::<Vec<_>>().join(", "))
        };
        Some(Self { filters: list(filters), serializer: entry(serializer), compressors: list(compressors) })
    }

    fn keywords(&self) -> String {
        let Self { filters, serializer, compressors } = self;
        format!("filters={filters}, serializer={serializer}, compressors={compressors}")
    }

    fn encoding(&self, name: &str) -> String {
        let Self { filters, serializer, compressors } = self;
        let name = python_text(name);
        format!(
            "encoding={{{name}: {{\"filters\": {filters}, \"serializer\": {serializer}, \"compressors\": {compressors}}}}}"
        )
    }
}

/// An entry as zarr-python takes it: never a name alone, and filters of numcodecs under the names that they have there.
fn entry(codec: &Value) -> String {
    let name = codec.as_str().or_else(|| codec.get("name")?.as_str()).unwrap_or_default();
    let filter = CodecRow::find(name).filter(|row| row.kind() == CodecKind::ArrayToArray);
    let there = filter.and_then(|row| row.aliases.iter().find(|alias| alias.starts_with(NUMCODECS)));
    let mut entry = serde_json::json!({"name": there.copied().unwrap_or(name)});
    if let Some((configuration, members)) = codec.get("configuration").zip(entry.as_object_mut()) {
        members.insert("configuration".to_owned(), configuration.clone());
    }
    python(&entry)
}

/// How the names begin that codecs of numcodecs have in documents.
const NUMCODECS: &str = "numcodecs.";

/// JSON as Python writes it.
fn python(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => python_text(text),
        Value::Array(items) => format!("[{}]", items.iter().map(python).collect::<Vec<_>>().join(", ")),
        Value::Object(members) => {
            let member =
                |(name, value): (&String, &Value)| format!("{}: {}", python_text(name), python(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_chain_in_three_forms() {
        let codecs = json!([
            {"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "bytes", "configuration": {"endian": "little"}},
            {"name": "zstd", "configuration": {"level": 3, "checksum": false}},
        ]);
        let found = chain_copies(codecs.as_array().unwrap(), "t", false);
        let texts: Vec<&str> = found.iter().map(|form| form.text.as_str()).collect();
        // zarr-python 3.4.2 and xarray were given the last two: the arrays that they create have these codecs.
        let filters = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}}]"#;
        let serializer = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
        let compressors = r#"[{"name": "zstd", "configuration": {"level": 3, "checksum": False}}]"#;
        assert_eq!(
            texts,
            [
                codecs.to_string(),
                format!("filters={filters}, serializer={serializer}, compressors={compressors}"),
                format!(
                    "encoding={{\"t\": {{\"filters\": {filters}, \"serializer\": {serializer}, \"compressors\": \
                     {compressors}}}}}"
                ),
            ]
        );
    }

    #[test]
    fn what_cannot_be_said_is_left_out() {
        let forms = |codecs: Value| chain_copies(codecs.as_array().unwrap(), "t", false).len();
        assert_eq!(forms(json!(["bytes", "crc32c"])), 3);
        let inner = chain_copies(json!(["bytes"]).as_array().unwrap(), "t", true);
        assert_eq!(inner[0].what, "JSON, for codecs of inner chunks in zarr.json");
        assert_eq!(forms(json!(["crc32c"])), 1, "nothing lays the elements out");
        assert_eq!(forms(json!(["bytes", "unknown"])), 1);
    }

    #[test]
    fn filters_have_the_names_that_zarr_python_knows() {
        // zarr-python 3.4.2 takes this, and refuses the name without the library.
        let codecs = json!([{"name": "bitround", "configuration": {"keepbits": 10}}, "bytes", "zstd"]);
        let found = chain_copies(codecs.as_array().unwrap(), "t", false);
        let expected = r#"filters=[{"name": "numcodecs.bitround", "configuration": {"keepbits": 10}}], serializer={"name": "bytes"}, compressors=[{"name": "zstd"}]"#;
        assert_eq!(found[1].text, expected);
    }
}
