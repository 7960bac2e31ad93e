//! One element and where it is in every stage: the cursors of what goes in and what comes out move together.

use std::sync::Arc;

use super::content::Content;
use super::selection::{Selection, Side};
use crate::codec::{Dependents, Location, Representation, Step};
use crate::metadata::{ArrayRepresentation, delinear};
use crate::pipeline::ChunkTrace;

/// The element that is followed through the stages.
#[derive(Debug, Default)]
pub struct Place {
    /// Its coordinates within the chunk.
    pub element: Vec<u64>,
    /// Where it is, from the array to the stored bytes.
    pub steps: Vec<Step>,
    /// What depends on the byte under the cursor, where the cursor is on a byte.
    pub dependents: Option<Dependents>,
}

impl Selection {
    /// Follows the element from where the cursor of a side is, and moves the cursor of the other side there.
    pub(super) fn follow_from(&mut self, side: Side) {
        let Some(trace) = self.trace.ready().map(Arc::clone) else { return };
        self.place.dependents = None;
        if let Some(element) = self.element_under(&trace, side) {
            self.place.element = element;
        }
        self.find_steps(&trace);
        self.put_cursor(&trace, side.other());
    }

    /// Puts both cursors where the element is.
    pub(super) fn put_cursors(&mut self) {
        let Some(trace) = self.trace.ready().map(Arc::clone) else { return };
        self.place.dependents = None;
        self.settle_element(&trace);
        self.find_steps(&trace);
        for side in Side::BOTH {
            self.put_cursor(&trace, side);
        }
    }

    fn find_steps(&mut self, trace: &ChunkTrace) {
        self.place.steps = trace.chain().probe(&trace.trace, &self.place.element).unwrap_or_default();
    }

    /// Keeps the element within the chunk.
    fn settle_element(&mut self, trace: &ChunkTrace) {
        let shape = &trace.decoded.shape;
        if self.place.element.len() != shape.len() {
            self.place.element = vec![0; shape.len()];
        }
        for (coord, edge) in self.place.element.iter_mut().zip(shape) {
            *coord = (*coord).min(edge.saturating_sub(1));
        }
    }

    /// The element of the chunk that the cursor of a side is on.
    fn element_under(&mut self, trace: &ChunkTrace, side: Side) -> Option<Vec<u64>> {
        let row = self.row(side)?;
        let codecs = trace.stages().len().checked_sub(row)?;
        let content = Content::of(trace, self.shown(side)?, None);
        let pane = self.pane(side);
        let coords = match &content {
            Content::Array { .. } | Content::Fill { .. } => pane.coords.clone(),
            Content::Bytes { group, .. } => match array_at(trace, row) {
                Some(array) if array.data_type.is_variable() => return None,
                // The bytes of an array are those of its elements, one after the other.
                Some(array) => delinear(pane.offset / group, &array.shape),
                None => {
                    let found = trace.chain().dependents_of_byte(&trace.trace, codecs, pane.offset);
                    self.place.dependents = Some(found.clone());
                    return match found {
                        Dependents::Elements { first, .. } => Some(first),
                        Dependents::None | Dependents::All => None,
                    };
                }
            },
            Content::Shard(_) | Content::Nothing(_) => return None,
        };
        trace.chain().dependent_of_element(codecs, &coords)
    }

    /// Puts the cursor of a side where the element is.
    fn put_cursor(&mut self, trace: &ChunkTrace, side: Side) {
        let Some(row) = self.row(side) else { return };
        let Some(location) = self.location(row).cloned() else { return };
        let group = match self.shown(side).map(|shown| Content::of(trace, shown, None)) {
            Some(Content::Bytes { group, .. }) => group,
            _ => 1,
        };
        let pane = self.pane_mut(side);
        match location {
            Location::Element(coords, index) => {
                pane.coords = coords;
                pane.offset = index.saturating_mul(group);
            }
            Location::Ranges(ranges) => {
                let inside = ranges.iter().any(|range| range.contains(&pane.offset));
                if let Some(first) = ranges.first().filter(|_| !inside) {
                    pane.offset = first.start;
                }
            }
            Location::Whole => {}
        }
    }

    /// Where the element is in what a row of the pipeline gave.
    #[must_use]
    pub fn location(&self, row: usize) -> Option<&Location> {
        let stages = self.trace.ready()?.stages().len();
        Some(&self.place.steps.get(stages.checked_sub(row)?)?.location)
    }

    /// Whether a byte of a row belongs to an element that lies past the array; `group` bytes make an element.
    #[must_use]
    pub fn is_overhang(&self, row: usize, byte: u64, group: u64) -> bool {
        let past = || {
            let trace = self.trace.ready()?;
            let last = row == trace.stages().len();
            let straight = row + 1 >= trace.stages().len() && !trace.chain().rearranges();
            if (!last && !straight) || trace.decoded.data_type.is_variable() {
                return None;
            }
            let coords = delinear(byte / group.max(1), &trace.decoded.shape);
            let (origin, shape) = (self.origin()?, &self.array_layout()?.shape);
            let mut ends = coords.iter().zip(origin).zip(shape);
            Some(ends.any(|((coord, origin), end)| coord.saturating_add(origin) >= *end))
        };
        past().unwrap_or(false)
    }

    /// Whether a byte of a row belongs to the element; `group` bytes make one there, if the row is an array.
    #[must_use]
    pub fn is_of_element(&self, row: usize, byte: u64, group: u64) -> bool {
        match self.location(row) {
            Some(Location::Ranges(ranges)) => ranges.iter().any(|range| range.contains(&byte)),
            Some(Location::Element(_, index)) => byte / group.max(1) == *index,
            Some(Location::Whole) | None => false,
        }
    }
}

/// What a row of the pipeline gave, if that is an array.
fn array_at(trace: &ChunkTrace, row: usize) -> Option<&ArrayRepresentation> {
    match &trace.stages().get(row.checked_sub(1)?)?.info.decoded {
        Representation::Array(array) => Some(array),
        _ => None,
    }
}
