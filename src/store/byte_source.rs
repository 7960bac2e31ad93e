//! A stored value of which ranges can be read: a file, or bytes already in memory.

use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use super::{StoreError, StoredMember};

/// Bytes of known length that are read range by range. Shards are read through this, stored or nested alike.
pub trait ByteSource {
    /// How many bytes there are.
    fn nbytes(&self) -> u64;

    /// The bytes `offset..offset + nbytes`.
    ///
    /// # Errors
    /// When the range does not lie within the bytes, or cannot be read.
    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError>;

    /// All bytes.
    ///
    /// # Errors
    /// When they cannot be read.
    fn read_all(&self) -> Result<Cow<'_, [u8]>, StoreError> {
        self.read_range(0, self.nbytes())
    }
}

/// Bytes in memory.
#[derive(Debug, Clone, Copy)]
pub struct Slice<'a>(pub &'a [u8]);

impl ByteSource for Slice<'_> {
    fn nbytes(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        self.range(offset, nbytes).map(Cow::Borrowed)
    }
}

impl<'a> Slice<'a> {
    /// The bytes `offset..offset + nbytes`.
    pub(super) fn range(self, offset: u64, nbytes: u64) -> Result<&'a [u8], StoreError> {
        let range = || {
            let start = usize::try_from(offset).ok()?;
            let end = start.checked_add(usize::try_from(nbytes).ok()?)?;
            self.0.get(start..end)
        };
        range().ok_or(StoreError::OutOfRange { offset, nbytes, end: self.nbytes() })
    }
}

/// A regular file of a store, open for reading.
#[derive(Debug)]
pub struct StoredFile {
    key: String,
    file: File,
    nbytes: u64,
    /// Whether nothing has been read: then the file stands at its first byte, and need not be told to go there.
    is_fresh: Cell<bool>,
}

impl StoredFile {
    pub(super) fn new(key: String, file: File, nbytes: u64) -> Self {
        Self { key, file, nbytes, is_fresh: Cell::new(false) }
    }

    /// A file that was opened just now, so that nothing of it has been read.
    pub(super) fn fresh(key: String, file: File, nbytes: u64) -> Self {
        Self { is_fresh: Cell::new(true), ..Self::new(key, file, nbytes) }
    }

    /// The bytes `offset..offset + nbytes`, whose key is not that of the file.
    pub(super) fn read_at(&self, key: &str, offset: u64, nbytes: u64) -> Result<Vec<u8>, StoreError> {
        let out_of_range = |end| StoreError::OutOfRange { offset, nbytes, end };
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

/// Memory for so many bytes.
pub(super) fn room(key: &str, nbytes: u64) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    let reserved = usize::try_from(nbytes).is_ok_and(|nbytes| bytes.try_reserve_exact(nbytes).is_ok());
    if reserved {
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

/// The value of a key, wherever it is.
#[derive(Debug)]
pub enum StoredValue {
    /// A file.
    File(StoredFile),
    /// A member of an archive.
    Member(StoredMember),
}

impl StoredValue {
    /// Whether a range of it costs as much as all of it.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        match self {
            Self::File(_) => false,
            Self::Member(member) => member.is_packed(),
        }
    }

    /// Where its bytes are in the file of the store that holds them; `None` where they stand there in another form.
    #[must_use]
    pub fn range(&self) -> Option<Range<u64>> {
        match self {
            Self::File(file) => Some(0..file.nbytes()),
            Self::Member(member) => member.range(),
        }
    }

    /// The same value, where a checksum that the store keeps does not matter.
    #[must_use]
    pub fn unchecked(self) -> Self {
        match self {
            Self::File(file) => Self::File(file),
            Self::Member(member) => Self::Member(member.unchecked()),
        }
    }

    fn source(&self) -> &dyn ByteSource {
        match self {
            Self::File(file) => file,
            Self::Member(member) => member,
        }
    }
}

impl ByteSource for StoredValue {
    fn nbytes(&self) -> u64 {
        self.source().nbytes()
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        self.source().read_range(offset, nbytes)
    }

    fn read_all(&self) -> Result<Cow<'_, [u8]>, StoreError> {
        self.source().read_all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_outside_the_bytes_is_an_error() {
        let source = Slice(b"abcdef");
        assert_eq!(source.read_range(2, 3).unwrap().as_ref(), b"cde");
        assert_eq!(source.read_range(6, 0).unwrap().as_ref(), b"");
        for (offset, nbytes) in [(4, 3), (7, 0), (u64::MAX, 1), (1, u64::MAX)] {
            let error = source.read_range(offset, nbytes).unwrap_err();
            assert_eq!(error, StoreError::OutOfRange { offset, nbytes, end: 6 });
        }
    }
}
