//! Goes through the labels of one dimension, for those that a query means.

use super::{LabelPick, LabelQuery};
use crate::meaning::{CfCalendar, Meaning, NamedTime, RawNumber, TimeReference};
use crate::metadata::{DataType, Scalar, Variable};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelKind {
    Number,
    Time,
    Text,
    /// Degrees east: 285 is -75.
    Longitude,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum LabelValue {
    Number(RawNumber),
    Instant(i128),
    Text(String),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum LabelGoal {
    /// The nearest label. A short date such as `2020-03` is a span that ends at the instant, and means all labels in it.
    Nearest(LabelValue, Option<i128>),
    Between([Option<LabelValue>; 2]),
    /// From the first longitude to the east, so many degrees.
    Eastward(f64, f64),
}

/// A whole turn, after which longitudes are the same again.
const TURN: f64 = 360.0;
/// As far as degrees in single precision are rounded.
const ROUNDED: f64 = 2e-5;

#[derive(Debug, Clone, Default)]
pub(super) struct LabelScan {
    pub(super) text_nbytes: u64,
    position: u64,
    nearest: Option<((bool, f64, bool), FoundLabel)>,
    same: u64,
    between: Option<(FoundLabel, FoundLabel, u64)>,
    ends: Option<(FoundLabel, FoundLabel)>,
    /// Of longitudes: the first and the last label, and the longest step between neighbours.
    turn: Option<LabelTurn>,
}

#[derive(Debug, Clone)]
struct LabelTurn {
    first: FoundLabel,
    last: FoundLabel,
    step: f64,
}

#[derive(Debug, Clone)]
pub(super) struct FoundLabel {
    index: u64,
    raw: Scalar,
    value: LabelValue,
}

impl LabelKind {
    pub(super) fn of(meaning: &Meaning) -> Option<Self> {
        match &meaning.raw {
            _ if meaning.time.is_some() => Some(Self::Time),
            DataType::Integer(_) | DataType::Float(_) if is_longitude(meaning) => Some(Self::Longitude),
            DataType::Integer(_) | DataType::Float(_) => Some(Self::Number),
            DataType::Utf32(_) | DataType::Chars(_) | DataType::Variable(Variable::String) => {
                Some(Self::Text)
            }
            _ => None,
        }
    }

    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Number | Self::Longitude => "a number such as 47.5",
            Self::Time => "a date such as 2020-03-01, 2020-03 or 2020-03-01T12:00",
            Self::Text => "a text",
        }
    }
}

impl LabelGoal {
    pub(super) fn read(wanted: &LabelQuery, kind: LabelKind, meaning: &Meaning) -> Option<Self> {
        let text = wanted.wanted.as_str();
        match kind {
            LabelKind::Text => Some(Self::Nearest(LabelValue::Text(text.to_owned()), None)),
            LabelKind::Number | LabelKind::Longitude => {
                if let Some(number) = number(text) {
                    return Some(Self::Nearest(LabelValue::Number(number), None));
                }
                let range = if kind == LabelKind::Longitude { eastward } else { between };
                wanted.parts().into_iter().find_map(range)
            }
            // Whoever types a 3 means an index, or what is stored, and not a year of antiquity.
            LabelKind::Time if text.len() < 3 && text.bytes().all(|letter| letter.is_ascii_digit()) => None,
            LabelKind::Time => {
                let calendar = meaning.time.as_ref().map_or(CfCalendar::Standard, |time| time.calendar);
                if let Some(span) = NamedTime::read(text, calendar) {
                    return Some(Self::Nearest(LabelValue::Instant(span.begin), Some(span.end)));
                }
                wanted.parts().into_iter().find_map(|parts| between_times(parts, calendar))
            }
        }
    }
}

fn number(text: &str) -> Option<RawNumber> {
    if let Ok(whole) = text.parse() {
        return Some(RawNumber::Integer(whole));
    }
    match text.parse::<f64>() {
        Ok(real) if real.is_finite() => Some(RawNumber::Real(real)),
        _ => None,
    }
}

fn ends<T>(texts: [&str; 2], read: impl Fn(&str) -> Option<T>) -> Option<[Option<T>; 2]> {
    let found = [read(texts[0]), read(texts[1])];
    for (text, end) in texts.iter().zip(&found) {
        if !text.is_empty() && end.is_none() {
            return None;
        }
    }
    Some(found)
}

fn between(parts: [&str; 2]) -> Option<LabelGoal> {
    let mut ends = ends(parts, number)?;
    if let [Some(one), Some(other)] = ends
        && other.real() < one.real()
    {
        ends.reverse();
    }
    Some(LabelGoal::Between(ends.map(|end| Some(LabelValue::Number(end?)))))
}

