use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{ByteSource, StoreError};

#[derive(Debug)]
pub struct StoredFile {
    key: String,
    file: File,
    nbytes: u64,
    /// The file is at its first byte: reading from there needs no seek, which saves a system call for every small file.
    is_fresh: Cell<bool>,
}

impl StoredFile {
    pub(super) fn new(key: String, file: File, nbytes: u64) -> Self {
        Self { key, file, nbytes, is_fresh: Cell::new(false) }
    }

    pub(super) fn fresh(key: String, file: File, nbytes: u64) -> Self {
        Self { is_fresh: Cell::new(true), ..Self::new(key, file, nbytes) }
    }

    /// Errors name `key`, which in an archive is not that of the file.
    pub(super) fn read_at(&self, key: &str, offset: u64, nbytes: u64) -> Result<Vec<u8>, StoreError> {
        let out_of_range = |end| StoreError::OutOfRange { offset, nbytes, end };
        // Ranges come from shard indexes, and may lead anywhere.
        if offset.checked_add(nbytes).is_none_or(|end| end > self.nbytes) {
            return Err(out_of_range(self.nbytes));
        }
        let mut bytes = room(key, nbytes)?;
        let mut file = &self.file;
        if !self.is_fresh.replace(false) || offset > 0 {
            file.seek(SeekFrom::Start(offset)).map_err(|error| StoreError::io(key, &error))?;
        }
        file.take(nbytes).read_to_end(&mut bytes).map_err(|error| StoreError::io(key, &error))?;
        // The file may have shrunk since it was opened.
        if (bytes.len() as u64) < nbytes {
            return Err(out_of_range(offset.saturating_add(bytes.len() as u64)));
        }
        Ok(bytes)
    }
}

/// The number comes from a store: too little memory is an error, and does not end the program.
pub(super) fn room(key: &str, nbytes: u64) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    if usize::try_from(nbytes).is_ok_and(|nbytes| bytes.try_reserve_exact(nbytes).is_ok()) {
        return Ok(bytes);
    }
    let expected = "as many bytes as there is memory for".to_owned();
    Err(StoreError::OverLimit { key: key.to_owned(), expected, found: nbytes.to_string() })
}

impl ByteSource for StoredFile {
    fn nbytes(&self) -> u64 {
        self.nbytes
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        Ok(self.read_at(&self.key, offset, nbytes)?.into())
    }
}

/// What a file looks like from outside: enough to see that it was rewritten, without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    pub nbytes: u64,
    pub modified: Option<SystemTime>,
}

/// Which file holds a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOf {
    /// The file: that of the value, the archive, the file of references, the directory of a repository, or the one to which a
    /// reference leads.
    pub path: PathBuf,
    /// The name of the member in the archive, or the key in the file of references or in the repository.
    pub member: Option<String>,
    #[doc(hidden)]
    pub kind: FileKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Whole,
    Target,
    /// The value is the range of a file that the repository keeps for chunks.
    Native,
    /// The value is the range of a file elsewhere, to which a manifest of the repository leads.
    Virtual,
    Archive,
    References,
    ReferenceTables,
    Repository,
}

impl FileOf {
    pub(crate) fn whole(path: PathBuf) -> Self {
        Self { path, member: None, kind: FileKind::Whole }
    }

    pub(super) fn part(path: &Path, member: String, kind: FileKind) -> Self {
        Self { path: path.to_owned(), member: Some(member), kind }
    }
}
