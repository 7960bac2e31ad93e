//! Buffers of the real libraries, and what becomes of them when bytes are changed.

use super::super::fixture::{left_bytes, metadata};
use super::super::{BytesToBytes, DecodeOptions, StageWork};
use super::build;
use super::container::{ContainerFault, Decoded, decompress};
use super::header::BlockShuffle;
use serde_json::json;
use std::path::PathBuf;

const LIMIT: u64 = 1 << 20;

/// A buffer of `make_blosc_fixtures.py` and its row in the manifest.
struct Fixture {
    file: String,
    encoded: Vec<u8>,
    decoded: Vec<u8>,
    cname: String,
    shuffle: BlockShuffle,
    typesize: u8,
    blocksize: u32,
    is_memcpyed: bool,
}

fn fixtures() -> Vec<Fixture> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/blosc");
    let manifest = std::fs::read_to_string(dir.join("MANIFEST.txt")).expect("a manifest");
    let fixture = |row: &str| {
        let columns: Vec<&str> = row.split_whitespace().collect();
        let [file, formula, nbytes, cname, shuffle, typesize, blocksize, stored] = columns[..] else {
            panic!("a row of 8 columns, not {row:?}");
        };
        let nbytes = nbytes.parse().expect("a number");
        Fixture {
            file: file.to_owned(),
            encoded: std::fs::read(dir.join(file)).expect("the file of the row"),
            decoded: (0..nbytes).map(|i| byte(formula, i)).collect(),
            // the format does not distinguish lz4hc from lz4
            cname: cname.replace("lz4hc", "lz4"),
            shuffle: match shuffle {
                "noshuffle" => BlockShuffle::None,
                "shuffle" => BlockShuffle::Byte,
                _ => BlockShuffle::Bit,
            },
            typesize: typesize.parse().expect("a number"),
            blocksize: blocksize.parse().expect("a number"),
            is_memcpyed: stored == "memcpyed",
        }
    };
    manifest.lines().map(fixture).collect()
}

/// Byte `i` of the decoded buffer: the formulas of `make_blosc_fixtures.py`.
fn byte(formula: &str, i: u64) -> u8 {
    let byte = match formula {
        "squares" => i * i % 251,
        "steps" => i / 16 % 7,
        "ramp" => (i / 4) >> (8 * (i % 4)),
        "dirty" if i.is_multiple_of(4) => (i * 2_654_435_761) >> 24,
        "far" if i % 9000 < 600 => ((i % 9000).pow(2) * 2_654_435_761) >> 16,
        "dirty" | "far" | "zeros" => 0,
        _ => panic!("no formula {formula}"),
    };
    byte.to_le_bytes()[0]
}

#[test]
fn buffers_of_the_real_libraries_decode() {
    let fixtures = fixtures();
    assert!(fixtures.len() > 30);
    for fixture in fixtures {
        let file = &fixture.file;
        let decoded = decompress(&fixture.encoded, LIMIT).unwrap_or_else(|fault| panic!("{file}: {fault}"));
        assert!(decoded.bytes == fixture.decoded, "{file}: other bytes");
        let header = decoded.header;
        assert_eq!(header.is_memcpyed(), fixture.is_memcpyed, "{file}");
        assert_eq!(header.compressor().to_string(), fixture.cname, "{file}");
        assert_eq!(header.shuffle(), fixture.shuffle, "{file}");
        assert_eq!(header.typesize, fixture.typesize, "{file}");
        assert_eq!(header.blocksize, fixture.blocksize, "{file}");
    }
}

#[test]
fn the_blocks_of_a_buffer_fill_it_without_gaps() {
    for fixture in fixtures().iter().filter(|fixture| !fixture.is_memcpyed) {
        let decoded = decompress(&fixture.encoded, LIMIT).expect("a sound buffer");
        let nblocks = decoded.header.nblocks() as usize;
        assert_eq!(decoded.blocks.len(), nblocks, "{}", fixture.file);
        let cbytes: usize = decoded.blocks.iter().map(|block| block.cbytes).sum();
        assert_eq!(16 + 4 * nblocks + cbytes, fixture.encoded.len(), "{}", fixture.file);
        let nbytes: usize = decoded.blocks.iter().map(|block| block.nbytes).sum();
        assert_eq!(nbytes, fixture.decoded.len(), "{}", fixture.file);
    }
}

#[test]
fn a_buffer_cut_anywhere_is_a_fault() {
    for fixture in fixtures().iter().filter(|fixture| fixture.decoded.len() < 10_000) {
        for length in 0..fixture.encoded.len() {
            let fault = decompress(&fixture.encoded[..length], LIMIT).expect_err(&fixture.file);
            let partial = fault.partial.map(|partial| partial.bytes).unwrap_or_default();
            assert!(fixture.decoded.starts_with(&partial), "{} cut to {length} bytes", fixture.file);
        }
    }
}

fn codec() -> Box<dyn BytesToBytes> {
    build(&metadata("blosc", json!({}))).expect("a codec")
}

