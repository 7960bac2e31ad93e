//! Numbers that are times: `days since 1850-01-01`, in a calendar.
//!
//! Source: [CF conventions, time coordinate](https://cfconventions.org/cf-conventions/cf-conventions.html#time-coordinate).
//!
//! ```json
//! {"units": "days since 1850-01-01", "calendar": "noleap"}
//! ```
//!
//! Whole numbers are exact. Others are rounded as xarray does: in Gregory's calendar between 1677 and 2262 to whole nanoseconds,
//! in all other cases to the nearest microsecond.

use super::attributes::{MeaningNotes, MeaningSource, NoteKind, RawNumber, TEXT, beginning, shown};
use super::calendar::CfCalendar;
use super::description::UNITS;
use super::moment::{DAY, HOUR, MINUTE, NamedTime, SECOND, date_text};
use crate::metadata::{DataType, TimeKind, TimeUnit};

pub(super) const CALENDAR: &str = "calendar";

const UNIT_ROWS: &[(&[&str], CountedTime, Option<TimeUnit>)] = &[
    (&["day", "days"], CountedTime::Nanos(DAY), Some(TimeUnit::Day)),
    (&["hour", "hours"], CountedTime::Nanos(HOUR), Some(TimeUnit::Hour)),
    (&["minute", "minutes"], CountedTime::Nanos(MINUTE), Some(TimeUnit::Minute)),
    (&["second", "seconds"], CountedTime::Nanos(SECOND), Some(TimeUnit::Second)),
    (&["millisecond", "milliseconds"], CountedTime::Nanos(SECOND / 1000), Some(TimeUnit::Millisecond)),
    (&["microsecond", "microseconds"], CountedTime::Nanos(1000), Some(TimeUnit::Microsecond)),
    (&["nanosecond", "nanoseconds", "ns"], CountedTime::Nanos(1), Some(TimeUnit::Nanosecond)),
    (&["d"], CountedTime::Nanos(DAY), None),
    (&["h", "hr", "hrs"], CountedTime::Nanos(HOUR), None),
    (&["min", "mins"], CountedTime::Nanos(MINUTE), None),
    (&["s", "sec", "secs"], CountedTime::Nanos(SECOND), None),
    (&["ms", "msec", "msecs", "millisec", "millisecs"], CountedTime::Nanos(SECOND / 1000), None),
    (&["us", "microsec", "microsecs"], CountedTime::Nanos(1000), None),
    (&["week", "weeks"], CountedTime::Nanos(7 * DAY), Some(TimeUnit::Week)),
    (&["common_year", "common_years"], CountedTime::Nanos(365 * DAY), None),
    (&["month", "months"], CountedTime::Months(1), Some(TimeUnit::Month)),
    (&["year", "years", "yr", "yrs"], CountedTime::Months(12), Some(TimeUnit::Year)),
];

