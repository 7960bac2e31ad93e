use super::case::Case;
use super::confidence::level::{BESIDE, SURE};
use super::{Hypothesis, codecs, damage, file, names, shards, sizes, undone};
use crate::codec::CodecError;

const MOST: usize = 5;

pub fn hypotheses(case: &Case) -> Vec<Hypothesis> {
    let Some(failing) = case.failing() else { return Vec::new() };
    if matches!(failing.error, CodecError::Limit { .. }) {
        return Vec::new();
    }
    // What is sure at a glance comes first: the search after it takes far longer, and could only be less sure.
    let mut certain = file::foreign(case, &failing);
    if certain.is_empty() {
        certain.extend(damage::certain(case, &failing));
    }
    if !certain.is_empty() {
        return certain;
    }
    let undone = undone::hypotheses(case, &failing);
    if !undone.is_empty() {
        return rank(undone);
    }
    let mut found = names::of_codec(case, &failing);
    found.extend(codecs::options(case, &failing));
    if !matches!(failing.error, CodecError::Unknown { .. } | CodecError::Unbound { .. }) {
        found.extend(codecs::hypotheses(case));
    }
    found.extend(shards::hypotheses(case, &failing, hypotheses));
    // Only where nothing explains the chunk: every bit is tried, which costs as many decodes.
    if !is_sure(&found)
        && let Some(bit) = damage::by_trial(case, &failing)
    {
        found.push(bit);
        return rank(found);
    }
    found.extend(file::hypotheses(case, &failing));
    found.extend(sizes::hypotheses(case, &failing));
    found.extend(damage::hypotheses(case, &failing, is_sure(&found)));
    rank(found)
}

fn is_sure(found: &[Hypothesis]) -> bool {
    found.iter().any(|hypothesis| hypothesis.confidence >= SURE)
}

pub fn rank(mut found: Vec<Hypothesis>) -> Vec<Hypothesis> {
    found.sort_by(|one, other| {
        other.confidence.total_cmp(&one.confidence).then(one.changes.len().cmp(&other.changes.len()))
    });
    let mut seen: Vec<String> = Vec::new();
    found.retain(|hypothesis| {
        let is_new = !seen.contains(&hypothesis.hypothesis);
        seen.push(hypothesis.hypothesis.clone());
        is_new
    });
    if is_sure(&found) {
        found.retain(|hypothesis| hypothesis.confidence >= BESIDE);
    }
    found.truncate(MOST);
    found
}
