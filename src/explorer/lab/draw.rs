use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::codec::CodecRow;
use crate::explorer::draw::lines;
use crate::explorer::draw::text::{
    border, fit, fitted, fitted_within, longest, rect, write, write_right, write_wrapped,
};
use crate::explorer::lab::codec_picker::CodecPicker;
use crate::explorer::lab::{
    ChainForms, ConfigurationLine, LabPanes, LabRow, draw_loss as lab_loss, lab_panes,
};
use crate::explorer::prompt::draw::{draw_search, draw_typed};
use crate::explorer::{App, Area, LabPart, LabWindow, Late, TriedChain, name_of, theme};
use crate::lab::{NotTried, StageSize};
use crate::metadata::text::{escape, escape_json};
use crate::tell::report::Line;
use crate::tell::trial_facts::{COLUMNS, SMALLEST, cells, short};
use crate::tell::words::size;
use crate::tell::wrapping::wrap;

/// The least width of the screen for each choice of [`COLUMNS`] beside the chain.
const SHOWN: &[(u16, &[usize])] = &[(60, &[1, 2, 3, 4, 5]), (46, &[1, 2, 4]), (0, &[1, 2])];
/// From so many columns on, what a chain is the best at comes after its figures.
const WITH_MARKS: u16 = 96;

pub(crate) fn draw(buffer: &mut Buffer, app: &App, lab: &LabWindow) {
    if let LabPart::Loss(view) = &lab.part {
        return lab_loss::draw(buffer, app, lab, view);
    }
    let panes = lab_panes(app.shared.size, lab.rows.len(), lab.is_editing());
    Clear.render(rect(panes.window), buffer);
    let inner = border(buffer, panes.window, &lab.title(), true);
    match &lab.subject {
        Late::Failed(error) => {
            return write_wrapped(buffer, inner, &format!("✗ {}", escape(error)), theme::FAULT);
        }
        Late::Ready { .. } => {}
        Late::Waiting { .. } | Late::Idle => {
            return write(buffer, inner, 0, "reading values …", theme::NOTICE);
        }
    }
    match &lab.part {
        LabPart::Whole(scroll) => {
            lines::draw_lines(buffer, inner, &lab.whole_lines(inner.width), scroll.first);
        }
        LabPart::Picker(picker) => draw_picker(buffer, inner, picker),
        LabPart::Loss(_) => {}
        LabPart::Copies(copies) => draw_forms(buffer, inner, copies),
        LabPart::Chains => {
            let marks = lab.marks();
            draw_chains(buffer, panes.table, lab, &marks);
            draw_smallest(buffer, &panes, lab, &marks);
            lines::draw_lines(buffer, panes.detail, &lab.lines(panes.detail.width), 0);
        }
        LabPart::Codecs | LabPart::Line(_) => {
            draw_chains(buffer, panes.table, lab, &lab.marks());
            draw_codecs(buffer, panes.detail, lab);
        }
    }
}

struct TableRow {
    name: String,
    figures: Result<[String; 6], (&'static str, Style)>,
    marks: String,
}

fn table_row(row: &LabRow, marks: &str) -> TableRow {
    let figures = match (&row.chain, &row.tried) {
        (Err(_), _) => Err(("refused", theme::FAULT)),
        (Ok(chain), Late::Ready { value, .. }) => match &value.trial.outcome {
            Ok(figures) => Ok(cells(chain, figures)),
            Err(reason) => Err((why(reason), theme::FAULT)),
        },
        (Ok(_), Late::Waiting { .. }) => Err(("trying …", theme::NOTICE)),
        (Ok(_), Late::Idle | Late::Failed(_)) => Err(("waits", theme::QUIET)),
    };
    TableRow { name: row.text(), figures, marks: marks.to_owned() }
}

fn why(reason: &NotTried) -> &'static str {
    match reason {
        NotTried::Document(_) => "refused",
        NotTried::Encoding(_) | NotTried::Decoding(_) => "fails",
        NotTried::TooLong { .. } => "too long",
        NotTried::TooLarge => "too large",
        NotTried::Stopped => "stopped",
    }
}

