//! Values as the attributes mean them, labels of rows and columns, and elements by their labels.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use tempfile::TempDir;
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NAME: &str = "climate.zarr";

/// What is stored of the temperature: it is so many hundredths above 273.15 K, but for one element that is masked.
fn stored([t, y, x]: [i16; 3]) -> i16 {
    if [t, y, x] == [0, 0, 1] { i16::MIN } else { t * 100 + y * 10 + x }
}

fn names(names: &[&str]) -> String {
    format!("{names:?}")
}

/// An array in two chunks along its first dimension.
fn write(node: &Path, document: &Document, chunks: [Vec<u8>; 2]) {
    fs::create_dir_all(node.join("c")).unwrap();
    fs::write(node.join("zarr.json"), document.text()).unwrap();
    for (number, bytes) in chunks.into_iter().enumerate() {
        fs::create_dir_all(node.join(format!("c/{number}/0"))).unwrap();
        fs::write(node.join(format!("c/{number}/0/0")), bytes).unwrap();
    }
}

fn coordinate(root: &Path, name: &str, (data_type, attributes): (&str, &str), bytes: &[u8]) {
    let node = root.join(name);
    fs::create_dir(&node).unwrap();
    let size = bytes.len() / 8;
    Document::v3()
        .shaped(&format!("[{size}]"), &format!("[{size}]"))
        .with("data_type", format!("\"{data_type}\""))
        .with("codecs", r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#)
        .with("dimension_names", names(&[name]))
        .with("attributes", attributes)
        .write(&node, bytes);
}

/// A group with a temperature of (time, lat, lon), packed as xarray packs it, flags of the same shape, and coordinates.
fn climate() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let root = &directory.path().join(NAME);
    fs::create_dir(root).unwrap();
    fs::write(root.join("zarr.json"), r#"{"zarr_format": 3, "node_type": "group"}"#).unwrap();
    let indices = |t: i16| (0..6).flat_map(move |y| (0..8).map(move |x| [t, y, x]));
    let of = |chunk: i16| (0..2).flat_map(move |own| indices(chunk * 2 + own));
    let array = Document::v3()
        .shaped("[4, 6, 8]", "[2, 6, 8]")
        .with("data_type", "\"int16\"")
        .with("codecs", r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#)
        .with("dimension_names", names(&["time", "lat", "lon"]));
    let packed = r#"{"units": "K", "scale_factor": 0.01, "add_offset": 273.15, "_FillValue": -32768}"#;
    let bytes = |chunk| of(chunk).flat_map(|at| stored(at).to_le_bytes()).collect();
    write(&root.join("tas"), &array.clone().with("attributes", packed), [bytes(0), bytes(1)]);
    let flags = r#"{"flag_values": [0, 1, 2], "flag_meanings": "good doubtful bad"}"#;
    let bytes = |chunk| of(chunk).flat_map(|[t, y, x]| ((t + y + x) % 3).to_le_bytes()).collect();
    write(&root.join("quality"), &array.with("attributes", flags), [bytes(0), bytes(1)]);
    let times: Vec<u8> = (0..4_i64).flat_map(i64::to_le_bytes).collect();
    coordinate(
        root,
        "time",
        ("int64", r#"{"units": "days since 2020-02-28", "calendar": "standard"}"#),
        &times,
    );
    let numbers =
        |numbers: &[f64]| -> Vec<u8> { numbers.iter().flat_map(|number| number.to_le_bytes()).collect() };
    let latitudes = numbers(&[50.0, 49.0, 48.0, 47.0, 46.0, 45.0]);
    coordinate(root, "lat", ("float64", r#"{"units": "degrees_north"}"#), &latitudes);
    let longitudes: Vec<f64> = (0..8).map(|number| f64::from(number) * 1.5).collect();
    coordinate(root, "lon", ("float64", r#"{"units": "degrees_east"}"#), &numbers(&longitudes));
    directory
}

fn open(directory: &TempDir, size: (u16, u16)) -> Explorer {
    Explorer::open(Hierarchy::open(&directory.path().join(NAME)).unwrap(), size)
}

#[test]
fn the_temperature_at_a_place_and_a_time_takes_a_few_keys() {
    for size in [WIDE, MEDIUM, (40, 12)] {
        let directory = climate();
        let mut explorer = open(&directory, size);
        explorer.keys("/tas\n").keys(":time=2020-03-01 lat=47\n");
        let said = explorer.screen();
        assert!(said.contains("time 2020-03-01 is 2, exactly"), "{said}");
        let screen = explorer.keys("A").screen();
        // 2 · 100 + 3 · 10 + 0 hundredths.
        assert!(screen.contains("275.45"), "{screen}");
        assert!(screen.contains("[2, 3, 0] = 230"), "the raw value stays: {screen}");
        assert!(size == (40, 12) || screen.contains("230 × 0.01 + 273.15 → 275.45 K"), "{screen}");
        let screen = explorer.keys(":at 0,0,1\n").screen();
        assert!(screen.contains('–'), "what is masked has a sign: {screen}");
        assert!(screen.contains("[0, 0, 1] = -32768"), "{screen}");
    }
}

#[test]
fn the_title_says_which_values_are_shown_and_rows_have_labels() {
    let directory = climate();
    let mut explorer = open(&directory, MEDIUM);
    explorer.keys("/tas\n\t\t\t");
    assert!(explorer.screen().contains("· raw"), "{}", explorer.screen());
    assert_snapshot!(explorer.keys("A").screen());
    assert!(explorer.keys("]").screen().contains("[2020-02-29, :, :]"), "{}", explorer.screen());
    let screen = explorer.keys("S").screen();
    assert!(screen.contains("· physical, K") && screen.contains("masked"), "{screen}");
    explorer.keys("q");
    let raw = explorer.keys("A").screen();
    assert!(raw.contains("raw values, as the codecs give them") && raw.contains("· raw"), "{raw}");
}

#[test]
fn flags_have_names_and_times_are_dates() {
    let directory = climate();
    let mut explorer = open(&directory, WIDE);
    let screen = explorer.keys("/quality\n\t\t\tA").screen();
    assert!(["good", "doubtful", "bad"].iter().all(|name| screen.contains(name)), "{screen}");
    explorer.find("time");
    let screen = explorer.screen();
    assert!(screen.contains("2020-03-02"), "{screen}");
}

#[test]
fn pictures_follow() {
    let directory = climate();
    let mut explorer = open(&directory, WIDE);
    explorer.keys("/tas\n\t\t\tm");
    let raw = explorer.screen();
    assert!(raw.contains("· raw") && raw.contains("-32768"), "{raw}");
    let physical = explorer.keys("A").screen();
    assert!(
        physical.contains("· physical, K") && physical.contains("273.15 █") && physical.contains("~ masked"),
        "{physical}"
    );
}

#[test]
fn labels_that_lead_nowhere_are_explained_and_the_line_says_what_is_wrong() {
    let directory = climate();
    let mut explorer = open(&directory, WIDE);
    for (typed, said) in [
        ("latt=47", "expected one of the dimensions time, lat, lon, found \"latt\""),
        ("time=yesterday", "expected a date such as"),
        ("lat=", "expected names and labels"),
    ] {
        explorer.find("tas");
        let screen = explorer.keys(&format!(":{typed}\n")).screen();
        assert!(screen.contains(said), "{typed}: {screen}");
        explorer.keys("\u{1b}");
    }
    // Without attributes that say anything, nothing is claimed.
    let mut plain = Explorer::sample("grids.zarr/edges", MEDIUM);
    assert!(plain.keys("\t\tA").screen().contains("say nothing about its values"), "{}", plain.screen());
}

#[test]
fn what_is_copied_and_saved_is_what_is_shown() {
    let directory = climate();
    let mut explorer = open(&directory, WIDE);
    explorer.keys("/tas\n:at 2,3,0\n");
    assert!(explorer.keys("y").screen().contains("copied 230"), "{}", explorer.screen());
    assert!(explorer.keys("A").keys("y").screen().contains("copied 275.45 K"), "{}", explorer.screen());
    assert!(explorer.keys("W").screen().contains("-physical.npy"), "{}", explorer.screen());
}
