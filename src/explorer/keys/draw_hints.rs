//! The last line: a message, what is being typed, or the keys.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::configuration::Key;
use crate::explorer::bench::window::BenchPart;
use crate::explorer::compare::window::ChunksView;
use crate::explorer::core::app::App;
use crate::explorer::core::side::Side;
use crate::explorer::draw::message::is_long;
use crate::explorer::draw::text::{end_of, fitted, longest, write, write_right};
use crate::explorer::draw::theme;
use crate::explorer::geometry::regions::Area;
use crate::explorer::keys::key_help::HelpWindow;
use crate::explorer::keys::key_place::KeyPlace;
use crate::explorer::keys::keymap::{
    BUILDING, Binding, CHOOSING, COMPARING, COMPARING_ARRAYS, EDITING, FINDING_KEYS, Hint, HintPlace,
    JUDGING, KEYMAP, KeyCommand, KeyHint, LOSING, PLOTTING, READING, READING_CARD, READING_KEYS,
    READING_PAGE, SELECTING, TRYING, TYPING, WindowHint, in_force, key_of, short_names,
};
use crate::explorer::keys::pane_hints::pane_hints;
use crate::explorer::lab::geometry::are_together;
use crate::explorer::lab::loss::LossView;
use crate::explorer::lab::window::{ConfigurationLine, LabPart, LabWindow, name_of};
use crate::explorer::overlay::window::{Overlay, Prompt, Purpose};
use crate::explorer::prompt::draw::fits_beside;
use crate::explorer::prompt::line::TypedLine;
use crate::metadata::text::escape;
use crate::pipeline::FILTERS;

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if let (Some(help), None) = (app.help_over(), &app.shared.message) {
        return of_help(buffer, area, help);
    }
    match (&app.overlay, &app.shared.message) {
        (Overlay::Prompt(prompt), _) => draw_prompt(buffer, area, prompt),
        (Overlay::Finder, _) => draw_finder(buffer, area),
        (Overlay::Lab(lab), _) if lab_line(buffer, area, lab) => {}
        (_, Some(message)) if is_long(message, area.width) => {}
        (_, Some(message)) => {
            let message = escape(message);
            let rest = progress(buffer, area, app, message.width() + 2);
            write(buffer, rest, 0, &message, theme::NOTICE);
        }
        (Overlay::Cards(window), None) if window.card().is_none() => {
            write(buffer, area, 0, " ↑ ↓ choose  ⏎ open the card  Esc leave", theme::QUIET);
        }
        (Overlay::Cards(_), None) => {
            of_window(buffer, area, &READING_CARD.iter().collect::<Vec<_>>(), "back");
        }
        (Overlay::Recent(_), None) => {
            write(buffer, area, 0, " 1–9 ⏎ open  ↑ ↓ choose  Esc stay here", theme::QUIET);
        }
        (Overlay::Places(_), None) => {
            write(buffer, area, 0, " 1–9 ⏎ go there  ↑ ↓ choose  Esc stay here", theme::QUIET);
        }
        (Overlay::Compare(window), None) => {
            let hints = if window.chunks.is_some() { COMPARING } else { COMPARING_ARRAYS };
            let has_slices = window.chunks.as_ref().is_some_and(ChunksView::has_slices);
            let applies = |hint: &&WindowHint| has_slices || !hint.0.contains(&KeyCommand::SliceOn);
            let hints: Vec<&WindowHint> = hints.iter().filter(applies).collect();
            of_window(buffer, area, &hints, "close");
        }
        (Overlay::Lab(lab), None) => draw_lab(buffer, area, app, lab),
        (Overlay::Bench(window), None) => {
            let hints = match window.part {
                BenchPart::Numbers => BUILDING[0],
                BenchPart::Codecs => BUILDING[1],
                BenchPart::Bytes => BUILDING[2],
                BenchPart::Number(_) | BenchPart::Configuration(_) | BenchPart::Picker(_) => TYPING,
            };
            let line = key_line(hints, area.width.into(), window.is_typing());
            write(buffer, area, 0, &line, theme::QUIET);
        }
        (Overlay::Help(window), None) => of_help(buffer, area, window),
        (overlay, None) if let Some((hints, out)) = reading(overlay) => {
            of_window(buffer, area, &hints.iter().collect::<Vec<_>>(), out);
        }
        _ if app.selected().is_some() => {
            let hints: Vec<&WindowHint> = SELECTING.iter().collect();
            of_window(buffer, area, &hints, "end");
        }
        _ => keys(buffer, area, app),
    }
}

