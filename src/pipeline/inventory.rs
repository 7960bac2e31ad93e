//! What a store has, from a list instead of from the store: an inventory of a bucket, the output of a command, or names.
//!
//! Each line is read for itself, so that lists may be joined: a key; a key, a tabulator and its size; a line of `aws s3 ls
//! --recursive`; a line of S3 Inventory as CSV; or an object of JSON with a key and perhaps a size. A list may be compressed with
//! gzip, and S3 Inventory may be a table in Parquet.
//!
//! Source: [S3 Inventory](https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory.html), whose keys are written as in
//! addresses.

use std::fs::File;
use std::io::{self, Read, Seek as _};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use crate::hierarchy::is_document;
use crate::limits::KEYS_BYTES;
use crate::metadata::text::{escape, shorten};
use crate::metadata::{DOCUMENT, v2};
use crate::store::{Secrets, join, open_named};

const SHOWN: usize = 256;

type Row = (Box<str>, Option<u64>);

/// Keys below the root of a hierarchy, in order, each with its size where the list says it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    keys: Vec<Row>,
}

impl Inventory {
    /// `path` is where the store is, such as `s3://bucket/prefix/data.zarr`: in an inventory of a bucket, keys begin with a part of it.
    /// `has` says whether the store has a document, where that does not tell.
    ///
    /// # Errors
    /// When the file cannot be read, or nothing in it is below the path.
    pub fn open(file: &Path, path: &str, has: &dyn Fn(&str) -> bool) -> Result<Self, String> {
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::InvalidData => "expected lines of text, found other bytes".to_owned(),
            kind => kind.to_string(),
        };
        let mut file = open_named(file)?;
        let mut begin = Vec::new();
        (&file).take(4).read_to_end(&mut begin).map_err(unreadable)?;
        if begin == *b"PAR1" {
            file.rewind().map_err(unreadable)?;
            return Self::of(table(&file)?, path, has);
        }
        let is_gzip = begin.starts_with(&[0x1f, 0x8b]);
        let whole = begin.chain(file);
        let bytes: Box<dyn Read> =
            if is_gzip { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) };
        let mut text = String::new();
        let nbytes = bytes.take(KEYS_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
        if nbytes as u64 > KEYS_BYTES {
            return Err(format!("expected at most {KEYS_BYTES} bytes, found more"));
        }
        Self::read(&text, path, has)
    }

    /// [`Self::open`] for what is in a file of text.
    ///
    /// # Errors
    /// When no line names anything below the path.
    pub fn read(list: &str, path: &str, has: &dyn Fn(&str) -> bool) -> Result<Self, String> {
        Self::of(list.lines().filter_map(read_line).collect(), path, has)
    }

    fn of(mut keys: Vec<Row>, path: &str, has: &dyn Fn(&str) -> bool) -> Result<Self, String> {
        // An entry for a directory, as some tools make them.
        keys.retain(|(key, _)| !key.ends_with('/'));
        keys.sort_unstable();
        keys.dedup_by(|one, other| one.0 == other.0);
        let Some(prefix) = prefix(&keys, path).or_else(|| shares_a_document(&keys, has).then(String::new))
        else {
            let first = keys.first().map_or("nothing", |(key, _)| key);
            let expected = "expected keys below the path, or those of its bucket";
            let first = Secrets::of([first]).hidden_in(first);
            return Err(format!("{expected}, found {}", escape(&shorten(&first, SHOWN))));
        };
        if !prefix.is_empty() {
            keys.retain_mut(|(key, _)| match key.strip_prefix(&prefix) {
                Some(rest) => {
                    *key = rest.into();
                    true
                }
                None => false,
            });
        }
        Ok(Self { keys })
    }

    /// The documents of groups and arrays at a node and below it, each with the key of its node.
    pub(super) fn documents(&self, node: &str) -> impl Iterator<Item = (String, &'static str)> {
        let node = node.to_owned();
        self.below(&node).filter_map(move |(key, _)| {
            let (own, name) = key.rsplit_once('/').unwrap_or(("", key));
            let document = [DOCUMENT, v2::ARRAY, v2::GROUP].into_iter().find(|document| *document == name)?;
            Some((join(&node, own), document))
        })
    }

    /// The keys below a node, seen from it.
    pub(super) fn below<'a>(&'a self, node: &str) -> impl Iterator<Item = (&'a str, Option<u64>)> + use<'a> {
        let prefix = if node.is_empty() { String::new() } else { format!("{node}/") };
        let first = self.keys.partition_point(|(key, _)| **key < *prefix);
        let some = self.keys.get(first..).unwrap_or_default();
        let end = some.iter().position(|(key, _)| !key.starts_with(&prefix)).unwrap_or(some.len());
        let length = prefix.len();
        some.iter().take(end).filter_map(move |(key, nbytes)| Some((key.get(length..)?, *nbytes)))
    }
}

