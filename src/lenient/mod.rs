//! JSON as programs write it, where that is not quite JSON.

/// Python's `json` writes `NaN` and `Infinity` bare, which JSON does not have; the specification wants them in quotes.
/// `None` where there are none outside of strings: the error is about something else.
pub fn quote_bare_numbers(bytes: &[u8]) -> Option<Vec<u8>> {
    const BARE: [&[u8]; 3] = [b"NaN", b"-Infinity", b"Infinity"];
    let (mut quoted, mut rest, mut in_string, mut found) = (Vec::new(), bytes, false, false);
    while let Some(first) = rest.first() {
        let bare = BARE.into_iter().find(|bare| !in_string && rest.starts_with(bare));
        let taken = match (bare, first) {
            (Some(bare), _) => {
                found = true;
                quoted.extend([b"\"", bare, b"\""].concat());
                bare.len()
            }
            (None, b'\\') if in_string => {
                quoted.extend(rest.iter().take(2));
                2
            }
            (None, byte) => {
                in_string ^= *byte == b'"';
                quoted.push(*byte);
                1
            }
        };
        rest = rest.get(taken..).unwrap_or(&[]);
    }
    if found { Some(quoted) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_numbers_are_quoted_outside_of_texts() {
        let quoted = |text: &str| {
            quote_bare_numbers(text.as_bytes()).map(|text| String::from_utf8(text).unwrap_or_default())
        };
        assert_eq!(
            quoted(r#"{"a": NaN, "b": [-Infinity, Infinity]}"#).as_deref(),
            Some(r#"{"a": "NaN", "b": ["-Infinity", "Infinity"]}"#)
        );
        assert_eq!(quoted(r#"{"a NaN\\": "NaN"}"#), None);
        assert_eq!(quoted(""), None);
    }
}
