//! Whole stores: any bytes as an archive, and arrays with any document and any chunk.

use std::fs;
use std::path::Path;

use zarrscope::codec::{Statistics, Value};
use zarrscope::doctor::{Checkup, ChunkChoice, document_hypotheses};
use zarrscope::hierarchy::{Hierarchy, Node};
use zarrscope::limits::Limits;
use zarrscope::metadata::{Elements, v2};
use zarrscope::pipeline::{Array, ByteAt, ChunkAddress, OpenNode, Survey, verify};
use zarrscope::store::{Below, ByteSource, Detail, Store, Walk};

use super::check::{self, OPTIONS, check_message, check_messages};
use super::decoders;

/// Chunks and elements that are looked at in one array.
const MOST: usize = 2;

/// A zip archive.
pub fn zip(data: &[u8]) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("store.zip");
    fs::write(&path, data).unwrap();
    let store = match Store::at(&path) {
        Ok(store) => store,
        Err(error) => return check_message(&error.to_string()),
    };
    let mut keys = Vec::new();
    store.walk("", Detail::Sizes, |key, below| {
        match below {
            Below::Unreadable(error) => check_message(&error.to_string()),
            _ => keys.push(key.to_owned()),
        }
        if keys.len() < 100 { Walk::On } else { Walk::Stop }
    });
    keys.push(String::new());
    for key in &keys {
        assert!(!key.split('/').any(|name| name == ".."), "{key:?} leads out of the store");
        read(&store, key);
    }
    look(&Hierarchy::open(&path).unwrap());
}

/// A file of references to chunks, beside a file that they may lead to.
pub fn references(data: &[u8]) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("store.json");
    fs::write(&path, data).unwrap();
    fs::write(directory.path().join("data.nc"), [7; 256]).unwrap();
    let limits = Limits { references: 1000, ..Limits::default() };
    let hierarchy = match Hierarchy::open_at(&path, &limits.into()) {
        Ok(hierarchy) => hierarchy,
        Err(error) => return check_message(&error.to_string()),
    };
    let mut keys = vec![String::new()];
    hierarchy.store().walk("", Detail::Sizes, |key, _| {
        keys.push(key.to_owned());
        if keys.len() < 20 { Walk::On } else { Walk::Stop }
    });
    for key in &keys {
        read(hierarchy.store(), key);
    }
    look(&hierarchy);
}

/// Reads and lists a key.
fn read(store: &Store, key: &str) {
    match store.read(key, OPTIONS.max_chunk_bytes) {
        Ok(Some(bytes)) => assert!(bytes.len() as u64 <= OPTIONS.max_chunk_bytes),
        Ok(None) => {}
        Err(error) => check_message(&error.to_string()),
    }
    if let Ok(Some(value)) = store.open(key) {
        let nbytes = value.nbytes();
        for (offset, count) in [(nbytes / 2, 1), (nbytes.saturating_sub(1), 2), (0, nbytes.min(16))] {
            if let Ok(part) = value.read_range(offset, count) {
                assert_eq!(part.len() as u64, count);
            }
        }
    }
    if let Err(error) = store.list(key, 1 << 10) {
        check_message(&error.to_string());
    }
}

/// A document, and behind a NUL the bytes of the chunks at both ends of the grid.
pub fn array(data: &[u8]) {
    let directory = tempfile::tempdir().unwrap();
    lay_out(directory.path(), data);
    let hierarchy = Hierarchy::open(directory.path()).unwrap();
    look(&hierarchy);
    let node = hierarchy.describe("");
    let Ok(array) = Array::at(&hierarchy, &node) else { return };
    for coords in ends(&array) {
        chunk(&array, &coords);
    }
    elements(&array);
}

/// Writes a store of one array.
pub fn lay_out(directory: &Path, data: &[u8]) {
    let (document, stored) = match data.iter().position(|byte| *byte == 0) {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &[][..]),
    };
    let is_v2 = document.windows(8).any(|part| part == b"\"chunks\"");
    fs::write(directory.join(if is_v2 { v2::ARRAY } else { "zarr.json" }), document).unwrap();
    let hierarchy = Hierarchy::open(directory).unwrap();
    let Ok(array) = Array::open(&hierarchy, "") else { return };
    for coords in ends(&array) {
        let path = directory.join(array.chunk_key(&coords));
        // A chunk key of very many dimensions is too long for a file name.
        let _ = path.parent().map(fs::create_dir_all);
        let _ = fs::write(path, stored);
    }
}

/// The first and the last chunk.
fn ends(array: &Array) -> Vec<Vec<u64>> {
    let grid = &array.metadata.chunk_grid;
    let last: Vec<u64> = grid.grid_shape().iter().map(|count| count.saturating_sub(1)).collect();
    let mut ends = vec![vec![0; last.len()], last];
    ends.dedup();
    ends.retain(|coords| grid.contains(coords));
    ends
}

