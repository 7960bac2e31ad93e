//! How well a word fits a path: its letters have to be in it in their order, and the closer together the better.
//!
//! A word that is in the path as it is counts more than one whose letters are scattered, a place in the last name more
//! than one above it, and the beginning of a name more than its middle.

const LETTER: i32 = 4;
const BEGINS: i32 = 4;
const NEXT: i32 = 6;
const IN_NAME: i32 = 2;
const GAP: i32 = 8;
const WHOLE: i32 = 8;
const STARTS_NAME: i32 = 20;
const IS_NAME: i32 = 40;
const IS_PATH: i32 = 40;
const SHARE: i32 = 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    text: String,
    chars: Vec<char>,
}

/// A character of a path: a byte where all of them are ASCII, which is much faster.
trait Letter: Copy + PartialOrd + From<u8> {
    fn lower(self) -> Self;

    fn is_gap(self) -> bool;
}

impl Letter for u8 {
    fn lower(self) -> Self {
        self.to_ascii_lowercase()
    }

    fn is_gap(self) -> bool {
        !self.is_ascii_alphanumeric()
    }
}

impl Letter for char {
    fn lower(self) -> Self {
        // The few letters with longer forms in lower case keep their own.
        let mut lower = self.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(letter), None) => letter,
            _ => self,
        }
    }

    fn is_gap(self) -> bool {
        !self.is_alphanumeric()
    }
}

impl Word {
    pub(super) fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().map(Letter::lower).collect();
        Self { text: chars.iter().collect(), chars }
    }

    pub(super) fn narrows(&self, other: &Self) -> bool {
        self.text.starts_with(&other.text)
    }

    pub(super) fn fit(&self, path: &str, places: Option<&mut Vec<usize>>) -> Option<u32> {
        if path.is_ascii() {
            if !self.text.is_ascii() {
                return None;
            }
            return fit(path.as_bytes(), self.text.as_bytes(), places);
        }
        fit(&path.chars().collect::<Vec<char>>(), &self.chars, places)
    }
}

fn fit<L: Letter>(path: &[L], word: &[L], places: Option<&mut Vec<usize>>) -> Option<u32> {
    let name = path.iter().rposition(|letter| *letter == L::from(b'/')).map_or(0, |slash| slash + 1);
    let score = match whole(path, word, name) {
        Some((score, at)) => {
            if let Some(places) = places {
                places.extend(at..at + word.len());
            }
            score
        }
        None => scattered(path, word, name, places)?,
    };
    Some(u32::try_from(score.max(1)).unwrap_or(1))
}

fn last_start<L: Letter>(path: &[L], word: &[L]) -> Option<usize> {
    let mut left = word;
    let mut at = path.len();
    while let Some((last, before)) = left.split_last() {
        at = path.get(..at)?.iter().rposition(|letter| letter.lower() == *last)?;
        left = before;
    }
    Some(at)
}

/// The best place where the word is as it is: in the last name, or else the last one above it.
fn whole<L: Letter>(path: &[L], word: &[L], name: usize) -> Option<(i32, usize)> {
    word.first()?;
    let last = path.len().checked_sub(word.len())?;
    let mut best = None;
    for at in name..=last {
        if is_at(path, word, at) {
            // Of places with the same score, the last.
            best = best.max(Some((score_of_whole(path, word.len(), at, name), at)));
        }
    }
    if best.is_some() {
        return best;
    }
    let at = (0..name.min(last + 1)).rev().find(|at| is_at(path, word, *at))?;
    Some((score_of_whole(path, word.len(), at, name), at))
}

fn is_at<L: Letter>(path: &[L], word: &[L], at: usize) -> bool {
    let here = path.get(at..at + word.len()).unwrap_or_default();
    here.len() == word.len() && here.iter().zip(word).all(|(own, wanted)| own.lower() == *wanted)
}

fn score_of_whole<L: Letter>(path: &[L], len: usize, at: usize, name: usize) -> i32 {
    let letters = as_score(len);
    // More than any scattered letters can have.
    let mut score = letters * (LETTER + NEXT + BEGINS + IN_NAME) + WHOLE;
    if begins(path, at) {
        score += BEGINS;
    }
    if at >= name {
        score += letters * IN_NAME + letters * SHARE / as_score(path.len() - name).max(1);
        if at == name {
            score += STARTS_NAME;
        }
    }
    let slash = L::from(b'/');
    let is_end = path.get(at + len).is_none_or(|next| *next == slash);
    let is_start = at.checked_sub(1).is_none_or(|before| path.get(before) == Some(&slash));
    // A whole name, or several up to the last one.
    if is_start && is_end && at + len > name {
        score += IS_NAME;
    }
    if at == 0 && len == path.len() { score + IS_PATH } else { score }
}

