//! What was found in one box, and in all boxes of an array.

use super::chunks::DecodedChunk;
use super::found::ChunkCounts;
use super::gaps::Gaps;
use super::sides::DiffSide;
use crate::pipeline::Fault;

#[derive(Debug, Default)]
pub(super) struct UnitFindings {
    pub(super) gaps: Gaps,
    pub(super) compared: u128,
    /// Elements that could not be, because a chunk is faulty or it is not known whether it is stored.
    pub(super) left_out: u128,
    pub(super) chunks: Vec<(Vec<u64>, bool)>,
    pub(super) faults: Vec<(DiffSide, Vec<u64>, Fault)>,
    pub(super) read: u64,
    pub(super) nbytes: u64,
}

impl UnitFindings {
    pub(super) fn add(&mut self, size: u128, gaps: Gaps) {
        self.compared = self.compared.saturating_add(size);
        self.gaps.add(gaps);
    }

    pub(super) fn leave_out(&mut self, size: u128) {
        self.left_out = self.left_out.saturating_add(size);
    }

    /// Counts chunks that were read, notes their faults, and gives their memory to the next ones.
    pub(super) fn take_chunks(&mut self, side: DiffSide, chunks: Vec<DecodedChunk>) {
        for chunk in chunks {
            self.read += 1;
            match &chunk.found {
                Ok((elements, _)) => {
                    self.nbytes = self.nbytes.saturating_add(elements.visible_bytes().len() as u64);
                }
                Err(fault) => self.faults.push((side, chunk.coords.clone(), fault.clone())),
            }
            chunk.recycle();
        }
    }

    pub(super) fn count_chunks(&mut self, counts: &mut ChunkCounts) {
        self.chunks.sort_unstable();
        // Of one chunk in several parts the last entry says whether it differs.
        self.chunks.reverse();
        self.chunks.dedup_by(|one, other| one.0 == other.0);
        counts.compared = counts.compared.saturating_add(self.chunks.len() as u128);
        let differ = self.chunks.iter().filter(|(_, differs)| *differs).count();
        counts.differ = counts.differ.saturating_add(differ as u128);
    }
}
