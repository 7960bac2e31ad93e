//! Writing a container, block by block.
//!
//! How large blocks are, and whether they are split, follows C-Blosc 1.21, so that a container has the shape that its
//! readers know. Where blocks would take more room than the bytes themselves, the bytes are stored as they are.

use super::blosclz;
use super::error::BloscError;
use super::header::{BlockShuffle, BloscHeader, HEADER_NBYTES};
use super::rearrange::{bitshuffle, shuffle};
use super::settings::BloscSettings;
use super::{Compressor, header};
use miniz_oxide::deflate::compress_to_vec_zlib;
use std::io;

enum SplitEncoder {
    BloscLz(u8),
    Lz4,
    Snappy(Box<snap::raw::Encoder>),
    Zlib(u8),
    Zstd(zstd::bulk::Compressor<'static>),
}

impl SplitEncoder {
    fn new(compressor: Compressor, level: u8) -> Result<Self, BloscError> {
        Ok(match compressor {
            Compressor::BloscLz => Self::BloscLz(level.saturating_add(7)),
            Compressor::Lz4 => Self::Lz4,
            Compressor::Snappy => Self::Snappy(Box::new(snap::raw::Encoder::new())),
            Compressor::Zlib => Self::Zlib(level),
            Compressor::Zstd => {
                // The levels that C-Blosc gives it: 1, 3, 5 … 15, and the highest there is.
                let own = if level < 9 { i32::from(level).saturating_mul(2).saturating_sub(1) } else { 22 };
                let refused =
                    |error: io::Error| BloscError::Library { compressor, reason: error.to_string() };
                Self::Zstd(zstd::bulk::Compressor::new(own).map_err(refused)?)
            }
            Compressor::Unknown(code) => return Err(BloscError::Compressor { code }),
        })
    }