/// The longest part of the path, from its end, under which there are documents; none where the root's own are listed.
fn prefix(keys: &[Row], path: &str) -> Option<String> {
    let has = |prefix: &str| {
        let first = keys.partition_point(|(key, _)| **key < *prefix);
        keys.get(first).is_some_and(|(key, _)| key.starts_with(prefix))
    };
    if keys.iter().any(|(key, _)| is_document(key)) {
        return Some(String::new());
    }
    let path = path.split("://").last().unwrap_or(path).trim_end_matches('/');
    let names: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
    let prefixes = (0..names.len()).filter_map(|first| Some(names.get(first..)?.join("/") + "/"));
    prefixes.into_iter().find(|prefix| has(prefix))
}

/// A root without a document of its own has them below it.
fn shares_a_document(keys: &[Row], has: &dyn Fn(&str) -> bool) -> bool {
    let is_own = |key: &str| is_document(key.rsplit('/').next().unwrap_or_default());
    keys.iter().find(|(key, _)| is_own(key)).is_some_and(|(key, _)| has(key))
}

#[cfg(feature = "references-parquet")]
fn table(file: &File) -> Result<Vec<Row>, String> {
    crate::store::read_keys(file)
}

#[cfg(not(feature = "references-parquet"))]
fn table(_: &File) -> Result<Vec<Row>, String> {
    Err("a table in Parquet, which this build does not read (feature references-parquet)".to_owned())
}

fn read_line(line: &str) -> Option<Row> {
    let line = line.trim_end_matches('\r');
    if line.trim().is_empty() || line.starts_with('#') {
        return None;
    }
    let (key, nbytes) = if line.starts_with('{') {
        of_json(line)?
    } else if line.starts_with('"') {
        of_csv(line)?
    } else if let Some(found) = of_listing(line) {
        found
    } else {
        match line.split_once('\t') {
            Some((key, nbytes)) => (key.to_owned(), nbytes.trim().parse().ok()),
            None => (line.to_owned(), None),
        }
    };
    Some((key.trim_start_matches('/').into(), nbytes))
}

fn of_json(line: &str) -> Option<(String, Option<u64>)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let find = |names: &[&str]| names.iter().find_map(|name| value.get(*name));
    let key = find(&["Key", "key", "name", "Name", "path", "Path"])?.as_str()?.to_owned();
    Some((key, find(&["Size", "size", "ContentLength", "nbytes"]).and_then(Value::as_u64)))
}

/// `"bucket","key","size",…`, with versions and dates as the inventory was asked for; the size is the first whole number. Where
/// versions are listed, that of the key is followed by whether it is the latest, and whether it marks a deletion.
fn of_csv(line: &str) -> Option<(String, Option<u64>)> {
    let fields: Vec<&str> = line.split(',').map(|field| field.trim().trim_matches('"')).collect();
    let [_, key, rest @ ..] = fields.as_slice() else { return None };
    if matches!(rest, [_, "false", "true" | "false", ..] | [_, "true", "true", ..]) {
        return None;
    }
    let nbytes = rest.iter().find_map(|field| field.parse().ok());
    Some((decoded(key), nbytes))
}

