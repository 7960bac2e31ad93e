//! What one element means: its number, date or names, why it is none, and how the number comes about.

use super::attributes::{RawNumber, computed_text, real_text};
use super::mask::{MaskReason, scalar_number};
use super::read::Meaning;
use crate::metadata::{Integer, NOT_A_TIME, Scalar};

/// What an element means.
#[derive(Debug, Clone, PartialEq)]
pub struct MeaningValue {
    /// The element as the codecs give it.
    pub raw: Scalar,
    /// Why it is no value, where it is none.
    pub masked: Option<MaskReason>,
    /// The physical number, where it is one.
    pub number: Option<RawNumber>,
    /// The date that it is.
    pub date: Option<String>,
    /// Its names, as flags have them.
    pub flags: Vec<String>,
    /// The unit, unless it is a date.
    pub unit: Option<String>,
    /// How it comes about.
    pub steps: Vec<MeaningStep>,
    /// Whether a codec had unpacked the number already.
    pub is_packed_twice: bool,
    /// Whether the number was computed.
    is_computed: bool,
}

/// One step from an element to what it means.
#[derive(Debug, Clone, PartialEq)]
pub enum MeaningStep {
    /// It is read with another sign.
    Sign(Integer),
    /// It is no value.
    Masked(MaskReason),
    /// It is multiplied.
    Scale(RawNumber),
    /// Something is added.
    Offset(RawNumber),
    /// What comes out, with its unit.
    Gives(String),
}

impl MeaningStep {
    /// The step in signs: `× 0.01`, `+ 273.15`, `→ 270.38 K`.
    pub fn text(&self) -> String {
        match self {
            Self::Sign(integer) => format!("as {}int{}", if integer.signed { "" } else { "u" }, integer.bits),
            Self::Masked(reason) => format!("→ – ({})", reason.text()),
            Self::Scale(scale) => format!("× {scale}"),
            Self::Offset(offset) if offset.real() < 0.0 => format!("− {}", negated(*offset)),
            Self::Offset(offset) => format!("+ {offset}"),
            Self::Gives(text) => format!("→ {text}"),
        }
    }
}

fn negated(number: RawNumber) -> RawNumber {
    match number {
        RawNumber::Integer(value) => RawNumber::Integer(value.saturating_neg()),
        RawNumber::Real(value) => RawNumber::Real(-value),
    }
}

impl MeaningValue {
    /// The steps on a line, and what is odd about them; `None` where there are none.
    pub fn way(&self) -> Option<String> {
        let steps: Vec<String> = self.steps.iter().map(MeaningStep::text).collect();
        let is_odd = self.is_packed_twice && self.masked.is_none();
        let mark = if is_odd { " (packed twice)" } else { "" };
        (!steps.is_empty()).then(|| format!("{}{mark}", steps.join(" ")))
    }

    /// What is shown instead of the element: `–`, a date, names, or a number with its unit.
    pub fn text(&self) -> String {
        let unit = self.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
        match (&self.masked, &self.date, &self.number) {
            (Some(_), _, _) => "–".to_owned(),
            (None, Some(date), _) => date.clone(),
            (None, None, Some(_)) if !self.flags.is_empty() => self.flags.join("|"),
            (None, None, Some(RawNumber::Real(number))) if self.is_computed => {
                format!("{}{unit}", computed_text(*number))
            }
            (None, None, Some(number)) => format!("{number}{unit}"),
            (None, None, None) => self.raw.to_string(),
        }
    }
}

impl Meaning {
    /// What an element means.
    pub fn value(&self, raw: &Scalar) -> MeaningValue {
        let stored = scalar_number(raw);
        let no_time = matches!(raw, Scalar::Time(_, NOT_A_TIME));
        let found = stored.map(|stored| self.physical(stored));
        let masked = found.and_then(Result::err).or_else(|| no_time.then_some(MaskReason::Nothing));
        let number =
            found.and_then(Result::ok).map(|number| self.rounded(number)).filter(|_| masked.is_none());
        let instant =
            number.and_then(|number| Some((self.time.as_ref()?, self.time.as_ref()?.instant(number)?)));
        let date = instant.map(|(time, instant)| time.text(instant));
        let flags = number.map(|number| self.flag_names(number)).unwrap_or_default();
        let unit = self.description.units.clone().filter(|_| date.is_none() && flags.is_empty());
        let mut value = MeaningValue {
            raw: raw.clone(),
            masked,
            number,
            date,
            flags,
            unit,
            steps: Vec::new(),
            is_packed_twice: self.packed_twice().is_some(),
            is_computed: self.packing.is_some(),
        };
        value.steps = self.steps(&value);
        value
    }