    fn compress(&mut self, split: &[u8]) -> Result<Vec<u8>, BloscError> {
        let (compressor, result) = match self {
            Self::BloscLz(bits) => return Ok(blosclz::compress(split, *bits)),
            Self::Lz4 => return Ok(lz4_flex::block::compress(split)),
            Self::Snappy(snappy) => {
                (Compressor::Snappy, snappy.compress_vec(split).map_err(|error| error.to_string()))
            }
            Self::Zlib(level) => return Ok(compress_to_vec_zlib(split, *level)),
            Self::Zstd(zstd) => (Compressor::Zstd, zstd.compress(split).map_err(|error| error.to_string())),
        };
        result.map_err(|reason| BloscError::Library { compressor, reason })
    }
}

/// The nearest cache, as C-Blosc assumes it.
const CACHE_NBYTES: usize = 32 << 10;
const LEAST_NBYTES: usize = header::MIN_SPLIT_NBYTES;

pub fn compress(input: &[u8], settings: &BloscSettings) -> Result<Vec<u8>, BloscError> {
    let blocksize = blocksize(input.len(), settings);
    let is_split = is_split(settings, blocksize);
    let shuffle = settings.shuffle.unwrap_or(BlockShuffle::None);
    let flags = BloscHeader::flags(settings.compressor, shuffle, is_split);
    let header = BloscHeader::written(flags, settings.typesize.unwrap_or(1), input.len(), blocksize)?;
    if settings.level > 0
        && input.len() >= LEAST_NBYTES
        && let Some(container) = blocks(input, header, settings)?
    {
        return Ok(container);
    }
    Ok([&header.memcpyed().to_bytes(), input].concat())
}

/// `None` where the bytes themselves take less room.
fn blocks(
    input: &[u8],
    header: BloscHeader,
    settings: &BloscSettings,
) -> Result<Option<Vec<u8>>, BloscError> {
    let most = input.len().saturating_add(HEADER_NBYTES);
    let mut encoder = SplitEncoder::new(settings.compressor, settings.level)?;
    let mut table = Vec::new();
    let mut stored = Vec::new();
    let start = HEADER_NBYTES.saturating_add(header.nblocks() as usize * 4);
    for block in input.chunks(header.blocksize.max(1) as usize) {
        table.extend(u32::try_from(start.saturating_add(stored.len())).unwrap_or(u32::MAX).to_le_bytes());
        let typesize = header.typesize.into();
        let rearranged = match header.shuffle() {
            BlockShuffle::None => None,
            BlockShuffle::Byte => Some(shuffle(typesize, block)),
            BlockShuffle::Bit => Some(bitshuffle(typesize, block)),
        };
        let block = rearranged.as_deref().unwrap_or(block);
        for split in block.chunks((block.len() / header.splits(block.len())).max(1)) {
            let compressed = encoder.compress(split)?;
            let chosen = if compressed.len() < split.len() { compressed.as_slice() } else { split };
            stored.extend(u32::try_from(chosen.len()).unwrap_or(u32::MAX).to_le_bytes());
            stored.extend_from_slice(chosen);
        }
        if start.saturating_add(stored.len()) > most {
            return Ok(None);
        }
    }
    let cbytes = start.saturating_add(stored.len());
    let header = BloscHeader { cbytes: u32::try_from(cbytes).unwrap_or(u32::MAX), ..header };
    Ok(Some([&header.to_bytes()[..], &table, &stored].concat()))
}

/// Splits have one stream for each byte of an element. Zstandard finds more without.
fn is_split(settings: &BloscSettings, blocksize: usize) -> bool {
    settings.compressor != Compressor::Zstd
        && settings.typesize() <= header::MAX_SPLITS
        && blocksize / settings.typesize() >= header::MIN_SPLIT_NBYTES
}

fn blocksize(nbytes: usize, settings: &BloscSettings) -> usize {
    let typesize = settings.typesize();
    if nbytes < typesize {
        return 1;
    }
    let wanted = match settings.blocksize {
        0 if nbytes < CACHE_NBYTES => nbytes,
        // Compressors that find more in large blocks get larger ones, and so does who tries harder.
        0 => {
            let is_thorough = matches!(settings.compressor, Compressor::Zlib | Compressor::Zstd);
            let cache = if is_thorough { 2 * CACHE_NBYTES } else { CACHE_NBYTES };
            match settings.level {
                0 => cache / 4,
                1 => cache / 2,
                2 => cache,
                3 => cache * 2,
                4 | 5 => cache * 4,
                9 if is_thorough => cache * 16,
                _ => cache * 8,
            }
        }
        forced => forced.max(LEAST_NBYTES),
    };
    let wanted = if settings.level > 0 && is_split(settings, wanted) {
        // As many bytes in each split; neither very small blocks nor very large ones.
        (wanted.min(1 << 18) * typesize).clamp(1 << 16, 1 << 20)
    } else {
        wanted
    };
    let blocksize = wanted.min(nbytes);
    if blocksize > typesize { blocksize - blocksize % typesize } else { blocksize }
}

#[cfg(test)]
mod tests {
    use super::super::container::decompress;
    use super::super::settings;
    use super::*;
    use crate::codec::fixture::metadata;
    use proptest::prelude::*;
    use serde_json::json;

    fn settings(cname: &str, level: u8, shuffle: &str, typesize: usize) -> BloscSettings {
        let configuration =
            json!({"cname": cname, "clevel": level, "shuffle": shuffle, "typesize": typesize});
        settings::read(&metadata("blosc", configuration)).unwrap().for_elements(1).unwrap()
    }

    fn ramp(nbytes: usize) -> Vec<u8> {
        (0..=nbytes / 4).flat_map(|i| u32::try_from(i).unwrap().to_le_bytes()).take(nbytes).collect()
    }

