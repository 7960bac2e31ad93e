//! The hierarchy above a path: coordinates of an array stand in the groups around it, also where only the array is opened.

use std::path::Path;

use super::{Array, LabelPlace};
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::limits::LEVELS;
use crate::metadata::GroupOrArray;
use crate::store::{Address, StoreAccess};

/// Where a node is in the hierarchy above it.
#[derive(Debug)]
pub struct Home {
    /// The highest group above the node, opened.
    pub hierarchy: Hierarchy,
    /// The key of the node in it.
    pub key: String,
}

impl Home {
    /// Looks for the hierarchy above an array that was opened by its own path or address, for its labels. At an address the copies
    /// of documents that groups above keep are asked for, a few at most. `None` where there is none.
    pub fn of_array(hierarchy: &Hierarchy, array: &Array) -> Option<Self> {
        if !hierarchy.store().is_remote() {
            return Self::above(Path::new(&hierarchy.name), &hierarchy.store().access());
        }
        let (hierarchy, key) = hierarchy.above(array.document().zarr_format())?;
        Some(Self { hierarchy, key })
    }

    /// Where the labels of the node are looked for.
    pub fn place(&self) -> LabelPlace<'_> {
        LabelPlace { hierarchy: &self.hierarchy, key: &self.key }
    }

    /// Looks for groups above a path, as long as there are some. `None` where there is none, and at an address.
    pub fn above(path: &Path, access: &StoreAccess) -> Option<Self> {
        // Each question would be a request: only labels are worth them.
        if Address::of(path).is_some() {
            return None;
        }
        // `.` and `..` say nothing about what is above; a path into an archive is no path of the file system.
        let whole = path.canonicalize().or_else(|_| std::path::absolute(path)).ok()?;
        let mut home = None;
        let mut key: Vec<String> = Vec::new();
        for (level, above) in whole.ancestors().enumerate().skip(1).take(LEVELS) {
            let name = whole.ancestors().nth(level - 1).and_then(|below| below.file_name()?.to_str());
            let (Some(name), Some(hierarchy)) = (name, group(above, access)) else { break };
            key.insert(0, name.to_owned());
            home = Some(Self { hierarchy, key: key.join("/") });
        }
        home
    }
}

fn group(path: &Path, access: &StoreAccess) -> Option<Hierarchy> {
    let hierarchy = Hierarchy::open_at(path, access).ok()?;
    let is_group = match hierarchy.describe("").kind {
        NodeKind::Document(document) => matches!(document.node, Ok(GroupOrArray::Group(_))),
        _ => false,
    };
    is_group.then_some(hierarchy)
}
