use std::io::Write;

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::arguments::{PlanArguments, ValueArguments};
use super::labels::Chosen;
use super::{Failure, Output, Result, json, open::failure, open::open_usable, output::Tone};
use super::{json::pairs, unless_closed};
use crate::limits::PLANNED_CHUNKS;
use crate::metadata::text::escape;
use crate::pipeline::{Array, LabelPick, LabelSelection, ReadPlan, Region};
use crate::tell::words::{common_shape, count, grouped, shape, size, slices};

pub(super) fn run(arguments: &PlanArguments, output: &mut Output) -> Result {
    let array = open_usable(&arguments.node, output)?;
    let options = arguments.decode.options();
    let values = ValueArguments { sel: arguments.sel.clone(), physical: false };
    let chosen = Chosen::of(&arguments.node, &values, options);
    let selection = chosen.selection(&array, arguments.region.as_ref(), &[])?;
    let LabelSelection { region, picks } =
        selection.unwrap_or_else(|| LabelSelection { region: array.whole(), picks: Vec::new() });
    let other = arguments.chunk_shape.as_ref().map(|coords| coords.0.as_slice());
    check_shape(&array, other)?;
    let own = ReadPlan::of(&array, &region, &options)
        .map_err(|(coords, fault)| failure(&array.path, Some(&array.chunk_key(&coords)), &fault))?;
    let other = other.map(|edges| (edges, own.with_chunks(&array, &region, edges)));
    let planned = PlannedRead { array: &array, region: &region, own, other };
    unless_closed(if arguments.node.json {
        json::print(&planned.report(), output)
    } else {
        planned.text(&picks, output)
    })
}

fn check_shape(array: &Array, edges: Option<&[u64]>) -> Result {
    let Some(edges) = edges else { return Ok(()) };
    let rank = array.metadata.shape.len();
    if edges.len() == rank && !edges.contains(&0) {
        return Ok(());
    }
    let expected = format!("expected {rank} edges of at least 1");
    let found = shape(edges);
    Err(Failure::Usage(format!("{}: --chunk-shape: {expected}, found {found}", escape(&array.path))))
}

struct PlannedRead<'a> {
    array: &'a Array,
    region: &'a Region,
    own: ReadPlan,
    other: Option<(&'a [u64], ReadPlan)>,
}

#[derive(Serialize)]
struct PlanReport<'a> {
    array: &'a str,
    region: Vec<[u64; 2]>,
    #[serde(flatten)]
    plan: PlanFigures<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chunk_shape: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_stored: Option<PlanFigures<'a>>,
}

/// With what follows from it.
#[derive(Serialize)]
struct PlanFigures<'a> {
    #[serde(flatten)]
    plan: &'a ReadPlan,
    amplification: Option<f64>,
}

impl<'a> From<&'a ReadPlan> for PlanFigures<'a> {
    fn from(plan: &'a ReadPlan) -> Self {
        Self { plan, amplification: plan.amplification() }
    }
}

impl PlannedRead<'_> {
    fn report(&self) -> PlanReport<'_> {
        let own = PlanFigures::from(&self.own);
        let (plan, chunk_shape, as_stored) = match &self.other {
            Some((edges, other)) => (other.into(), Some(*edges), Some(own)),
            None => (own, None, None),
        };
        PlanReport { array: &self.array.path, region: pairs(self.region), plan, chunk_shape, as_stored }
    }

    fn text(&self, picks: &[LabelPick], output: &mut Output) -> Result {
        let metadata = &self.array.metadata;
        let line = |output: &mut Output, name: &str, text: &str| {
            writeln!(output, "{} {text}", output.paint(Tone::Quiet, &format!("{name:<7}")))
        };
        let grid = common_shape(metadata.chunk_grid.common_shape().as_deref());
        let (own, whole) = (escape(&self.array.path), shape(&metadata.shape));
        line(output, "array", &format!("{own}  {}, {whole}, chunks {grid}", metadata.data_type))?;
        line(output, "region", &slices(self.region))?;
        for pick in picks {
            line(output, "", &escape(&pick.text()))?;
        }
        line(output, "wanted", &bytes(self.own.wanted_nbytes))?;
        writeln!(output)?;
        let mut rows = vec![row("as it is", &self.own)];
        if let Some((edges, plan)) = &self.other {
            rows.push(row(&shape(edges), plan));
        }
        print_table(&rows, output)?;
        for note in self.notes() {
            writeln!(output, "{}", output.paint(Tone::Quiet, &note))?;
        }
        Ok(())
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let plan = &self.own;
        match plan.missing {
            Some(missing @ 1..) => {
                notes.push(format!("{} missing: read as the fill value", count(missing, "chunk")));
            }
            Some(0) => {}
            None => {
                let most = grouped(PLANNED_CHUNKS.into());
                notes.push(format!(
                    "Sizes of more than {most} chunks or shards in shards are not looked at: --region takes a part."
                ));
            }
        }
        if let Some(inner) = plan.inner_chunks {
            notes.push(format!("{} of the shards stored and touched", count(inner, "inner chunk")));
        }
        if let Some((edges, other)) = &self.other
            && other.stored_nbytes.is_some()
        {
            notes.push(format!("~ if {} compresses as the chunks of now", shape(edges)));
        }
        notes
    }
}

const UNKNOWN: &str = "not known";
const HEADER: [&str; 6] = ["", "chunks", "requests", "stored", "decoded", "decoded per wanted byte"];

fn row(name: &str, plan: &ReadPlan) -> [String; 6] {
    let estimated = if plan.missing.is_none() && plan.stored_nbytes.is_some() { "~" } else { "" };
    [
        name.to_owned(),
        grouped(plan.chunks),
        plan.requests.map_or_else(|| UNKNOWN.to_owned(), grouped),
        format!("{estimated}{}", bytes(plan.stored_nbytes)),
        bytes(plan.decoded_nbytes),
        plan.amplification().map_or_else(|| UNKNOWN.to_owned(), times),
    ]
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates")]
fn times(number: f64) -> String {
    if number < 100.0 { format!("{number:.1}") } else { grouped(number.round() as u128) }
}

fn bytes(nbytes: Option<u128>) -> String {
    nbytes.map_or_else(|| UNKNOWN.to_owned(), |nbytes| size(u64::try_from(nbytes).unwrap_or(u64::MAX)))
}

fn print_table(rows: &[[String; 6]], output: &mut Output) -> Result {
    let widths: Vec<usize> = HEADER
        .iter()
        .enumerate()
        .map(|(column, name)| {
            let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width());
            cells.chain([name.len()]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: &[&str]| -> String {
        let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        padded.collect::<Vec<_>>().join("  ")
    };
    writeln!(output, "{}", output.paint(Tone::Quiet, line(&HEADER).trim_end()))?;
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        writeln!(output, "{}", line(&cells))?;
    }
    Ok(())
}
