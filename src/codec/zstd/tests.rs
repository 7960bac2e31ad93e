//! Frames by hand and of the library, sound and broken.

use super::super::DecodeOptions;
use super::super::fixture::{decode_bytes, encode_bytes, left_bytes, metadata};
use super::*;
use serde_json::{Value, json};

/// A frame by hand (RFC 8878, section 3.1.1): magic, single segment with content size 5, one last raw block of
/// five bytes.
const HELLO: &[u8] = b"\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello";

fn decode(input: &[u8], options: DecodeOptions) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
    decode_bytes(&Zstd { level: 0, checksum: false }, input, options)
}

#[test]
fn encoding_writes_one_frame_with_its_size() {
    let codec = build(&metadata("zstd", json!({"level": 1, "checksum": true}))).unwrap();
    let stored = encode_bytes(codec.as_ref(), b"hello");
    // Magic; a single segment with a checksum and a content size of one byte; the size (RFC 8878, section 3.1.1).
    assert_eq!(stored[..6], [0x28, 0xb5, 0x2f, 0xfd, 0x24, 5]);
    assert_eq!(decode(&stored, DecodeOptions::default()).0.unwrap(), b"hello");
    let codec = build(&metadata("zstd", Value::Null)).unwrap();
    assert_eq!(encode_bytes(codec.as_ref(), b"hello"), HELLO);
}

#[test]
fn a_raw_block() {
    let (result, notes) = decode(HELLO, DecodeOptions::default());
    assert_eq!(result.unwrap(), b"hello");
    let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
    assert_eq!(
        notes,
        [
            "frame content size: 5 bytes",
            "window: 5 bytes (single segment)",
            "dictionary id: none",
            "checksum: none",
            "blocks: 1: 1 raw, 0 RLE, 0 compressed",
            "frames: 1",
            "magic: 28 b5 2f fd",
        ]
    );
}

#[test]
fn frames_one_after_the_other_with_a_skippable_one_between() {
    let input = [HELLO, b"\x50\x2a\x4d\x18\x02\0\0\0zz", HELLO].concat();
    assert_eq!(decode(&input, DecodeOptions::default()).0.unwrap(), b"hellohello");
}

#[test]
fn a_truncated_frame_names_its_place() {
    let fault = |end: usize| decode(&HELLO[..end], DecodeOptions::default()).0.unwrap_err().to_string();
    assert_eq!(fault(0), "at byte 0: expected a Zstandard frame, found an empty chunk");
    assert!(fault(12).starts_with("at byte 12: expected more of the Zstandard frame"), "{}", fault(12));
    let magic = decode(b"\x1f\x8b\x08\0\0\0\0\0", DecodeOptions::default()).0.unwrap_err().to_string();
    assert!(magic.starts_with("at byte 0: expected a sound Zstandard frame, found "), "{magic}");
}

#[test]
fn a_frame_checksum_can_be_passed_over() {
    let mut frame = Vec::new();
    let mut encoder = zstd::stream::Encoder::new(&mut frame, 1).unwrap();
    encoder.include_checksum(true).unwrap();
    std::io::Write::write_all(&mut encoder, b"hello").unwrap();
    encoder.finish().unwrap();
    *frame.last_mut().unwrap() ^= 1;
    assert!(decode(&frame, DecodeOptions::default()).0.unwrap_err().to_string().contains("checksum"));
    let options = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
    let (result, notes) = decode(&frame, options);
    assert_eq!(result.unwrap(), b"hello");
    assert!(notes.iter().any(|note| note.starts_with("checksum mismatch ignored: ")), "{notes:?}");
}

#[test]
fn a_bomb_is_stopped_at_the_limit() {
    let bomb = zstd::bulk::compress(&vec![0; 10 << 20], 1).unwrap();
    let options = DecodeOptions { max_chunk_bytes: 1000, ..DecodeOptions::default() };
    assert_eq!(decode(&bomb, options).0, Err(CodecError::TooMuch { limit: 1000 }));
}

#[test]
fn the_configuration_is_checked() {
    assert!(build(&metadata("zstd", json!({"level": -131_072, "checksum": true}))).is_ok());
    assert!(build(&metadata("zstd", json!({"level": 23}))).is_err());
    assert!(build(&metadata("zstd", json!({"checksum": 1}))).is_err());
}

