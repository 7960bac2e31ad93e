use crate::metadata::{ArrayDocument, ChunkGrid, ChunkKeyEncoding, text::escape};

#[derive(Debug, Clone)]
pub struct Layout {
    pub key: String,
    pub shape: Vec<u64>,
    pub grid: ChunkGrid,
    pub encoding: ChunkKeyEncoding,
    pub dimensions: Vec<String>,
    pub names: Vec<Option<String>>,
    pub data_type: Option<String>,
}

impl Layout {
    pub fn read(
        key: &str,
        document: &ArrayDocument,
        others: impl FnOnce(usize) -> Option<Vec<Option<String>>>,
    ) -> Option<Self> {
        let shape = document.shape.as_ref().ok()?.clone();
        let names = match &document.dimension_names {
            Ok(Some(own)) if own.iter().any(Option::is_some) => own.clone(),
            _ => others(shape.len()).unwrap_or_default(),
        };
        let name = |axis: usize| match names.get(axis) {
            Some(Some(name)) => escape(name).into_owned(),
            _ => format!("dim {axis}"),
        };
        Some(Self {
            key: key.to_owned(),
            dimensions: (0..shape.len()).map(name).collect(),
            shape,
            grid: document.chunk_grid.as_ref().ok()?.clone(),
            encoding: document.chunk_key_encoding.as_ref().ok()?.clone(),
            data_type: document.data_type.as_ref().ok().map(ToString::to_string),
            names,
        })
    }

    #[must_use]
    pub fn inside(&self, grid: &ChunkGrid) -> Self {
        Self { shape: grid.array_shape(), grid: grid.clone(), ..self.clone() }
    }
}
