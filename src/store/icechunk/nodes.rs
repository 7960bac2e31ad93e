//! The nodes of one snapshot: their documents, and for each array which manifests say where its chunks are.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use icechunk_format::ManifestId;
use icechunk_format::flatbuffers::generated;

use super::super::entry::{Below, EntryKind, join};
use super::super::keys::{Listed, SortedKeys, is_usable};
use super::file::root;
use super::manifest::coords;

#[derive(Debug)]
pub(super) struct SnapshotNodes {
    pub(super) documents: SortedKeys<SnapshotDocument>,
    pub(super) arrays: BTreeMap<String, SnapshotArray>,
    pub(super) unusable: Vec<Box<str>>,
}

#[derive(Debug)]
pub(super) struct SnapshotDocument(pub(super) Arc<[u8]>);

impl Listed for SnapshotDocument {
    fn kind(&self) -> EntryKind {
        EntryKind::File
    }

    fn below(&self) -> Below {
        Below::File(self.0.len() as u64)
    }
}

#[derive(Debug)]
pub(super) struct SnapshotArray {
    pub(super) node: [u8; 8],
    pub(super) manifests: Vec<ManifestPart>,
}

impl SnapshotArray {
    /// Whether a key below the array has fewer coordinates than chunks have.
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
            documents.push((key.into_boxed_str(), SnapshotDocument(node.user_data().bytes().into())));
            if let Some(array) = node.node_data_as_array() {
                arrays.insert(path.to_owned(), SnapshotArray { node: node.id().0, manifests: parts(&array) });
            }
        }
        let (documents, _) = SortedKeys::new(documents);
        Ok(Self { documents, arrays, unusable })
    }

    /// The array at or above a path, and the rest of the path.
    pub(super) fn array_above<'p>(&self, path: &'p str) -> Option<(&SnapshotArray, &'p str)> {
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        [0].into_iter().chain(ends).find_map(|end| {
            let (array, rest) = path.split_at_checked(end)?;
            self.arrays.get(array).map(|found| (found, rest.trim_start_matches('/')))
        })
    }
}

fn parts(array: &generated::ArrayNodeData<'_>) -> Vec<ManifestPart> {
    let extents =
        |part: &generated::ManifestRef<'_>| part.extents().iter().map(|it| it.from()..it.to()).collect();
    let manifests = array.manifests().iter();
    manifests
        .map(|part| ManifestPart {
            id: ManifestId::new(part.object_id().0).to_string(),
            extents: extents(&part),
        })
        .collect()
}
