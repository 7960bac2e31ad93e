//! Casts and sums as NumPy does them: integers wrap around, floats lose digits, nothing fails.

use crate::metadata::float::{Float, FloatType};
use crate::metadata::{DataType, Integer, Scalar};

pub fn cast(scalar: &Scalar, to: &DataType) -> Option<Scalar> {
    Some(match (scalar, to) {
        (Scalar::Bool(value), _) => return cast(&Scalar::Integer(i128::from(*value)), to),
        (Scalar::Time(time, count), DataType::Time(own)) if time == own => Scalar::Time(*own, *count),
        (Scalar::Time(_, count), _) => return cast(&Scalar::Integer(i128::from(*count)), to),
        (Scalar::Complex(parts), DataType::Bool) => {
            Scalar::Bool(parts.iter().any(|part| part.value() != 0.0))
        }
        (scalar, DataType::Bool) => Scalar::Bool(number(scalar)? != 0.0),
        (Scalar::Integer(value), DataType::Integer(to)) => Scalar::Integer(to.wrap(*value)),
        (Scalar::Integer(value), DataType::Time(to)) => Scalar::Time(*to, i64::try_from(*value).ok()?),
        (Scalar::Float(value), DataType::Integer(to)) => Scalar::Integer(whole(value.value(), *to)),
        (Scalar::Float(value), DataType::Float(kind)) => Scalar::Float(in_kind(*value, *kind)?),
        (Scalar::Complex([real, _]), DataType::Integer(_) | DataType::Float(_)) => {
            return cast(&Scalar::Float(*real), to);
        }
        (Scalar::Integer(value), DataType::Float(kind)) => Scalar::Float(of_integer(*value, *kind)?),
        (scalar, DataType::Float(kind)) => Scalar::Float(Float::nearest(*kind, number(scalar)?)?),
        (scalar, DataType::Complex(kind)) => {
            let zero = Float::nearest(*kind, 0.0)?;
            match scalar {
                Scalar::Complex([real, imaginary]) => {
                    Scalar::Complex([in_kind(*real, *kind)?, in_kind(*imaginary, *kind)?])
                }
                Scalar::Float(real) => Scalar::Complex([in_kind(*real, *kind)?, zero]),
                Scalar::Integer(real) => Scalar::Complex([of_integer(*real, *kind)?, zero]),
                other => Scalar::Complex([Float::nearest(*kind, number(other)?)?, zero]),
            }
        }
        _ => return None,
    })
}

/// Rounds once on the way to float32, which float16 goes through.
#[expect(clippy::cast_precision_loss, reason = "this is the cast of the C language")]
fn of_integer(value: i128, kind: FloatType) -> Option<Float> {
    let near = match kind {
        FloatType::Float32 | FloatType::Float16 => f64::from(value as f32),
        _ => value as f64,
    };
    Float::nearest(kind, near)
}

/// What a NaN carries stays as far as there are bits for it: another stage may read the bytes as something else.
fn in_kind(float: Float, kind: FloatType) -> Option<Float> {
    if kind == float.kind {
        return Some(float);
    }
    let (from, to) = (float.kind.format(), kind.format());
    if !from.is_nan(float.bits) || from.infinity.is_none() {
        return Float::nearest(kind, float.value());
    }
    let sign = (float.bits >> (from.bits - 1)) << (to.bits - 1);
    let fraction = (float.bits << (64 - from.mantissa_bits)) >> (64 - to.mantissa_bits);
    let infinity = to.infinity?;
    // NumPy converts float16 bit by bit; between the others the processor does it, and makes the NaN a quiet one.
    let mark = match [float.kind, kind].contains(&FloatType::Float16) {
        true if fraction == 0 => infinity | 1,
        true => infinity,
        false => to.named_nan()?,
    };
    Some(Float { kind, bits: sign | fraction | mark })
}

