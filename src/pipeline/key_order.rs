//! The chunks of an array in the order of their keys, as servers list them: `c/10` before `c/2`.
//!
//! A separator comes before all digits, so keys go by the texts of their coordinates, one after the other. What lies between two keys
//! is counted without looking at any chunk.
//!
//! Source: [`ListObjectsV2`](https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html), "returned in lexicographical
//! order based on their key names".

use std::ops::Range;

use super::survey::volume;
use crate::metadata::{ChunkGrid, ChunkKeyEncoding, KeyScheme};

/// A chunk has a place in this order: how many chunks of the grid have keys before its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeyOrder {
    shape: Vec<u64>,
    size: u64,
}

impl KeyOrder {
    /// `None` where keys are written in another way, and for more than 2^64 chunks.
    pub(super) fn of(grid: &ChunkGrid, encoding: &ChunkKeyEncoding) -> Option<Self> {
        let is_plain = matches!(encoding.scheme, KeyScheme::Default | KeyScheme::V2);
        if !is_plain || !encoding.suffix().is_empty() {
            return None;
        }
        Some(Self { shape: grid.grid_shape(), size: u64::try_from(grid.size()?).ok()? })
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The chunk at a place below the size.
    pub(super) fn at(&self, place: u64) -> Vec<u64> {
        let mut coords = vec![0; self.shape.len()];
        let mut rest = place;
        for (coord, edge) in coords.iter_mut().zip(&self.shape).rev() {
            let edge = (*edge).max(1);
            *coord = number_at(edge, rest % edge);
            rest /= edge;
        }
        coords
    }

    pub(super) fn place(&self, coords: &[u64]) -> u64 {
        let all: Vec<Range<u64>> = self.shape.iter().map(|edge| 0..*edge).collect();
        u64::try_from(before(&all, coords)).unwrap_or(self.size)
    }

    /// How many chunks of a box of the grid are at these places.
    pub(super) fn count_in(&self, region: &[Range<u64>], places: &Range<u64>) -> u64 {
        let up_to = |place: u64| {
            if place < self.size { before(region, &self.at(place)) } else { volume(region) }
        };
        let found = up_to(places.end).saturating_sub(up_to(places.start));
        u64::try_from(found).unwrap_or(u64::MAX)
    }
}

/// How many chunks of a box have keys before that of a chunk.
fn before(region: &[Range<u64>], coords: &[u64]) -> u128 {
    let mut sum: u128 = 0;
    let mut behind = volume(region);
    for (range, coord) in region.iter().zip(coords) {
        behind = behind.checked_div((range.end.saturating_sub(range.start)).into()).unwrap_or_default();
        let numbers = texts_before(range.end, *coord).saturating_sub(texts_before(range.start, *coord));
        sum = sum.saturating_add(behind.saturating_mul(numbers));
        if !range.contains(coord) {
            break;
        }
    }
    sum
}

/// The digits of 2^64.
const DIGITS: u32 = 20;

/// How many numbers below `end` have texts before that of a number.
fn texts_before(end: u64, number: u64) -> u128 {
    if number == 0 || end == 0 {
        return 0;
    }
    let (end, number) = (u128::from(end), u128::from(number));
    let own = number.ilog10() + 1;
    // Zero comes first.
    let mut sum = 1;
    for digits in 1..=DIGITS {
        let least = 10_u128.pow(digits - 1);
        let bound = if digits > own {
            number * 10_u128.pow(digits - own)
        } else {
            // What the text of the number begins with comes before it, but not itself.
            number / 10_u128.pow(own - digits) + u128::from(digits < own)
        };
        sum += bound.min(end).saturating_sub(least);
    }
    sum
}

/// The number below `end` that has so many before it in the order of texts.
fn number_at(end: u64, place: u64) -> u64 {
    let Some(left) = place.checked_sub(1) else { return 0 };
    let (end, mut left, mut number) = (u128::from(end), u128::from(left), 1_u128);
    while number < end {
        let (mut first, mut last, mut below) = (number, number + 1, 0);
        while first < end {
            below += last.min(end) - first;
            (first, last) = (first * 10, last * 10);
        }
        if left >= below {
            left -= below;
            number += 1;
        } else if left == 0 {
            break;
        } else {
            left -= 1;
            number *= 10;
        }
    }
    u64::try_from(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{common, delinear};
    use proptest::prelude::*;

    fn sorted(shape: &[u64]) -> Vec<(String, Vec<u64>)> {
        let encoding = ChunkKeyEncoding::new(KeyScheme::Default, '/');
        let all = (0..shape.iter().product()).map(|number| delinear(number, shape));
        let mut keys: Vec<_> = all.map(|coords| (encoding.key(&coords), coords)).collect();
        keys.sort();
        keys
    }

    fn order(shape: &[u64]) -> KeyOrder {
        let grid = ChunkGrid::regular(shape, &vec![1; shape.len()]);
        KeyOrder::of(&grid, &ChunkKeyEncoding::new(KeyScheme::Default, '/')).unwrap()
    }

    proptest! {
        #[test]
        fn places_are_those_of_sorted_keys(shape in prop::collection::vec(1_u64..130, 1..3)) {
            let order = order(&shape);
            for (place, (key, coords)) in sorted(&shape).iter().enumerate() {
                prop_assert_eq!(&order.at(place as u64), coords, "{}", key);
                prop_assert_eq!(order.place(coords), place as u64, "{}", key);
            }
        }

        #[test]
        fn chunks_of_a_box_between_two_places_are_counted(
            edges in prop::collection::vec((1_u64..40, 0_u64..40, 0_u64..40), 1..4),
            cut in (0_u64..70_000, 0_u64..70_000),
        ) {
            let shape: Vec<u64> = edges.iter().map(|(edge, _, _)| *edge).collect();
            let order = order(&shape);
            let whole: Vec<Range<u64>> = shape.iter().map(|edge| 0..*edge).collect();
            let wanted: Vec<Range<u64>> = edges.iter().map(|(_, a, b)| *a.min(b)..*a.max(b)).collect();
            let region: Vec<Range<u64>> =
                common(&wanted, &whole).into_iter().map(|range| range.start.min(range.end)..range.end).collect();
            let (one, other) = (cut.0 % (order.size() + 1), cut.1 % (order.size() + 1));
            let places = one.min(other)..one.max(other);
            let keys = sorted(&shape);
            let expected = keys.iter().enumerate().filter(|(place, (_, coords))| {
                places.contains(&(*place as u64)) && region.iter().zip(coords).all(|(range, own)| range.contains(own))
            });
            prop_assert_eq!(order.count_in(&region, &places), expected.count() as u64);
        }
    }

    #[test]
    fn numbers_of_64_bits_have_places() {
        let order = order(&[u64::MAX]);
        for coord in [0, 1, 9, 10, 1 << 40, u64::MAX - 1, u64::MAX / 10, 10_000_000_000_000_000_000] {
            assert_eq!(order.at(order.place(&[coord])), [coord]);
        }
        // "9999999999999999999" is the last of all texts.
        assert_eq!(order.at(u64::MAX - 1), [9_999_999_999_999_999_999]);
    }

    #[test]
    fn an_array_without_dimensions_has_one_chunk() {
        let order = order(&[]);
        assert_eq!((order.size(), order.at(0), order.place(&[])), (1, Vec::new(), 0));
        assert_eq!((order.count_in(&[], &(0..1)), order.count_in(&[], &(0..0))), (1, 0));
    }
}
