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
}
