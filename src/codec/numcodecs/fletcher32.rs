//! HDF5's Fletcher-32.
//!
//! Sources: [numcodecs](https://numcodecs.readthedocs.io/en/stable/checksum32.html#fletcher32),
//! [HDF5](https://github.com/HDFGroup/hdf5/blob/develop/src/H5checksum.c).
//! The sums go over big-endian words of 16 bits; an odd byte at the end is the high byte of a last word.

/// The sums are reduced after so many bytes: with 360 words neither overflows.
const BLOCK: usize = 720;

pub fn fletcher32(payload: &[u8]) -> u32 {
    let mut sum1 = 0_u32;
    let mut sum2 = 0_u32;
    for block in payload.chunks(BLOCK) {
        for word in block.chunks(2) {
            let [high, low] = [word.first(), word.get(1)].map(|byte| u32::from(*byte.unwrap_or(&0)));
            sum1 += high << 8 | low;
            sum2 += sum1;
        }
        (sum1, sum2) = (reduce(sum1), reduce(sum2));
    }
    reduce(sum2) << 16 | reduce(sum1)
}

fn reduce(sum: u32) -> u32 {
    (sum & 0xffff) + (sum >> 16)
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::encode_bytes;
    use super::super::fixture::{codec, decode, round_trips};
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_sums_of_two_words() {
        let codec = codec("fletcher32", Value::Null).unwrap();
        // 0x6162 + 0x6364 = 0xc4c6; 0x6162 + 0xc4c6 = 0x12628, reduced 0x2629.
        let stored = b"abcd\xc6\xc4\x29\x26";
        assert_eq!(decode(codec.as_ref(), stored).0.unwrap(), b"abcd");
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), stored);
        round_trips(codec.as_ref());
    }

    #[test]
    fn an_odd_byte_is_a_high_byte() {
        // 0x6162 + 0x6300 = 0xc462; 0x6162 + 0xc462 = 0x125c4, reduced 0x25c5.
        assert_eq!(fletcher32(b"abc"), 0x25c5_c462);
        assert_eq!(fletcher32(b"abc"), fletcher32(b"abc\0"));
        assert_eq!(fletcher32(b""), 0);
    }

    #[test]
    fn the_largest_words_do_not_overflow() {
        for nbytes in [720, 721, 722, 1441, 100_001] {
            let sum = fletcher32(&vec![0xff; nbytes]);
            assert_eq!(sum & 0xffff, if nbytes % 2 == 0 { 0xffff } else { 0xff00 }, "{nbytes}");
        }
    }
}
