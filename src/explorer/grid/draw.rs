use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{fit, framed, is_focused, write, write_right};
use crate::explorer::draw::titles;
use crate::explorer::grid::draw_numbers::{NumberScale, ShownGrid};
use crate::explorer::grid::grid_mode::{GridNumber, KnownNumber};
use crate::explorer::grid::{GridPane, draw_cells, draw_numbers as grid_numbers};
use crate::explorer::{App, Area, GridMode, Pane, Regions, Selection, theme};
use crate::pipeline::ChunkVerdict;
use crate::tell::words::{grouped, shape, short_target, size};

pub(crate) fn draw(buffer: &mut Buffer, regions: &Regions, app: &App) {
    let area = regions.grid;
    let Some(layout) = app.shared.selection.layout() else { return };
    if area.width == 0 {
        return;
    }
    let focused = is_focused(app, Pane::Grid);
    let shown = ShownGrid::of(app);
    let title = if regions.title.is_empty() {
        titles::of_grid(app, layout, area.width.saturating_sub(4))
    } else {
        let part = shown.as_ref().map_or_else(String::new, part_of_grid);
        let texts =
            [format!("chunk grid{part}"), format!("grid{part}"), part.trim_start_matches(", ").to_owned()];
        // With a blank and a corner on both sides.
        let fits = |text: &&String| text.width() + 4 <= area.width.into();
        texts.iter().find(fits).unwrap_or(&texts[1]).clone()
    };
    framed(buffer, area, app, &title, focused);
    let Some(shown) = shown else { return };
    let scale = NumberScale::of(&shown);
    let view = &shown.grid.view;
    if view.plane.is_empty() {
        draw_above(buffer, &shown, scale.as_ref(), &BTreeSet::new());
        write(buffer, view.cells, 0, "no chunks: a dimension has length zero", theme::NOTICE);
        return;
    }
    draw_labels(buffer, &shown);
    let signs = draw_cells::draw(buffer, &shown, scale.as_ref());
    let left = draw_above(buffer, &shown, scale.as_ref(), &signs);
    draw_cursor(buffer, &shown, focused);
    write(buffer, view.below, 0, &about(&shown, left.into()), theme::PLAIN);
}

/// Which rows and columns are shown, unless all are.
fn part_of_grid(shown: &ShownGrid) -> String {
    let (rows, columns) = shown.grid.view.visible();
    let (all_rows, all_columns) = shown.grid.view.plane.size();
    let [down, across] = shown.pane.level.scroll;
    part("rows", down.first, rows, all_rows) + &part("columns", across.first, columns, all_columns)
}

/// ", rows 4–7 of 10" for a title; nothing where all are shown.
fn part(what: &str, first: u64, shown: u64, all: u64) -> String {
    if shown >= all || shown == 0 {
        return String::new();
    }
    let last = first.saturating_add(shown).min(all) - 1;
    format!(", {what} {first}–{last} of {}", grouped(all.into()))
}

