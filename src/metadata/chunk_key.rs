//! Chunk key encodings: which key a chunk is stored under, and back.
//!
//! Specifications: [default](https://zarr-specs.readthedocs.io/en/latest/v3/chunk-key-encodings/default/index.html),
//! [v2](https://zarr-specs.readthedocs.io/en/latest/v3/chunk-key-encodings/v2/index.html).

use std::ops::Range;

use super::json::{Field, Json, named_only};
use super::{chunk_grid::ChunkGrid, extension::Extension};

/// The chunk key encoding of an array.
///
/// ```
/// use zarrscope::document::{ChunkKeyEncoding, KeyScheme};
///
/// let encoding = ChunkKeyEncoding { scheme: KeyScheme::Default, separator: '/' };
/// assert_eq!(encoding.key(&[1, 20]), "c/1/20");
/// assert_eq!(encoding.coords("c/1/20", 2), Some(vec![1, 20]));
/// assert_eq!(encoding.coords("zarr.json", 2), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkKeyEncoding {
    /// The rule.
    pub scheme: KeyScheme,
    /// What stands between the coordinates: `/` or `.`.
    pub separator: char,
}

/// The two registered rules. Others are only proposed, and are refused by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScheme {
    /// `c`, then every coordinate behind a separator: `c/1/7/2`; `c` for an array without dimensions.
    Default,
    /// The coordinates with separators between them: `1.7.2`; `0` for an array without dimensions.
    V2,
}

const PROPOSED: &[(&str, &str)] = &[
    ("suffix", "a proposal, for keys that end in a suffix such as \".tif\""),
    ("fanout", "a proposal, for keys that spread over more directories"),
    ("template", "a proposal, for keys after a pattern"),
    ("zarrs.default_suffix", "an experiment of zarrs, for keys that end in a suffix"),
];

impl ChunkKeyEncoding {
    #[doc(hidden)]
    pub fn read(json: &Json) -> Field<Self> {
        let extension = Extension::read(json, "a chunk key encoding")?;
        let (scheme, separator) = match extension.name.as_str() {
            "default" => (KeyScheme::Default, '/'),
            "v2" => (KeyScheme::V2, '.'),
            name => {
                let fault = json.unexpected("the chunk key encoding \"default\" or \"v2\"");
                return Err(named_only(fault, name, PROPOSED));
            }
        };
        let separator = match extension.optional("separator") {
            // The default of each rule is its own. tensorstore writes no configuration for it.
            None => separator,
            Some(given) => read_separator(&given)?,
        };
        Ok(Self { scheme, separator })
    }

    pub(crate) fn name(self) -> &'static str {
        match self.scheme {
            KeyScheme::Default => "default",
            KeyScheme::V2 => "v2",
        }
    }

    /// The key of a chunk, relative to the array.
    pub fn key(self, coords: &[u64]) -> String {
        let mut key = String::new();
        match (self.scheme, coords) {
            (KeyScheme::Default, _) => key.push('c'),
            (KeyScheme::V2, []) => key.push('0'),
            (KeyScheme::V2, _) => {}
        }
        for coord in coords {
            if !key.is_empty() {
                key.push(self.separator);
            }
            key.push_str(&coord.to_string());
        }
        key
    }

    /// The coordinates of the chunk that a key is for, in an array of `rank` dimensions; `None` for any other key.
    pub fn coords(self, key: &str, rank: usize) -> Option<Vec<u64>> {
        let list = match self.scheme {
            KeyScheme::Default if rank == 0 => return (key == "c").then(Vec::new),
            KeyScheme::V2 if rank == 0 => return (key == "0").then(Vec::new),
            KeyScheme::Default => key.strip_prefix('c')?.strip_prefix(self.separator)?,
            KeyScheme::V2 => key,
        };
        let coords: Vec<u64> =
            list.split(self.separator).map(|part| part.parse().ok()).collect::<Option<_>>()?;
        // "01" and "+1" parse as numbers, but are not what a coordinate is written as.
        (coords.len() == rank && self.key(&coords) == key).then_some(coords)
    }

    #[doc(hidden)]
    pub fn leads_to_chunks(self, key: &str, grid: &ChunkGrid) -> bool {
        let names = key.split('/').count();
        let given = if self.scheme == KeyScheme::Default { names - 1 } else { names };
        // Only a slash makes directories. A walk asks this of every file, and an array may have very many dimensions: so
        // the key is read once, and the dimensions that it does not name are not gone through.
        self.separator == '/'
            && given < grid.rank()
            && self.coords(key, given).is_some_and(|first| grid.contains_first(&first))
    }

    pub(crate) fn box_behind(self, key: &str, grid: &ChunkGrid) -> Option<Vec<Range<u64>>> {
        let rank = grid.rank();
        let whole = grid.grid_shape().into_iter().map(|edge| 0..edge);
        if key.is_empty() || (self.scheme == KeyScheme::Default && key == "c") {
            return Some(whole.collect());
        }
        let names = key.split(self.separator).count();
        let given = if self.scheme == KeyScheme::Default { names - 1 } else { names }.min(rank);
        if given < rank && self.separator != '/' {
            return None;
        }
        let first = self.coords(key, given).filter(|first| grid.contains_first(first))?;
        let own = first.into_iter().map(|coord| coord..coord.saturating_add(1));
        Some(own.chain(whole.skip(given)).collect())
    }
}

