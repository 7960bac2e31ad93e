/// The dimensions that make rows and columns; the others are sliced. An array of one dimension is folded into rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Axes {
    pub rows: usize,
    pub columns: usize,
}

/// A plane of fewer elements says little, where the array has longer dimensions.
const TINY: u64 = 32;
const MORE: u64 = 4;
/// Beside dimensions of at least so many elements, a last one of three or four is that of colours.
const LONG: u64 = 16;

impl Axes {
    pub fn last(rank: usize) -> Self {
        Self { rows: rank.saturating_sub(2), columns: rank.saturating_sub(1) }
    }

    pub fn dimensions(self, rank: usize) -> [Option<usize>; 2] {
        [(rank > 1).then_some(self.rows), (rank > 0).then_some(self.columns)]
    }

    /// The dimensions that show most of an array: the last two, or the two longest where those are tiny, as in weights of a convolution, or
    /// those before the colours of a picture.
    pub fn of_shape(shape: &[u64]) -> Self {
        let last = Self::last(shape.len());
        if let [.., LONG..=u64::MAX, LONG..=u64::MAX, 3 | 4] = shape {
            return Self::last(shape.len() - 1);
        }
        let mut longest: Vec<(u64, usize)> = shape.iter().copied().zip(0..).collect();
        // Of dimensions of the same length the later one comes first: its elements lie closer together.
        longest.sort_unstable_by(|one, other| other.cmp(one));
        let [(_, one), (_, other), ..] = longest.as_slice() else { return last };
        let found = Self { rows: *one.min(other), columns: *one.max(other) };
        let is_tiny = last.cells(shape) < TINY;
        let is_more = found.cells(shape) >= last.cells(shape).saturating_mul(MORE);
        if is_tiny && is_more && !shape.contains(&0) { found } else { last }
    }

    fn cells(self, shape: &[u64]) -> u64 {
        let edge = |axis: usize| shape.get(axis).copied().unwrap_or(1);
        edge(self.rows).saturating_mul(edge(self.columns))
    }

    /// The next choice: all pairs in the order of the array, from the last two on, then the same with rows and columns exchanged.
    #[must_use]
    pub fn next(self, rank: usize) -> Self {
        let Self { rows, columns } = self;
        let (low, high) = (rows.min(columns), rows.max(columns));
        let next = match (low, high) {
            (1.., _) => Some((low - 1, high)),
            (0, 2..) => Some((high - 2, high - 1)),
            _ => None,
        };
        let last = Self::last(rank);
        let (low, high) = next.unwrap_or((last.rows, last.columns));
        if (rows < columns) == next.is_some() {
            Self { rows: low, columns: high }
        } else {
            Self { rows: high, columns: low }
        }
    }

    #[must_use]
    pub fn with_rows(self, axis: usize) -> Self {
        let columns = if axis == self.columns { self.rows } else { self.columns };
        Self { rows: axis, columns }
    }

    #[must_use]
    pub fn with_columns(self, axis: usize) -> Self {
        let rows = if axis == self.rows { self.columns } else { self.rows };
        Self { rows, columns: axis }
    }

    pub fn fit(self, rank: usize) -> bool {
        rank >= 2 && self.rows < rank && self.columns < rank && self.rows != self.columns
    }

    pub fn has(self, axis: usize) -> bool {
        axis == self.rows || axis == self.columns
    }

    pub fn sliced(self, rank: usize) -> impl Iterator<Item = usize> {
        (0..rank).filter(move |axis| rank > 2 && !self.has(*axis))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(rows: usize, columns: usize) -> Axes {
        Axes { rows, columns }
    }

    #[test]
    fn the_last_two_dimensions_unless_they_are_tiny_and_others_are_long() {
        assert_eq!(Axes::of_shape(&[10, 200, 3000]), pair(1, 2));
        assert_eq!(Axes::of_shape(&[128, 128, 3, 3]), pair(0, 1));
        assert_eq!(Axes::of_shape(&[2, 3, 4, 5]), pair(2, 3));
        assert_eq!(Axes::of_shape(&[512, 512, 3]), pair(0, 1));
        assert_eq!(Axes::of_shape(&[10, 400, 300, 4]), pair(1, 2));
        assert_eq!(Axes::of_shape(&[8, 400, 3]), pair(1, 2));
        assert_eq!(Axes::of_shape(&[500, 1, 30]), pair(0, 2));
        assert_eq!(Axes::of_shape(&[1, 1, 30]), pair(1, 2));
        assert_eq!(Axes::of_shape(&[1000, 3, 3]), pair(0, 2));
        assert_eq!(Axes::of_shape(&[1000, 0, 3]), pair(1, 2));
        assert_eq!(Axes::of_shape(&[u64::MAX, u64::MAX, 1, 1]), pair(0, 1));
        assert_eq!((Axes::of_shape(&[7]), Axes::of_shape(&[])), (pair(0, 0), pair(0, 0)));
    }

    #[test]
    fn every_ordered_pair_comes_once_before_the_first_comes_again() {
        let mut axes = Axes::last(3);
        let mut seen = vec![axes];
        for _ in 0..5 {
            axes = axes.next(3);
            seen.push(axes);
        }
        assert_eq!(seen, [pair(1, 2), pair(0, 2), pair(0, 1), pair(2, 1), pair(2, 0), pair(1, 0)]);
        assert_eq!(axes.next(3), pair(1, 2));
        assert_eq!((pair(0, 1).next(2), pair(1, 0).next(2)), (pair(1, 0), pair(0, 1)));
    }

    #[test]
    fn a_dimension_that_is_taken_is_exchanged() {
        assert_eq!(pair(1, 2).with_rows(0), pair(0, 2));
        assert_eq!(pair(1, 2).with_rows(2), pair(2, 1));
        assert_eq!(pair(1, 2).with_columns(1), pair(2, 1));
        assert_eq!(pair(1, 2).sliced(4).collect::<Vec<_>>(), [0, 3]);
        assert!(!pair(1, 2).fit(2) && !pair(1, 1).fit(3) && pair(2, 0).fit(3));
    }
}
