//! Looking at every array below a node: its document, its keys and its chunks.

use super::Verdict;
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::metadata::DocumentNote;
use crate::pipeline::{Array, ChunkAddress, ChunkNote, Fault, OpenNode, ShardTally, Survey};
use crate::store::relative;

/// What was looked at, and what was found.
#[derive(Debug, Clone, Default)]
pub struct Checkup {
    /// Arrays, usable or not.
    pub arrays: u64,
    /// Chunks that were decoded.
    pub chunks: u64,
    /// Chunks that were not looked at, because their array had enough faulty ones.
    pub passed_over: u64,
    /// Everything that is wrong, or may be.
    pub found: Vec<Diagnosis>,
    /// What is no fault of a document, and worth knowing: the path of the array, and what there is to say.
    pub documents: Vec<(String, DocumentNote)>,
    /// What is no fault of chunks, and worth knowing.
    pub notes: Vec<ChunkNote>,
}

/// What is wrong at one place, and why that may be.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    /// The path of the node as the user would write it.
    pub array: String,
    /// The chunk; `None` for the array as a whole.
    pub address: Option<ChunkAddress>,
    /// The key of the chunk or document, relative to the node.
    pub key: String,
    /// What is said about it.
    pub verdict: Verdict,
}

struct CheckupRun<'a> {
    hierarchy: &'a Hierarchy,
    options: &'a DecodeOptions,
    /// How many faulty chunks of an array are looked at, and how many sound ones.
    most: usize,
    checkup: Checkup,
    progress: &'a mut dyn FnMut(&Checkup),
}

impl Checkup {
    /// Looks at a node and everything below it. Of each array at most `most` faulty chunks are diagnosed, and as many sound
    /// ones, spread over the array. `progress` is called after every chunk.
    pub fn run(
        hierarchy: &Hierarchy,
        options: &DecodeOptions,
        most: usize,
        progress: &mut dyn FnMut(&Self),
    ) -> Self {
        let mut run = CheckupRun { hierarchy, options, most, checkup: Self::default(), progress };
        run.node(OpenNode::at(hierarchy, ""));
        run.checkup
    }
}

impl CheckupRun<'_> {
    fn node(&mut self, open: OpenNode) {
        let (node, path) = (&open.node, &open.path);
        if node.is_array() {
            self.checkup.arrays += 1;
        }
        if let Some(fault) = open.faults.first() {
            self.found(path, fault.document, Verdict::of_document(self.hierarchy, &open, self.options));
        }
        let notes = open.document_notes().into_iter().map(|note| (path.clone(), note));
        self.checkup.documents.extend(notes);
        if let Some(array) = open.usable() {
            self.array(array);
        }
        if !node.may_have_children() {
            return;
        }
        match self.hierarchy.children(&node.key) {
            Ok(children) => {
                // Its document may be large, and below it there may be many others.
                drop(open);
                for child in children {
                    self.node(OpenNode::of_child(self.hierarchy, &child));
                }
            }
            Err(error) => self.found(path, "", Fault::from(error).into()),
        }
    }

    fn array(&mut self, array: &Array) {
        let hypotheses = array.diagnose_array(self.options, || true).unwrap_or_default();
        if !hypotheses.is_empty() {
            let verdict = Verdict { hypotheses, ..Verdict::default() };
            self.found(&array.path, array.document().name, verdict);
        }
        let Some(survey) = Survey::take(&array.stored_chunks(), |_| true) else { return };
        for error in &survey.unreadable {
            let key = relative(error.key(), &array.key);
            self.found(&array.path, key, Fault::from(error.clone()).into());
        }
        let present: Vec<&[u64]> = survey.blocked().chain(survey.iter().map(|(coords, _)| coords)).collect();
        let sound = self.chunks(array, &present);
        self.shards(array, &sound);
        // Sound chunks are spread over the array, first and last among them.
        let count = sound.len().min(self.most);
        for index in 0..count {
            let place = index * sound.len().saturating_sub(1) / count.saturating_sub(1).max(1);
            let Some(coords) = sound.get(place) else { continue };
            self.found_in_chunk(array, coords, None);
        }
    }

    /// Notes shards that lack inner chunks as if these had been lost. Only indexes are read, of shards that decode.
    fn shards(&mut self, array: &Array, sound: &[&[u64]]) {
        let mut shards = ShardTally::default();
        if array.chain().sharding().is_none() {
            return;
        }
        for coords in sound {
            if let Ok(Some(inner)) = array.missing_inner(coords, self.options) {
                shards.add(coords, &inner);
            }
        }
        self.checkup.notes.extend(shards.note(array));
    }

    /// Decodes the chunks until enough faulty ones are found, and diagnoses those. Gives the sound ones.
    fn chunks<'c>(&mut self, array: &Array, present: &[&'c [u64]]) -> Vec<&'c [u64]> {
        let mut sound = Vec::new();
        let mut faulty = 0;
        let mut notes = Vec::new();
        for (index, coords) in present.iter().enumerate() {
            if faulty >= self.most.max(1) {
                self.checkup.passed_over += (present.len() - index) as u64;
                break;
            }
            self.checkup.chunks += 1;
            let fault = match array.remarks(coords, self.options) {
                Ok(Some(remarks)) => {
                    ChunkNote::count(&mut notes, array, coords, remarks);
                    sound.push(*coords);
                    None
                }
                Ok(None) => Some(array.gone(coords)),
                Err(fault) => Some(fault),
            };
            if fault.is_some() {
                faulty += 1;
                self.found_in_chunk(array, coords, fault);
            }
            (self.progress)(&self.checkup);
        }
        self.checkup.notes.extend(notes);
        sound
    }

    /// Notes what is wrong with an array as a whole; `key` is that of the document or chunk that shows it.
    fn found(&mut self, array: &str, key: &str, verdict: Verdict) {
        self.checkup.found.push(Diagnosis {
            array: array.to_owned(),
            address: None,
            key: key.to_owned(),
            verdict,
        });
    }

    /// Notes what is wrong with a chunk. `fault` is what decoding met, which another look may not meet again.
    fn found_in_chunk(&mut self, array: &Array, coords: &[u64], fault: Option<Fault>) {
        let address = ChunkAddress::from(coords);
        let verdict = array.examine(&address, self.options);
        let verdict = Verdict { fault: fault.or(verdict.fault), ..verdict };
        if !verdict.is_sound() {
            let key = array.chunk_key(coords);
            let address = Some(address);
            self.checkup.found.push(Diagnosis { array: array.path.clone(), address, key, verdict });
        }
    }
}
