//! Codecs that change each element by itself: one that fails is marked, and the rest is there.

use std::cmp::Ordering;

use super::kernel::{BLOCK, Kernel};
use super::{CodecError, Marks, StageWork};
use crate::metadata::{CodecMetadata, DataType, Elements, Field, Scalar};

pub trait Elementwise {
    fn encode_one(&self, value: &Scalar) -> Result<Scalar, String>;

    fn decode_one(&self, value: &Scalar) -> Result<Scalar, String>;

    /// Of decoding, with its numbers: `-6.0 / 4.0 + 10.0 = 8.5`.
    fn formula(&self, encoded: &Scalar) -> String;
}

pub fn map_elements(
    input: &Elements,
    shape: &[u64],
    to: &DataType,
    kernel: Option<&Kernel>,
    exact: &dyn Fn(&Scalar) -> Result<Scalar, String>,
    work: &mut StageWork,
) -> Result<Elements, CodecError> {
    let from = input.data_type();
    let kernel = kernel.filter(|kernel| input.size() >= kernel.least);
    let mut output = vec![0; input.size().saturating_mul(to.nbytes())];
    let mut marks = Marks::default();
    let traced = work.is_traced.then_some(input.size());
    let mut bytes = Vec::with_capacity(to.nbytes());
    let blocks = output.chunks_mut(BLOCK.saturating_mul(to.nbytes()));
    let blocks = blocks.zip(input.bytes().chunks(BLOCK.saturating_mul(from.nbytes())));
    for (number, (slots, block)) in blocks.enumerate() {
        if kernel.is_some_and(|kernel| kernel.run(block, slots)) {
            continue;
        }
        let elements = block.chunks_exact(from.nbytes()).zip(slots.chunks_exact_mut(to.nbytes()));
        for (index, (element, slot)) in elements.enumerate() {
            let Some(scalar) = from.scalar(element) else { continue };
            match exact(&scalar) {
                Ok(result) => {
                    bytes.clear();
                    result.append(to, &mut bytes);
                    slot.copy_from_slice(&bytes);
                }
                Err(reason) => {
                    slot.fill(0);
                    marks.mark((number.saturating_mul(BLOCK) + index) as u64, traced, || reason);
                }
            }
        }
    }
    work.leave_marked(Elements::new(to.clone(), output), marks, shape)
}

pub fn real_number(codec: &CodecMetadata, data_type: &DataType) -> Field<()> {
    match data_type {
        DataType::Integer(_) | DataType::Float(_) => Ok(()),
        _ => Err(codec.fault("an array of integers or floats", data_type.to_string())),
    }
}

/// Every NaN is the same number, and so are both zeros.
pub fn same_value(one: &Scalar, other: &Scalar) -> bool {
    match (one, other) {
        (Scalar::Float(one), Scalar::Float(other)) => {
            let (one, other) = (one.value(), other.value());
            one.partial_cmp(&other) == Some(Ordering::Equal) || (one.is_nan() && other.is_nan())
        }
        _ => one == other,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a number with a fraction or out of range fails one of the tests"
)]
pub fn is_same_number(from: &Scalar, to: &Scalar) -> bool {
    match (from, to) {
        (Scalar::Integer(integer), Scalar::Float(float))
        | (Scalar::Float(float), Scalar::Integer(integer)) => {
            let float = float.value();
            float.fract() == 0.0 && float.abs() < 2_f64.powi(127) && float as i128 == *integer
        }
        _ => same_value(from, to),
    }
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
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let to = data_type("uint8");
        let error = map_elements(&input, &[2, 3], &to, None, &refuse_five, &mut work).unwrap_err();
        assert_eq!(error.to_string(), "element (0, 1), the first of 2: five");
        let partial = work.partial.unwrap();
        assert_eq!(partial.value, Value::Array(Elements::new(data_type("uint8"), vec![0, 0, 2, 3, 4, 0])));
        assert_eq!(partial.marks.unwrap().iter().collect::<Vec<_>>(), [1, 5]);
    }
}
