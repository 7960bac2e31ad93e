//! What the cells of the chunk grid show: ratio, least and greatest value, NaN share, decode time.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use insta::assert_snapshot;
use ratatui::style::Color;
use zarrscope::explorer::TaskAnswer;
use zarrscope::explorer::Work;
use zarrscope::explorer::tasks::JudgeChunks;
use zarrscope::explorer::{Action, GridMode};
use zarrscope::pipeline::{ChunkNumbers, ChunkVerdict, JudgedChunk};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const LARGE: (u16, u16) = (200, 60);
const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);
const SIZES: [(u16, u16); 4] = [LARGE, WIDE, MEDIUM, NARROW];

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Shows a mode, and lets the worker decode what it needs.
fn show<'a>(explorer: &'a mut Explorer, mode: &str) -> &'a mut Explorer {
    explorer.keys(":show ").keys(mode).keys("\n").judge().keys("g")
}

/// Whether the screen says this of a chunk, once the chunk is selected.
fn says(explorer: &mut Explorer, chunk: &str, what: &str) {
    let screen = explorer.keys(":c ").keys(chunk).keys("\n").screen();
    assert!(screen.contains(what), "{chunk}, {what}: {screen}");
}

/// Chunks, and what the screen says of each.
type Said<'a> = &'a [(&'a str, &'a str)];

fn says_all(explorer: &mut Explorer, chunks: Said) {
    for (chunk, what) in chunks {
        says(explorer, chunk, what);
    }
}

