//! Arrays in chunks of many shapes, in boxes of many sizes: what is found does not depend on either.

use std::path::Path;

use super::elements::compare_elements;
use super::fixture::array;
use super::numbers::Equality;
use super::options::{DiffOptions, EqualityRules};
use super::outcome::ElementDiff;
use super::sides::Sides;
use super::units::UnitLimits;
use crate::hierarchy::Hierarchy;
use crate::pipeline::Array;

const SHAPE: [u64; 2] = [12, 10];
/// Elements that are something else in the second array.
const CHANGED: [[u64; 2]; 3] = [[2, 9], [3, 1], [11, 0]];

fn element([row, column]: [u64; 2], is_changed: bool) -> u8 {
    let changed = u8::from(is_changed && CHANGED.contains(&[row, column]));
    let plain = if row >= 6 && column >= 4 { 0 } else { u8::try_from(row * 10 + column + 1).unwrap() };
    plain + changed * 100
}

/// An array in chunks of that shape. Chunks that are all fill value are left out.
fn write(chunk: [u64; 2], is_changed: bool) -> Array {
    let mut chunks = Vec::new();
    let count = |axis: usize| SHAPE[axis].div_ceil(chunk[axis]);
    for (i, j) in (0..count(0)).flat_map(|i| (0..count(1)).map(move |j| (i, j))) {
        let rows = i * chunk[0]..(i + 1) * chunk[0];
        let at = rows.flat_map(|row| (j * chunk[1]..(j + 1) * chunk[1]).map(move |column| [row, column]));
        let within = |[row, column]: [u64; 2]| row < SHAPE[0] && column < SHAPE[1];
        // What lies past the array is no element.
        let bytes: Vec<u8> = at.map(|at| if within(at) { element(at, is_changed) } else { 0 }).collect();
        if bytes.iter().any(|byte| *byte != 0) {
            chunks.push((format!("{i}.{j}"), bytes));
        }
    }
    array(&SHAPE, &chunk, r#"["bytes"]"#, chunks)
}

fn compare(a: &Array, b: &Array, nbytes: u64, chunk: Option<Vec<u64>>) -> ElementDiff {
    let (data_type, other) = (&a.metadata.data_type, &b.metadata.data_type);
    let equality = Equality::of(data_type, other, EqualityRules::default()).unwrap();
    let limits = UnitLimits { nbytes, large_nbytes: nbytes * 4 };
    let region = chunk.and_then(|coords| a.metadata.chunk_grid.used(&coords));
    let options = DiffOptions { region, ..DiffOptions::default() };
    compare_elements(Sides { a, b }, equality, &options, limits, &mut |_| Some(())).unwrap()
}

#[test]
fn boxes_of_any_size_find_the_same() {
    let shapes = [[1, 1], [2, 3], [5, 4], [12, 1], [1, 10], [3, 10], [12, 10], [20, 20]];
    let (plain, changed) = (shapes.map(|shape| write(shape, false)), shapes.map(|shape| write(shape, true)));
    for a in &plain {
        for (other, differ) in plain.iter().map(|b| (b, 0)).chain(changed.iter().map(|b| (b, 3))) {
            for nbytes in [1, 7, 30, 1000] {
                let found = compare(a, other, nbytes, None);
                let shapes = [a, other].map(|array| array.metadata.chunk_grid.common_shape());
                let what = format!("{shapes:?} {nbytes}");
                assert_eq!((found.compared, found.differ), (120, differ), "{what}");
                let first = found.first.map(|first| first.at);
                assert_eq!(first, (differ > 0).then(|| CHANGED[0].to_vec()), "{what}");
                // Each of the three lies in a chunk of its own, unless chunks are large.
                assert!(found.chunks.differ <= differ && (found.chunks.differ > 0) == (differ > 0), "{what}");
            }
        }
    }
}

#[test]
fn one_chunk_is_compared_with_all_that_lies_there() {
    let (a, b) = (write([3, 5], false), write([5, 4], true));
    let differ = |chunk: [u64; 2]| {
        let found = compare(&a, &b, 16, Some(chunk.to_vec()));
        assert_eq!(found.compared, 15);
        found.differ
    };
    assert_eq!([[0, 0], [0, 1], [1, 0], [3, 0], [3, 1]].map(differ), [0, 1, 1, 1, 0]);
}

#[test]
fn shards_in_parts_have_the_same_elements() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/sharded.zarr");
    let open = |name: &str| Array::open(&Hierarchy::open(&samples).unwrap(), name).unwrap();
    let (plain, nested) = (open("plain"), open("nested"));
    for nbytes in [1, 64, 256, 1 << 20] {
        for (a, b) in [(&plain, &nested), (&nested, &plain), (&nested, &nested)] {
            let found = compare(a, b, nbytes, None);
            assert_eq!((found.compared, found.differ), (256, 0), "{nbytes}");
        }
    }
}
