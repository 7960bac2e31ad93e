use crate::metadata::float::{Float, FloatType};
use crate::metadata::{DataType, Integer, NOT_A_TIME, Scalar, TimeType};
use crate::simd::widened;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberType {
    Bool,
    Integer(Integer),
    Float(FloatType),
    /// Counts of a unit of time; `NaT` is no number.
    Time(TimeType),
}

impl NumberType {
    pub fn of(data_type: &DataType) -> Option<Self> {
        match data_type {
            DataType::Bool => Some(Self::Bool),
            DataType::Integer(integer) => Some(Self::Integer(*integer)),
            DataType::Float(float) => Some(Self::Float(*float)),
            DataType::Time(time) => Some(Self::Time(*time)),
            _ => None,
        }
    }

    pub fn is_whole(self) -> bool {
        !matches!(self, Self::Float(_))
    }

    pub fn none(self) -> Option<i64> {
        if let Self::Time(_) = self { Some(NOT_A_TIME) } else { None }
    }

    #[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
    pub fn nearest(scalar: &Scalar) -> f64 {
        match scalar {
            Scalar::Bool(value) => f64::from(u8::from(*value)),
            Scalar::Integer(value) => *value as f64,
            Scalar::Float(float) => float.value(),
            Scalar::Time(_, count) if *count != i64::MIN => *count as f64,
            _ => f64::NAN,
        }
    }
}

pub(crate) enum NumberReader {
    Signed(ReadNumbers<i64>),
    Unsigned(ReadNumbers<u64>),
    Real(ReadNumbers<f64>),
}

impl NumberReader {
    pub(crate) fn of(of: NumberType) -> Self {
        match (of, ReadNumbers::<i64>::whole(of)) {
            (NumberType::Float(kind), _) => Self::Real(ReadNumbers::real(kind)),
            (_, Some(read)) => Self::Signed(read),
            (_, None) => Self::Unsigned(ReadNumbers::unsigned()),
        }
    }
}

type Append<L> = dyn Fn(&[u8], &mut Vec<L>) + Send + Sync;

pub(crate) struct ReadNumbers<L> {
    pub(crate) nbytes: usize,
    read: Box<Append<L>>,
}

impl<L> ReadNumbers<L> {
    pub(crate) fn read(&self, bytes: &[u8], into: &mut Vec<L>) {
        (self.read)(bytes, into);
    }

    pub(super) fn one(&self, bytes: &[u8]) -> Option<L> {
        let mut one = Vec::with_capacity(1);
        self.read(bytes, &mut one);
        one.pop()
    }
}

macro_rules! each {
    ($type:ident as $lane:ident) => {{
        let all = |bytes: &[u8], into: &mut Vec<$lane>| {
            widened(
                #[inline(always)]
                || {
                    const N: usize = size_of::<$type>();
                    let numbers = bytes.as_chunks::<N>().0.iter();
                    into.extend(numbers.map(|own| $lane::from($type::from_le_bytes(*own))));
                },
            );
        };
        ReadNumbers { nbytes: size_of::<$type>(), read: Box::new(all) }
    }};
}

impl ReadNumbers<i64> {
    pub(crate) fn whole(of: NumberType) -> Option<Self> {
        let integer = match of {
            NumberType::Bool => {
                let flags = |bytes: &[u8], into: &mut Vec<i64>| {
                    into.extend(bytes.iter().map(|byte| i64::from(*byte != 0)));
                };
                return Some(Self { nbytes: 1, read: Box::new(flags) });
            }
            NumberType::Time(_) => return Some(each!(i64 as i64)),
            NumberType::Integer(integer) => integer,
            NumberType::Float(_) => return None,
        };
        Some(match (integer.bits, integer.signed) {
            (8, true) => each!(i8 as i64),
            (8, false) => each!(u8 as i64),
            (16, true) => each!(i16 as i64),
            (16, false) => each!(u16 as i64),
            (32, true) => each!(i32 as i64),
            (32, false) => each!(u32 as i64),
            (64, true) => each!(i64 as i64),
            (64, false) => return None,
            // The upper bits of a byte with fewer bits do not count.
            _ => {
                let low = move |byte: &u8| i64::try_from(integer.wrap(i128::from(*byte))).unwrap_or(0);
                let read = move |bytes: &[u8], into: &mut Vec<i64>| into.extend(bytes.iter().map(low));
                Self { nbytes: 1, read: Box::new(read) }
            }
        })
    }
}

