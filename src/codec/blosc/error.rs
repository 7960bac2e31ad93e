use super::compressor::Compressor;

/// The first thing in a buffer that cannot be true. Byte offsets count from the buffer's start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BloscError {
    #[error("expected a header of 16 bytes, found {found}")]
    HeaderCut { found: usize },
    #[error("version at byte 0: expected 2 (blosc1), found {found}")]
    Version { found: u8 },
    #[error("versionlz at byte 1: expected 1 for {compressor}, found {found}")]
    Versionlz { compressor: Compressor, found: u8 },
    #[error("flags at byte 2: expected bit 3 (0x08) to be 0, found {flags:#04x}")]
    ReservedFlag { flags: u8 },
    #[error("flags at byte 2: expected a compressor code from 0 to 4 in bits 5 to 7, found {code}")]
    Compressor { code: u8 },
    #[error("cannot use {compressor}: {reason}")]
    Library { compressor: Compressor, reason: String },
    #[error("typesize at byte 3: expected 1 to 255, found 0")]
    Typesize,
    #[error("nbytes at byte 4: expected at most {max_nbytes} (the limit), found {nbytes}")]
    TooLarge { nbytes: u32, max_nbytes: u64 },
    #[error("expected at most 2147483631 bytes to store, found {found}")]
    Unstorable { found: usize },
    #[error("blocksize at byte 8: expected 1 to {nbytes} (nbytes), found {found}")]
    Blocksize { found: u32, nbytes: u32 },
    #[error("cbytes at byte 12: expected {expected} (the buffer's length), found {found}")]
    Cbytes { expected: usize, found: u32 },
    #[error("memcpyed: expected {expected} bytes after the header, found {found}")]
    Memcpyed { expected: u32, found: usize },
    #[error("bstarts at byte 16: expected 4 bytes for each of {nblocks} blocks, found {found} bytes")]
    BstartsCut { nblocks: u32, found: usize },
    #[error("block {block}: expected bstart from {min} to {max}, found {bstart}")]
    Bstart { block: usize, bstart: u32, min: usize, max: usize },
    #[error("block {block} at byte {offset}: expected {splits} splits of one length, found {nbytes} bytes")]
    Uneven { block: usize, offset: usize, nbytes: usize, splits: usize },
    #[error("block {block} at byte {offset}: split {split} at byte {at} {error}")]
    Split { block: usize, offset: usize, split: usize, at: usize, error: SplitError },
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SplitError {
    #[error("has no length: expected 4 bytes, {left} are left")]
    LengthCut { left: usize },
    #[error("says {says} bytes, {left} are left")]
    Length { says: u32, left: usize },
    #[error("holds too few bytes: expected {expected}, found {found}")]
    TooFew { expected: usize, found: usize },
    #[error("is no {compressor} stream of {expected} bytes: {reason}")]
    Stream { compressor: Compressor, expected: usize, reason: String },
}
