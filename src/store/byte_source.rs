use std::borrow::Cow;

use super::error::StoreError;

pub trait ByteSource {
    fn nbytes(&self) -> u64;

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError>;

    fn read_all(&self) -> Result<Cow<'_, [u8]>, StoreError> {
        self.read_range(0, self.nbytes())
    }

    /// Ranges with a smaller gap than this are cheaper to read together; 0 where a read costs nothing beside its bytes.
    fn joined_gap(&self) -> u64 {
        0
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Slice<'a>(pub &'a [u8]);

impl ByteSource for Slice<'_> {
    fn nbytes(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        Ok(Cow::Borrowed(self.range(offset, nbytes)?))
    }
}

impl<'a> Slice<'a> {
    pub(super) fn range(self, offset: u64, nbytes: u64) -> Result<&'a [u8], StoreError> {
        let range = || {
            let start = usize::try_from(offset).ok()?;
            let end = start.checked_add(usize::try_from(nbytes).ok()?)?;
            self.0.get(start..end)
        };
        range().ok_or(StoreError::OutOfRange { offset, nbytes, end: self.nbytes() })
    }
}

/// What is read first of a value. On a network each of these costs one request; elsewhere it makes no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstRead {
    Whole,
    Size,
    Start(u64),
    End(u64),
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
