use crate::explorer::geometry::regions::Area;
use crate::pipeline::PicturePlan;

/// Where the cells of a picture are on the screen. A character is two cells high.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureView {
    pub area: Area,
    pub legend: Area,
    /// The height of a cell in halves of characters, and its width in characters.
    pub scale: [u64; 2],
}

const SHORT: u16 = 60;

fn legend_rows(area: Area) -> u16 {
    if area.width < 80 && area.height >= 10 { 2 } else { 1 }
}

impl PictureView {
    pub fn room(area: Area) -> [u64; 2] {
        [u64::from(area.height.saturating_sub(legend_rows(area))) * 2, u64::from(area.width)]
    }

    pub fn of(plan: &PicturePlan, area: Area) -> Self {
        let (cells, legend) = area.top(area.height.saturating_sub(legend_rows(area)));
        let room = [u64::from(cells.height) * 2, u64::from(cells.width)];
        let [down, across] = [0, 1].map(|along: usize| {
            let size = plan.size.get(along).copied().unwrap_or(1).max(1);
            (room.get(along).copied().unwrap_or(1) / size).max(1)
        });
        // In a plane with its own shape, cells are squares: half a character is about as high as wide. Others fill the room.
        let is_square = plan.dimensions[0].is_some() && (plan.keeps_shape || plan.is_whole());
        let scale = if is_square { [down.min(across); 2] } else { [down, across] };
        Self { area: cells, legend, scale }
    }

    pub fn is_short(&self) -> bool {
        self.legend.width < SHORT
    }

    /// `half` counts halves of characters from the top, `column` characters from the left.
    pub fn cell_at(&self, half: u64, column: u64) -> [u64; 2] {
        [half / self.scale[0].max(1), column / self.scale[1].max(1)]
    }
}
