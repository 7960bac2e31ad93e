//! The chunk grid of an array, or the grid of the inner chunks of a shard.

use std::collections::BTreeMap;

use crate::explorer::geometry::boxes::{Boxes, Counted};
use crate::explorer::{Late, Scroll};
use crate::pipeline::{ChunkNumbers, ChunkVerdict, JudgedChunk};

/// The chunks of many screens, and a few megabytes even with many dimensions.
const MOST_VERDICTS: usize = 1 << 16;

#[derive(Debug, Default)]
pub struct GridLevel {
    pub scroll: [Scroll; 2],
    /// A cell is 2^zoom chunks wide and high.
    pub zoom: u32,
    pub verdicts: BTreeMap<Vec<u64>, ChunkVerdict>,
    pub numbers: BTreeMap<Vec<u64>, ChunkNumbers>,
    pub boxes: Late<Boxes>,
    pub(super) counting: Option<Counted>,
}

impl GridLevel {
    pub fn judged(&mut self, coords: Vec<u64>, verdict: ChunkVerdict) {
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(coords, verdict);
    }

    pub(crate) fn counted(&mut self, coords: Vec<u64>, numbers: ChunkNumbers) {
        if self.numbers.len() >= MOST_VERDICTS {
            self.numbers.clear();
        }
        self.numbers.insert(coords, numbers);
    }

    pub(crate) fn take(&mut self, coords: Vec<u64>, judged: JudgedChunk) {
        // The trace of a selected chunk gives the same numbers, and its time is the one shown beside the stages.
        if let Some(numbers) = judged.numbers
            && !self.numbers.contains_key(&coords)
        {
            self.counted(coords.clone(), numbers);
        }
        // The doctor sees more than a worker that only decodes.
        let is_doubtful = self.verdicts.get(&coords) == Some(&ChunkVerdict::Doubtful);
        if !is_doubtful || judged.verdict == ChunkVerdict::Faulty {
            self.judged(coords, judged.verdict);
        }
    }

    pub(crate) fn is_known(&self, coords: &[u64], counts: bool) -> bool {
        match self.verdicts.get(coords) {
            Some(ChunkVerdict::Faulty | ChunkVerdict::Unknown) => true,
            Some(_) if !counts => true,
            _ => counts && self.numbers.contains_key(coords),
        }
    }

    pub(crate) fn forget(&mut self) {
        self.verdicts.clear();
        self.numbers.clear();
        self.boxes = Late::Idle;
    }

    pub fn stored(&self, first: &[u64]) -> Option<u64> {
        self.boxes.so_far()?.stored(first, self.zoom)
    }

    /// Whether the key of a chunk in the box leads to something that is no file.
    pub fn is_blocked(&self, first: &[u64]) -> bool {
        self.boxes.so_far().is_some_and(|boxes| boxes.is_blocked(first, self.zoom))
    }
}
