use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::codec::{Outcome, Representation, StageFault, StageInfo, StageTrace};
use crate::doctor::Hypothesis;
use crate::explorer::core::{element_text::SHOWN, facts};
use crate::explorer::draw::text::{fit, framed, is_focused, with_room, write, write_right};
use crate::explorer::draw::titles;
use crate::explorer::{App, Area, Late, Pane, Regions, Selection, theme};
use crate::metadata::text::escape;
use crate::pipeline::{ChunkTrace, Fault, State};
use crate::tell::words::{size, time};
use crate::tell::wrapping::wrap;

const HINTS: usize = 2;

pub(crate) fn draw(buffer: &mut Buffer, regions: &Regions, app: &App) {
    let area = regions.stages;
    if area.width == 0 {
        return;
    }
    let focused = is_focused(app, Pane::Stages);
    let selection = &app.shared.selection;
    let ignored = if app.shared.options.ignore_checksums { ", checksums ignored" } else { "" };
    let title = match &selection.what_if {
        Some(what_if) => format!("what if {}{ignored}", what_if.text),
        None => format!("codec pipeline{ignored}"),
    };
    let followed = titles::followed(app, area.width);
    let rows = match &selection.trace {
        Late::Ready { value: trace, .. } => traced(trace),
        Late::Idle | Late::Waiting { .. } | Late::Failed(_) => untraced(selection),
    };
    let inner = regions.inner(area);
    let first = first_row(selection, inner);
    let part = if rows.len() > inner.height.into() {
        format!(", {} of {} rows", inner.height, rows.len())
    } else {
        String::new()
    };
    framed(buffer, area, app, &format!("{title}{part}{followed}"), focused);
    let columns = Columns::of(&rows, inner.width);
    for ((index, row), y) in rows.iter().enumerate().skip(first).zip(0..inner.height) {
        let cursor = (index == selection.stage()).then(|| theme::cursor(focused));
        columns.draw(buffer, Area { y: inner.y + y, height: 1, ..inner }, row, cursor);
    }
    // The location of the followed element is shown only where its cursor is visible.
    let shows_element = selection.opened || app.shared.focus == Pane::Values;
    let mut notes = notes(selection, shows_element);
    let rest = if regions.notes.is_empty() {
        let (_, rest) = inner.top(u16::try_from(rows.len() - first.min(rows.len())).unwrap_or(u16::MAX));
        rest.top(u16::from(rest.height > 2)).1
    } else {
        // Away from the row of the stage, its name says what they are about.
        if let (Some((text, theme::PLAIN)), Some(row)) = (notes.first_mut(), rows.get(selection.stage())) {
            *text = format!("{}: {text}", row.name);
        }
        regions.notes
    };
    let mut lines = Vec::new();
    for (text, style) in notes {
        lines
            .extend(wrap(&escape(&with_room(&text, rest)), rest.width).into_iter().map(|line| (line, style)));
    }
    if !regions.notes.is_empty() || lines.len() > usize::from(rest.height) {
        // There is no room for gaps.
        lines.retain(|(line, _)| !line.trim().is_empty());
    }
    if let Some(last) = usize::from(rest.height).checked_sub(1)
        && lines.len() > last + 1
        && let Some((line, _)) = lines.get_mut(last)
    {
        // Cut where the pane ends, which says so.
        let width = usize::from(rest.width);
        *line = fit(line, width.saturating_sub(2)).trim_end_matches(['…', ' ']).to_owned() + " …";
    }
    for ((line, style), y) in lines.iter().zip(0..rest.height) {
        write(buffer, rest, y, line, *style);
    }
}

/// If there are more stages than rows, the first are left out to show the selected one.
pub(crate) fn first_row(selection: &Selection, inner: Area) -> usize {
    (selection.stage() + 1).saturating_sub(usize::from(inner.height.max(1)))
}

struct StageRow {
    name: String,
    kind: String,
    output: String,
    /// That without the shape of an array.
    short: String,
    fill: String,
    sign: &'static str,
    style: Style,
    time: String,
}

impl StageRow {
    fn stored(output: String, sign: &'static str, style: Style) -> Self {
        let (name, kind, fill, time) = ("stored".to_owned(), String::new(), String::new(), String::new());
        Self { name, kind, short: output.clone(), output, fill, sign, style, time }
    }

    fn of(
        info: &StageInfo,
        [output, short]: [String; 2],
        sign: &'static str,
        style: Style,
        time: String,
    ) -> Self {
        let name = escape(&info.codec.name).into_owned();
        let kind = info.part().replace("->", "→");
        Self { name, kind, output, short, fill: fill(&info.decoded), sign, style, time }
    }
}

/// A longer fill value would push the other columns out of a narrow pane.
const FILL_WIDTH: usize = 14;

fn fill(decoded: &Representation) -> String {
    let Representation::Array(array) = decoded else { return String::new() };
    let Some(fill_value) = &array.fill_value else { return "fill not known".to_owned() };
    let text = fill_value.beginning(FILL_WIDTH).to_string();
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
                Representation::Array(_) => expected(&stage.info.decoded),
                Representation::Bytes(_) | Representation::Unknown => twice(size(*nbytes)),
            };
            return StageRow::of(&stage.info, output, "✓", theme::SOUND, time(stage.elapsed));
        }
        Outcome::Failed(_) => (twice("failed".to_owned()), "✗", theme::FAULT),
        Outcome::NotReached if stage.info.fault.is_some() => {
            (twice("cannot be used".to_owned()), "✗", theme::FAULT)
        }
        Outcome::NotReached if chunk == State::Missing => (expected(&stage.info.decoded), "·", theme::QUIET),
        Outcome::NotReached => (twice("not reached".to_owned()), "·", theme::QUIET),
    };
    StageRow::of(&stage.info, output, sign, style, String::new())
}

