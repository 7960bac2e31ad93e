//! Letters as pixels.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};

use super::SaveError;
use super::picture::Pixels;
use crate::metadata::text::shorten;
use crate::tell::colors::Rgb;

/// No line has more characters, however long the names of a store are.
const LONGEST: usize = 400;

#[derive(Debug, Clone, Copy)]
pub enum TextAnchor {
    Left,
    Middle,
    Right,
}

pub struct Lettering<'a> {
    font: FontRef<'a>,
    size: f32,
    pub ink: Rgb,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "pixels of a file"
)]
impl<'a> Lettering<'a> {
    pub fn new(font: &'a [u8], size: f32, ink: Rgb) -> Result<Self, SaveError> {
        let font = FontRef::try_from_slice(font).map_err(|error| SaveError::Read(error.to_string()))?;
        Ok(Self { font, size, ink })
    }

    pub fn width(&self, text: &str) -> usize {
        let font = self.font.as_scaled(PxScale::from(self.size));
        text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum::<f32>().ceil() as usize
    }

    pub fn cut(&self, text: &str, most: usize) -> String {
        let mut text = shorten(text, LONGEST);
        if self.width(&text) > most {
            while !text.is_empty() && self.width(&text) + self.width("…") > most {
                text.pop();
            }
            text.push('…');
        }
        text
    }

    /// With the middle of its small letters at `y`.
    pub fn write(&self, onto: &mut Pixels, text: &str, anchor: TextAnchor, [x, y]: [usize; 2]) {
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
                    onto.blend([x, y], self.ink, covered);
                }
            });
        }
    }
}
