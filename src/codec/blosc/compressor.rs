//! The five compressors of Blosc1.

use std::fmt;

/// The version of the bytes inside a split; all five compressors are still at their first.
pub const VERSIONLZ: u8 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compressor {
    /// Blosc's own relative of `FastLZ`.
    BloscLz,
    /// LZ4 block format; `lz4hc` writes it too.
    Lz4,
    /// Raw Snappy, without framing.
    Snappy,
    /// Deflate in a zlib wrapper.
    Zlib,
    /// A Zstandard frame.
    Zstd,
    /// A code that no Blosc1 library writes.
    Unknown(u8),
}

impl Compressor {
    /// The compressor for the code in bits 5 to 7 of the flags.
    pub fn from_code(code: u8) -> Self {
        match code {
            0 => Self::BloscLz,
            1 => Self::Lz4,
            2 => Self::Snappy,
            3 => Self::Zlib,
            4 => Self::Zstd,
            _ => Self::Unknown(code),
        }
    }

    /// The code that stands for the compressor.
    pub fn code(self) -> u8 {
        match self {
            Self::BloscLz => 0,
            Self::Lz4 => 1,
            Self::Snappy => 2,
            Self::Zlib => 3,
            Self::Zstd => 4,
            Self::Unknown(code) => code,
        }
    }
}

impl fmt::Display for Compressor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BloscLz => f.write_str("blosclz"),
            Self::Lz4 => f.write_str("lz4"),
            Self::Snappy => f.write_str("snappy"),
            Self::Zlib => f.write_str("zlib"),
            Self::Zstd => f.write_str("zstd"),
            Self::Unknown(code) => write!(f, "compressor {code}"),
        }
    }
}
