//! The chunk grid pane: a cell for every chunk, two dimensions at a time.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{border, is_focused, theme, write, write_right};
use crate::app::words::{count, grouped, shape, size};
use crate::app::{App, Area, Layout, Load, Pane, Selection, views};
use crate::metadata::text::escape;

pub(super) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    let selection = &app.selection;
    let Some(layout) = selection.layout() else { return };
    if area.width == 0 {
        return;
    }
    let focused = is_focused(app, Pane::Grid);
    let inner = border(buffer, area, &title(selection, layout, area.width.saturating_sub(4)), focused);
    let view = views::grid(layout, inner);
    let slice = slice(layout, selection);
    write(buffer, view.above, 0, &slice, theme::PLAIN);
    let room = usize::from(view.above.width).saturating_sub(slice.chars().count() + 2);
    if let Some(legend) = LEGENDS.iter().find(|legend| legend.chars().count() <= room) {
        write_right(buffer, view.above, 0, legend, theme::QUIET);
    }
    if view.plane.is_empty() {
        write(buffer, view.cells, 0, "no chunks: a dimension has length zero", theme::NOTICE);
        return;
    }
    draw_labels(buffer, &view, selection);
    draw_cells(buffer, &view, app);
    draw_cursor(buffer, &view, selection, focused);
    let about = about(selection, layout, view.below.width);
    write(buffer, view.below, 0, &about, theme::PLAIN);
}

/// What the signs mean, in as many words as there is room for. The help has them too.
const LEGENDS: &[&str] = &[
    "■ stored  · missing  ▒ stored, overhang  ◌ missing, overhang  ✗ fault",
    "■ stored · missing ▒◌ overhang ✗ fault",
];

/// The array and its grid, in as many words as there is room for.
fn title(selection: &Selection, layout: &Layout, width: u16) -> String {
    let name = escape(&selection.child.name);
    let name = name.rsplit('/').next().unwrap_or(&name);
    let shards = selection.levels.iter().map(|level| format!(" › {}", shape(&level.grid.coords)));
    let name = format!("{name}{}", shards.collect::<String>());
    let chunks =
        layout.grid.common_shape().map_or_else(|| layout.grid.name.to_owned(), |chunks| shape(&chunks));
    let data_type = layout.data_type.as_deref().unwrap_or("data type not known");
    let total =
        layout.grid.size().map_or_else(|| "more than 2^128 chunks".to_owned(), |size| count(size, "chunk"));
    let stored = match &selection.survey {
        Load::Ready(survey) => format!("{} stored", grouped(survey.stored().into())),
        Load::Loading(_) => "counting …".to_owned(),
        Load::Failed(error) => escape(error).into_owned(),
        Load::Idle => String::new(),
    };
    let grid = shape(&layout.grid.grid_shape());
    let array = format!("{name}  {data_type} {}", shape(&layout.shape));
    let titles = [
        format!("{array}  chunks {chunks}  grid {grid}  {total}: {stored}"),
        format!("{array}  {total}: {stored}"),
    ];
    let fits = |title: &&String| title.chars().count() <= usize::from(width);
    titles.iter().find(fits).unwrap_or(&array).clone()
}

/// Which dimensions are shown, and where the others are sliced.
fn slice(layout: &Layout, selection: &Selection) -> String {
    let names = &layout.dimensions;
    let rank = names.len();
    let sliced: Vec<String> = names
        .iter()
        .zip(&selection.grid.coords)
        .take(rank.saturating_sub(2))
        .enumerate()
        .map(|(axis, (name, coord))| {
            let mark = if rank > 3 && axis == selection.grid.axis { "›" } else { "" };
            format!(", {mark}{name} = {coord}")
        })
        .collect();
    match names.as_slice() {
        [] => "no dimensions: one chunk".to_owned(),
        [only] => format!("{only} →"),
        [.., rows, columns] => format!("{rows} ↓ {columns} →{}", sliced.concat()),
    }
}

