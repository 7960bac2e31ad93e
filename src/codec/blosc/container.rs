//! The Blosc1 container: a header, the starts of the blocks, the blocks.
//!
//! ```text
//! header                16 bytes, see `header`
//! bstarts               for each block, where it starts: u32, counted from the start of the buffer
//! blocks                in any order; each is one or more splits, one behind the other
//!   split               its length (u32), then as many bytes: compressed, or stored as they are
//!                       where the length is that of the decoded split
//! ```
//!
//! A `memcpyed` buffer is the header and the bytes themselves, without blocks. All numbers are
//! little endian. <https://github.com/Blosc/c-blosc/blob/main/README_CHUNK_FORMAT.rst>

use std::ops::Range;

use super::super::spare;
use super::bitshuffle::bitunshuffle;
use super::decompressor::Decompressor;
use super::error::SplitError;
use super::shuffle::unshuffle;

pub use super::error::BloscError;
pub use super::header::{BlockShuffle, BloscHeader, HEADER_NBYTES, parse_header};

pub const MAX_BLOCK_ROWS: usize = 4096;

const LENGTH_NBYTES: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    pub header: BloscHeader,
    /// At most [`MAX_BLOCK_ROWS`]; none where `memcpyed`.
    pub blocks: Vec<BloscBlock>,
    pub bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BloscBlock {
    pub offset: usize,
    pub cbytes: usize,
    pub nbytes: usize,
    pub splits: usize,
    pub raw: usize,
}

