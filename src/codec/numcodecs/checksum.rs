//! The checksums of numcodecs: four bytes, little-endian, before or behind the bytes.
//!
//! Sources: [numcodecs](https://numcodecs.readthedocs.io/en/stable/checksum32.html),
//! [checksum32.py](https://github.com/zarr-developers/numcodecs/blob/main/src/numcodecs/checksum32.py).
//! `adler32` is Adler-32 (RFC 1950), `crc32` the CRC-32 of zlib and gzip, `crc32c` CRC-32C. Their configuration is
//! `{"location": "start"}`. Where none is given, `crc32c` is at the end, as that of the registered `crc32c` always is, and
//! the others are at the start. `fletcher32` has no configuration; that of `jenkins_lookup3` is
//! `{"initval": 0, "prefix": null}`, and a prefix is a list of bytes that are hashed before the others. Both are at the end.

use std::ops::Range;

use serde_json::json;

use super::fletcher32::fletcher32;
use super::jenkins_lookup3::hash;
use super::{given, size};
use crate::codec::probe::shifted;
use crate::codec::{
    BuildBytesToBytes, BytesToBytes, ChecksumFacts, CodecError, CodecRow, Lesson, StageWork, WhichEnd,
};
use crate::metadata::{CodecMetadata, Field, Json};

/// Reversed; a wrong checksum gives away a flipped bit by it.
pub const POLYNOMIAL: u32 = 0x82f6_3b78;

#[derive(Debug)]
pub struct Checksum {
    pub sum: Sum,
    pub location: WhichEnd,
}

#[derive(Debug)]
pub enum Sum {
    Plain(fn(&[u8]) -> u32),
    Lookup3 { initval: u32, prefix: Vec<u8> },
}

const NBYTES: u64 = 4;

const ADLER32_FACTS: ChecksumFacts = on_either_side("Adler-32", WhichEnd::Start, None);
const CRC32_FACTS: ChecksumFacts = on_either_side("CRC-32", WhichEnd::Start, Some(0xedb8_8320));
const CRC32C_FACTS: ChecksumFacts = on_either_side("CRC-32C", WhichEnd::End, Some(POLYNOMIAL));
const FLETCHER32_FACTS: ChecksumFacts = at_end("Fletcher-32");
const LOOKUP3_FACTS: ChecksumFacts = at_end("lookup3");

const fn on_either_side(title: &'static str, default: WhichEnd, polynomial: Option<u32>) -> ChecksumFacts {
    let configuration = |side: WhichEnd| json!({"location": side.name()});
    ChecksumFacts { title, default, sides: &[WhichEnd::End, WhichEnd::Start], polynomial, configuration }
}

const fn at_end(title: &'static str) -> ChecksumFacts {
    let configuration = |_| json!({});
    ChecksumFacts { title, default: WhichEnd::End, sides: &[WhichEnd::End], polynomial: None, configuration }
}

pub const ADLER32: CodecRow = row(
    "numcodecs.adler32",
    &["adler32"],
    "adds an Adler-32 checksum before or after the bytes",
    &ADLER32_FACTS,
    |codec| build(codec, adler2::adler32_slice, WhichEnd::Start),
);

pub const CRC32: CodecRow = row(
    "numcodecs.crc32",
    &["crc32"],
    "adds a CRC-32 checksum before or after the bytes",
    &CRC32_FACTS,
    |codec| build(codec, crc32fast::hash, WhichEnd::Start),
);

pub const CRC32C: CodecRow = row(
    "numcodecs.crc32c",
    &["crc32c"],
    "adds a CRC-32C checksum after or before the bytes",
    &CRC32C_FACTS,
    |codec| build(codec, crc32c::crc32c, WhichEnd::End),
);

pub const FLETCHER32: CodecRow = row(
    "numcodecs.fletcher32",
    &["fletcher32"],
    "appends the Fletcher-32 checksum of HDF5",
    &FLETCHER32_FACTS,
    |_| Ok(Box::new(Checksum { sum: Sum::Plain(fletcher32), location: WhichEnd::End })),
);

