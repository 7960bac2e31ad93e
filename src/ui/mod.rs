//! Draws the state. Nothing here changes the state, reads a store or looks at a clock.

mod announce;
mod bench;
mod bytes;
mod cards;
mod cells;
mod compare;
mod compared_sides;
mod course;
mod diagnosis;
mod finder;
mod frame;
mod grid;
mod grid_numbers;
mod ground;
mod group;
mod hierarchy;
mod hints;
mod lab;
mod lab_codecs;
mod lab_loss;
mod message;
mod overlay;
pub mod palettes;
mod picture;
mod plate;
mod pressed;
pub mod print;
mod profile;
mod report;
mod screen;
mod shard;
mod shown_grid;
mod signals;
mod stages;
mod stats;
pub mod theme;
mod thread_failure;
mod titles;
mod typed_strip;
mod values;
mod worded;

use std::borrow::Cow;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::app::{App, Area, CourseMode, Pane, Side, views};
use crate::tell::wrapping::wrap;

pub use screen::{Screen, listen_to_terminal};
pub use signals::listen_to_signals;
pub use thread_failure::ThreadFailure;

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App) {
    draw_into(frame.buffer_mut(), app);
    pressed::draw(frame.buffer_mut(), app);
}

/// The same into a buffer, which has the size of [`App::size`], without the keys that were pressed.
pub fn draw_into(buffer: &mut Buffer, app: &App) {
    match &app.course {
        None => draw_panes(buffer, app),
        Some(open) => {
            let mut panes = course::panes(app);
            draw_panes(&mut panes, app);
            course::draw(buffer, open, &panes);
        }
    }
    if app.is_plain {
        worded::apply(buffer);
    }
}

fn draw_panes(buffer: &mut Buffer, app: &App) {
    let regions = app.shared.regions();
    hierarchy::draw(buffer, regions.hierarchy, app);
    if app.shared.selection.layout().is_some() {
        grid::draw(buffer, regions.grid, app);
        stages::draw(buffer, regions.stages, app);
        values::draw(buffer, regions.input, app, Side::Input);
        if app.picture.takes_over(&app.shared) {
            picture::draw(buffer, regions.values, app);
        } else {
            values::draw(buffer, regions.values, app, Side::Output);
            if app.picture.is_shown(&app.shared) {
                picture::draw(buffer, regions.picture, app);
            }
        }
    } else if app.group.is_shown() && app.frame.is_shown(&app.shared) {
        frame::draw(buffer, regions.detail, app);
    } else if let Some(table) = app.plate.shown(&app.shared).filter(|_| app.group.is_shown()) {
        plate::draw(buffer, regions.detail, (app, table));
    } else if app.group.is_shown() {
        group::draw(buffer, regions.detail, app);
    } else {
        report::draw(buffer, regions.detail, app);
    }
    hints::draw(buffer, regions.hints, app);
    // Windows come last, because they cover the panes.
    overlay::draw(buffer, app);
    message::draw(buffer, app);
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
    // The space behind it is the first that a narrow pane does without.
    let title = fitted(title, area.width.saturating_sub(3));
    let title = Line::styled(format!(" {title} "), if focused { theme::FOCUS } else { theme::HEADING });
    Block::bordered().border_type(kind).border_style(style).title(title).render(rect(area), buffer);
    area.inner()
}

/// Draws an empty window over the panes; the line of hints stays visible.
fn window(buffer: &mut Buffer, app: &App, title: &str) -> Area {
    let area = views::window(app.shared.size);
    // Without a box around it, what stands beside the window would be read as if it were in it.
    let rows = if app.is_plain { Area { x: 0, width: app.shared.size.0, ..area } } else { area };
    Clear.render(rect(rows), buffer);
    border(buffer, area, title, true)
}

/// Whether a pane shows that it has the focus.
fn is_focused(app: &App, pane: Pane) -> bool {
    let has_keys = app.course.as_ref().is_none_or(|course| course.mode == CourseMode::Panes);
    has_keys && app.shared.focus == pane
}

/// Writes text on one row of an area; an ellipsis stands for what does not fit.
fn write(buffer: &mut Buffer, area: Area, row: u16, text: &str, style: Style) {
    if row < area.height {
        // Spaces at the end are nothing that anybody misses.
        let fits = text.trim_end().width() <= usize::from(area.width);
        let text = if fits { Cow::Borrowed(text) } else { fitted(text, area.width) };
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

/// The text in at most `width` columns; an ellipsis stands for what does not fit.
fn fitted(text: &str, width: u16) -> Cow<'_, str> {
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

/// The text in at most `width` columns; what does not fit is left out of its middle: names that stand in one column often
/// differ only at their ends.
fn fitted_within(text: &str, width: u16) -> Cow<'_, str> {
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

/// The end of a text, in at most so many columns.
fn end_of(text: &str, columns: usize) -> &str {
    let mut rest = text;
    while rest.width() > columns {
        let mut letters = rest.chars();
        letters.next();
        rest = letters.as_str();
    }
    rest
}

/// The first of some texts that fits; where none does, the last one, cut.
fn longest(texts: &[String], width: u16) -> String {
    let fits = |text: &&String| text.width() <= usize::from(width);
    let last = || texts.last().map(|text| fitted(text, width).into_owned()).unwrap_or_default();
    texts.iter().find(fits).cloned().unwrap_or_else(last)
}

/// The text in at most so many columns.
fn fit(text: &str, width: usize) -> String {
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
