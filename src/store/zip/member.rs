use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use flate2::bufread::DeflateDecoder;

use super::archive::{Archive, Form, MemberRecord};
use crate::store::{ByteSource, Slice, StoreError, file::room};

/// DEFLATE makes at most this many bytes of one, 258 of two bits: no archive makes us reserve more.
const DEFLATE_RATIO: u64 = 1032;

#[derive(Debug)]
pub struct StoredMember {
    archive: Arc<Archive>,
    key: String,
    record: MemberRecord,
    start: u64,
    checked: bool,
    inflated: OnceLock<Vec<u8>>,
}

impl StoredMember {
    pub(super) fn open(archive: &Arc<Archive>, key: &str, record: MemberRecord) -> Result<Self, StoreError> {
        let wrong = |expected: &str, found: String| {
            Err(StoreError::Member { key: key.to_owned(), expected: expected.to_owned(), found })
        };
        match record.form {
            Form::Stored if record.packed != record.nbytes => {
                let found = format!("{} bytes in the archive for {}", record.packed, record.nbytes);
                return wrong("a stored member to take as many bytes as it has", found);
            }
            Form::Stored | Form::Deflated => {}
            Form::Link => return Err(StoreError::NotAFile { key: key.to_owned(), found: "a link" }),
            Form::Encrypted => return wrong("a stored or deflated member", "an encrypted one".to_owned()),
            Form::Unknown(method) => {
                return wrong("a stored or deflated member", format!("the compression method {method}"));
            }
        }
        Ok(Self {
            archive: Arc::clone(archive),
            key: key.to_owned(),
            record,
            start: archive.start(key, &record)?,
            checked: true,
            inflated: OnceLock::new(),
        })
    }

    pub fn is_packed(&self) -> bool {
        self.record.form == Form::Deflated
    }

    pub fn range(&self) -> Option<Range<u64>> {
        if self.is_packed() { None } else { Some(self.start..self.start.saturating_add(self.record.nbytes)) }
    }

    #[must_use]
    pub fn unchecked(self) -> Self {
        Self { checked: false, ..self }
    }

    /// Up to the size in the list of the archive, so that no stream is endless.
    fn inflate(&self) -> Result<Vec<u8>, StoreError> {
        let MemberRecord { packed, nbytes, .. } = self.record;
        let mut bytes = room(&self.key, nbytes.min(packed.saturating_mul(DEFLATE_RATIO)))?;
        let input = self.archive.part(self.start..self.start.saturating_add(packed));
        // One byte more shows that there are more.
        let read = DeflateDecoder::new(input).take(nbytes.saturating_add(1)).read_to_end(&mut bytes);
        let found = match read {
            Ok(_) if bytes.len() as u64 == nbytes => return self.check(bytes),
            Ok(_) if bytes.len() as u64 > nbytes => "more".to_owned(),
            Ok(_) => bytes.len().to_string(),
            Err(error) => format!("{error} after {} bytes", bytes.len()),
        };
        let expected = format!("{nbytes} bytes of a deflated member");
        Err(StoreError::Member { key: self.key.clone(), expected, found })
    }

    fn check(&self, bytes: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let found = crc32fast::hash(&bytes);
        if found == self.record.crc || !self.checked {
            return Ok(bytes);
        }
        let expected = format!("CRC-32 {:#010x}", self.record.crc);
        Err(StoreError::Member { key: self.key.clone(), expected, found: format!("{found:#010x}") })
    }
}

impl ByteSource for StoredMember {
    fn nbytes(&self) -> u64 {
        self.record.nbytes
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        if self.is_packed() {
            if self.inflated.get().is_none() {
                // Another thread may have been faster; its bytes are the same.
                let _ = self.inflated.set(self.inflate()?);
            }
            let bytes = self.inflated.get().map(Vec::as_slice).unwrap_or_default();
            return Ok(Cow::Borrowed(Slice(bytes).range(offset, nbytes)?));
        }
        let end = self.nbytes();
        if offset.checked_add(nbytes).is_none_or(|last| last > end) {
            return Err(StoreError::OutOfRange { offset, nbytes, end });
        }
        Ok(self.archive.read_range(&self.key, self.start.saturating_add(offset), nbytes)?.into())
    }

    fn read_all(&self) -> Result<Cow<'_, [u8]>, StoreError> {
        let bytes = match (self.is_packed(), self.inflated.get()) {
            (true, Some(bytes)) => return Ok(bytes.into()),
            (true, None) => self.inflate()?,
            (false, _) => {
                self.check(self.archive.read_range(&self.key, self.start, self.record.packed)?)?
            }
        };
        Ok(bytes.into())
    }
}
