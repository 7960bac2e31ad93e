//! Cells that do not go on from their neighbours, or whose values no other cell has, and what explains them.

use std::collections::BTreeSet;

use super::digest::{CellBytes, CellDigest, NumberView};
use super::fabric::{Fabric, Fit, beside};
use super::values::OtherValues;

/// So many cells are tried in each other's places.
const MOST_EXCHANGED: usize = 40;
const MOST_PARTNERS: usize = 400;
/// Chunks are looked for that were shifted by up to so many elements.
const SHIFTED: usize = 8;
/// Read otherwise, the step across torn borders is so many times smaller: in a smooth field something else may nearly fit.
const NEARER: f64 = 4.0;

/// Two cells that go on from their neighbours when they change places.
pub(super) struct Exchange {
    pub places: [Vec<u64>; 2],
    pub before: Fit,
    pub after: Fit,
}

/// The cells of which most borders are torn.
pub(super) fn torn(fabric: &Fabric) -> BTreeSet<Vec<u64>> {
    let mut suspects = BTreeSet::new();
    for (place, cell) in &fabric.cells {
        if fabric.fit(place, cell, &[]).is_torn() {
            suspects.insert(place.clone());
        }
    }
    suspects
}

/// Whether the first or last elements of the rows of a cell belong to neither side: so it is where all elements of a chunk
/// have moved on by one or more.
pub(super) fn has_seam(fabric: &Fabric, place: &[u64], cell: &CellDigest) -> bool {
    let Some(axis) = place.len().checked_sub(1).filter(|axis| *axis > 0) else { return false };
    let Some([begin, end]) = cell.faces.get(axis) else { return false };
    for (face, is_after) in [(begin, false), (end, true)] {
        let Some(other) = fabric.cells.get(&beside(place, axis, is_after)) else { continue };
        // Where values were cut off, as rain is at zero, the edges of what is left look like seams.
        if cell.has_plateaus() || other.has_plateaus() {
            return false;
        }
        let border =
            if is_after { fabric.border(cell, other, axis) } else { fabric.border(other, cell, axis) };
        if border.is_some_and(|border| fabric.is_seam(cell, face, &border, axis)) {
            return true;
        }
    }
    false
}

/// The pair of cells that tears the most borders where it is, and none when exchanged.
pub(super) fn exchange(fabric: &Fabric, suspects: &BTreeSet<Vec<u64>>) -> Option<Exchange> {
    let mut best: Option<Exchange> = None;
    // In a smooth field the second of two may be torn at few borders.
    let partners: Vec<&Vec<u64>> = fabric
        .cells
        .iter()
        .filter(|(place, cell)| fabric.fit(place, cell, &[]).torn > 0)
        .map(|(place, _)| place)
        .take(MOST_PARTNERS)
        .collect();
    for one in suspects.iter().take(MOST_EXCHANGED) {
        for other in &partners {
            let other = *other;
            if one == other {
                continue;
            }
            let (Some(own), Some(others)) = (fabric.cells.get(one), fabric.cells.get(other)) else {
                continue;
            };
            if own.hash == others.hash {
                continue;
            }
            let moved = [(one.as_slice(), others), (other.as_slice(), own)];
            let after = [fabric.fit(one, others, &moved), fabric.fit(other, own, &moved)];
            if !after.iter().all(Fit::is_whole) {
                continue;
            }
            let before = both(&fabric.fit(one, own, &[]), &fabric.fit(other, others, &[]));
            let after = both(&after[0], &after[1]);
            let is_better = best.as_ref().is_none_or(|best| {
                (before.torn, -after.across).partial_cmp(&(best.before.torn, -best.after.across))
                    == Some(std::cmp::Ordering::Greater)
            });
            // Two borders at the ends of one dimension may be torn by chance.
            if before.torn >= 3 && before.across > 1.5 * after.across && is_better {
                let mut places = [one.clone(), other.clone()];
                places.sort_unstable();
                best = Some(Exchange { places, before, after });
            }
        }
    }
    best
}

fn both(one: &Fit, other: &Fit) -> Fit {
    Fit {
        all: one.all + other.all,
        torn: one.torn + other.torn,
        across: one.across.max(other.across),
        within: one.within.max(other.within),
        ..Fit::default()
    }
}