/// Whoever asks for 350:10 means what lies between them to the east.
fn eastward(parts: [&str; 2]) -> Option<LabelGoal> {
    let [Some(from), Some(to)] = ends(parts, number)? else { return between(parts) };
    let [from, to] = [from.real(), to.real()];
    let width = if to >= from { (to - from).min(TURN) } else { (to - from).rem_euclid(TURN) };
    Some(LabelGoal::Eastward(from, width))
}

fn is_longitude(meaning: &Meaning) -> bool {
    let description = &meaning.description;
    let units = description.units.as_deref().unwrap_or_default().to_lowercase();
    units.replace("degrees", "degree").starts_with("degree_e")
        || description.standard_name.as_deref() == Some("longitude")
}

/// How far two longitudes are apart, in degrees.
fn around(one: f64, other: f64) -> f64 {
    let apart = (one - other).rem_euclid(TURN);
    apart.min(TURN - apart)
}

/// A short date is a whole span, so that `2020:2020` is a year.
fn between_times(parts: [&str; 2], calendar: CfCalendar) -> Option<LabelGoal> {
    let mut ends = ends(parts, |text| NamedTime::read(text, calendar))?;
    if let [Some(one), Some(other)] = ends
        && other.begin < one.begin
    {
        ends.reverse();
    }
    let [from, to] = ends;
    let from = from.map(|span| LabelValue::Instant(span.begin));
    Some(LabelGoal::Between([from, to.map(|span| LabelValue::Instant(span.end - 1))]))
}

impl LabelScan {
    pub(super) fn add(&mut self, raw: &Scalar, meaning: &Meaning, goal: &LabelGoal) {
        let index = self.position;
        self.position += 1;
        let Some(value) = label(raw, meaning) else { return };
        if let LabelValue::Text(text) = &value {
            self.text_nbytes += text.len() as u64;
        }
        let found = |value: &LabelValue| FoundLabel { index, raw: raw.clone(), value: value.clone() };
        match &mut self.ends {
            None => self.ends = Some((found(&value), found(&value))),
            Some((least, greatest)) => {
                if is_below(&value, &least.value) {
                    *least = found(&value);
                }
                if is_below(&greatest.value, &value) {
                    *greatest = found(&value);
                }
            }
        }
        let is_longitude = is_longitude(meaning);
        if is_longitude && let LabelValue::Number(own) = &value {
            match &mut self.turn {
                Some(turn) => {
                    if let LabelValue::Number(before) = &turn.last.value {
                        turn.step = turn.step.max(around(own.real(), before.real()));
                    }
                    turn.last = found(&value);
                }
                None => self.turn = Some(LabelTurn { first: found(&value), last: found(&value), step: 0.0 }),
            }
        }
        match goal {
            LabelGoal::Nearest(wanted, until) => {
                let Some(mut apart) = apart(&value, wanted) else { return };
                let mut is_turned = false;
                if let (true, LabelValue::Number(own), LabelValue::Number(wanted)) =
                    (is_longitude, &value, wanted)
                {
                    let shorter = around(own.real(), wanted.real());
                    is_turned = shorter < apart;
                    apart = apart.min(shorter);
                }
                let is_outside = match (&value, wanted, until) {
                    (LabelValue::Instant(own), LabelValue::Instant(begin), Some(until)) => {
                        own < begin || own >= until
                    }
                    _ => false,
                };
                if until.is_some() && !is_outside {
                    self.add_between(found(&value));
                }
                // The label that was asked for comes before the same place after a turn.
                let own = (is_outside, apart, is_turned);
                // Of two that are equally near, the greater is taken, as xarray does.
                let is_nearer = match &self.nearest {
                    Some((low, before)) => own < *low || (own == *low && is_below(&before.value, &value)),
                    None => true,
                };
                if is_nearer {
                    self.nearest = Some((own, found(&value)));
                    self.same = 1;
                } else if let Some((least, taken)) = &self.nearest
                    && own == *least
                    && taken.value == value
                {
                    self.same += 1;
                }
            }
            LabelGoal::Eastward(from, width) => {
                let LabelValue::Number(own) = &value else { return };
                let along = (own.real() - from).rem_euclid(TURN);
                if along <= width + ROUNDED || along >= TURN - ROUNDED {
                    self.add_between(found(&value));
                }
            }
            LabelGoal::Between([from, to]) => {
                let begins =
                    from.as_ref().is_none_or(|from| !is_below(&value, from) || is_rounded(from, &value));
                let ends = to.as_ref().is_none_or(|to| !is_below(to, &value) || is_rounded(to, &value));
                if begins && ends {
                    self.add_between(found(&value));
                }
            }
        }
    }

