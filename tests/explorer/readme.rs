//! README and manual agree with the program: their tables come from those of the code, their pictures from real screens.
//! `UPDATE_README=1 cargo test --test explorer readme` writes them again.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::time::Duration;

use ratatui::buffer::Buffer;
use zarrscope::codec::{CODECS, CodecRow, NAMED_ONLY};
use zarrscope::explorer::keymap::{KEYMAP, names};
use zarrscope::explorer::print;
use zarrscope::explorer::{App, Recording, ThemeName};
use zarrscope::learn::{CourseProgress, LESSONS};
use zarrscope::limits::{LIMITS, Limit};
use zarrscope::metadata::DataType;
use zarrscope::tell::words::grouped;

use crate::explorer::Explorer;
use crate::repository::repository;

const MANUAL: &str = "assets/MANUAL.md";

fn keys() -> String {
    let rows = KEYMAP
        .iter()
        .map(|binding| format!("| `{}` | {} |\n", names(binding).replace(", ", "` `"), binding.help));
    format!("| key | what it does |\n| --- | --- |\n{}", rows.collect::<String>())
}

fn codecs() -> String {
    let ids = |codec: &CodecRow| codec.v2.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    let row = |codec: &CodecRow| {
        format!("| `{}` | {} | {} | reads | {} |\n", codec.name, ids(codec), codec.kind(), codec.summary)
    };
    let rows: String = CODECS.iter().map(row).collect();
    let named = |(name, what): &(&str, &str)| format!("| `{name}` | | | names only | {what} |\n");
    let named: String = NAMED_ONLY.iter().map(named).collect();
    format!("| codec | in V2 | kind | | what it does |\n| --- | --- | --- | --- | --- |\n{rows}{named}")
}

/// What a store may be, what becomes of it, and what it is known by.
const FORMATS: &[(&str, &str, &str)] = &[
    ("Zarr V3", "reads", "`zarr.json`"),
    ("Zarr V2", "reads", "`.zarray`, `.zgroup`, `.zattrs`, `.zmetadata`"),
    ("directories", "reads", ""),
    ("zip archives", "reads", "their end record, whatever they are called"),
    (
        "Kerchunk and VirtualiZarr references in JSON",
        "reads",
        "`version` and `refs`, or keys such as `.zgroup`, in a file",
    ),
    (
        "Kerchunk and VirtualiZarr references in Parquet (feature `references-parquet`)",
        "reads",
        "`.zmetadata` with `record_size`, without `.zgroup`",
    ),
    (
        "Icechunk 1 and 2 (feature `icechunk`)",
        "reads",
        "`snapshots`, with `repo` or with `refs` and `manifests`",
    ),
    (
        "stores at addresses (feature `remote`)",
        "reads",
        "`s3://`, `gs://`, `az://`, `abfs://`, `https://`, `http://`",
    ),
    ("the draft of V3 from 2020", "names only", "`zarr_format` in `zarr.json`"),
    ("N5", "names only", "`attributes.json`"),
];

fn formats() -> String {
    let row = |(name, support, marks): &(&str, &str, &str)| format!("| {name} | {support} | {marks} |\n");
    format!("| format | | known by |\n| --- | --- | --- |\n{}", FORMATS.iter().map(row).collect::<String>())
}

fn data_types() -> String {
    let names = DataType::named().map(|(name, _)| name).chain(DataType::configured());
    let names = names.chain(["r<N>", "complex_<float>"]).map(|name| format!("`{name}`"));
    format!("Data types, all of them read: {}.", names.collect::<Vec<_>>().join(", "))
}

fn limits() -> String {
    let row = |limit: &Limit| {
        let default = if limit.default == 0 { "" } else { &grouped(limit.default.into()) };
        format!("| `{} N` | {default} | {} |\n", limit.option, limit.of)
    };
    let rows: String = LIMITS.iter().map(row).collect();
    format!("| option | without it | limits |\n| --- | --- | --- |\n{rows}")
}

/// The manual with a part between its two marks replaced.
fn with_part(manual: &str, name: &str, part: &str) -> String {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = manual.split_once(&start).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    format!("{before}{start}\n{part}\n{end}{after}")
}

/// Compares a file with what it should be, or writes it.
fn check(path: &str, expected: &str) {
    let path = repository(path);
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{} is out of date", path.display());
}

#[test]
fn the_tables_are_those_of_the_code() {
    let manual = fs::read_to_string(repository(MANUAL)).unwrap();
    let parts = [
        ("keys", keys()),
        ("formats", formats()),
        ("data types", data_types()),
        ("codecs", codecs()),
        ("limits", limits()),
    ];
    let manual = parts.iter().fold(manual, |manual, (name, part)| with_part(&manual, name, part));
    check(MANUAL, &manual);
}

#[test]
fn the_pictures_are_real_screens() {
    check("assets/table.svg", &svg(&Explorer::sample("", (120, 24)).buffer()));
    let mut explorer = Explorer::sample("climate.zarr/temperature", (120, 44));
    check("assets/picture.svg", &svg(&explorer.keys("m").buffer()));
    let mut explorer = Explorer::sample("climate.zarr", (120, 34));
    explorer.find("temperature").keys(":at 7,150,900\n");
    check("assets/explorer.svg", &svg(&explorer.buffer()));
    explorer.keys("\u{1b}\n<<");
    check("assets/stage.svg", &svg(&explorer.buffer()));
    let mut explorer = Explorer::sample("climate.zarr/temperature", (120, 24));
    check("assets/compare.svg", &svg(&explorer.keys("clc<<x").buffer()));
    let number = LESSONS.iter().position(|lesson| lesson.name == "missing");
    let (app, effects) = App::learning(CourseProgress::default(), number, (120, 28));
    let mut explorer = Explorer::before_anything(app);
    explorer.judges = true;
    explorer.perform(effects);
    check("assets/lesson.svg", &svg(&explorer.keys("\n\njQ0\n").buffer()));
    let mut explorer = Explorer::sample("broken.zarr/bad_shard_index", (120, 24));
    check("assets/damaged.svg", &svg(&explorer.keys("l").buffer()));
}

/// What somebody sees who opens a store, follows an element to its bytes, and asks why a chunk is broken.
#[test]
fn the_recording_is_of_real_screens() {
    let mut explorer = Explorer::sample("", (110, 30));
    let mut recording = Recording::of((110, 30));
    let mut at = Duration::ZERO;
    explorer.keys("K");
    // What is pressed, and for how long it is looked at, in tenths of a second.
    let scenes = [
        ("", 15),
        ("/temp", 12),
        ("\n", 15),
        ("llljjj", 10),
        ("m", 25),
        ("m", 8),
        ("\t\t", 8),
        ("\n", 25),
        ("p", 25),
        ("\u{1b}\u{1b}", 8),
        ("/bad_shard", 12),
        ("\n", 15),
        ("l", 20),
        ("d", 30),
    ];
    for (keys, tenths) in scenes {
        for key in keys.chars() {
            explorer.keys(&key.to_string());
            recording.add(&explorer.buffer(), at);
            at += Duration::from_millis(150);
        }
        recording.add(&explorer.buffer(), at);
        at += Duration::from_millis(tenths * 100);
    }
    check("assets/recording.svg", &recording.svg(ThemeName::Dark));
}

/// A screen as a picture, as the key for it writes it.
fn svg(buffer: &Buffer) -> String {
    print::svg(buffer, ThemeName::Dark)
}
