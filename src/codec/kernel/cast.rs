//! Casts between the types of the processor.
//!
//! A block is widened to numbers that hold all of it exactly: float64, or 128-bit integers where the source has 64 bits.
//! There it is rounded and checked, and then stored in the target's type.

use super::native::{Narrow, Native, NativeInteger, NativeType};
use super::{BLOCK, Kernel};
use crate::metadata::float::Rounding;
use crate::metadata::{DataType, Scalar};
use crate::simd::widened;

#[derive(Debug, Clone, Copy)]
pub struct Lanes {
    pub rounding: Rounding,
    pub clamp: bool,
    pub wrap: bool,
}

/// Larger scalar maps are searched element by element.
pub(super) const MOST_ENTRIES: usize = 8;

pub fn cast(
    from_type: &DataType,
    to_type: &DataType,
    lanes: Lanes,
    scalar_map: &[(Scalar, Scalar)],
) -> Option<Kernel> {
    let from = NativeType::of(from_type)?;
    let to = NativeType::of(to_type)?;
    if scalar_map.len() > MOST_ENTRIES {
        return None;
    }
    if from == to && scalar_map.is_empty() {
        return Some(Kernel::new(|input, output| {
            output.copy_from_slice(input);
            true
        }));
    }
    if scalar_map.is_empty()
        && let Some(kernel) = lossless(from, to).or_else(|| small(from, to, lanes))
    {
        return Some(kernel);
    }
    let Some(load) = loader(from) else {
        return match from {
            NativeType::I64 => wide::<i64>(lanes, to, to_type, scalar_map),
            _ => wide::<u64>(lanes, to, to_type, scalar_map),
        };
    };
    let store = store(to);
    let entries = MapEntries::read(scalar_map, to_type, float_of)?;
    let keeps_nan = from == to;
    let how = How {
        rounds: !from.is_integer() && to.is_integer(),
        keeps_nan,
        to_nbytes: to_type.nbytes().max(1),
        lanes,
    };
    Some(Kernel::new(move |input, output| {
        let mut block = [0.0; BLOCK];
        let Some(numbers) = block.get_mut(..output.len() / how.to_nbytes) else { return false };
        load(input, numbers);
        let matched = entries.take(numbers, |number, key| number == key || (number.is_nan() && key.is_nan()));
        if how.rounds {
            round(numbers, how.lanes.rounding);
        }
        let sound = store(numbers, output, how);
        entries.put(matched.as_deref(), output);
        sound
    }))
}

