#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    /// To the nearest; a tie goes to the even neighbour.
    #[default]
    NearestEven,
    TowardsZero,
    TowardsPositive,
    TowardsNegative,
    /// To the nearest; a tie goes away from zero.
    NearestAway,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exact {
    pub negative: bool,
    pub magnitude: u128,
    pub exponent: i32,
}

impl Exact {
    pub const fn integer(value: i128) -> Self {
        Self { negative: value < 0, magnitude: value.unsigned_abs(), exponent: 0 }
    }

    pub fn float(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let field = (bits >> 52) & 0x7ff;
        let fraction = bits & ((1 << 52) - 1);
        let magnitude = if field == 0 { fraction } else { fraction | (1 << 52) };
        // 1023 is the bias of the format, and 52 its bits of fraction. A subnormal has the exponent of field 1.
        let exponent = i32::try_from(field.max(1)).ok()? - 1075;
        Some(Self { negative: value.is_sign_negative(), magnitude: u128::from(magnitude), exponent })
    }

    pub fn leading_exponent(&self) -> Option<i32> {
        (self.magnitude > 0).then(|| 127 - self.magnitude.leading_zeros().cast_signed() + self.exponent)
    }

    pub fn in_units(&self, unit: i32, rounding: Rounding) -> Option<(u128, bool)> {
        let shift = unit - self.exponent;
        if self.magnitude == 0 {
            return Some((0, true));
        }
        if shift <= 0 {
            let up = shift.unsigned_abs();
            return (up <= self.magnitude.leading_zeros()).then(|| (self.magnitude << up, true));
        }
        let (whole, rest, half) = match shift {
            1..=127 => {
                let whole = self.magnitude >> shift;
                (whole, self.magnitude - (whole << shift), 1_u128 << (shift - 1))
            }
            128 => (0, self.magnitude, 1_u128 << 127),
            _ => (0, 1, 2), // far below half a unit
        };
        let up = match rounding {
            Rounding::NearestEven => rest > half || (rest == half && whole & 1 == 1),
            Rounding::NearestAway => rest >= half,
            Rounding::TowardsZero => false,
            Rounding::TowardsPositive => rest > 0 && !self.negative,
            Rounding::TowardsNegative => rest > 0 && self.negative,
        };
        Some((whole + u128::from(up), rest == 0))
    }

    pub fn to_integer(self, rounding: Rounding) -> Option<i128> {
        let whole = i128::try_from(self.in_units(0, rounding)?.0).ok()?;
        Some(if self.negative { -whole } else { whole })
    }
}
