use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Widget};

use crate::explorer::cards::{CardIndex, IndexRow, OpenedCard, index_view};
use crate::explorer::draw::text::{border, rect, window_at, write};
use crate::explorer::draw::{lines, theme};
use crate::explorer::prompt::draw::draw_search;
use crate::explorer::{App, Area, CardsWindow, views};
use crate::tell::card_page::page;
use crate::tell::words::count;

/// A word that leads somewhere: not by a colour alone.
const LINK: Style = Style::new().add_modifier(Modifier::UNDERLINED);

pub(crate) fn draw(buffer: &mut Buffer, app: &App, shown: &CardsWindow) {
    match (shown.card(), &shown.index) {
        (Some(opened), _) => draw_card(buffer, app, opened),
        (None, Some(index)) => draw_index(buffer, app, index),
        (None, None) => {}
    }
}

fn draw_card(buffer: &mut Buffer, app: &App, opened: &OpenedCard) {
    let area = views::text_window(app.shared.size);
    let inner = window_at(buffer, app, &format!("card: {}", opened.card.topic), area);
    let page = opened.page(app.shared.size);
    let first = usize::try_from(opened.scroll.first).unwrap_or(usize::MAX);
    for (row, y) in page.rows.iter().skip(first).zip(0..inner.height) {
        write(buffer, inner, y, &row.text, if row.is_heading { theme::HEADING } else { theme::PLAIN });
    }
    for (number, link) in page.links.iter().enumerate() {
        let Some(row) = link.row.checked_sub(first) else { continue };
        let row = u16::try_from(row).unwrap_or(u16::MAX);
        if row >= inner.height {
            continue;
        }
        let column = |column: usize| u16::try_from(column).unwrap_or(u16::MAX).min(inner.width);
        let (start, end) = (column(link.columns.start), column(link.columns.end));
        let place = Area { x: inner.x + start, y: inner.y + row, width: end - start, height: 1 };
        let style = if opened.chosen == Some(number) { theme::CURSOR } else { LINK };
        buffer.set_style(rect(place), style);
    }
    if page.rows.len() > first.saturating_add(inner.height.into()) {
        lines::say_more(buffer, inner);
    }
}

fn draw_index(buffer: &mut Buffer, app: &App, index: &CardIndex) {
    let view = index_view(app.shared.size);
    Clear.render(rect(view.window), buffer);
    border(buffer, view.window, "cards", true);
    let fitting = index.fitting();
    let in_texts = if fitting.in_texts { " by their texts" } else { "" };
    let count = count(fitting.cards.len() as u128, "card") + in_texts;
    draw_search(buffer, view.line, &index.line, &count);
    let current = index.current();
    if fitting.cards.is_empty() {
        write(buffer, view.list, 0, "no card has these words", theme::NOTICE);
    }
    let rows = index.rows();
    let first = usize::try_from(index.scroll.first).unwrap_or(usize::MAX);
    for (row, y) in rows.iter().skip(first).zip(0..view.list.height) {
        let area = Area { y: view.list.y + y, height: 1, ..view.list };
        match row {
            IndexRow::Group(name) => write(buffer, area, 0, name, theme::HEADING),
            IndexRow::Card(card) => {
                let is_current = current == Some(*card);
                let style = if is_current { theme::CURSOR } else { theme::PLAIN };
                write(buffer, area, 0, &" ".repeat(area.width.into()), style);
                write(buffer, area, 0, if is_current { ">" } else { " " }, style);
                let (name, summary) = area.left(2).1.left(21);
                write(buffer, name, 0, card.topic, if is_current { style } else { theme::NAME });
                write(buffer, summary, 0, card.summary, style);
            }
        }
    }
    if rows.len() > first.saturating_add(view.list.height.into()) {
        lines::say_more(buffer, view.list);
    }
    if let Some(card) = current
        && view.preview.width > 2
        && view.preview.height > 2
    {
        let inner = border(buffer, view.preview, card.topic, false);
        for (row, y) in page(&card, None, inner.width.into()).rows.iter().zip(0..inner.height) {
            write(buffer, inner, y, &row.text, if row.is_heading { theme::HEADING } else { theme::PLAIN });
        }
    }
}
