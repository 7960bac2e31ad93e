use std::fmt;

use super::format::FloatType;

/// One number of a float type, as its bit pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float {
    #[doc(hidden)]
    pub kind: FloatType,
    #[doc(hidden)]
    pub bits: u64,
}

impl Float {
    #[doc(hidden)]
    pub fn nearest(kind: FloatType, value: f64) -> Option<Self> {
        kind.format().nearest(value).map(|bits| Self { kind, bits })
    }

    /// The exact value.
    pub fn value(self) -> f64 {
        self.kind.format().to_f64(self.bits)
    }

    fn fewest_digits(self, value: f64) -> f64 {
        // Five digits are enough for any 16-bit float.
        for digits in 0..6 {
            if let Ok(near) = format!("{value:.digits$e}").parse::<f64>()
                && Self::nearest(self.kind, near) == Some(self)
            {
                return near;
            }
        }
        value
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        if value.is_nan() {
            return f.write_str("NaN");
        }
        if value.is_infinite() {
            return f.write_str(if value < 0.0 { "-Infinity" } else { "Infinity" });
        }
        match self.kind {
            // `{:?}` of Rust is the shortest text that reads back, and always has a point or an exponent.
            FloatType::Float64 => write!(f, "{value:?}"),
            #[expect(clippy::cast_possible_truncation, reason = "the value came from a float32")]
            FloatType::Float32 => write!(f, "{:?}", value as f32),
            _ => write!(f, "{:?}", self.fewest_digits(value)),
        }
    }
}
