use crate::metadata::{Elements, Scalar};

const LOOKED_AT: usize = 1 << 14;
/// How many are looked at where two shapes are compared: eight rows of a chunk that is four thousand wide.
const COMPARED: usize = 1 << 15;
/// Fewer pairs of neighbours say nothing.
const LEAST: usize = 12;

pub fn roughness(elements: &Elements, shape: &[u64]) -> Option<f64> {
    let numbers = numbers(elements, LOOKED_AT)?;
    let mut sum = 0.0;
    let mut count = 0_u32;
    let mut stride = 1_usize;
    for edge in shape.iter().rev() {
        let edge = usize::try_from(*edge).ok()?;
        for (index, number) in numbers.iter().enumerate().skip(stride) {
            let before = numbers.get(index - stride)?;
            let is_neighbour = !(index / stride).is_multiple_of(edge.max(1));
            let difference = (number - before).abs();
            if is_neighbour && difference.is_finite() {
                sum += difference;
                count += 1;
            }
        }
        stride = stride.checked_mul(edge)?;
    }
    if count > 0 { Some(sum / f64::from(count)) } else { None }
}

/// How much farther apart neighbours are in the first shape than in the second one, of the same elements one after the
/// other. Only those count that are neighbours in one shape alone: others say nothing. `None` where the elements are no
/// numbers, or too few.
pub fn compare(elements: &Elements, one: &[u64], other: &[u64]) -> Option<f64> {
    let numbers = numbers(elements, COMPARED)?;
    let (one, other) = (lags(one)?, lags(other)?);
    // Numbers of which half are the same as the one after them are labels.
    let pairs = numbers.iter().zip(numbers.iter().skip(1));
    let same = pairs.filter(|(one, other)| is_same(**one, **other)).count();
    let are_labels = same * 2 >= numbers.len();
    let first = farthest_apart(&one, &other, &numbers, are_labels)?;
    let last = farthest_apart(&other, &one, &numbers, are_labels)?;
    Some(if last > 0.0 {
        first / last
    } else if first > 0.0 {
        f64::INFINITY
    } else {
        1.0
    })
}

pub fn is_same(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}

/// How far apart neighbours are along each axis, and how many of them are in a row.
fn lags(shape: &[u64]) -> Option<Vec<(usize, usize)>> {
    let mut lags = Vec::new();
    let mut stride = 1_usize;
    for edge in shape.iter().rev() {
        let edge = usize::try_from(*edge).ok()?.max(1);
        if edge > 1 {
            lags.push((stride, edge));
        }
        stride = stride.checked_mul(edge)?;
    }
    Some(lags)
}

/// The mean difference along the axis where neighbours in the first shape alone are farthest apart.
fn farthest_apart(
    own: &[(usize, usize)],
    others: &[(usize, usize)],
    numbers: &[f64],
    are_labels: bool,
) -> Option<f64> {
    let mut farthest = None;
    for (stride, edge) in own {
        let mut sum = 0.0;
        let mut count = 0_u32;
        for (index, (one, other)) in numbers.iter().zip(numbers.iter().skip(*stride)).enumerate() {
            let is_end = |edge: usize| (index / stride) % edge == edge - 1;
            if is_end(*edge) || others.iter().any(|(other, edge)| other == stride && !is_end(*edge)) {
                continue;
            }
            let apart =
                if are_labels { f64::from(u8::from(!is_same(*one, *other))) } else { (one - other).abs() };
            if apart.is_finite() {
                sum += apart;
                count += 1;
            }
        }
        if count as usize >= LEAST {
            farthest = farthest.into_iter().chain([sum / f64::from(count)]).reduce(f64::max);
        }
    }
    farthest
}

fn numbers(elements: &Elements, most: usize) -> Option<Vec<f64>> {
    let number = |scalar: Scalar| match scalar {
        Scalar::Bool(value) => Some(f64::from(u8::from(value))),
        #[expect(clippy::cast_precision_loss, reason = "what is compared are sums of differences")]
        Scalar::Integer(value) => Some(value as f64),
        Scalar::Float(value) => Some(value.value()),
        _ => None,
    };
    elements.iter().take(most).map(number).collect()
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
    }

    #[test]
    fn rows_in_their_order_are_nearer_than_rows_of_another_length() {
        let field: Vec<u8> =
            (0..40_u8).flat_map(|row| (0..30_u8).map(move |column| row * 3 + column * 4)).collect();
        let elements = Elements::new(DataType::from_name("uint8").unwrap(), field);
        assert!(compare(&elements, &[40, 60], &[40, 30]).unwrap() > 3.0);
        assert!(compare(&elements, &[40, 30], &[40, 60]).unwrap() < 0.3);
        assert_eq!(compare(&elements, &[80, 30], &[40, 30]), None, "the same neighbours");
        let texts = Elements::new(DataType::RawBits(1), vec![1, 2]);
        assert_eq!(compare(&texts, &[2], &[1]), None);
    }
}
