use super::{distance::Distance, sides::Sides};
use crate::metadata::Scalar;

#[derive(Debug, Clone, Default)]
pub(super) struct RowGaps {
    pub(super) differ: u64,
    pub(super) is_apart: bool,
    whole: u128,
    real: f64,
    relative: f64,
    pub(super) first: Option<usize>,
}

impl RowGaps {
    pub(super) fn differs(&mut self, index: usize) {
        self.differ += 1;
        self.first.get_or_insert(index);
    }

    #[inline]
    pub(super) fn measure(&mut self, distance: Distance, size: f64) {
        match distance {
            Distance::Whole(distance) => self.whole = self.whole.max(distance),
            // NaN is no distance, and `max` passes it over.
            Distance::Real(distance) => self.real = self.real.max(distance),
        }
        let distance = distance.nearest();
        // An infinity beside one of the other sign is infinitely far, and their quotient is NaN.
        let relative = if distance.is_infinite() { distance } else { distance / size };
        self.relative = self.relative.max(relative);
        self.is_apart |= !distance.is_nan();
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Gaps {
    pub(super) differ: u128,
    pub(super) largest: Option<Distance>,
    pub(super) relative: Option<f64>,
    pub(super) first: Option<FirstGap>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct FirstGap {
    pub(super) at: Vec<u64>,
    pub(super) values: Sides<Scalar>,
}

impl Gaps {
    pub(super) fn add(&mut self, other: Self) {
        self.differ = self.differ.saturating_add(other.differ);
        self.add_size(other.largest, other.relative);
        if let Some(first) = other.first
            && self.first.as_ref().is_none_or(|own| own.at > first.at)
        {
            self.first = Some(first);
        }
    }

    pub(super) fn add_row(&mut self, row: &RowGaps) {
        self.differ = self.differ.saturating_add(row.differ.into());
        if row.is_apart {
            let largest = if row.whole > 0 { Distance::Whole(row.whole) } else { Distance::Real(row.real) };
            self.add_size(Some(largest), Some(row.relative));
        }
    }

    fn add_size(&mut self, largest: Option<Distance>, relative: Option<f64>) {
        self.largest = self.largest.into_iter().chain(largest).reduce(Distance::greater);
        self.relative = self.relative.into_iter().chain(relative).reduce(f64::max);
    }
}
