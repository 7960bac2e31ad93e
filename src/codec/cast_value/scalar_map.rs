//! The entries of a `scalar_map`, found by their keys.
//!
//! A document may have very many, and every element is looked for: so the keys are hashed once, when the codec is built.

use std::collections::HashMap;

use crate::metadata::Scalar;

#[derive(Debug, Default)]
pub struct ScalarMap {
    pub entries: Vec<(Scalar, Scalar)>,
    first: HashMap<MapKey, usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum MapKey {
    Integer(i128),
    /// Bits in float64, which has every number of every format.
    Float(u64),
    Nan,
}

impl MapKey {
    fn of(scalar: &Scalar) -> Option<Self> {
        match scalar {
            Scalar::Integer(value) => Some(Self::Integer(*value)),
            Scalar::Float(value) => {
                let value = value.value();
                // Adding zero makes -0.0 into 0.0, and leaves every other number as it is.
                Some(if value.is_nan() { Self::Nan } else { Self::Float((value + 0.0).to_bits()) })
            }
            // The codec is defined on real numbers only.
            _ => None,
        }
    }
}

impl ScalarMap {
    pub fn get(&self, element: &Scalar) -> Option<&Scalar> {
        let number = *self.first.get(&MapKey::of(element)?)?;
        self.entries.get(number).map(|(_, mapped)| mapped)
    }
}

impl From<Vec<(Scalar, Scalar)>> for ScalarMap {
    fn from(entries: Vec<(Scalar, Scalar)>) -> Self {
        let mut first = HashMap::with_capacity(entries.len());
        for (number, (key, _)) in entries.iter().enumerate() {
            if let Some(key) = MapKey::of(key) {
                first.entry(key).or_insert(number);
            }
        }
        Self { entries, first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::float::{Float, FloatType};

    fn float(bits: u64) -> Scalar {
        Scalar::Float(Float { kind: FloatType::Float32, bits })
    }

    fn mapped(map: &ScalarMap, element: &Scalar) -> Option<i128> {
        map.get(element).map(|mapped| match mapped {
            Scalar::Integer(value) => *value,
            other => panic!("{other}"),
        })
    }

    #[test]
    fn nan_keys_match_every_nan_zero_keys_both_zeros_and_the_first_entry_counts() {
        const ONE: u64 = 0x3f80_0000;
        let keys = [0x7fc0_0001, 0x8000_0000, ONE, 0xffc0_0000, 0, ONE, 0xff80_0000];
        let map = ScalarMap::from(
            keys.iter().zip(0..).map(|(key, n)| (float(*key), Scalar::Integer(n))).collect::<Vec<_>>(),
        );
        let rows = [
            (0x7fc0_0000, Some(0)),
            (0xffff_ffff, Some(0)),
            (0, Some(1)),
            (0x8000_0000, Some(1)),
            (ONE, Some(2)),
            (0xff80_0000, Some(6)),
            (0x7f80_0000, None),
            (ONE + 1, None),
        ];
        for (bits, expected) in rows {
            assert_eq!(mapped(&map, &float(bits)), expected, "{bits:#x}");
        }
        assert_eq!(mapped(&map, &Scalar::Integer(1)), None, "an integer is no float");
    }

    #[test]
    fn integers_of_64_bits_are_told_apart() {
        let big = i128::from(u64::MAX);
        let map = ScalarMap::from(vec![(Scalar::Integer(big), Scalar::Integer(7))]);
        assert_eq!(mapped(&map, &Scalar::Integer(big)), Some(7));
        assert_eq!(mapped(&map, &Scalar::Integer(big - 1)), None);
        assert_eq!(mapped(&ScalarMap::default(), &Scalar::Integer(big)), None);
    }
}
