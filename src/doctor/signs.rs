//! What bytes are recognised by: the codecs that leave a mark, and files that are no chunks.

use serde_json::{Map, Value, json};

use super::ends;
use crate::metadata::{CodecMetadata, CodecRole};

/// A codec that bytes can be recognised by.
pub struct Known {
    /// What people call it.
    pub label: &'static str,
    /// Its name in V3 documents.
    name: &'static str,
    /// Its id in V2 documents.
    id: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Whether the bytes may be of this codec.
    pub sign: fn(input: &[u8]) -> bool,
    /// What to put into the document, besides the name.
    configuration: fn(input: &[u8]) -> Value,
    /// What a byte costs of the budget; two stand for about 5 ns.
    pub cost: u64,
}

/// What a codec is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It compresses; so many first bytes are its mark.
    Compressor(usize),
    /// Its checksum stands at the start or at the end.
    Checksum(&'static str),
}

/// The codecs that leave a mark. Checksums leave none but themselves.
pub const KNOWN: &[Known] = &[
    Known {
        label: "zstd",
        name: "zstd",
        id: "zstd",
        kind: Kind::Compressor(4),
        sign: |input| input.starts_with(b"\x28\xb5\x2f\xfd"),
        configuration: |_| json!({"level": 0, "checksum": false}),
        cost: 2,
    },
    Known {
        label: "gzip",
        name: "gzip",
        id: "gzip",
        kind: Kind::Compressor(3),
        sign: |input| input.starts_with(b"\x1f\x8b\x08"),
        configuration: |_| json!({"level": 5}),
        cost: 4,
    },
    Known {
        label: "blosc",
        name: "blosc",
        id: "blosc",
        kind: Kind::Compressor(16),
        sign: |input| blosc_header(input).is_some_and(|(_, cbytes)| cbytes == input.len() as u64),
        configuration: blosc_configuration,
        cost: 2,
    },
    Known {
        label: "zlib",
        name: "numcodecs.zlib",
        id: "zlib",
        kind: Kind::Compressor(2),
        sign: |input| is_zlib(input),
        configuration: |_| json!({"level": 1}),
        cost: 4,
    },
    Known {
        label: "bz2",
        name: "numcodecs.bz2",
        id: "bz2",
        kind: Kind::Compressor(4),
        sign: |input| input.starts_with(b"BZh") && input.get(4..10) == Some(b"1AY&SY"),
        configuration: |_| json!({"level": 1}),
        cost: 48,
    },
    Known {
        label: "lzma",
        name: "numcodecs.lzma",
        id: "lzma",
        kind: Kind::Compressor(6),
        sign: |input| input.starts_with(b"\xfd7zXZ\0"),
        configuration: |_| json!({"format": 1, "check": -1, "preset": null, "filters": null}),
        cost: 48,
    },
    Known {
        label: "lz4",
        name: "numcodecs.lz4",
        id: "lz4",
        kind: Kind::Compressor(4),
        sign: ends::is_lz4,
        configuration: |_| json!({"acceleration": 1}),
        cost: 2,
    },
    checksum("crc32c", "numcodecs.crc32c", "end", |_| json!({"location": "end"})),
    checksum("crc32c", "numcodecs.crc32c", "start", |_| json!({"location": "start"})),
    checksum("crc32", "numcodecs.crc32", "end", |_| json!({"location": "end"})),
    checksum("crc32", "numcodecs.crc32", "start", |_| json!({"location": "start"})),
    checksum("adler32", "numcodecs.adler32", "end", |_| json!({"location": "end"})),
    checksum("adler32", "numcodecs.adler32", "start", |_| json!({"location": "start"})),
    checksum("fletcher32", "numcodecs.fletcher32", "end", |_| json!({})),
    checksum("jenkins_lookup3", "numcodecs.jenkins_lookup3", "end", |_| json!({})),
];

const fn checksum(
    label: &'static str,
    name: &'static str,
    location: &'static str,
    configuration: fn(&[u8]) -> Value,
) -> Known {
    let kind = Kind::Checksum(location);
    Known { label, name, id: label, kind, sign: |input| input.len() > 4, configuration, cost: 1 }
}