/// The keys of the help.
fn of_help(buffer: &mut Buffer, area: Area, window: &HelpWindow) {
    if window.is_typing {
        return write(buffer, area, 0, &key_line(FINDING_KEYS, area.width.into(), true), theme::QUIET);
    }
    let out = if window.has_line() { "all keys" } else { "close" };
    of_window(buffer, area, &READING_KEYS.iter().collect::<Vec<_>>(), out);
}

/// The line that is typed, with what is wrong with it where that has room.
fn draw_prompt(buffer: &mut Buffer, area: Area, prompt: &Prompt) {
    let sign = match prompt.purpose {
        Purpose::GoTo => ":",
        Purpose::SaveAs if area.width >= 60 => "save as: ",
        Purpose::SaveAs => "save: ",
        Purpose::Overwrite => return overwrite(buffer, area, &prompt.line.text()),
    };
    draw_line(buffer, area, sign, &prompt.line);
    if let Some(error) = prompt.error.as_deref().filter(|error| fits_beside(prompt, error, area.width)) {
        write_right(buffer, area, 0, &format!("{} ", escape(error)), theme::NOTICE);
    }
}

/// The keys of the finder, with its filters where they have room.
fn draw_finder(buffer: &mut Buffer, area: Area) {
    let keys = " ↑ ↓ choose  ⏎ go there  Esc leave";
    let filters = FILTERS.iter().map(|filter| format!("{}:", filter.name)).collect::<Vec<_>>().join(" ");
    let texts = [format!("{keys}  afterwards n N next  filters {filters}"), format!("{keys}  {filters}")];
    let fits = |text: &&String| text.chars().count() <= usize::from(area.width);
    let line = texts.iter().find(fits).map_or(keys, String::as_str);
    write(buffer, area, 0, line, theme::QUIET);
}

/// The keys of the part of the lab that has them.
fn draw_lab(buffer: &mut Buffer, area: Area, app: &App, lab: &LabWindow) {
    let (hints, out) = match &lab.part {
        LabPart::Chains => (TRYING, "close"),
        LabPart::Codecs | LabPart::Line(_) => (EDITING, "done"),
        LabPart::Copies(..) => (CHOOSING, "back"),
        // Letters are typed there: only the arrows choose.
        LabPart::Picker(_) => {
            let line = longest(&PICKING.map(str::to_owned), area.width);
            return write(buffer, area, 0, &line, theme::QUIET);
        }
        LabPart::Loss(_) => (LOSING, "back"),
        LabPart::Whole(_) => (READING, "back"),
    };
    let is_edited = lab.row().is_some_and(|row| row.edited.is_some());
    let is_there = lab.subject.ready().is_some();
    let applies = |hint: &&WindowHint| match lab.loss() {
        _ if !is_there => false,
        Some(view) => applies_to_loss(app, lab, view, hint.0),
        None => lab.is_editing() || is_edited || hint.0 != [KeyCommand::Hex],
    };
    of_window(buffer, area, &hints.iter().filter(applies).collect::<Vec<_>>(), out);
}

/// What the keys do while a codec is looked for, in several lengths.
const PICKING: [&str; 3] = [
    " type to find a codec  ↑ ↓ choose  ⏎ take  Esc back",
    " ↑ ↓ choose  ⏎ take  Esc back",
    " ⏎ take  Esc back",
];