struct TrialColumns {
    chain: u16,
    others: Vec<(usize, u16)>,
    marks: u16,
}

fn trial_columns(rows: &[TableRow], width: u16) -> TrialColumns {
    let shown = SHOWN.iter().find(|(least, _)| width >= *least).map_or(&[][..], |(_, shown)| *shown);
    let wide = |column: usize| {
        let head = COLUMNS.get(column).map_or(0, |name| name.width());
        let cells = rows.iter().filter_map(|row| row.figures.as_ref().ok()?.get(column));
        let widest = cells.map(|cell| cell.width()).max().unwrap_or(0).max(head).max(5);
        u16::try_from(widest).unwrap_or(u16::MAX).min(22)
    };
    let others: Vec<(usize, u16)> = shown.iter().map(|column| (*column, wide(*column))).collect();
    let marks = rows.iter().map(|row| row.marks.width()).max().filter(|_| width >= WITH_MARKS);
    let marks = u16::try_from(marks.unwrap_or(0)).unwrap_or(u16::MAX).min(width);
    let taken: u16 = others.iter().map(|(_, width)| width + 2).sum::<u16>() + marks + 2;
    let names = rows.iter().map(|row| row.name.width()).max().unwrap_or(0);
    let names = u16::try_from(names).unwrap_or(u16::MAX).max(5);
    // The sign of the cursor comes first.
    let chain = names.min(width.saturating_sub(taken.saturating_add(2)));
    TrialColumns { chain, others, marks }
}

fn draw_chains(buffer: &mut Buffer, area: Area, lab: &LabWindow, marks: &[String]) {
    let rows: Vec<TableRow> = lab.rows.iter().zip(marks).map(|(row, marks)| table_row(row, marks)).collect();
    let columns = trial_columns(&rows, area.width);
    let heading = Area { height: area.height.min(1), ..area };
    let (_, list) = area.top(1);
    let first = usize::try_from(lab.scroll.first).unwrap_or(usize::MAX);
    let mut name = COLUMNS.first().map_or(String::new(), |name| (*name).to_owned());
    let end = first.saturating_add(list.height.into()).min(rows.len());
    if end - first.min(end) < rows.len() {
        name = format!("{name} {} to {end} of {}", first.saturating_add(1), rows.len());
    }
    draw_cells(buffer, heading, &columns, &name, &COLUMNS.map(str::to_owned), theme::QUIET);
    for ((number, row), y) in rows.iter().enumerate().skip(first).zip(0..list.height) {
        let place = Area { y: list.y + y, height: 1, ..list };
        match &row.figures {
            Ok(cells) => {
                let rest = draw_cells(buffer, place, &columns, &row.name, cells, theme::PLAIN);
                if columns.marks > 0 {
                    write(buffer, rest.left(2).1, 0, &row.marks, theme::SOUND);
                }
            }
            Err((text, style)) => {
                let (_, name) = place.left(2);
                write(buffer, name, 0, &fitted_within(&row.name, columns.chain), theme::PLAIN);
                write(buffer, name.left(columns.chain + 2).1, 0, text, *style);
            }
        }
        if number == lab.selected {
            write(buffer, Area { width: 2, ..place }, 0, "▸", theme::FOCUS);
            let (_, name) = place.left(2);
            buffer.set_style(rect(Area { width: columns.chain, ..name }), theme::cursor(!lab.is_editing()));
        }
    }
}

/// In the gap below the table, where the row with the fewest bytes is out of sight.
fn draw_smallest(buffer: &mut Buffer, panes: &LabPanes, lab: &LabWindow, marks: &[String]) {
    let LabPanes { table, detail, .. } = panes;
    let gap =
        Area { y: table.y + table.height, height: detail.y.saturating_sub(table.y + table.height), ..*table };
    let Some(place) = marks.iter().position(|marks| marks.starts_with(SMALLEST)) else { return };
    let first = usize::try_from(lab.scroll.first).unwrap_or(usize::MAX);
    let rows = usize::from(table.height.saturating_sub(1));
    if gap.height == 0 || (first..first.saturating_add(rows)).contains(&place) {
        return;
    }
    if let Some(row) = lab.rows.get(place)
        && let Some(tried) = row.tried.ready()
        && let Ok(figures) = &tried.trial.outcome
    {
        let stored = size(figures.stored_nbytes);
        let text = format!("{SMALLEST}, {stored}: row {}, {}", place + 1, row.text());
        write(buffer, gap, 0, &fitted(&text, gap.width), theme::QUIET);
    }
}

