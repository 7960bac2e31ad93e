//! Hypotheses about options of a codec that would give every element a value.

use super::Hypothesis;
use super::case::{Case, Failing};
use super::confidence::codecs as sure;
use crate::codec::{CodecError, Remedy};
use crate::metadata::{Change, CodecMetadata};

/// Options with which the chunk decodes, where elements of it have no value without them.
pub fn hypotheses(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let (CodecError::Element { count, .. }, Some(row)) = (failing.error, failing.info.row()) else {
        return Vec::new();
    };
    let tried = row.remedies.iter().zip(sure::OPTION).filter_map(|(remedy, confidence)| {
        let changes = vec![change(failing, remedy)];
        decodes(case, failing, remedy).then(|| Hypothesis {
            hypothesis: format!("{} is \"{}\"", remedy.member, remedy.value),
            confidence,
            evidence: format!("{count} of the elements have no value without it, and all have one with it"),
            changes,
        })
    });
    tried.collect()
}

fn change(failing: &Failing, remedy: &Remedy) -> Change {
    let pointer = format!("{}/configuration/{}", failing.info.codec.pointer, remedy.member);
    Change { pointer, value: remedy.value.into() }
}

fn decodes(case: &Case, failing: &Failing, remedy: &Remedy) -> bool {
    let with = |mut codec: CodecMetadata| {
        let own = codec.configuration.as_object_mut();
        if let Some(own) = own.filter(|_| codec.pointer == failing.info.codec.pointer) {
            own.insert(remedy.member.to_owned(), remedy.value.into());
        }
        codec
    };
    let codecs: Vec<CodecMetadata> = case.codecs().into_iter().map(with).collect();
    case.decode(&codecs, case.stored()).is_some()
}
