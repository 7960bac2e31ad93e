use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::doctor::Verdict;
use crate::explorer::{App, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, ChunkAddress, OpenNode};

#[derive(Debug, Clone)]
pub enum Doubt {
    /// For a missing chunk the doctor looks at all chunks of the array.
    Chunk(Arc<Array>, ChunkAddress),
    Document(Arc<Hierarchy>, Arc<OpenNode>),
}

#[derive(Debug)]
pub struct DiagnoseDoubt {
    pub(crate) doubt: Doubt,
    pub(crate) options: DecodeOptions,
    pub(crate) looks_around: bool,
}

impl Task for DiagnoseDoubt {
    const LANE: Lane = Lane::Diagnoses;
    type Answer = Arc<Verdict>;

    fn run(&self, link: &mut Link<Self>) {
        let verdict = match &self.doubt {
            Doubt::Chunk(array, address) => self.chunk(array, address, link),
            Doubt::Document(hierarchy, node) => Verdict::of_document(hierarchy, node, &self.options),
        };
        link.answer(Arc::new(verdict));
    }

    fn answered(app: &mut App, id: RequestId, verdict: Self::Answer) {
        app.diagnosed(id, verdict);
    }
}

impl DiagnoseDoubt {
    fn chunk(&self, array: &Array, address: &ChunkAddress, link: &mut Link<Self>) -> Verdict {
        match array.is_stored(&address.chunk) {
            Ok(true) if self.looks_around => array.examine(address, &self.options),
            Ok(true) => array.examine_alone(address, &self.options),
            Ok(false) => {
                let hypotheses = array.diagnose_array(&self.options, &mut || link.is_wanted());
                Verdict { hypotheses: hypotheses.unwrap_or_default(), ..Verdict::default() }
            }
            Err(unreadable) => unreadable.into(),
        }
    }
}
