//! `stats`: what values there are in an array, a chunk or a region.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use serde_json::{Value, json};

use super::arguments::StatsArguments;
use super::labels::Chosen;
use super::open::{check_coords, found, message, open_usable};
use super::output::Tone;
use super::region::parse_region;
use super::watched::{newest, no_numbers, watched};
use super::{Failure, Output, json as print, unless_closed};
use crate::codec::DecodeOptions;
use crate::meaning::Meaning;
use crate::metadata::{Scalar, fill_value};
use crate::pipeline::{
    Array, Counts, Fault, LabelPick, NumberType, QUANTILES, Region, Summary, SummaryError, SummaryProgress,
    Total,
};
use crate::tell::meaning::{picks_json, title};
use crate::tell::summary;

/// How many rows the histogram has at most: as many as are seen at once with the rest.
const ROWS: usize = 18;
/// The columns of a terminal that is not asked for its size.
const COLUMNS: usize = 80;
/// How many faults are listed.
const LISTED: usize = 5;

pub(super) fn run(arguments: &StatsArguments, output: &mut Output) -> Result<(), Failure> {
    arguments.threads.start(&[&arguments.node.path])?;
    let chosen = Chosen::of(&arguments.node, &arguments.values, arguments.decode.options());
    let array = Arc::new(chosen.values_of(*open_usable(&arguments.node, output)?));
    let (region, picks) = region(&array, arguments, &chosen)?;
    refuse(&array, arguments.node.json, output)?;
    let summary = summarize(&array, region, arguments.decode.options())?;
    unless_closed(if arguments.node.json {
        print::print(&summary_json(&array, &summary, &picks), output)
    } else {
        text(&array, &summary, &picks, output)
    })?;
    let fault = |(chunk, fault): &(Option<Vec<u64>>, Fault)| {
        message(&array.path, chunk.as_ref().map(|coords| array.chunk_key(coords)).as_deref(), fault)
    };
    let Some(first) = summary.faults.first() else { return Ok(()) };
    for other in summary.faults.iter().skip(1).take(LISTED - 1) {
        // Where stderr cannot be written, the exit status has to be enough.
        let _ = writeln!(io::stderr(), "✗ {}", fault(other));
    }
    let all = usize::try_from(summary.faulty_chunks).unwrap_or(usize::MAX).max(summary.faults.len());
    Err(found(&fault(first), all))
}

/// Refuses elements that have no order. With `--json` the reason is on stdout too.
fn refuse(array: &Array, is_json: bool, output: &mut Output) -> Result<(), Failure> {
    let data_type = array.values_type();
    if NumberType::of(data_type).is_some() {
        return Ok(());
    }
    let reason = SummaryError::NoNumbers(data_type.clone()).to_string();
    if is_json {
        let fault = json!({"stage": "statistics", "message": reason});
        unless_closed(print::print(&json!({"array": array.path, "fault": fault}), output))?;
    }
    Err(Failure::Usage(format!("{}: {reason}", array.path)))
}

/// The part of the array that is meant: all of it, a chunk without its overhang, or a region.
fn region(
    array: &Array,
    arguments: &StatsArguments,
    chosen: &Chosen,
) -> Result<(Region, Vec<LabelPick>), Failure> {
    let grid = &array.metadata.chunk_grid;
    let other = arguments.chunk.as_ref().map(|_| "--chunk").or(arguments.region.as_ref().map(|_| "--region"));
    if let Some(selection) = chosen.selection(array, other)? {
        return Ok((selection.region, selection.picks));
    }
    let region = match (&arguments.chunk, &arguments.region) {
        (Some(coords), _) => {
            check_coords(&coords.0, &grid.grid_shape(), &format!("{}: --chunk", array.path))?;
            Ok(grid.used(&coords.0).unwrap_or_default())
        }
        (None, Some(text)) => parse_region(text, &array.metadata.shape)
            .map_err(|reason| Failure::Usage(format!("{}: --region: {reason}", array.path))),
        (None, None) => Ok(array.whole()),
    };
    region.map(|region| (region, Vec::new()))
}

/// Counts what values there are, and shows how far that is.
fn summarize(array: &Arc<Array>, region: Region, options: DecodeOptions) -> Result<Summary, Failure> {
    let own = Arc::clone(array);
    let work = move |news: &Sender<_>| {
        own.summarize(&region, &options, &mut |so_far| news.send((counts(so_far), total(so_far))).is_ok())
    };
    let summed = watched(work, newest())?;
    summed.ok_or(Failure::Interrupted)?.map_err(|error| no_numbers(array, &error))
}

