use ratatui::buffer::Buffer;

use crate::explorer::draw::text::{window_at, write};
use crate::explorer::draw::{lines, theme};
use crate::explorer::{App, CopyMenu, Late, views};
use crate::metadata::text::escape;
use crate::tell::wrapping::wrap;

pub(crate) fn copies(buffer: &mut Buffer, app: &App, menu: &CopyMenu) {
    let title = match app.selected() {
        Some(_) => "copy the selection as",
        None if app.shared.selection.array().is_some() => "copy this chunk as",
        None => "copy this node as",
    };
    let inner = window_at(buffer, app, title, views::text_window(app.shared.size));
    let forms = match &menu.forms {
        Late::Ready { value: forms, .. } => forms,
        Late::Failed(error) => return write(buffer, inner, 0, &escape(error), theme::FAULT),
        Late::Waiting { .. } | Late::Idle => return write(buffer, inner, 0, "looking …", theme::NOTICE),
    };
    // Only the beginning of a long one is shown, so that all forms are on the screen.
    let third = usize::from(inner.height / 3).saturating_sub(1).max(1);
    let most = if app.selected().is_some() { third } else { usize::MAX };
    let mut entries = Vec::new();
    for form in forms.iter() {
        entries.push((form.what.to_owned(), form_lines(&form.text, inner.width.saturating_sub(2), most)));
    }
    lines::draw_entries(buffer, inner, &entries, menu.selected);
}

fn form_lines(text: &str, width: u16, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().flat_map(|line| wrap(line, width)).collect();
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    for line in &mut lines {
        line.insert_str(0, "  ");
    }
    lines
}
