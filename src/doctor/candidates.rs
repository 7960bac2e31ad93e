//! The codecs that stored bytes are recognised by: compressors leave a mark, checksums nothing but themselves.

use crate::codec::{CODECS, ChecksumFacts, CodecRow, Signature, WhichEnd, hex};
use crate::metadata::{CodecMetadata, CodecRole};

/// A codec that may have written some bytes.
pub struct Candidate {
    pub row: &'static CodecRow,
    /// How that is seen.
    pub trail: Trail,
}

/// What a codec leaves in the bytes that it writes.
#[derive(Clone, Copy)]
pub enum Trail {
    /// The mark of a compressor.
    Mark(&'static Signature),
    /// A checksum on one side of the bytes.
    Checksum(&'static ChecksumFacts, WhichEnd),
}

/// How many bytes of a mark are shown: as many as people know by heart.
const SHOWN: usize = 4;
/// A mark of no more bytes may come about by chance.
const CHANCE: usize = 2;

/// All of them that a document of that version can name. Compressors come first: a mark is seen at a glance, a checksum
/// has to be computed.
pub fn candidates(is_v2: bool) -> Vec<Candidate> {
    let rows = || CODECS.iter().filter(move |row| !is_v2 || !row.v2.is_empty());
    let marked = rows().filter_map(|row| Some(Candidate { row, trail: Trail::Mark(row.signature?) }));
    let mut labels: Vec<&str> = Vec::new();
    for row in rows().filter(|row| row.checksum.is_some()) {
        if !labels.contains(&row.label()) {
            labels.push(row.label());
        }
    }
    let sums = labels.into_iter().flat_map(|label| checksums(rows().filter(move |row| row.label() == label)));
    marked.chain(sums).collect()
}

/// The sides on which codecs of one label may put their checksum, each once.
fn checksums(rows: impl Iterator<Item = &'static CodecRow>) -> Vec<Candidate> {
    let (mut seen, mut found) = (Vec::new(), Vec::new());
    for row in rows {
        let Some(facts) = row.checksum else { continue };
        for side in facts.sides.iter().copied() {
            if !seen.contains(&side) {
                seen.push(side);
                found.push(Candidate { row, trail: Trail::Checksum(facts, side) });
            }
        }
    }
    found
}

impl Candidate {
    /// Whether the bytes may be of this codec.
    pub fn may_have_written(&self, input: &[u8]) -> bool {
        match self.trail {
            Trail::Mark(signature) => signature.recognises(input),
            Trail::Checksum(..) => input.len() > ChecksumFacts::NBYTES,
        }
    }

    /// The entry that a document would have for it; `input` is what it wrote.
    pub fn metadata(&self, is_v2: bool, input: &[u8]) -> Option<CodecMetadata> {
        let configuration = match self.trail {
            Trail::Mark(signature) => (signature.configuration)(input),
            Trail::Checksum(facts, side) => (facts.configuration)(side),
        };
        let role = if is_v2 { CodecRole::Compressor } else { CodecRole::Codec };
        self.row.metadata(role, configuration)
    }

    /// Whether it leaves a mark that is long enough to be no chance.
    pub fn is_sure(&self) -> bool {
        matches!(self.trail, Trail::Mark(signature) if signature.mark_nbytes > CHANCE)
    }
}

/// The first bytes that a codec is recognised by, as people write them.
pub fn mark(row: &CodecRow, input: &[u8]) -> Option<String> {
    let nbytes = row.signature?.mark_nbytes.min(SHOWN);
    Some(hex(input.get(..nbytes)?))
}
