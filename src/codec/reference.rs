//! A slow exact reference for codecs on real numbers: fractions of any size, and the elements to try it on.

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use crate::metadata::float::{FloatFormat, FloatType, Rounding};
use crate::metadata::{DataType, Integer, Scalar};

pub const ROUNDINGS: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::TowardsZero,
    Rounding::TowardsPositive,
    Rounding::TowardsNegative,
    Rounding::NearestAway,
];

pub fn fraction(number: i64) -> BigRational {
    BigRational::from_integer(BigInt::from(number))
}

/// The exact value of a finite number.
pub fn exact(scalar: &Scalar) -> Option<BigRational> {
    match scalar {
        Scalar::Integer(value) => Some(BigRational::from_integer(BigInt::from(*value))),
        Scalar::Float(float) => BigRational::from_float(float.value()),
        _ => None,
    }
}

/// Which of two neighbours a magnitude between them goes to: true for the greater one.
fn goes_up(
    magnitude: &BigRational,
    lower: &BigRational,
    upper: &BigRational,
    odd: bool,
    rounding: Rounding,
    negative: bool,
) -> bool {
    let middle = (lower + upper) / fraction(2);
    match rounding {
        Rounding::TowardsZero => false,
        Rounding::TowardsPositive => !negative,
        Rounding::TowardsNegative => negative,
        Rounding::NearestEven => *magnitude > middle || (*magnitude == middle && odd),
        Rounding::NearestAway => *magnitude >= middle,
    }
}

/// The number a value rounds to, among the whole numbers.
pub fn whole(value: &BigRational, rounding: Rounding) -> BigRational {
    let zero = fraction(0);
    let negative = *value < zero;
    let magnitude = if negative { -value } else { value.clone() };
    let lower = magnitude.floor();
    let upper = &lower + fraction(1);
    let odd = lower.to_integer() % BigInt::from(2) != BigInt::from(0);
    let up = lower != magnitude && goes_up(&magnitude, &lower, &upper, odd, rounding, negative);
    let rounded = if up { upper } else { lower };
    if negative { -rounded } else { rounded }
}

/// The number a value rounds to, among those of a format; `None` beyond the greatest.
pub fn among(value: &BigRational, format: &FloatFormat, rounding: Rounding) -> Option<BigRational> {
    let at = |bits: u64| BigRational::from_float(format.to_f64(bits)).unwrap();
    let negative = *value < fraction(0);
    let magnitude = if negative { -value } else { value.clone() };
    // The greatest pattern whose value is not above the magnitude; patterns are in the order of their values.
    let mut low = 0;
    let mut high = format.max_finite;
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if at(middle) <= magnitude { low = middle } else { high = middle - 1 }
    }
    let lower = at(low);
    // Behind the greatest number, the next one that a larger exponent would have.
    let upper = if low < format.max_finite { at(low + 1) } else { &lower + (&lower - at(low - 1)) };
    if magnitude >= upper {
        return None;
    }
    let up = lower != magnitude && goes_up(&magnitude, &lower, &upper, low % 2 == 1, rounding, negative);
    let rounded = match (up, low == format.max_finite) {
        (true, true) => return None,
        (true, false) => upper,
        (false, _) => lower,
    };
    Some(if negative { -rounded } else { rounded })
}

fn integers() -> impl Strategy<Value = Integer> {
    let widths = prop::sample::select(vec![2_u32, 4, 8, 16, 32, 64]);
    (widths, any::<bool>()).prop_map(|(bits, signed)| Integer { bits, signed })
}

/// The signed float types; the one of powers of two has no zero to round to.
fn floats() -> impl Strategy<Value = FloatType> {
    prop::sample::select(FloatType::all().filter(|kind| kind.format().signed).collect::<Vec<_>>())
}

pub fn data_types() -> impl Strategy<Value = DataType> {
    prop_oneof![integers().prop_map(DataType::Integer), floats().prop_map(DataType::Float)]
}

/// An element of a data type: of any bit pattern, or a whole or a half near zero.
pub fn elements(data_type: &DataType) -> BoxedStrategy<Scalar> {
    let own = data_type.clone();
    let kind = data_type.clone();
    let bytes = prop::collection::vec(any::<u8>(), data_type.nbytes());
    let any = bytes.prop_map(move |bytes| own.scalar(&bytes).unwrap());
    let DataType::Float(float) = *data_type else { return any.boxed() };
    // A half that the type does not have becomes zero.
    let near = (-70_000_i32..70_000, 0_u32..17).prop_map(move |(halves, shift)| {
        let bits = float.format().nearest(f64::from(halves >> shift) / 2.0).unwrap_or(0);
        kind.scalar(&bits.to_le_bytes()[..kind.nbytes()]).unwrap()
    });
    prop_oneof![any, near].boxed()
}
