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
    /// Documents of a group are read, or of the group that an array lies in and of what is beside it.
    pub fn read(hierarchy: &Hierarchy, key: &str, is_array: bool) -> Option<Self> {
        if !is_array {
            let open = OpenNode::at(hierarchy, key);
            let is_image = ome_of(&open.node).is_some_and(|ome| !ome.images.is_empty());
            let mut own = Self::of(hierarchy, key, Some(key), if is_image { Some(key) } else { None })?;
            own.encoded = encoded_of(&open.node.kind).map(|element| element.kind);
            return Some(own);
        }
        // It may have been opened by its own path.
        let home = if key.is_empty() {
            Home::above(Path::new(&hierarchy.name), &hierarchy.store().access())
        } else {
            None
        };
        let (hierarchy, key) = match &home {
            Some(home) => (&home.hierarchy, home.key.as_str()),
            None => (hierarchy, key),
        };
        let group = match key.rsplit_once('/') {
            Some((above, _)) => Some(above),
            None if key.is_empty() => None,
            None => Some(""),
        };
        let image = LevelPlace::find(hierarchy, key).map(|place| place.group);
        Some(Self { is_array, ..Self::of(hierarchy, key, group, image.as_deref())? })
    }

    fn of(hierarchy: &Hierarchy, key: &str, group: Option<&str>, image: Option<&str>) -> Option<Self> {
        let file = |key: &str| hierarchy.store().file_of(key).ok();
        Some(Self {
            node: file(key)?,
            key: key.to_owned(),
            root: file("")?,
            is_array: false,
            dataset: group.filter(|group| is_dataset(hierarchy, group)).and_then(file),
            image: image.and_then(file),
            encoded: None,
        })
    }
}

fn is_dataset(hierarchy: &Hierarchy, group: &str) -> bool {
    let contents = GroupContents::read(hierarchy, &OpenNode::at(hierarchy, group)).unwrap_or_default();
    let mut names = contents.variables.iter().flat_map(|own| own.dimensions.iter());
    let agree = contents.dimensions.iter().all(|(_, sizes)| sizes.len() == 1);
    !contents.variables.is_empty() && agree && names.all(Option::is_some)
}
