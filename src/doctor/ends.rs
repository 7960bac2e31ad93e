//! Where compressed bytes end by their own format: whether the file goes on behind that, or ends before it.

use super::case::Failing;
use super::signs::{blosc_header, hex, lz4_size};
use crate::codec::CodecError;

/// The fewest bytes that a compressor writes, and what these begin with.
const SHORTEST: &[(&str, usize, &[u8])] = &[
    ("zstd", 9, b"\x28\xb5\x2f\xfd"),
    ("gzip", 20, b"\x1f\x8b\x08"),
    ("blosc", 16, b"\x02\x01"),
    ("bz2", 14, b"BZh"),
    ("lzma", 32, b"\xfd7zXZ\0"),
];

/// Whether the bytes begin with a mark, as far as they go.
fn begins(input: &[u8], mark: &[u8]) -> bool {
    !input.is_empty() && (input.starts_with(mark) || mark.starts_with(input))
}

/// How many bytes a trailer may take: a decoder that misses fewer has come to the end.
const TRAILER: u64 = 16;

/// Whether the bytes are one whole block of LZ4 behind its size.
pub fn is_lz4(input: &[u8]) -> bool {
    input.len() > 4 && lz4(input) == Block::EndsAt(input.len() as u64)
}

/// Where the format itself says that the bytes end, where it says so.
pub fn end(label: &str, input: &[u8]) -> Option<u64> {
    match label {
        "zstd" => zstd(input).ok(),
        "blosc" => blosc_header(input).map(|(_, cbytes)| cbytes),
        "lz4" => match lz4(input) {
            Block::EndsAt(end) => Some(end),
            Block::Cut(_) | Block::Broken => None,
        },
        _ => None,
    }
}

/// Whether the format itself says that the bytes go on behind their end.
pub fn is_cut(label: &str, input: &[u8]) -> bool {
    let length = input.len() as u64;
    match label {
        "zstd" => zstd(input).is_err_and(|wanted| wanted > length),
        "blosc" => blosc_header(input).is_some_and(|(_, cbytes)| cbytes > length),
        _ => false,
    }
}

/// Why bytes are missing at the end, where that is sure; `target` is how many should come out, where that is known.
pub fn missing(label: &str, failing: &Failing, target: Option<u64>) -> Option<String> {
    let (input, length) = (failing.input, failing.input.len() as u64);
    let short = SHORTEST
        .iter()
        .find(|(name, nbytes, mark)| *name == label && input.len() < *nbytes && begins(input, mark));
    if let Some((_, nbytes, _)) = short {
        return Some(format!("{length} bytes are there, the least that {label} writes is {nbytes}"));
    }
    match label {
        "zstd" => {
            zstd(input).err().filter(|wanted| *wanted > length && may_have(*wanted, target)).map(|wanted| {
                format!(
                    "a block of the zstd frame goes on to byte {wanted} at least, the bytes end at {length}"
                )
            })
        }
        "blosc" => blosc_header(input)
            .filter(|(nbytes, cbytes)| *cbytes > length && may_have(*cbytes, Some(*nbytes)))
            .filter(|(nbytes, _)| target.is_none_or(|target| target == *nbytes))
            .map(|(_, cbytes)| format!("the header of blosc says {cbytes} bytes, found {length}")),
        "lz4" => match (lz4(input), lz4_size(input)) {
            (Block::Cut(given), Some(size)) => Some(format!(
                "the LZ4 block ends after {given} bytes of the {size} that its first 4 bytes say"
            )),
            _ => None,
        },
        "lzma" => (input.starts_with(b"\xfd7zXZ\0") && !input.ends_with(b"YZ")).then(|| {
            let tail = input.last_chunk::<2>().map(|tail| hex(tail)).unwrap_or_default();
            format!("xz ends in 59 5a, this in {tail}")
        }),
        "gzip" | "zlib" | "bz2" => stopped_at_the_end(label, failing),
        _ => None,
    }
}

/// Whether compressed bytes may be as many: they are hardly more than what they decode to.
fn may_have(nbytes: u64, target: Option<u64>) -> bool {
    target.is_none_or(|target| nbytes <= target.saturating_add(target / 64).saturating_add(64))
}

/// A stream that was sound to the last byte, and is not done.
fn stopped_at_the_end(label: &str, failing: &Failing) -> Option<String> {
    let CodecError::Corrupt { offset, found, .. } = failing.error else { return None };
    let length = failing.input.len() as u64;
    let at_end = *offset > 2 && offset.saturating_add(TRAILER) > length;
    let ran_out = found.contains("the end");
    (at_end && ran_out).then(|| {
        let given = failing.given.map_or_else(String::new, |given| format!(" after {given} bytes of output"));
        format!("the {label} stream is sound up to its last byte, and stops there{given}")
    })
}

