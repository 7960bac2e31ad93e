//! A store of references: each key has its value written out, or the place of it in another file. Kerchunk and `VirtualiZarr`
//! write them, so that files of other formats are read as Zarr.
//!
//! Specification: [References](https://fsspec.github.io/kerchunk/spec.html). Where it may lead is decided in `places.rs`.

mod document;
mod generated;
mod index;
mod places;
#[cfg(feature = "references-parquet")]
mod records;
mod reference;
#[cfg(feature = "remote")]
mod remote;
#[cfg(feature = "references-parquet")]
mod table;
mod targets;
mod template;
#[cfg(test)]
mod tests;
#[cfg(feature = "references-parquet")]
mod thrift;
mod value;

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_core::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};

use self::document::ReferenceSet;
use self::index::{FileVersion, ReferenceIndex, shared};
#[cfg(feature = "icechunk")]
pub(super) use self::places::shown;
#[cfg(not(feature = "icechunk"))]
use self::places::shown;
#[cfg(feature = "references-parquet")]
use self::records::RecordedReferences;
use self::reference::Reference;
#[cfg(all(feature = "icechunk", feature = "remote"))]
pub(super) use self::remote::part;
#[cfg(feature = "references-parquet")]
pub(super) use self::table::is_table_read;
#[cfg(feature = "references-parquet")]
pub(crate) use self::table::read_keys;
#[cfg(not(feature = "icechunk"))]
use self::targets::ReferenceTargets;
#[cfg(feature = "icechunk")]
pub(super) use self::targets::ReferenceTargets;
#[cfg(feature = "icechunk")]
pub(super) use self::value::ReferencedBytes;
pub use self::value::ReferencedValue;
#[cfg(feature = "remote")]
use super::address::RequestCount;
use super::keys::{self, directory, name_below, some_of};
use super::{
    Below, Detail, DirectoryEntry, FileKind, FirstRead, PathError, StoreAccess, StoreError, Walk, join,
};
use crate::limits::{NAME_BYTES, REFERENCE_BYTES, at_most};

const LOOKED_AT: u64 = 1 << 16;
/// Documents are no references: a copy of metadata in one has keys too.
const DOCUMENTS: &[&str] = &["zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata"];
const NOTED: usize = 100_000;
const TARGETS: usize = 1000;

#[derive(Debug, Clone)]
pub struct ReferenceStore {
    path: PathBuf,
    pub(super) access: StoreAccess,
    index: Arc<ReferenceIndex>,
    targets: Arc<ReferenceTargets>,
    prefix: String,
}

