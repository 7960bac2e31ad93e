//! The pipeline pane: the stages of the selected chunk, in decoding order.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::codec::{Outcome, Representation, StageFault, StageInfo, StageTrace};
use crate::doctor::Hypothesis;
use crate::explorer::core::app::App;
use crate::explorer::core::facts;
use crate::explorer::core::late::Late;
use crate::explorer::core::selection::Selection;
use crate::explorer::draw::text::{border, fit, is_focused, write, write_right};
use crate::explorer::draw::{theme, titles};
use crate::explorer::geometry::regions::{Area, Pane};
use crate::metadata::text::escape;
use crate::pipeline::{ChunkTrace, Fault, State};
use crate::tell::words::{size, time};
use crate::tell::wrapping::wrap;

/// The most hypotheses that are shown beside a fault; `d` shows all.
const HINTS: usize = 2;

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let focused = is_focused(app, Pane::Stages);
    let selection = &app.shared.selection;
    let ignored = if app.shared.options.ignore_checksums { ", checksums ignored" } else { "" };
    let title = match &selection.what_if {
        Some(what_if) => format!("codec pipeline, what if {}{ignored}", what_if.text),
        None => format!("codec pipeline, as decoded{ignored}"),
    };
    let followed = titles::followed(app, area.width);
    let inner = border(buffer, area, &format!("{title}{followed}"), focused);
    let rows = match &selection.trace {
        Late::Ready { value: trace, .. } => traced(trace),
        _ => untraced(selection),
    };
    // With more stages than rows, the first ones are left out as far as needed to show the selected one.
    let visible = usize::from(inner.height.max(1));
    let first = (selection.stage() + 1).saturating_sub(visible);
    let columns = Columns::of(&rows, inner.width);
    for ((index, row), y) in rows.iter().enumerate().skip(first).zip(0..inner.height) {
        let cursor = (index == selection.stage()).then(|| theme::cursor(focused));
        columns.draw(buffer, Area { y: inner.y + y, height: 1, ..inner }, row, cursor);
    }
    let used = u16::try_from(rows.len() - first.min(rows.len())).unwrap_or(u16::MAX);
    let (_, rest) = inner.top(used);
    let fill = rows.get(selection.stage()).map(|row| row.fill.as_str()).filter(|_| columns.fill == 0);
    let (_, rest) = rest.top(u16::from(rest.height > 2));
    // The place of the followed element is shown only where its cursor is visible.
    let shows_element = selection.opened || app.shared.focus == Pane::Values;
    let lines = notes(selection, fill.unwrap_or_default(), shows_element);
    let wrapped = lines
        .iter()
        .flat_map(|(text, style)| wrap(&escape(text), rest.width).into_iter().map(|line| (line, *style)));
    for ((line, style), row) in wrapped.zip(0..rest.height) {
        write(buffer, rest, row, &line, style);
    }
}

struct StageRow {
    name: String,
    kind: String,
    output: String,
    fill: String,
    sign: &'static str,
    style: Style,
    time: String,
}

impl StageRow {
    fn stored(output: String, sign: &'static str, style: Style) -> Self {
        let (name, kind, fill, time) = ("stored".to_owned(), String::new(), String::new(), String::new());
        Self { name, kind, output, fill, sign, style, time }
    }

    fn of(info: &StageInfo, output: String, sign: &'static str, style: Style, time: String) -> Self {
        let name = escape(&info.codec.name).into_owned();
        let kind = info.part().replace("->", "→");
        Self { name, kind, output, fill: fill(&info.decoded), sign, style, time }
    }
}

/// The longest fill value that is shown in a row. A longer one would push the other columns out of a narrow pane.
const FILL_WIDTH: usize = 14;

fn fill(decoded: &Representation) -> String {
    let Representation::Array(array) = decoded else { return String::new() };
    let Some(fill_value) = &array.fill_value else { return "fill not known".to_owned() };
    let text = fill_value.to_string();
    if text.chars().count() > FILL_WIDTH { String::new() } else { format!("fill {text}") }
}

