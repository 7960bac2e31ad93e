//! Following one element: from the cursor of a pane to the element, and from the element to the other cursors.

use std::sync::Arc;

use crate::codec::{Dependents, Location, Representation};
use crate::explorer::core::content::{Content, SHOWN, Shown};
use crate::explorer::core::next_element::NextElement;
use crate::explorer::core::selection::{Moved, Selection};
use crate::explorer::core::side::Side;
use crate::explorer::values::ValuesPane;
use crate::metadata::text::escape;
use crate::metadata::{ArrayRepresentation, Scalar, delinear, lengths};
use crate::pipeline::ChunkTrace;
use crate::tell::words::count;

/// Places the cursors of both panes on the element, after one of them or the element has moved, once a chunk is decoded.
pub(crate) fn reconcile(selection: &mut Selection, panes: &mut [ValuesPane; 2]) {
    let mut moved = std::mem::take(&mut selection.element.moved);
    let within = extent_in_array(selection, panes);
    let is_past = |within: &Vec<u64>| selection.element.coords.iter().zip(within).any(|(at, end)| at >= end);
    if within.as_ref().is_some_and(is_past) {
        moved = Moved::Element;
    }
    let Some(trace) = selection.trace.ready().map(Arc::clone).filter(|_| moved != Moved::Nothing) else {
        return;
    };
    selection.element.dependents = None;
    match moved {
        Moved::Cursor(side) => {
            let leading = panes.iter().find(|pane| pane.side == side);
            if let Some(coords) = leading.and_then(|pane| element_under(selection, &trace, pane)) {
                selection.element.coords = coords;
            }
        }
        Moved::Element | Moved::Nothing => {
            let shape = within.as_ref().unwrap_or(&trace.decoded.shape);
            let coords = &mut selection.element.coords;
            if coords.len() != shape.len() {
                *coords = vec![0; shape.len()];
            }
            for (coord, edge) in coords.iter_mut().zip(shape) {
                *coord = (*coord).min(edge.saturating_sub(1));
            }
        }
    }
    let steps = trace.chain().probe(&trace.trace, &selection.element.coords);
    selection.element.steps = steps.unwrap_or_default();
    for pane in panes.iter_mut().filter(|pane| moved != Moved::Cursor(pane.side)) {
        put_cursor(pane, selection, &trace);
    }
}

/// How much of the selected chunk lies in the array, where the whole array is shown: there is nothing past it then.
fn extent_in_array(selection: &Selection, panes: &[ValuesPane; 2]) -> Option<Vec<u64>> {
    panes.iter().find(|pane| matches!(pane.content(selection), Content::Window(_)))?;
    Some(lengths(&selection.array_layout()?.grid.used(&selection.address.chunk)?))
}

fn element_under(selection: &mut Selection, trace: &ChunkTrace, pane: &ValuesPane) -> Option<Vec<u64>> {
    let row = selection.row(pane.side)?;
    let codecs = trace.stages().len().checked_sub(row)?;
    let coords = match Content::of(trace, selection.shown(pane.side, pane.hex)?, None) {
        Content::Array { .. } | Content::Fill { .. } => pane.coords.clone(),
        Content::Bytes { group, .. } => match array_at(trace, row) {
            Some(array) if array.data_type.is_variable() => return None,
            // The bytes of an array are those of its elements, one after the other.
            Some(array) => delinear(pane.offset / group, &array.shape),
            None => {
                let found = trace.chain().dependents_of_byte(&trace.trace, codecs, pane.offset);
                selection.element.dependents = Some(found.clone());
                return match found {
                    Dependents::Elements { first, .. } => Some(first),
                    Dependents::None | Dependents::All => None,
                };
            }
        },
        Content::Shard(_) | Content::Nothing(_) | Content::Window(_) => return None,
    };
    trace.chain().dependent_of_element(codecs, &coords)
}