/// The progress as `verify` shows it. Its rate is that of the decoded bytes.
fn counts(progress: SummaryProgress) -> Counts {
    let SummaryProgress { decoded, faulty, decoded_nbytes, .. } = progress;
    Counts { decoded, faulty, stored_nbytes: decoded_nbytes, decoded_nbytes, ..Counts::default() }
}

fn total(progress: SummaryProgress) -> Option<Total> {
    progress.chunks.map(|chunks| Total { chunks, nbytes: 0 })
}

fn summary_json(array: &Array, summary: &Summary, picks: &[LabelPick]) -> Value {
    let numbers = summary.numbers.as_ref();
    let meaning = array.shown_meaning().map(Arc::as_ref);
    let write = |scalar: Option<&Scalar>| scalar.map_or(Value::Null, |scalar| value_of(scalar, meaning));
    let quantile = |(part, number): (f64, usize)| {
        (part.to_string(), write(numbers.and_then(|numbers| numbers.quantiles.get(number))))
    };
    let mut value = json!({
        "shape": summary.shape,
        "elements": print::large(Some(summary.elements)),
        "missing_chunks": print::large(Some(summary.missing_chunks)),
        "faulty_chunks": print::large(Some(summary.faulty_chunks)),
        "fill": print::large(Some(summary.fill)),
        "nan": print::large(Some(summary.nan)),
        "inf": print::large(Some(summary.infinite[0].saturating_add(summary.infinite[1]))),
        "inf_positive": print::large(Some(summary.infinite[0])),
        "inf_negative": print::large(Some(summary.infinite[1])),
        "min": write(numbers.map(|numbers| &numbers.least)),
        "max": write(numbers.map(|numbers| &numbers.greatest)),
        "mean": numbers.map(|numbers| numbers.mean),
        "std": numbers.map(|numbers| numbers.deviation),
        "quantiles": Value::Object(QUANTILES.into_iter().zip(0..).map(quantile).collect()),
        "histogram": {
            "edges": numbers.map_or(Vec::new(), |numbers| numbers.edges.iter().map(|edge| value_of(edge, meaning)).collect()),
            "counts": numbers.map_or(Vec::new(), |numbers| numbers.counts.iter().map(|count| print::large(Some(*count))).collect()),
        },
    });
    if let Some(meaning) = meaning {
        add_meaning(meaning, summary, &mut value);
    }
    if !picks.is_empty() {
        value["selection"] = picks_json(picks);
    }
    if !summary.faults.is_empty() {
        let fault = |(chunk, fault): &(Option<Vec<u64>>, Fault)| {
            let mut value = print::fault(fault);
            value["array"] = json!(array.path);
            value["key"] = json!(chunk.as_ref().map(|coords| array.chunk_key(coords)));
            value["chunk"] = json!(chunk);
            value
        };
        value["faults"] = summary.faults.iter().map(fault).collect();
    }
    value
}

/// A number in JSON; a date as a text. Names of flags are for single elements.
fn value_of(scalar: &Scalar, meaning: Option<&Meaning>) -> Value {
    let date = meaning.filter(|meaning| meaning.time.is_some()).and_then(|meaning| meaning.label(scalar));
    date.map_or_else(|| fill_value::write(scalar), Value::from)
}

/// Adds which values were counted.
fn add_meaning(meaning: &Meaning, summary: &Summary, value: &mut Value) {
    value["values"] = json!("physical");
    value["unit"] = json!(meaning.description.units);
    value["masked"] = print::large(Some(summary.nan));
    if let (Some(_), Some(numbers)) = (&meaning.time, &summary.numbers) {
        value["mean"] = json!(meaning.real_text(numbers.mean));
    }
}

fn text(array: &Array, summary: &Summary, picks: &[LabelPick], output: &mut Output) -> Result<(), Failure> {
    let meaning = array.shown_meaning().map(Arc::as_ref);
    let title = meaning.map(title);
    for line in title.into_iter().chain(picks.iter().map(LabelPick::text)) {
        writeln!(output, "{line}")?;
    }
    for (name, fact) in summary::facts_of(summary, meaning) {
        writeln!(output, "{}{fact}", output.paint(Tone::Heading, &format!("{name:<12}")))?;
    }
    let bars = summary::bars_of(summary, (array.values_type(), meaning), ROWS, COLUMNS);
    if !bars.is_empty() {
        writeln!(output, "\n{}", bars.join("\n"))?;
    }
    Ok(())
}