fn traced(trace: &ChunkTrace) -> Vec<StageRow> {
    let (output, sign, style) = match trace.state {
        State::Stored(nbytes) => (size(nbytes), "", theme::PLAIN),
        State::Missing => ("missing".to_owned(), "·", theme::NOTICE),
        State::Unread(Some(nbytes)) => (format!("{}, not read", size(nbytes)), "?", theme::NOTICE),
        State::Unread(None) => ("not known".to_owned(), "?", theme::NOTICE),
    };
    let stored = StageRow::stored(output, sign, style);
    std::iter::once(stored).chain(trace.stages().iter().map(|stage| stage_row(stage, trace.state))).collect()
}

fn stage_row(stage: &StageTrace, chunk: State) -> StageRow {
    let (output, sign, style) = match &stage.outcome {
        Outcome::Decoded(nbytes, _) => {
            let output = match &stage.info.decoded {
                Representation::Array(array) => array.to_string(),
                Representation::Bytes(_) | Representation::Unknown => size(*nbytes),
            };
            let time = time(stage.elapsed);
            return StageRow::of(&stage.info, output, "✓", theme::SOUND, time);
        }
        Outcome::Failed(_) => ("failed".to_owned(), "✗", theme::FAULT),
        Outcome::NotReached if stage.info.fault.is_some() => ("cannot be used".to_owned(), "✗", theme::FAULT),
        Outcome::NotReached if chunk == State::Missing => (expected(&stage.info.decoded), "·", theme::QUIET),
        Outcome::NotReached => ("not reached".to_owned(), "·", theme::QUIET),
    };
    StageRow::of(&stage.info, output, sign, style, String::new())
}

/// The rows while the chunk is not decoded yet: what the document says of each stage.
fn untraced(selection: &Selection) -> Vec<StageRow> {
    let Some(array) = selection.array() else { return Vec::new() };
    let row = |stage| StageRow::of(stage, expected(&stage.decoded), " ", theme::QUIET, String::new());
    let output = if selection.trace.is_waiting() { "…" } else { "" }.to_owned();
    let stored = StageRow::stored(output, "", theme::PLAIN);
    std::iter::once(stored).chain(array.chain().decoding().map(row)).collect()
}

/// The output of a stage as far as the document determines it.
fn expected(representation: &Representation) -> String {
    match representation {
        Representation::Array(array) => array.to_string(),
        Representation::Bytes(nbytes) => nbytes.exactly().map(size).unwrap_or_default(),
        Representation::Unknown => "not known".to_owned(),
    }
}

struct Columns {
    name: usize,
    kind: bool,
    output: usize,
    /// How wide fill values are; 0 where there is no room.
    fill: usize,
    time: bool,
}

impl Columns {
    fn of(rows: &[StageRow], width: u16) -> Self {
        let longest =
            |text: fn(&StageRow) -> &str| rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0);
        let (name, output) = (longest(|row| &row.name), longest(|row| &row.output));
        let width = usize::from(width);
        let needed = name + output + 4;
        let time = needed + 9 <= width && rows.iter().any(|row| !row.time.is_empty());
        let needed = needed + if time { 9 } else { 0 };
        let fill = longest(|row| &row.fill);
        let fill = if needed + fill + 2 <= width { fill } else { 0 };
        let kind = needed + fill + 15 <= width;
        // A name may have any length: it leaves half of the room to what the stage gives.
        Self {
            name: name.min((width / 2).max(width.saturating_sub(output + 4))),
            kind,
            output: output.min(width),
            fill,
            time,
        }
    }

    fn draw(&self, buffer: &mut Buffer, area: Area, row: &StageRow, cursor: Option<Style>) {
        let kind = if self.kind { format!("{:<11}  ", row.kind) } else { String::new() };
        let (name, output) = (self.name, self.output);
        let fill = match self.fill {
            0 => String::new(),
            width => format!("  {:<width$}", row.fill),
        };
        let own = fit(&row.name, name);
        let text = format!("{own:<name$}  {kind}{:<output$}{fill}", row.output);
        let style = if row.sign == "✗" || row.sign == "·" { row.style } else { theme::PLAIN };
        write(buffer, area, 0, &text, cursor.map_or(style, |cursor| style.patch(cursor)));
        let after = u16::try_from(text.chars().count() + 1).unwrap_or(u16::MAX);
        let (_, rest) = area.left(after);
        write(buffer, rest, 0, row.sign, row.style);
        if self.time {
            write_right(buffer, rest, 0, &row.time, theme::QUIET);
        }
    }
}

