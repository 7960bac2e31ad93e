use std::io::Write;

use super::SaveError;
use crate::tell::{label_colors::Painted, legend};

pub fn write_png(painted: Painted<'_>, file: &mut dyn Write) -> Result<(), SaveError> {
    let picture = painted.picture;
    let [height, width] = picture.plan.size.map(|edge| u32::try_from(edge).unwrap_or(u32::MAX));
    if width == 0 || height == 0 {
        return Err(SaveError::Refused("expected a picture of one element at least, found none".to_owned()));
    }
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let columns = picture.plan.size[1].max(1);
    let mut pixels = Vec::with_capacity(picture.cells.len().saturating_mul(3));
    for (index, cell) in (0_u64..).zip(&picture.cells) {
        let row = index / columns;
        let column = index % columns;
        // Where there are no signs, every state has a colour of its own.
        pixels.extend(painted.color(row, column).unwrap_or_else(|| legend::pixel(*cell, row, column)));
    }
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    written.map_err(|error| match error {
        png::EncodingError::IoError(error) => SaveError::Output(error),
        other => SaveError::Read(other.to_string()),
    })
}
