//! Looking through the labels of a dimension, piece by piece: the nearest, or those between two ends.

use std::ops::Range;

use crate::meaning::{CfCalendar, Meaning, NamedTime, RawNumber, TimeReference};
use crate::metadata::{DataType, Scalar, Variable};

/// What labels are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelKind {
    Number,
    Time,
    Text,
}

/// A label, or what somebody wants one to be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LabelValue {
    Number(RawNumber),
    Instant(i128),
    Text(String),
}

/// What is looked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LabelGoal {
    /// The nearest to it. A date that ends early reaches until there, and what is within comes before all else.
    Nearest(LabelValue, Option<i128>),
    /// From one to the other, both included. An end may be open.
    Between([Option<LabelValue>; 2]),
}

/// What has been found so far.
#[derive(Debug, Clone, Default)]
pub(super) struct LabelScan {
    /// The place of the next label.
    position: u64,
    /// The nearest one, whether it is outside of what is wanted, and how far it is away.
    nearest: Option<((bool, f64), FoundLabel)>,
    /// How many have the same label.
    same: u64,
    /// The first and the last one between the ends, and how many there are.
    between: Option<(FoundLabel, FoundLabel, u64)>,
    /// The least and the greatest of all, for messages.
    ends: Option<(FoundLabel, FoundLabel)>,
}

/// A label at its place.
#[derive(Debug, Clone)]
pub(super) struct FoundLabel {
    index: u64,
    raw: Scalar,
    value: LabelValue,
}

/// What came of it.
#[derive(Debug, Clone)]
pub(super) struct ScannedLabels {
    pub(super) range: Range<u64>,
    pub(super) first: String,
    pub(super) last: String,
    pub(super) is_exact: bool,
    /// How many elements have the label that was taken; of a range it is nothing.
    pub(super) same: Option<u64>,
    /// The least and the greatest label, where what is wanted lies outside of them.
    pub(super) outside: Option<[String; 2]>,
}

impl LabelKind {
    /// What the labels of a coordinate are; `None` where they are neither numbers nor texts.
    pub(super) fn of(meaning: &Meaning) -> Option<Self> {
        match &meaning.raw {
            _ if meaning.time.is_some() => Some(Self::Time),
            DataType::Integer(_) | DataType::Float(_) => Some(Self::Number),
            DataType::Utf32(_) | DataType::Chars(_) | DataType::Variable(Variable::String) => {
                Some(Self::Text)
            }
            _ => None,
        }
    }

    /// What a label of the kind looks like.
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Number => "a number such as 47.5",
            Self::Time => "a date such as 2020-03-01, 2020-03 or 2020-03-01T12:00",
            Self::Text => "a text",
        }
    }
}

impl LabelGoal {
    /// Reads what is wanted; `None` where that is no label of the kind.
    pub(super) fn read(wanted: &super::LabelQuery, kind: LabelKind, meaning: &Meaning) -> Option<Self> {
        let text = wanted.wanted.as_str();
        match kind {
            LabelKind::Text => Some(Self::Nearest(LabelValue::Text(text.to_owned()), None)),
            LabelKind::Number => {
                let single = number(text).map(|number| Self::Nearest(LabelValue::Number(number), None));
                single.or_else(|| wanted.parts().find_map(|(from, to)| between(from, to, &number)))
            }
            LabelKind::Time => {
                let calendar = meaning.time.as_ref().map_or(CfCalendar::Standard, |time| time.calendar);
                let span = |text: &str| NamedTime::read(text, calendar);
                let single =
                    span(text).map(|span| Self::Nearest(LabelValue::Instant(span.begin), Some(span.end)));
                single.or_else(|| wanted.parts().find_map(|(from, to)| between_times(from, to, &span)))
            }
        }
    }
}

fn number(text: &str) -> Option<RawNumber> {
    if let Ok(whole) = text.parse() {
        return Some(RawNumber::Integer(whole));
    }
    text.parse().ok().filter(|real: &f64| real.is_finite()).map(RawNumber::Real)
}

/// Both ends; one that is left out is open.
fn ends<T>(texts: [&str; 2], read: &impl Fn(&str) -> Option<T>) -> Option<[Option<T>; 2]> {
    let found = texts.map(read);
    let is_read = |(text, end): (&str, &Option<T>)| text.is_empty() || end.is_some();
    texts.into_iter().zip(&found).all(is_read).then_some(found)
}

