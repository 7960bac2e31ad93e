//! Cells whose values are those that belong there, all changed alike: by a factor, wrapped, cut off, inverted.

use super::super::plausible::verdict::short;
use super::Surroundings;
use super::digest::{CellDigest, NumberView, median, quantile};
use super::fabric::{Fabric, SidePair, step_in};
use super::stated::Stated;
use super::values::{AllValues, OtherValues};

/// After the change, values differ across a border at most so many times more than within.
const FITS: f64 = 3.0;
/// A factor is one that a program uses when it is so near to it.
const NEAR: f64 = 0.03;
/// The same where the factor is estimated.
const NEAR_ESTIMATE: f64 = 0.12;
/// So many pairs of neighbours, at least, have to agree that it is another gain or offset, as instruments have it.
const SEAM: usize = 16;
/// Gains of instruments beside each other: a factor of theirs is no other packing.
const INSTRUMENTS: std::ops::Range<f64> = 0.2..5.0;
/// By chance, what a share of the values of a cell is below differs by this part of how far their quarters are apart.
const QUANTILES: f64 = 8.0;
/// 0 °C.
const KELVIN: f64 = 273.15;
/// Where integers are cut off when they do not fit.
const ENDS: [f64; 5] = [127.0, 255.0, 4095.0, 32_767.0, 65_535.0];

pub(super) enum ValueChange {
    /// By a program, as these words say.
    Program(String),
    /// By an instrument: another gain or offset, as these words say, which is how mosaics are.
    Instrument(String),
}

/// One border of a cell: pairs of its own values and those beside them. Or, where the values of all cells are alike, pairs of
/// what so many of its own values and of all others are below.
struct SharedBorder {
    pairs: Vec<(f64, f64)>,
    within: f64,
}

fn sides(fabric: &Fabric, place: &[u64], own: &CellDigest, others: &OtherValues) -> Vec<SharedBorder> {
    let mut sides = Vec::new();
    for SidePair { axis, is_after, mine, theirs, neighbour } in fabric.sides(place, own) {
        let (low, high) = if is_after { (own, neighbour) } else { (neighbour, own) };
        if fabric.border(low, high, axis).is_none() {
            continue;
        }
        let pairs = mine.outer.iter().copied().zip(theirs.outer.iter().copied());
        let pairs: Vec<_> = pairs.filter(|(own, other)| own.is_finite() && other.is_finite()).collect();
        // The steps within the cell itself are changed too.
        let large = neighbour.steps.get(axis).copied().flatten().map_or(0.0, |steps| steps.large);
        let within = step_in(theirs).filter(|_| pairs.len() > 1).unwrap_or(large);
        if !pairs.is_empty() {
            sides.push(SharedBorder { pairs, within: within.max(fabric.usual_step(axis) / 4.0) });
        }
    }
    if sides.is_empty() && others.is_odd {
        let shares = (1..10).map(|share| (own.quantile(10 * share), others.quantile(10 * share)));
        let within = (others.quantile(75) - others.quantile(25)) / QUANTILES;
        sides.push(SharedBorder { pairs: shares.collect(), within });
    }
    sides
}

/// Whether on each side most values, changed so, are as near to those beside them as neighbours are.
fn fits(sides: &[SharedBorder], rounding: f64, left: impl Fn(f64, f64) -> f64) -> bool {
    sides.iter().all(|side| {
        let rest = side.pairs.iter().map(|(own, other)| left(*own, *other).abs()).collect();
        median(rest).is_some_and(|rest| rest <= FITS * side.within.max(rounding))
    })
}

/// How far most values, changed so, are from those beside them, on the side where that is farthest.
fn rest(sides: &[SharedBorder], left: impl Fn(f64, f64) -> f64) -> f64 {
    let of_side = |side: &SharedBorder| {
        median(side.pairs.iter().map(|(own, other)| left(*own, *other).abs()).collect())
    };
    sides.iter().filter_map(of_side).fold(0.0, f64::max)
}

