//! A folder that a file is written in. Once it is open it is the same one, whatever becomes of its path: a part of that could
//! be exchanged for a link into a store. Elsewhere than on Linux, it is its path.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
use rustix::fs::{AtFlags, Mode, OFlags, open, openat, renameat, unlinkat};

pub struct Folder(#[cfg(target_os = "linux")] std::os::fd::OwnedFd, #[cfg(not(target_os = "linux"))] PathBuf);

impl Folder {
    pub fn of(file: &Path) -> io::Result<Self> {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // One that may not be read can be written in all the same.
        #[cfg(target_os = "linux")]
        let parent = open(parent, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        #[cfg(not(target_os = "linux"))]
        let parent = parent.to_owned();
        Ok(Self(parent))
    }

    /// Where the file of that name is now; its path where the platform does not say.
    pub fn place(&self, file: &Path) -> PathBuf {
        #[cfg(target_os = "linux")]
        if let Some((folder, name)) = place_of(&self.0).zip(file.file_name()) {
            return folder.join(name);
        }
        file.to_owned()
    }

    /// A new file, so that nothing is written through a link that was put under this name.
    pub fn create(&self, name: &OsStr) -> io::Result<File> {
        #[cfg(target_os = "linux")]
        {
            let new = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // What the process masks is taken from it.
            Ok(openat(&self.0, name, new, Mode::from_raw_mode(0o666))?.into())
        }
        #[cfg(not(target_os = "linux"))]
        File::options().write(true).create_new(true).open(self.0.join(name))
    }

    pub fn rename(&self, from: &OsStr, to: &Path) -> io::Result<()> {
        let name = to.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        #[cfg(target_os = "linux")]
        renameat(&self.0, from, &self.0, name)?;
        #[cfg(not(target_os = "linux"))]
        std::fs::rename(self.0.join(from), self.0.join(name))?;
        Ok(())
    }

    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        unlinkat(&self.0, name, AtFlags::empty())?;
        #[cfg(not(target_os = "linux"))]
        std::fs::remove_file(self.0.join(name))?;
        Ok(())
    }
}

/// Where what is open is now; only Linux says it.
#[cfg(target_os = "linux")]
pub fn place_of(open: &impl std::os::fd::AsFd) -> Option<PathBuf> {
    use std::os::fd::AsRawFd;
    let link = format!("/proc/self/fd/{}", open.as_fd().as_raw_fd());
    std::fs::read_link(link).ok()
}

#[cfg(not(target_os = "linux"))]
pub fn place_of(_: &File) -> Option<PathBuf> {
    None
}