fn between(from: &str, to: &str, read: &impl Fn(&str) -> Option<RawNumber>) -> Option<LabelGoal> {
    let mut ends = ends([from, to], read)?;
    if let [Some(one), Some(other)] = ends
        && other.real() < one.real()
    {
        ends.reverse();
    }
    Some(LabelGoal::Between(ends.map(|end| end.map(LabelValue::Number))))
}

/// A date that ends early is a whole span, so that `2020:2020` is a year.
fn between_times(from: &str, to: &str, read: &impl Fn(&str) -> Option<NamedTime>) -> Option<LabelGoal> {
    let mut ends = ends([from, to], read)?;
    if let [Some(one), Some(other)] = ends
        && other.begin < one.begin
    {
        ends.reverse();
    }
    let [from, to] = ends;
    let (from, to) = (from.map(|span| span.begin), to.map(|span| span.end - 1));
    Some(LabelGoal::Between([from.map(LabelValue::Instant), to.map(LabelValue::Instant)]))
}

impl LabelScan {
    /// Looks at the next label.
    pub(super) fn add(&mut self, raw: &Scalar, meaning: &Meaning, goal: &LabelGoal) {
        let index = self.position;
        self.position += 1;
        let Some(value) = label(raw, meaning) else { return };
        let found = |value: &LabelValue| FoundLabel { index, raw: raw.clone(), value: value.clone() };
        self.note_ends(&value, found);
        match goal {
            LabelGoal::Nearest(wanted, until) => {
                let Some(apart) = apart(&value, wanted) else { return };
                let own = (!is_within(&value, wanted, *until), apart);
                // Of two that are as near, the greater is taken, as xarray does.
                let is_nearer = |(least, before): &((bool, f64), FoundLabel)| {
                    own < *least || (own == *least && is_below(&before.value, &value))
                };
                if self.nearest.as_ref().is_none_or(is_nearer) {
                    (self.nearest, self.same) = (Some((own, found(&value))), 1);
                } else if self
                    .nearest
                    .as_ref()
                    .is_some_and(|(least, taken)| own == *least && taken.value == value)
                {
                    self.same += 1;
                }
            }
            LabelGoal::Between(ends) => {
                if is_between(&value, ends) {
                    let first = self.between.take();
                    let (first, count) =
                        first.map_or_else(|| (found(&value), 0), |(first, _, count)| (first, count));
                    self.between = Some((first, found(&value), count + 1));
                }
            }
        }
    }

    fn note_ends(&mut self, value: &LabelValue, found: impl Fn(&LabelValue) -> FoundLabel) {
        let Some((least, greatest)) = &mut self.ends else {
            self.ends = Some((found(value), found(value)));
            return;
        };
        if is_below(value, &least.value) {
            *least = found(value);
        }
        if is_below(&greatest.value, value) {
            *greatest = found(value);
        }
    }

    /// The least and the greatest label.
    pub(super) fn reach(&self, meaning: &Meaning) -> Option<[String; 2]> {
        self.ends.as_ref().map(|(least, greatest)| [least.text(meaning), greatest.text(meaning)])
    }

    /// What came of it. `Err` where labels between the ends are not next to each other.
    pub(super) fn result(&self, goal: &LabelGoal, meaning: &Meaning) -> Result<Option<ScannedLabels>, ()> {
        let LabelGoal::Nearest(wanted, _) = goal else {
            let Some((first, last, count)) = &self.between else { return Ok(None) };
            let range = first.index..last.index + 1;
            let (first, last) = (first.text(meaning), last.text(meaning));
            let is_one = range.end - range.start == *count;
            return if is_one {
                Ok(Some(ScannedLabels { range, first, last, is_exact: true, same: None, outside: None }))
            } else {
                Err(())
            };
        };
        let Some(((_, apart), found)) = &self.nearest else { return Ok(None) };
        let is_exact = *apart == 0.0 || is_rounded(wanted, &found.value);
        let (range, text) = (found.index..found.index + 1, found.text(meaning));
        let outside = if is_exact { None } else { self.outside(goal, meaning) };
        Ok(Some(ScannedLabels {
            range,
            first: text.clone(),
            last: text,
            is_exact,
            same: Some(self.same),
            outside,
        }))
    }

