use std::{io::Write, path::Path};

use super::{Failure, Result, interrupt};
use crate::metadata::text::escape;
use crate::save;

/// An unfinished file is removed when a signal ends the program.
pub(super) fn write_file(path: &Path, write: impl FnOnce(&mut (dyn Write + Send)) -> Result) -> Result {
    let begun = |part: &Path| interrupt::remove_when_ended(part.to_owned());
    save::write_file(path, &begun, write).map_err(|failure| named(path, failure))
}

/// The same of a command that goes on to its end after a signal that asks it to stop.
pub(super) fn write_file_to_the_end(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result,
) -> Result {
    let begun = |part: &Path| interrupt::remove_when_ended_at_once(part.to_owned());
    save::write_file(path, &begun, write).map_err(|failure| named(path, failure))
}

fn named(path: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Output(error) => Failure::Data(format!("{}: {error}", escape(&path.to_string_lossy()))),
        other => other,
    }
}

pub(super) fn check_file(path: &Path) -> Result {
    save::check_place(path)?;
    let Some(folder) = path.parent() else { return Ok(()) };
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let name = escape(&folder.to_string_lossy()).into_owned();
    Err(Failure::Usage(format!("{name}: expected a directory to write into, found none")))
}
