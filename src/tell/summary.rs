use unicode_width::UnicodeWidthStr;

use crate::meaning::{FlagTable, Meaning};
use crate::metadata::text::{escape, shorten};
use crate::metadata::{DataType, Scalar};
use crate::pipeline::{FiniteNumbers, NumberPlaces, NumberType, Summary};
use crate::tell::words::{count, grouped, shape};

const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const WIDEST: usize = 60;

const NAME: usize = 16;
const CLASS: usize = 40;

pub fn facts_of(summary: &Summary, meaning: Option<&Meaning>) -> Vec<(&'static str, String)> {
    let part = |own: u128| format!("{}{}", grouped(own), percent(own, summary.elements));
    let mut facts = vec![("elements", format!("{} in {}", grouped(summary.elements), shape(&summary.shape)))];
    if summary.missing_chunks > 0 {
        let missing = count(summary.missing_chunks, "missing chunk");
        facts.push(("missing", format!("{missing}, which read as the fill value")));
    }
    if summary.faulty_chunks > 0 {
        let faulty = count(summary.faulty_chunks, "faulty chunk");
        facts.push(("faulty", format!("✗ {faulty}, whose elements are not counted")));
    }
    if summary.unknown_chunks > 0 {
        let unknown = count(summary.unknown_chunks, "chunk");
        facts.push(("not known", format!("? {unknown}, whose elements are not counted")));
    }
    // Of physical values the fill value is masked, or a number as all others.
    if meaning.is_none() {
        facts.push((
            "fill value",
            format!("{}{}", count(summary.fill, "element"), percent(summary.fill, summary.elements)),
        ));
    }
    if summary.nan > 0 {
        let first = summary.nan_at.as_ref().map(|at| format!("  first at {at:?}")).unwrap_or_default();
        let word = if meaning.is_some() { "masked" } else { "NaN" };
        facts.push((word, part(summary.nan) + &first));
    }
    for (name, own) in ["+Inf", "-Inf"].into_iter().zip(summary.infinite) {
        if own > 0 {
            facts.push((name, part(own)));
        }
    }
    match &summary.numbers {
        Some(numbers) => facts.extend(number_facts(numbers, meaning)),
        None => facts.push(("numbers", "none that is finite".to_owned())),
    }
    facts
}

pub fn number_text(scalar: &Scalar, meaning: Option<&Meaning>) -> String {
    match meaning {
        Some(meaning) => meaning.number_text(scalar),
        None => scalar.to_string(),
    }
}

fn number_facts(numbers: &FiniteNumbers, meaning: Option<&Meaning>) -> Vec<(&'static str, String)> {
    let text = |scalar: &Scalar| number_text(scalar, meaning);
    let placed = |own: &Scalar, at: &Option<Vec<u64>>| match at {
        Some(at) => format!("{}  at {at:?}", text(own)),
        None => text(own),
    };
    let mut facts = vec![
        ("min", placed(&numbers.least, &numbers.least_at)),
        ("max", placed(&numbers.greatest, &numbers.greatest_at)),
    ];
    // Between the names of flags there is nothing: numbers that have such names have no mean.
    if let Some(meaning) = meaning
        && meaning.shown_flags().is_some()
    {
        return facts;
    }
    let mut mean = digits(numbers.mean);
    let mut deviation = digits(numbers.deviation);
    if let Some(meaning) = meaning
        && meaning.time.is_some()
    {
        mean = meaning.real_text(numbers.mean);
        // How far dates are from each other is counted in their unit.
        let units = meaning.description.units.as_deref().unwrap_or_default();
        if let Some(unit) = units.split_whitespace().next() {
            deviation = format!("{deviation} {}", escape(unit));
        }
    }
    facts.push(("mean", mean));
    facts.push(("std", deviation));
    let Some(NumberPlaces { quantiles, is_sampled, .. }) = &numbers.places else {
        let why = "none for parts, and no histogram: both need all elements together";
        facts.push(("quantiles", why.to_owned()));
        return facts;
    };
    let about = if *is_sampled { "≈ " } else { "" };
    for (name, own) in ["1 %", "median", "99 %"].into_iter().zip(quantiles) {
        facts.push((name, format!("{about}{}", text(own))));
    }
    facts
}

