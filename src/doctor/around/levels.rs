//! Cells whose values are those that belong there, all changed alike: by a factor, wrapped, cut off, inverted.

use super::super::plausible::verdict::short;
use super::digest::{CellDigest, NumberView};
use super::fabric::{Fabric, beside};
use super::stated::Stated;
use super::values::{AllValues, OtherValues};

/// After the change, values differ across a border at most so many times more than within.
const FITS: f64 = 3.0;
/// A factor is one that a program uses when it is so near to it.
const NEAR: f64 = 0.03;
/// So many pairs of neighbours, at least, have to agree that it is another gain or offset, as instruments have it.
const SEAM: usize = 16;
/// Where integers are cut off when they do not fit.
const ENDS: [f64; 5] = [127.0, 255.0, 4095.0, 32_767.0, 65_535.0];

/// What was done to all values of a cell.
pub(super) enum ValueChange {
    /// By a program, as these words say.
    Program(String),
    /// By an instrument: another gain or offset, which is how mosaics are.
    Instrument,
}

/// One border of a cell: pairs of its own values and those beside them.
struct SharedBorder {
    pairs: Vec<(f64, f64)>,
    within: f64,
}

fn sides(fabric: &Fabric, place: &[u64], own: &CellDigest) -> Vec<SharedBorder> {
    let mut sides = Vec::new();
    for axis in 0..place.len() {
        for (is_after, end) in [(false, 0), (true, 1)] {
            let Some(other) = fabric.cells.get(&beside(place, axis, is_after)) else { continue };
            let (low, high) = if is_after { (own, other) } else { (other, own) };
            let Some(border) = fabric.border(low, high, axis) else { continue };
            let (Some(mine), Some(theirs)) = (own.faces.get(axis), other.faces.get(axis)) else { continue };
            let (Some(mine), Some(theirs)) = (mine.get(end), theirs.get(1 - end)) else { continue };
            let pairs = mine.outer.iter().copied().zip(theirs.outer.iter().copied());
            let pairs: Vec<_> = pairs.filter(|(own, other)| own.is_finite() && other.is_finite()).collect();
            if !pairs.is_empty() {
                sides.push(SharedBorder { pairs, within: border.within });
            }
        }
    }
    sides
}

/// Whether on each side most values, changed so, are as near to those beside them as neighbours are.
fn fits(sides: &[SharedBorder], rounding: f64, left: impl Fn(f64, f64) -> f64) -> bool {
    sides.iter().all(|side| {
        let rest = side.pairs.iter().map(|(own, other)| left(*own, *other).abs()).collect();
        super::digest::median(rest).is_some_and(|rest| rest <= FITS * side.within.max(rounding))
    })
}

/// What was done to a cell of which most borders are torn.
pub(super) fn explain(
    fabric: &Fabric,
    numbers: &NumberView,
    place: &[u64],
    own: &CellDigest,
    stated: &Stated,
) -> Option<ValueChange> {
    let sides = sides(fabric, place, own);
    if sides.len() < 2 {
        return None;
    }
    let pairs: Vec<(f64, f64)> = sides.iter().flat_map(|side| side.pairs.iter().copied()).collect();
    let quantum = numbers.quantum;
    let ends = [own.least[0].value, own.most[0].value];
    for top in [1.0, 255.0] {
        let has_both = ends.iter().zip([0.0, top]).all(|(own, end)| own.total_cmp(&end).is_eq());
        if has_both && fits(&sides, quantum, |own, other| top - own - other) {
            return Some(ValueChange::Program(format!("is inverted: 0 and {top} are exchanged in it")));
        }
    }
    if let Some(changed) = wrapped(numbers, &sides, &pairs, ends) {
        return Some(ValueChange::Program(changed));
    }
    let units = [
        ("°F among °C", 1.0 / 1.8, -32.0 / 1.8),
        ("°C among °F", 1.8, 32.0),
        ("°F among kelvin", 1.0 / 1.8, 273.15 - 32.0 / 1.8),
        ("kelvin among °F", 1.8, 32.0 - 273.15 * 1.8),
    ];
    // Counts of cameras are no temperatures.
    let is_measured = numbers.is_plain_float() || stated.scale.is_some();
    for (names, factor, offset) in units {
        if is_measured && fits(&sides, quantum, |own, other| own * factor + offset - other) {
            return Some(ValueChange::Program(format!("has values in another unit: {names}")));
        }
    }
    let ratios = pairs.iter().filter(|(own, other)| own.abs() > 4.0 * quantum && *other != 0.0);
    let factor = super::digest::median(ratios.map(|(own, other)| other / own).collect());
    let offset = super::digest::median(pairs.iter().map(|(own, other)| other - own).collect())?;
    if let Some(factor) = factor.filter(|factor| *factor > 0.0) {
        if let Some(used) = used_factor(factor, stated)
            && fits(&sides, quantum * used, |own, other| own * used - other)
        {
            return Some(ValueChange::Program(factor_words(used, stated)));
        }
        if let Some((used, units)) = unit_of(factor)
            && fits(&sides, quantum * used, |own, other| own * used - other)
        {
            let words = factor_words(used, stated);
            return Some(ValueChange::Program(format!("{words}, as {units} are apart")));
        }
        if !(0.95..1.05).contains(&factor)
            && pairs.len() >= SEAM
            && place.len() > 1
            && fits(&sides, quantum * factor, |own, other| own * factor - other)
        {
            return Some(ValueChange::Instrument);
        }
    }
    if fits(&sides, quantum, |own, other| own + offset - other) {
        let kelvin = 273.15;
        if (offset.abs() - kelvin).abs() <= kelvin * NEAR && offset.abs() > 4.0 * fabric.usual.spread / 8.0 {
            let side = if offset > 0.0 { "small" } else { "large" };
            return Some(ValueChange::Program(format!(
                "has values that are {} too {side}, as far as kelvin and degrees Celsius are apart",
                short(offset.abs())
            )));
        }
        if pairs.len() >= SEAM && place.len() > 1 {
            return Some(ValueChange::Instrument);
        }
    }
    None
}

