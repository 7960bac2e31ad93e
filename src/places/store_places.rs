//! The last position in each store, in a file next to that of the lessons. It is never inside of a store.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// The most stores that are kept: those that were looked at last.
const STORES: usize = 100;
const MOST: usize = 64 << 10;

/// The last position in a store.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StorePlace {
    /// The whole path of the store.
    pub store: PathBuf,
    /// The key of the node.
    pub node: String,
    /// The element of an array; empty where there is none.
    pub element: Vec<u64>,
    /// The columns or rows before each border between panes that was moved.
    pub borders: Vec<Option<u16>>,
}

/// The last positions in the stores that were opened last, the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StorePlaces {
    /// The places.
    pub places: Vec<StorePlace>,
    /// The file; `None` where nothing is kept.
    file: Option<PathBuf>,
}

impl StorePlaces {
    /// Reads the file of the platform.
    pub fn read() -> Self {
        match super::state_file("stores.json") {
            Some(file) => Self::read_from(&file),
            None => Self::default(),
        }
    }

    /// Reads a file. Entries that cannot be read are left out.
    pub fn read_from(file: &Path) -> Self {
        let text = super::text(file, MOST as u64).unwrap_or_default();
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        let places = list(Some(&value)).iter().filter_map(read_place).take(STORES).collect();
        Self { places, file: Some(file.to_owned()) }
    }

    /// The place in a store.
    pub fn find(&self, store: &Path) -> Option<&StorePlace> {
        self.places.iter().find(|place| place.store == store)
    }

    /// Puts a place before all others, and writes the file. Other programs may have changed it, so it is read again.
    ///
    /// # Errors
    /// When it cannot be written. Then the place is forgotten at the end, and nothing else.
    pub fn keep(place: StorePlace) -> io::Result<()> {
        let Some(file) = super::state_file("stores.json") else { return Ok(()) };
        Self::read_from(&file).with(place).write()
    }

    /// The same with a place before all others.
    #[must_use]
    pub fn with(mut self, place: StorePlace) -> Self {
        self.places.retain(|other| other.store != place.store);
        self.places.insert(0, place);
        self.places.truncate(STORES);
        self
    }

    /// Writes the file: whole, or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut lines = Vec::new();
        let mut size = 4;
        for line in self.places.iter().filter_map(line) {
            size += line.len() + 2;
            if size > MOST {
                break;
            }
            lines.push(line);
        }
        let text = format!("[\n{}\n]\n", lines.join(",\n"));
        super::replace(file, &text)
    }
}

/// The items of a value; none where it is no list.
fn list(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}

fn read_place(value: &Value) -> Option<StorePlace> {
    let mut borders = Vec::new();
    for size in list(value.get("borders")) {
        borders.push(size.as_u64().and_then(|size| u16::try_from(size).ok()));
    }
    let element: Option<Vec<u64>> = list(value.get("element")).iter().map(Value::as_u64).collect();
    Some(StorePlace {
        store: PathBuf::from(value.get("store")?.as_str()?),
        node: value.get("node").and_then(Value::as_str).unwrap_or_default().to_owned(),
        element: element.unwrap_or_default(),
        borders,
    })
}

/// A place as a line; `None` where its path has no text.
fn line(place: &StorePlace) -> Option<String> {
    let StorePlace { store, node, element, borders } = place;
    Some(json!({"store": store.to_str()?, "node": node, "element": element, "borders": borders}).to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use super::*;

    fn at(store: &str, node: String) -> StorePlace {
        StorePlace { store: store.into(), node, element: vec![7, u64::MAX], borders: vec![None, Some(40)] }
    }

    #[test]
    fn what_is_kept_comes_back_newest_first() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("state/stores.json");
        for number in 0..130 {
            let place = at(&format!("/stores/{number}.zarr"), "a".to_owned());
            StorePlaces::read_from(&file).with(place).write().unwrap();
        }
        let read = StorePlaces::read_from(&file);
        assert_eq!(read.places.len(), 100);
        assert_eq!(read.places.first(), Some(&at("/stores/129.zarr", "a".to_owned())));
        assert_eq!(read.find(Path::new("/stores/29.zarr")), None);
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn the_file_stays_small_and_a_strange_one_is_as_none() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("stores.json");
        for number in 0..40 {
            let place = at(&format!("/{number}"), "long".repeat(1000));
            StorePlaces::read_from(&file).with(place).write().unwrap();
        }
        assert!(fs::metadata(&file).unwrap().len() <= 64 << 10);
        assert_eq!(StorePlaces::read_from(&file).places.len(), 16);
        for strange in [b"{" as &[u8], b"[1, {\"store\": 2}]", b"\xff", &vec![b'['; 100_000]] {
            fs::write(&file, strange).unwrap();
            assert_eq!(StorePlaces::read_from(&file).places, []);
        }
        assert_eq!(StorePlaces::read_from(directory.path()).places, []);
    }

    #[test]
    fn nothing_is_left_of_a_file_that_cannot_be_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("stores.json");
        fs::create_dir(&file).unwrap();
        StorePlaces::read_from(&file).with(at("/a", "a".to_owned())).write().unwrap_err();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
