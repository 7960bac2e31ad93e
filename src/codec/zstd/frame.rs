//! What Zstandard frames say of themselves: their headers and those of their blocks (RFC 8878, section 3.1).
//!
//! ```text
//! frame            magic (28 b5 2f fd), descriptor, window, dictionary id, content size, blocks, checksum
//!   block          three bytes: last or not, kind, size; then its bytes
//! skippable frame  magic (50 to 5f, 2a 4d 18), size, as many bytes
//! ```
//!
//! Nothing is decompressed here. A frame that breaks off is read as far as it goes.

use super::super::StreamEnd;
use super::super::reader::Reader;
use crate::metadata::little_endian;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZstdFrame {
    pub start: usize,
    pub end: usize,
    pub is_whole: bool,
    pub is_skippable: bool,
    pub window: Option<u64>,
    pub is_single_segment: bool,
    pub dictionary: Option<u32>,
    pub content: Option<u64>,
    pub checksum: FrameChecksum,
    pub blocks: Vec<ZstdBlock>,
    pub counts: [u64; 3],
}

/// After the blocks: the low 32 bits of the content's XXH64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FrameChecksum {
    #[default]
    None,
    CutOff,
    Stored(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZstdBlock {
    pub start: usize,
    pub end: usize,
    pub kind: BlockKind,
    pub size: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    Raw,
    Rle,
    Compressed,
}

/// Of a frame: those of 8 GiB, when they are full. An input can have one for every three bytes.
pub const BLOCKS: usize = 1 << 16;
pub const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];
const CHECKSUM_NBYTES: usize = 4;
const MOST_OF_A_BLOCK: u64 = 128 << 10;

pub fn frames(input: &[u8]) -> impl Iterator<Item = ZstdFrame> + '_ {
    let mut reader = Some(Reader::new(input));
    std::iter::from_fn(move || {
        let mut own = reader.take().filter(|reader| !reader.rest().is_empty())?;
        let mut frame = ZstdFrame { start: own.position(), ..ZstdFrame::default() };
        if frame.read(&mut own).is_some() {
            (frame.end, frame.is_whole) = (own.position(), true);
            reader = Some(own);
        } else {
            frame.end = input.len();
        }
        Some(frame)
    })
}

fn number(reader: &mut Reader, nbytes: usize) -> Option<u64> {
    Some(little_endian(reader.take(nbytes, "a number").ok()?))
}

impl ZstdFrame {
    fn read(&mut self, reader: &mut Reader) -> Option<()> {
        let magic: [u8; 4] = reader.array("a magic").ok()?;
        if let [0x50..=0x5f, rest @ ..] = magic
            && rest == SKIPPABLE
        {
            self.is_skippable = true;
            let nbytes = number(reader, 4)?;
            return reader.take(usize::try_from(nbytes).ok()?, "a skippable frame").ok().map(|_| ());
        }
        if magic != MAGIC {
            return None;
        }
        self.header(reader)?;
        while self.block(reader)? {}
        if self.checksum == FrameChecksum::CutOff {
            self.checksum = FrameChecksum::Stored(u32::from_le_bytes(reader.array("a checksum").ok()?));
        }
        Some(())
    }

    /// Section 3.1.1.1.
    fn header(&mut self, reader: &mut Reader) -> Option<()> {
        let [descriptor] = reader.array("a descriptor").ok()?;
        self.checksum = if descriptor & 0x04 == 0 { FrameChecksum::None } else { FrameChecksum::CutOff };
        self.is_single_segment = descriptor & 0x20 != 0;
        let mut window = None;
        if !self.is_single_segment {
            let [descriptor] = reader.array("a window descriptor").ok()?;
            let base = 1_u64 << (10 + (descriptor >> 3));
            window = Some(base + base / 8 * u64::from(descriptor & 7));
        }
        let dictionary = number(reader, [0, 1, 2, 4].get(usize::from(descriptor & 3)).copied()?)?;
        self.dictionary = u32::try_from(dictionary).ok().filter(|id| *id != 0);
        self.content = match descriptor >> 6 {
            0 if !self.is_single_segment => None,
            0 => Some(number(reader, 1)?),
            // Two bytes hold what is over 256.
            1 => Some(number(reader, 2)? + 256),
            2 => Some(number(reader, 4)?),
            _ => Some(number(reader, 8)?),
        };
        self.window = window.or(self.content);
        Some(())
    }

