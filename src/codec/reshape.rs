//! `reshape`: the same elements in C order, in another shape.
//!
//! Specification: [reshape](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/reshape).
//! Configuration: `{"shape": [[0, 1], 10, -1]}`: a list names dimensions of the decoded array whose lengths are
//! multiplied; -1 stands for what is left.

use super::{ArrayToArray, Build, CodecError, CodecRow, Dimensions, Lesson, StageWork};
use crate::metadata::{ArrayRepresentation, CodecMetadata, Elements, Field, Json, delinear, linear, product};

#[derive(Debug)]
struct Reshape {
    decoded: Vec<u64>,
    encoded: ArrayRepresentation,
}

pub(super) const ROW: CodecRow = CodecRow {
    lesson: Lesson::Reshape,
    ..CodecRow::new("reshape", "gives the elements another shape", Build::ArrayToArray(build))
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    let place = codec.required("shape", "a shape")?;
    let dimensions = place.list("sizes, lists of dimensions, or -1", |item| Dimension::read(item))?;
    let Some(shape) = resolve(&dimensions, &decoded.shape) else {
        let expected = format!("a shape of as many elements as {decoded}, dimensions in order");
        return Err(place.unexpected(expected));
    };
    let encoded = ArrayRepresentation { shape, ..decoded.clone() };
    Ok(Box::new(Reshape { decoded: decoded.shape.clone(), encoded }))
}

enum Dimension {
    Size(u64),
    Of(Vec<usize>),
    Rest,
}

impl Dimension {
    fn read(item: &Json) -> Field<Self> {
        let expected = "a positive integer, a list of dimensions, or -1";
        if item.value().is_array() {
            let axis = |item: &Json| {
                usize::try_from(item.size("a dimension")?).map_err(|_| item.unexpected("a dimension"))
            };
            return item.list("dimensions", axis).map(Self::Of);
        }
        if item.value().as_i64() == Some(-1) {
            return Ok(Self::Rest);
        }
        item.positive(expected).map(Self::Size)
    }
}

fn resolve(dimensions: &[Dimension], decoded: &[u64]) -> Option<Vec<u64>> {
    let mut axes: Vec<usize> = Vec::new();
    let mut known = Vec::with_capacity(dimensions.len());
    for dimension in dimensions {
        known.push(match dimension {
            Dimension::Size(size) => Some(*size),
            Dimension::Of(own) => {
                axes.extend(own);
                let edges: Option<Vec<u64>> = own.iter().map(|axis| decoded.get(*axis).copied()).collect();
                Some(product(&edges?)?)
            }
            Dimension::Rest => None,
        });
    }
    if !axes.is_sorted_by(|one, other| one < other) {
        return None;
    }
    let size = product(decoded)?;
    let others = product(&known.iter().flatten().copied().collect::<Vec<_>>())?;
    let rest = match known.iter().filter(|edge| edge.is_none()).count() {
        0 => 1,
        1 if others > 0 && size.is_multiple_of(others) => size / others,
        _ => return None,
    };
    let shape: Vec<u64> = known.into_iter().map(|edge| edge.unwrap_or(rest)).collect();
    (product(&shape)? == size && stays_in_place(dimensions, &shape, decoded)).then_some(shape)
}

fn stays_in_place(dimensions: &[Dimension], shape: &[u64], decoded: &[u64]) -> bool {
    for (index, dimension) in dimensions.iter().enumerate() {
        let Dimension::Of(axes) = dimension else { continue };
        let (Some(first), Some(last)) = (axes.first(), axes.last()) else { continue };
        let before = product(shape.get(..index).unwrap_or(&[]));
        if last - first + 1 != axes.len() || before != product(decoded.get(..*first).unwrap_or(&[])) {
            return false;
        }
    }
    true
}

impl ArrayToArray for Reshape {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Ok(input.clone())
    }

    fn locate(&self, coords: &[u64]) -> Option<Vec<u64>> {
        linear(coords, &self.decoded).map(|index| delinear(index, &self.encoded.shape))
    }

    fn locate_back(&self, coords: &[u64]) -> Option<Vec<u64>> {
        linear(coords, &self.encoded.shape).map(|index| delinear(index, &self.decoded))
    }

    fn dimensions(&self) -> Dimensions {
        Dimensions::Changed
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Ok(input.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{metadata, representation};
    use super::*;
    use serde_json::{Value, json};

    fn reshaped(decoded: &[u64], shape: &Value) -> Option<Vec<u64>> {
        let codec = metadata("reshape", json!({"shape": shape}));
        Some(build(&codec, &representation("uint8", decoded)).ok()?.encoded().shape.clone())
    }

    #[test]
    fn the_example_of_the_specification() {
        assert_eq!(reshaped(&[100, 50, 64, 3], &json!([[0, 1], [2], 3])), Some(vec![5000, 64, 3]));
    }

    #[test]
    fn the_number_of_elements_stays() {
        assert_eq!(reshaped(&[4, 6], &json!([24])), Some(vec![24]));
        assert_eq!(reshaped(&[4, 6], &json!([-1, 3])), Some(vec![8, 3]));
        assert_eq!(reshaped(&[], &json!([1])), Some(vec![1]));
        for wrong in [
            json!([23]),
            json!([-1, 5]),
            json!([-1, -1]),
            json!([[1], [0]]),
            json!([[0, 0], 6]),
            json!([[0], [2]]),
            json!([0]),
            json!([-2]),
            json!("x"),
            json!([2, [0], 3]),
        ] {
            assert_eq!(reshaped(&[4, 6], &wrong), None, "{wrong}");
        }
    }
}
