//! Chunks of the grid that are marked because they are known to be faulty, whoever has found that.

use std::collections::BTreeSet;

use crate::explorer::grid::pane::GridPane;
use crate::pipeline::ChunkVerdict;

impl GridPane {
    /// Marks faulty chunks of the array, unless that was done since the last change. Where all of them are known, no other
    /// chunk stays marked.
    pub(crate) fn mark<'a>(&mut self, change: u64, all: bool, faulty: impl Iterator<Item = &'a [u64]>) {
        if self.marked == Some(change) {
            return;
        }
        self.marked = Some(change);
        let faulty: BTreeSet<&[u64]> = faulty.collect();
        let level = self.around.first_mut().unwrap_or(&mut self.level);
        if all {
            let is_left = |coords: &Vec<u64>| faulty.contains(coords.as_slice());
            level.verdicts.retain(|coords, verdict| *verdict != ChunkVerdict::Faulty || is_left(coords));
        }
        for coords in faulty {
            if level.verdicts.get(coords) != Some(&ChunkVerdict::Faulty) {
                level.judged(coords.to_vec(), ChunkVerdict::Faulty);
            }
        }
    }
}
