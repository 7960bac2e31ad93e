//! What is at a key that a document names: enough to say whether it leads anywhere. A document of megabytes may be named a thousand
//! times, by one attribute or by a thousand arrays, and is read once for all of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Hierarchy, NodeKind};

/// What is at a key, in few bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Glance {
    /// No document.
    Nothing,
    /// A document of a group, or a faulty one.
    Document,
    /// An array with a shape that can be read.
    Array(Arc<[u64]>),
}

pub(super) type Glances = Arc<Mutex<HashMap<String, Glance>>>;

impl Hierarchy {
    /// The same hierarchy, which looks at each key once for all that [`glance`](Self::glance) is asked. For work that is done
    /// once: what is written meanwhile is not seen.
    #[must_use]
    pub(crate) fn remembering(&self) -> Self {
        let glances = Some(self.glances.clone().unwrap_or_default());
        Self { glances, ..self.clone() }
    }

    pub(crate) fn glance(&self, key: &str) -> Glance {
        let Some(glances) = &self.glances else { return self.look(key) };
        let known = glances.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
        // Another thread may look at the same key at the same time, and finds the same.
        known.unwrap_or_else(|| {
            let found = self.look(key);
            let mut glances = glances.lock().unwrap_or_else(PoisonError::into_inner);
            glances.insert(key.to_owned(), found.clone());
            found
        })
    }

    fn look(&self, key: &str) -> Glance {
        let node = self.describe(key);
        match (node.kind.array().map(|array| array.shape.as_ref()), &node.kind) {
            (Some(Ok(shape)), _) => Glance::Array(shape.as_slice().into()),
            (_, NodeKind::Document(_)) => Glance::Document,
            _ => Glance::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_key_is_looked_at_once_where_it_is_remembered() {
        let directory = tempfile::tempdir().unwrap();
        let document = directory.path().join("zarr.json");
        let array = r#"{"zarr_format": 3, "node_type": "array", "shape": [2, 3]}"#;
        fs::write(&document, array).unwrap();
        let hierarchy = Hierarchy::open(directory.path()).unwrap();
        let remembering = hierarchy.remembering();
        let found = Glance::Array([2, 3].into());
        assert_eq!((hierarchy.glance(""), remembering.glance("")), (found.clone(), found.clone()));
        fs::write(&document, "{").unwrap();
        assert_eq!((hierarchy.glance(""), remembering.glance("")), (Glance::Document, found.clone()));
        // What remembers already goes on with what it knows; another begins anew.
        assert_eq!(remembering.remembering().glance(""), found);
        assert_eq!(hierarchy.remembering().glance(""), Glance::Document);
        assert_eq!(remembering.glance("no/such"), Glance::Nothing);
    }
}
