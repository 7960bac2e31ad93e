use std::path::Path;

use super::{GroupContents, Home, LevelPlace, OpenNode, encoded_of, ome_of};
use crate::hierarchy::Hierarchy;
use crate::meaning::EncodedKind;
use crate::store::FileOf;

/// Where a node is, and what it is to programs that open it by conventions.
#[derive(Debug)]
pub struct Openable {
    pub node: FileOf,
    /// Below the root of its hierarchy.
    pub key: String,
    pub root: FileOf,
    pub is_array: bool,
    /// The group whose arrays have dimensions with names that agree; for an array the one that it lies in.
    pub dataset: Option<FileOf>,
    /// The group of an image of OME-Zarr, which the node is or is a level of.
    pub image: Option<FileOf>,
    /// What `AnnData` wrote.
    pub encoded: Option<EncodedKind>,
}

impl Openable {
    /// Documents of the node, of the group that it lies in and of what is beside it are read.
    pub fn read(hierarchy: &Hierarchy, key: &str) -> Option<Self> {
        let open = OpenNode::at(hierarchy, key);
        let is_array = open.node.is_array();
        // An array may have been opened by its own path.
        let home = if is_array && key.is_empty() {
            Home::above(Path::new(&hierarchy.name), &hierarchy.store().access())
        } else {
            None
        };
        let (hierarchy, key) = match &home {
            Some(home) => (&home.hierarchy, home.key.as_str()),
            None => (hierarchy, key),
        };
        let file = |key: &str| hierarchy.store().file_of(key).ok();
        let group = match (is_array, key.rsplit_once('/')) {
            (false, _) => Some(key),
            (true, Some((above, _))) => Some(above),
            (true, None) => {
                if key.is_empty() {
                    None
                } else {
                    Some("")
                }
            }
        };
        let image = if is_array {
            LevelPlace::find(hierarchy, key).map(|place| place.group)
        } else {
            ome_of(&open.node).filter(|ome| !ome.images.is_empty()).map(|_| key.to_owned())
        };
        Some(Self {
            node: file(key)?,
            key: key.to_owned(),
            root: file("")?,
            is_array,
            dataset: group.filter(|group| is_dataset(hierarchy, group)).and_then(file),
            image: image.as_deref().and_then(file),
            encoded: if is_array { None } else { encoded_of(&open.node.kind).map(|element| element.kind) },
        })
    }
}

fn is_dataset(hierarchy: &Hierarchy, group: &str) -> bool {
    let contents = GroupContents::read(hierarchy, &OpenNode::at(hierarchy, group)).unwrap_or_default();
    let mut names = contents.variables.iter().flat_map(|own| own.dimensions.iter());
    let agree = contents.dimensions.iter().all(|(_, sizes)| sizes.len() == 1);
    !contents.variables.is_empty() && agree && names.all(Option::is_some)
}
