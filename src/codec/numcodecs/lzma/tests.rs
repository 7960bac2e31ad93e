//! Streams by hand and streams that Python wrote.

use super::super::super::fixture::{encode_bytes, left_bytes};
use super::super::fixture::{
    codec, decode, decode_at_most, fault, no_part_is_enough, pass_over, round_trips,
};
use super::check::crc32;
use super::*;
use serde_json::{Value, json};

fn lzma(configuration: Value) -> Box<dyn BytesToBytes> {
    codec("lzma", configuration).unwrap()
}

fn xz() -> Box<dyn BytesToBytes> {
    lzma(Value::Null)
}

fn with_crc(bytes: &[u8]) -> Vec<u8> {
    [bytes, &crc32(bytes)].concat()
}

/// A stream of one block with "abcd" in an LZMA2 chunk that is not compressed; the code of its check, and the check.
fn abcd(code: u8, check: &[u8]) -> Vec<u8> {
    let header = [MAGIC, &with_crc(&[0, code])].concat();
    // Sizes 12 and 4; no flags; LZMA2 with a dictionary of 8 MiB.
    let block = [&with_crc(&[2, 0, 0x21, 1, 0x16, 0, 0, 0]), b"\x01\0\x03abcd\0".as_slice(), check].concat();
    let unpadded = u8::try_from(block.len()).unwrap();
    let index = with_crc(&[0, 1, unpadded, 4]);
    let footer = [1, 0, 0, 0, 0, code];
    [header, block, index, crc32(&footer).to_vec(), footer.to_vec(), b"YZ".to_vec()].concat()
}

const MAGIC: &[u8] = b"\xfd7zXZ\0";
/// CRC-64 of "abcd", as Python writes it.
const CRC64: &[u8] = b"\xba\x60\x59\x6e\x59\x28\x9d\x3c";
/// The first eight bytes of SHA-256 of "abcd".
const SHA256: &[u8] = b"\x88\xd4\x26\x6f\xd4\xe6\x33\x8d";

#[test]
fn a_stream_by_hand_is_that_of_python() {
    let python =
        b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4\x46\x02\0\x21\x01\x16\0\0\0\x74\x2f\xe5\xa3\x01\0\x03abcd\0\xba\x60\
        \x59\x6e\x59\x28\x9d\x3c\0\x01\x1c\x04\x6f\x2c\x9c\xc1\x1f\xb6\xf3\x7d\x01\0\0\0\0\x04YZ";
    assert_eq!(abcd(4, CRC64), python);
    let (result, notes) = decode(xz().as_ref(), python);
    assert_eq!(result.unwrap(), b"abcd");
    assert_eq!(
        notes,
        [
            "check: CRC-64",
            "filters: LZMA2 (dictionary 8388608 bytes)",
            "checksum: ba60596e59289d3c",
            "blocks: 1"
        ]
    );
    no_part_is_enough(xz().as_ref(), python);
}

#[test]
fn every_check() {
    for (code, check, name) in [
        (0, vec![], "none"),
        (1, crc32(b"abcd").to_vec(), "CRC-32"),
        (2, vec![1, 2, 3, 4], "number 2, not known, passed over"),
        (4, CRC64.to_vec(), "CRC-64"),
        (10, super::check::Check::Sha256.of(b"abcd").unwrap(), "SHA-256"),
    ] {
        let (result, notes) = decode(xz().as_ref(), &abcd(code, &check));
        assert_eq!(result.unwrap(), b"abcd", "{name}");
        assert_eq!(notes[0], format!("check: {name}"));
    }
    assert!(super::check::Check::Sha256.of(b"abcd").unwrap().starts_with(SHA256));
}

#[test]
fn streams_one_after_the_other_with_padding_and_other_bytes_behind() {
    let none = [
        MAGIC,
        &with_crc(&[0, 4]),
        &with_crc(&[0; 4]),
        &crc32(&[1, 0, 0, 0, 0, 4]),
        &[1, 0, 0, 0, 0, 4],
        b"YZ",
    ];
    let input = [&abcd(4, CRC64), [0; 8].as_slice(), &none.concat(), &abcd(0, b""), b"xyz"].concat();
    let (result, notes) = decode(xz().as_ref(), &input);
    assert_eq!(result.unwrap(), b"abcdabcd");
    assert_eq!(notes[notes.len() - 2..], ["streams: 3", "unused bytes: 3 after the stream"]);
    assert_eq!(decode(xz().as_ref(), &none.concat()).0.unwrap(), b"");
}

