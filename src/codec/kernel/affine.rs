//! Two steps with fixed numbers, in the data type of the elements.

use super::Kernel;
use super::native::{Native, NativeInteger, NativeType};
use crate::metadata::{DataType, Scalar};

/// The two directions of `scale_offset`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Affine {
    /// `(in - offset) * scale`
    Encode,
    /// `in / scale + offset`
    Decode,
}

/// What is subtracted and multiplied by.
#[derive(Clone, Copy)]
struct Numbers<'a> {
    offset: &'a Scalar,
    scale: &'a Scalar,
}

/// A kernel for one direction; `None` where the processor has no such type.
pub fn affine(direction: Affine, data_type: &DataType, offset: &Scalar, scale: &Scalar) -> Option<Kernel> {
    let numbers = Numbers { offset, scale };
    match NativeType::of(data_type)? {
        NativeType::F32 => floats::<f32>(direction, numbers),
        NativeType::F64 => floats::<f64>(direction, numbers),
        NativeType::I32 => integers::<i32>(direction, numbers),
        NativeType::U32 => integers::<u32>(direction, numbers),
        NativeType::I64 => integers::<i64>(direction, numbers),
        NativeType::U64 => integers::<u64>(direction, numbers),
        NativeType::I8 => integers::<i8>(direction, numbers),
        NativeType::U8 => integers::<u8>(direction, numbers),
        NativeType::I16 => integers::<i16>(direction, numbers),
        NativeType::U16 => integers::<u16>(direction, numbers),
    }
}

fn integers<T: NativeInteger>(direction: Affine, numbers: Numbers) -> Option<Kernel> {
    let (Scalar::Integer(offset), Scalar::Integer(scale)) = (numbers.offset, numbers.scale) else {
        return None;
    };
    let (offset, scale) = (T::wrap(*offset), T::wrap(*scale));
    let is_one = scale == T::wrap(1);
    let sure = |value: T, result: Option<T>| (result.unwrap_or(value), result.is_some());
    Some(match (direction, is_one) {
        (Affine::Encode, true) => Kernel::each(move |value: T| sure(value, value.subtract(offset))),
        (Affine::Decode, true) => Kernel::each(move |value: T| sure(value, value.add(offset))),
        (Affine::Encode, false) => Kernel::each(move |value: T| {
            sure(value, value.subtract(offset).and_then(|moved| moved.multiply(scale)))
        }),
        (Affine::Decode, false) => Kernel::each(move |value: T| {
            sure(value, value.divide(scale).and_then(|divided| divided.add(offset)))
        }),
    })
}

/// Floats of the processor, whose operations round as the data type wants.
trait NativeFloat: Native {
    fn from_bits(bits: u64) -> Self;
    fn is_finite(self) -> bool;
    /// The NaN that results are given, whatever the operands' payloads were.
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

fn floats<T: NativeFloat>(direction: Affine, numbers: Numbers) -> Option<Kernel> {
    let (Scalar::Float(offset), Scalar::Float(scale)) = (numbers.offset, numbers.scale) else { return None };
    let (offset, scale) = (T::from_bits(offset.bits), T::from_bits(scale.bits));
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
