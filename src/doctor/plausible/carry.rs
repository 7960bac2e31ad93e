//! In a number of several bytes the low byte wraps when the one above it steps on. Bytes in the wrong order do not do that.

use std::collections::HashSet;

use super::super::confidence::values as sure;
use super::sample::{NumberKind, Sample, approximate, share};
use super::threshold::carry as threshold;
use super::verdict::{Comparison, both_signs, percent, short, signed};
use crate::metadata::{NOT_A_TIME, TimeKind, TimeType, TimeUnit};

const MOST_DIFFERENT: usize = 64;
/// Steps that go on as expected turn by at least so many different amounts.
const LEAST_TURNS: usize = 8;
/// Fewer numbers say nothing.
const LEAST: usize = 16;

struct OrderedKeys<'a> {
    sample: &'a Sample,
    kind: NumberKind,
    shift: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Carries {
    steps: usize,
    near: usize,
    expected: usize,
    different: usize,
}

impl Carries {
    fn share(self) -> f64 {
        share(self.near.saturating_add(self.expected), self.steps)
    }

    /// More than chance: bytes that have nothing to do with each other seem to carry in one of four steps at most.
    fn is_sure(self) -> bool {
        self.different >= 6
            && (self.share() >= threshold::CARRIES
                || (self.steps >= 16 && self.share() >= threshold::CARRIES_OF_MANY))
    }

    fn is_likely(self) -> bool {
        self.different >= 3 && share(self.near, self.steps) >= threshold::NEAR
    }
}

impl<'a> OrderedKeys<'a> {
    fn new(sample: &'a Sample, kind: NumberKind) -> Self {
        Self { sample, kind, shift: sample.varying().trailing_zeros().min(63) }
    }

    fn key(&self, bits: u64) -> u64 {
        self.kind.ordered(bits, self.sample.nbytes) >> self.shift
    }

    fn roughness(&self, lag: usize) -> Roughness {
        let (mut bits, mut size, mut same) = (0, 0, 0);
        let mut sum = 0.0;
        for [one, other] in self.sample.pairs(lag) {
            let step = self.key(one).abs_diff(self.key(other));
            bits += 64 - step.saturating_add(1).leading_zeros() as usize;
            sum += approximate(step);
            size += 1;
            same += usize::from(step == 0);
        }
        let step = sum / share(size, 1).max(1.0) * approximate(1 << self.shift);
        Roughness { bits: share(bits, size), step, same: share(same, size) }
    }

    fn carries(&self, lag: usize, is_enough: impl Fn(Carries) -> bool) -> Option<Carries> {
        let bits = 8 * u32::try_from(self.sample.nbytes).ok()?;
        let mut rows = Vec::new();
        for row in self.sample.triples(lag) {
            rows.push(row.map(|bits| self.key(bits)));
        }
        for at in (8..bits).step_by(8) {
            if at >= self.shift + 4 {
                let found = carries(&rows, at - self.shift);
                if is_enough(found) {
                    return Some(found);
                }
            }
        }
        None
    }
}

#[derive(Debug, Clone, Copy)]
struct Roughness {
    bits: f64,
    step: f64,
    same: f64,
}

fn carries(rows: &[[u64; 3]], boundary: u32) -> Carries {
    let unit = 1_i128 << boundary;
    let low = (1_u64 << boundary) - 1;
    let mut found = Carries::default();
    let mut near = HashSet::new();
    let mut expected = HashSet::new();
    let mut turns = HashSet::new();
    for [before, one, other] in rows {
        if one >> boundary == other >> boundary {
            continue;
        }
        found.steps += 1;
        let [first, last, next] = [before, one, other].map(|key| i128::from(*key));
        let turn = next - 2 * last + first;
        if (next - last).abs() < unit / 4 {
            found.near += 1;
            remember(&mut near, (*one, *other));
        } else if turn.abs() < unit / 4 && i128::from((one & low).abs_diff(other & low)) > unit / 32 {
            found.expected += 1;
            remember(&mut expected, (*one, *other));
            remember(&mut turns, turn);
        }
    }
    found.different = near.len();
    // A sequence of equal steps looks expected in any order of bytes.
    if turns.len() >= LEAST_TURNS {
        found.different = found.different.saturating_add(expected.len());
    } else {
        found.expected = 0;
    }
    found
}

fn remember<T: Eq + std::hash::Hash>(seen: &mut HashSet<T>, one: T) {
    if seen.len() < MOST_DIFFERENT {
        seen.insert(one);
    }
}

pub(super) fn compare(now: &Sample, then: &Sample, kind: NumberKind) -> Option<Comparison> {
    if now.counted().take(LEAST).count() < LEAST {
        return None;
    }
    by_date(now, then, kind).or_else(|| by_carry(now, then, kind)).or_else(|| by_sign(now, then, kind))
}

