//! Where the chunks of an array are.

use crate::metadata::{ArrayDocument, ChunkGrid, ChunkKeyEncoding};

/// Where the chunks of an array are.
#[derive(Debug)]
pub struct Layout {
    /// The key of the array.
    pub key: String,
    /// The shape of the array.
    pub shape: Vec<u64>,
    /// The chunk grid.
    pub grid: ChunkGrid,
    /// The chunk key encoding.
    pub encoding: ChunkKeyEncoding,
    /// The names of the dimensions as they are shown; `dim 0`, `dim 1` … where they have none.
    pub dimensions: Vec<String>,
    /// The same as they are written.
    pub names: Vec<Option<String>>,
    /// The data type's name, where it is known.
    pub data_type: Option<String>,
}

impl Layout {
    /// Reads the layout out of a document. Where that names no dimension, `others` gives names.
    pub fn read(
        key: &str,
        document: &ArrayDocument,
        others: impl FnOnce(usize) -> Option<Vec<Option<String>>>,
    ) -> Option<Self> {
        let shape = document.shape.as_ref().ok()?.clone();
        let own = document.dimension_names.as_ref().ok().cloned().flatten();
        let own = own.filter(|names| names.iter().any(Option::is_some));
        let names = own.or_else(|| others(shape.len())).unwrap_or_default();
        let name = |axis: usize| {
            let name = names.get(axis).and_then(Option::as_ref);
            name.map_or_else(
                || format!("dim {axis}"),
                |name| crate::metadata::text::escape(name).into_owned(),
            )
        };
        Some(Self {
            key: key.to_owned(),
            dimensions: (0..shape.len()).map(name).collect(),
            shape,
            grid: document.chunk_grid.as_ref().ok()?.clone(),
            encoding: *document.chunk_key_encoding.as_ref().ok()?,
            data_type: document.data_type.as_ref().ok().map(ToString::to_string),
            names,
        })
    }

    /// The grid of a shard's inner chunks.
    #[must_use]
    pub fn inside(&self, grid: &ChunkGrid) -> Self {
        Self {
            key: self.key.clone(),
            shape: grid.array_shape(),
            grid: grid.clone(),
            encoding: self.encoding,
            dimensions: self.dimensions.clone(),
            names: self.names.clone(),
            data_type: self.data_type.clone(),
        }
    }
}