impl Known {
    /// The entry that a document would have for it; `input` is what it wrote.
    pub fn metadata(&self, is_v2: bool, input: &[u8]) -> CodecMetadata {
        let configuration = (self.configuration)(input);
        let mut entry = match configuration {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        let is_plain_crc32c = self.label == "crc32c" && self.kind == Kind::Checksum("end");
        let (name, configuration) = if is_v2 {
            entry.shift_insert(0, "id".to_owned(), json!(self.id));
            (self.id, Value::Object(entry))
        } else if is_plain_crc32c {
            ("crc32c", Value::Null)
        } else {
            (self.name, Value::Object(entry))
        };
        CodecMetadata {
            name: name.to_owned(),
            configuration,
            must_understand: true,
            pointer: String::new(),
            role: if is_v2 { CodecRole::Compressor } else { CodecRole::Codec },
        }
    }

    /// The row of a codec in a document.
    pub fn of(codec: &CodecMetadata) -> Option<&'static Self> {
        KNOWN.iter().find(|known| label(&codec.name) == known.label)
    }

    /// The first bytes that it is recognised by, as people write them.
    pub fn mark(&self, input: &[u8]) -> Option<String> {
        let Kind::Compressor(nbytes) = self.kind else { return None };
        Some(hex(input.get(..nbytes.min(4))?))
    }

    /// Whether its mark is long enough to be no chance.
    pub fn is_sure(&self) -> bool {
        matches!(self.kind, Kind::Compressor(nbytes) if nbytes > 2)
    }

    /// Whether it compresses.
    pub fn compresses(&self) -> bool {
        matches!(self.kind, Kind::Compressor(_))
    }
}

/// What people call a codec.
pub fn label(name: &str) -> &str {
    name.strip_prefix("numcodecs.").unwrap_or(name)
}

/// Bytes as people write them: `1f 8b`.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn le32(input: &[u8], at: usize) -> Option<u64> {
    input.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes).into())
}

/// How many bytes a block of numcodecs.lz4 says it decodes to.
pub fn lz4_size(input: &[u8]) -> Option<u64> {
    le32(input, 0)
}

/// The decoded and the encoded length in a header of Blosc, where the header can be one.
pub fn blosc_header(input: &[u8]) -> Option<(u64, u64)> {
    let [version, versionlz, flags, typesize, ..] = *input.first_chunk::<16>()?;
    let (nbytes, blocksize, cbytes) = (le32(input, 4)?, le32(input, 8)?, le32(input, 12)?);
    let sound = version == 2
        && versionlz == 1
        && flags & 0x08 == 0
        && flags >> 5 <= 4
        && typesize > 0
        && cbytes >= 16
        && (nbytes == 0 || (1..=nbytes).contains(&blocksize));
    sound.then_some((nbytes, cbytes))
}

fn blosc_configuration(input: &[u8]) -> Value {
    let (flags, typesize) = (input.get(2).copied().unwrap_or(0), input.get(3).copied().unwrap_or(1));
    let cname = match flags >> 5 {
        1 => "lz4",
        2 => "snappy",
        3 => "zlib",
        4 => "zstd",
        _ => "blosclz",
    };
    let shuffle = match (flags & 0x01, flags & 0x04) {
        (0, 0) => "noshuffle",
        (_, 0) => "shuffle",
        _ => "bitshuffle",
    };
    json!({"cname": cname, "clevel": 5, "shuffle": shuffle, "typesize": typesize, "blocksize": 0})
}

fn is_zlib(input: &[u8]) -> bool {
    let Some([method, flags]) = input.first_chunk::<2>() else { return false };
    method & 0x0f == 8
        && method >> 4 <= 7
        && flags & 0x20 == 0
        && u16::from_be_bytes([*method, *flags]).is_multiple_of(31)
}

