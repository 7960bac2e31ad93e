//! Chunks that decode to far more than the eight bytes of the array: decoding stops long before that.

use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

use crate::chunks::coded;
use crate::document::Document;
use crate::store::{CHUNK, Hostile};

/// A part of a bomb; there are many of them.
const PART: usize = 1 << 20;
/// So many parts are half a gibibyte.
const PARTS: usize = 512;

const GZIP: &str = r#"{"name": "gzip", "configuration": {"level": 9}}"#;
const ZSTD: &str = r#"{"name": "zstd", "configuration": {"level": 1, "checksum": false}}"#;

/// Every such store.
pub fn all() -> Vec<Hostile> {
    let numcodecs = |name: &str| format!(r#"{{"name": "numcodecs.{name}", "configuration": {{}}}}"#);
    let (zlib, bz2, lz4) = (numcodecs("zlib"), numcodecs("bz2"), numcodecs("lz4"));
    let twice = gzip(&gzip_bomb());
    let mut bombs = vec![
        coded("a gzip bomb", &[GZIP], gzip_bomb(), CHUNK, "gzip"),
        coded("a zstd bomb", &[ZSTD], zstd_bomb(), CHUNK, "zstd"),
        coded("a zlib bomb", &[&zlib], zlib_bomb(), CHUNK, "numcodecs.zlib"),
        coded("a bz2 bomb", &[&bz2], bz2_bomb(), CHUNK, "numcodecs.bz2"),
        coded("an lz4 bomb", &[&lz4], lz4_bomb(u32::try_from(PART * PARTS).unwrap()), CHUNK, "numcodecs.lz4"),
        coded("an lz4 bomb that says it has 8 bytes", &[&lz4], lz4_bomb(8), CHUNK, "numcodecs.lz4"),
        coded("an lz4 of -1 bytes", &[&lz4], lz4_bomb(u32::MAX), CHUNK, "numcodecs.lz4"),
        coded("a gzip bomb in gzip", &[GZIP, GZIP], twice, CHUNK, "gzip"),
        coded("a gzip bomb eight stages behind", &[GZIP; 8], gzip(&gzip_bomb()), CHUNK, "gzip"),
        coded("a gzip bomb where gzip should be", &[GZIP, GZIP], gzip_bomb(), CHUNK, "gzip"),
        coded("a Blosc bomb where zstd should be", &[ZSTD, BLOSC], blosc_bomb(), CHUNK, "blosc"),
        coded("a zstd bomb where Blosc should be", &[BLOSC, ZSTD], zstd_bomb(), CHUNK, "zstd"),
        coded("a zstd bomb in gzip", &[ZSTD, GZIP], gzip(&zstd_bomb()), CHUNK, "zstd"),
        coded("a zstd bomb in Blosc", &[BLOSC], blosc_bomb(), CHUNK, "blosc"),
        coded("an lzma bomb", &[&numcodecs("lzma")], lzma_bomb(), CHUNK, "numcodecs.lzma"),
        objects("a bomb of JSON", "numcodecs.json2", (b"[", b"0,")),
        objects("a bomb of MessagePack", "numcodecs.msgpack2", (b"\xdd\x02\0\0\0", b"\0\0")),
    ];
    bombs.extend(images());
    bombs
}

/// Images whose headers say that they have 65 535 × 65 535 pixels.
fn images() -> Vec<Hostile> {
    if !cfg!(feature = "images") {
        return Vec::new();
    }
    let image = |name: &str, codec: &'static str, bytes: Vec<u8>| {
        coded(name, &[&format!(r#"{{"name": "{codec}", "configuration": {{}}}}"#)], bytes, CHUNK, codec)
    };
    let mut jpeg = b"\xff\xd8\xff\xc0\0\x0b\x08\xff\xff\xff\xff\x01\x01\x11\0".to_vec();
    jpeg.extend(b"\xff\xda\0\x08\x01\x01\0\0\x3f\0");
    jpeg.resize(PART, 0);
    vec![
        image("a PNG bomb", "imagecodecs_png", png_bomb()),
        image("a JPEG of as many pixels as there can be", "imagecodecs_jpeg8", jpeg),
    ]
}

fn png_bomb() -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let header = b"\0\0\xff\xff\0\0\xff\xff\x08\0\0\0\0".to_vec();
    for (kind, data) in [(b"IHDR", header), (b"IDAT", zlib_bomb()), (b"IEND", Vec::new())] {
        let mut crc = flate2::Crc::new();
        crc.update(kind);
        crc.update(&data);
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        file.extend(kind);
        file.extend(data);
        file.extend(crc.sum().to_be_bytes());
    }
    file
}

const BLOSC: &str = r#"{"name": "blosc", "configuration": {"cname": "zstd", "clevel": 1, "shuffle": "noshuffle", "typesize": 1, "blocksize": 0}}"#;

/// Eight texts as objects: 32 MiB of them, of which every byte or two is a value.
fn objects(name: &str, codec: &'static str, (start, value): (&[u8], &[u8])) -> Hostile {
    let codecs = format!("[{{\"name\": \"{codec}\", \"configuration\": {{}}}}, {GZIP}]");
    let document = Document::v3().with("data_type", "\"string\"").with("fill_value", "\"\"");
    let document = document.with("codecs", codecs);
    let bytes = [gzip(start), gzip(&value.repeat(PART / 2)).repeat(32)].concat();
    Hostile::new(name, "00011112", codec, move |node| document.write(node, &bytes))
}

/// Streams of xz, one behind the other.
fn lzma_bomb() -> Vec<u8> {
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(0)).unwrap();
    writer.write_all(&vec![0; PART]).unwrap();
    writer.finish().unwrap().repeat(PARTS)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Many members, one behind the other.
fn gzip_bomb() -> Vec<u8> {
    gzip(&vec![0; PART]).repeat(PARTS)
}

fn zlib_bomb() -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..PARTS / 8 {
        encoder.write_all(&vec![0; PART]).unwrap();
    }
    encoder.finish().unwrap()
}

fn bz2_bomb() -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(&vec![0; PART]).unwrap();
    encoder.finish().unwrap().repeat(PARTS)
}

