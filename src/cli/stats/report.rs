use std::borrow::Cow;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::part_reports::{PartHeader, PartReport, PartReports, ReportParts, WrittenReport};
use super::super::{Output, Result, finding_arguments::FailOn, findings::Finding, open::found, output::Tone};
use super::source::CountedValues;
use crate::check::is_unread;
use crate::metadata::{fill_value, text::escape};
use crate::pipeline::{FiniteNumbers, LabelPick, QUANTILES, Summary};
use crate::tell::meaning::title;
use crate::tell::summary;

/// The most rows of the histogram: it is seen at once with the rest.
const ROWS: usize = 18;
const COLUMNS: usize = 80;
const LISTED: usize = 5;
const FAULTS: usize = 16;

#[derive(Debug, Clone)]
pub(in crate::cli) struct StatsReport {
    /// Its own faults are empty: `faults` has them.
    pub(super) summary: Summary,
    pub(super) values: CountedValues,
    pub(super) selection: Option<Vec<LabelPick>>,
    pub(super) faults: Vec<Finding>,
    pub(super) parts: ReportParts,
    /// Where the extremes are, as labels say it.
    pub(super) min_coordinates: Map<String, Value>,
    pub(super) max_coordinates: Map<String, Value>,
}

/// The report as it is printed, and read again to be merged. Values of the array are in the form of a fill value, or dates.
#[derive(Serialize, Deserialize)]
pub(super) struct StatsJson<'a> {
    shape: Cow<'a, [u64]>,
    elements: u128,
    missing_chunks: u128,
    faulty_chunks: u128,
    fill: u128,
    nan: u128,
    #[serde(skip_deserializing)]
    inf: u128,
    inf_positive: u128,
    inf_negative: u128,
    min: Option<Value>,
    max: Option<Value>,
    min_at: Option<Cow<'a, [u64]>>,
    max_at: Option<Cow<'a, [u64]>>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    min_coordinates: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    max_coordinates: Map<String, Value>,
    mean: Option<Value>,
    std: Option<f64>,
    #[serde(flatten, skip_deserializing)]
    places: PlacesJson,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    flags: Cow<'a, [FlagCountJson]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unnamed: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown_chunks: Option<u128>,
    #[serde(flatten, skip_deserializing)]
    physical: Option<PhysicalJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<CountedJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selection: Option<Cow<'a, [LabelPick]>>,
    #[serde(skip_deserializing, skip_serializing_if = "<[_]>::is_empty")]
    faults: Cow<'a, [Finding]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values_of: Option<Cow<'a, Value>>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
    #[serde(flatten, skip_deserializing)]
    parts: Cow<'a, ReportParts>,
}

#[derive(Default, Serialize)]
struct PlacesJson {
    quantiles: Option<Map<String, Value>>,
    histogram: Option<HistogramJson>,
}

/// Elements that have the name of a flag, and their part of all.
#[derive(Clone, Serialize, Deserialize)]
struct FlagCountJson {
    #[serde(skip_deserializing)]
    name: String,
    #[serde(skip_deserializing)]
    value: Option<i128>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    mask: Option<i128>,
    count: u128,
    #[serde(skip_deserializing)]
    part: f64,
}

#[derive(Default, Serialize)]
struct HistogramJson {
    edges: Vec<Value>,
    counts: Vec<u128>,
    below: u128,
    above: u128,
}

#[derive(Serialize)]
struct PhysicalJson<'a> {
    values: &'static str,
    unit: Option<&'a str>,
    masked: u128,
}

#[derive(Serialize, Deserialize)]
struct CountedJson {
    min: Value,
    max: Value,
    mean: Value,
}

