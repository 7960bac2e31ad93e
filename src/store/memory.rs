use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::keys::SortedKeys;
use super::{Below, ByteSource, DirectoryEntry, Slice, StoreError, Walk, is_key, join};

/// Keys and their values in memory, or those below one key.
///
/// ```
/// use zarrscope::{Array, DecodeOptions, Hierarchy, MemoryStore};
///
/// let document = r#"{
///     "zarr_format": 3, "node_type": "array", "shape": [2, 2], "data_type": "uint8", "fill_value": 0,
///     "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
///     "chunk_key_encoding": "default", "codecs": ["bytes"]
/// }"#;
/// let values = [("zarr.json", document.as_bytes()), ("c/0/0", &[1, 2, 3, 4])];
/// let array = Array::open(&Hierarchy::in_store("squares", MemoryStore::new("squares", values)), "")?;
/// let values = array.read_region(&array.whole(), &DecodeOptions::default())?;
/// assert_eq!(values.to_vec::<u8>()?, [1, 2, 3, 4]);
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct MemoryStore {
    name: PathBuf,
    values: Arc<SortedKeys<Arc<[u8]>>>,
    prefix: String,
}

#[derive(Debug, Clone)]
pub struct MemoryValue(pub(crate) Arc<[u8]>);

impl MemoryStore {
    /// A store of these keys and values. `name` stands where others have a path.
    pub fn new<V: Into<Arc<[u8]>>>(
        name: impl Into<PathBuf>,
        values: impl IntoIterator<Item = (impl Into<String>, V)>,
    ) -> Self {
        let values = values.into_iter().map(|(key, value)| (key.into().into_boxed_str(), value.into()));
        let (values, _) = SortedKeys::new(values);
        Self { name: name.into(), values: Arc::new(values), prefix: String::new() }
    }

    pub(super) fn path(&self, key: &str) -> Result<PathBuf, StoreError> {
        let key = self.key(key)?;
        Ok(if key.is_empty() { self.name.clone() } else { self.name.join(Path::new(&key)) })
    }

    pub(super) fn open(&self, key: &str) -> Result<Option<MemoryValue>, StoreError> {
        let name = self.key(key)?;
        match self.values.find(&name) {
            Some(value) => Ok(Some(MemoryValue(Arc::clone(value)))),
            None if self.values.has_directory(&name) => {
                Err(StoreError::NotAFile { key: key.to_owned(), found: "a directory" })
            }
            None => Ok(None),
        }
    }

    pub(super) fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        let name = self.key(key)?;
        if self.values.has_directory(&name) {
            return Ok(());
        }
        let found = if self.values.find(&name).is_some() { "a file" } else { "nothing" };
        Err(StoreError::NotADirectory { key: key.to_owned(), found })
    }

    pub(super) fn list(&self, key: &str) -> Result<Vec<DirectoryEntry>, StoreError> {
        self.check_directory(key)?;
        Ok(self.values.list(&self.key(key)?))
    }

    pub(super) fn walk(&self, key: &str, visit: impl FnMut(&str, Below) -> Walk) {
        if let Ok(name) = self.key(key) {
            self.values.walk(&name, visit);
        }
    }

    fn key(&self, key: &str) -> Result<String, StoreError> {
        if is_key(key) { Ok(join(&self.prefix, key)) } else { Err(StoreError::NoKey(key.to_owned())) }
    }
}

impl ByteSource for MemoryValue {
    fn nbytes(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        Ok(Cow::Borrowed(Slice(&self.0).range(offset, nbytes)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> MemoryStore {
        let keys = ["zarr.json", "a/zarr.json", "a/c/0/0", "a/c/0/1", "a-b", "b/c.10", "b/c.9"];
        MemoryStore::new("x.zarr", keys.map(|key| (key.to_owned(), key.as_bytes().to_vec())))
    }

    #[test]
    fn a_key_has_its_value() {
        let store = store();
        assert_eq!(store.open("a/c/0/1").unwrap().unwrap().read_range(2, 3).unwrap().as_ref(), b"c/0");
        assert!(store.open("a/c/1").unwrap().is_none());
        assert!(matches!(store.open("a/c"), Err(StoreError::NotAFile { .. })));
        assert!(matches!(store.open("../a"), Err(StoreError::NoKey(_))));
        assert_eq!(store.path("a/c/0/1").unwrap(), Path::new("x.zarr/a/c/0/1"));
    }

    #[test]
    fn directories_are_what_keys_go_through() {
        let store = store();
        let names = |key: &str| -> Vec<String> {
            store.list(key).unwrap().into_iter().map(|entry| entry.name).collect()
        };
        assert_eq!(names(""), ["a", "a-b", "b", "zarr.json"]);
        assert_eq!(names("b"), ["c.9", "c.10"]);
        assert!(store.check_directory("a/c").is_ok() && store.check_directory("zarr.json").is_err());
    }

    #[test]
    fn a_walk_goes_past_a_directory_when_it_should() {
        let walked = |past: &str| {
            let mut seen = Vec::new();
            store().walk("", |key, below| {
                seen.push(key.to_owned());
                if below == Below::Directory && key == past { Walk::Past } else { Walk::On }
            });
            seen
        };
        assert_eq!(
            walked(""),
            [
                "a-b",
                "a",
                "a/c",
                "a/c/0",
                "a/c/0/0",
                "a/c/0/1",
                "a/zarr.json",
                "b",
                "b/c.10",
                "b/c.9",
                "zarr.json"
            ]
        );
        assert_eq!(walked("a"), ["a-b", "a", "b", "b/c.10", "b/c.9", "zarr.json"]);
        assert_eq!(walked("a/c")[..4], ["a-b", "a", "a/c", "a/zarr.json"]);
    }
}
