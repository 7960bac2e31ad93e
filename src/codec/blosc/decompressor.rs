use flate2::{Decompress, FlushDecompress, Status};

use super::blosclz;
use super::compressor::{Compressor, VERSIONLZ};
use super::error::{BloscError, SplitError};

pub enum Decompressor {
    BloscLz,
    Lz4,
    Snappy(snap::raw::Decoder),
    Zlib(Decompress),
    Zstd(zstd::bulk::Decompressor<'static>),
}

impl Decompressor {
    pub fn new(compressor: Compressor, versionlz: u8) -> Result<Self, BloscError> {
        let decompressor = match compressor {
            Compressor::BloscLz => Self::BloscLz,
            Compressor::Lz4 => Self::Lz4,
            Compressor::Snappy => Self::Snappy(snap::raw::Decoder::new()),
            Compressor::Zlib => Self::Zlib(Decompress::new(true)),
            Compressor::Zstd => Self::Zstd(
                zstd::bulk::Decompressor::new()
                    .map_err(|error| BloscError::Library { compressor, reason: error.to_string() })?,
            ),
            Compressor::Unknown(code) => return Err(BloscError::Compressor { code }),
        };
        if versionlz == VERSIONLZ {
            Ok(decompressor)
        } else {
            Err(BloscError::Versionlz { compressor, found: versionlz })
        }
    }

    pub fn decompress(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), SplitError> {
        let expected = output.len();
        let found = match self {
            Self::BloscLz => blosclz::decompress(input, output).map_err(|e| e.to_string()),
            Self::Lz4 => lz4_flex::block::decompress_into(input, output).map_err(|e| e.to_string()),
            Self::Snappy(decoder) => decoder.decompress(input, output).map_err(|e| e.to_string()),
            Self::Zlib(inflate) => inflate_all(inflate, input, output),
            Self::Zstd(zstd) => zstd.decompress_to_buffer(input, output).map_err(|e| e.to_string()),
        };
        match found {
            Ok(found) if found == expected => Ok(()),
            Ok(found) => Err(SplitError::TooFew { expected, found }),
            Err(reason) => {
                let compressor = self.compressor();
                let reason = reason.to_lowercase();
                Err(SplitError::Stream { compressor, expected, reason })
            }
        }
    }

    fn compressor(&self) -> Compressor {
        match self {
            Self::BloscLz => Compressor::BloscLz,
            Self::Lz4 => Compressor::Lz4,
            Self::Snappy(_) => Compressor::Snappy,
            Self::Zlib(_) => Compressor::Zlib,
            Self::Zstd(_) => Compressor::Zstd,
        }
    }
}

fn inflate_all(inflate: &mut Decompress, input: &[u8], output: &mut [u8]) -> Result<usize, String> {
    inflate.reset(true);
    let status =
        inflate.decompress(input, output, FlushDecompress::Finish).map_err(|error| error.to_string())?;
    let found = usize::try_from(inflate.total_out()).unwrap_or(usize::MAX);
    match status {
        Status::StreamEnd => Ok(found),
        _ if found < output.len() => Err(format!("it is cut off after {found} bytes")),
        _ => Err("it does not end there".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "hello" in each compressor's format.
    const HELLO: [(Compressor, &[u8]); 5] = [
        (Compressor::BloscLz, b"\x24hello"),
        (Compressor::Lz4, b"\x50hello"),
        (Compressor::Snappy, b"\x05\x10hello"),
        (Compressor::Zlib, b"\x78\x01\x01\x05\x00\xfa\xffhello\x06\x2c\x02\x15"),
        (Compressor::Zstd, b"\x28\xb5\x2f\xfd\x20\x05\x29\x00\x00hello"),
    ];

    fn decompressed(compressor: Compressor, input: &[u8], nbytes: usize) -> Result<Vec<u8>, SplitError> {
        let mut output = vec![0; nbytes];
        Decompressor::new(compressor, 1).unwrap().decompress(input, &mut output)?;
        Ok(output)
    }

    #[test]
    fn each_compressor_fills_a_split() {
        for (compressor, input) in HELLO {
            assert_eq!(decompressed(compressor, input, 5).unwrap(), b"hello", "{compressor}");
        }
    }

    #[test]
    fn a_decompressor_serves_split_after_split() {
        for (compressor, input) in HELLO {
            let mut decompressor = Decompressor::new(compressor, 1).unwrap();
            for _ in 0..3 {
                let mut output = [0; 5];
                decompressor.decompress(input, &mut output).unwrap();
                assert_eq!(&output, b"hello", "{compressor}");
                decompressor.decompress(&[0xff; 3], &mut output).unwrap_err();
            }
        }
    }

    #[test]
    fn a_stream_that_is_too_short_says_so() {
        for (compressor, input) in HELLO {
            let error = decompressed(compressor, input, 7).unwrap_err();
            assert_eq!(error, SplitError::TooFew { expected: 7, found: 5 }, "{compressor}");
        }
    }

    #[test]
    fn a_stream_that_is_too_long_is_refused() {
        for (compressor, input) in HELLO {
            let error = decompressed(compressor, input, 4).unwrap_err().to_string();
            let expected = format!("is no {compressor} stream of 4 bytes: ");
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn a_stream_that_is_cut_off_is_refused() {
        for (compressor, input) in HELLO {
            for length in 0..input.len() {
                assert!(
                    decompressed(compressor, &input[..length], 5).is_err(),
                    "{compressor}, {length} bytes"
                );
            }
        }
    }

    #[test]
    fn an_unknown_compressor_does_not_start() {
        let error = Decompressor::new(Compressor::from_code(6), 1).err().unwrap();
        let expected = "flags at byte 2: expected a compressor code from 0 to 4 in bits 5 to 7, found 6";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn an_unknown_format_of_a_compressor_does_not_start() {
        let error = Decompressor::new(Compressor::Lz4, 2).err().unwrap();
        assert_eq!(error.to_string(), "versionlz at byte 1: expected 1 for lz4, found 2");
    }
}
