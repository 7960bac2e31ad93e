//! Which lessons are done: kept in a file where the platform keeps the state of programs. None is needed.

use std::{collections::BTreeSet, io};

use crate::places::StateFile;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CourseProgress {
    pub done: BTreeSet<String>,
    file: StateFile,
}

impl CourseProgress {
    pub fn read() -> Self {
        Self::of(StateFile::named("lessons"))
    }

    /// One name on each line. A file that cannot be read counts as empty.
    pub(super) fn of(file: StateFile) -> Self {
        let mut done = BTreeSet::new();
        for line in file.text().lines() {
            if !line.trim().is_empty() {
                done.insert(line.trim().to_owned());
            }
        }
        Self { done, file }
    }

    /// With what another session has written meanwhile. If this fails, progress is lost at the end, and nothing else.
    pub fn write(&self) -> io::Result<()> {
        let all = &Self::of(self.file.clone()).done | &self.done;
        let mut lines = all.into_iter().collect::<Vec<_>>().join("\n");
        lines.push('\n');
        self.file.replace(&lines)
    }
}