impl Decoded {
    pub fn used(&self) -> Option<u64> {
        if self.header.is_memcpyed() {
            return Some(HEADER_NBYTES.saturating_add(self.bytes.len()) as u64);
        }
        let is_known = self.blocks.iter().map(|block| block.nbytes).sum::<usize>() == self.bytes.len();
        let in_order = self.blocks.is_sorted_by_key(|block| block.offset);
        let last = self.blocks.last().filter(|_| is_known && in_order)?;
        Some(last.offset.saturating_add(last.cbytes) as u64)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct ContainerFault {
    pub error: BloscError,
    pub partial: Option<Box<Decoded>>,
}

/// A buffer whose length is not what its header says is decoded as far as it goes, and is a fault.
pub fn decompress(input: &[u8], max_nbytes: u64) -> Result<Decoded, ContainerFault> {
    let header = parse_header(input).map_err(|error| ContainerFault { error, partial: None })?;
    let mut decoded = Decoded { header, blocks: Vec::new(), bytes: Vec::new() };
    let outcome = match header.check(max_nbytes) {
        Ok(()) => {
            let outcome = decode(input, &mut decoded);
            // A wrong length is the cause of every fault after it.
            header.check_cbytes(input.len()).and(outcome)
        }
        Err(error) => Err(error),
    };
    match outcome {
        Ok(()) => Ok(decoded),
        Err(error) => Err(ContainerFault { error, partial: Some(Box::new(decoded)) }),
    }
}

pub fn locate(input: &[u8], ranges: &[Range<u64>]) -> Option<Vec<Range<u64>>> {
    let header = parse_header(input).ok()?;
    if header.is_memcpyed() {
        let shift = HEADER_NBYTES as u64;
        return Some(ranges.iter().map(|range| range.start + shift..range.end + shift).collect());
    }
    let blocksize = u64::from(header.blocksize).max(1);
    let starts = starts(input, &header)?;
    let sorted = sorted(&starts);
    let mut found: Vec<Range<u64>> = Vec::new();
    for range in ranges.iter().filter(|range| !range.is_empty()) {
        for number in range.start / blocksize..=(range.end - 1) / blocksize {
            let start = *starts.get(usize::try_from(number).ok()?)?;
            let place = start..end_of_block(&sorted, start, input.len() as u64);
            if !found.contains(&place) {
                found.push(place);
            }
        }
    }
    Some(found)
}

pub fn locate_back(input: &[u8], range: &Range<u64>) -> Option<Range<u64>> {
    let header = parse_header(input).ok()?;
    let shift = HEADER_NBYTES as u64;
    if header.is_memcpyed() {
        return Some(range.start.checked_sub(shift)?..range.end.checked_sub(shift)?);
    }
    let starts = starts(input, &header)?;
    let sorted = sorted(&starts);
    let blocksize = u64::from(header.blocksize);
    let mut first = None;
    let mut last = 0;
    for (number, start) in (0_u64..).zip(starts) {
        if start < range.end && range.start < end_of_block(&sorted, start, input.len() as u64) {
            first.get_or_insert(number);
            last = number;
        }
    }
    Some(first? * blocksize..((last + 1) * blocksize).min(header.nbytes.into()))
}

fn starts(input: &[u8], header: &BloscHeader) -> Option<Vec<u64>> {
    let count = usize::try_from(header.nbytes.div_ceil(header.blocksize.max(1))).ok()?;
    let table = input.get(HEADER_NBYTES..HEADER_NBYTES.checked_add(count.checked_mul(LENGTH_NBYTES)?)?)?;
    let (starts, _) = table.as_chunks::<LENGTH_NBYTES>();
    Some(starts.iter().map(|start| u32::from_le_bytes(*start).into()).collect())
}

fn end_of_block(sorted: &[u64], start: u64, end: u64) -> u64 {
    sorted.get(sorted.partition_point(|other| *other <= start)).copied().unwrap_or(end)
}

fn sorted(starts: &[u64]) -> Vec<u64> {
    let mut sorted = starts.to_vec();
    sorted.sort_unstable();
    sorted
}

fn decode(input: &[u8], decoded: &mut Decoded) -> Result<(), BloscError> {
    let header = decoded.header;
    let body = input.get(HEADER_NBYTES..).unwrap_or_default();
    if header.is_memcpyed() {
        let (expected, found) = (header.nbytes, body.len());
        decoded.bytes = body.get(..expected as usize).unwrap_or(body).to_vec();
        let is_whole = found == expected as usize;
        return if is_whole { Ok(()) } else { Err(BloscError::Memcpyed { expected, found }) };
    }
    let nblocks = header.nblocks();
    let (bstarts, _) = body.as_chunks::<LENGTH_NBYTES>();
    let Some(bstarts) = bstarts.get(..nblocks as usize) else {
        return Err(BloscError::BstartsCut { nblocks, found: body.len() });
    };
    if bstarts.is_empty() {
        return Ok(());
    }
    let mut reader = BlockReader::new(input, header)?;
    let mut bytes = spare::buffer(header.nbytes as usize);
    let mut done: usize = 0;
    let places = bytes.chunks_mut(header.blocksize as usize);
    let mut outcome = Ok(());
    for (number, (bstart, place)) in bstarts.iter().zip(places).enumerate() {
        match reader.read(number, u32::from_le_bytes(*bstart), place) {
            Ok(row) if number < MAX_BLOCK_ROWS => decoded.blocks.push(row),
            Ok(_) => {}
            Err(error) => {
                outcome = Err(error);
                break;
            }
        }
        done = done.saturating_add(place.len());
    }
    spare::give_back(reader.shuffled);
    if outcome.is_err() {
        bytes.truncate(done);
        bytes.shrink_to_fit();
    }
    decoded.bytes = bytes;
    outcome
}

struct BlockReader<'a> {
    input: &'a [u8],
    header: BloscHeader,
    decompressor: Decompressor,
    shuffled: Vec<u8>,
}

impl<'a> BlockReader<'a> {
    fn new(input: &'a [u8], header: BloscHeader) -> Result<Self, BloscError> {
        let decompressor = Decompressor::new(header.compressor(), header.versionlz)?;
        let is_shuffled = header.shuffle() != BlockShuffle::None;
        let shuffled_nbytes = if is_shuffled { header.blocksize as usize } else { 0 };
        Ok(Self { input, header, decompressor, shuffled: spare::buffer(shuffled_nbytes) })
    }

