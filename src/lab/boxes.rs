//! Two boxes of elements beside each other, in the coordinates of their arrays, wherever each of them lies in memory.

use std::ops::Range;

use super::gaps::{FirstGap, Gaps, RowGaps};
use super::numbers::Equality;
use super::sides::Sides;
use crate::metadata::{Elements, delinear, lengths};

/// Elements, and the box of the array that they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct ElementBox<'a> {
    pub(super) elements: &'a Elements,
    pub(super) extent: &'a [Range<u64>],
}

/// One dimension in which rows lie one behind the other.
#[derive(Debug)]
struct RowStep {
    /// How many rows there are, and which one it is.
    length: u64,
    at: u64,
    /// How many elements one row is from the next, on both sides.
    strides: Sides<u64>,
}

impl Equality {
    /// Compares what two boxes have in a region, which lies in both of them.
    pub(super) fn compare(&self, boxes: Sides<ElementBox>, region: &[Range<u64>]) -> Gaps {
        let mut gaps = Gaps::default();
        let size = lengths(region);
        if size.contains(&0) {
            return gaps;
        }
        let sizes = boxes.as_ref().map(|own| lengths(own.extent));
        let axis = first_whole(&size, &sizes);
        let (outer, inner) = size.split_at(axis.min(size.len()));
        let row: u64 = inner.iter().product();
        let mut steps = steps(outer, &sizes);
        let mut place = boxes.as_ref().map(|own| start_in(region, own.extent));
        loop {
            let found = self.compare_row(&boxes, &place, row);
            if found.differ > 0 || found.largest.is_some() {
                gaps.add_row(&found);
                if let (Some(index), None) = (found.first, &gaps.first) {
                    let outer = steps.iter().map(|step| step.at);
                    let within = outer.chain(delinear(index as u64, inner));
                    let at = region.iter().zip(within).map(|(range, at)| range.start.saturating_add(at));
                    gaps.first = first(&boxes, &place, (index, at.collect()));
                }
            }
            if !next_row(&mut steps, &mut place) {
                return gaps;
            }
        }
    }

    fn compare_row(&self, boxes: &Sides<ElementBox>, place: &Sides<u64>, row: u64) -> RowGaps {
        let mut gaps = RowGaps::default();
        let bytes = Sides { a: bytes(&boxes.a, place.a, row), b: bytes(&boxes.b, place.b, row) };
        let same_type = self.data_types.are_same();
        match (bytes.a, bytes.b) {
            // The same bits are the same elements.
            (Some(a), Some(b)) if same_type && a == b => {}
            (Some(a), Some(b)) if self.rows.is_some() => {
                self.rows.iter().for_each(|compare| compare(a, b, &mut gaps));
            }
            _ => self.compare_each(boxes, place, (row, &mut gaps)),
        }
        gaps
    }

    /// Compares elements one by one.
    fn compare_each(&self, boxes: &Sides<ElementBox>, place: &Sides<u64>, (row, gaps): (u64, &mut RowGaps)) {
        let same_type = self.data_types.are_same();
        let place = place.map(|place| usize::try_from(place).unwrap_or(usize::MAX));
        for index in 0..usize::try_from(row).unwrap_or(usize::MAX) {
            let (one, other) = (place.a.saturating_add(index), place.b.saturating_add(index));
            let (Some(a), Some(b)) = (boxes.a.elements.element(one), boxes.b.elements.element(other)) else {
                return;
            };
            if same_type && a == b {
                continue;
            }
            match (self.data_types.a.scalar(a), self.data_types.b.scalar(b)) {
                (Some(a), Some(b)) => self.compare_scalars(index, &a, &b, gaps),
                _ => gaps.differs(index),
            }
        }
    }
}

/// The elements behind the beginning of a row that differ.
fn first(boxes: &Sides<ElementBox>, place: &Sides<u64>, (index, at): (usize, Vec<u64>)) -> Option<FirstGap> {
    let get =
        |own: &ElementBox, place: u64| own.elements.get(usize::try_from(place).ok()?.checked_add(index)?);
    Some(FirstGap { a: get(&boxes.a, place.a)?, b: get(&boxes.b, place.b)?, at })
}

/// The bytes of a row; `None` for elements of any length, which have none of their own.
fn bytes<'a>(own: &ElementBox<'a>, place: u64, row: u64) -> Option<&'a [u8]> {
    let data_type = own.elements.data_type();
    let nbytes = data_type.nbytes();
    let start = usize::try_from(place).ok()?.checked_mul(nbytes)?;
    let end = start.checked_add(usize::try_from(row).ok()?.checked_mul(nbytes)?)?;
    own.elements.bytes().get(start..end).filter(|_| !data_type.is_variable())
}

/// The dimension from which on elements of the region follow each other in both boxes: all behind it are whole.
fn first_whole(size: &[u64], sizes: &Sides<Vec<u64>>) -> usize {
    let mut all = size.iter().zip(&sizes.a).zip(&sizes.b);
    all.rposition(|((own, a), b)| own != a || own != b).unwrap_or(0)
}

/// How many elements there are from one coordinate to the next, in each dimension.
fn strides(size: &[u64]) -> Vec<u64> {
    let mut stride = 1_u64;
    let mut strides: Vec<u64> = size
        .iter()
        .rev()
        .map(|edge| {
            let own = stride;
            stride = stride.saturating_mul(*edge);
            own
        })
        .collect();
    strides.reverse();
    strides
}

fn steps(outer: &[u64], sizes: &Sides<Vec<u64>>) -> Vec<RowStep> {
    let strides = sizes.as_ref().map(|size| strides(size));
    let all = outer.iter().zip(strides.a).zip(strides.b);
    all.map(|((length, a), b)| RowStep { length: *length, at: 0, strides: Sides { a, b } }).collect()
}

/// Where the first element of a region is in a box, in C order.
fn start_in(region: &[Range<u64>], extent: &[Range<u64>]) -> u64 {
    let within = region.iter().zip(extent).map(|(own, box_range)| own.start.saturating_sub(box_range.start));
    let places = within.zip(strides(&lengths(extent)));
    places.fold(0, |sum, (within, stride)| sum.saturating_add(within.saturating_mul(stride)))
}

/// Goes to the next row, like an odometer; whether there is one.
fn next_row(steps: &mut [RowStep], place: &mut Sides<u64>) -> bool {
    for step in steps.iter_mut().rev() {
        step.at += 1;
        place.a += step.strides.a;
        place.b += step.strides.b;
        if step.at < step.length {
            return true;
        }
        place.a -= step.length * step.strides.a;
        place.b -= step.length * step.strides.b;
        step.at = 0;
    }
    false
}
