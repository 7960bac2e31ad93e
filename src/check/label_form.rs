//! The form of what is said of labels.

use std::collections::BTreeSet;

use serde_json::Value;

use super::attributes::{LISTED, OmeRules};
use super::conventions::LABEL_FORM;
use super::ome_form::{FormFaults, found, integer, shown};

impl FormFaults {
    pub(super) fn label(&mut self, label: &Value, pointer: &str, _: OmeRules) {
        if !self.is_object(&LABEL_FORM, label, pointer) {
            return;
        }
        self.version(&LABEL_FORM, label, pointer);
        for (name, is_color) in [("colors", true), ("properties", false)] {
            if label.get(name).is_none() {
                continue;
            }
            let list = self.list(&LABEL_FORM, label, name, pointer).unwrap_or_default();
            let mut known = BTreeSet::new();
            for (index, own) in list.iter().take(LISTED).enumerate() {
                let pointer = format!("{pointer}/{name}/{index}");
                if !self.is_object(&LABEL_FORM, own, &pointer) {
                    continue;
                }
                let value = integer(&own["label-value"]);
                if !value.is_some_and(|value| known.insert(value) || !is_color) {
                    let found = found(own, "label-value");
                    let pointer = format!("{pointer}/label-value");
                    self.add(&LABEL_FORM, &pointer, "a whole number of its own", &found);
                }
                let Some(rgba) = own.get("rgba").filter(|_| is_color) else { continue };
                let byte = |part: &Value| integer(part).is_some_and(|part| (0..256).contains(&part));
                if !rgba.as_array().is_some_and(|rgba| rgba.len() == 4 && rgba.iter().all(byte)) {
                    let pointer = format!("{pointer}/rgba");
                    self.add(&LABEL_FORM, &pointer, "four whole numbers from 0 to 255", &shown(rgba));
                }
            }
        }
        let Some(source) = label.get("source") else { return };
        let pointer = format!("{pointer}/source");
        if self.is_object(&LABEL_FORM, source, &pointer)
            && source.get("image").is_some_and(|image| !image.is_string())
        {
            let pointer = format!("{pointer}/image");
            self.add(&LABEL_FORM, &pointer, "the path of an image", &found(source, "image"));
        }
    }
}
