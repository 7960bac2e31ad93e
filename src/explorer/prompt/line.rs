//! A typed line with its cursor, and the keys that change it.

use crate::configuration::Key;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypedLine {
    text: Vec<char>,
    cursor: usize,
}

/// In characters. Only pasted text is longer.
pub(crate) const LONGEST: usize = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typing {
    Going,
    Done,
    Left,
}

impl TypedLine {
    pub(crate) fn with(text: &str) -> Option<Self> {
        let text: Vec<char> = text.chars().collect();
        let cursor = text.len();
        (cursor <= LONGEST).then_some(Self { text, cursor })
    }

    pub(crate) fn beginning(text: &str) -> Self {
        let text: Vec<char> = text.chars().take(LONGEST).collect();
        Self { cursor: text.len(), text }
    }

    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    pub fn halves(&self) -> (String, String) {
        let (before, behind) = self.text.split_at(self.cursor.min(self.text.len()));
        (before.iter().collect(), behind.iter().collect())
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn put_cursor(&mut self, at: usize) {
        self.cursor = at.min(self.text.len());
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for whoever has the line")]
    pub(crate) fn key(&mut self, key: Key) -> bool {
        match key {
            Key::Char(letter) if self.text.len() < LONGEST => {
                self.text.insert(self.cursor, letter);
                self.cursor += 1;
            }
            Key::Backspace => {
                if let Some(before) = self.cursor.checked_sub(1) {
                    self.text.remove(before);
                    self.cursor = before;
                }
            }
            Key::Delete if self.cursor < self.text.len() => drop(self.text.remove(self.cursor)),
            Key::Char(_) | Key::Delete => {}
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            Key::Home | Key::Ctrl('a') => self.cursor = 0,
            Key::End | Key::Ctrl('e') => self.cursor = self.text.len(),
            Key::Ctrl('u') => drop(self.text.drain(..std::mem::take(&mut self.cursor))),
            Key::Ctrl('k') => self.text.truncate(self.cursor),
            Key::Ctrl('w') => {
                // Letters and digits, or else one sign, so that the parts of a path go one by one.
                let before = self.text.get(..self.cursor).unwrap_or_default();
                let word = before.iter().rev().take_while(|letter| letter.is_alphanumeric()).count().max(1);
                let start = before.len().saturating_sub(word);
                self.text.drain(start..self.cursor);
                self.cursor = start;
            }
            _ => return false,
        }
        true
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    pub line: String,
    pub shown: String,
    pub help: String,
    pub is_chosen: bool,
}

impl Suggestion {
    pub(crate) fn new(line: String, shown: String, help: String) -> Self {
        Self { line, shown, help, is_chosen: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completing {
    pub(crate) found: Vec<Suggestion>,
    pub(crate) at: usize,
}

const KEPT: usize = 200;

#[derive(Debug, Clone, Default)]
pub struct LineHistory {
    pub lines: Vec<String>,
    /// How many lines are from earlier sessions.
    kept: usize,
    /// The index of the recalled line, and the text that was being typed before.
    at: Option<(usize, String)>,
}

impl LineHistory {
    pub fn of(lines: Vec<String>) -> Self {
        Self { at: None, kept: lines.len(), lines }
    }

    pub fn new_lines(&self) -> &[String] {
        self.lines.get(self.kept..).unwrap_or_default()
    }

    pub(crate) fn keep(&mut self, line: &str) {
        let line = line.trim();
        self.at = None;
        if line.is_empty() {
            return;
        }
        if let Some(before) = self.lines.iter().position(|own| own == line) {
            self.lines.remove(before);
            self.kept -= usize::from(before < self.kept);
        }
        self.lines.push(line.to_owned());
        if self.lines.len() > KEPT {
            self.lines.remove(0);
            self.kept = self.kept.saturating_sub(1);
        }
    }

    pub(crate) fn before(&mut self, typed: &str) -> Option<String> {
        let (at, first) = self.at.take().unwrap_or_else(|| (self.lines.len(), typed.to_owned()));
        let shown = at.saturating_sub(1);
        if shown < self.lines.len() {
            self.at = Some((shown, first));
        }
        self.lines.get(at.checked_sub(1)?).cloned()
    }

    /// Recalls the next line; after the last, the text that was being typed.
    pub(crate) fn after(&mut self) -> Option<String> {
        let (at, first) = self.at.take()?;
        match self.lines.get(at + 1) {
            Some(line) => {
                self.at = Some((at + 1, first));
                Some(line.clone())
            }
            None => Some(first),
        }
    }

    pub(crate) fn leave(&mut self) {
        self.at = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_where_the_cursor_is() {
        let mut line = TypedLine::default();
        for key in [
            Key::Char('b'),
            Key::Home,
            Key::Char('ä'),
            Key::Right,
            Key::Right,
            Key::Char(' '),
            Key::Char('c'),
        ] {
            assert!(line.key(key));
        }
        assert_eq!((line.text().as_str(), line.halves()), ("äb c", ("äb c".to_owned(), String::new())));
        for (key, text) in
            [(Key::Ctrl('w'), "äb "), (Key::Left, "äb "), (Key::Backspace, "ä "), (Key::Ctrl('u'), " ")]
        {
            line.key(key);
            assert_eq!(line.text(), text);
        }
        let mut end = TypedLine::beginning("a b");
        for key in [Key::Home, Key::Right, Key::Ctrl('k')] {
            assert!(end.key(key));
        }
        assert_eq!(end.halves(), ("a".to_owned(), String::new()));
        assert!(end.key(Key::Delete) && end.key(Key::Home) && end.key(Key::Delete) && end.is_empty());
        let mut path = TypedLine::beginning("a/b-12.npy");
        let removed = [0; 5].map(|_| {
            path.key(Key::Ctrl('w'));
            path.text()
        });
        assert_eq!(removed, ["a/b-12.", "a/b-12", "a/b-", "a/b", "a/"]);
        assert_eq!(TypedLine::beginning(&"a".repeat(2000)).text().len(), LONGEST);
        assert!(line.key(Key::Backspace) && !line.key(Key::Enter) && !line.key(Key::Up));
    }

    #[test]
    fn lines_come_back_and_so_does_what_was_being_typed() {
        let mut history = LineHistory::default();
        assert_eq!((history.before("x"), history.after()), (None, None));
        for line in ["c 1", "at 2", " c 1 ", ""] {
            history.keep(line);
        }
        assert_eq!(history.lines, ["at 2", "c 1"]);
        assert_eq!(history.before("key"), Some("c 1".to_owned()));
        assert_eq!(history.before("c 1"), Some("at 2".to_owned()));
        assert_eq!(history.before("at 2"), None);
        assert_eq!(history.after(), Some("c 1".to_owned()));
        assert_eq!(history.after(), Some("key".to_owned()));
        assert_eq!(history.after(), None);
        assert_eq!(history.new_lines(), ["at 2", "c 1"]);
        let mut again = LineHistory::of(history.lines.clone());
        assert!(again.new_lines().is_empty());
        again.keep("at 2");
        assert_eq!((again.new_lines(), again.lines.len()), (["at 2".to_owned()].as_slice(), 2));
        (0..300).for_each(|number| history.keep(&number.to_string()));
        assert_eq!((history.lines.len(), history.before("")), (KEPT, Some("299".to_owned())));
    }
}
