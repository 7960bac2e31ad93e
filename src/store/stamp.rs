//! What a file looks like from outside: enough to see that it was written anew, without reading it.

use std::fs;
use std::time::SystemTime;

use super::Store;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    pub nbytes: u64,
    /// When it was written last, where the file system says so.
    pub modified: Option<SystemTime>,
}

#[doc(hidden)]
impl Store {
    /// The stamp of the file that holds the value of a key; in an archive, that of the archive. `None` when there is none.
    pub fn stamp(&self, key: &str) -> Option<FileStamp> {
        if let Self::Memory(_) = self {
            return None; // there is no file, whatever lies where its name would lead
        }
        let found = fs::metadata(self.file_of(key).ok()?.path).ok()?;
        Some(FileStamp { nbytes: found.len(), modified: found.modified().ok() })
    }
}
