//! `gzip`: DEFLATE with a header and a trailer.
//!
//! Specifications: [gzip](https://zarr-specs.readthedocs.io/en/latest/v3/codecs/gzip/index.html), RFC 1952.
//! Configuration: `{"level": 5}`; decoding does not need it. Several members one after the other are one stream.
//! Header and trailer are read here, so that both can be shown and a wrong checksum can be passed over.

use miniz_oxide::deflate::compress_to_vec;

use super::deflate::inflate;
use super::reader::{Reader, corrupt_at, hex};
use super::{Build, BytesToBytes, CodecError, CodecRow, FieldReading, Signature, StageWork, StoredField};
use crate::limits::MEMBERS;
use crate::metadata::{CodecMetadata, Field};
use serde_json::json;

#[derive(Debug)]
struct Gzip {
    level: u8,
}

const LEVEL: u8 = 5;

const SIGNATURE: Signature = Signature {
    // A header of 10 bytes, 2 of an empty stream, and a trailer of 8.
    least_nbytes: 20,
    ..Signature::new(b"\x1f\x8b\x08", |_| json!({"level": LEVEL}), 4)
};

pub(super) const ROW: CodecRow = CodecRow {
    aliases: &["numcodecs.gzip"],
    v2: &["gzip"],
    checks: |_| true,
    amounts: &["level"],
    fields: &[
        StoredField::at(0, 2, FieldReading::Plain, "signature", "the signature of a gzip member"),
        StoredField::at(2, 1, FieldReading::Number, "method", "the method; 8 is DEFLATE"),
        StoredField::at(3, 1, FieldReading::Plain, "flags", "the flags: which fields follow the header"),
        StoredField::at(
            4,
            4,
            FieldReading::Number,
            "mtime",
            "when it was written, in seconds since 1970; 0 is not said",
        ),
        StoredField::at(8, 1, FieldReading::Number, "XFL", "how hard the writer tried: 2 most, 4 least"),
        StoredField::at(9, 1, FieldReading::Number, "OS", "the system it was written on; 255 is not known"),
        StoredField::before_end(8, 4, FieldReading::Little, "CRC-32", "the CRC-32 of what comes out"),
        StoredField::before_end(4, 4, FieldReading::Number, "length", "how many bytes come out"),
    ],
    signature: Some(&SIGNATURE),
    ..CodecRow::new("gzip", "compresses with DEFLATE, with a CRC-32 of the bytes", Build::BytesToBytes(build))
};

fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    let level = match codec.optional("level") {
        None => LEVEL,
        Some(field) => {
            let expected = "a level from 0 to 9";
            match u8::try_from(field.size(expected)?) {
                Ok(level @ 0..=9) => level,
                _ => return Err(field.unexpected(expected)),
            }
        }
    };
    Ok(Box::new(Gzip { level }))
}

impl BytesToBytes for Gzip {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut run = GzipRun { reader: Reader::new(input), output: Vec::new(), used: 0, members: 0 };
        let result = run.all(work);
        if work.is_traced {
            work.note("members", run.members.to_string());
        }
        work.or_leave(result, run.output, run.used)
    }

    fn encode(&self, input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        // XFL says how hard the writer tried.
        let extra_flags = match self.level {
            0 | 1 => 4,
            9 => 2,
            _ => 0,
        };
        // No flags and no time, from a system that is not named.
        let mut stored = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, extra_flags, 255];
        stored.extend(compress_to_vec(input, self.level));
        stored.extend(crc32fast::hash(input).to_le_bytes());
        // The trailer holds the length modulo 2^32.
        stored.extend((input.len() as u64).to_le_bytes().iter().take(4));
        Ok(stored)
    }
}

/// RFC 1952, section 2.3.1.
const HEADER_CRC: u8 = 0x02;
const EXTRA: u8 = 0x04;
const NAME: u8 = 0x08;
const COMMENT: u8 = 0x10;

struct GzipRun<'a> {
    reader: Reader<'a>,
    output: Vec<u8>,
    used: usize,
    members: u64,
}

