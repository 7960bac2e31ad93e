use std::collections::BTreeSet;
use std::sync::Arc;

use super::around::group::{self, Member, OfMember};
use super::around::strings::Strings;
use super::around::{Around, between, coordinate, sparse};
use super::confidence::around as sure;
use super::shards::orphan;
use super::structure::rank;
use super::{Hypothesis, Verdict, hypothesis};
use crate::codec::{DecodeOptions, ODD_BOOLS};
use crate::hierarchy::Hierarchy;
use crate::meaning::{EncodedElement, EncodedKind};
use crate::metadata::DocumentNote;
use crate::pipeline::{
    Array, ChunkAddress, ChunkNote, Fault, OpenNode, PARTLY_FILLED, ShardTally, Survey, encoded_of,
};
use crate::store::{join, relative};

#[derive(Debug, Clone, Default)]
pub struct Checkup {
    pub arrays: u64,
    pub chunks: u64,
    pub compared: u64,
    pub judged: u64,
    pub judgeable: u64,
    pub passed_over: u64,
    /// Arrays that were not held against the others of their group, because there are too many.
    pub alone: u64,
    pub found: Vec<Diagnosis>,
    pub documents: Vec<(String, DocumentNote)>,
    pub notes: Vec<ChunkNote>,
}

#[derive(Debug, Clone)]
pub struct Diagnosis {
    pub array: String,
    pub address: Option<ChunkAddress>,
    pub key: String,
    /// The name of the document that says how chunks are read; empty where this is of no chunk.
    pub document: &'static str,
    pub verdict: Verdict,
}

impl Diagnosis {
    pub fn of_document(array: String, key: String, what: String, why: String) -> Self {
        let verdict = hypothesis(what, sure::CONTRADICTED, why).into();
        Self { array, address: None, key, document: "", verdict }
    }

    pub fn of_chunk(array: &Array, address: ChunkAddress, verdict: Verdict) -> Self {
        let (key, document) = (array.chunk_key(&address.chunk), array.document().name);
        Self { array: array.path.clone(), address: Some(address), key, document, verdict }
    }

    /// Whether another document would put the chunk right.
    pub fn is_of_document(&self) -> bool {
        self.address.is_some()
            && self.verdict.hypotheses.first().is_some_and(|first| !first.changes.is_empty())
    }
}

/// What is said of every chunk alike, and is undone in none: an attribute, and not a chunk, is wrong.
fn of_all(beside: &[(ChunkAddress, Hypothesis)], count: usize) -> Option<Hypothesis> {
    const FEWEST: usize = 3;
    let (_, first) = beside.first()?;
    let is_same = |(_, own): &(ChunkAddress, Hypothesis)| {
        own.hypothesis == first.hypothesis && own.evidence == first.evidence
    };
    let are_all = beside.len() >= count.max(FEWEST) && beside.iter().all(is_same);
    (are_all && first.changes.is_empty() && first.mends.is_empty()).then(|| first.clone())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkChoice {
    /// All of them where that takes about two seconds, else a sample that is the same at each run; and a few faulty ones.
    Quick,
    Number(usize),
    All,
}

const FAULTY: usize = 16;
/// So many chunks that another document would put right are the exception.
const FEW: usize = 2;
pub const DOUBTFUL: &str = "doubtful values";
/// So many numbers of an array are judged by themselves where nothing else is asked for, which takes about a second …
const NUMBERS: u64 = 1 << 20;
/// … of them at most so many in a chunk.
const NUMBERS_OF_CHUNK: u64 = 1 << 16;
/// Comparing chunks takes far less for each number.
const COMPARED: u64 = 64 << 20;
/// Of so many chunks of the groups around a node something is kept to compare them …
const KEPT: usize = 1 << 15;
/// … in so many arrays, because each is held against each other one …
const MEMBERS: usize = 64;
/// … whose documents take so many bytes of memory.
const DOCUMENTS: usize = 64 << 20;
/// A sample is made of runs of neighbours, so that they can be compared.
const RUN: usize = 8;

impl ChunkChoice {
    fn chosen(self, count: usize, quickly: u64) -> BTreeSet<usize> {
        let most = match self {
            Self::All => count,
            Self::Number(number) => number,
            Self::Quick => usize::try_from(quickly).unwrap_or(usize::MAX).max(FAULTY),
        };
        if most >= count {
            return (0..count).collect();
        }
        // A few are spread one by one, the first and the last among them.
        let run = if most < 8 * RUN { 1 } else { RUN };
        let runs = most / run;
        let starts = (0..runs).map(|number| number * (count - run) / runs.saturating_sub(1).max(1));
        starts.flat_map(|start| start..start + run).collect()
    }
}

struct CheckupRun<'a> {
    hierarchy: &'a Hierarchy,
    options: &'a DecodeOptions,
    choice: ChunkChoice,
    checkup: Checkup,
    members: Vec<Member>,
    strings: Vec<Strings>,
    /// Of the members of all groups around a node.
    kept_chunks: usize,
    kept_documents: usize,
    progress: &'a mut dyn FnMut(&Checkup),
}

