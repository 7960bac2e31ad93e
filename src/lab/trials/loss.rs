use crate::lab::distance::Amount;
use crate::metadata::{Elements, Scalar, float::Float};
use crate::pipeline::{NumberReader, NumberType, ReadNumbers};

/// They stay in the processor's caches.
const BLOCK: usize = 4096;

/// The decoded value less the one that was encoded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValueGap {
    None,
    Whole(i128),
    /// 0 where only the sign of a zero differs.
    Real(f64),
    Complex(f64, f64),
    /// A NaN and a number, or two texts.
    Lost,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ValueGaps {
    pub differ: u64,
    pub lost: u64,
    /// Of complex numbers, their distances.
    pub ends: Option<(f64, f64)>,
    /// In C order: the value with the largest difference, or without numbers the first that differs.
    pub furthest: Option<u64>,
}

impl ValueGap {
    fn whole(one: i128, other: i128) -> Self {
        if one == other { Self::None } else { Self::Whole(other.saturating_sub(one)) }
    }

    fn real(one: f64, other: f64) -> Self {
        match (one.is_nan(), other.is_nan()) {
            (true, true) => Self::None,
            // The difference of two infinities is NaN.
            (false, false) if one.total_cmp(&other).is_eq() => Self::None,
            (false, false) => Self::Real(other - one),
            _ => Self::Lost,
        }
    }

    pub fn between(one: &Scalar, other: &Scalar) -> Self {
        match (one, other) {
            (Scalar::Bool(one), Scalar::Bool(other)) => Self::whole((*one).into(), (*other).into()),
            (Scalar::Integer(one), Scalar::Integer(other)) => Self::whole(*one, *other),
            (Scalar::Float(one), Scalar::Float(other)) => Self::real(one.value(), other.value()),
            (Scalar::Time(_, one), Scalar::Time(_, other)) => Self::time(*one, *other),
            (Scalar::Complex(one), Scalar::Complex(other)) => {
                let [[real, imaginary], [other_real, other_imaginary]] =
                    [one, other].map(|parts| parts.map(Float::value));
                match (Self::real(real, other_real), Self::real(imaginary, other_imaginary)) {
                    (Self::None, Self::None) => Self::None,
                    (Self::Lost, _) | (_, Self::Lost) => Self::Lost,
                    (real, imaginary) => {
                        Self::Complex(real.nearest().unwrap_or(0.0), imaginary.nearest().unwrap_or(0.0))
                    }
                }
            }
            _ if one == other => Self::None,
            _ => Self::Lost,
        }
    }

    pub(super) fn time(one: i64, other: i64) -> Self {
        match (one == i64::MIN, other == i64::MIN) {
            (true, true) => Self::None,
            (false, false) => Self::whole(one.into(), other.into()),
            _ => Self::Lost,
        }
    }

    /// Of complex numbers their distance; `None` for what is lost.
    pub fn nearest(self) -> Option<f64> {
        match self {
            Self::None => Some(0.0),
            Self::Whole(gap) => Some(Amount::Whole(gap).nearest()),
            Self::Real(gap) => Some(gap),
            Self::Complex(real, imaginary) => Some(real.hypot(imaginary)),
            Self::Lost => None,
        }
    }
}

impl ValueGaps {
    pub(super) fn measure(before: &Elements, after: &Elements, go_on: &dyn Fn() -> bool) -> Option<Self> {
        let mut gaps = Self::default();
        let sides = (before.bytes(), after.bytes());
        let is_one_type = before.data_type() == after.data_type();
        let number_type = if is_one_type { NumberType::of(before.data_type()) } else { None };
        match number_type.map(|of| (of, NumberReader::of(of))) {
            Some((NumberType::Time(_), NumberReader::Signed(read))) => {
                gaps.each(&read, sides, go_on, ValueGap::time)?;
            }
            Some((_, NumberReader::Signed(read))) => {
                gaps.each(&read, sides, go_on, |one, other| ValueGap::whole(one.into(), other.into()))?;
            }
            Some((_, NumberReader::Unsigned(read))) => {
                gaps.each(&read, sides, go_on, |one, other| ValueGap::whole(one.into(), other.into()))?;
            }
            Some((_, NumberReader::Real(read))) => gaps.each(&read, sides, go_on, ValueGap::real)?,
            None => {
                for (place, (one, other)) in before.iter().zip(after.iter()).enumerate() {
                    if place.is_multiple_of(BLOCK) && !go_on() {
                        return None;
                    }
                    gaps.note(place as u64, ValueGap::between(&one, &other));
                }
            }
        }
        let missing = before.size().saturating_sub(after.size()) as u64;
        gaps.differ = gaps.differ.saturating_add(missing);
        gaps.lost = gaps.lost.saturating_add(missing);
        Some(gaps)
    }

    fn each<L: Copy>(
        &mut self,
        read: &ReadNumbers<L>,
        (one, other): (&[u8], &[u8]),
        go_on: &dyn Fn() -> bool,
        gap: fn(L, L) -> ValueGap,
    ) -> Option<()> {
        let nbytes = BLOCK * read.nbytes.max(1);
        let (mut left, mut right) = (Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK));
        for (block, (one, other)) in one.chunks(nbytes).zip(other.chunks(nbytes)).enumerate() {
            if !go_on() {
                return None;
            }
            // The same bits have no gap, however many they are.
            if one == other {
                self.note(0, ValueGap::None);
                continue;
            }
            left.clear();
            right.clear();
            read.read(one, &mut left);
            read.read(other, &mut right);
            for (place, (one, other)) in left.iter().zip(&right).enumerate() {
                self.note((block * BLOCK + place) as u64, gap(*one, *other));
            }
        }
        Some(())
    }

    fn note(&mut self, place: u64, gap: ValueGap) {
        let Some(number) = gap.nearest() else {
            self.differ += 1;
            self.lost += 1;
            self.furthest.get_or_insert(place);
            return;
        };
        let (least, greatest) = self.ends.unwrap_or((number, number));
        let before = if self.ends.is_some() { least.abs().max(greatest.abs()) } else { f64::NEG_INFINITY };
        self.ends = Some((least.min(number), greatest.max(number)));
        if gap != ValueGap::None {
            self.differ += 1;
            // A value that is lost counts only as long as there is no number.
            if number.abs() > before || self.furthest.is_none() {
                self.furthest = Some(place);
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChainLoss {
    pub is_exact: bool,
    pub largest: f64,
    pub lost: u64,
}

impl Default for ChainLoss {
    fn default() -> Self {
        Self { is_exact: true, largest: 0.0, lost: 0 }
    }
}

impl ChainLoss {
    pub fn error(&self) -> Option<f64> {
        if self.largest > 0.0 || self.lost == 0 { Some(self.largest) } else { None }
    }

    pub(super) fn add(&mut self, before: &Elements, after: &Elements) {
        if before.size() != after.size() || before.data_type() != after.data_type() {
            self.is_exact = false;
            self.lost = self.lost.saturating_add(before.size() as u64);
            return;
        }
        if !before.data_type().is_variable() && before.bytes() == after.bytes() {
            return;
        }
        let Some(gaps) = ValueGaps::measure(before, after, &|| true) else { return };
        self.is_exact &= gaps.differ == 0;
        self.lost = self.lost.saturating_add(gaps.lost);
        let (least, greatest) = gaps.ends.unwrap_or_default();
        self.largest = self.largest.max(least.abs()).max(greatest.abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{DataType, NOT_A_TIME};

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
