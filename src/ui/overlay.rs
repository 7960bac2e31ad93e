//! The windows over the panes: the keys, the node's report, a card, the forms to copy.

use ratatui::buffer::Buffer;

use super::{
    bench, cards, compare, diagnosis, finder, lab, profile, report, stats, theme, window, wrap, write,
};
use crate::app::keymap::{KEYMAP, SIGNS, names};
use crate::app::{App, CopyMenu, Late, Overlay};
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
    let mut row = 0;
    for (number, form) in forms.iter().enumerate() {
        let style = if number == menu.selected { theme::CURSOR } else { theme::HEADING };
        write(buffer, inner, row, form.what, style);
        row += 1;
        let (_, text) = inner.left(2);
        let lines: Vec<String> = form.text.lines().flat_map(|line| wrap(line, text.width)).collect();
        // Of a long one the beginning is shown, so that all forms are on the screen.
        let most = usize::from(inner.height / 3).saturating_sub(1).max(1);
        let is_cut = app.selected().is_some() && lines.len() > most;
        let shown = if is_cut { most } else { lines.len() };
        for (number, line) in lines.into_iter().take(shown).enumerate() {
            let more = if is_cut && number + 1 == shown { " …" } else { "" };
            let line = format!("{line}{more}");
            write(buffer, text, row, &line, theme::PLAIN);
            row = row.saturating_add(1);
        }
    }
}
