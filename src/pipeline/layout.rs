//! Where the chunks of an array are.

use crate::metadata::text::escape;
use crate::metadata::{ArrayDocument, ChunkGrid, ChunkKeyEncoding};

#[derive(Debug, Clone)]
pub struct Layout {
    pub key: String,
    pub shape: Vec<u64>,
    pub grid: ChunkGrid,
    pub encoding: ChunkKeyEncoding,
    /// The names of the dimensions as they are shown; `dim 0`, `dim 1` … where they have none.
    pub dimensions: Vec<String>,
    /// The same as they are written.
    pub names: Vec<Option<String>>,
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
        let name = |axis: usize| match names.get(axis) {
            Some(Some(name)) => escape(name).into_owned(),
            _ => format!("dim {axis}"),
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
        Self { shape: grid.array_shape(), grid: grid.clone(), ..self.clone() }
    }
}
