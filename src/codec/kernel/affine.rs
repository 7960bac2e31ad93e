use super::Kernel;
use super::cast::{integer, nearest_even};
use super::native::{Narrow, Native, NativeInteger, NativeType};
use crate::metadata::{DataType, Scalar};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Affine {
    Encode,
    Decode,
}

fn integer_pair<T: NativeInteger>(numbers: [&Scalar; 2]) -> Option<[T; 2]> {
    match numbers {
        [Scalar::Integer(offset), Scalar::Integer(scale)] => Some([T::wrap(*offset), T::wrap(*scale)]),
        _ => None,
    }
}

pub fn affine(direction: Affine, data_type: &DataType, offset: &Scalar, scale: &Scalar) -> Option<Kernel> {
    let numbers = [offset, scale];
    match NativeType::of(data_type)? {
        NativeType::F32 => floats::<f32>(direction, numbers),
        NativeType::F64 => floats::<f64>(direction, numbers),
        NativeType::I32 => narrow::<i32>(direction, numbers),
        NativeType::U32 => narrow::<u32>(direction, numbers),
        NativeType::I64 => integers::<i64>(direction, numbers),
        NativeType::U64 => integers::<u64>(direction, numbers),
        NativeType::I8 => narrow::<i8>(direction, numbers),
        NativeType::U8 => narrow::<u8>(direction, numbers),
        NativeType::I16 => narrow::<i16>(direction, numbers),
        NativeType::U16 => narrow::<u16>(direction, numbers),
    }
}

/// Integers of at most 32 bits: float64 has all that is on the way exactly, or what is out of range.
fn narrow<T: NativeInteger + Narrow>(direction: Affine, numbers: [&Scalar; 2]) -> Option<Kernel> {
    let [offset, scale] = integer_pair::<T>(numbers)?;
    if scale == T::wrap(1) || scale == T::wrap(-1) {
        return integers::<T>(direction, numbers);
    }
    let offset = offset.float();
    let scale = scale.float();
    let has = |number: f64| (number >= T::LEAST) & (number < T::END);
    let sure = move |first: f64, second: f64| (T::low(integer(second)), has(first) & has(second));
    Some(match direction {
        Affine::Encode => Kernel::each(move |value: T| {
            let moved = value.float() - offset;
            sure(moved, moved * scale)
        }),
        Affine::Decode => Kernel::each(move |value: T| {
            let divided = value.float() / scale;
            let (result, has) = sure(divided, divided + offset);
            // A quotient of two such integers that is not whole is too far from a whole number to be rounded to one.
            (result, has & (nearest_even(divided) == divided))
        }),
    })
}

/// Integers of any width: each step is sure where the type has its result.
fn integers<T: NativeInteger>(direction: Affine, numbers: [&Scalar; 2]) -> Option<Kernel> {
    let [offset, scale] = integer_pair::<T>(numbers)?;
    let [zero, one] = [0, 1].map(T::wrap);
    // Only signed integers have a scale of -1.
    let is_minus_one = scale != one && zero.subtract(scale) == (one, true);
    Some(match direction {
        Affine::Encode if scale == one => Kernel::each(move |value: T| value.subtract(offset)),
        Affine::Decode if scale == one => Kernel::each(move |value: T| value.add(offset)),
        Affine::Encode if is_minus_one => {
            Kernel::each(move |value: T| then(value.subtract(offset), |moved| zero.subtract(moved)))
        }
        Affine::Decode if is_minus_one => {
            Kernel::each(move |value: T| then(zero.subtract(value), |divided| divided.add(offset)))
        }
        Affine::Encode => {
            Kernel::each(move |value: T| then(value.subtract(offset), |moved| moved.multiply(scale)))
        }
        Affine::Decode => {
            Kernel::each(move |value: T| then(value.divide(scale), |divided| divided.add(offset)))
        }
    })
}

#[inline(always)]
fn then<T>((first, is_sure): (T, bool), step: impl Fn(T) -> (T, bool)) -> (T, bool) {
    let (result, has) = step(first);
    (result, is_sure & has)
}

trait NativeFloat: Native {
    fn from_bits(bits: u64) -> Self;
    fn is_finite(self) -> bool;
    /// Results are given one NaN, whatever the payloads of the operands were.
    fn or_nan(self) -> Self;
    fn subtract_multiply(self, offset: Self, scale: Self) -> [Self; 2];
    fn divide_add(self, offset: Self, scale: Self) -> [Self; 2];
}

macro_rules! float {
    ($($type:ident, $bits:ident);*) => { $(
        impl NativeFloat for $type {
            fn from_bits(bits: u64) -> Self {
                $type::from_bits($bits::try_from(bits).unwrap_or(0))
            }

            #[inline(always)]
            fn is_finite(self) -> bool {
                self.abs() < $type::INFINITY
            }

            #[inline(always)]
            fn or_nan(self) -> Self {
                if self.is_nan() { $type::NAN } else { self }
            }

            #[inline(always)]
            fn subtract_multiply(self, offset: Self, scale: Self) -> [Self; 2] {
                let moved = self - offset;
                [moved, moved * scale]
            }

            #[inline(always)]
            fn divide_add(self, offset: Self, scale: Self) -> [Self; 2] {
                let divided = self / scale;
                [divided, divided + offset]
            }
        }
    )* };
}

float!(f32, u32; f64, u64);

fn floats<T: NativeFloat>(direction: Affine, numbers: [&Scalar; 2]) -> Option<Kernel> {
    let [Scalar::Float(offset), Scalar::Float(scale)] = numbers else { return None };
    let offset = T::from_bits(offset.bits);
    let scale = T::from_bits(scale.bits);
    // With one of them infinite, finite numbers become infinite: whether that is a fault is left to the exact way.
    if !offset.is_finite() || !scale.is_finite() {
        return None;
    }
    // A finite number has to stay finite; what is infinite or NaN follows IEEE 754.
    let sure = |value: T, [first, second]: [T; 2]| {
        (second.or_nan(), !value.is_finite() | (first.is_finite() & second.is_finite()))
    };
    Some(match direction {
        Affine::Encode => Kernel::each(move |value: T| sure(value, value.subtract_multiply(offset, scale))),
        Affine::Decode => Kernel::each(move |value: T| sure(value, value.divide_add(offset, scale))),
    })
}
