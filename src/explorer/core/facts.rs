use std::sync::Arc;

use crate::codec::{Dependents, Entry, Location, Representation, Statistics, Step, join};
use crate::explorer::{Content, Selection, Side};
use crate::metadata::text::shorten;
use crate::pipeline::{ChunkTrace, State};
use crate::tell::faults::partial;
use crate::tell::statistics;
use crate::tell::words::{ranges, shape, size, target, written_out};

/// The widest column of stage names. A longer name reaches past its edge.
const WIDEST: usize = 64;
const LONGEST: usize = 400;

pub fn of_stage(selection: &Selection) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(stage) = selection.stage_trace()
        && let Some(step) =
            selection.element.steps.iter().find(|step| step.stage.as_ref() == Some(&stage.info))
        && let Some(formula) = &step.formula
    {
        lines.push(shorten(formula, LONGEST));
    }
    lines.extend(fill_path(selection));
    lines.extend(dependents(selection));
    if let Some(stage) = selection.stage_trace()
        && let Some(found) = &stage.partial
    {
        lines.push(partial(found, &stage.info.decoded));
    }
    if let Some(output) = selection.statistics.get(&selection.stage()) {
        let input = selection.row(Side::Input).and_then(|row| selection.statistics.get(&row));
        lines.push(sizes(input, output));
        lines.extend(statistics::elements(output));
    }
    lines
}

fn fill_path(selection: &Selection) -> Option<String> {
    let is_missing = selection.trace.ready()?.state == State::Missing;
    let is_shown = match selection.stage_trace() {
        Some(stage) => matches!(stage.info.decoded, Representation::Array(_)),
        None => is_missing,
    };
    if !is_shown {
        return None;
    }
    Some(format!("fill value {}", shorten(&selection.array()?.chain().fill_path().text()?, LONGEST)))
}

fn dependents(selection: &Selection) -> Option<String> {
    Some(match selection.element.dependents.as_ref()? {
        Dependents::None => "this byte belongs to no element".to_owned(),
        Dependents::All => "any element may depend on this byte".to_owned(),
        Dependents::Elements { first, count: 1 } => format!("this byte belongs to element {}", shape(first)),
        Dependents::Elements { first, count } => {
            format!("{count} elements depend on this byte, from {}", shape(first))
        }
    })
}

pub fn element_path(selection: &Selection) -> Vec<String> {
    let followed = &selection.element;
    let Some(trace) = selection.trace.ready() else { return Vec::new() };
    if followed.steps.is_empty() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if let Some(origin) = selection.origin() {
        let coords: Vec<u64> =
            followed.coords.iter().zip(origin).map(|(own, origin)| own.saturating_add(origin)).collect();
        lines.push(format!("array  [{}]", join(&coords)));
    }
    lines.push(format!("chunk  {}, key {}", shape(&trace.address.chunk), trace.key));
    lines.extend(trace.target.as_ref().map(|place| format!("in     {}", target(place))));
    lines.extend(trace.written_out.map(|kind| format!("in     {}", written_out(kind))));
    for (inner, which) in trace.address.inner.iter().zip(1..) {
        let mut from = String::new();
        if which == trace.address.inner.len()
            && let Some(offset) = trace.offset
        {
            from = format!(", from byte {offset} of its shard");
        }
        lines.push(format!("inner  {}{from}", shape(inner)));
    }
    let name = |step: &Step| step.stage.as_ref().map_or("stored", |stage| &stage.codec.name).to_owned();
    let width = followed.steps.iter().map(|step| name(step).chars().count()).max().unwrap_or(0).min(WIDEST);
    if selection.meaning().is_some()
        && let Some(element) = Content::of_last(trace).element(&followed.coords, WIDEST)
        && let Some(steps) = selection.steps_of(&element)
    {
        lines.push(format!("{:<width$}  {}", "attributes", shorten(&steps, LONGEST)));
    }
    for step in &followed.steps {
        let at = match &step.location {
            Location::Element(coords, index) => format!("{} number {index}", shape(coords)),
            Location::Ranges(found) => ranges(found),
            Location::Whole => "all bytes".to_owned(),
        };
        let mut value = String::new();
        if let Some(shown) = step.formula.as_ref().or(step.value.as_ref())
            && !shown.ends_with('…')
        {
            value = format!("  {}", shorten(shown, LONGEST));
        }
        lines.push(format!("{:<width$}  {at}{value}", name(step)));
        lines.extend(in_shard(trace, step).map(|text| format!("{:<width$}  {text}", "")));
    }
    lines
}

fn in_shard(trace: &ChunkTrace, step: &Step) -> Option<String> {
    let (Location::Element(coords, _), Some(stage)) = (&step.location, &step.stage) else { return None };
    let chain = trace.chain();
    let sharding = chain.sharding()?;
    if *stage != *chain.array_to_bytes_info() {
        return None;
    }
    let (inner, within) = sharding.grid().locate(coords)?;
    let entry = match trace.shard.as_ref()?.entry(&inner)? {
        Entry::Stored { offset, nbytes } => format!("offset {offset}, nbytes {nbytes}"),
        Entry::Missing => "missing".to_owned(),
    };
    Some(format!("inner chunk {}, there {}; index: {entry}", shape(&inner), shape(&within)))
}

fn sizes(input: Option<&Arc<Statistics>>, output: &Statistics) -> String {
    let bits = |statistics: &Statistics| format!("{:.2}", statistics.entropy);
    let Some(input) = input else { return format!("entropy {} bits/byte", bits(output)) };
    if input.nbytes == output.nbytes {
        return format!(
            "{}, same size; entropy {} → {} bits/byte",
            size(input.nbytes),
            bits(input),
            bits(output)
        );
    }
    #[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
    let ratio = output.nbytes as f64 / (input.nbytes.max(1)) as f64;
    format!(
        "{} → {}, ratio {ratio:.2}; entropy {} → {} bits/byte",
        size(input.nbytes),
        size(output.nbytes),
        bits(input),
        bits(output)
    )
}
