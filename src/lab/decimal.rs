//! Numbers of JSON by their value: `1`, `1.0` and `10e-1` are the same one.

use serde_json::Number;

/// A decimal number: its digits without zeros at either end, and the power of ten of the last one.
#[derive(Debug, PartialEq, Eq)]
struct DecimalDigits {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

pub(super) fn are_same(a: &Number, b: &Number) -> bool {
    let a = a.to_string();
    let b = b.to_string();
    if a == b {
        return true;
    }
    match (read(&a), read(&b)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

fn read(text: &str) -> Option<DecimalDigits> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i64 = exponent.parse().ok()?;
    let all = format!("{whole}{fraction}");
    let digits = all.trim_end_matches('0');
    let dropped = i64::try_from(all.len() - digits.len()).ok()?;
    let digits = digits.trim_start_matches('0').to_owned();
    if digits.is_empty() {
        return Some(DecimalDigits { is_negative: false, digits, exponent: 0 });
    }
    let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?.checked_add(dropped)?;
    Some(DecimalDigits { is_negative: text.starts_with('-'), digits, exponent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_however_they_are_written() {
        let same = |a: &str, b: &str| are_same(&a.parse().unwrap(), &b.parse().unwrap());
        for (a, b) in [("1", "1.0"), ("0", "-0.0"), ("100", "1e2"), ("0.10", "1E-1"), ("-2.50", "-25e-1")] {
            assert!(same(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("1", "-1"),
            ("1", "10"),
            ("9007199254740993", "9007199254740992.0"),
            ("0.1", "0.10000000000000001"),
        ] {
            assert!(!same(a, b), "{a} {b}");
        }
    }
}