const IN_NANOS: std::ops::RangeInclusive<i128> = i64::MIN as i128..=i64::MAX as i128;
/// Later instants are no dates: the year would have too many digits.
const FARTHEST: i128 = 1 << 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountedTime {
    Nanos(i128),
    Months(i128),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeReference {
    pub unit: CountedTime,
    pub calendar: CfCalendar,
    pub start: i128,
    in_nanos: bool,
    is_daily: bool,
}

impl TimeReference {
    pub(super) fn read(source: &MeaningSource, is_whole: bool, notes: &mut MeaningNotes) -> Option<Self> {
        if let DataType::Time(time) = source.data_type {
            if time.kind != TimeKind::Date {
                return None;
            }
            let scale = i128::from(time.scale);
            let (_, one, _) = UNIT_ROWS.iter().find(|(.., own)| *own == Some(time.unit))?;
            let unit = match one {
                CountedTime::Nanos(nanos) => CountedTime::Nanos(nanos * scale),
                CountedTime::Months(months) => CountedTime::Months(months * scale),
            };
            let calendar = CfCalendar::ProlepticGregorian;
            return Some(Self { unit, calendar, start: 0, in_nanos: true, is_daily: unit.is_days() });
        }
        if !matches!(source.data_type, DataType::Integer(_) | DataType::Float(_)) {
            return None;
        }
        let units = source.attributes.get(UNITS)?.as_str()?;
        // Letters of either case have as many bytes.
        let at = if units.len() <= TEXT { units.to_ascii_lowercase().rfind(" since ") } else { None };
        let parts = at.and_then(|at| Some((units.get(..at)?, units.get(at + " since ".len()..)?)));
        let Some((name, since)) = parts else {
            if beginning(units).split_whitespace().any(|word| word.eq_ignore_ascii_case("since")) {
                let found = shown(&units.into());
                let text =
                    format!("expected a unit of time, since and a date, found {found}; there are no dates");
                notes.add_of(NoteKind::Time, UNITS, text);
            }
            return None;
        };
        let named = CountedTime::named(name);
        let calendar = calendar(source, notes);
        let start = calendar.and_then(|calendar| NamedTime::read(since, calendar));
        let (Some((unit, is_numpys)), Some(calendar), Some(start)) = (named, calendar, start) else {
            let expected = match (named, calendar) {
                (None, _) => "a unit of time in front of since".to_owned(),
                (_, Some(calendar)) => format!("a date of the calendar {} after since", calendar.name()),
                _ => return None,
            };
            let text = format!("expected {expected}, found {}; there are no dates", shown(&units.into()));
            notes.add_of(NoteKind::Time, UNITS, text);
            return None;
        };
        if matches!(unit, CountedTime::Months(_)) {
            let text = "months and years are those of the calendar, each as long as it is; UDUNITS has 30.436875 days for a month";
            notes.add_of(NoteKind::Remark, UNITS, text);
        }
        let start = start.begin;
        let is_gregorian = matches!(calendar, CfCalendar::ProlepticGregorian | CfCalendar::Standard);
        Some(Self {
            unit,
            calendar,
            start,
            in_nanos: is_numpys && is_gregorian && IN_NANOS.contains(&start),
            is_daily: is_whole && start % DAY == 0 && unit.is_days(),
        })
    }

    /// The same start and calendar with every other unit that has a length, and its name.
    pub fn in_other_units(&self) -> impl Iterator<Item = (&'static str, Self)> {
        UNIT_ROWS.iter().filter_map(|(names, unit, numpys)| {
            let is_named_in_full =
                numpys.is_some() && matches!(unit, CountedTime::Nanos(_)) && *unit != self.unit;
            if is_named_in_full { Some((*names.get(1)?, Self { unit: *unit, ..self.clone() })) } else { None }
        })
    }

    pub fn instant(&self, number: RawNumber) -> Option<i128> {
        let instant = match (number, self.unit) {
            (RawNumber::Integer(count), CountedTime::Nanos(nanos)) => {
                count.checked_mul(nanos)?.checked_add(self.start)?
            }
            (RawNumber::Integer(count), CountedTime::Months(months)) => {
                self.month(count.checked_mul(months)?)?
            }
            (RawNumber::Real(count), _) if !count.is_finite() => return None,
            (RawNumber::Real(count), CountedTime::Nanos(nanos)) => self.real(count, nanos)?,
            (RawNumber::Real(count), CountedTime::Months(months)) => self.part_of_month(count, months)?,
        };
        if instant.abs() < FARTHEST { Some(instant) } else { None }
    }

    /// A number that is the same for the same date and time of day in all calendars, and greater for later ones.
    pub fn date_number(&self, instant: i128) -> i128 {
        let day = self.calendar.day(instant.div_euclid(DAY));
        (day.months() * 31 + i128::from(day.day) - 1) * DAY + instant.rem_euclid(DAY)
    }

    pub fn text(&self, instant: i128) -> String {
        date_text(instant, self.calendar, !self.is_daily)
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "it is rounded as xarray and cftime round it"
    )]
    fn real(&self, count: f64, nanos: i128) -> Option<i128> {
        let product = count * nanos as f64;
        if product.abs() >= FARTHEST as f64 {
            return None;
        }
        let cut = self.start + product as i128;
        if self.in_nanos && IN_NANOS.contains(&cut) && (product as i128).abs() <= i128::from(i64::MAX) {
            return Some(cut);
        }
        if nanos < 1000 {
            return Some(cut);
        }
        let micros = (count.trunc() as i128) * (nanos / 1000) + times(count.fract(), nanos / 1000);
        // cftime takes the microsecond before a second for a rounded second, unless the unit is finer than that.
        let is_short = nanos >= SECOND && micros.rem_euclid(1_000_000) == 999_999;
        Some(self.start + (micros + i128::from(is_short)) * 1000)
    }

    /// Some months after the start, on the same day where the month has it, otherwise on its last one.
    fn month(&self, months: i128) -> Option<i128> {
        let first = self.calendar.day(self.start.div_euclid(DAY));
        let month = first.months().checked_add(months)?;
        if month.abs() >= 1 << 60 {
            return None;
        }
        let begin = self.calendar.month_begin(month);
        let day = begin + i128::from(first.day - 1).min(self.calendar.month_begin(month + 1) - begin - 1);
        Some(day * DAY + self.start.rem_euclid(DAY))
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "a part of a month is rounded to microseconds"
    )]
    fn part_of_month(&self, count: f64, months: i128) -> Option<i128> {
        let count = count * months as f64;
        if count.abs() > 1e18 {
            return None;
        }
        let whole = count.floor();
        let from = self.month(whole as i128)?;
        let to = self.month(whole as i128 + 1)?;
        let part = (count - whole) * ((to - from) / 1000) as f64;
        Some(from + part.round_ties_even() as i128 * 1000)
    }
}