/// Another reading of the bytes of a cell.
struct OtherReading {
    /// What would be wrong with the chunk then.
    what: String,
    bytes: Vec<u8>,
    kind: ReadingKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReadingKind {
    /// Each number has its bytes in the other order.
    ByteOrder,
    /// The same numbers are in another order.
    OtherOrder,
    /// Numbers are made of other bytes, some places on.
    ShiftedBytes,
    /// The same numbers are some places on.
    ShiftedElements,
}

/// What was done to a cell, and what it is without that.
pub(super) struct Explained {
    pub what: String,
    pub fit: Fit,
    pub bytes: Vec<u8>,
}

/// What was done to a cell, where undoing it makes it go on from its neighbours, and its values like those of others.
pub(super) fn explain(
    fabric: &Fabric,
    numbers: &NumberView,
    place: &[u64],
    others: OtherValues,
    cell: CellBytes,
) -> Option<Explained> {
    let own = fabric.cells.get(place)?;
    let before = fabric.fit(place, own, &[]);
    let was_torn = before.is_torn();
    let was_unlike = others.are_unlike(own);
    let was_wild = !fabric.is_usual(own) && numbers.part.nbytes == numbers.nbytes;
    let was_shifted = has_seam(fabric, place, own);
    let mut best: Option<Explained> = None;
    for reading in readings(numbers, &cell) {
        let may_explain = match reading.kind {
            // Numbers that are the same differ from each other as before.
            ReadingKind::OtherOrder => was_torn || was_unlike,
            ReadingKind::ShiftedElements => was_torn || was_unlike || was_shifted,
            ReadingKind::ByteOrder | ReadingKind::ShiftedBytes => was_torn || was_unlike || was_wild,
        };
        if !may_explain {
            continue;
        }
        let read = CellBytes { bytes: &reading.bytes, ..cell };
        let Some(digest) = CellDigest::take(numbers, own.address.clone(), read) else { continue };
        let fit = fabric.fit(place, &digest, &[]);
        let is_like = others.are_like(&digest) && fabric.is_usual(&digest);
        let is_nearer = !was_torn || fit.across * NEARER <= before.across && fit.across <= 2.0 * fit.within;
        let is_whole = fit.is_whole() && is_nearer || fit.all == 0;
        let is_restored = was_shifted && !has_seam(fabric, place, &digest);
        if is_like && is_whole && ((was_torn || was_wild) && fit.all > 1 || was_unlike || is_restored) {
            if matches!(reading.kind, ReadingKind::ByteOrder | ReadingKind::OtherOrder) {
                return Some(Explained { what: reading.what, fit, bytes: reading.bytes });
            }
            // Beside the true distance, one element more or less nearly fits.
            if best.as_ref().is_none_or(|best| fit.worst < best.fit.worst) {
                best = Some(Explained { what: reading.what, fit, bytes: reading.bytes });
            }
        }
    }
    best
}

/// The other readings, the likelier ones first.
fn readings(numbers: &NumberView, cell: &CellBytes) -> Vec<OtherReading> {
    let mut found = Vec::new();
    let nbytes = numbers.nbytes;
    if numbers.part.nbytes > 1 && numbers.part.nbytes == nbytes {
        let mut bytes = cell.bytes.to_vec();
        bytes.chunks_exact_mut(nbytes).for_each(<[u8]>::reverse);
        found.push(OtherReading {
            what: "is in the other byte order".to_owned(),
            bytes,
            kind: ReadingKind::ByteOrder,
        });
    }
    let rank = cell.shape.len();
    let mut orders = Vec::new();
    if rank > 1 && cell.used == cell.shape {
        let reversed: Vec<usize> = (0..rank).rev().collect();
        orders.push(reversed);
        for one in 0..rank {
            for other in one + 1..rank {
                let mut order: Vec<usize> = (0..rank).collect();
                order.swap(one, other);
                if !orders.contains(&order) {
                    orders.push(order);
                }
            }
        }
    }
    for order in orders {
        if let Some(bytes) = transposed(cell, nbytes, &order) {
            found.push(OtherReading {
                what: format!("is transposed: its dimensions are in the order {order:?}"),
                bytes,
                kind: ReadingKind::OtherOrder,
            });
        }
    }
    for axis in 0..rank {
        if cell.used == cell.shape && cell.shape.get(axis).is_some_and(|edge| *edge > 1) {
            found.push(OtherReading {
                what: format!("is reversed along dimension {axis}"),
                bytes: flipped(cell, nbytes, axis),
                kind: ReadingKind::OtherOrder,
            });
        }
    }
    for count in 1..=SHIFTED * nbytes {
        let is_whole = count % nbytes == 0;
        if !is_whole && count > 2 * nbytes {
            continue;
        }
        let (number, unit) = if is_whole { (count / nbytes, "element") } else { (count, "byte") };
        let plural = if number == 1 { "" } else { "s" };
        for (is_late, direction) in [(true, "towards its end"), (false, "towards its beginning")] {
            let mut bytes = cell.bytes.to_vec();
            if count < bytes.len() {
                if is_late { bytes.rotate_left(count) } else { bytes.rotate_right(count) }
            }
            found.push(OtherReading {
                what: format!("is shifted by {number} {unit}{plural} {direction}"),
                bytes,
                kind: if is_whole { ReadingKind::ShiftedElements } else { ReadingKind::ShiftedBytes },
            });
        }
    }
    found
}

/// The elements as they are read when the stored ones are in that order of dimensions.
fn transposed(cell: &CellBytes, nbytes: usize, order: &[usize]) -> Option<Vec<u8>> {
    // Stored in another order, the elements follow each other in a shape of its own.
    let mut stored = Vec::new();
    for axis in order {
        stored.push(*cell.shape.get(*axis)?);
    }
    let mut strides = vec![0; order.len()];
    let mut stride = 1;
    for (place, axis) in order.iter().enumerate().rev() {
        *strides.get_mut(*axis)? = stride;
        stride *= stored.get(place)?;
    }
    let mut bytes = Vec::with_capacity(cell.bytes.len());
    let mut coords = vec![0; order.len()];
    for _ in 0..stride {
        let index: usize = coords.iter().zip(&strides).map(|(coord, stride)| coord * stride).sum();
        bytes.extend_from_slice(cell.bytes.get(index * nbytes..(index + 1) * nbytes)?);
        for (coord, edge) in coords.iter_mut().zip(cell.shape).rev() {
            *coord += 1;
            if *coord < *edge {
                break;
            }
            *coord = 0;
        }
    }
    Some(bytes)
}

fn flipped(cell: &CellBytes, nbytes: usize, axis: usize) -> Vec<u8> {
    let stride = cell.shape.iter().skip(axis + 1).product::<usize>() * nbytes;
    let edge = cell.shape.get(axis).copied().unwrap_or(1);
    let mut bytes = Vec::with_capacity(cell.bytes.len());
    for slab in cell.bytes.chunks((stride * edge).max(1)) {
        for row in slab.chunks(stride.max(1)).rev() {
            bytes.extend_from_slice(row);
        }
    }
    bytes
}
