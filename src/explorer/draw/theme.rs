//! Styles. Every colour goes with a sign or a word, for terminals and eyes without colours.

use ratatui::style::{Color, Modifier, Style};

pub const PLAIN: Style = Style::new();
pub const QUIET: Style = Style::new().fg(Color::DarkGray);
pub const NAME: Style = Style::new().fg(Color::Cyan);
pub const HEADING: Style = Style::new().add_modifier(Modifier::BOLD);
pub const STORED: Style = Style::new().fg(Color::Green);
pub const OVERHANG: Style = Style::new().fg(Color::Blue);
pub const FAULT: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
pub const SOUND: Style = Style::new().fg(Color::Green);
pub const NOTICE: Style = Style::new().fg(Color::Yellow);
pub const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
pub const MARKED: Style = Style::new().add_modifier(Modifier::UNDERLINED);
pub const SELECTED: Style = Style::new().add_modifier(Modifier::REVERSED).add_modifier(Modifier::DIM);
pub const FOLLOWED: Style = outstanding(Color::Yellow);
pub const FIELD: Style = outstanding(Color::Magenta);
pub const CHANGED: Style = outstanding(Color::LightGreen);
pub const FOUND: Style = outstanding(Color::Black).bg(Color::Yellow);
pub const FOCUS: Style = Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD);

const fn outstanding(color: Color) -> Style {
    Style::new().fg(color).add_modifier(Modifier::BOLD).add_modifier(Modifier::UNDERLINED)
}

pub const fn cursor(focused: bool) -> Style {
    if focused { CURSOR } else { MARKED }
}
