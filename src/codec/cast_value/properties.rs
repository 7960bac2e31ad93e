//! Casts against the exact reference.

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use super::super::reference::{ROUNDINGS, among, data_types, elements, exact, fraction, whole};
use super::{Cast, OutOfRange};
use crate::metadata::float::Exact;
use crate::metadata::{DataType, Integer};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_cast_is_the_exact_one(
        (from, scalar) in data_types().prop_flat_map(|from| elements(from).prop_map(move |scalar| (from, scalar))),
        to in data_types(),
        rounding in prop::sample::select(ROUNDINGS.to_vec()),
        out_of_range in prop::sample::select(vec![None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)]),
    ) {
        let out_of_range = out_of_range.filter(|rule| *rule == OutOfRange::Clamp || matches!(to, DataType::Integer(_)));
        let Some(value) = exact(&scalar) else { return Ok(()) };
        let cast = Cast { to, rounding, out_of_range, scalar_map: Vec::new() };
        let found = cast.cast(&scalar);
        let expected = match to {
            DataType::Integer(integer) => in_integer(&whole(&value, rounding), integer, out_of_range),
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