/// A frame by hand with a window of 1 KiB and 1/8 (descriptor 1), a dictionary id of one byte, a content size of two
/// bytes (256 and what they hold) and a checksum; a raw block of 3 bytes, an RLE block of 253+256 bytes. The checksum is
/// the one of the library.
fn two_blocks() -> Vec<u8> {
    let mut frame = b"\x28\xb5\x2f\xfd\x45\x01\x07\0\x01".to_vec();
    frame.extend(b"\x18\0\0abc");
    frame.extend((509_u32 << 3 | 1 << 1 | 1).to_le_bytes().iter().take(3));
    frame.push(b'z');
    frame.extend(b"\x11\x22\x33\x44");
    frame
}

#[test]
fn every_field_of_a_frame_is_noted() {
    let input = [b"\x5f\x2a\x4d\x18\x01\0\0\0!", two_blocks().as_slice(), HELLO].concat();
    let (_, notes) = decode(&input, DecodeOptions::default());
    let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
    assert_eq!(
        notes,
        [
            "frame content size: 512 bytes",
            "window: 1152 bytes",
            "dictionary id: 7",
            "checksum: 0x44332211",
            "blocks: 3: 2 raw, 1 RLE, 0 compressed",
            "frames: 2 and 1 skippable",
            "magic: 28 b5 2f fd",
        ]
    );
}

#[test]
fn a_frame_that_breaks_off_is_noted_as_far_as_it_goes() {
    let notes = |end: usize| decode(&two_blocks()[..end], DecodeOptions::default()).1;
    assert_eq!(notes(2), ["blocks: 0: 0 raw, 0 RLE, 0 compressed", "frames: 1", "magic: 28 b5"]);
    assert_eq!(notes(8).len(), 3, "the content size is cut off");
    let cut = notes(two_blocks().len() - 1);
    assert_eq!(cut[3..5], ["checksum: cut off", "blocks: 2: 1 raw, 1 RLE, 0 compressed"]);
}

#[test]
fn a_frame_without_a_content_size_says_so() {
    // A window of 1 KiB, one last raw block of nothing.
    let (result, notes) = decode(b"\x28\xb5\x2f\xfd\0\0\x01\0\0", DecodeOptions::default());
    assert_eq!(result.unwrap(), b"");
    assert_eq!(notes[..2], ["frame content size: not given", "window: 1024 bytes"]);
}

/// Bytes that compress, and no two blocks of which are the same.
fn texture(nbytes: u32) -> Vec<u8> {
    (0..nbytes).map(|i| ((i / 3).wrapping_mul(0x9e37_79b9) >> 27).to_le_bytes()[0]).collect()
}

#[test]
fn the_blocks_before_a_fault_are_left() {
    let whole = texture(400_000);
    let codec = build(&metadata("zstd", json!({"level": 3, "checksum": true}))).unwrap();
    let stored = encode_bytes(codec.as_ref(), &whole);
    let blocks = frame::frames(&stored).next().unwrap().blocks;
    assert!(blocks.len() > 3 && blocks.iter().all(|block| block.kind == frame::BlockKind::Compressed));
    // The header of the third block: of a kind that does not exist.
    let mut broken = stored.clone();
    broken[blocks[2].start] |= 6;
    let (left, consumed) = left_bytes(codec.as_ref(), &broken);
    assert!(whole.starts_with(&left) && left.len() > 100_000, "{}", left.len());
    assert_eq!(consumed, Some(blocks[2].start as u64), "{blocks:?}");
    // The third block breaks off.
    let (left_of_cut, consumed) = left_bytes(codec.as_ref(), &stored[..blocks[2].end - 1]);
    assert_eq!((left_of_cut, consumed), (left, Some(blocks[2].end as u64 - 1)));
    // Only the checksum is wrong.
    let mut broken = stored.clone();
    *broken.last_mut().unwrap() ^= 1;
    assert_eq!(left_bytes(codec.as_ref(), &broken).0, whole);
}

/// Where decoded bytes are; all ranges as first byte and end.
fn locate(ranges: &[(u64, u64)], input: &[u8]) -> Option<Vec<(u64, u64)>> {
    let ranges: Vec<Range<u64>> = ranges.iter().map(|(start, end)| *start..*end).collect();
    let found = Zstd { level: 0, checksum: false }.locate(&ranges, input)?;
    Some(found.into_iter().map(|range| (range.start, range.end)).collect())
}

