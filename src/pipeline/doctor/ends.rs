//! Where compressed bytes end by their own format: whether the file goes on behind that, or ends before it.

use super::case::Failing;
use super::signs::{blosc_header, hex, lz4_size};
use crate::codec::CodecError;

/// How many bytes a trailer may take: a decoder that misses fewer has come to the end.
const TRAILER: u64 = 16;

/// Where the format itself says that the bytes end, where it says so.
pub fn end(label: &str, input: &[u8]) -> Option<u64> {
    match label {
        "zstd" => zstd(input).ok(),
        "blosc" => blosc_header(input).map(|(_, cbytes)| cbytes),
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

/// Why bytes are missing at the end, where that is sure.
pub fn missing(label: &str, failing: &Failing) -> Option<String> {
    let (input, length) = (failing.input, failing.input.len() as u64);
    match label {
        "zstd" => zstd(input).err().filter(|wanted| *wanted > length).map(|wanted| {
            format!("a block of the zstd frame goes on to byte {wanted} at least, the bytes end at {length}")
        }),
        "blosc" => blosc_header(input)
            .filter(|(_, cbytes)| *cbytes > length)
            .map(|(_, cbytes)| format!("the header of blosc says {cbytes} bytes, found {length}")),
        "lz4" => lz4(input).map(|(given, size)| {
            format!("the LZ4 block ends after {given} bytes of the {size} that its first 4 bytes say")
        }),
        "lzma" => (input.starts_with(b"\xfd7zXZ\0") && !input.ends_with(b"YZ")).then(|| {
            let tail = input.last_chunk::<2>().map(|tail| hex(tail)).unwrap_or_default();
            format!("xz ends in 59 5a, this in {tail}")
        }),
        "gzip" | "zlib" | "bz2" => stopped_at_the_end(label, failing),
        _ => None,
    }
}

/// A stream that was sound to the last byte, and is not done.
fn stopped_at_the_end(label: &str, failing: &Failing) -> Option<String> {
    let CodecError::Corrupt { offset, .. } = failing.error else { return None };
    let length = failing.input.len() as u64;
    let at_end = *offset > 2 && offset.saturating_add(TRAILER) > length;
    let ran_out = failing.error.to_string().contains("the end");
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

/// How many bytes a block of LZ4 gives before its input ends, and how many it should: only where the input ends within a
/// sequence or too early.
fn lz4(input: &[u8]) -> Option<(u64, u64)> {
    let size = lz4_size(input)?;
    let (mut rest, mut given) = (input.get(4..)?, 0_u64);
    while let Some((token, tail)) = rest.split_first() {
        rest = tail;
        let (literals, tail) = length(rest, token >> 4).unwrap_or((u64::MAX, &[]));
        let Some(tail) = usize::try_from(literals).ok().and_then(|literals| tail.get(literals..)) else {
            return (given < size)
                .then_some((given + rest.len() as u64, size))
                .filter(|(given, size)| given < size);
        };
        given = given.saturating_add(literals);
        let Some((offset, tail)) = tail.split_first_chunk::<2>() else { break };
        if u64::from(u16::from_le_bytes(*offset)) > given || offset == &[0, 0] {
            return None;
        }
        let Some((copied, tail)) = length(tail, token & 15) else { break };
        given = given.saturating_add(copied).saturating_add(4);
        rest = tail;
    }
    (given < size).then_some((given, size))
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
    fn a_block_of_lz4_that_is_cut_says_how_far_it_came() {
        // A hundred times "a": a literal, a match of 4+15+75 bytes one byte back, five literals.
        let run = b"\x64\0\0\0\x1fa\x01\0\x4b\x50aaaaa";
        assert_eq!(lz4(run), None);
        assert_eq!(lz4(&run[..9]), Some((95, 100)));
        assert_eq!(lz4(&run[..12]), Some((97, 100)));
        assert_eq!(lz4(b"\x64\0\0\0\x1fa\x09\0\x4b\x50aaaaa"), None);
    }
}
