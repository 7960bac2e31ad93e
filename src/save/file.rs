//! A file that is written. It is written whole, or what was there before stays. It is never in a store.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::SaveError;
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
    // A link that is left leads to a file without a name, such as `/dev/stdout` to one that was removed: it stays a link.
    if fs::metadata(&target).is_ok_and(|found| !found.is_file() || target.is_symlink()) {
        return fill(File::options().write(true).open(target)?, write);
    }
    // The name is short: the name of the target may already have the greatest length that the file system allows.
    let part = target.with_file_name(format!(".zarrscope.{}.part", std::process::id()));
    begun(&part)?;
    // `create_new`, so that nothing is written through a link that was put under this name.
    let file = File::options().write(true).create_new(true).open(&part)?;
    let written = fill(file, write).and_then(|()| Ok(fs::rename(&part, target)?));
    if written.is_err() {
        // The first failure is the one that is reported.
        let _ = fs::remove_file(&part);
    }
    written
}

pub fn check_place(path: &Path) -> Result<(), SaveError> {
    refuse_store(&target(path))
}

/// Renaming over a link would replace it instead of the file that the user means.
fn target(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
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
