//! A folder that a file is written in. Once it is open it is the same one, whatever becomes of its path: a part of that could
//! be exchanged for a link into a store.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
pub use linux::{Folder, place_of};
#[cfg(not(target_os = "linux"))]
pub use other::{Folder, place_of};

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn name(path: &Path) -> io::Result<&OsStr> {
    path.file_name().ok_or_else(|| io::ErrorKind::IsADirectory.into())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::{AsFd, AsRawFd, OwnedFd};

    use rustix::fs::{AtFlags, Mode, OFlags, open, openat, renameat, unlinkat};

    use super::{File, OsStr, Path, PathBuf, io, name, parent};

    pub struct Folder(OwnedFd);

    impl Folder {
        pub fn of(file: &Path) -> io::Result<Self> {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            Ok(Self(open(parent(file), flags, Mode::empty())?))
        }

        /// Where the file of that name is now; its path where `/proc` does not say.
        pub fn place(&self, file: &Path) -> PathBuf {
            let place = place_of(&self.0).zip(file.file_name()).map(|(folder, name)| folder.join(name));
            place.unwrap_or_else(|| file.to_owned())
        }

        /// A new file, so that nothing is written through a link that was put under this name.
        pub fn create(&self, name: &OsStr) -> io::Result<File> {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // What the process masks is taken from it.
            Ok(openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
        }

        pub fn rename(&self, from: &OsStr, to: &Path) -> io::Result<()> {
            Ok(renameat(&self.0, from, &self.0, name(to)?)?)
        }

        pub fn remove(&self, name: &OsStr) -> io::Result<()> {
            Ok(unlinkat(&self.0, name, AtFlags::empty())?)
        }
    }

    /// Where what is open is now.
    pub fn place_of(open: &impl AsFd) -> Option<PathBuf> {
        std::fs::read_link(format!("/proc/self/fd/{}", open.as_fd().as_raw_fd())).ok()
    }
}

/// Elsewhere a folder is its path.
#[cfg(not(target_os = "linux"))]
mod other {
    use super::{File, OsStr, Path, PathBuf, io, name, parent};

    pub struct Folder(PathBuf);

    impl Folder {
        pub fn of(file: &Path) -> io::Result<Self> {
            Ok(Self(parent(file).to_owned()))
        }

        pub fn place(&self, file: &Path) -> PathBuf {
            file.to_owned()
        }

        /// A new file, so that nothing is written through a link that was put under this name.
        pub fn create(&self, name: &OsStr) -> io::Result<File> {
            File::options().write(true).create_new(true).open(self.0.join(name))
        }

        pub fn rename(&self, from: &OsStr, to: &Path) -> io::Result<()> {
            std::fs::rename(self.0.join(from), self.0.join(name(to)?))
        }

        pub fn remove(&self, name: &OsStr) -> io::Result<()> {
            std::fs::remove_file(self.0.join(name))
        }
    }

    pub fn place_of(_: &File) -> Option<PathBuf> {
        None
    }
}
