//! Ten times the input takes about ten times the time and the memory: a row for each reader of what comes from outside.
//!
//! The time is that of the processor, of the whole command. No memory of single functions is counted, because an allocator of
//! our own would need `unsafe`: it is the most that the process had at once.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::document::Document;
use crate::run::{Ran, run};

/// What is allowed for ten times the input.
const TIME: u32 = 15;
const MEMORY: u64 = 12;
/// Less than this, of the smaller case, says nothing: reading the program into memory takes as long.
const LEAST_TIME: Duration = Duration::from_millis(30);
const LEAST_MEMORY: u64 = 4 << 20;
/// What takes too long once may have met something else on the machine.
const TRIES: usize = 3;

struct Reader {
    name: &'static str,
    /// How much the smaller input has.
    size: usize,
    /// Makes an input of a size below a directory, at `t`.
    make: fn(usize, &Path),
    /// Commands, whose path is `t`.
    commands: &'static [&'static str],
}

const EVERY: &[&str] = &[
    "info",
    "info --json",
    "tree",
    "chunks",
    "trace --chunk ORIGIN",
    "decode",
    "verify",
    "check",
    "doctor",
    "stats",
    "probe --at ORIGIN",
];
const CHUNK: &[&str] = &["verify", "trace --chunk ORIGIN"];

const READERS: &[Reader] = &[
    Reader { name: "a document of version 3", size: 20_000, make: values, commands: &["info", "check"] },
    Reader { name: "a document of version 2", size: 20_000, make: values_v2, commands: &["info", "check"] },
    Reader { name: "consolidated metadata", size: 1_000, make: consolidated, commands: &["tree", "check"] },
    Reader {
        name: "levels of one copy",
        size: 20_000,
        make: deep_copy,
        commands: &["tree", "check", "info", "doctor"],
    },
    Reader {
        name: "levels of a listed key",
        size: 20_000,
        make: deep_key,
        commands: &["verify --keys keys.txt"],
    },
    Reader {
        name: "a fill value before 60 codecs",
        size: 200_000,
        make: fill_value,
        commands: &["info", "info --json", "trace --chunk ORIGIN", "tree"],
    },
    Reader { name: "names in an archive", size: 300, make: names, commands: &["tree"] },
    Reader { name: "dimensions", size: 1_000, make: dimensions, commands: EVERY },
    Reader {
        name: "names of dimensions",
        size: 400,
        make: named_dimensions,
        commands: &["decode --physical", "stats --physical", "info", "check"],
    },
    Reader {
        name: "dimensions in a group",
        size: 2_000,
        make: dimensions_of_group,
        commands: &["info", "info --json"],
    },
    Reader { name: "dimensions and no directory", size: 1_000, make: file_in_the_way, commands: EVERY },
    Reader {
        name: "dimensions of two elements",
        size: 3_000,
        make: pairs,
        commands: &["decode", "stats", "diff u"],
    },
    Reader { name: "dimensions of a shard", size: 1_000, make: reshaped, commands: &["info", "verify"] },
    Reader { name: "members of an archive", size: 2_000, make: members, commands: &["tree", "verify"] },
    Reader { name: "records of an archive", size: 4_000, make: records, commands: &["tree"] },
    Reader { name: "a sparse archive", size: 1 << 27, make: sparse, commands: &["tree"] },
    Reader { name: "members of gzip", size: 5_000, make: gzip, commands: CHUNK },
    Reader { name: "members of gzip in a large chunk", size: 300, make: gzip_of_many, commands: CHUNK },
    Reader { name: "codecs", size: 300, make: codecs, commands: &["info", "check", "doctor", "report"] },
    Reader { name: "frames of zstd", size: 5_000, make: zstd, commands: CHUNK },
    Reader { name: "frames of zstd that are skipped", size: 5_000, make: skippable, commands: CHUNK },
    Reader { name: "streams of bzip2", size: 500, make: bz2, commands: CHUNK },
    Reader { name: "streams of xz", size: 500, make: xz, commands: CHUNK },
    Reader { name: "blocks of Blosc", size: 2_000, make: blosc, commands: CHUNK },
    Reader { name: "an lz4 block", size: 20_000, make: lz4, commands: CHUNK },
    Reader { name: "an index of a shard", size: 1_500, make: shard, commands: EVERY },
    Reader {
        name: "inner chunks in another order",
        size: 400,
        make: shuffled_shard,
        commands: &["doctor", "verify --values"],
    },
    Reader { name: "texts of a shard", size: 1_500, make: shard_of_texts, commands: EVERY },
    Reader { name: "texts", size: 10_000, make: texts, commands: CHUNK },
    Reader { name: "texts that are counted", size: 200_000, make: texts, commands: &["stats"] },
    Reader { name: "lists of bytes", size: 10_000, make: lists, commands: CHUNK },
    Reader { name: "fields of a structure", size: 500, make: fields, commands: EVERY },
    Reader {
        name: "attributes",
        size: 5_000,
        make: attributes,
        commands: &["info", "check", "doctor", "report", "find attr:a1"],
    },
    Reader {
        name: "names of other data types",
        size: 200_000,
        make: data_type,
        commands: &["info", "check", "doctor"],
    },
    Reader {
        name: "files of chunks",
        size: 500,
        make: chunks,
        commands: &["tree", "chunks", "verify", "check", "doctor", "stats", "info"],
    },
    Reader {
        name: "arrays of a group",
        size: 200,
        make: group,
        commands: &["tree", "verify", "check", "doctor", "diff t"],
    },
    Reader { name: "references", size: 2_000, make: references, commands: &["tree", "chunks", "verify"] },
    #[cfg(feature = "references-parquet")]
    Reader { name: "rows of a table", size: 2_000, make: table, commands: &["tree", "verify"] },
    Reader { name: "levels of directories", size: 20, make: levels, commands: &["tree", "check", "verify"] },
    Reader { name: "a configuration", size: 2_000, make: configuration, commands: &["tree --config c.toml"] },
    Reader { name: "expected names", size: 2_000, make: expected, commands: &["verify --expect names.txt"] },
    Reader { name: "a report", size: 1_000, make: report, commands: &["merge"] },
];

