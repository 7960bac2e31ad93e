//! Specifications: [regular](https://zarr-specs.readthedocs.io/en/latest/v3/chunk-grids/regular-grid/index.html),
//! [rectilinear](https://github.com/zarr-developers/zarr-extensions/tree/main/chunk-grids/rectilinear). In both, a
//! chunk at the edge keeps its full shape; the part past the array (the *overhang*) is stored too, and nobody reads it.
//! In `zarrs.regular_bounded`, an
//! [experiment of zarrs](https://docs.rs/zarrs/latest/zarrs/array/chunk_grid/regular_bounded/index.html), it ends with the
//! array.

mod axis;

use std::ops::Range;

pub(super) use self::axis::read_edge;
use self::axis::{Axis, read_axis};
use super::json::{Field, Json, named_only};
use super::{extension::Extension, region::starts};

/// The chunk grid of an array: one axis per dimension.
///
/// ```
/// use zarrscope::document::ChunkGrid;
///
/// let grid = ChunkGrid::regular(&[10, 10], &[4, 4]);
/// assert_eq!(grid.grid_shape(), [3, 3]);
/// // The chunk that an element lies in, and where in it.
/// assert_eq!(grid.locate(&[9, 5]), Some((vec![2, 1], vec![1, 1])));
/// // A chunk at the edge has all of its elements.
/// assert_eq!(grid.extent(&[2, 1]), Some(vec![8..12, 4..8]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkGrid {
    #[doc(hidden)]
    pub name: &'static str,
    axes: Vec<Axis>,
    is_empty: bool,
}

const OTHERS: &[(&str, &str)] = &[("rectangular", "an older form of \"rectilinear\" that zarrs wrote")];

/// What is read although it is in no registry. zarrs has written its grid under the first of its names, and documents
/// it under the second.
pub(super) const PROPOSALS: &[&str] = &[BOUNDED, "regular_bounded"];

const BOUNDED: &str = "zarrs.regular_bounded";

impl ChunkGrid {
    /// The regular grid: chunks of one shape. Every edge is at least one.
    pub fn regular(shape: &[u64], chunk_shape: &[u64]) -> Self {
        let axes = shape.iter().zip(chunk_shape).map(|(size, edge)| Axis::regular(*size, *edge)).collect();
        Self::of("regular", axes)
    }

    fn of(name: &'static str, axes: Vec<Axis>) -> Self {
        let is_empty = axes.iter().any(|axis| axis.count() == 0);
        Self { name, axes, is_empty }
    }

    #[doc(hidden)]
    pub fn read(json: &Json, shape: &[u64]) -> Field<Self> {
        let extension = Extension::read(json, "a chunk grid")?;
        match extension.name.as_str() {
            name @ ("regular" | BOUNDED | "regular_bounded") => {
                let expected = format!("an array of {} positive integers, one per dimension", shape.len());
                let place = extension.required(json, "chunk_shape", &expected)?;
                let edges = place.list("positive integers", |item| read_edge(item, "a positive integer"))?;
                if edges.len() != shape.len() {
                    return Err(place.unexpected(expected));
                }
                if name == "regular" {
                    return Ok(Self::regular(shape, &edges));
                }
                let axes = shape.iter().zip(&edges).map(|(size, edge)| Axis::bounded(*size, *edge));
                Ok(Self::of(BOUNDED, axes.collect()))
            }
            "rectilinear" => read_rectilinear(json, &extension, shape),
            name => {
                let fault = json.unexpected("the chunk grid \"regular\" or \"rectilinear\"");
                Err(named_only(fault, name, OTHERS))
            }
        }
    }

    #[doc(hidden)]
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    /// How many chunks there are along each dimension.
    pub fn grid_shape(&self) -> Vec<u64> {
        self.axes.iter().map(Axis::count).collect()
    }

    #[doc(hidden)]
    pub fn size(&self) -> Option<u128> {
        self.axes.iter().try_fold(1_u128, |size, axis| size.checked_mul(axis.count().into()))
    }

