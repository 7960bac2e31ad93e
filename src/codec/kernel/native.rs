use crate::metadata::float::FloatType;
use crate::metadata::{DataType, Integer};

pub trait Native: Copy + PartialEq + Send + Sync + 'static {
    const NBYTES: usize;

    fn read(bytes: &[u8]) -> Self;

    fn write(self, bytes: &mut [u8]);
}

pub trait NativeInteger: Native {
    const LEAST: f64;
    const END: f64;

    const MIN: Self;
    const MAX: Self;

    fn low(value: i64) -> Self;

    fn wrap(value: i128) -> Self;

    fn wide(self) -> i128;

    fn add(self, other: Self) -> (Self, bool);

    fn subtract(self, other: Self) -> (Self, bool);

    fn multiply(self, other: Self) -> (Self, bool);

    fn divide(self, other: Self) -> (Self, bool);
}

pub trait Narrow: Native {
    fn float(self) -> f64;
}

macro_rules! native {
    ($($type:ident),*) => { $(
        impl Native for $type {
            const NBYTES: usize = size_of::<$type>();

            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or($type::default(), |bytes| Self::from_le_bytes(*bytes))
            }

            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        }
    )* };
}

native!(i8, u8, i16, u16, i32, u32, i64, u64, f32, f64);

macro_rules! integer {
    ($($type:ident),*) => { $(
        impl NativeInteger for $type {
            const LEAST: f64 = $type::MIN as f64;
            const END: f64 = (1_u128 << ($type::BITS - if $type::MIN == 0 { 0 } else { 1 })) as f64;

            const MIN: Self = $type::MIN;
            const MAX: Self = $type::MAX;

            #[inline(always)]
            fn low(value: i64) -> Self {
                value as $type
            }

            #[inline(always)]
            fn wrap(value: i128) -> Self {
                value as $type
            }

            #[inline(always)]
            fn wide(self) -> i128 {
                i128::from(self)
            }

            // Overflow is seen in the bits of sums and differences: loops of the processor's own flag are not compiled for
            // wide registers.
            #[inline(always)]
            fn add(self, other: Self) -> (Self, bool) {
                let sum = self.wrapping_add(other);
                let is_over = if $type::MIN == 0 { sum < self } else { ((self ^ sum) & (other ^ sum)) >> ($type::BITS - 1) & 1 == 1 };
                (sum, !is_over)
            }

            #[inline(always)]
            fn subtract(self, other: Self) -> (Self, bool) {
                let rest = self.wrapping_sub(other);
                let is_over =
                    if $type::MIN == 0 { self < other } else { ((self ^ other) & (self ^ rest)) >> ($type::BITS - 1) & 1 == 1 };
                (rest, !is_over)
            }

            #[inline(always)]
            fn multiply(self, other: Self) -> (Self, bool) {
                let (product, is_over) = self.overflowing_mul(other);
                (product, !is_over)
            }

            #[inline(always)]
            fn divide(self, other: Self) -> (Self, bool) {
                let whole = self.checked_div(other).filter(|_| self.checked_rem(other) == Some(0));
                (whole.unwrap_or(self), whole.is_some())
            }
        }
    )* };
}

integer!(i8, u8, i16, u16, i32, u32, i64, u64);

macro_rules! narrow {
    ($($type:ident),*) => { $(
        impl Narrow for $type {
            #[inline(always)]
            fn float(self) -> f64 {
                f64::from(self)
            }
        }
    )* };
}

narrow!(i8, u8, i16, u16, i32, u32, f32, f64);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeType {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl NativeType {
    pub fn of(data_type: &DataType) -> Option<Self> {
        Some(match data_type {
            DataType::Integer(Integer { bits: 8, signed: true }) => Self::I8,
            DataType::Integer(Integer { bits: 8, signed: false }) => Self::U8,
            DataType::Integer(Integer { bits: 16, signed: true }) => Self::I16,
            DataType::Integer(Integer { bits: 16, signed: false }) => Self::U16,
            DataType::Integer(Integer { bits: 32, signed: true }) => Self::I32,
            DataType::Integer(Integer { bits: 32, signed: false }) => Self::U32,
            DataType::Integer(Integer { bits: 64, signed: true }) => Self::I64,
            DataType::Integer(Integer { bits: 64, signed: false }) => Self::U64,
            DataType::Float(FloatType::Float32) => Self::F32,
            DataType::Float(FloatType::Float64) => Self::F64,
            _ => return None,
        })
    }

    pub fn is_integer(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }
}

#[inline(always)]
pub fn each<A: Native, B: Native>(input: &[u8], output: &mut [u8], step: impl Fn(A) -> (B, bool)) -> bool {
    let mut sound = true;
    for (to, from) in output.chunks_exact_mut(B::NBYTES).zip(input.chunks_exact(A::NBYTES)) {
        let (value, is_sure) = step(A::read(from));
        value.write(to);
        sound &= is_sure;
    }
    sound
}
