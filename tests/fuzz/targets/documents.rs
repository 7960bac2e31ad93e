//! Metadata documents, and the values in them.

use serde_json::Value;
use zarrscope::codec::{CODECS, Chain, arrange};
use zarrscope::limits::Limits;
use zarrscope::metadata::{
    ArrayMetadata, ArrayRepresentation, Change, ChunkGrid, ChunkKeyEncoding, CodecMetadata, DataType,
    DocumentError, Elements, GroupOrArray, Json, KeyScheme, NodeDocument, Scalar, SourceSpan, fill_value, v2,
};

use super::check::{check_message, check_messages, parse};

/// A `zarr.json`.
pub fn v3(data: &[u8]) {
    node(&NodeDocument::read(data, &Limits::default()));
}

/// A `.zarray` or `.zgroup`, and behind a NUL the attributes beside it.
pub fn v2(data: &[u8]) {
    let mut parts = data.split(|byte| *byte == 0);
    let own = parts.next().unwrap_or_default();
    let attributes = parts.next();
    node(&NodeDocument::read_v2(v2::ARRAY, own, attributes, &Limits::default()));
    node(&NodeDocument::read_v2(v2::GROUP, own, attributes, &Limits::default()));
}

fn node(document: &NodeDocument) {
    faults(document, &document.faults());
    let Ok(GroupOrArray::Array(array)) = &document.node else { return };
    if let Ok(metadata) = array.resolve() {
        bound(metadata);
    }
    let changes = ["/shape/0", "/codecs/0", "/chunks", "/no"]
        .map(|pointer| Change { pointer: pointer.to_owned(), value: Value::Null });
    for change in &changes {
        if let Err(fault) = document.changed(std::slice::from_ref(change)) {
            check_message(&fault.to_string());
        }
    }
}

/// Every fault says something, and its place is found where there is one.
fn faults(document: &NodeDocument, faults: &[DocumentError]) {
    for fault in faults {
        check_message(&fault.message());
        check_message(&fault.to_string());
        let Some(text) = document.text(fault.document) else { continue };
        if let Some(source) = SourceSpan::find(text, &fault.pointer) {
            assert!(text.get(source.bytes).is_some());
        }
    }
}

/// The metadata as far as it goes without a chunk: the grid, the keys, the chain.
fn bound(metadata: ArrayMetadata) {
    grid(&metadata.chunk_grid, &metadata.chunk_key_encoding);
    check_message(&metadata.fill_value.to_string());
    check_message(&metadata.data_type.to_string());
    check_message(&metadata.data_type.abbreviation());
    let origin = vec![0; metadata.shape.len()];
    let shape = metadata.chunk_grid.chunk_shape(&origin).unwrap_or(origin);
    let fill_value = Some(metadata.fill_value.clone());
    let decoded = ArrayRepresentation { shape, data_type: metadata.data_type.clone(), fill_value };
    match Chain::build(&arrange(metadata.codecs), "/codecs", decoded) {
        Ok(chain) => {
            check_messages(chain.fault().into_iter().chain(chain.fill_path().fault.as_ref()));
            check_messages(chain.stages().map(|stage| format!("{} {}", stage.decoded, stage.encoded)));
            let _ = (chain.encoded_nbytes(), chain.rearranges());
        }
        Err(fault) => check_message(&fault.to_string()),
    }
}

fn grid(grid: &ChunkGrid, encoding: &ChunkKeyEncoding) {
    let last: Vec<u64> = grid.grid_shape().iter().map(|count| count.saturating_sub(1)).collect();
    for coords in [vec![0; grid.rank()], last] {
        if !grid.contains(&coords) {
            continue;
        }
        assert_eq!(encoding.coords(&encoding.key(&coords), grid.rank()), Some(coords.clone()));
        let _ = (grid.used(&coords), grid.overhangs(&coords), grid.size());
        let Some(extent) = grid.extent(&coords) else { continue };
        let first: Vec<u64> = extent.iter().map(|range| range.start).collect();
        // The last chunks of a rectilinear grid may lie past the end of the array.
        if first.iter().zip(grid.array_shape()).all(|(start, edge)| *start < edge) {
            assert_eq!(grid.locate(&first).map(|(chunk, _)| chunk), Some(coords));
            let few: Vec<_> = first.iter().map(|start| *start..start + 1).collect();
            assert_eq!(grid.touched(&few).count(), 1);
        }
    }
}

