use serde_json::{Value, json};

use super::case::{Case, Failing};
use super::{Hypothesis, confidence::codecs as sure, hypothesis};
use crate::codec::{CODECS, CodecError, NAMED_ONLY};
use crate::metadata::{Change, CodecRole};

const MOST: usize = 3;

pub fn of_codec(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let (name, info) = match failing.error {
        CodecError::Unknown { name } => (name, failing.info),
        // The codec after which nothing is known any more.
        CodecError::Unbound { because } => {
            let stage = case.chain.stages().find(|stage| stage.codec.name == *because && !stage.is_known());
            let Some(stage) = stage else { return Vec::new() };
            (because, stage)
        }
        _ => return Vec::new(),
    };
    // What is named elsewhere is no slip, nor is what other builds decode.
    if info.row().is_some() || NAMED_ONLY.iter().any(|(named, _)| named == name) {
        return Vec::new();
    }
    let is_v3 = info.codec.role == CodecRole::Codec;
    let mut names: Vec<(usize, &str)> = Vec::new();
    for row in CODECS {
        let known = if is_v3 { std::slice::from_ref(&row.name) } else { row.v2 };
        for known in known {
            if let Some(distance) = nearness(name, known) {
                names.push((distance, known));
            }
        }
    }
    names.sort_unstable();
    let pointer = &info.codec.pointer;
    let member = match (case.array.document().value.pointer(pointer), is_v3) {
        (Some(Value::String(_)), _) => "",
        (_, true) => "/name",
        _ => "/id",
    };
    let mut hypotheses = Vec::new();
    for (distance, known) in names {
        let changes = vec![Change::new(format!("{pointer}{member}"), json!(known))];
        let (confidence, why) = match (case.verify(&changes), distance) {
            (true, _) => (sure::NAME_DECODES, format!("; with {known} the chunk decodes")),
            (false, 0 | 1) => (sure::NAME_NEAR, String::new()),
            (false, _) => continue,
        };
        let evidence = format!("\"{name}\" is not a known codec{why}");
        hypotheses.push(
            hypothesis(format!("codec name should be {known}"), confidence, evidence).changing(changes),
        );
        if hypotheses.len() == MOST {
            break;
        }
    }
    hypotheses
}

/// How many letters two names differ by, where that is few. Prefixes and how words are separated do not count.
pub fn nearness(one: &str, known: &str) -> Option<usize> {
    const LONGEST: usize = 40;
    // With its prefix.
    if one.len() > 10 * LONGEST {
        return None;
    }
    let plain = |name: &str| {
        let name = name.to_ascii_lowercase();
        let name = name.rsplit(['.', '/', ':']).next().unwrap_or_default();
        name.chars().filter(char::is_ascii_alphanumeric).collect::<Vec<char>>()
    };
    let one = plain(one);
    let known = plain(known);
    if one.is_empty() || one.len() > LONGEST {
        return None;
    }
    let distance = distance(&one, &known);
    if distance <= if known.len() > 4 { 2 } else { 1 } { Some(distance) } else { None }
}

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