#[test]
fn the_bytes_of_raw_and_rle_blocks_are_found() {
    // The frame has a header of 9 bytes; its blocks are 9..15 and 15..19, and give 3 and 509 bytes.
    let one = two_blocks();
    assert_eq!(locate(&[(0, 1)], &one).unwrap(), [(9, 15)]);
    assert_eq!(locate(&[(3, 4)], &one).unwrap(), [(15, 19)]);
    assert_eq!(locate(&[(2, 4)], &one).unwrap(), [(9, 19)]);
    assert_eq!(locate(&[(4, 8), (0, 2), (9, 9)], &one).unwrap(), [(9, 15), (15, 19)]);
    assert_eq!(locate(&[(512, 513)], &one), None, "there is no such byte");
    // The frames one behind the other, a skippable one between; the last has a header of 6 bytes.
    let input = [one.as_slice(), b"\x50\x2a\x4d\x18\x01\0\0\0!", HELLO].concat();
    let hello = one.len() as u64 + 9;
    assert_eq!(locate(&[(511, 512)], &input).unwrap(), [(15, 19)]);
    assert_eq!(locate(&[(512, 514)], &input).unwrap(), [(hello + 6, hello + 14)]);
    assert_eq!(locate(&[(511, 513)], &input).unwrap(), [(0, hello + 14)]);
}

/// A frame of compressed blocks of ten stored bytes each, of which nothing can be decoded: with a window of 128 KiB and a
/// content size of four bytes, so that its header has ten bytes.
fn compressed(content: u32, blocks: u8) -> Vec<u8> {
    let mut frame = b"\x28\xb5\x2f\xfd\x80\x38".to_vec();
    frame.extend(content.to_le_bytes());
    for number in 1..=blocks {
        frame.extend([10 << 3 | 2 << 1 | u8::from(number == blocks), 0, 0]);
        frame.extend([0xee; 10]);
    }
    frame
}

#[test]
fn a_compressed_block_is_found_where_the_sizes_leave_no_doubt() {
    const FULL: u32 = 128 << 10;
    let locate = |start: u32, end: u32, input: &[u8]| locate(&[(start.into(), end.into())], input).unwrap();
    let place = |first: u64, last: u64| [(10 + 13 * first, 10 + 13 * (last + 1))];
    // Four blocks for four times the most that a block gives: all of them are full.
    let full = compressed(4 * FULL, 4);
    assert_eq!(locate(0, 1, &full), place(0, 0));
    assert_eq!(locate(3 * FULL, 3 * FULL + 4, &full), place(3, 3));
    assert_eq!(locate(FULL - 1, FULL + 1, &full), place(0, 1));
    // One block has it all.
    assert_eq!(locate(7, 9, &compressed(500, 1)), place(0, 0));
    // Five bytes more than two blocks give: the first has five bytes at least, and a byte behind them may be in the second.
    let rest = compressed(2 * FULL + 5, 3);
    assert_eq!(locate(4, 5, &rest), place(0, 0));
    assert_eq!(locate(5, 6, &rest), place(0, 1));
    assert_eq!(locate(FULL, FULL + 5, &rest), place(1, 1));
    assert_eq!(locate(2 * FULL + 4, 2 * FULL + 5, &rest), place(2, 2));
    // Of a frame that breaks off, what is missing may hold the byte.
    let cut = &rest[..rest.len() - 1];
    assert_eq!(locate(4, 5, cut), [(10, cut.len() as u64)]);
    assert_eq!(locate(2 * FULL, 2 * FULL + 1, cut), [(36, cut.len() as u64)]);
}

#[test]
fn a_frame_without_a_size_hides_the_frames_behind_it() {
    // Two frames of the library without a content size, one compressed block each.
    let mut encoder = Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_contentsize(false).unwrap();
    encoder.write_all(&texture(10_000)).unwrap();
    let frame = encoder.finish().unwrap();
    let end = frame.len() as u64;
    let input = [frame.as_slice(), &frame].concat();
    assert_eq!(locate(&[(0, 1)], &input).unwrap(), [(0, 2 * end)]);
    assert_eq!(locate(&[(200_000, 200_001)], &input).unwrap(), [(end, 2 * end)]);
}

#[test]
fn a_frame_says_where_it_ends() {
    // One raw block with "abcd", single segment, content size 4.
    let frame = b"\x28\xb5\x2f\xfd\x20\x04\x21\0\0abcd".as_slice();
    assert_eq!(frame::end(frame), StreamEnd::At(13));
    assert_eq!(frame::end(&[frame, b"more"].concat()), StreamEnd::At(13));
    assert_eq!(frame::end(&frame[..11]), StreamEnd::Beyond(13));
    assert_eq!(frame::end(&frame[..6]), StreamEnd::Beyond(7));
    assert_eq!(frame::end(b"abcd"), StreamEnd::Unknown);
}