/// The shown plane of the grid, and a legend. Numbers mean nothing without a legend, so theirs has room first.
/// Gives the columns that are left to the line about the chunk.
fn draw_above(
    buffer: &mut Buffer,
    shown: &ShownGrid,
    scale: Option<&NumberScale>,
    signs: &BTreeSet<&'static str>,
) -> u16 {
    let (area, about) = (shown.grid.view.above, shown.grid.view.below);
    if area.height == 0 {
        return about.width;
    }
    let room = usize::from(area.width);
    let legends = draw_cells::legends(shown, scale, signs);
    let width = |legend: &String| legend.width();
    let shortest = legends.iter().map(width).min().filter(|width| *width + 2 <= room * 2 / 3).unwrap_or(0);
    let needed = match scale {
        Some(_) => legends.iter().map(width).filter(|width| *width + 2 <= room / 2).max().unwrap_or(shortest),
        None => 0,
    };
    let slice = slice(shown, room.saturating_sub(if needed > 0 { needed + 2 } else { 0 }));
    write(buffer, area, 0, &slice, theme::PLAIN);
    let left = room.saturating_sub(slice.width() + 2);
    let view = &shown.grid.view;
    // Where there is no room beside the slice, there often is some below the cells, or beside the line about the chunk.
    let is_below = view.plane.size().0 < view.cells.height.into();
    let bottom = Area { y: view.cells.y + view.cells.height.saturating_sub(1), height: 1, ..area };
    let below = if is_below { room } else { 0 };
    let all = usize::from(about.width);
    // Steps mean nothing without a legend, signs often something.
    let is_step = scale.is_some() || shown.mode == GridMode::Sizes || shown.pane.level.zoom > 0;
    let beside = if about.width <= area.width {
        0
    } else if is_step && legends.iter().all(|legend| width(legend) > left.max(below)) {
        all * 2 / 3
    } else {
        all.saturating_sub(self::about(shown, all).width() + 2)
    };
    let places = [(area, left), (bottom, below), (about, beside)];
    let place = |legend: &String| places.iter().find(|(_, room)| width(legend) <= *room);
    // The longest one says the most.
    let Some((legend, (row, _))) = legends.iter().find_map(|legend| Some((legend, place(legend)?))) else {
        return about.width;
    };
    write_right(buffer, *row, 0, legend, theme::QUIET);
    if scale.is_some() {
        grid_numbers::color_legend(buffer, *row, legend);
    }
    if row.y == about.y {
        return about.width.saturating_sub(u16::try_from(legend.width() + 2).unwrap_or(u16::MAX));
    }
    about.width
}

fn slice(shown: &ShownGrid, room: usize) -> String {
    let names = &shown.layout.dimensions;
    match names.as_slice() {
        [] => return "no dimensions: one chunk".to_owned(),
        [only] => return format!("{only} →"),
        _ => {}
    }
    let axes = shown.grid.view.plane.axes;
    let name = |axis: usize| names.get(axis).map(String::as_str).unwrap_or_default();
    let plane = format!("{} ↓ {} →", name(axes.rows), name(axes.columns));
    // There may be very many dimensions, so only those with room are formatted.
    let fixed = fixed_chunks(shown, axes.sliced(names.len()).take(room));
    let text = |of: fn(&FixedChunk) -> String| format!("{plane}{}", fixed.iter().map(of).collect::<String>());
    let texts = [
        text(|it| {
            format!(", {}chunk {} of {} along {}: {}", it.mark, it.coord, it.count, it.name, it.elements)
        }),
        text(|it| format!(", {}{} chunk {}: {}", it.mark, it.name, it.coord, it.elements)),
        text(|it| format!(", {}{} {}", it.mark, it.name, it.elements)),
    ];
    let fits = |text: &&String| text.chars().count() <= room;
    fit(texts.iter().find(fits).unwrap_or(&texts[2]), room)
}

struct FixedChunk<'a> {
    mark: &'static str,
    name: &'a str,
    coord: u64,
    count: u64,
    /// `5–9`.
    elements: String,
}

fn fixed_chunks<'a>(shown: &ShownGrid<'a>, dimensions: impl Iterator<Item = usize>) -> Vec<FixedChunk<'a>> {
    let (layout, coords) = (shown.layout, shown.selection.coords());
    let (used, counts) = (layout.grid.used(coords).unwrap_or_default(), layout.grid.grid_shape());
    let stepped = shown.grid.view.plane.sliced_axis(shown.selection.stepped());
    let along = |axis: usize| {
        let elements = used.get(axis).map(|used| match used.end.saturating_sub(1) {
            last if used.start >= last => used.start.to_string(),
            last => format!("{}–{last}", used.start),
        });
        Some(FixedChunk {
            mark: if stepped == Some(axis) && coords.len() > 3 { "›" } else { "" },
            name: layout.dimensions.get(axis)?,
            coord: *coords.get(axis)?,
            count: *counts.get(axis)?,
            elements: elements.unwrap_or_default(),
        })
    };
    dimensions.filter_map(along).collect()
}

