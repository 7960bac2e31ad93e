//! How the elements of two data types are compared: numbers many at a time, whatever their types, all others one by one.

use std::sync::Arc;

use super::distance::{Amount, Distance};
use super::{gaps::RowGaps, options::EqualityRules, sides::Sides};
use crate::meaning::Meaning;
use crate::metadata::{DataType, Scalar, StructField, TimeKind, TimeType, TimeUnit, float::Float};
use crate::pipeline::{NumberReader, NumberType, ReadNumbers};

/// They stay in the processor's first cache.
const BLOCK: usize = 1024;

/// Counts without a unit, as physical values have them.
const COUNT: TimeType = TimeType { kind: TimeKind::Span, unit: TimeUnit::Generic, scale: 1 };

type CompareRows = dyn Fn(&[u8], &[u8], &mut RowGaps) + Send + Sync;

pub(super) struct Equality {
    pub(super) data_types: Sides<DataType>,
    pub(super) rules: EqualityRules,
    /// For numbers, which are compared without a [`Scalar`] for each.
    pub(super) rows: Option<Box<CompareRows>>,
    /// Of dates, which are compared as such, whatever their units and calendars.
    pub(super) times: Option<Sides<Arc<Meaning>>>,
}

impl Equality {
    /// `None` where the data types have no values in common.
    pub(super) fn of(a: &DataType, b: &DataType, rules: EqualityRules) -> Option<Self> {
        if a != b && !may_be_equal(a, b) {
            return None;
        }
        let mut rules = rules;
        if !is_measured(a) {
            rules = EqualityRules { nan_by_bits: rules.nan_by_bits, ..EqualityRules::default() };
        }
        let mut rows = None;
        if let (Some(one), Some(other)) = (NumberType::of(a), NumberType::of(b)) {
            rows = Some(compare_rows(one, other, a == b, rules));
        }
        Some(Self { data_types: Sides { a: a.clone(), b: b.clone() }, rules, rows, times: None })
    }

    /// For physical values that are times on both sides.
    pub(super) fn of_times(meanings: Sides<&Arc<Meaning>>) -> Option<Self> {
        if meanings.each().any(|(_, meaning)| meaning.time.is_none()) {
            return None;
        }
        let times = meanings.map(Arc::clone);
        let data_types = times.as_ref().map(|meaning| meaning.physical.clone());
        let rows = Some(compare_dates(times.clone()));
        Some(Self { data_types, rules: EqualityRules::default(), rows, times: Some(times) })
    }

    /// Whether equal bytes are equal elements.
    pub(super) fn same_bytes_are_equal(&self) -> bool {
        self.data_types.are_same() && self.times.as_ref().is_none_or(|times| times.a.time == times.b.time)
    }

    pub(super) fn is_measured(&self) -> bool {
        self.times.is_none() && is_measured(&self.data_types.a) && is_measured(&self.data_types.b)
    }

    pub(super) fn compare_scalars(&self, index: usize, a: &Scalar, b: &Scalar, gaps: &mut RowGaps) {
        if self.are_equal(a, b) {
            return;
        }
        let (Scalar::Complex(one), Scalar::Complex(other)) = (a, b) else { return gaps.differs(index) };
        let [[real, imaginary], [other_real, other_imaginary]] =
            [one, other].map(|parts| parts.map(Float::value));
        let distance = (real - other_real).hypot(imaginary - other_imaginary);
        let size = other_real.hypot(other_imaginary);
        gaps.measure(Distance::Real(distance), size);
        let amount = Amount::Real(size + distance);
        if !amount.is_close(Amount::Real(size), Distance::Real(distance), &self.rules) {
            gaps.differs(index);
        }
    }

    pub(super) fn are_equal(&self, a: &Scalar, b: &Scalar) -> bool {
        match (a, b) {
            (Scalar::Float(one), Scalar::Float(other)) => self.floats_are_equal(*one, *other),
            (Scalar::Complex(one), Scalar::Complex(other)) => {
                one.iter().zip(other).all(|(one, other)| self.floats_are_equal(*one, *other))
            }
            (Scalar::Struct(one), Scalar::Struct(other)) => {
                let mut fields = one.iter().zip(other.iter());
                one.len() == other.len() && fields.all(|(a, b)| a.0 == b.0 && self.are_equal(&a.1, &b.1))
            }
            (Scalar::List(one), Scalar::List(other)) => {
                one.len() == other.len() && one.iter().zip(other.iter()).all(|(a, b)| self.are_equal(a, b))
            }
            _ => match (amount(a), amount(b)) {
                (Some(one), Some(other)) => one.distance(other).is_none(),
                _ => a == b,
            },
        }
    }