fn draw_cells(
    buffer: &mut Buffer,
    place: Area,
    columns: &TrialColumns,
    name: &str,
    cells: &[String; 6],
    style: Style,
) -> Area {
    let (own, mut rest) = place.left(2).1.left(columns.chain);
    write(buffer, own, 0, &fitted_within(name, columns.chain), style);
    for (column, width) in &columns.others {
        let (own, after) = rest.left(width + 2);
        let (_, own) = own.left(2);
        let cell = cells.get(*column).map_or("", String::as_str);
        // The error is a word or a number, the others are numbers.
        if *column == COLUMNS.len() - 1 || cell.width() > usize::from(own.width) {
            write(buffer, own, 0, cell, style);
        } else {
            write_right(buffer, own, 0, cell, style);
        }
        rest = after;
    }
    rest
}

pub(crate) fn draw_line(buffer: &mut Buffer, area: Area, lab: &LabWindow) {
    let LabPart::Line(ConfigurationLine { line, .. }) = &lab.part else { return };
    let name = lab.codecs().get(lab.codec).map_or("", name_of);
    let sign = if area.width >= 60 { format!("{}: ", escape(name)) } else { String::new() };
    draw_typed(buffer, area, &sign, line);
}

fn draw_codecs(buffer: &mut Buffer, area: Area, lab: &LabWindow) {
    let Some(row) = lab.row() else { return };
    let tried = row.tried.ready().map(AsRef::as_ref);
    let (text, style) = match (&lab.part, &row.chain, tried) {
        (LabPart::Line(ConfigurationLine { fault: Some(fault), .. }), ..) => {
            (format!("✗ {}", escape(fault)), theme::FAULT)
        }
        (_, Err(reason), _) => (format!("✗ refused: {}", escape(reason)), theme::FAULT),
        (_, Ok(_), None) => ("trying …".to_owned(), theme::NOTICE),
        (_, Ok(_), Some(tried)) => {
            let faulty = tried.trial.outcome.is_err();
            let mut lines = Vec::new();
            for line in lab.outcome(tried) {
                lines.push(match line {
                    Line::Fault(text) => format!("✗ {text}"),
                    Line::Heading(text) | Line::Text(text) | Line::Fact(_, text) => text,
                });
            }
            (lines.join("; "), if faulty { theme::FAULT } else { theme::PLAIN })
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
    let stages: &[StageSize] = match tried {
        Some(TriedChain { stages: Ok(stages), .. }) => stages,
        _ => &[],
    };
    draw_list(buffer, list, lab, stages);
}

fn draw_list(buffer: &mut Buffer, area: Area, lab: &LabWindow, stages: &[StageSize]) {
    let codecs = lab.codecs();
    if codecs.is_empty() {
        return write(buffer, area, 0, &LabWindow::no_codec(), theme::NOTICE);
    }
    let gives = |stage: Option<&StageSize>| {
        let Some(stage) = stage else { return String::new() };
        let entropy = stage.entropy.map_or(String::new(), |bits| format!("  entropy {:<4}", short(bits)));
        format!("{}{entropy}", size(stage.nbytes))
    };
    let (head, list) = area.top(u16::from(area.height > 4));
    let values = gives(stages.first());
    let values = if values.is_empty() { values } else { format!("; the values: {values}") };
    write(buffer, head, 0, &format!("codecs in encoding order{values}"), theme::HEADING);
    // Where the chain is refused, or out of order, there are no stages, or those of other codecs.
    let has_own = stages.len() == codecs.len() + 1;
    let own = |place: usize| if has_own { gives(stages.get(place + 1)) } else { String::new() };
    let widest = (0..codecs.len()).map(|place| own(place).width()).max().unwrap_or(0);
    let wide = usize::from(list.width).saturating_sub(widest + 3);
    let visible = usize::from(list.height.max(1));
    let first = (lab.codec + 1).saturating_sub(visible);
    for ((place, codec), y) in codecs.iter().enumerate().skip(first).zip(0..list.height) {
        let style = if place == lab.codec { theme::CURSOR } else { theme::PLAIN };
        let name = name_of(codec);
        let name = CodecRow::find(name).map_or(name, |row| row.label());
        let configuration = codec.get("configuration").map_or(String::new(), |it| format!(" {it}"));
        let text = format!("{} {}", place + 1, escape(&escape_json(&format!("{name}{configuration}"))));
        let text = fit(&text, wide);
        let pad = " ".repeat(wide.saturating_sub(text.width()));
        write(buffer, list, y, &format!("{text}{pad} {:>widest$}", own(place)), style);
    }
    if first + visible < codecs.len() {
        lines::say_more(buffer, area);
    }
}

pub(crate) fn draw_picker(buffer: &mut Buffer, area: Area, picker: &CodecPicker) {
    let found = picker.found();
    let (line, area) = area.top(1);
    let count = format!("{} of {}", found.len(), CodecPicker::all().count());
    draw_search(buffer, line, &picker.line, &count);
    if picker.line.is_empty() {
        let taken = u16::try_from(count.width() + 2).unwrap_or(u16::MAX);
        let (_, hint) = line.left(line.width.saturating_sub(taken)).0.left(3);
        write(buffer, hint, 0, "letters of its name or description", theme::QUIET);
    }
    if found.is_empty() {
        let texts = ["nothing matches: Backspace removes a letter", "nothing matches"].map(str::to_owned);
        return write(buffer, area, 0, &longest(&texts, area.width), theme::NOTICE);
    }
    let name = CodecPicker::all().map(|row| distinct_name(row).width()).max().unwrap_or(0);
    let has_kind = area.width >= 60;
    // Where there is little room, the whole line of the selected one is below.
    let below = if has_kind { 0 } else { 3.min(area.height / 3) };
    let (list, about) = area.top(area.height.saturating_sub(below));
    let visible = usize::from(list.height.max(1));
    let first = (picker.selected + 1).saturating_sub(visible);
    for ((number, row), y) in found.iter().enumerate().skip(first).zip(0..list.height) {
        let kind = if has_kind { format!("{:<14}", row.kind().to_string()) } else { String::new() };
        let style = if number == picker.selected { theme::CURSOR } else { theme::PLAIN };
        write(buffer, list, y, &format!("{:<name$}  {kind}{}", distinct_name(row), row.summary), style);
    }
    if first + visible < found.len() {
        lines::say_more(buffer, area);
    }
    if let Some(row) = picker.current() {
        write_wrapped(buffer, about, &format!("{}: {}", row.kind(), row.summary), theme::HEADING);
    }
}

/// The short name of a codec, or the whole one where two have the same short name.
fn distinct_name(row: &CodecRow) -> &'static str {
    let is_shared = CodecPicker::all().any(|other| other.label() == row.label() && !other.is(row));
    if is_shared { row.name } else { row.label() }
}

fn draw_forms(buffer: &mut Buffer, area: Area, copies: &ChainForms) {
    let (forms, selected) = (&copies.forms, copies.selected);
    let mut area = area;
    if let Some(note) = &copies.note {
        let note = format!("✗ {}", escape(note));
        write_wrapped(buffer, area, &note, theme::FAULT);
        (_, area) = area.top(u16::try_from(wrap(&note, area.width).len()).unwrap_or(u16::MAX));
    }
    let mut entries = Vec::new();
    for form in forms {
        // A comment in front has a line of its own.
        let lines = form.text.lines().flat_map(|line| wrap(line, area.width.saturating_sub(2)));
        entries.push((form.what.to_owned(), lines.map(|line| format!("  {line}")).collect()));
    }
    lines::draw_entries(buffer, area, &entries, selected);
}
