use std::ops::Range;

use super::gaps::{FirstGap, Gaps, RowGaps};
use super::{numbers::Equality, sides::Sides};
use crate::metadata::{Elements, delinear, lengths};

#[derive(Debug, Clone, Copy)]
pub(super) struct ElementBox<'a> {
    pub(super) elements: &'a Elements,
    pub(super) extent: &'a [Range<u64>],
}

#[derive(Debug)]
struct RowStep {
    length: u64,
    at: u64,
    strides: Sides<u64>,
}

impl Equality {
    pub(super) fn compare(&self, boxes: Sides<ElementBox>, region: &[Range<u64>]) -> Gaps {
        let mut gaps = Gaps::default();
        let size = lengths(region);
        if size.contains(&0) {
            return gaps;
        }
        let sizes = boxes.as_ref().map(|own| lengths(own.extent));
        // From this dimension on, elements of the region follow each other in both boxes: all later dimensions are whole.
        let mut all = size.iter().zip(&sizes.a).zip(&sizes.b);
        let (outer, inner) = size.split_at(all.rposition(|((own, a), b)| own != a || own != b).unwrap_or(0));
        let row: u64 = inner.iter().product();
        let strides_of = sizes.as_ref().map(|size| strides(size));
        let mut steps = Vec::new();
        for ((length, a), b) in outer.iter().zip(strides_of.a).zip(strides_of.b) {
            steps.push(RowStep { length: *length, at: 0, strides: Sides { a, b } });
        }
        let mut place = boxes.as_ref().map(|own| start_in(region, own.extent));
        loop {
            let found = self.compare_row(&boxes, &place, row);
            if found.differ > 0 || found.is_apart {
                gaps.add_row(&found);
                if let (Some(index), None) = (found.first, &gaps.first) {
                    let outer = steps.iter().map(|step| step.at);
                    let mut at: Vec<u64> = outer.chain(delinear(index as u64, inner)).collect();
                    for (range, at) in region.iter().zip(&mut at) {
                        *at = at.saturating_add(range.start);
                    }
                    let get = |own: &ElementBox, place: u64| {
                        own.elements.get(usize::try_from(place).ok()?.checked_add(index)?)
                    };
                    if let (Some(a), Some(b)) = (get(&boxes.a, place.a), get(&boxes.b, place.b)) {
                        gaps.first = Some(FirstGap { at, values: Sides { a, b } });
                    }
                }
            }
            if !next_row(&mut steps, &mut place) {
                return gaps;
            }
        }
    }

    fn compare_row(&self, boxes: &Sides<ElementBox>, place: &Sides<u64>, row: u64) -> RowGaps {
        let mut gaps = RowGaps::default();
        let same_type = self.same_bytes_are_equal();
        match (bytes(&boxes.a, place.a, row), bytes(&boxes.b, place.b, row)) {
            // The same bits are the same elements.
            (Some(a), Some(b)) if same_type && a == b => {}
            (Some(a), Some(b)) if let Some(compare) = &self.rows => compare(a, b, &mut gaps),
            _ => {
                let place = place.map(|place| usize::try_from(place).unwrap_or(usize::MAX));
                for index in 0..usize::try_from(row).unwrap_or(usize::MAX) {
                    let a = boxes.a.elements.element(place.a.saturating_add(index));
                    let b = boxes.b.elements.element(place.b.saturating_add(index));
                    let (Some(a), Some(b)) = (a, b) else { break };
                    if same_type && a == b {
                        continue;
                    }
                    match (self.data_types.a.scalar(a), self.data_types.b.scalar(b)) {
                        (Some(a), Some(b)) => self.compare_scalars(index, &a, &b, &mut gaps),
                        _ => gaps.differs(index),
                    }
                }
            }
        }
        gaps
    }
}

/// `None` for elements of variable length, which have no bytes of their own.
fn bytes<'a>(own: &ElementBox<'a>, place: u64, row: u64) -> Option<&'a [u8]> {
    let data_type = own.elements.data_type();
    if data_type.is_variable() {
        return None;
    }
    let nbytes = data_type.nbytes();
    let start = usize::try_from(place).ok()?.checked_mul(nbytes)?;
    let end = start.checked_add(usize::try_from(row).ok()?.checked_mul(nbytes)?)?;
    own.elements.bytes().get(start..end)
}

pub(super) fn product(edges: &[u64]) -> u64 {
    edges.iter().fold(1, |product, edge| product.saturating_mul(*edge))
}

pub(in crate::lab) fn strides(size: &[u64]) -> Vec<u64> {
    let mut stride = 1_u64;
    let mut strides = Vec::with_capacity(size.len());
    for edge in size.iter().rev() {
        strides.push(stride);
        stride = stride.saturating_mul(*edge);
    }
    strides.reverse();
    strides
}

