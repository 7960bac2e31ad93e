//! What lies over the panes: the keys, and what is known of the node.

use ratatui::buffer::Buffer;
use ratatui::widgets::{Clear, Widget};

use super::{border, diagnosis, rect, report, theme, wrap, write};
use crate::app::keymap::{KEYMAP, SIGNS, names};
use crate::app::report::Line;
use crate::app::{App, Area, Load, Overlay, facts};
use crate::metadata::text::escape;

pub(super) fn draw(buffer: &mut Buffer, app: &App) {
    match &app.overlay {
        Overlay::None | Overlay::Prompt(..) => {}
        Overlay::Help(scroll) => {
            let inner = window(buffer, app, "keys");
            let keys = KEYMAP.iter().map(|binding| (names(binding), binding.help));
            let signs = SIGNS.iter().map(|(sign, meaning)| ((*sign).to_owned(), *meaning));
            let lines = keys.chain(signs).skip(usize::try_from(scroll.first).unwrap_or(0));
            let (left, right) = inner.left(17);
            for ((what, meaning), row) in lines.zip(0..inner.height) {
                write(buffer, left, row, &what, theme::NAME);
                write(buffer, right, row, meaning, theme::PLAIN);
            }
        }
        Overlay::Card(scroll) => {
            let inner = window(buffer, app, "card  (? again for the keys)");
            let lines = app.card();
            let first = usize::try_from(scroll.first).unwrap_or(0);
            for (line, row) in lines.iter().skip(first).zip(0..inner.height) {
                let heading = line.trim_start_matches('#');
                let style = if heading.len() < line.len() { theme::HEADING } else { theme::PLAIN };
                write(buffer, inner, row, heading.trim_start_matches(' ').trim_end(), style);
            }
        }
        Overlay::Way(scroll) => {
            let inner = window(buffer, app, "the way of the element under the cursor");
            let way = facts::way(&app.selection);
            let first = usize::try_from(scroll.first).unwrap_or(0);
            let lines = way.iter().skip(first).flat_map(|line| wrap(&escape(line), inner.width));
            for (line, row) in lines.zip(0..inner.height) {
                write(buffer, inner, row, &line, theme::PLAIN);
            }
            if way.is_empty() {
                write(buffer, inner, 0, "no chunk is decoded here", theme::NOTICE);
            }
        }
        Overlay::Diagnosis(selected) => diagnosis::draw(buffer, app, *selected),
        Overlay::Info(scroll) => {
            let inner = window(buffer, app, "info");
            let reading = [Line::Text("reading …".to_owned())];
            let lines = match &app.selection.node {
                Load::Ready(node) => node.report.as_slice(),
                _ => reading.as_slice(),
            };
            report::draw_lines(buffer, inner, lines, scroll.first);
        }
    }
}

/// An empty window in the middle of the screen; the line of hints stays.
pub(super) fn window(buffer: &mut Buffer, app: &App, title: &str) -> Area {
    let (width, height) = (app.size.0, app.size.1.saturating_sub(1));
    let (margin_x, margin_y) = if width >= 80 { (4, height.min(20) / 10) } else { (0, 0) };
    let area = Area { x: margin_x, y: margin_y, width: width - 2 * margin_x, height: height - 2 * margin_y };
    Clear.render(rect(area), buffer);
    border(buffer, area, title, true)
}
