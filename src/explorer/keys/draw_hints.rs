//! The last line: a message, what is being typed, or the keys.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::message::is_long;
use crate::explorer::draw::text::{longest, write, write_right};
use crate::explorer::keys::keymap::{
    Hint, HintPlace, KEYMAP, SELECTING, WindowHint, configured_keys, key_name, named, named_all, with_keys,
};
use crate::explorer::keys::pane_hints::pane_hints;
use crate::explorer::plate::PlateShows;
use crate::explorer::{App, Area, Hints, KeyCommand, KeyPlace, theme};
use crate::metadata::text::escape;

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    let top = app.overlays.top();
    if let Some(overlay) = top
        && overlay.has_line()
    {
        return overlay.draw_line(buffer, area, app);
    }
    if let Some(message) = &app.shared.message {
        if !is_long(message, area.width) {
            let message = escape(message);
            let rest = progress(buffer, area, app, message.width() + 2);
            write(buffer, rest, 0, &message, theme::NOTICE);
        }
        return;
    }
    match top {
        Some(overlay) => draw_hints(buffer, area, &overlay.hints(app)),
        None if app.selected().is_some() => {
            draw_hints(buffer, area, &Hints::Keys(named_all(SELECTING), "end"));
        }
        None => keys(buffer, area, app),
    }
}

pub(crate) fn draw_hints(buffer: &mut Buffer, area: Area, hints: &Hints) {
    match hints {
        Hints::Keys(hints, out) => {
            let right = format!("{} ", named(&[KeyCommand::Out], out));
            write_right(buffer, area, 0, &right, theme::QUIET);
            let room = usize::from(area.width).saturating_sub(right.width() + 1);
            write(buffer, area, 0, &side_by_side(hints, room), theme::QUIET);
        }
        Hints::Line(hints) => write(buffer, area, 0, &key_line(hints, area.width.into()), theme::QUIET),
        Hints::Texts(texts) => write(buffer, area, 0, &longest(texts, area.width), theme::QUIET),
    }
}

fn progress(buffer: &mut Buffer, area: Area, app: &App, taken: usize) -> Area {
    let room = usize::from(area.width).saturating_sub(taken);
    let texts = app.lookup_progress().or_else(|| app.verify_progress()).unwrap_or_default();
    let texts = texts.map(|text| escape(&text).into_owned());
    let Some(text) = texts.iter().find(|text| !text.is_empty() && text.width() <= room) else { return area };
    write_at_edge(buffer, area, text)
}

pub(crate) fn key_line(hints: &[String], width: usize) -> String {
    let Some((last, others)) = hints.split_last() else { return String::new() };
    let mut line = String::new();
    for hint in others {
        if line.width() + hint.width() + last.width() + 4 > width {
            break;
        }
        line = format!("{line} {hint} ");
    }
    format!("{line} {last} ")
}

fn side_by_side(hints: &[String], room: usize) -> String {
    let mut line = String::new();
    for hint in hints {
        let gap = if line.is_empty() { " " } else { "  " };
        if line.width() + gap.len() + hint.width() > room {
            break;
        }
        line = format!("{line}{gap}{hint}");
    }
    line
}

fn write_at_edge(buffer: &mut Buffer, area: Area, text: &str) -> Area {
    write_right(buffer, area, 0, text, theme::NOTICE);
    let width = u16::try_from(text.width() + 2).unwrap_or(u16::MAX);
    Area { width: area.width.saturating_sub(width), ..area }
}

fn to_compare(buffer: &mut Buffer, area: Area, app: &App) -> Area {
    let Some(marked) = &app.to_compare else { return area };
    let name = marked.full_name();
    let name = escape(&name);
    let key = key_name(KeyCommand::Compare);
    let texts = [
        format!("to compare: {name} · {key} compares"),
        format!("to compare: {name} · {key}"),
        format!("{key} compares"),
    ];
    // This leaves room for some of the keys.
    let room = usize::from(area.width).saturating_sub(if area.width > 60 { 40 } else { 12 });
    let Some(text) = texts.iter().find(|text| text.width() <= room) else { return area };
    write_at_edge(buffer, area, text)
}

/// The fewest columns for three hints at the right.
const QUIT_SHOWN: u16 = 110;