#[test]
fn a_delta_filter_of_python() {
    let stored = b"\xfd7zXZ\0\0\x01\x69\x22\xde\x36\x02\x01\x03\x01\x01\x21\x01\x0c\x66\xbe\x1a\xab\xe0\0\x13\0\x08\
        \x5d\0\0\0\x9f\xbd\x4d\x23\x80\0\0\xdf\x53\xc5\x67\0\x01\x20\x14\xf4\x45\xd8\xaf\x90\x42\x99\x0d\x01\0\0\0\0\x01YZ";
    // GDAL writes the filters of such streams; they are not needed.
    let codec = lzma(json!({"format": 1, "filters": [{"id": 3, "dist": 2}, {"id": 33, "preset": 0}]}));
    for codec in [codec, xz()] {
        let (result, notes) = decode(codec.as_ref(), stored);
        assert_eq!(result.unwrap(), (0..40).step_by(2).collect::<Vec<u8>>());
        assert_eq!(notes[1], "filters: delta (distance 2), LZMA2 (dictionary 262144 bytes)");
    }
}

/// A part of a stream, and what is found when its bits are flipped.
fn flipped(stored: &[u8], place: usize) -> (String, Result<Vec<u8>, CodecError>) {
    let mut stored = stored.to_vec();
    stored[place] ^= 1;
    (fault(xz().as_ref(), &stored), pass_over(xz().as_ref(), &stored).0)
}

