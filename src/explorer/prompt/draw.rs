use ratatui::buffer::Buffer;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{border, end_of, fitted, rect, write, write_right};
use crate::explorer::prompt::line::Suggestion;
use crate::explorer::{App, Area, Prompt, Purpose, TypedLine, theme};
use crate::metadata::text::escape;
use crate::tell::wrapping::wrap;

const ROWS: u16 = 10;
const WORDS: u16 = 26;

pub(crate) fn draw(buffer: &mut Buffer, app: &App, prompt: &Prompt) {
    let (width, height) = app.shared.size;
    let suggestions = app.suggestions(prompt);
    let mut error = Vec::new();
    if let Some(text) = &prompt.error
        && !fits_beside(prompt, text, width)
    {
        error = wrap(&escape(text), width.saturating_sub(2));
    }
    let room = (height / 2).saturating_sub(2).min(ROWS);
    let lines = u16::try_from(error.len().saturating_add(suggestions.len())).unwrap_or(u16::MAX).min(room);
    if lines == 0 {
        return;
    }
    let rows = lines + 2;
    let area = Area { x: 0, y: height.saturating_sub(rows + 1), width, height: rows };
    Clear.render(rect(area), buffer);
    let inner = border(buffer, area, "commands · Tab and PgDn choose, ↑ ↓ earlier lines", false);
    for (line, row) in error.iter().zip(0..inner.height) {
        write(buffer, inner, row, line, theme::NOTICE);
    }
    draw_list(buffer, inner.top(u16::try_from(error.len()).unwrap_or(u16::MAX)).1, &suggestions);
}

fn draw_list(buffer: &mut Buffer, list: Area, suggestions: &[Suggestion]) {
    let visible = usize::from(list.height);
    let chosen = suggestions.iter().position(|own| own.is_chosen).unwrap_or(0);
    let first = chosen.saturating_sub(visible / 2).min(suggestions.len().saturating_sub(visible));
    let longest = suggestions.iter().map(|own| own.shown.width()).max().unwrap_or(0);
    let has_help = suggestions.iter().any(|own| !own.help.is_empty());
    let most = if has_help { WORDS.min(list.width * 2 / 5) } else { list.width };
    let columns = u16::try_from(longest.saturating_add(2)).unwrap_or(most).min(most);
    for (own, row) in suggestions.iter().skip(first).zip(0..list.height) {
        let (words, help) = Area { y: list.y + row, height: 1, ..list }.left(columns);
        let style = if own.is_chosen { theme::CURSOR } else { theme::NAME };
        let room = words.width.saturating_sub(u16::from(has_help));
        write(buffer, Area { width: room, ..words }, 0, &escape(&own.shown), style);
        write(buffer, help, 0, &own.help, theme::PLAIN);
    }
    let more = suggestions.len().saturating_sub(first.saturating_add(visible));
    if more > 0 {
        let below = Area { y: list.y.saturating_add(list.height), height: 1, ..list };
        write_right(buffer, below, 0, &format!(" {more} more ▾ "), theme::QUIET);
    }
}

pub(crate) fn fits_beside(prompt: &Prompt, error: &str, width: u16) -> bool {
    // 6 columns for the sign, the cursor and a gap.
    let line = escape(&prompt.line.text()).width() + 6;
    line.saturating_add(escape(error).width()) <= usize::from(width)
}

pub(crate) fn draw_line(buffer: &mut Buffer, area: Area, prompt: &Prompt) {
    let sign = match prompt.purpose {
        Purpose::GoTo => ":",
        Purpose::SaveAs if area.width >= 60 => "save as: ",
        Purpose::SaveAs => "save: ",
        Purpose::Overwrite => return overwrite(buffer, area, &prompt.line.text()),
    };
    draw_typed(buffer, area, sign, &prompt.line);
    if let Some(error) = &prompt.error
        && fits_beside(prompt, error, area.width)
    {
        write_right(buffer, area, 0, &format!("{} ", escape(error)), theme::NOTICE);
    }
}

pub(crate) fn draw_typed(buffer: &mut Buffer, area: Area, sign: &str, line: &TypedLine) {
    let (before, behind) = line.halves();
    let text = typed(sign, &escape(&before), area.width) + &escape(&behind);
    write(buffer, area, 0, &text, theme::PLAIN);
}

pub(crate) fn draw_search(buffer: &mut Buffer, area: Area, line: &TypedLine, count: &str) {
    // On a narrow screen the line comes first.
    let room = area.width.saturating_sub(u16::try_from(count.width() + 2).unwrap_or(u16::MAX));
    let (own, beside) = if room >= 12 { area.left(room) } else { (area, Area::default()) };
    let (before, after) = line.halves();
    let (before, after) = (escape(&before).into_owned(), escape(&after).into_owned());
    let start = end_of(&before, usize::from(own.width.saturating_sub(3)));
    let cut = if start.len() < before.len() { "…" } else { "" };
    write(buffer, own, 0, &format!("/{cut}{start}▏{after}"), theme::PLAIN);
    write_right(buffer, beside, 0, count, theme::QUIET);
}

/// Cuts the beginning of a long line, because its end is being typed, but keeps the sign.
pub(crate) fn typed(sign: &str, text: &str, width: u16) -> String {
    let line = format!("{sign}{text}▏");
    if line.width() <= usize::from(width) {
        return line;
    }
    // 2 columns for the ellipsis and the cursor.
    let Some(room) = usize::from(width).checked_sub(sign.width() + 2) else { return sign.to_owned() };
    format!("{sign}…{}▏", end_of(text, room))
}

fn overwrite(buffer: &mut Buffer, area: Area, name: &str) {
    let question = "exists: overwrite it? y n";
    let room = area.width.saturating_sub(u16::try_from(question.width() + 1).unwrap_or(u16::MAX));
    let text = if room < 4 {
        "overwrite it? y n".to_owned()
    } else {
        format!("{} {question}", fitted(&escape(name), room))
    };
    write(buffer, area, 0, &text, theme::NOTICE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_typed_line_is_shown() {
        let shown = [9, 8, 5, 3, 2, 1].map(|width| typed(":", "at 1,23", width));
        assert_eq!(shown, [":at 1,23▏", ":… 1,23▏", ":…23▏", ":…▏", ":", ":"]);
    }
}
