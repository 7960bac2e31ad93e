//! Where the parts of the lab are on the screen: the geometry that drawing and moving share.

use crate::explorer::geometry::regions::Area;

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
