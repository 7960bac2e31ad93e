//! A picture with its title, axes and colours around it, as pixels.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};

use super::SaveError;
use super::picture::{Pixels, pixels};
use crate::tell::colors::Rgb;
use crate::tell::figure::{Figure, FigureAxis};
use crate::tell::label_colors::Painted;

/// DejaVu Sans, of which only the letters are left that names and units need: Latin, Greek and Cyrillic.
const FONT: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans-subset.ttf");
const INK: Rgb = [32; 3];
const FRAME: Rgb = [112; 3];
const PAPER: Rgb = [255; 3];
/// What letters measure for a picture of so many pixels along its longer side.
const PER_LETTER: u64 = 64;
const LETTERS: [u64; 2] = [13, 40];

/// How much of a file is left for the plane, with the usual room for what stands around it.
pub fn room_in(size: [u64; 2]) -> [u64; 2] {
    let letter = letter(size);
    [size[0].saturating_sub(16 * letter).max(1), size[1].saturating_sub(11 * letter).max(1)]
}

fn letter([columns, rows]: [u64; 2]) -> u64 {
    (columns.max(rows) / PER_LETTER).clamp(LETTERS[0], LETTERS[1])
}

#[derive(Debug, Clone, Copy)]
enum TextAnchor {
    Left,
    Middle,
    Right,
}

struct Lettering<'a> {
    font: FontRef<'a>,
    size: f32,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "pixels of a file"
)]
impl Lettering<'_> {
    fn width(&self, text: &str) -> usize {
        let font = self.font.as_scaled(PxScale::from(self.size));
        text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum::<f32>().ceil() as usize
    }

    /// With the middle of its small letters at `y`.
    fn write(&self, onto: &mut Pixels, text: &str, anchor: TextAnchor, [x, y]: [usize; 2]) {
        let font = self.font.as_scaled(PxScale::from(self.size));
        let width = self.width(text) as f32;
        let mut at = x as f32
            - match anchor {
                TextAnchor::Left => 0.0,
                TextAnchor::Middle => width / 2.0,
                TextAnchor::Right => width,
            };
        let base = y as f32 + self.size * 0.3;
        for c in text.chars() {
            let glyph = font.glyph_id(c).with_scale_and_position(self.size, point(at, base));
            at += font.h_advance(glyph.id);
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            outline.draw(|across, down, covered| {
                let (x, y) = (bounds.min.x as i64 + i64::from(across), bounds.min.y as i64 + i64::from(down));
                if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) {
                    onto.blend([x, y], INK, covered);
                }
            });
        }
    }
}

