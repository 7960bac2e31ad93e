//! The cells of the chunk grid: what is known of each chunk as a sign, its size, or how full a box of many chunks is.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::theme;
use crate::app::{GridView, Layout, Load, Selection};
use crate::pipeline::{OnScale, Sizes, Survey, Verdict};
use crate::store::join;
use crate::tell::words::size;

/// The steps of the size scale, from the least to the greatest.
const STEPS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// What the signs mean, in as many words as there may be room for; the longest comes first. The help has them too.
pub(super) fn legends(selection: &Selection) -> Vec<String> {
    let sizes = selection.survey.ready().and_then(|survey| survey.sizes()).filter(|_| selection.grid.sizes);
    if selection.grid.zoom > 0 {
        let factor = 1_u64 << selection.grid.zoom;
        return vec![
            format!("a cell is {factor} chunks wide: · none  ░ some  ▒ half  ▓ most  ■ all stored  ✗ fault"),
            "· none ░ some ▒ half ▓ most ■ all stored ✗ fault".to_owned(),
            "·░▒▓■ stored".to_owned(),
        ];
    }
    if let Some(sizes) = sizes {
        let scale = scale(sizes);
        return vec![format!("{scale}  · missing  ◌ missing, overhang  ✗ fault"), scale];
    }
    vec![
        "■ stored  □ all fill  0 no bytes  · missing  ▒ stored, overhang  ◌ missing, overhang  ✗ fault"
            .to_owned(),
        "■ stored  □ all fill  · missing  ▒ stored, overhang  ◌ missing, overhang  ✗ fault".to_owned(),
        "■ stored  · missing  ▒ stored, overhang  ◌ missing, overhang  ✗ fault".to_owned(),
        "■ stored · missing ▒◌ overhang ✗ fault".to_owned(),
        "■ stored · missing".to_owned(),
    ]
}

/// The scale of sizes, and the signs of what is beside it.
fn scale(sizes: &Sizes) -> String {
    let (least, greatest) = sizes.near;
    let steps = if least == greatest {
        format!("{} ▁", size(least))
    } else {
        format!("{} {} {}", size(least), STEPS.concat(), size(greatest))
    };
    let below = if sizes.least < least { format!("▽ {}  ", size(sizes.least)) } else { String::new() };
    let above =
        if greatest < sizes.greatest { format!("  △ {}", size(sizes.greatest)) } else { String::new() };
    format!("{below}{steps}{above}")
}

/// Draws every cell on the screen.
pub(super) fn draw(buffer: &mut Buffer, grid: &GridView, selection: &Selection, layout: &Layout) {
    let (visible_rows, visible_columns) = grid.view.visible();
    let [down, across] = &selection.grid.scroll;
    let faulty = faulty_cells(grid, selection);
    let (zoom, grid_shape) = (selection.grid.zoom, layout.grid.grid_shape());
    for row in 0..visible_rows {
        for column in 0..visible_columns {
            let cell = (down.first + row, across.first + column);
            let Some(coords) = grid.chunk(cell, &selection.grid.coords) else { continue };
            let (sign, style) = match grid.factor {
                1 => of_chunk(&coords, layout, selection),
                _ if faulty.contains(&cell) || selection.grid.boxes.is_blocked(&coords, zoom) => {
                    ("✗", theme::FAULT)
                }
                _ => match selection.grid.boxes.stored(&coords, zoom) {
                    Some(stored) => of_box(stored, grid.chunks_in(&coords, &grid_shape), selection),
                    None => ("?", theme::QUIET),
                },
            };
            let (Ok(x), Ok(y)) = (u16::try_from(column * 2), u16::try_from(row)) else { continue };
            buffer.set_string(grid.view.cells.x + x, grid.view.cells.y + y, sign, style);
        }
    }
}

/// What a chunk is that no survey has found: missing, unless the survey is not at its end, or failed.
fn not_found(selection: &Selection, missing: &'static str) -> (&'static str, Style) {
    match &selection.survey {
        Load::Ready(_) => (missing, theme::QUIET),
        Load::Failed(_) => ("?", theme::FAULT),
        Load::Loading(_) | Load::Idle => ("?", theme::QUIET),
    }
}

/// The sign of one chunk.
fn of_chunk(coords: &[u64], layout: &Layout, selection: &Selection) -> (&'static str, Style) {
    let verdict = selection.grid.verdicts.get(coords);
    let is_faulty = verdict == Some(&Verdict::Faulty);
    let Some(survey) = selection.survey.ready().or(selection.so_far.as_ref()) else {
        return if is_faulty { ("✗", theme::FAULT) } else { not_found(selection, "?") };
    };
    match (survey.nbytes(coords), layout.grid.overhangs(coords)) {
        (Some(0), _) => ("0", if is_faulty { theme::FAULT } else { theme::NOTICE }),
        _ if is_faulty || survey.is_blocked(coords) => ("✗", theme::FAULT),
        (None, _) if is_hidden(survey, coords, layout) => ("?", theme::FAULT),
        (None, false) => not_found(selection, "·"),
        (None, true) => not_found(selection, "◌"),
        (Some(nbytes), overhangs) => of_stored(nbytes, overhangs, (verdict, survey), selection),
    }
}

/// Whether nobody can tell if a chunk is stored, because what leads to it cannot be read.
pub(super) fn is_hidden(survey: &Survey, coords: &[u64], layout: &Layout) -> bool {
    !survey.unreadable.is_empty() && survey.is_hidden(&join(&layout.key, &layout.encoding.key(coords)))
}

fn of_stored(
    nbytes: u64,
    overhangs: bool,
    (verdict, survey): (Option<&Verdict>, &Survey),
    selection: &Selection,
) -> (&'static str, Style) {
    let on_scale = |sizes: &Sizes| sizes.on_scale(nbytes, STEPS.len());
    match (survey.sizes().filter(|_| selection.grid.sizes).map(on_scale), verdict, overhangs) {
        (Some(OnScale::Below), _, _) => ("▽", theme::NOTICE),
        (Some(OnScale::Above), _, _) => ("△", theme::NOTICE),
        (Some(OnScale::Step(step)), _, _) => (STEPS.get(step).unwrap_or(&"█"), theme::STORED),
        (None, Some(Verdict::AllFill), _) => ("□", theme::NAME),
        (None, _, false) => ("■", theme::STORED),
        (None, _, true) => ("▒", theme::STORED),
    }
}

/// The sign of a box of many chunks.
fn of_box(stored: u64, all: u64, selection: &Selection) -> (&'static str, Style) {
    let thirds = u128::from(stored) * 3;
    match stored {
        0 => not_found(selection, "·"),
        _ if stored >= all => ("■", theme::STORED),
        _ if thirds <= u128::from(all) => ("░", theme::STORED),
        _ if thirds <= u128::from(all) * 2 => ("▒", theme::STORED),
        _ => ("▓", theme::STORED),
    }
}

/// The cells on the slice that have a chunk that is known to be faulty, where a cell stands for many chunks.
fn faulty_cells(grid: &GridView, selection: &Selection) -> BTreeSet<(u64, u64)> {
    if grid.factor == 1 {
        return BTreeSet::new();
    }
    let on = &selection.grid.coords;
    let slice = on.get(..on.len().saturating_sub(2)).unwrap_or_default();
    let verdicts = selection.grid.verdicts.iter();
    let faulty = verdicts.filter(|(_, verdict)| **verdict == Verdict::Faulty).map(|(coords, _)| coords);
    faulty.filter(|coords| coords.starts_with(slice)).map(|coords| grid.cell(coords)).collect()
}
