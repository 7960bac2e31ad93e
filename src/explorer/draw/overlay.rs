//! The windows over the panes: the keys, the node's report, a card, the forms to copy.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::bench::draw as bench;
use crate::explorer::cards::draw as cards;
use crate::explorer::compare::draw as compare;
use crate::explorer::core::app::App;
use crate::explorer::core::late::Late;
use crate::explorer::doctor::draw as diagnosis;
use crate::explorer::draw::text::{fitted_within, window, write, write_right};
use crate::explorer::draw::theme;
use crate::explorer::finder::draw as finder;
use crate::explorer::geometry::regions::Area;
use crate::explorer::keys::key_help::{HelpRow, HelpWindow};
use crate::explorer::lab::draw as lab;
use crate::explorer::node_report::draw as report;
use crate::explorer::overlay::window::{CopyMenu, Overlay, Purpose};
use crate::explorer::places::windows::PlacesWindow;
use crate::explorer::places::windows::RecentStores;
use crate::explorer::prompt::draw as typed_strip;
use crate::explorer::stats::{draw as stats, draw_profile as profile};
use crate::metadata::text::escape;
use crate::tell::report::Line;
use crate::tell::wrapping::wrap;

pub(crate) fn draw(buffer: &mut Buffer, app: &App) {
    if let Some(help) = app.help_over() {
        return keys(buffer, app, help);
    }
    match &app.overlay {
        Overlay::Prompt(prompt) if prompt.purpose == Purpose::GoTo => typed_strip::draw(buffer, app, prompt),
        Overlay::None | Overlay::Prompt(_) => {}
        Overlay::Finder => finder::draw(buffer, app),
        Overlay::Help(shown) => keys(buffer, app, shown),
        Overlay::Page(page) => {
            let inner = window(buffer, app, &page.title);
            report::draw_lines(buffer, inner, &page.lines, page.scroll.first);
        }
        Overlay::Recent(stores) => recent(buffer, app, stores),
        Overlay::Places(shown) => places(buffer, app, shown),
        Overlay::Cards(window) => cards::draw(buffer, app, window),
        Overlay::Lab(window) => lab::draw(buffer, app, window),
        Overlay::Bench(window) => bench::draw(buffer, app, window),
        Overlay::Compare(window) => compare::draw(buffer, app, window),
        Overlay::Stats(shown) => stats::draw(buffer, app, shown),
        Overlay::Profile(shown) => profile::draw(buffer, app, shown),
        Overlay::Copy(menu) => copies(buffer, app, menu),
        Overlay::Diagnosis(selected) => diagnosis::draw(buffer, app, *selected),
        Overlay::Info(scroll) => {
            let inner = window(buffer, app, "info");
            let reading = [Line::Text("reading …".to_owned())];
            let is_known = app.shared.selection.node.ready().is_some() || !app.report.files.is_empty();
            let lines = if is_known { app.shared.info.lines.as_slice() } else { reading.as_slice() };
            report::draw_lines(buffer, inner, lines, scroll.first);
        }
    }
}

/// The keys, with the line of what is looked for above them.
fn keys(buffer: &mut Buffer, app: &App, shown: &HelpWindow) {
    let inner = window(buffer, app, "keys");
    let (line, list) = inner.top(u16::from(shown.has_line()));
    if shown.has_line() {
        let (before, behind) = shown.line.halves();
        let cursor = if shown.is_typing { "▏" } else { "" };
        let text = format!("/{}{cursor}{}", escape(&before), escape(&behind));
        let found = shown.found();
        let room = line.width.saturating_sub(u16::try_from(found.width() + 2).unwrap_or(u16::MAX));
        write(buffer, Area { width: room, ..line }, 0, &text, theme::PLAIN);
        write_right(buffer, line, 0, &found, theme::QUIET);
    }
    let rows = shown.rows(inner.width);
    if rows.is_empty() {
        write(buffer, list, 0, "no key has these words in its help", theme::NOTICE);
    }
    let first = usize::try_from(shown.scroll.first).unwrap_or(usize::MAX);
    let (left, right) = list.left(HelpWindow::key_columns(inner.width));
    for (row, y) in rows.iter().skip(first).zip(0..list.height) {
        match row {
            HelpRow::Heading(text) => write(buffer, list, y, text, theme::HEADING),
            HelpRow::Entry(what, meaning) => {
                write(buffer, left, y, what, theme::NAME);
                write(buffer, right, y, meaning, theme::PLAIN);
            }
        }
    }
    if rows.len() > first.saturating_add(list.height.into()) {
        report::say_more(buffer, inner);
    }
}

/// The places to go back to, with their numbers.
fn places(buffer: &mut Buffer, app: &App, shown: &PlacesWindow) {
    let inner = window(buffer, app, "marks, then where you were before");
    if shown.places.is_empty() {
        write(buffer, inner, 0, "no place is marked, and none was visited before this one", theme::NOTICE);
    }
    for ((number, listed), row) in shown.places.iter().enumerate().zip(0..inner.height) {
        let mark = if listed.is_marked { "marked  " } else { "        " };
        numbered(buffer, inner, row, (number, shown.selected), &format!("{mark}{}", listed.name));
    }
}

/// A row of a list with numbers.
fn numbered(buffer: &mut Buffer, area: Area, row: u16, (number, selected): (usize, usize), text: &str) {
    let style = if number == selected { theme::CURSOR } else { theme::PLAIN };
    let text = fitted_within(text, area.width.saturating_sub(4)).into_owned();
    write(buffer, area, row, &format!(" {}  {text}", number + 1), style);
}

/// The stores that were looked at before, with their numbers.
fn recent(buffer: &mut Buffer, app: &App, stores: &RecentStores) {
    let inner = window(buffer, app, "no store here; looked at before");
    for ((number, path), row) in stores.paths.iter().enumerate().zip(0..inner.height) {
        numbered(buffer, inner, row, (number, stores.selected), &escape(&path.display().to_string()));
    }
    if stores.opening.is_waiting() {
        write(buffer, inner, inner.height.saturating_sub(1), "opening …", theme::NOTICE);
    }
}

/// The forms that the selected chunk can be copied in.
fn copies(buffer: &mut Buffer, app: &App, menu: &CopyMenu) {
    let inner = window(
        buffer,
        app,
        if app.selected().is_some() { "copy what is selected as" } else { "copy this chunk as" },
    );
    let forms = match &menu.forms {
        Late::Ready { value: forms, .. } => forms,
        Late::Failed(error) => return write(buffer, inner, 0, &escape(error), theme::FAULT),
        Late::Waiting { .. } | Late::Idle => return write(buffer, inner, 0, "looking …", theme::NOTICE),
    };
    let (_, text) = inner.left(2);
    // Of a long one the beginning is shown, so that all forms are on the screen.
    let most = usize::from(inner.height / 3).saturating_sub(1).max(1);
    let most = if app.selected().is_some() { most } else { usize::MAX };
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
        report::say_more(buffer, inner);
    }
}

/// The lines of a form: at most so many, with a mark where there are more.
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
