//! What the codecs of a document say in another way than their specifications.

use super::{Chain, StageInfo, named};
use crate::metadata::DocumentNote;

#[doc(hidden)]
impl Chain {
    /// What the codecs say in another way than their specifications and are read all the same, and names that are known
    /// but not decoded: of this chain, and of the chains of inner chunks and of the shard index.
    pub fn document_notes(&self) -> Vec<DocumentNote> {
        let mut notes: Vec<DocumentNote> = self.stages().flat_map(StageInfo::document_notes).collect();
        if let Some(sharding) = self.sharding() {
            notes.extend(sharding.inner().document_notes());
            notes.extend(sharding.index().document_notes());
        }
        notes
    }
}

#[doc(hidden)]
impl StageInfo {
    pub fn document_notes(&self) -> Vec<DocumentNote> {
        match self.row() {
            Some(row) => (row.notes)(self),
            None => {
                let about = named::about(&self.codec.name);
                about
                    .map(|about| self.codec.note(format!("\"{}\": {about}", self.codec.name)))
                    .into_iter()
                    .collect()
            }
        }
    }
}
