use crate::metadata::Scalar;
use crate::tell::{number_form::NumberForm, words::count};

/// A float has no more decimals that mean anything.
pub const MOST_DIGITS: u8 = 17;
const FIRST_DIGITS: u8 = 3;
pub const NARROW: u16 = 3;
const WIDE: u16 = 40;
pub const WIDEST: u16 = 200;
const STEP: u16 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Writing {
    pub form: NumberForm,
    pub digits: Option<u8>,
    pub physical: PhysicalFirst,
    pub width: Option<u16>,
}

/// Whether values are shown as their attributes describe them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PhysicalFirst {
    /// Where they are packed or count from a date, and nothing in the attributes is doubtful.
    #[default]
    WhereClear,
    Always,
    Never,
}

impl PhysicalFirst {
    pub const ALL: [Self; 3] = [Self::WhereClear, Self::Always, Self::Never];

    pub fn name(self) -> &'static str {
        match self {
            Self::WhereClear => "where-clear",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

impl Writing {
    pub fn text(self, element: &Scalar) -> String {
        self.form.text(element, self.digits)
    }

    pub fn columns(self, needed: usize) -> u16 {
        self.width.unwrap_or_else(|| u16::try_from(needed).unwrap_or(u16::MAX).clamp(2, WIDE))
    }

    pub fn is_usual(self) -> bool {
        self.form == NumberForm::Shortest && self.digits.is_none()
    }

    /// Fewer than none shows all of them again.
    pub fn step_digits(&mut self, more: bool) {
        self.digits = match (self.digits, more) {
            (None, false) => Some(FIRST_DIGITS),
            (Some(0), false) | (None, true) => None,
            (Some(digits), false) => Some(digits - 1),
            (Some(digits), true) if digits < MOST_DIGITS => Some(digits + 1),
            (Some(_), true) => None,
        };
    }

    pub fn step_width(&mut self, more: bool, now: u16) {
        let step = if more { now.saturating_add(STEP) } else { now.saturating_sub(STEP) };
        self.width = Some(step.clamp(NARROW, WIDEST));
    }

    pub fn mark(self) -> String {
        let mut mark = String::new();
        if self.form != NumberForm::Shortest {
            mark = format!("{mark} · {}", self.form.name());
        }
        if let Some(digits) = self.digits {
            mark = format!("{mark} · {digits} digits");
        }
        mark
    }

    pub fn words(self) -> String {
        let digits = match self.digits {
            Some(digits) => count(digits.into(), "digit"),
            None => "all digits".to_owned(),
        };
        format!("numbers: {}, {digits}", self.form.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_and_go() {
        let mut writing = Writing::default();
        let mut step = |more| {
            writing.step_digits(more);
            writing.digits
        };
        assert_eq!([false, false, false, false].map(&mut step), [Some(3), Some(2), Some(1), Some(0)]);
        assert_eq!([false, true, false, true].map(&mut step), [None, None, Some(3), Some(4)]);
    }

    #[test]
    fn a_chosen_width_goes_before_the_needed_one() {
        let mut writing = Writing::default();
        assert_eq!([writing.columns(1), writing.columns(9), writing.columns(900)], [2, 9, 40]);
        writing.step_width(false, 4);
        assert_eq!(writing.columns(9), 3);
    }
}
