//! Chunk key encodings: which key a chunk is stored under, and back.
//!
//! Specifications: [default](https://zarr-specs.readthedocs.io/en/latest/v3/chunk-key-encodings/default/index.html),
//! [v2](https://zarr-specs.readthedocs.io/en/latest/v3/chunk-key-encodings/v2/index.html). Proposals that are read:
//! [suffix](https://github.com/zarr-developers/zarr-extensions/pull/28) with the older form of it that
//! [zarrs](https://docs.rs/zarrs/latest/zarrs/array/chunk_key_encoding/) has, and
//! [fanout](https://github.com/zarr-developers/zarr-extensions/pull/31).

use std::ops::Range;
use std::sync::Arc;

use super::json::{Field, Json, named_only};
use super::{chunk_grid::ChunkGrid, extension::Extension, text::escape};

/// The chunk key encoding of an array.
///
/// ```
/// use zarrscope::document::{ChunkKeyEncoding, KeyScheme};
///
/// let encoding = ChunkKeyEncoding::new(KeyScheme::Default, '/');
/// assert_eq!(encoding.key(&[1, 20]), "c/1/20");
/// assert_eq!(encoding.coords("c/1/20", 2), Some(vec![1, 20]));
/// assert_eq!(encoding.coords("zarr.json", 2), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkKeyEncoding {
    /// The rule.
    pub scheme: KeyScheme,
    /// What stands between the coordinates: `/` or `.`.
    pub separator: char,
    /// What every key ends with, such as `.tiff`. Only a proposal has it.
    pub suffix: Option<Arc<str>>,
}

/// How coordinates are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScheme {
    /// `c`, then every coordinate behind a separator: `c/1/7/2`; `c` for an array without dimensions.
    Default,
    /// The coordinates with separators between them: `1.7.2`; `0` for an array without dimensions.
    V2,
    /// A proposal: `c`, then of every coordinate how many further groups of digits it has, and its groups:
    /// `c/1/001/234` is 1234 in groups of three.
    Fanout {
        /// The digits of one group.
        digits: usize,
    },
}

/// What is read although it is only proposed.
pub(super) const PROPOSALS: &[&str] = &["suffix", "fanout", "zarrs.default_suffix"];

/// The text of `template` has its own member under two names, so that nobody can write one that others read.
const NAMED_ONLY: &[(&str, &str)] = &[
    ("template", "a proposal, for keys after a pattern"),
    ("generic", "an older name of the proposal \"template\", for keys after a pattern"),
    ("prefix", "a proposal that was withdrawn, for keys that start with a prefix"),
];

impl ChunkKeyEncoding {
    /// The encoding by this rule and separator.
    pub const fn new(scheme: KeyScheme, separator: char) -> Self {
        Self { scheme, separator, suffix: None }
    }

    #[doc(hidden)]
    pub fn read(json: &Json) -> Field<Self> {
        let extension = Extension::read(json, "a chunk key encoding")?;
        let (scheme, separator) = match extension.name.as_str() {
            "default" | "zarrs.default_suffix" => (KeyScheme::Default, '/'),
            "v2" => (KeyScheme::V2, '.'),
            "suffix" => {
                let base = extension.required(json, "base_encoding", "a chunk key encoding")?;
                return Self::read(&base)?.with_suffix(json, &extension);
            }
            "fanout" => return Ok(Self::new(read_fanout(&extension)?, '/')),
            name => {
                let fault = json.unexpected("the chunk key encoding \"default\" or \"v2\"");
                return Err(named_only(fault, name, NAMED_ONLY));
            }
        };
        let separator = match extension.optional("separator") {
            // The default of each rule is its own. tensorstore writes no configuration for it.
            None => separator,
            Some(given) => read_separator(&given)?,
        };
        let encoding = Self::new(scheme, separator);
        if extension.name == "zarrs.default_suffix" {
            return encoding.with_suffix(json, &extension);
        }
        Ok(encoding)
    }

    fn with_suffix(self, json: &Json, extension: &Extension) -> Field<Self> {
        // A slash would make directories of a chunk, and lead out of the array with dots. Keys are told everywhere as they are.
        let expected = "a suffix without \"/\" and control characters";
        let place = extension.required(json, "suffix", expected)?;
        let given = place.string(expected)?;
        if given.contains(['/', '\\']) || escape(given) != given {
            return Err(place.unexpected(expected));
        }
        let suffix = format!("{}{given}", self.suffix());
        Ok(Self { suffix: Some(suffix.into()), ..self })
    }