    /// Section 3.1.1.2; false for the last block.
    fn block(&mut self, reader: &mut Reader) -> Option<bool> {
        let start = reader.position();
        let header = ZstdBlockHeader::read(reader)?;
        let kind = header.kind?;
        reader.take(header.stored, "a block").ok()?;
        let [raw, rle, compressed] = &mut self.counts;
        *match kind {
            BlockKind::Raw => raw,
            BlockKind::Rle => rle,
            BlockKind::Compressed => compressed,
        } += 1;
        if self.blocks.len() < BLOCKS {
            self.blocks.push(ZstdBlock { start, end: reader.position(), kind, size: header.size });
        }
        Some(!header.is_last)
    }

    pub fn sizes(&self, block: &ZstdBlock) -> (u64, u64) {
        match block.kind {
            BlockKind::Raw | BlockKind::Rle => (block.size, block.size),
            BlockKind::Compressed => {
                (0, self.window.map_or(MOST_OF_A_BLOCK, |window| window.min(MOST_OF_A_BLOCK)))
            }
        }
    }

    pub fn has_more(&self) -> bool {
        !self.is_whole || self.counts.iter().sum::<u64>() > self.blocks.len() as u64
    }
}

pub struct ZstdBlockHeader {
    pub is_last: bool,
    pub kind: Option<BlockKind>,
    pub size: u64,
    pub stored: usize,
}

impl ZstdBlockHeader {
    pub fn read(reader: &mut Reader) -> Option<Self> {
        let header = number(reader, 3)?;
        let size = header >> 3;
        let kind = match header >> 1 & 3 {
            0 => Some(BlockKind::Raw),
            1 => Some(BlockKind::Rle),
            2 => Some(BlockKind::Compressed),
            _ => None,
        };
        let stored = if kind == Some(BlockKind::Rle) { 1 } else { usize::try_from(size).ok()? };
        Some(Self { is_last: header & 1 == 1, kind, size, stored })
    }
}

/// By the sizes of the blocks, which reserved kinds have too: damage to the kind of a block does not hide the end.
pub fn end(input: &[u8]) -> StreamEnd {
    if !input.starts_with(&MAGIC) {
        return StreamEnd::Unknown;
    }
    let mut reader = Reader::new(input);
    let mut frame = ZstdFrame::default();
    reader.set_position(MAGIC.len());
    let next = StreamEnd::Beyond(input.len() as u64 + 1);
    if frame.header(&mut reader).is_none() {
        return next;
    }
    loop {
        let Some(block) = ZstdBlockHeader::read(&mut reader) else { return next };
        let end = reader.position().saturating_add(block.stored);
        if end > input.len() {
            return StreamEnd::Beyond(end as u64);
        }
        reader.set_position(end);
        if block.is_last {
            break;
        }
    }
    let checksum = if frame.checksum == FrameChecksum::None { 0 } else { CHECKSUM_NBYTES };
    let end = reader.position().saturating_add(checksum);
    if end > input.len() { StreamEnd::Beyond(end as u64) } else { StreamEnd::At(end as u64) }
}

pub fn has_checksum(input: &[u8]) -> bool {
    let mut reader = Reader::new(input);
    let mut frame = ZstdFrame::default();
    reader.set_position(MAGIC.len());
    // The flag is known even if the header breaks off after it.
    let _ = frame.header(&mut reader);
    input.starts_with(&MAGIC) && frame.checksum != FrameChecksum::None
}
