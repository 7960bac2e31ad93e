//! Which file holds a value, and how.

use std::path::PathBuf;

/// Which file holds a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOf {
    /// The file: that of the value, the archive, the file of references, the directory of a repository, or the one to which a
    /// reference leads.
    pub path: PathBuf,
    /// The name of the member in the archive, or the key in the file of references or in the repository.
    pub member: Option<String>,
    /// How the file holds it.
    #[doc(hidden)]
    pub kind: FileKind,
}

/// How a file holds a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// The value is all of the file.
    Whole,
    /// The value is a range of the file, to which a reference leads.
    Target,
    /// The value is a range of a file that the repository keeps for chunks.
    Native,
    /// The value is a range of a file elsewhere, to which a manifest of the repository leads.
    Virtual,
    /// It is an archive.
    Archive,
    /// It is a file of references.
    References,
    /// It is a directory with tables of references.
    ReferenceTables,
    /// It is a repository: the value is in it, under a branch, a tag or a snapshot.
    Repository,
}

impl FileOf {
    /// A file that is nothing but the value.
    pub(crate) fn whole(path: PathBuf) -> Self {
        Self { path, member: None, kind: FileKind::Whole }
    }
}