fn put_cursor(pane: &mut ValuesPane, selection: &Selection, trace: &ChunkTrace) {
    let Some(row) = selection.row(pane.side) else { return };
    // The number of a byte means nothing in the bytes of another stage: those begin at their first byte.
    if pane.put_in.replace(row) != Some(row) {
        pane.offset = 0;
    }
    let Some(location) = selection.location(row) else { return };
    let group = match selection.shown(pane.side, pane.hex).map(|shown| Content::of(trace, shown, None)) {
        Some(Content::Bytes { group, .. }) => group,
        _ => 1,
    };
    match location {
        Location::Element(coords, index) => {
            pane.coords.clone_from(coords);
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

/// Moves to the first element that a codec could not convert, unless the cursor was somewhere on purpose.
pub(crate) fn first_lost(selection: &mut Selection) {
    let Some(trace) = selection.trace.ready() else { return };
    let first = trace.trace.fault.as_ref().and_then(|fault| trace.chain().element_of(fault));
    if let Some(first) = first.filter(|_| selection.element.coords.iter().all(|coord| *coord == 0)) {
        selection.element.coords = first;
    }
}

/// Moves to the next element that a codec could not convert, or to the one before. `None` where the chunk has none.
pub(crate) fn next_lost(selection: &mut Selection, back: bool) -> Option<String> {
    let trace = selection.trace.ready()?;
    let failing = trace.stages().iter().position(|stage| stage.partial.is_some())?;
    let stage = trace.stages().get(failing)?;
    let marks = stage.partial.as_ref()?.marks.as_ref()?;
    let Representation::Array(array) = &stage.info.decoded else { return None };
    let at = match selection.location(failing + 1) {
        Some(Location::Element(_, index)) => *index,
        _ => 0,
    };
    let mut found = marks.iter();
    let next = if back { found.rfind(|index| *index < at) } else { found.find(|index| *index > at) };
    let all = count(marks.count().into(), "element");
    let Some(next) = next else {
        return Some(format!("no further one of {all} without a value"));
    };
    let codecs = trace.stages().len().checked_sub(failing + 1)?;
    let coords = trace.chain().dependent_of_element(codecs, &delinear(next, &array.shape))?;
    selection.element.coords = coords;
    selection.element.put_everywhere();
    Some(format!("{all} without a value"))
}

/// Moves to the next element that the opened stage changed, or to the one before. `None` where its sides have no elements.
pub(crate) fn next_changed(selection: &mut Selection, back: bool) -> Option<String> {
    let trace = Arc::clone(selection.trace.ready().filter(|_| selection.opened)?);
    let row = selection.row(Side::Output)?;
    let name = &trace.stages().get(row.checked_sub(1)?)?.info.codec.name;
    let side = |row| Content::of(&trace, Shown { row, hex: false }, None);
    let (before, after) = (side(row - 1), side(row));
    let (shape, after_shape) = (before.shape()?.to_vec(), after.shape()?);
    let codecs = trace.stages().len().checked_sub(row)?;
    let ramp: Vec<u64> = (0..shape.len() as u64).collect();
    let chain = trace.chain();
    if shape != after_shape
        || chain.dependent_of_element(codecs, &ramp) != chain.dependent_of_element(codecs + 1, &ramp)
    {
        return Some(format!("{name} moves elements, and changes none of them"));
    }
    let at = match selection.location(row) {
        Some(Location::Element(_, index)) => *index,
        _ => 0,
    };
    let values = |number: u64| {
        let coords = delinear(number, &shape);
        [&before, &after].map(|content| content.element(&coords, SHOWN))
    };
    let is_changed = |number: u64| match values(number) {
        [Some(before), Some(after)] => !is_same(&before, &after),
        [before, after] => before.is_some() != after.is_some(),
    };
    let all = shape.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge))?;
    let what = format!("that {name} changes");
    let (number, said) = match NextElement::find(at, all, back, is_changed) {
        NextElement::Found(number) => {
            let [before, after] = values(number).map(|element| match element {
                Some(element) => escape(&element.to_string()).into_owned(),
                None => "no value".to_owned(),
            });
            (number, format!("changed by {name}: {before} → {after}"))
        }
        NextElement::NotUpTo(number) => (number, NextElement::not_up_to(&what)),
        NextElement::None => return Some(NextElement::none(back, &what)),
    };
    selection.element.coords = chain.dependent_of_element(codecs, &delinear(number, &shape))?;
    selection.element.put_everywhere();
    Some(said)
}

/// Whether two elements have the same value, also where they are of different types.
fn is_same(one: &Scalar, other: &Scalar) -> bool {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::float_cmp,
        reason = "an integer that a float does not have is not the same"
    )]
    let exact = |whole: i128, real: f64| whole as f64 == real && real as i128 == whole;
    match (one, other) {
        (Scalar::Integer(whole), Scalar::Float(real)) | (Scalar::Float(real), Scalar::Integer(whole)) => {
            exact(*whole, real.value())
        }
        (Scalar::Float(one), Scalar::Float(other)) => one.value().total_cmp(&other.value()).is_eq(),
        _ => one.to_string() == other.to_string(),
    }
}

impl Selection {
    /// Where the element is in the output of a row of the pipeline.
    pub fn location(&self, row: usize) -> Option<&Location> {
        let stages = self.trace.ready()?.stages().len();
        Some(&self.element.steps.get(stages.checked_sub(row)?)?.location)
    }

    /// Whether a byte of a row belongs to an element that lies past the array; `group` bytes make an element.
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
    pub fn is_of_element(&self, row: usize, byte: u64, group: u64) -> bool {
        match self.location(row) {
            Some(Location::Ranges(ranges)) => ranges.iter().any(|range| range.contains(&byte)),
            Some(Location::Element(_, index)) => byte / group.max(1) == *index,
            Some(Location::Whole) | None => false,
        }
    }
}

fn array_at(trace: &ChunkTrace, row: usize) -> Option<&ArrayRepresentation> {
    match &trace.stages().get(row.checked_sub(1)?)?.info.decoded {
        Representation::Array(array) => Some(array),
        Representation::Bytes(_) | Representation::Unknown => None,
    }
}
