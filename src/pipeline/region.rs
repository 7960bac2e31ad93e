use std::ops::Range;

use super::array::KeptIndex;
use super::{Array, Fault, ReadError, RegionValues};
use crate::codec::DecodeOptions;
use crate::metadata::{BoxCorner, BoxMut, Elements, common, copy_box, lengths, seen_from, starts};

/// A box of an array: a range of coordinates in each dimension.
pub type Region = Vec<Range<u64>>;

/// Bytes of a piece of chunks that are too large to be decoded at once.
const LARGE: u64 = 128 << 20;

impl Array {
    /// The whole array.
    pub fn whole(&self) -> Region {
        self.metadata.shape.iter().map(|size| 0..*size).collect()
    }

    /// Cuts a region into pieces that follow each other in C order. Pieces of at most `limit` bytes end where chunks end; a
    /// chunk is cut, and then decoded again for each piece, only if pieces would have more than `most` bytes.
    #[doc(hidden)]
    pub fn pieces(&self, region: Region, limit: u64, most: u64) -> impl Iterator<Item = Region> {
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

    fn split(&self, region: &Region, limit: u64, most: u64) -> Option<(Region, Region)> {
        let nbytes = nbytes(region, self.values_type().nbytes());
        if nbytes.is_some_and(|nbytes| nbytes <= limit) {
            return None;
        }
        let axis = region.iter().position(|range| range.end - range.start > 1)?;
        let range = region.get(axis)?;
        let length = range.end - range.start;
        let room = nbytes.and_then(|nbytes| limit.checked_div(nbytes / length)).unwrap_or(0);
        // The last place at which a chunk ends; where the first chunk goes on after it, its own end.
        let first = self.along(axis, range.start).map_or(u64::MAX, |chunk| chunk.end);
        let last = self.along(axis, range.start.saturating_add(room));
        let edge = last.map_or(first, |chunk| chunk.start.max(first));
        let cut = match nbytes {
            _ if edge < range.end => edge,
            Some(nbytes) if nbytes <= most => return None,
            // Each piece decodes the chunk again, so it is large; two of them are in memory.
            Some(nbytes) => {
                let rows = most.min(limit.max(LARGE)).checked_div(nbytes / length).unwrap_or(0);
                range.start.saturating_add(rows.max(1))
            }
            None => range.start + 1,
        };
        divided(region, axis, cut)
    }

    fn along(&self, axis: usize, position: u64) -> Option<Range<u64>> {
        let mut element = vec![0; self.metadata.shape.len()];
        *element.get_mut(axis)? = position;
        let grid = &self.metadata.chunk_grid;
        let (coords, _) = grid.locate(&element)?;
        grid.extent(&coords)?.get(axis).cloned()
    }

    /// Reads a region: a range of coordinates in each dimension. A missing chunk reads as the fill value, and only the chunks
    /// and inner chunks that the region touches are read, on all cores.
    ///
    /// ```
    /// use zarrscope::{Array, DecodeOptions, Hierarchy};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/fill-values.zarr")?, "partly_missing")?;
    /// let values = array.read_region(&[1..3, 2..5], &DecodeOptions::default())?.to_ndarray::<i32>()?;
    /// assert_eq!(values.shape(), [2, 3]);
    /// assert_eq!(values.iter().copied().collect::<Vec<_>>(), [5, -1, -1, -1, 0, 10]);
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the region does not lie within the array or in memory, or a chunk cannot be decoded.
    pub fn read_region(
        &self,
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<RegionValues, ReadError> {
        self.read_region_into(region, options, Vec::new())
    }

    /// Overwrites `reused`, memory that is not needed any more.
    pub(crate) fn read_region_into(
        &self,
        region: &[Range<u64>],
        options: &DecodeOptions,
        reused: Vec<u8>,
    ) -> Result<RegionValues, ReadError> {
        let whole = &self.metadata.shape;
        let fits = |(range, edge): (&Range<u64>, &u64)| range.start <= range.end && range.end <= *edge;
        if region.len() != whole.len() || !region.iter().zip(whole).all(fits) {
            return Err(ReadError::Outside { shape: whole.clone(), region: region.to_vec() });
        }
        let data_type = self.values_type();
        let shape = lengths(region);
        let mut bytes = reused;
        let size = reserve(&mut bytes, &shape, data_type.nbytes())?;
        let elements = if data_type.is_variable() {
            self.read_variable(region, options, size)
        } else {
            // All of these bytes are overwritten.
            bytes.resize(size.saturating_mul(data_type.nbytes()), 0);
            let mut elements = Elements::new(data_type.clone(), bytes);
            let mut read = Ok(());
            if let Some(chunks) = self.metadata.chunk_grid.touching(region)
                && let Some(place) = BoxMut::whole(&mut elements, &shape)
            {
                read = self.read_chunks(&chunks, region, place, options);
            }
            read.map(|()| elements)
        };
        Ok(RegionValues::new(shape, elements.map_err(|(coords, fault)| ReadError::Chunk { coords, fault })?))
    }

    /// Reads chunk after chunk, because the bytes of elements of any length are in one place.
    fn read_variable(
        &self,
        region: &[Range<u64>],
        options: &DecodeOptions,
        size: usize,
    ) -> Result<Elements, (Vec<u64>, Box<Fault>)> {
        let mut elements = Elements::filled(&self.metadata.data_type, &self.metadata.fill_value, size);
        for coords in self.metadata.chunk_grid.touched(region) {
            let part = self.part(&coords, region, options);
            let Some((part, common)) = part.map_err(|fault| (coords, Box::new(fault)))? else { continue };
            let size = lengths(&common);
            let from = BoxCorner { shape: &size, start: &vec![0; size.len()] };
            let to = BoxCorner { shape: &lengths(region), start: &starts(&seen_from(&common, region)) };
            // Both boxes fit by construction.
            let _ = copy_box(&part, from, &mut elements, to, &size);
        }
        Ok(elements)
    }

    pub(super) fn part(
        &self,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<Option<(Elements, Region)>, Fault> {
        let Some([within, common]) = self.within(coords, region) else { return Ok(None) };
        let part = self.decode_part(coords, &within, options)?;
        Ok(part.map(|part| (part, common)))
    }

    /// The same of a shard whose index is kept.
    pub(super) fn part_by(
        &self,
        kept: &KeptIndex,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<Option<(Elements, Region)>, Fault> {
        let Some([within, common]) = self.within(coords, region) else { return Ok(None) };
        let part = self.decode_part_by(kept, coords, &within, options)?;
        Ok(part.map(|part| (part, common)))
    }

    /// The part of a chunk that lies in a region, seen from the chunk and from the array.
    fn within(&self, coords: &[u64], region: &[Range<u64>]) -> Option<[Region; 2]> {
        let grid = &self.metadata.chunk_grid;
        let common = common(&grid.used(coords)?, region);
        Some([seen_from(&common, &grid.extent(coords)?), common])
    }

    /// Both halves at the same time. Of two faults the one that is first in C order counts, whichever came first.
    fn read_chunks(
        &self,
        chunks: &[Range<u64>],
        region: &[Range<u64>],
        mut place: BoxMut,
        options: &DecodeOptions,
    ) -> Result<(), (Vec<u64>, Box<Fault>)> {
        let Some((halves, axis, at)) = self.halve(chunks) else {
            let coords = starts(chunks);
            match self.part(&coords, region, options).map_err(|fault| (coords, Box::new(fault)))? {
                Some((part, common)) => self.put_values(part, &common, place),
                None => place.fill(&self.values_fill()),
            }
            return Ok(());
        };
        let cut = region.get(axis).map_or(0, |range| at.saturating_sub(range.start));
        let Some((first, second)) = place.split(axis, cut) else { return Ok(()) };
        let Some((before, after)) = divided(region, axis, at) else { return Ok(()) };
        let (one, other) = halves;
        match rayon::join(
            || self.read_chunks(&one, &before, first, options),
            || self.read_chunks(&other, &after, second, options),
        ) {
            (Err(one), Err(other)) => Err(if other.0 < one.0 { other } else { one }),
            (one, other) => one.and(other),
        }
    }

    /// Cuts a box of chunks along one dimension. Also gives the dimension, and the place in the array where the second half begins.
    fn halve(&self, chunks: &[Range<u64>]) -> Option<((Region, Region), usize, u64)> {
        let axis = chunks.iter().position(|range| range.end - range.start > 1)?;
        let range = chunks.get(axis)?;
        let middle = range.start + (range.end - range.start) / 2;
        let halves = divided(chunks, axis, middle)?;
        let at = self.metadata.chunk_grid.extent(&starts(&halves.1))?.get(axis)?.start;
        Some((halves, axis, at))
    }
}

fn divided(region: &[Range<u64>], axis: usize, at: u64) -> Option<(Region, Region)> {
    let (mut before, mut after) = (region.to_vec(), region.to_vec());
    before.get_mut(axis)?.end = at;
    after.get_mut(axis)?.start = at;
    Some((before, after))
}

fn reserve(bytes: &mut Vec<u8>, shape: &[u64], element_nbytes: usize) -> Result<usize, ReadError> {
    let is_empty = shape.contains(&0);
    let size = shape.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge));
    let size = if is_empty { 0 } else { size.unwrap_or(u64::MAX) };
    if let Ok(count) = usize::try_from(size)
        && let Some(nbytes) = count.checked_mul(element_nbytes)
        && bytes.try_reserve_exact(nbytes.saturating_sub(bytes.len())).is_ok()
    {
        return Ok(count);
    }
    Err(ReadError::TooLarge { size, element_nbytes })
}

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

    fn array(shape: &str, chunk_shape: &str) -> (tempfile::TempDir, Array) {
        let directory = tempfile::tempdir().unwrap();
        let document = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "uint8",
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunk_shape}}}}},
            "chunk_key_encoding": "default", "fill_value": 0, "codecs": ["bytes"]}}"#
        );
        std::fs::write(directory.path().join("zarr.json"), document).unwrap();
        let hierarchy = Hierarchy::open(directory.path()).unwrap();
        let array = Array::open(&hierarchy, "").unwrap();
        (directory, array)
    }

    fn pieces(shape: &str, chunk_shape: &str, limits: (u64, u64)) -> Vec<Region> {
        let (_directory, array) = array(shape, chunk_shape);
        array.pieces(array.whole(), limits.0, limits.1).take(100).collect()
    }

    #[test]
    fn a_chunk_is_not_cut_below_what_it_may_take() {
        assert_eq!(pieces("[4, 4]", "[2, 4]", (4, 8)), [[0..2, 0..4], [2..4, 0..4]]);
        assert_eq!(pieces("[9, 1]", "[2, 1]", (5, 8)), [[0..4, 0..1], [4..9, 0..1]]);
        assert_eq!(pieces("[4, 4]", "[4, 4]", (4, 16)), [[0..4, 0..4]]);
        assert_eq!(pieces("[2, 4]", "[2, 4]", (4, 4)), [[0..1, 0..4], [1..2, 0..4]]);
        // High chunks beside each other, which are more than what may be decoded at once.
        assert_eq!(pieces("[9, 4]", "[9, 1]", (4, 16)), [[0..4, 0..4], [4..8, 0..4], [8..9, 0..4]]);
    }

    #[test]
    fn of_several_faults_the_first_in_c_order_is_told() {
        let (directory, array) = array("[6, 6]", "[2, 2]");
        let chunk = |name: &str, bytes: &[u8]| {
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        chunk("c/0/1", b"abcd");
        let read = |region: &Region| array.read_region_into(region, &DecodeOptions::default(), vec![7; 100]);
        let first = |region: &Region| match read(region) {
            Err(ReadError::Chunk { coords, .. }) => coords,
            other => panic!("{other:?}"),
        };
        assert_eq!(read(&vec![1..4, 1..4]).unwrap().bytes(), b"\0cd\0\0\0\0\0\0", "memory is reused");
        for name in ["c/2/0", "c/1/2", "c/2/2"] {
            chunk(name, b"abc");
        }
        assert_eq!(first(&array.whole()), [1, 2]);
        assert_eq!(first(&vec![4..6, 0..6]), [2, 0]);
        assert_eq!(read(&vec![4..6, 2..4]).unwrap().bytes(), b"\0\0\0\0");
    }

    /// int16 is cast to int8, which has no 300.
    #[test]
    fn elements_past_the_array_need_no_value() {
        let directory = tempfile::tempdir().unwrap();
        let read = |codecs: &str, chunk: &[u8]| {
            let document = format!(
                r#"{{"zarr_format": 3, "node_type": "array", "shape": [3], "data_type": "int8",
                "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [4]}}}},
                "chunk_key_encoding": "default", "fill_value": 0,
                "codecs": [{{"name": "cast_value", "configuration": {{"data_type": "int16"}}}}, {codecs}]}}"#
            );
            std::fs::create_dir_all(directory.path().join("c")).unwrap();
            std::fs::write(directory.path().join("zarr.json"), document).unwrap();
            std::fs::write(directory.path().join("c/0"), chunk).unwrap();
            let array = Array::open(&Hierarchy::open(directory.path()).unwrap(), "").unwrap();
            let read = array.read_region(&array.whole(), &DecodeOptions::default());
            read.map(|values| values.bytes().to_vec()).map_err(|error| error.to_string())
        };
        let bytes = |numbers: [i16; 4]| numbers.map(i16::to_le_bytes).concat();
        let plain = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
        assert_eq!(read(plain, &bytes([1, 2, 3, 300])), Ok(vec![1, 2, 3]));
        let inside = read(plain, &bytes([1, 300, 3, 300])).unwrap_err();
        assert!(inside.contains("element (1), the first of 2"), "{inside}");
        assert!(read(plain, &bytes([1, 2, 3, 300])[..7]).is_err(), "other faults stay");
        let shards = format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [2], "codecs": [{plain}], "index_codecs": [{plain}]}}}}"#
        );
        let index = [0_u64, 4, 4, 4].map(u64::to_le_bytes).concat();
        let shard = [bytes([1, 2, 3, 300]), index].concat();
        assert_eq!(read(&shards, &shard), Ok(vec![1, 2, 3]));
    }

    #[test]
    fn a_region_outside_of_the_array_or_of_memory_is_an_error() {
        let (_directory, small) = array("[4, 4]", "[2, 2]");
        let read = |region: Region| small.read_region(&region, &DecodeOptions::default());
        assert_eq!(read(vec![1..3, 4..4]).unwrap().shape(), [2, 0]);
        for region in [vec![0..5, 0..4], vec![0..1; 3], vec![Range { start: 3, end: 1 }, 0..4], vec![]] {
            assert!(matches!(read(region), Err(ReadError::Outside { .. })));
        }
        let (_directory, large) = array("[4611686018427387904, 8]", "[1, 1]");
        let read = large.read_region(&large.whole(), &DecodeOptions::default());
        assert!(matches!(read, Err(ReadError::TooLarge { element_nbytes: 1, .. })));
    }

    #[test]
    fn an_empty_region_is_one_piece_however_large_the_other_dimensions_are() {
        let large = "4611686018427387904";
        assert_eq!(pieces(&format!("[{large}, {large}, 0]"), "[1, 1, 1]", (1, 1)).len(), 1);
    }
}
