//! A file that is written. It is written whole, or what was there before stays. It is never in a store.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::SaveError;
use super::folder::{self, Folder};
use crate::hierarchy::store_above;
use crate::metadata::text::escape;
use crate::store::{ReferenceStore, ZipStore};

/// Called before the unfinished file is made, so that it can be removed if the program is ended.
pub type Begun<'a> = dyn Fn(&Path) -> io::Result<()> + 'a;

/// Renames a temporary file in the same directory. What is no regular file, such as a device, is written to directly.
pub fn write_file<E: From<io::Error> + From<SaveError>>(
    path: &Path,
    begun: &Begun,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let target = target(path);
    refuse_store(&target)?;
    let is_written_to = match fs::metadata(&target) {
        // Renaming needs no permission of the file that it replaces.
        Ok(found) if found.is_file() && found.permissions().readonly() => {
            return Err(io::Error::from(io::ErrorKind::PermissionDenied).into());
        }
        // A link that is left leads to a file without a name, such as `/dev/stdout` to one that was removed: it stays a link.
        Ok(found) => !found.is_file() || target.is_symlink(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        // Links that lead to each other.
        Err(error) => return Err(error.into()),
    };
    if is_written_to {
        let file = File::options().write(true).open(&target)?;
        // Another one may have been put under its name.
        if file.metadata()?.is_file() && folder::place_of(&file).is_some_and(|place| place.is_file()) {
            return Err(io::Error::other("it has become a file while it was opened").into());
        }
        return fill(file, write);
    }
    let folder = Folder::of(&target)?;
    // Between these, a part of its path may have become a link into a store; what is open stays where it is.
    let place = folder.place(&target);
    if place != target {
        refuse_store(&place)?;
    }
    // The name is short: the name of the target may already have the greatest length that the file system allows. In containers
    // that share a folder, processes have the same numbers.
    let part =
        OsString::from(format!(".zarrscope.{:016x}.part", RandomState::new().hash_one(std::process::id())));
    begun(&target.with_file_name(&part))?;
    let written = fill(folder.create(&part)?, write).and_then(|()| {
        // Meanwhile it may have become a part of a store.
        refuse_store(&folder.place(&target))?;
        Ok(folder.rename(&part, &target)?)
    });
    if written.is_err() {
        // The first failure is the one that is reported.
        let _ = folder.remove(&part);
    }
    written
}

pub fn check_place(path: &Path) -> Result<(), SaveError> {
    refuse_store(&target(path))
}

/// Renaming over a link would replace it instead of the file that the user means, which need not be there yet.
fn target(path: &Path) -> PathBuf {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(whole) = target.canonicalize() {
            return whole;
        }
        // The links below `/proc/self/fd` lead to what has no name.
        let is_there = fs::metadata(&target).is_ok();
        let Some(to) = fs::read_link(&target).ok().filter(|_| !is_there) else { return target };
        target = target.parent().unwrap_or(Path::new("")).join(to);
    }
    path.to_owned()
}

fn fill<E: From<io::Error>>(
    file: File,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = BufWriter::new(file);
    let written = write(&mut file).and_then(|()| Ok(file.flush()?));
    // Dropping the writer itself would try to write its rest again, after that has failed.
    drop(file.into_parts());
    written
}

/// Nothing is ever written to a store, and an archive may be one.
fn refuse_store(path: &Path) -> Result<(), SaveError> {
    let found = match (directory_store(path), archive(path)) {
        (Some(node), _) => format!("the store {}", node.to_string_lossy()),
        (None, Some(archive)) => format!("the archive {}", archive.to_string_lossy()),
        // Opening a pipe to see what is in it would wait for who writes to it, which may be this program.
        (None, None) if (path.is_file() || path.is_dir()) && ReferenceStore::is_at(path) => {
            "references to the chunks of a store".to_owned()
        }
        (None, None) => return Ok(()),
    };
    let text = format!("{}: expected a file outside of any store, found {found}", path.to_string_lossy());
    Err(SaveError::Refused(escape(&text).into_owned()))
}

fn directory_store(path: &Path) -> Option<PathBuf> {
    let mut parent = path.parent().unwrap_or(Path::new(""));
    if parent.as_os_str().is_empty() {
        parent = Path::new(".");
    }
    store_above(parent)
}

/// A damaged archive counts too.
fn archive(path: &Path) -> Option<&Path> {
    path.ancestors().find(|path| path.is_file() && !matches!(ZipStore::at(path), Ok(None)))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "files of a test")]

    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_folder_that_becomes_a_link_into_a_store_while_a_file_is_written_changes_nothing_there() {
        let directory = tempfile::TempDir::new().unwrap();
        let at = |name: &str| directory.path().join(name);
        for folder in ["out", "store"] {
            fs::create_dir(at(folder)).unwrap();
        }
        fs::write(at("store/zarr.json"), "{}").unwrap();
        fs::write(at("store/values"), "a chunk").unwrap();
        let exchange = |_: &Path| {
            fs::rename(at("out"), at("moved"))?;
            symlink("store", at("out"))
        };
        let write = |file: &mut (dyn Write + Send)| Ok(file.write_all(b"values")?);
        write_file::<SaveError>(&at("out/values"), &exchange, write).unwrap();
        assert_eq!(fs::read(at("store/values")).unwrap(), b"a chunk");
        assert_eq!(fs::read_dir(at("store")).unwrap().count(), 2);
        assert_eq!(fs::read(at("moved/values")).unwrap(), b"values");
        // A store that is begun there meanwhile has no such file.
        let begin = |file: &mut (dyn Write + Send)| {
            file.write_all(b"values")?;
            Ok(fs::write(at("moved/zarr.json"), "{}")?)
        };
        let refused = write_file::<SaveError>(&at("moved/other"), &|_| Ok(()), begin);
        assert!(matches!(refused, Err(SaveError::Refused(_))));
        assert_eq!(fs::read_dir(at("moved")).unwrap().count(), 2);
        // What leads to itself, or may not be written, stays as it is.
        symlink("loop", at("loop")).unwrap();
        assert!(write_file::<SaveError>(&at("loop"), &|_| Ok(()), |_| Ok(())).is_err());
        assert!(at("loop").is_symlink());
        fs::write(at("kept"), "kept").unwrap();
        let mut kept = fs::metadata(at("kept")).unwrap().permissions();
        kept.set_readonly(true);
        fs::set_permissions(at("kept"), kept).unwrap();
        assert!(write_file::<SaveError>(&at("kept"), &|_| Ok(()), |_| Ok(())).is_err());
        assert_eq!(fs::read(at("kept")).unwrap(), b"kept");
        // As it is now, it is refused.
        let refused = write_file::<SaveError>(&at("out/values"), &|_| Ok(()), |_| Ok(()));
        assert!(matches!(refused, Err(SaveError::Refused(_))));
    }
}