fn times(part: f64, number: i128) -> i128 {
    let bits = part.to_bits();
    let exponent = i32::try_from(bits >> 52 & 0x7ff).unwrap_or(0);
    let mantissa = i128::from(bits & ((1 << 52) - 1) | 1 << 52);
    let shift = 1075 - exponent;
    // Below 2^-72 it is nothing, times all numbers that a unit of time has.
    if !(1..=125).contains(&shift) {
        return 0;
    }
    let product = mantissa.saturating_mul(number);
    let whole = product >> shift;
    let rest = product & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    let rounded = whole + i128::from(rest > half || (rest == half && whole & 1 == 1));
    if part < 0.0 { -rounded } else { rounded }
}

impl CountedTime {
    /// Whether xarray computes in nanoseconds comes with the unit: where NumPy has it by that name, except calendar units.
    fn named(name: &str) -> Option<(Self, bool)> {
        let name = name.trim().to_ascii_lowercase();
        let (_, unit, numpys) = UNIT_ROWS.iter().find(|(names, ..)| names.contains(&name.as_str()))?;
        let is_counted = !matches!(numpys, None | Some(TimeUnit::Week | TimeUnit::Month | TimeUnit::Year));
        Some((*unit, is_counted))
    }

    fn is_days(self) -> bool {
        match self {
            Self::Nanos(nanos) => nanos % DAY == 0,
            Self::Months(_) => true,
        }
    }
}

