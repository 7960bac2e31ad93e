use super::BLOCK;
use super::cast::{LoadElements, MOST_ENTRIES, float_of, loader, round};
use super::native::{NativeInteger, NativeType};
use crate::metadata::float::Rounding;
use crate::metadata::{DataType, Scalar};
use crate::simd::widened;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Altered {
    pub mapped: u64,
    pub rounded: u64,
    pub beyond: u64,
}

pub struct AlterationCounter {
    from: (LoadElements, usize),
    to: (LoadElements, usize),
    rounding: Rounding,
    range: TargetRange,
    keys: Vec<f64>,
}

struct TargetRange {
    least: f64,
    greatest: f64,
    is_whole: bool,
}

impl AlterationCounter {
    pub fn new(
        from: &DataType,
        to: &DataType,
        rounding: Rounding,
        keys: &[(Scalar, Scalar)],
    ) -> Option<Self> {
        let side =
            |data_type: &DataType| Some((loader(NativeType::of(data_type)?)?, data_type.nbytes().max(1)));
        let keys: Vec<f64> = keys.iter().map(|(key, _)| float_of(key)).collect::<Option<_>>()?;
        let range = TargetRange::of(NativeType::of(to)?)?;
        if keys.len() > MOST_ENTRIES {
            return None;
        }
        Some(Self { from: side(from)?, to: side(to)?, rounding, range, keys })
    }

    pub fn count(&self, input: &[u8], output: &[u8]) -> Option<Altered> {
        let mut before = [0.0; BLOCK];
        let mut after = [0.0; BLOCK];
        let before = before.get_mut(..input.len() / self.from.1)?;
        let after = after.get_mut(..output.len() / self.to.1)?;
        (self.from.0)(input, before);
        (self.to.0)(output, after);
        let mut whole = [0.0; BLOCK];
        let whole = whole.get_mut(..before.len())?;
        whole.copy_from_slice(before);
        if self.range.is_whole {
            round(whole, self.rounding);
        }
        let altered = widened(
            #[inline(always)]
            || self.compare(before, after, whole),
        );
        (self.range.is_whole || altered.beyond == 0).then_some(altered)
    }

    #[inline(always)]
    fn compare(&self, before: &[f64], after: &[f64], whole: &[f64]) -> Altered {
        let mut altered = Altered::default();
        for ((before, after), whole) in before.iter().zip(after).zip(whole) {
            let is_key = self.keys.iter().fold(false, |any, key| any | is_same(*before, *key));
            let is_other = !is_key & !is_same(*before, *after);
            let has = (*whole >= self.range.least) & (*whole <= self.range.greatest);
            altered.mapped += u64::from(is_key);
            altered.rounded += u64::from(is_other & has);
            altered.beyond += u64::from(is_other & !has);
        }
        altered
    }
}

#[inline(always)]
fn is_same(one: f64, other: f64) -> bool {
    (one == other) | (one.is_nan() & other.is_nan())
}

impl TargetRange {
    fn of(to: NativeType) -> Option<Self> {
        fn integers<T: NativeInteger>() -> TargetRange {
            TargetRange { least: T::LEAST, greatest: T::END - 1.0, is_whole: true }
        }
        let floats = |greatest: f64| Self { least: -greatest, greatest, is_whole: false };
        Some(match to {
            NativeType::I8 => integers::<i8>(),
            NativeType::U8 => integers::<u8>(),
            NativeType::I16 => integers::<i16>(),
            NativeType::U16 => integers::<u16>(),
            NativeType::I32 => integers::<i32>(),
            NativeType::U32 => integers::<u32>(),
            NativeType::F32 => floats(f32::MAX.into()),
            NativeType::F64 => floats(f64::MAX),
            NativeType::I64 | NativeType::U64 => return None,
        })
    }
}
