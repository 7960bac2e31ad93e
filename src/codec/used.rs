use std::ops::Range;

use super::{Chain, Dimensions};
use crate::metadata::{delinear, lengths, linear, product};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedElements(Vec<bool>);

const MOST: u64 = MOST_ELEMENTS as u64;
pub(super) const MOST_ELEMENTS: usize = 1 << 22;

impl UsedElements {
    pub fn has(&self, index: usize) -> bool {
        self.0.get(index).copied().unwrap_or(true)
    }

    fn of_box(shape: &[u64], used: &[Range<u64>]) -> Option<Self> {
        let size = product(shape)?.min(MOST);
        let row = shape.last().copied().unwrap_or(1).max(1);
        let mut mask = Vec::new();
        for index in 0..size.div_ceil(row) {
            let is_outside = is_outside(index, shape, used);
            let last = used.last().cloned().unwrap_or(0..1);
            mask.extend((0..row.min(size)).map(|column| !is_outside && last.contains(&column)));
        }
        mask.truncate(usize::try_from(size).ok()?);
        Some(Self(mask))
    }
}

fn is_outside(mut row: u64, shape: &[u64], used: &[Range<u64>]) -> bool {
    shape.iter().zip(used).rev().skip(1).any(|(edge, range)| {
        let coord = row % (*edge).max(1);
        row /= (*edge).max(1);
        !range.contains(&coord)
    })
}

#[doc(hidden)]
impl Chain {
    pub fn used_behind(&self, codec_index: usize, used: &[Range<u64>]) -> Option<UsedElements> {
        let before = self.array_to_array.get(..codec_index.min(self.array_to_array.len()))?;
        let mut shape = self.decoded().shape.clone();
        let mut part = used.to_vec();
        for stage in before {
            match &stage.info.dimensions {
                Dimensions::Kept => {}
                Dimensions::Permuted(order) => {
                    shape = order.iter().map(|axis| shape.get(*axis).copied()).collect::<Option<_>>()?;
                    part = order.iter().map(|axis| part.get(*axis).cloned()).collect::<Option<_>>()?;
                }
                Dimensions::Changed => return self.each_used_behind(codec_index, used),
            }
        }
        UsedElements::of_box(&shape, &part)
    }

    /// Goes element by element: after a codec that gives the elements another shape they are no box.
    fn each_used_behind(&self, codec_index: usize, used: &[Range<u64>]) -> Option<UsedElements> {
        let before = self.array_to_array.get(..codec_index.min(self.array_to_array.len()))?;
        let encoded = &before.last()?.codec.encoded().shape;
        let size = product(encoded)?;
        let count = product(&lengths(used))?;
        if size > MOST || count > MOST {
            return None;
        }
        let mut mask = vec![false; usize::try_from(size).ok()?];
        for index in 0..count {
            let within = delinear(index, &lengths(used));
            let mut coords: Vec<u64> =
                within.iter().zip(used).map(|(own, range)| own + range.start).collect();
            for stage in before {
                coords = stage.codec.locate(&coords)?;
            }
            *mask.get_mut(usize::try_from(linear(&coords, encoded)?).ok()?)? = true;
        }
        Some(UsedElements(mask))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::representation;
    use super::*;
    use crate::metadata::{CodecMetadata, Json};
    use serde_json::{Value, json};

    fn chain(codecs: &Value, shape: &[u64]) -> Chain {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        Chain::build(&codecs, "/codecs", representation("uint8", shape)).unwrap()
    }

    fn used(codecs: &Value, codec_index: usize, shape: &[u64], part: &[Range<u64>]) -> String {
        let used = chain(codecs, shape).used_behind(codec_index, part).unwrap();
        used.0.iter().map(|used| if *used { '#' } else { '.' }).collect()
    }

    #[test]
    fn a_box_stays_a_box_where_dimensions_are_permuted() {
        let codecs = json!([{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes"]);
        assert_eq!(used(&codecs, 0, &[2, 3], &[0..1, 0..2]), "##....");
        assert_eq!(used(&codecs, 1, &[2, 3], &[0..1, 0..2]), "#.#...");
        assert_eq!(used(&json!(["bytes"]), 0, &[], &[]), "#");
        assert_eq!(used(&json!(["bytes"]), 0, &[2, 2, 2], &[0..2, 0..1, 0..2]), "##..##..");
    }

    #[test]
    fn elements_of_another_shape_are_followed_one_by_one() {
        let codecs = json!([{"name": "reshape", "configuration": {"shape": [6]}}, "bytes"]);
        assert_eq!(used(&codecs, 1, &[2, 3], &[0..2, 0..2]), "##.##.");
    }
}