fn draw_labels(buffer: &mut Buffer, shown: &ShownGrid) {
    let grid = &shown.grid;
    let view = &grid.view;
    let (visible_rows, visible_columns) = view.visible();
    let (rows, columns) = view.plane.size();
    let [down, across] = &shown.pane.level.scroll;
    for (row, y) in (down.first..rows.min(down.first + visible_rows)).zip(0..) {
        let label = match grid.chunk((row, 0), shown.selection.coords()).as_deref() {
            Some([] | [0]) if rows == 1 => String::new(),
            Some([index]) => index.to_string(),
            _ => row.saturating_mul(grid.factor).to_string(),
        };
        let labels = Area { width: view.labels.width.saturating_sub(1), ..view.labels };
        write_right(buffer, labels, y, &label, theme::QUIET);
    }
    for column in across.first..columns.min(across.first + visible_columns) {
        let offset = u16::try_from((column - across.first) * 2).unwrap_or(u16::MAX);
        if column.is_multiple_of(5) && offset < view.ruler.width {
            let place = Area { x: view.ruler.x + offset, width: view.ruler.width - offset, ..view.ruler };
            write(buffer, place, 0, &column.saturating_mul(grid.factor).to_string(), theme::QUIET);
        }
    }
}

fn draw_cursor(buffer: &mut Buffer, shown: &ShownGrid, focused: bool) {
    let (view, (row, column)) = (&shown.grid.view, shown.grid.cell(shown.selection.coords()));
    let [down, across] = &shown.pane.level.scroll;
    let (Some(row), Some(column)) = (row.checked_sub(down.first), column.checked_sub(across.first)) else {
        return;
    };
    let (visible_rows, visible_columns) = view.visible();
    if row >= visible_rows || column >= visible_columns {
        return;
    }
    let (Ok(dx), Ok(dy)) = (u16::try_from(column * 2), u16::try_from(row)) else { return };
    let (x, y) = (view.cells.x + dx, view.cells.y + dy);
    let style = if focused { theme::FOCUS } else { theme::HEADING };
    if x > view.labels.x {
        buffer.set_string(x - 1, y, "[", style);
    }
    if dx + 1 < view.cells.width {
        buffer.set_string(x + 1, y, "]", style);
    }
    buffer.set_style(ratatui::layout::Rect { x, y, width: 1, height: 1 }, theme::cursor(focused));
}

fn about(shown: &ShownGrid, room: usize) -> String {
    let (selection, layout) = (shown.selection, shown.layout);
    let coords = selection.coords();
    let survey = shown.survey();
    let nbytes = match survey.map(|survey| survey.nbytes(coords)) {
        Some(Some(nbytes)) => format!("  {}{}", size(nbytes), extreme(shown, nbytes)),
        Some(None) if survey.is_some_and(|it| draw_cells::is_hidden(it, coords, layout)) => {
            "  not known".to_owned()
        }
        // The entry of a shard's index may be damaged, so that nothing is found for it.
        Some(None) if shown.is_faulty(coords) => String::new(),
        Some(None) => "  missing".to_owned(),
        None => String::new(),
    };
    let overhang = if layout.grid.overhangs(coords) { "  overhang" } else { "" };
    let state = format!("{}{}", number(shown, coords), state(shown, coords));
    let key = layout.encoding.key(coords);
    let (chunk, key, of) = if selection.address.is_inner() {
        (format!("inner chunk {}", shape(coords)), shape(coords), "of the shard")
    } else {
        (format!("chunk {}  key {key}", shape(coords)), key, "elements")
    };
    let extent = layout.grid.extent(coords).unwrap_or_default();
    let ranges: Vec<String> = extent.iter().map(|range| format!("{}:{}", range.start, range.end)).collect();
    let ranges = ranges.join(", ");
    let within = format!("{}{}", inner_chunks(selection), cell(shown));
    let place = place(selection);
    let texts = [
        format!("{chunk}{place}{nbytes}{state}{overhang}{within}  {of} [{ranges}]"),
        format!("{key}{place}{nbytes}{state}{overhang}{within}  [{ranges}]"),
        format!("{key}{place}{nbytes}{state}{overhang}{within}"),
        format!("{key}{nbytes}{state}{overhang}"),
        format!("{key}{nbytes}"),
    ];
    let fits = |text: &&String| text.chars().count() <= room;
    texts.iter().find(fits).or(texts.last()).cloned().unwrap_or_default()
}

