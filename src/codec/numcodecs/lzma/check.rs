//! The checks of the bytes of an xz block (section 2.1.1.2 of the format).

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    None,
    Crc32,
    Crc64,
    Sha256,
    Other(u8),
}

impl Check {
    pub fn from_code(code: u8) -> Self {
        match code {
            0 => Self::None,
            1 => Self::Crc32,
            4 => Self::Crc64,
            10 => Self::Sha256,
            _ => Self::Other(code),
        }
    }

    pub fn name(self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Crc32 => "CRC-32".to_owned(),
            Self::Crc64 => "CRC-64".to_owned(),
            Self::Sha256 => "SHA-256".to_owned(),
            Self::Other(code) => format!("number {code}, not known, passed over"),
        }
    }

    pub fn nbytes(self) -> usize {
        match self {
            Self::None => 0,
            Self::Crc32 => 4,
            Self::Crc64 => 8,
            Self::Sha256 => 32,
            // 4, 8, 16, 32 and 64 bytes, for three codes each.
            Self::Other(code) => 4 << ((code.clamp(1, 15) - 1) / 3),
        }
    }

    pub fn of(self, bytes: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::None | Self::Other(_) => None,
            Self::Crc32 => Some(crc32(bytes).to_vec()),
            Self::Crc64 => Some(crc64(bytes).to_le_bytes().to_vec()),
            Self::Sha256 => Some(Sha256::digest(bytes).to_vec()),
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
        assert_eq!(Check::Sha256.of(b"abc").unwrap()[..4], [0xba, 0x78, 0x16, 0xbf]);
    }

    #[test]
    fn every_code_has_its_size() {
        let sizes: Vec<usize> = (0..16).map(|code| Check::from_code(code).nbytes()).collect();
        assert_eq!(sizes, [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64]);
    }
}
