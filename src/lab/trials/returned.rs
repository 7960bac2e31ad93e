//! Compares the values of one chunk with those that come back from a chain.

use std::sync::Arc;

use super::chains::TrialChain;
use super::sample::TrialValues;
use super::trial::NotTried;
use crate::codec::{DecodeOptions, Silent};
use crate::lab::boxes::strides;
use crate::lab::distance::Amount;
use crate::metadata::{Elements, Scalar};
use crate::pipeline::{NumberReader, NumberType, Picture, PictureCell, PicturePlan, ReadNumbers};
use crate::store::Slice;

/// How many elements are read at a time: they stay in the processor's caches.
const BLOCK: usize = 4096;

/// The values of one chunk before a chain, and after it.
#[derive(Debug, Clone)]
pub struct ReturnedValues {
    /// How many elements there are in each dimension.
    pub shape: Vec<u64>,
    /// The values.
    pub before: Arc<Elements>,
    /// What comes back.
    pub after: Elements,
    /// What differs in all of them.
    pub gaps: ValueGaps,
}

/// How a value that comes back differs from the one that was encoded: the second less the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValueGap {
    /// It does not. Any NaN is as good as any other.
    None,
    /// Two integers, or counts of a unit of time.
    Whole(i128),
    /// Two real numbers; 0 where only the sign of a zero differs.
    Real(f64),
    /// Two complex numbers: the difference of the real parts, and that of the imaginary parts.
    Complex(f64, f64),
    /// They have no difference: a NaN beside a number, two texts.
    Lost,
}

/// What differs in the values of a chunk.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ValueGaps {
    /// How many values differ.
    pub differ: u64,
    /// How many of them have no difference that is a number.
    pub lost: u64,
    /// The least and the greatest difference, of complex numbers that of their distances; `None` where no value has one.
    pub ends: Option<(f64, f64)>,
    /// The place of the value that is furthest from what it was, in C order; without numbers that of the first that differs.
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

    /// The difference of two elements of one data type.
    pub fn between(one: &Scalar, other: &Scalar) -> Self {
        match (one, other) {
            (Scalar::Bool(one), Scalar::Bool(other)) => Self::whole((*one).into(), (*other).into()),
            (Scalar::Integer(one), Scalar::Integer(other)) => Self::whole(*one, *other),
            (Scalar::Float(one), Scalar::Float(other)) => Self::real(one.value(), other.value()),
            (Scalar::Time(_, one), Scalar::Time(_, other)) => Self::time(*one, *other),
            (Scalar::Complex(one), Scalar::Complex(other)) => {
                let part = |part: usize| match (one.get(part), other.get(part)) {
                    (Some(one), Some(other)) => Self::real(one.value(), other.value()),
                    _ => Self::Lost,
                };
                let (real, imaginary) = (part(0), part(1));
                match (real, imaginary) {
                    (Self::None, Self::None) => Self::None,
                    (Self::Lost, _) | (_, Self::Lost) => Self::Lost,
                    _ => Self::Complex(real.nearest().unwrap_or(0.0), imaginary.nearest().unwrap_or(0.0)),
                }
            }
            _ if one == other => Self::None,
            _ => Self::Lost,
        }
    }

    fn time(one: i64, other: i64) -> Self {
        match (one == i64::MIN, other == i64::MIN) {
            (true, true) => Self::None,
            (false, false) => Self::whole(one.into(), other.into()),
            _ => Self::Lost,
        }
    }

    /// The number nearest to it; of complex numbers how far they are apart. `None` where there is no difference in numbers.
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