/// The letters of the word, as far to the end of the path as possible, and from there on each as near as possible.
fn scattered<L: Letter>(
    path: &[L],
    word: &[L],
    name: usize,
    mut places: Option<&mut Vec<usize>>,
) -> Option<i32> {
    let start = last_start(path, word)?;
    let mut score = 0;
    let mut at = start;
    for wanted in word {
        let skipped = path.get(at..)?.iter().position(|letter| letter.lower() == *wanted)?;
        let place = at + skipped;
        score += LETTER - as_score(skipped).min(GAP);
        if begins(path, place) {
            score += BEGINS;
        }
        if place >= name {
            score += IN_NAME;
        }
        if skipped == 0 && place > start {
            score += NEXT;
        }
        if let Some(places) = &mut places {
            places.push(place);
        }
        at = place + 1;
    }
    Some(score)
}

fn begins<L: Letter>(path: &[L], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|before| path.get(before)) else { return true };
    let Some(own) = path.get(at) else { return true };
    let is_digit = |letter: L| (L::from(b'0')..=L::from(b'9')).contains(&letter);
    before.is_gap() || is_digit(*before) != is_digit(*own)
}

fn as_score(number: usize) -> i32 {
    i32::try_from(number.min(1 << 16)).unwrap_or(1 << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths that fit, the best first.
    fn best<'a>(word: &str, paths: &[&'a str]) -> Vec<&'a str> {
        let word = Word::new(word);
        let mut fits: Vec<(u32, &str)> =
            paths.iter().filter_map(|path| Some((word.fit(path, None)?, *path))).collect();
        fits.sort_by_key(|fit| std::cmp::Reverse(fit.0));
        fits.into_iter().map(|(_, path)| path).collect()
    }

    #[test]
    fn letters_have_to_be_there_in_their_order() {
        assert_eq!(best("abc", &["a/x/b/c", "xaXbXc", "cba", "ab", "ABC"]), ["ABC", "a/x/b/c", "xaXbXc"]);
        assert_eq!(best("é", &["été", "ete"]), ["été"]);
        assert_eq!(best("温", &["気/温度", "a"]), ["気/温度"]);
    }

    #[test]
    fn names_count_more_than_what_is_above_them() {
        assert_eq!(
            best("map", &["map/index", "m/a/p", "data/mapping", "data/map", "data/heatmap"]),
            ["data/map", "data/mapping", "data/heatmap", "map/index", "m/a/p"]
        );
        assert_eq!(best("r07", &["r/x0/x7", "rxxxx0xxxx7", "run_07"]), ["run_07", "r/x0/x7", "rxxxx0xxxx7"]);
    }

    #[test]
    fn an_exact_path_comes_first_and_then_an_exact_part() {
        assert_eq!(
            best(
                "era_f.zarr/t2m",
                &["era_flip.zarr/t2m", "x/era_f.zarr/t2m", "era_f.zarr/t2m", "era_f.zarr/t2m_2"]
            ),
            ["era_f.zarr/t2m", "x/era_f.zarr/t2m", "era_f.zarr/t2m_2", "era_flip.zarr/t2m"]
        );
        assert_eq!(best("temp", &["a/temp", "temp", "t/e/m/p"]), ["temp", "a/temp", "t/e/m/p"]);
    }

    #[test]
    fn the_places_are_those_of_the_letters() {
        let places = |word: &str, path: &str| {
            let mut places = Vec::new();
            Word::new(word).fit(path, Some(&mut places)).map(|_| places)
        };
        assert_eq!(places("ch", "search/ch04"), Some(vec![7, 8]));
        assert_eq!(places("c4", "search/ch04"), Some(vec![7, 10]));
        assert_eq!(places("Ö", "xö"), Some(vec![1]));
        assert_eq!(places("x", "abc"), None);
        assert_eq!(places("", "abc"), Some(vec![]));
    }

    #[test]
    fn a_longer_word_narrows_a_shorter_one() {
        assert!(Word::new("Abc").narrows(&Word::new("ab")) && !Word::new("ab").narrows(&Word::new("b")));
    }
}
