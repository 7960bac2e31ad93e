//! The form of what `omero` says of channels.

use serde_json::Value;

use super::attributes::LISTED;
use super::conventions::{OMERO, OMERO_FORM};
use super::ome_form::{FormFaults, found};

const COLOR: &str = "six hexadecimal digits";

impl FormFaults {
    /// Of a version that is not known, only colours that nobody can show are named.
    pub(super) fn omero(&mut self, omero: &Value, is_held: bool, pointer: &str) {
        if is_held && !self.is_object(&OMERO_FORM, omero, pointer) {
            return;
        }
        let channels = if is_held {
            self.list(&OMERO_FORM, omero, "channels", pointer).unwrap_or_default()
        } else {
            omero["channels"].as_array().map(Vec::as_slice).unwrap_or_default()
        };
        for (index, channel) in channels.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/channels/{index}");
            if is_held && !self.is_object(&OMERO_FORM, channel, &pointer) {
                continue;
            }
            self.color(channel, is_held, &format!("{pointer}/color"));
            if is_held {
                self.window(channel, &format!("{pointer}/window"));
            }
        }
    }

    fn color(&mut self, channel: &Value, is_held: bool, pointer: &str) {
        let color = channel.get("color");
        let digits = color.and_then(Value::as_str).unwrap_or_default();
        if is_color(digits) || (color.is_none() && !is_held) {
            return;
        }
        // Those of pages begin like this, and readers take them.
        let is_shown = digits.strip_prefix('#').is_some_and(is_color);
        let rule = if is_held && !is_shown { &OMERO_FORM } else { &OMERO };
        self.add(rule, pointer, COLOR, &found(channel, "color"));
    }

    fn window(&mut self, channel: &Value, pointer: &str) {
        let Some(window) = channel.get("window").filter(|window| window.is_object()) else {
            let expected = "an object with min, max, start and end";
            return self.add(&OMERO_FORM, pointer, expected, &found(channel, "window"));
        };
        for end in ["min", "max", "start", "end"] {
            if !window[end].is_number() {
                self.add(&OMERO_FORM, &format!("{pointer}/{end}"), "a number", &found(window, end));
            }
        }
    }
}

fn is_color(digits: &str) -> bool {
    digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}
