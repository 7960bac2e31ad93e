use crate::codec::DecodeOptions;
use crate::metadata::Scalar;
use crate::pipeline::{Array, NumberType, ReadError, Region};

/// Bytes of each side that are compared at once.
const PIECE: u64 = 16 << 20;

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PictureDifference {
    /// Elements that are there on both sides, and those of them that differ.
    pub compared: u64,
    pub different: u64,
    /// Elements beside those, with the fill value on either side, far from all numbers.
    pub filled: u64,
    /// Whether the other side of one of them has another value.
    pub is_fill_changed: bool,
    /// Elements whose difference is finite, and the least and the largest of these differences.
    pub finite: u64,
    pub ends: (f64, f64),
    pub mean: f64,
    pub root_mean_square: f64,
    /// Whether every element of the plane has a cell.
    pub is_whole: bool,
}

#[derive(Debug, Default)]
pub(super) struct DifferenceSums {
    found: PictureDifference,
    sum: f64,
    squares: f64,
}

impl DifferenceSums {
    pub(super) fn skip(&mut self, is_changed: bool) {
        self.found.filled += 1;
        self.found.is_fill_changed |= is_changed;
    }

    /// NaN is different from a number, and not from NaN. Integers may differ where their nearest real numbers do not.
    pub(super) fn add(&mut self, one: f64, two: f64, are_different: bool) {
        let number = one - two;
        self.found.compared += 1;
        let is_same = one.total_cmp(&two).is_eq() || number == 0.0 || one.is_nan() && two.is_nan();
        self.found.different += u64::from(!is_same || are_different);
        if !number.is_finite() {
            return;
        }
        let (least, largest) = self.found.ends;
        self.found.ends = match self.found.finite {
            0 => (number, number),
            _ => (least.min(number), largest.max(number)),
        };
        self.found.finite += 1;
        self.sum += number;
        self.squares += number * number;
    }

    #[expect(clippy::cast_precision_loss, reason = "a count of 2^53 may be rounded here")]
    pub(super) fn difference(self, is_whole: bool) -> PictureDifference {
        let count = self.found.finite.max(1) as f64;
        let (mean, root_mean_square) = (self.sum / count, (self.squares / count).sqrt());
        PictureDifference { mean, root_mean_square, is_whole, ..self.found }
    }
}

#[doc(hidden)]
impl Array {
    /// Of all elements of a region and of one of the same shape of another array; `None` where `go_on` stopped it.
    ///
    /// # Errors
    /// Where a chunk of either cannot be read.
    pub fn difference(
        &self,
        region: Region,
        other: &Self,
        region_of_other: &Region,
        fills: [Option<f64>; 2],
        options: &DecodeOptions,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<PictureDifference>, ReadError> {
        let mut sums = DifferenceSums::default();
        let starts = region.iter().map(|range| range.start).collect::<Vec<_>>();
        for piece in self.pieces(region, PIECE, options.max_chunk_bytes.max(PIECE)) {
            if !go_on() {
                return Ok(None);
            }
            let one = self.read_region(&piece, options)?;
            let mut beside = piece.clone();
            for ((range, start), of_other) in beside.iter_mut().zip(&starts).zip(region_of_other) {
                let moved = |at: u64| (at - start).saturating_add(of_other.start);
                *range = moved(range.start)..moved(range.end);
            }
            let two = other.read_region(&beside, options)?;
            for (one, two) in one.elements().iter().zip(two.elements().iter()) {
                let are_different =
                    matches!((&one, &two), (Scalar::Integer(_), Scalar::Integer(_)) if one != two);
                let [near, beside] = [&one, &two].map(NumberType::nearest);
                let is_fill =
                    |number: f64, fill: Option<f64>| fill.is_some_and(|fill| number.total_cmp(&fill).is_eq());
                if is_fill(near, fills[0]) || is_fill(beside, fills[1]) {
                    sums.skip(near.total_cmp(&beside).is_ne());
                } else {
                    sums.add(near, beside, are_different);
                }
            }
        }
        Ok(Some(sums.difference(true)))
    }
}