impl Checkup {
    pub fn run(
        hierarchy: &Hierarchy,
        options: &DecodeOptions,
        choice: ChunkChoice,
        progress: &mut dyn FnMut(&Self),
    ) -> Self {
        Self::run_below(hierarchy, "", options, choice, progress)
    }

    /// The same of one node and what is below it.
    pub fn run_below(
        hierarchy: &Hierarchy,
        key: &str,
        options: &DecodeOptions,
        choice: ChunkChoice,
        progress: &mut dyn FnMut(&Self),
    ) -> Self {
        let hierarchy = &hierarchy.for_a_walk();
        let mut run = CheckupRun {
            hierarchy,
            options,
            choice,
            checkup: Self::default(),
            members: Vec::new(),
            strings: Vec::new(),
            kept_chunks: 0,
            kept_documents: 0,
            progress,
        };
        run.node(OpenNode::at(hierarchy, key));
        run.cut_off();
        run.checkup
    }

    pub fn doubts(&self) -> Vec<ChunkNote> {
        let mut notes: Vec<ChunkNote> = Vec::new();
        let mut causes = Vec::new();
        for found in &self.found {
            let (Some(address), None) = (&found.address, &found.verdict.fault) else { continue };
            let Some(first) = found.verdict.hypotheses.first() else { continue };
            let cause = (&found.array, &first.hypothesis);
            let place = causes.iter().position(|other| *other == cause);
            if let Some(note) = place.and_then(|place| notes.get_mut(place)) {
                note.chunks += 1;
                continue;
            }
            causes.push(cause);
            notes.push(ChunkNote {
                array: found.array.clone(),
                name: DOUBTFUL,
                chunks: 1,
                key: found.key.clone(),
                chunk: address.chunk.clone(),
                value: format!("{} ({})", first.hypothesis, first.evidence),
            });
        }
        notes
    }
}

