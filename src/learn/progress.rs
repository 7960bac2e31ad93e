//! Which lessons are done: kept in a file where the platform keeps the state of programs. None is needed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::places::state_file;

/// The lessons that are done, and where that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CourseProgress {
    /// The names of lessons that are done.
    pub done: BTreeSet<String>,
    /// The file; `None` where nothing is kept.
    file: Option<PathBuf>,
}

/// The most bytes that are read of the file: it has a name for each lesson.
const MOST: usize = 64 << 10;

impl CourseProgress {
    /// What is kept in the file of the platform.
    pub fn read() -> Self {
        state_file("lessons").map_or_else(Self::default, |file| Self::read_from(&file))
    }

    /// What is kept in a file: a name on each line. A file that cannot be read is as none.
    pub fn read_from(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap_or_default();
        let names = text.get(..text.len().min(MOST)).unwrap_or_default().lines();
        let done = names.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Self { done, file: Some(file.to_owned()) }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When it cannot be written. Then it is forgotten at the end, and nothing else.
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
