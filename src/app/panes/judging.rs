//! Finding out in the background what the chunks on the screen are.

use std::collections::{BTreeMap, BTreeSet};

use super::level::GridLevel;
use crate::app::late::RequestId;
use crate::pipeline::{Array, ChunkVerdict, Survey};

/// The largest stored chunk, in bytes, that is decoded only to find out what it is: that takes a few milliseconds.
const MOST_STORED: u64 = 16 << 20;
/// The largest decoded size of such a chunk. A small file may decode to gigabytes, which nobody has asked for.
const MOST_DECODED: u64 = 16 << 20;
/// The largest stored chunk of elements of variable length: how large it gets is not known before it is decoded.
const MOST_VARIABLE: u64 = 1 << 20;

/// The last request for verdicts on the chunks of an array.
#[derive(Debug, Default)]
pub(super) struct Judging {
    /// The chunks of that request.
    asked: BTreeSet<Vec<u64>>,
    /// Its id, while its answers still count.
    request: Option<RequestId>,
}

impl Judging {
    /// Drops all answers that are still to come.
    pub(super) fn stop_counting(&mut self) {
        self.request = None;
    }

    /// Whether the answers to a request still count. They come in parts, and no part is marked as the last.
    pub(super) fn counts(&self, id: RequestId) -> bool {
        self.request == Some(id)
    }

    /// Whether a worker may still be decoding chunks, of which some are known by now.
    pub(super) fn is_under_way(&self, known: &BTreeMap<Vec<u64>, ChunkVerdict>) -> bool {
        self.asked.iter().any(|coords| !known.contains_key(coords))
    }

    /// Notes a request for exactly these chunks.
    pub(super) fn ask(&mut self, chunks: &[Vec<u64>], request: RequestId) {
        *self = Self { asked: chunks.iter().cloned().collect(), request: Some(request) };
    }

    /// Whether the last request serves these chunks too: it has all of them, and no others that a worker may still be
    /// decoding. Otherwise a new request is made; one for no chunks makes the worker stop.
    pub(super) fn covers(&self, chunks: &[Vec<u64>], known: &BTreeMap<Vec<u64>, ChunkVerdict>) -> bool {
        if chunks.is_empty() && !self.is_under_way(known) {
            return true;
        }
        let mut open = self.asked.iter().filter(|coords| !known.contains_key(*coords));
        self.request.is_some()
            && chunks.iter().all(|coords| self.asked.contains(coords))
            && open.all(|coords| chunks.contains(coords))
    }
}

/// The chunks on the screen without a verdict that are small enough to be decoded without being asked for, the smallest
/// first.
pub(super) fn unknown(
    array: &Array,
    survey: &Survey,
    level: &GridLevel,
    chunks: impl Iterator<Item = Vec<u64>>,
) -> Vec<Vec<u64>> {
    let is_small = |coords: &[u64]| {
        let decoded = array.metadata.chunk_representation(coords).and_then(|chunk| chunk.nbytes());
        decoded.is_some_and(|nbytes| nbytes <= MOST_DECODED)
    };
    let most = if array.metadata.data_type.is_variable() { MOST_VARIABLE } else { MOST_STORED };
    let mut found: Vec<(u64, Vec<u64>)> = chunks
        .filter(|coords| !level.verdicts.contains_key(coords))
        .filter_map(|coords| Some((survey.nbytes(&coords)?, coords)))
        .filter(|(nbytes, coords)| (1..=most).contains(nbytes) && is_small(coords))
        .collect();
    found.sort();
    found.into_iter().map(|(_, coords)| coords).collect()
}
