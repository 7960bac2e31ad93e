//! Where the parts of the lab are on the screen: the geometry that drawing and moving share.

use crate::explorer::compare::geometry::elements_view;
use crate::explorer::geometry::plane::Plane;
use crate::explorer::geometry::regions::Area;
use crate::explorer::geometry::views::View;
use crate::explorer::lab::loss::{LossPart, LossView};
use crate::explorer::picture::view::PictureView;
use crate::lab::ReturnedValues;
use crate::pipeline::PicturePlan;

/// The parts of the screen while chains are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabPanes {
    /// The window with its border.
    pub window: Area,
    /// The chains, with a heading; all of it where something else takes their place.
    pub table: Area,
    /// What is said of the selected one.
    pub detail: Area,
}

/// From this many rows on, the list of chains stays whole while one is edited.
const TALL: u16 = 16;
/// The rows that the selected chain has then.
const DETAIL: u16 = 9;

/// The parts of a screen of that size, with so many chains; the line of hints stays.
pub fn lab_panes((width, height): (u16, u16), chains: usize, is_editing: bool) -> LabPanes {
    let screen = Area { x: 0, y: 0, width, height: height.saturating_sub(1) };
    let inner = screen.inner();
    let wanted = u16::try_from(chains).unwrap_or(u16::MAX).saturating_add(1);
    let own = match (is_editing, inner.height >= TALL) {
        (false, false) => inner.height * 4 / 9,
        (true, false) => inner.height.saturating_sub(2),
        (false, true) => DETAIL,
        (true, true) => DETAIL + 3,
    };
    let rows = wanted.min(inner.height.saturating_sub(own));
    let (table, detail) = inner.top(rows);
    // A gap, where there is room for it.
    let (_, detail) = detail.top(u16::from(inner.height >= TALL));
    LabPanes { window: screen, table, detail }
}

/// The parts of the screen; where there is little room, all but one of the last three are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LossPanes {
    /// The window with its border.
    pub window: Area,
    /// The chain, and what differs in the whole chunk.
    pub head: Area,
    /// The values that come back; the first row is their heading.
    pub returned: Area,
    /// The differences; the first row is their heading.
    pub difference: Area,
    /// The differences as a picture; the first row is its heading.
    pub picture: Area,
}

/// From so many columns and rows within the window on, all parts are beside each other.
const TOGETHER: (u16, u16) = (70, 14);

/// The parts of a screen of that size; where there is room for one only, it is that.
pub fn loss_panes(size: (u16, u16), part: LossPart) -> LossPanes {
    let window = lab_panes(size, 0, false).window;
    let inner = window.inner();
    let (head, rest) = inner.top(if inner.height >= TOGETHER.1 { 3 } else { 2.min(inner.height) });
    let none = Area::default();
    let alone = |own: LossPart| if own == part { rest } else { none };
    if !are_together(size) {
        return LossPanes {
            window,
            head,
            returned: alone(LossPart::Returned),
            difference: alone(LossPart::Difference),
            picture: alone(LossPart::Picture),
        };
    }
    let (tables, picture) = rest.left(rest.width * 11 / 20);
    let (returned, difference) = tables.top(tables.height / 2);
    let (_, picture) = picture.left(2);
    LossPanes { window, head, returned, difference, picture }
}

/// Whether a screen of that size has room for all parts at once.
pub fn are_together(size: (u16, u16)) -> bool {
    let inner = lab_panes(size, 0, false).window.inner();
    inner.width >= TOGETHER.0 && inner.height >= TOGETHER.1
}

impl LossView {
    /// The elements below the heading of an area.
    pub fn table(&self, values: &ReturnedValues, area: Area) -> View {
        let (_, area) = area.top(1);
        elements_view(&values.shape, self.text_width, area)
    }

    /// The table that the cursor moves in: on a screen without one, as if it were there.
    pub(crate) fn moving(&self, values: &ReturnedValues, size: (u16, u16)) -> View {
        let panes = loss_panes(size, self.part);
        let areas = [panes.returned, panes.difference, panes.picture];
        let area = areas.into_iter().find(|area| !area.is_empty()).unwrap_or_default();
        self.table(values, area)
    }

    /// The plane of the cursor as a picture below the heading of an area.
    pub fn plan(&self, values: &ReturnedValues, area: Area) -> (PicturePlan, PictureView) {
        let (_, area) = area.top(1);
        let axes = Plane::new(&values.shape, crate::pipeline::Axes::of_shape(&values.shape), 1).axes();
        let dimensions = axes.dimensions(values.shape.len());
        let shown = dimensions.map(|dimension| {
            0..dimension.map_or(1, |dimension| values.shape.get(dimension).copied().unwrap_or(0))
        });
        let plan = PicturePlan::new(dimensions, self.coords.clone(), shown, PictureView::room(area));
        let view = PictureView::of(&plan, area);
        (plan, view)
    }
}
