use ratatui::buffer::Buffer;

use crate::explorer::draw::text::{fitted, framed, is_focused, longest, write, write_right};
use crate::explorer::plate::PlateView;
use crate::explorer::{App, Area, Pane, Scroll, theme};
use crate::metadata::text::escape;
use crate::pipeline::WellState;
use crate::tell::plate::{PlateTable, plate_name};

pub(crate) fn draw(buffer: &mut Buffer, area: Area, (app, table): (&App, PlateTable)) {
    if area.width == 0 {
        return;
    }
    let selection = &app.shared.selection;
    let about = selection.node.ready().map_or("", |node| node.about.as_str());
    let name = escape(&format!("{}  {about}", selection.child.name)).into_owned();
    let focused = is_focused(app, Pane::Grid);
    let inner = framed(buffer, area, app, &fitted(&name, area.width.saturating_sub(4)), focused);
    let view = PlateView::of(&table, inner);
    let pane = &app.plate;
    let shown = |first: Scroll, room: u64, count: usize| {
        let (first, room) = (usize::try_from(first.first).unwrap_or(0), usize::try_from(room).unwrap_or(1));
        first..first.saturating_add(room).min(count)
    };
    let rows = shown(pane.first[0], view.room()[0], table.plate.rows.len());
    let columns = shown(pane.first[1], view.room()[1], table.plate.columns.len());
    for (column, x) in columns.clone().zip(0..) {
        let name = table.plate.columns.get(column).map(|own| plate_name(own)).unwrap_or_default();
        write_right(buffer, cell(&view, view.header, x), 0, &name, theme::HEADING);
    }
    let is_cut = columns.end < table.plate.columns.len();
    if is_cut {
        let edge = view.header.left(view.header.width.saturating_sub(1)).1;
        write(buffer, edge, 0, "…", theme::QUIET);
    }
    for (row, y) in rows.zip(0..view.list.height) {
        let line = Area { y: view.list.y.saturating_add(y), height: 1, ..view.list };
        let name = table.plate.rows.get(row).map(|own| plate_name(own)).unwrap_or_default();
        write(buffer, line, 0, &name, theme::NAME);
        for (column, x) in columns.clone().zip(0..) {
            let cursor = if pane.cursor == [row, column] { theme::cursor(focused) } else { theme::PLAIN };
            let style = match table.state(row, column) {
                Some(WellState::Missing) => theme::FAULT,
                Some(WellState::Images(_)) => theme::PLAIN,
                _ => theme::QUIET,
            };
            write_right(buffer, cell(&view, line, x), 0, &table.sign(row, column), style.patch(cursor));
        }
    }
    let [row, column] = pane.cursor;
    let at = table.words(row, column);
    let signs = "numbers: images · none ✗ missing";
    let texts = [format!("{at}   {signs}"), at.clone(), fitted(&at, view.below.width).to_string()];
    write(buffer, view.below, 0, &longest(&texts, view.below.width), theme::HEADING);
}

fn cell(view: &PlateView, line: Area, number: u16) -> Area {
    let [names, width] = view.widths;
    let before = names.saturating_add(number.saturating_mul(width)).saturating_add(1);
    line.left(before).1.left(width.saturating_sub(1)).0
}