/// How many of one unit another one is.
const UNITS: [(f64, &str); 11] = [
    (3.280_84, "feet and metres"),
    (3.6, "km/h and m/s"),
    (1.943_844, "knots and m/s"),
    (2.236_936, "mph and m/s"),
    (1.609_344, "miles and kilometres"),
    (25.4, "inches and millimetres"),
    (2.54, "inches and centimetres"),
    (57.295_78, "radians and degrees"),
    (133.322, "mmHg and pascals"),
    (0.453_592, "pounds and kilograms"),
    (86_400.0, "seconds and days"),
];

/// A unit that makes this factor.
fn unit_of(factor: f64) -> Option<(f64, &'static str)> {
    let both = UNITS.into_iter().flat_map(|(one, names)| [(one, names), (1.0 / one, names)]);
    let mut near = both.filter(|(used, _)| (factor / used - 1.0).abs() <= NEAR / 3.0);
    near.next()
}

/// A factor that a program uses: the one that the attributes state, a power of ten or of two.
fn used_factor(factor: f64, stated: &Stated) -> Option<f64> {
    let is_near = |used: &f64| (factor / used - 1.0).abs() <= NEAR;
    let own = stated
        .scale
        .into_iter()
        .filter(|scale| (scale - 1.0).abs() > NEAR)
        .flat_map(|scale| [scale, 1.0 / scale]);
    let tens = (1..=9).map(|power| 10_f64.powi(power));
    let twos = (2..=16).map(|power| 2_f64.powi(power));
    own.chain(tens.chain(twos).flat_map(|power| [power, 1.0 / power])).find(is_near)
}

fn factor_words(factor: f64, stated: &Stated) -> String {
    let (times, side) = if factor > 1.0 { (factor, "small") } else { (1.0 / factor, "large") };
    let why = match stated.scale {
        Some(scale) if (factor * scale - 1.0).abs() <= NEAR => ": scale_factor was applied twice",
        Some(scale) if (factor / scale - 1.0).abs() <= NEAR => ": scale_factor was not applied",
        _ => "",
    };
    format!("has values that are {} times too {side}{why}", short(times))
}

/// Integers that went through fewer bits than they need, or had something added that wrapped.
fn wrapped(
    numbers: &NumberView,
    sides: &[SharedBorder],
    pairs: &[(f64, f64)],
    [least, most]: [f64; 2],
) -> Option<String> {
    let bits = numbers.bits_of_integer()?;
    let around = |value: f64, modulus: f64| (value + modulus / 2.0).rem_euclid(modulus) - modulus / 2.0;
    for few in [8, 16, 32] {
        let modulus = 2_f64.powi(few);
        let is_within = least >= -modulus / 2.0 && most < modulus && most - least < modulus;
        let differ = pairs.iter().filter(|(own, other)| (own - other).abs() >= modulus / 2.0).count();
        if few < bits
            && is_within
            && differ * 5 >= pairs.len()
            && fits(sides, numbers.quantum, |own, other| around(own - other, modulus))
        {
            return Some(format!("has values that wrapped: they went through {few} bits"));
        }
    }
    let modulus = 2_f64.powi(bits);
    let (first_own, first_other) = *pairs.first()?;
    let first = first_own - first_other;
    let added = pairs.iter().map(|(own, other)| around(own - other - first, modulus)).collect();
    let added = around(first + super::digest::median(added)?, modulus);
    let has_wrapped =
        pairs.iter().filter(|(own, other)| (own - other - added).abs() >= modulus / 2.0).count();
    let is_some = has_wrapped * 20 >= pairs.len() && has_wrapped < pairs.len();
    if is_some && fits(sides, numbers.quantum, |own, other| around(own - other - added, modulus)) {
        let what = if added > 0.0 { "added to" } else { "subtracted from" };
        return Some(format!(
            "has values that wrapped: {} was {what} them in {bits} bits",
            short(added.abs())
        ));
    }
    None
}