    fn add_between(&mut self, found: FoundLabel) {
        match &mut self.between {
            Some((_, last, count)) => {
                *last = found;
                *count += 1;
            }
            None => self.between = Some((found.clone(), found, 1)),
        }
    }

    pub(super) fn reach(&self, meaning: &Meaning) -> Option<[String; 2]> {
        if let Some(LabelTurn { first, last, .. }) = &self.turn {
            return Some([first.text(meaning), last.text(meaning)]);
        }
        let (least, greatest) = self.ends.as_ref()?;
        Some([least.text(meaning), greatest.text(meaning)])
    }

    /// The result without names. `Err` where labels between the ends are not next to each other.
    pub(super) fn result(&self, goal: &LabelGoal, meaning: &Meaning) -> Result<Option<LabelPick>, ()> {
        match goal {
            LabelGoal::Between(_) | LabelGoal::Eastward(..) => self.all_between(meaning),
            // A month is all of its days, as xarray has it; one time that is there twice is found as other labels are.
            LabelGoal::Nearest(..)
                if self.between.as_ref().is_some_and(|(first, last, _)| first.value != last.value) =>
            {
                self.all_between(meaning)
            }
            LabelGoal::Nearest(wanted, until) => {
                let Some(((_, apart, _), found)) = &self.nearest else { return Ok(None) };
                let is_exact = *apart == 0.0 || is_rounded(wanted, &found.value);
                let (start, end) = (found.index, found.index + 1);
                let first = found.text(meaning);
                let last = first.clone();
                let outside = match &self.turn {
                    _ if is_exact => None,
                    // Beyond the ends of the axis, or in its gap.
                    Some(turn) if *apart > turn.step / 2.0 + ROUNDED => self.reach(meaning),
                    Some(_) => None,
                    None => self.outside(wanted, *until, meaning),
                };
                let same = Some(self.same);
                Ok(Some(LabelPick {
                    start,
                    end,
                    first,
                    last,
                    is_exact,
                    same,
                    outside,
                    ..LabelPick::default()
                }))
            }
        }
    }

    fn all_between(&self, meaning: &Meaning) -> Result<Option<LabelPick>, ()> {
        let Some((first, last, count)) = &self.between else { return Ok(None) };
        let (start, end) = (first.index, last.index + 1);
        if end - start != *count {
            return Err(());
        }
        let [first, last] = [first, last].map(|label| label.text(meaning));
        let range =
            LabelPick { start, end, first, last, is_exact: true, is_range: true, ..LabelPick::default() };
        Ok(Some(range))
    }

    fn outside(&self, wanted: &LabelValue, until: Option<i128>, meaning: &Meaning) -> Option<[String; 2]> {
        let (least, greatest) = self.ends.as_ref()?;
        // A short date may begin before all labels, and reach to them.
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

#[expect(clippy::cast_possible_truncation, clippy::float_cmp, reason = "it is compared as it is rounded")]
fn is_rounded(wanted: &LabelValue, found: &LabelValue) -> bool {
    match (wanted, found) {
        (LabelValue::Number(wanted), LabelValue::Number(found)) => {
            f64::from(wanted.real() as f32) == found.real()
        }
        _ => false,
    }
}

fn label(raw: &Scalar, meaning: &Meaning) -> Option<LabelValue> {
    if let Scalar::Text(text) = raw {
        return Some(LabelValue::Text(text.to_string()));
    }
    if let Scalar::Chars(bytes) = raw {
        return Some(LabelValue::Text(String::from_utf8_lossy(bytes).into_owned()));
    }
    let number = meaning.number(raw)?;
    match &meaning.time {
        Some(time) => Some(LabelValue::Instant(TimeReference::instant(time, number)?)),
        None => Some(LabelValue::Number(number)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "only which is nearest counts; zero is exact")]
fn apart(label: &LabelValue, wanted: &LabelValue) -> Option<f64> {
    match (label, wanted) {
        (LabelValue::Number(RawNumber::Integer(one)), LabelValue::Number(RawNumber::Integer(other))) => {
            Some(one.abs_diff(*other) as f64)
        }
        (LabelValue::Number(one), LabelValue::Number(other)) => {
            let apart = (one.real() - other.real()).abs();
            if apart.is_finite() { Some(apart) } else { None }
        }
        (LabelValue::Instant(one), LabelValue::Instant(other)) => Some(one.abs_diff(*other) as f64),
        (LabelValue::Text(one), LabelValue::Text(other)) if one == other => Some(0.0),
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
