use std::borrow::Cow;
use std::fmt::{self, Write};

use serde_json::{Map, Value};
use thiserror::Error;

use super::text::{escape, shorten};

pub const DOCUMENT: &str = "zarr.json";

/// How many characters of an offending value an error message quotes: with the sentence, one line of a terminal.
const QUOTED: usize = 60;

/// What is wrong in a metadata document, and where.
///
/// The pointer is a JSON pointer (RFC 6901) from the root of the document; it is empty for the document itself.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}: {}", self.place(), self.message())]
pub struct DocumentError {
    /// The name of the document.
    pub document: &'static str,
    /// Where in the document.
    pub pointer: String,
    #[doc(hidden)]
    pub codec: Option<Box<str>>,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
    /// Whether the document could not be read at all.
    #[doc(hidden)]
    pub is_unread: bool,
}

impl DocumentError {
    pub(crate) fn new(
        document: &'static str,
        pointer: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        let (pointer, expected, found) = (pointer.into(), expected.into(), found.into());
        Self { document, pointer, codec: None, expected, found, is_unread: false }
    }

    #[must_use]
    pub(crate) fn of_codec(mut self, name: &str) -> Self {
        self.codec.get_or_insert_with(|| name.into());
        self
    }

    pub(crate) fn place(&self) -> Cow<'_, str> {
        match (&self.codec, self.pointer.as_str()) {
            (_, "") => "document".into(),
            (None, pointer) => pointer.into(),
            (Some(codec), pointer) => format!("{pointer} ({})", escape(codec)).into(),
        }
    }

    /// The sentence without the pointer, for places that show the pointer on its own.
    pub fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentNote {
    pub document: &'static str,
    pub pointer: String,
    pub text: String,
}

impl fmt::Display for DocumentNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.text)
    }
}

/// A field of a document: its value, or what is wrong with it. One bad field never hides the others.
pub type Field<T> = Result<T, DocumentError>;

#[derive(Debug, Clone)]
pub struct Json<'a> {
    document: &'static str,
    value: &'a Value,
    pointer: String,
}

impl<'a> Json<'a> {
    pub fn root(value: &'a Value) -> Self {
        Self::at(value, String::new())
    }

    pub fn at(value: &'a Value, pointer: String) -> Self {
        Self { document: DOCUMENT, value, pointer }
    }

    #[must_use]
    pub fn in_document(self, document: &'static str) -> Self {
        Self { document, ..self }
    }

    pub fn document(&self) -> &'static str {
        self.document
    }

    pub fn value(&self) -> &'a Value {
        self.value
    }

    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    pub fn unexpected(&self, expected: impl Into<String>) -> DocumentError {
        self.fault(expected, quote(self.value))
    }

    pub fn fault(&self, expected: impl Into<String>, found: impl Into<String>) -> DocumentError {
        DocumentError::new(self.document, &self.pointer, expected, found)
    }

    pub fn note(&self, text: impl Into<String>) -> DocumentNote {
        DocumentNote { document: self.document, pointer: self.pointer.clone(), text: text.into() }
    }

    pub fn member(&self, name: &str) -> Option<Json<'a>> {
        let value = self.value.as_object()?.get(name)?;
        Some(Json::at(value, join(&self.pointer, name)).in_document(self.document))
    }

    pub fn required(&self, name: &str, expected: &str) -> Field<Json<'a>> {
        let missing = || DocumentError::new(self.document, join(&self.pointer, name), expected, "nothing");
        self.member(name).ok_or_else(missing)
    }

    pub fn object(&self) -> Field<&'a Map<String, Value>> {
        self.value.as_object().ok_or_else(|| self.unexpected("an object"))
    }

    pub fn items(&self, of: &str) -> Field<Vec<Json<'a>>> {
        let items = self.value.as_array().ok_or_else(|| self.unexpected(format!("an array of {of}")))?;
        let item =
            |(index, value)| Json::at(value, format!("{}/{index}", self.pointer)).in_document(self.document);
        Ok(items.iter().enumerate().map(item).collect())
    }

    pub fn string(&self, expected: &str) -> Field<&'a str> {
        self.value.as_str().ok_or_else(|| self.unexpected(expected))
    }

    pub fn boolean(&self) -> Field<bool> {
        self.value.as_bool().ok_or_else(|| self.unexpected("true or false"))
    }

    pub fn integer(&self, expected: &str) -> Field<i128> {
        let number = self.value.as_number().ok_or_else(|| self.unexpected(expected))?;
        // The text of the number, which `serde_json` keeps, has all digits. `1.0` is refused, as the specification
        // asks; zarr-python reads it.
        number.to_string().parse().map_err(|_| self.unexpected(expected))
    }

    pub fn size(&self, expected: &str) -> Field<u64> {
        u64::try_from(self.integer(expected)?).map_err(|_| self.unexpected(expected))
    }

    pub fn positive(&self, expected: &str) -> Field<u64> {
        match self.size(expected)? {
            0 => Err(self.unexpected(expected)),
            size => Ok(size),
        }
    }

    pub fn list<T>(&self, of: &str, read: impl Fn(&Json<'a>) -> Field<T>) -> Field<Vec<T>> {
        self.items(of)?.iter().map(read).collect()
    }

    pub fn only(&self, known: &[&str]) -> Field<()> {
        let Some(name) = self.object()?.keys().find(|name| !known.contains(&name.as_str())) else {
            return Ok(());
        };
        let place = self.required(name, "")?;
        Err(place.fault(format!("no member but {}", known.join(", ")), format!("\"{}\"", escape(name))))
    }
}

