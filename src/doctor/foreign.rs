use serde_json::Value;

use crate::codec::hex;

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
    (b"Salted__", "encrypted by OpenSSL"),
    (b"age-encryption.org/v1", "encrypted by age"),
    (b"-----BEGIN PGP MESSAGE", "encrypted by PGP"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// What text files begin with, in small letters.
const TEXTS: &[(&str, &str)] = &[
    ("<!doctype html", "an HTML page"),
    ("<html", "an HTML page"),
    ("<?xml", "an XML document"),
    ("<error>", "an XML document"),
];

const TEXT_START: usize = 512;

pub fn foreign(stored: &[u8]) -> Option<(&'static str, String)> {
    if let Some((magic, what)) = FOREIGN.iter().find(|(magic, _)| stored.starts_with(magic)) {
        let shown = match std::str::from_utf8(magic) {
            Ok(text) if text.is_ascii() && text.len() > 8 => format!("\"{text}\""),
            _ => hex(magic),
        };
        return Some((what, format!("it begins with {shown}")));
    }
    if stored.get(257..262) == Some(b"ustar") {
        return Some(("a tar archive", "\"ustar\" is at byte 257".to_owned()));
    }
    let start = stored.get(..TEXT_START).unwrap_or(stored);
    let text = String::from_utf8_lossy(start).trim_start().to_ascii_lowercase();
    if let Some((begin, what)) = TEXTS.iter().find(|(begin, _)| text.starts_with(begin)) {
        let what = if text.contains("<error>") { "an XML error message of a server" } else { *what };
        return Some((what, format!("it begins with \"{begin}\"")));
    }
    if !text.starts_with(['{', '[']) || stored.len() >= 1 << 20 {
        return None;
    }
    match serde_json::from_slice(stored) {
        Ok(Value::Object(_) | Value::Array(_)) => {
            Some(("JSON text", "all of it is JSON, beginning with { or [".to_owned()))
        }
        _ => None,
    }
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
}
