//! One chunk grid: that of an array, or that of the inner chunks of a shard.

use std::collections::BTreeMap;

use crate::app::boxes::{Boxes, Counted};
use crate::app::late::{Late, RequestId};
use crate::app::plane::Scroll;
use crate::pipeline::ChunkVerdict;

/// Verdicts that are kept: enough for every chunk that fits on many screens.
const MOST_VERDICTS: usize = 1 << 16;

/// How a chunk grid is shown, and what was found out of its chunks.
#[derive(Debug, Default)]
pub struct GridLevel {
    /// The first row and column on the screen.
    pub scroll: [Scroll; 2],
    /// Which of the sliced dimensions is stepped.
    pub axis: usize,
    /// Whether stored chunks show their sizes.
    pub sizes: bool,
    /// A cell stands for two to this power of chunks in each of the two dimensions.
    pub zoom: u32,
    /// What the chunks are that were decoded.
    pub verdicts: BTreeMap<Vec<u64>, ChunkVerdict>,
    /// Where one cell stands for many chunks: how many of them are stored, for the cells on the screen.
    pub boxes: Late<Boxes>,
    /// What a worker was asked to count last.
    counting: Option<Counted>,
}

impl GridLevel {
    /// Keeps what a chunk is.
    pub fn judged(&mut self, coords: Vec<u64>, verdict: ChunkVerdict) {
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(coords, verdict);
    }

    pub(super) fn forget(&mut self) {
        self.verdicts.clear();
        self.boxes = Late::Idle;
    }

    /// How many chunks are stored in the box that begins with a chunk; `None` where nobody has counted them.
    #[must_use]
    pub fn stored(&self, first: &[u64]) -> Option<u64> {
        self.boxes.so_far()?.stored(first, self.zoom)
    }

    /// Whether there is a chunk in the box under whose key there is something else than a file.
    #[must_use]
    pub fn is_blocked(&self, first: &[u64]) -> bool {
        self.boxes.so_far().is_some_and(|boxes| boxes.is_blocked(first, self.zoom))
    }

    /// Whether these boxes were counted, or are being counted.
    pub(super) fn has_counted(&self, of: &Counted) -> bool {
        if self.boxes.is_waiting() {
            return self.counting.as_ref() == Some(of);
        }
        self.boxes.ready().is_some_and(|boxes| boxes.of.as_ref() == Some(of))
    }

    pub(super) fn count(&mut self, id: RequestId, of: Counted) {
        self.boxes.ask_again(id);
        self.counting = Some(of);
    }
}
