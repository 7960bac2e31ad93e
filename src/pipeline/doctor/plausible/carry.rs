//! In a number of several bytes the low byte wraps when the one above it steps on. Bytes in the wrong order do not do that.

use std::collections::HashSet;

use super::sample::{Kind, Sample, share};
use super::verdict::{Verdict, short};
use crate::metadata::{NOT_A_TIME, TimeKind, TimeType, TimeUnit};

/// So many steps of a higher byte are seen at most.
const MOST_DIFFERENT: usize = 64;
/// Bits by which neighbours have to be closer in the other reading.
const CLOSER: f64 = 1.5;
/// Fewer numbers say nothing.
const LEAST: usize = 16;

/// Some numbers as ordered keys, without the bits at their end that never change.
struct Keys<'a> {
    sample: &'a Sample,
    kind: Kind,
    shift: u32,
}

/// How often a higher byte steps on, and how often the bytes below it make up for it.
#[derive(Debug, Clone, Copy, Default)]
struct Carries {
    steps: usize,
    carried: usize,
    /// How many different pairs of numbers carry.
    different: usize,
}

impl Carries {
    fn share(self) -> f64 {
        share(self.carried, self.steps)
    }

    /// More than chance: bytes that have nothing to do with each other seem to carry in one of four steps at most.
    fn is_sure(self) -> bool {
        self.different >= 6 && (self.share() >= 0.9 || (self.steps >= 16 && self.share() >= 0.7))
    }

    /// Enough to believe the reading that the document declares.
    fn is_likely(self) -> bool {
        self.different >= 3 && self.share() >= 0.5
    }
}

impl<'a> Keys<'a> {
    fn new(sample: &'a Sample, kind: Kind) -> Self {
        Self { sample, kind, shift: sample.varying().trailing_zeros().min(63) }
    }

    fn key(&self, bits: u64) -> u64 {
        self.kind.ordered(bits, self.sample.nbytes) >> self.shift
    }

    /// How many bits neighbours differ in, on average, along the axis where that is least; and by how much.
    fn roughness(&self) -> (f64, f64) {
        let along = |lag: &usize| {
            let (mut bits, mut sum, mut size) = (0, 0.0, 0);
            for (one, other) in self.sample.pairs(*lag) {
                let step = self.key(one).abs_diff(self.key(other));
                bits += 64 - step.saturating_add(1).leading_zeros() as usize;
                sum += approximate(step);
                size += 1;
            }
            (share(bits, size), sum / share(size, 1).max(1.0))
        };
        self.sample.lags.iter().map(along).min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or_default()
    }

    /// The best of all boundaries between bytes, along all axes.
    fn carries(&self, is_enough: impl Fn(Carries) -> bool) -> Option<Carries> {
        let bits = 8 * u32::try_from(self.sample.nbytes).ok()?;
        let boundaries =
            (8..bits).step_by(8).filter_map(|at| at.checked_sub(self.shift)).filter(|at| *at >= 4);
        let boundaries: Vec<u32> = boundaries.collect();
        let mut lags = self.sample.lags.iter();
        lags.find_map(|lag| {
            let rows: Vec<[u64; 3]> =
                self.sample.triples(*lag).map(|row| row.map(|bits| self.key(bits))).collect();
            boundaries.iter().map(|boundary| carries(&rows, *boundary)).find(|found| is_enough(*found))
        })
    }
}

/// Steps across one boundary.
fn carries(rows: &[[u64; 3]], boundary: u32) -> Carries {
    let (unit, low) = (1_i128 << boundary, (1_u64 << boundary) - 1);
    let mut found = Carries::default();
    let mut different = HashSet::new();
    for [before, one, other] in rows {
        if one >> boundary == other >> boundary {
            continue;
        }
        found.steps += 1;
        let [before, last, next] = [before, one, other].map(|key| i128::from(*key));
        let is_near = (next - last).abs() < unit / 4;
        let is_expected = (next - 2 * last + before).abs() < unit / 4
            && i128::from((one & low).abs_diff(other & low)) > unit / 8;
        if is_near || is_expected {
            found.carried += 1;
            if different.len() < MOST_DIFFERENT {
                different.insert((*one, *other));
            }
        }
    }
    found.different = different.len();
    found
}

#[expect(clippy::cast_precision_loss, reason = "only for averages that people read")]
fn approximate(step: u64) -> f64 {
    step as f64
}

