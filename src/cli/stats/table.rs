//! What the columns of tables of `AnnData` hold.

use std::io::Write;

use serde::Serialize;
use serde_json::{Value, json};

use super::super::{Failure, Output, Result, arguments::StatsArguments, json as print, output::Tone};
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::EncodedKind;
use crate::metadata::text::{count, escape, grouped, shorten};
use crate::metadata::{DataType, Scalar, Variable, fill_value};
use crate::pipeline::{ColumnSummary, ColumnValues, Frame, encoded_of};
use crate::tell::summary::{digits, named_counts};

/// The most names of a column that are printed; JSON has more.
const LISTED: usize = 12;
const LISTED_IN_JSON: usize = 4096;
const LONGEST: usize = 60;

#[derive(Serialize)]
struct TableReport {
    rows: u64,
    columns: Vec<ColumnReport>,
}

#[derive(Serialize)]
struct ColumnReport {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<u64>,
    #[serde(flatten)]
    values: Value,
}

/// `None` where the path leads to something without rows.
pub(super) fn run(arguments: &StatsArguments, output: &mut Output) -> Option<Result> {
    let hierarchy = super::super::open(&arguments.node.path, &arguments.node.limits.access()).ok()?;
    let kind = hierarchy.describe("").kind;
    let path = escape(&hierarchy.name).into_owned();
    let usage = |text: String| Some(Err(Failure::Usage(format!("{path}: {text}"))));
    if let Some(element) = encoded_of(&kind).filter(|own| matches!(own.kind, EncodedKind::Sparse { .. })) {
        return usage(format!(
            "expected an array, a table or a column, found a {}: {path}/data has the values that are stored, and \
             decode prints them with their rows and columns",
            element.words()
        ));
    }
    if !Frame::is_of(&kind) && !is_text(&kind) {
        return None;
    }
    let options = [
        ("--chunk", arguments.chunk.is_some()),
        ("--region", arguments.region.is_some()),
        ("--part", arguments.part.is_some()),
        ("--sel", !arguments.values.sel.is_empty()),
    ];
    if let Some((option, _)) = options.iter().find(|(_, is_given)| *is_given) {
        return usage(format!("{option}: expected an array of numbers, found a table or a column of texts"));
    }
    Some(describe(&hierarchy, &path, arguments, output))
}

fn is_text(kind: &NodeKind) -> bool {
    let data_type = kind.array().and_then(|array| array.data_type.as_ref().ok());
    matches!(data_type, Some(DataType::Variable(Variable::String) | DataType::Utf32(_) | DataType::Chars(_)))
}

fn describe(hierarchy: &Hierarchy, path: &str, arguments: &StatsArguments, output: &mut Output) -> Result {
    let is_frame = Frame::is_of(&hierarchy.describe("").kind);
    let frame = if is_frame { Frame::open(hierarchy, "") } else { Ok(Frame::of_column(hierarchy, "")) };
    let frame = frame.map_err(|fault| Failure::Data(format!("{path}: {}", escape(&fault))))?.whole();
    let options = arguments.decode.options();
    let mut summaries = Vec::new();
    // The first column has the labels of rows.
    for (number, column) in frame.columns.iter().enumerate().skip(1) {
        summaries.push((column.name.clone(), frame.summarize(number, &options)));
    }
    if arguments.node.json {
        let columns = summaries.iter().map(|(name, summary)| column_report(name, summary)).collect();
        print::print(&TableReport { rows: frame.rows, columns }, output)?;
    } else {
        print_text(&frame, &summaries, output)?;
    }
    let fault = summaries.iter().find_map(|(name, summary)| Some((name, summary.as_ref().err()?)));
    match fault {
        Some((name, fault)) => Err(Failure::Data(format!("{path}: {name}: {}", escape(fault)))),
        None => Ok(()),
    }
}

fn column_report(name: &str, summary: &Result<ColumnSummary, String>) -> ColumnReport {
    let name = name.to_owned();
    let summary = match summary {
        Ok(summary) => summary,
        Err(fault) => {
            let (fault, values) = (Some(fault.clone()), json!({}));
            return ColumnReport { name, fault, count: None, missing: None, values };
        }
    };
    let values = match &summary.values {
        ColumnValues::Numbers { least, greatest, mean, deviation } => json!({
            "min": fill_value::write(least), "max": fill_value::write(greatest),
            "mean": print::real(*mean), "std": print::real(*deviation),
        }),
        ColumnValues::Names(names) => {
            let some = names.iter().take(LISTED_IN_JSON);
            let frequencies: Vec<Value> =
                some.map(|(name, count)| json!({"name": name, "count": count})).collect();
            json!({"names": names.len(), "frequencies": frequencies})
        }
        ColumnValues::Texts | ColumnValues::Nothing => json!({}),
    };
    let (count, missing) = (Some(summary.count), Some(summary.missing));
    ColumnReport { name, fault: None, count, missing, values }
}

fn print_text(
    frame: &Frame,
    summaries: &[(String, Result<ColumnSummary, String>)],
    output: &mut Output,
) -> Result {
    writeln!(output, "{}, {}", count(frame.rows.into(), "row"), count(summaries.len() as u128, "column"))?;
    for (name, summary) in summaries {
        let name = output.paint(Tone::Heading, name);
        let summary = match summary {
            Ok(summary) => summary,
            Err(fault) => {
                writeln!(output, "\n{name}  ✗ {}", escape(fault))?;
                continue;
            }
        };
        let missing = match summary.missing {
            0 => String::new(),
            missing => format!(", {} missing", grouped(missing.into())),
        };
        writeln!(output, "\n{name}  {}{missing}", count(summary.count.into(), "value"))?;
        match &summary.values {
            ColumnValues::Numbers { least, greatest, mean, deviation } => {
                let [least, greatest] = [least, greatest].map(Scalar::to_string);
                let (mean, deviation) = (digits(*mean), digits(*deviation));
                writeln!(output, "  min {least}  max {greatest}  mean {mean}  std {deviation}")?;
            }
            ColumnValues::Names(names) => {
                let rows = names.iter().take(LISTED);
                let rows = rows.map(|(name, count)| (shorten(&escape(name), LONGEST), u128::from(*count)));
                for line in named_counts(&rows.collect::<Vec<_>>(), summary.count.into()) {
                    writeln!(output, "  {line}")?;
                }
                if names.len() > LISTED {
                    let more = grouped((names.len() - LISTED) as u128);
                    writeln!(output, "  … {more} more, which --json has")?;
                }
            }
            ColumnValues::Texts => writeln!(output, "  texts that are hardly ever the same")?,
            ColumnValues::Nothing => {}
        }
    }
    Ok(())
}
