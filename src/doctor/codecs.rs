use super::search::{FoundChain, search};
use super::{Hypothesis, case::Case, confidence::codecs as sure, hypothesis};
use crate::codec::{ChecksumFacts, CodecRow, label};
use crate::metadata::CodecMetadata;

pub fn hypotheses(case: &Case) -> Vec<Hypothesis> {
    let declared = case.outer();
    let mut found: Vec<Hypothesis> =
        search(case).iter().map(|found| of_chain(case, &declared, found)).collect();
    found.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    found
}

fn of_chain(case: &Case, declared: &[CodecMetadata], found: &FoundChain) -> Hypothesis {
    let kept: Vec<usize> = found.declared.iter().copied().flatten().collect();
    let extra = found.outer.len() - kept.len();
    let missing = declared.len() - kept.len();
    // A codec in the place of another is one difference.
    let differences = extra.max(missing) + usize::from(!kept.is_sorted());
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
    let changes = case.changes(&found.outer);
    hypothesis(describe(declared, found), confidence, format!("{begin}; {end}")).changing(changes)
}

fn describe(declared: &[CodecMetadata], found: &FoundChain) -> String {
    let kept: Vec<usize> = found.declared.iter().copied().flatten().collect();
    let is_sorted = kept.is_sorted();
    let mut extra: Vec<usize> = (0..found.outer.len()).collect();
    extra.retain(|index| matches!(found.declared.get(*index), Some(None)));
    let mut missing = Vec::new();
    for (index, codec) in declared.iter().enumerate() {
        if !kept.contains(&index) {
            missing.push(codec);
        }
    }
    match (extra.as_slice(), missing.as_slice(), is_sorted) {
        ([], [], false) => format!("codecs are in another order: {}", list(&found.outer)),
        ([], [gone], true) => format!("{} is not applied", label(&gone.name)),
        ([index], [], true) => further(found, *index),
        ([index], [gone], true) => instead(found, *index, gone),
        _ if found.outer.is_empty() => "no codec is applied to the bytes".to_owned(),
        _ => format!("codecs are {}", list(&found.outer)),
    }
}

fn further(found: &FoundChain, index: usize) -> String {
    let name = |index: usize| found.outer.get(index).map(|codec| label(&codec.name).to_owned());
    let own = name(index).unwrap_or_default();
    let beside = [index.checked_sub(1), index.checked_add(1)];
    if beside.into_iter().flatten().any(|beside| name(beside).as_ref() == Some(&own)) {
        return format!("{own} is applied twice");
    }
    format!("{own} is applied too, but not declared")
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

fn list(codecs: &[CodecMetadata]) -> String {
    let names: Vec<&str> = codecs.iter().map(|codec| label(&codec.name)).collect();
    names.join(", ")
}
