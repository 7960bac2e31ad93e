//! `numpy.datetime64` and `numpy.timedelta64`: counts of a unit, and the dates they stand for.
//!
//! Specification:
//! [numpy.datetime64](https://github.com/zarr-developers/zarr-extensions/tree/main/data-types/numpy.datetime64). A
//! count of -2^63 is `NaT`, "not a time". Days are those of the Gregorian calendar, also before it was made.

use std::fmt;

/// A data type of times: `numpy.datetime64[10s]` counts units of ten seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TimeType {
    #[doc(hidden)]
    pub kind: TimeKind,
    #[doc(hidden)]
    pub unit: TimeUnit,
    #[doc(hidden)]
    pub scale: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeKind {
    Date,
    Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum TimeUnit {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    Nanosecond,
    Picosecond,
    Femtosecond,
    Attosecond,
    Generic,
}

const UNITS: &[(&str, TimeUnit)] = &[
    ("Y", TimeUnit::Year),
    ("M", TimeUnit::Month),
    ("W", TimeUnit::Week),
    ("D", TimeUnit::Day),
    ("h", TimeUnit::Hour),
    ("m", TimeUnit::Minute),
    ("s", TimeUnit::Second),
    ("ms", TimeUnit::Millisecond),
    ("us", TimeUnit::Microsecond),
    ("μs", TimeUnit::Microsecond),
    ("ns", TimeUnit::Nanosecond),
    ("ps", TimeUnit::Picosecond),
    ("fs", TimeUnit::Femtosecond),
    ("as", TimeUnit::Attosecond),
    ("generic", TimeUnit::Generic),
];

pub const NOT_A_TIME: i64 = i64::MIN;

impl TimeUnit {
    pub fn from_name(name: &str) -> Option<Self> {
        UNITS.iter().find(|(known, _)| *known == name).map(|(_, unit)| *unit)
    }

    pub fn name(self) -> &'static str {
        UNITS.iter().find(|(_, unit)| *unit == self).map_or("", |(name, _)| name)
    }
}

#[doc(hidden)]
impl TimeType {
    pub fn brackets(self) -> String {
        match (self.unit, self.scale) {
            (TimeUnit::Generic, 1) => String::new(),
            (unit, 1) => format!("[{}]", unit.name()),
            (unit, scale) => format!("[{scale}{}]", unit.name()),
        }
    }

    pub fn text(self, count: i64) -> String {
        if count == NOT_A_TIME {
            return "NaT".to_owned();
        }
        // A count has 64 bits and a scale 32: their product always fits.
        let units = i128::from(count) * i128::from(self.scale);
        match self.kind {
            TimeKind::Span if self.unit == TimeUnit::Generic => units.to_string(),
            TimeKind::Span => format!("{units} {}", self.unit.name()),
            TimeKind::Date => date(self.unit, units),
        }
    }
}

impl fmt::Display for TimeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.kind == TimeKind::Date { "datetime64" } else { "timedelta64" };
        write!(f, "numpy.{name}{}", self.brackets())
    }
}

fn date(unit: TimeUnit, units: i128) -> String {
    match unit {
        TimeUnit::Generic => units.to_string(),
        TimeUnit::Year => year(1970 + units),
        TimeUnit::Month => {
            let months = 1970 * 12 + units;
            format!("{}-{:02}", year(months.div_euclid(12)), months.rem_euclid(12) + 1)
        }
        TimeUnit::Week => day(units * 7),
        TimeUnit::Day => day(units),
        TimeUnit::Hour => format!("{}T{:02}", day(units.div_euclid(24)), units.rem_euclid(24)),
        TimeUnit::Minute => {
            let minutes = units.rem_euclid(1440);
            format!("{}T{:02}:{:02}", day(units.div_euclid(1440)), minutes / 60, minutes % 60)
        }
        TimeUnit::Second => moment(units, 0),
        TimeUnit::Millisecond => moment(units, 3),
        TimeUnit::Microsecond => moment(units, 6),
        TimeUnit::Nanosecond => moment(units, 9),
        TimeUnit::Picosecond => moment(units, 12),
        TimeUnit::Femtosecond => moment(units, 15),
        TimeUnit::Attosecond => moment(units, 18),
    }
}

