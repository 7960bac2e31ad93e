use crate::codec::{CODECS, ChecksumFacts, CodecRow, Signature, WhichEnd, hex};
use crate::metadata::{CodecMetadata, CodecRole};

pub struct Candidate {
    pub row: &'static CodecRow,
    pub trail: Trail,
}

#[derive(Clone, Copy)]
pub enum Trail {
    Mark(&'static Signature),
    Checksum(&'static ChecksumFacts, WhichEnd),
}

/// The most bytes of a mark that are shown: as many as people know by heart.
const SHOWN: usize = 4;
/// A mark of no more bytes may come about by chance.
const CHANCE: usize = 2;

pub fn candidates(is_v2: bool) -> Vec<Candidate> {
    let rows: Vec<&CodecRow> = CODECS.iter().filter(|row| !is_v2 || !row.v2.is_empty()).collect();
    let mut found = Vec::new();
    let mut labels = Vec::new();
    for row in &rows {
        if let Some(signature) = row.signature {
            found.push(Candidate { row, trail: Trail::Mark(signature) });
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
                    found.push(Candidate { row, trail: Trail::Checksum(facts, side) });
                }
            }
        }
    }
    found
}

impl Candidate {
    pub fn may_have_written(&self, input: &[u8]) -> bool {
        match self.trail {
            Trail::Mark(signature) => signature.recognises(input),
            Trail::Checksum(..) => input.len() > ChecksumFacts::NBYTES,
        }
    }

    pub fn metadata(&self, is_v2: bool, input: &[u8]) -> Option<CodecMetadata> {
        let configuration = match self.trail {
            Trail::Mark(signature) => (signature.configuration)(input),
            Trail::Checksum(facts, side) => (facts.configuration)(side),
        };
        let role = if is_v2 { CodecRole::Compressor } else { CodecRole::Codec };
        self.row.metadata(role, configuration)
    }

    pub fn is_sure(&self) -> bool {
        matches!(self.trail, Trail::Mark(signature) if signature.mark_nbytes > CHANCE)
    }
}

pub fn mark(row: &CodecRow, input: &[u8]) -> Option<String> {
    Some(hex(input.get(..row.signature?.mark_nbytes.min(SHOWN))?))
}
