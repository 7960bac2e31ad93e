//! Tables in Parquet: of references, with the columns `path`, `offset`, `size` and `raw`, some of which may be absent; and of the keys
//! of a bucket.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;

use super::super::regular::open_named;
use super::reference::Reference;
use super::thrift;
use crate::limits::{KEYS_BYTES, Limits};

const COLUMNS: [&str; 4] = ["path", "raw", "offset", "size"];
/// As S3 Inventory calls them.
const INVENTORY: [&str; 4] = ["key", "size", "is_latest", "is_delete_marker"];
/// As many keys as a list of text has, if each has 64 bytes.
const MOST_KEYS: u64 = KEYS_BYTES / 64;

pub(super) type TableRows = Vec<Option<Reference>>;
/// A key, and the size of what it leads to.
pub(crate) type SizedKey = (Box<str>, Option<u64>);

thread_local! {
    static IS_READ: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread reads a table: a panic is no end of the program then, and leaves the terminal as it is.
pub fn is_table_read() -> bool {
    IS_READ.get()
}

pub(super) fn read_table(path: &Path, most: u64, limits: &Limits) -> Result<TableRows, String> {
    let file = open_named(path)?;
    let nbytes = file.metadata().map_err(|error| error.kind().to_string())?.len();
    let most_bytes = MostBytes { nbytes: limits.reference_bytes, option: " (--max-reference-bytes)" };
    most_bytes.check(nbytes)?;
    caught(&file, nbytes, || rows(&file, most.min(limits.references), &most_bytes))
}

/// The keys of a table, and the size of each where the table has it; only the latest versions, if it has several.
pub(crate) fn read_keys(file: &File) -> Result<Vec<SizedKey>, String> {
    let nbytes = file.metadata().map_err(|error| error.kind().to_string())?.len();
    let most_bytes = MostBytes { nbytes: KEYS_BYTES, option: "" };
    most_bytes.check(nbytes)?;
    caught(file, nbytes, || keys(file, &most_bytes))
}

/// The crate trusts a file more than we do.
fn caught<T>(file: &File, nbytes: u64, read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    check_end(file, nbytes)?;
    IS_READ.set(true);
    let read = catch_unwind(AssertUnwindSafe(read));
    IS_READ.set(false);
    read.unwrap_or_else(|_| Err("a table that cannot be read".to_owned()))
}

/// How many bytes a table may have, and the option that says so.
struct MostBytes {
    nbytes: u64,
    option: &'static str,
}

impl MostBytes {
    fn check(&self, nbytes: u64) -> Result<(), String> {
        let Self { nbytes: most, option } = self;
        if nbytes > *most {
            return Err(format!("{nbytes} bytes, where at most {most} are read{option}"));
        }
        Ok(())
    }

    fn exceeded(&self) -> String {
        format!("more than {} bytes, as many as are read{}", self.nbytes, self.option)
    }
}

/// In memory the metadata take up to 17 times their size; those of tables of references have a few kilobytes.
const MOST_FOOTER: u64 = 4 << 20;
/// The longest header of a page; a table has pages of thousands of rows.
const HEADER: u64 = 1 << 16;
const MOST_PAGES: u64 = 1 << 16;

/// The metadata, their length in four bytes and the magic are at the end.
fn check_end(file: &File, nbytes: u64) -> Result<(), String> {
    let end = bytes_at(file, nbytes.saturating_sub(8), 8)?;
    let Some((length, b"PAR1")) = end.split_first_chunk::<4>() else { return Ok(()) };
    let length = u64::from(u32::from_le_bytes(*length));
    if length > MOST_FOOTER {
        return Err(format!("metadata of {length} bytes, where at most {MOST_FOOTER} are read"));
    }
    thrift::check_footer(&bytes_at(file, nbytes.saturating_sub(8 + length), length)?)
}

/// What has the name of a column and another form would look as if it were absent, and its chunks missing.
fn check_columns(group: &dyn RowGroupReader, columns: &[&str], needed: &[&str]) -> Result<(), String> {
    let mut is_any = false;
    for column in group.metadata().columns() {
        let path = column.column_path().parts();
        let Some(first) = path.first().map(|first| first.to_lowercase()) else { continue };
        let Some(name) = columns.iter().find(|name| **name == first) else { continue };
        if !matches!(path, [own] if own == name) || column.column_descr().max_rep_level() > 0 {
            return Err(format!("a column {} in the place of {name}", path.join(".")));
        }
        is_any |= needed.contains(name);
    }
    match needed {
        _ if is_any => Ok(()),
        [one] => Err(format!("no column {one}")),
        _ => Err(format!("neither a column {}", needed.join(" nor a column "))),
    }
}

fn check_pages(file: &File, group: &dyn RowGroupReader, columns: &[&str]) -> Result<(), String> {
    for name in columns {
        let Some(column) = column_index(group, name).and_then(|index| group.metadata().columns().get(index))
        else {
            continue;
        };
        let (start, length) = column.byte_range();
        let (mut at, end) = (start, start.saturating_add(length));
        let mut pages = 0;
        while at < end {
            pages += 1;
            if pages > MOST_PAGES {
                return Err(format!("more than {MOST_PAGES} pages in a column"));
            }
            let (header, page) = thrift::page_header(&bytes_at(file, at, HEADER.min(end - at))?)?;
            at = at.saturating_add(header as u64).saturating_add(page);
        }
    }
    Ok(())
}

/// Fewer where the file ends.
fn bytes_at(mut file: &File, at: u64, nbytes: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.take(nbytes).read_to_end(&mut bytes));
    read.map_err(|error| error.kind().to_string())?;
    Ok(bytes)
}

