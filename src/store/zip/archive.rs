use std::cell::Cell;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ::zip::CompressionMethod;
use ::zip::read::{Config, ZipFileEntry};
use ::zip::result::ZipError;
use ::zip::unstable::read::ZipIterable;

use crate::limits::ZIP_SEARCH;
use crate::store::keys::{Listed, SortedKeys, is_usable};
use crate::store::{Below, ByteSource, StoreError, StoredFile};

/// The beginning of a local file header (APPNOTE 4.3.7), which comes before the bytes of each member.
pub(super) const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
/// The fixed part of such a header. Its last four bytes are the lengths of the name and the extra field, which follow.
const LOCAL_HEADER_NBYTES: u64 = 30;
/// How many bytes of an archive are read at once: enough to hide the cost of a read, too few to matter in memory.
const BLOCK: u64 = 64 << 10;

#[derive(Debug)]
pub(super) struct Archive {
    file: Mutex<StoredFile>,
    nbytes: u64,
    pub(super) members: SortedKeys<MemberRecord>,
    pub(super) repeated: Vec<Box<str>>,
    pub(super) unusable: Vec<Box<str>>,
}

/// A member as in the list of members: the values in the local header are often zero or wrong.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemberRecord {
    pub(super) form: Form,
    header: u64,
    pub(super) packed: u64,
    pub(super) nbytes: u64,
    pub(super) crc: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Stored,
    Deflated,
    Encrypted,
    Link,
    Unknown(CompressionMethod),
}

impl Archive {
    pub(super) fn read(file: StoredFile) -> Result<Self, String> {
        let nbytes = file.nbytes();
        let file = Mutex::new(file);
        let (members, unusable) = list(ArchivePart::new(&file, 0..nbytes)).map_err(|error| reason(&error))?;
        let (members, repeated) = SortedKeys::new(members);
        Ok(Self { file, nbytes, members, repeated, unusable })
    }

    pub(super) fn read_range(&self, key: &str, offset: u64, nbytes: u64) -> Result<Vec<u8>, StoreError> {
        lock(&self.file).read_at(key, offset, nbytes)
    }

    pub(super) fn part(&self, range: Range<u64>) -> ArchivePart<'_> {
        ArchivePart::new(&self.file, range)
    }

    /// By the lengths in the local header, because its extra field often differs. Checks that all bytes are in the archive.
    pub(super) fn start(&self, key: &str, record: &MemberRecord) -> Result<u64, StoreError> {
        let wrong = |found: String| StoreError::Member {
            key: key.to_owned(),
            expected: format!("a member of {} bytes at byte {} of the archive", record.packed, record.header),
            found,
        };
        let header = match self.read_range(key, record.header, LOCAL_HEADER_NBYTES) {
            Err(StoreError::OutOfRange { end, .. }) => return Err(wrong(format!("its end at byte {end}"))),
            read => read?,
        };
        if !header.starts_with(LOCAL_HEADER) {
            return Err(wrong("something else".to_owned()));
        }
        let length = |low: u8, high: u8| u64::from(u16::from_le_bytes([low, high]));
        let follows = match header.last_chunk() {
            Some([a, b, c, d]) => length(*a, *b) + length(*c, *d),
            None => 0,
        };
        let start = record.header.saturating_add(LOCAL_HEADER_NBYTES + follows);
        match start.checked_add(record.packed) {
            // Checked once, so that every range within the member can be read.
            Some(end) if end <= self.nbytes => Ok(start),
            _ => Err(wrong(format!("its end at byte {}", self.nbytes))),
        }
    }
}

impl MemberRecord {
    fn of(entry: &ZipFileEntry<'_>) -> Self {
        let form = match entry.compression() {
            _ if entry.encrypted() => Form::Encrypted,
            _ if entry.is_symlink() => Form::Link,
            CompressionMethod::STORE => Form::Stored,
            CompressionMethod::DEFLATE => Form::Deflated,
            other => Form::Unknown(other),
        };
        Self {
            form,
            header: entry.header_start(),
            packed: entry.compressed_size(),
            nbytes: entry.size(),
            crc: entry.crc32(),
        }
    }
}

impl Listed for MemberRecord {
    fn below(&self) -> Below {
        if self.form == Form::Link { Below::Other } else { Below::File(self.nbytes) }
    }
}

type NamedMembers = Vec<(Box<str>, MemberRecord)>;

fn list(archive: ArchivePart<'_>) -> Result<(NamedMembers, Vec<Box<str>>), ZipError> {
    let mut members = Vec::new();
    let mut unusable = Vec::new();
    let unread = Cell::new(ZIP_SEARCH);
    let mut list = ZipIterable::try_new(ArchivePart { unread: Some(&unread), ..archive }, Config::default())?;
    unread.set(u64::MAX);
    for entry in list.files()? {
        let entry = entry?;
        match str::from_utf8(entry.name_raw()) {
            Ok(name) if is_usable(name) => members.push((name.into(), MemberRecord::of(&entry))),
            _ => unusable.push(String::from_utf8_lossy(entry.name_raw()).into()),
        }
    }
    Ok((members, unusable))
}

fn reason(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) => error.to_string(),
        ZipError::InvalidArchive(reason) => reason.clone().into_owned(),
        ZipError::UnsupportedArchive(reason) => (*reason).to_owned(),
        other => other.to_string(),
    }
}

fn lock(file: &Mutex<StoredFile>) -> MutexGuard<'_, StoredFile> {
    // Reading leaves nothing half done: after a panic of another thread, the file is as good as before.
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Read through a buffer, because `zip` and the decoder of DEFLATE ask for single bytes.
pub(super) struct ArchivePart<'a> {
    file: &'a Mutex<StoredFile>,
    at: u64,
    end: u64,
    block: Vec<u8>,
    block_start: u64,
    /// What may still be read, where that is bounded.
    unread: Option<&'a Cell<u64>>,
}

impl<'a> ArchivePart<'a> {
    fn new(file: &'a Mutex<StoredFile>, range: Range<u64>) -> Self {
        Self {
            file,
            at: range.start,
            end: range.end,
            block: Vec::new(),
            block_start: range.start,
            unread: None,
        }
    }

    fn rest(&self) -> &[u8] {
        let from = self.at.checked_sub(self.block_start).and_then(|from| usize::try_from(from).ok());
        from.and_then(|from| self.block.get(from..)).unwrap_or_default()
    }
}

impl BufRead for ArchivePart<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest().is_empty() {
            let nbytes = self.end.saturating_sub(self.at).min(BLOCK);
            if let Some(unread) = self.unread {
                let Some(rest) = unread.get().checked_sub(nbytes) else {
                    let limit = ZIP_SEARCH >> 20;
                    let wanted = "expected the list of members where the end of the archive says";
                    return Err(io::Error::other(format!("{wanted}, found none in {limit} MiB from there")));
                };
                unread.set(rest);
            }
            self.block = if nbytes == 0 {
                Vec::new()
            } else {
                lock(self.file)
                    .read_at("", self.at, nbytes)
                    .map_err(|error| io::Error::other(error.reason()))?
            };
            self.block_start = self.at;
        }
        Ok(self.rest())
    }

    fn consume(&mut self, nbytes: usize) {
        self.at = self.at.saturating_add(nbytes as u64);
    }
}

impl Read for ArchivePart<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let nbytes = self.fill_buf()?.read(into)?;
        self.consume(nbytes);
        Ok(nbytes)
    }
}

impl Seek for ArchivePart<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.end.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
