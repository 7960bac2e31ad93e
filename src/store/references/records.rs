//! References in Parquet: a directory with all documents in one `.zmetadata`, and for each array tables with a fixed number of
//! rows, `refs.0.parq` and so on. The rows are the chunks in the order of the grid, also those that are missing.
//!
//! Opening the store reads only `.zmetadata`; the tables that were read last are kept.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_core::de::IgnoredAny;
use serde_json::value::RawValue;

use super::super::kept::ReadParts;
use super::super::keys::{Listed, SortedKeys, is_usable};
use super::super::regular::open_named;
use super::super::{Below, DirectoryEntry, EntryKind, StoreError, Walk, join, relative};
use super::reference::Reference;
use super::table::{TableRows, read_table};
use crate::lenient::quote_bare_numbers;
use crate::limits::{Limits, REFERENCE_BYTES, at_most};

/// The bytes of the tables that are kept, with values that are written out in them.
const KEPT_BYTES: usize = 32 << 20;
const TABLES_KEPT: usize = 1000;
const ARRAY_BYTES: usize = 1 << 20;
const CONSOLIDATED: &str = ".zmetadata";

#[derive(Debug)]
pub(super) struct RecordedReferences {
    root: PathBuf,
    limits: Limits,
    pub(super) documents: SortedKeys<Reference>,
    grids: BTreeMap<String, Vec<u64>>,
    record_size: u64,
    pub(super) unusable: Vec<Box<str>>,
    /// What was found in tables that cannot be used is kept too.
    recent: ReadParts<PathBuf, TableRows, String>,
}

impl RecordedReferences {
    pub(super) fn read(root: &Path, limits: Limits) -> Result<Self, String> {
        let mut written = Vec::new();
        let most = limits.reference_bytes;
        let mut file = open_named(&root.join(CONSOLIDATED))?.take(most.saturating_add(1));
        file.read_to_end(&mut written).map_err(|error| error.kind().to_string())?;
        if written.len() as u64 > most {
            return Err(format!(
                "{CONSOLIDATED} with more bytes, where {} are read",
                at_most(most, "bytes of text", REFERENCE_BYTES)
            ));
        }
        let is_json = serde_json::from_slice::<IgnoredAny>(&written).is_ok();
        let quoted = if is_json { None } else { quote_bare_numbers(&written) };
        let bytes = quoted.unwrap_or(written);
        let wrong = |error: serde_json::Error| format!("{CONSOLIDATED}: {error}");
        let whole: BTreeMap<String, &RawValue> = serde_json::from_slice(&bytes).map_err(wrong)?;
        let member = |name: &str| {
            whole.get(name).map(|text| text.get()).ok_or(format!("{CONSOLIDATED} without {name}"))
        };
        let record_size: u64 = serde_json::from_str(member("record_size")?).map_err(wrong)?;
        if record_size == 0 {
            return Err(format!("{CONSOLIDATED} with tables of no rows"));
        }
        let copies: BTreeMap<String, &RawValue> = serde_json::from_str(member("metadata")?).map_err(wrong)?;
        let mut grids = BTreeMap::new();
        let mut documents: Vec<(Box<str>, Reference)> =
            vec![(CONSOLIDATED.into(), Reference::Inline(bytes.as_slice().into()))];
        let mut unusable = Vec::new();
        for (key, text) in copies {
            if !is_usable(&key) {
                unusable.push(key.into());
                continue;
            }
            if let Some(array) = key.strip_suffix(".zarray")
                && let Some(grid) = grid(text.get())
            {
                grids.insert(array.trim_end_matches('/').to_owned(), grid);
            }
            documents.push((key.into(), Reference::Inline(text.get().as_bytes().into())));
        }
        let (documents, _) = SortedKeys::new(documents);
        let root = root.to_owned();
        let recent = ReadParts::new(KEPT_BYTES, TABLES_KEPT);
        Ok(Self { root, limits, documents, grids, record_size, unusable, recent })
    }

    pub(super) fn find(&self, name: &str) -> Result<Option<Reference>, StoreError> {
        if let Some(document) = self.documents.find(name) {
            return Ok(Some(document.clone()));
        }
        let (array, chunk) = name.rsplit_once('/').unwrap_or(("", name));
        let Some(number) = self.grids.get(array).and_then(|grid| number(chunk, grid)) else {
            return Ok(None);
        };
        let Some(rows) = self.table(name, array, number / self.record_size)? else { return Ok(None) };
        let row = usize::try_from(number % self.record_size).ok().and_then(|row| rows.get(row));
        Ok(row.cloned().flatten())
    }

    /// `None` where there is no such table, because all of its chunks are missing.
    fn table(&self, key: &str, array: &str, table: u64) -> Result<Option<Arc<TableRows>>, StoreError> {
        let name = join(array, &format!("refs.{table}.parq"));
        let path = self.root.join(&name);
        if let Some(rows) = self.recent.find(&path) {
            return Ok(Some(rows));
        }
        match fs::metadata(&path) {
            Ok(found) if found.is_file() => {}
            // What is no file says nothing about its chunks.
            Ok(_) => return Err(StoreError::NotAFile { key: name, found: "something else" }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io(&name, &error)),
        }
        let read = || {
            let rows = read_table(&path, self.record_size, &self.limits)?;
            let inline = |row: &Option<Reference>| match row {
                Some(Reference::Inline(bytes)) => bytes.len(),
                _ => 0,
            };
            let weight = rows.len() * size_of::<Option<Reference>>() + rows.iter().map(inline).sum::<usize>();
            Ok((rows, weight))
        };
        self.recent.get(path.clone(), read, |_| true).map(Some).map_err(|found| {
            let expected = format!("a table of references in {name}");
            StoreError::Reference { key: key.to_owned(), expected, found }
        })
    }

