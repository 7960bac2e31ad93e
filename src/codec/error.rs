//! Why a codec could not decode, and what it has to say when it could.

use thiserror::Error;

use super::blosc::BloscError;
use super::run::{Overheard, Value};
use crate::limits::CHUNK_BYTES;
use crate::metadata::{DocumentError, Elements};
use crate::store::StoreError;

/// What went wrong in one stage.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CodecError {
    /// The input has the wrong length.
    #[error("expected {expected} bytes ({what}), found {found}")]
    Length {
        /// The bytes that the representation takes.
        expected: u64,
        /// The representation, as `4×4 int64`.
        what: String,
        /// The bytes that are there.
        found: u64,
    },
    /// The stored checksum is not that of the bytes.
    #[error("expected the checksum {stored:#010x} (stored), found {computed:#010x} (computed)")]
    Checksum {
        /// As stored.
        stored: u32,
        /// As computed from the bytes.
        computed: u32,
    },
    /// The compressed bytes break the rules of their format.
    #[error("at byte {offset}: expected {expected}, found {found}")]
    Corrupt {
        /// Where, in the input.
        offset: u64,
        /// What the format wants there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The bytes end before their format does: so far nothing in them is wrong.
    #[error("at byte {offset}: expected {expected}, found {found}")]
    Ended {
        /// Where, in the input.
        offset: u64,
        /// What the format wants there.
        expected: String,
        /// That the input ends, and how far it came.
        found: String,
    },
    /// More comes out than the next stage can take.
    #[error("expected at most {limit} bytes to come out, found more")]
    TooMuch {
        /// Where decoding was stopped.
        limit: u64,
    },
    /// The decoded form would be larger than the limit allows.
    #[error("expected a decoded form of at most {limit} bytes (--max-chunk-bytes), found {what}")]
    Limit {
        /// The limit in bytes.
        limit: u64,
        /// The representation that is too large.
        what: String,
    },
    /// Nobody knows this codec here.
    #[error("expected a known codec, found \"{name}\"{}", not_decoded(name))]
    Unknown {
        /// Its name.
        name: String,
    },
    /// What this stage decodes to cannot be told, because an earlier entry of `codecs` cannot be used.
    #[error(
        "expected a known representation, but that depends on the codec \"{because}\", which cannot be used"
    )]
    Unbound {
        /// The codec it depends on.
        because: String,
    },
    /// One element cannot be decoded.
    #[error("element ({}): {reason}", join(coords))]
    Element {
        /// Its coordinates within the chunk, in this stage's representation.
        coords: Vec<u64>,
        /// What is wrong with it.
        reason: String,
    },
    /// The shard index says something impossible.
    #[error(
        "shard index, inner chunk ({}): expected a range within {end} bytes, found {nbytes} bytes at byte {offset}",
        join(coords)
    )]
    ShardIndex {
        /// The inner chunk.
        coords: Vec<u64>,
        /// Where the shard ends.
        end: u64,
        /// The entry's offset.
        offset: u64,
        /// The entry's nbytes.
        nbytes: u64,
    },
    /// The shard index gives an inner chunk more bytes than its codecs can make of it.
    #[error("shard index, inner chunk ({}): expected at most {limit} bytes, found {nbytes}", join(coords))]
    InnerNBytes {
        /// The inner chunk.
        coords: Vec<u64>,
        /// The most it may have.
        limit: u64,
        /// The entry's nbytes.
        nbytes: u64,
    },
    /// The shard index gives the inner chunks far more bytes than the shard has: they lie on each other.
    #[error("shard index: expected at most {limit} bytes of inner chunks together, found {nbytes}")]
    InnerTotal {
        /// The most they may have.
        limit: u64,
        /// The sum of all entries.
        nbytes: u64,
    },
    /// The shard index itself cannot be decoded.
    #[error("shard index: {stage}: {error}")]
    Index {
        /// The stage of `index_codecs`.
        stage: String,
        /// What went wrong in it.
        error: Box<CodecError>,
    },
    /// An inner chunk cannot be decoded.
    #[error("inner chunk ({}): {stage}: {error}", join(coords))]
    InnerChunk {
        /// The inner chunk.
        coords: Vec<u64>,
        /// The stage of the inner chain.
        stage: String,
        /// What went wrong in it.
        error: Box<CodecError>,
    },
    /// A codec inside of this one cannot decode.
    #[error("{stage}: {error}")]
    Block {
        /// The codec.
        stage: String,
        /// What went wrong in it.
        error: Box<CodecError>,
    },
    /// An inner chunk is missing, and what it would be filled with is not known.
    #[error(
        "inner chunk ({}): expected a stored chunk, because the fill value cannot be encoded, found it missing",
        join(coords)
    )]
    NoFillValue {
        /// The inner chunk.
        coords: Vec<u64>,
    },
    /// The codec has no encoding here.
    #[error("expected a codec that is encoded with here, found one that is only decoded")]
    OnlyDecoded,
    /// The Blosc container breaks its rules.
    #[error(transparent)]
    Blosc(#[from] BloscError),
    /// The configuration cannot be used.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The bytes cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CodecError {
    /// Where in the input the bytes break the rules of their format, or end before it does.
    #[must_use]
    pub const fn offset(&self) -> Option<u64> {
        match self {
            Self::Corrupt { offset, .. } | Self::Ended { offset, .. } => Some(*offset),
            _ => None,
        }
    }
}