/// Everything that is said of a node and of what is below it.
pub fn look(hierarchy: &Hierarchy) {
    let node = OpenNode::at(hierarchy, "");
    check_messages(&node.faults);
    check_messages(document_hypotheses(hierarchy, &node, &OPTIONS).iter().map(|found| &found.hypothesis));
    let checkup = Checkup::run(hierarchy, &OPTIONS, ChunkChoice::Number(MOST), &mut |_| {});
    for found in &checkup.found {
        check_messages(&found.verdict.fault);
        for hypothesis in &found.verdict.hypotheses {
            check_message(&hypothesis.hypothesis);
            check_message(&hypothesis.evidence);
            assert!((0.0..=1.0).contains(&hypothesis.confidence));
        }
    }
    verify(hierarchy, "", &OPTIONS, &mut |_, found| {
        check_messages(found.faults.iter().map(|found| &found.fault));
        true
    });
}

/// One chunk, in every way there is.
fn chunk(array: &Array, coords: &[u64]) {
    let decoded = match array.trace_within(&coords.into(), &OPTIONS, usize::MAX) {
        Ok(mut trace) => {
            check::trace(&trace.trace, &OPTIONS);
            trace.look_inside(&OPTIONS);
            if let Some(stored) = trace.trace.stored.clone().filter(|_| check::is_usable(trace.chain())) {
                let _ = decoders::decode(trace.chain(), &stored, &OPTIONS);
            }
            statistics(trace.elements(OPTIONS.max_chunk_bytes), array);
            trace.trace.fault.is_none()
        }
        Err(fault) => return check_message(&fault.to_string()),
    };
    assert_eq!(array.decode(coords, &OPTIONS).is_ok(), decoded, "a trace is another decode");
    if let Err(fault) = array.count_inner(coords, &OPTIONS) {
        check_message(&fault.to_string());
    }
}

fn statistics(elements: Option<Elements>, array: &Array) {
    let Some(elements) = elements else { return };
    let fill = Some(&array.metadata.fill_value);
    let counted = Statistics::of(&Value::Array(elements.clone()), fill, None).elements.unwrap();
    assert!(counted.fill + counted.nan <= 2 * counted.size);
    check_messages(elements.iter().take(MOST));
}

/// Single elements, from the array to their bytes and back.
fn elements(array: &Array) {
    let shape = &array.metadata.shape;
    let places = [vec![0; shape.len()], shape.iter().map(|edge| edge.saturating_sub(1)).collect()];
    for element in places {
        match array.probe(&element, &OPTIONS) {
            Ok(Some(probe)) => assert_eq!(probe.element, element),
            Ok(None) => {}
            Err(fault) => check_message(&fault.to_string()),
        }
    }
    for address in ends(array).into_iter().map(ChunkAddress::from) {
        for (place, byte) in [(None, 0), (None, 7), (Some(1), 3)] {
            let at = ByteAt { address: &address, place, byte };
            if let Err(fault) = array.probe_byte(at, &OPTIONS) {
                check_message(&fault.to_string());
            }
        }
    }
    if let Some(survey) = Survey::take(&array.stored_chunks(), |_| true) {
        assert!(survey.stored() <= MOST as u64);
        let _ = (survey.missing(), survey.extremes(), survey.outliers().count());
    }
}

/// Consolidated metadata of both versions: the document of a group, and behind a NUL a `.zmetadata`.
pub fn consolidated(data: &[u8]) {
    let directory = tempfile::tempdir().unwrap();
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let (own, copies) = (parts.next().unwrap_or_default(), parts.next());
    for name in ["zarr.json", "a/zarr.json", "b/.zarray"] {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, own).unwrap();
    }
    if let Some(copies) = copies {
        fs::write(directory.path().join(v2::CONSOLIDATED), copies).unwrap();
        fs::write(directory.path().join(v2::GROUP), r#"{"zarr_format": 2}"#).unwrap();
    }
    let hierarchy = Hierarchy::open(directory.path()).unwrap();
    notes(&hierarchy, &hierarchy.describe(""));
    fs::remove_file(directory.path().join("zarr.json")).unwrap();
    notes(&hierarchy, &hierarchy.describe(""));
}

fn notes(hierarchy: &Hierarchy, node: &Node) {
    check_messages(hierarchy.consolidated_notes(node));
    check_messages(node.faults());
    for child in hierarchy.children(&node.key).unwrap_or_default() {
        check_messages(hierarchy.describe_child(&child).faults());
    }
}
