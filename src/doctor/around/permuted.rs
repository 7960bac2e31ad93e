//! Shards whose inner chunks are in each other's places: the entries of the index are in another order.

use std::collections::BTreeMap;

use super::super::confidence::around as sure;
use super::super::{Hypothesis, hypothesis};
use super::Surroundings;
use super::digest::CellDigest;
use super::fabric::beside;
use super::readings::permutations;
use crate::metadata::text::count;
use crate::metadata::{delinear, linear};
use crate::pipeline::ChunkAddress;

/// So many shards are looked into …
const MOST_SHARDS: usize = 8;
/// … and of each so many borders are measured anew.
const MOST_BORDERS: usize = 20_000;
/// Of fewer inner chunks, two that are exchanged say the same.
const FEWEST: usize = 4;
/// One of so many borders is torn, at least …
const TORN: usize = 12;
/// … and then hardly any.
const HARDLY: usize = 20;
const NEARER: f64 = 3.0;

/// The inner chunks of a shard, in the order of its index.
struct Shard<'a> {
    around: &'a Surroundings<'a>,
    counts: Vec<u64>,
    cells: Vec<(&'a Vec<u64>, &'a CellDigest)>,
}

/// How inner chunks meet each other, and what is beside the shard.
#[derive(Clone, Copy)]
struct Meeting {
    all: usize,
    torn: usize,
    misfit: f64,
}

/// Finds shards of which all inner chunks go on from each other once the entries are in another order.
pub(super) fn entries(around: &Surroundings) -> Vec<(ChunkAddress, Hypothesis)> {
    let metadata = &around.array.metadata;
    let first = vec![0; metadata.chunk_grid.rank()];
    let (Some(inner), Some(chunk)) = (&around.inner, metadata.chunk_grid.chunk_shape(&first)) else {
        return Vec::new();
    };
    let counts: Vec<u64> = chunk.iter().zip(inner).map(|(chunk, inner)| chunk / (*inner).max(1)).collect();
    let size = counts.iter().fold(1_u64, |size, count| size.saturating_mul(*count));
    let mut shards: BTreeMap<&[u64], Shard> = BTreeMap::new();
    for (place, cell) in &around.fabric.cells {
        let new = || Shard { around, counts: counts.clone(), cells: Vec::new() };
        shards.entry(&cell.address.chunk).or_insert_with(new).cells.push((place, cell));
    }
    let mut found = Vec::new();
    let whole = shards.into_iter().filter(|(_, shard)| shard.cells.len() as u64 == size && shard.is_torn());
    for (chunk, shard) in whole.take(MOST_SHARDS) {
        if let Some(hypothesis) = shard.other_order() {
            found.push((ChunkAddress::from(chunk), hypothesis));
        }
    }
    found
}

impl Shard<'_> {
    fn is_torn(&self) -> bool {
        let (mut all, mut torn) = (0, 0);
        for (place, cell) in &self.cells {
            let fit = self.around.fabric.fit(place, cell, &[]);
            all += fit.all;
            torn += fit.torn;
        }
        self.cells.len() >= FEWEST && torn > 2 && torn * TORN >= all
    }

    fn other_order(&self) -> Option<Hypothesis> {
        let size = self.cells.len();
        let as_is: Vec<usize> = (0..size).collect();
        let before = self.meeting(&as_is);
        let most = MOST_BORDERS / (size * self.counts.len()).max(1);
        let mut best: Option<(Meeting, String)> = None;
        for (what, order) in orders(&self.counts, most) {
            let moved = order.iter().enumerate().filter(|(at, from)| at != *from).count();
            let after = self.meeting(&order);
            let is_whole = after.torn * HARDLY <= after.all && after.misfit * NEARER <= before.misfit;
            let is_better = best.as_ref().is_none_or(|(best, _)| after.misfit < best.misfit);
            if moved > 2 && after.torn < before.torn && is_whole && is_better {
                best = Some((after, what));
            }
        }
        let (after, what) = best?;
        let why = format!(
            "as they are, values are torn at {} of {} of its inner chunks; put right, at {}",
            before.torn,
            count(before.all as u128, "border"),
            if after.torn == 0 { "none".to_owned() } else { after.torn.to_string() }
        );
        Some(hypothesis(format!("the entries of the shard index are {what}"), sure::OTHER_ENTRIES, why))
    }

    /// How the inner chunks meet when each is taken from another place.
    fn meeting(&self, order: &[usize]) -> Meeting {
        let fabric = &self.around.fabric;
        let taken = |at: usize| Some(self.cells.get(*order.get(at)?)?.1);
        let mut meeting = Meeting { all: 0, torn: 0, misfit: 0.0 };
        for (at, (place, _)) in self.cells.iter().enumerate() {
            let within = delinear(at as u64, &self.counts);
            for axis in 0..place.len() {
                for is_after in [false, true] {
                    let inside = beside(&within, axis, is_after);
                    let is_inside = inside.iter().zip(&self.counts).all(|(coord, count)| coord < count);
                    // A border within the shard is one of the inner chunk before it.
                    if is_inside && !is_after {
                        continue;
                    }
                    let other = if is_inside {
                        linear(&inside, &self.counts).and_then(|at| taken(usize::try_from(at).ok()?))
                    } else {
                        fabric.cells.get(&beside(place, axis, is_after))
                    };
                    let (Some(own), Some(other)) = (taken(at), other) else { continue };
                    let (low, high) = if is_after { (own, other) } else { (other, own) };
                    let Some(border) = fabric.border(low, high, axis) else { continue };
                    meeting.all += 1;
                    meeting.torn += usize::from(border.is_torn);
                    meeting.misfit += border.ratio;
                }
            }
        }
        meeting
    }
}

/// The orders that the entries of an index may be in: what was done, and from which entry each place has to be taken.
/// No more than `most` of them: each is as long as the index.
fn orders(counts: &[u64], most: usize) -> Vec<(String, Vec<usize>)> {
    let size = counts.iter().product::<u64>();
    let places = || (0..size).map(|number| delinear(number, counts));
    let mut found = Vec::new();
    let mut add = |what: String, entries: &mut dyn Iterator<Item = Option<u64>>| {
        if found.len() >= most {
            return;
        }
        let entries: Option<Vec<usize>> = entries.map(|entry| usize::try_from(entry?).ok()).collect();
        found.extend(entries.map(|entries| (what, entries)));
    };
    if counts.len() > 1 {
        for order in permutations(counts.len()) {
            let pick =
                |of: &[u64]| -> Vec<u64> { order.iter().filter_map(|axis| of.get(*axis).copied()).collect() };
            let edges = pick(counts);
            let mut entries = places().map(|place| linear(&pick(&place), &edges));
            add(format!("transposed: they are in the order {order:?} of dimensions"), &mut entries);
        }
    }
    for axis in 0..counts.len() {
        let reversed = |mut place: Vec<u64>| {
            if let (Some(coord), Some(count)) = (place.get_mut(axis), counts.get(axis)) {
                *coord = count - 1 - *coord;
            }
            linear(&place, counts)
        };
        add(format!("reversed along dimension {axis}"), &mut places().map(reversed));
    }
    add("in the reverse order".to_owned(), &mut (0..size).rev().map(Some));
    for by in 1..size.min(most as u64) {
        let far = if by * 2 <= size {
            format!("{by} towards the end")
        } else {
            format!("{} towards the beginning", size - by)
        };
        add(format!("rotated by {far}"), &mut (0..size).map(|place| Some((place + by) % size)));
    }
    found
}