pub(super) fn named_only(mut fault: DocumentError, name: &str, known: &[(&str, &str)]) -> DocumentError {
    if let Some((name, what)) = known.iter().find(|(known, _)| *known == name) {
        fault.found = format!("\"{name}\" ({what}, which is not read)");
    }
    fault
}

/// JSON text, cut short, without control characters.
fn quote(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Array(items) if items.is_empty() => "an empty array".to_owned(),
        Value::Object(members) if members.is_empty() => "an empty object".to_owned(),
        other => {
            let mut start = Start(String::new());
            // Writing fails on purpose once there is enough to show: the rest of the error is of no interest.
            let _ = write!(start, "{other}");
            shorten(&escape(&start.0), QUOTED)
        }
    }
}

struct Start(String);

impl fmt::Write for Start {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0.extend(part.chars().take((QUOTED + 1).saturating_sub(self.0.chars().count())));
        if self.0.chars().count() > QUOTED { Err(fmt::Error) } else { Ok(()) }
    }
}

/// The JSON pointer of a member (RFC 6901, section 3). Every field of every node is read through it: few names have signs
/// that must be replaced, and the others are copied once.
pub(crate) fn join(pointer: &str, name: &str) -> String {
    let mut joined = String::with_capacity(pointer.len() + 1 + name.len());
    joined.push_str(pointer);
    joined.push('/');
    if name.contains(['~', '/']) {
        joined.push_str(&name.replace('~', "~0").replace('/', "~1"));
    } else {
        joined.push_str(name);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_error_names_pointer_expected_and_found() {
        let document = json!({"codecs": [{"name": "bytes", "configuration": {"endian": 3}}]});
        let root = Json::root(&document);
        let codec = root.member("codecs").unwrap().items("codecs").unwrap().remove(0);
        let endian = codec.member("configuration").unwrap().member("endian").unwrap();
        let error = endian.string("\"little\" or \"big\"").unwrap_err();
        assert_eq!(
            error.to_string(),
            "/codecs/0/configuration/endian: expected \"little\" or \"big\", found 3"
        );
    }

    #[test]
    fn a_member_name_is_escaped_in_its_pointer() {
        let document = json!({"a/b~c": 1});
        assert_eq!(Json::root(&document).member("a/b~c").unwrap().pointer(), "/a~1b~0c");
    }

    #[test]
    fn integers_have_no_fraction_and_no_exponent() {
        for (text, read) in
            [("10", Some(10)), ("-0", Some(0)), ("1.0", None), ("1e1", None), ("18446744073709551616", None)]
        {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(Json::root(&value).size("a size").ok(), read, "{text}");
        }
    }

    #[test]
    fn a_missing_member_is_named_where_it_would_stand() {
        let document = json!({});
        let error = Json::root(&document).required("shape", "an array of sizes").unwrap_err();
        assert_eq!(error.to_string(), "/shape: expected an array of sizes, found nothing");
    }

    #[test]
    fn a_long_value_is_cut_short_and_escaped() {
        let document = json!(format!("\u{1b}[2J{}", "x".repeat(500)));
        let found = Json::root(&document).unexpected("a size").found;
        assert!(found.chars().count() <= QUOTED + 1 && !found.contains('\u{1b}'), "{found}");
        let mut start = Start(String::new());
        assert!(write!(start, "{}", json!(["x".repeat(500)])).is_err());
        assert_eq!(start.0.len(), QUOTED + 1);
    }
}
