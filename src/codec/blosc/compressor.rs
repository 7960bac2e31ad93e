use std::fmt;

pub const VERSIONLZ: u8 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compressor {
    /// Blosc's own relative of `FastLZ`.
    BloscLz,
    /// LZ4 block format; `lz4hc` writes it too.
    Lz4,
    Snappy,
    Zlib,
    Zstd,
    Unknown(u8),
}

const KNOWN: [(Compressor, &str); 5] = [
    (Compressor::BloscLz, "blosclz"),
    (Compressor::Lz4, "lz4"),
    (Compressor::Snappy, "snappy"),
    (Compressor::Zlib, "zlib"),
    (Compressor::Zstd, "zstd"),
];

impl Compressor {
    pub fn from_code(code: u8) -> Self {
        KNOWN.get(usize::from(code)).map_or(Self::Unknown(code), |(known, _)| *known)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        KNOWN.iter().find(|(_, known)| *known == name).map(|(known, _)| *known)
    }

    pub fn code(self) -> u8 {
        match self {
            Self::Unknown(code) => code,
            known => (0..).zip(KNOWN).find(|(_, (own, _))| *own == known).map_or(0, |(code, _)| code),
        }
    }
}

impl fmt::Display for Compressor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match KNOWN.iter().find(|(known, _)| known == self) {
            Some((_, name)) => f.write_str(name),
            None => write!(f, "compressor {}", self.code()),
        }
    }
}
