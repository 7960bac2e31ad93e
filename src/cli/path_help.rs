//! What to say of a path that leads to no store: what is meant, what it would need, or why it cannot be read.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::arguments::near_command;
use crate::hierarchy::PathError;
use crate::store::{Address, AddressScheme, Store};
use crate::tell::nearest::nearest;

/// Addresses that are not read, and those of the same place that are.
const OTHER_SCHEMES: &[(&str, &str)] =
    &[("gcs://", "gs://"), ("s3a://", "s3://"), ("azure://", "az://"), ("adl://", "abfs://")];

/// What copies a store from an address to a disk.
const COPIERS: &[(AddressScheme, &str)] = &[
    (AddressScheme::S3, "aws s3 sync"),
    (AddressScheme::Google, "gcloud storage rsync"),
    (AddressScheme::Azure, "azcopy sync"),
    (AddressScheme::Http, "wget -r"),
];

/// Addresses of which nothing reads, and what copies from there.
const UNREAD_SCHEMES: &[(&str, &str)] =
    &[("ftp://", "wget -r"), ("ftps://", "wget -r"), ("sftp://", "scp -r")];

/// The most names of a directory that are looked at.
const MOST: usize = 10_000;

/// Whether an address has a scheme, which may be written in capitals.
fn begins_with(name: &str, scheme: &str) -> bool {
    name.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
}

/// What is wrong with a path, in plain words.
pub(super) fn words(path: &Path, error: &PathError) -> String {
    let name = Address::name(path);
    if let Some(address) = Address::of(path) {
        let copier = COPIERS.iter().find(|(scheme, _)| *scheme == address.scheme);
        let with =
            copier.filter(|_| !cfg!(feature = "remote")).map(|(_, program)| format!(", as with {program}"));
        return format!("{name}: {error}{}", with.unwrap_or_default());
    }
    if let Some((other, scheme)) = OTHER_SCHEMES.iter().find(|(other, _)| begins_with(&name, other)) {
        return format!("{name}: {other} is not read: did you mean {scheme}?");
    }
    if let Some((scheme, program)) = UNREAD_SCHEMES.iter().find(|(scheme, _)| begins_with(&name, scheme)) {
        return format!("{name}: {scheme} is not read: copy the store to a disk first, as with {program}");
    }
    if let Some(rest) = name.strip_prefix("file://") {
        return format!("{name}: expected a path, found an address: {rest} is the same as a path");
    }
    match error {
        PathError::Missing => format!("{name}: {}", missing(path)),
        PathError::NotADirectory => match document_of(path) {
            Some(node) => format!("{name}: {error}; it is a document of the node {node}"),
            None => format!("{name}: {error}"),
        },
        PathError::Archive { .. }
        | PathError::References { .. }
        | PathError::Repository { .. }
        | PathError::Address { .. } => {
            format!("{name}: {error}")
        }
    }
}

/// The node that a file is a document of.
fn document_of(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let is_document = ["zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata"].contains(&name);
    let node = path.parent()?.to_string_lossy();
    is_document.then(|| if node.is_empty() { ".".to_owned() } else { node.into_owned() })
}

/// What to say of a path where nothing is.
fn missing(path: &Path) -> String {
    let why = fs::metadata(path).err().map(|error| error.kind());
    if why == Some(ErrorKind::PermissionDenied) {
        return "permission denied: a directory on the way cannot be entered by this user".to_owned();
    }
    let word = path.to_str().filter(|word| !word.contains('/'));
    if let Some(command) = word.and_then(near_command) {
        return format!("no such path; did you mean the command {command}?");
    }
    let said = inside_store(path).or_else(|| near_path(path));
    said.map_or("no such path".to_owned(), |said| format!("no such path{said}"))
}

/// What of a path leads into a store that is no directory, the name that it lacks, and those that are nearest to it.
fn inside_store(path: &Path) -> Option<String> {
    let (above, store) = path.ancestors().skip(1).find_map(|above| Some((above, Store::at(above).ok()?)))?;
    if let Store::Directory(_) = store {
        return None;
    }
    let rest: Vec<&str> = path.strip_prefix(above).ok()?.iter().filter_map(|name| name.to_str()).collect();
    let (wanted, rest) = (rest.first()?, rest.join("/"));
    let names: Vec<String> = store.list("", MOST as u64).ok()?.into_iter().map(|entry| entry.name).collect();
    let gone = format!(": {} has no {wanted}", above.display());
    if let Some(name) = names.iter().find(|name| is_written(name, &rest)) {
        return Some(format!(
            "{gone}; did you mean {name}? A / in the name of a branch or a tag is written %2F"
        ));
    }
    match nearest(wanted, names.iter().map(String::as_str)).as_slice() {
        [] => Some(gone),
        near => Some(format!("{gone}; did you mean {}?", near.join(" or "))),
    }
}

/// Whether the name of a branch or a tag, in which other signs stand for some, begins a path.
fn is_written(name: &str, path: &str) -> bool {
    let plain = name.replace("%2F", "/").replace("%25", "%");
    let rest = path.strip_prefix(&plain).filter(|_| plain != name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The first name of a path that is not there, and the names beside it that are nearest.
fn near_path(path: &Path) -> Option<String> {
    let gone = path.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).last()?;
    let above = gone.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wanted = gone.file_name()?.to_string_lossy();
    let entries = fs::read_dir(above).ok()?.take(MOST).filter_map(Result::ok);
    let names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let near = nearest(&wanted, names.iter().map(String::as_str));
    let inside = if gone == path { String::new() } else { format!(": {} has no {wanted}", above.display()) };
    Some(match near.as_slice() {
        [] => inside,
        near => format!("{inside}; did you mean {}?", near.join(" or ")),
    })
}