    /// The physical number of an element; `None` where it is masked, or no number.
    pub fn number(&self, raw: &Scalar) -> Option<RawNumber> {
        if is_nothing(raw) {
            return None;
        }
        self.physical(scalar_number(raw)?).ok().map(|number| self.rounded(number))
    }

    fn flag_names(&self, number: RawNumber) -> Vec<String> {
        if self.is_bool {
            return vec![(number.real() != 0.0).to_string()];
        }
        let names = self.flags.as_ref().zip(number.whole()).map(|(flags, number)| flags.names(number));
        names.unwrap_or_default().into_iter().map(str::to_owned).collect()
    }

    fn steps(&self, value: &MeaningValue) -> Vec<MeaningStep> {
        let mut steps: Vec<MeaningStep> = self.unsigned.map(MeaningStep::Sign).into_iter().collect();
        if let Some(reason) = value.masked {
            steps.push(MeaningStep::Masked(reason));
            return steps;
        }
        if let Some(packing) = self.packing {
            steps.extend(packing.scale.map(MeaningStep::Scale));
            steps.extend(packing.offset.map(MeaningStep::Offset));
        }
        let shows =
            !steps.is_empty() || value.unit.is_some() || value.date.is_some() || !value.flags.is_empty();
        if shows {
            steps.push(MeaningStep::Gives(value.text()));
        }
        steps
    }

    /// A physical number that was read back, such as a mean, in words: a date, names, or none where the number says it best.
    pub fn label(&self, physical: &Scalar) -> Option<String> {
        if is_nothing(physical) {
            return Some("–".to_owned());
        }
        let number = scalar_number(physical)?;
        if let Some(time) = &self.time {
            return time.instant(number).map(|instant| time.text(instant));
        }
        self.flags.as_ref().zip(number.whole()).and_then(|(flags, number)| flags.text(number))
    }

    /// The same where names would hide the order: of flags the number.
    pub fn number_text(&self, physical: &Scalar) -> String {
        if self.flags.is_some() { physical.to_string() } else { self.table_text(physical) }
    }

    /// A physical value as a table shows it: computed numbers have no more digits than count.
    pub fn table_text(&self, physical: &Scalar) -> String {
        let computed = || match physical {
            Scalar::Float(float) if self.packing.is_some() && float.value().is_finite() => {
                computed_text(float.value())
            }
            other => other.to_string(),
        };
        self.label(physical).unwrap_or_else(computed)
    }

    /// A physical number in words: a date, or a number.
    pub fn real_text(&self, physical: f64) -> String {
        let date =
            self.time.as_ref().and_then(|time| Some(time.text(time.instant(RawNumber::Real(physical))?)));
        date.unwrap_or_else(|| real_text(physical))
    }

    /// The date or the names that a physical number stands for; `None` where it stands for itself.
    pub fn named(&self, physical: f64) -> Option<String> {
        let real = RawNumber::Real(physical);
        let number = real.whole().map_or(real, RawNumber::Integer);
        match (&self.time, &self.flags) {
            (Some(time), _) => time.instant(number).map(|instant| time.text(instant)),
            (None, Some(flags)) => flags.text(number.whole()?),
            (None, None) => None,
        }
    }
}

/// Whether a physical value is masked.
pub fn is_nothing(physical: &Scalar) -> bool {
    match physical {
        Scalar::Float(float) => float.value().is_nan(),
        Scalar::Time(_, count) => *count == NOT_A_TIME,
        _ => false,
    }
}
