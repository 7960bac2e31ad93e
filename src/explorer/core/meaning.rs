use std::sync::Arc;

use crate::explorer::core::element_text::ElementText;
use crate::explorer::core::selection::Selection;
use crate::meaning::Meaning;
use crate::metadata::Scalar;
use crate::metadata::text::escape;
use crate::pipeline::{Array, PicturePlan};
use crate::tell::channel::{DrawnChannel, level_words};
use crate::tell::meaning::place;
use crate::tell::writing::PhysicalFirst;

impl Selection {
    pub fn meaning(&self) -> Option<&Arc<Meaning>> {
        if self.what_if.is_some() {
            return None;
        }
        self.node.ready()?.physical.as_ref()?.shown_meaning()
    }

    pub fn is_physical(&self) -> bool {
        match self.writing.physical {
            PhysicalFirst::Always => true,
            PhysicalFirst::Never => false,
            PhysicalFirst::WhereClear => self.meaning().is_some_and(|meaning| meaning.is_clear()),
        }
    }

    pub fn shown_meaning(&self) -> Option<&Arc<Meaning>> {
        if self.is_physical() { self.meaning() } else { None }
    }

    /// What numbers mean in a picture, where stored ones may have names too.
    pub fn drawn_meaning(&self) -> Option<&Arc<Meaning>> {
        self.shown_meaning().or_else(|| self.meaning().filter(|meaning| meaning.names_stored()))
    }

    pub fn value_array(&self) -> Option<&Arc<Array>> {
        if self.shown_meaning().is_some()
            && let Some(node) = self.node.ready()
            && let Some(physical) = &node.physical
        {
            return Some(physical);
        }
        self.array()
    }

    /// Only the output of the whole chain has a meaning.
    pub fn element_text(&self, is_decoded: bool) -> ElementText<'_> {
        let mut text = ElementText { writing: self.writing, ..ElementText::default() };
        if is_decoded && self.is_physical() {
            text.meaning = self.meaning().map(AsRef::as_ref);
            if let Some(labels) = self.labels.ready() {
                text.labels = &labels.axes;
            }
        }
        text
    }

    /// What is subtracted, along the dimensions in which it is not here: `minus z=14 µm`.
    pub(crate) fn minus_words(&self, before: &[u64]) -> String {
        let Some(layout) = self.array_layout() else { return String::new() };
        let here = self.cursor().unwrap_or_default();
        let mut places = Vec::new();
        let axes = self.axes();
        let is_here = here == before;
        for (axis, ((name, own), at)) in layout.dimensions.iter().zip(&here).zip(before).enumerate() {
            if own != at || is_here && !axes.has(axis) {
                let label = self.labels.ready().and_then(|labels| labels.place(axis, *at));
                places.push(place(name, label.as_deref(), *at, false));
            }
        }
        format!("minus {}", places.join(", "))
    }

    /// Which plane of an array it is, for the title of a file.
    pub(crate) fn plane_title(&self, plan: &PicturePlan, together: &[DrawnChannel]) -> String {
        let Some(layout) = self.array_layout() else { return String::new() };
        let mut words = Vec::new();
        words.extend(self.image_level().map(|(pyramid, level)| level_words(pyramid, level)));
        let channel = self.channel_of(&plan.fixed);
        if together.is_empty() {
            words.extend(channel.as_ref().map(|(_, channel)| channel.words.clone()));
        }
        for (axis, coord) in plan.fixed.iter().enumerate() {
            if !plan.dimensions.contains(&Some(axis)) && channel.as_ref().is_none_or(|(own, _)| *own != axis)
            {
                let name = layout.dimensions.get(axis).map_or("", String::as_str);
                words.push(self.place_words((axis, name), *coord, false));
            }
        }
        words.join(", ")
    }

    /// A coordinate with its label where that is known: `time=2020-03-01 (3)`, the number only if `is_long`; else `time = 3`.
    pub fn place_words(&self, (axis, name): (usize, &str), coord: u64, is_long: bool) -> String {
        // With the raw values as well: a bare index beside an axis with labels would be taken for one.
        let label = self.labels.ready().and_then(|labels| labels.place(axis, coord));
        place(name, label.as_deref(), coord, is_long)
    }

    /// Where an element is, in all dimensions and in those of the plane: `  time=2020-03-01, lat=47.5, lon=8.25`.
    pub fn places_at(&self, coords: &[u64]) -> [String; 2] {
        let (Some(labels), Some(layout)) = (self.labels.ready(), self.array_layout()) else {
            return Default::default();
        };
        let (mut all, mut own) = (Vec::new(), Vec::new());
        for ((axis, name), coord) in layout.dimensions.iter().enumerate().zip(coords) {
            if let Some(label) = labels.place(axis, *coord) {
                let words = place(name, Some(&label), *coord, false);
                if self.axes().has(axis) {
                    own.push(words.clone());
                }
                all.push(words);
            }
        }
        let others = labels.others_at(coords);
        if own.is_empty() {
            own.clone_from(&others);
        }
        all.extend(others);
        [all, own].map(|places| match places.as_slice() {
            [] => String::new(),
            places => format!("  {}", escape(&places.join(", "))),
        })
    }

    /// What coordinates along several dimensions say of an element, where labels are shown: `  nav_lat=44.8, nav_lon=-10.1`.
    pub fn others_at(&self, coords: &[u64]) -> String {
        let labels = self.labels.ready().filter(|_| self.is_physical());
        let others = labels.map(|labels| labels.others_at(coords)).unwrap_or_default();
        if others.is_empty() { String::new() } else { format!("  {}", escape(&others.join(", "))) }
    }

    pub fn label_words(&self, axis: usize, coord: u64) -> String {
        match self.element_text(true).label(axis, coord) {
            Some(label) => escape(&label).into_owned(),
            None => coord.to_string(),
        }
    }

    /// How an element gets its meaning: `× 0.01 + 273.15 → 270.38 K`. `None` where it is its own meaning.
    pub fn steps_of(&self, element: &Scalar) -> Option<String> {
        let meaning = self.meaning()?;
        if says_units_only(meaning) { None } else { meaning.value(element).way() }
    }

    pub fn behind(&self, element: &Scalar) -> String {
        if let Some(steps) = self.steps_of(element) {
            return format!(" {steps}");
        }
        if is_number(element)
            && let Some(meaning) = self.meaning()
            && let Some(unit) = &meaning.description.units
        {
            return format!(" {unit}");
        }
        String::new()
    }

    pub fn meaning_mark(&self) -> String {
        let Some(meaning) = self.meaning() else { return String::new() };
        if says_units_only(meaning) {
            return String::new();
        }
        if !self.is_physical() {
            return " · raw".to_owned();
        }
        let units = meaning.description.units.as_deref().unwrap_or_default();
        let unit: String = if meaning.time.is_some() { "" } else { units }.chars().take(UNIT).collect();
        if unit.is_empty() { " · physical".to_owned() } else { format!(" · physical, {unit}") }
    }
}

fn says_units_only(meaning: &Meaning) -> bool {
    meaning.keeps_values() && meaning.time.is_none() && meaning.flags.is_none()
}

fn is_number(element: &Scalar) -> bool {
    if let Scalar::Float(float) = element {
        return float.value().is_finite();
    }
    matches!(element, Scalar::Integer(_))
}

const UNIT: usize = 16;
