//! Reading a box of an array, whatever chunks it lies in.

use std::ops::Range;

use super::{Array, Fault};
use crate::codec::DecodeOptions;
use crate::metadata::{Elements, Place, common, copy_box, lengths, seen_from, starts};

/// A box of an array: a range of coordinates in each dimension.
pub type Region = Vec<Range<u64>>;

impl Array {
    /// The whole array.
    #[must_use]
    pub fn whole(&self) -> Region {
        self.metadata.shape.iter().map(|size| 0..*size).collect()
    }

    /// Cuts a region into pieces that follow each other in C order: where chunks end down to `limit` bytes, and inside
    /// chunks, which then are decoded again for each piece, only above `most` bytes.
    pub fn pieces(&self, region: Region, (limit, most): (u64, u64)) -> impl Iterator<Item = Region> {
        let mut rest = vec![region];
        std::iter::from_fn(move || {
            loop {
                let next = rest.pop()?;
                match self.split(&next, limit, most) {
                    Some((first, others)) => rest.extend([others, first]),
                    None => return Some(next),
                }
            }
        })
    }

    /// Splits the first rows off a region that is too large; `None` when it need not or cannot be split.
    fn split(&self, region: &Region, limit: u64, most: u64) -> Option<(Region, Region)> {
        let nbytes = nbytes(region, self.metadata.data_type.nbytes());
        if nbytes.is_some_and(|nbytes| nbytes <= limit) {
            return None;
        }
        let axis = region.iter().position(|range| range.end - range.start > 1)?;
        let range = region.get(axis)?;
        let edge = self.edge(axis, range.start);
        let cut = match nbytes {
            _ if edge < range.end => edge,
            Some(nbytes) if nbytes <= most => return None,
            _ => range.start + 1,
        };
        let with = |part: Range<u64>| {
            let mut region = region.clone();
            region.get_mut(axis).into_iter().for_each(|range| *range = part.clone());
            region
        };
        Some((with(range.start..cut), with(cut..range.end)))
    }

    /// Where the chunks that hold an element end, in one dimension.
    fn edge(&self, axis: usize, position: u64) -> u64 {
        let mut element = vec![0; self.metadata.shape.len()];
        element.get_mut(axis).into_iter().for_each(|coord| *coord = position);
        let grid = &self.metadata.chunk_grid;
        let extent = grid.locate(&element).and_then(|(coords, _)| grid.extent(&coords));
        extent.and_then(|extent| extent.get(axis).map(|range| range.end)).unwrap_or(u64::MAX)
    }

    /// Reads a region that lies within the array and in memory. A missing chunk reads as the fill value.
    ///
    /// # Errors
    /// The chunk that cannot be decoded, and why.
    pub fn read_region(
        &self,
        region: &Region,
        options: &DecodeOptions,
    ) -> Result<Elements, (Vec<u64>, Fault)> {
        let size = lengths(region).iter().product::<u64>();
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let mut elements = Elements::filled(&self.metadata.data_type, &self.metadata.fill_value, size);
        for coords in self.metadata.chunk_grid.touched(region) {
            self.place(&coords, &mut elements, region, options).map_err(|fault| (coords, fault))?;
        }
        Ok(elements)
    }

    /// Copies the part of a chunk that lies in the region.
    fn place(
        &self,
        coords: &[u64],
        into: &mut Elements,
        region: &Region,
        options: &DecodeOptions,
    ) -> Result<(), Fault> {
        let grid = &self.metadata.chunk_grid;
        let (Some(extent), Some(used)) = (grid.extent(coords), grid.used(coords)) else { return Ok(()) };
        let common = common(&used, region);
        // A rectilinear chunk may lie wholly past the array.
        if common.iter().any(Range::is_empty) {
            return Ok(());
        }
        let size = lengths(&common);
        let part = self.decode_part(coords, &seen_from(&common, &extent), options)?;
        let Some(part) = part else { return Ok(()) };
        let from = Place { shape: &size, start: &vec![0; size.len()] };
        let to = Place { shape: &lengths(region), start: &starts(&seen_from(&common, region)) };
        // Both boxes fit by construction.
        let _ = copy_box((&part, from), (into, to), &size);
        Ok(())
    }
}

/// The bytes of a region; `None` beyond 2^64.
fn nbytes(region: &Region, element: usize) -> Option<u64> {
    if region.iter().any(Range::is_empty) {
        return Some(0);
    }
    region.iter().try_fold(element as u64, |nbytes, range| nbytes.checked_mul(range.end - range.start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Hierarchy;

    fn pieces(shape: &str, chunk_shape: &str, limits: (u64, u64)) -> Vec<Region> {
        let directory = tempfile::tempdir().unwrap();
        let document = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "uint8",
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunk_shape}}}}},
            "chunk_key_encoding": "default", "fill_value": 0, "codecs": ["bytes"]}}"#
        );
        std::fs::write(directory.path().join("zarr.json"), document).unwrap();
        let hierarchy = Hierarchy::open(directory.path()).unwrap();
        let array = Array::open(&hierarchy, &hierarchy.describe("")).unwrap().unwrap();
        array.pieces(array.whole(), limits).take(100).collect()
    }

    #[test]
    fn a_chunk_is_not_cut_below_what_it_may_take() {
        assert_eq!(pieces("[4, 4]", "[2, 4]", (4, 8)), [[0..2, 0..4], [2..4, 0..4]]);
        assert_eq!(pieces("[4, 4]", "[4, 4]", (4, 16)), [[0..4, 0..4]]);
        assert_eq!(pieces("[2, 4]", "[2, 4]", (4, 4)), [[0..1, 0..4], [1..2, 0..4]]);
    }

    #[test]
    fn an_empty_region_is_one_piece_however_large_the_other_dimensions_are() {
        let large = "4611686018427387904";
        assert_eq!(pieces(&format!("[{large}, {large}, 0]"), "[1, 1, 1]", (1, 1)).len(), 1);
    }
}
