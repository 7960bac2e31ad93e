//! The last line: a message, what is being typed, or the keys.

use ratatui::buffer::Buffer;

use super::{theme, write, write_right};
use crate::app::keymap::{Binding, KEYMAP, KeyCommand};
use crate::app::{App, Area, Overlay, Purpose};
use crate::metadata::text::escape;

pub(super) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    match (&app.overlay, &app.shared.message) {
        (Overlay::Prompt(prompt), _) => {
            let sign = match prompt.purpose {
                Purpose::Find => '/',
                Purpose::GoTo => ':',
            };
            write(buffer, area, 0, &format!("{sign}{}▏", escape(&prompt.text)), theme::PLAIN);
        }
        (_, Some(message)) => write(buffer, area, 0, &escape(message), theme::NOTICE),
        _ => keys(buffer, area),
    }
}

/// The keys with a hint, as many as fit. Help and the way back are at the right edge, so that they are always there.
fn keys(buffer: &mut Buffer, area: Area) {
    let hint = |binding: &Binding| {
        let key = binding.keys.first().map(ToString::to_string).unwrap_or_default();
        let key = if key == "Enter" { "⏎".to_owned() } else { key };
        format!("{key} {}", binding.hint)
    };
    let hinted = KEYMAP.iter().filter(|binding| !binding.hint.is_empty());
    let (right, others): (Vec<&Binding>, Vec<&Binding>) =
        hinted.partition(|binding| matches!(binding.command, KeyCommand::Help | KeyCommand::Back));
    let back = right.into_iter().map(hint).collect::<Vec<_>>().join("  ");
    let room = usize::from(area.width).saturating_sub(back.chars().count() + 2);
    let mut line = String::from(" hjkl move");
    for binding in others {
        let hint = hint(binding);
        if line.chars().count() + hint.chars().count() + 2 > room {
            break;
        }
        line.push_str("  ");
        line.push_str(&hint);
    }
    write(buffer, area, 0, &line, theme::QUIET);
    write_right(buffer, area, 0, &format!("{back} "), theme::QUIET);
}