#[test]
fn a_wrong_checksum_can_be_passed_over() {
    let stored = abcd(1, &crc32(b"abcd"));
    let (fault, passed) = flipped(&stored, 30);
    assert_eq!(
        fault,
        "at byte 32: expected the checksum 11 cd 82 ed of the uncompressed bytes (stored), found 87 fd 85 9a (computed)"
    );
    assert_eq!(passed.unwrap(), b"abce");
    for (place, of) in [(9, "stream flags"), (20, "block header"), (40, "index"), (45, "stream footer")] {
        let (fault, passed) = flipped(&stored, place);
        assert!(fault.contains(&format!("of the {of} (stored)")), "{place}: {fault}");
        assert_eq!(passed.unwrap(), b"abcd", "{of}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let stored = abcd(0, b"");
    assert_eq!(
        flipped(&stored, 0).0,
        "at byte 0: expected the xz magic fd 37 7a 58 5a 00, found fc 37 7a 58 5a 00"
    );
    assert_eq!(
        fault(xz().as_ref(), &stored[..27]),
        "at byte 27: expected more of the LZMA2 stream, found the end of the input, after 0 bytes of output"
    );
    let place = |index: usize| flipped(&stored, index).1.unwrap_err().to_string();
    assert_eq!(place(24), "at byte 25: expected block padding of zeros, found 00 03 61");
    assert_eq!(place(33), "at byte 33: expected an index of 1 blocks, found 0");
    assert!(
        place(34).starts_with("at byte 34: expected Record { unpadded: 20, uncompressed: 4 } in the index")
    );
    assert_eq!(place(44), "at byte 44: expected an index of 8 bytes, found 4");
    assert_eq!(place(49), "at byte 48: expected the flags of the header, 00 00, found 00 01");
    assert_eq!(place(50), "at byte 50: expected the footer magic 59 5a, found 58 5a");
    let mut stored = stored;
    stored[24] = 3;
    let sound = fault(xz().as_ref(), &stored);
    assert!(
        sound.starts_with("at byte 25: expected a sound LZMA2 stream before this place, found "),
        "{sound}"
    );
}

/// A block header with the given fields, in a stream; the rest is missing.
fn block_header_fault(fields: &[u8]) -> String {
    let mut header = [&[0], fields].concat();
    header.resize(header.len().next_multiple_of(4), 0);
    header[0] = u8::try_from(header.len() / 4).unwrap();
    fault(xz().as_ref(), &[MAGIC, &with_crc(&[0, 0]), &with_crc(&header)].concat())
}

#[test]
fn a_block_header_is_checked() {
    for (fields, expected) in [
        (&[0x04, 0x21, 1, 0x16][..], "at byte 13: expected block flags with bits 2 to 5 clear, found 0x04"),
        (&[0, 0x21, 1, 41], "at byte 16: expected a size of the dictionary from 0 to 40, found 41"),
        (
            &[0, 0x03, 1, 0],
            "at byte 14: expected LZMA2 (0x21) with one byte of properties, found filter 0x03 with 1 bytes of properties",
        ),
        (
            &[1, 0x21, 1, 0x16, 0x21, 1, 0x16],
            "at byte 14: expected delta (0x03) or a branch filter (0x04 to 0x0b), found filter 0x21 with properties 16",
        ),
        (&[0, 0x21, 1, 0x16, 1], "at byte 17: expected header padding of zeros, found 01 00 00"),
        (
            &[0x40, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            "at byte 14: expected a multibyte integer of at most nine bytes, found more",
        ),
        (
            &[1, 0x03, 0xff, 0xff, 0x03],
            "at byte 18: expected 65535 bytes of filter properties, found the end after 2 bytes",
        ),
    ] {
        assert_eq!(block_header_fault(fields), expected);
    }
}

#[test]
fn the_sizes_of_a_block_header_are_checked() {
    let header = |sizes: [u8; 2]| with_crc(&[3, 0xc0, sizes[0], sizes[1], 0x21, 1, 0x16, 0, 0, 0, 0, 0]);
    let block = |sizes| [MAGIC, &with_crc(&[0, 0]), &header(sizes), b"\x01\0\x03abcd\0"].concat();
    let expected = |sizes| fault(xz().as_ref(), &block(sizes));
    assert_eq!(expected([9, 4]), "at byte 28: expected 9 compressed bytes (block header), found 8");
    assert_eq!(expected([8, 5]), "at byte 28: expected 5 uncompressed bytes (block header), found 4");
    assert!(expected([8, 4]).starts_with("at byte 36: expected 1 byte of a block header"));
}

#[test]
fn the_older_container_of_python() {
    let stored =
        b"\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff\0\x30\x98\x88\x98\x46\x7e\x1e\xb2\xff\xfa\x1c\x80\0";
    let codec = lzma(json!({"format": 2}));
    let (result, notes) = decode(codec.as_ref(), stored);
    assert_eq!(result.unwrap(), b"abcd");
    assert_eq!(notes, ["header: lc 3, lp 0, pb 2, dictionary 8388608 bytes, no size"]);
    no_part_is_enough(codec.as_ref(), stored);
    assert_eq!(
        fault(codec.as_ref(), &[0xfd; 20]),
        "at byte 0: expected properties of LZMA (0 to 224), found 253"
    );
    let (result, notes) = decode(codec.as_ref(), &[stored.as_slice(), &[0; 50]].concat());
    assert_eq!(result.unwrap(), b"abcd");
    assert_eq!(notes[1], "unused bytes: 50 after the stream");
}

#[test]
fn raw_streams_of_python() {
    let lzma1: u64 = 0x4000_0000_0000_0001;
    let small = json!({"id": lzma1, "lc": 0, "lp": 2, "pb": 1, "dict_size": 4096});
    for (filters, stored) in [
        (
            json!([{"id": 33, "preset": 6}]),
            &b"\xe0\0\x0b\0\x09\x5d\0\x30\x98\x88\x98\x48\x59\xa5\x6b\0\0"[..],
        ),
        (
            json!([{"id": 3, "dist": 4}, {"id": 33, "preset": 6}]),
            b"\xe0\0\x0b\0\x0a\x5d\0\x30\x98\x88\x98\x39\xa0\xa0\x60\x80\0\0",
        ),
        (json!([{"id": lzma1, "preset": 6}]), b"\0\x30\x98\x88\x98\x48\x5a\x67\xc1\x23\xff\xff\xa1\xdc\0\0"),
        (json!([{"id": 3}, small]), b"\0\x30\x80\x70\x7e\xb4\xf2\xcf\xfd\xff\xff\xff\x80\x20\0\0"),
    ] {
        let codec = lzma(json!({"format": 3, "check": -1, "preset": null, "filters": filters}));
        assert_eq!(decode(codec.as_ref(), stored).0.unwrap(), b"abcdabcdabcd", "{filters}");
        no_part_is_enough(codec.as_ref(), stored);
    }
}

#[test]
fn what_is_encoded_decodes_to_the_same() {
    let filters = json!([{"id": 3, "dist": 4}, {"id": 4}, {"id": 33, "preset": 1}]);
    for configuration in [
        json!({}),
        json!({"check": 10, "preset": 0}),
        json!({"check": 0, "preset": 2_147_483_657_u32}),
        json!({"format": 2, "preset": 1}),
        json!({"filters": filters}),
        json!({"format": 3, "filters": filters}),
        json!({"format": 3, "filters": [{"id": 3, "dist": 256}, {"id": 0x4000_0000_0000_0001_u64}]}),
    ] {
        round_trips(lzma(configuration).as_ref());
    }
}

#[test]
fn a_bomb_is_stopped_at_the_limit() {
    let zeros = vec![0; 10 << 20];
    for configuration in [
        json!({"preset": 1}),
        json!({"format": 2, "preset": 1}),
        json!({"format": 3, "filters": [{"id": 33, "preset": 1}]}),
    ] {
        let codec = lzma(configuration);
        let bomb = encode_bytes(codec.as_ref(), &zeros);
        assert!(bomb.len() < 10_000);
        assert_eq!(decode_at_most(codec.as_ref(), &bomb, 1000), Err(CodecError::TooMuch { limit: 1000 }));
        assert!(decode_at_most(codec.as_ref(), &bomb, 10 << 20).unwrap() == zeros);
    }
}

#[test]
fn the_configuration_is_checked() {
    let fault = |configuration: Value| codec("lzma", configuration).unwrap_err().to_string();
    let place = "/codecs/0/configuration";
    assert_eq!(
        fault(json!({"format": 4})),
        format!("{place}/format: expected an integer from 1 to 3, found 4")
    );
    assert_eq!(
        fault(json!({"format": 3})),
        format!(
            "{place}/filters: expected a list of filters, which a raw stream does not name, found nothing"
        )
    );
    let raw = |filters: Value| fault(json!({"format": 3, "filters": filters}));
    assert_eq!(
        raw(json!([])),
        format!("{place}/filters: expected one to four filters, found an empty array")
    );
    assert!(raw(json!([{"id": 3}])).contains("expected LZMA1 or LZMA2 as the last filter"));
    assert!(raw(json!([{"id": 33}, {"id": 33}])).contains("expected a filter before LZMA"));
    assert!(raw(json!([{"id": 3, "dist": 257}, {"id": 33}])).contains("/filters/0/dist: expected"));
    assert!(
        raw(json!([{"id": 33, "lc": 4, "lp": 1}])).contains("lc and lp of at most 4 together, found 4 and 1")
    );
    assert!(
        raw(json!([{"id": 33, "preset": 10}])).contains("/filters/0/preset: expected a preset from 0 to 9")
    );
    assert!(codec("lzma", json!({"filters": "of no use"})).is_ok());
}

#[test]
fn what_came_out_before_a_fault_is_left() {
    let stored = abcd(4, CRC64);
    let left = |input: &[u8]| left_bytes(xz().as_ref(), input);
    // The bytes stand behind the stream header (12), the block header (12) and that of the chunk (3).
    assert_eq!(left(&stored[..29]), (b"ab".to_vec(), Some(29)));
    assert_eq!(left(&stored[..34]), (b"abcd".to_vec(), Some(32)), "the check of the block is cut");
    assert_eq!(left(&[&stored[..], &stored[..29]].concat()).0, b"abcdab");
    let mut wrong = stored.clone();
    wrong[33] ^= 1;
    assert_eq!(left(&wrong), (b"abcd".to_vec(), Some(32)));
}

#[test]
fn a_filter_of_branches_leaves_only_what_it_is_sure_of() {
    // Calls of x86 among other bytes, so that the filter has something to do.
    let whole: Vec<u8> =
        (0..4000_u32).flat_map(|i| [0xe8, i.to_le_bytes()[0], 0, 0, 0, i.to_le_bytes()[1]]).collect();
    let filters = json!([{"id": 4}, {"id": 33, "preset": 0}]);
    let codec = lzma(json!({"format": 3, "filters": filters}));
    let stored = encode_bytes(codec.as_ref(), &whole);
    let mut longest = 0;
    for end in (0..stored.len()).step_by(7) {
        let (left, _) = left_bytes(codec.as_ref(), &stored[..end]);
        assert!(whole.starts_with(&left), "{end} of {}", stored.len());
        longest = longest.max(left.len());
    }
    assert!(longest > whole.len() / 2, "{longest}");
}
