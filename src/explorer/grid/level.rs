//! One chunk grid: that of an array, or that of the inner chunks of a shard.

use std::collections::BTreeMap;

use crate::explorer::core::late::Late;
use crate::explorer::geometry::boxes::{Boxes, Counted};
use crate::explorer::geometry::plane::Scroll;
use crate::pipeline::{ChunkNumbers, ChunkVerdict, JudgedChunk};

/// The most verdicts that are kept: the chunks of many screens, and a few megabytes even with many dimensions.
const MOST_VERDICTS: usize = 1 << 16;

#[derive(Debug, Default)]
pub struct GridLevel {
    /// The first row and column on the screen.
    pub scroll: [Scroll; 2],
    pub axis: usize,
    /// A cell stands for 2^zoom chunks in each of the two dimensions.
    pub zoom: u32,
    pub verdicts: BTreeMap<Vec<u64>, ChunkVerdict>,
    pub numbers: BTreeMap<Vec<u64>, ChunkNumbers>,
    /// Zoomed out: how many chunks are stored in the box of each cell on the screen.
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
        // The trace of a selected chunk says the same, and its time is that of the stages beside.
        if let Some(numbers) = judged.numbers.filter(|_| !self.numbers.contains_key(&coords)) {
            self.counted(coords.clone(), numbers);
        }
        // What the doctor has found is more than a worker sees that only decodes.
        let is_doubtful = self.verdicts.get(&coords) == Some(&ChunkVerdict::Doubtful);
        if !is_doubtful || judged.verdict == ChunkVerdict::Faulty {
            self.judged(coords, judged.verdict);
        }
    }

    /// Whether there is nothing more to find out by decoding a chunk; `counts` says whether its numbers are wanted too.
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

    /// How many chunks are stored in the box that begins with a chunk; `None` where they were not counted.
    pub fn stored(&self, first: &[u64]) -> Option<u64> {
        self.boxes.so_far()?.stored(first, self.zoom)
    }

    /// Whether a key of a chunk in the box leads to something that is no file.
    pub fn is_blocked(&self, first: &[u64]) -> bool {
        self.boxes.so_far().is_some_and(|boxes| boxes.is_blocked(first, self.zoom))
    }

    /// Whether these boxes were counted, or are being counted.
    pub(crate) fn has_counted(&self, of: &Counted) -> bool {
        if self.boxes.is_waiting() {
            return self.counting.as_ref() == Some(of);
        }
        self.boxes.ready().is_some_and(|boxes| boxes.of.as_ref() == Some(of))
    }
}