    /// The least and the greatest label, where a single label is wanted that lies outside of them.
    fn outside(&self, goal: &LabelGoal, meaning: &Meaning) -> Option<[String; 2]> {
        let (LabelGoal::Nearest(wanted, until), Some((least, greatest))) = (goal, &self.ends) else {
            return None;
        };
        // A date that ends early may begin before all labels, and reach to them.
        let ends = match until {
            Some(until) => LabelValue::Instant(until - 1),
            None => wanted.clone(),
        };
        let is_outside = is_below(&greatest.value, wanted) || is_below(&ends, &least.value);
        if is_outside { self.reach(meaning) } else { None }
    }
}

impl FoundLabel {
    fn text(&self, meaning: &Meaning) -> String {
        match &self.raw {
            raw @ (Scalar::Text(_) | Scalar::Chars(_)) => raw.to_string(),
            raw => {
                let physical = meaning.convert_one(raw);
                meaning.label(&physical).unwrap_or_else(|| physical.to_string())
            }
        }
    }
}

/// Whether a label is within the span that is wanted.
fn is_within(label: &LabelValue, wanted: &LabelValue, until: Option<i128>) -> bool {
    match (label, wanted, until) {
        (LabelValue::Instant(own), LabelValue::Instant(begin), Some(until)) => begin <= own && *own < until,
        _ => true,
    }
}

/// Whether a number is the one that is wanted, rounded to a float of 32 bits, as many coordinates are.
#[expect(clippy::cast_possible_truncation, clippy::float_cmp, reason = "it is compared as it is rounded")]
fn is_rounded(wanted: &LabelValue, found: &LabelValue) -> bool {
    match (wanted, found) {
        (LabelValue::Number(wanted), LabelValue::Number(found)) => {
            f64::from(wanted.real() as f32) == found.real()
        }
        _ => false,
    }
}

/// An element of a coordinate as a label; `None` where it is masked.
fn label(raw: &Scalar, meaning: &Meaning) -> Option<LabelValue> {
    if let Scalar::Text(text) = raw {
        return Some(LabelValue::Text(text.to_string()));
    }
    if let Scalar::Chars(bytes) = raw {
        return Some(LabelValue::Text(String::from_utf8_lossy(bytes).into_owned()));
    }
    let number = meaning.number(raw)?;
    match &meaning.time {
        Some(time) => TimeReference::instant(time, number).map(LabelValue::Instant),
        None => Some(LabelValue::Number(number)),
    }
}

/// How far a label is from what is wanted; `None` where it is not comparable, or a text that is another one.
#[expect(clippy::cast_precision_loss, reason = "only which is nearest counts; zero is exact")]
fn apart(label: &LabelValue, wanted: &LabelValue) -> Option<f64> {
    match (label, wanted) {
        (LabelValue::Number(RawNumber::Integer(one)), LabelValue::Number(RawNumber::Integer(other))) => {
            Some(one.abs_diff(*other) as f64)
        }
        (LabelValue::Number(one), LabelValue::Number(other)) => {
            Some((one.real() - other.real()).abs()).filter(|apart| apart.is_finite())
        }
        (LabelValue::Instant(one), LabelValue::Instant(other)) => Some(one.abs_diff(*other) as f64),
        (LabelValue::Text(one), LabelValue::Text(other)) => (one == other).then_some(0.0),
        _ => None,
    }
}

fn is_below(one: &LabelValue, other: &LabelValue) -> bool {
    match (one, other) {
        (LabelValue::Number(RawNumber::Integer(one)), LabelValue::Number(RawNumber::Integer(other))) => {
            one < other
        }
        (LabelValue::Number(one), LabelValue::Number(other)) => one.real() < other.real(),
        (LabelValue::Instant(one), LabelValue::Instant(other)) => one < other,
        (LabelValue::Text(one), LabelValue::Text(other)) => one < other,
        _ => false,
    }
}

/// Both ends are included, also where the label is a float of 32 bits and the end that one rounded.
fn is_between(label: &LabelValue, [from, to]: &[Option<LabelValue>; 2]) -> bool {
    let is_end = |end: &LabelValue| is_rounded(end, label);
    let above = from.as_ref().is_none_or(|from| !is_below(label, from) || is_end(from));
    above && to.as_ref().is_none_or(|to| !is_below(to, label) || is_end(to))
}