/// Whether a key does something with what a chain loses.
fn applies_to_loss(app: &App, lab: &LabWindow, view: &LossView, keys: &[KeyCommand]) -> bool {
    let Some(values) = view.values() else { return false };
    match keys.first() {
        Some(KeyCommand::NextPane) => !are_together(app.shared.size),
        Some(KeyCommand::SliceBack) => values.shape.len() > 2,
        Some(KeyCommand::FindNext) => {
            lab.subject.ready().is_some_and(|subject| subject.sample.values.len() > 1)
        }
        _ => true,
    }
}

/// The configuration that is typed in the lab, with the codec that it is for; gives whether there is one.
fn lab_line(buffer: &mut Buffer, area: Area, lab: &LabWindow) -> bool {
    let LabPart::Line(ConfigurationLine { line, .. }) = &lab.part else { return false };
    let name = lab.codecs().get(lab.codec).map_or("", name_of);
    let sign = if area.width >= 60 { format!("{}: ", escape(name)) } else { String::new() };
    draw_line(buffer, area, &sign, line);
    true
}

/// A line with its cursor, behind a sign.
fn draw_line(buffer: &mut Buffer, area: Area, sign: &str, line: &TypedLine) {
    let (before, behind) = line.halves();
    let (before, behind) = (escape(&before).into_owned(), escape(&behind).into_owned());
    let text = typed(sign, &before, area.width);
    write(buffer, area, 0, &format!("{text}{behind}"), theme::PLAIN);
}

/// A line that is being typed. The end of a long one is what is being typed; the sign at its beginning is always there.
pub(crate) fn typed(sign: &str, text: &str, width: u16) -> String {
    let line = format!("{sign}{text}▏");
    if line.width() <= usize::from(width) {
        return line;
    }
    // For the sign, the ellipsis and the cursor.
    let Some(room) = usize::from(width).checked_sub(sign.width() + 2) else { return sign.to_owned() };
    format!("{sign}…{}▏", end_of(text, room))
}

/// The question whether a file is written over.
fn overwrite(buffer: &mut Buffer, area: Area, name: &str) {
    let question = "is there already: write over it? y n";
    let room = area.width.saturating_sub(u16::try_from(question.width() + 1).unwrap_or(u16::MAX));
    let text = if room < 4 {
        "write over it? y n".to_owned()
    } else {
        format!("{} {question}", fitted(&escape(name), room))
    };
    write(buffer, area, 0, &text, theme::NOTICE);
}

/// How far looking for labels or verifying has come, at the right edge, where there is room beside what takes some. Gives what is left.
fn progress(buffer: &mut Buffer, area: Area, app: &App, taken: usize) -> Area {
    let room = usize::from(area.width).saturating_sub(taken);
    let texts = app.lookup_progress().or_else(|| app.verify_progress()).unwrap_or_default();
    // What is typed is the user's own text.
    let texts = texts.map(|text| escape(&text).into_owned());
    let Some(text) = texts.iter().find(|text| !text.is_empty() && text.width() <= room) else { return area };
    write_right(buffer, area, 0, text, theme::NOTICE);
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    Area { width: area.width.saturating_sub(width + 2), ..area }
}

/// Keys and what they do, as many as fit, and the last in any case. Those of a line that is typed are never moved.
pub(crate) fn key_line(hints: &[KeyHint], width: usize, is_typing: bool) -> String {
    let text =
        |(keys, word): &KeyHint| if is_typing { entry(keys, word) } else { entry(&in_force(keys), word) };
    let Some((last, others)) = hints.split_last() else { return String::new() };
    let (last, mut line) = (text(last), String::new());
    for hint in others.iter().map(text) {
        if line.width() + hint.width() + last.width() + 4 > width {
            break;
        }
        line = format!("{line} {hint} ");
    }
    format!("{line} {last} ")
}