pub(super) fn read_separator(json: &Json) -> Field<char> {
    match json.value().as_str() {
        Some("/") => Ok('/'),
        Some(".") => Ok('.'),
        _ => Err(json.unexpected("\"/\" or \".\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: &Value) -> ChunkKeyEncoding {
        ChunkKeyEncoding::read(&Json::root(value)).unwrap()
    }

    #[test]
    fn the_tables_of_the_specification() {
        let dot = json!({"separator": "."});
        let slash = json!({"separator": "/"});
        let rows: [(Value, &[u64], &str); 9] = [
            (json!({"name": "default"}), &[1, 23, 45], "c/1/23/45"),
            (json!("default"), &[1], "c/1"),
            (json!("default"), &[], "c"),
            (json!({"name": "default", "configuration": dot}), &[1, 23, 45], "c.1.23.45"),
            (json!({"name": "default", "configuration": dot}), &[], "c"),
            (json!({"name": "v2"}), &[1, 23, 45], "1.23.45"),
            (json!({"name": "v2"}), &[], "0"),
            (json!({"name": "v2", "configuration": slash}), &[1, 23, 45], "1/23/45"),
            (json!({"name": "v2", "configuration": slash}), &[7], "7"),
        ];
        for (document, coords, key) in rows {
            let encoding = read(&document);
            assert_eq!(encoding.key(coords), key);
            assert_eq!(encoding.coords(key, coords.len()), Some(coords.to_vec()), "{key}");
        }
    }

    #[test]
    fn other_keys_are_no_chunks() {
        let default = read(&json!("default"));
        for key in
            ["", "c", "c/", "c/1", "c/1/2/3", "c/1/x", "c/01/2", "c/+1/2", "c.1.2", "d/1/2", "zarr.json"]
        {
            assert_eq!(default.coords(key, 2), None, "{key}");
        }
    }

    #[test]
    fn a_directory_on_the_way_to_a_chunk_leads_to_it() {
        let (default, dot) =
            (read(&json!("default")), json!({"name": "default", "configuration": {"separator": "."}}));
        let v2 = |separator| read(&json!({"name": "v2", "configuration": {"separator": separator}}));
        let grid = ChunkGrid::regular(&[4, 6, 1], &[2, 2, 1]);
        for (encoding, leads, not) in [
            (
                default,
                vec!["c", "c/1", "c/1/2"],
                vec!["", "c/", "c/2", "c/1/3", "c/01", "c/1/2/0", "1", "c.1", "x"],
            ),
            (v2("/"), vec!["1", "1/2"], vec!["", "c", "2", "1/2/0", "1/", "/1"]),
            (v2("."), vec![], vec!["", "1", "1.2"]),
            (read(&dot), vec![], vec!["", "c", "c.1"]),
        ] {
            for key in leads {
                assert!(encoding.leads_to_chunks(key, &grid), "{key}");
            }
            for key in not {
                assert!(!encoding.leads_to_chunks(key, &grid), "{key}");
            }
        }
        let empty = ChunkGrid::regular(&[4, 0], &[2, 2]);
        assert!(!default.leads_to_chunks("c/1", &empty), "there is no chunk in it");
        assert!(!default.leads_to_chunks("c", &ChunkGrid::regular(&[], &[])), "this is the chunk");
    }

    #[test]
    fn a_key_that_leads_to_chunks_has_a_box_of_them() {
        let grid = ChunkGrid::regular(&[4, 6, 1], &[2, 2, 1]);
        let behind = |encoding: &Value, key: &str| read(encoding).box_behind(key, &grid);
        let default = json!("default");
        let slash = json!({"name": "v2", "configuration": {"separator": "/"}});
        assert_eq!(behind(&default, "c"), Some(vec![0..2, 0..3, 0..1]));
        assert_eq!(behind(&default, "c/1"), Some(vec![1..2, 0..3, 0..1]));
        assert_eq!(behind(&slash, "1/2"), Some(vec![1..2, 2..3, 0..1]));
        assert_eq!(behind(&default, "c/1/2/0"), Some(vec![1..2, 2..3, 0..1]));
        assert_eq!(behind(&json!("v2"), "1.2.0"), Some(vec![1..2, 2..3, 0..1]));
        for key in ["c/2", "c/1/x", "x", "c/1/2/0/0"] {
            assert_eq!(behind(&default, key), None, "{key}");
        }
        assert_eq!(behind(&json!("v2"), "1.2"), None, "no directory has such a name");
        let none = ChunkGrid::regular(&[], &[]);
        assert_eq!(read(&json!("v2")).box_behind("0", &none), Some(vec![]));
    }

    #[test]
    fn a_separator_is_a_slash_or_a_dot() {
        let value = json!({"name": "default", "configuration": {"separator": "-"}});
        let error = ChunkKeyEncoding::read(&Json::at(&value, "/chunk_key_encoding".into())).unwrap_err();
        assert_eq!(
            error.to_string(),
            "/chunk_key_encoding/configuration/separator: expected \"/\" or \".\", found \"-\""
        );
    }
}
