//! How much neighbouring elements differ: of two ways to put the same elements together, the smoother is the likelier.

use crate::metadata::{Elements, Scalar};

/// How many elements are looked at.
const LOOKED_AT: usize = 1 << 14;

/// The mean difference between neighbours in every dimension, over the first elements; `None` where they are no numbers.
pub fn roughness(elements: &Elements, shape: &[u64]) -> Option<f64> {
    let numbers: Vec<f64> =
        elements.iter().take(LOOKED_AT).map(|scalar| number(&scalar)).collect::<Option<_>>()?;
    let (mut sum, mut count, mut stride) = (0.0, 0_u32, 1_usize);
    for edge in shape.iter().rev() {
        let edge = usize::try_from(*edge).ok()?;
        for (index, number) in numbers.iter().enumerate().skip(stride) {
            let before = numbers.get(index - stride)?;
            let is_neighbour = (index / stride) % edge.max(1) != 0;
            let difference = (number - before).abs();
            if is_neighbour && difference.is_finite() {
                sum += difference;
                count += 1;
            }
        }
        stride = stride.checked_mul(edge)?;
    }
    (count > 0).then(|| sum / f64::from(count))
}

fn number(scalar: &Scalar) -> Option<f64> {
    match scalar {
        Scalar::Bool(value) => Some(f64::from(u8::from(*value))),
        #[expect(clippy::cast_precision_loss, reason = "what is compared are sums of differences")]
        Scalar::Integer(value) => Some(*value as f64),
        Scalar::Float(value) => Some(value.value()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    #[test]
    fn rows_in_their_order_are_smoother_than_mixed_ones() {
        let of = |bytes: [u8; 6]| {
            roughness(&Elements::new(DataType::from_name("uint8").unwrap(), bytes.to_vec()), &[2, 3]).unwrap()
        };
        // Four differences along the rows, three from row to row.
        assert!((of([1, 2, 3, 2, 3, 4]) - 1.0).abs() < 1e-9);
        assert!(of([1, 2, 3, 2, 3, 4]) < of([1, 3, 2, 4, 2, 3]));
        let texts = Elements::new(DataType::RawBits(1), vec![1, 2]);
        assert_eq!(roughness(&texts, &[2]), None);
    }
}
