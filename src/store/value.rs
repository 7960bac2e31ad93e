use std::borrow::Cow;
use std::ops::Range;

#[cfg(feature = "remote")]
use super::remote::RemoteValue;
use super::{ByteSource, FileOf, MemoryValue, ReferencedValue, StoreError, StoredFile, StoredMember};

#[derive(Debug)]
pub enum StoredValue {
    File(StoredFile),
    Member(StoredMember),
    Referenced(Box<ReferencedValue>),
    Memory(MemoryValue),
    #[cfg(feature = "remote")]
    Remote(Box<RemoteValue>),
}

impl StoredValue {
    pub fn is_packed(&self) -> bool {
        match self {
            Self::File(_) | Self::Memory(_) => false,
            Self::Member(member) => member.is_packed(),
            Self::Referenced(value) => value.is_packed(),
            #[cfg(feature = "remote")]
            Self::Remote(value) => value.is_packed(),
        }
    }

    pub fn range(&self) -> Option<Range<u64>> {
        match self {
            Self::File(file) => Some(0..file.nbytes()),
            Self::Member(member) => member.range(),
            Self::Referenced(value) => value.range(),
            Self::Memory(value) => Some(0..value.nbytes()),
            #[cfg(feature = "remote")]
            Self::Remote(value) => Some(0..value.nbytes()),
        }
    }

    pub fn target(&self) -> Option<FileOf> {
        let Self::Referenced(value) = self else { return None };
        value.target()
    }

    pub fn is_inline(&self) -> bool {
        matches!(self, Self::Referenced(value) if value.target().is_none())
    }

    /// Not compared with a checksum that the store keeps: to look at damaged values.
    #[must_use]
    pub fn unchecked(self) -> Self {
        match self {
            Self::Member(member) => Self::Member(member.unchecked()),
            Self::File(_) | Self::Memory(_) | Self::Referenced(_) => self,
            #[cfg(feature = "remote")]
            Self::Remote(_) => self,
        }
    }

    fn source(&self) -> &dyn ByteSource {
        match self {
            Self::File(file) => file,
            Self::Member(member) => member,
            Self::Memory(value) => value,
            Self::Referenced(value) => value.as_ref(),
            #[cfg(feature = "remote")]
            Self::Remote(value) => value.as_ref(),
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

    fn joined_gap(&self) -> u64 {
        self.source().joined_gap()
    }
}