fn keys(buffer: &mut Buffer, area: Area, app: &App) {
    let hints = |place: HintPlace| {
        KEYMAP.iter().filter_map(|binding| binding.hint.as_ref()).filter(move |hint| hint.place == place)
    };
    let text = |hint: &Hint| with_keys(&configured_keys(hint.keys), hint.word);
    // How to leave at once, from however deep, is said where there is room.
    let most = if area.width < QUIT_SHOWN { 2 } else { usize::MAX };
    let right = hints(HintPlace::Right).take(most).map(text).collect::<Vec<_>>().join("  ");
    write_right(buffer, area, 0, &format!("{right} "), theme::QUIET);
    let width = u16::try_from(right.width() + 3).unwrap_or(u16::MAX);
    let area = to_compare(buffer, Area { width: area.width.saturating_sub(width), ..area }, app);
    let area = progress(buffer, area, app, 0);
    let room = usize::from(area.width).saturating_sub(1);
    let mut first: Vec<String> = hints(HintPlace::First).map(text).collect();
    first.reverse();
    let mut line = side_by_side(&first, room);
    let own: Vec<&WindowHint> = pane_hints(app.place()).iter().filter(|hint| applies(app, hint.0)).collect();
    let mut words = Vec::new();
    for (commands, word) in &own {
        words.push(named(commands, word_of(app, commands, word)));
    }
    for binding in KEYMAP {
        let applies = !binding.is_only_there || binding.places.contains(&app.place());
        let is_own = own.iter().any(|(commands, _)| commands.contains(&binding.command));
        if let Some(hint) = &binding.hint
            && hint.place == HintPlace::Middle
            && applies
            && !is_own
        {
            words.push(text(hint));
        }
    }
    for word in words {
        if line.width() + word.width() + 2 > room {
            break;
        }
        line.push_str("  ");
        line.push_str(&word);
    }
    write(buffer, area, 0, &line, theme::QUIET);
}

fn word_of<'a>(app: &App, commands: &[KeyCommand], word: &'a str) -> &'a str {
    let selection = &app.shared.selection;
    let steps_channels = commands.first() == Some(&KeyCommand::SliceBack)
        && matches!(app.place(), KeyPlace::Picture | KeyPlace::Values)
        && selection.steps_channels();
    match commands.first() {
        Some(KeyCommand::Picture) if app.frame.is_shown(&app.shared) => "arrays",
        Some(KeyCommand::Picture) if app.is_on_frame() => "contents",
        Some(KeyCommand::Picture) if app.is_on_plate() => match app.plate.shows {
            PlateShows::Counts => "pictures",
            PlateShows::Pictures => "nodes",
            PlateShows::Nodes => "wells",
        },
        Some(KeyCommand::Physical) if selection.shown_meaning().is_some() => "raw",
        Some(KeyCommand::Composite) if !app.picture.channels(&app.shared).is_empty() => "one channel",
        _ if steps_channels => "channel",
        _ => word,
    }
}

fn applies(app: &App, commands: &[KeyCommand]) -> bool {
    let rank = app.shared.selection.layout().map_or(0, |layout| layout.shape.len());
    match commands.first() {
        Some(KeyCommand::SliceBack) => app.place() == KeyPlace::Hex || rank > 2,
        Some(KeyCommand::Axes) => rank > 1,
        Some(KeyCommand::PictureLabels) => {
            app.shared.selection.image_level().is_some_and(|(image, _)| !image.labels.is_empty())
        }
        Some(KeyCommand::Composite) => app.shared.selection.channel_axis().is_some(),
        Some(KeyCommand::PictureMap) => app.picture.channels(&app.shared).is_empty(),
        Some(KeyCommand::FinerLevel) => app.shared.selection.image_level().is_some(),
        Some(KeyCommand::Picture) if matches!(app.place(), KeyPlace::Hierarchy | KeyPlace::Table) => {
            app.is_on_image() || app.is_on_frame() || app.is_on_plate()
        }
        Some(KeyCommand::Sort | KeyCommand::SortBack) => app.plate.shown(&app.shared).is_none(),
        // Readers of an array learn at once that its attributes give its values a meaning.
        Some(KeyCommand::Physical) if app.place() == KeyPlace::Grid => {
            app.shared.selection.meaning().is_some()
        }
        Some(KeyCommand::FindNext) => app.values.iter().any(|pane| pane.search.is_some()),
        _ => true,
    }
}
