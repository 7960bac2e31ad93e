//! What can be wrong with a Blosc buffer: where, what was expected, what was found.

use super::compressor::Compressor;

/// The first thing in a buffer that cannot be true. Byte offsets count from the buffer's start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BloscError {
    /// Not even a header.
    #[error("expected a header of 16 bytes, found {found}")]
    HeaderCut {
        /// Bytes there are.
        found: usize,
    },
    /// Written by something newer than Blosc1, most likely Blosc2.
    #[error("version at byte 0: expected 2 (blosc1), found {found}")]
    Version {
        /// Stored version.
        found: u8,
    },
    /// A compressor's format that is not known.
    #[error("versionlz at byte 1: expected 1 for {compressor}, found {found}")]
    Versionlz {
        /// Compressor the flags name.
        compressor: Compressor,
        /// Stored version.
        found: u8,
    },
    /// A flag no Blosc1 library sets.
    #[error("flags at byte 2: expected bit 3 (0x08) to be 0, found {flags:#04x}")]
    ReservedFlag {
        /// Stored flags.
        flags: u8,
    },
    /// A compressor code no Blosc1 library writes.
    #[error("flags at byte 2: expected a compressor code from 0 to 4 in bits 5 to 7, found {code}")]
    Compressor {
        /// Stored code.
        code: u8,
    },
    /// A compressor's library that did not start.
    #[error("cannot use {compressor}: {reason}")]
    Library {
        /// Which compressor.
        compressor: Compressor,
        /// In the words of the library.
        reason: String,
    },
    /// Elements of no bytes.
    #[error("typesize at byte 3: expected 1 to 255, found 0")]
    Typesize,
    /// More decoded bytes than the caller allows.
    #[error("nbytes at byte 4: expected at most {max_nbytes} (the limit), found {nbytes}")]
    TooLarge {
        /// Stored decoded length.
        nbytes: u32,
        /// The caller's limit.
        max_nbytes: u64,
    },
    /// More bytes than a buffer can hold, when encoding.
    #[error("expected at most 2147483631 bytes to store, found {found}")]
    Unstorable {
        /// How many there are.
        found: usize,
    },
    /// Blocks of no bytes, or larger than the whole.
    #[error("blocksize at byte 8: expected 1 to {nbytes} (nbytes), found {found}")]
    Blocksize {
        /// Stored block size.
        found: u32,
        /// Stored decoded length.
        nbytes: u32,
    },
    /// The buffer was cut short or has a tail.
    #[error("cbytes at byte 12: expected {expected} (the buffer's length), found {found}")]
    Cbytes {
        /// Length of the buffer.
        expected: usize,
        /// Stored encoded length.
        found: u32,
    },
    /// A `memcpyed` buffer whose header and payload disagree.
    #[error("memcpyed: expected {expected} bytes after the header, found {found}")]
    Memcpyed {
        /// `nbytes` of the header.
        expected: u32,
        /// Bytes behind the header.
        found: usize,
    },
    /// No room for the list of block starts.
    #[error("bstarts at byte 16: expected 4 bytes for each of {nblocks} blocks, found {found} bytes")]
    BstartsCut {
        /// Number of blocks the header speaks of.
        nblocks: u32,
        /// Bytes behind the header.
        found: usize,
    },
    /// A block that starts where none can.
    #[error("block {block}: expected bstart from {min} to {max}, found {bstart}")]
    Bstart {
        /// Number of the block.
        block: usize,
        /// Stored start.
        bstart: u32,
        /// First byte behind the list of block starts.
        min: usize,
        /// Last byte at which a block can still have a length field.
        max: usize,
    },
    /// A block that has to be split but cannot.
    #[error("block {block} at byte {offset}: expected {splits} splits of one length, found {nbytes} bytes")]
    Uneven {
        /// Number of the block.
        block: usize,
        /// Where the block starts.
        offset: usize,
        /// Decoded bytes of the block.
        nbytes: usize,
        /// Number of splits.
        splits: usize,
    },
    /// A split in a block that cannot be read.
    #[error("block {block} at byte {offset}: split {split} at byte {at} {error}")]
    Split {
        /// Number of the block.
        block: usize,
        /// Where the block starts.
        offset: usize,
        /// Number of the split in the block.
        split: usize,
        /// Where the split's length field is, or would be.
        at: usize,
        /// What is wrong with it.
        error: SplitError,
    },
}

/// Why a split could not be read. Written to follow "split 3".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SplitError {
    /// The block ends the buffer too early.
    #[error("has no length: expected 4 bytes, {left} are left")]
    LengthCut {
        /// Bytes behind the previous split.
        left: usize,
    },
    /// A length that reaches past the buffer.
    #[error("says {says} bytes, {left} are left")]
    Length {
        /// Stored length.
        says: u32,
        /// Bytes behind the length field.
        left: usize,
    },
    /// The compressor's stream was sound but is not the one that belongs here.
    #[error("holds too few bytes: expected {expected}, found {found}")]
    TooFew {
        /// Decoded bytes a split of this block has.
        expected: usize,
        /// Decoded bytes there were.
        found: usize,
    },
    /// The compressor cannot make sense of the bytes.
    #[error("is no {compressor} stream of {expected} bytes: {reason}")]
    Stream {
        /// Which compressor.
        compressor: Compressor,
        /// Decoded bytes a split of this block has.
        expected: usize,
        /// In the compressor's own words, in lower case.
        reason: String,
    },
}
