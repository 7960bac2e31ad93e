//! Decoding every stored chunk of every array below a node, several at the same time.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::array::Checked;
use super::{Array, ChunkNote, Fault, OpenNode, Survey};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::store::relative;

/// How many bytes each thread decodes before it reports its progress.
const BATCH_NBYTES: u64 = 16 << 20;
/// The same, as a number of chunks.
const BATCH_CHUNKS: u64 = 512;

/// What verifying has counted so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Arrays, usable or not.
    pub arrays: u64,
    /// Stored chunks.
    pub stored: u64,
    /// Missing chunks; `None` beyond 2^128.
    pub missing: Option<u128>,
    /// Chunks of which nobody can tell whether they are stored, because what leads to them cannot be read.
    pub hidden: u128,
    /// Chunks that decode.
    pub decoded: u64,
    /// Chunks that do not.
    pub faulty: u64,
    /// Bytes of the chunks that were looked at, as they are stored.
    pub stored_nbytes: u64,
    /// Bytes of the chunks decoded.
    pub decoded_nbytes: u64,
}

/// One fault, and where it is.
#[derive(Debug, Clone)]
pub struct VerifyFault {
    /// The path of the node as the user would write it.
    pub array: String,
    /// The key of the chunk or document, relative to the node.
    pub key: String,
    /// The chunk, if it is one.
    pub chunk: Option<Vec<u64>>,
    /// What is wrong.
    pub fault: Fault,
}

/// What was found since the last time.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// What is wrong.
    pub faults: Vec<VerifyFault>,
    /// What is no fault: once for each array and kind, when all of its chunks have been looked at.
    pub notes: Vec<ChunkNote>,
}

/// How much there is to verify.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Total {
    /// Stored chunks.
    pub chunks: u64,
    /// Their bytes.
    pub nbytes: u64,
}

impl Default for Counts {
    fn default() -> Self {
        let missing = Some(0);
        let (arrays, stored, decoded, faulty) = (0, 0, 0, 0);
        let (stored_nbytes, decoded_nbytes) = (0, 0);
        Self { arrays, stored, missing, hidden: 0, decoded, faulty, stored_nbytes, decoded_nbytes }
    }
}

impl Counts {
    /// Chunks that were looked at.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.decoded.saturating_add(self.faulty)
    }
}

/// Verifies a node and everything below it. `tell` is called now and then with the progress, and the faults found since the
/// last time, in the order of the nodes and chunks, and what else there is to say; it says whether to go on.
pub fn verify(
    hierarchy: &Hierarchy,
    key: &str,
    options: &DecodeOptions,
    tell: &mut dyn FnMut(Counts, Findings) -> bool,
) {
    let mut run =
        VerifyRun { hierarchy, options, counts: Counts::default(), found: Findings::default(), tell };
    let _ = run.node(OpenNode::at(hierarchy, key));
    run.tell();
}

/// How much there is to verify at a node and below it; `None` when it was asked to stop.
pub fn total(hierarchy: &Hierarchy, key: &str, go_on: &dyn Fn() -> bool) -> Option<Total> {
    let mut total = Total::default();
    add_up(hierarchy, OpenNode::at(hierarchy, key), go_on, &mut total)?;
    Some(total)
}

fn add_up(hierarchy: &Hierarchy, open: OpenNode, go_on: &dyn Fn() -> bool, total: &mut Total) -> Option<()> {
    // Chunks of an array that cannot be used are not counted: nothing can be said of them.
    if let Some(array) = open.usable() {
        let survey = Survey::take(&array.stored_chunks(), |_| go_on())?;
        total.chunks = total.chunks.saturating_add(present(&survey).count() as u64);
        total.nbytes = total.nbytes.saturating_add(survey.total_nbytes());
    }
    let node = &open.node;
    let children = if node.may_have_children() { hierarchy.children(&node.key) } else { Ok(Vec::new()) };
    // Its document may be large, and below it there may be many others.
    drop(open);
    for child in children.unwrap_or_default() {
        go_on().then_some(())?;
        add_up(hierarchy, OpenNode::of_child(hierarchy, &child), go_on, total)?;
    }
    Some(())
}

