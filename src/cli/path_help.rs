use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::arguments::near_command;
use crate::hierarchy::PathError;
use crate::store::{Address, AddressScheme, Store};
use crate::tell::nearest::{did_you_mean, nearest};

const OTHER_SCHEMES: &[(&str, &str)] =
    &[("gcs://", "gs://"), ("s3a://", "s3://"), ("azure://", "az://"), ("adl://", "abfs://")];

const COPIERS: &[(AddressScheme, &str)] = &[
    (AddressScheme::S3, "aws s3 sync"),
    (AddressScheme::Google, "gcloud storage rsync"),
    (AddressScheme::Azure, "azcopy sync"),
    (AddressScheme::Http, "wget -r"),
];

const UNREAD_SCHEMES: &[(&str, &str)] =
    &[("ftp://", "wget -r"), ("ftps://", "wget -r"), ("sftp://", "scp -r")];

const MOST: usize = 10_000;

fn begins_with(name: &str, scheme: &str) -> bool {
    name.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
}

pub(super) fn words(path: &Path, error: &PathError) -> String {
    let name = Address::name(path);
    if let Some(address) = Address::of(path) {
        let mut text = format!("{name}: {error}");
        if !cfg!(feature = "remote")
            && let Some((_, program)) = COPIERS.iter().find(|(scheme, _)| *scheme == address.scheme)
        {
            text = format!("{text}, as with {program}");
        }
        return text;
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
        PathError::Missing => return format!("{name}: {}", missing(path)),
        PathError::NotADirectory => {
            if let Some(node) = document_of(path) {
                return format!("{name}: {error}; it is a document of the node {node}");
            }
        }
        PathError::Archive { .. }
        | PathError::References { .. }
        | PathError::Repository { .. }
        | PathError::Address { .. } => {}
    }
    format!("{name}: {error}")
}

fn document_of(path: &Path) -> Option<String> {
    if !["zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata"].contains(&path.file_name()?.to_str()?) {
        return None;
    }
    let node = path.parent()?.to_string_lossy();
    Some(if node.is_empty() { ".".to_owned() } else { node.into_owned() })
}

pub(super) fn is_denied(path: &Path) -> bool {
    fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

fn missing(path: &Path) -> String {
    if is_denied(path) {
        return "permission denied: this user cannot enter a directory on the path".to_owned();
    }
    if let Some(word) = path.to_str()
        && !word.contains('/')
        && let Some(command) = near_command(word)
    {
        return format!("no such path; did you mean the command {command}?");
    }
    let said = inside_store(path).or_else(|| near_path(path)).unwrap_or_default();
    format!("no such path{said}")
}

fn inside_store(path: &Path) -> Option<String> {
    let is_there = |above: &&Path| above.as_os_str().is_empty() || above.exists();
    let mut above = path.ancestors().skip(1).find(is_there)?.to_owned();
    let mut store = Store::at(if above.as_os_str().is_empty() { Path::new(".") } else { &above }).ok()?;
    if let Store::Directory(_) = store {
        return None;
    }
    // Names in an archive are no files. Each is opened once: a path may have thousands that are not there.
    let names: Vec<PathBuf> = path.strip_prefix(&above).ok()?.iter().map(PathBuf::from).collect();
    for name in names {
        let next = above.join(name);
        let Ok(inner) = Store::at(&next) else { break };
        (above, store) = (next, inner);
    }
    let rest: Vec<&str> = path.strip_prefix(&above).ok()?.iter().filter_map(|name| name.to_str()).collect();
    let (wanted, rest) = (rest.first()?, rest.join("/"));
    let names: Vec<String> = store.list("", MOST as u64).ok()?.into_iter().map(|entry| entry.name).collect();
    let gone = format!(": {} has no {wanted}", above.display());
    if let Some(name) = names.iter().find(|name| is_written(name, &rest)) {
        let rule = "A / in the name of a branch or a tag is written %2F";
        return Some(format!("{gone}; did you mean {name}? {rule}"));
    }
    Some(gone + &did_you_mean(&nearest(wanted, names.iter().map(String::as_str))))
}

/// Whether the name of a branch or a tag, in which some characters are escaped, begins a path.
fn is_written(name: &str, path: &str) -> bool {
    let plain = name.replace("%2F", "/").replace("%25", "%");
    plain != name && path.strip_prefix(&plain).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn near_path(path: &Path) -> Option<String> {
    let gone = path.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).last()?;
    let mut above = gone.parent().unwrap_or(Path::new(""));
    if above.as_os_str().is_empty() {
        above = Path::new(".");
    }
    let wanted = gone.file_name()?.to_string_lossy();
    let mut names = Vec::new();
    for entry in fs::read_dir(above).ok()?.take(MOST).flatten() {
        if let Ok(name) = entry.file_name().into_string() {
            names.push(name);
        }
    }
    let inside = if gone == path { String::new() } else { format!(": {} has no {wanted}", above.display()) };
    Some(inside + &did_you_mean(&nearest(&wanted, names.iter().map(String::as_str))))
}
