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
