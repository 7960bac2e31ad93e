use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(feature = "remote")]
use super::super::remote::RemoteValue;
use super::super::{ByteSource, FileKind, FileOf, Slice, StoreError, StoredFile};

#[derive(Debug)]
pub struct ReferencedValue {
    bytes: ReferencedBytes,
    offset: u64,
    nbytes: u64,
    kind: FileKind,
}

#[derive(Debug)]
pub(in crate::store) enum ReferencedBytes {
    Inline(Arc<[u8]>),
    File(StoredFile, PathBuf),
    #[cfg(feature = "remote")]
    Object(Box<RemoteValue>, PathBuf),
}

impl ReferencedBytes {
    fn source(&self) -> &dyn ByteSource {
        match self {
            Self::Inline(_) => &Slice(&[]),
            Self::File(file, _) => file,
            #[cfg(feature = "remote")]
            Self::Object(object, _) => object.as_ref(),
        }
    }
}

impl ReferencedValue {
    pub(in crate::store) fn inline(bytes: Arc<[u8]>) -> Self {
        let nbytes = bytes.len() as u64;
        Self { bytes: ReferencedBytes::Inline(bytes), offset: 0, nbytes, kind: FileKind::Target }
    }

    /// A range of a file or an object, or all of it. `shown` is the target in the words of the reference.
    pub(in crate::store) fn within(
        bytes: ReferencedBytes,
        range: Option<(u64, u64)>,
        key: &str,
        shown: &str,
    ) -> Result<Self, StoreError> {
        let end = bytes.source().nbytes();
        let (offset, nbytes) = range.unwrap_or((0, end));
        if offset.checked_add(nbytes).is_none_or(|last| last > end) {
            let expected =
                format!("{nbytes} bytes at byte {offset} of {shown}, to which the reference leads");
            let found = format!("its end at byte {end}");
            return Err(StoreError::Reference { key: key.to_owned(), expected, found });
        }
        Ok(Self { bytes, offset, nbytes, kind: FileKind::Target })
    }

    #[cfg(feature = "icechunk")]
    pub(in crate::store) fn of_kind(self, kind: FileKind) -> Self {
        Self { kind, ..self }
    }

    pub fn target(&self) -> Option<FileOf> {
        let path = match &self.bytes {
            ReferencedBytes::Inline(_) => return None,
            ReferencedBytes::File(_, path) => path,
            #[cfg(feature = "remote")]
            ReferencedBytes::Object(_, path) => path,
        };
        Some(FileOf { path: path.clone(), member: None, kind: self.kind })
    }

    pub fn range(&self) -> Option<Range<u64>> {
        if let ReferencedBytes::Inline(_) = self.bytes {
            return None;
        }
        Some(self.offset..self.offset.saturating_add(self.nbytes))
    }

    #[cfg(feature = "icechunk")]
    pub(in crate::store) fn modified(&self) -> Option<u64> {
        match &self.bytes {
            ReferencedBytes::Inline(_) => None,
            ReferencedBytes::File(_, path) => {
                let modified = std::fs::metadata(path).and_then(|found| found.modified()).ok()?;
                Some(modified.duration_since(std::time::UNIX_EPOCH).ok()?.as_secs())
            }
            #[cfg(feature = "remote")]
            ReferencedBytes::Object(object, _) => object.modified(),
        }
    }

    #[cfg(feature = "icechunk")]
    pub(in crate::store) fn tag(&self) -> Option<&str> {
        match &self.bytes {
            ReferencedBytes::Inline(_) | ReferencedBytes::File(..) => None,
            #[cfg(feature = "remote")]
            ReferencedBytes::Object(object, _) => object.tag(),
        }
    }

    pub fn is_packed(&self) -> bool {
        match &self.bytes {
            ReferencedBytes::Inline(_) | ReferencedBytes::File(..) => false,
            #[cfg(feature = "remote")]
            ReferencedBytes::Object(object, _) => object.is_packed(),
        }
    }
}

impl ByteSource for ReferencedValue {
    fn nbytes(&self) -> u64 {
        self.nbytes
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        if let ReferencedBytes::Inline(bytes) = &self.bytes {
            return Ok(Cow::Borrowed(Slice(bytes).range(offset, nbytes)?));
        }
        // The file may go on after the value, with bytes of something else.
        if offset.checked_add(nbytes).is_none_or(|end| end > self.nbytes) {
            return Err(StoreError::OutOfRange { offset, nbytes, end: self.nbytes });
        }
        let read = self.bytes.source().read_range(self.offset.saturating_add(offset), nbytes);
        read.map_err(|error| match error {
            // The file may have shrunk since it was opened. As everywhere, the end is counted from the beginning of the value.
            StoreError::OutOfRange { end, .. } => {
                StoreError::OutOfRange { offset, nbytes, end: end.saturating_sub(self.offset) }
            }
            error => error,
        })
    }

    fn joined_gap(&self) -> u64 {
        self.bytes.source().joined_gap()
    }
}
