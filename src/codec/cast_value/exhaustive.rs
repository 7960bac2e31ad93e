//! Every pattern of the 16-bit and smaller floats, to and from integers and float32.
//!
//! The reference is the standard library's rounding of `f64`, which holds each of these numbers exactly, and the
//! ordered list of the numbers that a format has.

use std::sync::Arc;

use super::super::reference::ROUNDINGS;
use super::super::{DecodeOptions, StageWork};
use super::{Cast, OutOfRange};
use crate::metadata::float::{Float, FloatType, Rounding};
use crate::metadata::{DataType, Elements, Integer, Scalar};

fn small() -> impl Iterator<Item = FloatType> {
    FloatType::all().filter(|kind| kind.format().bits <= 16)
}

fn integers() -> impl Iterator<Item = Integer> {
    [2, 4, 8, 16, 32, 64].into_iter().flat_map(|bits| [true, false].map(|signed| Integer { bits, signed }))
}

fn every_pattern(kind: FloatType) -> Elements {
    let format = kind.format();
    let bytes = (0..=format.mask()).flat_map(|bits| bits.to_le_bytes().into_iter().take(format.nbytes()));
    Elements::new(DataType::Float(kind), bytes.collect())
}

fn rounded(value: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::NearestEven => value.round_ties_even(),
        Rounding::NearestAway => value.round(),
        Rounding::TowardsZero => value.trunc(),
        Rounding::TowardsPositive => value.ceil(),
        Rounding::TowardsNegative => value.floor(),
    }
}

fn to_integer(value: f64, to: Integer, rounding: Rounding, rule: Option<OutOfRange>) -> Option<i128> {
    if !value.is_finite() {
        return None;
    }
    let whole = rounded(value, rounding);
    // 2^127 and beyond, which only bfloat16 and float8_e8m0fnu have, are multiples of every 2^N here.
    let is_far = whole.abs() >= 2_f64.powi(127);
    let number = whole as i128;
    let (least, greatest) = (to.min(), to.max());
    match rule {
        _ if !is_far && (least..=greatest).contains(&number) => Some(number),
        None => None,
        Some(OutOfRange::Clamp) => Some(number.clamp(least, greatest)),
        Some(OutOfRange::Wrap) if is_far => Some(0),
        Some(OutOfRange::Wrap) => {
            let low = number.rem_euclid(1 << to.bits);
            Some(if low > greatest { low - (1 << to.bits) } else { low })
        }
    }
}

/// Casts every element that has to have a result with all others left out, and those one by one.
fn check(cast: &Cast, input: &Elements, expected: &dyn Fn(&Scalar) -> Option<Scalar>) {
    let from = input.data_type();
    let (mut bytes, mut results) = (Vec::new(), Vec::new());
    for scalar in input.iter() {
        match expected(&scalar) {
            Some(result) => {
                scalar.append(from, &mut bytes);
                result.append(&cast.to, &mut results);
            }
            None => assert!(cast.cast(&scalar).is_err(), "{scalar} {from} -> {cast:?}"),
        }
    }
    let sound = Elements::new(from.clone(), bytes);
    let found = cast
        .run(
            &sound,
            cast.kernel(from).as_ref(),
            &[sound.size() as u64],
            &mut StageWork::new(&DecodeOptions::default()),
        )
        .unwrap();
    let expected = Elements::new(cast.to.clone(), results);
    for ((scalar, found), expected) in sound.iter().zip(found.iter()).zip(expected.iter()) {
        assert_eq!(found, expected, "{scalar} {from} -> {cast:?}");
    }
}

#[test]
fn every_small_float_to_every_integer() {
    for kind in small() {
        let input = every_pattern(kind);
        for to in integers() {
            for rounding in ROUNDINGS {
                for out_of_range in [None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)] {
                    let to_type = DataType::Integer(to);
                    let cast = Cast { to: to_type, rounding, out_of_range, scalar_map: Arc::default() };
                    check(&cast, &input, &|scalar| {
                        let Scalar::Float(float) = scalar else { return None };
                        to_integer(float.value(), to, rounding, out_of_range).map(Scalar::Integer)
                    });
                }
            }
        }
    }
}

#[test]
fn every_small_float_is_a_float32() {
    let to = DataType::Float(FloatType::Float32);
    for kind in small() {
        for rounding in ROUNDINGS {
            let cast = Cast { to: to.clone(), rounding, out_of_range: None, scalar_map: Arc::default() };
            check(&cast, &every_pattern(kind), &|scalar| {
                let Scalar::Float(float) = scalar else { return None };
                let value = float.value() as f32;
                assert!(value.is_nan() || f64::from(value) == float.value());
                let bits = if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() };
                Some(Scalar::Float(Float { kind: FloatType::Float32, bits: bits.into() }))
            });
        }
    }
}

fn numbers(kind: FloatType) -> Vec<(f64, u64)> {
    let patterns = (0..=kind.format().mask()).map(|bits| (Float { kind, bits }.value(), bits));
    let mut numbers: Vec<(f64, u64)> = patterns.filter(|(value, _)| value.is_finite()).collect();
    numbers.sort_by(|one, other| one.0.total_cmp(&other.0));
    numbers.dedup_by(|one, other| one.0 == other.0); // the two zeros
    numbers
}

