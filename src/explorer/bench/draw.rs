use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::explorer::bench::{BENCH_ROW, BenchPart};
use crate::explorer::draw::text::{border, fit, rect, write, write_wrapped};
use crate::explorer::lab::draw::draw_picker;
use crate::explorer::prompt::draw::typed;
use crate::explorer::{App, Area, BenchWindow, theme};
use crate::learn::{BenchOutcome, EDGE, StageShown};
use crate::metadata::text::escape;

const LOW: u16 = 15;
const NUMBER: u16 = 8;

pub(crate) fn draw(buffer: &mut Buffer, app: &App, window: &BenchWindow) {
    let (width, height) = app.shared.size;
    let screen = Area { x: 0, y: 0, width, height: height.saturating_sub(1) };
    Clear.render(rect(screen), buffer);
    let title = format!("build a chunk: sixteen numbers, {}", window.bench.data_type());
    let inner = border(buffer, screen, &title, true);
    if let BenchPart::Picker(picker) = &window.part {
        return draw_picker(buffer, inner, picker);
    }
    // A low screen has room for the part that has the keys, and for the outcome.
    let is_low = inner.height < LOW;
    let rest = match (&window.part, is_low) {
        (BenchPart::Numbers | BenchPart::Number(_), true) => numbers(buffer, inner, window),
        (BenchPart::Bytes, true) => stored(buffer, inner, window),
        (_, true) => table(buffer, inner, window),
        (_, false) => {
            let rest = numbers(buffer, inner, window);
            let rest = table(buffer, rest, window);
            stored(buffer, rest, window)
        }
    };
    outcome(buffer, rest, &window.run.outcome);
}

fn numbers(buffer: &mut Buffer, area: Area, window: &BenchWindow) -> Area {
    let (grid, rest) = area.top(u16::try_from(EDGE).unwrap_or(4));
    let has_keys = matches!(window.part, BenchPart::Numbers | BenchPart::Number(_));
    for (place, text) in window.bench.numbers.iter().enumerate() {
        let (row, column) = (place / EDGE, place % EDGE);
        let (Ok(y), Ok(x)) = (u16::try_from(row), u16::try_from(column)) else { continue };
        let (_, cell) = grid.left(x * NUMBER);
        let cell = Area { width: (NUMBER - 1).min(cell.width), ..cell };
        let is_here = place == window.number;
        let style = match window.bench.scalar(place) {
            Err(_) => theme::FAULT,
            Ok(_) if is_here => theme::cursor(has_keys),
            Ok(_) => theme::PLAIN,
        };
        let text = if let BenchPart::Number(line) = &window.part
            && is_here
        {
            let (before, after) = line.halves();
            format!("{before}▏{after}")
        } else {
            text.clone()
        };
        let mark = if style == theme::FAULT { "✗" } else { "" };
        write(buffer, cell, y, &format!("{:>7}", fit(&escape(&format!("{mark}{text}")), 7)), style);
    }
    let (_, side) = grid.left(u16::try_from(EDGE).unwrap_or(4) * NUMBER + 2);
    let about = "Change a number, a codec or a bit, and see the output of every stage. The numbers are written in C \
                 order, fill value 0.";
    if side.width > 20 {
        write_wrapped(buffer, side, about, theme::QUIET);
    }
    rest
}

fn table(buffer: &mut Buffer, area: Area, window: &BenchWindow) -> Area {
    let rows = &window.run.rows;
    let typed_row = u16::from(matches!(window.part, BenchPart::Configuration(_)));
    let wanted = u16::try_from(rows.len() + 2).unwrap_or(u16::MAX).saturating_add(typed_row);
    let (table, rest) = area.top(wanted.min(area.height));
    let widest = rows.iter().map(|row| row.name.width()).max().unwrap_or(0);
    let name = u16::try_from(widest + 4).unwrap_or(u16::MAX).min(table.width / 3).max(12);
    let (names, both) = table.left(name);
    let (written, read) = both.left(both.width / 2);
    write(buffer, names, 1, "stage", theme::HEADING);
    write(buffer, written, 1, "written ↓", theme::HEADING);
    write(buffer, read, 1, "read back ↑", theme::HEADING);
    let has_keys = matches!(window.part, BenchPart::Codecs | BenchPart::Configuration(_));
    for ((number, row), y) in rows.iter().enumerate().zip(2..) {
        let is_here = number.checked_sub(1) == Some(window.codec) && number > 0;
        let style = if is_here { theme::cursor(has_keys) } else { theme::NAME };
        write(buffer, names, y, &fit(&escape(&row.name), usize::from(name.saturating_sub(1))), style);
        let gap = |area: Area| Area { width: area.width.saturating_sub(1), ..area };
        shown(buffer, gap(written), y, &row.written, Style::new());
        // Reading goes upwards: what a stage gives is in the row above it, and a fault belongs to the stage itself.
        let fails = number.checked_sub(1).and_then(|above| rows.get(above));
        let fails = fails.is_some_and(|above| matches!(above.read, StageShown::Failed(_)));
        let is_changed = row.read != StageShown::Nothing && row.read != row.written;
        let style = match (fails, is_changed) {
            (true, _) => theme::FAULT,
            (false, true) => theme::CHANGED,
            (false, false) => theme::PLAIN,
        };
        let (mark, text) = gap(read).left(if fails { 2 } else { 0 });
        write(buffer, mark, y, "✗", theme::FAULT);
        if matches!(row.read, StageShown::Failed(_)) {
            // The reason is below the bytes.
            write(buffer, text, y, "· nothing: the stage below fails", theme::QUIET);
        } else {
            shown(buffer, text, y, &row.read, style);
        }
    }
    if let BenchPart::Configuration(line) = &window.part {
        let (before, behind) = line.halves();
        let text = format!("{}{}", typed("configuration: ", &escape(&before), table.width), escape(&behind));
        write(buffer, table, wanted - 1, &text, theme::NOTICE);
    }
    rest
}