/// Possible causes of a fault: the doctor's, or the hints of the stage while the doctor has not answered.
fn hints(selection: &Selection, fault: &StageFault) -> Vec<String> {
    let doubt = |doubt: &Hypothesis| format!("{}: {}", doubt.hypothesis, doubt.evidence);
    match selection.diagnosis.ready() {
        Some(verdict) if !verdict.hypotheses.is_empty() => {
            verdict.hypotheses.iter().take(HINTS).map(doubt).collect()
        }
        _ => Fault::from(fault.clone()).hints(),
    }
}

/// The notes of the selected stage, or why it failed. What is wrong comes first, because the pane may have room for
/// little more. `fill` is the fill value of the stage, where its row has no room for it.
fn notes(selection: &Selection, fill: &str, shows_element: bool) -> Vec<(String, Style)> {
    let mut lines: Vec<(String, Style)> = Vec::new();
    if let Some(fault) = selection.array().and_then(|array| array.fault()) {
        // The codec is named in its row.
        let place = format!("{}: {}", fault.document, fault.pointer);
        lines.push((format!("✗ {}: {}", place.trim_end_matches(": "), fault.message()), theme::FAULT));
    }
    if let Late::Failed(error) = &selection.trace {
        lines.push((error.clone(), theme::FAULT));
    }
    if let Some(trace) = selection.trace.ready() {
        if let Some(fault) = &trace.trace.fault {
            let (sign, style) =
                if trace.is_unknown() { ("? not known:", theme::NOTICE) } else { ("✗", theme::FAULT) };
            lines.push((format!("{sign} {fault}"), style));
            let hints = hints(selection, fault);
            lines.extend(hints.into_iter().map(|hint| (format!("hint: {hint}"), theme::NOTICE)));
        }
        let doubt = selection.diagnosis.ready().and_then(|verdict| verdict.sure_doubt());
        lines.extend(
            doubt.map(|doubt| (format!("? {}: {}", doubt.hypothesis, doubt.evidence), theme::NOTICE)),
        );
        for stage in &trace.trace.stages {
            for note in stage.notes.iter().filter(|note| note.is_mismatch()) {
                let text = format!("{}: {}: {}", stage.info.codec.name, note.name, note.value);
                lines.push((text, theme::NOTICE));
            }
        }
        if trace.state == State::Missing {
            let fill = trace.decoded.fill_value.as_ref().map_or_else(String::new, ToString::to_string);
            lines.push((format!("missing: every element is the fill value, {fill}"), theme::NOTICE));
        }
    }
    if let Some(fault) = selection.array().and_then(|array| array.chain().fill_path().fault.as_ref()) {
        lines.push((format!("{}: {fault}", fault.document), theme::NOTICE));
    }
    let twice = selection.meaning().and_then(|meaning| meaning.packed_twice());
    lines.extend(twice.map(|note| (format!("attributes: {note}"), theme::NOTICE)));
    if !fill.is_empty() {
        lines.push((format!("{} here", fill.replacen("fill", "fill value", 1)), theme::QUIET));
    }
    lines.extend(facts::of_stage(selection).into_iter().map(|fact| (fact, theme::PLAIN)));
    let notes = selection.stage_trace().map(|stage| stage.notes.as_slice()).unwrap_or_default();
    let notes = notes.iter().filter(|note| !note.is_mismatch());
    lines.extend(notes.map(|note| (format!("{}: {}", note.name, note.value), theme::QUIET)));
    let path = if shows_element { facts::element_path(selection) } else { Vec::new() };
    if !path.is_empty() {
        lines.push((String::new(), theme::PLAIN));
        lines.push(("the way of the element under the cursor".to_owned(), theme::HEADING));
        lines.extend(path.into_iter().map(|line| (line, theme::PLAIN)));
    }
    lines
}