/// Gives the first NaN among the operands, as processors do. The loops of `NumPy` for float16 take the second.
fn computed(one: Float, other: Float, kind: FloatType, result: f64) -> Option<Float> {
    let operands = if kind == FloatType::Float16 { [other, one] } else { [one, other] };
    for operand in operands {
        if operand.value().is_nan() {
            let nan = in_kind(operand, kind)?;
            return Some(Float { bits: nan.bits | kind.format().named_nan()?, ..nan });
        }
    }
    Float::nearest(kind, result)
}

/// Out of range the C language says nothing, and processors differ; mostly the low bits of a 64-bit integer come out. For
/// uint64 the numbers from 2^63 on are in range.
#[expect(clippy::cast_possible_truncation, reason = "this is the cast of the C language")]
fn whole(value: f64, to: Integer) -> i128 {
    let whole = value as i128;
    if to.has(whole) { whole } else { to.wrap(i128::from(value as i64)) }
}

#[expect(clippy::cast_precision_loss, reason = "this is the cast to float64")]
pub fn number(scalar: &Scalar) -> Option<f64> {
    match scalar {
        Scalar::Integer(value) => Some(*value as f64),
        Scalar::Float(value) => Some(value.value()),
        Scalar::Bool(value) => Some(f64::from(u8::from(*value))),
        _ => None,
    }
}

pub fn add(one: &Scalar, other: &Scalar, data_type: &DataType) -> Option<Scalar> {
    combine(one, other, data_type, i128::checked_add, |one, other| one + other)
}

pub fn subtract(one: &Scalar, other: &Scalar, data_type: &DataType) -> Option<Scalar> {
    combine(one, other, data_type, i128::checked_sub, |one, other| one - other)
}

fn combine(
    one: &Scalar,
    other: &Scalar,
    data_type: &DataType,
    integers: impl Fn(i128, i128) -> Option<i128>,
    floats: impl Fn(f64, f64) -> f64,
) -> Option<Scalar> {
    Some(match ((one, other), data_type) {
        ((Scalar::Bool(one), Scalar::Bool(other)), DataType::Bool) => {
            // Of bools, NumPy takes a sum for "or", and has no difference.
            Scalar::Bool(integers(i128::from(*one), i128::from(*other))? != 0)
        }
        ((Scalar::Integer(one), Scalar::Integer(other)), DataType::Integer(to)) => {
            Scalar::Integer(to.wrap(integers(*one, *other)?))
        }
        ((Scalar::Float(one), Scalar::Float(other)), DataType::Float(kind)) => {
            Scalar::Float(computed(*one, *other, *kind, floats(one.value(), other.value()))?)
        }
        ((Scalar::Complex(one), Scalar::Complex(other)), DataType::Complex(kind)) => {
            let part = |one: &Float, other: &Float| {
                computed(*one, *other, *kind, floats(one.value(), other.value()))
            };
            let ([real, imaginary], [other_real, other_imaginary]) = (one, other);
            Scalar::Complex([part(real, other_real)?, part(imaginary, other_imaginary)?])
        }
        ((Scalar::Time(time, one), Scalar::Time(_, other)), DataType::Time(_)) => {
            #[expect(clippy::cast_possible_truncation, reason = "sums wrap around")]
            let sum = integers((*one).into(), (*other).into())? as i64;
            Scalar::Time(*time, sum)
        }
        _ => return None,
    })
}

