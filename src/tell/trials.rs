pub fn loss(is_exact: bool, error: Option<f64>, lost: u64) -> String {
    let lost_text = match lost {
        0 => String::new(),
        1 => "1 value lost".to_owned(),
        _ => format!("{lost} values lost"),
    };
    match error {
        _ if is_exact => "exact".to_owned(),
        // Zeros of the other sign, or bits that do not count.
        Some(error) if error <= 0.0 && lost == 0 => "0, other bits".to_owned(),
        Some(error) if lost == 0 => short(error),
        Some(error) => format!("{}, {lost_text}", short(error)),
        None => lost_text,
    }
}

pub fn short(number: f64) -> String {
    if !number.is_finite() {
        return "infinite".to_owned();
    }
    let scientific = format!("{number:.2e}");
    // Three digits, and no zeros after them.
    let rounded = scientific.parse::<f64>().unwrap_or(number);
    let plain = format!("{rounded}");
    match scientific.split_once('e') {
        Some((digits, exponent)) if plain.len() > 7 => {
            format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => plain,
    }
}

pub fn signed(number: f64) -> String {
    let sign = match number {
        _ if number > 0.0 => "+",
        _ if number < 0.0 => "-",
        _ => "",
    };
    if number.abs() <= 0.0 { "0".to_owned() } else { format!("{sign}{}", short(number.abs())) }
}

pub fn times(ratio: Option<f64>) -> String {
    match ratio {
        Some(ratio) if ratio < 99.95 => format!("{ratio:.1}×"),
        Some(ratio) => format!("{ratio:.0}×"),
        None => "–".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_in_words() {
        assert_eq!(loss(true, Some(0.0), 0), "exact");
        assert_eq!(loss(false, Some(0.0), 0), "0, other bits");
        assert_eq!(loss(false, Some(0.005), 0), "0.005");
        assert_eq!(loss(false, Some(0.25), 3), "0.25, 3 values lost");
        assert_eq!(loss(false, None, 1), "1 value lost");
        assert_eq!(
            [0.004_882_8, -3.0, -0.0, f64::NEG_INFINITY].map(signed),
            ["+0.00488", "-3", "0", "-infinite"]
        );
        assert_eq!([short(4.8828e-5), short(1e-9), short(123_456.0)], ["4.88e-5", "1e-9", "123000"]);
        assert_eq!([times(Some(12.94)), times(Some(512.3)), times(None)], ["12.9×", "512×", "–"]);
    }
}