#[test]
fn ten_times_the_input_takes_ten_times_the_time_and_the_memory() {
    let directory = tempfile::tempdir().unwrap();
    let mut wrong = String::new();
    for reader in READERS {
        let places = [reader.size, reader.size * 10].map(|size| {
            let place = directory.path().join(size.to_string());
            let _ = fs::remove_dir_all(&place);
            fs::create_dir(&place).unwrap();
            (reader.make)(size, &place);
            place
        });
        for command in reader.commands {
            if let Some(found) = excess(command, &places[0], &places[1]) {
                writeln!(wrong, "{}: {command}: {found}", reader.name).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn excess(command: &str, small: &Path, large: &Path) -> Option<String> {
    let ran = |place: &Path| {
        // An array of very many dimensions has the coordinates of its first chunk beside it.
        let origin = fs::read_to_string(place.join("origin")).unwrap_or_else(|_| "0".to_owned());
        let words: Vec<&str> =
            command.split(' ').map(|word| if word == "ORIGIN" { &origin } else { word }).collect();
        let ran = run(&words, Path::new("t"), place);
        assert!(ran.status.is_some(), "{command} was ended");
        ran
    };
    let mut found = None;
    for _ in 0..TRIES {
        let (one, ten) = (ran(small), ran(large));
        found = compare(&one, &ten);
        if found.is_none() {
            break;
        }
    }
    found
}

fn compare(one: &Ran, ten: &Ran) -> Option<String> {
    let memory = one.peak.max(LEAST_MEMORY);
    if ten.cpu > one.cpu.max(LEAST_TIME) * TIME {
        return Some(format!("{:?} became {:?}", one.cpu, ten.cpu));
    }
    (ten.peak > memory * MEMORY)
        .then(|| format!("{} MiB of memory became {}", one.peak >> 20, ten.peak >> 20))
}

fn array(document: &Document, place: &Path, chunk: &[u8]) {
    fs::create_dir(place.join("t")).unwrap();
    document.write(&place.join("t"), chunk);
}

/// A chunk of elements of one byte behind one codec.
fn coded(codec: &str, elements: usize, place: &Path, stored: &[u8]) {
    let shape = format!("[{elements}]");
    let codecs = format!("[{{\"name\": \"bytes\"}}, {codec}]");
    array(&Document::v3().shaped(&shape, &shape).with("codecs", codecs), place, stored);
}

fn values(size: usize, place: &Path) {
    let list = vec!["1"; size].join(",");
    array(&Document::v3().with("attributes", format!("{{\"a\": [{list}]}}")), place, &[0; 8]);
}

fn values_v2(size: usize, place: &Path) {
    array(&Document::v2(), place, &[0; 8]);
    fs::write(place.join("t/.zattrs"), format!("{{\"a\": [{}]}}", vec!["1"; size].join(","))).unwrap();
}

fn consolidated(size: usize, place: &Path) {
    let mut members = Vec::new();
    for number in 0..size {
        members.push(format!("\"a{number}\": {}", Document::v3().text()));
    }
    let copies =
        format!(r#"{{"kind": "inline", "must_understand": false, "metadata": {{{}}}}}"#, members.join(","));
    fs::create_dir(place.join("t")).unwrap();
    fs::write(place.join("t/zarr.json"), Document::group().with("consolidated_metadata", copies).text())
        .unwrap();
}

fn deep_copy(levels: usize, place: &Path) {
    let copy = format!("\"{}b\": {}", "a/".repeat(levels), Document::v3().text());
    let copies = format!(r#"{{"kind": "inline", "must_understand": false, "metadata": {{{copy}}}}}"#);
    fs::create_dir(place.join("t")).unwrap();
    fs::write(place.join("t/zarr.json"), Document::group().with("consolidated_metadata", copies).text())
        .unwrap();
}

/// Beside the documents of the store, of which there is one.
fn deep_key(levels: usize, place: &Path) {
    array(&Document::v3(), place, &[]);
    fs::write(place.join("keys.txt"), format!("zarr.json\n{}b/zarr.json\n", "a/".repeat(levels))).unwrap();
}

fn fill_value(size: usize, place: &Path) {
    let same = r#"{"name": "transpose", "configuration": {"order": [0]}},"#.repeat(60);
    let document =
        Document::v3().with("data_type", "\"string\"").with("fill_value", format!("{:?}", "x".repeat(size)));
    let document = document.with("codecs", format!("[{same}{{\"name\": \"vlen-utf8\"}}]"));
    array(&document, place, &[vec![8, 0, 0, 0], vec![0; 32]].concat());
}

/// An array of one element.
fn ones(rank: usize, place: &Path) -> Document {
    fs::write(place.join("origin"), vec!["0"; rank].join(",")).unwrap();
    let shape = format!("[{}]", vec!["1"; rank].join(","));
    Document::v3().shaped(&shape, &shape)
}

fn named_dimensions(rank: usize, place: &Path) {
    let names: Vec<String> = (0..rank).map(|number| format!("\"d{number}\"")).collect();
    fs::create_dir(place.join("t")).unwrap();
    let document = ones(rank, place).with("dimension_names", format!("[{}]", names.join(", ")));
    fs::write(place.join("t/zarr.json"), document.text()).unwrap();
}

fn dimensions_of_group(rank: usize, place: &Path) {
    let inside = place.join("inside");
    fs::create_dir(&inside).unwrap();
    named_dimensions(rank, &inside);
    fs::create_dir(place.join("t")).unwrap();
    fs::write(place.join("t/zarr.json"), Document::group().text()).unwrap();
    fs::rename(inside.join("t"), place.join("t/a")).unwrap();
}

fn dimensions(rank: usize, place: &Path) {
    fs::create_dir(place.join("t")).unwrap();
    fs::write(place.join("t/zarr.json"), ones(rank, place).text()).unwrap();
}

/// Two arrays without chunks, whose chunks would end at other places.
fn pairs(rank: usize, place: &Path) {
    let shape = format!("[{}]", vec!["2"; rank].join(","));
    for (name, edge) in [("t", "1"), ("u", "2")] {
        let chunks = format!("[{}]", vec![edge; rank].join(","));
        fs::create_dir(place.join(name)).unwrap();
        fs::write(place.join(name).join("zarr.json"), Document::v3().shaped(&shape, &chunks).text()).unwrap();
    }
}

/// A file where the directory of the second coordinate should be.
fn file_in_the_way(rank: usize, place: &Path) {
    array(&ones(rank, place), place, &[7]);
}

fn reshaped(rank: usize, place: &Path) {
    let more = vec!["1"; rank].join(",");
    let document = Document::v3().sharded(&format!("[1,{more}]"), r#"[{"name": "bytes"}]"#);
    let shard = document.text();
    let codecs = serde_json::from_str::<serde_json::Value>(&shard).unwrap()["codecs"][0].to_string();
    let reshape = format!(r#"{{"name": "reshape", "configuration": {{"shape": [8,{more}]}}}}"#);
    let mut chunk = vec![7; 8];
    for entry in 0..8_u64 {
        chunk.extend([entry.to_le_bytes(), 1_u64.to_le_bytes()].concat());
    }
    array(&Document::v3().with("codecs", format!("[{reshape},{codecs}]")), place, &chunk);
}

/// Names that change from a digit to a letter and back, all with the same start.
fn names(count: usize, place: &Path) {
    let start = "1a".repeat(1000);
    zip(place, (0..count).map(|number| format!("{start}{}", number * 7919 % count)));
}

fn members(count: usize, place: &Path) {
    zip(place, (0..count).map(|number| format!("g{}/{number}", number % 50)));
}

/// An archive of empty members, and of a group.
fn zip(place: &Path, names: impl Iterator<Item = String>) {
    let mut writer = zip::ZipWriter::new(File::create(place.join("t")).unwrap());
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    writer.start_file("zarr.json", options).unwrap();
    writer.write_all(Document::group().text().as_bytes()).unwrap();
    for name in names {
        writer.start_file(name, options).unwrap();
    }
    writer.finish().unwrap();
}

/// The end of an archive whose list is nowhere: the locator of its record for large archives, and the common one.
fn end() -> Vec<u8> {
    let locator = [b"PK\x06\x07\0\0\0\0".as_slice(), &1_u64.to_le_bytes(), &1_u32.to_le_bytes()].concat();
    [locator.as_slice(), b"PK\x05\x06\0\0\0\0", &[255; 12], &[0; 2]].concat()
}

/// Records that all say that they go on to the end.
fn records(count: usize, place: &Path) {
    let mut bytes = b"PK\x03\x04".to_vec();
    for number in 0..count {
        let own = ((count - number) * 56 - 12) as u64;
        bytes.extend([b"PK\x06\x06".as_slice(), &own.to_le_bytes(), &[0; 44]].concat());
    }
    fs::write(place.join("t"), [bytes, end()].concat()).unwrap();
}

fn sparse(size: usize, place: &Path) {
    let mut file = File::create(place.join("t")).unwrap();
    file.write_all(b"PK\x03\x04").unwrap();
    file.seek(SeekFrom::Start(size as u64)).unwrap();
    file.write_all(&end()).unwrap();
}

fn gzip(count: usize, place: &Path) {
    let empty = GzEncoder::new(Vec::new(), Compression::fast()).finish().unwrap();
    coded(r#"{"name": "gzip", "configuration": {"level": 1}}"#, 0x8000, place, &empty.repeat(count));
}

/// Each member must not get room for the whole chunk.
fn gzip_of_many(count: usize, place: &Path) {
    let empty = GzEncoder::new(Vec::new(), Compression::fast()).finish().unwrap();
    coded(r#"{"name": "gzip", "configuration": {"level": 1}}"#, 10_000_000, place, &empty.repeat(count));
}

/// More than any chain may have.
fn codecs(count: usize, place: &Path) {
    let codecs = vec![r#"{"name": "crc32c"}"#; count].join(",");
    array(&Document::v3().with("codecs", format!("[{{\"name\": \"bytes\"}},{codecs}]")), place, &[0; 8]);
}

const ZSTD: &str = r#"{"name": "zstd", "configuration": {"level": 1, "checksum": false}}"#;
/// A frame of no bytes: its size is there, and one last block of none.
const EMPTY_FRAME: &[u8] = b"\x28\xb5\x2f\xfd\x20\0\x01\0\0";

fn zstd(count: usize, place: &Path) {
    coded(ZSTD, 8, place, &EMPTY_FRAME.repeat(count));
}

fn skippable(count: usize, place: &Path) {
    coded(ZSTD, 8, place, &[b"\x50\x2a\x4d\x18\0\0\0\0".repeat(count).as_slice(), EMPTY_FRAME].concat());
}

fn bz2(count: usize, place: &Path) {
    let empty = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best()).finish().unwrap();
    coded(r#"{"name": "numcodecs.bz2", "configuration": {"level": 1}}"#, 8, place, &empty.repeat(count));
}

fn xz(count: usize, place: &Path) {
    let options = lzma_rust2::XzOptions::with_preset(9);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    writer.write_all(b"a").unwrap();
    let stream = writer.finish().unwrap();
    coded(r#"{"name": "numcodecs.lzma", "configuration": {}}"#, count, place, &stream.repeat(count));
}

/// Blocks of 16 bytes, each a frame of zstd.
fn blosc(count: usize, place: &Path) {
    let frame: &[u8] = b"\x28\xb5\x2f\xfd\x20\x10\x83\0\0\x07";
    let block = [&u32::try_from(frame.len()).unwrap().to_le_bytes(), frame].concat();
    let first = 16 + 4 * count;
    let word = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let mut bytes = vec![2, 1, 0x90, 1];
    bytes.extend([word(16 * count), word(16), word(first + count * block.len())].concat());
    for number in 0..count {
        bytes.extend(word(first + number * block.len()));
    }
    bytes.extend(block.repeat(count));
    let codec = r#"{"name": "blosc", "configuration": {"cname": "zstd", "clevel": 1, "shuffle": "noshuffle", "typesize": 1, "blocksize": 0}}"#;
    coded(codec, 16 * count, place, &bytes);
}

/// Sequences of one letter each.
fn lz4(count: usize, place: &Path) {
    let mut bytes = u32::try_from(5 * count + 1).unwrap().to_le_bytes().to_vec();
    for _ in 0..count {
        bytes.extend(b"\x10a\x01\0");
    }
    bytes.extend(b"\x10a");
    coded(r#"{"name": "numcodecs.lz4", "configuration": {"acceleration": 1}}"#, 5 * count + 1, place, &bytes);
}

fn shard(count: usize, place: &Path) {
    let shape = format!("[{count}]");
    let document = Document::v3().shaped(&shape, &shape).sharded("[1]", r#"[{"name": "bytes"}]"#);
    let entry = [0_u64.to_le_bytes(), 1_u64.to_le_bytes()].concat();
    array(&document, place, &[vec![7], entry.repeat(count)].concat());
}

/// Inner chunks of 16 numbers that rise, of which every second lies in the place of another.
fn shuffled_shard(count: usize, place: &Path) {
    let shape = format!("[{}]", count * 16);
    let little = r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let document = Document::v3().shaped(&shape, &shape).typed("float32").sharded("[16]", little);
    let mut stored: Vec<u8> = (0..count * 16)
        .flat_map(|at| (f32::from(u16::try_from(at % 60_000).unwrap()) / 7.0).to_le_bytes())
        .collect();
    for number in 0..count {
        let from = if number % 2 == 0 { number } else { (number * 7 + 3) % count };
        stored.extend([(from * 64).to_le_bytes(), 64_usize.to_le_bytes()].concat());
    }
    array(&document, place, &stored);
}

/// One inner chunk is there, and all others are the fill value.
fn shard_of_texts(count: usize, place: &Path) {
    let document = Document::v3()
        .shaped(&format!("[{}]", count * 16), &format!("[{}]", count * 16))
        .with("data_type", "\"string\"")
        .with("fill_value", format!("{:?}", "x".repeat(100)))
        .sharded("[16]", r#"[{"name": "vlen-utf8"}]"#);
    let inner = [16_u32.to_le_bytes().to_vec(), b"\x01\0\0\0a".repeat(16)].concat();
    let entry = [0_u64.to_le_bytes(), (inner.len() as u64).to_le_bytes()].concat();
    array(&document, place, &[inner, entry, vec![255; 16 * (count - 1)]].concat());
}

fn texts(count: usize, place: &Path) {
    let shape = format!("[{count}]");
    let document =
        Document::v3().shaped(&shape, &shape).with("data_type", "\"string\"").with("fill_value", "\"\"");
    let bytes = [u32::try_from(count).unwrap().to_le_bytes().to_vec(), b"\x01\0\0\0a".repeat(count)].concat();
    array(&document.with("codecs", r#"[{"name": "vlen-utf8"}]"#), place, &bytes);
}

/// Of one byte each.
fn lists(count: usize, place: &Path) {
    let shape = format!("[{count}]");
    let document =
        Document::v3().shaped(&shape, &shape).with("data_type", "\"bytes\"").with("fill_value", "\"\"");
    let bytes = [u32::try_from(count).unwrap().to_le_bytes().to_vec(), b"\x01\0\0\0a".repeat(count)].concat();
    array(&document.with("codecs", r#"[{"name": "vlen-bytes"}]"#), place, &bytes);
}

fn fields(count: usize, place: &Path) {
    let fields: Vec<String> = (0..count).map(|number| format!(r#"["f{number}", "|u1"]"#)).collect();
    let document = Document::v2()
        .with("shape", "[2]")
        .with("chunks", "[2]")
        .with("dtype", format!("[{}]", fields.join(",")))
        .with("fill_value", "null");
    array(&document, place, &vec![7; 2 * count]);
}

fn attributes(count: usize, place: &Path) {
    let attributes: Vec<String> = (0..count).map(|number| format!(r#""a{number}": {number}"#)).collect();
    array(&Document::v3().with("attributes", format!("{{{}}}", attributes.join(","))), place, &[]);
}

fn data_type(count: usize, place: &Path) {
    array(&Document::v3().with("data_type", format!("\"{}\"", "int".repeat(count))), place, &[]);
}

fn chunks(count: usize, place: &Path) {
    missing(count, place);
    fs::create_dir(place.join("t/c")).unwrap();
    for number in 0..count {
        fs::write(place.join(format!("t/c/{number}")), [7]).unwrap();
    }
}

fn group(count: usize, place: &Path) {
    fs::create_dir(place.join("t")).unwrap();
    fs::write(place.join("t/zarr.json"), r#"{"zarr_format": 3, "node_type": "group"}"#).unwrap();
    for number in 0..count {
        let directory = place.join(format!("t/a{number}"));
        fs::create_dir(&directory).unwrap();
        Document::v3().shaped("[1]", "[1]").write(&directory, &[7]);
    }
}

fn references(count: usize, place: &Path) {
    let document = Document::v2()
        .with("shape", format!("[{count}]"))
        .with("chunks", "[1]")
        .text()
        .replace('\n', "")
        .replace('"', "\\\"");
    let mut refs = format!(r#"{{".zgroup": "{{\"zarr_format\": 2}}", "v/.zarray": "{document}""#);
    for number in 0..count {
        write!(refs, r#", "v/{number}": ["own.bin", {number}, 1]"#).unwrap();
    }
    fs::write(place.join("t"), format!(r#"{{"version": 1, "refs": {refs}}}}}"#)).unwrap();
    fs::write(place.join("own.bin"), vec![7; count]).unwrap();
}

/// All rows have one text, which the table has once.
#[cfg(feature = "references-parquet")]
fn table(count: usize, place: &Path) {
    use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
    use parquet::file::{properties::WriterProperties, writer::SerializedFileWriter};
    use parquet::schema::parser::parse_message_type;

    let array = Document::v2().with("shape", format!("[{count}]")).with("chunks", "[1]").text();
    let documents = format!(r#"{{".zgroup": {{"zarr_format": 2}}, "v/.zarray": {array}}}"#);
    fs::create_dir_all(place.join("t/v")).unwrap();
    let consolidated = format!(r#"{{"metadata": {documents}, "record_size": {count}}}"#);
    fs::write(place.join("t/.zmetadata"), consolidated).unwrap();
    let columns = "message refs { required binary path (UTF8); required int64 offset; required int64 size; }";
    let schema = parse_message_type(columns).unwrap().into();
    let file = File::create(place.join("t/v/refs.0.parq")).unwrap();
    let properties = WriterProperties::builder().build().into();
    let mut table = SerializedFileWriter::new(file, schema, properties).unwrap();
    let mut rows = table.next_row_group().unwrap();
    let mut paths = rows.next_column().unwrap().unwrap();
    let texts = vec![ByteArray::from("n".repeat(count).into_bytes()); count];
    paths.typed::<ByteArrayType>().write_batch(&texts, None, None).unwrap();
    paths.close().unwrap();
    for _ in ["offset", "size"] {
        let mut numbers = rows.next_column().unwrap().unwrap();
        numbers.typed::<Int64Type>().write_batch(&vec![1; count], None, None).unwrap();
        numbers.close().unwrap();
    }
    rows.close().unwrap();
    table.close().unwrap();
}

/// The same arrays, but further down.
fn levels(count: usize, place: &Path) {
    let mut deepest = place.join("t");
    for _ in 0..count {
        deepest.push("d");
    }
    for number in 0..200 {
        let directory = deepest.join(format!("a{number}"));
        fs::create_dir_all(&directory).unwrap();
        Document::v3().shaped("[1]", "[1]").write(&directory, &[7]);
    }
}

fn configuration(count: usize, place: &Path) {
    values(1, place);
    let mut text = "[keys]\n".to_owned();
    for number in 0..count {
        writeln!(text, "no-such-key-{number} = \"x\"").unwrap();
    }
    fs::write(place.join("c.toml"), text).unwrap();
}

fn missing(count: usize, place: &Path) {
    fs::create_dir(place.join("t")).unwrap();
    let document = Document::v3().shaped(&format!("[{count}]"), "[1]");
    fs::write(place.join("t/zarr.json"), document.text()).unwrap();
}

fn expected(count: usize, place: &Path) {
    missing(count, place);
    let mut names = String::new();
    for number in 0..count {
        writeln!(names, "c/{}", number * 7919 % count).unwrap();
    }
    fs::write(place.join("names.txt"), names).unwrap();
}

/// A report of very many missing chunks.
fn report(count: usize, place: &Path) {
    missing(count, place);
    let ran = run(&["verify", "--json", "--part", "1/1", "--expect", "all"], Path::new("t"), place);
    fs::remove_dir_all(place.join("t")).unwrap();
    fs::write(place.join("t"), ran.stdout).unwrap();
}
