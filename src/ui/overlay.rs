//! The windows over the panes: the keys, the node's report, a card, the forms to copy.

use ratatui::buffer::Buffer;

use super::{
    bench, cards, compare, diagnosis, finder, fitted_within, lab, profile, report, stats, theme, window,
    wrap, write,
};
use crate::app::keymap::{KEYMAP, SIGNS, names};
use crate::app::{App, CopyMenu, Late, Overlay, RecentStores};
use crate::metadata::text::escape;
use crate::tell::report::Line;

pub(super) fn draw(buffer: &mut Buffer, app: &App) {
    match &app.overlay {
        Overlay::None | Overlay::Prompt(..) => {}
        Overlay::Finder => finder::draw(buffer, app),
        Overlay::Help(scroll) => {
            let inner = window(buffer, app, "keys");
            let keys = KEYMAP.iter().map(|binding| (names(binding), binding.help));
            let signs = SIGNS.iter().map(|(sign, meaning)| ((*sign).to_owned(), *meaning));
            let lines = keys.chain(signs).skip(usize::try_from(scroll.first).unwrap_or(0));
            if lines.clone().count() > usize::from(inner.height) {
                report::say_more(buffer, inner);
            }
            let (left, right) = inner.left(17);
            for ((what, meaning), row) in lines.zip(0..inner.height) {
                write(buffer, left, row, &what, theme::NAME);
                write(buffer, right, row, meaning, theme::PLAIN);
            }
        }
        Overlay::Page(page) => {
            let inner = window(buffer, app, &page.title);
            report::draw_lines(buffer, inner, &page.lines, page.scroll.first);
        }
        Overlay::Recent(stores) => recent(buffer, app, stores),
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

/// The stores that were looked at before, with their numbers.
fn recent(buffer: &mut Buffer, app: &App, stores: &RecentStores) {
    let inner = window(buffer, app, "no store here; looked at before");
    for ((number, path), row) in stores.paths.iter().enumerate().zip(0..inner.height) {
        let style = if number == stores.selected { theme::CURSOR } else { theme::PLAIN };
        let path = path.display().to_string();
        let path = fitted_within(&escape(&path), inner.width.saturating_sub(4)).into_owned();
        write(buffer, inner, row, &format!(" {}  {path}", number + 1), style);
    }
    if stores.opening.is_waiting() {
        write(buffer, inner, inner.height.saturating_sub(1), "opening …", theme::NOTICE);
    }
}

/// The forms that the selected chunk can be copied in.
fn copies(buffer: &mut Buffer, app: &App, menu: &CopyMenu) {
    let inner = window(buffer, app, "copy this chunk as");
    let forms = match &menu.forms {
        Late::Ready { value: forms, .. } => forms,
        Late::Failed(error) => return write(buffer, inner, 0, &escape(error), theme::FAULT),
        Late::Waiting { .. } | Late::Idle => return write(buffer, inner, 0, "looking …", theme::NOTICE),
    };
    let mut row = 0;
    for (number, form) in forms.iter().enumerate() {
        let style = if number == menu.selected { theme::CURSOR } else { theme::HEADING };
        write(buffer, inner, row, form.what, style);
        row += 1;
        let (_, text) = inner.left(2);
        for line in wrap(&form.text, text.width) {
            write(buffer, text, row, &line, theme::PLAIN);
            row = row.saturating_add(1);
        }
    }
}