    pub(crate) fn name(&self) -> &'static str {
        match self.scheme {
            KeyScheme::Default => "default",
            KeyScheme::V2 => "v2",
            KeyScheme::Fanout { .. } => "fanout",
        }
    }

    pub(crate) fn prefix(&self, rank: usize) -> &'static str {
        match self.scheme {
            KeyScheme::Default | KeyScheme::Fanout { .. } => "c",
            KeyScheme::V2 if rank == 0 => "0",
            KeyScheme::V2 => "",
        }
    }

    pub(crate) fn suffix(&self) -> &str {
        self.suffix.as_deref().unwrap_or_default()
    }

    /// The key of a chunk, relative to the array.
    pub fn key(&self, coords: &[u64]) -> String {
        self.path(coords) + self.suffix()
    }

    /// The key without its suffix: also of a directory, if these are the first coordinates only.
    fn path(&self, coords: &[u64]) -> String {
        let mut key = self.prefix(coords.len()).to_owned();
        for coord in coords {
            if !key.is_empty() {
                key.push(self.separator);
            }
            match self.scheme {
                KeyScheme::Fanout { digits } => fan_out(&mut key, *coord, digits),
                KeyScheme::Default | KeyScheme::V2 => key.push_str(&coord.to_string()),
            }
        }
        key
    }

    /// The coordinates of the chunk that a key is for, in an array of `rank` dimensions; `None` for any other key.
    pub fn coords(&self, key: &str, rank: usize) -> Option<Vec<u64>> {
        let (coords, next) = self.first_coords(key.strip_suffix(self.suffix())?, rank)?;
        (coords.len() == rank && next.is_none()).then_some(coords)
    }

    /// The coordinates that a path names, at most `rank`, and between which the next one lies.
    fn first_coords(&self, path: &str, rank: usize) -> Option<FirstCoords> {
        let prefix = self.prefix(rank);
        if path == prefix && !path.is_empty() {
            return Some((Vec::new(), None));
        }
        let list = match self.scheme {
            _ if rank == 0 => return None,
            KeyScheme::Default | KeyScheme::Fanout { .. } => {
                path.strip_prefix(prefix)?.strip_prefix(self.separator)?
            }
            KeyScheme::V2 => path,
        };
        if let KeyScheme::Fanout { digits } = self.scheme {
            return fanned_out(list, digits).filter(|(first, _)| first.len() <= rank);
        }
        // A walk asks this of every file, and an array may have very many dimensions: what has too many names is not read.
        if list.split(self.separator).count() > rank {
            return None;
        }
        let coords: Vec<u64> =
            list.split(self.separator).map(|part| part.parse().ok()).collect::<Option<_>>()?;
        // "01" and "+1" parse as numbers, but are not what a coordinate is written as.
        (self.path(&coords) == path).then_some((coords, None))
    }

    #[doc(hidden)]
    pub fn leads_to_chunks(&self, key: &str, grid: &ChunkGrid) -> bool {
        // Only a slash makes directories.
        if self.separator != '/' {
            return false;
        }
        let Some((first, next)) = self.first_coords(key, grid.rank()) else { return false };
        first.len() < grid.rank()
            && grid.contains_first(&first)
            && next.is_none_or(|next| grid.chunks_along(first.len()).is_some_and(|count| next.start < count))
    }

    pub(crate) fn box_behind(&self, key: &str, grid: &ChunkGrid) -> Option<Vec<Range<u64>>> {
        let rank = grid.rank();
        let (first, next) = if key.is_empty() {
            (Vec::new(), None)
        } else if let Some(coords) = self.coords(key, rank) {
            (coords, None)
        } else {
            self.first_coords(key, rank).filter(|(first, _)| self.separator == '/' && first.len() < rank)?
        };
        if !first.is_empty() && !grid.contains_first(&first) {
            return None;
        }
        let given = first.len();
        let mut boxes: Vec<_> = first.into_iter().map(|coord| coord..coord.saturating_add(1)).collect();
        for (axis, edge) in grid.grid_shape().into_iter().enumerate().skip(given) {
            boxes.push(match &next {
                Some(next) if axis == given => next.start.min(edge)..next.end.min(edge),
                _ => 0..edge,
            });
        }
        Some(boxes)
    }
}

/// Coordinates, and a range that the next one lies in.
type FirstCoords = (Vec<u64>, Option<Range<u64>>);

