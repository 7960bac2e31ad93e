use crate::explorer::geometry::regions::Area;
use crate::limits::GRAPHICS_PIXELS;
use crate::pipeline::PicturePlan;
use crate::save::GraphicsProtocol;

/// Dots of a character without graphics, down and across: half a character is about as high as wide.
pub const HALVES: [u64; 2] = [2, 1];

/// Of a whole screen. With more, several pixels are one dot: a frame takes longer the more dots there are.
const MOST_DOTS: u64 = 1 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalGraphics {
    pub protocol: GraphicsProtocol,
    /// Pixels of a character, down and across.
    pub pixels: [u16; 2],
}

impl TerminalGraphics {
    /// Whether a screen of so many characters has as many pixels as are drawn at most.
    pub fn fits(&self, (columns, rows): (u16, u16)) -> bool {
        let [down, across] = self.pixels.map(u64::from);
        down * u64::from(rows) * across * u64::from(columns) <= GRAPHICS_PIXELS
    }

    /// Dots of a character, down and across.
    pub fn dots(&self, (columns, rows): (u16, u16)) -> [u64; 2] {
        let characters = u64::from(columns) * u64::from(rows);
        let dots = |side: u64| self.pixels.map(|pixels| (u64::from(pixels) / side).max(1));
        let is_small = |side: &u64| dots(*side).into_iter().product::<u64>() * characters <= MOST_DOTS;
        let [down, across] = dots((1..64).find(is_small).unwrap_or(64));
        [down.max(HALVES[0]), across.max(HALVES[1])]
    }

    /// How high a dot is where it is one wide.
    #[expect(clippy::cast_precision_loss, reason = "a few dots")]
    pub fn dot_height(&self, dots: [u64; 2]) -> f64 {
        let [down, across] = self.pixels.map(f64::from);
        down / dots[0] as f64 / (across / dots[1] as f64)
    }
}

/// Where the cells of a picture are on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureView {
    pub area: Area,
    pub legend: Area,
    /// Dots of a character, down and across.
    pub dots: [u64; 2],
    /// Dots of a cell, down and across.
    pub scale: [u64; 2],
}

const SHORT: u16 = 60;

fn legend_rows(area: Area) -> u16 {
    if area.width < 80 && area.height >= 10 { 2 } else { 1 }
}

impl PictureView {
    /// In dots.
    pub fn room(area: Area, dots: [u64; 2]) -> [u64; 2] {
        [u64::from(area.height.saturating_sub(legend_rows(area))) * dots[0], u64::from(area.width) * dots[1]]
    }

    pub fn of(plan: &PicturePlan, area: Area, dots: [u64; 2]) -> Self {
        let room = Self::room(area, dots);
        let (area, legend) = area.top(area.height.saturating_sub(legend_rows(area)));
        let [down, across] = [0, 1].map(|along: usize| {
            let size = plan.size.get(along).copied().unwrap_or(1).max(1);
            (room.get(along).copied().unwrap_or(1) / size).max(1)
        });
        // In a plane with its own shape, cells are squares. Others fill the room.
        let is_square = plan.dimensions[0].is_some() && (plan.keeps_shape || plan.is_whole());
        let scale = if is_square { [down.min(across); 2] } else { [down, across] };
        Self { area, legend, dots, scale }
    }

    pub fn is_short(&self) -> bool {
        self.legend.width < SHORT
    }

    /// The cell in the middle of a half of a character. `half` counts halves from the top, `column` characters from the left.
    pub fn cell_at(&self, half: u64, column: u64) -> [u64; 2] {
        let [down, across] = self.dots;
        [
            (2 * half + 1) * down / 4 / self.scale[0].max(1),
            (2 * column + 1) * across / 2 / self.scale[1].max(1),
        ]
    }

    /// The column and the row on the screen of the character with the middle of a cell.
    pub fn character_of(&self, [row, column]: [u64; 2]) -> Option<(u16, u16)> {
        let [down, across] = self.scale;
        let y = u16::try_from((row * down + down / 2) / self.dots[0].max(1)).ok()?;
        let x = u16::try_from((column * across + across / 2) / self.dots[1].max(1)).ok()?;
        let (x, y) = (self.area.x.checked_add(x)?, self.area.y.checked_add(y)?);
        self.area.contains(x, y).then_some((x, y))
    }
}