impl ReturnedValues {
    /// Encodes the values of one chunk, decodes that, and looks at what differs. `None` once `go_on` says to stop.
    ///
    /// # Errors
    /// When the chain cannot encode them, or what it encodes does not decode.
    pub fn of(
        chain: &TrialChain,
        values: &TrialValues,
        options: &DecodeOptions,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, NotTried> {
        let bound = chain.bind(&values.decoded)?;
        let bytes = bound.encode(&values.elements, options, &mut Silent);
        let bytes = bytes.map_err(|fault| NotTried::Encoding(Box::new(fault)))?;
        if !go_on() {
            return Ok(None);
        }
        let after = bound.decode(&Slice(&bytes), options, &mut Silent);
        let after = after.map_err(|fault| NotTried::Decoding(Box::new(fault)))?;
        drop(bytes);
        let Some(gaps) = ValueGaps::measure(&values.elements, &after, go_on) else { return Ok(None) };
        let before = Arc::clone(&values.elements);
        Ok(Some(Self { shape: values.decoded.shape.clone(), before, after, gaps }))
    }

    /// Both values at a place in C order.
    pub fn pair(&self, place: u64) -> Option<(Scalar, Scalar)> {
        let place = usize::try_from(place).ok()?;
        self.before.get(place).zip(self.after.get(place))
    }

    /// What a cell of the picture of differences shows: NaN where both are, a fault where the value is lost.
    fn cell(&self, place: u64) -> PictureCell {
        let Some((one, other)) = self.pair(place) else { return PictureCell::Faulty };
        let gap = ValueGap::between(&one, &other);
        let is_nan = matches!(one, Scalar::Float(_) | Scalar::Time(..)) && NumberType::nearest(&one).is_nan();
        match gap.nearest() {
            None => PictureCell::Faulty,
            Some(_) if gap == ValueGap::None && is_nan => PictureCell::Nan,
            Some(number) if number.is_nan() => PictureCell::Nan,
            Some(f64::INFINITY) => PictureCell::Infinite,
            Some(f64::NEG_INFINITY) => PictureCell::MinusInfinite,
            Some(number) => PictureCell::Number(number),
        }
    }

    /// The differences in a part of a plane as a picture, with one value for each cell.
    pub fn picture(&self, plan: &PicturePlan) -> Picture {
        let strides = strides(&self.shape);
        let mut begin = 0_u64;
        for (dimension, stride) in strides.iter().enumerate() {
            if !plan.dimensions.contains(&Some(dimension)) {
                let coord = plan.fixed.get(dimension).copied().unwrap_or(0);
                begin = begin.saturating_add(coord.saturating_mul(*stride));
            }
        }
        let along = |along: usize, cell: u64| {
            let stride = strides.get(plan.dimensions.get(along).copied().flatten()?)?;
            Some(plan.position(along, cell).saturating_mul(*stride))
        };
        let [rows, columns] = plan.size;
        let mut cells = Vec::new();
        for row in 0..rows {
            let row = begin.saturating_add(along(0, row).unwrap_or(0));
            for column in 0..columns {
                cells.push(self.cell(row.saturating_add(along(1, column).unwrap_or(0))));
            }
        }
        Picture::of_cells(plan.clone(), cells)
    }
}

impl ValueGaps {
    /// Compares all values. `None` once `go_on` says to stop.
    fn measure(before: &Elements, after: &Elements, go_on: &dyn Fn() -> bool) -> Option<Self> {
        let mut gaps = Self::default();
        let sides = (before.bytes(), after.bytes());
        let mut number_type = NumberType::of(before.data_type());
        if before.data_type() != after.data_type() {
            number_type = None;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    fn elements(name: &str, bytes: Vec<u8>) -> Elements {
        Elements::new(DataType::from_name(name).unwrap(), bytes)
    }

    fn floats(numbers: &[f64]) -> Elements {
        elements("float64", numbers.iter().flat_map(|number| number.to_le_bytes()).collect())
    }

    fn returned(shape: &[u64], before: Elements, after: Elements) -> ReturnedValues {
        let gaps = ValueGaps::measure(&before, &after, &|| true).unwrap();
        ReturnedValues { shape: shape.to_vec(), before: Arc::new(before), after, gaps }
    }

    #[test]
    fn the_least_and_the_greatest_difference_are_found() {
        let before = floats(&[1.0, 2.0, f64::NAN, 4.0, f64::NAN, 6.0]);
        let after = floats(&[1.25, 1.0, f64::NAN, f64::NAN, 0.0, 6.0]);
        let found = returned(&[2, 3], before, after);
        let gaps = ValueGaps { differ: 4, lost: 2, ends: Some((-1.0, 0.25)), furthest: Some(1) };
        assert_eq!(found.gaps, gaps);
        let plan = PicturePlan::new([Some(0), Some(1)], vec![0, 0], [0..2, 0..3], [2, 3]);
        let number = PictureCell::Number;
        let cells = [
            number(0.25),
            number(-1.0),
            PictureCell::Nan,
            PictureCell::Faulty,
            PictureCell::Faulty,
            number(0.0),
        ];
        assert_eq!(found.picture(&plan).cells, cells);
        // The second row as columns, folded into no more cells than there is room for.
        let plan = PicturePlan::new([None, Some(1)], vec![1, 0], [0..1, 0..3], [1, 1]);
        assert_eq!(found.picture(&plan).cells, [PictureCell::Faulty]);
    }

    #[test]
    fn integers_are_subtracted_exactly_and_no_time_is_no_number() {
        let gap = |one: i128, other: i128| ValueGap::between(&Scalar::Integer(one), &Scalar::Integer(other));
        assert_eq!(gap(i128::from(u64::MAX), 0), ValueGap::Whole(-18_446_744_073_709_551_615));
        assert_eq!((gap(5, 5), gap(5, 7)), (ValueGap::None, ValueGap::Whole(2)));
        assert_eq!(
            (ValueGap::time(i64::MIN, i64::MIN), ValueGap::time(1, i64::MIN)),
            (ValueGap::None, ValueGap::Lost)
        );
        let found = returned(&[2], elements("uint64", vec![0xff; 16]), elements("uint64", vec![0; 16]));
        assert_eq!(found.gaps.ends, Some((-18_446_744_073_709_551_615.0, -18_446_744_073_709_551_615.0)));
        assert_eq!((found.gaps.differ, found.gaps.furthest), (2, Some(0)));
    }

    #[test]
    fn zeros_have_signs_and_infinities_are_themselves() {
        let found =
            returned(&[3], floats(&[-0.0, f64::INFINITY, 1.0]), floats(&[0.0, f64::INFINITY, f64::INFINITY]));
        assert_eq!(
            found.gaps,
            ValueGaps { differ: 2, lost: 0, ends: Some((0.0, f64::INFINITY)), furthest: Some(2) }
        );
        let plan = PicturePlan::new([None, Some(0)], vec![0], [0..1, 0..3], [1, 3]);
        let cells = [PictureCell::Number(0.0), PictureCell::Number(0.0), PictureCell::Infinite];
        assert_eq!(found.picture(&plan).cells, cells);
    }

    #[test]
    fn texts_differ_or_not() {
        let found = returned(&[2], elements("r16", vec![1, 2, 3, 4]), elements("r16", vec![1, 2, 3, 5]));
        assert_eq!(found.gaps, ValueGaps { differ: 1, lost: 1, ends: Some((0.0, 0.0)), furthest: Some(1) });
    }
}
