//! What values there are, of everything, of a part, or of parts together, as text and as JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::super::finding_arguments::FailOn;
use super::super::findings::Finding;
use super::super::open::found;
use super::super::output::Tone;
use super::super::part_reports::{PartHeader, PartReport, PartReports, ReportParts};
use super::super::{Failure, Output, json as print};
use super::source::CountedValues;
use crate::meaning::Meaning;
use crate::metadata::Scalar;
use crate::pipeline::{FiniteNumbers, QUANTILES, Summary};
use crate::tell::meaning::title;
use crate::tell::summary;

/// How many rows the histogram has at most: as many as are seen at once with the rest.
const ROWS: usize = 18;
/// The columns of a terminal that is not asked for its size.
const COLUMNS: usize = 80;
/// How many faults are listed.
const LISTED: usize = 5;
/// How many faults of parts are kept, as many as of everything.
const FAULTS: usize = 16;

/// What was counted.
#[derive(Debug, Clone)]
pub(in crate::cli) struct StatsReport {
    /// The counts; its faults stand beside it.
    pub(super) summary: Summary,
    pub(super) values: CountedValues,
    /// What labels have chosen, in JSON.
    pub(super) selection: Option<Value>,
    pub(super) faults: Vec<Finding>,
    /// What it is of.
    pub(super) parts: ReportParts,
}

impl StatsReport {
    /// The report in JSON.
    pub(super) fn json(&self) -> Value {
        let mut value = self.counts();
        if let Some(meaning) = &self.values.meaning {
            self.add_meaning(meaning, &mut value);
        }
        if let Some(selection) = &self.selection {
            value["selection"] = selection.clone();
        }
        if !self.faults.is_empty() {
            value["faults"] = self.faults.iter().map(|fault| fault.value.clone()).collect();
        }
        if self.parts.plan.is_some() {
            value["values_of"] = self.values.json();
            (value["schema"], value["version"]) = (json!(Self::SCHEMA.0), json!(Self::SCHEMA.1));
        }
        self.parts.add_to(&mut value);
        value
    }

    fn counts(&self) -> Value {
        let Summary { numbers, .. } = &self.summary;
        let summary = &self.summary;
        let write = |scalar: Option<&Scalar>| scalar.map_or(Value::Null, |own| self.values.value_of(own));
        let of = |own: fn(&FiniteNumbers) -> &Scalar| write(numbers.as_ref().map(own));
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
            "min": of(|numbers| &numbers.least),
            "max": of(|numbers| &numbers.greatest),
            "mean": numbers.as_ref().map(|numbers| numbers.mean),
            "std": numbers.as_ref().map(|numbers| numbers.deviation),
            "quantiles": null, "histogram": null,
        });
        if summary.unknown_chunks > 0 {
            value["unknown_chunks"] = print::large(Some(summary.unknown_chunks));
        }
        // Those of parts take all elements together.
        if self.parts.plan.is_none() {
            self.add_places(&mut value);
        }
        value
    }

    fn add_places(&self, value: &mut Value) {
        let places = self.summary.numbers.as_ref().and_then(|numbers| numbers.places.as_ref());
        let write = |own: &Scalar| self.values.value_of(own);
        let quantile = |(part, number): (f64, usize)| {
            let own = places.and_then(|places| places.quantiles.get(number));
            (part.to_string(), own.map_or(Value::Null, write))
        };
        let counts = places.map_or(&[][..], |places| &places.counts);
        value["quantiles"] = Value::Object(QUANTILES.into_iter().zip(0..).map(quantile).collect());
        value["histogram"] = json!({
            "edges": places.map_or(&[][..], |places| &places.edges).iter().map(write).collect::<Vec<_>>(),
            "counts": counts.iter().map(|count| print::large(Some(*count))).collect::<Vec<_>>(),
        });
    }

    /// Adds which values were counted.
    fn add_meaning(&self, meaning: &Meaning, value: &mut Value) {
        value["values"] = json!("physical");
        value["unit"] = json!(meaning.description.units);
        value["masked"] = print::large(Some(self.summary.nan));
        let (Some(_), Some(numbers)) = (&meaning.time, &self.summary.numbers) else { return };
        value["mean"] = json!(meaning.real_text(numbers.mean));
        if self.parts.plan.is_some() {
            // Dates cannot be added, nor compared as they are written.
            let [least, greatest] =
                [&numbers.least, &numbers.greatest].map(crate::metadata::fill_value::write);
            value["numbers"] = json!({"min": least, "max": greatest, "mean": numbers.mean});
        }
    }

    /// Prints the report for reading. `picks` says in words what labels have chosen.
    pub(super) fn print(&self, picks: &[String], output: &mut Output) -> Result<(), Failure> {
        let meaning = self.values.meaning.as_ref();
        for line in meaning.map(title).iter().chain(picks) {
            writeln!(output, "{line}")?;
        }
        for (name, fact) in summary::facts_of(&self.summary, meaning) {
            writeln!(output, "{}{fact}", output.paint(Tone::Heading, &format!("{name:<12}")))?;
        }
        let bars = summary::bars_of(&self.summary, self.values.data_type(), meaning, ROWS, COLUMNS);
        if !bars.is_empty() {
            writeln!(output, "\n{}", bars.join("\n"))?;
        }
        self.parts.print(output)
    }

    /// How the command ends: with the faults that decide, the first of them in the failure and some more on stderr; then with
    /// what is lacking.
    pub(super) fn end(&self, fail_on: Option<&FailOn>) -> Result<(), Failure> {
        let decides = |fault: &&Finding| fail_on.is_none_or(|fail_on| fail_on.decides(fault.rule));
        let failing: Vec<&Finding> = self.faults.iter().filter(decides).collect();
        let Some(first) = failing.first() else { return self.parts.end() };
        for other in failing.iter().skip(1).take(LISTED - 1) {
            // Where stderr cannot be written, the exit status has to be enough.
            let _ = writeln!(io::stderr(), "✗ {}", other.text());
        }
        let all = self.summary.faulty_chunks.saturating_add(self.summary.unknown_chunks);
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        Err(found(&first.text(), all.max(failing.len())))
    }
}

