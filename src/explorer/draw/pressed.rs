//! The keys that were pressed last, for those who watch somebody at the keyboard.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::core::app::App;
use crate::explorer::draw::text::write_right;
use crate::explorer::draw::theme;
use crate::explorer::geometry::regions::Area;

pub(crate) fn draw(buffer: &mut Buffer, app: &App) {
    let Some(keys) = &app.shown_keys else { return };
    let names: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let text =
        if names.is_empty() { " keys are shown here ".to_owned() } else { format!(" {} ", names.join("  ")) };
    let (width, height) = (buffer.area.width, buffer.area.height);
    let Some(y) = height.checked_sub(2) else { return };
    if text.width() + 2 <= usize::from(width) {
        let area = Area { x: 0, y, width: width.saturating_sub(1), height: 1 };
        write_right(buffer, area, 0, &text, theme::CURSOR);
    }
}
