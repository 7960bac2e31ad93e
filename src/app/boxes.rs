//! The chunk grid zoomed out: how many chunks are stored in the box that each cell stands for.
//!
//! A worker counts them, because all of a large grid may be on the screen.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::action::Request;
use super::grid::GridPane;
use super::state::App;
use crate::pipeline::Survey;

/// How many chunks are stored in the boxes on the screen. A box is known by its first chunk.
#[derive(Debug, Default)]
pub struct Boxes {
    of: Option<Counted>,
    stored: BTreeMap<Vec<u64>, u64>,
    blocked: BTreeSet<Vec<u64>>,
}

/// What boxes are counted for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// A box is two to this power of chunks wide.
    pub zoom: u32,
    /// The chunks on the screen.
    pub region: Vec<Range<u64>>,
    /// How many chunks were known to be stored in all.
    stored: u64,
}

impl Boxes {
    /// Counts the stored chunks of each box. The cost is that of the chunks that are stored in the region.
    #[must_use]
    pub fn count(of: Counted, survey: &Survey) -> Self {
        let mut stored: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        // Neighbours are mostly in the same box.
        let mut last: Option<(Vec<u64>, u64)> = None;
        for (coords, _) in survey.in_box(&of.region) {
            match &mut last {
                Some((first, count)) if is_in_box(coords, first, of.zoom) => *count += 1,
                _ => {
                    let next = Some((first_of_box(coords, of.zoom), 1));
                    if let Some((first, count)) = std::mem::replace(&mut last, next) {
                        *stored.entry(first).or_default() += count;
                    }
                }
            }
        }
        if let Some((first, count)) = last {
            *stored.entry(first).or_default() += count;
        }
        let blocked = survey.blocked_in_box(&of.region).map(|coords| first_of_box(coords, of.zoom)).collect();
        Self { of: Some(of), stored, blocked }
    }

    /// How many chunks are stored in the box that begins with a chunk; `None` where nobody has counted them.
    #[must_use]
    pub fn stored(&self, first: &[u64], zoom: u32) -> Option<u64> {
        let of = self.of.as_ref().filter(|of| of.zoom == zoom)?;
        let is_counted = first.iter().zip(&of.region).all(|(coord, range)| range.contains(coord));
        is_counted.then(|| self.stored.get(first).copied().unwrap_or(0))
    }

    /// Whether there is a chunk in the box under whose key there is something else than a file.
    #[must_use]
    pub fn is_blocked(&self, first: &[u64], zoom: u32) -> bool {
        self.of.as_ref().is_some_and(|of| of.zoom == zoom) && self.blocked.contains(first)
    }
}

/// The coordinates rounded down in the two dimensions that make rows and columns.
fn first_of_box(coords: &[u64], zoom: u32) -> Vec<u64> {
    let sliced = coords.len().saturating_sub(2);
    let rounded = |(axis, coord): (usize, &u64)| if axis < sliced { *coord } else { first_of(*coord, zoom) };
    coords.iter().enumerate().map(rounded).collect()
}

fn is_in_box(coords: &[u64], first: &[u64], zoom: u32) -> bool {
    let sliced = coords.len().saturating_sub(2);
    let is_same = |(axis, (coord, first)): (usize, (&u64, &u64))| {
        *first == if axis < sliced { *coord } else { first_of(*coord, zoom) }
    };
    coords.iter().zip(first).enumerate().all(is_same)
}

fn first_of(coord: u64, zoom: u32) -> u64 {
    coord.checked_shr(zoom).and_then(|box_number| box_number.checked_shl(zoom)).unwrap_or(0)
}

impl GridPane {
    /// Takes in what was counted, if that was asked for and still counts.
    fn counted(&mut self, id: u64, boxes: &mut Boxes) {
        if self.counting.as_ref().is_some_and(|(own, _)| *own == id) {
            (self.boxes, self.counting) = (std::mem::take(boxes), None);
        }
    }
}

impl App {
    /// Asks a worker to count the stored chunks of the boxes on the screen, where it is not known yet.
    pub(super) fn count_visible(&mut self) -> Option<Request> {
        let grid = self.grid_view().filter(|grid| grid.factor > 1)?;
        let survey = self.selection.survey.ready().or(self.selection.so_far.as_ref())?.clone();
        let pane = &self.selection.grid;
        let region = grid.on_screen(&pane.scroll, &pane.coords);
        let of = Counted { zoom: pane.zoom, region, stored: survey.stored() };
        let asked = pane.counting.as_ref().map(|(_, of)| of).or(pane.boxes.of.as_ref());
        if asked == Some(&of) {
            return None;
        }
        let id = self.next_id();
        self.selection.grid.counting = Some((id, of.clone()));
        Some(Request::Count(id, survey, of))
    }

    /// Takes in an answer of [`Request::Count`], whichever grid had asked for it.
    pub(super) fn counted(&mut self, id: u64, mut boxes: Boxes) {
        let levels = self.selection.levels.iter_mut().map(|level| &mut level.grid);
        levels.chain([&mut self.selection.grid]).for_each(|grid| grid.counted(id, &mut boxes));
    }
}
