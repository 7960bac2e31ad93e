use std::sync::Arc;

use crate::explorer::Area;
use crate::explorer::geometry::picture_view::TerminalGraphics;
use crate::pipeline::Picture;
use crate::save::Pixels;

/// A picture in the form that the terminal takes.
#[derive(Debug)]
pub struct EncodedPicture {
    pub(crate) picture: Arc<Picture>,
    pub graphics: TerminalGraphics,
    /// The characters that it covers, the last of them perhaps in part.
    pub area: Area,
    pub pixels: Pixels,
    pub encoded: Vec<u8>,
}

impl EncodedPicture {
    /// What a character on it has covered: its part of the picture.
    pub fn behind(&self, (x, y): (u16, u16)) -> Vec<u8> {
        let [down, across] = self.graphics.pixels.map(usize::from);
        let from = [usize::from(x - self.area.x) * across, usize::from(y - self.area.y) * down];
        self.pixels.part(from, [across, down]).encode(self.graphics.protocol)
    }
}
