use super::case::{Case, Failing};
use super::search::{FoundChain, search};
use super::{Hypothesis, confidence::codecs as sure, hypothesis};
use crate::codec::{ChecksumFacts, CodecError, CodecRow, label};
use crate::metadata::{Change, CodecMetadata};

pub fn hypotheses(case: &Case) -> Vec<Hypothesis> {
    let declared = case.outer();
    let mut found: Vec<Hypothesis> =
        search(case).iter().map(|found| of_chain(case, &declared, found)).collect();
    found.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    found
}

fn of_chain(case: &Case, declared: &[CodecMetadata], found: &FoundChain) -> Hypothesis {
    let kept: Vec<usize> = found.declared.iter().copied().flatten().collect();
    let mut extra: Vec<usize> = (0..found.outer.len()).collect();
    extra.retain(|index| matches!(found.declared.get(*index), Some(None)));
    let missing: Vec<&CodecMetadata> = declared
        .iter()
        .enumerate()
        .filter(|(index, _)| !kept.contains(index))
        .map(|(_, codec)| codec)
        .collect();
    // A codec in the place of another is one difference.
    let differences = extra.len().max(missing.len()) + usize::from(!kept.is_sorted());
    let (best, step) = match (found.is_decoded, found.is_proven) {
        (true, true) => (sure::PROVEN, sure::PROVEN_STEP),
        (true, false) => (sure::BY_LENGTH, sure::BY_LENGTH_STEP),
        (false, _) => (sure::BY_MARK, 0.0),
    };
    #[expect(clippy::cast_precision_loss, reason = "a document has few codecs")]
    let confidence = (best - step * differences.saturating_sub(1) as f64).max(sure::LEAST);
    let wanted = case.wanted();
    let end = match case.target() {
        _ if !found.is_decoded => "nothing else writes that".to_owned(),
        Some(target) => format!("{target} bytes is what {wanted} takes"),
        None => format!("they are {wanted}"),
    };
    let begin = if found.seen.is_empty() {
        format!("without a codec the {} stored bytes decode", found.nbytes)
    } else {
        found.seen.join(", then ")
    };
    let names: Vec<&str> = found.outer.iter().map(|codec| label(&codec.name)).collect();
    let what = match (extra.as_slice(), missing.as_slice(), kept.is_sorted()) {
        ([], [], false) => format!("codecs are in another order: {}", names.join(", ")),
        ([], [gone], true) => format!("{} is not applied", label(&gone.name)),
        ([index], [], true) => {
            let own = names.get(*index).copied().unwrap_or_default();
            let beside = [index.checked_sub(1), index.checked_add(1)].into_iter().flatten();
            if beside.filter_map(|beside| names.get(beside)).any(|name| *name == own) {
                format!("{own} is applied twice")
            } else {
                format!("{own} is applied too, but not declared")
            }
        }
        ([index], [gone], true) => instead(found, *index, gone),
        _ if found.outer.is_empty() => "no codec is applied to the bytes".to_owned(),
        _ => format!("codecs should be {}", names.join(", ")),
    };
    hypothesis(what, confidence, format!("{begin}; {end}")).changing(case.changes(&found.outer))
}

fn instead(found: &FoundChain, index: usize, gone: &CodecMetadata) -> String {
    let Some(codec) = found.outer.get(index) else { return String::new() };
    let own = label(&codec.name);
    let (Some(new), Some(old)) = (CodecRow::meant_by(&codec.name), CodecRow::meant_by(&gone.name)) else {
        return format!("{own} is applied instead of {}", label(&gone.name));
    };
    match (new.checksum, old.checksum) {
        (Some(facts), Some(_)) => format!("checksum is {own}, at the {}", place(codec, facts)),
        _ if new.signature.is_some() && old.signature.is_some() => format!("compressor is {own}"),
        _ => format!("{own} is applied instead of {}", label(&gone.name)),
    }
}

pub fn place(codec: &CodecMetadata, facts: &ChecksumFacts) -> String {
    if let Some(field) = codec.optional("location")
        && let Some(location) = field.value().as_str()
    {
        return location.to_owned();
    }
    facts.default.name().to_owned()
}

/// Options of the declared codec, without which elements have no value.
pub fn options(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let (CodecError::Element { count, .. }, Some(row)) = (failing.error, failing.info.row()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (remedy, confidence) in row.remedies.iter().zip(sure::OPTION) {
        let mut codecs = case.codecs();
        for codec in codecs.iter_mut().filter(|codec| codec.pointer == failing.info.codec.pointer) {
            if let Some(own) = codec.configuration.as_object_mut() {
                own.insert(remedy.member.to_owned(), remedy.value.into());
            }
        }
        if case.decode(&codecs, case.stored()).is_some() {
            let pointer = format!("{}/configuration/{}", failing.info.codec.pointer, remedy.member);
            let what = format!("{} should be \"{}\"", remedy.member, remedy.value);
            let evidence =
                format!("{count} of the elements have no value without it, and all have one with it");
            let change = Change::new(pointer, remedy.value);
            found.push(hypothesis(what, confidence, evidence).changing(vec![change]));
        }
    }
    found
}
