//! The part of an array that is looked at, across chunk borders: of each chunk only the wanted box is kept.

use std::ops::Range;

use super::{Array, Fault, Region};
use crate::codec::DecodeOptions;
use crate::metadata::{
    ArrayRepresentation, BoxCorner, Elements, common, copy_box, covers, lengths, linear, seen_from, starts,
};

/// The most bytes that are decoded together for a window. The selected chunk may be larger.
const MOST_DECODED: u64 = 32 << 20;
const MOST_KEPT: u64 = 8 << 20;
/// The most bytes of a text that are kept: no screen is wider.
const SHOWN: usize = 1024;

#[derive(Debug, Clone)]
pub struct WindowPart {
    pub chunk: Vec<u64>,
    pub region: Region,
    pub cells: PartCells,
}

#[derive(Debug, Clone)]
pub enum PartCells {
    Decoded(Elements),
    Missing,
    Faulty(String),
    Unknown(String),
    /// With the bytes to decode or keep: too many for a chunk that is not selected.
    TooLarge(u64),
}

impl PartCells {
    fn of_fault(fault: &Fault) -> Self {
        if fault.is_unknown() { Self::Unknown(fault.to_string()) } else { Self::Faulty(fault.to_string()) }
    }
}

impl WindowPart {
    pub fn covers(&self, region: &[Range<u64>]) -> bool {
        covers(&self.region, region)
    }

    pub fn index(&self, element: &[u64]) -> Option<usize> {
        let mut within = Vec::new();
        for (coord, range) in element.iter().zip(&self.region) {
            within.push(coord.checked_sub(range.start)?);
        }
        usize::try_from(linear(&within, &lengths(&self.region))?).ok()
    }

    pub fn nbytes(&self) -> u64 {
        match &self.cells {
            PartCells::Decoded(elements) => nbytes(elements),
            _ => 0,
        }
    }

    /// `None` where the elements do not have the chunk's shape, or are too many.
    pub fn of_decoded(
        chunk: &[u64],
        extent: &[Range<u64>],
        elements: &Elements,
        region: &[Range<u64>],
    ) -> Option<Self> {
        let size = lengths(region);
        let within = seen_from(region, extent);
        let data_type = elements.data_type();
        let kept =
            ArrayRepresentation { shape: size.clone(), data_type: data_type.clone(), fill_value: None };
        // Copying a box of texts would copy all texts of the chunk.
        if data_type.is_variable() || kept.nbytes()? > MOST_KEPT {
            return None;
        }
        let zeros = vec![0; usize::try_from(kept.size()?).ok()?.checked_mul(data_type.nbytes())?];
        let mut found = Elements::new(data_type.clone(), zeros);
        let from = BoxCorner { shape: &lengths(extent), start: &starts(&within) };
        copy_box(elements, from, &mut found, BoxCorner { shape: &size, start: &vec![0; size.len()] }, &size)?;
        Some(Self { chunk: chunk.to_vec(), region: region.to_vec(), cells: PartCells::Decoded(found) })
    }
}

fn nbytes(elements: &Elements) -> u64 {
    let shared = if elements.data_type().is_variable() { elements.visible_bytes().len() } else { 0 };
    elements.bytes().len().saturating_add(shared) as u64
}

#[doc(hidden)]
impl Array {
    /// Reads a box within one chunk. If all elements are the same, all of the chunk is known at once.
    pub fn window_part(&self, chunk: &[u64], region: &[Range<u64>], options: &DecodeOptions) -> WindowPart {
        let grid = &self.metadata.chunk_grid;
        let used = grid.used(chunk).unwrap_or_else(|| region.to_vec());
        let whole = |cells| WindowPart { chunk: chunk.to_vec(), region: used.clone(), cells };
        let Some(extent) = grid.extent(chunk) else {
            return whole(PartCells::Faulty("the chunk grid does not have this chunk".to_owned()));
        };
        if let Ok(chain) = self.chain_at(chunk)
            && let Some(nbytes) = chain.decoded_at_once().nbytes()
            && nbytes > MOST_DECODED
        {
            return whole(match self.is_stored(chunk) {
                Ok(true) => PartCells::TooLarge(nbytes),
                Ok(false) => PartCells::Missing,
                Err(fault) => PartCells::of_fault(&fault),
            });
        }
        let region = common(region, &used);
        match self.decode_part(chunk, &seen_from(&region, &extent), options) {
            Ok(Some(elements)) => {
                let variable = elements.data_type().is_variable();
                let elements = if variable { elements.beginnings(SHOWN) } else { elements };
                match nbytes(&elements) {
                    nbytes if nbytes > MOST_KEPT => whole(PartCells::TooLarge(nbytes)),
                    _ => WindowPart { chunk: chunk.to_vec(), region, cells: PartCells::Decoded(elements) },
                }
            }
            Ok(None) => whole(PartCells::Missing),
            Err(fault) => whole(PartCells::of_fault(&fault)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    #[test]
    fn a_box_of_a_chunk_has_the_coordinates_of_the_array() {
        let bytes: Vec<u8> = (0..12).collect();
        let chunk = Elements::new(DataType::from_name("uint8").unwrap(), bytes); // 3×4
        let part = WindowPart::of_decoded(&[1, 2], &[3..6, 8..12], &chunk, &[4..6, 9..11]).unwrap();
        let PartCells::Decoded(elements) = &part.cells else { unreachable!() };
        // Rows 1 and 2 of the chunk, columns 1 and 2: 4·row + column.
        assert_eq!(elements.bytes(), [5, 6, 9, 10]);
        assert_eq!((part.index(&[5, 9]), part.index(&[3, 9]), part.index(&[5, 11])), (Some(2), None, None));
        assert!(part.covers(&[4..5, 9..11]) && !part.covers(&[4..5, 8..11]) && !part.covers(&[4..7, 9..11]));
        assert_eq!(part.nbytes(), 4);
    }
}
