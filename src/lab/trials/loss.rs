//! The loss of a chain: how far the values that come back are from those before it.

use crate::metadata::float::{Float, FloatType};
use crate::metadata::{DataType, Elements, NOT_A_TIME, Scalar};
use crate::pipeline::{NumberType, ReadNumbers};

/// How many numbers are read at a time: they stay in the processor's first cache.
const BLOCK: usize = 1024;

/// How far the values that come back are from those that were encoded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChainLoss {
    /// Whether every value comes back with the same bits; any NaN is as good as any other.
    pub is_exact: bool,
    /// The largest distance of two numbers.
    pub largest: f64,
    /// How many values have no distance: a NaN beside a number, two texts.
    pub lost: u64,
}

impl Default for ChainLoss {
    fn default() -> Self {
        Self { is_exact: true, largest: 0.0, lost: 0 }
    }
}

impl ChainLoss {
    /// The largest error; `None` where what differs has no distance.
    pub fn error(&self) -> Option<f64> {
        if self.largest > 0.0 || self.lost == 0 { Some(self.largest) } else { None }
    }

    pub(super) fn add(&mut self, before: &Elements, after: &Elements) {
        if before.size() != after.size() || before.data_type() != after.data_type() {
            self.is_exact = false;
            self.lost = self.lost.saturating_add(before.size() as u64);
        } else if !same_bits(before, after) {
            self.is_exact = false;
            self.measure(before, after);
        }
    }

    fn measure(&mut self, before: &Elements, after: &Elements) {
        let sides = (before.bytes(), after.bytes());
        match (before.data_type(), NumberType::of(before.data_type())) {
            (DataType::Complex(kind), _) => self.complex(*kind, sides),
            (_, Some(NumberType::Float(kind))) => {
                each_pair(&ReadNumbers::real(kind), sides, |one, other| self.real(one, other));
            }
            (_, Some(of)) => self.whole(of, sides),
            (_, None) => self.others(before, after),
        }
    }

    fn whole(&mut self, of: NumberType, sides: (&[u8], &[u8])) {
        let is_none = |number| number == NOT_A_TIME && matches!(of, NumberType::Time(_));
        match ReadNumbers::<i64>::whole(of) {
            Some(read) => each_pair(&read, sides, |one: i64, other: i64| {
                if is_none(one) == is_none(other) {
                    self.apart(one.abs_diff(other));
                } else {
                    self.lost += 1;
                }
            }),
            None => each_pair(&ReadNumbers::<u64>::unsigned(), sides, |one: u64, other: u64| {
                self.apart(one.abs_diff(other));
            }),
        }
    }

    fn complex(&mut self, kind: FloatType, sides: (&[u8], &[u8])) {
        let mut before: Option<(f64, f64)> = None;
        each_pair(&ReadNumbers::real(kind), sides, |one, other| match before.take() {
            None => before = Some((one, other)),
            Some((real, other_real)) => match (gap(real, other_real), gap(one, other)) {
                (Some(real), Some(imaginary)) => self.distance(Some(real.hypot(imaginary))),
                _ => self.distance(None),
            },
        });
    }

    fn real(&mut self, one: f64, other: f64) {
        self.distance(gap(one, other));
    }

    fn others(&mut self, before: &Elements, after: &Elements) {
        let differ = before.each().zip(after.each()).filter(|(one, other)| one != other).count();
        self.lost = self.lost.saturating_add(differ as u64);
    }

    #[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
    fn apart(&mut self, distance: u64) {
        self.largest = self.largest.max(distance as f64);
    }

    fn distance(&mut self, distance: Option<f64>) {
        match distance {
            Some(distance) => self.largest = self.largest.max(distance),
            None => self.lost += 1,
        }
    }
}

/// How far two real numbers are apart; `None` where one of them alone is NaN.
fn gap(one: f64, other: f64) -> Option<f64> {
    match (one.is_nan(), other.is_nan()) {
        (true, true) => Some(0.0),
        // The difference of two infinities is NaN.
        (false, false) if one.total_cmp(&other).is_eq() => Some(0.0),
        (false, false) => Some((one - other).abs()),
        _ => None,
    }
}