/// Some keys, and what they do.
pub(crate) fn named(commands: &[KeyCommand], word: &str) -> String {
    entry(&commands.iter().filter_map(|command| key_of(*command)).collect::<Vec<_>>(), word)
}

fn entry(keys: &[Key], word: &str) -> String {
    if keys.is_empty() { word.to_owned() } else { format!("{} {word}", short_names(keys)) }
}

/// The keys of a window, as many as fit; the way out is at the right edge.
fn of_window(buffer: &mut Buffer, area: Area, hints: &[&WindowHint], out: &str) {
    let right = format!("{} ", named(&[KeyCommand::Out], out));
    write_right(buffer, area, 0, &right, theme::QUIET);
    let room = usize::from(area.width).saturating_sub(right.width() + 1);
    let mut line = String::new();
    for (commands, word) in hints {
        let hint = named(commands, word);
        let gap = if line.is_empty() { " " } else { "  " };
        if line.width() + gap.len() + hint.width() > room {
            break;
        }
        line = format!("{line}{gap}{hint}");
    }
    write(buffer, area, 0, &line, theme::QUIET);
}

/// What is marked to be compared, at the right edge, where there is room. Gives what is left.
fn marked(buffer: &mut Buffer, area: Area, app: &App) -> Area {
    let Some(marked) = &app.marked else { return area };
    let (name, key) = (marked.full_name(), key_of(KeyCommand::Compare).map(|key| key.to_string()));
    let key = key.unwrap_or_default();
    let texts = [
        format!("marked: {} · {key} compares", escape(&name)),
        format!("marked: {} · {key}", escape(&name)),
        format!("{key} compares"),
    ];
    // Some of the keys have to have room beside it.
    let room = usize::from(area.width).saturating_sub(if area.width > 60 { 40 } else { 12 });
    let Some(text) = texts.iter().find(|text| text.width() <= room) else { return area };
    write_right(buffer, area, 0, text, theme::NOTICE);
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    Area { width: area.width.saturating_sub(width + 2), ..area }
}

/// The keys that have a hint: those of the pane with the focus, then the general ones, as many as fit. Help and the way back
/// are at the right edge, so that they are always there.
fn keys(buffer: &mut Buffer, area: Area, app: &App) {
    let hints = |place: HintPlace| {
        let hints = KEYMAP.iter().filter_map(|binding| binding.hint.as_ref());
        hints.filter(move |hint| hint.place == place)
    };
    let text = |hint: &Hint| entry(&in_force(hint.keys), hint.word);
    let right = hints(HintPlace::Right).map(text).collect::<Vec<_>>().join("  ");
    write_right(buffer, area, 0, &format!("{right} "), theme::QUIET);
    let width = u16::try_from(right.width() + 3).unwrap_or(u16::MAX);
    let area = marked(buffer, Area { width: area.width.saturating_sub(width), ..area }, app);
    let area = progress(buffer, area, app, 0);
    let room = usize::from(area.width).saturating_sub(1);
    // On the left, the ways through a pane and to the next one.
    let mut first: Vec<String> = hints(HintPlace::First).map(text).collect();
    first.reverse();
    let mut line = String::new();
    for hint in first {
        let gap = if line.is_empty() { " " } else { "  " };
        if line.width() + gap.len() + hint.width() > room {
            break;
        }
        line = format!("{line}{gap}{hint}");
    }
    let own: Vec<&WindowHint> = pane_hints(app.place()).iter().filter(|hint| applies(app, hint.0)).collect();
    let is_said = |hint: &&Hint| {
        let command = row_of_hint(hint).map(|binding| binding.command);
        own.iter().any(|(commands, _)| command.is_some_and(|command| commands.contains(&command)))
    };
    let general = hints(HintPlace::Middle).filter(|hint| !is_said(hint) && is_of_place(app, hint)).map(text);
    for hint in
        own.iter().map(|(commands, word)| named(commands, word_of(app, commands, word))).chain(general)
    {
        if line.width() + hint.width() + 2 > room {
            break;
        }
        line.push_str("  ");
        line.push_str(&hint);
    }
    write(buffer, area, 0, &line, theme::QUIET);
}

