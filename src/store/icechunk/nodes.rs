use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use icechunk_format::ManifestId;
use icechunk_format::flatbuffers::generated;

use super::super::entry::join;
use super::super::keys::{SortedKeys, is_usable};
use super::file::root;
use super::manifest::coords;

#[derive(Debug)]
pub(super) struct SnapshotNodes {
    pub(super) documents: SortedKeys<Arc<[u8]>>,
    pub(super) arrays: BTreeMap<String, SnapshotArray>,
    pub(super) unusable: Vec<Box<str>>,
}

#[derive(Debug)]
pub(super) struct SnapshotArray {
    pub(super) node: [u8; 8],
    pub(super) manifests: Vec<ManifestPart>,
}

impl SnapshotArray {
    pub(super) fn may_be_directory(&self, key: &str) -> bool {
        let rank = self.manifests.iter().map(|part| part.extents.len()).max().unwrap_or(0);
        coords(key).is_some_and(|coords| coords.len() < rank)
    }
}

#[derive(Debug)]
pub(super) struct ManifestPart {
    pub(super) id: String,
    extents: Vec<Range<u32>>,
}

impl ManifestPart {
    pub(super) fn covers(&self, coords: &[u32]) -> bool {
        self.extents.iter().zip(coords).all(|(extent, coord)| extent.contains(coord))
    }
}

impl SnapshotNodes {
    pub(super) fn read(bytes: &[u8], most: u64) -> Result<Self, String> {
        let snapshot = root::<generated::Snapshot>(bytes)?;
        let nodes = snapshot.nodes();
        if nodes.len() as u64 > most {
            return Err(format!("{} nodes, where {most} are read (--max-nodes)", nodes.len()));
        }
        let mut documents = Vec::new();
        let mut arrays = BTreeMap::new();
        let mut unusable = Vec::new();
        for node in nodes {
            let path = node.path().trim_matches('/');
            let key = join(path, "zarr.json");
            if !is_usable(&key) {
                unusable.push(node.path().into());
                continue;
            }
            documents.push((key.into_boxed_str(), node.user_data().bytes().into()));
            if let Some(array) = node.node_data_as_array() {
                arrays.insert(path.to_owned(), SnapshotArray { node: node.id().0, manifests: parts(&array) });
            }
        }
        let (documents, _) = SortedKeys::new(documents);
        Ok(Self { documents, arrays, unusable })
    }

    pub(super) fn array_above<'p>(&self, path: &'p str) -> Option<(&SnapshotArray, &'p str)> {
        let ends = path.match_indices('/').map(|(end, _)| end);
        for end in std::iter::once(0).chain(ends).chain([path.len()]) {
            let (array, rest) = path.split_at_checked(end)?;
            if let Some(found) = self.arrays.get(array) {
                return Some((found, rest.trim_start_matches('/')));
            }
        }
        None
    }
}

fn parts(array: &generated::ArrayNodeData<'_>) -> Vec<ManifestPart> {
    let mut parts = Vec::new();
    for part in array.manifests() {
        let extents = part.extents().iter().map(|extent| extent.from()..extent.to()).collect();
        parts.push(ManifestPart { id: ManifestId::new(part.object_id().0).to_string(), extents });
    }
    parts
}
