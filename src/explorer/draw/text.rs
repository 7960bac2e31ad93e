use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::explorer::{App, Area, CourseMode, Pane, theme, views};
use crate::metadata::text::shorten;
use crate::tell::wrapping::wrap;

pub(crate) fn rect(area: Area) -> Rect {
    Rect { x: area.x, y: area.y, width: area.width, height: area.height }
}

pub(crate) fn border(buffer: &mut Buffer, area: Area, title: &str, focused: bool) -> Area {
    // The form of the line shows the focus too, for terminals without colours.
    let (kind, style) =
        if focused { (BorderType::Thick, theme::FOCUS) } else { (BorderType::Rounded, theme::QUIET) };
    // A narrow pane leaves out the space after the title first.
    let title = fitted(title, area.width.saturating_sub(3));
    let title = Line::styled(format!(" {title} "), if focused { theme::FOCUS } else { theme::HEADING });
    Block::bordered().border_type(kind).border_style(style).title(title).render(rect(area), buffer);
    area.inner()
}

/// The frame of a pane, or where rows are few a rule above it and a line to the pane at its right.
pub(crate) fn framed(buffer: &mut Buffer, area: Area, app: &App, title: &str, focused: bool) -> Area {
    let regions = app.shared.regions();
    if !regions.is_ruled {
        return border(buffer, area, title, focused);
    }
    let inner = regions.inner(area);
    if area.is_empty() {
        return inner;
    }
    let (line, style, words) =
        if focused { ("━", theme::FOCUS, theme::FOCUS) } else { ("─", theme::QUIET, theme::HEADING) };
    write(buffer, area, 0, &line.repeat(area.width.into()), style);
    let title = fitted(title, area.width.saturating_sub(3));
    write(buffer, area.left(1).1, 0, &format!(" {title} "), words);
    let (_, beside) = area.left(inner.width);
    for y in 0..area.height {
        write(buffer, beside, y, if y == 0 { "┬" } else { "│" }, theme::QUIET);
    }
    inner
}

pub(crate) fn window(buffer: &mut Buffer, app: &App, title: &str) -> Area {
    window_at(buffer, app, title, views::window(app.shared.size))
}

pub(crate) fn window_at(buffer: &mut Buffer, app: &App, title: &str, area: Area) -> Area {
    // Without a border, text beside the window would look like part of it.
    let rows = if app.is_plain { Area { x: 0, width: app.shared.size.0, ..area } } else { area };
    Clear.render(rect(rows), buffer);
    border(buffer, area, title, true)
}

pub(crate) fn is_focused(app: &App, pane: Pane) -> bool {
    let has_keys = app.course.as_ref().is_none_or(|course| course.mode == CourseMode::Panes);
    has_keys && app.shared.focus == pane
}

pub(crate) fn write(buffer: &mut Buffer, area: Area, row: u16, text: &str, style: Style) {
    if row < area.height {
        let fits = text.trim_end().width() <= usize::from(area.width);
        let text = if fits { Cow::Borrowed(text) } else { fitted(text, area.width) };
        buffer.set_stringn(area.x, area.y + row, text, area.width.into(), style);
    }
}

pub(crate) fn write_right(buffer: &mut Buffer, area: Area, row: u16, text: &str, style: Style) {
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    if row < area.height && width <= area.width {
        buffer.set_string(area.x + area.width - width, area.y + row, text, style);
    }
}

pub(crate) fn write_wrapped(buffer: &mut Buffer, area: Area, text: &str, style: Style) {
    for (line, row) in wrap(&with_room(text, area), area.width.max(1)).iter().zip(0..area.height) {
        write(buffer, area, row, line, style);
    }
}

/// As much of a text as an area has room for, and more: each letter may have several marks. A text may have megabytes.
pub(crate) fn with_room(text: &str, area: Area) -> String {
    shorten(text, 4 * usize::from(area.width) * usize::from(area.height))
}

pub(crate) fn fitted(text: &str, width: u16) -> Cow<'_, str> {
    let width = usize::from(width);
    if text.width() <= width {
        return Cow::Borrowed(text);
    }
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used < width
    };
    let mut cut: String = text.chars().take_while(fits).collect();
    if width > 0 {
        cut.push('…');
    }
    Cow::Owned(cut)
}

/// Cuts text to `width` columns in its middle, because names in one column often differ only at their ends.
pub(crate) fn fitted_within(text: &str, width: u16) -> Cow<'_, str> {
    let width = usize::from(width);
    if text.width() <= width || width < 8 {
        return fitted(text, u16::try_from(width).unwrap_or(u16::MAX));
    }
    let taken = |letters: &mut dyn Iterator<Item = char>, room: usize| -> Vec<char> {
        let mut used = 0;
        let fits = |letter: &char| {
            used += letter.width().unwrap_or(0);
            used <= room
        };
        letters.take_while(fits).collect()
    };
    let start = taken(&mut text.chars(), width / 2);
    let end = taken(&mut text.chars().rev(), (width - 1) / 2);
    Cow::Owned(start.into_iter().chain(['…']).chain(end.into_iter().rev()).collect())
}

pub(crate) fn end_of(text: &str, columns: usize) -> &str {
    let mut rest = text;
    while rest.width() > columns {
        let mut letters = rest.chars();
        letters.next();
        rest = letters.as_str();
    }
    rest
}

/// The first text that fits, or else the last, cut.
pub(crate) fn longest(texts: &[String], width: u16) -> String {
    if let Some(text) = texts.iter().find(|text| text.width() <= usize::from(width)) {
        return text.clone();
    }
    texts.last().map(|text| fitted(text, width).into_owned()).unwrap_or_default()
}

pub(crate) fn fit(text: &str, width: usize) -> String {
    fitted(text, u16::try_from(width).unwrap_or(u16::MAX)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        assert_eq!(
            [fitted("abc", 3), fitted("abcd", 3), fitted("温度表", 5), fitted("ab", 1), fitted("ab", 0)],
            ["abc", "ab…", "温度…", "…", ""]
        );
    }

    #[test]
    fn the_end_of_a_text_is_cut_by_its_columns() {
        assert_eq!(
            [end_of("abc", 3), end_of("abcd", 3), end_of("温度表", 5), end_of("ab", 0)],
            ["abc", "bcd", "度表", ""]
        );
    }

    #[test]
    fn a_text_is_cut_by_the_columns_that_it_takes() {
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(fit("abcd", 3), "ab…");
        // Each of these characters takes two columns.
        assert_eq!(fit("日本語", 6), "日本語");
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(fit("日本語", 4), "日…");
        assert_eq!(fit("日本語", 1), "…");
    }
}
