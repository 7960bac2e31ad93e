//! Chunks of a store that lists no names: each is read, and the answer says whether it is there. A part asks for its own only.

use std::ops::Range;

use super::{ArrayRun, VerifyPosition, VerifyRun, VerifyTask};
use crate::codec::CodecError;
use crate::limits::READ_CHUNKS;
use crate::metadata::delinear;
use crate::pipeline::{
    Array, Fault, array::Checked, completeness::AskedCompleteness, key_order::KeyOrder, survey::size_text,
};
use crate::store::StoreError;

/// The places of the chunks that a part asks for, in the order of keys; without parts, in C order.
struct Pieces {
    shape: Vec<u64>,
    order: Option<KeyOrder>,
    own: Vec<Range<u64>>,
}

impl Pieces {
    fn of(task: &VerifyTask, array: &Array, size: u64) -> Self {
        let shape = array.metadata.chunk_grid.grid_shape();
        let Some(part) = task.part else {
            return Self { shape, order: None, own: std::iter::once(0..size).collect() };
        };
        let order = KeyOrder::of(&array.metadata.chunk_grid, array.stored_chunks().encoding);
        let own = match &order {
            Some(_) => part.pieces(&array.key, size).collect(),
            None if part.holds(&array.key, "") => std::iter::once(0..size).collect(),
            None => Vec::new(),
        };
        Self { shape, order, own }
    }

    fn size(&self) -> u64 {
        self.own.iter().map(|piece| piece.end - piece.start).sum()
    }

    fn chunks(&self) -> impl Iterator<Item = Vec<u64>> {
        self.own.iter().cloned().flatten().map(|place| match &self.order {
            Some(order) => order.at(place),
            None => delinear(place, &self.shape),
        })
    }
}

const BATCH: usize = 32;
/// After this many refusals in a row no more chunks of an array are asked for: they would be refused too.
const REFUSALS: u64 = 256;

struct AskedArray<'a> {
    run: ArrayRun<'a>,
    refusals: u64,
    completeness: AskedCompleteness,
}

impl VerifyRun<'_> {
    pub(super) fn asked(&mut self, array: &Array, before: Option<&VerifyPosition>) -> Option<()> {
        let task = self.task;
        let absences = task.expected.map(|expected| expected.absences(array));
        let boxes = match &absences {
            Some(absences) => absences.chunks.as_slice(),
            None => &[],
        };
        let (completeness, taken) = AskedCompleteness::new(array, task.part.is_some(), boxes);
        self.taken.extend(taken);
        if let Some(expected) = task.expected {
            self.taken.extend(expected.inner_lines(array));
        }
        let mut asked = AskedArray { run: ArrayRun::new(array, absences), refusals: 0, completeness };
        let size = array.metadata.chunk_grid.size();
        match size.map(u64::try_from) {
            Some(Ok(size)) if size <= READ_CHUNKS => {
                self.ask_each(&mut asked, &Pieces::of(&task, array, size), before)?;
            }
            _ if task.holds(&array.key, "") => {
                let key = array.key.clone();
                let expected = format!(
                    "at most {READ_CHUNKS} chunks to read one by one, of a server that lists no names"
                );
                let found = format!("{}: which of them are stored is unknown", size_text(size));
                let error = StoreError::Unasked { key, expected, found };
                self.hide(&mut asked, size.unwrap_or(u128::MAX), error);
            }
            _ => return Some(()),
        }
        self.end_array(asked.run);
        if task.expected.is_some() {
            self.completeness(array, asked.completeness.end());
        }
        Some(())
    }

    fn ask_each(
        &mut self,
        asked: &mut AskedArray,
        pieces: &Pieces,
        before: Option<&VerifyPosition>,
    ) -> Option<()> {
        let task = self.task;
        let array = asked.run.array;
        let size = pieces.size();
        let mut done = self.begin_array(&mut asked.run, (size, None), before)?;
        self.counts.drawn_from += u128::from(size);
        let own = pieces.chunks().filter(|coords| task.draws(array, coords));
        let mut own = own.skip(done);
        loop {
            let usual = self.allowed(BATCH.saturating_mul(task.threads()));
            let some: Vec<Vec<u64>> = own.by_ref().take(usual).collect();
            if some.is_empty() {
                return Some(());
            }
            self.spend()?;
            for (coords, found) in some.iter().zip(self.check(array, &some)) {
                self.take_asked(asked, coords, found);
            }
            done += some.len();
            self.end_batch(&asked.run, done as u64);
            self.go_on()?;
            self.pace()?;
            if asked.refusals >= REFUSALS {
                // There would be nothing but refusals.
                let left = own.count() as u64;
                if left > 0 {
                    let key = array.key.clone();
                    let expected = "answers about chunks".to_owned();
                    let found =
                        format!("{REFUSALS} refusals in a row: {left} more chunks were not asked for");
                    self.hide(asked, left.into(), StoreError::Answer { key, expected, found });
                }
                return Some(());
            }
        }
    }

    fn take_asked(&mut self, asked: &mut AskedArray, coords: &[u64], found: Option<Checked>) {
        let Some(checked) = found else {
            asked.refusals = 0;
            self.counts.missing = self.counts.missing.and_then(|missing| missing.checked_add(1));
            if self.task.lists_missing {
                self.missing.chunk(asked.run.array, coords);
            }
            return asked.completeness.missing(coords);
        };
        if let Err(fault) = &checked.decoded_nbytes
            && is_no_answer(fault)
        {
            asked.refusals = asked.refusals.saturating_add(1);
            let counted = &mut asked.completeness.counted;
            counted.unknown = counted.unknown.saturating_add(1);
            self.counts.hidden = self.counts.hidden.saturating_add(1);
            return self.found_chunk(asked.run.array, coords, fault.clone());
        }
        asked.refusals = 0;
        let counted = &mut asked.completeness.counted;
        counted.present = counted.present.saturating_add(1);
        self.counts.stored = self.counts.stored.saturating_add(1);
        self.record(&mut asked.run, coords, checked);
    }

    fn hide(&mut self, asked: &mut AskedArray, chunks: u128, error: StoreError) {
        let counted = &mut asked.completeness.counted;
        counted.unknown = counted.unknown.saturating_add(chunks);
        self.counts.hidden = self.counts.hidden.saturating_add(chunks);
        self.found_below(asked.run.array, "", error.into());
    }
}

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
