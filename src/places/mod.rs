//! Where the platform keeps files of programs. Nothing that is kept there is needed.

mod store_places;
mod typed_lines;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

pub use store_places::{StorePlace, StorePlaces};
pub use typed_lines::TypedLines;

/// The file with the configuration; it need not exist.
pub fn configuration_file() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("config.toml"))
}

/// A file of the state of the program. Platforms without a place for state keep it with the data.
pub fn state_file(name: &str) -> Option<PathBuf> {
    let folders = folders()?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(folder.join(name))
}

/// Writes a file of the state: whole, or not at all.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = file.with_extension(format!("{}.part", std::process::id()));
    let mut written = fs::write(&beside, text);
    if written.is_ok() {
        written = fs::rename(&beside, file);
    }
    if written.is_err() {
        // The first failure is the one that counts.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The text of a file of the state; no more than `most` bytes of it are read.
fn text(file: &Path, most: u64) -> Option<String> {
    // Opening anything else may wait for ever.
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    fs::File::open(file).ok()?.take(most).read_to_string(&mut text).ok()?;
    Some(text)
}

fn folders() -> Option<impl AppStrategy> {
    let program = AppStrategyArgs {
        top_level_domain: "org".to_owned(),
        author: "zarrscope".to_owned(),
        app_name: "zarrscope".to_owned(),
    };
    choose_app_strategy(program).ok()
}