/// The row of the first key of a hint, as the table has it.
fn row_of_hint(hint: &Hint) -> Option<&'static Binding> {
    let key = hint.keys.first()?;
    KEYMAP.iter().find(|binding| binding.keys.contains(key))
}

/// Whether a general key does something in the pane with the focus.
fn is_of_place(app: &App, hint: &Hint) -> bool {
    row_of_hint(hint).is_none_or(|binding| !binding.is_only_there || binding.places.contains(&app.place()))
}

/// What a key of a pane does: where it steps channels, that.
fn word_of<'a>(app: &App, commands: &[KeyCommand], word: &'a str) -> &'a str {
    let selection = &app.shared.selection;
    let steps_channels = match (commands.first(), app.place()) {
        (Some(KeyCommand::SliceBack), KeyPlace::Picture) => selection.steps_channels(app.picture.axis()),
        (Some(KeyCommand::SliceBack), KeyPlace::Values) => {
            selection.steps_channels(app.values(Side::Output).axis)
        }
        _ => false,
    };
    match commands.first() {
        Some(KeyCommand::Picture) if app.frame.is_shown(&app.shared) => "arrays",
        Some(KeyCommand::Picture) if app.is_on_frame() => "contents",
        Some(KeyCommand::Picture) if app.is_on_plate() => {
            if app.plate.shows_nodes {
                "wells"
            } else {
                "nodes"
            }
        }
        _ if steps_channels => "channel",
        _ => word,
    }
}

/// Whether a key of a pane does something with what is in it now.
fn applies(app: &App, commands: &[KeyCommand]) -> bool {
    let rank = app.shared.selection.layout().map_or(0, |layout| layout.shape.len());
    match commands.first() {
        Some(KeyCommand::SliceBack) => app.place() == KeyPlace::Hex || rank > 2,
        Some(KeyCommand::Axes) => rank > 1,
        Some(KeyCommand::PictureLabels) => {
            app.shared.selection.image_level().is_some_and(|(image, _)| !image.labels.is_empty())
        }
        Some(KeyCommand::FinerLevel) => app.shared.selection.image_level().is_some(),
        // Of an array it is among the general keys.
        Some(KeyCommand::Picture) if matches!(app.place(), KeyPlace::Hierarchy | KeyPlace::Table) => {
            app.is_on_image() || app.is_on_frame() || app.is_on_plate()
        }
        Some(KeyCommand::Sort | KeyCommand::SortBack) => {
            !app.frame.is_shown(&app.shared) && app.plate.shown(&app.shared).is_none()
        }
        // Somebody who has just opened an array is told that its attributes say what its values mean.
        Some(KeyCommand::Physical) if app.place() == KeyPlace::Grid => {
            app.shared.selection.meaning().is_some()
        }
        Some(KeyCommand::FindNext) => app.values.iter().any(|pane| pane.search.is_some()),
        _ => true,
    }
}

/// The keys of a window that is read, and what leaves it.
fn reading(overlay: &Overlay) -> Option<(&'static [WindowHint], &'static str)> {
    Some(match overlay {
        Overlay::Info(_) | Overlay::Page(_) | Overlay::Stats(_) => (READING_PAGE, "close"),
        Overlay::Profile(_) => (PLOTTING, "close"),
        Overlay::Copy(_) => (CHOOSING, "close"),
        Overlay::Diagnosis(_) => (JUDGING, "close"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_typed_line_is_shown() {
        let shown = [9, 8, 5, 3, 2, 1].map(|width| typed(":", "at 1,23", width));
        assert_eq!(shown, [":at 1,23▏", ":… 1,23▏", ":…23▏", ":…▏", ":", ":"]);
    }
}
