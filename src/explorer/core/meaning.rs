//! Values as the attributes of their array mean them: whether they are shown so, and how they come about.

use std::sync::Arc;

use crate::explorer::core::element_text::ElementText;
use crate::explorer::core::selection::Selection;
use crate::meaning::Meaning;
use crate::metadata::Scalar;
use crate::metadata::text::escape;
use crate::pipeline::Array;
use crate::tell::meaning::place;

impl Selection {
    /// What the elements of the array mean, where its attributes say more than nothing.
    pub fn meaning(&self) -> Option<&Arc<Meaning>> {
        let node = self.node.ready().filter(|_| self.what_if.is_none())?;
        node.physical.as_ref()?.shown_meaning()
    }

    /// The same, where values are shown so.
    pub fn shown_meaning(&self) -> Option<&Arc<Meaning>> {
        self.meaning().filter(|_| self.writing.is_physical)
    }

    /// The array whose values pictures and statistics have: physical ones where those are shown.
    pub fn value_array(&self) -> Option<&Arc<Array>> {
        let node = self.node.ready().filter(|_| self.shown_meaning().is_some());
        node.and_then(|node| node.physical.as_ref()).or_else(|| self.array())
    }

    /// How the elements of what a stage gave become texts: what they mean is said of what the whole chain gives.
    pub fn element_text(&self, is_decoded: bool) -> ElementText<'_> {
        let meaning = self.shown_meaning().filter(|_| is_decoded).map(AsRef::as_ref);
        let labels = self.labels.ready().filter(|_| is_decoded && self.writing.is_physical);
        ElementText {
            writing: self.writing,
            meaning,
            labels: labels.map_or(&[], |labels| labels.axes.as_slice()),
        }
    }

    /// A coordinate with its label where labels are shown: `time=2020-03-01 (3)`, the number only if `is_long`; else `time = 3`.
    pub fn place_words(&self, (axis, name): (usize, &str), coord: u64, is_long: bool) -> String {
        let label = self.element_text(true).labels.get(axis).and_then(|labels| labels.as_ref()?.place(coord));
        place(name, label.as_deref(), coord, is_long)
    }

    /// The label of a coordinate where labels are shown, otherwise the coordinate.
    pub fn label_words(&self, axis: usize, coord: u64) -> String {
        let label = self.element_text(true).label(axis, coord);
        label.map_or_else(|| coord.to_string(), |label| escape(&label).into_owned())
    }

    /// What an element means, as steps: `× 0.01 + 273.15 → 270.38 K`; nothing where it means what it is.
    pub fn steps_of(&self, element: &Scalar) -> Option<String> {
        let meaning = self.meaning().filter(|meaning| !says_units_only(meaning))?;
        meaning.value(element).way()
    }

    /// What stands behind an element: how it comes to what it means, or its unit.
    pub fn behind(&self, element: &Scalar) -> String {
        let unit = || self.meaning()?.description.units.clone().filter(|_| is_number(element));
        let text = self.steps_of(element).or_else(unit);
        text.map(|text| format!(" {text}")).unwrap_or_default()
    }

    /// What the title says of that, where attributes mean something.
    pub fn meaning_mark(&self) -> String {
        let Some(meaning) = self.meaning() else { return String::new() };
        if says_units_only(meaning) {
            return String::new();
        }
        if !self.writing.is_physical {
            return " · raw".to_owned();
        }
        let unit = meaning.description.units.as_deref().filter(|_| meaning.time.is_none());
        let unit: String = unit.unwrap_or_default().chars().take(UNIT).collect();
        if unit.is_empty() { " · physical".to_owned() } else { format!(" · physical, {unit}") }
    }
}

fn says_units_only(meaning: &Meaning) -> bool {
    meaning.keeps_values() && meaning.time.is_none() && meaning.flags.is_none()
}

fn is_number(element: &Scalar) -> bool {
    match element {
        Scalar::Float(float) => float.value().is_finite(),
        element => matches!(element, Scalar::Integer(_)),
    }
}

/// The most characters of a unit in a title.
const UNIT: usize = 16;
