//! How the elements of two data types are compared: numbers many at a time, whatever their types, all others one by one.

use super::distance::{Amount, Distance};
use super::gaps::RowGaps;
use super::options::EqualityRules;
use super::sides::Sides;
use crate::metadata::float::Float;
use crate::metadata::{DataType, Scalar, StructField, Variable};
use crate::pipeline::{NumberReader, NumberType, ReadNumbers};

/// How many elements are looked at together: they stay in the processor's first cache.
const BLOCK: usize = 1024;

type CompareRows = dyn Fn(&[u8], &[u8], &mut RowGaps) + Send + Sync;

pub(super) struct Equality {
    pub(super) data_types: Sides<DataType>,
    pub(super) rules: EqualityRules,
    /// For numbers, which have bytes of their own.
    pub(super) rows: Option<Box<CompareRows>>,
}

impl Equality {
    /// How elements of these types are compared; `None` where they have nothing in common.
    pub(super) fn of(a: &DataType, b: &DataType, rules: EqualityRules) -> Option<Self> {
        if a != b && !may_be_equal(a, b) {
            return None;
        }
        let rules = if is_measured(a) {
            rules
        } else {
            EqualityRules { nan_by_bits: rules.nan_by_bits, ..EqualityRules::default() }
        };
        let mut rows = None;
        if let (Some(one), Some(other)) = (NumberType::of(a), NumberType::of(b)) {
            rows = Some(compare_rows(one, other, (a == b, rules)));
        }
        Some(Self { data_types: Sides { a: a.clone(), b: b.clone() }, rules, rows })
    }

    /// Whether a difference of two elements is a number that means something: not that of bools or times.
    pub(super) fn is_measured(&self) -> bool {
        is_measured(&self.data_types.a) && is_measured(&self.data_types.b)
    }

    pub(super) fn compare_scalars(&self, index: usize, a: &Scalar, b: &Scalar, gaps: &mut RowGaps) {
        let (Scalar::Complex(one), Scalar::Complex(other)) = (a, b) else {
            if !self.are_equal(a, b) {
                gaps.differs(index);
            }
            return;
        };
        if self.are_equal(a, b) {
            return;
        }
        let [real, imaginary] = [0, 1].map(|part| {
            let value = |parts: &[Float; 2]| parts.get(part).map_or(0.0, |float| float.value());
            (value(one) - value(other), value(other))
        });
        let distance = real.0.hypot(imaginary.0);
        let size = real.1.hypot(imaginary.1);
        let amount = Amount::Real(size + distance);
        let other = Amount::Real(size);
        gaps.measure(Distance::Real(distance), size);
        if !amount.is_close(other, Distance::Real(distance), &self.rules) {
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
                one.len() == other.len()
                    && one
                        .iter()
                        .zip(other)
                        .all(|(one, other)| one.0 == other.0 && self.are_equal(&one.1, &other.1))
            }
            (Scalar::List(one), Scalar::List(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| self.are_equal(one, other))
            }
            _ => match (amount(a), amount(b)) {
                (Some(one), Some(other)) => one.distance(other).is_none(),
                _ => a == b,
            },
        }
    }

    fn floats_are_equal(&self, one: Float, other: Float) -> bool {
        let (value, beside) = (one.value(), other.value());
        let bits_count = self.rules.nan_by_bits && value.is_nan() && one.kind == other.kind;
        if bits_count {
            one.bits == other.bits
        } else {
            Amount::Real(value).distance(Amount::Real(beside)).is_none()
        }
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

/// Whether elements of two different data types may have the same value.
fn may_be_equal(a: &DataType, b: &DataType) -> bool {
    let is_number = |data_type: &DataType| {
        matches!(data_type, DataType::Bool | DataType::Integer(_) | DataType::Float(_))
    };
    let is_text =
        |data_type: &DataType| matches!(data_type, DataType::Utf32(_) | DataType::Variable(Variable::String));
    let is_bytes = |data_type: &DataType| {
        matches!(
            data_type,
            DataType::RawBits(_) | DataType::RawBytes(_) | DataType::Variable(Variable::Bytes)
        )
    };
    match (a, b) {
        (DataType::Complex(_), DataType::Complex(_)) | (DataType::Chars(_), DataType::Chars(_)) => true,
        (DataType::Struct(one), DataType::Struct(other)) => {
            let pair = |(one, other): (&StructField, &StructField)| {
                one.name == other.name
                    && (one.data_type == other.data_type || may_be_equal(&one.data_type, &other.data_type))
            };
            one.len() == other.len() && one.iter().zip(other.iter()).all(pair)
        }
        _ => [&is_number as &dyn Fn(&DataType) -> bool, &is_text, &is_bytes].iter().any(|is| is(a) && is(b)),
    }
}

trait Measured: Copy + 'static {
    fn amount(self) -> Amount;

    fn is_nan(self) -> bool {
        false
    }
}

impl Measured for i64 {
    fn amount(self) -> Amount {
        Amount::Whole(self.into())
    }
}

impl Measured for u64 {
    fn amount(self) -> Amount {
        Amount::Whole(self.into())
    }
}

impl Measured for f64 {
    fn amount(self) -> Amount {
        Amount::Real(self)
    }

    fn is_nan(self) -> bool {
        f64::is_nan(self)
    }
}

fn compare_rows(a: NumberType, b: NumberType, of: (bool, EqualityRules)) -> Box<CompareRows> {
    use NumberReader::{Real, Signed, Unsigned};
    match (NumberReader::of(a), NumberReader::of(b)) {
        (Signed(a), Signed(b)) => by_number(a, b, of),
        (Signed(a), Unsigned(b)) => by_number(a, b, of),
        (Signed(a), Real(b)) => by_number(a, b, of),
        (Unsigned(a), Signed(b)) => by_number(a, b, of),
        (Unsigned(a), Unsigned(b)) => by_number(a, b, of),
        (Unsigned(a), Real(b)) => by_number(a, b, of),
        (Real(a), Signed(b)) => by_number(a, b, of),
        (Real(a), Unsigned(b)) => by_number(a, b, of),
        (Real(a), Real(b)) => by_number(a, b, of),
    }
}

fn by_number<L: Measured, M: Measured>(
    a: ReadNumbers<L>,
    b: ReadNumbers<M>,
    (same_type, rules): (bool, EqualityRules),
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
                let (own_amount, other_amount) = (own.amount(), beside.amount());
                let place = number * BLOCK + index;
                match own_amount.distance(other_amount) {
                    Some(distance) => gaps.apart(place, (own_amount, other_amount, distance), &rules),
                    None if rules.nan_by_bits && same_type && own.is_nan() => {
                        let bits =
                            |bytes: &'_ [u8]| bytes.chunks(a.nbytes.max(1)).nth(index).map(<[u8]>::to_vec);
                        if bits(one) != bits(other) {
                            gaps.differs(place);
                        }
                    }
                    None => {}
                }
            }
        }
    })
}
