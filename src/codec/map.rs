//! Codecs that treat every element on its own.

use super::kernel::{BLOCK, Kernel};
use super::{CodecError, StageWork};
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, DocumentError, Elements, Field, Scalar, delinear,
};

/// A map of elements: what each becomes, and a fast way to the same result, where there is one.
pub struct ElementMap<'a> {
    /// The data type of the results.
    pub data_type: &'a DataType,
    /// The fast way.
    pub kernel: Option<&'a Kernel>,
    /// The exact way, for one element.
    pub exact: &'a dyn Fn(&Scalar) -> Result<Scalar, String>,
}

impl ElementMap<'_> {
    /// Maps every element of an array of that shape.
    ///
    /// # Errors
    /// At the first element without a result: its coordinates, itself, and the reason. Those before it are left.
    pub fn run(&self, input: &Elements, shape: &[u64], work: &mut StageWork) -> Result<Elements, CodecError> {
        let (from, to) = (input.data_type().nbytes(), self.data_type.nbytes());
        let kernel = self.kernel.filter(|kernel| kernel.pays_for(input.size()));
        let mut output = vec![0; input.size().saturating_mul(to)];
        let blocks =
            output.chunks_mut(BLOCK.saturating_mul(to)).zip(input.bytes().chunks(BLOCK.saturating_mul(from)));
        for (number, (slots, block)) in blocks.enumerate() {
            if kernel.is_some_and(|kernel| kernel.run(block, slots)) {
                continue;
            }
            if let Err((index, reason)) = self.exactly(input.data_type(), block, slots) {
                let size = number * BLOCK + index;
                if work.is_traced {
                    output.truncate(size.saturating_mul(to));
                    let used = size.saturating_mul(from) as u64;
                    work.leave_elements(Elements::new(self.data_type.clone(), output), Some(used));
                }
                return Err(CodecError::Element { coords: delinear(size as u64, shape), reason });
            }
        }
        Ok(Elements::new(self.data_type.clone(), output))
    }

    /// Maps the elements of a block one by one; the error has the place of the element in the block.
    fn exactly(&self, from: &DataType, block: &[u8], slots: &mut [u8]) -> Result<(), (usize, String)> {
        let mut bytes = Vec::with_capacity(self.data_type.nbytes());
        let elements = block.chunks_exact(from.nbytes()).zip(slots.chunks_exact_mut(self.data_type.nbytes()));
        for (index, (element, slot)) in elements.enumerate() {
            let Some(scalar) = from.scalar(element) else { continue };
            bytes.clear();
            (self.exact)(&scalar).map_err(|reason| (index, reason))?.append(self.data_type, &mut bytes);
            slot.copy_from_slice(&bytes);
        }
        Ok(())
    }
}

/// Refuses data types that are no real numbers: the codec is only defined on those.
///
/// # Errors
/// At the codec, naming the data type.
pub fn real_number(codec: &CodecMetadata, data_type: &DataType) -> Field<()> {
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
    use super::super::{DecodeOptions, Value};
    use super::*;

    #[test]
    fn a_failing_element_is_named_by_its_coordinates() {
        let input = Elements::new(data_type("uint8"), vec![0, 1, 2, 3, 4, 5]);
        let refuse_five = |scalar: &Scalar| match scalar {
            Scalar::Integer(5) => Err("five".to_owned()),
            other => Ok(other.clone()),
        };
        let map = ElementMap { data_type: &data_type("uint8"), kernel: None, exact: &refuse_five };
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let error = map.run(&input, &[2, 3], &mut work).unwrap_err();
        assert_eq!(error.to_string(), "element (1, 2): five");
        let before = Elements::new(data_type("uint8"), vec![0, 1, 2, 3, 4]);
        assert_eq!(work.partial.unwrap().value, Value::Array(before));
    }
}