fn by_carry(now: &Sample, then: &Sample, kind: NumberKind) -> Option<Comparison> {
    let as_now = OrderedKeys::new(now, kind);
    let as_then = OrderedKeys::new(then, kind);
    let rough: Vec<Roughness> = now.lags.iter().map(|lag| as_now.roughness(*lag)).collect();
    let least = rough.iter().copied().min_by(|one, other| one.bits.total_cmp(&other.bits))?;
    let closer = |lag: &&usize| {
        let found = as_then.roughness(**lag);
        // What repeats itself is no proof.
        found.bits + threshold::CLOSER <= least.bits && found.same <= threshold::SAME
    };
    let lags: Vec<&usize> = then.lags.iter().filter(closer).collect();
    if lags.is_empty() || now.lags.iter().any(|lag| as_now.carries(*lag, Carries::is_likely).is_some()) {
        return None;
    }
    let (lag, found) =
        lags.into_iter().find_map(|lag| Some((lag, as_then.carries(*lag, Carries::is_sure)?)))?;
    let is_clear = found.steps >= 16 && found.share() >= threshold::CARRIES;
    let confidence = if is_clear { sure::CLEAR } else { sure::FAIR };
    let now = format!("neighbours differ by {} on average", short(least.step));
    let step = short(as_then.roughness(*lag).step);
    let then = format!("by {step}, and all values lie between {}", kind.range(then));
    Some(Comparison { confidence, now, then })
}

fn by_sign(now: &Sample, then: &Sample, kind: NumberKind) -> Option<Comparison> {
    if !matches!(kind, NumberKind::Signed | NumberKind::Time(_)) || now.nbytes < 4 {
        return None;
    }
    let half = 4 * now.nbytes;
    let is_small = |bits: u64| signed(bits, now.nbytes).unsigned_abs() < 1 << (half - 1);
    let counted = then.counted().count();
    let least = if now.nbytes == 8 { 6 } else { 16 };
    let found = then.counted().all(is_small)
        && share(now.counted().filter(|bits| is_small(*bits)).count(), counted) <= threshold::FEW
        && both_signs(then)
        && then.distinct(least) >= least;
    let describe = |sample: &Sample| format!("the values lie between {}", kind.range(sample));
    found.then(|| Comparison { confidence: sure::FAIR, now: describe(now), then: describe(then) })
}

fn by_date(now: &Sample, then: &Sample, kind: NumberKind) -> Option<Comparison> {
    let NumberKind::Time(time) = kind else { return None };
    let limits = limits(time)?;
    let within = |sample: &Sample| {
        let (mut within, mut all) = (0, 0);
        for count in sample.counted().map(u64::cast_signed) {
            if count != NOT_A_TIME && count != 0 {
                within += usize::from(limits.contains(&count));
                all += 1;
            }
        }
        (within, all)
    };
    let (good_now, all_now) = within(now);
    let (good_then, all_then) = within(then);
    if all_then < LEAST
        || good_then != all_then
        || share(good_now, all_now) > threshold::FEW
        || then.distinct(LEAST) < LEAST
    {
        return None;
    }
    let outside = percent(1.0 - share(good_now, all_now));
    let now = format!("{outside} of the dates are before 1900 or after 2100");
    let then = format!("all lie between {}", kind.range(then));
    Some(Comparison { confidence: sure::CLEAR, now, then })
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn both(
        numbers: impl IntoIterator<Item = u64>,
        nbytes: usize,
        kind: NumberKind,
    ) -> (Option<Comparison>, Option<Comparison>) {
        let sound = Sample::row_of(numbers, nbytes);
        (compare(&sound.swapped(), &sound, kind), compare(&sound, &sound.swapped(), kind))
    }

    #[test]
    fn a_counter_over_several_bytes_is_found_when_it_is_read_backwards() {
        let (backwards, sound) = both((0..4000).map(|step| 60_000 + step * 3), 4, NumberKind::Unsigned);
        assert_eq!(backwards.unwrap().then, "by 3, and all values lie between 60000 and 71997");
        assert_eq!(sound, None);
    }

    #[test]
    fn one_byte_that_varies_says_nothing() {
        let ramp = |shift: u32| both((0..256).map(|step| step << shift), 4, NumberKind::Signed);
        assert_eq!((ramp(0), ramp(8), ramp(24)), ((None, None), (None, None), (None, None)));
    }

    #[test]
    fn noise_above_a_steady_byte_is_no_number_read_backwards() {
        let noise = |step: u64| (step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) << 8;
        let (_, sound) = both((0..2000).map(|step| noise(step) | (step / 100)), 2, NumberKind::Unsigned);
        assert_eq!(sound, None);
    }

    #[test]
    fn small_numbers_of_both_signs_are_found_when_they_are_read_backwards() {
        let value = |step: u64| (step * 7919 % 601).wrapping_sub(300) & 0xffff_ffff;
        let sound = Sample::row_of((0..300).map(value), 4);
        let found = by_sign(&sound.swapped(), &sound, NumberKind::Signed).unwrap();
        assert_eq!(found.then, "the values lie between -300 and 300");
        assert_eq!(by_sign(&sound, &sound.swapped(), NumberKind::Signed), None);
    }
}