/// Goes through the groups of rows of a table that has at most so many of them.
fn each_group(
    file: &File,
    [columns, needed]: [&[&str]; 2],
    most: u64,
    most_bytes: &MostBytes,
    visit: &mut dyn FnMut(&dyn RowGroupReader, usize) -> Result<(), String>,
) -> Result<(), String> {
    let own = file.try_clone().map_err(|error| error.kind().to_string())?;
    let reader = SerializedFileReader::new(own).map_err(|error| error.to_string())?;
    // Of all row groups: each may lead to the same pages.
    let (mut number, mut nbytes) = (0_u64, 0);
    for index in 0..reader.num_row_groups() {
        let group = reader.get_row_group(index).map_err(|error| error.to_string())?;
        let size =
            u64::try_from(group.metadata().num_rows()).map_err(|_| "a negative number of rows".to_owned())?;
        number = number.saturating_add(size);
        if number > most {
            return Err(format!("more than {most} rows"));
        }
        let group = group.as_ref();
        check_columns(group, columns, needed)?;
        // What the table says of itself may be wrong.
        let own = group.metadata().columns().iter().filter(|column| is_one_of(column, columns));
        let declared: u64 = own
            .map(|column| u64::try_from(column.uncompressed_size()).unwrap_or(u64::MAX))
            .fold(0, u64::saturating_add);
        if declared > most_bytes.nbytes {
            return Err(most_bytes.exceeded());
        }
        check_pages(file, group, columns)?;
        nbytes += page_bytes(group, columns, most_bytes.nbytes.saturating_sub(nbytes))?;
        if nbytes > most_bytes.nbytes {
            return Err(most_bytes.exceeded());
        }
        visit(group, usize::try_from(size).unwrap_or(0))?;
    }
    Ok(())
}

fn rows(file: &File, most: u64, most_bytes: &MostBytes) -> Result<TableRows, String> {
    let mut rows = TableRows::new();
    let mut paths = HashSet::new();
    let mut kept = 0;
    each_group(file, [&COLUMNS, &["path", "raw"]], most, most_bytes, &mut |group, size| {
        let targets = texts(group, "path", size)?;
        let inline = texts(group, "raw", size)?;
        let offsets = numbers(group, "offset", size)?;
        let sizes = numbers(group, "size", size)?;
        let mut names = Entries::new();
        let mut values = Entries::new();
        for row in 0..size {
            let number = |column: &[Option<i64>]| column.get(row).copied().flatten().unwrap_or(0);
            rows.push(match (text(&inline, row), text(&targets, row)) {
                (Some(raw), _) => Some(values.get(raw, || {
                    kept += raw.len() as u64;
                    value(raw.data())
                })),
                (None, Some(name)) => {
                    let target = names.get(name, || shared(name.data(), &mut paths));
                    Some(place(target, number(&offsets), number(&sizes)))
                }
                (None, None) => None,
            });
            if kept > most_bytes.nbytes {
                return Err(most_bytes.exceeded());
            }
        }
        Ok(())
    })?;
    Ok(rows)
}

fn keys(file: &File, most_bytes: &MostBytes) -> Result<Vec<SizedKey>, String> {
    let mut rows = Vec::new();
    let mut kept = 0;
    each_group(file, [&INVENTORY, &["key"]], MOST_KEYS, most_bytes, &mut |group, size| {
        let keys = texts(group, "key", size)?;
        let sizes = numbers(group, "size", size)?;
        let latest = switches(group, "is_latest", size)?;
        let deleted = switches(group, "is_delete_marker", size)?;
        let is = |column: &[Option<bool>], row: usize| column.get(row).copied().flatten();
        for row in 0..size {
            let Some(key) = text(&keys, row) else { continue };
            if is(&latest, row) == Some(false) || is(&deleted, row) == Some(true) {
                continue;
            }
            // One entry of a dictionary may be the key of each row.
            kept += key.len() as u64;
            if kept > most_bytes.nbytes {
                return Err(most_bytes.exceeded());
            }
            let nbytes = sizes.get(row).copied().flatten().and_then(|nbytes| u64::try_from(nbytes).ok());
            rows.push((String::from_utf8_lossy(key.data()).into(), nbytes));
        }
        Ok(())
    })?;
    Ok(rows)
}

fn text(column: &[Option<ByteArray>], row: usize) -> Option<&ByteArray> {
    column.get(row)?.as_ref()
}

/// What was made of each entry of a dictionary, by where its bytes lie: thousands of rows may have one long text.
struct Entries<T>(HashMap<(usize, usize), T>);

