//! Looking in the background at what the chunks on the screen are.

use std::collections::{BTreeMap, BTreeSet};

use super::level::GridLevel;
use crate::app::late::RequestId;
use crate::pipeline::{Array, ChunkVerdict, Survey};

/// The largest stored chunk that is decoded just to see what it is, in bytes: it takes a few milliseconds.
const MOST_STORED: u64 = 16 << 20;
/// The largest decoded one.
const MOST_DECODED: u64 = 16 << 20;
/// The largest stored one of elements of any length, because nobody knows before how many bytes they will have.
const MOST_VARIABLE: u64 = 1 << 20;

/// What a worker was asked about the chunks of an array.
#[derive(Debug, Default)]
pub(super) struct Judging {
    /// The chunks that it was asked to decode last.
    asked: BTreeSet<Vec<u64>>,
    /// That request, while its answers count.
    request: Option<RequestId>,
}

impl Judging {
    /// The answers to what was asked count no more.
    pub(super) fn stop_counting(&mut self) {
        self.request = None;
    }

    /// Whether the answers to a request count. They come in parts, and nobody says which is the last.
    pub(super) fn counts(&self, id: RequestId) -> bool {
        self.request == Some(id)
    }

    /// Whether a worker may still be decoding chunks, of which some are known by now.
    pub(super) fn is_under_way(&self, known: &BTreeMap<Vec<u64>, ChunkVerdict>) -> bool {
        self.asked.iter().any(|coords| !known.contains_key(coords))
    }

    /// Notes that a worker is asked about these chunks, and about no others.
    pub(super) fn ask(&mut self, chunks: &[Vec<u64>], request: RequestId) {
        *self = Self { asked: chunks.iter().cloned().collect(), request: Some(request) };
    }

    /// Whether there is no need to ask about these chunks: all of them were asked about, and no others that a worker may
    /// be decoding still. Being asked about nothing makes it stop.
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

/// The chunks on the screen that are small enough to be decoded unasked, and of which it is not known yet what they are;
/// the smallest first.
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