impl ReferenceStore {
    /// Whether a file has references as Kerchunk writes them: in `refs`, or flat. Any report may name documents, but none has members
    /// that are called so.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        let read = || -> std::io::Result<bool> {
            let mut file = super::regular::open_named(path).map_err(std::io::Error::other)?;
            let nbytes = file.metadata()?.len();
            let text = ends_of(&mut file, nbytes)?;
            file.rewind()?;
            let are_flat = || has_flat_keys(BufReader::with_capacity(1 << 16, file));
            Ok(are_references(&text) && (has_refs(&text) || are_flat()))
        };
        read().unwrap_or_default()
    }

    pub(super) fn at(path: &Path, access: &StoreAccess) -> Result<Option<Self>, PathError> {
        let is_document = path.file_name().is_some_and(|name| DOCUMENTS.iter().any(|own| name == *own));
        if is_document || !path.is_file() {
            return Ok(None);
        }
        let wrong = |found: String| PathError::References { found };
        let unreadable = |error: std::io::Error| wrong(error.kind().to_string());
        let mut file = File::open(path).map_err(unreadable)?;
        let nbytes = file.metadata().map_err(unreadable)?.len();
        if !looks_like_references(&mut file, nbytes).map_err(unreadable)? {
            return Ok(None);
        }
        let most = access.limits.reference_bytes;
        if nbytes > most {
            return Err(wrong(format!(
                "{nbytes} bytes, where {} are read",
                at_most(most, "bytes", REFERENCE_BYTES)
            )));
        }
        let found = file.metadata().map_err(unreadable)?;
        let whole = path.canonicalize().map_err(unreadable)?;
        let index = shared(FileVersion::of(whole, &found, access.limits.references), || {
            file.rewind().map_err(unreadable)?;
            // The file may have grown.
            let text = BufReader::with_capacity(1 << 16, file.take(nbytes));
            Ok(ReferenceIndex::File(ReferenceSet::read(text, access.limits.references).map_err(wrong)?))
        })?;
        Ok(Some(Self::with(path, access, index)?))
    }

    /// The directory of tables may be at the path or above it.
    #[cfg(feature = "references-parquet")]
    pub(super) fn in_tables(path: &Path, access: &StoreAccess) -> Result<Option<Self>, PathError> {
        let Some((root, key)) = records::tables_above(path) else { return Ok(None) };
        let document = root.join(".zmetadata");
        let nbytes = document.metadata().map_or(0, |found| found.len());
        if nbytes > access.limits.document_bytes || !names_tables(&document) {
            return Ok(None);
        }
        let tables = RecordedReferences::read(&root, access.limits);
        let tables = tables.map_err(|found| PathError::References { found })?;
        Ok(Some(Self::with(&root, access, Arc::new(ReferenceIndex::Tables(Box::new(tables))))?.within(&key)?))
    }

    fn with(path: &Path, access: &StoreAccess, index: Arc<ReferenceIndex>) -> Result<Self, PathError> {
        let targets = Arc::new(ReferenceTargets::beside(path, access)?);
        Ok(Self { path: path.to_owned(), access: access.clone(), index, targets, prefix: String::new() })
    }

    pub(super) fn within(self, key: &str) -> Result<Self, PathError> {
        let prefix = self.name(key).map_err(|_| PathError::Missing)?;
        if self.index.has_directory(&prefix) {
            return Ok(Self { prefix, ..self });
        }
        let is_file = self.index.find(&prefix).is_ok_and(|found| found.is_some());
        Err(if is_file { PathError::NotADirectory } else { PathError::Missing })
    }

    pub(super) fn reopen(&self) -> Result<Self, PathError> {
        if !self.path.exists() {
            return Err(PathError::Missing);
        }
        #[cfg(feature = "references-parquet")]
        if let Some(store) = Self::in_tables(&self.path, &self.access)? {
            return store.within(&self.prefix);
        }
        Self::at(&self.path, &self.access)?.ok_or(PathError::NotADirectory)?.within(&self.prefix)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn kind(&self) -> FileKind {
        match self.index.as_ref() {
            ReferenceIndex::File(_) => FileKind::References,
            #[cfg(feature = "references-parquet")]
            ReferenceIndex::Tables(_) => FileKind::ReferenceTables,
        }
    }

    pub(super) fn open(&self, key: &str, wanted: FirstRead) -> Result<Option<ReferencedValue>, StoreError> {
        let name = self.name(key)?;
        let Some(reference) = self.index.find(&name)? else {
            if self.index.has_directory(&name) {
                return Err(StoreError::NotAFile { key: key.to_owned(), found: "a directory" });
            }
            return Ok(None);
        };
        let (target, range) = match reference {
            Reference::Inline(bytes) => return Ok(Some(ReferencedValue::inline(bytes))),
            Reference::Wrong(found) => return Err(wrong(key, &found)),
            Reference::Range { target, offset, nbytes } => (target, Some((offset, nbytes))),
            Reference::Whole(target) => (target, None),
        };
        let target = self.index.render(&target).map_err(|found| wrong(key, &found))?;
        Ok(Some(self.targets.open(key, &target, range, wanted)?))
    }

    #[cfg(feature = "remote")]
    pub(super) fn requests(&self) -> Option<RequestCount> {
        self.targets.requests()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.name(key).is_ok_and(|name| matches!(self.index.find(&name), Ok(Some(_))))
    }

    pub(super) fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        let name = self.name(key)?;
        if self.index.has_directory(&name) {
            return Ok(());
        }
        let found = if self.has(key) { "a file" } else { "nothing" };
        Err(StoreError::NotADirectory { key: key.to_owned(), found })
    }

    pub(super) fn list(&self, key: &str, limit: u64) -> Result<Vec<DirectoryEntry>, StoreError> {
        self.check_directory(key)?;
        Ok(self.index.list(&self.name(key)?, limit))
    }

    /// A chunk is there if its reference is, wherever that leads.
    pub(super) fn walk(&self, key: &str, detail: Detail, mut visit: impl FnMut(&str, Below) -> Walk) {
        let Ok(name) = self.name(key) else { return };
        self.index.walk(&name, &mut |rest, below, reference| {
            if detail == Detail::Sizes
                && let Some(Reference::Whole(target)) = reference
                && let Ok(target) = self.index.render(target)
                && let Some(nbytes) = self.targets.size(&target)
            {
                return visit(rest, Below::File(nbytes));
            }
            // A table names itself from the root of the references, which may lie above that of the store.
            if let Below::Unreadable(StoreError::Reference { expected, found, .. }) = below {
                let key = join(key, rest).trim_end_matches('/').to_owned();
                return visit(rest, Below::Unreadable(StoreError::Reference { key, expected, found }));
            }
            visit(rest, below)
        });
    }

    pub(super) fn notes(&self, key: &str) -> Vec<String> {
        let Ok(name) = self.name(key) else { return Vec::new() };
        let mut notes = self.odd_names(key);
        notes.extend(self.refused(&name));
        notes
    }

    pub(super) fn odd_names(&self, key: &str) -> Vec<String> {
        let Ok(name) = self.name(key) else { return Vec::new() };
        let (repeated, unusable) = (self.index.repeated(), self.index.unusable());
        keys::notes("references", &directory(&name), repeated, unusable)
    }

    fn refused(&self, name: &str) -> Option<String> {
        let mut targets = BTreeSet::new();
        let mut seen = 0;
        self.index.walk(name, &mut |_, _, reference| {
            seen += 1;
            if let Some(target) = reference.and_then(Reference::target)
                && target.len() <= NAME_BYTES
            {
                targets.insert(target.to_owned());
            }
            if seen < NOTED && targets.len() < TARGETS { Walk::On } else { Walk::Stop }
        });
        let mut refused = BTreeSet::new();
        for target in &targets {
            if let Ok(target) = self.index.render(target)
                && self.targets.refuses(&target)
            {
                refused.insert(shown(&target));
            }
        }
        if refused.is_empty() {
            return None;
        }
        let names: Vec<&String> = refused.iter().collect();
        Some(format!(
            "references lead out of the folder of their file, and are followed only with --allow-references: {}",
            some_of(&names)
        ))
    }

    pub(super) fn name(&self, key: &str) -> Result<String, StoreError> {
        name_below(&self.prefix, key)
    }
}

