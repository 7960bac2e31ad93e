//! Searches bytes for a pattern.

use std::sync::Arc;

use crate::explorer::core::late::Late;
use crate::pipeline::ChunkTrace;

/// The most bytes of a pattern: each byte on the screen is compared with all of them.
const LONGEST: usize = 64;
const STEP: usize = 1 << 20;

#[derive(Debug)]
pub struct ByteSearch {
    pub pattern: Arc<[u8]>,
    pub found: Late<ByteHits>,
    pub(crate) asked: Option<(usize, Arc<ChunkTrace>)>,
}

#[derive(Debug, Clone)]
pub struct ByteQuest {
    pub trace: Arc<ChunkTrace>,
    pub row: usize,
    pub pattern: Arc<[u8]>,
    pub from: u64,
    pub wanted: WantedHit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedHit {
    Here,
    Next,
    Previous,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByteHits {
    pub count: u64,
    /// The number of the match, from 1 on, and its first byte.
    pub hit: Option<(u64, u64)>,
}

impl ByteSearch {
    pub(crate) fn new(pattern: Vec<u8>) -> Self {
        Self { pattern: pattern.into(), found: Late::Idle, asked: None }
    }

    pub fn has(&self, bytes: &[u8], offset: u64) -> bool {
        let Ok(at) = usize::try_from(offset) else { return false };
        let first = at.saturating_sub(self.pattern.len().saturating_sub(1));
        (first..=at).any(|start| bytes.get(start..).is_some_and(|rest| rest.starts_with(&self.pattern)))
    }
}

pub(crate) fn hits(
    bytes: &[u8],
    pattern: &[u8],
    (from, wanted): (u64, WantedHit),
    go_on: &mut dyn FnMut() -> bool,
) -> Option<ByteHits> {
    let first = *pattern.first()?;
    let (mut count, mut meant, mut other) = (0, None, None);
    for (number, part) in bytes.chunks(STEP).enumerate() {
        if !go_on() {
            return None;
        }
        let begin = number * STEP;
        for (place, byte) in part.iter().enumerate() {
            let at = begin + place;
            if *byte != first || !bytes.get(at..).is_some_and(|rest| rest.starts_with(pattern)) {
                continue;
            }
            count += 1;
            let hit = Some((count, at as u64));
            let is_before = (at as u64) < from;
            match wanted {
                WantedHit::Previous if is_before => meant = hit,
                WantedHit::Previous => other = hit,
                WantedHit::Here if !is_before => meant = meant.or(hit),
                WantedHit::Next if at as u64 > from => meant = meant.or(hit),
                WantedHit::Here | WantedHit::Next => other = other.or(hit),
            }
        }
    }
    Some(ByteHits { count, hit: meant.or(other) })
}

/// Reads `58 03 ff` or `"text"`.
pub fn parse_pattern(text: &str) -> Result<Vec<u8>, String> {
    let expected = |what: &str| Err(format!("expected bytes in hex as 58 03 ff, or \"text\", found {what}"));
    let text = text.trim();
    let pattern = match text.strip_prefix('"') {
        Some(quoted) => quoted.strip_suffix('"').unwrap_or(quoted).as_bytes().to_vec(),
        None => match from_hex(text) {
            Some(bytes) => bytes,
            None => return expected(&format!("\"{text}\"")),
        },
    };
    match pattern.len() {
        0 => expected("nothing"),
        length if length > LONGEST => Err(format!("expected at most {LONGEST} bytes, found {length}")),
        _ => Ok(pattern),
    }
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for word in text.split_whitespace() {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        for pair in digits.as_bytes().chunks(2) {
            let [high, low] = pair else { return None };
            let digit = |letter: &u8| char::from(*letter).to_digit(16).and_then(|it| u8::try_from(it).ok());
            bytes.push(digit(high)? << 4 | digit(low)?);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_text() {
        assert_eq!(parse_pattern(" 58 03 Ff"), Ok(vec![0x58, 3, 0xff]));
        assert_eq!(parse_pattern("0x5803ff"), Ok(vec![0x58, 3, 0xff]));
        assert_eq!(parse_pattern("\"né 1\""), Ok("né 1".as_bytes().to_vec()));
        assert_eq!(parse_pattern("\"open"), Ok(b"open".to_vec()));
        for wrong in ["", "5", "58 3", "xy", "\"\"", "é"] {
            assert!(parse_pattern(wrong).is_err(), "{wrong}");
        }
        assert!(parse_pattern(&"00".repeat(65)).is_err());
    }

    #[test]
    fn the_places_go_round() {
        let bytes = b"abXabXXab";
        let find = |from, wanted| hits(bytes, b"ab", (from, wanted), &mut || true).unwrap().hit;
        assert_eq!(find(0, WantedHit::Here), Some((1, 0)));
        assert_eq!(find(0, WantedHit::Next), Some((2, 3)));
        assert_eq!(find(4, WantedHit::Here), Some((3, 7)));
        assert_eq!(find(7, WantedHit::Next), Some((1, 0)), "round the end");
        assert_eq!(find(7, WantedHit::Previous), Some((2, 3)));
        assert_eq!(find(0, WantedHit::Previous), Some((3, 7)), "round the beginning");
        let overlapping = hits(b"aaa", b"aa", (0, WantedHit::Here), &mut || true).unwrap();
        assert_eq!(overlapping, ByteHits { count: 2, hit: Some((1, 0)) });
        let none = hits(bytes, b"zz", (0, WantedHit::Here), &mut || true).unwrap();
        assert_eq!(none, ByteHits::default());
        assert_eq!(hits(bytes, b"ab", (0, WantedHit::Here), &mut || false), None);
    }

    #[test]
    fn a_byte_of_a_place_is_marked() {
        let search = ByteSearch::new(b"ab".to_vec());
        let marked: Vec<u64> = (0..7).filter(|at| search.has(b"xabxaba", *at)).collect();
        assert_eq!(marked, [1, 2, 4, 5]);
    }
}