fn start_in(region: &[Range<u64>], extent: &[Range<u64>]) -> u64 {
    let mut start = 0_u64;
    for ((own, box_range), stride) in region.iter().zip(extent).zip(strides(&lengths(extent))) {
        start = start.saturating_add(own.start.saturating_sub(box_range.start).saturating_mul(stride));
    }
    start
}

fn next_row(steps: &mut [RowStep], place: &mut Sides<u64>) -> bool {
    for step in steps.iter_mut().rev() {
        step.at += 1;
        place.a += step.strides.a;
        place.b += step.strides.b;
        if step.at < step.length {
            return true;
        }
        place.a -= step.length * step.strides.a;
        place.b -= step.length * step.strides.b;
        step.at = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::options::EqualityRules;
    use crate::metadata::{DataType, Scalar, linear, seen_from, starts};
    use proptest::prelude::*;

    fn data_type(name: &str) -> DataType {
        DataType::from_name(name).unwrap()
    }

    fn equality(a: &str, b: &str) -> Equality {
        Equality::of(&data_type(a), &data_type(b), EqualityRules::default()).unwrap()
    }

    fn counting(extent: &[Range<u64>], name: &str) -> Elements {
        let size: u64 = lengths(extent).iter().product();
        let data_type = data_type(name);
        // Few values, so that some are the same on both sides.
        let bytes = (0..size).flat_map(|index| Scalar::Integer((index * 7 % 5).into()).bytes(&data_type));
        Elements::new(data_type.clone(), bytes.collect())
    }

    fn slowly(
        a: (&Elements, &[Range<u64>]),
        b: (&Elements, &[Range<u64>]),
        region: &[Range<u64>],
    ) -> Vec<Vec<u64>> {
        let size = lengths(region);
        let all = (0..size.iter().product()).map(|index| {
            delinear(index, &size)
                .iter()
                .zip(starts(region))
                .map(|(at, start)| at + start)
                .collect::<Vec<u64>>()
        });
        let get = |(elements, extent): (&Elements, &[Range<u64>]), at: &[u64]| {
            let one: Vec<Range<u64>> = at.iter().map(|at| *at..at + 1).collect();
            let index = linear(&starts(&seen_from(&one, extent)), &lengths(extent)).unwrap();
            elements.get(usize::try_from(index).unwrap()).unwrap()
        };
        all.filter(|at| get(a, at) != get(b, at)).collect()
    }

    fn around(region: Vec<Range<u64>>) -> impl Strategy<Value = Vec<Range<u64>>> {
        let margins = proptest::collection::vec((0_u64..3, 0_u64..3), region.len());
        margins.prop_map(move |margins| {
            let wider = |(range, (before, behind)): (&Range<u64>, &(u64, u64))| {
                range.start.saturating_sub(*before)..range.end + behind
            };
            region.iter().zip(&margins).map(wider).collect()
        })
    }

    fn boxes() -> impl Strategy<Value = [Vec<Range<u64>>; 3]> {
        let region = proptest::collection::vec((0_u64..4, 1_u64..5), 0..4);
        let region =
            region.prop_map(|ranges| ranges.iter().map(|(start, size)| *start..start + size).collect());
        region.prop_flat_map(|region: Vec<Range<u64>>| {
            (around(region.clone()), around(region.clone())).prop_map(move |(a, b)| [region.clone(), a, b])
        })
    }

    proptest! {
        #[test]
        fn boxes_are_compared_as_one_by_one([region, a, b] in boxes(), other in prop_oneof!["int16", "uint64", "int8"]) {
            let (one, beside) = (counting(&a, "int16"), counting(&b, &other));
            let both = Sides {
                a: ElementBox { elements: &one, extent: &a }, b: ElementBox { elements: &beside, extent: &b },
            };
            let found = equality("int16", &other).compare(both, &region);
            let expected = slowly((&one, &a), (&beside, &b), &region);
            prop_assert_eq!(found.differ, expected.len() as u128);
            prop_assert_eq!(found.first.map(|first| first.at), expected.first().cloned());
        }
    }

    #[test]
    fn structs_are_compared_field_by_field() {
        let float = |bits: u32| {
            let field = |name: &str, data_type| crate::metadata::StructField { name: name.into(), data_type };
            let fields = [field("n", data_type("int8")), field("x", data_type("float32"))];
            Elements::new(DataType::Struct(fields.into()), [&[1_u8][..], &bits.to_le_bytes()].concat())
        };
        let differ = |a: u32, b: u32| {
            let (one, other) = (float(a), float(b));
            let equality =
                Equality::of(one.data_type(), other.data_type(), EqualityRules::default()).unwrap();
            let both = Sides {
                a: ElementBox { elements: &one, extent: &[] },
                b: ElementBox { elements: &other, extent: &[] },
            };
            equality.compare(both, &[]).differ
        };
        assert_eq!(differ(0, 0x8000_0000), 0, "zeros of both signs");
        assert_eq!(differ(0x7fc0_0000, 0x7fc0_0001), 0, "NaN");
        assert_eq!(differ(0x3f80_0000, 0x3f80_0001), 1);
    }
}