    fn read(&mut self, block: usize, bstart: u32, place: &mut [u8]) -> Result<BloscBlock, BloscError> {
        let bstarts_nbytes = (self.header.nblocks() as usize).saturating_mul(LENGTH_NBYTES);
        let min = HEADER_NBYTES.saturating_add(bstarts_nbytes);
        let max = self.input.len().saturating_sub(LENGTH_NBYTES);
        let offset = bstart as usize;
        if !(min..=max).contains(&offset) {
            return Err(BloscError::Bstart { block, bstart, min, max });
        }
        let nbytes = place.len();
        let splits = self.header.splits(nbytes);
        if !nbytes.is_multiple_of(splits) {
            return Err(BloscError::Uneven { block, offset, nbytes, splits });
        }
        let typesize = usize::from(self.header.typesize);
        let shuffled = self.shuffled.get_mut(..nbytes).unwrap_or_default();
        let streams = match self.header.shuffle() {
            BlockShuffle::None => &mut *place,
            BlockShuffle::Byte | BlockShuffle::Bit => &mut *shuffled,
        };
        let mut at = offset;
        let mut raw = 0;
        for (split, part) in streams.chunks_mut(nbytes.checked_div(splits).unwrap_or(nbytes)).enumerate() {
            let start = at;
            at = read_split(self.input, at, &mut self.decompressor, part)
                .map_err(|error| BloscError::Split { block, offset, split, at, error })?;
            raw += usize::from(at.saturating_sub(start) == LENGTH_NBYTES.saturating_add(part.len()));
        }
        match self.header.shuffle() {
            BlockShuffle::None => {}
            BlockShuffle::Byte => unshuffle(typesize, shuffled, place),
            BlockShuffle::Bit => bitunshuffle(typesize, shuffled, place),
        }
        Ok(BloscBlock { offset, cbytes: at.saturating_sub(offset), nbytes, splits, raw })
    }
}

fn read_split(
    input: &[u8],
    at: usize,
    decompressor: &mut Decompressor,
    part: &mut [u8],
) -> Result<usize, SplitError> {
    let rest = input.get(at..).unwrap_or_default();
    let Some((length, rest)) = rest.split_first_chunk::<LENGTH_NBYTES>() else {
        return Err(SplitError::LengthCut { left: rest.len() });
    };
    let says = u32::from_le_bytes(*length);
    let Some(stream) = rest.get(..says as usize) else {
        return Err(SplitError::Length { says, left: rest.len() });
    };
    // no compressor is let write as many bytes as it was given, so this length means "stored"
    if stream.len() == part.len() {
        part.copy_from_slice(stream);
    } else {
        decompressor.decompress(stream, part)?;
    }
    Ok(at.saturating_add(LENGTH_NBYTES).saturating_add(stream.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header for the bytes behind it.
    fn buffer(flags: u8, typesize: u8, nbytes: u8, blocksize: u8, body: &[u8]) -> Vec<u8> {
        let cbytes = u8::try_from(16 + body.len()).unwrap();
        let header = [2, 1, flags, typesize, nbytes, 0, 0, 0, blocksize, 0, 0, 0, cbytes, 0, 0, 0];
        [&header, body].concat()
    }

    /// Two blocks of three bytes, stored as they are, the second in front of the first.
    fn two_blocks() -> Vec<u8> {
        buffer(0x10, 1, 6, 3, b"\x1f\0\0\0\x18\0\0\0\x03\0\0\0def\x03\0\0\0abc")
    }

    fn error(input: &[u8]) -> String {
        decompress(input, 1000).unwrap_err().to_string()
    }

    #[test]
    fn a_memcpyed_buffer_is_its_bytes() {
        let decoded = decompress(&buffer(0x33, 4, 5, 5, b"hello"), 5).unwrap();
        assert_eq!(decoded.bytes, b"hello");
        assert!(decoded.header.is_memcpyed());
        assert_eq!(decoded.blocks, []);
    }

    #[test]
    fn a_block_may_be_stored_as_it_is() {
        let decoded = decompress(&buffer(0x30, 1, 5, 5, b"\x14\0\0\0\x05\0\0\0hello"), 5).unwrap();
        assert_eq!(decoded.bytes, b"hello");
        assert_eq!(decoded.blocks, [BloscBlock { offset: 20, cbytes: 9, nbytes: 5, splits: 1, raw: 1 }]);
    }

    #[test]
    fn a_compressed_block_is_decompressed_and_unshuffled() {
        // blosclz, 2-byte elements, byte shuffled: 4 literals, then the last of them 4 times
        let body = b"\x14\0\0\0\x07\0\0\0\x23\x01\x02\x03\x04\x40\0";
        let decoded = decompress(&buffer(0x11, 2, 8, 8, body), 8).unwrap();
        assert_eq!(decoded.bytes, [1, 4, 2, 4, 3, 4, 4, 4]);
    }

    #[test]
    fn a_bit_shuffled_block_is_bit_unshuffled() {
        let body = b"\x14\0\0\0\x08\0\0\0\x03\0\0\0\0\0\0\x80";
        let decoded = decompress(&buffer(0x14, 1, 8, 8, body), 8).unwrap();
        assert_eq!(decoded.bytes, [1, 1, 0, 0, 0, 0, 0, 0x80]);
    }

    #[test]
    fn the_splits_of_a_block_follow_each_other() {
        // 128 elements of 2 bytes, not shuffled: a run of 128 'x', then 128 bytes stored as they are
        let stored: Vec<u8> = (0..128).collect();
        let split = [b"\x14\0\0\0\x05\0\0\0\x00x\xe0\x76\0\x80\0\0\0".as_slice(), &stored].concat();
        let mut input = buffer(0x00, 2, 0, 0, &split);
        input[5] = 1; // nbytes 256
        input[9] = 1; // blocksize 256
        let decoded = decompress(&input, 256).unwrap();
        assert_eq!(decoded.bytes, [[b'x'; 128].as_slice(), &stored].concat());
        assert_eq!(decoded.blocks, [BloscBlock { offset: 20, cbytes: 141, nbytes: 256, splits: 2, raw: 1 }]);
    }

    #[test]
    fn blocks_may_come_in_any_order() {
        let decoded = decompress(&two_blocks(), 6).unwrap();
        assert_eq!(decoded.bytes, b"abcdef");
        assert_eq!(decoded.blocks.iter().map(|block| block.offset).collect::<Vec<_>>(), [31, 24]);
    }

    #[test]
    fn the_leftover_block_is_shorter() {
        let body = b"\x18\0\0\0\x20\0\0\0\x04\0\0\0abcd\x02\0\0\0ef";
        let decoded = decompress(&buffer(0x10, 1, 6, 4, body), 6).unwrap();
        assert_eq!(decoded.bytes, b"abcdef");
        assert_eq!(decoded.blocks[1], BloscBlock { offset: 32, cbytes: 6, nbytes: 2, splits: 1, raw: 1 });
    }

    #[test]
    fn an_empty_buffer_is_empty() {
        assert_eq!(decompress(&buffer(0x33, 4, 0, 1, b""), 0).unwrap().bytes, b"");
        assert_eq!(decompress(&buffer(0x31, 4, 0, 0, b""), 0).unwrap().bytes, b"");
    }

    #[test]
    fn a_buffer_over_the_limit_is_refused() {
        let fault = decompress(&two_blocks(), 5).unwrap_err();
        assert_eq!(fault.error, BloscError::TooLarge { nbytes: 6, max_nbytes: 5 });
        assert_eq!(fault.partial.unwrap().bytes.capacity(), 0);
    }

    #[test]
    fn a_buffer_without_a_header_has_no_partial() {
        assert_eq!(decompress(b"\x02\x01", 5).unwrap_err().partial, None);
    }

    #[test]
    fn the_blocks_before_the_faulty_one_are_kept() {
        // not 3, the length of a stored split; so "def" is read as blosclz, where 'd' leads 5 literals
        let mut input = two_blocks();
        input[24] = 9;
        let fault = decompress(&input, 6).unwrap_err();
        let expected = "block 1 at byte 24: split 0 at byte 24 is no blosclz stream of 3 bytes: \
                        before byte 6: 5 bytes to write, room for 3";
        assert_eq!(fault.to_string(), expected);
        let partial = fault.partial.unwrap();
        assert_eq!(partial.bytes, b"abc");
        assert_eq!(partial.blocks, [BloscBlock { offset: 31, cbytes: 7, nbytes: 3, splits: 1, raw: 1 }]);
    }

    #[test]
    fn a_split_longer_than_what_is_left_says_so() {
        let mut input = two_blocks();
        input[24..28].copy_from_slice(&5000_u32.to_le_bytes());
        assert_eq!(error(&input), "block 1 at byte 24: split 0 at byte 24 says 5000 bytes, 10 are left");
    }

    #[test]
    fn a_split_behind_the_buffer_says_so() {
        // 2-byte elements and 256 bytes: two splits, of which only the first is there
        let mut input = buffer(0x00, 2, 0, 0, b"\x14\0\0\0\x05\0\0\0\x00x\xe0\x76\0\x80\0");
        input[5] = 1;
        input[9] = 1;
        let expected = "block 0 at byte 20: split 1 at byte 29 has no length: expected 4 bytes, 2 are left";
        assert_eq!(error(&input), expected);
    }

    #[test]
    fn a_block_starts_behind_the_block_starts_and_inside_the_buffer() {
        for bstart in [0, 23, 35, 255] {
            let mut input = two_blocks();
            input[20] = bstart;
            assert_eq!(error(&input), format!("block 1: expected bstart from 24 to 34, found {bstart}"));
        }
    }

    #[test]
    fn there_is_a_start_for_every_block() {
        let mut input = two_blocks();
        input[8] = 1;
        let expected = "bstarts at byte 16: expected 4 bytes for each of 6 blocks, found 22 bytes";
        assert_eq!(error(&input), expected);
    }

    #[test]
    fn a_block_that_cannot_be_split_evenly_is_refused() {
        let mut input = buffer(0x00, 2, 1, 1, b"\x14\0\0\0\x05\0\0\0\x00x\xe0\x76\0");
        input[5] = 1; // nbytes 257
        input[9] = 1; // blocksize 257
        assert_eq!(error(&input), "block 0 at byte 20: expected 2 splits of one length, found 257 bytes");
    }

    #[test]
    fn a_buffer_cut_short_keeps_its_whole_blocks() {
        let mut input = buffer(0x10, 1, 6, 3, b"\x18\0\0\0\x1f\0\0\0\x03\0\0\0abc\x03\0\0\0def");
        input.truncate(36);
        let fault = decompress(&input, 6).unwrap_err();
        let expected = "cbytes at byte 12: expected 36 (the buffer's length), found 38";
        assert_eq!(fault.to_string(), expected);
        assert_eq!(fault.partial.unwrap().bytes, b"abc");
    }

    #[test]
    fn a_memcpyed_buffer_cut_short_keeps_its_bytes() {
        let mut input = buffer(0x33, 1, 5, 5, b"hello");
        input.truncate(19);
        let fault = decompress(&input, 5).unwrap_err();
        assert_eq!(fault.error, BloscError::Cbytes { expected: 19, found: 21 });
        assert_eq!(fault.partial.unwrap().bytes, b"hel");
        let input = buffer(0x33, 1, 9, 9, b"hello");
        assert_eq!(error(&input), "memcpyed: expected 9 bytes after the header, found 5");
    }

    #[test]
    fn a_buffer_with_a_tail_is_a_fault_but_keeps_all_bytes() {
        let fault = decompress(&[two_blocks(), vec![0]].concat(), 6).unwrap_err();
        assert_eq!(fault.error, BloscError::Cbytes { expected: 39, found: 38 });
        assert_eq!(fault.partial.unwrap().bytes, b"abcdef");
    }

    #[test]
    fn the_block_table_is_bounded() {
        // 5000 blocks of one byte, all of them the same stored split
        let bstart = 16_u32 + 4 * 5000;
        let mut input = buffer(0x10, 1, 0, 1, b"");
        input.extend(bstart.to_le_bytes().repeat(5000));
        input.extend(b"\x01\0\0\0x");
        let cbytes = u32::try_from(input.len()).unwrap();
        input[4..8].copy_from_slice(&5000_u32.to_le_bytes());
        input[12..16].copy_from_slice(&cbytes.to_le_bytes());
        let decoded = decompress(&input, 5000).unwrap();
        assert_eq!(decoded.bytes, [b'x'; 5000]);
        assert_eq!(decoded.blocks.len(), MAX_BLOCK_ROWS);
    }
}
