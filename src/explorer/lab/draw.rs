//! The lab: the chains that are tried, and what is said of the selected one.

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::explorer::core::app::App;
use crate::explorer::core::late::Late;
use crate::explorer::draw::lines;
use crate::explorer::draw::text::{border, fitted_within, rect, write, write_right};
use crate::explorer::draw::theme;
use crate::explorer::geometry::regions::Area;
use crate::explorer::lab::draw_codecs::{draw_codecs, draw_forms, draw_picker};
use crate::explorer::lab::draw_loss as lab_loss;
use crate::explorer::lab::geometry::lab_panes;
use crate::explorer::lab::window::{ConfigurationLine, LabPart, LabRow, LabWindow, name_of};
use crate::explorer::prompt::draw::draw_typed;
use crate::lab::NotTried;
use crate::metadata::text::escape;
use crate::tell::trial_facts::{COLUMNS, cells};
use crate::tell::wrapping::wrap;

/// The columns that are shown from so many columns of the screen on, beside the chain: what is compared most comes first.
const SHOWN: &[(u16, &[usize])] = &[(60, &[1, 2, 3, 4, 5]), (46, &[1, 2, 4]), (0, &[1, 2])];
/// From so many columns on, what a chain is the best at stands behind it.
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
            for (line, row) in wrap(&format!("✗ {}", escape(error)), inner.width).iter().zip(0..inner.height)
            {
                write(buffer, inner, row, line, theme::FAULT);
            }
            return;
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
            draw_chains(buffer, panes.table, lab);
            lines::draw_lines(buffer, panes.detail, &lab.lines(panes.detail.width), 0);
        }
        LabPart::Codecs | LabPart::Line(_) => {
            draw_chains(buffer, panes.table, lab);
            draw_codecs(buffer, panes.detail, lab);
        }
    }
}

/// A row of the table: its cells, or what is said instead of figures.
struct TableRow {
    name: String,
    figures: Result<[String; 6], (&'static str, Style)>,
    marks: String,
}

impl TableRow {
    fn of(row: &LabRow, marks: &str) -> Self {
        let figures = match (&row.chain, &row.tried) {
            (Err(_), _) => Err(("refused", theme::FAULT)),
            (Ok(chain), Late::Ready { value, .. }) => match &value.trial.outcome {
                Ok(figures) => Ok(cells(chain, figures)),
                Err(reason) => Err((why(reason), theme::FAULT)),
            },
            (Ok(_), Late::Waiting { .. }) => Err(("trying …", theme::NOTICE)),
            (Ok(_), Late::Idle | Late::Failed(_)) => Err(("waits", theme::QUIET)),
        };
        Self { name: row.text(), figures, marks: marks.to_owned() }
    }
}

/// Why there are no figures, in a word; the rest is below.
fn why(reason: &NotTried) -> &'static str {
    match reason {
        NotTried::Document(_) => "refused",
        NotTried::Encoding(_) | NotTried::Decoding(_) => "fails",
        NotTried::TooLong { .. } => "too long",
        NotTried::TooLarge => "too large",
        NotTried::Stopped => "stopped",
    }
}

/// The columns of the table, each as wide as what is in it.
struct TrialColumns {
    chain: u16,
    others: Vec<(usize, u16)>,
    marks: u16,
}

impl TrialColumns {
    fn of(rows: &[TableRow], width: u16) -> Self {
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
        // A sign of the cursor stands in front.
        let chain = names.min(width.saturating_sub(taken.saturating_add(2)));
        Self { chain, others, marks }
    }
}

fn draw_chains(buffer: &mut Buffer, area: Area, lab: &LabWindow) {
    let marks = lab.marks();
    let rows: Vec<TableRow> =
        lab.rows.iter().zip(&marks).map(|(row, marks)| TableRow::of(row, marks)).collect();
    let columns = TrialColumns::of(&rows, area.width);
    let heading = Area { height: area.height.min(1), ..area };
    let (_, list) = area.top(1);
    let first = usize::try_from(lab.scroll.first).unwrap_or(usize::MAX);
    let mut cells = COLUMNS.map(str::to_owned);
    let end = first.saturating_add(list.height.into()).min(rows.len());
    if let Some(name) = cells.first_mut().filter(|_| end - first.min(end) < rows.len()) {
        *name = format!("{name} {} to {end} of {}", first.saturating_add(1), rows.len());
    }
    draw_cells(buffer, heading, &columns, (&cells, theme::QUIET), "");
    for ((number, row), y) in rows.iter().enumerate().skip(first).zip(0..list.height) {
        let place = Area { y: list.y + y, height: 1, ..list };
        draw_row(buffer, place, &columns, row);
        if number == lab.selected {
            write(buffer, Area { width: 2, ..place }, 0, "▸", theme::FOCUS);
            let (_, name) = place.left(2);
            buffer.set_style(rect(Area { width: columns.chain, ..name }), theme::cursor(!lab.is_editing()));
        }
    }
}

fn draw_row(buffer: &mut Buffer, place: Area, columns: &TrialColumns, row: &TableRow) {
    match &row.figures {
        Ok(cells) => {
            let mut cells = cells.clone();
            if let Some(name) = cells.first_mut() {
                name.clone_from(&row.name);
            }
            draw_cells(buffer, place, columns, (&cells, theme::PLAIN), &row.marks);
        }
        Err((text, style)) => {
            let (_, name) = place.left(2);
            write(buffer, name, 0, &fitted_within(&row.name, columns.chain), theme::PLAIN);
            let (_, rest) = name.left(columns.chain + 2);
            write(buffer, rest, 0, text, *style);
        }
    }
}

fn draw_cells(
    buffer: &mut Buffer,
    place: Area,
    columns: &TrialColumns,
    (cells, style): (&[String; 6], Style),
    marks: &str,
) {
    let (_, rest) = place.left(2);
    let (name, mut rest) = rest.left(columns.chain);
    let text = cells.first().map_or("", String::as_str);
    write(buffer, name, 0, &fitted_within(text, columns.chain), style);
    for (column, width) in &columns.others {
        let (own, behind) = rest.left(width + 2);
        let (_, own) = own.left(2);
        let cell = cells.get(*column).map_or("", String::as_str);
        // The error is a word or a number, the others are numbers.
        if *column == COLUMNS.len() - 1 || cell.width() > usize::from(own.width) {
            write(buffer, own, 0, cell, style);
        } else {
            write_right(buffer, own, 0, cell, style);
        }
        rest = behind;
    }
    if columns.marks > 0 {
        write(buffer, rest.left(2).1, 0, marks, theme::SOUND);
    }
}

/// Draws the configuration that is typed, with the codec that it is for.
pub(crate) fn draw_line(buffer: &mut Buffer, area: Area, lab: &LabWindow) {
    let LabPart::Line(ConfigurationLine { line, .. }) = &lab.part else { return };
    let name = lab.codecs().get(lab.codec).map_or("", name_of);
    let sign = if area.width >= 60 { format!("{}: ", escape(name)) } else { String::new() };
    draw_typed(buffer, area, &sign, line);
}
