//! Which lessons are done: kept in a file where the platform keeps the state of programs. None is needed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::places::state_file;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CourseProgress {
    pub done: BTreeSet<String>,
    /// The file; `None` where nothing is kept.
    file: Option<PathBuf>,
}

/// The most bytes that are read of the file: it has a name for each lesson.
const MOST: usize = 64 << 10;

impl CourseProgress {
    pub fn read() -> Self {
        match state_file("lessons") {
            Some(file) => Self::read_from(&file),
            None => Self::default(),
        }
    }

    /// What is kept in a file: a name on each line. A file that cannot be read counts as none.
    pub fn read_from(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap_or_default();
        let mut done = BTreeSet::new();
        for line in text.get(..text.len().min(MOST)).unwrap_or_default().lines() {
            if !line.trim().is_empty() {
                done.insert(line.trim().to_owned());
            }
        }
        Self { done, file: Some(file.to_owned()) }
    }

    /// Where that fails, what is done is forgotten at the end, and nothing else.
    pub fn write(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut lines = self.done.iter().cloned().collect::<Vec<_>>().join("\n");
        lines.push('\n');
        fs::write(file, lines)
    }
}
