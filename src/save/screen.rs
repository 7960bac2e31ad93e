//! A screen as pixels.

use super::SaveError;
use super::lettering::{Lettering, TextAnchor};
use super::picture::Pixels;
use crate::tell::colors::Rgb;
use crate::tell::drawn_signs::{Block, BoxLine};

/// `DejaVu` Sans Mono, of which the letters and signs of the screens are left.
const FONT: &[u8] = include_bytes!("../../assets/fonts/DejaVuSansMono-subset.ttf");
/// At this size its letters are as wide as a cell.
const LETTER: f32 = 19.34;
const CELL: [usize; 2] = [10, 20];
const MARGIN: usize = 12;

/// A cell of a screen in its colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedCell {
    pub symbol: String,
    pub ink: Rgb,
    pub ground: Rgb,
    pub is_bold: bool,
    pub is_underlined: bool,
}

pub fn screen(rows: &[Vec<PrintedCell>], ground: Rgb) -> Result<Pixels, SaveError> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let size = [columns * CELL[0] + 2 * MARGIN, rows.len() * CELL[1] + 2 * MARGIN];
    let mut canvas = Pixels::filled(size, ground)?;
    let mut lettering = Lettering::new(FONT, LETTER, ground)?;
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let at = [MARGIN + column * CELL[0], MARGIN + row * CELL[1]];
            if cell.ground != ground {
                canvas.fill(at, CELL, cell.ground);
            }
        }
        // Letters come after all grounds: some are wider than their cells.
        for (column, cell) in cells.iter().enumerate() {
            let [x, y] = [MARGIN + column * CELL[0], MARGIN + row * CELL[1]];
            if let Some(line) = BoxLine::of(&cell.symbol) {
                draw_line(&mut canvas, line, [x, y], cell.ink);
            } else if let Some(block) = Block::of(&cell.symbol) {
                draw_block(&mut canvas, block, [x, y], cell);
            } else if !cell.symbol.trim().is_empty() {
                lettering.ink = cell.ink;
                let middle = [x, y + CELL[1] / 2];
                lettering.write(&mut canvas, &cell.symbol, TextAnchor::Left, middle);
                if cell.is_bold {
                    lettering.write(&mut canvas, &cell.symbol, TextAnchor::Left, [x + 1, middle[1]]);
                }
            }
            if cell.is_underlined {
                canvas.fill([x, y + CELL[1] - 2], [CELL[0], 1], cell.ink);
            }
        }
    }
    Ok(canvas)
}

fn draw_line(canvas: &mut Pixels, line: BoxLine, [x, y]: [usize; 2], ink: Rgb) {
    let thick = if line.has('h') { 3 } else { 1 };
    let [width, height] = CELL;
    let [across, down] = [x + (width - thick) / 2, y + (height - thick) / 2];
    if line.has('l') {
        canvas.fill([x, down], [across - x + thick, thick], ink);
    }
    if line.has('r') {
        canvas.fill([across, down], [x + width - across, thick], ink);
    }
    if line.has('u') {
        canvas.fill([across, y], [thick, down - y + thick], ink);
    }
    if line.has('d') {
        canvas.fill([across, down], [thick, y + height - down], ink);
    }
}

fn draw_block(canvas: &mut Pixels, block: Block, [x, y]: [usize; 2], cell: &PrintedCell) {
    let [width, height] = CELL;
    let part = |eighths: u8, length: usize| (usize::from(eighths) * length).div_ceil(8);
    match block {
        Block::Left(eighths) => canvas.fill([x, y], [part(eighths, width), height], cell.ink),
        Block::Right => canvas.fill([x + width / 2, y], [width / 2, height], cell.ink),
        Block::Lower(eighths) => {
            let own = part(eighths, height);
            canvas.fill([x, y + height - own], [width, own], cell.ink);
        }
        Block::Upper => canvas.fill([x, y], [width, height / 2], cell.ink),
        Block::Shade(quarters) => {
            for row in y..y + height {
                for column in x..x + width {
                    canvas.blend([column, row], cell.ink, f32::from(quarters) / 4.0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_boxes_fill_their_cells() {
        let cell = |symbol: &str| PrintedCell {
            symbol: symbol.to_owned(),
            ink: [255, 0, 0],
            ground: [0, 0, 255],
            is_bold: false,
            is_underlined: false,
        };
        let pixels = screen(&[vec![cell("▀"), cell("━"), cell("a")]], [0; 3]).unwrap();
        assert_eq!((pixels.width, pixels.height), (30 + 2 * MARGIN, 20 + 2 * MARGIN));
        let count = |column: usize, color: Rgb| {
            let mut count = 0;
            for y in MARGIN..MARGIN + 20 {
                for x in MARGIN + 10 * column..MARGIN + 10 * column + 10 {
                    count += usize::from(pixels.color([x, y]) == Some(color));
                }
            }
            count
        };
        assert_eq!([count(0, [255, 0, 0]), count(0, [0, 0, 255])], [100, 100]);
        assert_eq!([count(1, [255, 0, 0]), count(1, [0, 0, 255])], [30, 170]);
        assert!((100..190).contains(&count(2, [0, 0, 255])), "a letter leaves most of its ground");
        assert_eq!(pixels.color([0, 0]), Some([0; 3]));
    }
}