/// A data type, and behind a NUL an element of it: as V3 and as V2 write them, and as every codec is configured.
pub fn data_type(data: &[u8]) {
    let mut parts = data.split(|byte| *byte == 0);
    let (Ok(own), Ok(other)) =
        (parse(parts.next().unwrap_or_default()), parse(parts.next().unwrap_or_default()))
    else {
        return;
    };
    let json = Json::root(&own);
    let known = [DataType::read(&json), v2::Dtype::read(&json).map(|dtype| dtype.data_type)];
    for data_type in known {
        match data_type {
            Ok(data_type) => element(&data_type, &other),
            Err(fault) => check_message(&fault.to_string()),
        }
    }
}

fn element(data_type: &DataType, value: &Value) {
    check_message(&data_type.to_string());
    check_message(&data_type.abbreviation());
    assert!(data_type.nbytes() > 0 && data_type.nbytes() <= 1 << 20);
    if data_type.nbytes() > 1 << 16 {
        return;
    }
    match fill_value::read(&Json::root(value), data_type) {
        Ok(scalar) => scalar_of(data_type, &scalar),
        Err(fault) => check_message(&fault.to_string()),
    }
    configured(data_type, value);
}

/// An element has its bytes, and comes back from its JSON form.
fn scalar_of(data_type: &DataType, scalar: &Scalar) {
    check_message(&scalar.to_string());
    let bytes = scalar.bytes(data_type);
    assert!(data_type.is_variable() || bytes.len() == data_type.nbytes());
    assert_eq!(Elements::filled(data_type, scalar, 2).size(), 2);
    let back = data_type.scalar(&bytes);
    let written = back.as_ref().map(fill_value::write);
    let again = written.and_then(|written| fill_value::read(&Json::root(&written), data_type).ok());
    assert_eq!(again.map(|again| again.bytes(data_type)), back.map(|back| back.bytes(data_type)));
}

/// Every codec, configured by the value.
fn configured(data_type: &DataType, value: &Value) {
    if !value.is_object() {
        return;
    }
    for row in CODECS {
        let entry = serde_json::json!({"name": row.name, "configuration": value});
        let Ok(codec) = CodecMetadata::read(&Json::at(&entry, "/codecs/0".to_owned())) else { continue };
        let decoded = ArrayRepresentation {
            shape: vec![2, 3],
            data_type: data_type.clone(),
            fill_value: Scalar::zero(data_type),
        };
        if let Ok(chain) = Chain::build(&[codec], "/codecs", decoded) {
            check_messages(chain.fault());
        }
    }
}

/// A chunk key encoding, and behind a NUL a key; behind another one, a chunk grid.
pub fn chunk_key(data: &[u8]) {
    let mut parts = data.split(|byte| *byte == 0);
    let mut next = || parts.next().unwrap_or_default();
    let (encoding, key, own) = (next(), next(), next());
    if let Ok(value) = parse(encoding) {
        match ChunkKeyEncoding::read(&Json::root(&value)) {
            Ok(encoding) => key_of(&encoding, &String::from_utf8_lossy(key)),
            Err(fault) => check_message(&fault.to_string()),
        }
    }
    let Ok(value) = parse(own) else { return };
    match ChunkGrid::read(&Json::root(&value), &[7, 1 << 40]) {
        Ok(own) => {
            grid(&own, &ChunkKeyEncoding::new(KeyScheme::Default, '/'));
        }
        Err(fault) => check_message(&fault.to_string()),
    }
}

fn key_of(encoding: &ChunkKeyEncoding, key: &str) {
    for rank in 0..5 {
        let _ = encoding.leads_to_chunks(key, &ChunkGrid::regular(&vec![3; rank], &vec![1; rank]));
        if let Some(coords) = encoding.coords(key, rank) {
            assert_eq!(coords.len(), rank);
            assert_eq!(encoding.key(&coords), key);
        }
    }
}
