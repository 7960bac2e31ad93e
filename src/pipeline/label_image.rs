//! Whether an array says of itself that it is an image of labels.

use serde_json::{Map, Value};

use super::Array;
use crate::limits::Limits;
use crate::metadata::{DOCUMENT, GroupOrArray, NodeDocument, v2};
use crate::store::join;

/// The most bytes of a group's document that are read for it.
const MOST: u64 = 1 << 20;

impl Array {
    pub(super) fn is_label_image(&self) -> bool {
        *self.labelled.get_or_init(|| self.says_it_has_labels())
    }

    fn says_it_has_labels(&self) -> bool {
        let own = match &self.document().node {
            Ok(GroupOrArray::Array(array)) => array.attributes.as_ref().is_ok_and(are_of_labels),
            _ => false,
        };
        let group = || self.key.rsplit_once('/').map_or("", |(group, _)| group);
        own || (!self.key.is_empty() && self.is_label_group(group()))
    }

    fn is_label_group(&self, group: &str) -> bool {
        let read = |name: &str| self.store().read(&join(group, name), MOST).ok().flatten();
        let limits = Limits::default();
        let document = match read(DOCUMENT) {
            Some(bytes) => NodeDocument::read(&bytes, &limits),
            // Only the attributes matter.
            None => match read(v2::ATTRIBUTES) {
                Some(bytes) => {
                    NodeDocument::read_v2(v2::GROUP, br#"{"zarr_format": 2}"#, Some(&bytes), &limits)
                }
                None => return false,
            },
        };
        match document.node {
            Ok(GroupOrArray::Group(group)) => group.attributes.as_ref().is_ok_and(are_of_labels),
            _ => false,
        }
    }
}

/// Version 0.5 has the word within `ome`, older ones at the top.
fn are_of_labels(attributes: &Map<String, Value>) -> bool {
    const NAME: &str = "image-label";
    attributes.contains_key(NAME) || attributes.get("ome").is_some_and(|ome| ome.get(NAME).is_some())
}
