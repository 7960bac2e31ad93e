use std::fmt;

use crate::metadata::text::shape;

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Number(f64),
    Coords(Vec<u64>),
    Text(String),
}

impl Answer {
    pub fn is_meant_by(&self, typed: &str) -> bool {
        let typed = typed.trim();
        match self {
            Self::Number(number) => {
                number_in(typed).is_some_and(|found| (found - number).abs() <= 1e-9 * number.abs().max(1.0))
            }
            Self::Coords(coords) => coords_in(typed).as_ref() == Some(coords),
            Self::Text(text) => {
                let typed = word_in(typed);
                // People say fathoms, and paths often begin with a slash.
                [typed, typed.trim_end_matches('s')].iter().any(|own| own.eq_ignore_ascii_case(text))
            }
        }
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Coords(_) => "coordinates, such as 1,2",
            Self::Text(_) => "a name or a word",
        }
    }

    pub(super) fn fits(&self, typed: &str) -> bool {
        match self {
            Self::Number(_) => number_in(typed.trim()).is_some(),
            Self::Coords(coords) => coords_in(typed).is_some_and(|found| found.len() == coords.len()),
            Self::Text(_) => !word_in(typed.trim()).is_empty(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Coords(coords) => f.write_str(&shape(coords)),
            Self::Text(text) => f.write_str(text),
        }
    }
}

fn number_in(typed: &str) -> Option<f64> {
    if let Some(hex) = typed.trim().strip_prefix("0x") {
        return Some(f64::from(u32::from_str_radix(hex.trim(), 16).ok()?));
    }
    let mut words = typed.trim_start_matches(['=', '(', '"', '`', ' ']).split([' ', '\u{202f}', '_']);
    let mut digits = words.next()?.trim_end_matches(|letter: char| !letter.is_ascii_digit()).to_owned();
    for word in words {
        if word.len() != 3 || !word.chars().all(|letter| letter.is_ascii_digit()) {
            // Two numbers are none; a unit is passed over.
            if !word.is_empty() && !word.starts_with(char::is_alphabetic) {
                return None;
            }
            break;
        }
        digits.push_str(word);
    }
    digits.parse().ok()
}

fn coords_in(typed: &str) -> Option<Vec<u64>> {
    let mut coords = Vec::new();
    for part in typed.split(|letter: char| !letter.is_ascii_digit()) {
        if !part.is_empty() {
            coords.push(part.parse().ok()?);
        }
    }
    if coords.is_empty() { None } else { Some(coords) }
}

fn word_in(typed: &str) -> &str {
    typed.trim_matches(['"', '\'', '`', ' ', '.']).trim_start_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_write_the_same_in_many_ways() {
        for typed in ["12", " 12 ", "12 B", "12 bytes", "12.0", "= 12", "12."] {
            assert!(Answer::Number(12.0).is_meant_by(typed), "{typed}");
        }
        assert!(Answer::Number(4096.0).is_meant_by("4 096 B") && Answer::Number(4660.0).is_meant_by("4660"));
        for typed in ["1,2", "(1, 2)", "1 2", "chunk (1, 2)", "[1,2]"] {
            assert!(Answer::Coords(vec![1, 2]).is_meant_by(typed), "{typed}");
        }
        assert!(
            Answer::Number(4660.0).is_meant_by("0x1234")
                && Answer::Text("a/b".to_owned()).is_meant_by("/a/b")
        );
        assert!(Answer::Text("fathom".to_owned()).is_meant_by("Fathoms"));
        for typed in ["big", "BIG", "\"big\"", " `big`"] {
            assert!(Answer::Text("big".to_owned()).is_meant_by(typed), "{typed}");
        }
    }

    #[test]
    fn what_is_something_else_is_not_meant() {
        for typed in ["", "x", "1 2", "121", "-12", "1.2", "twelve"] {
            assert!(!Answer::Number(12.0).is_meant_by(typed), "{typed}");
        }
        for typed in ["", "2,1", "1", "1,2,3"] {
            assert!(!Answer::Coords(vec![1, 2]).is_meant_by(typed), "{typed}");
        }
        assert!(!Answer::Text("big".to_owned()).is_meant_by("little"));
    }
}
