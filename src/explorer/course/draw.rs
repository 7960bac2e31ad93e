use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::explorer::course::keys::key_hints;
use crate::explorer::course::{Course, StripLine};
use crate::explorer::draw::text::{border, rect, write, write_right};
use crate::explorer::draw::{lines, theme};
use crate::explorer::keys::draw_hints::key_line;
use crate::explorer::prompt::draw::typed;
use crate::explorer::{App, Area, CourseMode};
use crate::learn::LESSONS;
use crate::metadata::text::escape;

pub(crate) fn draw(buffer: &mut Buffer, course: &Course, panes: &Buffer) {
    let area = buffer.area;
    let screen = Area { x: 0, y: 0, width: area.width, height: area.height };
    if matches!(course.mode, CourseMode::Page | CourseMode::End) {
        return page(buffer, screen, course);
    }
    let (strip, below) = screen.top(course.rows());
    for y in 0..below.height.min(panes.area.height) {
        for x in 0..below.width.min(panes.area.width) {
            if let (Some(cell), Some(place)) = (panes.cell((x, y)), buffer.cell_mut((x, below.y + y))) {
                *place = cell.clone();
            }
        }
    }
    if course.mode != CourseMode::Panes {
        // Its keys would be letters of the answer.
        let row = Area { y: below.y + below.height.saturating_sub(1), height: below.height.min(1), ..below };
        Clear.render(rect(row), buffer);
        write(buffer, row, 0, " keys go to the lesson; Tab switches to the store", theme::QUIET);
    }
    let inner = frame(buffer, strip, course, course.mode != CourseMode::Panes);
    for (line, row) in course.strip(inner.width, usize::from(inner.height)).iter().zip(0..) {
        draw_line(buffer, inner, row, line, course);
    }
}

pub(crate) fn panes(app: &App) -> Buffer {
    let (width, height) = app.shared.size;
    Buffer::empty(Rect { x: 0, y: 0, width, height })
}

fn frame(buffer: &mut Buffer, area: Area, course: &Course, has_focus: bool) -> Area {
    let name = course.lesson().map_or("", |lesson| lesson.text().title);
    let title = if course.mode == CourseMode::End {
        "the end of the course".to_owned()
    } else {
        format!("lesson {} of {}: {name}", course.number + 1, LESSONS.len())
    };
    let inner = border(buffer, area, &title, has_focus);
    let signs = format!(" {} ", course.signs());
    if signs.width() <= usize::from(area.width).saturating_sub(title.width() + 6) {
        write_right(buffer, Area { width: area.width.saturating_sub(2), ..area }, 0, &signs, theme::NAME);
    }
    // The right end of the lower border says whether more follows.
    let (y, width) = (area.y + area.height.saturating_sub(1), area.width.saturating_sub(12));
    let lower = Area { x: area.x + 2, y, height: 1, width };
    write(buffer, lower, 0, &key_line(&key_hints(course), width.into()), theme::QUIET);
    let (_, inner) = inner.left(1);
    Area { width: inner.width.saturating_sub(1), ..inner }
}

fn draw_line(buffer: &mut Buffer, area: Area, row: u16, line: &StripLine, course: &Course) {
    let (text, style): (&str, Style) = match line {
        StripLine::Typed => {
            let (before, behind) = course.line.halves();
            let text = format!("{}{}", typed("> ", &escape(&before), area.width), escape(&behind));
            return write(buffer, area, row, &text, theme::NAME);
        }
        StripLine::Look(text) => (text, theme::PLAIN),
        StripLine::Question(text) => (text, theme::HEADING),
        StripLine::Note(text) => (text, theme::QUIET),
        StripLine::Right(text) => (text, theme::SOUND),
        StripLine::Wrong(text) => (text, theme::NOTICE),
    };
    write(buffer, area, row, text, style);
}

fn page(buffer: &mut Buffer, screen: Area, course: &Course) {
    Clear.render(rect(screen), buffer);
    let inner = frame(buffer, screen, course, true);
    let lines = course.page(inner.width);
    let last = lines.len().saturating_sub(inner.height.into());
    let first = usize::try_from(course.scroll.first).unwrap_or(0).min(last);
    for (line, row) in lines.iter().skip(first).zip(0..inner.height) {
        // Indented lines are a picture or an example.
        let style = if line.starts_with("    ") { theme::NAME } else { theme::PLAIN };
        write(buffer, inner, row, line, style);
    }
    if lines.len().saturating_sub(first) > usize::from(inner.height) {
        lines::say_more(buffer, inner);
    }
}