impl StatsReport {
    pub(super) fn json(&self) -> StatsJson<'_> {
        let Summary { numbers, infinite, nan, .. } = &self.summary;
        let [inf_positive, inf_negative] = *infinite;
        let meaning = self.values.meaning.as_ref();
        let is_of_parts = self.parts.plan.is_some();
        let mut min = None;
        let mut max = None;
        let mut mean = None;
        let mut counted = None;
        if let Some(found) = numbers {
            min = Some(self.values.value_of(&found.least));
            max = Some(self.values.value_of(&found.greatest));
            mean = Some(found.mean.into());
            if let Some(meaning) = meaning
                && meaning.time.is_some()
            {
                mean = Some(meaning.real_text(found.mean).into());
                // Dates cannot be added, nor compared as they are written.
                if is_of_parts {
                    counted = Some(CountedJson {
                        min: fill_value::write(&found.least),
                        max: fill_value::write(&found.greatest),
                        mean: found.mean.into(),
                    });
                }
            }
        }
        let unknown = Some(self.summary.unknown_chunks);
        StatsJson {
            shape: Cow::Borrowed(&self.summary.shape),
            elements: self.summary.elements,
            missing_chunks: self.summary.missing_chunks,
            faulty_chunks: self.summary.faulty_chunks,
            fill: self.summary.fill,
            nan: *nan,
            inf: inf_positive.saturating_add(inf_negative),
            inf_positive,
            inf_negative,
            min,
            max,
            min_at: numbers.as_ref().and_then(|own| own.least_at.as_deref()).map(Cow::Borrowed),
            max_at: numbers.as_ref().and_then(|own| own.greatest_at.as_deref()).map(Cow::Borrowed),
            min_coordinates: self.min_coordinates.clone(),
            max_coordinates: self.max_coordinates.clone(),
            mean,
            std: numbers.as_ref().map(|numbers| numbers.deviation),
            // Those of parts take all elements together.
            places: if is_of_parts { PlacesJson::default() } else { self.places() },
            unnamed: Some(self.summary.unnamed).filter(|_| !self.summary.named.is_empty()),
            flags: Cow::Owned(self.flags()),
            unknown_chunks: unknown.filter(|unknown| *unknown > 0),
            physical: meaning.map(|meaning| PhysicalJson {
                values: "physical",
                unit: meaning.description.units.as_deref(),
                masked: *nan,
            }),
            numbers: counted,
            selection: self.selection.as_deref().map(Cow::Borrowed),
            faults: Cow::Borrowed(&self.faults),
            values_of: if is_of_parts { Some(Cow::Borrowed(&self.values.source)) } else { None },
            schema: if is_of_parts { Some(Self::SCHEMA.0) } else { None },
            version: if is_of_parts { Some(Self::SCHEMA.1) } else { None },
            parts: Cow::Borrowed(&self.parts),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a part of all elements")]
    fn flags(&self) -> Vec<FlagCountJson> {
        let Some(flags) = self.values.meaning.as_ref().and_then(|meaning| meaning.shown_flags()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (row, count) in flags.rows.iter().zip(&self.summary.named) {
            let part = *count as f64 / self.summary.elements.max(1) as f64;
            found.push(FlagCountJson {
                name: row.name.clone(),
                value: row.value,
                mask: row.mask,
                count: *count,
                part,
            });
        }
        found
    }

    fn places(&self) -> PlacesJson {
        let mut quantiles = Map::new();
        let mut histogram = HistogramJson::default();
        for part in QUANTILES {
            quantiles.insert(part.to_string(), Value::Null);
        }
        if let Some(numbers) = &self.summary.numbers
            && let Some(places) = &numbers.places
        {
            for (part, own) in QUANTILES.iter().zip(&places.quantiles) {
                quantiles.insert(part.to_string(), self.values.value_of(own));
            }
            histogram.edges = places.edges.iter().map(|own| self.values.value_of(own)).collect();
            histogram.counts.clone_from(&places.counts);
            (histogram.below, histogram.above) = (places.below, places.above);
        }
        PlacesJson { quantiles: Some(quantiles), histogram: Some(histogram) }
    }

    pub(super) fn print(&self, picks: &[String], output: &mut Output) -> Result {
        let meaning = self.values.meaning.as_ref();
        if let Some(meaning) = meaning {
            writeln!(output, "{}", title(meaning))?;
        }
        for pick in picks {
            writeln!(output, "{pick}")?;
        }
        for (name, fact) in summary::facts_of(&self.summary, meaning) {
            let place = match name {
                "min" => labels(&self.min_coordinates),
                "max" => labels(&self.max_coordinates),
                _ => String::new(),
            };
            writeln!(output, "{}{fact}{place}", output.paint(Tone::Heading, &format!("{name:<12}")))?;
        }
        let bars = summary::bars_of(&self.summary, self.values.data_type(), meaning, ROWS, COLUMNS);
        if !bars.is_empty() {
            writeln!(output, "\n{}", bars.join("\n"))?;
        }
        self.parts.print(output)
    }

    pub(super) fn end(&self, fail_on: Option<&FailOn>) -> Result {
        let decides = |fault: &&Finding| fail_on.is_none_or(|fail_on| fail_on.decides(fault.rule));
        let failing: Vec<&Finding> = self.faults.iter().filter(decides).collect();
        let Some(first) = failing.first() else { return self.parts.end() };
        for other in failing.iter().skip(1).take(LISTED - 1) {
            // What a server does not answer is not known; where chunks of a disk cannot be read, none is unknown.
            let is_unknown = self.summary.unknown_chunks > 0 && is_unread(other.rule);
            // Where stderr cannot be written, the exit status has to be enough.
            let sign = if is_unknown { "? not known:" } else { "✗" };
            let _ = writeln!(io::stderr(), "{sign} {}", other.text());
        }
        let all = self.summary.faulty_chunks.saturating_add(self.summary.unknown_chunks);
        let all = usize::try_from(all).unwrap_or(usize::MAX).max(failing.len());
        Err(found(&first.text(), all, failing.iter().all(|fault| is_unread(fault.rule))))
    }
}

impl PartReport for StatsReport {
    const COMMAND: &'static str = "stats";
    const SCHEMA: (&'static str, u64) = ("zarrscope.stats", 1);

    fn read(written: WrittenReport, header: PartHeader) -> Option<Self> {
        let read = StatsJson::deserialize(&written.rest).ok()?;
        let values = CountedValues::read(&*read.values_of?)?;
        let numbers = match read.std {
            None => None,
            Some(deviation) => {
                let of = CountedJson { min: read.min?, max: read.max?, mean: read.mean? };
                let CountedJson { min, max, mean } = read.numbers.unwrap_or(of);
                let least = values.scalar(&min)?;
                let greatest = values.scalar(&max)?;
                let [least_at, greatest_at] = [read.min_at, read.max_at].map(|at| at.map(Cow::into_owned));
                let mean = mean.as_f64()?;
                Some(FiniteNumbers { least, greatest, least_at, greatest_at, mean, deviation, places: None })
            }
        };
        let summary = Summary {
            nan_at: None,
            shape: read.shape.into_owned(),
            elements: read.elements,
            missing_chunks: read.missing_chunks,
            faulty_chunks: read.faulty_chunks,
            // They are only there where there are some.
            unknown_chunks: read.unknown_chunks.unwrap_or_default(),
            faults: Vec::new(),
            fill: read.fill,
            nan: read.nan,
            infinite: [read.inf_positive, read.inf_negative],
            numbers,
            named: read.flags.iter().map(|flag| flag.count).collect(),
            unnamed: read.unnamed.unwrap_or_default(),
        };
        let selection = read.selection.map(Cow::into_owned);
        let faults = written.faults;
        let (min_coordinates, max_coordinates) = (read.min_coordinates, read.max_coordinates);
        let parts = ReportParts::read(header);
        Some(Self { summary, values, selection, faults, parts, min_coordinates, max_coordinates })
    }

    fn findings(&self) -> [&[Finding]; 2] {
        [&self.faults, &[]]
    }
}

fn labels(labels: &Map<String, Value>) -> String {
    let mut words = Vec::new();
    for (name, value) in labels {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        words.push(format!("{name}={value}"));
    }
    if words.is_empty() { String::new() } else { format!("  {}", escape(&words.join(", "))) }
}

pub(super) fn join(reports: PartReports<StatsReport>) -> Option<StatsReport> {
    let parts = reports.joined();
    let mut all = reports.into_reports();
    let mut joined = all.next()?;
    joined.parts = parts;
    for report in all {
        joined.summary.join(&report.summary);
        if let (Some(numbers), Some(own)) = (&joined.summary.numbers, &report.summary.numbers) {
            if numbers.least_at == own.least_at {
                joined.min_coordinates = report.min_coordinates;
            }
            if numbers.greatest_at == own.greatest_at {
                joined.max_coordinates = report.max_coordinates;
            }
        }
        joined.faults.extend(report.faults);
    }
    joined.faults.sort_by(Finding::order);
    joined.faults.truncate(FAULTS);
    Some(joined)
}
