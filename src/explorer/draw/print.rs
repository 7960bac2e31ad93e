//! A drawn screen as text or SVG.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::palettes::{self, palette};
use crate::metadata::text::is_unsafe;
use crate::save::PrintedCell;
use crate::tell::colors::Rgb;
use crate::tell::drawn_signs::{Block, BoxLine};
use crate::tell::theme_name::ThemeName;

/// Pixels.
pub(super) const CELL: (f64, f64) = (8.4, 17.0);
const MARGIN: f64 = 10.0;

pub fn plain(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let row: String = cells(buffer, y).map(Cell::symbol).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn cells(buffer: &Buffer, y: u16) -> impl Iterator<Item = &Cell> {
    (0..buffer.area.width).filter_map(move |x| buffer.cell((x, y)))
}

pub fn svg(buffer: &Buffer, theme: ThemeName) -> String {
    let sheet = Sheet::of(buffer.area, theme);
    let painted = sheet.painted(buffer);
    let rows: String = (0..buffer.area.height).map(|y| sheet.row(&painted, y, y)).collect();
    format!("{}{rows}</svg>\n", sheet.head(""))
}

/// The cells of each row in their colours, and the colour of the ground.
pub fn rows(buffer: &Buffer, theme: ThemeName) -> (Vec<Vec<PrintedCell>>, Rgb) {
    let sheet = Sheet::of(buffer.area, theme);
    let painted = sheet.painted(buffer);
    let rgb = |color: Color| {
        if let Color::Rgb(red, green, blue) = color { [red, green, blue] } else { sheet.ground }
    };
    let mut rows = Vec::new();
    for y in 0..painted.area.height {
        rows.push(
            cells(&painted, y)
                .map(|cell| {
                    let (mut ink, mut ground) = (rgb(cell.fg), rgb(cell.bg));
                    if cell.modifier.contains(Modifier::REVERSED) {
                        std::mem::swap(&mut ink, &mut ground);
                    }
                    PrintedCell {
                        symbol: cell.symbol().to_owned(),
                        ink,
                        ground,
                        is_bold: cell.modifier.contains(Modifier::BOLD),
                        is_underlined: cell.modifier.contains(Modifier::UNDERLINED),
                    }
                })
                .collect(),
        );
    }
    (rows, sheet.ground)
}

/// What a screen is drawn on: its size in pixels, and its colours.
pub(super) struct Sheet {
    pub(super) width: f64,
    height: f64,
    theme: ThemeName,
    ground: Rgb,
}

impl Sheet {
    pub(super) fn of(area: Rect, theme: ThemeName) -> Self {
        let theme = if theme == ThemeName::Terminal { ThemeName::Dark } else { theme };
        let ground = palette(theme).map_or([0; 3], |palette| palette.background);
        let size = |cells: u16, cell: f64| f64::from(cells) * cell + 2.0 * MARGIN;
        Self { width: size(area.width, CELL.0), height: size(area.height, CELL.1), theme, ground }
    }

    pub(super) fn painted(&self, buffer: &Buffer) -> Buffer {
        let mut painted = buffer.clone();
        palettes::apply(&mut painted, self.theme);
        painted
    }

    pub(super) fn head(&self, style: &str) -> String {
        let Self { width, height, ground, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, Menlo, \
             Consolas, monospace\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"{}\" rx=\"6\"/>\n\
             <style>rect{{shape-rendering:crispEdges}}{style}</style>\n",
            hex(*ground)
        )
    }

    /// A row of the screen, drawn as row `at` of the picture.
    pub(super) fn row(&self, painted: &Buffer, y: u16, at: u16) -> String {
        let mut text = String::new();
        let row: Vec<&Cell> = cells(painted, y).collect();
        let mut x = 0;
        for run in row.chunk_by(|one, other| one.style() == other.style()) {
            write_run(&mut text, run, (x, at), self.ground);
            x += run.len();
        }
        text
    }
}

fn write_run(text: &mut String, run: &[&Cell], (x, y): (usize, u16), ground: Rgb) {
    let Some(cell) = run.first() else { return };
    let (mut fill, mut back) = (color(cell.fg, ground), color(cell.bg, ground));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut fill, &mut back);
    }
    let columns = |count: usize| f64::from(u16::try_from(count).unwrap_or(u16::MAX)) * CELL.0;
    let (left, top, width) = (columns(x) + MARGIN, f64::from(y) * CELL.1 + MARGIN, columns(run.len()));
    // Writing to a String cannot fail.
    if back != hex(ground) {
        let _ = writeln!(
            text,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"17\" fill=\"{back}\"/>"
        );
    }
    // Fonts leave gaps between the lines of boxes and between blocks, so those are drawn.
    let mut symbols = String::new();
    let mut lines = [String::new(), String::new()];
    let mut at = 0;
    for same in run.chunk_by(|one, other| one.symbol() == other.symbol()) {
        let symbol = same.first().map_or(" ", |cell| cell.symbol());
        let place = CellSpan { left: left + columns(at), top, count: same.len() };
        at += same.len();
        if let Some(line) = BoxLine::of(symbol) {
            let [light, heavy] = &mut lines;
            place.draw_line(line, if line.has('h') { heavy } else { light });
        } else if let Some(block) = Block::of(symbol) {
            place.draw_block(block, text, &fill);
        } else {
            symbols.extend(same.iter().map(|cell| cell.symbol()));
            continue;
        }
        symbols.extend(same.iter().map(|_| ' '));
    }
    for (path, width) in lines.iter().zip(["1", "2.4"]) {
        if !path.is_empty() {
            let _ = writeln!(
                text,
                "<path d=\"{path}\" stroke=\"{fill}\" stroke-width=\"{width}\" fill=\"none\"/>"
            );
        }
    }
    let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let line =
        if cell.modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
    // Programs count blanks at an end differently, and fonts have other widths: each part of a table is placed on its own.
    let mut at = 0;
    for part in symbols.split_inclusive("  ") {
        let words = part.trim_end();
        let left = left + columns(at);
        at += part.width();
        if words.is_empty() {
            continue;
        }
        let blanks = words.len() - words.trim_start().len();
        let (left, words) = (left + columns(blanks), words.trim_start());
        let _ = writeln!(
            text,
            "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" fill=\"{fill}\"{bold}{line} \
             xml:space=\"preserve\">{}</text>",
            top + 13.0,
            columns(words.width()),
            escaped(words)
        );
    }
}

