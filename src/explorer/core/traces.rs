//! The chunks of one array that were decoded last. An array that is read again counts as another, so that nothing is outdated.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::codec::{DecodeOptions, Outcome, Statistics};
use crate::pipeline::{Array, ChunkAddress, ChunkTrace};

/// A trace takes at most this many times the decoded size: the stored bytes, and the output of two stages.
const FACTOR: u64 = 3;
/// Bytes of stages, notes and statistics, which matter where chunks are tiny.
const BESIDE: u64 = 16 << 10;

#[derive(Debug)]
pub(crate) struct Traces {
    /// In bytes. The newest trace is kept even if it is larger, because it is on the screen.
    limit: u64,
    of: Option<(Arc<Array>, DecodeOptions)>,
    kept: VecDeque<KeptTrace>,
}

#[derive(Debug)]
struct KeptTrace {
    trace: Arc<ChunkTrace>,
    /// Of its rows so far, beginning with the stored bytes; `None` for a row without any.
    statistics: Vec<Option<Arc<Statistics>>>,
    nbytes: u64,
}

impl Traces {
    pub(crate) fn at_most(limit: u64) -> Self {
        Self { limit, of: None, kept: VecDeque::new() }
    }

    pub(crate) fn find(
        &mut self,
        array: &Arc<Array>,
        address: &ChunkAddress,
        options: &DecodeOptions,
    ) -> Option<Arc<ChunkTrace>> {
        if !self.is_of(array, options) {
            self.kept.clear();
            self.of = Some((Arc::clone(array), *options));
        }
        let kept = self.kept.remove(self.kept.iter().position(|kept| kept.trace.address == *address)?)?;
        let trace = Arc::clone(&kept.trace);
        self.kept.push_back(kept);
        Some(trace)
    }

    pub(crate) fn all(&self, array: &Arc<Array>, options: &DecodeOptions) -> Vec<Arc<ChunkTrace>> {
        if !self.is_of(array, options) {
            return Vec::new();
        }
        self.kept.iter().map(|kept| Arc::clone(&kept.trace)).collect()
    }

    pub(crate) fn forget(&mut self, address: &ChunkAddress) {
        self.kept.retain(|kept| kept.trace.address.chunk != address.chunk);
    }

    pub(crate) fn make_room(&mut self, nbytes: u64) {
        self.forget_until(self.limit.saturating_sub(nbytes.saturating_mul(FACTOR)), 0);
    }

    pub(crate) fn keep(&mut self, array: &Arc<Array>, options: &DecodeOptions, trace: &Arc<ChunkTrace>) {
        if self.is_of(array, options) {
            let (nbytes, trace) = (nbytes(trace), Arc::clone(trace));
            self.kept.push_back(KeptTrace { trace, statistics: Vec::new(), nbytes });
            self.forget_until(self.limit, 1);
        }
    }

    fn is_of(&self, array: &Arc<Array>, options: &DecodeOptions) -> bool {
        self.of.as_ref().is_some_and(|(own, with)| Arc::ptr_eq(own, array) && with == options)
    }

    pub(crate) fn statistics(&self, trace: &Arc<ChunkTrace>) -> &[Option<Arc<Statistics>>] {
        let kept = self.kept.iter().find(|kept| Arc::ptr_eq(&kept.trace, trace));
        kept.map_or(&[], |kept| &kept.statistics)
    }

    pub(crate) fn keep_statistics(&mut self, trace: &Arc<ChunkTrace>, counted: Option<Arc<Statistics>>) {
        if let Some(kept) = self.kept.iter_mut().find(|kept| Arc::ptr_eq(&kept.trace, trace)) {
            kept.statistics.push(counted);
        }
    }

    fn forget_until(&mut self, most: u64, left: usize) {
        while self.kept.len() > left && self.kept.iter().map(|kept| kept.nbytes).sum::<u64>() > most {
            self.kept.pop_front();
        }
    }
}

fn nbytes(trace: &ChunkTrace) -> u64 {
    let mut nbytes = trace.trace.stored.as_ref().map_or(0, Vec::len);
    for stage in &trace.trace.stages {
        nbytes += match (&stage.outcome, &stage.partial) {
            (Outcome::Decoded(_, Some(value)), _) => value.bytes().len().max(value.visible_bytes().len()),
            (_, Some(partial)) => partial.value.bytes().len(),
            _ => 0,
        };
    }
    if let Some(salvage) = &trace.salvage {
        nbytes += salvage.elements.bytes().len();
    }
    if let Some(shard) = &trace.shard {
        nbytes += size_of_val(shard.entries.as_slice()) * 2;
    }
    BESIDE.saturating_add(nbytes as u64)
}

#[cfg(test)]
mod tests {
    use crate::codec::DecodeOptions;
    use crate::explorer::core::action::Action;
    use crate::explorer::core::kept::Kept;
    use crate::explorer::core::late::{Delivered, Request};
    use crate::explorer::core::task::Work;
    use crate::explorer::core::work::{TraceAnswer, TraceChunk};
    use crate::explorer::picture::work::ReadPicture;
    use crate::hierarchy::Hierarchy;
    use crate::limits::CACHE_BYTES;
    use crate::pipeline::{Array, PictureCell, PicturePlan};
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;

