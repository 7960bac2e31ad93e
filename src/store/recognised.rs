use std::path::{Path, PathBuf};

#[cfg(all(feature = "icechunk", feature = "remote"))]
use super::address::Address;
use super::{EntryKind, Store, join};

const VERSIONS: &[&str] = &["branch.", "tag.", "snapshot."];

/// Marks are looked for among this many names of a directory on a network: a repository has a handful.
const MARKS_AMONG: u64 = 100;

/// Whether a directory looks like a repository, even an incomplete one. Other programs have `snapshots` and `refs` too.
fn has_marks(is_directory: impl Fn(&str) -> bool, is_file: impl Fn(&str) -> bool) -> bool {
    if is_directory("snapshots") {
        return is_directory("manifests") || is_file("repo") || is_directory("refs/branch.main");
    }
    is_directory("manifests") && (is_file("repo") || is_directory("transactions"))
}

/// Whether a directory of the file system is a repository of Icechunk.
pub fn is_repository(path: &Path) -> bool {
    let is_file = |name: &str| path.join(name).is_file();
    has_marks(|name| path.join(name).is_dir(), is_file) && !is_file("zarr.json") && !is_file(".zgroup")
}

pub(super) fn icechunk_above(path: &Path) -> Option<(PathBuf, String)> {
    let plain: PathBuf = path.components().collect();
    let root = plain.ancestors().skip(1).find(|above| above.is_dir() || above.as_os_str().is_empty())?;
    let names = plain.strip_prefix(root).ok()?.iter().map(|name| name.to_str());
    let names = names.collect::<Option<Vec<&str>>>()?;
    let first = names.first()?;
    let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    if !VERSIONS.iter().any(|begin| first.starts_with(begin)) || !is_repository(root) {
        return None;
    }
    Some((root.to_owned(), names.join("/")))
}

#[cfg(all(feature = "icechunk", feature = "remote"))]
pub(super) fn version_in(address: &Address) -> Option<(Address, String)> {
    let (place, query) = address.place_and_rest();
    let begin = VERSIONS.iter().filter_map(|begin| place.find(&format!("/{begin}"))).min()?;
    let (above, key) = place.split_at_checked(begin)?;
    Some((Address::of(Path::new(&format!("{above}{query}")))?, key.trim_matches('/').to_owned()))
}

#[doc(hidden)]
impl Store {
    pub fn is_icechunk(&self, key: &str) -> bool {
        if !self.is_remote() {
            let is_directory = |name: &str| self.check_directory(&join(key, name)).is_ok();
            return has_marks(is_directory, |name| self.has(&join(key, name)));
        }
        let Ok(entries) = self.list(key, MARKS_AMONG) else { return false };
        let is = |name: &str, kind| entries.iter().any(|entry| entry.name == name && entry.kind == kind);
        let is_directory = |name: &str| match name.split_once('/') {
            Some((above, _)) => {
                is(above, EntryKind::Directory) && self.check_directory(&join(key, name)).is_ok()
            }
            None => is(name, EntryKind::Directory),
        };
        has_marks(is_directory, |name| is(name, EntryKind::File))
    }
}