fn each_pair<L: Copy>(read: &ReadNumbers<L>, (one, other): (&[u8], &[u8]), mut look: impl FnMut(L, L)) {
    let nbytes = BLOCK * read.nbytes.max(1);
    let (mut left, mut right) = (Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK));
    for (one, other) in one.chunks(nbytes).zip(other.chunks(nbytes)) {
        if one == other {
            continue;
        }
        left.clear();
        right.clear();
        read.read(one, &mut left);
        read.read(other, &mut right);
        left.iter().zip(&right).for_each(|(one, other)| look(*one, *other));
    }
}

/// Whether all elements have the same bits, or are both no number.
fn same_bits(before: &Elements, after: &Elements) -> bool {
    let data_type = before.data_type();
    if !data_type.is_variable() && before.bytes() == after.bytes() {
        return true;
    }
    before.each().zip(after.each()).all(|(one, other)| {
        one == other
            || match (data_type.scalar(one), data_type.scalar(other)) {
                (Some(Scalar::Float(one)), Some(Scalar::Float(other))) => are_same_floats(one, other),
                (Some(Scalar::Complex(one)), Some(Scalar::Complex(other))) => {
                    one.iter().zip(other).all(|(one, other)| are_same_floats(*one, other))
                }
                (Some(one), Some(other)) => one == other,
                _ => false,
            }
    })
}

fn are_same_floats(one: Float, other: Float) -> bool {
    one.bits == other.bits || (one.value().is_nan() && other.value().is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loss(name: &str, before: &[u8], after: &[u8]) -> ChainLoss {
        let data_type = DataType::from_name(name).unwrap();
        let of = |bytes: &[u8]| Elements::new(data_type.clone(), bytes.to_vec());
        let mut loss = ChainLoss::default();
        loss.add(&of(before), &of(after));
        loss
    }

    fn floats(numbers: &[f64]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn any_nan_is_as_good_as_any_other_and_zeros_have_signs() {
        let uncommon = f64::from_bits(0x7ff8_0000_0000_0001);
        let found = loss("float64", &floats(&[f64::NAN, 1.0]), &floats(&[uncommon, 1.0]));
        assert_eq!(found, ChainLoss::default());
        let found = loss("float64", &floats(&[-0.0, f64::INFINITY]), &floats(&[0.0, f64::INFINITY]));
        assert_eq!(found, ChainLoss { is_exact: false, largest: 0.0, lost: 0 });
    }

    #[test]
    fn the_largest_distance_is_that_of_numbers() {
        let found = loss("float64", &floats(&[1.0, f64::NAN, 2.0]), &floats(&[1.25, 5.0, 2.0]));
        assert_eq!(found, ChainLoss { is_exact: false, largest: 0.25, lost: 1 });
        assert_eq!(loss("uint64", &[0xff; 8], &[0; 8]).error(), Some(18_446_744_073_709_551_615.0));
        assert_eq!(loss("int8", &[0x80, 3], &[0x7f, 3]).error(), Some(255.0));
        assert_eq!(loss("complex128", &floats(&[0.0, 0.0]), &floats(&[3.0, 4.0])).error(), Some(5.0));
    }

    #[test]
    fn what_is_no_number_has_no_distance() {
        assert_eq!(loss("r16", &[1, 2, 3, 4], &[1, 2, 3, 5]).error(), None);
        let time = "numpy.datetime64[s]";
        if DataType::from_name(time).is_some() {
            let not_a_time = NOT_A_TIME.to_le_bytes();
            assert_eq!(loss(time, &not_a_time, &7_i64.to_le_bytes()).lost, 1);
        }
        // The upper half of the byte of an int4 does not count.
        assert!(loss("int4", &[0xf7], &[0x07]).is_exact);
    }
}