    pub(super) fn list(&self, name: &str, limit: u64) -> Vec<DirectoryEntry> {
        let mut entries = self.documents.list(name);
        if self.grids.contains_key(name) {
            self.chunks(name, &mut |chunk, below, _| {
                let kind = if let Below::File(_) = below { EntryKind::File } else { EntryKind::Other };
                entries.push(DirectoryEntry { name: chunk.to_owned(), kind });
                if entries.len() as u64 > limit { Walk::Stop } else { Walk::On }
            });
        }
        DirectoryEntry::sorted(entries.into_iter())
    }

    pub(super) fn walk(&self, name: &str, visit: &mut dyn FnMut(&str, Below, Option<&Reference>) -> Walk) {
        self.documents.walk_values(name, |key, below, document| {
            if visit(key, below, document) == Walk::Stop {
                return Walk::Stop;
            }
            let Some(array) = key.strip_suffix(".zarray").map(|array| array.trim_end_matches('/')) else {
                return Walk::On;
            };
            self.chunks(&join(name, array), &mut |chunk, below, reference| {
                visit(&join(array, chunk), below, reference)
            })
        });
    }

    /// Table by table: only tables that are there are read, however large the grid is.
    fn chunks(&self, array: &str, visit: &mut dyn FnMut(&str, Below, Option<&Reference>) -> Walk) -> Walk {
        let Some(grid) = self.grids.get(array) else { return Walk::On };
        let tables = match self.tables(array) {
            Ok(tables) => tables,
            Err(error) => return visit("", Below::Unreadable(error), None),
        };
        for table in tables {
            let rows = match self.table(array, array, table) {
                Ok(rows) => rows.unwrap_or_default(),
                Err(error) => {
                    if visit("", Below::Unreadable(error), None) == Walk::Stop {
                        return Walk::Stop;
                    }
                    continue;
                }
            };
            let first = table.saturating_mul(self.record_size);
            for (number, reference) in (first..).zip(rows.iter()) {
                let (Some(reference), Some(chunk)) = (reference, key(number, grid)) else { continue };
                if visit(&chunk, reference.below(), Some(reference)) == Walk::Stop {
                    return Walk::Stop;
                }
            }
        }
        Walk::On
    }

    fn tables(&self, array: &str) -> Result<Vec<u64>, StoreError> {
        let entries = match fs::read_dir(self.root.join(array)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(StoreError::io(array, &error)),
        };
        let most = usize::try_from(self.limits.nodes).unwrap_or(usize::MAX);
        let mut tables: Vec<u64> = Vec::new();
        for entry in entries.take(most).flatten() {
            if let Some(name) = entry.file_name().to_str()
                && let Some(rest) = name.strip_prefix("refs.")
                && let Some(number) = rest.strip_suffix(".parq")
                && let Ok(number) = number.parse()
            {
                tables.push(number);
            }
        }
        tables.sort_unstable();
        Ok(tables)
    }
}

fn grid(text: &str) -> Option<Vec<u64>> {
    if text.len() > ARRAY_BYTES {
        return None;
    }
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let numbers = |name: &str| serde_json::from_str::<Vec<u64>>(members.get(name)?.get()).ok();
    let shape = numbers("shape")?;
    let chunks = numbers("chunks")?;
    if shape.len() != chunks.len() {
        return None;
    }
    let mut sizes = Vec::new();
    for (size, chunk) in shape.iter().zip(&chunks) {
        if *chunk == 0 {
            return None;
        }
        sizes.push(size.div_ceil(*chunk));
    }
    Some(sizes)
}

fn number(chunk: &str, grid: &[u64]) -> Option<u64> {
    if grid.is_empty() {
        return if chunk == "0" { Some(0) } else { None };
    }
    let mut coords = Vec::new();
    for part in chunk.split('.') {
        let coord: u64 = part.parse().ok()?;
        // Neither `+1` nor `01` is the name of a chunk.
        if coord.to_string() != part {
            return None;
        }
        coords.push(coord);
    }
    if coords.len() != grid.len() {
        return None;
    }
    let mut number: u64 = 0;
    for (coord, size) in coords.iter().zip(grid) {
        if coord >= size {
            return None;
        }
        number = number.checked_mul(*size)?.checked_add(*coord)?;
    }
    Some(number)
}

fn key(number: u64, grid: &[u64]) -> Option<String> {
    if grid.is_empty() {
        return if number == 0 { Some("0".to_owned()) } else { None };
    }
    let mut rest = number;
    let mut coords = Vec::with_capacity(grid.len());
    for size in grid.iter().rev() {
        coords.push(rest.checked_rem(*size)?.to_string());
        rest = rest.checked_div(*size)?;
    }
    coords.reverse();
    if rest == 0 { Some(coords.join(".")) } else { None }
}

pub(super) fn tables_above(path: &Path) -> Option<(PathBuf, String)> {
    const LEVELS: usize = 16;
    let is_node = |at: &Path| [".zgroup", ".zarray", "zarr.json"].iter().any(|name| at.join(name).exists());
    let plain: PathBuf = path.components().collect();
    for above in plain.ancestors().take(LEVELS) {
        if is_node(above) {
            return None;
        }
        if above.join(CONSOLIDATED).is_file() {
            let key: Option<Vec<&str>> =
                plain.strip_prefix(above).ok()?.iter().map(|name| name.to_str()).collect();
            return Some((above.to_owned(), relative(&key?.join("/"), "").to_owned()));
        }
    }
    None
}