    #[doc(hidden)]
    pub fn overhang(&self) -> Vec<u64> {
        let mut overhang = vec![0; self.axes.len()];
        for (past, axis) in overhang.iter_mut().zip(&self.axes) {
            if let Some(last) = axis.count().checked_sub(1)
                && let Some(extent) = axis.extent(last)
            {
                *past = extent.end.saturating_sub(axis.size);
            }
        }
        overhang
    }

    #[doc(hidden)]
    pub fn array_shape(&self) -> Vec<u64> {
        self.axes.iter().map(|axis| axis.size).collect()
    }

    pub(crate) fn common_shape(&self) -> Option<Vec<u64>> {
        self.axes.iter().map(Axis::common_edge).collect()
    }

    #[doc(hidden)]
    pub fn contains(&self, coords: &[u64]) -> bool {
        coords.len() == self.rank() && self.holds(coords)
    }

    pub(crate) fn contains_first(&self, coords: &[u64]) -> bool {
        !self.is_empty && coords.len() <= self.rank() && self.holds(coords)
    }

    fn holds(&self, coords: &[u64]) -> bool {
        coords.iter().zip(&self.axes).all(|(chunk, axis)| *chunk < axis.count())
    }

    /// The shape of one chunk, with its overhang; `None` outside the grid.
    pub fn chunk_shape(&self, coords: &[u64]) -> Option<Vec<u64>> {
        self.along(coords, |axis, chunk| axis.extent(chunk).map(|extent| extent.end - extent.start))
    }

    /// The element coordinates a chunk covers, with its overhang; `None` outside the grid.
    pub fn extent(&self, coords: &[u64]) -> Option<Vec<Range<u64>>> {
        self.along(coords, Axis::extent)
    }

    #[doc(hidden)]
    pub fn used(&self, coords: &[u64]) -> Option<Vec<Range<u64>>> {
        self.along(coords, |axis, chunk| {
            let extent = axis.extent(chunk)?;
            Some(extent.start.min(axis.size)..extent.end.min(axis.size))
        })
    }

    #[doc(hidden)]
    pub fn overhangs(&self, coords: &[u64]) -> bool {
        for (chunk, axis) in coords.iter().zip(&self.axes) {
            if let Some(extent) = axis.extent(*chunk)
                && extent.end > axis.size
            {
                return true;
            }
        }
        false
    }

    /// The chunk an element lies in, and its coordinates within that chunk; `None` outside the array.
    pub fn locate(&self, element: &[u64]) -> Option<(Vec<u64>, Vec<u64>)> {
        if element.len() != self.rank() {
            return None;
        }
        let mut chunk = Vec::with_capacity(element.len());
        let mut within = Vec::with_capacity(element.len());
        for (position, axis) in element.iter().zip(&self.axes) {
            let (index, rest) = axis.locate(*position)?;
            chunk.push(index);
            within.push(rest);
        }
        Some((chunk, within))
    }

    pub(crate) fn locate_along(&self, axis: usize, position: u64) -> Option<(u64, u64)> {
        self.axes.get(axis)?.locate(position)
    }

    pub(crate) fn chunks_along(&self, axis: usize) -> Option<u64> {
        self.axes.get(axis).map(Axis::count)
    }

    pub(crate) fn common_edge(&self, axis: usize) -> Option<u64> {
        self.axes.get(axis)?.common_edge()
    }

    pub(crate) fn touching(&self, region: &[Range<u64>]) -> Option<Vec<Range<u64>>> {
        if region.len() != self.rank() || region.iter().any(Range::is_empty) {
            return None;
        }
        let mut touching = Vec::with_capacity(region.len());
        for (range, axis) in region.iter().zip(&self.axes) {
            // Chunks lie in the order of their elements, so that the two ends of the range are enough.
            let (first, _) = axis.locate(range.start)?;
            let (last, _) = axis.locate(range.end - 1)?;
            touching.push(first..last.checked_add(1)?);
        }
        Some(touching)
    }

