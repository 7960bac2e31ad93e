//! Values that are those of no sparse matrix: the doctor finds them, and says nothing of sound ones that look alike.

use serde_json::json;
use zarrscope::DecodeOptions;
use zarrscope::doctor::{Checkup, ChunkChoice};

use crate::document::Document;
use crate::store::Store;

const ROWS: usize = 40;
const COLUMNS: i32 = 100;
const IN_ROW: usize = 10;
/// Elements of a chunk of `indptr` and of `indices`.
const EDGES: [usize; 2] = [9, 50];

/// A matrix by rows, and a chunk of `indptr` and of `indices` that is not written.
#[derive(Clone)]
struct Matrix {
    indptr: Vec<i32>,
    indices: Vec<i32>,
    missing: [usize; 2],
}

/// Forty rows, each with ten columns that rise.
fn sound() -> Matrix {
    let columns = |row: i32| (0..10).map(move |number| number * 10 + (row * 7 + number * row) % 10);
    Matrix {
        indptr: (0..=40).map(|row| row * 10).collect(),
        indices: (0..40).flat_map(columns).collect(),
        missing: [usize::MAX; 2],
    }
}

impl Matrix {
    /// The first cause that is found of each array or chunk, with the key.
    fn found(&self) -> Vec<(String, String)> {
        let attributes = json!({"encoding-type": "csr_matrix", "shape": [ROWS, COLUMNS]});
        let store = Store::new().described("", &attributes);
        let data = vec![7; self.indices.len()];
        let lists = [
            ("indptr", &self.indptr, EDGES[0], self.missing[0]),
            ("indices", &self.indices, EDGES[1], self.missing[1]),
        ];
        for (name, values, edge, missing) in lists.into_iter().chain([("data", &data, 50, usize::MAX)]) {
            let shape = format!("[{}]", values.len());
            let document = Document::v3().shaped(&shape, &format!("[{edge}]")).typed("int32");
            let mut files = Vec::new();
            for (number, chunk) in values.chunks(edge).enumerate().filter(|(number, _)| *number != missing) {
                let mut bytes: Vec<u8> = chunk.iter().flat_map(|value| value.to_le_bytes()).collect();
                bytes.resize(4 * edge, 0);
                files.push((format!("c/{number}"), bytes));
            }
            let files: Vec<(&str, Vec<u8>)> =
                files.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
            store.put(name, &document, &files);
        }
        let hierarchy = store.hierarchy();
        let checkup = Checkup::run(&hierarchy, &DecodeOptions::default(), ChunkChoice::Quick, &mut |_| {});
        let mut found = Vec::new();
        for diagnosis in checkup.found {
            let name = diagnosis.array.rsplit('/').next().unwrap_or_default().to_owned();
            found.push((
                format!("{name}/{}", diagnosis.key),
                diagnosis.verdict.hypotheses[0].hypothesis.clone(),
            ));
        }
        found
    }

    /// The same, where one thing is found.
    fn one(&self) -> (String, String) {
        let found = self.found();
        assert_eq!(found.len(), 1, "{found:?}");
        found.into_iter().next().unwrap_or_default()
    }
}

fn at(key: &str, what: &str) -> (String, String) {
    (key.to_owned(), what.to_owned())
}

const LOST: &str = "the chunk is lost: it reads as the fill value";
const ODD: &str = "the chunk does not belong there: its rows are unlike those of all other chunks";

#[test]
fn sound_matrices_have_nothing_wrong() {
    assert_eq!(sound().found(), []);
    let mut unsorted = sound();
    unsorted.indices.chunks_mut(IN_ROW).for_each(<[i32]>::reverse);
    assert_eq!(unsorted.found(), [], "no order is asked for");
    let mut twice = sound();
    twice.indices.chunks_mut(IN_ROW).for_each(|row| row[3] = row[2]);
    assert_eq!(twice.found(), [], "elements of one place are added");
    let mut once = sound();
    once.indices[123] = once.indices[122];
    once.indices.swap(207, 208);
    assert_eq!(once.found(), [], "one element is no chunk");
    // Rows 20 to 29 are empty, and the columns of the others are the first.
    let mut empty = sound();
    empty.indptr = (0..=40).map(|row: i32| (row.min(20) + (row - 30).max(0)) * 10).collect();
    empty.indices = (0..300).map(|element| element % 10).collect();
    assert_eq!(empty.found(), []);
}

#[test]
fn rows_follow_each_other() {
    let mut appended = sound();
    appended.indptr[23..].iter_mut().for_each(|start| *start -= 220);
    let what = "indptr lacks an offset: at element 23 a second part was appended without adding 220";
    assert_eq!(appended.one(), at("indptr/c/2", what));
    let mut falls = sound();
    falls.indptr[12] = 400;
    assert_eq!(falls.one(), at("indptr/c/1", "indptr falls at element 13"));
    let mut ends = sound();
    ends.indices.extend([3; 50]);
    assert_eq!(ends.one(), at("indptr/zarr.json", "indptr does not end with the number of indices"));
    let mut begins = sound();
    begins.indptr[0] = 4;
    assert_eq!(begins.one(), at("indptr/zarr.json", "indptr does not begin with 0"));
    assert!(Matrix { missing: [4, 9], ..sound() }.found().contains(&at("indptr/c/4", LOST)));
}

#[test]
fn rows_name_columns_that_are_there() {
    let mut beyond = sound();
    beyond.indices[333] = 100;
    let what = "element 333 of indices is 100, and there are 100 columns";
    assert_eq!(beyond.one(), at("indices/c/6", what));
    beyond.indices[120] = -1;
    let what = "element 120 of indices is -1, and there are 100 columns";
    assert_eq!(beyond.one(), at("indices/zarr.json", what));
    let mut ones = sound();
    ones.indices.iter_mut().for_each(|column| *column += 1);
    ones.indices[9] = 100;
    assert_eq!(ones.one(), at("indices/zarr.json", "indices counts from 1: column 1 is the first"));
}

#[test]
fn one_chunk_alone_is_odd() {
    assert_eq!(Matrix { missing: [usize::MAX, 4], ..sound() }.one(), at("indices/c/4", LOST));
    let mut unsorted = sound();
    unsorted.indices[300..350].chunks_mut(IN_ROW).for_each(<[i32]>::reverse);
    assert_eq!(unsorted.one(), at("indices/c/6", ODD));
    let mut twice = sound();
    for row in twice.indices[300..350].chunks_mut(IN_ROW) {
        row[3] = row[2];
        row[7] = row[6];
    }
    assert_eq!(twice.one(), at("indices/c/6", ODD));
}
