//! What may be wrong with a chunk, judged by its bytes within limits of time and memory: hypotheses, the likeliest first.
//!
//! How a chunk is put together is asked in the files here (`structure.rs` calls them). Chunks that decode are judged twice: by their
//! own values (`plausible`, two readings of the same bytes), and beside the chunks around them (`around`: of each chunk a digest is
//! kept, its faces, usual steps and range, so that all chunks of an array are compared without being in memory).
//!
//! In `around`, `readings.rs` is the closed family of changes that are tried on a chunk. `agreement.rs` asks of labels, masks and
//! mosaics whether they are the same, or go together, across a border, where the step says little. `strings.rs` compares strings
//! instead of numbers, and `group.rs` asks the arrays of the group. Where an array does not go on from chunk to chunk, `around` says
//! nothing. Before single chunks, it asks whether another document gives values as attributes state them (`stated`) or chunks that go
//! on (`order`); how a document says so is in `documents.rs`, for all causes. `lists.rs` is about lists, whose chunks have one before
//! and one after them, and `restored.rs` about what hardly any border shows. `absent.rs` is about chunks and inner chunks that are
//! missing amid full ones, `permuted.rs` about shards whose entries are in another order, and `slipped.rs` about chunks of which only
//! a part has moved. `inside.rs` and `hollow.rs` judge a chunk by what is within it: its bytes, boxes without values, values that are
//! cut off, rows. `strain.rs` and `contrast.rs` ask which borders are the sharpest of all, however much values differ anyhow.
//!
//! What a hypothesis would put right is a change of the document or a `Mend` of stored bytes, in memory.
#![warn(clippy::indexing_slicing)]

mod around;
mod case;
mod checkup;
mod codecs;
pub(crate) mod confidence;
mod crc;
mod damage;
mod document;
mod documents;
mod ends;
mod entries;
mod file;
mod foreign;
mod keys;
mod names;
mod phases;
mod plausible;
mod remarks;
mod rough;
mod search;
mod shard_shapes;
mod shards;
mod siblings;
mod sizes;
mod structure;
mod undone;
mod verdict;

use crate::codec::{DecodeOptions, Trace};
use crate::metadata::Change;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, Fault, Located, Mend, StoredPlace};
use case::Case;
pub use checkup::{Checkup, ChunkChoice, DOUBTFUL, Diagnosis};
pub use document::document_hypotheses;
use siblings::Siblings;
pub use verdict::Verdict;

/// What may be wrong with a chunk, or with all chunks of an array.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    /// What it says, such as `endian should be big`.
    pub hypothesis: String,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
    /// What speaks for it.
    pub evidence: String,
    /// What the document would have to say for the chunk to decode; empty where no document helps.
    pub changes: Vec<Change>,
    /// What the stored bytes would have to be, where that is known; empty where no other bytes help.
    #[doc(hidden)]
    pub mends: Vec<Mend>,
    /// The byte at which the bytes are wrong, where it names one.
    pub byte: Option<CauseByte>,
}

/// A byte that a hypothesis names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CauseByte {
    /// One of those that are stored of the chunk or the inner chunk.
    Stored(u64),
    /// One of those that go into the stage that fails, which is not the first.
    Input(u64),
}

fn hypothesis(text: impl Into<String>, confidence: f64, evidence: impl Into<String>) -> Hypothesis {
    Hypothesis {
        hypothesis: text.into(),
        confidence,
        evidence: evidence.into(),
        changes: Vec::new(),
        mends: Vec::new(),
        byte: None,
    }
}

impl Hypothesis {
    /// What it says, where it is so: what should be is.
    #[doc(hidden)]
    pub fn as_if_so(&self) -> String {
        self.hypothesis.replace(" should be ", " is ")
    }

    /// Whether it says what would put the chunk right, so that the array can be seen as it would be then.
    #[doc(hidden)]
    pub fn can_be_tried(&self) -> bool {
        !self.changes.is_empty() || !self.mends.is_empty()
    }

    fn changing(self, changes: Vec<Change>) -> Self {
        Self { changes, ..self }
    }

    fn mending(self, mends: Vec<Mend>) -> Self {
        Self { mends, ..self }
    }

    fn naming(self, byte: CauseByte) -> Self {
        Self { byte: Some(byte), ..self }
    }
}

impl Array {
    /// Looks for what may be wrong with a chunk, or an inner chunk of a shard; the likeliest comes first. A chunk that is
    /// sound, or missing, gets nothing.
    ///
    /// ```
    /// use zarrscope::{Array, DecodeOptions, Hierarchy};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/broken.zarr")?, "wrong_length")?;
    /// let found = array.diagnose([0, 1], &DecodeOptions::default())?;
    /// assert_eq!(found[0].hypothesis, "data type is int32 in this chunk alone");
    /// assert!(found[0].evidence.starts_with("64 bytes would be 4×4 int32"));
    /// assert_eq!(found[0].changes[0].pointer, "/data_type");
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such chunk, or the stored bytes cannot be read.
    pub fn diagnose(
        &self,
        address: impl Into<ChunkAddress>,
        options: &DecodeOptions,
    ) -> Result<Vec<Hypothesis>, Fault> {
        let address = &address.into();
        let options = DecodeOptions { ignore_checksums: false, ..*options };
        let keep = if address.is_inner() { 0 } else { usize::MAX };
        self.judge_trace(self.trace_within(address, &options, keep)?, &options)
    }

