use std::path::Path;

use super::{Array, LabelPlace};
use crate::hierarchy::Hierarchy;
use crate::limits::LEVELS;
use crate::store::{Address, StoreAccess};

#[derive(Debug)]
pub struct Home {
    pub hierarchy: Hierarchy,
    pub key: String,
}

impl Home {
    /// The hierarchy above an array that was opened by its own path, for its labels. At an address, a few documents are asked for.
    pub fn of_array(hierarchy: &Hierarchy, array: &Array) -> Option<Self> {
        if !hierarchy.store().is_remote() {
            return Self::above(Path::new(&hierarchy.name), &hierarchy.store().access());
        }
        let (hierarchy, key) = hierarchy.above(array.document().zarr_format())?;
        Some(Self { hierarchy, key })
    }

    /// The hierarchy with the image that an array opened by its own path may be a level of. At an address, only the group right
    /// above it is asked for.
    pub fn of_level(hierarchy: &Hierarchy) -> Option<Self> {
        if !hierarchy.store().is_remote() {
            return Self::above(Path::new(&hierarchy.name), &hierarchy.store().access());
        }
        let (above, key) = hierarchy.store().above()?;
        let name = hierarchy.name.rsplit_once('/').map_or("", |(above, _)| above);
        Some(Self { hierarchy: Hierarchy::in_store(name, above), key })
    }

    pub fn place(&self) -> LabelPlace<'_> {
        LabelPlace { hierarchy: &self.hierarchy, key: &self.key }
    }

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
            let Some(name) = name else { break };
            let Ok(hierarchy) = Hierarchy::open_at(above, access) else { break };
            if hierarchy.describe("").kind.group().is_none() {
                break;
            }
            key.insert(0, name.to_owned());
            home = Some(Self { hierarchy, key: key.join("/") });
        }
        home
    }
}