impl GzipRun<'_> {
    fn all(&mut self, work: &mut StageWork) -> Result<(), CodecError> {
        // Behind the last member nothing may follow but zeros, which writers on tape and block devices leave.
        while self.members == 0 || !self.reader.rest().iter().all(|byte| *byte == 0) {
            self.reader.begin_stream(&self.output, MEMBERS)?;
            let before = self.output.len();
            let header = header(&mut self.reader)?;
            if self.members == 0 && work.is_traced {
                work.note("header", describe(header));
            }
            let inflated = inflate(&mut self.reader, &mut self.output, work);
            self.used = self.reader.position();
            inflated?;
            let member = self.output.get(before..).unwrap_or_default();
            let [c0, c1, c2, c3, n0, n1, n2, n3] = self.reader.array("a gzip trailer")?;
            let stored = u32::from_le_bytes([c0, c1, c2, c3]);
            let found = u32::from_le_bytes([n0, n1, n2, n3]);
            let computed = crc32fast::hash(member);
            if self.members == 0 {
                work.note("length", format!("{found} bytes"));
            }
            if self.members == 0 || stored != computed {
                work.check(stored, computed)?;
            }
            // The trailer holds the length modulo 2^32.
            if u64::from(found) != member.len() as u64 & 0xffff_ffff {
                if !work.options.ignore_checksums {
                    let expected = format!("a length of {} bytes in the trailer", member.len());
                    return Err(self.reader.corrupt(expected, found.to_string()));
                }
                work.note("length mismatch ignored", format!("stored {found}, found {}", member.len()));
            }
            self.members += 1;
        }
        Ok(())
    }
}

const FLAGS: [&str; 5] = ["text", "header checksum", "extra field", "name", "comment"];
const SYSTEMS: &[(u8, &str)] = &[(0, "FAT"), (3, "Unix"), (7, "Macintosh"), (11, "NTFS"), (255, "unknown")];

fn describe([_, _, _, flags, m0, m1, m2, m3, extra_flags, system]: [u8; 10]) -> String {
    let named = FLAGS.iter().enumerate().filter(|(bit, _)| flags >> bit & 1 == 1);
    let named: Vec<&str> = named.map(|(_, name)| *name).collect();
    let named = if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
    let mtime = u32::from_le_bytes([m0, m1, m2, m3]);
    let text = format!(
        "method 8 (DEFLATE), flags {flags:#04x}{named}, mtime {mtime}, XFL {extra_flags}, OS {system}"
    );
    match SYSTEMS.iter().find(|(number, _)| *number == system) {
        Some((_, name)) => format!("{text} ({name})"),
        None => text,
    }
}