/// Where the frames of Zstandard end (RFC 8878, section 3.1); the error is the place that the bytes do not reach, or 0
/// where there is no frame.
fn zstd(input: &[u8]) -> Result<u64, u64> {
    if !input.starts_with(b"\x28\xb5\x2f\xfd") {
        return Err(0);
    }
    let short = input.len() as u64 + 1;
    let descriptor = *input.get(4).ok_or(short)?;
    let is_single = descriptor & 0x20 != 0;
    let dictionary = [0, 1, 2, 4].get(usize::from(descriptor & 3)).copied().unwrap_or(0);
    let size = match descriptor >> 6 {
        0 => usize::from(is_single),
        1 => 2,
        2 => 4,
        _ => 8,
    };
    let mut position = 5 + usize::from(!is_single) + dictionary + size;
    loop {
        let header = input.get(position..).and_then(<[u8]>::first_chunk::<3>).ok_or(short)?;
        let [low, middle, high] = header.map(usize::from);
        let header = low | middle << 8 | high << 16;
        let stored = if (header >> 1) & 3 == 1 { 1 } else { header >> 3 };
        position += 3 + stored;
        if position > input.len() {
            return Err(position as u64);
        }
        if header & 1 == 1 {
            break;
        }
    }
    position += if descriptor & 4 == 0 { 0 } else { 4 };
    if position > input.len() { Err(position as u64) } else { Ok(position as u64) }
}

/// How a block of LZ4 ends.
#[derive(Debug, PartialEq, Eq)]
enum Block {
    /// All its bytes have come out at this place of the input.
    EndsAt(u64),
    /// The input ends after so many bytes of output.
    Cut(u64),
    /// It breaks the rules.
    Broken,
}

/// Where a block of LZ4 ends, from the lengths in it; the size of its output stands in front.
fn lz4(input: &[u8]) -> Block {
    let (Some(size), Some(mut rest)) = (lz4_size(input), input.get(4..)) else { return Block::Cut(0) };
    let mut given = 0_u64;
    loop {
        let Some((literals, matched, tail)) = sequence(rest) else { return Block::Cut(given) };
        given = given.saturating_add(literals);
        if given >= size {
            let left = matched.map_or(tail.len(), |matched| matched.behind_literals);
            return if given == size { Block::EndsAt((input.len() - left) as u64) } else { Block::Broken };
        }
        let Some(matched) = matched else {
            // Only the last literals end a block, and those end with its last byte.
            return if tail.is_empty() { Block::Broken } else { Block::Cut(given) };
        };
        if matched.offset == 0 || matched.offset > given {
            return Block::Broken;
        }
        given = given.saturating_add(matched.length);
        rest = tail;
    }
}

/// The second part of a sequence: bytes that are copied from what has come out.
struct Match {
    offset: u64,
    length: u64,
    /// How many bytes of the input were left in front of it.
    behind_literals: usize,
}

/// A sequence of LZ4: the number of its literals, its match where there is one, and what follows; `None` where the input
/// ends within the literals.
fn sequence(input: &[u8]) -> Option<(u64, Option<Match>, &[u8])> {
    let (token, rest) = input.split_first()?;
    let (literals, rest) = length(rest, token >> 4)?;
    let rest = rest.get(usize::try_from(literals).ok()?..)?;
    let matched = rest.split_first_chunk::<2>().and_then(|(offset, tail)| {
        let (copied, tail) = length(tail, token & 15)?;
        let (offset, length) = (u16::from_le_bytes(*offset).into(), copied.saturating_add(4));
        Some((Match { offset, length, behind_literals: rest.len() }, tail))
    });
    Some(match matched {
        Some((matched, tail)) => (literals, Some(matched), tail),
        None => (literals, None, rest),
    })
}

/// A length of LZ4: four bits, and bytes behind them while these are full.
fn length(mut rest: &[u8], bits: u8) -> Option<(u64, &[u8])> {
    let mut length = u64::from(bits);
    while length >= 15 {
        let (more, tail) = rest.split_first()?;
        (length, rest) = (length.saturating_add(u64::from(*more)), tail);
        if *more < 255 {
            break;
        }
    }
    Some((length, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of one raw block with "abcd", single segment, content size 4.
    const FRAME: &[u8] = b"\x28\xb5\x2f\xfd\x20\x04\x21\0\0abcd";

    #[test]
    fn a_frame_of_zstd_says_where_it_ends() {
        assert_eq!(zstd(FRAME), Ok(13));
        assert_eq!(zstd(&[FRAME, b"more"].concat()), Ok(13));
        assert_eq!(zstd(&FRAME[..11]), Err(13));
        assert_eq!(zstd(&FRAME[..6]), Err(7));
        assert_eq!(zstd(b"abcd"), Err(0));
    }

    #[test]
    fn a_block_of_lz4_says_where_it_ends() {
        // A hundred times "a": a literal, a match of 4+15+75 bytes one byte back, five literals.
        let run = b"\x64\0\0\0\x1fa\x01\0\x4b\x50aaaaa";
        assert_eq!(lz4(run), Block::EndsAt(15));
        assert_eq!(lz4(&[run.as_slice(), b"more"].concat()), Block::EndsAt(15));
        assert_eq!(lz4(&run[..9]), Block::Cut(95));
        assert_eq!(lz4(&run[..12]), Block::Cut(95));
        assert_eq!(lz4(b"\x64\0\0\0\x1fa\x09\0\x4b\x50aaaaa"), Block::Broken);
    }
}
