//! The areas of the panes and their borders, as a pure function of the screen's size, so that drawing and the mouse agree.

use crate::explorer::geometry::dividers::{Divider, Dividers, Room};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Area {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Area {
    pub fn contains(self, x: u16, y: u16) -> bool {
        x >= self.x && y >= self.y && x - self.x < self.width && y - self.y < self.height
    }

    #[must_use]
    pub fn inner(self) -> Self {
        Self {
            x: self.x + self.width.min(1),
            y: self.y + self.height.min(1),
            width: self.width.saturating_sub(2),
            height: self.height.saturating_sub(2),
        }
    }

    pub fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    pub fn top(self, rows: u16) -> (Self, Self) {
        let rows = rows.min(self.height);
        (Self { height: rows, ..self }, Self { y: self.y + rows, height: self.height - rows, ..self })
    }

    pub fn left(self, columns: u16) -> (Self, Self) {
        let columns = columns.min(self.width);
        (Self { width: columns, ..self }, Self { x: self.x + columns, width: self.width - columns, ..self })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    Hierarchy,
    /// The chunk grid; for other nodes a table or a report.
    Grid,
    Stages,
    Input,
    Values,
}

impl Pane {
    pub const ALL: [Self; 5] = [Self::Hierarchy, Self::Grid, Self::Stages, Self::Input, Self::Values];
    pub const OF_ARRAYS: [Self; 4] = [Self::Hierarchy, Self::Grid, Self::Stages, Self::Values];
    pub const OF_STAGES: [Self; 3] = [Self::Stages, Self::Input, Self::Values];
    pub const OF_STORED: [Self; 2] = [Self::Stages, Self::Values];
}

/// A pane without room has an empty area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Regions {
    pub hierarchy: Area,
    pub grid: Area,
    pub stages: Area,
    pub input: Area,
    pub values: Area,
    pub picture: Area,
    /// A row about the array, above the other panes.
    pub title: Area,
    /// A row about the selected chunk and rows about the selected stage, where the grid and the pipeline are too narrow for them.
    pub about: Area,
    pub notes: Area,
    /// All but the hierarchy.
    pub detail: Area,
    pub hints: Area,
    /// Rules between the panes in place of frames, where rows are few.
    pub is_ruled: bool,
}

/// The fewest columns for the pipeline and the values side by side, beside the tree.
const WIDE: u16 = 110;
const WITH_PICTURE: u16 = 180;
/// The fewest rows for frames.
const FRAMED: u16 = 30;
/// The fewest columns and rows for several panes; a smaller screen shows only one.
const MEDIUM: (u16, u16) = (72, 16);

/// The room that panes could use. What they do not need is left to the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Rows and columns of cells. A list has one row, which is folded.
    pub grid: (u64, u64),
    pub stages: u64,
    pub opened: bool,
    pub zoomed: bool,
    pub picture: bool,
    /// Rows and columns of its plane.
    pub plane: [u64; 2],
    pub tree: u16,
    pub sides: SideRoom,
    pub dividers: Dividers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SideRoom {
    #[default]
    Both,
    /// Stored bytes have no input.
    NoInput,
    LittleInput,
    LittleOutput,
}

/// Rows of a frame, and of a rule.
const FRAME: u16 = 2;
const RULE: u16 = 1;
/// Legend, ruler, and the line about the chunk.
const GRID_ROWS: u64 = 3;
/// A narrow grid has its legend below the cells.
const LEGEND: u64 = 1;
/// Border, labels, and the brackets of the cell with the cursor.
const GRID_SIDES: u64 = 9;
/// The pipeline has all its columns at this width.
const PIPELINE: u16 = 64;
/// The same without kinds, fill values and times.
const SHORT_PIPELINE: u16 = 34;
/// A gap, and three lines of notes.
const NOTES: u64 = 4;
/// Below grid and pipeline: a row about the chunk, and what a fault and its likeliest cause take in most cases.
const TEXTS: u16 = 4;
/// How many times as wide as high a plane is at most to be drawn to scale.
const FLAT: u64 = 8;
const WIDE_LEGEND: u16 = 80 + FRAME;
const LEAST: u16 = 6;
const FEWEST: u16 = 3;
/// The least width to which a pane or the tree can be dragged.
const NARROW: u16 = 20;
const NARROW_TREE: u16 = 12;
/// Columns of a short data type after a name.
const TYPE: u16 = 5;

impl Regions {
    pub fn of(width: u16, height: u16, focus: Pane, wanted: Wanted) -> Self {
        let (rest, hints) = Area { x: 0, y: 0, width, height }.top(height.saturating_sub(1));
        let (is_ruled, is_wide) = (height < FRAMED, width >= WIDE);
        if wanted.zoomed || width < MEDIUM.0 || height < MEDIUM.1 {
            return Self { is_ruled, ..Self::single(rest, hints, focus) };
        }
        let frame = if is_ruled { RULE } else { FRAME };
        if wanted.opened {
            return Self { is_ruled, ..Self::opened(rest, hints, is_wide, frame, wanted) };
        }
        let (hierarchy, detail) = rest.left(tree(rest.width, is_wide, wanted));
        let panes =
            if is_wide { Self::beside(detail, frame, wanted) } else { Self::below(detail, frame, wanted) };
        let regions = Self { hierarchy, detail, hints, is_ruled, ..panes };
        if !wanted.picture || width < WITH_PICTURE {
            return regions;
        }
        let (values, picture) = Self::with_picture(panes.values, frame, wanted);
        Self { values, picture, ..regions }
    }

    /// The picture stands beside the values, or below them where it is larger there, as most maps are.
    fn with_picture(both: Area, frame: u16, wanted: Wanted) -> (Area, Area) {
        // A narrow legend has two rows.
        let around = frame + if both.width < WIDE_LEGEND { 2 } else { 1 };
        let columns_in = |[height, width]: [u16; 2]| {
            let halves = 2 * u64::from(height.saturating_sub(around));
            let [rows, columns] = wanted.plane.map(|edge| edge.max(1));
            u64::from(width.saturating_sub(frame)).min(halves.saturating_mul(columns) / rows)
        };
        let most = [both.height * 3 / 5, both.width];
        let below = columns_in(most);
        if below <= columns_in([both.height, both.width / 2]) {
            let room = Room { all: both.width, before: NARROW, after: NARROW };
            return both.left(wanted.dividers.size(Divider::Picture, both.width / 2, room));
        }
        let [rows, columns] = wanted.plane.map(|edge| edge.max(1));
        let needed = below.saturating_mul(rows).div_ceil(columns.saturating_mul(2));
        // A plane that is far wider than high fills the room, because it is not drawn to scale.
        let is_flat = columns > rows.saturating_mul(FLAT);
        let needed = if is_flat { u16::MAX } else { u16::try_from(needed).unwrap_or(u16::MAX) };
        let needed = needed.saturating_add(around).clamp(LEAST, most[0].max(LEAST));
        let given = both.height.saturating_sub(needed);
        let room = Room { all: both.height, before: LEAST, after: LEAST };
        both.top(wanted.dividers.size(Divider::PictureBelow, given, room))
    }

    /// The values have the whole height beside the grid and the pipeline.
    fn beside(detail: Area, frame: u16, wanted: Wanted) -> Self {
        let (title, panes) = detail.top(1);
        let room = Room { all: panes.width, before: NARROW, after: NARROW };
        let given = column(panes.width, wanted);
        let (column, values) = panes.left(wanted.dividers.size(Divider::Stages, given, room));
        let stages = u16::try_from(wanted.stages + NOTES).unwrap_or(u16::MAX).saturating_add(frame);
        let most = column.height.saturating_sub(stages).max(column.height * 2 / 5);
        let given = rows(grid_rows(column.width, wanted) + GRID_ROWS + LEGEND + u64::from(frame), most);
        let room = Room { all: column.height, before: LEAST, after: FEWEST };
        let (grid, stages) = column.top(wanted.dividers.size(Divider::Grid, given, room));
        Self { grid, stages, values, title, ..Self::default() }
    }

    /// The pipeline beside the grid, and the values below both. No height depends on a chunk, so that nothing moves.
    fn below(detail: Area, frame: u16, wanted: Wanted) -> Self {
        let (title, panes) = detail.top(1);
        let needed = (wanted.grid.0.max(2) + GRID_ROWS - 1).max(wanted.stages) + u64::from(frame);
        let given = rows(needed, panes.height.saturating_sub(TEXTS) * 2 / 5) + TEXTS;
        let room = Room { all: panes.height, before: LEAST + TEXTS, after: LEAST };
        let (above, values) = panes.top(wanted.dividers.size(Divider::Grid, given, room));
        let (both, texts) = above.top(above.height.saturating_sub(TEXTS));
        let (about, notes) = texts.top(1);
        let needed = u16::try_from(wanted.grid.1.saturating_mul(2) + GRID_SIDES).unwrap_or(u16::MAX);
        let least = NARROW.min(both.width / 2);
        let given = needed.clamp(least, both.width.saturating_sub(SHORT_PIPELINE).max(least));
        let room = Room { all: both.width, before: NARROW, after: NARROW };
        let (grid, stages) = both.left(wanted.dividers.size(Divider::StagesBelow, given, room));
        Self { grid, stages, values, title, about, notes, ..Self::default() }
    }

    fn opened(rest: Area, hints: Area, is_wide: bool, frame: u16, wanted: Wanted) -> Self {
        let (stages, both) = if is_wide {
            let room = Room { all: rest.width, before: NARROW, after: 2 * NARROW };
            rest.left(wanted.dividers.size(Divider::Opened, (rest.width / 3).clamp(36, 56), room))
        } else {
            let room = Room { all: rest.height, before: FEWEST, after: LEAST };
            let given = rows(wanted.stages + NOTES + u64::from(frame), rest.height / 2);
            rest.top(wanted.dividers.size(Divider::OpenedAbove, given, room))
        };
        let room = Room { all: both.width, before: NARROW, after: NARROW };
        let little = (both.width / 4).max(NARROW).min(both.width / 2);
        let given = match wanted.sides {
            SideRoom::NoInput => 0,
            SideRoom::Both => both.width / 2,
            SideRoom::LittleInput => little,
            SideRoom::LittleOutput => both.width - little,
        };
        let has_input = wanted.sides != SideRoom::NoInput;
        let (input, values) =
            both.left(if has_input { wanted.dividers.size(Divider::Input, given, room) } else { 0 });
        let input = if has_input { input } else { Area::default() };
        Self { stages, input, values, hints, ..Self::default() }
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
            ..Self::default()
        }
    }

    pub fn pane(&self, pane: Pane) -> Area {
        match pane {
            Pane::Hierarchy => self.hierarchy,
            Pane::Grid => self.grid,
            Pane::Stages => self.stages,
            Pane::Input => self.input,
            Pane::Values => self.values,
        }
    }

    /// The room of a pane without its frame, or without the rule above it and the line to the pane at its right.
    pub fn inner(&self, area: Area) -> Area {
        if !self.is_ruled {
            return area.inner();
        }
        let has_line = area.x + area.width < self.hints.width;
        let (_, below) = area.top(1);
        below.left(area.width.saturating_sub(has_line.into())).0
    }

    /// That of the picture, which may be in the place of the values.
    pub fn inner_picture(&self) -> Area {
        self.inner(if self.picture.is_empty() { self.values } else { self.picture })
    }

    pub fn at(&self, x: u16, y: u16) -> Option<Pane> {
        Pane::ALL.into_iter().find(|pane| self.pane(*pane).contains(x, y))
    }

    pub fn sides(&self, divider: Divider) -> Option<[Area; 2]> {
        let is_beside = self.stages.x != self.both().x;
        let is_opened = self.hierarchy.is_empty() && self.grid.is_empty();
        let is_below = !self.grid.is_empty() && self.values.x == self.grid.x;
        let sides = match divider {
            Divider::Tree => [self.hierarchy, self.detail],
            Divider::Grid if is_below => {
                let height = self.grid.height + self.about.height + self.notes.height;
                [Area { width: self.grid.width + self.stages.width, height, ..self.grid }, self.values]
            }
            Divider::Grid if !self.stages.is_empty() => [self.grid, self.stages],
            Divider::Stages if !is_opened && !is_below => {
                let beside = if self.picture.x == self.values.x { 0 } else { self.picture.width };
                let values = Area { width: self.values.width + beside, ..self.values };
                [Area { height: self.grid.height + self.stages.height, ..self.grid }, values]
            }
            Divider::StagesBelow if is_below => [self.grid, self.stages],
            Divider::Opened if is_opened && is_beside => [self.stages, self.both()],
            Divider::OpenedAbove if is_opened && !is_beside => [self.stages, self.both()],
            Divider::Input => [self.input, self.values],
            Divider::Picture if self.picture.x != self.values.x => [self.values, self.picture],
            Divider::PictureBelow if self.picture.y != self.values.y => [self.values, self.picture],
            Divider::Grid
            | Divider::Stages
            | Divider::StagesBelow
            | Divider::Opened
            | Divider::OpenedAbove
            | Divider::Picture
            | Divider::PictureBelow => return None,
        };
        if sides.iter().any(|side| side.is_empty()) { None } else { Some(sides) }
    }

    fn both(&self) -> Area {
        if self.input.is_empty() {
            return self.values;
        }
        Area { width: self.input.width + self.values.width, ..self.input }
    }

    pub fn divider_at(&self, x: u16, y: u16) -> Option<Divider> {
        let is_at = |divider: &Divider| {
            let Some([before, after]) = self.sides(*divider) else { return false };
            let (at, first) = if divider.is_upright() { (x, after.x) } else { (y, after.y) };
            let (is_before, is_after) = (at + 1 == first, at == first);
            let is_line = match (self.is_ruled, divider.is_upright()) {
                (true, true) => is_before,
                (true, false) => is_after,
                (false, _) => is_before || is_after,
            };
            is_line && (before.contains(x, y) || after.contains(x, y))
        };
        Divider::ALL.into_iter().find(is_at)
    }

    pub(crate) fn divider_of(&self, pane: Pane, is_upright: bool) -> Option<Divider> {
        let Area { x, y, .. } = self.pane(pane);
        let has = |divider: &Divider| {
            self.sides(*divider).is_some_and(|sides| sides.iter().any(|side| side.contains(x, y)))
        };
        Divider::ALL.into_iter().filter(|divider| divider.is_upright() == is_upright).find(has)
    }

    pub fn size_before(&self, divider: Divider) -> Option<u16> {
        let [before, _] = self.sides(divider)?;
        Some(if divider.is_upright() { before.width } else { before.height })
    }
}