#[test]
fn the_first_blocks_are_noted_one_by_one() {
    // Blocks of three bytes, stored as they are, the second in front of the first.
    let swapped =
        b"\x02\x01\x10\x01\x06\0\0\0\x03\0\0\0\x26\0\0\0\x1f\0\0\0\x18\0\0\0\x03\0\0\0def\x03\0\0\0abc";
    let options = DecodeOptions::default();
    let notes = |input: &[u8], is_traced: bool| {
        let mut work = StageWork { is_traced, ..StageWork::new(&options) };
        let _ = codec().decode(input, &mut work);
        work.notes.into_iter().map(|note| format!("{}: {}", note.name, note.value)).collect::<Vec<_>>()
    };
    assert_eq!(notes(swapped, true)[4], "block table: 31+7 raw, 24+7 raw");
    assert_eq!(notes(swapped, false).len(), 4, "nobody listens");
    let steps =
        fixtures().into_iter().find(|fixture| fixture.file.starts_with("steps-100000-lz4")).expect("a file");
    let decoded = decompress(&steps.encoded, LIMIT).expect("a sound buffer");
    let first = decoded.blocks[0];
    assert!(decoded.blocks.len() > 8 || !notes(&steps.encoded, true)[4].ends_with('…'));
    let expected = format!("block table: {}+{}", first.offset, first.cbytes);
    assert!(notes(&steps.encoded, true)[4].starts_with(&expected), "{:?}", notes(&steps.encoded, true));
}

#[test]
fn the_blocks_before_a_fault_are_left_and_where_they_end() {
    let mut ordered =
        b"\x02\x01\x10\x01\x06\0\0\0\x03\0\0\0\x26\0\0\0\x18\0\0\0\x1f\0\0\0\x03\0\0\0abc\x03\0\0\0def"
            .to_vec();
    ordered[31] = 9;
    assert_eq!(left_bytes(codec().as_ref(), &ordered), (b"abc".to_vec(), Some(31)));
    // A copy of the bytes is cut.
    let copied = b"\x02\x01\x33\x01\x05\0\0\0\x05\0\0\0\x15\0\0\0hel";
    assert_eq!(left_bytes(codec().as_ref(), copied), (b"hel".to_vec(), Some(19)));
    assert_eq!(left_bytes(codec().as_ref(), &copied[..9]), (Vec::new(), None));
}

#[test]
fn twenty_thousand_changed_buffers_neither_panic_nor_pass_the_limit() {
    let fixtures: Vec<Vec<u8>> = fixtures().into_iter().map(|fixture| fixture.encoded).collect();
    let mut random = Random(0x5eed_b105_c000_0001);
    let (mut decoded, mut faults) = (0, 0);
    for _ in 0..20_000 {
        let mut buffer = fixtures[random.below(fixtures.len())].clone();
        for _ in 0..=random.below(4) {
            change(&mut buffer, &mut random);
        }
        let limit = if random.below(4) == 0 { 1 << random.below(21) } else { LIMIT };
        match decompress(&buffer, limit) {
            Ok(result) => {
                decoded += 1;
                assert_eq!(result.bytes.len(), result.header.nbytes as usize);
                check_bounds(&result, limit);
            }
            Err(ContainerFault { error, partial }) => {
                faults += 1;
                assert!(!error.to_string().is_empty());
                partial.inspect(|partial| check_bounds(partial, limit));
            }
        }
    }
    assert!(decoded > 500 && faults > 10_000, "{decoded} decoded, {faults} faults");
}

fn check_bounds(decoded: &Decoded, limit: u64) {
    assert!(decoded.bytes.capacity() as u64 <= limit, "{} bytes, limit {limit}", decoded.bytes.capacity());
    assert!(decoded.blocks.len() <= 4096);
}

/// Changes, cuts or extends a buffer in one place; prefers the header and the block starts.
fn change(buffer: &mut Vec<u8>, random: &mut Random) {
    const ODD: [u32; 8] = [0, 1, 127, 128, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
    let end = buffer.len();
    let front = end.min(32);
    match random.below(8) {
        0 if front > 0 => buffer[random.below(front)] = random.byte(),
        1 if front > 0 => buffer[random.below(front)] ^= 1 << random.below(8),
        2 | 3 if end > 0 => buffer[random.below(end)] = random.byte(),
        4 => buffer.truncate(random.below(end + 1)),
        5 => buffer.extend((0..random.below(40)).map(|_| random.byte())),
        6 if end >= 8 => {
            let at = random.below(end - 3);
            buffer[at..at + 4].copy_from_slice(&ODD[random.below(ODD.len())].to_le_bytes());
        }
        _ if end >= 16 => {
            // one of nbytes, blocksize, cbytes: a small number or one that is a little off
            let at = 4 + 4 * random.below(3);
            let near = buffer[at].wrapping_add(random.byte() % 9).wrapping_sub(4);
            buffer[at] = near;
        }
        _ => {}
    }
    if end >= 16 && random.below(2) == 0 && buffer.len() >= 16 {
        // a header that knows the buffer's length lets the fault be found further in
        let cbytes = u32::try_from(buffer.len()).expect("a short buffer");
        buffer[12..16].copy_from_slice(&cbytes.to_le_bytes());
    }
}

/// Xorshift: the same numbers on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits") % end
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[4]
    }
}
