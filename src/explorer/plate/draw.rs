use std::sync::Arc;

use ratatui::buffer::Buffer;

use crate::explorer::draw::picture_cells::CellsView;
use crate::explorer::draw::text::{fitted, framed, is_focused, longest, write, write_right};
use crate::explorer::geometry::picture_view::{HALVES, PictureView};
use crate::explorer::plate::thumbnails::Thumbnail;
use crate::explorer::plate::{PlateShows, PlateView};
use crate::explorer::{App, Area, Pane, theme};
use crate::metadata::text::escape;
use crate::pipeline::WellState;
use crate::tell::colors::{Coloring, Painter};
use crate::tell::label_colors::{Painted, PaintedChannel};
use crate::tell::plate::{PLATE_LEGEND, PlateTable, plate_name};

pub(crate) fn draw(buffer: &mut Buffer, area: Area, (app, table): (&App, PlateTable)) {
    if area.width == 0 {
        return;
    }
    let selection = &app.shared.selection;
    let about = selection.node.ready().map_or("", |node| node.about.as_str());
    let name = escape(&format!("{}  {about}", selection.child.name)).into_owned();
    let focused = is_focused(app, Pane::Grid);
    let inner = framed(buffer, area, app, &fitted(&name, area.width.saturating_sub(4)), focused);
    let pane = &app.plate;
    let view = PlateView::of(&table, pane.shows, inner);
    let [rows, columns] = pane.on_screen(&view, &table);
    let thumbnails = pane.drawn();
    let common = Thumbnail::common_ranges(&thumbnails);
    for (column, x) in columns.clone().zip(0..) {
        let name = table.plate.columns.get(column).map(|own| plate_name(own)).unwrap_or_default();
        // Above the picture, or above the number.
        let place = cell(&view, view.header, x);
        match pane.shows {
            PlateShows::Pictures => write(buffer, place, 0, &name, theme::HEADING),
            PlateShows::Counts | PlateShows::Nodes => write_right(buffer, place, 0, &name, theme::HEADING),
        }
    }
    let is_cut = columns.end < table.plate.columns.len();
    if is_cut {
        let edge = view.header.left(view.header.width.saturating_sub(1)).1;
        write(buffer, edge, 0, "…", theme::QUIET);
    }
    for (row, y) in rows.zip(0..view.list.height / view.height) {
        let line = Area { y: view.list.y + y * view.height, height: view.height, ..view.list };
        let name = table.plate.rows.get(row).map(|own| plate_name(own)).unwrap_or_default();
        write(buffer, line, 0, &name, theme::NAME);
        for (column, x) in columns.clone().zip(0..) {
            let cursor = if pane.cursor == [row, column] { theme::cursor(focused) } else { theme::PLAIN };
            let style = match table.state(row, column) {
                Some(WellState::Missing) => theme::FAULT,
                Some(WellState::Images(_)) => theme::PLAIN,
                _ => theme::QUIET,
            };
            let place = cell(&view, line, x);
            let path = table.path(row, column).unwrap_or_default();
            let Some(Some(thumbnail)) = thumbnails.get(path) else {
                let sign = table.sign(row, column);
                if pane.shows == PlateShows::Pictures {
                    write(buffer, place, 0, &sign, style.patch(cursor));
                } else {
                    write_right(buffer, place, 0, &sign, style.patch(cursor));
                }
                continue;
            };
            draw_thumbnail(buffer, place, thumbnail, |place| thumbnail.coloring(place, &common, pane.range));
            if pane.cursor == [row, column] {
                for (x, sign) in [(place.x - 1, "▐"), (place.x + place.width, "▌")] {
                    let edge = Area { x, width: line.left(x - line.x).1.width.min(1), ..place };
                    for y in 0..view.height {
                        write(buffer, edge, y, sign, theme::NAME);
                    }
                }
            }
        }
    }
    let [row, column] = pane.cursor;
    let at = table.words(row, column);
    let mut texts = match pane.shows {
        PlateShows::Pictures => {
            let colors = thumbnails.values().flatten().next().map(|own| own.words(&common, pane.range));
            let colors = escape(&colors.unwrap_or_default()).into_owned();
            let [each, typed] = ["the first image of each", ":channel and :range choose colours"];
            vec![
                format!("{at}   {each}: {colors} · none ✗ missing; {typed}"),
                format!("{at}   {colors} · none ✗ missing; {typed}"),
                format!("{at}   {colors}"),
            ]
        }
        PlateShows::Counts | PlateShows::Nodes => vec![format!("{at}   {PLATE_LEGEND}")],
    };
    texts.extend([at.clone(), fitted(&at, view.below.width).to_string()]);
    write(buffer, view.below, 0, &longest(&texts, view.below.width), theme::HEADING);
}

fn cell(view: &PlateView, line: Area, number: u16) -> Area {
    let [names, width] = view.widths;
    let before = names.saturating_add(number.saturating_mul(width)).saturating_add(1);
    line.left(before).1.left(width.saturating_sub(1)).0
}

fn draw_thumbnail(
    buffer: &mut Buffer,
    area: Area,
    thumbnail: &Thumbnail,
    coloring: impl Fn(usize) -> Coloring,
) {
    let [first, others @ ..] = thumbnail.planes.as_slice() else { return };
    let mut painter = Painter::new(first.spread.as_ref(), coloring(0));
    if thumbnail.has_channels() {
        painter.fill = None;
    }
    let mut lights = Vec::new();
    for (place, plane) in (1..).zip(others) {
        lights.push(PaintedChannel::new(Arc::clone(plane), coloring(place)));
    }
    let drawn = Painted { picture: first, painter: &painter, others: &lights, labels: None };
    CellsView { painted: drawn, view: PictureView { area, legend: area, dots: HALVES, scale: [1; 2] } }
        .draw(buffer);
}
