//! The lines that were typed after `:`, in a file, so that they come back the next time.

use std::io;

use super::{MOST, StateFile};

const LINES: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypedLines {
    pub lines: Vec<String>,
    file: StateFile,
}

impl TypedLines {
    pub fn read() -> Self {
        Self::read_from(StateFile::named("lines"))
    }

    fn read_from(file: StateFile) -> Self {
        let lines = Self::of(&file.text());
        Self { file, ..lines }
    }

    pub fn of(text: &str) -> Self {
        let mut lines = Vec::new();
        for line in text.lines() {
            if !line.trim().is_empty() && !line.contains(char::is_control) {
                lines.push(line.to_owned());
            }
        }
        Self { lines, ..Self::default() }.bounded()
    }

    /// Another explorer may have changed the file, so it is read again.
    pub fn keep(lines: &[String]) -> io::Result<()> {
        if lines.is_empty() { Ok(()) } else { Self::read().add(lines) }
    }

    fn add(mut self, lines: &[String]) -> io::Result<()> {
        self.lines.retain(|line| !lines.contains(line));
        self.lines.extend(lines.iter().cloned());
        let kept = self.bounded();
        let mut text = String::new();
        for line in &kept.lines {
            text.push_str(line);
            text.push('\n');
        }
        kept.file.replace(&text)
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
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;
    use std::path::Path;

    use super::*;

    fn read(file: &Path) -> TypedLines {
        TypedLines::read_from(StateFile(Some(file.to_owned())))
    }

    #[test]
    fn lines_come_back_in_their_order_and_are_bounded() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("state/lines");
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        read(&file).add(&lines(&["c 1", "at 2"])).unwrap();
        read(&file).add(&lines(&["c 1", "rows y"])).unwrap();
        assert_eq!(read(&file).lines, ["at 2", "c 1", "rows y"]);
        let many: Vec<String> = (0..300).map(|number| number.to_string()).collect();
        read(&file).add(&many).unwrap();
        let kept = read(&file).lines;
        assert_eq!((kept.len(), kept.last().map(String::as_str)), (200, Some("299")));
        let long: Vec<String> = (0..100).map(|number| format!("{number}{}", "x".repeat(998))).collect();
        read(&file).add(&long).unwrap();
        assert!(fs::metadata(&file).unwrap().len() <= 64 << 10);
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_strange_file_is_as_none() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("lines");
        fs::write(&file, b"good\n\x1b[2Jbad\n  \nbest\n").unwrap();
        assert_eq!(read(&file).lines, ["good", "best"]);
        fs::write(&file, b"\xff\n").unwrap();
        assert_eq!(read(&file).lines, Vec::<String>::new());
        assert_eq!(read(directory.path()).lines, Vec::<String>::new());
    }
}