/// As wide as the grid and the pipeline need; the values keep half.
fn column(all: u16, wanted: Wanted) -> u16 {
    let grid = wanted.grid.1.saturating_mul(2).saturating_add(GRID_SIDES);
    u16::try_from(grid).unwrap_or(u16::MAX).max(PIPELINE).min(all / 2)
}

fn grid_rows(width: u16, wanted: Wanted) -> u64 {
    let (rows, columns) = wanted.grid;
    let fit = u64::from(width).saturating_sub(GRID_SIDES) / 2;
    if rows > 1 { rows } else { columns.div_ceil(fit.max(1)).max(2) }
}

/// Fits the names of the tree, up to a third of the screen.
fn tree(all: u16, is_wide: bool, wanted: Wanted) -> u16 {
    let least = 21;
    // On a small screen, data types are shown where names leave room for them.
    let types = if is_wide { TYPE } else { 0 };
    let given = wanted.tree.saturating_add(types).clamp(least, (all / 3).max(least));
    wanted.dividers.size(Divider::Tree, given, Room { all, before: NARROW_TREE, after: 2 * NARROW })
}

fn rows(wanted: u64, most: u16) -> u16 {
    u16::try_from(wanted).unwrap_or(most).clamp(LEAST.min(most), most)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn wanted(width: u16, height: u16, rows: u64) -> Wanted {
        let all = [SideRoom::Both, SideRoom::NoInput, SideRoom::LittleInput, SideRoom::LittleOutput];
        let mut dividers = Dividers::default();
        for (number, divider) in (0_u16..).zip(Divider::ALL) {
            if (width + height + number).is_multiple_of(3) {
                dividers.choose(divider, width.wrapping_mul(31).wrapping_add(height * number) % 230);
            }
        }
        Wanted {
            grid: (rows, u64::from(height)),
            stages: rows,
            opened: height.is_multiple_of(2),
            zoomed: height.is_multiple_of(7),
            picture: height.is_multiple_of(3),
            plane: [rows, 7],
            tree: width % 90,
            sides: all[usize::from(width % 4)],
            dividers,
        }
    }

    #[test]
    fn the_tree_is_as_wide_as_its_names_up_to_a_third() {
        let width = |screen, names| {
            let wanted = Wanted { opened: false, zoomed: false, tree: names, ..wanted(1, 0, 9) };
            Regions::of(screen, 40, Pane::Grid, Wanted { dividers: Dividers::default(), ..wanted })
                .hierarchy
                .width
        };
        assert_eq!([0, 30, 40, 90].map(|names| width(140, names)), [21, 35, 45, 46]);
        assert_eq!([0, 25, 90].map(|names| width(80, names)), [21, 25, 26]);
        assert_eq!(width(72, 90), 24);
    }

    #[test]
    fn the_panes_fill_the_screen_without_overlap_at_every_size() {
        for width in 0..200 {
            for height in 0..60 {
                // Each pane with another number of chunks at each size: all pairs come up many times.
                for (number, focus) in Pane::ALL.into_iter().enumerate() {
                    let grids = [0, 3, 10, 20, u64::from(u32::MAX)];
                    let grid = grids[(number + usize::from(width) + usize::from(height)) % grids.len()];
                    let regions = Regions::of(width, height, focus, wanted(width, height, grid));
                    let panes = Pane::ALL.map(|pane| regions.pane(pane));
                    let panes = panes
                        .into_iter()
                        .chain([regions.picture, regions.title, regions.about, regions.notes])
                        .collect::<Vec<_>>();
                    let cells = |area: Area| u32::from(area.width) * u32::from(area.height);
                    let covered: u32 = panes.iter().copied().map(cells).sum::<u32>() + cells(regions.hints);
                    assert_eq!(covered, u32::from(width) * u32::from(height), "{width}×{height}");
                    for area in panes {
                        assert!(area.x + area.width <= width && area.y + area.height <= height);
                    }
                }
            }
        }
    }

    #[test]
    fn every_border_is_found_at_its_place() {
        let mut found = Vec::new();
        for width in 0..200 {
            for height in 0..60 {
                let regions = Regions::of(width, height, Pane::Grid, wanted(width, height, 9));
                check(&regions, &mut found);
            }
        }
        assert!(Divider::ALL.iter().all(|divider| found.contains(divider)), "{found:?}");
    }

    fn check(regions: &Regions, found: &mut Vec<Divider>) {
        for divider in Divider::ALL {
            let Some([before, after]) = regions.sides(divider) else { continue };
            let (x, y) = if divider.is_upright() {
                assert_eq!(before.x + before.width, after.x);
                (after.x - u16::from(regions.is_ruled), after.y + after.height / 2)
            } else {
                assert_eq!(before.y + before.height, after.y);
                (after.x + after.width / 2, after.y)
            };
            let at = regions.divider_at(x, y);
            assert!(at.is_some(), "{divider:?} at {x}, {y}");
            found.extend(at);
        }
    }
}
