//! Where a value stands in the text of its document: a scanner follows a JSON pointer (RFC 6901) and counts lines. It is as
//! lenient as the reader, which has checked the text already: what cannot be followed is not found. A parser that keeps
//! positions would cost every document memory, and only few are ever looked at by line.

use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSpan {
    pub bytes: Range<usize>,
    pub line: usize,
    pub column: usize,
}

impl SourceSpan {
    pub fn find(text: &str, pointer: &str) -> Option<Self> {
        let mut scanner = Scanner { bytes: text.as_bytes(), at: 0 };
        scanner.space();
        let start = scanner.at;
        scanner.value();
        let mut found = FoundValue { start, value: start, end: scanner.at };
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            scanner.at = found.value;
            found = match scanner.peek()? {
                b'{' => scanner.member(text, &token)?,
                b'[' => scanner.item(token.parse().ok()?)?,
                _ => return None,
            };
        }
        // In a text that is no document, a backslash may be the last byte: the scanner is behind the end then.
        text.get(found.start..found.end)?;
        let before = text.get(..found.start)?;
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Some(Self {
            bytes: found.start..found.end,
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..)?.chars().count() + 1,
        })
    }
}

struct FoundValue {
    start: usize,
    value: usize,
    end: usize,
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip(&mut self, is_such: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is_such) {
            self.at += 1;
        }
    }

    fn space(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        self.space();
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                return;
            }
        }
    }

    fn value(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                }
                _ if depth > 0 => self.at += 1,
                _ => self.skip(|byte| !matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r')),
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn member(&mut self, text: &str, name: &str) -> Option<FoundValue> {
        self.at += 1;
        let mut found = None;
        loop {
            self.space();
            let start = self.at;
            if self.peek()? != b'"' {
                return found;
            }
            self.string();
            let key: Option<String> = text.get(start..self.at).and_then(|key| serde_json::from_str(key).ok());
            self.take(b':')?;
            self.space();
            let value = self.at;
            self.value();
            if key.as_deref() == Some(name) {
                found = Some(FoundValue { start, value, end: self.at });
            }
            if self.take(b',').is_none() {
                return found;
            }
        }
    }

    fn item(&mut self, index: usize) -> Option<FoundValue> {
        self.at += 1;
        let mut left = index;
        loop {
            self.space();
            let start = self.at;
            if self.peek()? == b']' {
                return None;
            }
            self.value();
            if left == 0 {
                return Some(FoundValue { start, value: start, end: self.at });
            }
            self.take(b',')?;
            left -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_behind_the_end_of_the_text_is_not_found() {
        assert_eq!(SourceSpan::find(r#"{"a": "b\"#, ""), None);
        assert_eq!(SourceSpan::find(r#"{"a": "b\"#, "/a"), None);
        assert_eq!(SourceSpan::find(r#"["\"#, "/0"), None);
    }

    const TEXT: &str = r#"{
  "shape": [10, 200],
  "fill_value": NaN, "codecs": [
    {"name": "bytes", "configuration": {"endian": "big"}},
    {
      "name": "zst\u0064, \"}",
      "level": -Infinity
    }
  ],
  "a/b~c": {"": 1, "é": "ü", "last": 2},
  "shape": [3]
}
"#;

    /// Line, column and text of a value.
    fn at(pointer: &str) -> Option<(usize, usize, &'static str)> {
        let source = SourceSpan::find(TEXT, pointer)?;
        Some((source.line, source.column, &TEXT[source.bytes]))
    }

    #[test]
    fn a_pointer_leads_to_a_line_and_a_column() {
        assert_eq!(at("/fill_value"), Some((3, 3, "\"fill_value\": NaN")));
        assert_eq!(at("/codecs/0"), Some((4, 5, r#"{"name": "bytes", "configuration": {"endian": "big"}}"#)));
        assert_eq!(at("/codecs/0/configuration/endian"), Some((4, 41, "\"endian\": \"big\"")));
        assert_eq!(at("/codecs/1/name"), Some((6, 7, r#""name": "zst\u0064, \"}""#)));
        assert_eq!(at("/codecs/1/level"), Some((7, 7, "\"level\": -Infinity")));
        assert_eq!(
            at("").map(|(line, column, text)| (line, column, text.len())),
            Some((1, 1, TEXT.len() - 1))
        );
    }

    #[test]
    fn of_two_members_of_one_name_the_last_counts() {
        assert_eq!(at("/shape"), Some((11, 3, "\"shape\": [3]")));
        assert_eq!(at("/shape/1"), None);
        let read: serde_json::Value = serde_json::from_str(r#"{"a": 1, "a": 2}"#).unwrap();
        assert_eq!(read["a"], 2);
    }

    #[test]
    fn names_are_escaped_in_a_pointer_and_in_the_text() {
        assert_eq!(at("/a~1b~0c/").unwrap().2, "\"\": 1");
        assert_eq!(at("/a~1b~0c/last"), Some((10, 30, "\"last\": 2")));
        assert_eq!(SourceSpan::find(r#"{"\u0061": 1}"#, "/a").unwrap().column, 2);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for pointer in
            ["/nothing", "/codecs/2", "/codecs/x", "/codecs/-", "/fill_value/0", "/codecs/0/name/0"]
        {
            assert_eq!(at(pointer), None, "{pointer}");
        }
        for text in
            ["", "[", "[1", "{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\" 1}", "[1 2]", "\"\\", "]", "{\"a\\"]
        {
            assert_eq!(SourceSpan::find(text, "/0/1"), None, "{text}");
            assert_eq!(SourceSpan::find(text, "/b"), None, "{text}");
        }
    }

    #[test]
    fn a_value_may_take_several_lines() {
        let lines = |pointer| TEXT[SourceSpan::find(TEXT, pointer).unwrap().bytes].lines().count();
        assert_eq!(["/codecs/1", "/codecs", "/codecs/0"].map(lines), [4, 7, 1]);
    }
}