fn header(reader: &mut Reader) -> Result<[u8; 10], CodecError> {
    let start = reader.position();
    let header: [u8; 10] = reader.array("a gzip header")?;
    let [first, second, method, flags, ..] = header;
    if [first, second] != [0x1f, 0x8b] {
        return Err(corrupt_at(start, "the gzip magic 1f 8b", hex(&[first, second])));
    }
    if method != 8 {
        return Err(reader.corrupt("compression method 8 (DEFLATE)", method.to_string()));
    }
    if flags & EXTRA != 0 {
        let length = u16::from_le_bytes(reader.array("an extra field")?);
        reader.take(length.into(), "an extra field")?;
    }
    for (flag, what) in [(NAME, "a file name"), (COMMENT, "a comment")] {
        if flags & flag != 0 {
            let Some(end) = reader.rest().iter().position(|byte| *byte == 0) else {
                return Err(reader.corrupt(format!("{what} with a zero at its end"), "no zero"));
            };
            reader.take(end + 1, what)?;
        }
    }
    if flags & HEADER_CRC != 0 {
        reader.take(2, "a header checksum")?;
    }
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{decode_bytes, encode_bytes, left_bytes, metadata};
    use super::*;
    use serde_json::json;

    /// One stored (uncompressed) DEFLATE block with "hello", CRC-32 3610a686.
    const HELLO: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x01\x05\0\xfa\xffhello\x86\xa6\x10\x36\x05\0\0\0";

    fn level(level: u8) -> Gzip {
        Gzip { level }
    }

    #[test]
    fn encoding_without_compression_gives_a_stored_block() {
        let codec = build(&metadata("gzip", json!({"level": 0}))).unwrap();
        let mut expected = HELLO.to_vec();
        expected[8] = 4; // XFL: the fastest way was taken
        assert_eq!(encode_bytes(codec.as_ref(), b"hello"), expected);
    }

    #[test]
    fn encoding_compresses() {
        let zeros = [0; 5000];
        let stored = encode_bytes(&level(LEVEL), &zeros);
        assert!(stored.len() < 50);
        assert_eq!(decode(&stored, false).0.unwrap(), zeros);
    }

    /// A ramp of integers, for which zlib 1.3 gives 5 706 bytes and two for its header, less 4 for its checksum.
    #[test]
    fn levels_store_as_much_as_those_of_zlib() {
        let ramp: Vec<u8> = (0..4096_i32).flat_map(i32::to_le_bytes).collect();
        for number in 1..=9 {
            let nbytes = encode_bytes(&level(number), &ramp).len();
            assert!((5700..5740).contains(&nbytes), "level {number}: {nbytes}");
        }
    }

    fn decode(input: &[u8], ignore_checksums: bool) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
        decode_bytes(&level(LEVEL), input, DecodeOptions { ignore_checksums, ..DecodeOptions::default() })
    }

    fn fault(input: &[u8]) -> String {
        decode(input, false).0.unwrap_err().to_string()
    }

    #[test]
    fn a_stored_block() {
        let (result, notes) = decode(HELLO, false);
        assert_eq!(result.unwrap(), b"hello");
        let header = "header: method 8 (DEFLATE), flags 0x00, mtime 0, XFL 0, OS 255 (unknown)";
        assert_eq!(notes, [header, "length: 5 bytes", "checksum: 0x3610a686", "members: 1"]);
    }

    #[test]
    fn a_header_with_every_optional_field() {
        let mut input = b"\x1f\x8b\x08\x1e\0\0\0\0\0\xff\x02\0exname\0comment\0cc".to_vec();
        input.extend(&HELLO[10..]);
        let (result, notes) = decode(&input, false);
        assert_eq!(result.unwrap(), b"hello");
        let flags = "flags 0x1e (header checksum, extra field, name, comment)";
        assert!(notes[0].contains(flags), "{notes:?}");
    }

    #[test]
    fn several_members_and_zeros_behind_them() {
        let input = [HELLO, HELLO, &[0; 5]].concat();
        let (result, notes) = decode(&input, false);
        assert_eq!(result.unwrap(), b"hellohello");
        assert_eq!(notes.last().unwrap(), "members: 2");
    }

    #[test]
    fn empty_members_are_limited() {
        let empty = b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x03\0\0\0\0\0\0\0\0\0";
        assert_eq!(decode(&[&empty.repeat(65_535), HELLO].concat(), false).0.unwrap(), b"hello");
        let expected = "expected at most 65536 streams, and one more for each 64 bytes of output, found another after 65536";
        assert!(fault(&empty.repeat(65_537)).contains(expected));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        assert_eq!(fault(b""), "at byte 0: expected 10 bytes of a gzip header, found the end after 0 bytes");
        assert_eq!(fault(b"\x28\xb5\x2f\xfd......"), "at byte 0: expected the gzip magic 1f 8b, found 28 b5");
        assert_eq!(
            fault(&HELLO[..17]),
            "at byte 17: expected more of the DEFLATE stream, found the end of the input, after 2 bytes of output"
        );
        assert_eq!(
            fault(&HELLO[..22]),
            "at byte 20: expected 8 bytes of a gzip trailer, found the end after 2 bytes"
        );
        assert!(fault(&[HELLO, b"x"].concat()).starts_with("at byte 28: expected 10 bytes of a gzip header"));
    }

    #[test]
    fn a_wrong_checksum_can_be_passed_over() {
        let mut input = HELLO.to_vec();
        input[20] ^= 1;
        assert!(matches!(decode(&input, false).0, Err(CodecError::Checksum { computed: 0x3610_a686, .. })));
        let (result, notes) = decode(&input, true);
        assert_eq!(result.unwrap(), b"hello");
        assert_eq!(notes[3], "checksum mismatch ignored: stored 0x3610a687, computed 0x3610a686");
    }

    #[test]
    fn a_bomb_is_stopped_at_the_limit() {
        let options = DecodeOptions { max_chunk_bytes: 4, ..DecodeOptions::default() };
        assert_eq!(decode_bytes(&level(LEVEL), HELLO, options).0, Err(CodecError::TooMuch { limit: 4 }));
        let options = DecodeOptions { max_chunk_bytes: 5, ..DecodeOptions::default() };
        assert_eq!(decode_bytes(&level(LEVEL), HELLO, options).0.unwrap(), b"hello");
    }

    #[test]
    fn a_level_is_checked() {
        assert!(build(&metadata("gzip", json!({"level": 9}))).is_ok());
        assert_eq!(
            build(&metadata("gzip", json!({"level": 10}))).unwrap_err().to_string(),
            "/codecs/0/configuration/level: expected a level from 0 to 9, found 10"
        );
    }

    #[test]
    fn what_came_out_before_a_fault_is_left() {
        let left = |input: &[u8]| left_bytes(&level(LEVEL), input);
        assert_eq!(left(&HELLO[..17]), (b"he".to_vec(), Some(17)));
        assert_eq!(left(&HELLO[..22]), (b"hello".to_vec(), Some(20)), "the trailer is cut");
        let mut wrong = HELLO.to_vec();
        wrong[20] ^= 1;
        assert_eq!(left(&wrong), (b"hello".to_vec(), Some(20)));
        assert_eq!(left(&[HELLO, &HELLO[..16]].concat()), (b"helloh".to_vec(), Some(44)));
        assert_eq!(left(&[HELLO, b"x"].concat()), (b"hello".to_vec(), Some(20)));
        assert_eq!(left(&HELLO[..12]), (Vec::new(), None));
        let notes = decode(&wrong, false).1;
        assert_eq!(notes[2..4], ["checksum: 0x3610a687", "computed checksum: 0x3610a686"]);
    }
}