impl CheckupRun<'_> {
    fn node(&mut self, open: OpenNode) {
        let (node, path) = (&open.node, &open.path);
        if node.is_array() {
            self.checkup.arrays += 1;
        }
        if let Some(fault) = open.faults.first() {
            let verdict = Verdict::of_document(self.hierarchy, &open, self.options);
            self.found(path, fault.document, verdict);
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
                let element = encoded_of(&node.kind);
                // Its document may be large, and below it there may be many others.
                drop(open);
                let outer = std::mem::take(&mut self.members);
                for child in children {
                    self.node(OpenNode::of_child(self.hierarchy, &child));
                }
                self.siblings(element.as_ref());
                self.members = outer;
            }
            Err(error) => self.found(path, "", Fault::from(error).into()),
        }
    }

    fn array(&mut self, array: &Arc<Array>) {
        let hypotheses = array.diagnose_array(self.options, || true).unwrap_or_default();
        // In chunks of another shape, elements are in another order: what that looks like is no fault of its own.
        let mut all = hypotheses.iter().flat_map(|found| &found.changes);
        let has_shape = !all.any(|change| change.pointer.starts_with("/chunk"));
        if !hypotheses.is_empty() {
            let verdict = Verdict { hypotheses, ..Verdict::default() };
            self.found(&array.path, array.document().name, verdict);
        }
        let Some(survey) = Survey::take(&array.stored_chunks(), |_| true) else { return };
        for error in &survey.unreadable {
            let verdict = Fault::from(error.clone()).into();
            self.found(&array.path, relative(error.key(), &array.key), verdict);
        }
        let present: Vec<&[u64]> = survey.blocked().chain(survey.iter().map(|(coords, _)| coords)).collect();
        let mut around = Around::of(array).filter(|_| has_shape);
        let judged = self.chunks(array, &present, around.as_mut());
        let beside = around.as_mut().map(|around| around.judge(self.options)).unwrap_or_default();
        self.keep(array, around);
        let before = self.checkup.found.len();
        let count = judged.len();
        for coords in judged {
            self.found_in_chunk(array, coords, None);
        }
        self.drop_lone_types(before, count);
        self.lone_orders(before, count);
        // Where another document would put most chunks right, their borders are torn for that.
        let judged =
            self.checkup.found.iter().skip(before).filter_map(|found| found.verdict.hypotheses.first());
        let changed = judged.filter(|first| !first.changes.is_empty()).count();
        if changed == 0 || changed * 2 < count {
            // What is said of the shard itself is no note as well.
            self.checkup.notes.retain(|note| {
                let is_of = |(address, _): &(ChunkAddress, Hypothesis)| address.chunk == note.chunk;
                note.array != array.path
                    || note.name != PARTLY_FILLED
                    || note.chunks > 1
                    || !beside.iter().any(is_of)
            });
            if let Some(common) = of_all(&beside, count) {
                self.found(&array.path, "", common.into());
                return;
            }
            for (address, hypothesis) in beside {
                self.found_beside(array, address, hypothesis);
            }
        }
    }

    /// What its group is held against later.
    fn keep(&mut self, array: &Arc<Array>, around: Option<Around>) {
        let Some(around) = around else { return };
        let documents = self.kept_documents.saturating_add(array.document().weight());
        match around {
            Around::Numbers(around, _)
                if documents <= DOCUMENTS && self.kept_chunks < KEPT && self.members.len() < MEMBERS =>
            {
                let member = Member::new(array, around);
                self.kept_chunks += member.chunks();
                self.members.push(member);
            }
            Around::Strings(strings) if documents <= DOCUMENTS && self.strings.len() < MEMBERS => {
                self.strings.push(strings);
            }
            _ => {
                self.checkup.alone += 1;
                return;
            }
        }
        self.kept_documents = documents;
    }

    fn cut_off(&mut self) {
        let strings = std::mem::take(&mut self.strings);
        for own in &strings {
            if let Some(cut) = strings.iter().find_map(|other| own.cut_off(other)) {
                self.found(&own.array.path, own.array.document().name, cut.into());
            }
        }
    }

    fn siblings(&mut self, element: Option<&EncodedElement>) {
        let members = std::mem::take(&mut self.members);
        // Where an array is read wrongly, its numbers break every rule.
        let is_misread = |found: &Diagnosis| {
            found.verdict.hypotheses.iter().any(|found| !found.changes.is_empty())
                && members.iter().any(|member| member.array.path == found.array)
        };
        let element = element.filter(|_| !self.checkup.found.iter().any(is_misread));
        for member in members.iter().filter(|member| member.name() == "codes") {
            let above = member.array.key.rsplit_once('/').map_or("", |(above, _)| above);
            if let Ok(categories) = Array::open(self.hierarchy, &join(above, "categories"))
                && let [size] = *categories.metadata.shape.as_slice()
            {
                for (address, hypothesis) in member.codes_beyond(size) {
                    self.found_beside(&member.array, address, hypothesis);
                }
            }
        }
        let mut judged = group::judge(&members, self.options);
        if !element.is_some_and(|element| matches!(element.kind, EncodedKind::Sparse { .. })) {
            between::judge(&members, self.options, &mut judged);
        }
        sparse::judge(&members, element, self.options, &mut judged);
        // What its chunks say by themselves comes first.
        let is_known = |own: &OfMember| {
            let path = members.get(own.member).map(|member| &member.array.path);
            self.checkup.found.iter().any(|found| Some(&found.array) == path)
        };
        judged.extend(coordinate::judge(&members, self.options).into_iter().filter(|own| !is_known(own)));
        for found in judged {
            let Some(member) = members.get(found.member) else { continue };
            match found.address {
                Some(address) => self.found_beside(&member.array, address, found.hypothesis),
                None => {
                    let document = member.array.document().name;
                    self.found(&member.array.path, document, found.hypothesis.into());
                }
            }
        }
        for member in &members {
            self.kept_chunks = self.kept_chunks.saturating_sub(member.chunks());
            self.kept_documents = self.kept_documents.saturating_sub(member.array.document().weight());
        }
    }

    /// Bytes that are no bools are read as true. In few chunks they are no habit of the writer.
    fn bools(&mut self, array: &Array, notes: &[ChunkNote], sound: usize) {
        let Some(note) = notes.iter().find(|note| note.name == ODD_BOOLS) else { return };
        if note.chunks.saturating_mul(4) > sound as u64 {
            return;
        }
        let is_text = ["0x30", "0x31"].iter().any(|digit| note.value.contains(digit));
        let digits = if is_text { ", a digit of a text" } else { "" };
        let evidence = format!("{}{digits}; other chunks have 0 and 1", note.value);
        let found = hypothesis("the chunk holds bytes that are not bools", sure::NO_BOOLS, evidence);
        self.found_beside(array, ChunkAddress::from(note.chunk.as_slice()), found);
    }

    /// A data type is that of all chunks: where most others do not look as if it were another one, it is not.
    fn drop_lone_types(&mut self, from: usize, judged: usize) {
        const FEWEST: usize = 4;
        let is_type = |found: &Hypothesis| {
            found.changes.iter().any(|change| matches!(change.pointer.as_str(), "/data_type" | "/dtype"))
                && found.hypothesis.starts_with("data type should be")
        };
        let found = self.checkup.found.get_mut(from..).unwrap_or_default();
        let typed = found.iter().filter(|found| found.verdict.hypotheses.iter().any(is_type)).count();
        if judged < FEWEST || typed * 3 > judged {
            return;
        }
        for found in found {
            if found.verdict.fault.is_none() {
                found.verdict.hypotheses.retain(|hypothesis| !is_type(hypothesis));
            }
        }
        self.checkup.found.retain(|found| !found.verdict.is_sound());
    }

    /// The byte order of the document is that of all chunks: where most others look as it says, it is that of one chunk.
    fn lone_orders(&mut self, from: usize, judged: usize) {
        const FEWEST: usize = 4;
        let is_order = |found: &Hypothesis| {
            !found.changes.is_empty() && found.hypothesis.starts_with("endian should be ")
        };
        let found = self.checkup.found.get_mut(from..).unwrap_or_default();
        let ordered = found.iter().filter(|found| found.verdict.hypotheses.iter().any(is_order)).count();
        if judged < FEWEST || ordered * 3 > judged {
            return;
        }
        for hypothesis in found.iter_mut().flat_map(|found| &mut found.verdict.hypotheses) {
            if is_order(hypothesis) {
                "the chunk is in the other byte order".clone_into(&mut hypothesis.hypothesis);
                hypothesis.changes.clear();
            }
        }
    }

    fn shards(&mut self, array: &Array, sound: &[&[u64]]) {
        /// The bytes of so many shards are looked through for lost inner chunks: in a sparse array each of them lacks some.
        const LACKING: usize = 64;
        let mut shards = ShardTally::default();
        let mut lacking = 0;
        if array.chain().sharding().is_none() {
            return;
        }
        for coords in sound {
            let Ok(Some(inner)) = array.missing_inner(coords, self.options) else { continue };
            shards.add(coords, &inner);
            if inner.missing == 0 {
                continue;
            }
            lacking += 1;
            if lacking <= LACKING
                && let Some(lost) = orphan(array, coords, self.options)
            {
                self.found_beside(array, ChunkAddress::from(*coords), lost);
            }
        }
        self.checkup.notes.extend(shards.note(array));
    }

    fn found_beside(&mut self, array: &Array, address: ChunkAddress, hypothesis: Hypothesis) {
        let is_same =
            |found: &&mut Diagnosis| found.array == array.path && found.address.as_ref() == Some(&address);
        let of_document = |found: &&Diagnosis| found.array == array.path && found.is_of_document();
        let is_alone = self.checkup.found.iter().filter(of_document).count() <= FEW
            && array.metadata.chunk_grid.size().is_none_or(|size| size > 4 * FEW as u128);
        if let Some(found) = self.checkup.found.iter_mut().find(is_same) {
            // Another document would put this chunk right, and all others wrong.
            if is_alone && hypothesis.changes.is_empty() && found.verdict.fault.is_none() {
                found.verdict.hypotheses.retain(|other| other.changes.is_empty());
            }
            found.verdict.hypotheses.push(hypothesis);
            found.verdict.hypotheses = rank(std::mem::take(&mut found.verdict.hypotheses));
            return;
        }
        self.checkup.found.push(Diagnosis::of_chunk(array, address, hypothesis.into()));
    }

    fn chunks<'c>(
        &mut self,
        array: &Array,
        present: &[&'c [u64]],
        mut around: Option<&mut Around>,
    ) -> Vec<&'c [u64]> {
        let mut sound = Vec::new();
        let mut to_judge = Vec::new();
        let mut faulty = 0;
        let most_faulty = match self.choice {
            ChunkChoice::Quick => FAULTY,
            ChunkChoice::Number(number) => number.max(1),
            ChunkChoice::All => usize::MAX,
        };
        let mut notes = Vec::new();
        let grid = &array.metadata.chunk_grid;
        let edges = grid.chunk_shape(&vec![0; grid.rank()]).unwrap_or_default();
        let size = edges.into_iter().fold(1, u64::saturating_mul);
        let judged = self.choice.chosen(present.len(), NUMBERS / size.clamp(64, NUMBERS_OF_CHUNK));
        let compared = self.choice.chosen(present.len(), COMPARED / size.max(1));
        for (index, coords) in present.iter().enumerate() {
            if faulty >= most_faulty {
                self.checkup.passed_over += (present.len() - index) as u64;
                break;
            }
            self.checkup.chunks += 1;
            match array
                .decode_remarked(coords, self.options)
                .and_then(|found| found.ok_or_else(|| array.gone(coords)))
            {
                Ok((elements, remarks)) => {
                    ChunkNote::count(&mut notes, array, coords, remarks);
                    sound.push(*coords);
                    self.checkup.judgeable += u64::from(around.is_some());
                    if let Some(around) = &mut around {
                        let is_added = compared.contains(&index) && around.add(coords, &elements);
                        self.checkup.compared += u64::from(is_added);
                        if matches!(around, Around::Strings(_)) {
                            // They are judged beside each other only.
                            self.checkup.judged += u64::from(is_added);
                        } else if judged.contains(&index) {
                            self.checkup.judged += 1;
                            to_judge.push(*coords);
                        }
                    }
                }
                Err(fault) => {
                    faulty += 1;
                    self.found_in_chunk(array, coords, Some(fault));
                }
            }
            (self.progress)(&self.checkup);
        }
        self.bools(array, &notes, sound.len());
        self.checkup.notes.extend(notes);
        self.shards(array, &sound);
        to_judge
    }

    fn found(&mut self, array: &str, key: &str, verdict: Verdict) {
        let (array, key) = (array.to_owned(), key.to_owned());
        self.checkup.found.push(Diagnosis { array, address: None, key, document: "", verdict });
    }

    fn found_in_chunk(&mut self, array: &Array, coords: &[u64], fault: Option<Fault>) {
        let address = ChunkAddress::from(coords);
        let verdict = array.examine_alone(&address, self.options);
        let verdict = Verdict { fault: fault.or(verdict.fault), ..verdict };
        if !verdict.is_sound() {
            self.checkup.found.push(Diagnosis::of_chunk(array, address, verdict));
        }
    }
}
