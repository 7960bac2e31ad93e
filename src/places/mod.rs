mod store_places;
mod typed_lines;

use std::io::{self, Read, Write};
use std::{fs, path::PathBuf};

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

use crate::hierarchy::store_above;

pub use store_places::{StorePlace, StorePlaces};
pub use typed_lines::TypedLines;

pub fn configuration_file() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("config.toml"))
}

pub(crate) const MOST: usize = 64 << 10;

/// `None` where nothing is kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct StateFile(pub(crate) Option<PathBuf>);

impl StateFile {
    /// Platforms without a place for state keep it with the data.
    pub(crate) fn named(name: &str) -> Self {
        let folder = folders().map(|folders| folders.state_dir().unwrap_or_else(|| folders.data_dir()));
        Self(folder.map(|folder| folder.join(name)))
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Opening anything else may wait for ever.
        if let Some(path) = &self.0
            && path.is_file()
            && let Ok(file) = fs::File::open(path)
            && file.take(MOST as u64).read_to_string(&mut text).is_err()
        {
            text.clear();
        }
        text
    }

    /// Whole, or not at all; nothing in a store.
    pub(crate) fn replace(&self, text: &str) -> io::Result<()> {
        let Some(file) = &self.0 else { return Ok(()) };
        if let Some(folder) = file.parent() {
            // The folder itself may not be there yet.
            if folder.ancestors().find(|above| above.exists()).and_then(store_above).is_some() {
                return Ok(());
            }
            fs::create_dir_all(folder)?;
        }
        let beside = file.with_extension(format!("{}.part", std::process::id()));
        // A new file, so that nothing is written through a link that was put under this name.
        let new = || fs::File::options().write(true).create_new(true).open(&beside);
        let written = new().and_then(|mut new| new.write_all(text.as_bytes()));
        let written = written.and_then(|()| fs::rename(&beside, file));
        if written.is_err() {
            // The first failure is the one that counts.
            let _ = fs::remove_file(&beside);
        }
        written
    }
}

fn folders() -> Option<impl AppStrategy> {
    let program = AppStrategyArgs {
        top_level_domain: "org".to_owned(),
        author: "zarrscope".to_owned(),
        app_name: "zarrscope".to_owned(),
    };
    choose_app_strategy(program).ok()
}