/// The number of an ordered list that a value between two neighbours rounds to.
fn among(value: f64, [lower, upper]: [(f64, u64); 2], rounding: Rounding) -> f64 {
    let middle = f64::midpoint(lower.0, upper.0);
    let up = match rounding {
        _ if value == lower.0 => false,
        _ if value == upper.0 => true,
        Rounding::TowardsPositive => true,
        Rounding::TowardsNegative => false,
        Rounding::TowardsZero => value < 0.0,
        _ if value != middle => value > middle,
        Rounding::NearestAway => value > 0.0,
        Rounding::NearestEven => upper.1 % 2 == 0,
    };
    if up { upper.0 } else { lower.0 }
}

fn around(value: f64) -> [f32; 3] {
    let value = value as f32;
    [value.next_down(), value, value.next_up()]
}

#[test]
fn float32_to_every_small_float_around_every_number_and_every_middle() {
    // The formats whose numbers and middles are float32 numbers; float8_e8m0fnu has neither zero nor sign.
    for kind in small().filter(|kind| kind.format().signed && *kind != FloatType::BFloat16) {
        let numbers = numbers(kind);
        for pair in numbers.windows(2) {
            let [lower, upper] = [pair[0], pair[1]];
            let tries = [around(lower.0), around(f64::midpoint(lower.0, upper.0)), around(upper.0)];
            for value in tries.into_iter().flatten().map(f64::from) {
                if value >= lower.0 && value <= upper.0 {
                    try_float32(value, [lower, upper], kind);
                }
            }
        }
    }
}

fn try_float32(value: f64, pair: [(f64, u64); 2], kind: FloatType) {
    let from = Scalar::Float(Float::nearest(FloatType::Float32, value).unwrap());
    for rounding in ROUNDINGS {
        let cast =
            Cast { to: DataType::Float(kind), rounding, out_of_range: None, scalar_map: Arc::default() };
        let Ok(Scalar::Float(found)) = cast.cast(&from) else { panic!("{value} -> {cast:?}") };
        assert_eq!(found.value(), among(value, pair, rounding), "{value} -> {cast:?}");
    }
}

#[test]
fn float32_to_bfloat16_around_numbers_and_middles() {
    // A bfloat16 is the upper half of a float32. One in seven is tried: there are 65 000.
    let numbers = numbers(FloatType::BFloat16);
    for pair in numbers.windows(2).step_by(7) {
        let [lower, upper] = [pair[0], pair[1]];
        for value in around(f64::midpoint(lower.0, upper.0)).into_iter().chain(around(lower.0)) {
            if f64::from(value) >= lower.0 && f64::from(value) <= upper.0 {
                try_float32(f64::from(value), [lower, upper], FloatType::BFloat16);
            }
        }
    }
}

#[test]
fn every_16_bit_integer_to_every_small_float() {
    let sixteen = integers().filter(|integer| integer.bits <= 16);
    for from in sixteen {
        let input: Vec<u8> = (from.min()..=from.max())
            .flat_map(|number| number.to_le_bytes().into_iter().take(DataType::Integer(from).nbytes()))
            .collect();
        let input = Elements::new(DataType::Integer(from), input);
        for kind in small().filter(|kind| kind.format().signed) {
            let numbers = numbers(kind);
            for rounding in ROUNDINGS {
                let to = DataType::Float(kind);
                let cast = Cast { to, rounding, out_of_range: None, scalar_map: Arc::default() };
                check(&cast, &input, &|scalar| {
                    let Scalar::Integer(number) = scalar else { return None };
                    let value = *number as f64;
                    let result = near(value, &numbers, rounding)?;
                    Float::nearest(kind, result).map(Scalar::Float)
                });
            }
        }
    }
}

/// What a whole number rounds to; `None` beyond the greatest. Between the greatest number and the one that would come
/// next, the nearest roundings still lead back.
fn near(value: f64, numbers: &[(f64, u64)], rounding: Rounding) -> Option<f64> {
    let above = numbers.partition_point(|(number, _)| *number < value);
    match (above.checked_sub(1).and_then(|below| numbers.get(below)), numbers.get(above)) {
        (_, Some(upper)) if upper.0 == value => Some(value),
        (Some(lower), Some(upper)) => Some(among(value, [*lower, *upper], rounding)),
        (Some(_), None) => beyond(value, numbers, rounding),
        (None, _) => {
            let mirrored = match rounding {
                Rounding::TowardsPositive => Rounding::TowardsNegative,
                Rounding::TowardsNegative => Rounding::TowardsPositive,
                other => other,
            };
            beyond(-value, numbers, mirrored).map(|result| -result)
        }
    }
}

fn beyond(value: f64, numbers: &[(f64, u64)], rounding: Rounding) -> Option<f64> {
    let [.., before, greatest] = numbers else { return None };
    let next = greatest.0 + (greatest.0 - before.0);
    let result = among(value, [*greatest, (next, greatest.1 + 1)], rounding);
    (value < next && result == greatest.0).then_some(result)
}
