//! Draws the cells of the grid by state or by size, and their legend.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::explorer::grid::draw_numbers::{NumberScale, STEPS, ShownGrid};
use crate::explorer::{GridMode, Late, theme};
use crate::pipeline::{ChunkVerdict, Layout, OnScale, Sizes, Survey};
use crate::store::join;
use crate::tell::words::size;

/// The longest first. Without room for the whole of one, a shorter one is shown.
pub(crate) fn legends(
    shown: &ShownGrid,
    scale: Option<&NumberScale>,
    signs: &BTreeSet<&'static str>,
) -> Vec<String> {
    let level = &shown.pane.level;
    if level.zoom > 0 {
        let factor = 1_u64 << level.zoom;
        return vec![
            format!("a cell is {factor} chunks wide: · none  ░ some  ▒ half  ▓ most  ■ all stored  ✗ fault"),
            "· none ░ some ▒ half ▓ most ■ all stored ✗ fault".to_owned(),
            "·░▒▓■ stored".to_owned(),
        ];
    }
    if shown.mode == GridMode::Sizes
        && let Some(survey) = shown.survey()
        && let Some(sizes) = survey.sizes()
    {
        let scale = self::scale(sizes);
        return vec![format!("{scale}  · missing  ◌ missing, overhang  ✗ fault"), scale];
    }
    if let Some(scale) = scale {
        return scale.legends();
    }
    let mut legends = of_signs(signs);
    if shown.mode != shown.pane.mode
        && let Some(reason) = shown.pane.why_not(shown.pane.mode, shown.selection)
    {
        for legend in &mut legends {
            *legend = format!("{reason}  {legend}");
        }
        legends.push(reason);
    }
    legends
}

/// What the signs that are on the screen mean, in many words and in few.
fn of_signs(signs: &BTreeSet<&'static str>) -> Vec<String> {
    const MEANINGS: [(&str, &str, &str); 9] = [
        ("■", "stored", "stored"),
        ("□", "all fill", "fill"),
        ("◧", "partly filled", "partly"),
        ("0", "no bytes", "no bytes"),
        ("·", "missing", "missing"),
        ("▒", "stored, overhang", "overhang"),
        ("◌", "missing, overhang", "missing, overhang"),
        ("✗", "fault", "fault"),
        ("?", "not known, or doubtful", "not known"),
    ];
    let shown = || MEANINGS.iter().filter(|(sign, ..)| signs.contains(sign));
    let long: Vec<String> = shown().map(|(sign, long, _)| format!("{sign} {long}")).collect();
    let short: Vec<String> = shown().map(|(sign, _, short)| format!("{sign} {short}")).collect();
    let together =
        |texts: &[String]| texts.join(" ").replace("▒ overhang ◌ missing, overhang", "▒◌ overhang");
    // Without room, what is stored or missing is left out: it is understood soonest.
    let unusual: Vec<String> = short.iter().filter(|text| !text.starts_with(['■', '·'])).cloned().collect();
    let mut legends = vec![long.join("  "), short.join("  "), together(&short), together(&unusual)];
    legends.retain(|legend| !legend.is_empty());
    if legends.is_empty() { vec![String::new()] } else { legends }
}

fn scale(sizes: &Sizes) -> String {
    let (least, greatest) = sizes.near;
    let steps = if least == greatest {
        format!("{} ▁", size(least))
    } else {
        format!("{} {} {}", size(least), STEPS.concat(), size(greatest))
    };
    let mut scale = if sizes.least < least { format!("▽ {}  {steps}", size(sizes.least)) } else { steps };
    if greatest < sizes.greatest {
        scale = format!("{scale}  △ {}", size(sizes.greatest));
    }
    scale
}

/// Draws the cells that are on the screen, and gives the signs that they have.
pub(crate) fn draw(
    buffer: &mut Buffer,
    shown: &ShownGrid,
    scale: Option<&NumberScale>,
) -> BTreeSet<&'static str> {
    let mut signs = BTreeSet::new();
    let (grid, level) = (&shown.grid, &shown.pane.level);
    let (visible_rows, visible_columns) = grid.view.visible();
    let [down, across] = &level.scroll;
    let faulty = faulty_cells(shown);
    let grid_shape = shown.layout.grid.grid_shape();
    for row in 0..visible_rows {
        for column in 0..visible_columns {
            let cell = (down.first + row, across.first + column);
            let Some(coords) = grid.chunk(cell, shown.selection.coords()) else { continue };
            let (sign, style) = match grid.factor {
                1 => of_chunk(&coords, shown, scale),
                _ if faulty.contains(&cell) || level.is_blocked(&coords) => ("✗", theme::FAULT),
                _ => match level.stored(&coords) {
                    Some(stored) => of_box(stored, grid.chunks_in(&coords, &grid_shape), shown),
                    None => ("?", theme::QUIET),
                },
            };
            // A cell has two columns, because characters are about twice as high as wide.
            let (Ok(x), Ok(y)) = (u16::try_from(column * 2), u16::try_from(row)) else { continue };
            buffer.set_string(grid.view.cells.x + x, grid.view.cells.y + y, sign, style);
            signs.insert(sign);
        }
    }
    signs
}