impl<T: Clone> Entries<T> {
    fn new() -> Self {
        Self(HashMap::new())
    }

    fn get(&mut self, bytes: &ByteArray, read: impl FnOnce() -> T) -> T {
        self.0.entry((bytes.data().as_ptr().addr(), bytes.len())).or_insert_with(read).clone()
    }
}

/// The bytes of all pages, or of those up to the first past `most`.
fn page_bytes(group: &dyn RowGroupReader, columns: &[&str], most: u64) -> Result<u64, String> {
    let mut nbytes = 0;
    for name in columns {
        let Some(index) = column_index(group, name) else { continue };
        let compression = group.metadata().columns().get(index).map(ColumnChunkMetaData::compression);
        if let Some(other) = compression.filter(|own| {
            !matches!(own, Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::ZSTD(_))
        }) {
            return Err(format!("a table compressed with {other}, where those with zstd or Snappy are read"));
        }
        for page in group.get_column_page_reader(index).map_err(|error| error.to_string())? {
            nbytes += page.map_err(|error| error.to_string())?.buffer().len() as u64;
            if nbytes > most {
                return Ok(nbytes);
            }
        }
    }
    Ok(nbytes)
}

fn value(raw: &[u8]) -> Reference {
    match std::str::from_utf8(raw) {
        Ok(text) => Reference::inline(text).unwrap_or_else(|| Reference::wrong(text)),
        Err(_) => Reference::Inline(raw.into()),
    }
}

fn shared(target: &[u8], paths: &mut HashSet<Arc<str>>) -> Arc<str> {
    let target = String::from_utf8_lossy(target);
    if let Some(shared) = paths.get(target.as_ref()) {
        return Arc::clone(shared);
    }
    let own: Arc<str> = target.into();
    paths.insert(Arc::clone(&own));
    own
}

fn place(target: Arc<str>, offset: i64, size: i64) -> Reference {
    match (u64::try_from(offset), u64::try_from(size)) {
        (Ok(0), Ok(0)) => Reference::Whole(target),
        (Ok(offset), Ok(nbytes)) => Reference::Range { target, offset, nbytes },
        _ => Reference::wrong(&format!("[{target}, {offset}, {size}]")),
    }
}

fn is_one_of(column: &ColumnChunkMetaData, names: &[&str]) -> bool {
    names.iter().any(|name| column.column_path().string() == **name)
}

fn column_index(group: &dyn RowGroupReader, name: &str) -> Option<usize> {
    group.metadata().columns().iter().position(|column| is_one_of(column, &[name]))
}

fn column(group: &dyn RowGroupReader, name: &str) -> Result<Option<(ColumnReader, bool)>, String> {
    let Some(index) = column_index(group, name) else { return Ok(None) };
    let is_optional =
        group.metadata().columns().get(index).is_some_and(|column| column.column_descr().max_def_level() > 0);
    let reader = group.get_column_reader(index).map_err(|error| error.to_string())?;
    Ok(Some((reader, is_optional)))
}

fn texts(group: &dyn RowGroupReader, name: &str, size: usize) -> Result<Vec<Option<ByteArray>>, String> {
    let Some((reader, is_optional)) = column(group, name)? else { return Ok(Vec::new()) };
    let ColumnReader::ByteArrayColumnReader(reader) = reader else {
        return Err(format!("a column {name} that is no text"));
    };
    records(reader, name, size, is_optional)
}

fn numbers(group: &dyn RowGroupReader, name: &str, size: usize) -> Result<Vec<Option<i64>>, String> {
    let Some((reader, is_optional)) = column(group, name)? else { return Ok(Vec::new()) };
    match reader {
        ColumnReader::Int64ColumnReader(reader) => records(reader, name, size, is_optional),
        ColumnReader::Int32ColumnReader(reader) => {
            let values = records(reader, name, size, is_optional)?;
            Ok(values.into_iter().map(|value| value.map(i64::from)).collect())
        }
        _ => Err(format!("a column {name} that is no whole number")),
    }
}

fn switches(group: &dyn RowGroupReader, name: &str, size: usize) -> Result<Vec<Option<bool>>, String> {
    match column(group, name)? {
        None => Ok(Vec::new()),
        Some((ColumnReader::BoolColumnReader(reader), is_optional)) => {
            records(reader, name, size, is_optional)
        }
        Some(_) => Err(format!("a column {name} that is neither true nor false")),
    }
}

fn records<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    name: &str,
    size: usize,
    is_optional: bool,
) -> Result<Vec<Option<T::T>>, String> {
    let mut levels = Vec::new();
    let mut values = Vec::new();
    while levels.len().max(values.len()) < size {
        let wanted = size - levels.len().max(values.len());
        let read = reader.read_records(wanted, is_optional.then_some(&mut levels), None, &mut values);
        if read.map_err(|error| error.to_string())?.0 == 0 {
            return Err(format!("a column {name} with fewer values than rows"));
        }
    }
    if !is_optional {
        return Ok(values.into_iter().map(Some).collect());
    }
    let mut values = values.into_iter();
    Ok(levels.iter().map(|level| if *level > 0 { values.next() } else { None }).collect())
}
