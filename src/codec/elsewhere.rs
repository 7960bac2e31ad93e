use serde_json::Value;

use super::CodecRow;
use crate::metadata::CodecMetadata;

/// The codecs of zarr-python 3.4.2, by the names under which it registers them.
const ZARR_PYTHON: &[&str] = &[
    "blosc",
    "bytes",
    "cast_value",
    "crc32c",
    "gzip",
    "scale_offset",
    "sharding_indexed",
    "transpose",
    "vlen-bytes",
    "vlen-utf8",
    "zstd",
    "numcodecs.adler32",
    "numcodecs.astype",
    "numcodecs.bitround",
    "numcodecs.bz2",
    "numcodecs.crc32",
    "numcodecs.crc32c",
    "numcodecs.delta",
    "numcodecs.fixedscaleoffset",
    "numcodecs.fletcher32",
    "numcodecs.jenkins_lookup3",
    "numcodecs.lz4",
    "numcodecs.lzma",
    "numcodecs.packbits",
    "numcodecs.pcodec",
    "numcodecs.quantize",
    "numcodecs.shuffle",
    "numcodecs.zfpy",
    "numcodecs.zlib",
];

// Other encoders of the same format look for matches in another way.
const DEFLATE: &str =
    "other libraries store a few parts in a hundred more or less with DEFLATE, at level 1 up to a tenth";
const LZ4: &str =
    "other libraries store somewhat more or less with LZ4: they have levels, and the encoder here has one";

const ENCODERS: &[(&str, Option<&str>, &str)] = &[
    ("gzip", None, DEFLATE),
    ("numcodecs.zlib", None, DEFLATE),
    ("blosc", Some("zlib"), DEFLATE),
    ("numcodecs.lz4", None, LZ4),
    ("blosc", Some("lz4"), LZ4),
];

impl CodecRow {
    pub fn python_name(&self) -> Option<&'static str> {
        let mut names = std::iter::once(&self.name).chain(self.aliases);
        names.find(|name| ZARR_PYTHON.contains(name)).copied()
    }
}

pub fn stored_elsewhere(codec: &CodecMetadata) -> Option<&'static str> {
    let row = CodecRow::of(codec)?;
    let cname = codec.configuration.get("cname").and_then(Value::as_str);
    for (name, inside, text) in ENCODERS {
        if *name == row.name && (inside.is_none() || *inside == cname) {
            return Some(text);
        }
    }
    None
}
