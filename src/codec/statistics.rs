use std::cmp::Ordering;

use super::used::{MOST_ELEMENTS, UsedElements};
use super::value::Value;
use crate::metadata::{Elements, NOT_A_TIME, Scalar};

const MOST_BYTES: usize = 1 << 28;

#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    pub nbytes: u64,
    /// Of the bytes, each on its own: from 0 (all the same) to 8 bits for a byte (nothing left to compress).
    pub entropy: f64,
    pub elements: Option<ElementStatistics>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct ElementStatistics {
    pub size: u64,
    pub overhang: u64,
    pub looked_at: u64,
    pub range: Option<(Scalar, Scalar)>,
    pub nan: u64,
    pub infinite: u64,
    pub fill: u64,
}

impl Statistics {
    pub fn of(value: &Value, fill: Option<&Scalar>, used: Option<&UsedElements>) -> Self {
        let bytes = value.visible_bytes();
        let elements = match value {
            Value::Array(elements) => Some(ElementStatistics::of(elements, fill, used)),
            Value::Bytes(_) => None,
        };
        // Overhang is compressed with the rest, so that it counts here: stages could not be compared otherwise.
        Self { nbytes: bytes.len() as u64, entropy: entropy(bytes), elements }
    }

    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self { nbytes: bytes.len() as u64, entropy: entropy(bytes), elements: None }
    }
}

impl ElementStatistics {
    fn of(elements: &Elements, fill: Option<&Scalar>, used: Option<&UsedElements>) -> Self {
        let mut counted = Self { size: elements.size() as u64, ..Self::default() };
        let own = fill.map(|fill| fill.bytes(elements.data_type()));
        for (index, bytes) in elements.each().take(MOST_ELEMENTS).enumerate() {
            if used.is_some_and(|used| !used.has(index)) {
                counted.overhang += 1;
                continue;
            }
            counted.looked_at += 1;
            counted.fill += u64::from(own.as_deref() == Some(bytes));
            let Some(scalar) = elements.data_type().scalar(bytes) else { continue };
            match &scalar {
                Scalar::Float(float) if float.value().is_nan() => counted.nan += 1,
                Scalar::Complex(parts) if parts.iter().any(|part| part.value().is_nan()) => counted.nan += 1,
                Scalar::Complex(parts) if parts.iter().any(|part| part.value().is_infinite()) => {
                    counted.infinite += 1;
                }
                Scalar::Time(_, NOT_A_TIME) => counted.nan += 1,
                Scalar::Float(float) => {
                    counted.infinite += u64::from(float.value().is_infinite());
                    counted.widen(scalar);
                }
                Scalar::Bool(_) | Scalar::Integer(_) | Scalar::Time(..) => counted.widen(scalar),
                // The others have no order.
                _ => {}
            }
        }
        counted
    }

    fn widen(&mut self, scalar: Scalar) {
        let Some((least, greatest)) = &mut self.range else {
            self.range = Some((scalar.clone(), scalar));
            return;
        };
        if compare(&scalar, least) == Ordering::Less {
            *least = scalar;
        } else if compare(&scalar, greatest) == Ordering::Greater {
            *greatest = scalar;
        }
    }
}

fn compare(one: &Scalar, other: &Scalar) -> Ordering {
    match (one, other) {
        (Scalar::Bool(one), Scalar::Bool(other)) => one.cmp(other),
        (Scalar::Integer(one), Scalar::Integer(other)) => one.cmp(other),
        (Scalar::Float(one), Scalar::Float(other)) => one.value().total_cmp(&other.value()),
        (Scalar::Time(_, one), Scalar::Time(_, other)) => one.cmp(other),
        _ => Ordering::Equal,
    }
}

fn entropy(bytes: &[u8]) -> f64 {
    let bytes = bytes.get(..MOST_BYTES).unwrap_or(bytes);
    let mut counts = [0_u32; 256];
    for byte in bytes {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 2^28 bytes are counted")]
    let total = bytes.len() as f64;
    let of = |count: u32| {
        let share = f64::from(count) / total;
        -share * share.log2()
    };
    counts.into_iter().filter(|count| *count > 0).map(of).sum::<f64>().max(0.0) + 0.0 // never -0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    #[test]
    fn the_entropy_of_bytes() {
        let all: Vec<u8> = (0..=255).collect();
        for (bytes, bits) in [(&b""[..], 0.0), (b"aaaa", 0.0), (b"abab", 1.0), (b"aabc", 1.5), (&all, 8.0)] {
            assert!(near(Statistics::of_bytes(bytes).entropy, bits), "{bytes:?}");
        }
    }

    #[test]
    fn elements_are_counted_with_what_is_no_number() {
        let values = [2.5_f32, f32::NAN, -1.0, f32::NEG_INFINITY, 0.0, 0.0];
        let bytes = values.into_iter().flat_map(f32::to_le_bytes).collect();
        let elements = Elements::new(DataType::from_name("float32").unwrap(), bytes);
        let fill = elements.get(4);
        let counted = Statistics::of(&Value::Array(elements), fill.as_ref(), None).elements.unwrap();
        let (least, greatest) = counted.range.unwrap();
        assert_eq!((least.to_string(), greatest.to_string()), ("-Infinity".into(), "2.5".into()));
        assert_eq!((counted.size, counted.nan, counted.infinite, counted.fill), (6, 1, 1, 2));
    }

    #[test]
    fn complex_numbers_are_counted_without_a_range() {
        let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0, 0.0, f32::INFINITY, 1.0, 0.0];
        let bytes = values.into_iter().flat_map(f32::to_le_bytes).collect();
        let elements = Elements::new(DataType::from_name("complex64").unwrap(), bytes);
        let counted = Statistics::of(&Value::Array(elements), None, None).elements.unwrap();
        assert_eq!((counted.range, counted.nan, counted.infinite), (None, 1, 2));
    }

    #[test]
    fn texts_have_no_range() {
        let elements = Elements::variable(DataType::from_name("string").unwrap(), [&b"b"[..], b"a"]);
        let counted = Statistics::of(&Value::Array(elements), None, None).elements.unwrap();
        assert_eq!((counted.range, counted.size), (None, 2));
    }
}