/// What was done to a cell that does not go on from its neighbours, or whose values are distributed otherwise.
pub(super) fn explain(
    around: &Surroundings,
    place: &[u64],
    own: &CellDigest,
    others: &OtherValues,
) -> Option<ValueChange> {
    let Surroundings { fabric, numbers, stated, .. } = around;
    let sides = sides(fabric, place, own, others);
    if sides.len() < 2 && !others.is_odd {
        return None;
    }
    let pairs: Vec<(f64, f64)> = sides.iter().flat_map(|side| side.pairs.iter().copied()).collect();
    let quantum = numbers.quantum;
    let program = |words: String| Some(ValueChange::Program(words));
    let ends = [own.least[0].value, own.most[0].value];
    for top in [1.0, 255.0] {
        let has_both = ends.iter().zip([0.0, top]).all(|(own, end)| own.total_cmp(&end).is_eq());
        if has_both && fits(&sides, quantum, |own, other| top - own - other) {
            return program(format!("is inverted: 0 and {top} are exchanged in it"));
        }
    }
    if let Some(changed) = wrapped(numbers, &sides, &pairs, ends) {
        return program(changed);
    }
    let is_far = |own: f64| own.abs() > fabric.usual.spread / 8.0;
    if pairs.iter().all(|(own, _)| is_far(*own)) && fits(&sides, quantum, |own, other| own + other) {
        return program("has values with the other sign".to_owned());
    }
    if ends[0] >= 0.0 && others.least < 0.0 && others.most > 0.0 && have_lost_signs(&sides, quantum) {
        return program(
            "has lost the signs of its values: they are what is beside them without its sign".to_owned(),
        );
    }
    // Counts of cameras are no temperatures.
    let is_measured = numbers.is_plain_float() || stated.scale.is_some();
    // Of values that are no neighbours, several units may nearly fit.
    let mut known = known_factors(stated);
    let plain_rest = known
        .iter()
        .filter(|known| known.units.is_some())
        .map(|known| rest(&sides, |own, other| own * known.factor - other));
    let plain_rest = plain_rest.fold(f64::INFINITY, f64::min);
    for (names, factor, offset) in TEMPERATURES {
        let as_temperature = |own: f64, other: f64| own * factor + offset - other;
        if is_measured && fits(&sides, quantum, as_temperature) && rest(&sides, as_temperature) <= plain_rest
        {
            return program(format!("has values in another unit: {names}"));
        }
    }
    // What is 0 and 255 in one chunk is 0 and 1 in the others.
    let is_byte_mask = own.sample.iter().all(|value| [0.0, 255.0].contains(value));
    if is_byte_mask && (others.least, others.most) == (0.0, 1.0) {
        return program("has 255 where its neighbours have 1".to_owned());
    }
    let ratios = pairs.iter().filter(|(own, other)| own.abs() > 4.0 * quantum && *other != 0.0);
    let factor = median(ratios.map(|(own, other)| other / own).collect()).unwrap_or(1.0);
    // Of chunks that are no neighbours, both the factor and what is usual are estimates.
    let near = if others.is_odd && pairs.len() < SEAM { NEAR_ESTIMATE } else { NEAR };
    let may_be = |known: &KnownFactor| {
        // Ids and places have no units.
        factor > 0.0
            && is_multiple(own, numbers, known.factor.recip())
            && (is_measured || known.units.is_none())
            && (factor / known.factor - 1.0).abs() <= near
            && fits(&sides, quantum * known.factor, |own, other| own * known.factor - other)
    };
    known.retain(may_be);
    if known.first().is_some_and(|known| known.units.is_some()) {
        // Several units may be nearly so far apart.
        let off = |known: &KnownFactor| (factor / known.factor - 1.0).abs();
        known.sort_by(|one, other| off(one).total_cmp(&off(other)));
    }
    if let Some(known) = known.first() {
        return program(factor_words(known, stated));
    }
    if numbers.is_plain_float()
        && let Some(what) = logarithms(&sides, &pairs)
    {
        return program(what);
    }
    let is_seam = pairs.len() >= SEAM && place.len() > 1;
    let is_gain = INSTRUMENTS.contains(&factor) && !(0.95..1.05).contains(&factor);
    let offset = median(pairs.iter().map(|(own, other)| other - own).collect())?;
    let with_gain = |own: f64, other: f64| own * factor - other;
    let with_offset = |own: f64, other: f64| own + offset - other;
    let is_offset =
        fits(&sides, quantum, with_offset) && rest(&sides, with_offset) <= rest(&sides, with_gain);
    if is_seam && is_gain && !is_offset && fits(&sides, quantum * factor, with_gain) {
        let times = short(factor.max(factor.recip()));
        let side = if factor > 1.0 { "small" } else { "large" };
        return Some(ValueChange::Instrument(format!("has values that are about {times} times too {side}")));
    }
    if fits(&sides, quantum, with_offset) {
        if is_from_kelvin(offset) && offset.abs() > fabric.usual.spread / 2.0 {
            return program(kelvin_words(offset));
        }
        // Instruments beside each other see the same scene.
        if is_seam && (around.is_even || offset.abs() <= 4.0 * fabric.usual.spread) {
            let (off, side) = (short(offset.abs()), if offset > 0.0 { "small" } else { "large" });
            return Some(ValueChange::Instrument(format!("has values that are about {off} too {side}")));
        }
    }
    // Where neighbours differ by themselves, as stations do, the middles of all values show it.
    let offset = others.quantile(50) - own.quantile(50);
    // Garbage has its middle anywhere, so that nearly all of it has to be among the others.
    let is_among = |share| (own.quantile(share) + offset - others.quantile(50)).abs() <= others.width();
    let are_among = is_among(5) && is_among(95);
    // Where they go on from each other, it would fit.
    let may_differ = !around.is_calm || sides.is_empty();
    if may_differ && is_measured && are_among && is_from_kelvin(offset) && offset.abs() > 2.0 * others.width()
    {
        return program(kelvin_words(offset));
    }
    None
}

