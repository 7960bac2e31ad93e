//! The last line: a message, what is being typed, or the keys.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use super::{end_of, theme, write, write_right};
use crate::app::keymap::{HintPlace, KEYMAP, short_names};
use crate::app::{App, Area, Overlay, Purpose};
use crate::metadata::text::escape;
use crate::pipeline::FILTERS;

pub(super) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    match (&app.overlay, &app.shared.message) {
        (Overlay::Prompt(prompt), _) => {
            let sign = match prompt.purpose {
                Purpose::GoTo => ':',
            };
            write(buffer, area, 0, &typed(sign, &escape(&prompt.text), area.width), theme::PLAIN);
        }
        (Overlay::Finder, _) => {
            let keys = " ↑ ↓ choose  ⏎ go there  Esc leave";
            let filters =
                FILTERS.iter().map(|filter| format!("{}:", filter.name)).collect::<Vec<_>>().join(" ");
            let texts =
                [format!("{keys}  afterwards n N next  filters {filters}"), format!("{keys}  {filters}")];
            let fits = |text: &&String| text.chars().count() <= usize::from(area.width);
            let line = texts.iter().find(fits).map_or(keys, String::as_str);
            write(buffer, area, 0, line, theme::QUIET);
        }
        (_, Some(message)) => {
            let message = escape(message);
            let rest = progress(buffer, area, app, message.width() + 2);
            write(buffer, rest, 0, &message, theme::NOTICE);
        }
        _ => keys(buffer, area, app),
    }
}

/// A line that is being typed. The end of a long one is what is being typed; the sign at its beginning is always there.
fn typed(sign: char, text: &str, width: u16) -> String {
    let line = format!("{sign}{text}▏");
    if line.width() <= usize::from(width) {
        return line;
    }
    // For the sign, the ellipsis and the cursor.
    let Some(room) = usize::from(width).checked_sub(3) else { return sign.to_string() };
    format!("{sign}…{}▏", end_of(text, room))
}

/// How far verifying has come, at the right edge, where there is room beside what takes some. Gives what is left.
fn progress(buffer: &mut Buffer, area: Area, app: &App, taken: usize) -> Area {
    let room = usize::from(area.width).saturating_sub(taken);
    let texts = app.verify_progress().unwrap_or_default();
    let Some(text) = texts.iter().find(|text| !text.is_empty() && text.width() <= room) else { return area };
    write_right(buffer, area, 0, text, theme::NOTICE);
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    Area { width: area.width.saturating_sub(width + 2), ..area }
}

/// The keys with a hint, as many as fit. Help and the way back are at the right edge, so that they are always there.
fn keys(buffer: &mut Buffer, area: Area, app: &App) {
    let hints = |place: HintPlace| {
        let hints = KEYMAP.iter().filter_map(|binding| binding.hint.as_ref());
        let hints = hints.filter(move |hint| hint.place == place);
        hints.map(|hint| format!("{} {}", short_names(hint.keys), hint.word))
    };
    let right = hints(HintPlace::Right).collect::<Vec<_>>().join("  ");
    write_right(buffer, area, 0, &format!("{right} "), theme::QUIET);
    let width = u16::try_from(right.width() + 3).unwrap_or(u16::MAX);
    let area = progress(buffer, Area { width: area.width.saturating_sub(width), ..area }, app, 0);
    let room = usize::from(area.width).saturating_sub(1);
    let mut line = format!(" {}", hints(HintPlace::First).collect::<Vec<_>>().join("  "));
    if line.width() > room {
        return;
    }
    for hint in hints(HintPlace::Middle) {
        if line.chars().count() + hint.chars().count() + 2 > room {
            break;
        }
        line.push_str("  ");
        line.push_str(&hint);
    }
    write(buffer, area, 0, &line, theme::QUIET);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_typed_line_is_shown() {
        let shown = [9, 8, 5, 3, 2, 1].map(|width| typed(':', "at 1,23", width));
        assert_eq!(shown, [":at 1,23▏", ":… 1,23▏", ":…23▏", ":…▏", ":", ":"]);
    }
}
