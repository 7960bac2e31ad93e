//! Codecs that treat every element on its own.

use std::cmp::Ordering;

use super::kernel::{BLOCK, Kernel};
use super::{CodecError, Marks, StageWork};
use crate::metadata::{CodecMetadata, DataType, Elements, Field, Scalar};

pub trait Elementwise {
    fn encode_one(&self, value: &Scalar) -> Result<Scalar, String>;

    fn decode_one(&self, value: &Scalar) -> Result<Scalar, String>;

    /// The decoding of an element as a formula with its numbers, such as `-6.0 / 4.0 + 10.0 = 8.5`.
    fn formula(&self, encoded: &Scalar) -> String;
}

/// A map of elements: what each becomes, and a fast way to the same result, where there is one.
pub struct ElementMap<'a> {
    pub data_type: &'a DataType,
    pub kernel: Option<&'a Kernel>,
    /// The exact way, for one element.
    pub exact: &'a dyn Fn(&Scalar) -> Result<Scalar, String>,
}

impl ElementMap<'_> {
    /// Maps every element of an array of that shape.
    pub fn run(&self, input: &Elements, shape: &[u64], work: &mut StageWork) -> Result<Elements, CodecError> {
        let from = input.data_type().nbytes();
        let to = self.data_type.nbytes();
        let kernel = self.kernel.filter(|kernel| kernel.pays_for(input.size()));
        let mut output = vec![0; input.size().saturating_mul(to)];
        let mut marks = Marks::default();
        let traced = work.is_traced.then_some(input.size());
        let blocks =
            output.chunks_mut(BLOCK.saturating_mul(to)).zip(input.bytes().chunks(BLOCK.saturating_mul(from)));
        for (number, (slots, block)) in blocks.enumerate() {
            if kernel.is_some_and(|kernel| kernel.run(block, slots)) {
                continue;
            }
            let mut mark = |index: usize, reason| {
                marks.mark((number.saturating_mul(BLOCK) + index) as u64, traced, || reason);
            };
            self.exactly(input.data_type(), block, slots, &mut mark);
        }
        work.leave_marked(Elements::new(self.data_type.clone(), output), marks, shape)
    }

    /// Maps the elements of a block one by one; those without a result become zeros, and are reported by their place in
    /// the block.
    fn exactly(&self, from: &DataType, block: &[u8], slots: &mut [u8], mark: &mut dyn FnMut(usize, String)) {
        let mut bytes = Vec::with_capacity(self.data_type.nbytes());
        let elements = block.chunks_exact(from.nbytes()).zip(slots.chunks_exact_mut(self.data_type.nbytes()));
        for (index, (element, slot)) in elements.enumerate() {
            let Some(scalar) = from.scalar(element) else { continue };
            match (self.exact)(&scalar) {
                Ok(result) => {
                    bytes.clear();
                    result.append(self.data_type, &mut bytes);
                    slot.copy_from_slice(&bytes);
                }
                Err(reason) => {
                    slot.fill(0);
                    mark(index, reason);
                }
            }
        }
    }
}

/// Refuses data types that are no real numbers: the codec is only defined on those.
pub fn real_number(codec: &CodecMetadata, data_type: &DataType) -> Field<()> {
    match data_type {
        DataType::Integer(_) | DataType::Float(_) => Ok(()),
        _ => Err(codec.fault("an array of integers or floats", data_type.to_string())),
    }
}

/// Whether two elements are the same number: every NaN is the same, and both zeros.
pub fn same_value(one: &Scalar, other: &Scalar) -> bool {
    match (one, other) {
        (Scalar::Float(one), Scalar::Float(other)) => {
            let one = one.value();
            let other = other.value();
            one.partial_cmp(&other) == Some(Ordering::Equal) || (one.is_nan() && other.is_nan())
        }
        _ => one == other,
    }
}

/// Whether two elements of other data types are the same number.
pub fn is_same_number(from: &Scalar, to: &Scalar) -> bool {
    match (from, to) {
        (Scalar::Integer(integer), Scalar::Float(float))
        | (Scalar::Float(float), Scalar::Integer(integer)) => is_integer(float.value(), *integer),
        _ => same_value(from, to),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a number with a fraction or out of range fails one of the tests"
)]
fn is_integer(float: f64, integer: i128) -> bool {
    float.fract() == 0.0 && float.abs() < 2_f64.powi(127) && float as i128 == integer
}

#[cfg(test)]
mod tests {
    use super::super::fixture::data_type;
    use super::super::{DecodeOptions, Value};
    use super::*;

    #[test]
    fn elements_without_a_result_are_counted_and_the_others_are_there() {
        let input = Elements::new(data_type("uint8"), vec![0, 5, 2, 3, 4, 5]);
        let refuse_five = |scalar: &Scalar| match scalar {
            Scalar::Integer(5) => Err("five".to_owned()),
            other => Ok(other.clone()),
        };
        let map = ElementMap { data_type: &data_type("uint8"), kernel: None, exact: &refuse_five };
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let error = map.run(&input, &[2, 3], &mut work).unwrap_err();
        assert_eq!(error.to_string(), "element (0, 1), the first of 2: five");
        let partial = work.partial.unwrap();
        assert_eq!(partial.value, Value::Array(Elements::new(data_type("uint8"), vec![0, 0, 2, 3, 4, 0])));
        assert_eq!(partial.marks.unwrap().iter().collect::<Vec<_>>(), [1, 5]);
    }
}