fn untraced(selection: &Selection) -> Vec<StageRow> {
    let Some(array) = selection.array() else { return Vec::new() };
    let row = |stage| StageRow::of(stage, expected(&stage.decoded), " ", theme::QUIET, String::new());
    let output = if selection.trace.is_waiting() { "…" } else { "" }.to_owned();
    let stored = StageRow::stored(output, "", theme::PLAIN);
    std::iter::once(stored).chain(array.chain().decoding().map(row)).collect()
}

/// In full, and without the shape of an array.
fn expected(representation: &Representation) -> [String; 2] {
    match representation {
        Representation::Array(array) => [array.to_string(), array.data_type.to_string()],
        Representation::Bytes(nbytes) => twice(nbytes.exactly().map(size).unwrap_or_default()),
        Representation::Unknown => twice("not known".to_owned()),
    }
}

fn twice(text: String) -> [String; 2] {
    [text.clone(), text]
}

struct Columns {
    name: usize,
    kind: bool,
    output: usize,
    is_short: bool,
    fill: usize,
    time: bool,
}

impl Columns {
    fn of(rows: &[StageRow], width: u16) -> Self {
        let longest =
            |text: fn(&StageRow) -> &str| rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0);
        let (name, output) = (longest(|row| &row.name), longest(|row| &row.output));
        let width = usize::from(width);
        let is_short = name + output + 4 > width;
        let output = if is_short { longest(|row| &row.short) } else { output };
        let needed = name + output + 4;
        let time = needed + 9 <= width && rows.iter().any(|row| !row.time.is_empty());
        let needed = needed + if time { 9 } else { 0 };
        let fill = longest(|row| &row.fill);
        let fill = if needed + fill + 2 <= width { fill } else { 0 };
        let kind = needed + fill + 15 <= width;
        // A long name leaves half of the room to the output.
        Self {
            name: name.min((width / 2).max(width.saturating_sub(output + 4))),
            kind,
            output: output.min(width),
            is_short,
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
        let shown = if self.is_short { &row.short } else { &row.output };
        let text = format!("{own:<name$}  {kind}{shown:<output$}{fill}");
        let style = if row.sign == "✗" || row.sign == "·" { row.style } else { theme::PLAIN };
        write(buffer, area, 0, &text, cursor.map_or(style, |cursor| style.patch(cursor)));
        let (_, rest) = area.left(u16::try_from(text.chars().count() + 1).unwrap_or(u16::MAX));
        write(buffer, rest, 0, row.sign, row.style);
        if self.time {
            write_right(buffer, rest, 0, &row.time, theme::QUIET);
        }
    }
}

fn hints(selection: &Selection, fault: &StageFault) -> Vec<String> {
    let doubt = |doubt: &Hypothesis| format!("{}: {}", doubt.hypothesis, doubt.evidence);
    match selection.diagnosis.ready() {
        Some(verdict) if !verdict.hypotheses.is_empty() => {
            verdict.hypotheses.iter().take(HINTS).map(doubt).collect()
        }
        _ => Fault::from(fault.clone()).hints(),
    }
}

/// Why the selected stage failed, or its notes; faults first.
fn notes(selection: &Selection, shows_element: bool) -> Vec<(String, Style)> {
    let mut lines: Vec<(String, Style)> = Vec::new();
    if let Some(fault) = selection.array().and_then(|array| array.fault()) {
        // The row of the codec has its name.
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
            for hint in hints(selection, fault) {
                lines.push((format!("hint: {hint}"), theme::NOTICE));
            }
        }
        if let Some(doubt) = selection.diagnosis.ready().and_then(|verdict| verdict.sure_doubt()) {
            lines.push((format!("? {}: {}", doubt.hypothesis, doubt.evidence), theme::NOTICE));
        }
        for stage in &trace.trace.stages {
            for note in &stage.notes {
                if note.is_mismatch() {
                    let text = format!("{}: {}: {}", stage.info.codec.name, note.name, note.value);
                    lines.push((text, theme::NOTICE));
                }
            }
        }
        if trace.state == State::Missing {
            let fill = trace.decoded.fill_value.as_ref();
            let fill = fill.map_or_else(String::new, |fill| fill.beginning(SHOWN).to_string());
            lines.push((format!("missing: every element is the fill value, {fill}"), theme::NOTICE));
        }
    }
    if let Some(fault) = selection.array().and_then(|array| array.chain().fill_path().fault.as_ref()) {
        lines.push((format!("{}: {fault}", fault.document), theme::NOTICE));
    }
    if let Some(note) = selection.meaning().and_then(|meaning| meaning.packed_twice()) {
        lines.push((format!("attributes: {note}"), theme::NOTICE));
    }
    lines.extend(facts::of_stage(selection).into_iter().map(|fact| (fact, theme::PLAIN)));
    if let Some(stage) = selection.stage_trace() {
        for note in &stage.notes {
            if !note.is_mismatch() {
                lines.push((format!("{}: {}", note.name, note.value), theme::QUIET));
            }
        }
    }
    let path = if shows_element { facts::element_path(selection) } else { Vec::new() };
    if !path.is_empty() {
        lines.push((String::new(), theme::PLAIN));
        lines.push(("path of this element to its stored bytes".to_owned(), theme::HEADING));
        lines.extend(path.into_iter().map(|line| (line, theme::PLAIN)));
    }
    lines
}
