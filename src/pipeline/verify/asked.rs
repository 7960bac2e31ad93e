//! Chunks of a store that lists no names: each is read, and the answer says whether it is there. Every key is known without a
//! list, so that a part asks for its own chunks and for no others.

use super::{FaultPlace, VerifyRun};
use crate::codec::CodecError;
use crate::limits::READ_CHUNKS;
use crate::metadata::delinear;
use crate::pipeline::array::Checked;
use crate::pipeline::completeness::AskedCompleteness;
use crate::pipeline::{Array, ChunkNote, Fault};
use crate::store::StoreError;

/// How many chunks are asked for, for each thread, before the progress is reported.
const BATCH: usize = 32;
/// How many chunks of an array are refused, one behind the other, before no more are asked for: the others would be, too.
const REFUSALS: u64 = 256;

/// What became of the chunks of an array so far.
struct AskedArray<'a> {
    array: &'a Array,
    notes: Vec<ChunkNote>,
    /// Refusals, one behind the other.
    refusals: u64,
    completeness: AskedCompleteness,
}

impl VerifyRun<'_> {
    /// Verifies an array whose chunks cannot be listed; `None` when it was asked to stop.
    pub(super) fn asked(&mut self, array: &Array) -> Option<()> {
        let (task, grid) = (self.task, &array.metadata.chunk_grid);
        let absences = task.expected.map(|expected| expected.absences(array)).unwrap_or_default();
        let (completeness, taken) = AskedCompleteness::new(&absences);
        self.taken.extend(taken);
        let mut asked = AskedArray { array, notes: Vec::new(), refusals: 0, completeness };
        let size = grid.size().and_then(|size| u64::try_from(size).ok()).filter(|size| *size <= READ_CHUNKS);
        match size {
            Some(size) => self.ask_each(&mut asked, size)?,
            None if task.holds(&array.key, "") => self.too_many(&mut asked),
            None => return Some(()),
        }
        self.found.notes.extend(asked.notes);
        if task.expected.is_some() {
            self.completeness(array, asked.completeness.end(array, task.part.is_some()));
        }
        Some(())
    }

    fn ask_each(&mut self, asked: &mut AskedArray, size: u64) -> Option<()> {
        let (task, array) = (self.task, asked.array);
        let shape = array.metadata.chunk_grid.grid_shape();
        let is_own =
            |coords: &Vec<u64>| task.part.is_none() || task.holds(&array.key, &array.chunk_key(coords));
        let mut own = (0..size).map(|number| delinear(number, &shape)).filter(is_own);
        loop {
            let some: Vec<Vec<u64>> = own.by_ref().take(BATCH.saturating_mul(task.threads())).collect();
            if some.is_empty() {
                return Some(());
            }
            let results =
                task.run(&some, |coords| array.check_if_stored(coords, task.options, task.judges_fill()));
            for (coords, found) in some.iter().zip(results) {
                self.take_asked(asked, coords, found);
            }
            self.tell().then_some(())?;
            if asked.refusals >= REFUSALS {
                self.leave(asked, own.count() as u64);
                return Some(());
            }
        }
    }

    /// Takes in what was answered for a chunk.
    fn take_asked(&mut self, asked: &mut AskedArray, coords: &[u64], found: Option<Checked>) {
        let Some(checked) = found else {
            asked.refusals = 0;
            self.counts.missing = self.counts.missing.and_then(|missing| missing.checked_add(1));
            return asked.completeness.missing(coords);
        };
        if let Some(fault) = checked.decoded_nbytes.as_ref().err().filter(|fault| is_no_answer(fault)) {
            asked.refusals = asked.refusals.saturating_add(1);
            asked.completeness.unknown = asked.completeness.unknown.saturating_add(1);
            self.counts.hidden = self.counts.hidden.saturating_add(1);
            let place = FaultPlace { array: &asked.array.path, node: &asked.array.key };
            let (key, fault) = (asked.array.chunk_key(coords), fault.clone());
            return self.found(place, &key, Some(coords.to_vec()), fault);
        }
        asked.refusals = 0;
        asked.completeness.present = asked.completeness.present.saturating_add(1);
        self.counts.stored = self.counts.stored.saturating_add(1);
        self.record(asked.array, coords, checked, &mut asked.notes);
    }

    /// Leaves the other chunks alone, because nothing but refusals would come.
    fn leave(&mut self, asked: &mut AskedArray, left: u64) {
        if left == 0 {
            return;
        }
        let expected = "answers about chunks".to_owned();
        let found =
            format!("{REFUSALS} refusals, one behind the other: {left} more chunks were not asked for");
        self.hide(asked, left.into(), StoreError::Answer { key: asked.array.key.clone(), expected, found });
    }

    /// Says of an array that it has more chunks than are read one by one.
    fn too_many(&mut self, asked: &mut AskedArray) {
        let size = asked.array.metadata.chunk_grid.size();
        let number = size.map_or_else(|| "more than 2^128".to_owned(), |size| size.to_string());
        let expected =
            format!("at most {READ_CHUNKS} chunks to read one by one, of a server that lists no names");
        let found = format!("{number}: which of them are stored is unknown");
        let error = StoreError::OverLimit { key: asked.array.key.clone(), expected, found };
        self.hide(asked, size.unwrap_or(u128::MAX), error);
    }

    fn hide(&mut self, asked: &mut AskedArray, chunks: u128, error: StoreError) {
        asked.completeness.unknown = asked.completeness.unknown.saturating_add(chunks);
        self.counts.hidden = self.counts.hidden.saturating_add(chunks);
        let place = FaultPlace { array: &asked.array.path, node: &asked.array.key };
        self.found(place, "", None, error.into());
    }
}

/// Whether a fault is one of the way to a chunk: then nobody can tell what the chunk is like.
fn is_no_answer(fault: &Fault) -> bool {
    let error = match fault {
        Fault::Store(error) => error,
        Fault::Stage(fault) => match &fault.error {
            CodecError::Store(error) => error,
            _ => return false,
        },
        _ => return false,
    };
    // A chunk that is too large, or shorter than its index says, is there.
    !matches!(error, StoreError::OverLimit { .. } | StoreError::OutOfRange { .. })
}
