//! Dates as people and attributes write them, and as they are shown.
//!
//! Sources: [ISO 8601 as W3C has it](https://www.w3.org/TR/NOTE-datetime), and the looser forms of
//! [UDUNITS](https://docs.unidata.ucar.edu/udunits/current/udunits2lib.html#Grammar) that follow `since`.
//!
//! A date may end early: `2020-03` is a month. Instants are nanoseconds since the first of January 1970 of a calendar.

use super::calendar::{CalendarDay, CfCalendar};

const LONGEST: usize = 64;
pub(super) const SECOND: i128 = 1_000_000_000;
pub(super) const MINUTE: i128 = 60 * SECOND;
pub(super) const HOUR: i128 = 60 * MINUTE;
pub(super) const DAY: i128 = 24 * HOUR;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedTime {
    pub begin: i128,
    pub end: i128,
}

impl NamedTime {
    pub fn read(text: &str, calendar: CfCalendar) -> Option<Self> {
        let text = text.trim();
        if text.len() > LONGEST || !text.is_ascii() {
            return None;
        }
        let mut words = DateWords { rest: text };
        let (date, part) = words.date(calendar)?;
        let (within, length) = words.clock()?;
        let zone = words.zone()?;
        if !words.rest.is_empty() || (length.is_some() && part != DatePart::Day) {
            return None;
        }
        let shift = within - zone;
        let begin = calendar.number(date)? * DAY;
        let end = match (part, length) {
            (_, Some(length)) => begin + within + length - zone,
            (DatePart::Day, None) => begin + DAY - zone,
            (DatePart::Month, None) => calendar.month_begin(date.months() + 1) * DAY - zone,
            (DatePart::Year, None) => calendar.month_begin(date.months() + 12) * DAY - zone,
        };
        Some(Self { begin: begin + shift, end })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DatePart {
    Year,
    Month,
    Day,
}

struct DateWords<'a> {
    rest: &'a str,
}

impl DateWords<'_> {
    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn number(&mut self, most: usize) -> Option<i128> {
        let end = self.rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        digits.parse().ok()
    }

    fn date(&mut self, calendar: CfCalendar) -> Option<(CalendarDay, DatePart)> {
        let is_negative = self.take('-');
        if !is_negative {
            self.take('+');
        }
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let small = |number: i128| u8::try_from(number).ok();
        let whole = |year: i128| {
            let year = if is_negative { -year } else { year };
            match (calendar.has_year_zero(), year) {
                (false, 0) => None,
                // The year before 1 is -1 for people, and 0 for us.
                (false, ..0) => Some(year + 1),
                _ => Some(year),
            }
        };
        // 20000301, without signs between its parts.
        if digits == 8 && !is_negative {
            let year = self.number(4)?;
            let month = self.number(2)?;
            let day = self.number(2)?;
            return Some((
                CalendarDay { year: whole(year)?, month: small(month)?, day: small(day)? },
                DatePart::Day,
            ));
        }
        let year = whole(self.number(19)?)?;
        if !self.rest.starts_with('-') {
            return Some((CalendarDay { year, month: 1, day: 1 }, DatePart::Year));
        }
        self.take('-');
        let month = small(self.number(2)?)?;
        if !self.take('-') {
            return Some((CalendarDay { year, month, day: 1 }, DatePart::Month));
        }
        Some((CalendarDay { year, month, day: small(self.number(2)?)? }, DatePart::Day))
    }

    fn below(&mut self, most: i128) -> Option<i128> {
        let number = self.number(2)?;
        if number < most { Some(number) } else { None }
    }

    fn clock(&mut self) -> Option<(i128, Option<i128>)> {
        let is_marked = self.take('T') || self.take('t');
        self.rest = self.rest.trim_start();
        if !self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return if is_marked { None } else { Some((0, None)) };
        }
        let hour = self.below(24)? * HOUR;
        if !self.take(':') {
            return Some((hour, Some(HOUR)));
        }
        let minute = hour + self.below(60)? * MINUTE;
        if !self.take(':') {
            return Some((minute, Some(MINUTE)));
        }
        let second = minute + self.below(60)? * SECOND;
        if !self.take('.') {
            return Some((second, Some(SECOND)));
        }
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let fraction = if digits == 0 { 0 } else { self.number(9)? };
        // What is below a nanosecond is cut.
        self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let step = SECOND / 10_i128.pow(u32::try_from(digits.min(9)).unwrap_or(0));
        Some((second + fraction * step, Some(step)))
    }

    fn zone(&mut self) -> Option<i128> {
        let rest = self.rest.trim_start();
        self.rest = rest;
        for name in ["UTC", "GMT", "utc", "Z", "z"] {
            if let Some(after) = rest.strip_prefix(name) {
                self.rest = after.trim_start();
                return Some(0);
            }
        }
        let sign = match rest.chars().next() {
            Some('+') => 1,
            Some('-') => -1,
            _ => return Some(0),
        };
        self.rest = rest.get(1..)?;
        let hours = self.number(2)?;
        let has_more = self.take(':') || self.rest.starts_with(|c: char| c.is_ascii_digit());
        let minutes = if has_more { self.number(2)? } else { 0 };
        if hours < 24 && minutes < 60 { Some(sign * (hours * HOUR + minutes * MINUTE)) } else { None }
    }
}

