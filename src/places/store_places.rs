//! The last position in each store, in a file that is never inside of a store.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{MOST, StateFile};

const STORES: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StorePlace {
    pub store: PathBuf,
    #[serde(default)]
    pub node: String,
    /// Empty for a node that is no array.
    #[serde(default)]
    pub element: Vec<u64>,
    /// The columns or rows before each border between panes; `None` where it was not moved.
    #[serde(default)]
    pub borders: Vec<Option<u16>>,
    /// Whether arrays are shown as pictures; entries of before do not say.
    #[serde(default)]
    pub picture: Option<bool>,
    /// The colours that were chosen with a key.
    #[serde(default)]
    pub theme: Option<String>,
}

/// The newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StorePlaces {
    pub places: Vec<StorePlace>,
    file: StateFile,
}

impl StorePlaces {
    pub fn read() -> Self {
        Self::read_from(StateFile::named("stores.json"))
    }

    /// Entries that cannot be read are left out.
    fn read_from(file: StateFile) -> Self {
        let places = Self::of(&file.text());
        Self { file, ..places }
    }

    pub fn of(text: &str) -> Self {
        let values: Vec<Value> = serde_json::from_str(text).unwrap_or_default();
        let places = values.into_iter().filter_map(|value| serde_json::from_value(value).ok());
        Self { places: places.take(STORES).collect(), ..Self::default() }
    }

    pub fn find(&self, store: &Path) -> Option<&StorePlace> {
        self.places.iter().find(|place| place.store == store)
    }

    /// The colours that were chosen last, in whatever store.
    pub fn theme(&self) -> Option<&str> {
        self.places.iter().find_map(|place| place.theme.as_deref())
    }

    /// Another explorer may have changed the file, so it is read again.
    pub fn keep(place: StorePlace) -> io::Result<()> {
        Self::read().add(place)
    }

    fn add(mut self, place: StorePlace) -> io::Result<()> {
        self.places.retain(|other| other.store != place.store);
        self.places.insert(0, place);
        self.places.truncate(STORES);
        let mut lines = Vec::new();
        let mut size = 4;
        // A path that is no text cannot be written.
        for line in self.places.iter().filter_map(|place| serde_json::to_string(place).ok()) {
            size += line.len() + 2;
            if size > MOST {
                break;
            }
            lines.push(line);
        }
        self.file.replace(&format!("[\n{}\n]\n", lines.join(",\n")))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use super::*;

    fn at(store: &str, node: String) -> StorePlace {
        let borders = vec![None, Some(40)];
        let theme = Some("light".to_owned());
        StorePlace {
            store: store.into(),
            node,
            element: vec![7, u64::MAX],
            borders,
            picture: Some(true),
            theme,
        }
    }

    fn read(file: &Path) -> StorePlaces {
        StorePlaces::read_from(StateFile(Some(file.to_owned())))
    }

    #[test]
    fn what_is_kept_comes_back_newest_first() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("state/stores.json");
        for number in 0..130 {
            let place = at(&format!("/stores/{number}.zarr"), "a".to_owned());
            read(&file).add(place).unwrap();
        }
        let kept = read(&file);
        assert_eq!(kept.places.len(), 100);
        assert_eq!(kept.places.first(), Some(&at("/stores/129.zarr", "a".to_owned())));
        assert_eq!(kept.find(Path::new("/stores/29.zarr")), None);
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn the_file_stays_small_and_a_strange_one_is_as_none() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("stores.json");
        for number in 0..40 {
            let place = at(&format!("/{number}"), "long".repeat(1000));
            read(&file).add(place).unwrap();
        }
        assert!(fs::metadata(&file).unwrap().len() <= 64 << 10);
        assert_eq!(read(&file).places.len(), 15);
        for strange in [b"{" as &[u8], b"[1, {\"store\": 2}]", b"\xff", &vec![b'['; 100_000]] {
            fs::write(&file, strange).unwrap();
            assert_eq!(read(&file).places, []);
        }
        assert_eq!(read(directory.path()).places, []);
    }

    #[test]
    fn nothing_is_kept_in_a_store() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("zarr.json"), b"{").unwrap();
        let file = directory.path().join("state/zarrscope/stores.json");
        read(&file).add(at("/a", "a".to_owned())).unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn nothing_is_left_of_a_file_that_cannot_be_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("stores.json");
        fs::create_dir(&file).unwrap();
        read(&file).add(at("/a", "a".to_owned())).unwrap_err();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
