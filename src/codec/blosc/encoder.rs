use std::io;

use miniz_oxide::deflate::compress_to_vec_zlib;

use super::blosclz;
use super::compressor::Compressor;
use super::error::BloscError;

pub enum SplitEncoder {
    BloscLz(u8),
    Lz4,
    Snappy(Box<snap::raw::Encoder>),
    Zlib(u8),
    Zstd(zstd::bulk::Compressor<'static>),
}

impl SplitEncoder {
    pub fn new(compressor: Compressor, level: u8) -> Result<Self, BloscError> {
        Ok(match compressor {
            Compressor::BloscLz => Self::BloscLz(level.saturating_add(7)),
            Compressor::Lz4 => Self::Lz4,
            Compressor::Snappy => Self::Snappy(Box::new(snap::raw::Encoder::new())),
            Compressor::Zlib => Self::Zlib(level),
            Compressor::Zstd => {
                // The levels that C-Blosc gives it: 1, 3, 5 … 15, and the highest there is.
                let own = if level < 9 { i32::from(level).saturating_mul(2).saturating_sub(1) } else { 22 };
                let context = zstd::bulk::Compressor::new(own);
                let refused =
                    |error: io::Error| BloscError::Library { compressor, reason: error.to_string() };
                Self::Zstd(context.map_err(refused)?)
            }
            Compressor::Unknown(code) => return Err(BloscError::Compressor { code }),
        })
    }

    pub fn compress(&mut self, split: &[u8]) -> Result<Vec<u8>, BloscError> {
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