fn shown(buffer: &mut Buffer, area: Area, row: u16, value: &StageShown, style: Style) {
    let (text, style) = match value {
        StageShown::Numbers(text) => (text.clone(), style),
        StageShown::Bytes(count, hex) => (format!("{count} B: {hex}"), style),
        StageShown::Failed(reason) => (format!("✗ {}", escape(reason)), theme::FAULT),
        StageShown::Nothing => ("·".to_owned(), theme::QUIET),
    };
    write(buffer, area, row, &text, style);
}

fn stored(buffer: &mut Buffer, area: Area, window: &BenchWindow) -> Area {
    let run = &window.run;
    let (_, area) = area.top(u16::from(area.height > 8));
    let (head, area) = area.top(1);
    let has_keys = matches!(window.part, BenchPart::Bytes);
    let mut text = match run.stored.len() {
        0 => "stored: nothing".to_owned(),
        count => format!("stored: {count} bytes"),
    };
    if let Some(byte) = run.stored.get(window.byte) {
        text = format!("{text}; byte {}: {byte:08b}, bits 7 to 0", window.byte);
    }
    write(buffer, head, 0, &text, theme::HEADING);
    let rows = run.stored.chunks(BENCH_ROW).count();
    let visible = rows.min(usize::from(area.height.saturating_sub(2).max(1)));
    let first = (window.byte / BENCH_ROW + 1).saturating_sub(visible);
    let (list, rest) = area.top(u16::try_from(visible).unwrap_or(area.height));
    for ((row, bytes), y) in run.stored.chunks(BENCH_ROW).enumerate().skip(first).zip(0..list.height) {
        write(buffer, list, y, &format!("{:04x}", row * BENCH_ROW), theme::QUIET);
        for (column, byte) in bytes.iter().enumerate() {
            let place = row * BENCH_ROW + column;
            let style = match (place == window.byte && has_keys, run.changed.contains(&place)) {
                (true, _) => theme::CURSOR,
                (false, true) => theme::CHANGED,
                (false, false) => theme::PLAIN,
            };
            let (_, cell) = list.left(u16::try_from(5 + column * 3).unwrap_or(u16::MAX));
            let mark = match (cell.width < 3, run.changed.contains(&place)) {
                (true, _) => "",
                (false, true) => "*",
                (false, false) => " ",
            };
            let cell = Area { width: cell.width.min(3), ..cell };
            write(buffer, cell, y, &format!("{byte:02x}{mark}"), style);
        }
    }
    rest
}

fn outcome(buffer: &mut Buffer, area: Area, outcome: &BenchOutcome) {
    let (text, style) = match outcome {
        BenchOutcome::Refused(reason) => (format!("✗ {}", escape(reason)), theme::FAULT),
        BenchOutcome::Same => ("✓ the numbers come back as they were".to_owned(), theme::SOUND),
        BenchOutcome::Different(count) => {
            let numbers =
                if *count == 1 { "1 number comes".to_owned() } else { format!("{count} numbers come") };
            (format!("! {numbers} back changed, and no stage has noticed"), theme::NOTICE)
        }
        BenchOutcome::Noticed { codec, message } => {
            (format!("✗ {} notices: {}", escape(codec), escape(message)), theme::FAULT)
        }
    };
    let (_, area) = area.top(u16::from(area.height > 2));
    write_wrapped(buffer, area, &text, style);
}
