//! The codecs of a chain that is edited in the lab, the list to add one from, and the forms to copy.

use ratatui::buffer::Buffer;
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::codec::{CODECS, CodecRow};
use crate::explorer::draw::lines;
use crate::explorer::draw::text::{end_of, fit, fitted, longest, write, write_right};
use crate::explorer::draw::theme;
use crate::explorer::geometry::regions::Area;
use crate::explorer::lab::codec_picker::CodecPicker;
use crate::explorer::lab::window::{ChainForms, LabWindow, name_of};
use crate::explorer::prompt::line::TypedLine;
use crate::lab::StageSize;
use crate::metadata::text::{escape, escape_json};
use crate::tell::copy_as::CopyAs;
use crate::tell::report::Line;
use crate::tell::trials::short;
use crate::tell::words::size;
use crate::tell::wrapping::wrap;

/// What came of the chain or why it is refused, then its codecs in encoding order, each with what it gives.
pub(crate) fn draw_codecs(buffer: &mut Buffer, area: Area, lab: &LabWindow) {
    let Some(row) = lab.row() else { return };
    let tried = row.tried.ready();
    let (text, style) = match (&row.chain, tried) {
        _ if lab.line_fault().is_some() => {
            (format!("✗ {}", escape(lab.line_fault().unwrap_or_default())), theme::FAULT)
        }
        (Err(reason), _) => (format!("✗ refused: {}", escape(reason)), theme::FAULT),
        (Ok(_), None) => ("trying …".to_owned(), theme::NOTICE),
        (Ok(_), Some(tried)) => {
            let faulty = tried.trial.outcome.is_err();
            let lines = lab.outcome(tried).into_iter().map(|line| match line {
                Line::Fault(text) => format!("✗ {text}"),
                Line::Heading(text) | Line::Text(text) | Line::Fact(_, text) => text,
            });
            (lines.collect::<Vec<_>>().join("; "), if faulty { theme::FAULT } else { theme::PLAIN })
        }
    };
    // The codecs keep half of the rows.
    let most = usize::from((area.height / 2).max(1));
    let mut said = wrap(&text, area.width);
    if said.len() > most {
        said.truncate(most);
        if let Some(last) = said.last_mut() {
            *last = fitted(&format!("{last:<0$}…", usize::from(area.width)), area.width).into_owned();
        }
    }
    for (line, row) in said.iter().zip(0..) {
        write(buffer, area, row, line, style);
    }
    let (_, list) = area.top(u16::try_from(said.len()).unwrap_or(u16::MAX));
    let stages = tried.and_then(|tried| tried.stages.as_ref().ok()).map_or(&[][..], Vec::as_slice);
    draw_list(buffer, list, lab, stages);
}

fn draw_list(buffer: &mut Buffer, area: Area, lab: &LabWindow, stages: &[StageSize]) {
    let codecs = lab.codecs();
    if codecs.is_empty() {
        return write(buffer, area, 0, "no codec: a adds one", theme::NOTICE);
    }
    let gives = |stage: Option<&StageSize>| {
        stage.map_or(String::new(), |stage| {
            let entropy = stage.entropy.map_or(String::new(), |bits| format!("  entropy {:<4}", short(bits)));
            format!("{}{entropy}", size(stage.nbytes))
        })
    };
    let (head, list) = area.top(u16::from(area.height > 4));
    let values = gives(stages.first());
    let values = if values.is_empty() { values } else { format!("; the values: {values}") };
    write(buffer, head, 0, &format!("codecs in encoding order{values}"), theme::HEADING);
    // Where the chain is refused, or out of order, the stages are those of no chain.
    let own = |place: usize| gives(stages.get(place + 1).filter(|_| stages.len() == codecs.len() + 1));
    let widest = (0..codecs.len()).map(|place| own(place).width()).max().unwrap_or(0);
    let wide = usize::from(list.width).saturating_sub(widest + 3);
    let visible = usize::from(list.height.max(1));
    let first = (lab.codec + 1).saturating_sub(visible);
    for ((place, codec), y) in codecs.iter().enumerate().skip(first).zip(0..list.height) {
        let style = if place == lab.codec { theme::CURSOR } else { theme::PLAIN };
        let text = format!("{} {}", place + 1, entry_text(codec));
        let text = fit(&text, wide);
        let pad = " ".repeat(wide.saturating_sub(text.width()));
        write(buffer, list, y, &format!("{text}{pad} {:>widest$}", own(place)), style);
    }
    if first + visible < codecs.len() {
        lines::say_more(buffer, area);
    }
}

