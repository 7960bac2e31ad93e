//! Which file holds a value, and how.

use std::path::PathBuf;

/// Which file holds a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOf {
    /// The file: that of the value, the archive, the file of references, or the one to which a reference leads.
    pub path: PathBuf,
    /// The name of the member in the archive, or the key in the file of references.
    pub member: Option<String>,
    /// How the file holds it.
    pub kind: FileKind,
}

/// How a file holds a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// The value is all of the file.
    Whole,
    /// The value is a range of the file, to which a reference leads.
    Target,
    /// It is an archive.
    Archive,
    /// It is a file of references.
    References,
}

impl FileOf {
    /// A file that is nothing but the value.
    #[must_use]
    pub fn whole(path: PathBuf) -> Self {
        Self { path, member: None, kind: FileKind::Whole }
    }
}
