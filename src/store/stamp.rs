//! What a file looks like from outside: enough to see that it was rewritten, without reading it.

use std::fs;
use std::time::SystemTime;

use super::Store;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    pub nbytes: u64,
    pub modified: Option<SystemTime>,
}

#[doc(hidden)]
impl Store {
    /// In an archive, the stamp of the archive. `None` where there is no file.
    pub fn stamp(&self, key: &str) -> Option<FileStamp> {
        if let Self::Memory(_) = self {
            return None; // there is no file, whatever lies where its name would lead
        }
        let found = fs::metadata(self.file_of(key).ok()?.path).ok()?;
        Some(FileStamp { nbytes: found.len(), modified: found.modified().ok() })
    }
}
