//! Boxes of an array: a range of coordinates in each dimension.

use std::ops::Range;

/// How long a box is in each dimension.
pub fn lengths(region: &[Range<u64>]) -> Vec<u64> {
    region.iter().map(|range| range.end - range.start).collect()
}

/// Where a box begins.
pub fn starts(region: &[Range<u64>]) -> Vec<u64> {
    region.iter().map(|range| range.start).collect()
}

/// The box that two boxes have in common; ranges in which they do not meet are empty.
pub fn common(one: &[Range<u64>], other: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut common = Vec::with_capacity(one.len());
    for (one, other) in one.iter().zip(other) {
        let start = one.start.max(other.start);
        common.push(start..one.end.min(other.end).max(start));
    }
    common
}

/// Whether all of a box lies in another one.
pub fn covers(region: &[Range<u64>], wanted: &[Range<u64>]) -> bool {
    let mut along = region.iter().zip(wanted);
    along.all(|(own, wanted)| own.start <= wanted.start && wanted.end <= own.end)
}

/// A box inside another one, in coordinates that begin where the other one begins.
pub fn seen_from(region: &[Range<u64>], origin: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut seen = Vec::with_capacity(region.len());
    for (range, origin) in region.iter().zip(origin) {
        seen.push(range.start.saturating_sub(origin.start)..range.end.saturating_sub(origin.start));
    }
    seen
}

/// The number of an element in C order; `None` outside the shape.
pub fn linear(coords: &[u64], shape: &[u64]) -> Option<u64> {
    if coords.len() != shape.len() {
        return None;
    }
    let mut index: u64 = 0;
    for (coord, edge) in coords.iter().zip(shape) {
        if coord >= edge {
            return None;
        }
        index = index.checked_mul(*edge)?.checked_add(*coord)?;
    }
    Some(index)
}

/// The coordinates of an element from its number in C order.
pub fn delinear(mut index: u64, shape: &[u64]) -> Vec<u64> {
    let mut coords = vec![0; shape.len()];
    for (coord, edge) in coords.iter_mut().zip(shape).rev() {
        *coord = index % (*edge).max(1);
        index /= (*edge).max(1);
    }
    coords
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_within_another() {
        let (one, other) = ([2..7, 0..4], [5..9, 1..3]);
        let both = common(&one, &other);
        assert_eq!(both, [5..7, 1..3]);
        assert_eq!((lengths(&both), starts(&both)), (vec![2, 2], vec![5, 1]));
        assert_eq!(seen_from(&both, &one), [3..5, 1..3]);
        assert_eq!(seen_from(&both, &other), [0..2, 0..2]);
    }

    #[test]
    fn boxes_that_do_not_meet_have_an_empty_range() {
        let (one, other) = (0..2, 5..9);
        assert!(common(&[one], &[other])[0].is_empty());
    }

    #[test]
    fn numbers_in_c_order_and_back() {
        assert_eq!(linear(&[2, 10, 100], &[5, 20, 400]), Some(20_100));
        assert_eq!(delinear(20_100, &[5, 20, 400]), [2, 10, 100]);
        assert_eq!((linear(&[], &[]), delinear(0, &[])), (Some(0), vec![]));
        assert_eq!(linear(&[5, 0], &[5, 20]), None);
    }
}
