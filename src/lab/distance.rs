use super::options::EqualityRules;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Distance {
    Whole(u128),
    Real(f64),
}

impl Distance {
    #[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
    pub fn nearest(self) -> f64 {
        match self {
            Self::Whole(distance) => distance as f64,
            Self::Real(distance) => distance,
        }
    }

    pub(super) fn greater(self, other: Self) -> Self {
        let is_greater = match (self, other) {
            (Self::Whole(own), Self::Whole(other)) => own >= other,
            _ => self.nearest() >= other.nearest() || other.nearest().is_nan(),
        };
        if is_greater { self } else { other }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Amount {
    Whole(i128),
    Real(f64),
}

impl From<i64> for Amount {
    fn from(number: i64) -> Self {
        Self::Whole(number.into())
    }
}

impl From<u64> for Amount {
    fn from(number: u64) -> Self {
        Self::Whole(number.into())
    }
}

impl From<f64> for Amount {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl Amount {
    #[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
    pub(super) fn nearest(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Real(number) => number,
        }
    }

    #[inline]
    pub(super) fn distance(self, other: Self) -> Option<Distance> {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) if one == other => None,
            (Self::Whole(one), Self::Whole(other)) => Some(Distance::Whole(one.abs_diff(other))),
            (Self::Real(one), Self::Real(other)) => {
                let distance = (one - other).abs();
                let both_nan = one.is_nan() && other.is_nan();
                // Infinities of one sign are not apart, though their difference is NaN.
                let equal =
                    distance <= 0.0 || both_nan || (one.is_infinite() && one.total_cmp(&other).is_eq());
                if equal { None } else { Some(Distance::Real(distance)) }
            }
            (Self::Whole(number), Self::Real(real)) | (Self::Real(real), Self::Whole(number)) => {
                mixed(number, real)
            }
        }
    }

    #[inline]
    pub(super) fn is_close(self, other: Self, distance: Distance, rules: &EqualityRules) -> bool {
        let Some(limit) = rules.limit(other.nearest()) else { return false };
        // An infinity is close to nothing but itself, and NaN to no number.
        if !(self.nearest().is_finite() && other.nearest().is_finite()) {
            return false;
        }
        match distance {
            Distance::Real(distance) => distance <= limit,
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
            Distance::Whole(distance) => {
                limit >= 2_f64.powi(127) || limit >= 0.0 && distance <= limit.floor() as u128
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "checked before")]
fn mixed(number: i128, real: f64) -> Option<Distance> {
    let is_whole = real.fract() == 0.0 && real.abs() < 2_f64.powi(126);
    if !is_whole {
        return Some(Distance::Real((number as f64 - real).abs()));
    }
    let apart = number.abs_diff(real as i128);
    if apart > 0 { Some(Distance::Real(apart as f64)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(number: i128) -> Amount {
        Amount::Whole(number)
    }

    fn real(number: f64) -> Amount {
        Amount::Real(number)
    }

    #[test]
    fn integers_and_reals_are_compared_exactly() {
        let large = (1_i128 << 53) + 1;
        assert_eq!(whole(large).distance(whole(large - 1)), Some(Distance::Whole(1)));
        // As float64 both are the same.
        assert_eq!(whole(large).distance(real(2_f64.powi(53))), Some(Distance::Real(1.0)));
        assert_eq!(whole(3).distance(real(3.0)), None);
        assert_eq!(real(0.5).distance(whole(1)), Some(Distance::Real(0.5)));
        assert_eq!(
            whole(i128::from(u64::MAX)).distance(whole(i64::MIN.into())),
            Some(Distance::Whole((1 << 64) - 1 + (1 << 63)))
        );
    }

    #[test]
    fn nan_and_zeros_are_equal_to_themselves() {
        assert_eq!(real(f64::NAN).distance(real(-f64::NAN)), None);
        assert_eq!(real(0.0).distance(real(-0.0)), None);
        assert_eq!(real(f64::INFINITY).distance(real(f64::INFINITY)), None);
        assert!(matches!(real(f64::NAN).distance(real(1.0)), Some(Distance::Real(gap)) if gap.is_nan()));
        assert_eq!(real(f64::INFINITY).distance(real(1.0)), Some(Distance::Real(f64::INFINITY)));
    }

    #[test]
    fn close_is_what_numpy_calls_close() {
        // numpy.isclose(a, b, rtol=0.1, atol=0.5)
        let rules = EqualityRules { absolute: 0.5, relative: 0.1, nan_by_bits: false };
        let close =
            |a: Amount, b: Amount| a.distance(b).is_none_or(|distance| a.is_close(b, distance, &rules));
        assert!(close(real(10.0), real(11.0)) && close(whole(10), whole(11)));
        assert!(!close(real(8.0), real(10.0)) && close(real(10.0), real(8.7)));
        assert!(!close(real(1.0), real(f64::INFINITY)) && !close(real(f64::INFINITY), real(1.0)));
        assert!(!close(real(f64::NAN), real(1.0)) && close(real(f64::NAN), real(f64::NAN)));
        let none = EqualityRules::default();
        assert!(!whole(1).is_close(whole(2), Distance::Whole(1), &none));
    }

    #[test]
    fn the_greater_distance_is_a_number() {
        let (nan, one) = (Distance::Real(f64::NAN), Distance::Real(1.0));
        assert_eq!((nan.greater(one), one.greater(nan)), (one, one));
        assert_eq!(Distance::Whole(3).greater(Distance::Whole(2)), Distance::Whole(3));
    }
}
