//! Boxes of an array that threads fill at the same time. No two share an element: a box is only ever cut in two.

use ndarray::{ArrayViewD, ArrayViewMut1, ArrayViewMutD, Axis};

use super::{Elements, elements::byte_shape, lengths};
use std::ops::Range;

#[derive(Debug)]
pub struct BoxMut<'a> {
    bytes: ArrayViewMutD<'a, u8>,
    nbytes: usize,
}

impl<'a> BoxMut<'a> {
    pub fn whole(elements: &'a mut Elements, shape: &[u64]) -> Option<Self> {
        let nbytes = elements.data_type().nbytes();
        let bytes = ArrayViewMutD::from_shape(byte_shape(shape, nbytes)?, elements.bytes_mut()).ok()?;
        Some(Self { bytes, nbytes })
    }

    pub fn split(self, axis: usize, at: u64) -> Option<(Self, Self)> {
        let unit = if axis + 1 == self.bytes.ndim() { self.nbytes } else { 1 };
        let at = usize::try_from(at).ok()?.checked_mul(unit)?;
        self.bytes.shape().get(axis).filter(|edge| at <= **edge)?;
        let (first, second) = self.bytes.split_at(Axis(axis), at);
        Some((Self { bytes: first, nbytes: self.nbytes }, Self { bytes: second, nbytes: self.nbytes }))
    }

    pub fn copy(&mut self, elements: &Elements, region: &[Range<u64>]) -> bool {
        let Some(shape) = byte_shape(&lengths(region), self.nbytes) else { return false };
        let Ok(from) = ArrayViewD::from_shape(shape, elements.bytes()) else { return false };
        if from.shape() != self.bytes.shape() {
            return false;
        }
        self.bytes.assign(&from);
        true
    }

    pub fn fill(&mut self, element: &[u8]) {
        match element {
            [first, rest @ ..] if rest.iter().all(|byte| byte == first) => self.bytes.fill(*first),
            _ => {
                for row in self.bytes.rows_mut().into_iter().filter_map(ArrayViewMut1::into_slice) {
                    for slot in row.chunks_exact_mut(element.len().max(1)) {
                        slot.copy_from_slice(element);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    fn int16(size: i16) -> Elements {
        let data_type = DataType::from_name("int16").unwrap();
        Elements::new(data_type, (0..size).flat_map(i16::to_le_bytes).collect())
    }

    fn texts(elements: &Elements) -> Vec<String> {
        elements.iter().map(|scalar| scalar.to_string()).collect()
    }

    #[test]
    fn boxes_are_filled_where_they_are() {
        let mut array = int16(8); // 2×4
        let (left, right) = BoxMut::whole(&mut array, &[2, 4]).unwrap().split(1, 1).unwrap();
        let (mut top, mut bottom) = right.split(0, 1).unwrap();
        let mut left = left;
        assert!(left.copy(&int16(2), &[0..2, 0..1]));
        top.fill(&[0xff, 0xff]);
        bottom.fill(&[1, 2]);
        assert_eq!(texts(&array), ["0", "-1", "-1", "-1", "1", "513", "513", "513"]);
    }

    #[test]
    fn an_array_without_dimensions_is_one_box() {
        let mut array = int16(1);
        BoxMut::whole(&mut array, &[]).unwrap().fill(&[7, 0]);
        assert_eq!(texts(&array), ["7"]);
    }

    #[test]
    fn what_does_not_fit_is_not_copied() {
        let mut array = int16(8);
        assert!(BoxMut::whole(&mut array, &[3, 3]).is_none());
        assert!(BoxMut::whole(&mut array, &[2, 4]).unwrap().split(1, 5).is_none());
        assert!(BoxMut::whole(&mut array, &[2, 4]).unwrap().split(2, 0).is_none());
        assert!(!BoxMut::whole(&mut array, &[2, 4]).unwrap().copy(&int16(8), &[0..4, 0..2]));
        assert_eq!(array, int16(8));
    }
}