fn moment(units: i128, digits: u32) -> String {
    let per_second = 10_i128.pow(digits);
    let seconds = units.div_euclid(per_second);
    let in_day = seconds.rem_euclid(86_400);
    let hours = in_day / 3600;
    let minutes = in_day / 60 % 60;
    let rest = in_day % 60;
    let date = format!("{}T{hours:02}:{minutes:02}:{rest:02}", day(seconds.div_euclid(86_400)));
    match digits {
        0 => date,
        digits => format!("{date}.{:0width$}", units.rem_euclid(per_second), width = digits as usize),
    }
}

fn year(year: i128) -> String {
    if year < 0 { format!("-{:04}", -year) } else { format!("{year:04}") }
}

fn day(days: i128) -> String {
    let (own, month, day) = gregorian_date(days);
    format!("{}-{month:02}-{day:02}", year(own))
}

/// Days count from the start of 1970; the Gregorian calendar holds for all of them.
///
/// Years are taken to begin in March, so that the leap day is their last; 400 of them have 146 097 days.
pub fn gregorian_date(days: i128) -> (i128, u8, u8) {
    let shifted = days + 719_468; // from the first of March of the year 0
    let era = shifted.div_euclid(146_097);
    let in_era = shifted.rem_euclid(146_097);
    let year_of_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * in_year + 2) / 153; // from March
    let day = in_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let small = |number: i128| u8::try_from(number).unwrap_or(0);
    (era * 400 + year_of_era + next, small(month), small(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: TimeKind, unit: &str, scale: u32, count: i64) -> String {
        TimeType { kind, unit: TimeUnit::from_name(unit).unwrap(), scale }.text(count)
    }

    #[test]
    fn dates_are_as_exact_as_their_unit() {
        // What `numpy.datetime64(count, unit)` prints; it writes the year before 0 as -001.
        for (unit, scale, count, expected) in [
            ("Y", 1, 0, "1970"),
            ("Y", 1, -1971, "-0001"),
            ("M", 1, -1, "1969-12"),
            ("W", 1, 1, "1970-01-08"),
            ("D", 1, 19_782, "2024-02-29"),
            ("D", 1, -1, "1969-12-31"),
            ("D", 1, -719_528, "0000-01-01"),
            ("D", 1, 11_016, "2000-02-29"),
            ("D", 1, -25_509, "1900-02-28"),
            ("D", 1, -25_508, "1900-03-01"),
            ("h", 1, 25, "1970-01-02T01"),
            ("m", 1, -1, "1969-12-31T23:59"),
            ("s", 10, 6, "1970-01-01T00:01:00"),
            ("ms", 1, 1, "1970-01-01T00:00:00.001"),
            ("ns", 1, 1_700_000_000_123_456_789, "2023-11-14T22:13:20.123456789"),
            ("ns", 1, -1, "1969-12-31T23:59:59.999999999"),
            ("as", 1, 1, "1970-01-01T00:00:00.000000000000000001"),
            ("ns", 1, i64::MIN, "NaT"),
            ("generic", 1, 7, "7"),
        ] {
            assert_eq!(text(TimeKind::Date, unit, scale, count), expected, "{count} {scale}{unit}");
        }
    }

    #[test]
    fn spans_have_their_unit() {
        assert_eq!(text(TimeKind::Span, "s", 10, 6), "60 s");
        assert_eq!(text(TimeKind::Span, "D", 1, -1), "-1 D");
        assert_eq!(text(TimeKind::Span, "μs", 1, i64::MIN), "NaT");
        assert_eq!(text(TimeKind::Span, "s", u32::MAX, i64::MAX), "39614081247908796755622232065 s");
    }

    #[test]
    fn units_have_numpys_brackets() {
        let unit = |name: &str, scale| TimeType {
            kind: TimeKind::Date,
            unit: TimeUnit::from_name(name).unwrap(),
            scale,
        };
        assert_eq!(unit("ns", 1).to_string(), "numpy.datetime64[ns]");
        assert_eq!(unit("s", 10).to_string(), "numpy.datetime64[10s]");
        assert_eq!(unit("generic", 1).to_string(), "numpy.datetime64");
    }
}
