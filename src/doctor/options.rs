use super::case::{Case, Failing};
use super::{Hypothesis, confidence::codecs as sure, hypothesis};
use crate::codec::{CodecError, Remedy};
use crate::metadata::Change;

pub fn hypotheses(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let (CodecError::Element { count, .. }, Some(row)) = (failing.error, failing.info.row()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (remedy, confidence) in row.remedies.iter().zip(sure::OPTION) {
        if decodes(case, failing, remedy) {
            let pointer = format!("{}/configuration/{}", failing.info.codec.pointer, remedy.member);
            let changes = vec![Change { pointer, value: remedy.value.into() }];
            let what = format!("{} is \"{}\"", remedy.member, remedy.value);
            let evidence =
                format!("{count} of the elements have no value without it, and all have one with it");
            found.push(hypothesis(what, confidence, evidence).changing(changes));
        }
    }
    found
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