fn place(selection: &Selection) -> String {
    let Some(trace) = selection.trace.ready() else { return String::new() };
    match (&trace.target, trace.written_out) {
        (Some(target), _) => format!("  in {}", short_target(target)),
        (None, Some(_)) => "  inline".to_owned(),
        (None, None) => String::new(),
    }
}

fn number(shown: &ShownGrid, coords: &[u64]) -> String {
    if !shown.mode.is_number() || shown.is_faulty(coords) {
        return String::new();
    }
    let name = shown.mode.name();
    match shown.survey().map(|survey| survey.nbytes(coords)) {
        Some(Some(0)) => return String::new(),
        Some(None) => return of_missing(shown, name),
        Some(Some(_)) | None => {}
    }
    match shown.pane.number(shown.selection, coords) {
        KnownNumber::Known(number @ GridNumber::Time(_)) => {
            let is_sum = GridPane::traced_time(shown.selection, coords).is_some();
            format!("  {name} {}{}", number.words(), if is_sum { " (its stages)" } else { "" })
        }
        KnownNumber::Known(number) => format!("  {name} {}", number.words()),
        KnownNumber::NoNumber => format!("  no {name}: all NaN"),
        KnownNumber::NotYet => format!("  {name} not known yet"),
        KnownNumber::TooLarge => format!("  {name} not counted: a large chunk (S counts it)"),
    }
}

fn of_missing(shown: &ShownGrid, name: &str) -> String {
    let Some(array) = shown.selection.array() else { return String::new() };
    match shown.mode.of_fill(&array.metadata.fill_value) {
        Some(number) => format!("  {name} {}, as the fill value", number.words()),
        None => String::new(),
    }
}

fn state(shown: &ShownGrid, coords: &[u64]) -> String {
    let verdict = match shown.pane.level.verdicts.get(coords) {
        Some(ChunkVerdict::AllFill) => "  all fill",
        Some(ChunkVerdict::PartlyFilled) => "  partly filled",
        Some(ChunkVerdict::Doubtful) => "  ? values look wrong (d)",
        Some(ChunkVerdict::Faulty) => "  ✗ does not decode",
        Some(ChunkVerdict::Unknown) => "  ? not read",
        Some(ChunkVerdict::Sound) | None => "",
    };
    verdict.to_owned()
}

/// What is special about the stored bytes of a chunk among those of the others.
fn extreme(shown: &ShownGrid, nbytes: u64) -> String {
    let Some(sizes) = shown.survey().and_then(|survey| survey.sizes()) else { return String::new() };
    if sizes.least >= sizes.greatest {
        return String::new();
    }
    let extreme = match nbytes {
        _ if nbytes == sizes.least => ", smallest",
        _ if nbytes == sizes.greatest => ", largest",
        _ => "",
    };
    format!("{extreme}{}", if sizes.is_outlier(nbytes) { ", outlier" } else { "" })
}

fn cell(shown: &ShownGrid) -> String {
    let (grid, coords) = (&shown.grid, shown.selection.coords());
    let Some(first) = grid.chunk(grid.cell(coords), coords) else { return String::new() };
    if grid.factor == 1 || shown.survey().is_none() {
        return String::new();
    }
    let Some(stored) = shown.pane.level.stored(&first) else { return String::new() };
    let all = grid.chunks_in(&first, &shown.layout.grid.grid_shape());
    format!("  cell: {} of {} stored", grouped(stored.into()), grouped(all.into()))
}

fn inner_chunks(selection: &Selection) -> String {
    let Some(map) = selection.shard() else { return String::new() };
    let missing = (map.entries.len() as u64).saturating_sub(map.stored);
    format!("  inner chunks: {} stored, {missing} missing", map.stored)
}
