//! Colours and styles. A sign or a word always says the same as a colour, for terminals and eyes without colours.

use ratatui::style::{Color, Modifier, Style};

pub const PLAIN: Style = Style::new();
/// What is less important.
pub const QUIET: Style = Style::new().fg(Color::DarkGray);
pub const NAME: Style = Style::new().fg(Color::Cyan);
pub const HEADING: Style = Style::new().add_modifier(Modifier::BOLD);
pub const STORED: Style = Style::new().fg(Color::Green);
pub const OVERHANG: Style = Style::new().fg(Color::Blue);
pub const FAULT: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
pub const SOUND: Style = Style::new().fg(Color::Green);
pub const NOTICE: Style = Style::new().fg(Color::Yellow);
/// The cursor of the pane that has the focus.
pub const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
/// The cursor of a pane without the focus.
pub const MARKED: Style = Style::new().add_modifier(Modifier::UNDERLINED);
pub const SELECTED: Style = Style::new().add_modifier(Modifier::REVERSED).add_modifier(Modifier::DIM);
/// The bytes of the element that is followed.
pub const FOLLOWED: Style = outstanding(Color::Yellow);
/// A field of a header that the cursor is on.
pub const FIELD: Style = outstanding(Color::Magenta);
/// What has changed since it was read before.
pub const CHANGED: Style = outstanding(Color::LightGreen);
pub const FOUND: Style = outstanding(Color::Black).bg(Color::Yellow);
pub const FOCUS: Style = Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD);

const fn outstanding(color: Color) -> Style {
    Style::new().fg(color).add_modifier(Modifier::BOLD).add_modifier(Modifier::UNDERLINED)
}

pub const fn cursor(focused: bool) -> Style {
    if focused { CURSOR } else { MARKED }
}