/// Whether integers are implausible as they are and plausible when they are read in the other way.
pub(super) fn compare(now: &Sample, then: &Sample, kind: Kind) -> Option<Verdict> {
    if now.counted().take(LEAST).count() < LEAST {
        return None;
    }
    by_date(now, then, kind).or_else(|| by_carry(now, then, kind)).or_else(|| by_sign(now, then, kind))
}

fn by_carry(now: &Sample, then: &Sample, kind: Kind) -> Option<Verdict> {
    let (as_now, as_then) = (Keys::new(now, kind), Keys::new(then, kind));
    let ((bits_now, step_now), (bits_then, step_then)) = (as_now.roughness(), as_then.roughness());
    if bits_then + CLOSER > bits_now || as_now.carries(Carries::is_likely).is_some() {
        return None;
    }
    let found = as_then.carries(Carries::is_sure)?;
    let scale = |keys: &Keys, step: f64| short(step * approximate(1 << keys.shift));
    Some(Verdict {
        confidence: if found.steps >= 16 && found.share() >= 0.9 { 0.9 } else { 0.8 },
        now: format!("neighbours differ by {} on average", scale(&as_now, step_now)),
        then: format!("by {}, and all values lie between {}", scale(&as_then, step_then), kind.range(then)),
    })
}

/// Small numbers of both signs: their upper half is all zeros or all ones.
fn by_sign(now: &Sample, then: &Sample, kind: Kind) -> Option<Verdict> {
    if !matches!(kind, Kind::Signed | Kind::Time(_)) || now.nbytes < 4 {
        return None;
    }
    let half = 4 * now.nbytes;
    let is_small = |bits: u64| {
        let value = super::verdict::signed(bits, now.nbytes);
        value.unsigned_abs() < 1 << (half - 1)
    };
    let counted = then.counted().count();
    let negative = then.counted().filter(|bits| super::verdict::signed(*bits, now.nbytes) < 0).count();
    let small_now = now.counted().filter(|bits| is_small(*bits)).count();
    let least = if now.nbytes == 8 { 6 } else { 16 };
    let found = then.counted().all(is_small)
        && share(small_now, counted) <= 0.5
        && share(negative.min(counted - negative), counted) >= 0.05
        && then.distinct(least) >= least;
    let words = |sample: &Sample| format!("the values lie between {}", kind.range(sample));
    found.then(|| Verdict { confidence: 0.8, now: words(now), then: words(then) })
}

/// Dates between 1900 and 2100 that are none of that as they are read now.
fn by_date(now: &Sample, then: &Sample, kind: Kind) -> Option<Verdict> {
    let Kind::Time(time) = kind else { return None };
    let limits = limits(time)?;
    let within = |sample: &Sample| {
        let dates =
            sample.counted().map(u64::cast_signed).filter(|count| *count != NOT_A_TIME && *count != 0);
        dates.fold((0, 0), |(within, all), count| (within + usize::from(limits.contains(&count)), all + 1))
    };
    let ((good_now, all_now), (good_then, all_then)) = (within(now), within(then));
    let found = all_then >= LEAST
        && good_then == all_then
        && share(good_now, all_now) <= 0.5
        && then.distinct(LEAST) >= LEAST;
    found.then(|| Verdict {
        confidence: 0.9,
        now: format!(
            "{} of the dates are not between 1900 and 2100",
            super::verdict::percent(1.0 - share(good_now, all_now))
        ),
        then: format!("all lie between {}", kind.range(then)),
    })
}

/// What dates from 1900 to 2100 are in a unit; `None` where that says nothing.
fn limits(time: TimeType) -> Option<std::ops::Range<i64>> {
    if time.kind != TimeKind::Date {
        return None;
    }
    let per_year = match time.unit {
        TimeUnit::Day => 365,
        TimeUnit::Hour => 365 * 24,
        TimeUnit::Minute => 365 * 24 * 60,
        TimeUnit::Second => 31_536_000,
        TimeUnit::Millisecond => 31_536_000_000,
        TimeUnit::Microsecond => 31_536_000_000_000,
        TimeUnit::Nanosecond => 31_536_000_000_000_000,
        _ => return None,
    };
    let scale = i64::from(time.scale.max(1));
    // The leap days make up one month in a hundred years: it does not matter here.
    Some(-70 * per_year / scale..130 * per_year / scale)
}
