//! Text from a store, made safe to show: names and values are written by strangers, and must not control the terminal.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len().saturating_mul(2));
    // Writing to a string does not fail.
    let _ = write_escaped(&mut safe, text, "");
    Cow::Owned(safe)
}

/// Writes `text` as [`escape`] gives it, piece by piece: a text may be as long as a chunk. A backslash goes before each of
/// the `marked` characters.
pub(crate) fn write_escaped(to: &mut impl fmt::Write, text: &str, marked: &str) -> fmt::Result {
    for part in text.split_inclusive(|c| is_unsafe(c) || marked.contains(c)) {
        let mut before = part.chars();
        match before.next_back() {
            Some(c) if is_unsafe(c) => write!(to, "{}{}", before.as_str(), c.escape_default())?,
            Some(c) if marked.contains(c) => write!(to, "{}\\{c}", before.as_str())?,
            _ => to.write_str(part)?,
        }
    }
    Ok(())
}

pub fn escape_json(json: &str) -> Cow<'_, str> {
    let is_escaped = |c| is_unsafe(c) && c != '\n';
    if !json.contains(is_escaped) {
        return Cow::Borrowed(json);
    }
    let mut safe = String::with_capacity(json.len().saturating_mul(2));
    for c in json.chars() {
        if is_escaped(c) {
            let _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

pub fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

const SHOWN_DIMENSIONS: usize = 128;

pub fn join(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// No library has as many dimensions as are shown, and nobody reads more.
pub fn shape(numbers: &[u64]) -> String {
    match numbers.get(..SHOWN_DIMENSIONS).filter(|first| first.len() < numbers.len()) {
        Some(first) => format!("({}, …: {} numbers)", join(first), grouped(numbers.len() as u128)),
        None => format!("({})", join(numbers)),
    }
}

pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

pub fn size(nbytes: u64) -> String {
    const UNITS: [&str; 5] = ["kB", "MB", "GB", "TB", "PB"];
    if nbytes < 100_000 {
        return format!("{} B", grouped(nbytes.into()));
    }
    #[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
    let mut value = nbytes as f64 / 1000.0;
    let mut units = UNITS.iter().peekable();
    while value >= 999.95 && units.len() > 1 {
        value /= 1000.0;
        units.next();
    }
    format!("{value:.1} {}", units.next().unwrap_or(&"PB"))
}

pub fn count(number: u128, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

pub fn chunk_count(chunks: Option<u128>) -> String {
    chunks.map_or("more than 2^128 chunks".to_owned(), |chunks| count(chunks, "chunk"))
}

pub fn ratio(decoded: u128, stored: u64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "a ratio is shown with two digits")]
    (stored > 0).then(|| decoded as f64 / stored as f64)
}

pub fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    first.to_lowercase().chain(chars).collect()
}

pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        // Zero-width characters, line separators, marks and overrides of direction, the byte order mark: some hide
        // text, and some turn it round.
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_direction_overrides_are_escaped() {
        assert_eq!(escape("a\u{1b}[2Jb\nc\u{202e}d\u{9b}"), "a\\u{1b}[2Jb\\nc\\u{202e}d\\u{9b}");
    }

    #[test]
    fn a_shape_of_very_many_dimensions_is_cut() {
        assert_eq!(shape(&[2, 3]), "(2, 3)");
        assert_eq!(shape(&[1; SHOWN_DIMENSIONS]).len(), 3 * SHOWN_DIMENSIONS);
        assert!(shape(&[1; SHOWN_DIMENSIONS + 1]).ends_with("1, 1, …: 129 numbers)"));
    }

    #[test]
    fn plain_text_is_not_touched() {
        assert_eq!(escape("Größe µm/π 温度"), "Größe µm/π 温度");
    }

    #[test]
    fn shortening_counts_characters() {
        assert_eq!(shorten("温度温度", 2), "温度…");
        assert_eq!(shorten("ab", 2), "ab");
    }
}