fn draw_labels(buffer: &mut Buffer, view: &views::View, selection: &Selection) {
    let (visible_rows, visible_columns) = view.visible();
    let (rows, columns) = view.plane.size();
    let [down, across] = &selection.grid.scroll;
    for (row, y) in (down.first..rows.min(down.first + visible_rows)).zip(0..) {
        let coords = view.plane.coords((row, 0), &selection.grid.coords);
        let label = match coords.as_deref() {
            Some([] | [0]) if rows == 1 => String::new(),
            Some([index]) => index.to_string(),
            _ => row.to_string(),
        };
        let labels = Area { width: view.labels.width.saturating_sub(1), ..view.labels };
        write_right(buffer, labels, y, &label, theme::QUIET);
    }
    for column in across.first..columns.min(across.first + visible_columns) {
        let offset = u16::try_from((column - across.first) * 2).unwrap_or(u16::MAX);
        if column.is_multiple_of(5) && offset < view.ruler.width {
            let place = Area { x: view.ruler.x + offset, width: view.ruler.width - offset, ..view.ruler };
            write(buffer, place, 0, &column.to_string(), theme::QUIET);
        }
    }
}

fn draw_cells(buffer: &mut Buffer, view: &views::View, app: &App) {
    let selection = &app.selection;
    let Some(layout) = selection.layout() else { return };
    let (visible_rows, visible_columns) = view.visible();
    let [down, across] = &selection.grid.scroll;
    for row in 0..visible_rows {
        for column in 0..visible_columns {
            let cell = (down.first + row, across.first + column);
            let Some(coords) = view.plane.coords(cell, &selection.grid.coords) else { continue };
            let (sign, style) = sign(&coords, layout, selection);
            let (Ok(x), Ok(y)) = (u16::try_from(column * 2), u16::try_from(row)) else { continue };
            buffer.set_string(view.cells.x + x, view.cells.y + y, sign, style);
        }
    }
}

/// The sign of one chunk.
fn sign(coords: &[u64], layout: &Layout, selection: &Selection) -> (&'static str, Style) {
    let blocked = selection.survey.ready().is_some_and(|survey| survey.is_blocked(coords));
    if blocked || selection.grid.faulty.contains(coords) {
        return ("✗", theme::FAULT);
    }
    let stored = match &selection.survey {
        Load::Ready(survey) => survey.nbytes(coords).is_some(),
        Load::Failed(_) => return ("?", theme::FAULT),
        Load::Loading(_) | Load::Idle => return ("?", theme::QUIET),
    };
    match (stored, layout.grid.overhangs(coords)) {
        (true, false) => ("■", theme::STORED),
        (true, true) => ("▒", theme::STORED),
        (false, false) => ("·", theme::QUIET),
        (false, true) => ("◌", theme::QUIET),
    }
}

/// Brackets around the selected chunk.
fn draw_cursor(buffer: &mut Buffer, view: &views::View, selection: &Selection, focused: bool) {
    let (row, column) = view.plane.cell(&selection.grid.coords);
    let [down, across] = &selection.grid.scroll;
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

/// What there is to say of the selected chunk; where there is little room, in fewer words.
fn about(selection: &Selection, layout: &Layout, width: u16) -> String {
    let coords = &selection.grid.coords;
    let nbytes = match selection.survey.ready().map(|survey| survey.nbytes(coords)) {
        Some(Some(nbytes)) => format!("  {}", size(nbytes)),
        Some(None) => "  missing".to_owned(),
        None => String::new(),
    };
    let overhang = if layout.grid.overhangs(coords) { "  overhang" } else { "" };
    let key = layout.encoding.key(coords);
    let (chunk, key, of) = if selection.levels.is_empty() {
        (format!("chunk {}  key {key}", shape(coords)), key, "elements")
    } else {
        (format!("inner chunk {}", shape(coords)), shape(coords), "of the shard")
    };
    let extent = layout.grid.extent(coords).unwrap_or_default();
    let ranges: Vec<String> = extent.iter().map(|range| format!("{}:{}", range.start, range.end)).collect();
    let ranges = ranges.join(", ");
    let long = format!("{chunk}{nbytes}{overhang}  {of} [{ranges}]");
    if long.chars().count() <= usize::from(width) {
        return long;
    }
    format!("{key}{nbytes}{overhang}  [{ranges}]")
}