fn have_lost_signs(sides: &[SharedBorder], quantum: f64) -> bool {
    let is_below = sides.iter().flat_map(|side| &side.pairs).any(|(_, other)| *other < 0.0);
    is_below && fits(sides, quantum, |own, other| own - other.abs())
}

/// Whether integers may have been multiplied by a power of two that is no small one: then all are multiples of it.
fn is_multiple(own: &CellDigest, numbers: &NumberView, factor: f64) -> bool {
    let power = (8..32).find(|bits| (factor / 2_f64.powi(*bits) - 1.0).abs() < NEAR);
    numbers.bits_of_integer().is_none() || power.is_none_or(|bits| own.divisor.is_multiple_of(1 << bits))
}

fn factor_words(known: &KnownFactor, stated: &Stated) -> String {
    let times = known.factor.max(1.0 / known.factor);
    let side = if known.factor > 1.0 { "small" } else { "large" };
    let why = match (stated.scale, known.units) {
        (Some(scale), _) if (known.factor * scale - 1.0).abs() <= NEAR => {
            ": scale_factor was applied twice".to_owned()
        }
        (Some(scale), _) if is_square(known.factor, scale) => {
            ": scale_factor was applied the wrong way round".to_owned()
        }
        (Some(scale), _) if (known.factor / scale - 1.0).abs() <= NEAR => {
            ": scale_factor was not applied".to_owned()
        }
        (_, Some(units)) => format!(", as {units} are apart"),
        _ => String::new(),
    };
    format!("has values that are {} times too {side}{why}", short(times))
}

/// Logarithms among plain values, or plain values among logarithms.
fn logarithms(sides: &[SharedBorder], pairs: &[(f64, f64)]) -> Option<String> {
    /// How many of one logarithm are added to make ten times, and its name.
    const LOGARITHMS: [(f64, &str); 4] = [
        (10.0, "decibels (10 · log10)"),
        (20.0, "decibels (20 · log10)"),
        (std::f64::consts::LN_10, "natural logarithms"),
        (1.0, "logarithms to base 10"),
    ];
    /// Values beside each other differ by so many times less than all at the borders: else any curve would fit.
    const VARY: f64 = 8.0;
    let mut others: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    others.sort_unstable_by(f64::total_cmp);
    let width = quantile(&others, 90)? - quantile(&others, 10)?;
    let within = median(sides.iter().map(|side| side.within).collect())?;
    if others.len() < SEAM || width < VARY * within {
        return None;
    }
    // A number that has no logarithm is far from all others.
    let known = |value: f64| if value.is_finite() { value } else { f64::INFINITY };
    for (ten, name) in LOGARITHMS {
        if fits(sides, 0.0, |own, other| known(10_f64.powf(own / ten) - other)) {
            return Some(format!("has {name} among plain values"));
        }
        if fits(sides, 0.0, |own, other| known(ten * own.log10() - other)) {
            return Some(format!("has plain values among {name}"));
        }
    }
    None
}

fn is_square(factor: f64, scale: f64) -> bool {
    [factor, factor.recip()].iter().any(|factor| (factor / (scale * scale) - 1.0).abs() <= NEAR)
}

fn is_from_kelvin(offset: f64) -> bool {
    (offset.abs() - KELVIN).abs() <= KELVIN * NEAR
}

fn kelvin_words(offset: f64) -> String {
    let side = if offset > 0.0 { "small" } else { "large" };
    let off = short(offset.abs());
    format!("has values that are {off} too {side}, as far as kelvin and degrees Celsius are apart")
}