/// Why a codec that has a name is not decoded.
fn not_decoded(name: &str) -> String {
    let row = super::NAMED_ONLY.iter().find(|(known, _)| *known == name);
    row.map_or_else(String::new, |(_, why)| format!(", which is not decoded: {why}"))
}

/// Coordinates as people write them: `1, 7, 2`.
#[must_use]
pub fn join(coords: &[u64]) -> String {
    coords.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// Something a codec has to say about the bytes it decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What it is about.
    pub name: &'static str,
    /// What it says.
    pub value: String,
}

impl Note {
    /// Whether it tells of a checksum that does not match and was ignored.
    #[must_use]
    pub fn is_mismatch(&self) -> bool {
        self.name == MISMATCH
    }
}

/// The name of the note on a checksum that does not match and was ignored.
pub(super) const MISMATCH: &str = "checksum mismatch ignored";
/// The name of the note on a stored checksum.
pub(super) const CHECKSUM: &str = "checksum";

/// What a user may choose for decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodeOptions {
    /// A checksum that does not match is noted, and decoding goes on.
    pub ignore_checksums: bool,
    /// A chunk whose decoded form has more bytes is refused.
    pub max_chunk_bytes: u64,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self { ignore_checksums: false, max_chunk_bytes: CHUNK_BYTES.default }
    }
}

/// What a codec gets to know while it decodes, and where it leaves its notes.
#[derive(Debug)]
pub struct Work<'a> {
    /// What the user chose.
    pub options: &'a DecodeOptions,
    /// The most bytes that may come out.
    pub limit: u64,
    /// How many bytes the next stage expects, where that is known: room for them is made at once.
    pub expected: Option<u64>,
    /// Whether somebody wants to know all there is to tell: what had come out before a failure, and notes that take
    /// time to find. Decoding in bulk does without.
    pub is_traced: bool,
    /// What the codec has to say.
    pub notes: Vec<Note>,
    /// What had come out when it failed.
    pub partial: Option<Partial>,
}

/// What a codec had given when it failed: what is readable of a damaged chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct Partial {
    /// The first bytes, or the first elements in C order. Of a shard, all elements, where those of broken inner chunks
    /// hold the fill value.
    pub value: Value,
    /// How many bytes at the start of the input had been used for it, where that is known.
    pub consumed: Option<u64>,
    /// How many elements among those of `value` were not decoded: the ones in broken inner chunks of a shard.
    pub filled: u64,
    /// The inner chunks that those are in.
    pub broken: Vec<Vec<u64>>,
}

