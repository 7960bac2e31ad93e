//! Arrays written by hand, in memory.

use crate::hierarchy::Hierarchy;
use crate::pipeline::Array;
use crate::store::MemoryStore;

/// An array of `uint8` that is 0 where no chunk is stored; the chunks have keys such as `0.1`.
pub(super) fn array(
    shape: &[u64],
    chunk_shape: &[u64],
    codecs: &str,
    chunks: impl IntoIterator<Item = (String, Vec<u8>)>,
) -> Array {
    let document = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape:?}, "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunk_shape:?}}}}},
        "chunk_key_encoding": {{"name": "v2"}}, "codecs": {codecs}}}"#
    );
    let values = chunks.into_iter().chain([("zarr.json".to_owned(), document.into_bytes())]);
    Array::open(&Hierarchy::in_store("test", MemoryStore::new("test", values)), "").unwrap()
}
