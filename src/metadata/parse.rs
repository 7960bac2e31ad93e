//! From the bytes of a document to JSON. A few bytes can take a hundred times their size in memory, so values and levels
//! are counted first, in one pass that takes no memory, and a document over a limit is never parsed.

use serde_json::Value;

use super::json::{DocumentError, Field};
use crate::lenient::quote_bare_numbers;
use crate::limits::{DOCUMENT_VALUES, JSON_DEPTH, Limits, at_most};

pub fn parse(bytes: &[u8], document: &'static str, limits: &Limits) -> Field<Value> {
    let fault = |expected: &str, found: String| DocumentError::new(document, "", expected, found);
    let Extent { values, depth } = Extent::of(bytes);
    for (found, most, unit, limit) in [
        (depth, limits.json_depth, "levels", JSON_DEPTH),
        (values, limits.document_values, "values", DOCUMENT_VALUES),
    ] {
        if found > most {
            return Err(fault(&at_most(most, unit, limit), found.to_string()));
        }
    }
    if bytes.is_empty() {
        return Err(fault("a JSON document", "an empty file".to_owned()));
    }
    let error = match serde_json::from_slice(bytes) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    // Bare numbers are looked for only in what is no JSON: a sound document is read once.
    if let Some(quoted) = quote_bare_numbers(bytes)
        && let Ok(value) = serde_json::from_slice(&quoted)
    {
        return Ok(value);
    }
    let found = match STARTS.iter().find(|(start, _)| bytes.starts_with(start)) {
        Some((_, found)) => (*found).to_owned(),
        None => error.to_string().replace("EOF while parsing", "the end of the file within"),
    };
    Err(fault("a JSON document", found))
}

/// Of files that hold JSON in another form than UTF-8 (RFC 8259, section 8.1).
const STARTS: &[(&[u8], &str)] = &[
    (b"\xef\xbb\xbf", "a byte order mark before it"),
    (b"\xff\xfe", "a text in UTF-16"),
    (b"\xfe\xff", "a text in UTF-16"),
    (b"{\0", "a text in UTF-16 or UTF-32"),
    (b"\0", "zeros, or a text in UTF-16 or UTF-32"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    pub values: u64,
    pub depth: u64,
}

impl Extent {
    pub fn of(bytes: &[u8]) -> Self {
        let mut values = 1;
        let mut level = 0_u64;
        let mut depth = 0;
        let mut in_string = false;
        let mut is_escaped = false;
        for byte in bytes {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_string => is_escaped = true,
                b'"' => in_string = !in_string,
                _ if in_string => {}
                b',' | b':' => values += 1,
                b'[' | b'{' => {
                    values += 1;
                    level += 1;
                    depth = depth.max(level);
                }
                // Brackets need not match in what is no JSON.
                b']' | b'}' => level = level.saturating_sub(1),
                _ => {}
            }
        }
        Self { values, depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_counts_values_and_levels_outside_of_texts() {
        for (text, values, depth) in [
            ("", 1, 0),
            ("1", 1, 0),
            ("[]", 2, 1),
            ("[1, [2], {}]", 6, 2),
            (r#"{"a": 1, "b": "[{,:\"[", "c": "\\"}"#, 7, 1),
            ("]]]]", 1, 0),
        ] {
            assert_eq!(Extent::of(text.as_bytes()), Extent { values, depth }, "{text}");
        }
    }

    #[test]
    fn a_document_over_a_limit_names_the_option() {
        let limits = Limits { document_values: 5, json_depth: 2, ..Limits::default() };
        let read =
            |text: &str| parse(text.as_bytes(), "zarr.json", &limits).map_err(|fault| fault.to_string());
        assert!(read("[1, [2]]").is_ok());
        for (text, expected) in [
            ("[1, 2, 3, 4, 5]", "document: expected at most 5 values (--max-document-values), found 6"),
            ("[[[]]]", "document: expected at most 2 levels (--max-json-depth), found 3"),
        ] {
            assert_eq!(read(text).unwrap_err(), expected);
        }
    }

    #[test]
    fn other_forms_than_utf_8_are_named() {
        for (bytes, found) in [
            (&b""[..], "an empty file"),
            (b"\xef\xbb\xbf{}", "a byte order mark before it"),
            (b"\xff\xfe{\0}\0", "a text in UTF-16"),
            (b"{\0}\0", "a text in UTF-16 or UTF-32"),
            (b"\0{\0}", "zeros, or a text in UTF-16 or UTF-32"),
        ] {
            let fault = parse(bytes, "zarr.json", &Limits::default()).unwrap_err();
            assert_eq!(fault.message(), format!("expected a JSON document, found {found}"));
        }
    }

    #[test]
    fn no_default_is_deeper_than_the_reader_can_go() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let read = |text: String| parse(text.as_bytes(), "zarr.json", &Limits::default());
        assert!(read(nested(127)).is_ok());
        let fault = read(nested(128)).unwrap_err();
        assert_eq!(fault.message(), "expected at most 127 levels (--max-json-depth), found 128");
    }
}
