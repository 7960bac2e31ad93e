use super::read::{Meaning, NO_TIME};
use super::{FlagTable, attributes::RawNumber, mask::scalar_number};
use crate::metadata::float::{Float, FloatType};
use crate::metadata::{DataType, Elements, NOT_A_TIME, Scalar};

impl Meaning {
    /// The names of shown numbers. Those that are packed have names as they are stored, and none once they are unpacked.
    pub fn shown_flags(&self) -> Option<&FlagTable> {
        self.flags.as_ref().filter(|_| self.packing.is_none())
    }

    pub fn convert(&self, elements: Elements) -> Elements {
        if self.keeps_values() {
            return elements;
        }
        let mut bytes = Vec::with_capacity(elements.size().saturating_mul(self.physical.nbytes()));
        self.each(&elements, |number| self.append(number, &mut bytes));
        Elements::new(self.physical.clone(), bytes)
    }

    pub fn convert_one(&self, raw: &Scalar) -> Scalar {
        if self.keeps_values() {
            return raw.clone();
        }
        let mut bytes = Vec::new();
        self.append(scalar_number(raw).unwrap_or(RawNumber::Real(f64::NAN)), &mut bytes);
        self.physical.scalar(&bytes).unwrap_or_else(|| raw.clone())
    }

    fn each(&self, elements: &Elements, mut use_it: impl FnMut(RawNumber)) {
        macro_rules! all {
            ($type:ty, $number:expr) => {{
                let number: fn($type) -> RawNumber = $number;
                for bytes in elements.bytes().as_chunks::<{ size_of::<$type>() }>().0 {
                    use_it(number(<$type>::from_le_bytes(*bytes)));
                }
            }};
        }
        let (bits, signed) = match &self.raw {
            DataType::Integer(integer) => (integer.bits, integer.signed),
            DataType::Float(FloatType::Float32) => return all!(f32, |value| RawNumber::Real(value.into())),
            DataType::Float(FloatType::Float64) => return all!(f64, RawNumber::Real),
            _ => (0, false),
        };
        match (bits, signed) {
            (8, true) => all!(i8, |value| RawNumber::Integer(value.into())),
            (8, false) => all!(u8, |value| RawNumber::Integer(value.into())),
            (16, true) => all!(i16, |value| RawNumber::Integer(value.into())),
            (16, false) => all!(u16, |value| RawNumber::Integer(value.into())),
            (32, true) => all!(i32, |value| RawNumber::Integer(value.into())),
            (32, false) => all!(u32, |value| RawNumber::Integer(value.into())),
            (64, true) => all!(i64, |value| RawNumber::Integer(value.into())),
            (64, false) => all!(u64, |value| RawNumber::Integer(value.into())),
            _ => {
                for scalar in elements.iter() {
                    use_it(scalar_number(&scalar).unwrap_or(RawNumber::Real(f64::NAN)));
                }
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "it is rounded to the type, or known to fit")]
    fn append(&self, stored: RawNumber, bytes: &mut Vec<u8>) {
        let found = self.physical(stored).ok();
        let real = found.map_or(f64::NAN, RawNumber::real);
        match &self.physical {
            DataType::Float(FloatType::Float64) => bytes.extend(real.to_le_bytes()),
            DataType::Float(FloatType::Float32) => bytes.extend((real as f32).to_le_bytes()),
            DataType::Float(kind) => {
                let found = Float::nearest(*kind, real).unwrap_or(Float { kind: *kind, bits: 0 });
                Scalar::Float(found).append(&self.physical, bytes);
            }
            DataType::Time(_) => {
                let count = found.and_then(RawNumber::whole).unwrap_or(NO_TIME);
                bytes.extend(i64::try_from(count).unwrap_or(NOT_A_TIME).to_le_bytes());
            }
            DataType::Bool => bytes.push(u8::from(real != 0.0)),
            other => {
                Scalar::Integer(found.and_then(RawNumber::whole).unwrap_or(0)).append(other, bytes);
            }
        }
    }
}
