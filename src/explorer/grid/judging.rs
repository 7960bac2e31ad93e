use std::collections::BTreeSet;

use crate::explorer::core::late::{Request, RequestId};
use crate::pipeline::ChunkAddress;

#[derive(Debug, Default)]
pub(crate) struct Judging {
    asked: BTreeSet<ChunkAddress>,
    pub(super) request: Option<Request>,
}

impl Judging {
    /// Answers come in parts, and none is marked as the last.
    pub(crate) fn is_of(&self, id: RequestId) -> bool {
        self.request.as_ref().is_some_and(|request| request.id() == id)
    }

    pub(crate) fn ask(&mut self, chunks: &[ChunkAddress], request: Request) {
        *self = Self { asked: chunks.iter().cloned().collect(), request: Some(request) };
    }

    /// Whether the last request has all of these chunks, and no others that a worker may still be decoding.
    pub(crate) fn covers(&self, chunks: &[ChunkAddress], is_known: impl Fn(&ChunkAddress) -> bool) -> bool {
        if chunks.is_empty() && self.asked.iter().all(&is_known) {
            return true;
        }
        let wanted: BTreeSet<&ChunkAddress> = chunks.iter().collect();
        let mut open = self.asked.iter().filter(|address| !is_known(address));
        self.request.is_some()
            && chunks.iter().all(|address| self.asked.contains(address))
            && open.all(|address| wanted.contains(address))
    }
}