    #[test]
    fn the_header_says_what_was_done() {
        let input = ramp(4096);
        let stored = compress(&input, &settings("lz4", 5, "shuffle", 4)).unwrap();
        // Version 2 of the container, 1 of LZ4, byte shuffle and LZ4, 4 bytes in an element, one block of all bytes.
        assert_eq!(stored[..12], [2, 1, 0x21, 4, 0, 0x10, 0, 0, 0, 0x10, 0, 0]);
        assert_eq!(stored[12..16], u32::try_from(stored.len()).unwrap().to_le_bytes());
        assert_eq!(stored[16..20], [20, 0, 0, 0], "the block begins behind the table of one block");
        assert_eq!(decompress(&stored, 4096).unwrap().blocks[0].splits, 4);
        let zstd = compress(&input, &settings("zstd", 5, "bitshuffle", 4)).unwrap();
        assert_eq!(zstd[2], 0x94, "zstd, whose blocks are not split, and a bit shuffle");
    }

    #[test]
    fn what_does_not_become_smaller_is_stored_as_it_is() {
        let few = ramp(127);
        let stored = compress(&few, &settings("zlib", 9, "shuffle", 4)).unwrap();
        assert_eq!(stored[..4], [2, 1, 0x73, 4]);
        assert_eq!(stored[16..], few);
        let level_0 = compress(&ramp(40_000), &settings("lz4", 0, "noshuffle", 4)).unwrap();
        assert_eq!((level_0[2], level_0.len()), (0x22, 40_016));
        let mut state = 1_u32;
        let random: Vec<u8> = (0..5000)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_le_bytes()[3]
            })
            .collect();
        for cname in ["blosclz", "lz4", "snappy", "zlib", "zstd"] {
            let stored = compress(&random, &settings(cname, 5, "shuffle", 8)).unwrap();
            assert_eq!(stored[16..], random, "{cname}");
        }
    }

    /// The block sizes that numcodecs 0.17.1 (C-Blosc 1.21) writes for 3 000 000 bytes.
    #[test]
    fn blocks_are_as_large_as_those_of_c_blosc() {
        for (cname, typesize, by_level) in BLOCKSIZES {
            for (level, expected) in by_level.iter().enumerate() {
                let settings = settings(cname, u8::try_from(level).unwrap(), "shuffle", *typesize);
                assert_eq!(blocksize(3_000_000, &settings), *expected, "{cname} {typesize} {level}");
            }
        }
    }

    const BLOCKSIZES: &[(&str, usize, [usize; 10])] = &[
        ("blosclz", 1, [8192, 65536, 65536, 65536, 131_072, 131_072, 262_144, 262_144, 262_144, 262_144]),
        ("lz4", 2, [8192, 65536, 65536, 131_072, 262_144, 262_144, 524_288, 524_288, 524_288, 524_288]),
        ("lz4", 17, [8177, 16371, 32759, 65535, 131_070, 131_070, 262_140, 262_140, 262_140, 262_140]),
        ("zlib", 4, [16384, 131_072, 262_144, 524_288, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20]),
        ("zlib", 17, [16371, 32759, 65535, 131_070, 262_140, 262_140, 524_280, 524_280, 524_280, 1_048_560]),
        ("zstd", 8, [16384, 32768, 65536, 131_072, 262_144, 262_144, 524_288, 524_288, 524_288, 1 << 20]),
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn what_is_compressed_decompresses_to_the_same(
            cname in prop::sample::select(vec!["blosclz", "lz4", "snappy", "zlib", "zstd"]),
            level in 0_u8..=9,
            shuffle in prop::sample::select(vec!["noshuffle", "shuffle", "bitshuffle"]),
            typesize in prop::sample::select(vec![1_usize, 2, 3, 4, 7, 8, 16, 17, 255, 300]),
            nbytes in prop_oneof![0_usize..300, 3000_usize..5000, 60_000_usize..140_000],
            blocksize in prop::sample::select(vec![0_usize, 1, 500, 4096]),
            seed in prop::collection::vec(any::<u8>(), 1..50),
            step in 1_usize..20,
        ) {
            let input: Vec<u8> = (0..nbytes).map(|i| seed[i / step % seed.len()]).collect();
            let settings = BloscSettings { blocksize, ..settings(cname, level, shuffle, typesize) };
            let stored = compress(&input, &settings).unwrap();
            prop_assert_eq!(decompress(&stored, nbytes as u64).unwrap().bytes, input);
        }
    }
}