impl PartReport for StatsReport {
    const COMMAND: &'static str = "stats";
    const SCHEMA: (&'static str, u64) = ("zarrscope.stats", 1);

    fn read(value: &Value, header: PartHeader) -> Option<Self> {
        let values = CountedValues::read(&value["values_of"])?;
        let count = |name: &str| print::read_large(&value[name]);
        let summary = Summary {
            shape: value["shape"].as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?,
            elements: count("elements")?,
            missing_chunks: count("missing_chunks")?,
            faulty_chunks: count("faulty_chunks")?,
            // They are only there where there are some.
            unknown_chunks: count("unknown_chunks").unwrap_or_default(),
            faults: Vec::new(),
            fill: count("fill")?,
            nan: count("nan")?,
            infinite: [count("inf_positive")?, count("inf_negative")?],
            numbers: match &value["std"] {
                Value::Null => None,
                deviation => Some(numbers(value, deviation.as_f64()?, &values)?),
            },
        };
        let faults = match &value["faults"] {
            Value::Null => Vec::new(),
            faults => faults.as_array()?.iter().map(Finding::read).collect::<Option<_>>()?,
        };
        let selection = value.get("selection").cloned();
        Some(Self { summary, values, selection, faults, parts: ReportParts::read(header) })
    }
}

/// The numbers of a report.
fn numbers(value: &Value, deviation: f64, values: &CountedValues) -> Option<FiniteNumbers> {
    let own = value.get("numbers").unwrap_or(value);
    let [least, greatest] = ["min", "max"].map(|name| values.scalar(&own[name]));
    let (least, greatest, mean) = (least?, greatest?, own["mean"].as_f64()?);
    Some(FiniteNumbers { least, greatest, mean, deviation, places: None })
}

/// One report of all.
pub(super) fn join(reports: PartReports<StatsReport>) -> Option<StatsReport> {
    let parts = reports.joined();
    let mut all = reports.into_reports();
    let mut joined = all.next()?;
    joined.parts = parts;
    for report in all {
        joined.summary.join(&report.summary);
        joined.faults.extend(report.faults);
    }
    joined.faults.sort_by_cached_key(Finding::order);
    joined.faults.truncate(FAULTS);
    Some(joined)
}