    /// An array of two chunks of so many bytes each.
    fn store(directory: &Path, nbytes: usize) {
        let document = serde_json::json!({
            "zarr_format": 3, "node_type": "array", "shape": [nbytes * 2], "data_type": "uint8",
            "fill_value": 0, "codecs": ["bytes"], "chunk_key_encoding": {"name": "v2"},
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [nbytes]}},
        });
        fs::write(directory.join("zarr.json"), document.to_string()).unwrap();
        write(directory, nbytes, 1);
    }

    fn write(directory: &Path, nbytes: usize, byte: u8) {
        for key in ["0", "1"] {
            fs::write(directory.join(key), vec![byte; nbytes]).unwrap();
        }
    }

    fn open(directory: &Path) -> Arc<Array> {
        let hierarchy = Hierarchy::open(directory).unwrap();
        Arc::new(Array::open(&hierarchy, "").unwrap())
    }

    /// The first element of a chunk as a worker shows it, and how many rows were counted.
    fn first(kept: &Kept, array: &Arc<Array>, chunk: u64, options: DecodeOptions) -> (String, usize) {
        let (array, address) = (Arc::clone(array), vec![chunk].into());
        let request = Request::new(1.into());
        let work = Work::new(&request, TraceChunk { array, address, options, is_again: false, before: None });
        let (mut element, mut counted) = (String::new(), 0);
        kept.perform(&work, &|| true, &mut |action| {
            let Action::Answer(mut answer) = action else { panic!("{action:?}") };
            match answer.of::<TraceChunk>() {
                Some(TraceAnswer::Traced(Ok(trace))) => {
                    element = trace.elements(9).unwrap().get(0).unwrap().to_string();
                }
                Some(TraceAnswer::Measured(..)) => counted += 1,
                other => panic!("{other:?}"),
            }
            true
        });
        (element, counted)
    }

    #[test]
    fn a_chunk_is_read_again_only_when_the_array_is_or_when_it_is_decoded_in_another_way() {
        let directory = tempfile::tempdir().unwrap();
        store(directory.path(), 4);
        let (array, options) = (open(directory.path()), DecodeOptions::default());
        let kept = Kept::default();
        let see = |array, chunk, options| first(&kept, array, chunk, options);
        assert_eq!(see(&array, 0, options), ("1".to_owned(), 2));
        write(directory.path(), 4, 2);
        assert_eq!(see(&array, 1, options), ("2".to_owned(), 2));
        assert_eq!(see(&array, 0, options), ("1".to_owned(), 2), "it is kept, with what was counted of it");
        assert_eq!(see(&array, 0, DecodeOptions { ignore_checksums: true, ..options }), ("2".to_owned(), 2));
        write(directory.path(), 4, 3);
        assert_eq!(see(&array, 0, options), ("3".to_owned(), 2), "decoding in two ways keeps nothing");
        write(directory.path(), 4, 4);
        assert_eq!(see(&open(directory.path()), 0, options), ("4".to_owned(), 2), "the array was read again");
    }

    #[test]
    fn a_picture_takes_chunks_that_are_kept_and_reads_the_others() {
        let directory = tempfile::tempdir().unwrap();
        store(directory.path(), 4);
        let (array, options) = (open(directory.path()), DecodeOptions::default());
        let kept = Kept::default();
        first(&kept, &array, 0, options);
        write(directory.path(), 4, 9);
        let plan = PicturePlan::new([None, Some(0)], vec![0], [0..1, 0..8], [1, 8]);
        let mut cells = Vec::new();
        let request = Request::new(2.into());
        let work = Work::new(&request, ReadPicture { array: Arc::clone(&array), plan, minus: None, options });
        kept.perform(&work, &|| true, &mut |action| {
            let Action::Answer(mut answer) = action else { panic!("{action:?}") };
            let found = answer.of::<ReadPicture>().unwrap();
            if let Delivered::Whole(Ok(picture)) = found {
                assert_eq!((picture.read, picture.chunks), (2, 2));
                cells.clone_from(&picture.cells);
            }
            true
        });
        let expected = [1.0, 1.0, 1.0, 1.0, 9.0, 9.0, 9.0, 9.0].map(PictureCell::Number);
        assert_eq!(cells, expected);
    }

    #[test]
    fn of_large_chunks_only_the_last_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let nbytes = 87 << 20;
        store(directory.path(), nbytes);
        let (array, options) = (open(directory.path()), DecodeOptions::default());
        let mut traces = super::Traces::at_most(CACHE_BYTES.default);
        let kept = |traces: &mut super::Traces, chunk| {
            let found = traces.find(&array, &vec![chunk].into(), &options).is_some();
            if !found {
                traces.make_room(nbytes as u64);
                let trace = array.trace_within(&vec![chunk].into(), &options, usize::MAX).unwrap();
                traces.keep(&array, &options, &Arc::new(trace));
            }
            found
        };
        let found = [0, 0, 1, 1, 0].map(|chunk| kept(&mut traces, chunk));
        assert_eq!(found, [false, true, false, true, false]);
    }
}