/// A codec with its configuration.
fn entry_text(codec: &Value) -> String {
    let name = name_of(codec);
    let name = CodecRow::find(name).map_or(name, |row| row.label());
    let configuration = codec.get("configuration").map_or(String::new(), |it| format!(" {it}"));
    escape(&escape_json(&format!("{name}{configuration}"))).into_owned()
}

/// A line that is typed, and the codecs that fit it, each with what it takes and gives and what it does.
pub(crate) fn draw_picker(buffer: &mut Buffer, area: Area, picker: &CodecPicker) {
    let found = picker.found();
    let (line, area) = area.top(1);
    draw_typed(buffer, line, &picker.line, found.len());
    if found.is_empty() {
        let texts = ["nothing matches: Backspace removes a letter", "nothing matches"].map(str::to_owned);
        return write(buffer, area, 0, &longest(&texts, area.width), theme::NOTICE);
    }
    let name = CODECS.iter().map(|row| row.label().width()).max().unwrap_or(0);
    let has_kind = area.width >= 60;
    // Where there is little room, the line of the selected one stands below, as a whole.
    let below = if has_kind { 0 } else { 3.min(area.height / 3) };
    let (list, about) = area.top(area.height.saturating_sub(below));
    let visible = usize::from(list.height.max(1));
    let first = (picker.selected + 1).saturating_sub(visible);
    let rows = || found.iter().filter_map(|place| CODECS.get(*place)).enumerate();
    for ((number, row), y) in rows().skip(first).zip(0..list.height) {
        let kind = if has_kind { format!("{:<14}", row.kind().to_string()) } else { String::new() };
        let style = if number == picker.selected { theme::CURSOR } else { theme::PLAIN };
        write(buffer, list, y, &format!("{:<name$}  {kind}{}", row.label(), row.summary), style);
    }
    if first + visible < found.len() {
        lines::say_more(buffer, area);
    }
    if let Some(row) = picker.current().and_then(|place| CODECS.get(place)) {
        let text = format!("{}: {}", row.kind(), row.summary);
        for (line, y) in wrap(&text, about.width).iter().zip(0..about.height) {
            write(buffer, about, y, line, theme::HEADING);
        }
    }
}

/// What a codec is looked for by, and at the right how many fit.
fn draw_typed(buffer: &mut Buffer, area: Area, line: &TypedLine, found: usize) {
    let count = format!("{found} of {}", CODECS.len());
    let count_width = u16::try_from(count.width()).unwrap_or(u16::MAX);
    let (own, _) = area.left(area.width.saturating_sub(count_width + 2));
    let (before, behind) = line.halves();
    let (before, behind) = (escape(&before).into_owned(), escape(&behind).into_owned());
    let start = end_of(&before, usize::from(own.width.saturating_sub(3)));
    let cut = if start.len() < before.len() { "…" } else { "" };
    let hint = if line.is_empty() { " letters of a name, or of what it does" } else { "" };
    write(buffer, own, 0, &format!("/{cut}{start}▏{behind}"), theme::PLAIN);
    write(buffer, own.left(2).1, 0, hint, theme::QUIET);
    write_right(buffer, area, 0, &count, theme::QUIET);
}

/// The forms that a chain can be copied in.
pub(crate) fn draw_forms(buffer: &mut Buffer, area: Area, copies: &ChainForms) {
    let (forms, selected) = (&copies.forms, copies.selected);
    let note =
        copies.note.as_ref().map_or(Vec::new(), |note| wrap(&format!("✗ {}", escape(note)), area.width));
    for (line, row) in note.iter().zip(0..area.height) {
        write(buffer, area, row, line, theme::FAULT);
    }
    let (_, area) = area.top(u16::try_from(note.len()).unwrap_or(u16::MAX));
    // A comment in front has a line of its own.
    let wrapped = |form: &CopyAs| -> Vec<String> {
        form.text.lines().flat_map(|line| wrap(line, area.width.saturating_sub(2))).collect()
    };
    let lines = |form: &CopyAs| wrapped(form).len() + 1;
    // The selected one begins on the screen, whatever stands before it.
    let mut first = 0;
    let taken = |first: usize| forms.iter().take(selected + 1).skip(first).map(lines).sum::<usize>();
    while first < selected && taken(first) > usize::from(area.height) {
        first += 1;
    }
    let mut row = 0;
    for (number, form) in forms.iter().enumerate().skip(first) {
        let style = if number == selected { theme::CURSOR } else { theme::HEADING };
        write(buffer, area, row, form.what, style);
        row = row.saturating_add(1);
        let (_, text) = area.left(2);
        for line in wrapped(form) {
            write(buffer, text, row, &line, theme::PLAIN);
            row = row.saturating_add(1);
        }
    }
    if row > area.height {
        lines::say_more(buffer, area);
    }
}
