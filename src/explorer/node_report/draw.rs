use ratatui::buffer::Buffer;

use crate::explorer::draw::lines::draw_in_pane;
use crate::explorer::draw::text::{framed, is_focused, write};
use crate::explorer::{App, Area, Late, Pane, theme};
use crate::metadata::text::escape;

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let name = escape(&app.shared.selection.child.name).into_owned();
    let inner = framed(buffer, area, app, &name, is_focused(app, Pane::Grid));
    let first = app.report.scroll.first;
    if !app.report.files.is_empty() {
        return draw_in_pane(buffer, inner, app, (&app.report.files, first));
    }
    match &app.shared.selection.node {
        Late::Ready { value: node, .. } => draw_in_pane(buffer, inner, app, (&node.report, first)),
        Late::Failed(error) => write(buffer, inner, 0, &escape(error), theme::FAULT),
        Late::Waiting { .. } | Late::Idle => write(buffer, inner, 0, "reading …", theme::NOTICE),
    }
}
