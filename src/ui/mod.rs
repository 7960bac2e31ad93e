//! Draws the state. Nothing here changes the state, reads a store or looks at a clock.

mod bytes;
mod cells;
mod diagnosis;
mod grid;
mod hierarchy;
mod hints;
mod overlay;
mod report;
mod screen;
mod shard;
mod stages;
pub mod theme;
mod titles;
mod values;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::app::{App, Area, Pane, Side};

pub use screen::{Coloring, Screen, listen_to_signals, listen_to_terminal};

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App) {
    let buffer = frame.buffer_mut();
    let regions = app.shared.regions();
    hierarchy::draw(buffer, regions.hierarchy, app);
    if app.shared.selection.layout().is_some() {
        grid::draw(buffer, regions.grid, app);
        stages::draw(buffer, regions.stages, app);
        values::draw(buffer, regions.input, app, Side::Input);
        values::draw(buffer, regions.values, app, Side::Output);
    } else {
        report::draw(buffer, regions.detail, app);
    }
    hints::draw(buffer, regions.hints, app);
    // Windows come last, because they cover the panes.
    overlay::draw(buffer, app);
}

/// An area as a rectangle of the terminal library.
fn rect(area: Area) -> Rect {
    Rect { x: area.x, y: area.y, width: area.width, height: area.height }
}

/// Draws the border of a pane with its title; the pane with the focus has a thick one.
fn border(buffer: &mut Buffer, area: Area, title: &str, focused: bool) -> Area {
    // The form of the line shows the focus too, for terminals without colours.
    let (kind, style) =
        if focused { (BorderType::Thick, theme::FOCUS) } else { (BorderType::Rounded, theme::QUIET) };
    let title = Line::styled(format!(" {title} "), if focused { theme::FOCUS } else { theme::HEADING });
    Block::bordered().border_type(kind).border_style(style).title(title).render(rect(area), buffer);
    area.inner()
}

/// Draws an empty window over the panes; the line of hints stays visible.
fn window(buffer: &mut Buffer, app: &App, title: &str) -> Area {
    let (width, height) = (app.shared.size.0, app.shared.size.1.saturating_sub(1));
    let (margin_x, margin_y) = if width >= 80 { (4, height.min(20) / 10) } else { (0, 0) };
    let area = Area { x: margin_x, y: margin_y, width: width - 2 * margin_x, height: height - 2 * margin_y };
    Clear.render(rect(area), buffer);
    border(buffer, area, title, true)
}

/// Whether a pane shows that it has the focus.
fn is_focused(app: &App, pane: Pane) -> bool {
    app.shared.focus == pane
}

/// Writes text on one row of an area, cut at the right edge.
fn write(buffer: &mut Buffer, area: Area, row: u16, text: &str, style: Style) {
    if row < area.height {
        buffer.set_stringn(area.x, area.y + row, text, area.width.into(), style);
    }
}

/// Writes text that ends at the right edge of an area.
fn write_right(buffer: &mut Buffer, area: Area, row: u16, text: &str, style: Style) {
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    if row < area.height && width <= area.width {
        buffer.set_string(area.x + area.width - width, area.y + row, text, style);
    }
}

/// The text, cut to so many columns with `…` where it takes more: a character may take two.
fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut cut, mut columns) = (String::new(), 1);
    for c in text.chars() {
        columns += c.width().unwrap_or(0);
        if columns > width {
            break;
        }
        cut.push(c);
    }
    cut + "…"
}

/// Cuts text into lines of at most `width` characters, at spaces where there are some.
fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        let fits = line.chars().count() + word.trim_end().chars().count() <= width;
        if !fits && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            let full = line.chars().count() == width;
            if full && c == ' ' {
                continue; // the end of the line stands for it
            }
            if full {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_spaces() {
        assert_eq!(wrap("expected 128 bytes", 12), ["expected 128", "bytes"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 3), [""]);
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