/// A factor and something added, both at once: as another packing has them, or times in another unit from another day.
pub(super) fn line(
    around: &Surroundings,
    place: &[u64],
    own: &CellDigest,
    others: &OtherValues,
) -> Option<String> {
    let Surroundings { fabric, numbers, stated, .. } = around;
    let sides = sides(fabric, place, own, others);
    let pairs: Vec<(f64, f64)> = sides.iter().flat_map(|side| side.pairs.iter().copied()).collect();
    if sides.len() < 2 {
        return None;
    }
    let width = |values: Vec<f64>| {
        let mut values = values;
        values.sort_unstable_by(f64::total_cmp);
        Some(quantile(&values, 84)? - quantile(&values, 16)?)
    };
    let slope = if pairs.len() >= SEAM {
        width(pairs.iter().map(|pair| pair.1).collect())? / width(pairs.iter().map(|pair| pair.0).collect())?
    } else {
        // A list has two borders: what is left is how large its steps are.
        fabric.usual_step(0) / own.steps.first().copied().flatten()?.median
    };
    let mut near = known_factors(stated);
    near.retain(|known| (slope / known.factor - 1.0).abs() <= NEAR_ESTIMATE && known.may_have_offset);
    near.sort_by(|one, other| (slope / one.factor).ln().abs().total_cmp(&(slope / other.factor).ln().abs()));
    for known in near.into_iter().filter(|known| !INSTRUMENTS.contains(&known.factor)) {
        let factor = known.factor;
        let offset = median(pairs.iter().map(|(own, other)| other - own * factor).collect())?;
        if fits(&sides, numbers.quantum * factor.max(1.0), |own, other| own * factor + offset - other) {
            let times = if factor > 1.0 {
                format!("{} times", short(factor))
            } else {
                format!("1/{}", short(1.0 / factor))
            };
            let units = known.units.map(|units| format!(", as {units} are apart")).unwrap_or_default();
            let side = if offset < 0.0 { "less" } else { "and" };
            return Some(format!(
                "has values of another scale and offset, or unit and start: {times} of them{units}, {side} {}, goes on",
                short(offset.abs())
            ));
        }
    }
    None
}

/// Other units of temperature: their names, a factor, and what is added.
const TEMPERATURES: [(&str, f64, f64); 4] = [
    ("°F among °C", 1.0 / 1.8, -32.0 / 1.8),
    ("°C among °F", 1.8, 32.0),
    ("°F among kelvin", 1.0 / 1.8, 273.15 - 32.0 / 1.8),
    ("kelvin among °F", 1.8, 32.0 - 273.15 * 1.8),
];

/// How many of one unit another one is.
const UNITS: [(f64, &str); 13] = [
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
    (3600.0, "seconds and hours"),
    (60.0, "seconds and minutes"),
];

struct KnownFactor {
    factor: f64,
    units: Option<&'static str>,
    /// Whether packings and times, which begin anywhere, differ by it.
    may_have_offset: bool,
}

/// The factors that are used, the likeliest first: the one that the attributes state, powers of ten, units, powers of two.
fn known_factors(stated: &Stated) -> Vec<KnownFactor> {
    let mut found = Vec::new();
    let mut add = |factor: f64, units: Option<&'static str>, may_have_offset| {
        for factor in [factor, 1.0 / factor] {
            if factor.is_finite() && (factor - 1.0).abs() > NEAR {
                found.push(KnownFactor { factor, units, may_have_offset });
            }
        }
    };
    if let Some(scale) = stated.scale.filter(|scale| *scale > 0.0) {
        add(scale, None, true);
        add(scale * scale, None, false);
    }
    for power in 1..=9 {
        add(10_f64.powi(power), None, true);
    }
    for (factor, units) in UNITS {
        add(factor, Some(units), units.contains("seconds"));
    }
    for power in 2..=16 {
        add(2_f64.powi(power), None, false);
    }
    found
}

/// Integers that went through fewer bits than they need, or had something added that wrapped.
fn wrapped(
    numbers: &NumberView,
    sides: &[SharedBorder],
    pairs: &[(f64, f64)],
    [least, most]: [f64; 2],
) -> Option<String> {
    let bits = numbers.bits_of_integer()?;
    // What is cut off at the end of a type did not wrap.
    let at_end = pairs.iter().filter(|(own, _)| *own >= most).count();
    if ENDS.contains(&most) && at_end * 5 >= pairs.len() {
        return None;
    }
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
    let added = around(first + median(added)?, modulus);
    let has_wrapped =
        pairs.iter().filter(|(own, other)| (own - other - added).abs() >= modulus / 2.0).count();
    let is_some =
        has_wrapped * 20 >= pairs.len() && has_wrapped < pairs.len() && added.abs() > numbers.quantum;
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
    others: &OtherValues,
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
    let sides = sides(fabric, place, own, others);
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
        "{} of {} values that were looked at are {end}, none is greater, and {cut} of those at the borders have neighbours up to {}",
        at_end,
        own.sample.len(),
        short(pairs().map(|(_, other)| *other).fold(end, f64::max))
    );
    Some((end, evidence))
}

