//! Codecs that treat every element on its own.

use super::CodecError;
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, DocumentError, Elements, Field, Scalar};

/// Maps every element of an array of that shape to an element of `data_type`.
///
/// # Errors
/// At the first element without a result: its coordinates, itself, and the reason.
pub fn map(
    input: &Elements,
    shape: &[u64],
    data_type: DataType,
    map: impl Fn(&Scalar) -> Result<Scalar, String>,
) -> Result<Elements, CodecError> {
    let mut bytes = Vec::with_capacity(input.size().saturating_mul(data_type.nbytes()));
    for (index, scalar) in input.iter().enumerate() {
        let mapped = map(&scalar)
            .map_err(|reason| CodecError::Element { coords: coords(index as u64, shape), reason })?;
        mapped.append(data_type, &mut bytes);
    }
    Ok(Elements::new(data_type, bytes))
}

/// The coordinates of a linear index in C order.
fn coords(mut index: u64, shape: &[u64]) -> Vec<u64> {
    let along = shape.iter().rev().map(|edge| {
        let coord = index % (*edge).max(1);
        index /= (*edge).max(1);
        coord
    });
    let mut coords: Vec<u64> = along.collect();
    coords.reverse();
    coords
}

/// Refuses data types that are no real numbers: the codec is only defined on those.
///
/// # Errors
/// At the codec, naming the data type.
pub fn real_number(codec: &CodecMetadata, data_type: DataType) -> Field<()> {
    match data_type {
        DataType::Integer(_) | DataType::Float(_) => Ok(()),
        _ => Err(codec.fault("an array of integers or floats", data_type.to_string())),
    }
}

/// The fill value behind the codec, or the fault that it has none.
pub fn fill_value(
    codec: &CodecMetadata,
    decoded: &ArrayRepresentation,
    fault: &mut Option<DocumentError>,
    encode: impl FnOnce(&Scalar) -> Result<Scalar, String>,
) -> Option<Scalar> {
    let fill_value = decoded.fill_value.as_ref()?;
    match encode(fill_value) {
        Ok(encoded) => Some(encoded),
        Err(reason) => {
            *fault = Some(codec.fault(format!("a fill value that can be encoded ({fill_value})"), reason));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::data_type;
    use super::*;

    #[test]
    fn a_failing_element_is_named_by_its_coordinates() {
        let input = Elements::new(data_type("uint8"), vec![0, 1, 2, 3, 4, 5]);
        let refuse_five = |scalar: &Scalar| match scalar {
            Scalar::Integer(5) => Err("five".to_owned()),
            other => Ok(other.clone()),
        };
        let error = map(&input, &[2, 3], data_type("uint8"), refuse_five).unwrap_err();
        assert_eq!(error.to_string(), "element (1, 2): five");
    }
}