/// Some cells beside each other that show the same.
#[derive(Debug, Clone, Copy)]
struct CellSpan {
    left: f64,
    top: f64,
    count: usize,
}

impl CellSpan {
    fn width(self) -> f64 {
        f64::from(u16::try_from(self.count).unwrap_or(u16::MAX)) * CELL.0
    }
}

impl CellSpan {
    fn draw_line(self, line: BoxLine, path: &mut String) {
        let place = self;
        let [is_left, is_right, is_up, is_down] = ['l', 'r', 'u', 'd'].map(|part| line.has(part));
        let CellSpan { left, top, .. } = place;
        let (right, bottom) = (left + CELL.0, top + CELL.1);
        let (x, y) = (left + CELL.0 / 2.0, top + CELL.1 / 2.0);
        if is_left && is_right {
            let _ = write!(path, "M{left:.1} {y:.1}h{:.1}", place.width());
            if !is_up && !is_down {
                return;
            }
        }
        for number in 0..u16::try_from(place.count).unwrap_or(u16::MAX) {
            let along = |x: f64| x + f64::from(number) * CELL.0;
            let (x, left, right) = (along(x), along(left), along(right));
            let side = if is_left { left } else { right };
            let end = if is_up { top } else { bottom };
            let _ = match (is_left || is_right, is_up && is_down) {
                (true, false) if line.has('o') => {
                    write!(path, "M{side:.1} {y:.1}Q{x:.1} {y:.1} {x:.1} {end:.1}")
                }
                (true, false) if is_left && is_right => write!(path, "M{x:.1} {y:.1}V{end:.1}"),
                (true, false) => write!(path, "M{side:.1} {y:.1}H{x:.1}V{end:.1}"),
                (true, true) if !(is_left && is_right) => {
                    write!(path, "M{side:.1} {y:.1}H{x:.1}M{x:.1} {top:.1}V{bottom:.1}")
                }
                (_, _) => write!(path, "M{x:.1} {top:.1}V{bottom:.1}"),
            };
        }
    }

