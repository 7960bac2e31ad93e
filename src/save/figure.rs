//! A picture with its title, axes and colours around it, as pixels.

use super::SaveError;
use super::lettering::{Lettering, TextAnchor};
use super::picture::{Pixels, pixels};
use crate::tell::colors::{Painter, Rgb, hatched};
use crate::tell::figure::{Figure, FigureAxis, FigureTick};
use crate::tell::label_colors::Painted;

/// `DejaVu` Sans, of which only the letters are left that names and units need: Latin, Greek and Cyrillic.
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

/// Where what belongs to a figure is, in pixels of the file.
struct FigureRoom<'a> {
    lettering: Lettering<'a>,
    letter: usize,
    line: usize,
    /// The corner of the plane at the left above, and its size.
    corner: [usize; 2],
    plane: [usize; 2],
    whole: [usize; 2],
    /// Colours that are not in the bar, as many beside each other as fit.
    keys: Vec<Vec<&'a ([Rgb; 2], String)>>,
}

/// Draws a picture with what stands around it, in a file of `size` where that is asked for.
pub fn figure(painted: Painted<'_>, figure: &Figure, size: Option<[u64; 2]>) -> Result<Pixels, SaveError> {
    let mut plane = pixels(painted)?;
    let mut room = FigureRoom::of(figure, [plane.width, plane.height], size)?;
    // Colours below a smaller plane may need another row.
    for _ in 0..3 {
        let Some(smaller) = room.plane_that_fits(size) else { break };
        plane = plane.shrunk(smaller)?;
        room = FigureRoom::of(figure, smaller, size)?;
    }
    let mut canvas = Pixels::filled(room.whole, PAPER)?;
    let middle = room.whole[0] / 2;
    for (number, text) in figure.title.iter().enumerate() {
        let text = room.lettering.cut(text, room.whole[0].saturating_sub(room.letter));
        let at = [middle, room.letter + room.line * number];
        room.lettering.write(&mut canvas, &text, TextAnchor::Middle, at);
    }
    canvas.frame(room.corner, room.plane);
    canvas.paste(&plane, room.corner);
    if let Some(scale) = &figure.scale {
        room.draw_scale(&mut canvas, scale);
    }
    let [rows, columns] = &figure.axes;
    room.draw_rows(&mut canvas, rows);
    let below = room.draw_columns(&mut canvas, columns);
    room.draw_keys(&mut canvas, figure, below);
    if let Some(bar) = &figure.bar {
        room.draw_bar(&mut canvas, bar, painted.painter);
    }
    Ok(canvas)
}

impl<'a> FigureRoom<'a> {
    fn of(figure: &'a Figure, plane: [usize; 2], size: Option<[u64; 2]>) -> Result<Self, SaveError> {
        let [width, height] = plane;
        let letter = letter(size.unwrap_or([width as u64, height as u64]));
        let letters = u16::try_from(letter).unwrap_or(u16::MAX);
        let lettering = Lettering::new(FONT, f32::from(letters), INK)?;
        let letter = usize::from(letters);
        let line = letter * 3 / 2;
        let widest =
            |axis: &FigureAxis| axis.ticks.iter().map(|tick| lettering.width(&tick.text)).max().unwrap_or(0);
        let [rows, columns] = &figure.axes;
        // Half of a label stands beside its end of the columns.
        let beside = |tick: Option<&FigureTick>| tick.map_or(0, |tick| lettering.width(&tick.text) / 2);
        let left = (2 * letter + widest(rows).max(lettering.width(&rows.name) / 2))
            .max(letter / 2 + beside(columns.ticks.first()));
        let mut right = (2 * letter).max(letter / 2 + beside(columns.ticks.last()));
        if let Some(bar) = &figure.bar {
            right =
                right.max(5 * letter + widest(bar).max(lettering.width(&bar.name).saturating_sub(letter)));
        }
        let asked = asked(plane, size);
        let note = figure.note.as_ref().map_or(0, |note| lettering.width(note));
        let keys = figure.keys.iter().map(|(_, text)| lettering.width(text) + 3 * letter);
        let below = match size {
            // As wide as it may be, so that few rows are needed; what is still longer is cut.
            Some([columns, _]) => (left + note.max(keys.sum()) + letter).min(to_usize(columns)),
            None => left + note.max(keys.max().unwrap_or(0)) + letter,
        };
        let all = (left + width + right).max(asked[0]).max(below);
        // In the middle, where the file is wider than it has to be: there the keys begin too.
        let x = left + (all - left - width - right) / 2;
        let mut keys: Vec<Vec<&([Rgb; 2], String)>> = Vec::new();
        let mut used = usize::MAX;
        for key in &figure.keys {
            let needed = lettering.width(&key.1) + 3 * letter;
            if used.saturating_add(needed) > all - x {
                keys.push(Vec::new());
                used = 0;
            }
            used += needed;
            if let Some(row) = keys.last_mut() {
                row.push(key);
            }
        }
        let below = keys.len() + usize::from(figure.note.is_some()) + usize::from(!columns.name.is_empty());
        let top = letter + line * (figure.title.len() + 1);
        let whole = [all, (top + height + line * (below + 1) + letter).max(asked[1])];
        let corner = [x, top];
        Ok(Self { lettering, letter, line, corner, plane, whole, keys })
    }

    /// The size of a smaller plane, in the same shape, where the file would be larger than asked for.
    fn plane_that_fits(&self, size: Option<[u64; 2]>) -> Option<[usize; 2]> {
        let mut shrunk = self.plane;
        for ((whole, own), size) in self.whole.iter().zip(self.plane).zip(size?) {
            let excess = whole.saturating_sub(to_usize(size));
            // Some of the plane is seen, however long the words around it are.
            let fitting = own.saturating_sub(excess).max(own.div_ceil(4));
            for (side, own_side) in shrunk.iter_mut().zip(self.plane) {
                *side = (*side).min((own_side * fitting).div_ceil(own.max(1)));
            }
        }
        (shrunk != self.plane).then_some(shrunk)
    }

