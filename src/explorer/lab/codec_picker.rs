use crate::codec::{CODECS, CodecRow};
use crate::configuration::Key;
use crate::explorer::prompt::line::Typing;
use crate::explorer::{Move, TypedLine, step_number};

#[derive(Debug, Default)]
pub struct CodecPicker {
    pub line: TypedLine,
    pub selected: usize,
}

impl CodecPicker {
    /// Those that a chain of the lab can have.
    pub fn all() -> impl Iterator<Item = &'static CodecRow> {
        CODECS.iter().filter(|row| row.encodes)
    }

    pub fn found(&self) -> Vec<&'static CodecRow> {
        let text = self.line.text().to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut ranked: Vec<(usize, &CodecRow)> = Vec::new();
        for row in Self::all() {
            if let Some(rank) = words.iter().map(|word| rank(row, word)).sum::<Option<usize>>() {
                ranked.push((rank, row));
            }
        }
        // Those of the same rank keep their order.
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, row)| row).collect()
    }

    pub fn current(&self) -> Option<&'static CodecRow> {
        self.found().get(self.selected).copied()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for the line")]
    pub(crate) fn key(&mut self, key: Key, page: u64) -> Typing {
        let by = match key {
            Key::Esc => return Typing::Left,
            Key::Backspace if self.line.is_empty() => return Typing::Left,
            Key::Enter => return Typing::Done,
            Key::Up | Key::Ctrl('p') => Move::Up,
            Key::Down | Key::Ctrl('n') => Move::Down,
            Key::PageUp => Move::PageUp,
            Key::PageDown => Move::PageDown,
            key => {
                let before = self.line.text();
                if self.line.key(key) && self.line.text() != before {
                    self.selected = 0;
                }
                return Typing::Going;
            }
        };
        self.step(by, page);
        Typing::Going
    }

    pub(crate) fn step(&mut self, by: Move, page: u64) {
        let count = self.found().len();
        step_number(&mut self.selected, by, page, count);
    }
}

/// How well a word fits a codec; 0 is best.
fn rank(row: &CodecRow, word: &str) -> Option<usize> {
    let name = row.label().to_lowercase();
    let others = row.aliases.iter().chain(row.v2).map(|other| other.to_lowercase());
    let said = format!("{} {}", row.kind(), row.summary).to_lowercase();
    let mut letters = name.chars();
    let is_in_order = word.chars().all(|wanted| letters.any(|letter| letter == wanted));
    if name == word {
        Some(0)
    } else if name.starts_with(word) {
        Some(1)
    } else if name.contains(word) || others.into_iter().any(|other| other.contains(word)) {
        Some(2)
    } else if is_in_order {
        Some(3)
    } else {
        said.contains(word).then_some(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(typed: &str) -> Vec<&'static str> {
        let line = TypedLine::with(typed).unwrap();
        let picker = CodecPicker { line, ..CodecPicker::default() };
        picker.found().into_iter().map(CodecRow::label).collect()
    }

    #[test]
    fn the_name_itself_comes_first_and_what_is_said_last() {
        assert_eq!(names("").len(), CodecPicker::all().count());
        assert_eq!(names("zstd").first(), Some(&"zstd"));
        assert_eq!(names("CRC").first(), Some(&"crc32c"));
        assert!(names("btrd").contains(&"bitround"), "letters in their order");
        assert!(names("bytes->bytes zst").contains(&"zstd"), "every word has to fit");
        assert_eq!(names("no such codec"), Vec::<&str>::new());
    }

    #[test]
    fn typing_begins_with_the_best_again() {
        let mut picker = CodecPicker::default();
        picker.key(Key::Down, 9);
        assert_eq!(
            (picker.selected, picker.current().map(CodecRow::label)),
            (1, CodecPicker::all().nth(1).map(CodecRow::label))
        );
        assert_eq!(picker.key(Key::Char('z'), 9), Typing::Going);
        assert_eq!(picker.selected, 0);
        assert_eq!(picker.key(Key::Backspace, 9), Typing::Going);
        assert_eq!((picker.key(Key::Backspace, 9), picker.key(Key::Enter, 9)), (Typing::Left, Typing::Done));
    }
}
