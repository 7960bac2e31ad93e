//! Where the parts of a comparison are on the screen: the geometry that drawing and moving share.

use crate::explorer::geometry::hex::Hex;
use crate::explorer::geometry::plane::Plane;
use crate::explorer::geometry::regions::Area;
use crate::explorer::geometry::views::View;
use crate::lab::Sides;
use crate::pipeline::Axes;

/// The parts of the screen while two chunks are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComparePanes {
    /// What is shown, and what was found.
    pub head: Area,
    /// The stages; empty where there is no room, or all of it where they are asked for.
    pub stages: Area,
    /// Both sides with their borders.
    pub sides: Sides<Area>,
}

/// The fewest columns at which both sides are beside each other.
const BESIDE: u16 = 76;
/// The fewest rows at which the stages are above the sides.
const WITH_STAGES: u16 = 20;

/// The parts of a screen of that size; the line of hints stays. `stages` is how many there are, `alone` whether nothing else
/// is wanted.
pub fn compare_panes((width, height): (u16, u16), stages: usize, alone: bool) -> ComparePanes {
    let screen = Area { x: 0, y: 0, width, height: height.saturating_sub(1) };
    let rows = match (alone, height < WITH_STAGES) {
        (true, _) => 4.min(screen.height / 3),
        (false, true) => 2,
        (false, false) => 3,
    };
    let (head, rest) = screen.top(rows);
    if alone {
        return ComparePanes { head, stages: rest, sides: Sides::default() };
    }
    let rows = u16::try_from(stages).unwrap_or(u16::MAX).saturating_add(2);
    let has_stages = height >= WITH_STAGES && rows <= rest.height / 2;
    let (stages, rest) = rest.top(if has_stages { rows } else { 0 });
    let (a, b) = if width >= BESIDE { rest.left(rest.width / 2) } else { rest.top(rest.height.div_ceil(2)) };
    // Both show the same rows: where a row is left over, nothing is in it.
    let height = a.height.min(b.height);
    let width = a.width.min(b.width);
    ComparePanes { head, stages, sides: Sides { a, b }.map(|area| Area { width, height, ..area }) }
}

/// Bytes as rows and columns in an area within its border: where they are, and the plane they are on.
pub fn hex_plane(nbytes: u64, area: Area) -> (Hex, Plane) {
    let hex = Hex::apart(nbytes, area);
    (hex, Plane::new(&[nbytes], Axes::last(1), hex.in_row))
}

/// Elements of that shape, which take so many columns, in an area within its border.
pub fn elements_view(shape: &[u64], text: usize, area: Area) -> View {
    let axes = Axes::of_shape(shape);
    let (rest, below) = area.top(area.height - u16::from(area.height >= 4));
    let is_matrix = shape.len() > 1;
    let (ruler, rest) = rest.top(u16::from(is_matrix && rest.height >= 2));
    let digits = |axis: usize| {
        let edge = shape.get(axis).copied().unwrap_or(0);
        u16::try_from(edge.to_string().len()).unwrap_or(20)
    };
    let (labels, cells) = rest.left(digits(axes.rows) + 1);
    let label = if is_matrix { digits(axes.columns) } else { 1 };
    let text = u16::try_from(text).unwrap_or(u16::MAX).clamp(1, 26);
    // Brackets and a gap.
    let cell_width = (text.max(label) + 3).min(cells.width.max(1));
    View {
        plane: Plane::new(shape, axes, u64::from(cells.width / cell_width.max(1))),
        cells,
        labels,
        ruler: Area { x: cells.x, width: cells.width, ..ruler },
        above: Area::default(),
        below,
        cell_width,
        borders: None,
    }
}