pub fn digits(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && size.is_finite() && !(1e-4..1e9).contains(&size) {
        return format!("{value:.6e}");
    }
    without_zeros(format!("{value:.6}"))
}

fn without_zeros(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

pub fn rounded(value: f64, step: f64) -> String {
    let size = value.abs().max(step.abs());
    if !size.is_finite() || size >= 1e15 || (size != 0.0 && size < 1e-6) {
        return format!("{value:.3e}");
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 9")]
    let decimals = (1.0 - step.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    without_zeros(format!("{value:.decimals$}"))
}

#[expect(clippy::cast_precision_loss, reason = "a part is shown with two digits")]
fn percent(part: u128, all: u128) -> String {
    if part == 0 || all == 0 {
        return String::new();
    }
    let percent = part as f64 * 100.0 / all as f64;
    match percent {
        _ if part == all => " (all)".to_owned(),
        ..0.01 => " (below 0.01 %)".to_owned(),
        _ => format!(" ({percent:.2} %)"),
    }
}

/// A line for each name: how often it is there, and which part of all that is.
pub fn named_counts(rows: &[(String, u128)], all: u128) -> Vec<String> {
    let widest = rows.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    let number = rows.iter().map(|(_, count)| grouped(*count).chars().count()).max().unwrap_or(1);
    let mut lines = Vec::new();
    for (name, count) in rows {
        let room = " ".repeat(widest.saturating_sub(name.width()));
        lines.push(format!("{name}{room}  {:>number$}{}", grouped(*count), percent(*count, all)));
    }
    lines
}

/// A line for each name of the flags, with its number, a bar, and its part of all.
fn class_lines(summary: &Summary, flags: &FlagTable, width: usize) -> Vec<String> {
    let mut rows: Vec<(String, u128)> = Vec::new();
    for (row, count) in flags.rows.iter().zip(&summary.named) {
        let value = match (row.mask, row.value) {
            (Some(mask), None) => format!("&{mask}"),
            (_, value) => value.unwrap_or(0).to_string(),
        };
        rows.push((format!("{value} {}", shorten(&escape(&row.name), CLASS.min(width / 2))), *count));
    }
    if summary.unnamed > 0 {
        rows.push(("without a name".to_owned(), summary.unnamed));
    }
    let widest = rows.iter().map(|(label, _)| label.width()).max().unwrap_or(0);
    let count_text = |count: u128| format!("{}{}", grouped(count), percent(count, summary.elements));
    let number = rows.iter().map(|(_, count)| count_text(*count).chars().count()).max().unwrap_or(1);
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let room = width.saturating_sub(widest + number + 3).clamp(1, WIDEST);
    let mut lines = Vec::new();
    for (label, count) in rows {
        let before = " ".repeat(widest.saturating_sub(label.width()));
        lines.push(format!("{before}{label} ┤{} {}", bar(count, most, room), count_text(count)));
    }
    lines
}

pub fn bars_of(
    summary: &Summary,
    data_type: &DataType,
    meaning: Option<&Meaning>,
    rows: usize,
    width: usize,
) -> Vec<String> {
    if let Some(flags) = meaning.and_then(|meaning| meaning.shown_flags())
        && !summary.named.is_empty()
    {
        return class_lines(summary, flags, width);
    }
    let Some(places) = histogram(summary) else { return Vec::new() };
    let together = together(places, rows);
    let counts: Vec<u128> = places.counts.chunks(together).map(|some| some.iter().sum()).collect();
    let begins = places.edges.iter().take(places.counts.len()).step_by(together);
    let all: Vec<&Scalar> = begins.chain(places.edges.last()).collect();
    let mut step = 0.0;
    if let (Some(first), Some(last)) = (all.first(), all.last()) {
        step = NumberType::nearest(last) / 64.0 - NumberType::nearest(first) / 64.0;
    }
    let mut labels = Vec::new();
    for (number, edge) in all.iter().enumerate() {
        let own = label(edge, data_type, step);
        // A bar of several flags has the name of none of them.
        let is_single = match all.get(number + 1) {
            Some(next) => NumberType::nearest(next) - NumberType::nearest(edge) <= 1.0,
            None => true,
        };
        let is_time = meaning.is_some_and(|meaning| meaning.time.is_some());
        labels.push(match meaning.and_then(|meaning| meaning.label(edge)) {
            Some(named) if is_time => named,
            Some(named) if is_single => format!("{own} {}", shorten(&named, NAME)),
            _ => own,
        });
    }
    let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).min(30);
    let most = counts.iter().copied().max().unwrap_or(0);
    let number = counts.iter().map(|count| grouped(*count).chars().count()).max().unwrap_or(1);
    let room = width.saturating_sub(widest + number + 3).clamp(1, WIDEST);
    let mut lines = Vec::new();
    for (label, count) in labels.iter().zip(&counts) {
        lines.push(format!("{label:>widest$} ┤{} {}", bar(*count, most, room), grouped(*count)));
    }
    if let Some(label) = labels.last() {
        lines.push(format!("{label:>widest$} ┘"));
    }
    if has_tails(places) {
        lines.push(format!("below: {}, above: {}", grouped(places.below), grouped(places.above)));
    }
    lines
}

pub fn bar_lines(summary: &Summary, rows: usize) -> usize {
    if !summary.named.is_empty() {
        return summary.named.len() + usize::from(summary.unnamed > 0);
    }
    let Some(places) = histogram(summary) else { return 0 };
    // The last row says where it ends.
    places.counts.len().div_ceil(together(places, rows)) + 1 + usize::from(has_tails(places))
}

fn histogram(summary: &Summary) -> Option<&NumberPlaces> {
    summary.numbers.as_ref()?.places.as_ref()
}

fn has_tails(places: &NumberPlaces) -> bool {
    places.below > 0 || places.above > 0
}

fn together(places: &NumberPlaces, rows: usize) -> usize {
    places.counts.len().div_ceil(rows.saturating_sub(1).max(1)).max(1)
}

fn label(edge: &Scalar, data_type: &DataType, step: f64) -> String {
    match (edge, data_type) {
        (Scalar::Float(float), _) => rounded(float.value(), step),
        (Scalar::Integer(own), DataType::Time(time)) => match i64::try_from(*own) {
            Ok(own) => Scalar::Time(*time, own).to_string(),
            Err(_) => own.to_string(),
        },
        (other, _) => other.to_string(),
    }
}

/// Anything above zero is visible.
pub fn bar(count: u128, most: u128, room: usize) -> String {
    let parts = count.saturating_mul(room as u128 * 8).checked_div(most).unwrap_or(0);
    let parts = if count > 0 { parts.max(1) } else { 0 };
    let parts = usize::try_from(parts).unwrap_or(0).min(room * 8);
    format!("{}{}", "█".repeat(parts / 8), EIGHTHS.get(parts % 8).unwrap_or(&""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_somebody_reads() {
        let shown = [0.0, 1.5, -281.350_000_1, 1e9, 0.000_01, 1_234_567.0].map(digits);
        assert_eq!(shown, ["0", "1.5", "-281.35", "1.000000e9", "1.000000e-5", "1234567"]);
        assert_eq!([rounded(281.123_456, 0.1), rounded(1e9 + 0.5, 0.01)], ["281.12", "1000000000.5"]);
        assert_eq!([rounded(3.0, 0.0), rounded(1e300, 1e299)], ["3", "1.000e300"]);
    }

    #[test]
    fn the_longest_bar_takes_the_room_and_the_least_an_eighth() {
        assert_eq!([bar(8, 8, 4), bar(4, 8, 4), bar(1, 1000, 4), bar(0, 8, 4)], ["████", "██", "▏", ""]);
    }
}