#[cfg(feature = "references-parquet")]
fn names_tables(document: &Path) -> bool {
    let name = b"\"record_size\"";
    let mut text = Vec::new();
    let Ok(file) = super::regular::open_named(document) else { return false };
    let read = file.take(REFERENCE_BYTES.default).read_to_end(&mut text);
    read.is_ok() && text.windows(name.len()).any(|part| part == name)
}

fn looks_like_references(file: &mut File, nbytes: u64) -> std::io::Result<bool> {
    Ok(are_references(&ends_of(file, nbytes)?))
}

/// The beginning and the end of a file of an object in JSON, and only the beginning of any other.
fn ends_of(file: &mut File, nbytes: u64) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.by_ref().take(LOOKED_AT).read_to_end(&mut text)?;
    if begins_as_object(&text) {
        file.seek(SeekFrom::Start(nbytes.saturating_sub(LOOKED_AT)))?;
        file.by_ref().take(LOOKED_AT).read_to_end(&mut text)?;
    }
    Ok(text)
}

fn has_refs(text: &[u8]) -> bool {
    let has = |name: &[u8]| text.windows(name.len()).any(|part| part == name);
    has(b"\"refs\"") && (has(b"\"version\"") || has(b".zgroup\"") || has(b".zarray\""))
}

/// Whether an object of JSON has a member named as a document of a node. It need not be whole.
fn has_flat_keys(text: impl Read) -> bool {
    struct Members<'a>(&'a mut bool);
    impl<'de> Visitor<'de> for Members<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("references")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                if DOCUMENTS.contains(&key.rsplit('/').next().unwrap_or_default()) {
                    *self.0 = true;
                    return Ok(());
                }
                map.next_value::<IgnoredAny>()?;
            }
            Ok(())
        }
    }
    let mut found = false;
    // An error comes after what counts, or nothing counts.
    let _ = serde_json::Deserializer::from_reader(text).deserialize_map(Members(&mut found));
    found
}

fn begins_as_object(text: &[u8]) -> bool {
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Recognises references by their beginning and, if it is known, their end.
pub(super) fn are_references(text: &[u8]) -> bool {
    let has = |name: &[u8]| text.windows(name.len()).any(|part| part == name);
    let is_flat = has(b"\".zgroup\"") || has(b"/.zarray\"") || has(b"zarr.json\"");
    begins_as_object(text) && (has_refs(text) || is_flat)
}

fn wrong(key: &str, found: &str) -> StoreError {
    let expected = "a reference: a text, [url], or [url, offset, length]".to_owned();
    StoreError::Reference { key: key.to_owned(), expected, found: found.to_owned() }
}
