//! Where the platform keeps files of programs. Nothing that is kept there is needed.

mod store_places;

use std::path::PathBuf;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

pub use store_places::{StorePlace, StorePlaces};

/// Where the configuration is looked for.
#[must_use]
pub fn configuration_file() -> Option<PathBuf> {
    folders().map(|folders| folders.config_dir().join("config.toml"))
}

/// A file of the state of the program. Platforms without a place for state keep it with the data.
#[must_use]
pub fn state_file(name: &str) -> Option<PathBuf> {
    let folder = folders().map(|folders| folders.state_dir().unwrap_or_else(|| folders.data_dir()));
    folder.map(|folder| folder.join(name))
}

fn folders() -> Option<impl AppStrategy> {
    let program = AppStrategyArgs {
        top_level_domain: "org".to_owned(),
        author: "zarrscope".to_owned(),
        app_name: "zarrscope".to_owned(),
    };
    choose_app_strategy(program).ok()
}