/// `2026-01-31 10:00:00      12345 prefix/key`
fn of_listing(line: &str) -> Option<(String, Option<u64>)> {
    let is_like = |text: &str, form: &str| {
        text.len() == form.len()
            && text
                .chars()
                .zip(form.chars())
                .all(|(c, of)| if of == '0' { c.is_ascii_digit() } else { c == of })
    };
    let (date, rest) = line.split_at_checked(10)?;
    let (time, rest) = rest.strip_prefix(' ')?.split_at_checked(8)?;
    if !is_like(date, "0000-00-00") || !is_like(time, "00:00:00") {
        return None;
    }
    let (nbytes, key) = rest.trim_start().split_once(' ')?;
    Some((key.to_owned(), Some(nbytes.parse().ok()?)))
}

/// Undoes `%2F` and, as forms have it, `+` for a space.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let digits = after.first_chunk::<2>().and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            (b'+', _) => bytes.push(b' '),
            _ => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(list: &str, path: &str) -> Result<Vec<(String, Option<u64>)>, String> {
        let own = Inventory::read(list, path, &|_| false)?;
        Ok(own.keys.into_iter().map(|(key, nbytes)| (key.into(), nbytes)).collect())
    }

    #[test]
    fn every_form_of_a_line_is_read() {
        let list = "# a list\n\nzarr.json\na/c/0/0\t17\n2026-01-31 10:00:00      12345 a/c/0/1\n\
                    \"bucket\",\"a/c/0%2F2+x\",\"true\",\"42\",\"2026-01-31T10:00:00.000Z\"\n\
                    {\"Key\": \"a/c/0/3\", \"Size\": 7, \"ETag\": \"x\"}\na/\n/a/c/0/4\r\n";
        let found = keys(list, "/data/store.zarr").unwrap();
        let expected = [
            ("a/c/0/0", Some(17)),
            ("a/c/0/1", Some(12345)),
            ("a/c/0/2 x", Some(42)),
            ("a/c/0/3", Some(7)),
            ("a/c/0/4", None),
            ("zarr.json", None),
        ];
        assert_eq!(found, expected.map(|(key, nbytes)| (key.to_owned(), nbytes)));
    }

    #[test]
    fn secrets_of_a_line_are_not_repeated() {
        let found = keys("s3://u:secret@b/x/a/c/0?X-Amz-Signature=secret", "s3://c/d.zarr").unwrap_err();
        assert!(found.ends_with("found s3://b/x/a/c/0"), "{found}");
    }

    #[test]
    fn keys_of_a_bucket_are_cut_to_those_of_the_store() {
        let list =
            "other/zarr.json\nprefix/data.zarr/zarr.json\nprefix/data.zarr/c/0\nprefix/data.zarrs/c/0\n";
        let expected = [("c/0".to_owned(), None), ("zarr.json".to_owned(), None)];
        for path in
            ["s3://bucket/prefix/data.zarr", "s3://bucket/prefix/data.zarr/", "/mnt/bucket/prefix/data.zarr"]
        {
            assert_eq!(keys(list, path).unwrap(), expected, "{path}");
        }
        assert_eq!(keys("data.zarr/c/0\n", "data.zarr").unwrap(), [("c/0".to_owned(), None)]);
        let error = keys("elsewhere/c/0\n", "s3://bucket/data.zarr").unwrap_err();
        assert!(error.contains("expected keys below the path") && error.contains("elsewhere"), "{error}");
        assert!(keys("", "s3://bucket/data.zarr").unwrap_err().ends_with("found nothing"));
    }

    #[test]
    fn what_is_below_a_node_is_found_in_order() {
        let own = Inventory::read("a.b/c/0\na/c/0\na/c/1\t5\nab/c/0\nzarr.json\n", "", &|_| false).unwrap();
        assert_eq!(own.below("a").collect::<Vec<_>>(), [("c/0", None), ("c/1", Some(5))]);
        assert_eq!(own.below("").count(), 5);
        assert_eq!(own.below("x").count(), 0);
    }
}
