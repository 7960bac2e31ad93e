//! Finds the `bytes -> bytes` codecs of stored bytes: one after the other is taken off, until the rest is what is wanted.

use super::case::{BUDGET, Case, decodes};
use crate::codec::{CODECS, Chain, ChecksumFacts, CodecRow, StoredForm, WhichEnd, hex, label, peel};
use crate::metadata::{CodecMetadata, CodecRole};

/// The most codecs that are taken off. The search tries every order, so that each one more multiplies its time.
const DEPTH: usize = 5;
/// The most codecs that are not in the document: two mistakes at once are rare, three are another file.
const FOREIGN: usize = 2;
/// The most chains that are found; of more, none would be sure.
const ENOUGH: usize = 6;

#[derive(Debug, Clone)]
pub struct FoundChain {
    pub outer: Vec<CodecMetadata>,
    pub declared: Vec<Option<usize>>,
    pub seen: Vec<String>,
    pub is_proven: bool,
    pub is_decoded: bool,
    pub nbytes: usize,
}

#[derive(Clone)]
struct Peeled {
    codec: CodecMetadata,
    declared: Option<usize>,
    seen: String,
    is_proof: bool,
}

struct Search<'a> {
    case: &'a Case<'a>,
    core: Chain,
    target: Option<u64>,
    declared: Vec<CodecMetadata>,
    budget: u64,
    is_short: bool,
    takes_anything: bool,
    found: Vec<FoundChain>,
}

pub fn search(case: &Case) -> Vec<FoundChain> {
    let Some(core) = case.chain_of(&case.core(), case.chain.decoded().clone()) else { return Vec::new() };
    let takes_anything = takes_anything(&core.array_to_bytes_info().codec.name);
    let mut search = Search {
        case,
        core,
        target: case.target(),
        declared: case.outer(),
        budget: BUDGET * 2,
        is_short: false,
        takes_anything,
        found: Vec::new(),
    };
    search.continue_from(case.stored(), &[]);
    let declared: Vec<Option<usize>> = (0..search.declared.len()).map(Some).collect();
    search.found.retain(|found| found.declared != declared);
    search.found
}