pub fn date_text(instant: i128, calendar: CfCalendar, with_clock: bool) -> String {
    let CalendarDay { year, month, day } = calendar.day(instant.div_euclid(DAY));
    let year = if year <= 0 && !calendar.has_year_zero() { year - 1 } else { year };
    let sign = if year < 0 { "-" } else { "" };
    let date = format!("{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs());
    let within = instant.rem_euclid(DAY);
    if !with_clock && within == 0 {
        return date;
    }
    let hour = within / HOUR;
    let minute = within / MINUTE % 60;
    let second = within / SECOND % 60;
    let clock = format!("{date}T{hour:02}:{minute:02}:{second:02}");
    match within % SECOND {
        0 => clock,
        fraction => format!("{clock}.{}", format!("{fraction:09}").trim_end_matches('0')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin_of(text: &str) -> Option<String> {
        let calendar = CfCalendar::Standard;
        NamedTime::read(text, calendar).map(|span| date_text(span.begin, calendar, true))
    }

    #[test]
    fn dates_are_read_in_the_forms_that_writers_use() {
        for (text, expected) in [
            ("1850-01-01", "1850-01-01T00:00:00"),
            ("2000-1-1 6:0", "2000-01-01T06:00:00"),
            ("2000-01-01T06:00:00Z", "2000-01-01T06:00:00"),
            ("2000-01-01 06:00:00 UTC", "2000-01-01T06:00:00"),
            ("2000-01-01 06:00:00.5", "2000-01-01T06:00:00.5"),
            ("2000-01-01 06:00 +01:30", "2000-01-01T04:30:00"),
            ("2000-01-01T06:00+0100", "2000-01-01T05:00:00"),
            ("2000-01-01 00:00:00 -6", "2000-01-01T06:00:00"),
            ("20000301", "2000-03-01T00:00:00"),
            ("1-1-1", "0001-01-01T00:00:00"),
            ("-4713-01-01 12:00:00", "-4713-01-01T12:00:00"),
            ("2000", "2000-01-01T00:00:00"),
            ("2000-03", "2000-03-01T00:00:00"),
        ] {
            assert_eq!(begin_of(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        let long = "2".repeat(1 << 20);
        for text in [
            "",
            "x",
            "2000-13-01",
            "2000-02-30",
            "0000-01-01",
            "2000-01-01 24:00",
            "2000-01-01 06:60",
            "2000-01-01T",
            "2000-01-01 06:00:60",
            "2000-01-01 and",
            "1582-10-10",
            "2000-01-",
            "2000T06",
            "2000-01-01 06:00 +99",
            &long,
            "99999999999999999999-01-01",
            "２０００-01-01",
        ] {
            assert_eq!(begin_of(text), None, "{text:.40}");
        }
    }

    #[test]
    fn a_date_that_ends_early_is_a_span() {
        let days =
            |text| NamedTime::read(text, CfCalendar::Standard).map(|span| (span.end - span.begin) / DAY);
        assert_eq!(
            [days("2020"), days("2021"), days("2020-02"), days("1582-10")],
            [Some(366), Some(365), Some(29), Some(21)]
        );
        let length = |text| NamedTime::read(text, CfCalendar::Days360).map(|span| span.end - span.begin);
        assert_eq!([length("2020"), length("2020-02-30")], [Some(360 * DAY), Some(DAY)]);
        let of_clock = ["2020-01-01T12", "2020-01-01T12:30", "2020-01-01T12:30:15", "2020-01-01T12:30:15.25"]
            .map(length);
        assert_eq!(of_clock, [Some(HOUR), Some(MINUTE), Some(SECOND), Some(SECOND / 100)]);
    }

    #[test]
    fn dates_of_calendars_without_a_year_zero_go_from_one_to_minus_one() {
        let before = |calendar: CfCalendar| {
            let first = NamedTime::read("1-1-1", calendar).unwrap();
            date_text(first.begin - 1, calendar, true)
        };
        assert_eq!(before(CfCalendar::Julian), "-0001-12-31T23:59:59.999999999");
        assert_eq!(before(CfCalendar::NoLeap), "0000-12-31T23:59:59.999999999");
        assert_eq!(date_text(0, CfCalendar::Days360, false), "1970-01-01");
        assert!(date_text(1 << 100, CfCalendar::AllLeap, false).starts_with("40087109147013-"));
    }
}
