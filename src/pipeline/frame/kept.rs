//! Rows that were decoded last. A chunk may have many more rows than are read at once, and is not decoded again for each part.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{edge, elements};
use crate::codec::DecodeOptions;
use crate::metadata::{Elements, Scalar};
use crate::pipeline::Array;

#[derive(Debug, Default)]
pub(super) struct KeptRows {
    chunks: Mutex<Vec<KeptChunk>>,
}

#[derive(Debug, Clone)]
struct KeptChunk {
    array: String,
    rows: Range<u64>,
    options: DecodeOptions,
    elements: Arc<Elements>,
}

impl KeptRows {
    /// The elements of some rows, fewer where the array ends; of texts about `most` bytes.
    pub(super) fn scalars(
        &self,
        array: &Array,
        rows: &Range<u64>,
        most: usize,
        options: &DecodeOptions,
    ) -> Result<Vec<Scalar>, String> {
        let end = edge(array);
        let rows = rows.start.min(end)..rows.end.min(end);
        let chunk = chunk_around(array, &rows).unwrap_or_else(|| rows.clone());
        let elements = self.elements(array, &chunk, options)?;
        let first = usize::try_from(rows.start - chunk.start).unwrap_or(usize::MAX);
        let count = usize::try_from(rows.end - rows.start).unwrap_or(usize::MAX);
        let places = (first..elements.size()).take(count);
        Ok(places.map_while(|index| elements.beginning(index, most)).collect())
    }

    fn chunks(&self) -> MutexGuard<'_, Vec<KeptChunk>> {
        self.chunks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn elements(
        &self,
        array: &Array,
        rows: &Range<u64>,
        options: &DecodeOptions,
    ) -> Result<Arc<Elements>, String> {
        let is_own = |kept: &KeptChunk| kept.array == array.key;
        if let Some(kept) = self.chunks().iter().find(|kept| is_own(kept))
            && kept.rows == *rows
            && kept.options == *options
        {
            return Ok(Arc::clone(&kept.elements));
        }
        // Dropped before, so that two are not in memory; and nobody else waits while it is decoded.
        self.chunks().retain(|kept| !is_own(kept));
        let elements = Arc::new(elements(array, rows, options)?);
        let mut chunks = self.chunks();
        chunks.retain(|kept| !is_own(kept));
        let held =
            |chunks: &[KeptChunk]| chunks.iter().map(|kept| kept.elements.held_nbytes()).sum::<usize>();
        // All columns of a table together keep as much as one chunk may have; what was decoded last is kept in any case.
        let most = usize::try_from(options.max_chunk_bytes).unwrap_or(usize::MAX);
        while !chunks.is_empty() && held(&chunks).saturating_add(elements.held_nbytes()) > most {
            chunks.remove(0);
        }
        let (array, rows) = (array.key.clone(), rows.clone());
        chunks.push(KeptChunk { array, rows, options: *options, elements: Arc::clone(&elements) });
        Ok(elements)
    }
}

/// The rows that are decoded together with some, if these are a part of them: those of a chunk, or of an inner chunk.
fn chunk_around(array: &Array, rows: &Range<u64>) -> Option<Range<u64>> {
    let (mut grid, mut chain) = (&array.metadata.chunk_grid, array.chain().as_ref());
    let mut before = 0;
    loop {
        let own = (rows.start - before)..(rows.end - before);
        let coords = grid.touched(std::slice::from_ref(&own)).next()?;
        let chunk = grid.used(&coords)?.first()?.clone();
        if own.end > chunk.end {
            return None;
        }
        match chain.sharding().filter(|_| chain.reads_ranges()) {
            Some(sharding) => {
                before += chunk.start;
                (grid, chain) = (sharding.grid(), sharding.inner());
            }
            None => return Some((before + chunk.start)..(before + chunk.end)),
        }
    }
}
