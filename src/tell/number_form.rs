use crate::metadata::text::{escape, grouped};
use crate::metadata::{Scalar, float::Float};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NumberForm {
    #[default]
    Shortest,
    Thousands,
    Scientific,
    Percent,
    Hexadecimal,
}

/// Above this, a fixed number of decimals would be too long to read.
const LONG: f64 = 1e15;

impl NumberForm {
    pub const ALL: [Self; 5] =
        [Self::Shortest, Self::Thousands, Self::Scientific, Self::Percent, Self::Hexadecimal];

    pub fn name(self) -> &'static str {
        match self {
            Self::Shortest => "shortest",
            Self::Thousands => "thousands",
            Self::Scientific => "scientific",
            Self::Percent => "percent",
            Self::Hexadecimal => "hexadecimal",
        }
    }

    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|form| *form == self).unwrap_or(0);
        Self::ALL.get(at + 1).copied().unwrap_or_default()
    }

    /// `digits` are decimals of floats. What is no number keeps its text.
    pub fn text(self, element: &Scalar, digits: Option<u8>) -> String {
        match element {
            Scalar::Integer(value) => self.integer(*value, digits),
            Scalar::Float(value) => self.float(*value, digits),
            Scalar::Complex([real, imaginary]) => {
                let real = self.float(*real, digits);
                let imaginary = self.float(*imaginary, digits);
                let sign = if imaginary.starts_with('-') { "" } else { "+" };
                format!("{real}{sign}{imaginary}j")
            }
            Scalar::Struct(fields) => {
                let mut texts = Vec::new();
                for (name, value) in fields.iter() {
                    texts.push(format!("{}: {}", escape(name.as_ref()), self.text(value, digits)));
                }
                format!("{{{}}}", texts.join(", "))
            }
            Scalar::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.text(item, digits)).collect();
                format!("[{}]", items.join(", "))
            }
            other => other.to_string(),
        }
    }

    pub fn changes(element: &Scalar) -> bool {
        match element {
            Scalar::Integer(_) | Scalar::Float(_) | Scalar::Complex(_) => true,
            Scalar::Struct(fields) => fields.iter().any(|(_, value)| Self::changes(value)),
            Scalar::List(items) => items.iter().any(Self::changes),
            _ => false,
        }
    }

    fn integer(self, value: i128, digits: Option<u8>) -> String {
        let sign = if value < 0 { "-" } else { "" };
        match self {
            Self::Shortest => value.to_string(),
            Self::Thousands => format!("{sign}{}", grouped(value.unsigned_abs())),
            Self::Scientific => match digits {
                Some(digits) => format!("{value:.*e}", usize::from(digits)),
                None => format!("{value:e}"),
            },
            Self::Percent => match value.checked_mul(100) {
                Some(hundredths) => format!("{hundredths} %"),
                None => value.to_string(),
            },
            Self::Hexadecimal => format!("{sign}{:#x}", value.unsigned_abs()),
        }
    }

    fn float(self, float: Float, digits: Option<u8>) -> String {
        let value = float.value();
        if self == Self::Hexadecimal {
            return format!("0x{:0width$x}", float.bits, width = float.kind.format().nbytes() * 2);
        }
        if !value.is_finite() {
            return float.to_string();
        }
        match (self, digits.map(usize::from)) {
            (Self::Shortest, None) => float.to_string(),
            (Self::Shortest | Self::Thousands, Some(digits)) if value.abs() >= LONG => {
                format!("{value:.digits$e}")
            }
            (Self::Shortest, Some(digits)) => format!("{value:.digits$}"),
            (Self::Thousands, Some(digits)) => with_groups(&format!("{value:.digits$}")),
            (Self::Thousands, None) => with_groups(&float.to_string()),
            (Self::Scientific, Some(digits)) => format!("{value:.digits$e}"),
            (Self::Scientific, None) => {
                // The shortest text: a float of a small type has fewer digits than its `f64`.
                let nearest: f64 = float.to_string().parse().unwrap_or(value);
                format!("{nearest:e}")
            }
            (_, digits) => format!("{:.*} %", digits.unwrap_or(2), value * 100.0),
        }
    }
}

fn with_groups(text: &str) -> String {
    if text.contains('e') {
        return text.to_owned();
    }
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => ("-", number),
        None => ("", text),
    };
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    match whole.parse() {
        Ok(whole) => format!("{sign}{}{rest}", grouped(whole)),
        Err(_) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_structs_and_lists_follow_the_form() {
        let list = Scalar::List([Scalar::Integer(1000), Scalar::Integer(255)].into());
        let fields = [("n".into(), list), ("t".into(), Scalar::Bool(true))];
        let element = Scalar::Struct(fields.into());
        assert!(NumberForm::changes(&element) && !NumberForm::changes(&Scalar::Bool(true)));
        assert_eq!(NumberForm::Hexadecimal.text(&element, None), "{n: [0x3e8, 0xff], t: true}");
        assert_eq!(NumberForm::Shortest.text(&element, None), element.to_string());
    }
    use crate::metadata::float::FloatType;

    fn float(kind: FloatType, value: f64) -> Scalar {
        Scalar::Float(Float::nearest(kind, value).unwrap_or(Float { kind, bits: 0 }))
    }

    #[test]
    fn integers_in_every_form() {
        let texts = |value| NumberForm::ALL.map(|form| form.text(&Scalar::Integer(value), None));
        assert_eq!(texts(-1_234_567), ["-1234567", "-1 234 567", "-1.234567e6", "-123456700 %", "-0x12d687"]);
        assert_eq!(texts(255), ["255", "255", "2.55e2", "25500 %", "0xff"]);
        let most = u64::MAX.into();
        assert_eq!(NumberForm::Thousands.text(&Scalar::Integer(most), None), "18 446 744 073 709 551 615");
        assert_eq!(NumberForm::Scientific.text(&Scalar::Integer(most), Some(2)), "1.84e19");
    }

    #[test]
    fn floats_in_every_form() {
        let value = float(FloatType::Float32, 1_234.567_8);
        let texts = |digits| NumberForm::ALL.map(|form| form.text(&value, digits));
        assert_eq!(texts(None), ["1234.5677", "1 234.5677", "1.2345677e3", "123456.77 %", "0x449a522b"]);
        assert_eq!(texts(Some(1)), ["1234.6", "1 234.6", "1.2e3", "123456.8 %", "0x449a522b"]);
    }

    #[test]
    fn digits_are_those_of_the_exact_value() {
        // As Python and C: 2.675 lies below the middle.
        assert_eq!(NumberForm::Shortest.text(&float(FloatType::Float64, 2.675), Some(2)), "2.67");
        assert_eq!(NumberForm::Shortest.text(&float(FloatType::Float64, 1e300), Some(2)), "1.00e300");
    }

    #[test]
    fn what_is_no_number_stays() {
        let nan = float(FloatType::Float64, f64::NAN);
        assert_eq!(NumberForm::Percent.text(&nan, Some(3)), "NaN");
        assert_eq!(NumberForm::Thousands.text(&Scalar::Text("12345".into()), Some(1)), "\"12345\"");
        assert_eq!(NumberForm::Thousands.text(&Scalar::Bool(true), None), "true");
    }
}