/// The text floors `max_children` to a power of ten, whose zeros are the digits of a group.
fn read_fanout(extension: &Extension) -> Field<KeyScheme> {
    let expected = "an integer of at least 100";
    let most = match extension.optional("max_children") {
        None => 1000,
        Some(given) => match given.size(expected)? {
            0..100 => return Err(given.unexpected(expected)),
            most => most,
        },
    };
    Ok(KeyScheme::Fanout { digits: most.ilog10() as usize })
}

fn fan_out(key: &mut String, coord: u64, digits: usize) {
    let number = coord.to_string();
    let groups = number.len().div_ceil(digits);
    key.push_str(&(groups - 1).to_string());
    let padded = format!("{number:0>width$}", width = groups * digits);
    for (place, digit) in padded.chars().enumerate() {
        if place % digits == 0 {
            key.push('/');
        }
        key.push(digit);
    }
}

fn fanned_out(list: &str, digits: usize) -> Option<FirstCoords> {
    let mut coords = Vec::new();
    let mut names = list.split('/');
    while let Some(further) = names.next() {
        // 2^64 has twenty digits, in at most ten groups: so this is one digit.
        let further = further.parse().ok().filter(|groups: &usize| further == groups.to_string())?;
        if further >= 20_usize.div_ceil(digits) {
            return None;
        }
        let mut written = String::new();
        for missing in (0..=further).rev() {
            let Some(group) = names.next() else {
                // 2^64 has twenty digits: what these groups can hold has at most 38, and fits.
                let place = |groups: usize| {
                    10_u128.saturating_pow(u32::try_from(groups * digits).unwrap_or(u32::MAX))
                };
                let given = written.parse().unwrap_or(0_u128);
                // With a second group, the first is not zero.
                let least =
                    if given == 0 && further > 0 { place(further) } else { given * place(missing + 1) };
                let end = (given + 1).saturating_mul(place(missing + 1));
                let bound = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
                return Some((coords, Some(bound(least)..bound(end))));
            };
            if group.len() != digits || !group.bytes().all(|digit| digit.is_ascii_digit()) {
                return None;
            }
            written.push_str(group);
            if further > 0 && written.bytes().all(|digit| digit == b'0') {
                return None;
            }
        }
        coords.push(written.parse().ok()?);
    }
    Some((coords, None))
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

    /// The examples of <https://github.com/zarr-developers/zarr-extensions/pull/28>, and the tests of zarrs for
    /// `zarrs.default_suffix`.
    #[test]
    fn the_examples_of_the_proposals_with_suffixes() {
        let suffix = |suffix: &str, base: Value| json!({"name": "suffix", "configuration": {"suffix": suffix, "base_encoding": base}});
        let of_zarrs = |separator: &str| json!({"name": "zarrs.default_suffix", "configuration": {"separator": separator, "suffix": ".tiff"}});
        let rows: [(Value, &[u64], &str); 8] = [
            (suffix(".tiff", json!({"name": "default"})), &[1, 2], "c/1/2.tiff"),
            (suffix(".shard.zip", json!({"name": "v2"})), &[1, 2], "1.2.shard.zip"),
            (suffix(".b", suffix(".a", json!("default"))), &[7], "c/7.a.b"),
            (suffix(".7", json!("v2")), &[1, 2], "1.2.7"),
            (of_zarrs("/"), &[1, 23, 45], "c/1/23/45.tiff"),
            (of_zarrs("."), &[1, 23, 45], "c.1.23.45.tiff"),
            (of_zarrs("/"), &[], "c.tiff"),
            (of_zarrs("."), &[], "c.tiff"),
        ];
        for (document, coords, key) in rows {
            let encoding = read(&document);
            assert_eq!(encoding.key(coords), key);
            assert_eq!(encoding.coords(key, coords.len()), Some(coords.to_vec()), "{key}");
        }
        let encoding = read(&suffix(".tiff", json!("default")));
        for key in ["c/1/2", "c/1/2.tif", "c/1/2.tiff.tiff", "c/1.tiff/2", "c/1/2.tiff/0.tiff"] {
            assert_eq!(encoding.coords(key, 2), None, "{key}");
        }
        let grid = ChunkGrid::regular(&[4, 6], &[2, 2]);
        assert!(encoding.leads_to_chunks("c/1", &grid) && encoding.leads_to_chunks("c", &grid));
        assert!(!encoding.leads_to_chunks("c/1.tiff", &grid) && !encoding.leads_to_chunks("c/1/2", &grid));
        assert_eq!(encoding.box_behind("c/1", &grid), Some(vec![1..2, 0..3]));
        assert_eq!(encoding.box_behind("c/1/2.tiff", &grid), Some(vec![1..2, 2..3]));
        assert_eq!(encoding.box_behind("c/1/2", &grid), None);
    }

    /// The table of <https://github.com/zarr-developers/zarr-extensions/pull/31>.
    #[test]
    fn the_table_of_the_proposal_fanout() {
        let fanout = |most: u64| read(&json!({"name": "fanout", "configuration": {"max_children": most}}));
        let default = read(&json!({"name": "fanout"}));
        assert_eq!(default, fanout(1000));
        assert_eq!((fanout(250), fanout(1234)), (fanout(100), fanout(1000)), "they are floored");
        let rows: [(&[u64], &str); 8] = [
            (&[], "c"),
            (&[0], "c/0/000"),
            (&[12], "c/0/012"),
            (&[1_234_567], "c/2/001/234/567"),
            (&[1234, 5, 0, 6_789_012], "c/1/001/234/0/005/0/000/2/006/789/012"),
            (&[999], "c/0/999"),
            (&[1000], "c/1/001/000"),
            (&[u64::MAX], "c/6/018/446/744/073/709/551/615"),
        ];
        for (coords, key) in rows {
            assert_eq!(default.key(coords), key);
            assert_eq!(default.coords(key, coords.len()), Some(coords.to_vec()), "{key}");
        }
        for most in [100, 10_000, u64::MAX] {
            for coord in [0, 7, 99, 100, 123_456_789, u64::MAX] {
                let key = fanout(most).key(&[coord, 3]);
                assert_eq!(fanout(most).coords(&key, 2), Some(vec![coord, 3]), "{key}");
            }
        }
        for key in [
            "c/0",
            "c/0/00",
            "c/0/0000",
            "c/1/000/012",
            "c/1/001",
            "c/00/012",
            "c/7/001",
            "c/0/+12",
            "0/012",
            "c/0/012/",
            "c/6/018/446/744/073/709/551/616",
        ] {
            assert_eq!(default.coords(key, 1), None, "{key}");
        }
    }

    #[test]
    fn a_directory_of_fanout_has_the_chunks_that_its_groups_can_be() {
        let fanout = read(&json!("fanout"));
        let grid = ChunkGrid::regular(&[5000, 2], &[1, 1]);
        let behind = |key: &str| fanout.box_behind(key, &grid);
        for (key, first, second) in [
            ("c", 0..5000, 0..2),
            ("c/0", 0..1000, 0..2),
            ("c/1", 1000..5000, 0..2),
            ("c/1/004", 4000..5000, 0..2),
            ("c/1/004/321", 4321..4322, 0..2),
            ("c/1/004/321/0", 4321..4322, 0..2),
            ("c/1/004/321/0/001", 4321..4322, 1..2),
        ] {
            assert_eq!(behind(key), Some(vec![first, second]), "{key}");
            assert_eq!(fanout.leads_to_chunks(key, &grid), key != "c/1/004/321/0/001", "{key}");
        }
        for key in ["c/2", "c/1/005", "c/1/004/321/1", "c/1/000", "c/x", "c/0/0001", "d/0"] {
            assert!(!fanout.leads_to_chunks(key, &grid), "{key}");
        }
    }

    #[test]
    fn what_a_proposal_lacks_names_its_place() {
        let fault =
            |value: Value| ChunkKeyEncoding::read(&Json::at(&value, "/k".into())).unwrap_err().to_string();
        let suffix = |suffix: &str| {
            fault(json!({"name": "suffix", "configuration": {"suffix": suffix, "base_encoding": "v2"}}))
        };
        for escape in ["/../x", "\\", "\0"] {
            assert!(suffix(escape).starts_with(
                "/k/configuration/suffix: expected a suffix without \"/\" and control characters, found"
            ));
        }
        assert_eq!(
            fault(json!({"name": "suffix", "configuration": {"suffix": ".t"}})),
            "/k/configuration/base_encoding: expected a chunk key encoding, found nothing"
        );
        assert_eq!(
            fault(json!({"name": "fanout", "configuration": {"max_children": 99}})),
            "/k/configuration/max_children: expected an integer of at least 100, found 99"
        );
        assert!(
            fault(json!({"name": "template", "configuration": {"template": "{*}"}})).contains("not read")
        );
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
                default.clone(),
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
