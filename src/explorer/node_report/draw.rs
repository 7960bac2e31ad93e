use ratatui::buffer::Buffer;

use crate::explorer::draw::lines::draw_lines;
use crate::explorer::draw::text::{framed, is_focused, write};
use crate::explorer::{App, Area, Late, Pane, theme};
use crate::metadata::text::escape;

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let name = escape(&app.shared.selection.child.name).into_owned();
    let inner = framed(buffer, area, app, &name, is_focused(app, Pane::Grid));
    if !app.report.files.is_empty() {
        return draw_lines(buffer, inner, &app.report.files, app.report.scroll.first);
    }
    match &app.shared.selection.node {
        Late::Ready { value: node, .. } => draw_lines(buffer, inner, &node.report, app.report.scroll.first),
        Late::Failed(error) => write(buffer, inner, 0, &escape(error), theme::FAULT),
        Late::Waiting { .. } | Late::Idle => write(buffer, inner, 0, "reading …", theme::NOTICE),
    }
}
