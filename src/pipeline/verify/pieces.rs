//! A part of the chunks of an array: pieces of its keys in their order. A part lists its own pieces only; of a server, some thousands of
//! names at a time, so that its memory does not grow with the array.

use std::ops::Range;

use super::{ArrayRun, VerifyPosition, VerifyRun, batch, present};
use crate::pipeline::completeness::AskedCompleteness;
use crate::pipeline::key_order::KeyOrder;
use crate::pipeline::survey::KeyRange;
use crate::pipeline::{Array, Survey, WorkPart};

/// Names of a server that are listed before their chunks are read: some pages, with a few megabytes of memory.
const LISTED_AT_ONCE: usize = 1 << 16;

impl VerifyRun<'_> {
    pub(super) fn in_part(
        &mut self,
        part: WorkPart,
        array: &Array,
        before: Option<&VerifyPosition>,
    ) -> Option<()> {
        let task = self.task;
        let absences = task.expected.map(|expected| expected.absences(array));
        let boxes = absences.as_ref().map_or(&[][..], |absences| absences.chunks.as_slice());
        let order = KeyOrder::of(&array.metadata.chunk_grid, array.stored_chunks().encoding);
        let pieces: Vec<Range<u64>> =
            order.as_ref().map(|order| part.pieces(&array.key, order.size()).collect()).unwrap_or_default();
        let all = pieces.iter().map(|piece| piece.end - piece.start).sum::<u64>();
        let is_part = order.as_ref().is_none_or(|order| all < order.size());
        let (mut counted, taken) = AskedCompleteness::new(array, is_part, boxes);
        self.taken.extend(taken);
        if let Some(expected) = task.expected {
            self.taken.extend(expected.inner_lines(array));
        }
        let Some(order) = order else {
            // Nobody knows which of its keys come first.
            return if part.holds(&array.key, "") { self.whole(array, before) } else { Some(()) };
        };
        if pieces.is_empty() {
            return Some(());
        }
        let mut run = ArrayRun::new(array, absences);
        let done = self.begin_array(&mut run, (order.size(), None), before)? as u64;
        for piece in pieces {
            // An empty grid has a piece too: there may be names that are no chunks.
            if done == 0 || piece.end > done {
                let places = piece.start.max(done)..piece.end;
                self.piece(&mut run, &order, places, &mut counted)?;
            }
        }
        self.end_batch(&run, order.size());
        self.end_array(run);
        if task.expected.is_some() {
            self.completeness(array, counted.end());
        }
        Some(())
    }

    fn piece(
        &mut self,
        run: &mut ArrayRun,
        order: &KeyOrder,
        mut places: Range<u64>,
        counted: &mut AskedCompleteness,
    ) -> Option<()> {
        let array = run.array;
        let bound =
            |place: u64| (0 < place && place < order.size()).then(|| array.chunk_key(&order.at(place)));
        let mut range = KeyRange { start: bound(places.start).unwrap_or_default(), end: bound(places.end) };
        loop {
            let (survey, last) = self.names_in(array, &range)?;
            self.unreadable(array, &survey);
            let mut chunks: Vec<(u64, &[u64])> =
                present(&survey).map(|coords| (order.place(coords), coords)).collect();
            chunks.sort_unstable();
            // Where the list goes on, nothing is known behind its last chunk.
            let end = match (&last, chunks.last()) {
                (None, _) => places.end,
                (Some(_), Some((place, _))) => place + 1,
                (Some(_), None) => places.start,
            };
            if self.task.expected.is_some() {
                counted.take_listed(order, &survey, &(places.start..end));
            }
            self.listed(run, order, &survey, (&chunks, places.start..end))?;
            let Some(last) = last else { return Some(()) };
            range.start = last + "\0";
            places.start = end;
        }
    }

    fn names_in(&mut self, array: &Array, range: &KeyRange) -> Option<(Survey, Option<String>)> {
        let chunks = array.stored_chunks();
        match self.task.inventory {
            Some(inventory) => Some((Survey::of_names_in(&chunks, range, inventory.below(&array.key)), None)),
            None => Survey::take_range(&chunks, range, LISTED_AT_ONCE, || self.tell()),
        }
    }

    /// Chunks that were listed, with their places, and the places that were listed.
    fn listed(
        &mut self,
        run: &mut ArrayRun,
        order: &KeyOrder,
        survey: &Survey,
        (chunks, mut places): (&[(u64, &[u64])], Range<u64>),
    ) -> Option<()> {
        let task = self.task;
        let usual = batch(run.array, task.options, task.threads());
        let mut left = chunks;
        while !left.is_empty() {
            let allowed = self.allowed(usual);
            let mut drawn: Vec<&[u64]> = Vec::new();
            let mut number = 0;
            for (_, coords) in left {
                if drawn.len() == allowed {
                    break;
                }
                number += 1;
                if task.draws(run.array, coords) {
                    drawn.push(coords);
                }
            }
            let (some, rest) = left.split_at_checked(number)?;
            self.spend()?;
            let done = some.last().map_or(places.start, |(place, _)| place + 1);
            self.count(order, survey, some, &(places.start..done));
            places.start = done;
            left = rest;
            self.chunks(run, &drawn, survey, done)?;
            self.pace()?;
        }
        self.count(order, survey, &[], &places);
        self.end_batch(run, places.end);
        Some(())
    }

    fn count(&mut self, order: &KeyOrder, survey: &Survey, chunks: &[(u64, &[u64])], places: &Range<u64>) {
        let stored = chunks.len() as u64;
        let mut hidden: u64 = 0;
        for region in &survey.unread {
            let found =
                chunks.iter().filter(|(_, coords)| crate::pipeline::chunk_list::holds(region, coords));
            hidden += order.count_in(region, places).saturating_sub(found.count() as u64);
        }
        let missing = (places.end - places.start).saturating_sub(stored).saturating_sub(hidden);
        self.counts.missing = self.counts.missing.and_then(|before| before.checked_add(missing.into()));
        self.counts.hidden = self.counts.hidden.saturating_add(hidden.into());
        self.counts.stored += stored;
        self.counts.drawn_from += u128::from(stored);
    }
}
