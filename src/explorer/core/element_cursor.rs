use std::sync::Arc;

use crate::codec::{Dependents, Location, Representation};
use crate::explorer::core::content::Shown;
use crate::explorer::core::element_text::SHOWN;
use crate::explorer::core::next_element::NextElement;
use crate::explorer::core::selection::{Moved, Selection};
use crate::explorer::{Content, Side, ValuesPane};
use crate::metadata::text::escape;
use crate::metadata::{ArrayRepresentation, Scalar, delinear, lengths};
use crate::pipeline::ChunkTrace;
use crate::tell::words::count;

pub(crate) fn reconcile(selection: &mut Selection, panes: &mut [ValuesPane; 2]) {
    let mut moved = std::mem::take(&mut selection.element.moved);
    let within = extent_in_array(selection, panes);
    if let Some(within) = &within
        && selection.element.coords.iter().zip(within).any(|(at, end)| at >= end)
    {
        moved = Moved::Element;
    }
    if moved == Moved::Nothing {
        return;
    }
    let Some(trace) = selection.trace.ready().cloned() else { return };
    selection.element.dependents = None;
    match moved {
        Moved::Cursor(side) => {
            if let Some(leading) = panes.iter().find(|pane| pane.side == side)
                && let Some(coords) = element_under(selection, &trace, leading)
            {
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
    let steps = trace.chain().probe(&trace.trace, &selection.element.coords, SHOWN);
    selection.element.steps = steps.unwrap_or_default();
    for pane in panes {
        if moved != Moved::Cursor(pane.side) {
            put_cursor(pane, selection, &trace);
        }
    }
}

/// How much of the selected chunk lies in the array. Nothing past it is shown where the whole array is.
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
    // A byte offset means nothing in another stage, so its bytes begin at the first.
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
            if !inside && let Some(first) = ranges.first() {
                pane.offset = first.start;
            }
        }
        Location::Whole => {}
    }
}

pub(crate) fn first_lost(selection: &mut Selection) {
    let Some(trace) = selection.trace.ready() else { return };
    if selection.element.coords.iter().all(|coord| *coord == 0)
        && let Some(fault) = &trace.trace.fault
        && let Some(first) = trace.chain().element_of(fault)
    {
        selection.element.coords = first;
    }
}

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
        return Some(format!("no other one of {all} without a value"));
    };
    let codecs = trace.stages().len().checked_sub(failing + 1)?;
    selection.element.coords = trace.chain().dependent_of_element(codecs, &delinear(next, &array.shape))?;
    selection.element.put_everywhere();
    Some(format!("{all} without a value"))
}

pub(crate) fn next_changed(selection: &mut Selection, back: bool) -> Option<String> {
    if !selection.opened {
        return None;
    }
    let trace = Arc::clone(selection.trace.ready()?);
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
        return Some(format!("{name} moves elements, but changes none of them"));
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
    pub fn location(&self, row: usize) -> Option<&Location> {
        let stages = self.trace.ready()?.stages().len();
        Some(&self.element.steps.get(stages.checked_sub(row)?)?.location)
    }

    /// Whether a byte of a row belongs to an element past the array. `group` is the bytes per element.
    pub fn is_overhang(&self, row: usize, byte: u64, group: u64) -> bool {
        let Some(trace) = self.trace.ready() else { return false };
        let last = row == trace.stages().len();
        let straight = row + 1 >= trace.stages().len() && !trace.chain().rearranges();
        if (!last && !straight) || trace.decoded.data_type.is_variable() {
            return false;
        }
        let (Some(origin), Some(layout)) = (self.origin(), self.array_layout()) else { return false };
        let coords = delinear(byte / group.max(1), &trace.decoded.shape);
        let mut ends = coords.iter().zip(origin).zip(&layout.shape);
        ends.any(|((coord, origin), end)| coord.saturating_add(origin) >= *end)
    }

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
