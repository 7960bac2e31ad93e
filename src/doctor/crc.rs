//! Which single bit a wrong cyclic redundancy check gives away.
//!
//! Such a check is linear: the difference of two checksums depends on the flipped bits alone, not on the other bytes. From
//! the difference one walks back, byte by byte, until it is that of a flip in the last byte.

pub fn last_agreeing(polynomial: u32, bytes: &[u8]) -> Option<usize> {
    let table = table(polynomial);
    // The register begins with ones, and the checksum is its complement: both polynomials are used so.
    let mut state = u32::MAX;
    let mut last = None;
    for (index, byte) in bytes.iter().take(FARTHEST).enumerate() {
        let stored =
            bytes.get(index..).and_then(<[u8]>::first_chunk::<4>).map(|four| u32::from_le_bytes(*four));
        if index > 0 && stored == Some(!state) {
            last = Some(index + 4);
        }
        let [low, ..] = state.to_le_bytes();
        state = state >> 8 ^ table.get(usize::from(low ^ byte))?;
    }
    match last {
        Some(end) if end < bytes.len() => last,
        _ => None,
    }
}

/// How many bytes are walked back. Farther back a single bit is no longer the likeliest cause.
const FARTHEST: usize = 8 << 20;

#[derive(Debug, PartialEq, Eq)]
pub enum Flipped {
    Payload { byte: usize, bit: u32 },
    Checksum { byte: usize, bit: u32 },
}

pub fn flipped_bit(polynomial: u32, difference: u32, nbytes: usize) -> Option<Flipped> {
    if difference.is_power_of_two() {
        let position = difference.trailing_zeros();
        return Some(Flipped::Checksum { byte: usize::try_from(position / 8).ok()?, bit: position % 8 });
    }
    let table = table(polynomial);
    // The highest bytes of the table are all different: from it, a step can be undone.
    let mut undo = vec![0_u32; 256];
    for (byte, entry) in (0_u32..).zip(&table) {
        *undo.get_mut(usize::try_from(entry >> 24).ok()?)? = byte;
    }
    let singles: Vec<u32> = (0..8).filter_map(|bit| table.get(1 << bit).copied()).collect();
    let mut state = difference;
    for byte in (nbytes.saturating_sub(FARTHEST)..nbytes).rev() {
        if let Some(bit) = singles.iter().position(|single| *single == state) {
            return Some(Flipped::Payload { byte, bit: u32::try_from(bit).ok()? });
        }
        let index = *undo.get(usize::try_from(state >> 24).ok()?)?;
        state = (state ^ table.get(usize::try_from(index).ok()?)?) << 8 | index;
    }
    None
}

fn table(polynomial: u32) -> Vec<u32> {
    let step = |state: u32, _| if state & 1 == 1 { state >> 1 ^ polynomial } else { state >> 1 };
    (0..256).map(|byte| (0..8).fold(byte, step)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reversed polynomial of CRC-32C, and that of the CRC-32 of zlib.
    const CRC32C: u32 = 0x82f6_3b78;
    const CRC32: u32 = 0xedb8_8320;

    #[test]
    fn every_single_bit_is_found() {
        let text = b"The quick brown fox jumps over the lazy dog".to_vec();
        let sound = crc32c::crc32c(&text);
        for byte in 0..text.len() {
            for bit in 0..8 {
                let mut flipped = text.clone();
                flipped[byte] ^= 1 << bit;
                let difference = sound ^ crc32c::crc32c(&flipped);
                assert_eq!(flipped_bit(CRC32C, difference, text.len()), Some(Flipped::Payload { byte, bit }));
            }
        }
    }

    #[test]
    fn a_bit_of_the_checksum_itself() {
        assert_eq!(flipped_bit(CRC32C, 1 << 17, 9), Some(Flipped::Checksum { byte: 2, bit: 1 }));
    }

    #[test]
    fn a_checksum_in_front_of_other_bytes_is_found() {
        let stored = b"123456789\x83\x92\x06\xe3";
        assert_eq!(last_agreeing(CRC32C, &[stored.as_slice(), b"more"].concat()), Some(13));
        assert_eq!(last_agreeing(CRC32C, stored), None);
        assert_eq!(last_agreeing(CRC32C, b"123456789"), None);
        assert_eq!(last_agreeing(CRC32, b"123456789\x26\x39\xf4\xcb!"), Some(13));
    }

    #[test]
    fn two_bits_are_no_single_one() {
        let difference = crc32c::crc32c(b"123456789") ^ crc32c::crc32c(b"023456788");
        assert_eq!(flipped_bit(CRC32C, difference, 9), None);
    }

    #[test]
    fn the_check_of_zlib_has_another_polynomial() {
        // The check value of CRC-32 is that of "123456789"; the other is of "123456788".
        let difference = 0xcbf4_3926 ^ crc32fast::hash(b"123456788");
        assert_eq!(flipped_bit(CRC32, difference, 9), Some(Flipped::Payload { byte: 8, bit: 0 }));
    }
}
