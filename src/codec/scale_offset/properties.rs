//! Steps against the exact reference.

use num_rational::BigRational;
use proptest::prelude::*;

use super::super::reference::{among, data_types, elements, exact, fraction};
use super::super::{DecodeOptions, StageWork};
use super::{Affine, Arithmetic, map_elements};
use crate::metadata::float::Rounding;
use crate::metadata::{DataType, Elements, Scalar};

/// One exact step, and what the data type makes of it: a whole number in range, or the nearest float.
fn step(exact_result: BigRational, data_type: &DataType) -> Option<BigRational> {
    match data_type {
        DataType::Integer(integer) => {
            let least = BigRational::from_integer(integer.min().into());
            let greatest = BigRational::from_integer(integer.max().into());
            Some(exact_result).filter(|result| result.is_integer() && *result >= least && *result <= greatest)
        }
        DataType::Float(kind) => among(&exact_result, kind.format(), Rounding::NearestEven),
        _ => None,
    }
}

fn arithmetic(data_type: &DataType, offset: &Scalar, scale: &Scalar) -> Option<Arithmetic> {
    match (data_type, offset, scale) {
        (DataType::Integer(integer), Scalar::Integer(offset), Scalar::Integer(scale)) => {
            Some(Arithmetic::Integer { integer: *integer, offset: *offset, scale: *scale })
        }
        (DataType::Float(kind), Scalar::Float(offset), Scalar::Float(scale)) => {
            Some(Arithmetic::Float { kind: *kind, offset: *offset, scale: *scale })
        }
        _ => None,
    }
}

fn triples() -> impl Strategy<Value = (DataType, [Scalar; 3])> {
    data_types().prop_flat_map(|data_type| {
        let three = (elements(&data_type), elements(&data_type), elements(&data_type));
        three.prop_map(move |(value, offset, scale)| (data_type.clone(), [value, offset, scale]))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_step_is_the_exact_one((data_type, [value, offset, scale]) in triples()) {
        let numbers = [&value, &offset, &scale].map(exact);
        let [Some(exact_value), Some(exact_offset), Some(exact_scale)] = numbers else { return Ok(()) };
        let Some(arithmetic) = arithmetic(&data_type, &offset, &scale) else { return Ok(()) };
        if exact_scale == fraction(0) {
            return Ok(()); // refused when the chain is built
        }
        let encoded = step(&exact_value - &exact_offset, &data_type).and_then(|it| step(it * &exact_scale, &data_type));
        let found = arithmetic.encode(&value).ok().and_then(|scalar| exact(&scalar));
        prop_assert_eq!(found, encoded, "({} - {}) * {} in {}", value, offset, scale, data_type);
        let decoded = step(&exact_value / &exact_scale, &data_type).and_then(|it| step(it + &exact_offset, &data_type));
        let found = arithmetic.decode(&value).ok().and_then(|scalar| exact(&scalar));
        prop_assert_eq!(found, decoded, "{} / {} + {} in {}", value, scale, offset, data_type);
    }
}

fn lists() -> impl Strategy<Value = (DataType, [Scalar; 2], Vec<Scalar>)> {
    data_types().prop_flat_map(|data_type| {
        let list = prop::collection::vec(elements(&data_type), 1..700);
        (elements(&data_type), elements(&data_type), list)
            .prop_map(move |(offset, scale, list)| (data_type.clone(), [offset, scale], list))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_fast_way_gives_the_same(
        (data_type, [offset, scale], list) in lists(),
        small in any::<bool>(),
        only_sound in any::<bool>(),
    ) {
        // Small numbers for integers, so that more than a few elements have a result.
        let tame = |scalar: Scalar, least: i128| match scalar {
            Scalar::Integer(number) if small => Scalar::Integer((number % 2).abs().max(least)),
            other => other,
        };
        let Some(arithmetic) = arithmetic(&data_type, &tame(offset, 0), &tame(scale, 1)) else { return Ok(()) };
        if arithmetic.scale_is_zero() {
            return Ok(());
        }
        for direction in [Affine::Encode, Affine::Decode] {
            let exact = |scalar: &Scalar| match direction {
                Affine::Encode => arithmetic.encode(scalar),
                Affine::Decode => arithmetic.decode(scalar),
            };
            let mut bytes = Vec::new();
            let sound = list.iter().filter(|scalar| !only_sound || exact(scalar).is_ok());
            sound.for_each(|scalar| scalar.append(&data_type, &mut bytes));
            let input = Elements::new(data_type.clone(), bytes);
            let shape = [input.size() as u64];
            let kernel = arithmetic.kernel(direction);
            let options = DecodeOptions::default();
            let (mut of_fast, mut of_slow) = (StageWork::new(&options), StageWork::new(&options));
            let fast = map_elements(&input, &shape, &data_type, kernel.as_ref(), &exact, &mut of_fast);
            let slow = map_elements(&input, &shape, &data_type, None, &exact, &mut of_slow);
            prop_assert_eq!(fast, slow, "{:?} {:?}", direction, arithmetic);
        }
    }
}

/// What the fast way refuses or gives for elements one by one, beside what is exact.
#[test]
fn small_integers_with_any_numbers_are_the_exact_ones() {
    use crate::metadata::Integer;
    for (bits, signed) in
        [(8, true), (8, false), (16, true), (16, false), (32, true), (32, false), (64, true)]
    {
        let integer = Integer { bits, signed };
        let data_type = DataType::Integer(integer);
        let near = |number: i128| (number - 3..=number + 3).filter(|number| integer.has(*number));
        let edges = [integer.min(), integer.min() / 2, -10, 0, 10, 100, integer.max() / 2, integer.max()];
        let numbers: Vec<i128> = edges.into_iter().flat_map(near).collect();
        for (offset, scale) in
            numbers.iter().flat_map(|offset| numbers.iter().map(move |scale| (*offset, *scale)))
        {
            let arithmetic = Arithmetic::Integer { integer, offset, scale };
            if scale == 0 {
                continue;
            }
            for direction in [Affine::Encode, Affine::Decode] {
                let kernel = arithmetic.kernel(direction).unwrap();
                for number in &numbers {
                    let exact = match direction {
                        Affine::Encode => arithmetic.encode(&Scalar::Integer(*number)),
                        Affine::Decode => arithmetic.decode(&Scalar::Integer(*number)),
                    };
                    let mut output = vec![0; data_type.nbytes()];
                    let is_sure = kernel.run(&Scalar::Integer(*number).bytes(&data_type), &mut output);
                    let found = is_sure.then_some(output);
                    let expected = exact.ok().map(|scalar| scalar.bytes(&data_type));
                    assert_eq!(
                        found, expected,
                        "{direction:?} {number} with {offset}, {scale} in {data_type}"
                    );
                }
            }
        }
    }
}
