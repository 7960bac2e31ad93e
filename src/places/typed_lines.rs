//! The lines that were typed after `:`, in a file beside that of the stores, so that they come back the next time.

use std::io;
use std::path::{Path, PathBuf};

/// The most lines that are kept: those that were typed last.
const LINES: usize = 200;
const MOST: usize = 64 << 10;

/// The lines that were typed, the last one last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypedLines {
    /// The lines.
    pub lines: Vec<String>,
    /// The file; `None` where nothing is kept.
    file: Option<PathBuf>,
}

impl TypedLines {
    /// Reads the file of the platform.
    pub fn read() -> Self {
        match super::state_file("lines") {
            Some(file) => Self::read_from(&file),
            None => Self::default(),
        }
    }

    /// Reads a file. One that cannot be read has no lines.
    pub fn read_from(file: &Path) -> Self {
        let mut lines = Vec::new();
        for line in super::text(file, MOST as u64).unwrap_or_default().lines() {
            if !line.trim().is_empty() && !line.contains(char::is_control) {
                lines.push(line.to_owned());
            }
        }
        Self { lines, file: Some(file.to_owned()) }.bounded()
    }

    /// Puts lines after all others, and writes the file. Other programs may have changed it, so it is read again.
    ///
    /// # Errors
    /// When it cannot be written. Then the lines are forgotten at the end, and nothing else.
    pub fn keep(lines: &[String]) -> io::Result<()> {
        match super::state_file("lines") {
            Some(file) if !lines.is_empty() => Self::read_from(&file).with(lines).write(),
            _ => Ok(()),
        }
    }

    /// The same with lines after all others.
    #[must_use]
    pub fn with(mut self, lines: &[String]) -> Self {
        self.lines.retain(|line| !lines.contains(line));
        self.lines.extend(lines.iter().cloned());
        self.bounded()
    }

    /// The last lines that have room.
    fn bounded(mut self) -> Self {
        let mut size = 0;
        let mut kept = 0;
        for line in self.lines.iter().rev().take(LINES) {
            size += line.len() + 1;
            if size > MOST {
                break;
            }
            kept += 1;
        }
        self.lines.drain(..self.lines.len() - kept);
        self
    }

    /// Writes the file: whole, or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(line);
            text.push('\n');
        }
        super::replace(file, &text)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use super::*;

    #[test]
    fn lines_come_back_in_their_order_and_are_bounded() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("state/lines");
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        TypedLines::read_from(&file).with(&lines(&["c 1", "at 2"])).write().unwrap();
        TypedLines::read_from(&file).with(&lines(&["c 1", "rows y"])).write().unwrap();
        assert_eq!(TypedLines::read_from(&file).lines, ["at 2", "c 1", "rows y"]);
        let many: Vec<String> = (0..300).map(|number| number.to_string()).collect();
        TypedLines::read_from(&file).with(&many).write().unwrap();
        let read = TypedLines::read_from(&file).lines;
        assert_eq!((read.len(), read.last().map(String::as_str)), (200, Some("299")));
        let long: Vec<String> = (0..100).map(|number| format!("{number}{}", "x".repeat(998))).collect();
        TypedLines::read_from(&file).with(&long).write().unwrap();
        assert!(fs::metadata(&file).unwrap().len() <= 64 << 10);
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_strange_file_is_as_none() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("lines");
        fs::write(&file, b"good\n\x1b[2Jbad\n  \nbest\n").unwrap();
        assert_eq!(TypedLines::read_from(&file).lines, ["good", "best"]);
        fs::write(&file, b"\xff\n").unwrap();
        assert_eq!(TypedLines::read_from(&file).lines, Vec::<String>::new());
        assert_eq!(TypedLines::read_from(directory.path()).lines, Vec::<String>::new());
    }
}