pub const JENKINS_LOOKUP3: CodecRow = row(
    "numcodecs.jenkins_lookup3",
    &["jenkins_lookup3"],
    "appends the hash lookup3 of Bob Jenkins",
    &LOOKUP3_FACTS,
    build_lookup3,
);

const fn row(
    name: &'static str,
    v2: &'static [&'static str],
    summary: &'static str,
    facts: &'static ChecksumFacts,
    build: BuildBytesToBytes,
) -> CodecRow {
    let row = super::row(name, summary, build);
    CodecRow { v2, checks: |_| true, checksum: Some(facts), lesson: Lesson::Checksum, ..row }
}

fn build(codec: &CodecMetadata, sum: fn(&[u8]) -> u32, default: WhichEnd) -> Field<Box<dyn BytesToBytes>> {
    let location =
        given(&codec.configuration(), "location").map(|field| WhichEnd::read(&field)).transpose()?;
    Ok(Box::new(Checksum { sum: Sum::Plain(sum), location: location.unwrap_or(default) }))
}

fn build_lookup3(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    let byte = |item: &Json| {
        let expected = "an integer from 0 to 255";
        u8::try_from(item.integer(expected)?).map_err(|_| item.unexpected(expected))
    };
    let configuration = codec.configuration();
    let prefix = given(&configuration, "prefix").map(|prefix| prefix.list("bytes", byte)).transpose()?;
    let initval = size(&configuration, "initval", 0..=u32::MAX, 0)?;
    let sum = Sum::Lookup3 { initval, prefix: prefix.unwrap_or_default() };
    Ok(Box::new(Checksum { sum, location: WhichEnd::End }))
}

impl Checksum {
    fn of(&self, payload: &[u8]) -> u32 {
        match &self.sum {
            Sum::Plain(sum) => sum(payload),
            Sum::Lookup3 { initval, prefix } if prefix.is_empty() => hash(payload, *initval),
            Sum::Lookup3 { initval, prefix } => hash(&[prefix, payload].concat(), *initval),
        }
    }

    fn shift(&self) -> u64 {
        match self.location {
            WhichEnd::Start => NBYTES,
            WhichEnd::End => 0,
        }
    }
}

