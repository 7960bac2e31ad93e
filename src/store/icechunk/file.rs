//! Files of a repository: a header, then tables of `FlatBuffers`, compressed as a whole.
//!
//! Specification: [Icechunk files](https://icechunk.io/en/stable/spec/). Sizes have limits; tables are verified before reading.

use std::io::Read;

use flatbuffers::{Follow, Verifiable, VerifierOptions};
use icechunk_format::format_constants::{
    CompressionAlgorithmBin, FileTypeBin, ICECHUNK_FILE_HEADER_LEN, parse_file_header,
};

#[cfg(feature = "remote")]
use super::super::references::part;
use super::super::{ByteSource, FirstRead, REQUESTS_AT_ONCE, Store, StoreError, StoredValue};
use crate::limits::{Limits, REFERENCE_BYTES, at_most};

const DEPTH: usize = 16;
/// How many times its bytes a file may seem to have: writers stay below twice, a table counted with the shape it shares.
const SHARED: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileFault {
    pub(super) expected: String,
    pub(super) found: String,
    pub(super) is_unread: bool,
}

impl FileFault {
    pub(super) fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { expected: expected.into(), found: found.into(), is_unread: false }
    }

    /// `place` says what could not be read.
    pub(super) fn of(error: &StoreError, place: &str) -> Self {
        let (expected, found) = error.contrast();
        Self { is_unread: error.is_unread(), ..Self::new(format!("{expected}{place}"), found) }
    }

    pub(super) fn sentence(&self) -> String {
        format!("{}, where {} was expected", self.found, self.expected)
    }

    pub(super) fn at(self, key: &str) -> StoreError {
        let Self { expected, found, is_unread } = self;
        let key = key.to_owned();
        if is_unread {
            return StoreError::Answer { key, expected, found };
        }
        StoreError::Reference { key, expected, found }
    }
}

fn name_of(file: FileTypeBin) -> &'static str {
    match file {
        FileTypeBin::Snapshot => "a snapshot of Icechunk",
        FileTypeBin::Manifest => "a manifest of Icechunk",
        _ => "the overview of a repository of Icechunk",
    }
}

#[derive(Debug)]
pub(super) struct RepositoryFiles {
    pub(super) store: Box<Store>,
    pub(super) limits: Limits,
}

impl RepositoryFiles {
    pub(super) fn tables(&self, name: &str, file: FileTypeBin) -> Result<Option<Vec<u8>>, FileFault> {
        let Some(bytes) = self.written(name)? else { return Ok(None) };
        Ok(Some(self.tables_in(&bytes, name, file)?))
    }

    pub(super) fn written(&self, name: &str) -> Result<Option<Vec<u8>>, FileFault> {
        self.read(name, self.limits.reference_bytes)
    }

    /// What is small enough to be read while others are. `None` if it is not, or not there.
    pub(super) fn small(&self, name: &str) -> Result<Option<Vec<u8>>, FileFault> {
        let unread = |error: StoreError| FileFault::of(&error, &format!(" in {name}"));
        let opened = self.store.open(name).map_err(unread)?;
        let most = self.limits.reference_bytes / REQUESTS_AT_ONCE as u64;
        let Some(value) = opened.filter(|value| value.nbytes() <= most) else { return Ok(None) };
        Ok(Some(value.read_all().map_err(unread)?.into_owned()))
    }

    /// Whether others are read nevertheless. A server that does not answer would be waited for once for each.
    pub(super) fn goes_without(&self, fault: &FileFault) -> bool {
        !(fault.is_unread && self.store.is_remote())
    }

    pub fn tables_in(&self, bytes: &[u8], name: &str, file: FileTypeBin) -> Result<Vec<u8>, FileFault> {
        let wrong = |found: String| FileFault::new(format!("{} in {name}", name_of(file)), found);
        let header = parse_file_header(bytes).map_err(|error| wrong(first_line(&error.to_string())))?;
        if header.file_type != file {
            return Err(wrong(format!("a file of another kind, {:?}", header.file_type)));
        }
        let rest = bytes.get(ICECHUNK_FILE_HEADER_LEN..).unwrap_or_default();
        match header.compression {
            CompressionAlgorithmBin::None => Ok(rest.to_owned()),
            CompressionAlgorithmBin::Zstd => self.decompress(rest).map_err(wrong),
        }
    }

    pub(super) fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, FileFault> {
        let unread = |error: StoreError| FileFault::of(&error, &format!(" in {name}"));
        let Some(value) = self.store.open(name).map_err(unread)? else { return Ok(None) };
        if value.nbytes() > most {
            let bound = match self.limits.reference_bytes {
                own if own > most => format!("at most {most} bytes"),
                own => at_most(own, "bytes", REFERENCE_BYTES),
            };
            let expected = format!("{bound} in {name}");
            return Err(FileFault::new(expected, value.nbytes().to_string()));
        }
        Ok(Some(value.read_all().map_err(unread)?.into_owned()))
    }

    #[cfg_attr(
        not(feature = "remote"),
        expect(unused_variables, reason = "a file is opened before its range is read")
    )]
    pub(super) fn open_range(
        &self,
        name: &str,
        (offset, nbytes): (u64, u64),
        wanted: FirstRead,
    ) -> Result<Option<StoredValue>, StoreError> {
        #[cfg(feature = "remote")]
        if let Store::Remote(store) = self.store.as_ref() {
            let found = match wanted {
                FirstRead::Size => store.open(name, wanted)?,
                wanted => store.open_range(name, part(offset, nbytes, wanted))?,
            };
            return Ok(found.map(|value| StoredValue::Remote(Box::new(value))));
        }
        self.store.open(name)
    }

    fn decompress(&self, frame: &[u8]) -> Result<Vec<u8>, String> {
        let most = self.limits.reference_bytes;
        let mut bytes = Vec::new();
        let decoder = zstd::stream::read::Decoder::with_buffer(frame).map_err(|error| error.to_string())?;
        let read = decoder.take(most.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| format!("a zstd stream that cannot be decoded: {error}"))?;
        if bytes.len() as u64 > most {
            return Err(format!(
                "more than {}",
                at_most(most, "bytes", REFERENCE_BYTES).trim_start_matches("at most ")
            ));
        }
        Ok(bytes)
    }
}

pub(super) fn root<'b, T: Follow<'b> + Verifiable + 'b>(bytes: &'b [u8]) -> Result<T::Inner, String> {
    let options = VerifierOptions {
        max_depth: DEPTH,
        max_tables: bytes.len(),
        max_apparent_size: bytes.len().saturating_mul(SHARED).saturating_add(1024),
        ignore_missing_null_terminator: true,
    };
    flatbuffers::root_with_opts::<T>(&options, bytes)
        .map_err(|error| format!("tables that do not hold together: {}", first_line(&error.to_string())))
}

pub(super) fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
}
