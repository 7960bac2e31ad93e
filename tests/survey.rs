//! The chunk grid pane: states, sizes, many chunks in one cell, and what a survey tells while it runs.
#![allow(clippy::unwrap_used, clippy::panic)]

mod explorer;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use explorer::Explorer;
use insta::assert_snapshot;
use zarrscope::app::{Action, Load, Request};
use zarrscope::hierarchy::Hierarchy;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// An array of uint8 with chunks of one element, and some stored values.
fn array(directory: &Path, shape: &str, chunk: &str, stored: &[(&str, &[u8])]) {
    let document = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunk}}}}},
        "chunk_key_encoding": {{"name": "v2"}}, "codecs": ["bytes"]}}"#
    );
    fs::write(directory.join("zarr.json"), document).unwrap();
    for (key, bytes) in stored {
        fs::write(directory.join(key), bytes).unwrap();
    }
}

fn open(directory: &Path, size: (u16, u16)) -> Explorer {
    let mut hierarchy = Hierarchy::open(directory).unwrap();
    "array".clone_into(&mut hierarchy.name);
    Explorer::open(hierarchy, size)
}

/// The rows of the grid as they are on the screen, without brackets.
fn grid(explorer: &Explorer) -> Vec<String> {
    let screen = explorer.screen();
    let rows = screen.lines().filter_map(|line| {
        let row = line
            .split(['┃', '│'])
            .rev()
            .find(|part| part.trim_start().starts_with(|c: char| c.is_ascii_digit()))?;
        let (label, cells) = row.trim_start().split_once([' ', '['])?;
        label.parse::<u64>().ok()?;
        let cells: String = cells.chars().filter(|c| !" []".contains(*c)).collect();
        cells.chars().all(|c| !c.is_ascii_digit() || c == '0').then_some(cells)
    });
    rows.filter(|row| !row.is_empty()).collect()
}

#[test]
fn every_state_of_a_chunk_has_a_sign_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let stored: &[(&str, &[u8])] = &[
        ("0.0", &[5, 5, 5, 5]),
        ("0.1", &[0, 0, 0, 0]),
        ("0.2", &[]),
        ("1.0", &[1, 2]),
        ("1.2", &[7, 0, 0, 0]),
    ];
    array(directory.path(), "[4, 5]", "[2, 2]", stored);
    let mut explorer = open(directory.path(), MEDIUM);
    assert_eq!(grid(&explorer), ["■■0", "■·▒"]);
    assert_eq!(grid(explorer.judge()), ["■□0", "✗·▒"]);
    assert_snapshot!(explorer.keys("l").screen());
    assert!(explorer.screen().contains("all fill"), "{}", explorer.screen());
}

#[test]
fn sizes_are_a_scale_from_the_least_to_the_greatest() {
    let directory = tempfile::tempdir().unwrap();
    let of = |nbytes: usize| vec![1; nbytes];
    let stored: Vec<(String, Vec<u8>)> =
        (0..9).map(|index| (index.to_string(), of(100 + 10 * index))).collect();
    array(directory.path(), "[10]", "[1]", &[]);
    for (key, bytes) in &stored {
        fs::write(directory.path().join(key), bytes).unwrap();
    }
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = open(directory.path(), size);
        explorer.keys("z");
        let cells = explorer.screen().replace([' ', '[', ']'], "");
        assert!(cells.contains("✗▁▂▃▄▅▆▇█·"), "{}", explorer.screen());
        if size != NARROW {
            assert!(explorer.screen().contains("100 B ▁▂▃▄▅▆▇█ 180 B"), "{}", explorer.screen());
        }
    }
    let mut explorer = open(directory.path(), MEDIUM);
    assert!(explorer.screen().contains("smallest"), "{}", explorer.screen());
    fs::write(directory.path().join("9"), of(9000)).unwrap();
    assert!(explorer.keys("r").keys(":c 9\n").screen().contains("outlier"), "{}", explorer.screen());
}

#[test]
fn one_cell_stands_for_many_chunks() {
    let directory = tempfile::tempdir().unwrap();
    array(directory.path(), "[8, 8]", "[1, 1]", &[]);
    for (row, column) in (0..2).flat_map(|row| (0..2).map(move |column| (row, column))) {
        fs::write(directory.path().join(format!("{row}.{column}")), [1]).unwrap();
    }
    fs::write(directory.path().join("2.0"), [1]).unwrap();
    fs::write(directory.path().join("4.4"), [1]).unwrap();
    fs::write(directory.path().join("4.5"), [1]).unwrap();
    let mut explorer = open(directory.path(), WIDE);
    assert_eq!(grid(explorer.keys("-")), ["■···", "░···", "··▒·", "····"]);
    assert_eq!(grid(explorer.keys("-")), ["░·", "·░"]);
    explorer.keys("jl");
    assert_eq!(explorer.app.selection.grid.coords, [4, 4], "a cell at a time");
    explorer.keys("++");
    assert_eq!(
        (explorer.app.selection.grid.zoom, explorer.app.selection.grid.coords.clone()),
        (0, vec![4, 4])
    );
}

#[test]
fn a_grid_of_any_size_fits_on_the_screen() {
    let directory = tempfile::tempdir().unwrap();
    array(directory.path(), "[1000000, 1000000]", "[1, 1]", &[("0.0", &[1]), ("999999.999999", &[1])]);
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = open(directory.path(), size);
        explorer.keys("0");
        let zoom = explorer.app.selection.grid.zoom;
        assert!((14..=20).contains(&zoom), "{zoom}");
        for _ in 0..=zoom {
            explorer.keys("+");
            explorer.screen();
        }
        assert_eq!(explorer.app.selection.grid.zoom, 0);
        explorer.keys("0G").act(Action::Key(zarrscope::app::Key::End));
        assert!(explorer.screen().contains("[░]"), "{}", explorer.screen());
    }
}

#[test]
fn what_a_survey_has_found_so_far_is_shown() {
    let directory = tempfile::tempdir().unwrap();
    array(directory.path(), "[100, 100]", "[1, 1]", &[]);
    for index in 0..5000 {
        fs::write(directory.path().join(format!("{}.{}", index / 100, index % 100)), [1]).unwrap();
    }
    let mut explorer = open(directory.path(), WIDE);
    let request = explorer.requests.iter().find(|it| matches!(it, Request::Survey(..))).cloned().unwrap();
    let Request::Survey(id, ..) = request else { panic!() };
    let mut parts = Vec::new();
    zarrscope::worker::perform(&request, &mut || true, &mut |action| {
        parts.extend(if let Action::SurveyedPart(_, part) = action { Some(part) } else { None });
        true
    });
    assert_eq!(parts.len(), 1);
    explorer.app.selection.survey = Load::Loading(id);
    explorer.act(Action::SurveyedPart(id, Arc::clone(&parts[0])));
    let screen = explorer.screen();
    assert!(screen.contains("stored so far"), "{screen}");
}