/// One frame without a size, of blocks that repeat one byte 128 Ki times (RFC 8878).
fn zstd_bomb() -> Vec<u8> {
    let block = |is_last: u32| ((128_u32 << 10) << 3 | 1 << 1 | is_last).to_le_bytes();
    // The magic number, a descriptor without flags, and a window of 128 KiB.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3];
    for number in 1..=(PART * PARTS) >> 17 {
        frame.extend_from_slice(&block(u32::from(number == (PART * PARTS) >> 17))[..3]);
        frame.push(0);
    }
    frame
}

/// A length, and one match that goes on and on: 255 more for each byte.
fn lz4_bomb(length: u32) -> Vec<u8> {
    let mut bytes = length.to_le_bytes().to_vec();
    // One literal, then a match at distance 1.
    bytes.extend_from_slice(&[0x1f, 0, 1, 0]);
    bytes.extend(vec![255; PART * PARTS / 255]);
    bytes.extend_from_slice(&[0, 0x50, 0, 0, 0, 0, 0]);
    bytes
}

/// A header with a size of half a gibibyte, and one block.
fn blosc_bomb() -> Vec<u8> {
    let frame = zstd_bomb();
    let nbytes = u32::try_from(PART * PARTS).unwrap();
    let stored = u32::try_from(frame.len()).unwrap();
    // The block begins behind the header and its one start.
    let words = [nbytes, nbytes, stored + 24, 20, stored];
    let words = words.iter().flat_map(|word| word.to_le_bytes());
    [2, 1, 0x92, 1].into_iter().chain(words).chain(frame).collect()
}