    fn judge_trace(&self, mut trace: ChunkTrace, options: &DecodeOptions) -> Result<Vec<Hypothesis>, Fault> {
        if !trace.address.is_inner() {
            return Ok(self.look_into(&trace));
        }
        // Of bytes that the store did not give nothing can be said, nor is there any use in asking for more of them.
        if let Some(fault) = &trace.trace.fault
            && let Some(error) = fault.store()
        {
            return Err(error.clone().into());
        }
        // Where an inner chunk is not reached, the shard is at fault.
        let Some(stored) = trace.trace.stored.take() else {
            return self.diagnose(trace.address.chunk, options);
        };
        // What leads to the inner chunk went well: it is judged by its own stages.
        trace.trace = Trace::record(trace.chain(), stored, options, usize::MAX);
        trace.lead = 0;
        Ok(self.look_into(&trace))
    }

    fn origin_of(&self, address: &ChunkAddress) -> Option<u64> {
        if !address.is_inner() {
            return Some(0);
        }
        let begins = |address: &ChunkAddress| match self.locate(address.clone(), &DecodeOptions::default()) {
            Ok(Located { place: StoredPlace::Range(range), .. }) => Some(range.start),
            _ => None,
        };
        begins(address)?.checked_sub(begins(&address.chunk.as_slice().into())?)
    }

    fn look_into(&self, trace: &ChunkTrace) -> Vec<Hypothesis> {
        let chain = trace.chain();
        let mut found = Vec::new();
        if trace.trace.fault.is_some() {
            let siblings = Siblings::of(self);
            found = structure::rank(structure::hypotheses(&Case {
                array: self,
                coords: &trace.address.chunk,
                chain,
                trace: &trace.trace,
                siblings: &siblings,
                origin: self.origin_of(&trace.address),
                is_inner: trace.address.is_inner(),
            }));
            if !trace.address.is_inner() {
                self.hear_siblings(&trace.address.chunk, &siblings, &mut found);
            }
        }
        found.extend(plausible::hypotheses(self, chain, trace));
        structure::rank(found)
    }

    fn hear_siblings(&self, coords: &[u64], siblings: &Siblings, found: &mut [Hypothesis]) {
        const HEARD: usize = 3;
        let options = DecodeOptions::default();
        let decodes = |array: &Self, coords: &[u64]| matches!(array.decode(coords, &options), Ok(Some(_)));
        if found.iter().all(|hypothesis| hypothesis.changes.is_empty()) {
            return;
        }
        let mut sound = Vec::new();
        for other in siblings.coords().filter(|other| *other != coords).take(2 * HEARD) {
            if sound.len() < HEARD && decodes(self, other) {
                sound.push(other);
            }
        }
        if sound.is_empty() {
            return;
        }
        for hypothesis in found.iter_mut().filter(|hypothesis| !hypothesis.changes.is_empty()) {
            let Ok(changed) = self.changed(&hypothesis.changes) else { continue };
            if sound.iter().all(|other| !decodes(&changed, other)) {
                hypothesis.hypothesis = hypothesis.as_if_so() + " in this chunk alone";
                if hypothesis.changes.iter().any(changes_type) {
                    // Versions of an array differ in their chunks more often than in their data type.
                    hypothesis.confidence -= confidence::sizes::ALONE_OF_TYPE;
                }
                if hypothesis.changes.iter().any(changes_chunks) {
                    hypothesis.hypothesis.push_str(": it is left from another version of the array");
                }
                hypothesis.evidence.push_str("; the other chunks decode as declared, but not this way");
            }
        }
    }

    /// Looks for what may be wrong with all chunks of the array: keys of another encoding, keys beyond the grid.
    /// `go_on` is asked now and then; `None` when it asked to stop.
    #[doc(hidden)]
    pub fn diagnose_array(
        &self,
        options: &DecodeOptions,
        go_on: impl FnMut() -> bool,
    ) -> Option<Vec<Hypothesis>> {
        keys::hypotheses(self, options, go_on).map(structure::rank)
    }
}

fn changes_type(change: &Change) -> bool {
    matches!(change.pointer.as_str(), "/data_type" | "/dtype")
}

fn changes_chunks(change: &Change) -> bool {
    let pointer = change.pointer.as_str();
    pointer.starts_with("/chunk_grid") || pointer == "/chunks" || pointer.ends_with("/chunk_shape")
}
