//! Where the panes are: a pure function of the screen's size, so that drawing and the mouse agree.

/// A rectangle of the screen, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Area {
    /// First column.
    pub x: u16,
    /// First row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Area {
    /// Whether a place of the screen lies inside.
    #[must_use]
    pub fn contains(self, x: u16, y: u16) -> bool {
        x >= self.x && y >= self.y && x - self.x < self.width && y - self.y < self.height
    }

    /// The area within a border.
    #[must_use]
    pub fn inner(self) -> Self {
        Self {
            x: self.x + self.width.min(1),
            y: self.y + self.height.min(1),
            width: self.width.saturating_sub(2),
            height: self.height.saturating_sub(2),
        }
    }

    /// The first `rows` rows, and the rest.
    #[must_use]
    pub fn top(self, rows: u16) -> (Self, Self) {
        let rows = rows.min(self.height);
        (Self { height: rows, ..self }, Self { y: self.y + rows, height: self.height - rows, ..self })
    }

    /// The first `columns` columns, and the rest.
    #[must_use]
    pub fn left(self, columns: u16) -> (Self, Self) {
        let columns = columns.min(self.width);
        (Self { width: columns, ..self }, Self { x: self.x + columns, width: self.width - columns, ..self })
    }
}

/// The panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// The node tree.
    Hierarchy,
    /// The chunk grid; for a node that is no array, its report.
    Grid,
    /// The stages of the codec pipeline.
    Stages,
    /// What goes into the selected stage, where that is opened.
    Input,
    /// The values or bytes that come out of the selected stage.
    Values,
}

impl Pane {
    /// Every pane.
    pub const ALL: [Self; 5] = [Self::Hierarchy, Self::Grid, Self::Stages, Self::Input, Self::Values];
    /// The panes of an array, in the order of Tab.
    pub const OF_ARRAYS: [Self; 4] = [Self::Hierarchy, Self::Grid, Self::Stages, Self::Values];
    /// The panes of a stage that is opened, in the order of Tab.
    pub const OF_STAGES: [Self; 3] = [Self::Stages, Self::Input, Self::Values];
}

/// The areas of all panes. A pane without room has an empty area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Regions {
    /// The node tree.
    pub hierarchy: Area,
    /// The chunk grid.
    pub grid: Area,
    /// The stages.
    pub stages: Area,
    /// What goes into a stage.
    pub input: Area,
    /// The values.
    pub values: Area,
    /// Everything right of the node tree, for the report of a node that is no array.
    pub detail: Area,
    /// The line of hints and messages.
    pub hints: Area,
}

/// The fewest columns at which the pipeline and the values fit side by side, with the tree beside them.
const WIDE: u16 = 110;
/// The fewest columns and rows at which panes fit beside the tree; on a smaller screen one pane has all of it.
const MEDIUM: (u16, u16) = (60, 16);

/// How many rows the panes could use. A small grid leaves its room to the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Rows of the chunk grid.
    pub grid: u64,
    /// Rows of the stages.
    pub stages: u64,
    /// Whether a stage is opened.
    pub opened: bool,
    /// Whether the pane with the focus takes the whole screen.
    pub zoomed: bool,
}

/// Rows of the grid pane beside those of the grid: border, legend, ruler, and the line about the chunk.
const GRID_FRAME: u64 = 5;
/// Rows of the pipeline pane beside those of the stages: border, a gap, and two lines of notes.
const STAGES_FRAME: u64 = 5;
/// The fewest rows a pane is given.
const LEAST: u16 = 6;

impl Regions {
    /// The areas on a screen of that size. A small screen has room for one pane only: the one with the focus.
    #[must_use]
    pub fn of(width: u16, height: u16, focus: Pane, wanted: Wanted) -> Self {
        let screen = Area { x: 0, y: 0, width, height };
        let (rest, hints) = screen.top(height.saturating_sub(1));
        if wanted.zoomed || width < MEDIUM.0 || height < MEDIUM.1 {
            return Self::single(rest, hints, focus);
        }
        if wanted.opened {
            return Self::opened(rest, hints, width >= WIDE, wanted);
        }
        let (hierarchy, detail) = rest.left(if width >= WIDE { (width / 5).clamp(24, 36) } else { 21 });
        let (grid, bottom) = detail.top(rows(wanted.grid + GRID_FRAME, detail.height * 2 / 5));
        let (stages, values) = if width >= WIDE {
            bottom.left(detail.width / 2)
        } else {
            bottom.top(rows(wanted.stages + STAGES_FRAME, bottom.height.saturating_sub(LEAST)))
        };
        Self { hierarchy, grid, stages, input: Area::default(), values, detail, hints }
    }

    /// The areas while a stage is opened: the pipeline beside or above the stage's input and output.
    fn opened(rest: Area, hints: Area, wide: bool, wanted: Wanted) -> Self {
        let (stages, both) = if wide {
            rest.left((rest.width / 3).clamp(36, 56))
        } else {
            rest.top(rows(wanted.stages + STAGES_FRAME, rest.height / 2))
        };
        let (input, values) = both.left(both.width / 2);
        let none = Area::default();
        Self { hierarchy: none, grid: none, stages, input, values, detail: none, hints }
    }

    fn single(rest: Area, hints: Area, focus: Pane) -> Self {
        let of = |pane| if pane == focus { rest } else { Area::default() };
        Self {
            hierarchy: of(Pane::Hierarchy),
            grid: of(Pane::Grid),
            stages: of(Pane::Stages),
            input: of(Pane::Input),
            values: of(Pane::Values),
            detail: if focus == Pane::Hierarchy { Area::default() } else { rest },
            hints,
        }
    }

    /// The same with one pane beside the tree, which has all of the room there.
    #[must_use]
    pub fn with_detail(self) -> Self {
        let none = Area::default();
        Self { grid: self.detail, stages: none, input: none, values: none, ..self }
    }

    /// The area of a pane.
    #[must_use]
    pub fn pane(&self, pane: Pane) -> Area {
        match pane {
            Pane::Hierarchy => self.hierarchy,
            Pane::Grid => self.grid,
            Pane::Stages => self.stages,
            Pane::Input => self.input,
            Pane::Values => self.values,
        }
    }

    /// The pane at a place of the screen.
    #[must_use]
    pub fn at(&self, x: u16, y: u16) -> Option<Pane> {
        Pane::ALL.into_iter().find(|pane| self.pane(*pane).contains(x, y))
    }
}

/// As many rows as are wanted, between the least and the most.
fn rows(wanted: u64, most: u16) -> u16 {
    u16::try_from(wanted).unwrap_or(most).clamp(LEAST.min(most), most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panes_fill_the_screen_without_overlap_at_every_size() {
        for width in 0..200 {
            for height in 0..60 {
                for (focus, grid) in Pane::ALL.into_iter().zip([0, 3, 10, 20, u64::from(u32::MAX)]) {
                    let wanted =
                        Wanted { grid, stages: grid, opened: height % 2 == 0, zoomed: height % 7 == 0 };
                    let regions = Regions::of(width, height, focus, wanted);
                    let panes = Pane::ALL.map(|pane| regions.pane(pane));
                    let cells = |area: Area| u32::from(area.width) * u32::from(area.height);
                    let covered: u32 = panes.into_iter().map(cells).sum::<u32>() + cells(regions.hints);
                    assert_eq!(covered, u32::from(width) * u32::from(height), "{width}×{height}");
                    for area in panes {
                        assert!(area.x + area.width <= width && area.y + area.height <= height);
                    }
                }
            }
        }
    }
}
