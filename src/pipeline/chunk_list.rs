use std::ops::Range;

use crate::metadata::starts;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ChunkList {
    pub(super) rank: usize,
    coords: Vec<u64>,
    pub(super) sizes: Vec<u64>,
}

impl ChunkList {
    pub(super) fn new(rank: usize) -> Self {
        Self { rank, ..Self::default() }
    }

    pub(super) fn push(&mut self, coords: &[u64], nbytes: u64) {
        self.coords.extend(coords.iter().copied().chain(std::iter::repeat(0)).take(self.rank));
        self.sizes.push(nbytes);
    }

    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    fn coords(&self, index: usize) -> &[u64] {
        let start = index.saturating_mul(self.rank);
        self.coords.get(start..start.saturating_add(self.rank)).unwrap_or_default()
    }

    fn get(&self, index: usize) -> Option<(&[u64], u64)> {
        Some((self.coords(index), *self.sizes.get(index)?))
    }

    /// Of a chunk that is there more than once, the last counts.
    pub(super) fn sorted(&self) -> Self {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by(|one, other| {
            self.coords(*one).cmp(self.coords(*other)).then_with(|| other.cmp(one))
        });
        order.dedup_by(|later, kept| self.coords(*later) == self.coords(*kept));
        let mut sorted = Self::new(self.rank);
        sorted.coords.reserve_exact(order.len().saturating_mul(self.rank));
        sorted.sizes.reserve_exact(order.len());
        for index in order {
            if let Some((coords, nbytes)) = self.get(index) {
                sorted.push(coords, nbytes);
            }
        }
        sorted
    }

    fn first_from(&self, coords: &[u64], from: usize) -> usize {
        let mut low = from;
        let mut high = self.len();
        while low < high {
            let middle = low.midpoint(high);
            if self.coords(middle) < coords {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    pub(super) fn find(&self, coords: &[u64]) -> Option<u64> {
        let (found, nbytes) = self.get(self.first_from(coords, 0))?;
        if found == coords { Some(nbytes) } else { None }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u64], u64)> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The chunks in a box of the grid, of a sorted list. The cost is that of the box, and a leap for each row with something beside it.
    pub(super) fn in_box<'a>(&'a self, region: &'a [Range<u64>]) -> impl Iterator<Item = (&'a [u64], u64)> {
        let mut ahead = self.first_from(&starts(region), 0);
        std::iter::from_fn(move || {
            loop {
                let (coords, nbytes) = self.get(ahead)?;
                if holds(region, coords) {
                    ahead += 1;
                    return Some((coords, nbytes));
                }
                // Nothing is in a box that begins after its end: then nothing is ahead of it either.
                ahead = self.first_from(&next_within(coords, region)?, ahead + 1);
            }
        })
    }
}

fn next_within(coords: &[u64], region: &[Range<u64>]) -> Option<Vec<u64>> {
    let pairs = || coords.iter().zip(region);
    let outside = pairs().position(|(coord, range)| !range.contains(coord))?;
    let is_before = *coords.get(outside)? < region.get(outside)?.start;
    let mut next = starts(region);
    let kept = if is_before {
        outside
    } else {
        // The box has been passed in this dimension: the last dimension before it with room steps on.
        let axis = pairs().take(outside).rposition(|(coord, range)| coord + 1 < range.end)?;
        *next.get_mut(axis)? = coords.get(axis)? + 1;
        axis
    };
    for (own, coord) in next.iter_mut().zip(coords).take(kept) {
        *own = *coord;
    }
    Some(next)
}

pub(super) fn holds(region: &[Range<u64>], coords: &[u64]) -> bool {
    region.iter().zip(coords).all(|(range, coord)| range.contains(coord))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holding(chunks: &[&[u64]]) -> ChunkList {
        let mut list = ChunkList::new(chunks.first().map_or(0, |coords| coords.len()));
        chunks.iter().rev().for_each(|coords| list.push(coords, 1));
        list.sorted()
    }

    #[test]
    fn of_a_chunk_that_is_there_twice_the_last_counts() {
        let mut list = ChunkList::new(1);
        for (coord, nbytes) in [(7, 1), (3, 2), (7, 3), (0, 4)] {
            list.push(&[coord], nbytes);
        }
        let list = list.sorted();
        let all: Vec<(u64, u64)> = list.iter().map(|(coords, nbytes)| (coords[0], nbytes)).collect();
        assert_eq!(all, [(0, 4), (3, 2), (7, 3)]);
        assert_eq!([3, 4, 8].map(|coord| list.find(&[coord])), [Some(2), None, None]);
    }

    #[test]
    fn a_box_of_the_grid_holds_what_is_stored_in_it() {
        let chunks: Vec<[u64; 3]> =
            (0..64).map(|index| [index / 16, index / 4 % 4, index % 4]).filter(|c| c[2] != 2).collect();
        let list = holding(&chunks.iter().map(<[u64; 3]>::as_slice).collect::<Vec<_>>());
        let within = |region: &[Range<u64>]| -> Vec<Vec<u64>> {
            list.in_box(region).map(|(coords, _)| coords.to_vec()).collect()
        };
        assert_eq!(within(&[1..2, 1..3, 1..4]), [[1, 1, 1], [1, 1, 3], [1, 2, 1], [1, 2, 3]]);
        assert_eq!(within(&[2..4, 3..9, 3..9]), [[2, 3, 3], [3, 3, 3]]);
        assert_eq!(within(&[0..4, 0..4, 0..4]).len(), 48);
        assert_eq!(within(&[0..4, 0..4, 2..3]), Vec::<Vec<u64>>::new());
        assert_eq!(within(&[0..0, 0..4, 0..4]), Vec::<Vec<u64>>::new());
        assert_eq!(holding(&[&[]]).in_box(&[]).count(), 1);
    }

    #[test]
    fn a_box_at_the_end_of_64_bits_is_left_behind() {
        let end = u64::MAX;
        let list = holding(&[&[0, end], &[1, 0], &[end - 1, 5], &[end, end]]);
        let within =
            |region: &[Range<u64>]| list.in_box(region).map(|(coords, _)| coords[0]).collect::<Vec<_>>();
        assert_eq!(within(&[0..end, 0..end]), [1, end - 1]);
        assert_eq!(within(&[end - 1..end, 0..9]), [end - 1]);
    }
}