    #[doc(hidden)]
    pub fn touched(&self, region: &[Range<u64>]) -> impl Iterator<Item = Vec<u64>> + use<> {
        let chunks = self.touching(region);
        let first = chunks.as_deref().map(starts);
        let chunks = chunks.unwrap_or_default();
        std::iter::successors(first, move |coords| {
            // Counts like an odometer: the last coordinate first, and where it is at its end, the one before it.
            let mut next = coords.clone();
            for (coord, range) in next.iter_mut().zip(&chunks).rev() {
                if *coord + 1 < range.end {
                    *coord += 1;
                    return Some(next);
                }
                *coord = range.start;
            }
            None
        })
    }

    fn along<T>(&self, coords: &[u64], read: impl Fn(&Axis, u64) -> Option<T>) -> Option<Vec<T>> {
        if coords.len() != self.rank() {
            return None;
        }
        coords.iter().zip(&self.axes).map(|(chunk, axis)| read(axis, *chunk)).collect()
    }
}

fn read_rectilinear(json: &Json, extension: &Extension, shape: &[u64]) -> Field<ChunkGrid> {
    let kind = extension.required(json, "kind", "\"inline\"")?;
    if kind.value().as_str() != Some("inline") {
        return Err(kind.unexpected("\"inline\""));
    }
    // With it the chunks would be stored in other shapes than the grid has.
    if let Some(encoded) = extension.optional("encoded_chunk_shapes") {
        return Err(encoded.fault("no \"encoded_chunk_shapes\", which is a proposal and not read", "one"));
    }
    let expected = format!("an array of {} chunk edge lists, one per dimension", shape.len());
    let place = extension.required(json, "chunk_shapes", &expected)?;
    let items = place.items("chunk edge lists, one per dimension")?;
    if items.len() != shape.len() {
        return Err(place.unexpected(expected));
    }
    let axes = shape.iter().zip(&items).map(|(size, item)| read_axis(item, *size));
    Ok(ChunkGrid::of("rectilinear", axes.collect::<Field<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: &Value, shape: &[u64]) -> Result<ChunkGrid, String> {
        ChunkGrid::read(&Json::at(value, "/chunk_grid".into()), shape).map_err(|error| error.to_string())
    }

    fn regular(shape: &[u64], chunk_shape: &[u64]) -> ChunkGrid {
        read(&json!({"name": "regular", "configuration": {"chunk_shape": chunk_shape}}), shape).unwrap()
    }

    fn rectilinear(shape: &[u64], chunk_shapes: &Value) -> Result<ChunkGrid, String> {
        let configuration = json!({"kind": "inline", "chunk_shapes": chunk_shapes});
        read(&json!({"name": "rectilinear", "configuration": configuration}), shape)
    }

    #[test]
    fn the_example_of_the_specification() {
        let grid = regular(&[10, 200, 3000], &[5, 20, 400]);
        assert_eq!(grid.grid_shape(), [2, 10, 8]);
        assert_eq!(grid.locate(&[7, 150, 900]), Some((vec![1, 7, 2], vec![2, 10, 100])));
        assert_eq!(grid.overhang(), [0, 0, 200]);
        assert!(!grid.overhangs(&[1, 9, 6]));
        assert!(grid.overhangs(&[0, 0, 7]));
        assert_eq!(grid.extent(&[0, 0, 7]), Some(vec![0..5, 0..20, 2800..3200]));
        assert_eq!(grid.used(&[0, 0, 7]), Some(vec![0..5, 0..20, 2800..3000]));
        assert_eq!(grid.extent(&[1, 7, 2]), Some(vec![5..10, 140..160, 800..1200]));
        assert_eq!((grid.locate_along(2, 900), grid.locate_along(2, 3000)), (Some((2, 100)), None));
        assert_eq!((grid.common_edge(1), grid.common_edge(3)), (Some(20), None));
    }

    #[test]
    fn a_chunk_at_the_edge_keeps_its_shape() {
        let grid = regular(&[30, 30], &[16, 16]);
        assert_eq!(grid.grid_shape(), [2, 2]);
        assert_eq!(grid.chunk_shape(&[0, 1]), Some(vec![16, 16]));
        assert_eq!(grid.used(&[0, 1]), Some(vec![0..16, 16..30]));
    }

    #[test]
    fn an_array_without_dimensions_has_one_chunk() {
        let grid = regular(&[], &[]);
        assert_eq!((grid.size(), grid.contains(&[])), (Some(1), true));
        assert_eq!(grid.locate(&[]), Some((vec![], vec![])));
    }

    #[test]
    fn a_dimension_of_length_zero_has_no_chunks() {
        let grid = regular(&[0, 4], &[2, 2]);
        assert_eq!((grid.grid_shape(), grid.overhang()), (vec![0, 2], vec![0, 0]));
        assert_eq!((grid.size(), grid.contains(&[0, 0])), (Some(0), false));
    }

    #[test]
    fn outside_is_none() {
        let grid = regular(&[30, 30], &[16, 16]);
        assert_eq!(grid.extent(&[2, 0]), None);
        assert_eq!(grid.extent(&[0]), None);
        assert_eq!(grid.locate(&[30, 0]), None);
        assert_eq!(grid.locate(&[0, 0, 0]), None);
    }

    #[test]
    fn a_box_touches_the_chunks_between_its_corners() {
        let grid = regular(&[30, 30], &[16, 16]);
        let touched = |region: &[Range<u64>]| grid.touched(region).collect::<Vec<_>>();
        assert_eq!(touched(&[0..16, 15..17]), [[0, 0], [0, 1]]);
        assert_eq!(touched(&[0..30, 0..30]), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert_eq!(touched(&[3..3, 0..30]), Vec::<Vec<u64>>::new());
        assert_eq!(regular(&[], &[]).touched(&[]).collect::<Vec<_>>(), [Vec::<u64>::new()]);
    }

    #[test]
    fn rectilinear_edges_in_every_form() {
        // 10 = 3+3+3+1; 2+2+2+5 = 11 overhangs by one; [4, 1, 1].
        let grid = rectilinear(&[10, 10, 6], &json!([3, [[2, 3], 5], [4, [1, 2]]])).unwrap();
        assert_eq!(grid.grid_shape(), [4, 4, 3]);
        assert_eq!(grid.chunk_shape(&[3, 3, 0]), Some(vec![3, 5, 4]));
        assert_eq!(grid.extent(&[3, 3, 2]), Some(vec![9..12, 6..11, 5..6]));
        assert_eq!(grid.locate(&[9, 9, 5]), Some((vec![3, 3, 2], vec![0, 3, 0])));
        assert!(grid.overhangs(&[0, 3, 0]) && !grid.overhangs(&[0, 2, 2]));
        assert_eq!((grid.common_shape(), grid.overhang()), (None, vec![2, 1, 0]));
    }

    /// The example of <https://github.com/zarr-developers/zarr-extensions/tree/main/chunk-grids/rectilinear>.
    #[test]
    fn the_example_of_the_rectilinear_grid() {
        let edges = json!([4, [1, 2, 3], [[4, 2]], [[1, 3], 3], [4, 4, 4]]);
        let grid = rectilinear(&[6, 6, 6, 6, 6], &edges).unwrap();
        assert_eq!(grid.grid_shape(), [2, 3, 2, 4, 3]);
        for (axis, edges) in
            [vec![4, 4], vec![1, 2, 3], vec![4, 4], vec![1, 1, 1, 3], vec![4, 4, 4]].iter().enumerate()
        {
            for (chunk, edge) in edges.iter().enumerate() {
                let mut coords = vec![0; 5];
                coords[axis] = chunk as u64;
                assert_eq!(grid.chunk_shape(&coords).unwrap()[axis], *edge);
            }
        }
        // The figure: the index (20, 15) is in chunk (1, 0), at (4, 15).
        let figure = rectilinear(&[26, 38], &json!([[16, 10], [24, 14]])).unwrap();
        assert_eq!(figure.locate(&[20, 15]), Some((vec![1, 0], vec![4, 15])));
        // What N5 does, as its proposal (pull request 25) has it in numbers: the last chunk ends with the array.
        let n5 = rectilinear(&[1000, 1000], &json!([[[64, 15], 40], [[32, 31], 8]])).unwrap();
        let bounded = read(
            &json!({"name": "zarrs.regular_bounded", "configuration": {"chunk_shape": [64, 32]}}),
            &[1000, 1000],
        );
        let bounded = bounded.unwrap();
        assert_eq!((n5.axes, n5.is_empty), (bounded.axes, bounded.is_empty));
    }

    #[test]
    fn bounded_chunks_end_with_the_array() {
        let bounded = |shape: &[u64], chunks: Value| {
            read(&json!({"name": "regular_bounded", "configuration": {"chunk_shape": chunks}}), shape)
        };
        let grid = bounded(&[10, 3, 8, 0], json!([4, 5, 4, 2])).unwrap();
        assert_eq!(grid.grid_shape(), [3, 1, 2, 0]);
        let grid = bounded(&[10, 3, 8], json!([4, 5, 4])).unwrap();
        assert_eq!(grid.extent(&[2, 0, 1]), Some(vec![8..10, 0..3, 4..8]));
        assert_eq!(grid.overhang(), [0, 0, 0]);
        assert_eq!(grid.locate(&[9, 2, 7]), Some((vec![2, 0, 1], vec![1, 2, 3])));
        assert!(bounded(&[4], json!([0])).unwrap_err().contains("a positive integer"));
        assert!(bounded(&[4], json!([2, 2])).unwrap_err().contains("1 positive integers"));
    }

    #[test]
    fn a_rectilinear_chunk_may_lie_wholly_past_the_array() {
        let grid = rectilinear(&[3], &json!([[2, 2, 2]])).unwrap();
        assert_eq!(grid.used(&[2]).unwrap().first(), Some(&(3..3)));
    }

    #[test]
    fn a_run_of_many_chunks_costs_nothing() {
        let grid = rectilinear(&[1 << 60], &json!([[[1, (1_u64 << 60)]]])).unwrap();
        assert_eq!(grid.locate(&[(1 << 60) - 1]), Some((vec![(1 << 60) - 1], vec![0])));
    }

    #[test]
    fn what_does_not_fit_names_its_place() {
        let bad = read(&json!({"name": "regular", "configuration": {"chunk_shape": [4, 0]}}), &[4, 4]);
        assert_eq!(
            bad.unwrap_err(),
            "/chunk_grid/configuration/chunk_shape/1: expected a positive integer, found 0"
        );
        let bad = read(&json!({"name": "regular", "configuration": {"chunk_shape": [4]}}), &[4, 4]);
        assert_eq!(
            bad.unwrap_err(),
            "/chunk_grid/configuration/chunk_shape: expected an array of 2 positive integers, one per dimension, \
             found [4]"
        );
        assert_eq!(
            rectilinear(&[7], &json!([[2, 2]])).unwrap_err(),
            "/chunk_grid/configuration/chunk_shapes/0: expected chunk edges that add up to at least 7, found a sum of 4"
        );
        assert!(rectilinear(&[7], &json!([[[4, u64::MAX]]])).unwrap_err().contains("less than 2^64"));
        assert!(read(&json!("hexagonal"), &[7]).unwrap_err().contains("\"hexagonal\""));
    }

    #[test]
    fn coordinates_near_the_end_of_64_bits_do_not_overflow() {
        let grid = regular(&[u64::MAX], &[1 << 62]);
        assert_eq!(grid.grid_shape(), [4]);
        assert_eq!(grid.extent(&[3]), None);
        assert_eq!(grid.locate(&[u64::MAX - 1]).unwrap().0, [3]);
    }
}