impl Search<'_> {
    fn continue_from(&mut self, bytes: &[u8], steps: &[Peeled]) {
        if self.found.len() >= ENOUGH {
            return;
        }
        if self.is_end(bytes, steps) {
            self.found.push(FoundChain {
                outer: steps.iter().rev().map(|step| step.codec.clone()).collect(),
                declared: steps.iter().rev().map(|step| step.declared).collect(),
                seen: steps.iter().map(|step| step.seen.clone()).collect(),
                is_proven: steps.iter().any(|step| step.is_proof),
                is_decoded: true,
                nbytes: bytes.len(),
            });
            return;
        }
        if steps.len() >= DEPTH || bytes.is_empty() {
            return;
        }
        let before = self.found.len();
        let mut given: Vec<(String, usize)> = Vec::new();
        for index in (0..self.declared.len()).rev() {
            if let Some((step, decoded)) = self.declared_step(index, bytes, steps) {
                given.push((label(&step.codec.name).to_owned(), decoded.len()));
                self.continue_from(&decoded, &then(steps, step));
            }
        }
        let foreign = steps.iter().filter(|step| step.declared.is_none()).count();
        if foreign >= FOREIGN || self.found.len() > before {
            return;
        }
        for candidate in candidates(self.case.is_v2()) {
            let Some((step, decoded)) = self.foreign_step(&candidate, bytes) else { continue };
            // What the document has already, with other words for the same, is no other codec.
            let own = (candidate.row.label().to_owned(), decoded.len());
            if !given.contains(&own) {
                self.continue_from(&decoded, &then(steps, step));
            }
        }
    }

    fn is_end(&mut self, bytes: &[u8], steps: &[Peeled]) -> bool {
        for (index, codec) in self.declared.iter().enumerate() {
            if takes_anything(&codec.name) && !steps.iter().any(|step| step.declared == Some(index)) {
                return false;
            }
        }
        if self.takes_anything && !steps.iter().any(|step| step.is_proof) {
            return false;
        }
        let nbytes = bytes.len() as u64;
        nbytes <= BUDGET && self.target.is_none_or(|target| target == nbytes) && decodes(&self.core, bytes)
    }

    fn declared_step(&mut self, index: usize, bytes: &[u8], before: &[Peeled]) -> Option<(Peeled, Vec<u8>)> {
        if before.iter().any(|step| step.declared == Some(index)) {
            return None;
        }
        let codec = self.declared.get(index).cloned()?;
        let row = CodecRow::meant_by(&codec.name);
        let decoded = self.peel(&codec, bytes)?;
        let name = label(&codec.name);
        let mark = row.map(|row| describe_mark(row, name, bytes)).unwrap_or_default();
        let seen = format!("{mark}{name} gives {} bytes", decoded.len());
        let is_proof = row.is_some_and(CodecRow::leaves_a_mark);
        Some((Peeled { codec, declared: Some(index), seen, is_proof }, decoded))
    }

    fn foreign_step(&mut self, candidate: &Candidate, bytes: &[u8]) -> Option<(Peeled, Vec<u8>)> {
        if !candidate.may_have_written(bytes) || !self.may_have(candidate, bytes) {
            return None;
        }
        let codec = candidate.metadata(self.case.is_v2(), bytes)?;
        let Some(decoded) = self.peel(&codec, bytes) else {
            let is_outermost = bytes.len() == self.case.stored().len();
            if self.is_short && is_outermost && candidate.is_sure() {
                self.by_mark_alone(candidate, bytes);
            }
            return None;
        };
        let name = candidate.row.label();
        let mark = match candidate.side {
            None => describe_mark(candidate.row, name, bytes),
            Some(side) => {
                let four = match side {
                    WhichEnd::Start => bytes.first_chunk::<{ ChecksumFacts::NBYTES }>(),
                    WhichEnd::End => bytes.last_chunk(),
                };
                format!("{} at the {}, the {name} of the rest; ", hex(four?), side.name())
            }
        };
        let seen = format!("{mark}{} gives {} bytes", label(&codec.name), decoded.len());
        Some((Peeled { codec, declared: None, seen, is_proof: true }, decoded))
    }

    /// Checksums take time: they are tried where four bytes are too many, or where the document has one.
    fn may_have(&self, candidate: &Candidate, bytes: &[u8]) -> bool {
        let over = self.target.and_then(|target| (bytes.len() as u64).checked_sub(target));
        if candidate.side.is_none() || matches!(over, Some(4 | 8)) {
            return true;
        }
        let has_checksum =
            |codec: &CodecMetadata| CodecRow::meant_by(&codec.name).is_some_and(|row| row.checksum.is_some());
        bytes.len() == self.case.stored().len() || self.declared.iter().any(has_checksum)
    }

    /// A compressor with a mark in the bytes, where decoding with it would take too long.
    fn by_mark_alone(&mut self, candidate: &Candidate, bytes: &[u8]) {
        let Some(codec) = candidate.metadata(self.case.is_v2(), bytes) else { return };
        let name = candidate.row.label();
        let mut outer = self.declared.clone();
        let mut declared: Vec<Option<usize>> = (0..outer.len()).map(Some).collect();
        let is_compressor = |codec: &CodecMetadata| {
            CodecRow::meant_by(&codec.name).is_some_and(|row| row.signature.is_some())
        };
        let place = outer.iter().rposition(is_compressor).unwrap_or(outer.len());
        if outer.get(place).is_some_and(|own| label(&own.name) == name) {
            return;
        }
        let end = outer.len().min(place + 1);
        outer.splice(place..end, [codec]);
        declared.splice(place..end, [None]);
        let mark = mark(candidate.row, bytes).unwrap_or_default();
        let seen =
            vec![format!("{mark}, the mark of {name}; {} bytes are too many to decode here", bytes.len())];
        self.found.push(FoundChain { outer, declared, seen, is_proven: true, is_decoded: false, nbytes: 0 });
    }

    fn peel(&mut self, codec: &CodecMetadata, bytes: &[u8]) -> Option<Vec<u8>> {
        let row = CodecRow::meant_by(&codec.name);
        let cost = row.map_or(CodecRow::COMMON_COST, CodecRow::cost);
        self.is_short = false;
        // Marks are looked at first: a codec that has one fails at once without it.
        if let Some(signature) = row.and_then(|row| row.signature)
            && !signature.recognises(bytes)
        {
            return None;
        }
        let Some(left) = self.budget.checked_sub((bytes.len() as u64).saturating_mul(cost)) else {
            self.is_short = true;
            return None;
        };
        self.budget = left;
        let limit = self.target.unwrap_or(BUDGET).saturating_mul(2).saturating_add(1 << 16).min(BUDGET);
        let decoded = peel(codec, bytes, limit).ok()?;
        self.budget = self.budget.saturating_sub((decoded.len() as u64).saturating_mul(cost));
        Some(decoded)
    }
}

