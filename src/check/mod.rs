mod array;
mod attributes;
mod cf;
mod cf_form;
mod channel_form;
mod collection;
mod conventions;
mod coordinates;
mod coverage;
mod faults;
mod first_level;
#[cfg(test)]
mod form_tests;
mod geo_form;
mod geo_levels;
mod image;
mod image_numbers;
mod label_form;
mod label_images;
mod ome_form;
mod ome_systems;
mod plate_fields;
mod plate_form;
mod rule;
mod run;
mod unknown;

pub use attributes::attributes;
pub use conventions::{ARCHIVE, CONTRADICTIONS, SIZES};
pub use faults::{
    ALL_FILL, DOUBTFUL, HEADER_ONLY, NO_CHUNK, ODD_NAMES, PARTLY_FILLED, REMARK, STRAY, SUM_BYTES,
    SUM_MISSING, SUM_NEW, SUM_VALUES, UNLISTED, broken_by, is_unread,
};
pub use rule::{Breach, BreachPlace, Rule, Severity};
pub use run::{CheckCounts, check};

pub fn rules() -> impl Iterator<Item = &'static Rule> {
    faults::FAULTS.iter().chain(conventions::CONVENTIONS).copied()
}

pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_that_others_use_is_in_the_table() {
        for used in [&ALL_FILL, &HEADER_ONLY, &NO_CHUNK, &PARTLY_FILLED, &REMARK, &STRAY] {
            assert_eq!(rule(used.id), Some(used));
        }
    }

    #[test]
    fn ids_are_plain_and_unique_and_no_severities() {
        let ids: BTreeSet<&str> = rules().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), rules().count());
        for rule in rules() {
            assert!(
                rule.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                "{}",
                rule.id
            );
            assert!(Severity::find(rule.id).is_none() && rule.id != "never", "{}", rule.id);
            assert!(!rule.summary.is_empty() && !rule.source.is_empty(), "{}", rule.id);
        }
    }
}