    fn floats_are_equal(&self, one: Float, other: Float) -> bool {
        if self.rules.nan_by_bits && one.value().is_nan() && one.kind == other.kind {
            return one.bits == other.bits;
        }
        Amount::Real(one.value()).distance(Amount::Real(other.value())).is_none()
    }
}

fn amount(scalar: &Scalar) -> Option<Amount> {
    match scalar {
        Scalar::Bool(flag) => Some(Amount::Whole(i128::from(*flag))),
        Scalar::Integer(number) => Some(Amount::Whole(*number)),
        Scalar::Float(float) => Some(Amount::Real(float.value())),
        _ => None,
    }
}

fn is_measured(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Integer(_) | DataType::Float(_) | DataType::Complex(_))
}

fn may_be_equal(a: &DataType, b: &DataType) -> bool {
    use crate::metadata::Variable::{Bytes, String};
    use DataType::{Bool, Chars, Complex, Float, Integer, RawBits, RawBytes, Struct, Time, Utf32, Variable};
    match (a, b) {
        (Bool | Integer(_) | Float(_) | Time(COUNT), Bool | Integer(_) | Float(_) | Time(COUNT))
        | (Utf32(_) | Variable(String), Utf32(_) | Variable(String))
        | (RawBits(_) | RawBytes(_) | Variable(Bytes), RawBits(_) | RawBytes(_) | Variable(Bytes))
        | (Complex(_), Complex(_))
        | (Chars(_), Chars(_)) => true,
        (Struct(one), Struct(other)) => {
            let pair = |(a, b): (&StructField, &StructField)| {
                a.name == b.name && (a.data_type == b.data_type || may_be_equal(&a.data_type, &b.data_type))
            };
            one.len() == other.len() && one.iter().zip(other.iter()).all(pair)
        }
        _ => false,
    }
}

fn compare_dates(times: Sides<Arc<Meaning>>) -> Box<CompareRows> {
    Box::new(move |a, b, gaps| {
        let own = |meaning: &Meaning, bytes: &[u8]| meaning.date_number(&meaning.physical.scalar(bytes)?);
        let [one, other] = [&times.a, &times.b].map(|meaning| meaning.physical.nbytes().max(1));
        for (index, (a, b)) in a.chunks(one).zip(b.chunks(other)).enumerate() {
            if own(&times.a, a) != own(&times.b, b) {
                gaps.differs(index);
            }
        }
    })
}

fn compare_rows(a: NumberType, b: NumberType, same_type: bool, rules: EqualityRules) -> Box<CompareRows> {
    use NumberReader::{Real, Signed, Unsigned};
    match (NumberReader::of(a), NumberReader::of(b)) {
        (Signed(a), Signed(b)) => by_number(a, b, same_type, rules),
        (Signed(a), Unsigned(b)) => by_number(a, b, same_type, rules),
        (Signed(a), Real(b)) => by_number(a, b, same_type, rules),
        (Unsigned(a), Signed(b)) => by_number(a, b, same_type, rules),
        (Unsigned(a), Unsigned(b)) => by_number(a, b, same_type, rules),
        (Unsigned(a), Real(b)) => by_number(a, b, same_type, rules),
        (Real(a), Signed(b)) => by_number(a, b, same_type, rules),
        (Real(a), Unsigned(b)) => by_number(a, b, same_type, rules),
        (Real(a), Real(b)) => by_number(a, b, same_type, rules),
    }
}

fn by_number<L: Copy + Into<Amount> + 'static, M: Copy + Into<Amount> + 'static>(
    a: ReadNumbers<L>,
    b: ReadNumbers<M>,
    same_type: bool,
    rules: EqualityRules,
) -> Box<CompareRows> {
    Box::new(move |one, other, gaps| {
        let (mut left, mut right) = (Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK));
        let blocks = one.chunks(BLOCK * a.nbytes.max(1)).zip(other.chunks(BLOCK * b.nbytes.max(1)));
        for (number, (one, other)) in blocks.enumerate() {
            // The same bits are the same number.
            if same_type && one == other {
                continue;
            }
            left.clear();
            right.clear();
            a.read(one, &mut left);
            b.read(other, &mut right);
            for (index, (own, beside)) in left.iter().zip(&right).enumerate() {
                let (own, beside): (Amount, Amount) = ((*own).into(), (*beside).into());
                let place = number * BLOCK + index;
                match own.distance(beside) {
                    Some(distance) => {
                        gaps.measure(distance, beside.nearest().abs());
                        if !own.is_close(beside, distance, &rules) {
                            gaps.differs(place);
                        }
                    }
                    None if rules.nan_by_bits && same_type && own.nearest().is_nan() => {
                        let nbytes = a.nbytes.max(1);
                        if one.chunks(nbytes).nth(index) != other.chunks(nbytes).nth(index) {
                            gaps.differs(place);
                        }
                    }
                    None => {}
                }
            }
        }
    })
}