/// Files that are no chunks: what they begin with, and what they are.
const FOREIGN: &[(&[u8], &str)] = &[
    (b"version https://git-lfs.github.com/spec/", "a git-lfs pointer"),
    (b"/annex/objects/", "a git-annex pointer"),
    (b".git/annex/objects/", "a git-annex pointer"),
    (b"../.git/annex/objects/", "a git-annex pointer"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (b"CDF\x01", "a NetCDF file"),
    (b"CDF\x02", "a NetCDF file"),
    (b"\x93NUMPY", "an npy file"),
    (b"PK\x03\x04", "a zip archive"),
    (b"II*\0", "a TIFF file"),
    (b"MM\0*", "a TIFF file"),
    (b"II+\0", "a TIFF file"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff\xe0", "a JPEG picture"),
    (b"PAR1", "a Parquet file"),
    (b"ARROW1\0\0", "an Arrow file"),
    (b"SIMPLE  =", "a FITS file"),
    (b"%PDF-", "a PDF file"),
    (b"\x04\x22\x4d\x18", "an LZ4 frame, which no codec reads"),
    (b"\xff\x06\0\0sNaPpY", "a snappy frame, which no codec reads"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
];

/// What text files begin with, in small letters.
const TEXTS: &[(&str, &str)] = &[
    ("<!doctype html", "an HTML page"),
    ("<html", "an HTML page"),
    ("<?xml", "an XML document"),
    ("<error>", "an XML document"),
];

/// How many first bytes of a text are looked at.
const TEXT_START: usize = 512;

/// What a file is that is no chunk, and what it is recognised by.
pub fn foreign(stored: &[u8]) -> Option<(&'static str, String)> {
    if let Some((magic, what)) = FOREIGN.iter().find(|(magic, _)| stored.starts_with(magic)) {
        let text = std::str::from_utf8(magic).ok().filter(|text| text.is_ascii() && text.len() > 8);
        let shown = text.map_or_else(|| hex(magic), |text| format!("\"{text}\""));
        return Some((what, format!("it begins with {shown}")));
    }
    if stored.get(257..262) == Some(b"ustar") {
        return Some(("a tar archive", "\"ustar\" stands at byte 257".to_owned()));
    }
    let start = stored.get(..TEXT_START).unwrap_or(stored);
    let text = String::from_utf8_lossy(start).trim_start().to_ascii_lowercase();
    if let Some((begin, what)) = TEXTS.iter().find(|(begin, _)| text.starts_with(begin)) {
        let is_error = text.contains("<error>").then_some("an XML error message of a server");
        return Some((is_error.unwrap_or(what), format!("it begins with \"{begin}\"")));
    }
    let is_json = text.starts_with(['{', '[']) && stored.len() < 1 << 20;
    let parsed = is_json.then(|| serde_json::from_slice::<Value>(stored).ok()).flatten()?;
    (parsed.is_object() || parsed.is_array())
        .then(|| ("JSON text", "all of it is JSON, beginning with { or [".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_what_they_begin_with() {
        let of = |bytes: &[u8]| foreign(bytes).map(|(what, _)| what);
        assert_eq!(of(b"version https://git-lfs.github.com/spec/v1\noid"), Some("a git-lfs pointer"));
        assert_eq!(of(b"\n <?xml version='1.0'?>\n<Error><Code>"), Some("an XML error message of a server"));
        assert_eq!(of(b"<!DOCTYPE html><html>"), Some("an HTML page"));
        assert_eq!(of(b"{\"a\": 1}"), Some("JSON text"));
        assert_eq!(of(b"{\"a\": 1} and more"), None);
        assert_eq!(of(&[0; 300]), None);
    }

    #[test]
    fn a_header_of_blosc_is_told_from_other_bytes() {
        let header = b"\x02\x01\x21\x04\x40\0\0\0\x40\0\0\0\x20\0\0\0";
        assert_eq!(blosc_header(header), Some((64, 32)));
        assert_eq!(blosc_configuration(header)["cname"], "lz4");
        assert_eq!(blosc_header(b"\x03\x01\x21\x04\x40\0\0\0\x40\0\0\0\x20\0\0\0"), None);
        assert_eq!(blosc_header(b"\x02\x01"), None);
    }
}
