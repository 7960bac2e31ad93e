//! Hypotheses about options of a codec that would give every element a value.

use super::Hypothesis;
use super::case::{Case, Failing};
use super::confidence::codecs as sure;
use crate::codec::{CodecError, Remedy};
use crate::metadata::Change;

/// Options with which the chunk decodes, where elements of it have no value without them.
pub fn hypotheses(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let (CodecError::Element { count, .. }, Some(row)) = (failing.error, failing.info.row()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (remedy, confidence) in row.remedies.iter().zip(sure::OPTION) {
        if decodes(case, failing, remedy) {
            found.push(Hypothesis {
                hypothesis: format!("{} is \"{}\"", remedy.member, remedy.value),
                confidence,
                evidence: format!(
                    "{count} of the elements have no value without it, and all have one with it"
                ),
                changes: vec![change(failing, remedy)],
                byte: None,
            });
        }
    }
    found
}

fn change(failing: &Failing, remedy: &Remedy) -> Change {
    let pointer = format!("{}/configuration/{}", failing.info.codec.pointer, remedy.member);
    Change { pointer, value: remedy.value.into() }
}

fn decodes(case: &Case, failing: &Failing, remedy: &Remedy) -> bool {
    let mut codecs = case.codecs();
    for codec in &mut codecs {
        if codec.pointer == failing.info.codec.pointer
            && let Some(own) = codec.configuration.as_object_mut()
        {
            own.insert(remedy.member.to_owned(), remedy.value.into());
        }
    }
    case.decode(&codecs, case.stored()).is_some()
}
