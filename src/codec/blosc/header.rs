//! The 16 bytes every Blosc buffer starts with.
//!
//! ```text
//! byte  0        1          2      3         4..8    8..12      12..16
//!       version  versionlz  flags  typesize  nbytes  blocksize  cbytes      (u32, little endian)
//! ```
//!
//! [`parse_header`] only asks for 16 bytes of a known version, so that a header that lies can still
//! be shown; [`BloscHeader::check`] then says which field cannot be true.

use super::compressor::{Compressor, VERSIONLZ};
use super::error::BloscError;

pub const HEADER_NBYTES: usize = 16;

/// The format version of every Blosc1 library since 1.0.
const VERSION: u8 = 2;

const FLAG_SHUFFLE: u8 = 0x01;
const FLAG_MEMCPYED: u8 = 0x02;
const FLAG_BITSHUFFLE: u8 = 0x04;
const FLAG_RESERVED: u8 = 0x08;
const FLAG_DONT_SPLIT: u8 = 0x10;
const COMPRESSOR_SHIFT: u8 = 5;

/// Elements wider than this are never split: too many streams for one block.
pub const MAX_SPLITS: usize = 16;
/// Splits shorter than this are not worth their length field, so such a block stays whole.
pub const MIN_SPLIT_NBYTES: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BloscHeader {
    pub version: u8,
    pub versionlz: u8,
    pub flags: u8,
    pub typesize: u8,
    pub nbytes: u32,
    pub blocksize: u32,
    pub cbytes: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockShuffle {
    None,
    Byte,
    Bit,
}

pub fn parse_header(input: &[u8]) -> Result<BloscHeader, BloscError> {
    let Some(bytes) = input.first_chunk::<HEADER_NBYTES>() else {
        return Err(BloscError::HeaderCut { found: input.len() });
    };
    let [version, versionlz, flags, typesize, ref lengths @ ..] = *bytes;
    let [n0, n1, n2, n3, b0, b1, b2, b3, c0, c1, c2, c3] = *lengths;
    if version != VERSION {
        return Err(BloscError::Version { found: version });
    }
    Ok(BloscHeader {
        version,
        versionlz,
        flags,
        typesize,
        nbytes: u32::from_le_bytes([n0, n1, n2, n3]),
        blocksize: u32::from_le_bytes([b0, b1, b2, b3]),
        cbytes: u32::from_le_bytes([c0, c1, c2, c3]),
    })
}

impl BloscHeader {
    pub fn written(flags: u8, typesize: u8, nbytes: usize, blocksize: usize) -> Result<Self, BloscError> {
        let fits = nbytes.checked_add(HEADER_NBYTES).and_then(|cbytes| i32::try_from(cbytes).ok());
        let cbytes = fits.ok_or(BloscError::Unstorable { found: nbytes })?.cast_unsigned();
        let number =
            |number: usize| u32::try_from(number).map_err(|_| BloscError::Unstorable { found: nbytes });
        let nbytes = number(nbytes)?;
        let blocksize = number(blocksize)?;
        Ok(Self { version: VERSION, versionlz: VERSIONLZ, flags, typesize, nbytes, blocksize, cbytes })
    }

    pub fn flags(compressor: Compressor, shuffle: BlockShuffle, is_split: bool) -> u8 {
        let shuffle = match shuffle {
            BlockShuffle::None => 0,
            BlockShuffle::Byte => FLAG_SHUFFLE,
            BlockShuffle::Bit => FLAG_BITSHUFFLE,
        };
        let split = if is_split { 0 } else { FLAG_DONT_SPLIT };
        compressor.code() << COMPRESSOR_SHIFT | split | shuffle
    }

    pub fn memcpyed(self) -> Self {
        // The header was made for as many bytes.
        let cbytes = self.nbytes.saturating_add(u32::try_from(HEADER_NBYTES).unwrap_or(0));
        Self { flags: self.flags | FLAG_MEMCPYED, cbytes, ..self }
    }

    pub fn to_bytes(self) -> [u8; HEADER_NBYTES] {
        let [n0, n1, n2, n3] = self.nbytes.to_le_bytes();
        let [b0, b1, b2, b3] = self.blocksize.to_le_bytes();
        let [c0, c1, c2, c3] = self.cbytes.to_le_bytes();
        let Self { version, versionlz, flags, typesize, .. } = self;
        [version, versionlz, flags, typesize, n0, n1, n2, n3, b0, b1, b2, b3, c0, c1, c2, c3]
    }

    /// Says nothing about a `memcpyed` buffer.
    pub fn compressor(&self) -> Compressor {
        Compressor::from_code(self.flags >> COMPRESSOR_SHIFT)
    }

    /// What the shuffle does: a byte shuffle of one-byte elements moves nothing, so it counts as none; a bit shuffle of
    /// one-byte elements is real. Where both flags are set, c-blosc goes by the byte shuffle.
    pub fn shuffle(&self) -> BlockShuffle {
        if self.flags & FLAG_SHUFFLE != 0 && self.typesize > 1 {
            BlockShuffle::Byte
        } else if self.flags & FLAG_BITSHUFFLE != 0 {
            BlockShuffle::Bit
        } else {
            BlockShuffle::None
        }
    }

    pub fn stated_shuffle(&self) -> BlockShuffle {
        match (self.flags & FLAG_SHUFFLE, self.flags & FLAG_BITSHUFFLE) {
            (0, 0) => BlockShuffle::None,
            (_, 0) => BlockShuffle::Byte,
            _ => BlockShuffle::Bit,
        }
    }

    pub fn may_be_true(&self) -> bool {
        let is_known = !matches!(self.compressor(), Compressor::Unknown(_)) && self.versionlz == VERSIONLZ;
        is_known && self.check(u64::MAX).is_ok() && self.cbytes as usize >= HEADER_NBYTES
    }

    pub fn is_memcpyed(&self) -> bool {
        self.flags & FLAG_MEMCPYED != 0
    }

    pub fn nblocks(&self) -> u32 {
        if self.blocksize == 0 { 0 } else { self.nbytes.div_ceil(self.blocksize) }
    }

    /// The rule is older than the `dont-split` flag and holds where the flag is unset as well.
    pub fn splits(&self, block_nbytes: usize) -> usize {
        let typesize = usize::from(self.typesize);
        let is_leftover = block_nbytes < self.blocksize as usize;
        let is_split = self.flags & FLAG_DONT_SPLIT == 0
            && !is_leftover
            && typesize <= MAX_SPLITS
            && block_nbytes.checked_div(typesize) >= Some(MIN_SPLIT_NBYTES);
        if is_split { typesize } else { 1 }
    }

    /// Not `cbytes`: a buffer cut short has sound blocks. Nor the compressor, which a `memcpyed` buffer does not need.
    pub fn check(&self, max_nbytes: u64) -> Result<(), BloscError> {
        if self.flags & FLAG_RESERVED != 0 {
            return Err(BloscError::ReservedFlag { flags: self.flags });
        }
        if self.typesize == 0 {
            return Err(BloscError::Typesize);
        }
        if u64::from(self.nbytes) > max_nbytes {
            return Err(BloscError::TooLarge { nbytes: self.nbytes, max_nbytes });
        }
        // c-blosc writes a blocksize of 1 for an empty buffer, where no blocksize can be right
        if self.nbytes > 0 && !(1..=self.nbytes).contains(&self.blocksize) {
            return Err(BloscError::Blocksize { found: self.blocksize, nbytes: self.nbytes });
        }
        Ok(())
    }

    pub fn check_cbytes(&self, input_nbytes: usize) -> Result<(), BloscError> {
        let (expected, found) = (input_nbytes, self.cbytes);
        if found as usize == expected { Ok(()) } else { Err(BloscError::Cbytes { expected, found }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: [u8; 16] = [2, 1, 0x21, 4, 0xe8, 3, 0, 0, 0, 2, 0, 0, 0x2c, 1, 0, 0];

    fn header() -> BloscHeader {
        parse_header(&BYTES).unwrap()
    }

    #[test]
    fn the_fields_are_where_the_format_says() {
        let expected = BloscHeader {
            version: 2,
            versionlz: 1,
            flags: 0x21,
            typesize: 4,
            nbytes: 1000,
            blocksize: 512,
            cbytes: 300,
        };
        assert_eq!(header(), expected);
    }

    #[test]
    fn fifteen_bytes_are_no_header() {
        let error = parse_header(&BYTES[..15]).unwrap_err();
        assert_eq!(error.to_string(), "expected a header of 16 bytes, found 15");
    }

    #[test]
    fn another_version_is_refused() {
        let error = parse_header(&[5; 16]).unwrap_err();
        assert_eq!(error.to_string(), "version at byte 0: expected 2 (blosc1), found 5");
    }

    #[test]
    fn the_upper_flags_name_the_compressor() {
        let compressors = [0x00, 0x20, 0x5f, 0x60, 0x80, 0xa0]
            .map(|flags| BloscHeader { flags, ..header() }.compressor().to_string());
        assert_eq!(compressors, ["blosclz", "lz4", "snappy", "zlib", "zstd", "compressor 5"]);
    }

    #[test]
    fn the_shuffle_depends_on_flags_and_typesize() {
        let shuffle = |flags, typesize| BloscHeader { flags, typesize, ..header() }.shuffle();
        assert_eq!(shuffle(0x00, 4), BlockShuffle::None);
        assert_eq!(shuffle(0x01, 4), BlockShuffle::Byte);
        assert_eq!(shuffle(0x01, 1), BlockShuffle::None);
        assert_eq!(shuffle(0x04, 4), BlockShuffle::Bit);
        assert_eq!(shuffle(0x04, 1), BlockShuffle::Bit);
        assert_eq!(shuffle(0x05, 4), BlockShuffle::Byte);
        assert_eq!(shuffle(0x05, 1), BlockShuffle::Bit);
    }

    #[test]
    fn a_block_is_split_when_its_splits_have_128_bytes() {
        let header = header();
        assert_eq!(header.splits(512), 4);
        assert_eq!(BloscHeader { blocksize: 508, ..header }.splits(508), 1);
        assert_eq!(BloscHeader { flags: 0x31, ..header }.splits(512), 1, "dont-split");
        assert_eq!(BloscHeader { blocksize: 1024, ..header }.splits(512), 1, "a leftover block");
        assert_eq!(BloscHeader { typesize: 16, blocksize: 4096, ..header }.splits(4096), 16);
        assert_eq!(BloscHeader { typesize: 17, blocksize: 4352, ..header }.splits(4352), 1);
    }

    #[test]
    fn the_last_block_may_be_shorter() {
        assert_eq!(header().nblocks(), 2);
        assert_eq!(BloscHeader { nbytes: 1024, ..header() }.nblocks(), 2);
        assert_eq!(BloscHeader { nbytes: 0, ..header() }.nblocks(), 0);
        assert_eq!(BloscHeader { blocksize: 0, ..header() }.nblocks(), 0);
    }

    #[test]
    fn a_header_that_lies_says_where() {
        let error = |header: BloscHeader| header.check(1000).unwrap_err().to_string();
        assert_eq!(
            error(BloscHeader { flags: 0x29, ..header() }),
            "flags at byte 2: expected bit 3 (0x08) to be 0, found 0x29"
        );
        assert_eq!(
            error(BloscHeader { typesize: 0, ..header() }),
            "typesize at byte 3: expected 1 to 255, found 0"
        );
        assert_eq!(
            error(BloscHeader { nbytes: 1001, ..header() }),
            "nbytes at byte 4: expected at most 1000 (the limit), found 1001"
        );
        for blocksize in [0, 1001, u32::MAX] {
            let expected = format!("blocksize at byte 8: expected 1 to 1000 (nbytes), found {blocksize}");
            assert_eq!(error(BloscHeader { blocksize, ..header() }), expected);
        }
    }

    #[test]
    fn an_empty_buffer_may_have_any_blocksize() {
        for blocksize in [0, 1, 4096] {
            assert_eq!(BloscHeader { nbytes: 0, blocksize, ..header() }.check(0), Ok(()));
        }
    }

    #[test]
    fn cbytes_is_the_length_of_the_buffer() {
        assert_eq!(header().check_cbytes(300), Ok(()));
        let error = header().check_cbytes(299).unwrap_err();
        assert_eq!(error.to_string(), "cbytes at byte 12: expected 299 (the buffer's length), found 300");
    }
}
