use ratatui::buffer::Buffer;

use crate::explorer::draw::text::{window_at, write};
use crate::explorer::draw::{lines, theme};
use crate::explorer::{App, CopyMenu, Late, views};
use crate::metadata::text::escape;
use crate::tell::wrapping::wrap;

pub(crate) fn copies(buffer: &mut Buffer, app: &App, menu: &CopyMenu) {
    let title = if app.selected().is_some() { "copy the selection as" } else { "copy this chunk as" };
    let inner = window_at(buffer, app, title, views::text_window(app.shared.size));
    let forms = match &menu.forms {
        Late::Ready { value: forms, .. } => forms,
        Late::Failed(error) => return write(buffer, inner, 0, &escape(error), theme::FAULT),
        Late::Waiting { .. } | Late::Idle => return write(buffer, inner, 0, "looking …", theme::NOTICE),
    };
    let (_, text) = inner.left(2);
    // Only the beginning of a long one is shown, so that all forms are on the screen.
    let third = usize::from(inner.height / 3).saturating_sub(1).max(1);
    let most = if app.selected().is_some() { third } else { usize::MAX };
    let shown: Vec<Vec<String>> = forms.iter().map(|form| form_lines(&form.text, text.width, most)).collect();
    // The selected form is on the screen, with its beginning where it is longer than that.
    let before: usize = shown.iter().take(menu.selected).map(|lines| lines.len() + 1).sum();
    let own = shown.get(menu.selected).map_or(0, |lines| lines.len() + 1);
    let first = (before + own).saturating_sub(inner.height.into()).min(before);
    let mut rows = Vec::new();
    for ((number, form), lines) in forms.iter().enumerate().zip(shown) {
        let style = if number == menu.selected { theme::CURSOR } else { theme::HEADING };
        rows.push((inner, form.what.to_owned(), style));
        rows.extend(lines.into_iter().map(|line| (text, line, theme::PLAIN)));
    }
    for ((area, line, style), row) in rows.iter().skip(first).zip(0..inner.height) {
        write(buffer, *area, row, line, *style);
    }
    if rows.len() > first.saturating_add(inner.height.into()) {
        lines::say_more(buffer, inner);
    }
}

fn form_lines(text: &str, width: u16, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().flat_map(|line| wrap(line, width)).collect();
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    lines
}
