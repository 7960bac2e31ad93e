//! Decimal numbers, rounded once to a narrow float: by the nearest `f64`, unless that lies just between two of them; then
//! the decimal itself has to say on which side it is.

use std::cmp::Ordering;

use super::{exact::Exact, format::FloatFormat};

/// The bit pattern nearest to a decimal number, ties to even; beyond the range that of infinity, where there is one.
pub fn nearest(text: &str, format: &FloatFormat) -> Option<u64> {
    let near: f64 = text.parse().ok()?;
    if !Exact::float(near).is_some_and(|exact| format.is_tie(&exact)) {
        return format.nearest(near);
    }
    format.nearest(match compare(text, near)? {
        Ordering::Greater => near.next_up(),
        Ordering::Less => near.next_down(),
        Ordering::Equal => near,
    })
}

fn compare(text: &str, float: f64) -> Option<Ordering> {
    // No `f64` has more than 1074 digits behind the point, so that this is all of it.
    let one = Digits::read(text)?;
    let other = Digits::read(&format!("{:.1100}", float.abs()))?;
    let magnitudes = one.point.cmp(&other.point).then_with(|| one.significant.cmp(&other.significant));
    Some(if one.is_negative { magnitudes.reverse() } else { magnitudes })
}

/// Equal numbers have equal digits, however they are written.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct Digits {
    is_negative: bool,
    /// Without zeros at either end.
    significant: String,
    point: i64,
}

impl Digits {
    pub(crate) fn read(text: &str) -> Option<Self> {
        let unsigned = text.trim_start_matches('-');
        let (number, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        let exponent: i64 = exponent.parse().ok()?;
        if digits.is_empty() {
            return Some(Self::default());
        }
        let zeros = i64::try_from(all.len() - digits.len()).ok()?;
        let point = i64::try_from(whole.len()).ok()?.checked_sub(zeros)?.checked_add(exponent)?;
        let significant = digits.trim_end_matches('0').to_owned();
        Some(Self { is_negative: text.starts_with('-'), significant, point })
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::FloatType;
    use super::*;

    #[test]
    fn a_decimal_is_compared_with_a_float() {
        for (text, float, expected) in [
            ("1.00048828125", 1.000_488_281_25, Ordering::Equal),
            ("1.000488281250000000000000000000000001", 1.000_488_281_25, Ordering::Greater),
            ("0.00100048828124999999999999999e3", 1.000_488_281_25, Ordering::Less),
            ("-1.000488281250000000000000000000000001", -1.000_488_281_25, Ordering::Less),
            ("100e-2", 1.0, Ordering::Equal),
            ("12", 1.5, Ordering::Greater),
        ] {
            assert_eq!(compare(text, float), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_decimal_next_to_a_tie_is_rounded_once() {
        // 1 + 2^-11 lies between the float16 numbers 0x3c00 and 0x3c01; its f64 is the tie itself.
        let rows = [
            ("1.00048828125", FloatType::Float16, 0x3c00),
            ("1.00048828125000000000000000000001", FloatType::Float16, 0x3c01),
            ("-1.00048828125000000000000000000001", FloatType::Float16, 0xbc01),
            ("1.00146484374999999999999999999999", FloatType::Float16, 0x3c01),
            ("1.00146484375", FloatType::Float16, 0x3c02),
            // Half of the least number, and just more.
            ("2.98023223876953125e-8", FloatType::Float16, 0),
            ("2.980232238769531250000000001e-8", FloatType::Float16, 1),
            // The greatest number and half a step: infinity, but not just below.
            ("65520", FloatType::Float16, 0x7c00),
            ("65519.9999999999999999999999", FloatType::Float16, 0x7bff),
            ("1.00390625", FloatType::BFloat16, 0x3f80),
            ("1.003906250000000000000000000001", FloatType::BFloat16, 0x3f81),
            ("1.0625", FloatType::Float8E4M3, 0x38),
            ("1.06250000000000000000000000001", FloatType::Float8E4M3, 0x39),
        ];
        for (text, kind, bits) in rows {
            assert_eq!(nearest(text, kind.format()), Some(bits), "{text} {kind:?}");
        }
    }
}
