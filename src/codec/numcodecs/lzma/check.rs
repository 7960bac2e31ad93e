//! The checks of the bytes of an xz block (section 2.1.1.2 of the format).

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Check(pub u8);

impl Check {
    pub fn name(self) -> String {
        match self.0 {
            0 => "none".to_owned(),
            1 => "CRC-32".to_owned(),
            4 => "CRC-64".to_owned(),
            10 => "SHA-256".to_owned(),
            code => format!("number {code}, not known, passed over"),
        }
    }

    /// 4, 8, 16, 32 and 64 bytes, for three codes each.
    pub fn nbytes(self) -> usize {
        if self.0 == 0 { 0 } else { 4 << ((self.0.clamp(1, 15) - 1) / 3) }
    }

    pub fn of(self, bytes: &[u8]) -> Option<Vec<u8>> {
        match self.0 {
            1 => Some(crc32(bytes).to_vec()),
            4 => Some(crc64(bytes).to_le_bytes().to_vec()),
            10 => Some(Sha256::digest(bytes).to_vec()),
            _ => None,
        }
    }
}

pub fn crc32(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

/// The CRC-64 of ECMA-182, bits the other way round.
static CRC64: LazyLock<[u64; 256]> = LazyLock::new(|| {
    let step = |crc: u64, _| crc >> 1 ^ if crc & 1 == 1 { 0xc96c_5795_d787_0f42 } else { 0 };
    std::array::from_fn(|byte| (0..8).fold(byte as u64, step))
});

fn crc64(bytes: &[u8]) -> u64 {
    let table = &*CRC64;
    let step = |crc: u64, byte: &u8| {
        crc >> 8 ^ table.get(usize::from(crc.to_le_bytes()[0] ^ byte)).copied().unwrap_or_default()
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_values() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926_u32.to_le_bytes());
        assert_eq!(crc64(b"123456789"), 0x995d_c9bb_df19_39fa);
        // FIPS 180-2, appendix B.1.
        assert_eq!(Check(10).of(b"abc").unwrap()[..4], [0xba, 0x78, 0x16, 0xbf]);
    }

    #[test]
    fn every_code_has_its_size() {
        let sizes: Vec<usize> = (0..16).map(|code| Check(code).nbytes()).collect();
        assert_eq!(sizes, [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64]);
    }
}
