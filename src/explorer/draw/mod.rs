//! Draws the state. Nothing here changes the state, reads a store or looks at a clock.

pub(super) mod canvas;
pub(super) mod lines;
pub(super) mod message;
pub mod palettes;
pub(super) mod picture_cells;
pub mod print;
pub mod recording;
pub(super) mod screen;
pub(super) mod signals;
pub(super) mod terminal_answers;
#[cfg(unix)]
pub(super) mod terminal_input;
pub(super) mod text;
pub mod theme;
pub(super) mod thread_failure;
pub(super) mod titles;
pub(super) mod worded;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::explorer::course::draw as course;
use crate::explorer::draw::text::write_right;
use crate::explorer::frame::draw as frame;
use crate::explorer::grid::draw as grid;
use crate::explorer::group::draw as group;
use crate::explorer::keys::draw_hints as hints;
use crate::explorer::node_report::draw as report;
use crate::explorer::picture::draw as picture;
use crate::explorer::plate::draw as plate;
use crate::explorer::stages::draw as stages;
use crate::explorer::tree::draw as hierarchy;
use crate::explorer::values::draw as values;
use crate::explorer::{App, Area, Side};

pub fn draw(frame: &mut Frame, app: &App) {
    draw_into(frame.buffer_mut(), app);
    draw_pressed_keys(frame.buffer_mut(), app);
}

/// The screen without the pressed keys.
pub fn screen_of(app: &App) -> Buffer {
    let (width, height) = app.size();
    let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width, height });
    draw_into(&mut buffer, app);
    buffer
}

/// Draws into a buffer of the size of [`App::size`], without the pressed keys.
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
        titles::draw(buffer, regions.title, app);
        grid::draw(buffer, &regions, app);
        stages::draw(buffer, &regions, app);
        values::draw(buffer, regions.input, app, Side::Input);
        if app.picture.takes_over(&app.shared) {
            picture::draw(buffer, regions.values, app);
        } else {
            values::draw(buffer, regions.values, app, Side::Output);
            if app.picture.is_shown(&app.shared) {
                picture::draw(buffer, regions.picture, app);
            }
        }
    } else if !app.group.is_shown() {
        report::draw(buffer, regions.detail, app);
    } else if app.frame.is_shown(&app.shared) {
        frame::draw(buffer, regions.detail, app);
    } else if let Some(table) = app.plate.shown(&app.shared) {
        plate::draw(buffer, regions.detail, (app, table));
    } else {
        group::draw(buffer, regions.detail, app);
    }
    hints::draw(buffer, regions.hints, app);
    // Windows come last, because they cover the panes.
    for overlay in app.overlays.visible() {
        overlay.draw(buffer, app);
    }
    message::draw(buffer, app);
}

fn draw_pressed_keys(buffer: &mut Buffer, app: &App) {
    let Some(keys) = &app.shown_keys else { return };
    let names: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let text =
        if names.is_empty() { " keys are shown here ".to_owned() } else { format!(" {} ", names.join("  ")) };
    let (width, height) = (buffer.area.width, buffer.area.height);
    let Some(y) = height.checked_sub(1) else { return };
    if text.width() + 2 <= usize::from(width) {
        let area = Area { x: 0, y, width: width.saturating_sub(1), height: 1 };
        let columns = u16::try_from(text.width()).unwrap_or(width);
        // What is below has styles of its own.
        Clear.render(Rect { x: area.width.saturating_sub(columns), y, width: columns, height: 1 }, buffer);
        write_right(buffer, area, 0, &text, theme::CURSOR);
    }
}