struct Candidate {
    row: &'static CodecRow,
    /// Where a checksum is; `None` for what has a mark.
    side: Option<WhichEnd>,
}

/// The most bytes of a mark that are shown: as many as people know by heart.
const SHOWN: usize = 4;
/// A mark of no more bytes may come about by chance.
const CHANCE: usize = 2;

fn candidates(is_v2: bool) -> Vec<Candidate> {
    let rows: Vec<&CodecRow> = CODECS.iter().filter(|row| !is_v2 || !row.v2.is_empty()).collect();
    let mut found = Vec::new();
    let mut labels = Vec::new();
    for row in &rows {
        if row.signature.is_some() {
            found.push(Candidate { row, side: None });
        }
        if row.checksum.is_some() && !labels.contains(&row.label()) {
            labels.push(row.label());
        }
    }
    // Codecs of one label are the same checksum, so that each side is tried once.
    for label in labels {
        let mut seen = Vec::new();
        for row in &rows {
            let Some(facts) = row.checksum else { continue };
            for side in facts.sides.iter().copied() {
                if row.label() == label && !seen.contains(&side) {
                    seen.push(side);
                    found.push(Candidate { row, side: Some(side) });
                }
            }
        }
    }
    found
}

impl Candidate {
    fn may_have_written(&self, input: &[u8]) -> bool {
        match self.side {
            None => self.row.signature.is_some_and(|signature| signature.recognises(input)),
            Some(_) => input.len() > ChecksumFacts::NBYTES,
        }
    }

    fn metadata(&self, is_v2: bool, input: &[u8]) -> Option<CodecMetadata> {
        let configuration = match self.side {
            None => (self.row.signature?.configuration)(input),
            Some(side) => (self.row.checksum?.configuration)(side),
        };
        let role = if is_v2 { CodecRole::Compressor } else { CodecRole::Codec };
        self.row.metadata(role, configuration)
    }

    fn is_sure(&self) -> bool {
        self.side.is_none() && self.row.signature.is_some_and(|signature| signature.mark_nbytes > CHANCE)
    }
}

pub fn mark(row: &CodecRow, input: &[u8]) -> Option<String> {
    Some(hex(input.get(..row.signature?.mark_nbytes.min(SHOWN))?))
}

fn takes_anything(name: &str) -> bool {
    CodecRow::meant_by(name).is_some_and(|row| row.form == StoredForm::Anything)
}

fn describe_mark(row: &CodecRow, name: &str, bytes: &[u8]) -> String {
    mark(row, bytes).map(|mark| format!("{mark}, the mark of {name}; ")).unwrap_or_default()
}

fn then(steps: &[Peeled], step: Peeled) -> Vec<Peeled> {
    let mut longer = steps.to_vec();
    longer.push(step);
    longer
}
