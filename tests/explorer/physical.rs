//! Values as the attributes mean them, labels of rows and columns, and elements by their labels.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;

use insta::assert_snapshot;
use zarrscope::explorer::TaskAnswer;
use zarrscope::explorer::tasks::{FindLabels, FoundLabels};
use zarrscope::explorer::{Action, Effect, Key, RequestId, Work};
use zarrscope::explorer::{Configuration, key_entries, perform};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::pipeline::LabelProgress;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);

/// What is stored of the temperature: it is so many hundredths above 273.15 K, but for one element that is masked.
fn stored([t, y, x]: [i16; 3]) -> i16 {
    if [t, y, x] == [0, 0, 1] { i16::MIN } else { t * 100 + y * 10 + x }
}

/// A group with a temperature of (time, lat, lon), packed as xarray packs it, flags of the same shape, and coordinates.
fn climate() -> Store {
    let indices = |t: i16| (0..6).flat_map(move |y| (0..8).map(move |x| [t, y, x]));
    let of = |chunk: i16| (0..2).flat_map(move |own| indices(chunk * 2 + own));
    let array = Document::v3().shaped("[4, 6, 8]", "[2, 6, 8]").typed("int16");
    let array = array.with("dimension_names", r#"["time", "lat", "lon"]"#);
    let packed = r#"{"units": "K", "scale_factor": 0.01, "add_offset": 273.15, "_FillValue": -32768}"#;
    let flags = r#"{"flag_values": [0, 1, 2], "flag_meanings": "good doubtful bad"}"#;
    let mut store = Store::named("climate.zarr")
        .group("")
        .array("tas", &array.clone().with("attributes", packed))
        .array("quality", &array.with("attributes", flags));
    for chunk in 0..2 {
        let bytes: Vec<u8> = of(chunk).flat_map(|at| stored(at).to_le_bytes()).collect();
        store.write(&format!("tas/c/{chunk}/0/0"), bytes);
        let bytes: Vec<u8> = of(chunk).flat_map(|[t, y, x]| ((t + y + x) % 3).to_le_bytes()).collect();
        store.write(&format!("quality/c/{chunk}/0/0"), bytes);
    }
    let since = r#"{"units": "days since 2020-02-28", "calendar": "standard"}"#;
    let longitudes = [0.0_f64, 1.5, 3.0, 4.5, 6.0, 7.5, 9.0, 10.5];
    for (name, data_type, attributes, bytes) in [
        ("time", "int64", since, [0_i64, 1, 2, 3].map(i64::to_le_bytes).concat()),
        (
            "lat",
            "float64",
            r#"{"units": "degrees_north"}"#,
            [50.0_f64, 49.0, 48.0, 47.0, 46.0, 45.0].map(f64::to_le_bytes).concat(),
        ),
        ("lon", "float64", r#"{"units": "degrees_east"}"#, longitudes.map(f64::to_le_bytes).concat()),
    ] {
        let shape = format!("[{}]", bytes.len() / 8);
        let document = Document::v3().shaped(&shape, &shape).typed(data_type);
        let document =
            document.with("dimension_names", format!("[\"{name}\"]")).with("attributes", attributes);
        store = store.array(name, &document).file(&format!("{name}/c/0"), bytes);
    }
    store
}

/// Writes a document anew with another text in the place of one.
fn replace(store: &Store, document: &str, from: &str, to: &str) {
    let text = fs::read_to_string(store.path(document)).unwrap();
    store.write(document, text.replace(from, to));
}

#[test]
fn the_temperature_at_a_place_and_a_time_takes_a_few_keys() {
    for size in [WIDE, MEDIUM, (40, 12)] {
        let store = climate();
        let mut explorer = store.explorer(size);
        explorer.keys("/tas\n").keys(":time=2020-03-01 lat=47\n");
        let said = explorer.screen();
        // A long message is in lines.
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("time 2020-03-01 → index 2 (exact)"), "{said}");
        assert!(!words.contains("raw values"), "{said}");
        let screen = explorer.keys("lh").screen();
        // 2 · 100 + 3 · 10 + 0 hundredths.
        assert!(screen.contains("275.45"), "{screen}");
        assert!(screen.contains("[2, 3, 0] = 230"), "the raw value stays: {screen}");
        assert!(size == (40, 12) || screen.contains("230 × 0.01 + 273.15 → 275.45 K"), "{screen}");
        let screen = explorer.keys(":at 0,0,1\n").screen();
        assert!(screen.contains('–'), "what is masked has a sign: {screen}");
        assert!(screen.contains("[0, 0, 1] = -32768"), "{screen}");
        explorer.keys("A:time=2020-03-01 lat=47\n");
        let raw = explorer.screen().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(raw.contains("raw values, A shows what they mean"), "{raw}");
    }
}

#[test]
fn packed_values_and_times_are_physical_first_unless_the_configuration_says_otherwise() {
    let store = climate();
    let shown = |physical: &str, path: &str| {
        let mut explorer = store.explorer(WIDE);
        let text = format!("physical = \"{physical}\"\n");
        let (configuration, faults) = Configuration::read(&text, &key_entries());
        assert_eq!(faults, []);
        explorer.app.configure(&configuration);
        explorer.find(path);
        explorer.screen().contains("· physical") || explorer.screen().contains("2020-03-02")
    };
    for (physical, expected) in [
        ("where-clear", [true, true, false]),
        ("always", [true, true, true]),
        ("never", [false, false, false]),
    ] {
        assert_eq!(["tas", "time", "quality"].map(|path| shown(physical, path)), expected, "{physical}");
    }
    // An offset that is no number leaves a doubt.
    replace(&store, "tas/zarr.json", "273.15", "\"warm\"");
    assert!(!shown("where-clear", "tas"));
}

#[test]
fn the_title_says_which_values_are_shown_and_rows_have_labels() {
    let store = climate();
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("/tas\n\t\t\t");
    assert_snapshot!(explorer.screen());
    assert!(explorer.keys("]").screen().contains("[2020-02-29, :, :]"), "{}", explorer.screen());
    let screen = explorer.keys("S").screen();
    assert!(screen.contains("· physical, K") && screen.contains("masked"), "{screen}");
    assert!(
        screen.contains("[0, 0, 0]  time=2020-02-28, lat=50.0, lon=0.0"),
        "the coordinates of the least: {screen}"
    );
    explorer.keys("q");
    let raw = explorer.keys("A").screen();
    assert!(raw.contains("raw values, as the codecs give them") && raw.contains("· raw"), "{raw}");
}

#[test]
fn flags_have_names_and_times_are_dates() {
    let store = climate();
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("/quality\n\t\t\tA").screen();
    assert!(["good", "doubtful", "bad"].iter().all(|name| screen.contains(name)), "{screen}");
    explorer.find("time");
    let screen = explorer.screen();
    assert!(screen.contains("2020-03-02"), "{screen}");
}

#[test]
fn pictures_follow() {
    let store = climate();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("/tas\n\t\t\tAm");
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
    let store = climate();
    let mut explorer = store.explorer(WIDE);
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
    assert!(
        plain.keys("\t\tA").screen().contains("nothing to unpack; coordinates are shown"),
        "{}",
        plain.screen()
    );
}

#[test]
fn what_is_copied_and_saved_is_what_is_shown() {
    let store = climate();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("/tas\n:at 2,3,0\n");
    assert!(explorer.keys("y").screen().contains("copied 275.45 K"), "{}", explorer.screen());
    assert!(explorer.keys("A").keys("y").screen().contains("copied 230"), "{}", explorer.screen());
    assert!(explorer.keys("AW").screen().contains("-physical.npy"), "{}", explorer.screen());
}

/// Types keys without doing the work that they ask for.
fn type_only(explorer: &mut Explorer, keys: &str) -> Vec<Work> {
    let mut asked = Vec::new();
    for key in keys.chars().map(|c| if c == '\n' { Key::Enter } else { Key::Char(c) }) {
        let effects = explorer.app.update(Action::Key(key));
        asked.extend(effects.into_iter().filter_map(|effect| match effect {
            Effect::Work(work) if work.is::<FindLabels>() => Some(work),
            _ => None,
        }));
    }
    asked
}

fn id_of(asked: &[Work]) -> RequestId {
    match asked {
        [work] => work.id(),
        other => panic!("{other:?}"),
    }
}

/// How far looking for labels has come.
fn sought(id: RequestId, read: u64) -> Action {
    let progress = LabelProgress { name: "time".to_owned(), read, chunks: 12 };
    Action::Answer(TaskAnswer::to::<FindLabels>(id, FoundLabels::Progress(progress)))
}

#[test]
fn what_is_looked_for_has_a_sign_and_can_be_stopped() {
    let store = climate();
    for (size, expected) in [
        (WIDE, "looking for time=2020-03-01 in 3 of 12 chunks, Esc stops"),
        (MEDIUM, "looking for time=2020-03-01 in 3 of 12 chunks, Esc stops"),
        ((40, 12), "labels 3/12, Esc stops"),
    ] {
        let mut explorer = store.explorer(size);
        explorer.keys("/tas\n\t\t\t");
        let asked = type_only(&mut explorer, ":time=2020-03-01\n");
        let id = id_of(&asked);
        assert!(asked[0].is_wanted());
        explorer.act(sought(id, 3));
        assert!(explorer.screen().contains(expected), "{}", explorer.screen());
        // It stays while other keys are pressed.
        assert!(explorer.keys("jk").screen().contains(expected), "{}", explorer.screen());
        let said = explorer.keys("\u{1b}").app.shared.message.clone().unwrap_or_default();
        assert!(said.contains("is ended"), "{said}");
        assert!(!explorer.keys("j").screen().contains("3 of 12"), "{}", explorer.screen());
        assert!(!asked[0].is_wanted());
        // The answer that comes all the same changes nothing.
        let before = explorer.screen();
        perform(&asked[0], &|| true, &mut |action| {
            explorer.app.update(action);
            true
        });
        assert_eq!(explorer.screen(), before);
    }
}

#[test]
fn another_search_replaces_the_first_and_another_array_ends_it() {
    let store = climate();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("/tas\n");
    let first = id_of(&type_only(&mut explorer, ":time=2020-03-01\n"));
    let second = id_of(&type_only(&mut explorer, ":lat=47\n"));
    assert!(first != second);
    let screen = explorer.screen();
    assert!(screen.contains("looking for lat=47 instead of time=2020-03-01"), "{screen}");
    explorer.act(sought(first, 5));
    assert!(!explorer.screen().contains("5 of 12"), "{}", explorer.screen());
    let screen = explorer.keys("/quality\n").screen();
    assert!(screen.contains("the search for lat=47 is ended"), "{screen}");
}

#[test]
fn a_name_with_blanks_can_be_typed() {
    let store = climate();
    for document in ["tas/zarr.json", "lat/zarr.json"] {
        replace(&store, document, "\"lat\"", "\"my lat\"");
    }
    fs::rename(store.path("lat"), store.path("my lat")).unwrap();
    let mut explorer = store.explorer(WIDE);
    for typed in ["my lat=47 time=2020-03-01", "time=2020-03-01 \"my lat\"=47"] {
        explorer.keys("/tas\n");
        let screen = explorer.keys(&format!(":{typed}\n")).screen();
        assert!(screen.contains("my lat 47.0 → index 3 (exact)"), "{screen}");
    }
}

#[test]
fn coordinates_that_cannot_be_read_say_why() {
    let store = climate();
    store.write("lat/c/0", b"short");
    replace(&store, "lon/zarr.json", "[8]", "[9]");
    for size in [(200, 60), WIDE] {
        let mut explorer = store.explorer(size);
        let said = |screen: &str| screen.contains("no labels of lat: ") && screen.contains("; lon: expected");
        let mark = |screen: &str| size == WIDE || screen.contains("· no labels of lat, lon");
        let screen = explorer.keys("/tas\n\t\t\tAA").screen();
        assert!(said(&screen) && mark(&screen), "{screen}");
        let next = explorer.keys("j").screen();
        assert!(!said(&next) && mark(&next), "{next}");
        let again = explorer.keys("AA").screen();
        assert!(said(&again), "{again}");
    }
}

#[test]
fn what_is_packed_twice_is_pointed_out_in_the_pipeline() {
    let store = climate();
    let chain = r#"[{"name": "scale_offset", "configuration": {"offset": 5}}, {"name": "bytes""#;
    replace(&store, "tas/zarr.json", r#"[{"name": "bytes""#, chain);
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("/tas\n:at 2,3,0\n").screen();
    assert!(screen.contains("(packed twice)"), "{screen}");
    assert!(screen.contains("scale_offset: they are packed twice"), "{screen}");
}

#[test]
fn titles_and_legends_have_labels_and_names() {
    let store = climate();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("/tas\n\t\t\tAA]");
    let profile = explorer.keys("P").screen();
    assert!(profile.contains("profile through time=2020-02-29 (1), lat=50.0 (0), lon=0.0 (0)"), "{profile}");
    assert!(profile.contains("cursor at 0.0") && profile.contains("10.5"), "{profile}");
    let stats = explorer.keys("\u{1b}S").screen();
    assert!(stats.contains("the plane time=2020-02-29 (1)"), "{stats}");
    let picture = explorer.keys("\u{1b}m").screen();
    assert!(picture.contains("lat ↓ lon →, time=2020-02-29 · physical, K"), "{picture}");
    explorer.keys("m");
    explorer.find("quality");
    let flags = explorer.keys("m").screen();
    assert!(["█ good", "█ doubtful", "█ bad"].iter().all(|name| flags.contains(name)), "{flags}");
    let stats = explorer.keys("mS").screen();
    assert!(stats.contains("0 good ┤") && stats.contains("2 bad"), "{stats}");
    explorer.keys("\u{1b}").find("time");
    let profile = explorer.keys("P").screen();
    assert!(profile.contains("2020-03-02│") && profile.contains("2020-02-28│"), "{profile}");
}

#[test]
fn coordinates_along_several_dimensions_are_shown_at_the_cursor() {
    let plane = |units: &str, more: &str| {
        Document::v3()
            .shaped("[2, 3]", "[2, 3]")
            .with("dimension_names", r#"["y", "x"]"#)
            .with("attributes", format!(r#"{{"units": "{units}"{more}}}"#))
    };
    let store = Store::new().group("");
    store.put("lat", &plane("degrees_north", ""), &[("c/0/0", vec![50, 51, 52, 53, 54, 55])]);
    store.put("lon", &plane("degrees_east", ""), &[("c/0/0", vec![0, 10, 20, 1, 11, 21])]);
    let named = r#", "coordinates": "height lat lon""#;
    store.put("height", &Document::v3().shaped("[]", "[]"), &[("c", vec![2])]);
    store.put("t", &plane("K", named), &[("c/0/0", vec![1, 2, 3, 4, 5, 6])]);
    let mut explorer = Explorer::open(Hierarchy::open(&store.path("")).unwrap(), (140, 40));
    explorer.find("t");
    assert!(!explorer.screen().contains("lat="), "{}", explorer.screen());
    explorer.keys("A:lat=54,lon=11\n");
    let screen = explorer.screen();
    assert!(screen.contains("[1, 1] = 5 K  lat=54, lon=11, height=2"), "{screen}");
    assert!(explorer.keys("m").screen().contains("[1, 1] = 5  lat=54, lon=11"), "{}", explorer.screen());
}

#[test]
fn a_range_of_numbers_ends_where_the_numbers_mean_something_else() {
    let store = climate();
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("/tas\n\t\t\tm:range 274 276\n").screen();
    assert!(screen.contains("274 █████ 276 K"), "{screen}");
    let screen = explorer.keys("A").screen();
    assert!(
        !screen.contains("276 K") && screen.contains("colours have a range of their own again"),
        "{screen}"
    );
}