/// The value at which those of a cell end, where those beside it go on: what was greater did not fit.
pub(super) fn cut_off(
    fabric: &Fabric,
    place: &[u64],
    own: &CellDigest,
    others: OtherValues,
) -> Option<(f64, String)> {
    let (start, end) = (own.least[0].value, own.most[0].value);
    let at_both = own.sample.iter().filter(|value| **value >= end || **value <= start).count();
    let is_both = start.total_cmp(&(-end - 1.0)).is_eq() && ENDS.contains(&end);
    if is_both && at_both * 20 >= own.sample.len() && others.most > 1.1 * end && others.least < 1.1 * start {
        let evidence = format!(
            "{at_both} of {} values that were looked at are {start} or {end}, none is beyond, and those of all others lie between {} and {}",
            own.sample.len(),
            short(others.least),
            short(others.most)
        );
        return Some((end, evidence));
    }
    let at_end = own.sample.iter().filter(|value| **value >= end).count();
    if !ENDS.contains(&end) || own.is_constant() || at_end * 20 < own.sample.len() || others.most <= 1.1 * end
    {
        return None;
    }
    let sides = sides(fabric, place, own);
    let beyond = |(_, other): &&(f64, f64)| *other > 1.02 * end;
    let pairs = || sides.iter().flat_map(|side| side.pairs.iter());
    let (all, cut) = (
        pairs().filter(beyond).count(),
        pairs().filter(beyond).filter(|(own, _)| *own >= 0.98 * end).count(),
    );
    if all < 4 || cut * 4 < all * 3 {
        return None;
    }
    let evidence = format!(
        "{} of {} values that were looked at are {end}, none is greater, and beside {cut} of those at the borders stand values up to {}",
        at_end,
        own.sample.len(),
        short(pairs().map(|(_, other)| *other).fold(end, f64::max))
    );
    Some((end, evidence))
}

/// Zeros where no other cell has any, and where others have NaN.
pub(super) fn zero_for_nan(own: &CellDigest, all: &AllValues, others: OtherValues) -> Option<String> {
    let values = own.sample.iter().filter(|value| **value != 0.0);
    let (mut count, mut like) = (0, 0);
    for value in values {
        count += 1;
        like += usize::from(
            (others.least - others.width() / 20.0..=others.most + others.width() / 20.0).contains(value),
        );
    }
    if own.strange > 0
        || own.zeros < 4
        || all.zeros > own.zeros
        || all.strange == 0
        || like * 50 < count * 49
        || count == 0
    {
        return None;
    }
    Some(format!(
        "{} of its elements are 0 and none is NaN; in all other chunks {} are NaN and none is 0",
        own.zeros, all.strange
    ))
}

/// Negative numbers where no other cell has any, and which are like the others when a power of two is added.
pub(super) fn turned_negative(own: &CellDigest, others: OtherValues) -> Option<(i32, String)> {
    let negative: Vec<f64> = own.sample.iter().copied().filter(|value| *value < 0.0).collect();
    if others.least < 0.0 || negative.len() * 20 < own.sample.len() || negative.is_empty() {
        return None;
    }
    let slack = others.width() / 20.0;
    let range = others.least - slack..=others.most + slack;
    let bits = [8, 16, 32].into_iter().find(|bits| {
        let modulus = 2_f64.powi(*bits);
        others.most >= modulus / 2.0
            && own.most[0].value < modulus / 2.0
            && negative.iter().all(|value| range.contains(&(value + modulus)))
    })?;
    let evidence = format!(
        "{} of {} values that were looked at are negative, as in no other chunk; {} more, they lie between {} and {}, and those of all others between {} and {}",
        negative.len(),
        own.sample.len(),
        short(2_f64.powi(bits)),
        short(negative.first()? + 2_f64.powi(bits)),
        short(negative.last()? + 2_f64.powi(bits)),
        short(others.least),
        short(others.most)
    );
    Some((bits, evidence))
}

/// How many times less the values of a cell vary than those of all others, where that is the factor that they are scaled by.
pub(super) fn scaled_twice(own: &CellDigest, usual: f64, stated: &Stated) -> Option<(f64, String)> {
    let scale = stated.scale.filter(|scale| *scale > 0.0 && !(0.2..5.0).contains(scale))?;
    let width = own.quantile(90) - own.quantile(10);
    if width <= 0.0 || !(0.5..2.0).contains(&(width / usual / scale)) {
        return None;
    }
    let evidence = format!(
        "its values vary by {}, those of the others by {}: {} times as much, which is what scale_factor {} does",
        short(width),
        short(usual),
        short(usual / width),
        short(scale)
    );
    Some((scale, evidence))
}
