//! A folder that a file is written in. Once it is open it is the same one, whatever becomes of its path: a part of that could
//! be exchanged for a link into a store.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Mode, OFlags, open, openat, renameat, unlinkat};

pub struct Folder(OwnedFd);

impl Folder {
    pub fn of(file: &Path) -> io::Result<Self> {
        // One that may not be read can be written in all the same.
        #[cfg(target_os = "linux")]
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        #[cfg(not(target_os = "linux"))]
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        Ok(Self(open(parent.unwrap_or(Path::new(".")), flags, Mode::empty())?))
    }

    /// Where the file of that name is now; its path where the platform does not say.
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
        let name = to.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        Ok(renameat(&self.0, from, &self.0, name)?)
    }

    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::empty())?)
    }
}

/// Where what is open is now. Only Linux says it.
pub fn place_of(open: &impl AsFd) -> Option<PathBuf> {
    let link = format!("/proc/self/fd/{}", open.as_fd().as_raw_fd());
    if cfg!(target_os = "linux") { std::fs::read_link(link).ok() } else { None }
}
