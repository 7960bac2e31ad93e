//! The calendars of CF: which days there are, as exact integers of any size.
//!
//! Source: [CF conventions, calendar](https://cfconventions.org/cf-conventions/cf-conventions.html#calendar). Days are counted
//! from the first of January 1970 of the calendar; the mixed calendar counts on through the night of the reform.

use crate::metadata::gregorian_date;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CfCalendar {
    Standard,
    ProlepticGregorian,
    Julian,
    NoLeap,
    /// Every year has a leap day.
    AllLeap,
    Days360,
}

/// As attributes have them; the first name of each is shown.
const NAMES: &[(&str, CfCalendar)] = &[
    ("standard", CfCalendar::Standard),
    ("gregorian", CfCalendar::Standard),
    ("proleptic_gregorian", CfCalendar::ProlepticGregorian),
    ("julian", CfCalendar::Julian),
    ("noleap", CfCalendar::NoLeap),
    ("365_day", CfCalendar::NoLeap),
    ("all_leap", CfCalendar::AllLeap),
    ("366_day", CfCalendar::AllLeap),
    ("360_day", CfCalendar::Days360),
];

/// 15 October 1582.
const REFORM: i128 = -141_427;
const MARCH: [i128; 2] = [719_468, 719_470];
/// Days before each month of a year without a leap day, and of one with it.
const BEFORE: [[u16; 12]; 2] = [
    [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334],
    [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335],
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CalendarDay {
    pub year: i128,
    pub month: u8,
    pub day: u8,
}

impl CfCalendar {
    pub fn named(name: &str) -> Option<Self> {
        Some(NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()))?.1)
    }

    pub fn name(self) -> &'static str {
        match NAMES.iter().find(|(_, calendar)| *calendar == self) {
            Some((name, _)) => name,
            None => "",
        }
    }

    /// People who count by Caesar's calendar have no year 0.
    pub fn has_year_zero(self) -> bool {
        !matches!(self, Self::Standard | Self::Julian)
    }

    pub fn number(self, day: CalendarDay) -> Option<i128> {
        let CalendarDay { year, month, day: own } = day;
        if !(1..=12).contains(&month) || own == 0 || year.unsigned_abs() > 1 << 64 {
            return None;
        }
        let number = match self {
            Self::ProlepticGregorian => gregorian(day),
            Self::Standard if (year, month, own) >= (1582, 10, 15) => gregorian(day),
            Self::Standard | Self::Julian => julian(day),
            Self::NoLeap => (year - 1970) * 365 + before(false, month) + i128::from(own) - 1,
            Self::AllLeap => (year - 1970) * 366 + before(true, month) + i128::from(own) - 1,
            Self::Days360 => (year - 1970) * 360 + (i128::from(month) - 1) * 30 + i128::from(own) - 1,
        };
        // A day that is not there, such as the thirtieth of February, is read back as another one.
        if self.day(number) == day { Some(number) } else { None }
    }

    pub fn day(self, number: i128) -> CalendarDay {
        match self {
            Self::ProlepticGregorian => from_gregorian(number),
            Self::Standard if number >= REFORM => from_gregorian(number),
            Self::Standard | Self::Julian => from_julian(number),
            Self::NoLeap => in_year(1970 + number.div_euclid(365), number.rem_euclid(365), false),
            Self::AllLeap => in_year(1970 + number.div_euclid(366), number.rem_euclid(366), true),
            Self::Days360 => {
                let within = number.rem_euclid(360);
                let year = 1970 + number.div_euclid(360);
                CalendarDay { year, month: small(within / 30 + 1), day: small(within % 30 + 1) }
            }
        }
    }

    pub fn month_begin(self, month: i128) -> i128 {
        let year = 1970 + month.div_euclid(12);
        let first = CalendarDay { year, month: small(month.rem_euclid(12) + 1), day: 1 };
        // Every month of every calendar has a first day, also October 1582.
        self.number(first).unwrap_or(0)
    }
}

impl CalendarDay {
    pub fn months(self) -> i128 {
        (self.year - 1970) * 12 + i128::from(self.month) - 1
    }
}

fn small(number: i128) -> u8 {
    u8::try_from(number).unwrap_or(0)
}

fn before(is_leap: bool, month: u8) -> i128 {
    let [plain, leap] = BEFORE;
    let days = if is_leap { leap } else { plain };
    i128::from(days.get(usize::from(month) - 1).copied().unwrap_or(0))
}

fn in_year(year: i128, within: i128, is_leap: bool) -> CalendarDay {
    let month = (1..=12).rev().find(|month| before(is_leap, *month) <= within).unwrap_or(1);
    CalendarDay { year, month, day: small(within - before(is_leap, month) + 1) }
}