    fn draw_rows(&self, canvas: &mut Pixels, axis: &FigureAxis) {
        let [x, y] = self.corner;
        let above = y - self.line + self.letter / 3;
        self.lettering.write(canvas, &axis.name, TextAnchor::Middle, [x, above]);
        let tick = self.letter / 3;
        for own in &axis.ticks {
            let at = y + share(own.at, self.plane[1]);
            canvas.fill([x - tick - 1, at], [tick, 1], FRAME);
            self.lettering.write(canvas, &own.text, TextAnchor::Right, [x - 2 * tick, at]);
        }
    }

    /// Gives the last row that has something in it.
    fn draw_columns(&self, canvas: &mut Pixels, axis: &FigureAxis) -> usize {
        let [x, y] = self.corner;
        let [width, height] = self.plane;
        let mut free = 0;
        for own in &axis.ticks {
            let at = x + share(own.at, width);
            canvas.fill([at, y + height + 1], [1, self.letter / 3], FRAME);
            let own_width = self.lettering.width(&own.text);
            // Labels that would touch each other are left out.
            if at.saturating_sub(own_width / 2) >= free {
                let below = [at, y + height + self.line];
                self.lettering.write(canvas, &own.text, TextAnchor::Middle, below);
                free = at + own_width / 2 + self.letter;
            }
        }
        let row = y + height + self.line;
        if axis.name.is_empty() {
            return row;
        }
        self.lettering.write(canvas, &axis.name, TextAnchor::Middle, [x + width / 2, row + self.line]);
        row + self.line
    }

    /// On paper of its own, in the corner at the right below: it is read on any picture.
    fn draw_scale(&self, canvas: &mut Pixels, scale: &FigureTick) {
        let (margin, thick) = (self.letter / 2, (self.letter / 4).max(2));
        let bar = share(scale.at, self.plane[0]).max(1);
        let width = bar.max(self.lettering.width(&scale.text)) + 2 * margin;
        let height = self.line + thick + margin;
        let ([left, top], [across, down]) = (self.corner, self.plane);
        if across < width + 2 * margin || down < height + 2 * margin {
            return;
        }
        let [x, y] = [left + across - margin - width, top + down - margin - height];
        canvas.fill([x, y], [width, height], PAPER);
        let middle = x + width / 2;
        self.lettering.write(canvas, &scale.text, TextAnchor::Middle, [middle, y + self.line / 2]);
        canvas.fill([middle - bar / 2, y + self.line], [bar, thick], INK);
    }

    fn draw_keys(&self, canvas: &mut Pixels, figure: &Figure, after: usize) {
        let x = self.corner[0];
        let mut row = after;
        for keys in &self.keys {
            row += self.line;
            let mut at = x;
            for (shades, text) in keys {
                let place = [at, row - self.letter / 2];
                canvas.frame(place, [self.letter; 2]);
                for down in 0..self.letter {
                    for across in 0..self.letter {
                        let color = hatched(*shades, down as u64, across as u64);
                        canvas.fill([place[0] + across, place[1] + down], [1; 2], color);
                    }
                }
                let text = self.cut(text, at + self.letter * 3 / 2);
                self.lettering.write(canvas, &text, TextAnchor::Left, [at + self.letter * 3 / 2, row]);
                at += self.lettering.width(&text) + 3 * self.letter;
            }
        }
        if let Some(note) = &figure.note {
            self.lettering.write(canvas, &self.cut(note, x), TextAnchor::Left, [x, row + self.line]);
        }
    }

    /// What of a text has room from `x` on.
    fn cut(&self, text: &str, x: usize) -> String {
        self.lettering.cut(text, self.whole[0].saturating_sub(x + self.letter / 2))
    }

    fn draw_bar(&self, canvas: &mut Pixels, bar: &FigureAxis, painter: &Painter) {
        let (x, y) = (self.corner[0] + self.plane[0] + 2 * self.letter, self.corner[1]);
        let height = self.plane[1];
        canvas.frame([x, y], [self.letter, height]);
        for step in 0..height {
            #[expect(clippy::cast_precision_loss, reason = "pixels of a file")]
            let part = 1.0 - (step as f64 + 0.5) / height as f64;
            canvas.fill([x, y + step], [self.letter, 1], painter.map.at(part));
        }
        for tick in &bar.ticks {
            let down = y + share(1.0 - tick.at, height);
            canvas.fill([x + self.letter + 1, down], [self.letter / 3, 1], FRAME);
            let beside = [x + self.letter * 5 / 3, down];
            self.lettering.write(canvas, &tick.text, TextAnchor::Left, beside);
        }
        self.lettering.write(canvas, &bar.name, TextAnchor::Left, [x, y - self.line + self.letter / 3]);
    }
}

/// The side that keeps the plane from being larger is as long as it was asked for.
fn asked(plane: [usize; 2], size: Option<[u64; 2]>) -> [usize; 2] {
    let mut asked = [0; 2];
    let Some(size) = size else { return asked };
    let room = room_in(size);
    for ((asked, side), (room, own)) in asked.iter_mut().zip(size).zip(room.into_iter().zip(plane)) {
        if own as u64 >= room {
            *asked = to_usize(side);
        }
    }
    asked
}

fn to_usize(side: u64) -> usize {
    usize::try_from(side).unwrap_or(usize::MAX)
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

impl Pixels {
    fn frame(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2]) {
        self.fill([x.saturating_sub(1), y.saturating_sub(1)], [width + 2, height + 2], FRAME);
    }
}