struct Margins {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

/// Draws a picture with what stands around it, in a file of `size` where that is asked for.
pub fn figure(painted: Painted<'_>, figure: &Figure, size: Option<[u64; 2]>) -> Result<Pixels, SaveError> {
    let mut plane = pixels(painted)?;
    if figure.is_flipped {
        plane.flip();
    }
    let (width, height) = (plane.width, plane.height);
    let letter = letter(size.unwrap_or([width as u64, height as u64]));
    let size_of_letters = u16::try_from(letter).unwrap_or(u16::MAX);
    let letter = usize::from(size_of_letters);
    let font = FontRef::try_from_slice(FONT).map_err(|error| SaveError::Read(error.to_string()))?;
    let lettering = Lettering { font, size: f32::from(size_of_letters) };
    let line = letter * 3 / 2;
    let widest =
        |axis: &FigureAxis| axis.ticks.iter().map(|tick| lettering.width(&tick.text)).max().unwrap_or(0);
    let [rows, columns] = &figure.axes;
    let bar = figure
        .bar
        .as_ref()
        .map_or(0, |bar| 3 * letter + widest(bar).max(lettering.width(&bar.name).saturating_sub(letter)));
    let left = 2 * letter + widest(rows).max(lettering.width(&rows.name) / 2);
    let right = bar + 2 * letter;
    // The side that keeps the plane from being larger is as long as it was asked for.
    let mut asked = [0; 2];
    if let Some(size) = size {
        let room = room_in(size);
        for ((asked, side), (room, own)) in
            asked.iter_mut().zip(size).zip(room.into_iter().zip([width, height]))
        {
            if own as u64 >= room {
                *asked = usize::try_from(side).unwrap_or(0);
            }
        }
    }
    let whole = (left + width + right).max(asked[0]);
    // Colours that are not in the bar stand below the picture, as many beside each other as fit.
    let mut keys: Vec<Vec<&(Rgb, String)>> = Vec::new();
    let mut used = usize::MAX;
    for key in &figure.keys {
        let needed = lettering.width(&key.1) + 3 * letter;
        if used.saturating_add(needed) > whole - left {
            keys.push(Vec::new());
            used = 0;
        }
        used += needed;
        if let Some(row) = keys.last_mut() {
            row.push(key);
        }
    }
    let below = keys.len() + usize::from(figure.note.is_some()) + usize::from(!columns.name.is_empty());
    let margins = Margins {
        left: left + (whole - left - width - right) / 2,
        right,
        top: letter / 2 + line * (figure.title.len() + 1) + letter / 2,
        bottom: line * (below + 1) + letter,
    };
    let all = (margins.top + height + margins.bottom).max(asked[1]);
    let mut canvas = Pixels::filled([whole.max(margins.left + width + margins.right), all], PAPER)?;
    let (x, y) = (margins.left, margins.top);
    for (number, text) in figure.title.iter().enumerate() {
        let text = cut_to(text, &lettering, canvas.width.saturating_sub(letter));
        let middle = canvas.width / 2;
        lettering.write(&mut canvas, &text, TextAnchor::Middle, [middle, letter + line * number]);
    }
    canvas.frame([x, y], [width, height]);
    canvas.paste(&plane, [x, y]);
    if !rows.name.is_empty() {
        lettering.write(&mut canvas, &rows.name, TextAnchor::Middle, [x, y - line + letter / 3]);
    }
    let tick = letter / 3;
    for own in &rows.ticks {
        let at = y + share(own.at, height);
        canvas.fill([x - tick - 1, at], [tick, 1], FRAME);
        lettering.write(&mut canvas, &own.text, TextAnchor::Right, [x - 2 * tick, at]);
    }
    let mut row = y + height;
    let mut free = 0;
    for own in &columns.ticks {
        let at = x + share(own.at, width);
        canvas.fill([at, row + 1], [1, tick], FRAME);
        let own_width = lettering.width(&own.text);
        // Labels that would touch each other are left out.
        if at.saturating_sub(own_width / 2) >= free {
            lettering.write(&mut canvas, &own.text, TextAnchor::Middle, [at, row + line]);
            free = at + own_width / 2 + letter;
        }
    }
    row += line;
    if !columns.name.is_empty() {
        row += line;
        lettering.write(&mut canvas, &columns.name, TextAnchor::Middle, [x + width / 2, row]);
    }
    for keys in &keys {
        row += line;
        let mut at = x;
        for (color, text) in keys {
            canvas.frame([at, row - letter / 2], [letter, letter]);
            canvas.fill([at, row - letter / 2], [letter, letter], *color);
            lettering.write(&mut canvas, text, TextAnchor::Left, [at + letter * 3 / 2, row]);
            at += lettering.width(text) + 3 * letter;
        }
    }
    if let Some(note) = &figure.note {
        row += line;
        lettering.write(&mut canvas, note, TextAnchor::Left, [x, row]);
    }
    if let Some(bar) = &figure.bar {
        let (at, own) = (x + width + 2 * letter, height);
        canvas.frame([at, y], [letter, own]);
        for step in 0..own {
            #[expect(clippy::cast_precision_loss, reason = "pixels of a file")]
            let part = 1.0 - (step as f64 + 0.5) / own as f64;
            canvas.fill([at, y + step], [letter, 1], painted.painter.map.at(part));
        }
        for tick in &bar.ticks {
            let down = y + share(1.0 - tick.at, own);
            canvas.fill([at + letter + 1, down], [letter / 3, 1], FRAME);
            lettering.write(&mut canvas, &tick.text, TextAnchor::Left, [at + letter + letter * 2 / 3, down]);
        }
        lettering.write(&mut canvas, &bar.name, TextAnchor::Left, [at, y - line + letter / 3]);
    }
    Ok(canvas)
}

/// So many pixels of `length`.
fn share(part: f64, length: usize) -> usize {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels of a file"
    )]
    let at = (part.clamp(0.0, 1.0) * length as f64) as usize;
    at.min(length.saturating_sub(1))
}

fn cut_to(text: &str, lettering: &Lettering, most: usize) -> String {
    let mut text = text.to_owned();
    if lettering.width(&text) > most {
        while !text.is_empty() && lettering.width(&text) + lettering.width("…") > most {
            text.pop();
        }
        text.push('…');
    }
    text
}

impl Pixels {
    fn frame(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2]) {
        self.fill([x.saturating_sub(1), y.saturating_sub(1)], [width + 2, height + 2], FRAME);
    }
}
