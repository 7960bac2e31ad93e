//! Opens regular files only: opening a FIFO waits for a writer, opening a device may have an effect.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::{StoreError, StoredFile};

pub(super) const NOWHERE: &str = "a link that leads nowhere";

/// Opens a file that was regular a moment ago, and looks again: nothing waits for what has taken its place.
pub(super) fn open_regular(key: &str, path: &Path) -> Result<Option<StoredFile>, StoreError> {
    let Some(file) = present(key, open_at_once(path))? else { return Ok(None) };
    let metadata = file.metadata().map_err(|error| StoreError::io(key, &error))?;
    check_regular(key, &metadata)?;
    Ok(Some(StoredFile::fresh(key.to_owned(), file, metadata.len())))
}

/// Opens a file that somebody names, and waits for nothing but a pipe of the shell, as in `merge <(ssh …)`.
pub fn open_named(path: &Path) -> Result<File, String> {
    let unreadable = |error: io::Error| error.kind().to_string();
    let is_of_shell = ["/dev/fd", "/dev/stdin", "/proc/self/fd"].iter().any(|place| path.starts_with(place));
    if is_of_shell {
        return File::open(path).map_err(unreadable);
    }
    check_regular("", &path.metadata().map_err(unreadable)?).map_err(|error| error.reason())?;
    let file = open_at_once(path).map_err(unreadable)?;
    check_regular("", &file.metadata().map_err(unreadable)?).map_err(|error| error.reason())?;
    Ok(file)
}

fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NONBLOCK);
    options.read(true).open(path)
}

/// `O_NONBLOCK`, by the headers of systems. Zero where it is not known: there, opening a FIFO would wait for a writer.
#[cfg(unix)]
const NONBLOCK: i32 = if cfg!(any(target_os = "linux", target_os = "android")) {
    if cfg!(any(target_arch = "mips", target_arch = "mips64", target_arch = "sparc64")) { 0 } else { 0o4000 }
} else if cfg!(any(
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "netbsd",
    target_os = "openbsd"
)) {
    4
} else {
    0
};

pub(super) fn check_regular(key: &str, metadata: &Metadata) -> Result<(), StoreError> {
    if metadata.is_file() {
        return Ok(());
    }
    let found = if metadata.is_dir() { "a directory" } else { "something that is no file" };
    Err(StoreError::NotAFile { key: key.to_owned(), found })
}

pub(super) fn present<T>(key: &str, result: io::Result<T>) -> Result<Option<T>, StoreError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if is_missing(Some(&error)) => Ok(None),
        Err(error) => Err(StoreError::io(key, &error)),
    }
}

/// A name that is too long for the file system is that of no file, as lists of names say too.
pub(super) fn is_missing(error: Option<&io::Error>) -> bool {
    use ErrorKind::{InvalidFilename, NotADirectory, NotFound};
    error.is_some_and(|error| matches!(error.kind(), NotFound | NotADirectory | InvalidFilename))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_becomes_a_fifo_before_it_is_opened_is_not_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("0");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let error = open_regular("c/0", &path).unwrap_err();
        assert_eq!(error.to_string(), "c/0: expected a regular file, found something that is no file");
        let refused = open_named(&path).unwrap_err();
        assert_eq!(refused, "expected a regular file, found something that is no file");
        assert!(open_named(directory.path()).unwrap_err().ends_with("found a directory"));
    }
}