fn not_found(shown: &ShownGrid, missing: &'static str) -> (&'static str, Style) {
    match &shown.pane.survey {
        _ if shown.survey().is_some() => (missing, theme::QUIET),
        Late::Failed(_) => ("?", theme::FAULT),
        Late::Idle | Late::Waiting { .. } | Late::Ready { .. } => ("?", theme::QUIET),
    }
}

fn of_chunk(coords: &[u64], shown: &ShownGrid, scale: Option<&NumberScale>) -> (&'static str, Style) {
    let layout = shown.layout;
    let verdict = shown.pane.level.verdicts.get(coords);
    let is_faulty = shown.is_faulty(coords);
    let Some(survey) = shown.pane.survey_so_far(shown.selection) else {
        return if is_faulty { ("✗", theme::FAULT) } else { not_found(shown, "?") };
    };
    match (survey.nbytes(coords), layout.grid.overhangs(coords)) {
        (Some(0), _) => ("0", if is_faulty { theme::FAULT } else { theme::NOTICE }),
        _ if is_faulty || survey.is_blocked(coords) => ("✗", theme::FAULT),
        (None, _) if is_hidden(survey, coords, layout) => ("?", theme::FAULT),
        (None, false) => not_found(shown, "·"),
        (None, true) => not_found(shown, "◌"),
        (Some(nbytes), overhangs) => match scale {
            Some(scale) => scale.sign(shown.pane.number(shown.selection, coords)),
            None => {
                let sizes = if shown.mode == GridMode::Sizes { survey.sizes() } else { None };
                of_stored(nbytes, overhangs, verdict, sizes)
            }
        },
    }
}

/// Whether a directory on the way to a chunk cannot be read, so that the chunk may be stored.
pub(crate) fn is_hidden(survey: &Survey, coords: &[u64], layout: &Layout) -> bool {
    !survey.unreadable.is_empty() && survey.is_hidden(&join(&layout.key, &layout.encoding.key(coords)))
}

fn of_stored(
    nbytes: u64,
    overhangs: bool,
    verdict: Option<&ChunkVerdict>,
    sizes: Option<&Sizes>,
) -> (&'static str, Style) {
    let on_scale = |sizes: &Sizes| sizes.on_scale(nbytes, STEPS.len());
    match (sizes.map(on_scale), verdict, overhangs) {
        (Some(OnScale::Below), _, _) => ("▽", theme::NOTICE),
        (Some(OnScale::Above), _, _) => ("△", theme::NOTICE),
        (Some(OnScale::Step(step)), _, _) => (STEPS.get(step).unwrap_or(&"█"), theme::STORED),
        (None, Some(ChunkVerdict::Doubtful | ChunkVerdict::Unknown), _) => ("?", theme::NOTICE),
        (None, Some(ChunkVerdict::AllFill), _) => ("□", theme::NAME),
        (None, Some(ChunkVerdict::PartlyFilled), _) => ("◧", theme::NOTICE),
        (None, _, false) => ("■", theme::STORED),
        (None, _, true) => ("▒", theme::STORED),
    }
}

fn of_box(stored: u64, all: u64, shown: &ShownGrid) -> (&'static str, Style) {
    let thirds = u128::from(stored) * 3;
    match stored {
        0 => not_found(shown, "·"),
        _ if stored >= all => ("■", theme::STORED),
        _ if thirds <= u128::from(all) => ("░", theme::STORED),
        _ if thirds <= u128::from(all) * 2 => ("▒", theme::STORED),
        _ => ("▓", theme::STORED),
    }
}

fn faulty_cells(shown: &ShownGrid) -> BTreeSet<(u64, u64)> {
    let grid = &shown.grid;
    if grid.factor == 1 {
        return BTreeSet::new();
    }
    let (on, axes) = (shown.selection.coords(), shown.selection.axes());
    let is_in_slice = |coords: &[u64]| {
        let mut along = coords.iter().zip(on).enumerate();
        along.all(|(axis, (coord, on))| axes.has(axis) || coord == on)
    };
    let mut cells = BTreeSet::new();
    for (coords, verdict) in &shown.pane.level.verdicts {
        if *verdict == ChunkVerdict::Faulty && is_in_slice(coords) {
            cells.insert(grid.cell(coords));
        }
    }
    cells
}
