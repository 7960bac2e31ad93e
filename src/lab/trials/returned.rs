use std::sync::Arc;

use super::loss::{ValueGap, ValueGaps};
use super::{chains::TrialChain, sample::TrialValues, trial::NotTried};
use crate::codec::{DecodeOptions, Silent};
use crate::lab::boxes::strides;
use crate::metadata::{Elements, Scalar};
use crate::pipeline::{NumberType, Picture, PictureCell, PicturePlan};
use crate::store::Slice;

#[derive(Debug, Clone)]
pub struct ReturnedValues {
    pub shape: Vec<u64>,
    pub before: Arc<Elements>,
    pub after: Elements,
    pub gaps: ValueGaps,
}

impl ReturnedValues {
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

    pub fn pair(&self, place: u64) -> Option<(Scalar, Scalar)> {
        let place = usize::try_from(place).ok()?;
        self.before.get(place).zip(self.after.get(place))
    }

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