fn lossless(from: NativeType, to: NativeType) -> Option<Kernel> {
    use NativeType::{F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
    Some(match (from, to) {
        (I8, I16) => widening::<i8, i16>(),
        (I8, I32) => widening::<i8, i32>(),
        (I8, I64) => widening::<i8, i64>(),
        (I8, F32) => widening::<i8, f32>(),
        (I8, F64) => widening::<i8, f64>(),
        (U8, I16) => widening::<u8, i16>(),
        (U8, U16) => widening::<u8, u16>(),
        (U8, I32) => widening::<u8, i32>(),
        (U8, U32) => widening::<u8, u32>(),
        (U8, I64) => widening::<u8, i64>(),
        (U8, U64) => widening::<u8, u64>(),
        (U8, F32) => widening::<u8, f32>(),
        (U8, F64) => widening::<u8, f64>(),
        (I16, I32) => widening::<i16, i32>(),
        (I16, I64) => widening::<i16, i64>(),
        (I16, F32) => widening::<i16, f32>(),
        (I16, F64) => widening::<i16, f64>(),
        (U16, I32) => widening::<u16, i32>(),
        (U16, U32) => widening::<u16, u32>(),
        (U16, I64) => widening::<u16, i64>(),
        (U16, U64) => widening::<u16, u64>(),
        (U16, F32) => widening::<u16, f32>(),
        (U16, F64) => widening::<u16, f64>(),
        (I32, I64) => widening::<i32, i64>(),
        (I32, F64) => widening::<i32, f64>(),
        (U32, I64) => widening::<u32, i64>(),
        (U32, U64) => widening::<u32, u64>(),
        (U32, F64) => widening::<u32, f64>(),
        // Every NaN becomes the same one.
        (F32, F64) => Kernel::each(|value: f32| {
            let wide = f64::from(value);
            (if wide.is_nan() { f64::NAN } else { wide }, true)
        }),
        _ => return None,
    })
}

fn widening<A: Native, B: Native + From<A>>() -> Kernel {
    Kernel::each(|value: A| (B::from(value), true))
}

fn small(from: NativeType, to: NativeType, lanes: Lanes) -> Option<Kernel> {
    let is_common = from == NativeType::F32 && lanes.rounding == Rounding::NearestEven && !lanes.wrap;
    Some(match to {
        _ if !is_common => return None,
        NativeType::I8 => nearest::<i8>(lanes.clamp),
        NativeType::U8 => nearest::<u8>(lanes.clamp),
        NativeType::I16 => nearest::<i16>(lanes.clamp),
        NativeType::U16 => nearest::<u16>(lanes.clamp),
        _ => return None,
    })
}

/// Adding it to a number of at most 16 bits puts the nearest whole number, ties to even, in the lowest bits.
const WHOLE_32: f32 = 12_582_912.0; // 1.5 * 2^23

fn nearest<T: NativeInteger>(clamp: bool) -> Kernel {
    let least = T::LEAST as f32;
    let greatest = (T::END - 1.0) as f32;
    let end = T::END as f32;
    // What is far out of range is not rounded rightly, but stays out of range.
    let low = |moved: f32| T::low(i64::from(moved.to_bits().wrapping_sub(WHOLE_32.to_bits()).cast_signed()));
    if clamp {
        return Kernel::each(move |number: f32| {
            let over = if number < least { least } else { number };
            let clamped = if over > greatest { greatest } else { over };
            (low(clamped + WHOLE_32), number.abs() < f32::INFINITY)
        });
    }
    Kernel::each(move |number: f32| {
        let moved = number + WHOLE_32;
        let rounded = moved - WHOLE_32;
        (low(moved), (rounded >= least) & (rounded < end))
    })
}

#[derive(Debug, Clone, Copy)]
struct How {
    rounds: bool,
    keeps_nan: bool,
    to_nbytes: usize,
    lanes: Lanes,
}

pub(super) type LoadElements = fn(&[u8], &mut [f64]);

pub(super) fn loader(from: NativeType) -> Option<LoadElements> {
    Some(match from {
        NativeType::I8 => load::<i8>,
        NativeType::U8 => load::<u8>,
        NativeType::I16 => load::<i16>,
        NativeType::U16 => load::<u16>,
        NativeType::I32 => load::<i32>,
        NativeType::U32 => load::<u32>,
        NativeType::F32 => load::<f32>,
        NativeType::F64 => load::<f64>,
        NativeType::I64 | NativeType::U64 => return None,
    })
}

fn load<T: Narrow>(input: &[u8], numbers: &mut [f64]) {
    widened(
        #[inline(always)]
        || {
            for (number, bytes) in numbers.iter_mut().zip(input.chunks_exact(T::NBYTES)) {
                *number = T::read(bytes).float();
            }
        },
    );
}

/// Adding and subtracting it leaves the nearest whole number, ties to even.
const WHOLE: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52
/// From here on [`WHOLE`] does not work; numbers near it and beyond have at most one bit of fraction.
const FAR: f64 = 2_251_799_813_685_248.0; // 2^51

#[inline(always)]
pub(super) fn nearest_even(number: f64) -> f64 {
    (number + WHOLE) - WHOLE
}

#[inline(always)]
fn towards_zero(number: f64) -> f64 {
    let near = nearest_even(number);
    near - if near.abs() > number.abs() { 1.0_f64.copysign(number) } else { 0.0 }
}

pub(super) fn round(numbers: &mut [f64], rounding: Rounding) {
    fn each(numbers: &mut [f64], round: impl Fn(f64) -> f64) {
        widened(
            #[inline(always)]
            || {
                for number in numbers {
                    let rounded = round(*number);
                    *number = if number.abs() < FAR { rounded } else { *number };
                }
            },
        );
    }
    match rounding {
        Rounding::NearestEven => each(numbers, nearest_even),
        Rounding::TowardsZero => each(numbers, towards_zero),
        Rounding::TowardsPositive => each(numbers, |number| {
            let near = nearest_even(number);
            near + if near < number { 1.0 } else { 0.0 }
        }),
        Rounding::TowardsNegative => each(numbers, |number| {
            let near = nearest_even(number);
            near - if near > number { 1.0 } else { 0.0 }
        }),
        Rounding::NearestAway => each(numbers, |number| {
            let whole = towards_zero(number);
            let rest = (number - whole).abs();
            whole + if rest >= 0.5 { 1.0_f64.copysign(number) } else { 0.0 }
        }),
    }
}

type StoreElements<N> = fn(&[N], &mut [u8], How) -> bool;

fn store(to: NativeType) -> StoreElements<f64> {
    match to {
        NativeType::I8 => store_integer::<i8>,
        NativeType::U8 => store_integer::<u8>,
        NativeType::I16 => store_integer::<i16>,
        NativeType::U16 => store_integer::<u16>,
        NativeType::I32 => store_integer::<i32>,
        NativeType::U32 => store_integer::<u32>,
        NativeType::I64 => store_integer::<i64>,
        NativeType::U64 => store_integer::<u64>,
        NativeType::F32 => store_f32,
        NativeType::F64 => store_f64,
    }
}

#[inline(always)]
fn put<N: Copy, T: Native>(numbers: &[N], output: &mut [u8], store: impl Fn(N) -> (T, bool)) -> bool {
    widened(
        #[inline(always)]
        || {
            let mut sound = true;
            for (slot, number) in output.chunks_exact_mut(T::NBYTES).zip(numbers) {
                let (value, is_sure) = store(*number);
                value.write(slot);
                sound &= is_sure;
            }
            sound
        },
    )
}

/// For a whole number near zero: adding [`WHOLE`] puts it in the lowest bits.
#[inline(always)]
pub(super) fn integer(number: f64) -> i64 {
    (number + WHOLE).to_bits().cast_signed().wrapping_sub(WHOLE.to_bits().cast_signed())
}

/// Only whole numbers near zero are sure, and others that are clamped to one.
fn store_integer<T: NativeInteger>(numbers: &[f64], output: &mut [u8], how: How) -> bool {
    let is_near = |number: f64| number.abs() < FAR;
    let fits = |number: f64| (number >= T::LEAST) & (number < T::END);
    match how.lanes {
        Lanes { clamp: true, .. } => put(numbers, output, |number| {
            let clamped = number.max(T::LEAST).min(T::END - 1.0);
            (T::low(integer(clamped)), (number.abs() < f64::INFINITY) & is_near(clamped))
        }),
        Lanes { wrap: true, .. } => put(numbers, output, |number| (T::low(integer(number)), is_near(number))),
        _ => put(numbers, output, |number| (T::low(integer(number)), fits(number) & is_near(number))),
    }
}

fn store_f32(numbers: &[f64], output: &mut [u8], how: How) -> bool {
    let nearest = how.lanes.rounding == Rounding::NearestEven;
    let clamp = how.lanes.clamp;
    let keeps_nan = how.keeps_nan;
    put(numbers, output, |number| {
        let value = number as f32;
        let is_exact = f64::from(value).to_bits() == number.to_bits();
        let in_range = (value.abs() < f32::INFINITY) | (number.abs() >= f64::INFINITY) | clamp;
        let is_sure = if number.is_nan() { !keeps_nan } else { is_exact | (nearest & in_range) };
        (if value.is_nan() { f32::NAN } else { value }, is_sure)
    })
}

fn store_f64(numbers: &[f64], output: &mut [u8], how: How) -> bool {
    let keeps_nan = how.keeps_nan;
    put(numbers, output, |number| {
        (if number.is_nan() { f64::NAN } else { number }, !(number.is_nan() & keeps_nan))
    })
}

fn wide<T: NativeInteger>(
    lanes: Lanes,
    to: NativeType,
    to_type: &DataType,
    scalar_map: &[(Scalar, Scalar)],
) -> Option<Kernel> {
    let store: StoreElements<i128> = match to {
        NativeType::I8 => store_wide::<i8>,
        NativeType::U8 => store_wide::<u8>,
        NativeType::I16 => store_wide::<i16>,
        NativeType::U16 => store_wide::<u16>,
        NativeType::I32 => store_wide::<i32>,
        NativeType::U32 => store_wide::<u32>,
        NativeType::I64 => store_wide::<i64>,
        NativeType::U64 => store_wide::<u64>,
        // `as` rounds to the nearest, ties to even: any other rounding is left to the exact way.
        _ if lanes.rounding != Rounding::NearestEven => return None,
        NativeType::F32 => |numbers, output, _| put(numbers, output, |number| (number as f32, true)),
        NativeType::F64 => |numbers, output, _| put(numbers, output, |number| (number as f64, true)),
    };
    let entries = MapEntries::read(scalar_map, to_type, |scalar| match scalar {
        Scalar::Integer(number) => Some(*number),
        _ => None,
    })?;
    let how = How { rounds: false, keeps_nan: false, to_nbytes: to_type.nbytes().max(1), lanes };
    Some(Kernel::new(move |input, output| {
        let mut block = [0_i128; BLOCK];
        let Some(numbers) = block.get_mut(..output.len() / how.to_nbytes) else { return false };
        for (number, bytes) in numbers.iter_mut().zip(input.chunks_exact(T::NBYTES)) {
            *number = T::read(bytes).wide();
        }
        let matched = entries.take(numbers, |number, key| number == key);
        let sound = store(numbers, output, how);
        entries.put(matched.as_deref(), output);
        sound
    }))
}

fn store_wide<T: NativeInteger>(numbers: &[i128], output: &mut [u8], how: How) -> bool {
    let fits = |number: i128| T::wrap(number).wide() == number;
    match how.lanes {
        Lanes { wrap: true, .. } => put(numbers, output, |number| (T::wrap(number), true)),
        Lanes { clamp: true, .. } => put(numbers, output, |number| {
            let [least, greatest] = [T::MIN, T::MAX].map(NativeInteger::wide);
            (T::wrap(number.clamp(least, greatest)), true)
        }),
        _ => put(numbers, output, |number| (T::wrap(number), fits(number))),
    }
}

pub(super) fn float_of(scalar: &Scalar) -> Option<f64> {
    match scalar {
        Scalar::Integer(number) => Some(*number as f64),
        Scalar::Float(float) => Some(float.value()),
        _ => None,
    }
}

struct MapEntries<N> {
    keys: Vec<N>,
    values: Vec<Vec<u8>>,
}

/// Of each element of a block, the entry that it matches, counted from 1.
type Matched = [u8; BLOCK];

impl<N: Copy + Default> MapEntries<N> {
    fn read(
        scalar_map: &[(Scalar, Scalar)],
        to: &DataType,
        key: impl Fn(&Scalar) -> Option<N>,
    ) -> Option<Self> {
        let keys = scalar_map.iter().map(|(from, _)| key(from)).collect::<Option<_>>()?;
        Some(Self { keys, values: scalar_map.iter().map(|(_, value)| value.bytes(to)).collect() })
    }

    fn take(&self, numbers: &mut [N], is: impl Fn(N, N) -> bool) -> Option<Box<Matched>> {
        let mut matched: Option<Box<Matched>> = None;
        for (entry, key) in (1_u8..).zip(&self.keys) {
            if !numbers.iter().fold(false, |any, number| any | is(*number, *key)) {
                continue;
            }
            let places = matched.get_or_insert_with(|| Box::new([0; BLOCK]));
            for (number, place) in numbers.iter_mut().zip(places.iter_mut()) {
                if *place == 0 && is(*number, *key) {
                    (*place, *number) = (entry, N::default());
                }
            }
        }
        matched
    }

    fn put(&self, matched: Option<&Matched>, output: &mut [u8]) {
        let Some(matched) = matched else { return };
        let nbytes = self.values.first().map_or(1, Vec::len).max(1);
        for (slot, entry) in output.chunks_exact_mut(nbytes).zip(matched) {
            let value = usize::from(*entry).checked_sub(1).and_then(|entry| self.values.get(entry));
            if let Some(value) = value {
                slot.copy_from_slice(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::data_type;
    use super::*;

    const NEAREST: Lanes = Lanes { rounding: Rounding::NearestEven, clamp: false, wrap: false };

    fn kernel(from: &str, to: &str, lanes: Lanes) -> Kernel {
        cast(&data_type(from), &data_type(to), lanes, &[]).expect("a kernel")
    }

    /// What a kernel makes of one float32: nothing where it is not sure.
    fn small(kernel: &Kernel, number: f32, nbytes: usize) -> Option<Vec<u8>> {
        let mut output = vec![0; nbytes];
        kernel.run(&number.to_le_bytes(), &mut output).then_some(output)
    }

    #[test]
    fn float32_is_rounded_and_checked_as_exact_numbers_are() {
        // Rounded with the numbers of float64, and compared as integers.
        let types = [("int8", -128, 127), ("uint8", 0, 255), ("int16", -32768, 32767), ("uint16", 0, 65535)];
        for (name, least, greatest) in types {
            let nbytes = data_type(name).nbytes();
            let [checked, clamped] =
                [false, true].map(|clamp| kernel("float32", name, Lanes { clamp, ..NEAREST }));
            for eighths in -600_000..600_000 {
                let number = eighths as f32 / 8.0;
                let whole = f64::from(number).round_ties_even() as i64;
                let bytes = |whole: i64| Some(whole.to_le_bytes()[..nbytes].to_vec());
                let expected = bytes(whole).filter(|_| (least..=greatest).contains(&whole));
                assert_eq!(small(&checked, number, nbytes), expected, "{number} to {name}");
                let expected = bytes(whole.clamp(least, greatest));
                assert_eq!(small(&clamped, number, nbytes), expected, "{number} clamped to {name}");
            }
        }
    }

    #[test]
    fn what_is_far_out_of_range_is_refused_or_clamped() {
        for number in [65536.0, 1e6, 4_194_304.0, 8_388_609.0, 16_777_216.0, 3e9, 1e20, f32::MAX] {
            for number in [number, -number] {
                assert_eq!(small(&kernel("float32", "uint16", NEAREST), number, 2), None, "{number}");
                let clamped = small(&kernel("float32", "int8", Lanes { clamp: true, ..NEAREST }), number, 1);
                assert_eq!(clamped, Some(vec![if number > 0.0 { 0x7f } else { 0x80 }]), "{number}");
            }
        }
        for number in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN] {
            for clamp in [false, true] {
                let kernel = kernel("float32", "int16", Lanes { clamp, ..NEAREST });
                assert_eq!(small(&kernel, number, 2), None, "{number}: the exact way knows");
            }
        }
    }

    #[test]
    fn a_block_may_have_any_length_and_the_bad_element_any_place() {
        let kernel = kernel("float32", "int16", NEAREST);
        for length in 0..=BLOCK {
            let mut numbers: Vec<f32> = (0..length).map(|i| i as f32 * 3.25 - 100.0).collect();
            let input =
                |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
            let mut output = vec![0xee; 2 * length];
            assert!(kernel.run(&input(&numbers), &mut output), "{length} elements");
            let expected = numbers.iter().flat_map(|number| (number.round_ties_even() as i16).to_le_bytes());
            assert!(output.iter().copied().eq(expected), "{length} elements");
            for place in [0, length / 2, length.saturating_sub(1)].into_iter().filter(|place| *place < length)
            {
                let sound = std::mem::replace(&mut numbers[place], 40_000.0);
                assert!(!kernel.run(&input(&numbers), &mut output), "element {place} of {length}");
                numbers[place] = sound;
            }
        }
    }
}
