//! Casts against the exact reference.

use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use super::super::reference::{ROUNDINGS, among, data_types, elements, exact, fraction, whole};
use super::super::{DecodeOptions, StageWork};
use super::{Cast, OutOfRange};
use crate::metadata::float::{Exact, Float, Rounding};
use crate::metadata::{DataType, Elements, Integer, Scalar};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_cast_is_the_exact_one(
        (from, scalar) in data_types().prop_flat_map(|from| elements(&from).prop_map(move |scalar| (from.clone(), scalar))),
        to in data_types(),
        rounding in prop::sample::select(ROUNDINGS.to_vec()),
        out_of_range in prop::sample::select(vec![None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)]),
    ) {
        let out_of_range = out_of_range.filter(|rule| *rule == OutOfRange::Clamp || matches!(to, DataType::Integer(_)));
        let Some(value) = exact(&scalar) else { return Ok(()) };
        let cast = Cast { to: to.clone(), rounding, out_of_range, scalar_map: Arc::default() };
        let found = cast.cast(&scalar);
        let expected = match &to {
            DataType::Integer(integer) => in_integer(&whole(&value, rounding), *integer, out_of_range),
            DataType::Float(kind) if from == to => Some(value.clone()).filter(|_| kind.format().signed),
            DataType::Float(kind) => match among(&value, kind.format(), rounding) {
                None if out_of_range == Some(OutOfRange::Clamp) => {
                    let clamped = kind.format().clamped(&Exact { negative: value < fraction(0), magnitude: 1, exponent: 2000 });
                    let found = found.clone().unwrap();
                    prop_assert_eq!(found, to.scalar(&clamped.to_le_bytes()[..to.nbytes()]).unwrap());
                    return Ok(());
                }
                rounded => rounded,
            },
            _ => None,
        };
        match (found, expected) {
            (Ok(found), Some(expected)) => prop_assert_eq!(exact(&found), Some(expected), "{} -> {}", scalar, to),
            (Err(_), None) => {}
            (found, expected) => prop_assert!(false, "{} {} -> {}: {:?}, not {:?}", scalar, from, to, found, expected),
        }
    }
}

/// A cast of any kind, and elements to cast: of the source type, also those that the map names.
fn casts() -> impl Strategy<Value = (DataType, Cast, Vec<Scalar>)> {
    let out_of_range = prop::sample::select(vec![None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)]);
    let how = (prop::sample::select(ROUNDINGS.to_vec()), out_of_range);
    (data_types(), data_types(), how).prop_flat_map(|(from, to, (rounding, out_of_range))| {
        let scalar_map = prop::collection::vec((elements(&from), elements(&to)), 0..3);
        (scalar_map, prop::collection::vec(elements(&from), 1..700)).prop_map(
            move |(scalar_map, mut list)| {
                let named: Vec<Scalar> = scalar_map.iter().map(|(key, _)| key.clone()).collect();
                list.extend(named);
                (
                    from.clone(),
                    Cast { to: to.clone(), rounding, out_of_range, scalar_map: Arc::new(scalar_map.into()) },
                    list,
                )
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_fast_way_gives_the_same((from, cast, mut list) in casts(), only_sound in any::<bool>()) {
        if only_sound {
            list.retain(|scalar| cast.cast(scalar).is_ok());
        }
        let mut bytes = Vec::new();
        for scalar in &list {
            scalar.append(&from, &mut bytes);
        }
        let input = Elements::new(from.clone(), bytes);
        let shape = [input.size() as u64];
        let options = DecodeOptions::default();
        let (mut of_fast, mut of_slow) = (StageWork::new(&options), StageWork::new(&options));
        let fast = cast.run(&input, cast.kernel(&from).as_ref(), &shape, &mut of_fast);
        prop_assert_eq!(fast, cast.run(&input, None, &shape, &mut of_slow), "{} -> {:?}", from, cast);
        prop_assert_eq!(of_fast.partial, of_slow.partial);
    }
}

#[test]
fn the_native_types_have_a_fast_way() {
    let native =
        ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"];
    for (from, to) in native.iter().flat_map(|from| native.map(|to| (*from, to))) {
        let [from, to] = [from, to].map(|name| DataType::from_name(name).unwrap());
        let (rounding, out_of_range) = (Rounding::NearestEven, None);
        let cast = Cast { to: to.clone(), rounding, out_of_range, scalar_map: Arc::default() };
        let ones = Elements::filled(&from, &one(&from), 1000);
        let kernel = cast.kernel(&from).unwrap();
        let mut output = vec![0; 200 * to.nbytes()];
        assert!(kernel.run(&ones.bytes()[..200 * from.nbytes()], &mut output), "{from} -> {to}");
        assert_eq!(output, Elements::filled(&to, &one(&to), 200).into_bytes());
    }
}

fn one(data_type: &DataType) -> Scalar {
    match data_type {
        DataType::Float(kind) => Scalar::Float(Float::nearest(*kind, 1.0).unwrap()),
        _ => Scalar::Integer(1),
    }
}

/// A whole number in an integer type, by the rule for what is out of range.
fn in_integer(value: &BigRational, integer: Integer, rule: Option<OutOfRange>) -> Option<BigRational> {
    let (least, greatest) = (BigInt::from(integer.min()), BigInt::from(integer.max()));
    let number = value.to_integer();
    let result = match rule {
        _ if number >= least && number <= greatest => number,
        None => return None,
        Some(OutOfRange::Clamp) => number.clamp(least, greatest),
        Some(OutOfRange::Wrap) => {
            let modulus = BigInt::from(2).pow(integer.bits);
            let low = ((number % &modulus) + &modulus) % &modulus;
            if low > greatest { low - modulus } else { low }
        }
    };
    Some(BigRational::from_integer(result))
}