impl BytesToBytes for Checksum {
    fn encoded_nbytes(&self, decoded: Option<u64>) -> Option<u64> {
        decoded?.checked_add(NBYTES)
    }

    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let split = match self.location {
            WhichEnd::Start => input.split_first_chunk().map(|(stored, payload)| (payload, stored)),
            WhichEnd::End => input.split_last_chunk(),
        };
        let Some((payload, stored)) = split else {
            let what = "a checksum at least".to_owned();
            return Err(CodecError::Length { expected: NBYTES, what, found: input.len() as u64 });
        };
        let checked = work.check(u32::from_le_bytes(*stored), self.of(payload));
        if checked.is_err() && work.is_traced {
            work.leave_bytes(payload.to_vec(), Some(self.shift().saturating_add(payload.len() as u64)));
        }
        checked?;
        Ok(payload.to_vec())
    }

    fn locate(&self, ranges: &[Range<u64>], _encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        Some(shifted(ranges, self.shift()))
    }

    fn locate_back(&self, range: &Range<u64>, encoded: &[u8]) -> Option<Range<u64>> {
        let payload = (encoded.len() as u64).saturating_sub(NBYTES);
        let place = |byte: u64| byte.saturating_sub(self.shift()).min(payload);
        Some(place(range.start)..place(range.end))
    }

    fn encode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let checksum = self.of(input);
        work.note("checksum", format!("{checksum:#010x}"));
        let stored = checksum.to_le_bytes();
        Ok(match self.location {
            WhichEnd::Start => [&stored, input].concat(),
            WhichEnd::End => [input, &stored].concat(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{encode_bytes, left_bytes};
    use super::super::fixture::{codec, decode, fault, pass_over, round_trips};
    use super::*;
    use serde_json::Value;

    #[test]
    fn fewer_bytes_than_a_checksum() {
        for id in ["crc32", "crc32c", "adler32", "fletcher32", "jenkins_lookup3"] {
            let codec = codec(id, json!({})).unwrap();
            assert_eq!(
                fault(codec.as_ref(), b"abc"),
                "expected 4 bytes (a checksum at least), found 3",
                "{id}"
            );
        }
    }

    #[test]
    fn a_wrong_checksum_can_be_passed_over() {
        let codec = codec("crc32", json!({})).unwrap();
        let stored = b"\x11\xcd\x82\xedabce";
        assert!(matches!(
            decode(codec.as_ref(), stored).0,
            Err(CodecError::Checksum { stored: 0xed82_cd11, .. })
        ));
        let (result, notes) = pass_over(codec.as_ref(), stored);
        assert_eq!(result.unwrap(), b"abce");
        assert_eq!(notes.len(), 2);
    }

    #[test]
    fn the_location_is_checked() {
        assert_eq!(
            codec("adler32", json!({"location": "middle"})).unwrap_err().to_string(),
            "/codecs/0/configuration/location: expected \"start\" or \"end\", found \"middle\""
        );
    }

    #[test]
    fn the_bytes_of_a_wrong_checksum_are_left() {
        let stored = b"\x11\xcd\x82\xeeabcd";
        let left = |location: &str| {
            left_bytes(codec("crc32", json!({"location": location})).unwrap().as_ref(), stored)
        };
        assert_eq!(left("start"), (b"abcd".to_vec(), Some(8)));
        assert_eq!(left("end"), (b"\x11\xcd\x82\xee".to_vec(), Some(4)));
    }

    #[test]
    fn adler32_stands_at_the_start() {
        let codec = codec("adler32", Value::Null).unwrap();
        // One sum is 1+97+98+99+100 = 0x18b, the other 98+196+295+395 = 0x3d8.
        let stored = b"\x8b\x01\xd8\x03abcd";
        let (result, notes) = decode(codec.as_ref(), stored);
        assert_eq!(result.unwrap(), b"abcd");
        assert_eq!(notes, ["checksum: 0x03d8018b"]);
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), stored);
        assert_eq!(encode_bytes(codec.as_ref(), b""), [1, 0, 0, 0]);
        round_trips(codec.as_ref());
    }

    #[test]
    fn adler32_may_stand_at_the_end() {
        let codec = codec("adler32", json!({"location": "end"})).unwrap();
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), b"abcd\x8b\x01\xd8\x03");
    }

    #[test]
    fn crc32_stands_at_the_start() {
        let codec = codec("crc32", Value::Null).unwrap();
        let stored = b"\x11\xcd\x82\xedabcd";
        let (result, notes) = decode(codec.as_ref(), stored);
        assert_eq!(result.unwrap(), b"abcd");
        assert_eq!(notes, ["checksum: 0xed82cd11"]);
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), stored);
    }

    #[test]
    fn crc32_may_stand_at_the_end() {
        let codec = codec("crc32", json!({"location": "end"})).unwrap();
        // The check value of CRC-32.
        assert_eq!(encode_bytes(codec.as_ref(), b"123456789"), b"123456789\x26\x39\xf4\xcb");
        round_trips(codec.as_ref());
    }

    #[test]
    fn crc32c_stands_at_the_end() {
        let codec = codec("crc32c", Value::Null).unwrap();
        let stored = b"abcd\x31\x0a\xc8\x92";
        assert_eq!(decode(codec.as_ref(), stored).0.unwrap(), b"abcd");
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), stored);
        round_trips(codec.as_ref());
    }

    #[test]
    fn crc32c_may_stand_at_the_start() {
        let codec = codec("crc32c", json!({"location": "start"})).unwrap();
        assert_eq!(encode_bytes(codec.as_ref(), b"123456789"), b"\x83\x92\x06\xe3123456789");
    }
}
