use thiserror::Error;

use super::blosc::BloscError;
use crate::metadata::DocumentError;
use crate::metadata::text::join;
use crate::store::StoreError;

/// What went wrong in one stage. Variants and fields may be added: match with `..`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CodecError {
    /// The input has the wrong length.
    #[error("expected {expected} bytes ({what}), found {found}")]
    Length { expected: u64, what: String, found: u64 },
    /// The stored checksum is not that of the bytes.
    #[error("expected the checksum {stored:#010x} (stored), found {computed:#010x} (computed)")]
    Checksum { stored: u32, computed: u32 },
    /// The compressed bytes break the rules of their format.
    #[error("at byte {offset}: expected {expected}, found {found}")]
    Corrupt { offset: u64, expected: String, found: String },
    /// The bytes end before their format does: so far nothing in them is wrong.
    #[error("at byte {offset}: expected {expected}, found {found}")]
    Ended { offset: u64, expected: String, found: String },
    /// More comes out than the next stage can take.
    #[error("expected at most {limit} bytes to come out, found more")]
    TooMuch { limit: u64 },
    /// The decoded form would be larger than the limit allows.
    #[error("expected a decoded form of at most {limit} bytes (--max-chunk-bytes), found {what}")]
    Limit { limit: u64, what: String },
    /// Nobody knows this codec here.
    #[error("expected a known codec, found \"{name}\"{}", not_decoded(name))]
    Unknown { name: String },
    /// What this stage decodes to is not known, because an earlier entry of `codecs` cannot be used.
    #[error(
        "expected a known representation, but that depends on the codec \"{because}\", which cannot be used{}",
        not_decoded(because)
    )]
    #[doc(hidden)]
    Unbound { because: String },
    /// Elements that cannot be decoded.
    #[error("element ({}){}: {reason}", join(coords), first_of(*count))]
    Element { coords: Vec<u64>, count: u64, reason: String, in_array: Option<Vec<u64>> },
    /// The shard index says something impossible.
    #[error(
        "shard index, inner chunk ({}): expected a range within {end} bytes, found {nbytes} bytes at byte {offset}",
        join(coords)
    )]
    #[doc(hidden)]
    ShardIndex { coords: Vec<u64>, end: u64, offset: u64, nbytes: u64 },
    #[error("shard index, inner chunk ({}): expected at most {limit} bytes, found {nbytes}", join(coords))]
    #[doc(hidden)]
    InnerNBytes { coords: Vec<u64>, limit: u64, nbytes: u64 },
    /// The shard index gives the inner chunks far more bytes than the shard has: they lie on each other.
    #[error(
        "shard index: expected at most {limit} bytes of inner chunks and their entries together, found {nbytes}"
    )]
    #[doc(hidden)]
    InnerTotal { limit: u64, nbytes: u64 },
    #[error("shard index: {stage}: {error}")]
    #[doc(hidden)]
    Index { stage: String, error: Box<CodecError> },
    #[error("inner chunk ({}): {stage}: {error}", join(coords))]
    #[doc(hidden)]
    InnerChunk { coords: Vec<u64>, stage: String, codec_index: usize, error: Box<CodecError> },
    #[error("{stage}: {error}")]
    #[doc(hidden)]
    Block { stage: String, error: Box<CodecError> },
    /// An inner chunk is missing, and what it would be filled with is not known.
    #[error(
        "inner chunk ({}): expected a stored chunk, because the fill value cannot be encoded, found it missing",
        join(coords)
    )]
    #[doc(hidden)]
    NoFillValue { coords: Vec<u64> },
    #[error("expected a codec that is encoded with here, found one that is only decoded")]
    #[doc(hidden)]
    OnlyDecoded,
    #[error("expected {expected} to encode with, found {found}")]
    #[doc(hidden)]
    NotEncoded { expected: String, found: String },
    #[error(transparent)]
    #[doc(hidden)]
    Blosc(#[from] BloscError),
    #[error(transparent)]
    #[doc(hidden)]
    Document(#[from] DocumentError),
    #[error(transparent)]
    #[doc(hidden)]
    Store(#[from] StoreError),
}

impl CodecError {
    /// Where in the input the bytes break the rules of their format, or end before it does.
    pub const fn offset(&self) -> Option<u64> {
        match self {
            Self::Corrupt { offset, .. } | Self::Ended { offset, .. } => Some(*offset),
            _ => None,
        }
    }

    /// `None` for a range that does not lie within the bytes: then the bytes are wrong, not the store.
    pub(super) fn store(&self) -> Option<&StoreError> {
        match self {
            Self::Store(StoreError::OutOfRange { .. }) => None,
            Self::Store(error) => Some(error),
            Self::InnerChunk { error, .. } | Self::Index { error, .. } => error.store(),
            _ => None,
        }
    }

    pub(crate) fn inner(&self) -> Vec<Vec<u64>> {
        match self {
            Self::InnerChunk { coords, error, .. } => {
                let mut path = vec![coords.clone()];
                path.extend(error.inner());
                path
            }
            Self::ShardIndex { coords, .. }
            | Self::InnerNBytes { coords, .. }
            | Self::NoFillValue { coords } => vec![coords.clone()],
            _ => Vec::new(),
        }
    }

    pub(crate) fn byte(&self) -> Option<u64> {
        match self {
            Self::InnerChunk { error, .. } | Self::Index { error, .. } | Self::Block { error, .. } => {
                error.byte()
            }
            other => other.offset(),
        }
    }

    pub(crate) fn is_of_elements(&self) -> bool {
        match self {
            Self::Element { .. } => true,
            Self::InnerChunk { error, .. } => error.is_of_elements(),
            _ => false,
        }
    }

    pub(super) fn in_array(&self) -> Option<&[u64]> {
        match self {
            Self::Element { in_array, .. } => in_array.as_deref(),
            Self::InnerChunk { error, .. } => error.in_array(),
            _ => None,
        }
    }

    pub(crate) fn place_in_array(&mut self, coords: Vec<u64>, shape: &[u64]) {
        match self {
            Self::Element { in_array, reason, .. } => {
                if coords.iter().zip(shape).all(|(coord, edge)| coord < edge) {
                    *in_array = Some(coords);
                } else {
                    reason.push_str("; it lies past the array (overhang)");
                }
            }
            Self::InnerChunk { error, .. } => error.place_in_array(coords, shape),
            _ => {}
        }
    }
}

fn first_of(count: u64) -> String {
    if count > 1 { format!(", the first of {count}") } else { String::new() }
}

fn not_decoded(name: &str) -> String {
    match super::named::about(name) {
        Some(about) => format!(": {about}"),
        None => String::new(),
    }
}
