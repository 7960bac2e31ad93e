use crate::explorer::keys::keymap::{KeyCommand, named};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::explorer::draw::text::{fitted, framed, is_focused, longest, write, write_wrapped};
use crate::explorer::frame::{FrameColumnView, FramePane};
use crate::explorer::{App, Area, Late, Pane, theme};
use crate::metadata::Scalar;
use crate::metadata::text::{count, escape, grouped};
use crate::pipeline::{Frame, FrameCell, FramePart};

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let selection = &app.shared.selection;
    let about = selection.node.ready().map_or("", |node| node.about.as_str());
    let name = escape(&format!("{}  contents  {about}", selection.child.name)).into_owned();
    let focused = is_focused(app, Pane::Grid);
    let inner = framed(buffer, area, app, &fitted(&name, area.width.saturating_sub(4)), focused);
    let say = |buffer: &mut Buffer, text: &str, style| write_wrapped(buffer, inner, text, style);
    match &app.frame.page {
        Late::Failed(error) => say(buffer, &escape(error), theme::FAULT),
        page @ (Late::Idle | Late::Waiting { .. } | Late::Ready { .. }) => match page.so_far() {
            Some((frame, _)) if frame.is_bare() => {
                let below = named(&[KeyCommand::Picture], "shows what lies below it");
                say(buffer, &format!("the table has no columns: {below}"), theme::NOTICE);
            }
            Some((frame, part)) => Contents { frame, part, pane: &app.frame, inner, focused }.draw(buffer),
            None => say(buffer, "reading …", theme::NOTICE),
        },
    }
}

struct Contents<'a> {
    frame: &'a Frame,
    part: &'a FramePart,
    pane: &'a FramePane,
    inner: Area,
    focused: bool,
}

impl Contents<'_> {
    fn draw(&self, buffer: &mut Buffer) {
        let [header, list, below] = FramePane::areas(self.inner);
        let columns = self.pane.columns(list.width);
        for column in &columns {
            let name = self.frame.columns.get(column.number).map_or("", |own| own.name.as_str());
            let name = match self.pane.choice.sort {
                Some((by, is_reversed)) if by == column.number => {
                    let sign = if is_reversed { "▴" } else { "▾" };
                    &format!("{} {sign}", fitted(name, column.width.saturating_sub(2)).trim_end())
                }
                _ => name,
            };
            put(buffer, header, column, name, theme::HEADING);
        }
        let end = self.frame.columns.len().saturating_sub(1);
        if columns.last().is_some_and(|column| column.number < end) {
            let edge = header.left(header.width.saturating_sub(1)).1;
            write(buffer, edge, 0, "…", theme::QUIET);
        }
        for (row, y) in (self.pane.scroll.first..self.pane.row_count(self.frame)).zip(0..list.height) {
            let line = Area { y: list.y + y, height: 1, ..list };
            for column in &columns {
                self.draw_cell(buffer, line, (row, column));
            }
        }
        if self.pane.row_count(self.frame) == 0 {
            let word = self.frame.row_word;
            let text = if self.frame.rows == 0 {
                format!("there are no {word}s")
            } else {
                format!("no {word} is so: :where shows all again")
            };
            write(buffer, list, 0, &text, theme::NOTICE);
        }
        write(buffer, below, 0, &longest(&self.below(), below.width), theme::HEADING);
    }

    fn draw_cell(&self, buffer: &mut Buffer, line: Area, (row, column): (u64, &FrameColumnView)) {
        let is_under_cursor = self.pane.cursor == (row, column.number);
        let cursor = if is_under_cursor { theme::cursor(self.focused) } else { theme::PLAIN };
        let (text, style) = match self.part.cell(row, column.number) {
            None => ("…".to_owned(), theme::QUIET),
            Some(FrameCell::Missing) => ("–".to_owned(), theme::QUIET),
            Some(FrameCell::Fault(_)) => ("✗".to_owned(), theme::FAULT),
            Some(cell) => {
                let style = if column.number == 0 { theme::NAME } else { theme::PLAIN };
                (cell.text().unwrap_or_default(), style)
            }
        };
        if is_under_cursor {
            put(buffer, line, column, &" ".repeat(column.width.into()), cursor);
        }
        put(buffer, line, column, &text, style.patch(cursor));
    }

    fn below(&self) -> Vec<String> {
        let (row, number) = self.pane.cursor;
        let name = self.frame.columns.get(number).map_or("", |column| column.name.as_str());
        if let Some(Err(fault)) = self.part.column(number) {
            let fault = escape(fault);
            return vec![format!("✗ {name}: {fault}"), format!("✗ {fault}")];
        }
        let (word, more) = (self.frame.row_word, self.frame.more_columns);
        let place = row;
        let row = self.pane.row_at(place);
        // The labels or numbers of rows are no column of the table.
        let columns = count(self.frame.columns.len().saturating_sub(1) as u128, "column");
        let size = match self.frame.matrix {
            Some([rows, columns]) => format!("{rows}×{columns}"),
            None if self.pane.choice.condition.is_some() => {
                let shown = grouped(self.pane.row_count(self.frame).into());
                format!("{shown} of {}, {columns}", count(self.frame.rows.into(), word))
            }
            None => format!("{}, {columns}", count(self.frame.rows.into(), word)),
        };
        let more =
            if more > 0 { format!(", {} more are left out", grouped(more as u128)) } else { String::new() };
        let at = match number {
            0 => format!("{word} {}", grouped(row.into())),
            _ => format!("{word} {}, {name}", grouped(row.into())),
        };
        let (whole, value) = match self.part.cell(place, number) {
            Some(FrameCell::Missing) => (format!("{at}: missing"), "missing".to_owned()),
            Some(FrameCell::Fault(fault)) if !fault.is_empty() => {
                (format!("✗ {at}: {fault}"), format!("✗ {fault}"))
            }
            Some(FrameCell::Fault(_)) => (format!("✗ {at}: cannot be read"), "✗ cannot be read".to_owned()),
            Some(FrameCell::Value(Scalar::Integer(own))) if number == 0 && *own == i128::from(row) => {
                (at.clone(), at.clone())
            }
            Some(cell) => {
                let value = cell.text().unwrap_or_default();
                (format!("{at} = {value}"), value)
            }
            None => (at.clone(), at.clone()),
        };
        vec![format!("{whole}   {size}{more}"), format!("{whole}   {size}"), whole, value, at]
    }
}

fn put(buffer: &mut Buffer, line: Area, column: &FrameColumnView, text: &str, style: Style) {
    let cell = Area { x: line.x + column.x, width: column.width, ..line };
    write(buffer, cell, 0, &fitted(text, column.width), style);
}