impl<'a> Work<'a> {
    /// Work without a limit of its own: the options' limit counts. Whoever makes it gets to know everything.
    #[must_use]
    pub fn new(options: &'a DecodeOptions) -> Self {
        let limit = options.max_chunk_bytes;
        Self { options, limit, expected: None, is_traced: true, notes: Vec::new(), partial: None }
    }

    /// Leaves a note.
    pub fn note(&mut self, name: &'static str, value: impl Into<String>) {
        self.notes.push(Note { name, value: value.into() });
    }

    /// Leaves the bytes that had come out before a failure, if there are any and somebody wants them; at most as many
    /// as may come out.
    pub fn leave_bytes(&mut self, mut output: Vec<u8>, consumed: Option<u64>) {
        if !self.is_traced || output.is_empty() {
            return;
        }
        output.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        output.shrink_to_fit();
        self.partial = Some(Partial { value: Value::Bytes(output), consumed, filled: 0, broken: Vec::new() });
    }

    /// Leaves the elements that had come out before a failure, if there are any and somebody wants them.
    pub fn leave_elements(&mut self, elements: Elements, consumed: Option<u64>) {
        self.leave_filled((elements, consumed), 0, Vec::new());
    }

    /// As [`leave_elements`](Self::leave_elements), where so many of the elements were not decoded, those in these
    /// inner chunks.
    pub(super) fn leave_filled(
        &mut self,
        (elements, consumed): (Elements, Option<u64>),
        filled: u64,
        broken: Vec<Vec<u64>>,
    ) {
        if self.is_traced && elements.size() as u64 > filled {
            self.partial = Some(Partial { value: Value::Array(elements), consumed, filled, broken });
        }
    }

    /// Gives the output of a decoder that came to its end, or leaves what there is of it; `consumed` bytes of the input
    /// had been used.
    pub(super) fn or_leave(
        &mut self,
        result: Result<(), CodecError>,
        output: Vec<u8>,
        consumed: usize,
    ) -> Result<Vec<u8>, CodecError> {
        match result {
            Ok(()) => Ok(output),
            Err(error) => {
                self.leave_bytes(output, Some(consumed as u64));
                Err(error)
            }
        }
    }

    /// Passes on what inner stages said of checksums that were ignored; `place` is where they ran.
    pub(super) fn pass_on(&mut self, place: &str, inner: Overheard) {
        for (stage, note) in inner.notes.into_iter().filter(|(_, note)| note.name == MISMATCH) {
            self.note(MISMATCH, format!("{place}: {stage}: {}", note.value));
        }
    }

    /// Compares a checksum; a mismatch is an error, or a note when checksums are ignored. The computed one is noted where
    /// it is another than the stored one.
    ///
    /// # Errors
    /// When the two differ and nobody asked to ignore it.
    pub fn check(&mut self, stored: u32, computed: u32) -> Result<(), CodecError> {
        self.note(CHECKSUM, format!("{stored:#010x}"));
        if stored == computed {
            return Ok(());
        }
        if !self.options.ignore_checksums {
            self.note("computed checksum", format!("{computed:#010x}"));
            return Err(CodecError::Checksum { stored, computed });
        }
        self.note(MISMATCH, format!("stored {stored:#010x}, computed {computed:#010x}"));
        Ok(())
    }

    /// Gives bytes that stand `before` bytes behind the start of the input, if their checksum is theirs; otherwise it
    /// leaves them.
    pub(super) fn check_payload(
        &mut self,
        stored: u32,
        computed: u32,
        payload: &[u8],
        before: u64,
    ) -> Result<Vec<u8>, CodecError> {
        let checked = self.check(stored, computed);
        if checked.is_err() && self.is_traced {
            self.leave_bytes(payload.to_vec(), Some(before.saturating_add(payload.len() as u64)));
        }
        checked.map(|()| payload.to_vec())
    }
}