    fn draw_block(self, block: Block, text: &mut String, fill: &str) {
        let place = self;
        let (width, height) = CELL;
        let part = |eighths: u8, length: f64| f64::from(eighths) * length / 8.0;
        let mut opacity = String::new();
        let (from, until, top, bottom) = match block {
            Block::Left(eighths) => (0.0, part(eighths, width), 0.0, height),
            Block::Right => (width / 2.0, width, 0.0, height),
            Block::Lower(eighths) => (0.0, width, height - part(eighths, height), height),
            Block::Upper => (0.0, width, 0.0, height / 2.0),
            Block::Shade(quarters) => {
                opacity = format!(" fill-opacity=\"{}\"", f64::from(quarters) / 4.0);
                (0.0, width, 0.0, height)
            }
        };
        let is_wide = from == 0.0 && until >= width;
        let (count, columns) = if is_wide { (1, place.width()) } else { (place.count, until - from) };
        for number in 0..u16::try_from(count).unwrap_or(u16::MAX) {
            let left = place.left + from + f64::from(number) * width;
            let _ = writeln!(
                text,
                "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{columns:.1}\" height=\"{:.1}\" fill=\"{fill}\"{opacity}/>",
                place.top + top,
                bottom - top
            );
        }
    }
}

fn escaped(symbols: &str) -> String {
    let mut text = String::new();
    for letter in symbols.chars() {
        match letter {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            letter if is_unsafe(letter) => text.push('\u{fffd}'),
            letter => text.push(letter),
        }
    }
    text
}

fn color(color: Color, ground: Rgb) -> String {
    if let Color::Rgb(red, green, blue) = color { hex([red, green, blue]) } else { hex(ground) }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    #[test]
    fn a_screen_is_text_and_picture() {
        let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width: 6, height: 2 });
        buffer.set_string(0, 0, "a<b", Style::new().fg(Color::Red).add_modifier(Modifier::BOLD));
        buffer.set_string(0, 1, "x", Style::new().add_modifier(Modifier::REVERSED));
        assert_eq!(plain(&buffer), "a<b\nx\n");
        let picture = svg(&buffer, ThemeName::ContrastLight);
        assert!(
            picture.contains("fill=\"#8a0000\" font-weight=\"bold\" xml:space=\"preserve\">a&lt;b</text>"),
            "{picture}"
        );
        assert!(picture.contains("height=\"17\" fill=\"#000000\"/>"), "the cursor has a ground: {picture}");
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn boxes_and_blocks_are_drawn_without_a_font() {
        let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width: 5, height: 3 });
        for (row, line) in ["╭─ a╮", "│░▌▁│", "┗━━━┛"].iter().zip(0..) {
            buffer.set_string(0, line, row, Style::new().fg(Color::Red));
        }
        let picture = svg(&buffer, ThemeName::ContrastLight);
        let drawn: Vec<&str> = picture.lines().skip(3).collect();
        assert_eq!(
            drawn,
            [
                "<path d=\"M18.4 18.5Q14.2 18.5 14.2 27.0M18.4 18.5h8.4M43.6 18.5Q47.8 18.5 47.8 27.0\" stroke=\"#8a0000\" \
                 stroke-width=\"1\" fill=\"none\"/>",
                "<text x=\"35.2\" y=\"23.0\" textLength=\"8.4\" fill=\"#8a0000\" xml:space=\"preserve\">a</text>",
                "<rect x=\"18.4\" y=\"27.0\" width=\"8.4\" height=\"17.0\" fill=\"#8a0000\" fill-opacity=\"0.25\"/>",
                "<rect x=\"26.8\" y=\"27.0\" width=\"4.2\" height=\"17.0\" fill=\"#8a0000\"/>",
                "<rect x=\"35.2\" y=\"41.9\" width=\"8.4\" height=\"2.1\" fill=\"#8a0000\"/>",
                "<path d=\"M14.2 27.0V44.0M47.8 27.0V44.0\" stroke=\"#8a0000\" stroke-width=\"1\" fill=\"none\"/>",
                "<path d=\"M18.4 52.5H14.2V44.0M18.4 52.5h25.2M43.6 52.5H47.8V44.0\" stroke=\"#8a0000\" \
                 stroke-width=\"2.4\" fill=\"none\"/>",
                "</svg>",
            ]
        );
    }
}