/// 3×8 elements in chunks of 2×2: the last row is overhang. One chunk is missing, and one is cut.
fn hand_made() -> Store {
    let document =
        Document::v3().shaped("[3, 8]", "[2, 2]").dotted().typed("float32").with("fill_value", r#""NaN""#);
    let nan = f32::NAN;
    Store::of(&document).files(&[
        ("0.0", floats(&[1.5, -2.0, nan, 7.0])),
        ("0.1", floats(&[nan; 4])),
        ("0.2", floats(&[3.0, 3.0, 3.0, 3.0])),
        ("1.0", floats(&[10.0, 20.0, -99.0, 99.0])),
        ("1.1", floats(&[4.0, nan, -99.0, 99.0])),
        ("1.2", vec![1, 2, 3]),
    ])
}

#[test]
fn numbers_are_those_of_the_elements_that_are_of_the_array() {
    let store = hand_made();
    let mut explorer = store.explorer(WIDE);
    show(&mut explorer, "least");
    assert_eq!(explorer.app.grid.mode, GridMode::Least);
    assert!(explorer.screen().contains("grid: least value  -2.0 ▁▂▃▄▅▆▇█ 10.0"), "{}", explorer.screen());
    let of = [
        ("0,0", "least value -2.0"),
        ("0,1", "no least value: all NaN"),
        ("0,2", "least value 3.0"),
        ("1,0", "least value 10.0"),
        ("1,1", "least value 4.0"),
        ("1,2", "✗ does not decode"),
    ];
    says_all(&mut explorer, &of);
    show(&mut explorer, "greatest");
    let of = [("0,0", "greatest value 7.0"), ("1,0", "greatest value 20.0"), ("1,1", "greatest value 4.0")];
    says_all(&mut explorer, &of);
    show(&mut explorer, "nan");
    let of = [
        ("0,0", "NaN share 25.0 %"),
        ("0,1", "NaN share 100 %"),
        ("0,2", "NaN share 0 %"),
        ("1,0", "NaN share 0 %"),
        ("1,1", "NaN share 50.0 %"),
        ("0,3", "NaN share 100 %, as the fill value"),
    ];
    says_all(&mut explorer, &of);
    show(&mut explorer, "ratio");
    says(&mut explorer, "0,0", "ratio 1.00×");
    says(&mut explorer, "1,2", "✗ does not decode");
}

#[test]
fn cells_have_a_sign_and_a_colour_each() {
    let store = hand_made();
    let mut explorer = store.explorer(WIDE);
    show(&mut explorer, "least").keys(":c 0,3\n");
    let screen = explorer.screen();
    // Between the borders of the grid, below the ruler.
    let rows = screen.lines().filter_map(|line| line.split(['┃', '│']).nth(3)).skip(2).take(2);
    let signs = |row: &str| row.chars().filter(|c| !" []".contains(*c)).collect::<String>();
    assert_eq!(rows.map(signs).collect::<Vec<_>>(), ["0▁~▄·", "1█▅✗◌"], "{screen}");
    let buffer = explorer.buffer();
    let colors: Vec<Color> = buffer
        .content()
        .iter()
        .filter(|cell| ["▁", "█"].contains(&cell.symbol()))
        .map(|cell| cell.fg)
        .collect();
    // The first two are in the legend; the ends of the map are those of matplotlib, 0.2 and 1.0.
    assert_eq!(colors.len(), 4, "{screen}");
    assert_eq!(colors[..2], colors[2..]);
    assert!(colors.iter().all(|color| matches!(color, Color::Rgb(..))));
    assert_ne!(colors[0], colors[1]);
}

#[test]
fn the_key_goes_on_to_what_the_array_has() {
    let store = hand_made();
    let mut explorer = store.explorer(WIDE);
    explorer.judge();
    let names = ["sizes", "ratio", "least value", "greatest value", "NaN share", "decode time", "states"];
    for name in names {
        let screen = explorer.keys("z").screen();
        assert!(screen.lines().last().unwrap().contains(&format!("grid: {name}")), "{screen}");
    }
    let screen = explorer.keys(":show colour\n").screen();
    assert!(screen.contains("expected one of states, sizes, ratio"), "{screen}");
}

#[test]
fn what_has_no_order_says_so() {
    let document =
        Document::v3().shaped("[4]", "[2]").dotted().typed("complex64").with("fill_value", "[0, 0]");
    let store =
        Store::of(&document).files(&[("0", floats(&[1.0, 2.0, f32::NAN, 0.0])), ("1", floats(&[0.0; 4]))]);
    let mut explorer = store.explorer(WIDE);
    assert!(explorer.keys(":show least\n").screen().contains("no least value of complex64"));
    assert_eq!(explorer.app.grid.mode, GridMode::States);
    let screen = explorer.keys("\u{1b}zz").screen();
    let said = "grid: NaN share (no least value of complex64, no greatest value of complex64)";
    assert!(screen.contains(said), "{screen}");
    says(explorer.judge(), "0", "NaN share 50.0 %");
    // Nothing can be decoded of an array whose document has a fault in a codec.
    let mut explorer = Explorer::sample("broken.zarr/missing_endian", WIDE);
    assert!(explorer.keys(":show least\n").screen().contains("no chunk of this array can be decoded"));
    // Another array of the same hierarchy may not have what is shown.
    let mut explorer = Explorer::sample("data-types.zarr", WIDE);
    show(explorer.find("float32").keys("\n"), "least");
    let screen = explorer.find("complex64").keys("\n").screen();
    assert!(screen.contains("no least value of complex64  ■ stored"), "{screen}");
}

#[test]
fn texts_have_a_ratio_once_they_are_decoded() {
    let document = Document::v3().shaped("[4]", "[2]").dotted().with("data_type", r#""string""#);
    let document = document.with("fill_value", r#""""#).with("codecs", r#"["vlen-utf8"]"#);
    let texts = |texts: [&str; 2]| {
        let mut bytes = 2_u32.to_le_bytes().to_vec();
        for text in texts {
            bytes.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes
    };
    let store = Store::of(&document).files(&[("0", texts(["a", "bcd"])), ("1", texts(["", "efghijkl"]))]);
    let mut explorer = store.explorer(WIDE);
    explorer.keys("z");
    assert_eq!(explorer.app.grid.mode, GridMode::Sizes);
    let screen = explorer.keys("z").screen();
    assert!(screen.contains("? 1 not known"), "{screen}");
    show(&mut explorer, "ratio");
    // 4 and 8 bytes of text, in 16 and 20 stored bytes.
    says(&mut explorer, "0", "ratio 0.25×");
    says(&mut explorer, "1", "ratio 0.40×");
    assert!(explorer.keys("z").screen().contains("no least value of string"), "{}", explorer.screen());
}

#[test]
fn numbers_of_sample_data_are_those_of_numpy() {
    let of: [(&str, &str, Said); 4] = [
        (
            "climate.zarr/ocean/salinity",
            "least",
            &[("0,0", "least value 34.390625"), ("1,1", "least value 34.4296")],
        ),
        ("grids.zarr/edges", "greatest", &[("0,0", "value 466"), ("0,1", "value 480"), ("1,1", "value 900")]),
        (
            "fill-values.zarr/partly_missing",
            "least",
            &[("0,0", "least value 0"), ("0,1", "least value -1, as the fill value")],
        ),
        ("sharded.zarr/missing_inner", "greatest", &[("0,0", "value 120"), ("1,1", "value 256")]),
    ];
    for (path, mode, chunks) in of {
        let mut explorer = Explorer::sample(path, WIDE);
        show(&mut explorer, mode);
        says_all(&mut explorer, chunks);
    }
}

#[test]
fn inner_chunks_are_decoded_for_their_numbers() {
    let mut explorer = Explorer::sample("sharded.zarr/missing_inner", WIDE);
    show(explorer.keys("\n"), "greatest");
    assert_eq!(explorer.app.shared.selection.shards.len(), 1);
    // The least and the greatest of the four inner chunks of the first shard, by NumPy.
    assert!(explorer.screen().contains("52 ▁▂▃▄▅▆▇█ 120"), "{}", explorer.screen());
    says(&mut explorer, "1,0", "greatest value 116");
    assert_eq!(explorer.app.grid.level.numbers.len(), 4);
    // What comes late for another shard does not count.
    let late = explorer.work.iter().rev().find(|work| work.is::<JudgeChunks>()).cloned().unwrap();
    explorer.keys("\u{1b}").keys(":c 1,1\n\n");
    assert_eq!(explorer.app.shared.selection.shards.len(), 1);
    explorer.app.grid.level.numbers.clear();
    explorer.perform(vec![late.into()]);
    assert!(explorer.app.grid.level.numbers.is_empty());
}

#[test]
fn the_nearest_chunks_are_decoded_first_and_large_ones_not_at_all() {
    let array = Document::v3().shaped("[1000000, 1000000]", "[1, 1]").dotted();
    let store = Store::of(&array).files(&["0.0", "0.3", "5.5", "6.5"].map(|key| (key, [1])));
    let mut explorer = store.explorer(WIDE);
    explorer.judges = true;
    explorer.keys(":c 5,5\nz");
    assert_eq!(explorer.app.grid.mode, GridMode::Ratio, "all sizes are the same");
    let asked = |explorer: &Explorer| -> Vec<Vec<u64>> {
        let task = explorer.last_task::<JudgeChunks>();
        task.map_or_else(Vec::new, |task| task.chunks.iter().map(|own| own.chunk.clone()).collect())
    };
    explorer.app.grid.forget();
    explorer.keys("z");
    assert_eq!(asked(&explorer), [[5, 5], [6, 5], [0, 3], [0, 0]]);
    let before = explorer.work.len();
    explorer.keys("jklh");
    // Zoomed out, a cell has no number, and nothing is decoded.
    let screen = explorer.keys("-:show greatest\n").screen();
    assert!(
        screen.contains("grid: greatest value, which is shown only when a cell is one chunk"),
        "{screen}"
    );
    let more = explorer.work[before..].iter().filter(|work| work.is::<JudgeChunks>()).count();
    assert_eq!(more, 0, "what is known is not asked again");

    let large = Document::v3().shaped("[33554434]", "[16777217]").dotted();
    let store = Store::of(&large).files(&[("0", [1]), ("1", [1])]);
    let mut explorer = store.explorer(MEDIUM);
    let screen = explorer.act(Action::Resize(140, 40)).keys(":show least\n").screen();
    assert!(!explorer.work.iter().any(Work::is::<JudgeChunks>));
    assert!(screen.contains("not known"), "{screen}");
}

#[test]
fn decode_times_are_a_scale_too() {
    let array = Document::v3().shaped("[3]", "[1]").dotted();
    let store = Store::of(&array).files(&["0", "1", "2"].map(|key| (key, [1])));
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys(":show time\n");
    let work = explorer.work.iter().rfind(|work| work.is::<JudgeChunks>()).cloned().unwrap();
    let chunks = work.task::<JudgeChunks>().unwrap().chunks.clone();
    let judged = chunks.into_iter().zip([12_u64, 1500, 12]).map(|(address, micros)| {
        let numbers = ChunkNumbers {
            elements: 1,
            nan: 0,
            range: None,
            decoded_nbytes: 1,
            time: Duration::from_micros(micros),
        };
        (address, JudgedChunk { verdict: ChunkVerdict::Sound, numbers: Some(numbers) })
    });
    let judged = judged.collect();
    explorer.app.update(Action::Answer(TaskAnswer::to::<JudgeChunks>(work.id(), judged)));
    assert!(explorer.screen().contains("12 µs ▁▂▃▄▅▆▇█ 1.5 ms"), "{}", explorer.screen());
    let screen = explorer.act(Action::Resize(140, 40)).screen();
    assert!(screen.contains("grid: decode time  12 µs ▁▂▃▄▅▆▇█ 1.5 ms"), "{screen}");
}

#[test]
fn modes_at_every_size() {
    let of = [
        ("climate.zarr/temperature", "", "least"),
        ("grids.zarr/four_d", "", "greatest"),
        ("broken.zarr/flipped_bit", "", "greatest"),
        ("sharded.zarr/plain", "\n", "time"),
        ("fill-values.zarr/partly_missing", "", "ratio"),
    ];
    for (path, keys, mode) in of {
        for size in SIZES {
            let mut explorer = Explorer::sample(path, size);
            show(explorer.keys(keys), mode);
            assert_snapshot!(explorer.keys("l").screen());
        }
    }
}

#[test]
fn infinite_extremes_have_signs_of_their_own() {
    let document = Document::v3().shaped("[8]", "[2]").dotted().typed("float32");
    let stored = [
        ("0", floats(&[f32::NEG_INFINITY, 3.0])),
        ("1", floats(&[-1.0, 2.0])),
        ("2", floats(&[4.0, f32::INFINITY])),
        ("3", floats(&[f32::INFINITY, f32::INFINITY])),
    ];
    let store = Store::of(&document).files(&stored);
    let mut explorer = store.explorer(WIDE);
    let screen = show(&mut explorer, "least").screen();
    assert!(screen.contains("↓ -Infinity  ↑ +Infinity"), "{screen}");
    assert!(screen.contains("[↓]▁ █ ↑"), "{screen}");
    says(&mut explorer, "0", "least value -Infinity");
}

#[test]
fn a_few_nan_do_not_look_like_none() {
    let document = Document::v3().shaped("[768]", "[256]").dotted().typed("float32");
    let with_nan = |count: usize| {
        let mut values = vec![1.0; 256];
        values[..count].fill(f32::NAN);
        floats(&values)
    };
    let stored = [("0", with_nan(0)), ("1", with_nan(1)), ("2", with_nan(256))];
    let store = Store::of(&document).files(&stored);
    let mut explorer = store.explorer(WIDE);
    let screen = show(&mut explorer, "nan").screen();
    assert!(screen.contains("[▁]▂ █"), "{screen}");
    says(&mut explorer, "1", "NaN share 0.4 %");
}

#[test]
fn the_decode_time_of_the_selected_chunk_is_that_of_the_stages_beside() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    show(&mut explorer, "time");
    let trace = explorer.app.shared.selection.trace.ready().unwrap();
    let sum = zarrscope::tell::words::time(trace.stages().iter().map(|stage| stage.elapsed).sum());
    let screen = explorer.screen();
    assert!(screen.contains(&format!("decode time {sum} (its stages)")), "{sum}: {screen}");
}
