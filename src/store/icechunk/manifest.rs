use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use icechunk_format::ChunkId;
use icechunk_format::flatbuffers::generated;
use zstd::bulk::Decompressor;

use super::super::entry::Below;
use super::super::keys::{Listed, SortedKeys};
use super::file::root;
use crate::limits::{INLINE_BYTES, Limits, REFERENCE_BYTES, REFERENCES, at_most};

const DICTIONARY: u8 = 1;
/// The longest location that is decompressed, as in Icechunk itself.
const LOCATION_BYTES: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct ManifestChunks {
    /// By the id of the node. The keys begin at the array: `c/0/1`.
    pub(super) arrays: BTreeMap<[u8; 8], Arc<SortedKeys<ManifestEntry>>>,
    pub(super) count: usize,
    /// Of keys, of inline chunks and of different locations, which take only a few bytes of the file where they are compressed.
    pub(super) nbytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ManifestEntry {
    Inline(Arc<[u8]>),
    Native {
        id: ChunkId,
        offset: u64,
        nbytes: u64,
    },
    Virtual {
        location: Arc<str>,
        offset: u64,
        nbytes: u64,
        source: WrittenSource,
    },
    /// With what was found. The chunk is not missing.
    Wrong(Box<str>),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct WrittenSource {
    /// The last second since 1970 at which it may have been written; zero where that is not known.
    pub(super) unchanged_since: u32,
    pub(super) tag: Option<Arc<str>>,
}

impl ManifestEntry {
    pub(super) fn location(&self) -> Option<&str> {
        match self {
            Self::Virtual { location, .. } => Some(location),
            Self::Inline(_) | Self::Native { .. } | Self::Wrong(_) => None,
        }
    }
}

impl Listed for ManifestEntry {
    fn below(&self) -> Below {
        Below::File(match self {
            Self::Inline(bytes) => bytes.len() as u64,
            Self::Native { nbytes, .. } | Self::Virtual { nbytes, .. } => *nbytes,
            Self::Wrong(_) => 0,
        })
    }
}

impl ManifestChunks {
    pub(super) fn read(bytes: &[u8], limits: Limits) -> Result<Self, String> {
        let manifest = root::<generated::Manifest>(bytes)?;
        let (most, most_bytes) = (limits.references, limits.reference_bytes);
        let decompressor = decompressor(&manifest)?;
        let mut read = EntryReader { decompressor, locations: HashSet::new(), nbytes: 0, most_bytes };
        let mut chunks = Self::default();
        for array in manifest.arrays() {
            chunks.count = chunks.count.saturating_add(array.refs().len());
            if chunks.count as u64 > most {
                return Err(format!("more chunks than {}", at_most(most, "are read", REFERENCES)));
            }
            let rows = array.refs().iter().map_while(|row| read.row(&row));
            let (keys, _) = SortedKeys::new(rows);
            if read.nbytes > most_bytes {
                let option = REFERENCE_BYTES.option;
                return Err(format!(
                    "more than {most_bytes} bytes of keys, inline chunks and locations ({option})"
                ));
            }
            chunks.arrays.insert(array.node_id().0, Arc::new(keys));
        }
        chunks.nbytes = read.nbytes;
        Ok(chunks)
    }
}

pub(super) fn key(coords: impl Iterator<Item = u32>) -> Box<str> {
    let mut key = "c".to_owned();
    for coord in coords {
        key.push('/');
        key.push_str(&coord.to_string());
    }
    key.into_boxed_str()
}

pub(super) fn coords(key: &str) -> Option<Vec<u32>> {
    let mut names = key.split('/');
    if names.next() != Some("c") {
        return None;
    }
    let mut coords = Vec::new();
    for name in names {
        let coord: u32 = name.parse().ok()?;
        // With a zero in front, say, it is another key.
        if coord.to_string() != name {
            return None;
        }
        coords.push(coord);
    }
    Some(coords)
}

fn decompressor(manifest: &generated::Manifest<'_>) -> Result<Option<Decompressor<'static>>, String> {
    let dictionary = match manifest.location_dictionary() {
        Some(dictionary) if manifest.compression_algorithm() == DICTIONARY => dictionary,
        _ => return Ok(None),
    };
    match Decompressor::with_dictionary(dictionary.bytes()) {
        Ok(decompressor) => Ok(Some(decompressor)),
        Err(error) => Err(format!("a dictionary that cannot be used: {error}")),
    }
}

struct EntryReader {
    decompressor: Option<Decompressor<'static>>,
    locations: HashSet<Arc<str>>,
    nbytes: u64,
    most_bytes: u64,
}

impl EntryReader {
    /// `None` once there are more bytes than are kept.
    fn row(&mut self, row: &generated::ChunkRef<'_>) -> Option<(Box<str>, ManifestEntry)> {
        let key = key(row.index().iter());
        let entry = self.entry(row);
        self.count(key.len());
        (self.nbytes <= self.most_bytes).then_some((key, entry))
    }

    fn count(&mut self, nbytes: usize) {
        self.nbytes = self.nbytes.saturating_add(nbytes as u64);
    }

    fn entry(&mut self, row: &generated::ChunkRef<'_>) -> ManifestEntry {
        let offset = row.offset();
        let nbytes = row.length();
        if let Some(id) = row.chunk_id() {
            return ManifestEntry::Native { id: ChunkId::new(id.0), offset, nbytes };
        }
        if let Some(bytes) = row.inline() {
            if bytes.len() as u64 > INLINE_BYTES {
                let found =
                    format!("{} bytes in the manifest itself, where {INLINE_BYTES} are read", bytes.len());
                return ManifestEntry::Wrong(found.into());
            }
            self.count(bytes.len());
            return ManifestEntry::Inline(bytes.bytes().into());
        }
        match self.location(row) {
            Ok((location, source)) => ManifestEntry::Virtual { location, offset, nbytes, source },
            Err(found) => ManifestEntry::Wrong(found.into()),
        }
    }

    fn location(&mut self, row: &generated::ChunkRef<'_>) -> Result<(Arc<str>, WrittenSource), String> {
        let location = match (row.location(), row.compressed_location()) {
            (Some(location), _) => location.to_owned(),
            (None, Some(compressed)) => self.decompressed(compressed.bytes())?,
            (None, None) => return Err("neither bytes, nor a file, nor a location".to_owned()),
        };
        let location = self.shared(location);
        // All chunks of a file have the same tag.
        let tag = row.checksum_etag().filter(|tag| !tag.is_empty()).map(|tag| self.shared(tag.to_owned()));
        Ok((location, WrittenSource { unchanged_since: row.checksum_last_modified(), tag }))
    }

    fn decompressed(&mut self, compressed: &[u8]) -> Result<String, String> {
        let decompressor = self.decompressor.as_mut().ok_or("a compressed location without a dictionary")?;
        let read = decompressor.decompress(compressed, LOCATION_BYTES);
        let bytes = read.map_err(|error| format!("a location that cannot be decompressed: {error}"))?;
        String::from_utf8(bytes).map_err(|_| "a location that is not UTF-8".to_owned())
    }

    fn shared(&mut self, location: String) -> Arc<str> {
        if let Some(own) = self.locations.get(location.as_str()) {
            return Arc::clone(own);
        }
        self.count(location.len());
        let own: Arc<str> = location.into();
        self.locations.insert(Arc::clone(&own));
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_a_chunk_is_c_and_its_coordinates() {
        for (coords_of, text) in [(vec![], "c"), (vec![0], "c/0"), (vec![3, 4_294_967_295], "c/3/4294967295")]
        {
            assert_eq!(&*key(coords_of.iter().copied()), text);
            assert_eq!(coords(text), Some(coords_of));
        }
        for text in ["", "d/0", "c/", "c/-1", "c/01", "c/4294967296", "c.0", "c/0.0", "c/+1"] {
            assert_eq!(coords(text), None, "{text}");
        }
    }
}