/// The year begins in March, so that the leap day is its last; the days are counted from there.
fn from_march(CalendarDay { year, month, day }: CalendarDay) -> (i128, i128) {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    (year, (153 * i128::from(month) + 2) / 5 + i128::from(day) - 1)
}

fn gregorian(day: CalendarDay) -> i128 {
    let (year, within) = from_march(day);
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + within - MARCH[0]
}

fn from_gregorian(number: i128) -> CalendarDay {
    let (year, month, day) = gregorian_date(number);
    CalendarDay { year, month, day }
}

fn julian(day: CalendarDay) -> i128 {
    let (year, within) = from_march(day);
    year * 365 + year.div_euclid(4) + within - MARCH[1]
}

fn from_julian(number: i128) -> CalendarDay {
    let shifted = number + MARCH[1];
    let era = shifted.div_euclid(1461);
    let in_era = shifted.rem_euclid(1461);
    let in_march = (in_era - in_era / 1460) / 365;
    let (year, within) = (era * 4 + in_march, in_era - 365 * in_march);
    let month = (5 * within + 2) / 153;
    let day = small(within - (153 * month + 2) / 5 + 1);
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    CalendarDay { year, month: small(month), day }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [CfCalendar; 6] = [
        CfCalendar::Standard,
        CfCalendar::ProlepticGregorian,
        CfCalendar::Julian,
        CfCalendar::NoLeap,
        CfCalendar::AllLeap,
        CfCalendar::Days360,
    ];

    fn day(year: i128, month: u8, day: u8) -> CalendarDay {
        CalendarDay { year, month, day }
    }

    #[test]
    fn days_follow_each_other_and_read_back() {
        for calendar in ALL {
            for number in (-720_000..-718_000).chain(-142_000..-141_000).chain(-26_000..50_000) {
                let own = calendar.day(number);
                assert!(own < calendar.day(number + 1), "{calendar:?} {number}");
                assert_eq!(calendar.number(own), Some(number), "{calendar:?}");
            }
            for number in [-(1 << 80), 1 << 69, -(1 << 66), 730_000_000_000] {
                let own = calendar.day(number);
                let back = calendar.number(own);
                assert!(back.is_none_or(|back| back == number), "{calendar:?}");
            }
        }
    }

    #[test]
    fn known_days_have_known_numbers() {
        use CfCalendar::{AllLeap, Days360, Julian, NoLeap, ProlepticGregorian, Standard};
        // Julian day numbers of astronomers, less 2 440 588.
        for (calendar, date, number) in [
            (Standard, (1970, 1, 1), 0),
            (Standard, (1582, 10, 15), -141_427),
            (Standard, (1582, 10, 4), -141_428),
            (Standard, (-4712, 1, 1), -2_440_588),
            (ProlepticGregorian, (1582, 10, 14), -141_428),
            (ProlepticGregorian, (0, 1, 1), -719_528),
            (ProlepticGregorian, (2000, 2, 29), 11_016),
            (Julian, (1969, 12, 19), 0),
            (Julian, (1900, 2, 29), -25_496),
            (NoLeap, (2000, 3, 1), 30 * 365 + 59),
            (AllLeap, (2001, 2, 29), 31 * 366 + 59),
            (Days360, (2000, 2, 30), 30 * 360 + 59),
        ] {
            let date = day(date.0, date.1, date.2);
            assert_eq!((calendar.number(date), calendar.day(number)), (Some(number), date), "{calendar:?}");
        }
    }

    #[test]
    fn days_that_are_not_there_have_no_number() {
        for (calendar, date) in [
            (CfCalendar::Standard, day(1582, 10, 10)),
            (CfCalendar::Standard, day(1900, 2, 29)),
            (CfCalendar::NoLeap, day(2000, 2, 29)),
            (CfCalendar::Days360, day(2000, 1, 31)),
            (CfCalendar::AllLeap, day(2000, 2, 30)),
            (CfCalendar::Julian, day(2000, 13, 1)),
            (CfCalendar::Julian, day(2000, 1, 0)),
            (CfCalendar::Julian, day(i128::MAX, 1, 1)),
        ] {
            assert_eq!(calendar.number(date), None, "{calendar:?} {date:?}");
        }
    }

    #[test]
    fn names_are_those_of_cf() {
        for (name, calendar) in NAMES {
            assert_eq!(CfCalendar::named(&name.to_uppercase()), Some(*calendar));
        }
        assert_eq!((CfCalendar::named("mayan"), CfCalendar::Standard.name()), (None, "standard"));
        assert_eq!(
            CfCalendar::Standard.month_begin(-4647),
            -141_431,
            "October 1582 begins by Caesar's calendar"
        );
    }
}
