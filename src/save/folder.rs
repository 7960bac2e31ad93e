//! A folder that a file is written in. Once it is open it is the same one, whatever becomes of its path: a part of that could
//! be exchanged for a link into a store. Where there is no Unix, it is its path.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use rustix::fs::{AtFlags, Mode, OFlags, open, openat, renameat, unlinkat};

pub struct Folder(#[cfg(unix)] std::os::fd::OwnedFd, #[cfg(not(unix))] PathBuf);

impl Folder {
    pub fn of(file: &Path) -> io::Result<Self> {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // One that may not be read can be written in all the same.
        #[cfg(target_os = "linux")]
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        #[cfg(all(unix, not(target_os = "linux")))]
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        #[cfg(unix)]
        return Ok(Self(open(parent, flags, Mode::empty())?));
        #[cfg(not(unix))]
        return Ok(Self(parent.to_owned()));
    }

    /// Where the file of that name is now; its path where the platform does not say.
    pub fn place(&self, file: &Path) -> PathBuf {
        #[cfg(unix)]
        if let Some((folder, name)) = place_of(&self.0).zip(file.file_name()) {
            return folder.join(name);
        }
        file.to_owned()
    }

    /// A new file, so that nothing is written through a link that was put under this name.
    pub fn create(&self, name: &OsStr) -> io::Result<File> {
        #[cfg(unix)]
        {
            let new = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // What the process masks is taken from it.
            Ok(openat(&self.0, name, new, Mode::from_raw_mode(0o666))?.into())
        }
        #[cfg(not(unix))]
        File::options().write(true).create_new(true).open(self.0.join(name))
    }

    pub fn rename(&self, from: &OsStr, to: &Path) -> io::Result<()> {
        let name = to.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        #[cfg(unix)]
        renameat(&self.0, from, &self.0, name)?;
        #[cfg(not(unix))]
        std::fs::rename(self.0.join(from), self.0.join(name))?;
        Ok(())
    }

    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        #[cfg(unix)]
        unlinkat(&self.0, name, AtFlags::empty())?;
        #[cfg(not(unix))]
        std::fs::remove_file(self.0.join(name))?;
        Ok(())
    }
}

/// Where what is open is now. Only Linux says it.
#[cfg(unix)]
pub fn place_of(open: &impl std::os::fd::AsFd) -> Option<PathBuf> {
    use std::os::fd::AsRawFd;
    let link = format!("/proc/self/fd/{}", open.as_fd().as_raw_fd());
    if cfg!(target_os = "linux") { std::fs::read_link(link).ok() } else { None }
}

#[cfg(not(unix))]
pub fn place_of(_: &File) -> Option<PathBuf> {
    None
}
