//! Numbers that stand for names: `flag_values`, `flag_masks` and `flag_meanings`.
//!
//! Source: [CF conventions, flags](https://cfconventions.org/cf-conventions/cf-conventions.html#flags).
//!
//! ```json
//! {"flag_values": [0, 1, 2], "flag_meanings": "sea land ice"}
//! {"flag_masks": [1, 2, 4], "flag_meanings": "cloud shadow snow"}
//! ```

use serde_json::Value;

use super::attributes::{LIST, MeaningNotes, MeaningSource, NoteKind, RawNumber, numbers, shown};
use crate::limits::FLAG_MASKS;
use crate::metadata::{DataType, Integer, text::escape};

pub(super) const FLAGS: [&str; 3] = ["flag_values", "flag_masks", "flag_meanings"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlagTable {
    pub rows: Vec<FlagRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct FlagRow {
    pub name: String,
    /// Of the bits that count; any of them may be set, where there is no value.
    pub value: Option<i128>,
    pub mask: Option<i128>,
}

impl FlagTable {
    /// The numbers that have a name, in order, but for 0, which is often what has none of the others.
    pub fn numbers(&self) -> Vec<f64> {
        let values = self.rows.iter().filter_map(|row| row.value.filter(|value| *value != 0));
        let mut numbers: Vec<f64> = values.map(|value| RawNumber::Integer(value).real()).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        numbers
    }

    /// The least and the greatest number that has a name; `None` where bits have names.
    pub fn ends(&self) -> Option<[f64; 2]> {
        let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
        for row in &self.rows {
            let value = RawNumber::Integer(row.value.filter(|_| row.mask.is_none())?).real();
            ends = [ends[0].min(value), ends[1].max(value)];
        }
        if self.rows.is_empty() { None } else { Some(ends) }
    }

    pub(super) fn read(
        source: &MeaningSource,
        meant: Option<Integer>,
        notes: &mut MeaningNotes,
    ) -> Option<Self> {
        if FLAGS.iter().all(|name| source.attribute(name).is_none()) {
            return None;
        }
        let values = whole(source, FLAGS[0], meant, notes);
        let masks = whole(source, FLAGS[1], meant, notes);
        let names = names(source, notes)?;
        if values.is_none() && masks.is_none() {
            let text = "expected flag_values or flag_masks beside the names, found none that is used";
            notes.add_of(NoteKind::Flags, FLAGS[2], text);
            return None;
        }
        if masks.is_some() && names.len() > FLAG_MASKS {
            let text = format!("expected at most {FLAG_MASKS} masks, found {}; none is used", names.len());
            notes.add_of(NoteKind::Flags, FLAGS[1], text);
            return None;
        }
        for (name, numbers) in [(FLAGS[0], &values), (FLAGS[1], &masks)] {
            let Some(numbers) = numbers else { continue };
            let found = numbers.len();
            if found != names.len() {
                let text = format!(
                    "expected a number for each of {} names, found {found}; none is used",
                    names.len()
                );
                notes.add_of(NoteKind::Flags, name, text);
                return None;
            }
        }
        // Which of two names such an element has is not known; the first is shown.
        if masks.is_none()
            && let Some(values) = &values
        {
            let mut seen = std::collections::BTreeSet::new();
            if let Some(again) = values.iter().find(|value| !seen.insert(**value)) {
                notes.add_of(
                    NoteKind::Flags,
                    FLAGS[0],
                    format!("expected each value once, found {again} again"),
                );
            }
        }
        let mut rows = Vec::new();
        for (index, name) in names.into_iter().enumerate() {
            let own = |numbers: &Option<Vec<i128>>| numbers.as_ref()?.get(index).copied();
            rows.push(FlagRow { name, value: own(&values), mask: own(&masks) });
        }
        if masks.is_none() {
            rows.sort_by_key(|row| row.value);
        }
        Some(Self { rows })
    }

    pub fn names(&self, number: i128) -> Vec<&str> {
        let places = self.places(number).into_iter();
        places.filter_map(|place| self.rows.get(place)).map(|row| row.name.as_str()).collect()
    }

    /// The places of the rows that hold for a number.
    pub fn places(&self, number: i128) -> Vec<usize> {
        let mut places = Vec::new();
        if let Some(FlagRow { mask: None, .. }) = self.rows.first() {
            places.extend(self.rows.binary_search_by_key(&Some(number), |row| row.value).ok());
            return places;
        }
        for (place, row) in self.rows.iter().enumerate() {
            let is_set = match (row.mask, row.value) {
                (Some(mask), Some(value)) => number & mask == value,
                (Some(mask), None) => number & mask != 0,
                (None, _) => false,
            };
            if is_set {
                places.push(place);
            }
        }
        places
    }

    pub fn text(&self, number: i128) -> Option<String> {
        let names = self.names(number);
        if names.is_empty() {
            return None;
        }
        let mut text = names.join("|");
        let mut rest = number;
        for row in &self.rows {
            // Without masks the number is one value, and nothing of it is left.
            rest &= match row.mask {
                Some(mask) => !mask,
                None => 0,
            };
        }
        // Bits that no mask is about are not lost.
        if rest != 0 {
            text = format!("{text}|{rest}");
        }
        Some(escape(&text).into_owned())
    }
}

fn whole(
    source: &MeaningSource,
    name: &str,
    meant: Option<Integer>,
    notes: &mut MeaningNotes,
) -> Option<Vec<i128>> {
    let mut found = Vec::new();
    for number in numbers(source, name, notes)? {
        let Some(whole) = number.whole() else {
            notes.unexpected(name, "whole numbers", source.attributes.get(name).unwrap_or(&Value::Null));
            return None;
        };
        // It may be written with another sign than elements have.
        found.push(match (meant, source.data_type) {
            (Some(integer), _) => integer.wrap(whole),
            (None, DataType::Integer(integer)) => integer.wrap(whole),
            _ => whole,
        });
    }
    Some(found)
}

fn names(source: &MeaningSource, notes: &mut MeaningNotes) -> Option<Vec<String>> {
    let value = source.attributes.get(FLAGS[2]);
    let names: Option<Vec<String>> = match value {
        Some(Value::String(text)) => Some(text.split_whitespace().take(LIST).map(str::to_owned).collect()),
        Some(Value::Array(items)) => {
            items.iter().take(LIST).map(|item| item.as_str().map(str::to_owned)).collect()
        }
        _ => None,
    };
    if names.is_none() {
        let found = value.map_or_else(|| "none".to_owned(), shown);
        // The note goes to an attribute that is there, because that is where a user will look.
        let there = FLAGS.into_iter().rev().find(|name| source.attributes.contains_key(*name));
        let text = format!(
            "expected flag_meanings, names with blanks between them, found {found}; they are not used"
        );
        notes.add_of(NoteKind::Form, there.unwrap_or(FLAGS[2]), text);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(attributes: &Value) -> (Option<FlagTable>, Vec<String>) {
        let map = attributes.as_object().cloned().unwrap_or_default();
        let source = MeaningSource {
            attributes: &map,
            data_type: &DataType::Integer(Integer { bits: 8, signed: true }),
            zarr_format: 3,
            fill_value: None,
            scaling_codec: None,
        };
        let mut notes = MeaningNotes::default();
        let table = FlagTable::read(&source, None, &mut notes);
        (table, notes.0.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn values_have_one_name() {
        let (table, notes) =
            read(&json!({"flag_values": [2, 0, -128], "flag_meanings": " ice  sea unknown "}));
        let table = table.unwrap();
        assert_eq!(
            [0, 2, -128, 1].map(|number| table.text(number)),
            [Some("sea".to_owned()), Some("ice".to_owned()), Some("unknown".to_owned()), None]
        );
        assert!(notes.is_empty());
    }

    #[test]
    fn masks_are_as_many_as_each_element_can_be_held_against() {
        for (count, is_used) in [(FLAG_MASKS, true), (FLAG_MASKS + 1, false)] {
            let names = vec!["a"; count].join(" ");
            let (table, notes) = read(&json!({"flag_masks": vec![1; count], "flag_meanings": names}));
            assert_eq!((table.is_some(), notes.is_empty()), (is_used, is_used), "{count}");
        }
    }

    #[test]
    fn masks_have_all_names_whose_bits_are_set() {
        // 128 is the sign bit of eight bits.
        let (table, _) = read(&json!({"flag_masks": [1, 2, 128], "flag_meanings": ["cloud", "snow", "bad"]}));
        assert_eq!(table.unwrap().names(-127), ["cloud", "bad"]);
        let both =
            json!({"flag_masks": [1, 6, 6], "flag_values": [1, 2, 4], "flag_meanings": "day low high"});
        let table = read(&both).0.unwrap();
        assert_eq!((table.names(5), table.names(6)), (vec!["day", "high"], Vec::<&str>::new()));
        assert_eq!(table.text(0), None);
    }

    #[test]
    fn two_names_of_one_value_are_a_note() {
        let (table, notes) = read(&json!({"flag_values": [1, 2, 1], "flag_meanings": "sea land ice"}));
        assert_eq!((table.unwrap().rows.len(), notes.len()), (3, 1));
        let bits = json!({"flag_masks": [6, 6], "flag_values": [2, 2], "flag_meanings": "low high"});
        assert!(read(&bits).1.is_empty());
    }

    #[test]
    fn what_does_not_fit_is_a_note() {
        for bad in [
            json!({"flag_values": [1, 2], "flag_meanings": "one"}),
            json!({"flag_values": "x", "flag_meanings": "one"}),
            json!({"flag_values": [1.5], "flag_meanings": "one"}),
            json!({"flag_values": [1]}),
            json!({"flag_meanings": "one two"}),
            json!({"flag_values": {"a": 1}, "flag_meanings": 7}),
        ] {
            let (table, notes) = read(&bad);
            assert!(table.is_none() && !notes.is_empty(), "{bad}");
        }
        let many: Vec<i32> = (0..1_000_000).collect();
        let (table, notes) = read(&json!({"flag_values": many, "flag_meanings": "a ".repeat(1_000_000)}));
        // One for those that are left out, and one for those that eight bits cannot tell apart.
        assert_eq!((table.map(|table| table.rows.len()), notes.len()), (Some(LIST), 2));
    }
}