/// Zeros where others have NaN or the fill value: beside what is missing across borders, or where no other cell has zeros.
pub(super) fn zero_for_nan(
    fabric: &Fabric,
    place: &[u64],
    own: &CellDigest,
    all: &AllValues,
    others: &OtherValues,
) -> Option<String> {
    if own.missing > 0 || own.zeros < 4 || all.missing == 0 {
        return None;
    }
    let beside = zeros_beside_missing(fabric, place, own);
    if beside >= 4 {
        let elsewhere = |(other, cell): (&Vec<u64>, &CellDigest)| {
            if other == place { 0 } else { zeros_beside_missing(fabric, other, cell) }
        };
        if fabric.cells.iter().map(elsewhere).sum::<usize>() == 0 {
            return Some(format!(
                "none of its elements is missing, and {beside} that are 0 at its borders are beside missing ones, as nowhere else"
            ));
        }
    }
    let values: Vec<f64> = own.sample.iter().copied().filter(|value| *value != 0.0).collect();
    let slack = others.width() / 20.0;
    let like =
        values.iter().filter(|value| (others.least - slack..=others.most + slack).contains(*value)).count();
    if all.zeros > own.zeros || like * 50 < values.len() * 49 || values.is_empty() {
        return None;
    }
    Some(format!(
        "{} of its elements are 0 and none is missing; in all other chunks {} are missing and none is 0",
        own.zeros, all.missing
    ))
}

fn zeros_beside_missing(fabric: &Fabric, place: &[u64], own: &CellDigest) -> usize {
    let mut found = 0;
    for SidePair { mine, theirs, .. } in fabric.sides(place, own) {
        let pairs = mine.outer.iter().zip(&theirs.outer);
        found += pairs.filter(|(own, other)| **own == 0.0 && other.is_nan()).count();
    }
    found
}

pub(super) fn wrapped_words(bits: i32) -> String {
    format!("the chunk has values that wrapped: they went through {bits} bits")
}

/// Numbers without a sign where all others have one, as they are when they went through unsigned ones of fewer bits: those that are
/// too large are like the others when a power of two is taken away. And counts that went beyond the end of the data type of the array.
pub(super) fn lost_sign(own: &CellDigest, others: &OtherValues, bits_of_type: i32) -> Option<(i32, String)> {
    /// So many of a hundred are too large.
    const MANY: usize = 5;
    let (least, most) = (own.least[0].value, own.most[0].value);
    let slack = others.width() / 20.0;
    let range = others.least - slack..=others.most + slack;
    let half = 2_f64.powi(bits_of_type - 1);
    if others.least >= 0.0 && others.most < half && least <= -0.9 * half && most >= 0.9 * half {
        let evidence = format!(
            "they lie between {} and {}, both ends of the data type; no other chunk has a negative one",
            short(least),
            short(most)
        );
        return Some((bits_of_type, evidence));
    }
    let bits = [8, 16, 32].into_iter().filter(|bits| *bits < bits_of_type).find(|bits| {
        let modulus = 2_f64.powi(*bits);
        let large: Vec<f64> = own.sample.iter().copied().filter(|value| !range.contains(value)).collect();
        others.least < 0.0
            && others.most < modulus / 4.0
            && least >= 0.0
            && most < modulus
            && large.len() * 100 >= MANY * own.sample.len()
            && large.iter().all(|value| range.contains(&(value - modulus)))
    })?;
    let evidence = format!(
        "none is negative, as in no other chunk, and they go up to {}; {} less, those that are greater than {} lie between {} and {}, as in the others",
        short(most),
        short(2_f64.powi(bits)),
        short(others.most),
        short(others.least),
        short(others.most)
    );
    Some((bits, evidence))
}

/// Negative numbers where no other cell has any, and which are like the others when a power of two is added.
pub(super) fn turned_negative(own: &CellDigest, others: &OtherValues) -> Option<(i32, String)> {
    const FEWEST: usize = 3;
    let negative: Vec<f64> = own.sample.iter().copied().filter(|value| *value < 0.0).collect();
    // Of sparse counts only what was counted speaks.
    let counted = own.sample.iter().filter(|value| **value != 0.0).count();
    if others.least < 0.0 || negative.len() * 20 < counted || negative.len() < FEWEST {
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
