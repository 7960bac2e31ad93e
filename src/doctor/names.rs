//! Hypotheses about names that are nearly those of something known.

use serde_json::{Value, json};

use super::Hypothesis;
use super::case::{Case, Failing};
use super::confidence::codecs as sure;
use super::confidence::level::SURE;
use super::file::hypothesis;
use crate::codec::{CODECS, CodecError, NAMED_ONLY, StageInfo};
use crate::metadata::{Change, CodecRole};

/// A codec whose name is nearly that of a known one, where that one decodes the chunk.
pub fn of_codec(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let (name, info) = match failing.error {
        CodecError::Unknown { name } => (name, failing.info),
        // The codec behind which nothing is known any more.
        CodecError::Unbound { because } => {
            let stage =
                case.chain.stages().find(|stage| stage.codec.name == *because && stage.row().is_none());
            let Some(stage) = stage else { return Vec::new() };
            (because, stage)
        }
        _ => return Vec::new(),
    };
    // What is named elsewhere is no slip.
    if NAMED_ONLY.iter().any(|(named, _)| named == name) {
        return Vec::new();
    }
    let is_v3 = info.codec.role == CodecRole::Codec;
    let mut names: Vec<(usize, &str)> = CODECS
        .iter()
        .flat_map(|row| if is_v3 { std::slice::from_ref(&row.name) } else { row.v2 })
        .filter_map(|known| Some((nearness(name, known)?, *known)))
        .collect();
    names.sort_unstable();
    let hypotheses = names.into_iter().filter_map(|(distance, known)| {
        let changes = rename(case, info, known);
        let found = hypothesis(
            format!("codec name is {known}"),
            sure::NAME_DECODES,
            format!("\"{name}\" is no known codec"),
        );
        let confidence = match (case.verify(&changes), distance) {
            (true, _) => sure::NAME_DECODES,
            (false, 0 | 1) => sure::NAME_NEAR,
            (false, _) => return None,
        };
        let why = if confidence > SURE { format!("; with {known} the chunk decodes") } else { String::new() };
        Some(Hypothesis { confidence, evidence: format!("{}{why}", found.evidence), changes, ..found })
    });
    hypotheses.take(3).collect()
}

fn rename(case: &Case, info: &StageInfo, known: &str) -> Vec<Change> {
    let pointer = &info.codec.pointer;
    let entry = case.array.document().value.pointer(pointer);
    let member = match (entry, info.codec.role) {
        (Some(Value::String(_)), _) => "",
        (_, CodecRole::Codec) => "/name",
        _ => "/id",
    };
    vec![Change { pointer: format!("{pointer}{member}"), value: json!(known) }]
}

/// How many letters two names differ by, when it is few; what stands in front and how words are parted does not count.
pub fn nearness(one: &str, known: &str) -> Option<usize> {
    let plain = |name: &str| {
        let name = name.to_ascii_lowercase();
        let name = name.rsplit(['.', '/', ':']).next().unwrap_or_default();
        name.chars().filter(char::is_ascii_alphanumeric).collect::<Vec<char>>()
    };
    let (one, known) = (plain(one), plain(known));
    if one.is_empty() || one.len() > 40 {
        return None;
    }
    let distance = distance(&one, &known);
    (distance <= if known.len() > 4 { 2 } else { 1 }).then_some(distance)
}

/// How many letters have to be put in, taken out or changed.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, a) in one.iter().enumerate() {
        let mut next = vec![index + 1];
        for ((b, pair), left) in other.iter().zip(row.windows(2)).zip(0..) {
            let [diagonal, above] = pair else { continue };
            let before: usize = next.get(left).copied().unwrap_or(usize::MAX);
            next.push((diagonal + usize::from(a != b)).min(above + 1).min(before.saturating_add(1)));
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_nearly_the_same() {
        assert_eq!(nearness("gzipp", "gzip"), Some(1));
        assert_eq!(nearness("GZip", "gzip"), Some(0));
        assert_eq!(nearness("numcodecs.zstd", "zstd"), Some(0));
        assert_eq!(nearness("sharding-indexd", "sharding_indexed"), Some(1));
        assert_eq!(nearness("int33", "int32"), Some(1));
        assert_eq!(nearness("example.secret", "gzip"), None);
        assert_eq!(nearness("", "bz2"), None);
    }
}
