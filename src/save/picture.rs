use std::io::Write;

use super::SaveError;
use crate::tell::{colors, colors::Rgb, label_colors::Painted};

/// Red, green and blue of each pixel, row by row.
#[derive(Debug)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub(super) rgb: Vec<u8>,
}

impl Pixels {
    pub fn filled([width, height]: [usize; 2], color: Rgb) -> Result<Self, SaveError> {
        let size = width.checked_mul(height).filter(|size| (1..=MOST).contains(size));
        let size =
            size.ok_or_else(|| SaveError::Refused(format!("expected a picture of at most {MOST} pixels")))?;
        Ok(Self { width, height, rgb: color.repeat(size) })
    }

    fn pixel(&mut self, [x, y]: [usize; 2]) -> Option<&mut [u8]> {
        if x >= self.width {
            return None;
        }
        let start = 3 * (y.checked_mul(self.width)? + x);
        self.rgb.get_mut(start..start + 3)
    }

    pub fn color(&self, [x, y]: [usize; 2]) -> Option<Rgb> {
        let start = 3 * (y * self.width + x);
        self.rgb.get(start..start + 3)?.try_into().ok()
    }

    /// What is outside is left out.
    pub fn fill(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], color: Rgb) {
        for row in y..y.saturating_add(height).min(self.height) {
            for column in x..x.saturating_add(width).min(self.width) {
                if let Some(pixel) = self.pixel([column, row]) {
                    pixel.copy_from_slice(&color);
                }
            }
        }
    }

    pub fn blend(&mut self, at: [usize; 2], color: Rgb, covered: f32) {
        let Some(pixel) = self.pixel(at) else { return };
        for (own, color) in pixel.iter_mut().zip(color) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
            let mixed = (f32::from(*own) + (f32::from(color) - f32::from(*own)) * covered.clamp(0.0, 1.0))
                .round() as u8;
            *own = mixed;
        }
    }

    pub fn paste(&mut self, other: &Self, [x, y]: [usize; 2]) {
        for (row, own) in other.rgb.chunks_exact(3 * other.width.max(1)).enumerate() {
            for (column, color) in own.as_chunks::<3>().0.iter().enumerate() {
                if let Some(pixel) = self.pixel([x + column, y + row]) {
                    pixel.copy_from_slice(color);
                }
            }
        }
    }

    /// The pixel in the middle of what each of the smaller picture stands for.
    pub(super) fn shrunk(&self, [width, height]: [usize; 2]) -> Result<Self, SaveError> {
        let mut smaller = Self::filled([width, height], [0; 3])?;
        let middle = |at: usize, own: usize, all: usize| (2 * at + 1) * all / (2 * own);
        for y in 0..height {
            for x in 0..width {
                let from = [middle(x, width, self.width), middle(y, height, self.height)];
                if let (Some(pixel), Some(color)) = (smaller.pixel([x, y]), self.color(from)) {
                    pixel.copy_from_slice(&color);
                }
            }
        }
        Ok(smaller)
    }

    pub fn write_png(&self, file: &mut dyn Write) -> Result<(), SaveError> {
        let edge = |edge: usize| u32::try_from(edge).unwrap_or(u32::MAX);
        let mut encoder = png::Encoder::new(file, edge(self.width), edge(self.height));
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.rgb));
        written.map_err(|error| match error {
            png::EncodingError::IoError(error) => SaveError::Output(error),
            other => SaveError::Read(other.to_string()),
        })
    }
}

/// Of a file: four times those of a picture, for what stands around it.
const MOST: usize = 1 << 24;

/// A pixel for each cell.
pub fn pixels(painted: Painted<'_>) -> Result<Pixels, SaveError> {
    let picture = painted.picture;
    let [height, width] = picture.plan.size.map(|edge| usize::try_from(edge).unwrap_or(usize::MAX));
    if width == 0 || height == 0 {
        return Err(SaveError::Refused("expected a picture of one element at least, found none".to_owned()));
    }
    let columns = picture.plan.size[1].max(1);
    let mut rgb = Vec::with_capacity(picture.cells.len().saturating_mul(3));
    for (index, cell) in (0_u64..).zip(&picture.cells) {
        let row = index / columns;
        let column = index % columns;
        // Where there are no signs, every state has a colour of its own.
        let state =
            || colors::hatched(colors::shades(painted.cell(row, column).unwrap_or(*cell)), row, column);
        rgb.extend(painted.color(row, column).unwrap_or_else(state));
    }
    Ok(Pixels { width, height, rgb })
}
