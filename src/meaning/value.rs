use super::attributes::{RawNumber, real_text, sum_text};
use super::mask::{MaskReason, scalar_number};
use super::read::Meaning;
use crate::metadata::{NOT_A_TIME, Scalar};

#[derive(Debug, Clone, PartialEq)]
pub struct MeaningValue {
    pub raw: Scalar,
    pub masked: Option<MaskReason>,
    pub number: Option<RawNumber>,
    pub date: Option<String>,
    pub flags: Vec<String>,
    pub unit: Option<String>,
    pub steps: Vec<String>,
    pub is_packed_twice: bool,
    /// What was added, where the number was computed from the stored one.
    computed: Option<f64>,
}

impl MeaningValue {
    pub fn way(&self) -> Option<String> {
        if self.steps.is_empty() {
            return None;
        }
        let mark = if self.is_packed_twice && self.masked.is_none() { " (packed twice)" } else { "" };
        Some(format!("{}{mark}", self.steps.join(" ")))
    }

    pub fn text(&self) -> String {
        let unit = match &self.unit {
            Some(unit) => format!(" {unit}"),
            None => String::new(),
        };
        match (&self.masked, &self.date, &self.number) {
            (Some(_), _, _) => "–".to_owned(),
            (None, Some(date), _) => date.clone(),
            (None, None, Some(_)) if !self.flags.is_empty() => self.flags.join("|"),
            (None, None, Some(RawNumber::Real(number))) => match self.computed {
                Some(offset) => format!("{}{unit}", sum_text(*number, offset)),
                // With the digits of its own type.
                None => format!("{}{unit}", self.raw),
            },
            (None, None, Some(number)) => format!("{number}{unit}"),
            (None, None, None) => self.raw.to_string(),
        }
    }
}

impl Meaning {
    pub fn value(&self, raw: &Scalar) -> MeaningValue {
        let mut value = MeaningValue {
            raw: raw.clone(),
            masked: None,
            number: None,
            date: None,
            flags: Vec::new(),
            unit: None,
            steps: Vec::new(),
            is_packed_twice: self.packed_twice().is_some(),
            computed: self.packing.map(|packing| packing.added()),
        };
        match scalar_number(raw).map(|stored| self.physical(stored)) {
            Some(Err(reason)) => value.masked = Some(reason),
            _ if matches!(raw, Scalar::Time(_, NOT_A_TIME)) => value.masked = Some(MaskReason::Nothing),
            Some(Ok(number)) => {
                let number = self.rounded(number);
                value.number = Some(number);
                value.date = self.date(number);
                if self.is_bool {
                    value.flags = vec![(number.real() != 0.0).to_string()];
                } else if let Some(flags) = &self.flags
                    && let Some(number) = number.whole()
                {
                    value.flags = flags.names(number).into_iter().map(str::to_owned).collect();
                }
            }
            None => {}
        }
        if value.date.is_none() && value.flags.is_empty() {
            value.unit.clone_from(&self.description.units);
        }
        value.steps = self.steps(&value);
        value
    }

    fn date(&self, number: RawNumber) -> Option<String> {
        let time = self.time.as_ref()?;
        Some(time.text(time.instant(number)?))
    }

    pub fn number(&self, raw: &Scalar) -> Option<RawNumber> {
        if is_nothing(raw) {
            return None;
        }
        Some(self.rounded(self.physical(scalar_number(raw)?).ok()?))
    }

    fn steps(&self, value: &MeaningValue) -> Vec<String> {
        let mut steps = Vec::new();
        if let Some(integer) = self.unsigned {
            steps.push(format!("as {}int{}", if integer.signed { "" } else { "u" }, integer.bits));
        }
        if let Some(reason) = value.masked {
            steps.push(format!("→ – ({})", reason.text()));
            return steps;
        }
        if let Some(packing) = self.packing {
            steps.extend(packing.scale.map(|scale| format!("× {scale}")));
            steps.extend(packing.offset.map(|offset| match offset.to_string().strip_prefix('-') {
                Some(size) if offset.real() < 0.0 => format!("− {size}"),
                _ => format!("+ {offset}"),
            }));
        }
        // A unit alone changes nothing.
        if !steps.is_empty() || value.date.is_some() || !value.flags.is_empty() {
            steps.push(format!("→ {}", value.text()));
        }
        steps
    }

    /// See [`TimeReference::date_number`](super::TimeReference::date_number); `None` for no time.
    pub fn date_number(&self, physical: &Scalar) -> Option<i128> {
        if is_nothing(physical) {
            return None;
        }
        let time = self.time.as_ref()?;
        Some(time.date_number(time.instant(scalar_number(physical)?)?))
    }

    pub fn label(&self, physical: &Scalar) -> Option<String> {
        if is_nothing(physical) {
            return Some("–".to_owned());
        }
        self.words(scalar_number(physical)?)
    }

    fn words(&self, number: RawNumber) -> Option<String> {
        if self.time.is_some() {
            return self.date(number);
        }
        self.flags.as_ref()?.text(number.whole()?)
    }

    pub fn number_text(&self, physical: &Scalar) -> String {
        if self.flags.is_some() { physical.to_string() } else { self.table_text(physical) }
    }

    pub fn table_text(&self, physical: &Scalar) -> String {
        if let Some(label) = self.label(physical) {
            return label;
        }
        match physical {
            Scalar::Float(float) if float.value().is_finite() => match self.packing {
                Some(packing) => sum_text(float.value(), packing.added()),
                None => physical.to_string(),
            },
            other => other.to_string(),
        }
    }

    pub fn real_text(&self, physical: f64) -> String {
        self.date(RawNumber::Real(physical)).unwrap_or_else(|| real_text(physical))
    }

    pub fn named(&self, physical: f64) -> Option<String> {
        let real = RawNumber::Real(physical);
        self.words(real.whole().map_or(real, RawNumber::Integer))
    }
}

pub fn is_nothing(physical: &Scalar) -> bool {
    match physical {
        Scalar::Float(float) => float.value().is_nan(),
        Scalar::Time(_, count) => *count == NOT_A_TIME,
        _ => false,
    }
}