fn calendar(source: &MeaningSource, notes: &mut MeaningNotes) -> Option<CfCalendar> {
    let Some(value) = source.attribute(CALENDAR) else {
        return Some(CfCalendar::Standard);
    };
    let found = CfCalendar::named(value.as_str().unwrap_or_default());
    if found.is_none() {
        let text = format!("expected a calendar of CF, found {}; there are no dates", shown(value));
        notes.add_of(NoteKind::Time, CALENDAR, text);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::float::FloatType;
    use serde_json::{Value, json};

    fn read(units: &Value, calendar: &Value) -> (Option<TimeReference>, Vec<String>) {
        let attributes = json!({"units": units, "calendar": calendar});
        let map = attributes.as_object().cloned().unwrap();
        let source = MeaningSource {
            attributes: &map,
            data_type: &DataType::Float(FloatType::Float64),
            zarr_format: 3,
            fill_value: None,
            scaling_codec: None,
        };
        let mut notes = MeaningNotes::default();
        let reference = TimeReference::read(&source, false, &mut notes);
        (reference, notes.0.iter().map(ToString::to_string).collect())
    }

    fn date(units: &str, calendar: &str, number: RawNumber) -> Option<String> {
        let reference = read(&json!(units), &json!(calendar)).0?;
        reference.instant(number).map(|instant| reference.text(instant))
    }

    #[test]
    fn dates_are_those_of_cftime() {
        use RawNumber::{Integer, Real};
        // What cftime 1.6.6 gives for `num2date`.
        for (units, calendar, number, expected) in [
            ("days since 0001-01-01", "standard", Integer(-800), "-0003-10-24T00:00:00"),
            ("days since 0001-01-01", "proleptic_gregorian", Integer(-800), "-0002-10-24T00:00:00"),
            ("days since 0001-01-01", "noleap", Integer(-800), "-0002-10-23T00:00:00"),
            ("days since 0001-01-01", "all_leap", Integer(-800), "-0002-10-25T00:00:00"),
            ("days since 0001-01-01", "360_day", Integer(-800), "-0002-10-11T00:00:00"),
            ("days since 2000-01-01", "julian", Real(1.0 / 3.0), "2000-01-01T08:00:00"),
            (
                "hours since 2000-01-01 00:00:00.5",
                "noleap",
                Real(0.123_456_789_1),
                "2000-01-01T00:07:24.944441",
            ),
            ("Days since 2000-01-01", "gregorian", Integer(3), "2000-01-04T00:00:00"),
            ("msec since 2000-01-01", "standard", Integer(3), "2000-01-01T00:00:00.003"),
            ("common_years since 2000-01-31", "noleap", Integer(1), "2001-01-31T00:00:00"),
            ("days since 1582-10-04", "standard", Integer(1), "1582-10-15T00:00:00"),
            ("months since 2000-01-30", "360_day", Integer(1), "2000-02-30T00:00:00"),
        ] {
            assert_eq!(date(units, calendar, number).as_deref(), Some(expected), "{units} {calendar}");
        }
    }

    #[test]
    fn months_are_as_long_as_they_are() {
        let month = |number| date("months since 2000-01-31", "standard", number);
        assert_eq!(month(RawNumber::Integer(1)).as_deref(), Some("2000-02-29T00:00:00"));
        assert_eq!(month(RawNumber::Integer(2)).as_deref(), Some("2000-03-31T00:00:00"));
        let year = |number| date("years since 2000-01-01", "standard", number);
        assert_eq!(year(RawNumber::Integer(-1)).as_deref(), Some("1999-01-01T00:00:00"));
        assert_eq!(
            year(RawNumber::Real(0.5)).as_deref(),
            Some("2000-07-01T00:00:00"),
            "six months of twelve"
        );
        assert_eq!(read(&json!("months since 2000-01-01"), &Value::Null).1.len(), 1);
    }

    #[test]
    fn what_is_too_far_is_no_date() {
        for number in
            [RawNumber::Integer(i128::from(u64::MAX)), RawNumber::Real(1e300), RawNumber::Real(f64::NAN)]
        {
            assert_eq!(date("years since 2000-01-01", "standard", number), None);
        }
        let far = date("days since 2000-01-01", "noleap", RawNumber::Integer(1 << 40));
        assert_eq!(far.as_deref(), Some("3012362624-01-17T00:00:00"));
    }

    #[test]
    fn units_that_cannot_be_used_are_a_note_and_others_are_none() {
        assert_eq!(read(&json!("days accumulated"), &Value::Null), (None, Vec::new()));
        assert_eq!(read(&json!("K"), &Value::Null), (None, Vec::new()));
        for (units, calendar) in [
            (json!("fortnights since 2000-01-01"), Value::Null),
            (json!("days since yesterday"), Value::Null),
            (json!("days since 0000-01-01"), Value::Null),
            (json!("days since 1000000000000000000000-01-01"), Value::Null),
            (json!("days since 2000-01-01"), json!("mayan")),
            (json!("days since 2000-01-01"), json!(7)),
        ] {
            let (reference, notes) = read(&units, &calendar);
            assert!(reference.is_none() && notes.len() == 1, "{units} {calendar} {notes:?}");
        }
        for units in
            [json!("days since ".repeat(100_000)), json!("days since"), json!("days since\t2000-01-01")]
        {
            let (reference, notes) = read(&units, &Value::Null);
            assert!(reference.is_none() && notes.len() == 1, "{notes:?}");
        }
    }
}