/// The chunks that something is stored for, whether it is a file or not.
fn present(survey: &Survey) -> impl Iterator<Item = &[u64]> {
    survey.blocked().chain(survey.iter().map(|(coords, _)| coords))
}

struct VerifyRun<'a> {
    hierarchy: &'a Hierarchy,
    options: &'a DecodeOptions,
    counts: Counts,
    /// What has not been reported.
    found: Findings,
    tell: &'a mut dyn FnMut(Counts, Findings) -> bool,
}

impl VerifyRun<'_> {
    /// Verifies a node and what is below it; `None` when it was asked to stop.
    fn node(&mut self, open: OpenNode) -> Option<()> {
        let (hierarchy, node, path) = (self.hierarchy, &open.node, &open.path);
        for fault in &open.faults {
            self.found(path, fault.document, None, Fault::Metadata(fault.clone()));
        }
        self.counts.arrays += u64::from(node.is_array());
        if let Some(array) = open.usable() {
            self.array(array)?;
        }
        if !node.may_have_children() {
            return Some(());
        }
        match hierarchy.children(&node.key) {
            Ok(children) => {
                // Its document may be large, and below it there may be many others.
                drop(open);
                children.iter().try_for_each(|child| self.node(OpenNode::of_child(hierarchy, child)))?;
            }
            Err(error) => self.found(path, "", None, error.into()),
        }
        Some(())
    }

    fn array(&mut self, array: &Array) -> Option<()> {
        let survey = Survey::take_names(&array.stored_chunks(), |_| self.tell())?;
        for error in &survey.unreadable {
            self.found(&array.path, relative(error.key(), &array.key), None, error.clone().into());
        }
        let chunks: Vec<&[u64]> = present(&survey).collect();
        let counts = &mut self.counts;
        counts.stored += chunks.len() as u64;
        counts.missing =
            counts.missing.zip(survey.missing()).and_then(|(before, more)| before.checked_add(more));
        counts.hidden = counts.hidden.saturating_add(survey.hidden());
        self.tell().then_some(())?;
        let mut notes = Vec::new();
        chunks.chunks(batch(array)).try_for_each(|some| self.chunks(array, some, &mut notes))?;
        self.found.notes.extend(notes);
        Some(())
    }

    /// Decodes some chunks at the same time.
    fn chunks(&mut self, array: &Array, chunks: &[&[u64]], notes: &mut Vec<ChunkNote>) -> Option<()> {
        let results: Vec<Checked> =
            chunks.par_iter().map(|coords| array.check(coords, self.options)).collect();
        for (coords, Checked { stored_nbytes, decoded_nbytes, remarks }) in chunks.iter().zip(results) {
            ChunkNote::count(notes, array, coords, remarks);
            self.counts.stored_nbytes = self.counts.stored_nbytes.saturating_add(stored_nbytes);
            match decoded_nbytes {
                Ok(nbytes) => {
                    self.counts.decoded += 1;
                    self.counts.decoded_nbytes = self.counts.decoded_nbytes.saturating_add(nbytes);
                }
                Err(fault) => {
                    self.counts.faulty += 1;
                    self.found(&array.path, &array.chunk_key(coords), Some(coords.to_vec()), fault);
                }
            }
        }
        self.tell().then_some(())
    }

    fn found(&mut self, array: &str, key: &str, chunk: Option<Vec<u64>>, fault: Fault) {
        let (array, key) = (array.to_owned(), key.to_owned());
        self.found.faults.push(VerifyFault { array, key, chunk, fault });
    }

    fn tell(&mut self) -> bool {
        (self.tell)(self.counts, std::mem::take(&mut self.found))
    }
}

/// How many chunks of an array are decoded before the progress is reported.
fn batch(array: &Array) -> usize {
    let nbytes = array.chain().decoded().nbytes().unwrap_or(u64::MAX).max(1);
    let each = (BATCH_NBYTES / nbytes).clamp(1, BATCH_CHUNKS);
    usize::try_from(each).unwrap_or(1).saturating_mul(rayon::current_num_threads())
}
