use serde_json::Value;

use super::{copy_as::CopyAs, quoted::python_text};
use crate::codec::{CodecKind, CodecRow};
use crate::metadata::text::{escape, escape_json, is_unsafe};

/// Codecs of Zarr V3 in the forms that can express them. zarr-python takes those of inner chunks in the same way.
pub fn chain_copies(codecs: &[Value], name: &str, is_inner: bool) -> Vec<CopyAs> {
    let json: Vec<Value> = codecs.iter().cloned().map(configured).collect();
    let json = Value::Array(json).to_string();
    let mut what = "JSON, for codecs of zarr.json";
    if is_inner {
        what = "JSON, for codecs of inner chunks in zarr.json";
    }
    let mut copies = vec![CopyAs { what, text: escape_json(&json).into_owned() }];
    if let Some([filters, serializer, compressors]) = python_arguments(codecs) {
        let text = format!("filters={filters}, serializer={serializer}, compressors={compressors}");
        copies.push(CopyAs { what: "zarr-python, for create_array", text });
        let chain = format!("\"serializer\": {serializer}, \"compressors\": {compressors}");
        let text = format!("encoding={{{}: {{\"filters\": {filters}, {chain}}}}}", python_text(name));
        copies.push(CopyAs { what: "xarray, for encoding of to_zarr", text });
    }
    copies.retain(|copy| !copy.text.contains(is_unsafe));
    copies
}

fn name_of(codec: &Value) -> Option<&str> {
    codec.as_str().or_else(|| codec.get("name")?.as_str())
}

pub fn python_lacks(codecs: &[Value]) -> Option<String> {
    let mut missing: Vec<&str> = codecs.iter().filter_map(name_of).collect();
    missing.retain(|name| CodecRow::find(name).and_then(CodecRow::python_name).is_none());
    missing.dedup();
    if missing.is_empty() {
        return None;
    }
    Some(format!("zarr-python has no codec {} and refuses this", escape(&missing.join(", "))))
}

pub fn with_note(mut forms: Vec<CopyAs>, note: &str) -> Vec<CopyAs> {
    // The first form is JSON, which has no comments.
    for form in forms.iter_mut().skip(1) {
        form.text = format!("# {}\n{}", escape(note), form.text);
    }
    forms
}

/// The filters, the serializer and the compressors. `None` unless every codec is known, and exactly one is `array -> bytes`.
fn python_arguments(codecs: &[Value]) -> Option<[String; 3]> {
    let mut filters = Vec::new();
    let mut serializer = Vec::new();
    let mut compressors = Vec::new();
    for codec in codecs {
        match CodecRow::find(name_of(codec)?)?.kind() {
            CodecKind::ArrayToArray => filters.push(entry(codec)),
            CodecKind::ArrayToBytes => serializer.push(entry(codec)),
            CodecKind::BytesToBytes => compressors.push(entry(codec)),
        }
    }
    let [serializer] = serializer.as_slice() else { return None };
    let [filters, compressors] = [filters, compressors].map(|entries| format!("[{}]", entries.join(", ")));
    Some([filters, serializer.clone(), compressors])
}

fn entry(codec: &Value) -> String {
    let mut entry = configured(codec.clone());
    if let Some(row) = name_of(codec).and_then(CodecRow::find)
        && let Some(there) = row.python_name()
        && let Some(name) = entry.get_mut("name")
    {
        *name = there.into();
    }
    python(&entry)
}

/// zarr-python wants a configuration, even an empty one.
fn configured(codec: Value) -> Value {
    match codec {
        Value::String(name) => serde_json::json!({"name": name, "configuration": {}}),
        Value::Object(mut members) => {
            members.entry("configuration").or_insert_with(|| serde_json::json!({}));
            Value::Object(members)
        }
        other => other,
    }
}

fn python(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => python_text(text),
        Value::Array(items) => format!("[{}]", items.iter().map(python).collect::<Vec<_>>().join(", ")),
        Value::Object(members) => {
            let mut texts = Vec::new();
            for (name, value) in members {
                texts.push(format!("{}: {}", python_text(name), python(value)));
            }
            format!("{{{}}}", texts.join(", "))
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
    fn what_zarr_python_lacks_is_said_in_front() {
        // zarr-python 3.4.2 refuses the name `numcodecs.zlib` without a configuration, and takes it with an empty one.
        let codecs = json!(["bytes", {"name": "numcodecs.zlib"}]);
        let codecs = codecs.as_array().unwrap();
        assert_eq!(python_lacks(codecs), None);
        let zlib = r#"{"name":"numcodecs.zlib","configuration":{}}"#;
        let forms = chain_copies(codecs, "t", false);
        assert!(forms[0].text.ends_with(&format!("{zlib}]")), "{}", forms[0].text);
        assert!(forms[1].text.contains(r#"{"name": "numcodecs.zlib", "configuration": {}}"#));
        let codecs = json!(["numcodecs.pcodec", "gzip"]);
        let text = &chain_copies(codecs.as_array().unwrap(), "t", false)[1].text;
        assert!(text.contains(r#""numcodecs.pcodec""#) && text.contains(r#""gzip""#), "{text}");
        for (codecs, names) in
            [(json!(["zfp"]), "zfp"), (json!(["packbits", "conditional"]), "packbits, conditional")]
        {
            let codecs = codecs.as_array().unwrap();
            let note = python_lacks(codecs).unwrap();
            assert_eq!(note, format!("zarr-python has no codec {names} and refuses this"));
            let forms = with_note(chain_copies(codecs, "t", false), &note);
            assert!(forms[0].text.starts_with('['));
            assert!(forms[1].text.starts_with(&format!("# {note}\nfilters=")), "{}", forms[1].text);
        }
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
        let expected = r#"filters=[{"name": "numcodecs.bitround", "configuration": {"keepbits": 10}}], serializer={"name": "bytes", "configuration": {}}, compressors=[{"name": "zstd", "configuration": {}}]"#;
        assert_eq!(found[1].text, expected);
    }
}
