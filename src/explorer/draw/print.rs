use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use crate::explorer::core::app::App;
use crate::explorer::draw::palettes::{self, palette};
use crate::metadata::text::is_unsafe;
use crate::tell::colors::Rgb;
use crate::tell::theme_name::ThemeName;

const CELL: (f64, f64) = (8.4, 17.0);
const MARGIN: f64 = 10.0;

pub fn screen_of(app: &App) -> Buffer {
    let (width, height) = app.size();
    let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width, height });
    crate::explorer::draw::draw_into(&mut buffer, app);
    buffer
}

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
    let theme = if theme == ThemeName::Terminal { ThemeName::Dark } else { theme };
    let mut buffer = buffer.clone();
    palettes::apply(&mut buffer, theme);
    let ground = palette(theme).map_or([0; 3], |palette| palette.ground);
    let size = |cells: u16, cell: f64| f64::from(cells) * cell + 2.0 * MARGIN;
    let (width, height) = (size(buffer.area.width, CELL.0), size(buffer.area.height, CELL.1));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, Menlo, \
         Consolas, monospace\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"{}\" rx=\"6\"/>\n",
        hex(ground)
    );
    for y in 0..buffer.area.height {
        let row: Vec<&Cell> = cells(&buffer, y).collect();
        let mut x = 0;
        for run in row.chunk_by(|one, other| one.style() == other.style()) {
            write_run(&mut text, run, (x, y), ground);
            x += run.len();
        }
    }
    text.push_str("</svg>\n");
    text
}

fn write_run(text: &mut String, run: &[&Cell], (x, y): (usize, u16), ground: Rgb) {
    let Some(cell) = run.first() else { return };
    let symbols: String = run.iter().map(|cell| cell.symbol()).collect();
    let (mut fill, mut back) = (color(cell.fg, ground), color(cell.bg, ground));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut fill, &mut back);
    }
    if symbols.trim().is_empty() && back == hex(ground) {
        return;
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
    let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let line =
        if cell.modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
    let _ = writeln!(
        text,
        "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{width:.1}\" fill=\"{fill}\"{bold}{line} \
         xml:space=\"preserve\">{}</text>",
        top + 13.0,
        escaped(&symbols)
    );
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
}
