use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, SystemTime};

use object_store::client::HttpErrorKind;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

/// The wait before the first repetition. Each further one is twice as long.
const FIRST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(15);
const ALL: Duration = Duration::from_mins(3);

#[derive(Debug, Clone, Copy)]
pub(super) struct Retries {
    pub(super) most: u32,
    pub(super) patience: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    After(Duration),
    Enough,
    TooLong(Duration),
}

impl Retries {
    /// The step after `made` requests. `asked` is the wait that the server asks for, `chance` a number from 0 to 1.
    pub(super) fn next(&self, made: u32, elapsed: Duration, asked: Option<Duration>, chance: f64) -> Next {
        if made > self.most {
            return Next::Enough;
        }
        if let Some(asked) = asked
            && asked > self.patience
        {
            return Next::TooLong(asked);
        }
        let wait = own_wait(made, chance).max(asked.unwrap_or_default());
        if elapsed.saturating_add(wait) > ALL { Next::Enough } else { Next::After(wait) }
    }
}

/// About twice the last wait, and different for programs that were refused together.
fn own_wait(made: u32, chance: f64) -> Duration {
    let doubled = FIRST.saturating_mul(1_u32.checked_shl(made.saturating_sub(1)).unwrap_or(u32::MAX));
    doubled.min(LONGEST).mul_f64(0.75 + chance.clamp(0.0, 1.0) / 2.0)
}

pub(super) fn chance() -> f64 {
    // A hasher of the standard library begins with random keys.
    let bits = RandomState::new().hash_one(()) >> 32;
    u32::try_from(bits).map_or(0.5, |bits| f64::from(bits) / f64::from(u32::MAX))
}

pub(super) fn may_pass(status: u16) -> bool {
    // A server that does not support a request will not support it later.
    matches!(status, 408 | 429 | 500 | 502..=599)
}

/// Whether a failed connection may work the next time. All our requests only read.
pub(super) fn is_passing(kind: HttpErrorKind) -> bool {
    use HttpErrorKind::{Connect, Interrupted, Request, Timeout};
    matches!(kind, Connect | Request | Timeout | Interrupted)
}

pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    // A server means its own clock.
    let now = headers.get(DATE).and_then(|date| seconds_of(date.to_str().ok()?.trim()));
    let own = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok().map(|since| since.as_secs());
    Some(Duration::from_secs(seconds_of(text)?.saturating_sub(now.or_else(own)?)))
}

/// The seconds from 1970 to a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that servers may write.
fn seconds_of(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let &[_, day, month, year, clock, "GMT"] = words.as_slice() else { return None };
    let month = MONTHS.iter().position(|name| *name == month)? as u64 + 1;
    let day: u64 = day.parse().ok()?;
    let year: u64 = year.parse().ok()?;
    let parts: Vec<u64> = clock.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let &[hours, minutes, seconds] = parts.as_slice() else { return None };
    if !(1970..10_000).contains(&year)
        || !(1..=31).contains(&day)
        || hours > 23
        || minutes > 59
        || seconds > 60
    {
        return None;
    }
    // Years that begin in March have their leap day at the end (Hinnant, `days_from_civil`).
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    let days = days.checked_sub(719_468)?;
    Some(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::HeaderValue;

    const RETRIES: Retries = Retries { most: 4, patience: Duration::from_secs(30) };

    #[test]
    fn each_wait_is_about_twice_the_last() {
        let waits = |chance: f64| -> Vec<u128> {
            let wait = |made| match RETRIES.next(made, Duration::ZERO, None, chance) {
                Next::After(wait) => wait.as_millis(),
                other => panic!("{other:?}"),
            };
            (1..=4).map(wait).collect()
        };
        assert_eq!(waits(0.0), [150, 300, 600, 1200]);
        assert_eq!(waits(0.5), [200, 400, 800, 1600]);
        assert_eq!(waits(1.0), [250, 500, 1000, 2000]);
        assert_eq!(RETRIES.next(5, Duration::ZERO, None, 0.5), Next::Enough);
        let many = Retries { most: u32::MAX, ..RETRIES };
        for made in [7, 8, 33, 1_000_000] {
            let longest = if made == 7 { 12_800 } else { 15_000 };
            assert_eq!(
                many.next(made, Duration::ZERO, None, 0.5),
                Next::After(Duration::from_millis(longest))
            );
        }
        assert_eq!(
            many.next(9, Duration::from_secs(170), None, 0.5),
            Next::Enough,
            "three minutes are enough"
        );
    }

    #[test]
    fn a_server_says_how_long_to_wait_within_reason() {
        let asked = |seconds| RETRIES.next(1, Duration::ZERO, Some(Duration::from_secs(seconds)), 0.5);
        assert_eq!(asked(0), Next::After(Duration::from_millis(200)));
        assert_eq!(asked(3), Next::After(Duration::from_secs(3)));
        assert_eq!(asked(30), Next::After(Duration::from_secs(30)));
        assert_eq!(asked(31), Next::TooLong(Duration::from_secs(31)));
        assert_eq!(RETRIES.next(5, Duration::ZERO, Some(Duration::from_secs(3)), 0.5), Next::Enough);
    }

    #[test]
    fn chance_is_from_0_to_1() {
        let found: Vec<f64> = (0..64).map(|_| chance()).collect();
        assert!(found.iter().all(|chance| (0.0..=1.0).contains(chance)), "{found:?}");
        assert!(found.iter().any(|chance| chance.to_bits() != found[0].to_bits()), "{found:?}");
    }

    #[test]
    fn a_wait_is_in_seconds_or_until_a_date() {
        let after = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(DATE, HeaderValue::from_static("Sun, 06 Nov 1994 08:49:37 GMT"));
            headers.insert(RETRY_AFTER, HeaderValue::from_static(text));
            retry_after(&headers).map(|wait| wait.as_secs())
        };
        assert_eq!([after("3"), after(" 120 ")], [Some(3), Some(120)]);
        assert_eq!(after("Sun, 06 Nov 1994 08:49:50 GMT"), Some(13));
        assert_eq!(after("Mon, 07 Nov 1994 08:49:37 GMT"), Some(86_400));
        assert_eq!(after("Sun, 06 Nov 1994 08:00:00 GMT"), Some(0), "that is over");
        for text in
            ["", "soon", "-1", "1.5", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT"]
        {
            assert_eq!(after(text), None, "{text}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }

    #[test]
    fn dates_are_counted_in_seconds_from_1970() {
        // By `date -u +%s`.
        for (text, seconds) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
            ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ] {
            assert_eq!(seconds_of(text), Some(seconds), "{text}");
        }
    }
}
