use std::cmp::Ordering;

use super::{FiniteNumbers, Summary, number::NumberType};
use crate::metadata::Scalar;

/// At most this many missing elements count for a mean, as when all is counted at once.
const WEIGHED: u128 = 1 << 62;

impl Summary {
    /// The least and the greatest finite number.
    pub fn ends(&self) -> Option<(f64, f64)> {
        let numbers = self.numbers.as_ref()?;
        Some((NumberType::nearest(&numbers.least), NumberType::nearest(&numbers.greatest)))
    }

    pub fn join(&mut self, other: &Self) {
        let own = self.finite();
        let more = other.finite();
        let add = |sum: &mut u128, more: u128| *sum = sum.saturating_add(more);
        add(&mut self.elements, other.elements);
        add(&mut self.missing_chunks, other.missing_chunks);
        add(&mut self.faulty_chunks, other.faulty_chunks);
        add(&mut self.unknown_chunks, other.unknown_chunks);
        add(&mut self.fill, other.fill);
        add(&mut self.nan, other.nan);
        self.nan_at = self.nan_at.take().into_iter().chain(other.nan_at.clone()).min();
        for (sum, more) in self.infinite.iter_mut().zip(other.infinite) {
            add(sum, more);
        }
        add(&mut self.unnamed, other.unnamed);
        self.named.resize(self.named.len().max(other.named.len()), 0);
        for (sum, more) in self.named.iter_mut().zip(&other.named) {
            add(sum, *more);
        }
        match (&mut self.numbers, &other.numbers) {
            (Some(numbers), Some(others)) => numbers.join(own, others, more),
            (None, Some(others)) => self.numbers = Some(others.clone()),
            (_, None) => {}
        }
    }

    fn finite(&self) -> u128 {
        let [above, below] = self.infinite;
        self.elements.saturating_sub(self.nan).saturating_sub(above).saturating_sub(below)
    }
}

impl FiniteNumbers {
    /// The deviation of all follows from the means and deviations of both (Chan and others, 1979).
    #[expect(clippy::cast_precision_loss, reason = "a count of 2^53 may be rounded here")]
    fn join(&mut self, own: u128, others: &Self, more: u128) {
        self.places = None;
        let is_less = order(&others.least, &self.least);
        if is_less == Ordering::Less || is_less == Ordering::Equal && others.least_at < self.least_at {
            self.least.clone_from(&others.least);
            self.least_at.clone_from(&others.least_at);
        }
        let is_greater = order(&others.greatest, &self.greatest);
        if is_greater == Ordering::Greater
            || is_greater == Ordering::Equal && others.greatest_at < self.greatest_at
        {
            self.greatest.clone_from(&others.greatest);
            self.greatest_at.clone_from(&others.greatest_at);
        }
        let own = own.min(WEIGHED) as f64;
        let more = more.min(WEIGHED) as f64;
        let all = own + more;
        if all <= 0.0 {
            return;
        }
        let apart = others.mean - self.mean;
        let squares = self.deviation * self.deviation * own
            + others.deviation * others.deviation * more
            + apart * apart * (own * (more / all));
        self.mean += apart * (more / all);
        self.deviation = (squares / all).sqrt();
    }
}

fn order(one: &Scalar, other: &Scalar) -> Ordering {
    match (one, other) {
        (Scalar::Integer(one), Scalar::Integer(other)) => one.cmp(other),
        (Scalar::Time(_, one), Scalar::Time(_, other)) => one.cmp(other),
        // Both zeros are equal, as when all is counted at once.
        _ => NumberType::nearest(one).partial_cmp(&NumberType::nearest(other)).unwrap_or(Ordering::Equal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(elements: u128, [least, greatest]: [i128; 2], [mean, deviation]: [f64; 2]) -> Summary {
        let [least, greatest] = [least, greatest].map(Scalar::Integer);
        Summary {
            shape: vec![7],
            elements,
            missing_chunks: 1,
            faulty_chunks: 0,
            unknown_chunks: 0,
            faults: Vec::new(),
            fill: 2,
            nan: 0,
            nan_at: None,
            infinite: [0; 2],
            named: Vec::new(),
            unnamed: 0,
            numbers: Some(FiniteNumbers {
                least,
                greatest,
                least_at: Some(vec![4, 0]),
                greatest_at: Some(vec![3, 9]),
                mean,
                deviation,
                places: None,
            }),
        }
    }

    #[test]
    fn parts_have_the_mean_and_spread_of_all() {
        // numpy: [1, 2, 3, 6] and [10, 20, 30]; all of them have the mean 72 / 7 and the variance 1450 / 7 - (72 / 7)^2.
        let mut all = of(4, [1, 6], [3.0, 3.5_f64.sqrt()]);
        all.join(&of(3, [10, 30], [20.0, (200.0_f64 / 3.0).sqrt()]));
        let numbers = all.numbers.as_ref().unwrap();
        assert_eq!((&numbers.least, &numbers.greatest), (&Scalar::Integer(1), &Scalar::Integer(30)));
        assert!((numbers.mean - 72.0 / 7.0).abs() < 1e-14, "{}", numbers.mean);
        let variance = 1450.0 / 7.0 - (72.0_f64 / 7.0).powi(2);
        assert!((numbers.deviation - variance.sqrt()).abs() < 1e-13, "{}", numbers.deviation);
        assert_eq!((all.elements, all.missing_chunks, all.fill), (7, 2, 4));
    }

    #[test]
    fn of_equal_extremes_the_first_in_c_order_counts() {
        let mut other = of(3, [1, 6], [0.0, 0.0]);
        let numbers = other.numbers.as_mut().unwrap();
        (numbers.least_at, numbers.greatest_at) = (Some(vec![3, 50]), Some(vec![10, 0]));
        let mut all = of(4, [1, 6], [0.0, 0.0]);
        all.join(&other);
        let at = |all: Summary| all.numbers.map(|own| (own.least_at.unwrap(), own.greatest_at.unwrap()));
        assert_eq!(at(all), Some((vec![3, 50], vec![3, 9])));
        let mut all = of(4, [0, 5], [0.0, 0.0]);
        all.join(&other);
        assert_eq!(at(all), Some((vec![4, 0], vec![10, 0])));
    }

    #[test]
    fn a_part_without_numbers_changes_nothing_of_them() {
        let (mut all, first) = (of(4, [-3, 6], [3.0, 1.0]), of(4, [-3, 6], [3.0, 1.0]));
        let none = Summary { nan: 5, elements: 5, numbers: None, ..first.clone() };
        all.join(&none);
        assert_eq!((&all.numbers, all.elements, all.nan), (&first.numbers, 9, 5));
        let mut all = none;
        all.join(&first);
        assert_eq!((&all.numbers, all.elements), (&first.numbers, 9));
    }

    #[test]
    fn integers_beyond_those_that_floats_have_keep_their_order() {
        let far = i128::from(u64::MAX);
        let mut all = of(1, [far - 1, far - 1], [0.0, 0.0]);
        all.join(&of(1, [far - 2, far], [0.0, 0.0]));
        let numbers = all.numbers.unwrap();
        assert_eq!((numbers.least, numbers.greatest), (Scalar::Integer(far - 2), Scalar::Integer(far)));
    }
}