pub fn scaled(value: &Scalar, scale: f64, offset: f64) -> Option<Scalar> {
    let kind = match value {
        Scalar::Float(float) => float.kind,
        _ => FloatType::Float64,
    };
    let in_kind = |number: f64| Float::nearest(kind, number);
    let scale = in_kind(scale)?;
    let offset = in_kind(offset)?;
    let value = match value {
        Scalar::Float(value) => *value,
        other => in_kind(number(other)?)?,
    };
    let divided = computed(value, scale, kind, value.value() / scale.value())?;
    Some(Scalar::Float(computed(divided, offset, kind, divided.value() + offset.value())?))
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Factor {
    Integer(i128),
    Float(f64),
}

impl Factor {
    #[expect(clippy::cast_precision_loss, reason = "this is the cast to float64")]
    pub fn value(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

pub fn fixed(value: &Scalar, offset: Factor, scale: Factor, own: &DataType) -> Option<Scalar> {
    let moved = apply(value, offset, own, i128::wrapping_sub, |one, other| one - other)?;
    around(&apply(&moved, scale, own, i128::wrapping_mul, |one, other| one * other)?)
}

fn apply(
    value: &Scalar,
    factor: Factor,
    own: &DataType,
    integers: impl Fn(i128, i128) -> i128,
    floats: impl Fn(f64, f64) -> f64,
) -> Option<Scalar> {
    Some(match (value, factor, own) {
        (Scalar::Integer(value), Factor::Integer(factor), DataType::Integer(own)) => {
            Scalar::Integer(own.wrap(integers(*value, factor)))
        }
        (Scalar::Integer(_), factor, _) => {
            Scalar::Float(Float::nearest(FloatType::Float64, floats(number(value)?, factor.value()))?)
        }
        (Scalar::Float(value), factor, _) => {
            let factor = Float::nearest(value.kind, factor.value())?;
            Scalar::Float(Float::nearest(value.kind, floats(value.value(), factor.value()))?)
        }
        _ => return None,
    })
}

fn around(value: &Scalar) -> Option<Scalar> {
    Some(match value {
        Scalar::Float(value) => Scalar::Float(Float::nearest(value.kind, value.value().round_ties_even())?),
        Scalar::Integer(_) => value.clone(),
        _ => return None,
    })
}

pub fn quantized(value: &Scalar, scale: f64) -> Option<Scalar> {
    let Scalar::Float(float) = value else { return None };
    let in_kind = |number: f64| Float::nearest(float.kind, number);
    let scale = in_kind(scale)?.value();
    let whole = in_kind(in_kind(scale * float.value())?.value().round_ties_even())?;
    Some(Scalar::Float(in_kind(whole.value() / scale)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^56 + 2^32 + 1 is nearer to 2^56 + 2^33 in float32, which has steps of 2^33 there; float64 loses the 1 that says so.
    #[test]
    fn an_integer_is_rounded_once() {
        let cast = |kind| match cast(&Scalar::Integer((1 << 56) + (1 << 32) + 1), &DataType::Float(kind)) {
            Some(Scalar::Float(float)) => format!("{:.0}", float.value()),
            other => panic!("{other:?}"),
        };
        // By NumPy 2.5.5.
        assert_eq!(cast(FloatType::Float32), "72057602627862528");
        assert_eq!(cast(FloatType::Float64), "72057598332895232");
    }

    #[test]
    fn a_float_in_the_range_of_the_integer_becomes_it_also_beyond_2_to_the_63() {
        let cast = |value: f64, bits, signed| {
            let float = Float { kind: FloatType::Float64, bits: value.to_bits() };
            match cast(&Scalar::Float(float), &DataType::Integer(Integer { bits, signed })) {
                Some(Scalar::Integer(value)) => value,
                other => panic!("{other:?}"),
            }
        };
        // By NumPy 2.5.5.
        let two_63 = 9_223_372_036_854_775_808.0;
        assert_eq!(cast(two_63, 64, false), 9_223_372_036_854_775_808);
        assert_eq!(cast(two_63 + 2048.0, 64, false), 9_223_372_036_854_777_856);
        assert_eq!(cast(two_63 * 2.0 - 2048.0, 64, false), 18_446_744_073_709_549_568);
        assert_eq!(cast(-two_63, 64, true), -9_223_372_036_854_775_808);
        // Out of range the low bits are what is left.
        assert_eq!(cast(-1.0, 64, false), 18_446_744_073_709_551_615);
        assert_eq!(cast(300.9, 8, false), 44);
        assert_eq!(cast(-1.9, 8, true), -1);
        assert_eq!(cast(f64::NAN, 32, true), 0);
    }
}