impl ReadNumbers<u64> {
    pub(crate) fn unsigned() -> Self {
        each!(u64 as u64)
    }
}

impl ReadNumbers<f64> {
    pub(crate) fn real(of: FloatType) -> Self {
        match of {
            FloatType::Float64 => each!(f64 as f64),
            FloatType::Float32 => each!(f32 as f64),
            narrow => Self::looked_up(narrow),
        }
    }

    fn looked_up(of: FloatType) -> Self {
        let format = of.format();
        let table: Vec<f64> = (0..=format.mask()).map(|bits| format.to_f64(bits)).collect();
        let mask = u16::try_from(format.mask()).unwrap_or(u16::MAX);
        let number = move |bits: u16| table.get(usize::from(bits & mask)).copied().unwrap_or(f64::NAN);
        let nbytes = format.nbytes();
        let read = move |bytes: &[u8], into: &mut Vec<f64>| {
            if nbytes == 1 {
                into.extend(bytes.iter().map(|byte| number(u16::from(*byte))));
            } else {
                into.extend(bytes.as_chunks::<2>().0.iter().map(|own| number(u16::from_le_bytes(*own))));
            }
        };
        Self { nbytes, read: Box::new(read) }
    }
}

pub(super) fn element(of: NumberType, whole: Option<i128>, real: f64) -> Option<Scalar> {
    Some(match of {
        NumberType::Bool => Scalar::Bool(whole? != 0),
        NumberType::Integer(_) => Scalar::Integer(whole?),
        NumberType::Time(time) => Scalar::Time(time, i64::try_from(whole?).ok()?),
        NumberType::Float(kind) => Scalar::Float(Float::nearest(kind, real)?),
    })
}

/// A number with that many digits after the first. It goes through its decimal text, so that it does not end in zeros.
pub(super) fn with_digits(number: f64, digits: usize) -> Option<String> {
    let short: f64 = format!("{number:.digits$e}").parse().ok()?;
    Some(short.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn real(name: &str, bytes: &[u8]) -> Vec<f64> {
        let Some(DataType::Float(kind)) = DataType::from_name(name) else { panic!("{name}") };
        let mut numbers = Vec::new();
        ReadNumbers::real(kind).read(bytes, &mut numbers);
        numbers
    }

    #[test]
    fn narrow_floats_are_looked_up() {
        assert_eq!(real("float16", &[0x00, 0x3c, 0x00, 0xc0]), [1.0, -2.0]);
        assert_eq!(real("float4_e2m1fn", &[0xf7, 0x09]), [6.0, -0.5]);
        assert_eq!(real("float32", &1.5_f32.to_le_bytes()), [1.5]);
    }

    #[test]
    fn whole_numbers_keep_their_sign() {
        let read = |name: &str, bytes: &[u8]| {
            let of = NumberType::of(&DataType::from_name(name).unwrap()).unwrap();
            let mut numbers = Vec::new();
            ReadNumbers::whole(of).unwrap().read(bytes, &mut numbers);
            numbers
        };
        assert_eq!(read("int4", &[0xf7, 0x08]), [7, -8]);
        assert_eq!(read("int16", &[0xff, 0xff]), [-1]);
        assert_eq!(read("uint32", &[0xff; 4]), [i64::from(u32::MAX)]);
        assert_eq!(read("bool", &[0, 1, 2]), [0, 1, 1]);
    }
}
