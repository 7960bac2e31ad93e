use std::cmp::Ordering;

use super::error::StoreError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// Bytes that are no UTF-8 are replaced.
    pub name: String,
    pub kind: EntryKind,
}

impl DirectoryEntry {
    pub fn sorted(entries: impl Iterator<Item = Self>) -> Vec<Self> {
        let mut entries: Vec<Self> = entries.collect();
        sort(&mut entries);
        entries
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    Directory,
    Link,
    File,
    /// Anything with a name that is not UTF-8: no key leads there.
    Unnameable,
    /// A FIFO, a socket, a device, a link without a target.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Below {
    /// A regular file, and its size in bytes; 0 for [`Detail::Names`].
    File(u64),
    Directory,
    /// A link to a directory, or a directory after one, which may be outside of the store. Only follow it where you expect chunks.
    Link,
    Other,
    Unreadable(StoreError),
}

/// Asking for the size of each file takes as long as the rest of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    Names,
    Sizes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    On,
    Past,
    Stop,
}

pub fn join(key: &str, name: &str) -> String {
    match (key, name) {
        ("", name) => name.to_owned(),
        (key, "") => key.to_owned(),
        (key, name) => format!("{key}/{name}"),
    }
}

pub fn relative<'a>(key: &'a str, node: &str) -> &'a str {
    key.strip_prefix(node).map_or(key, |rest| rest.trim_start_matches('/'))
}

pub(crate) fn is_key(key: &str) -> bool {
    key.is_empty() || key.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

#[cfg(feature = "remote")]
pub(super) fn is_in(key: &str, directory: &str) -> bool {
    key.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}

pub(super) fn sort(entries: &mut Vec<DirectoryEntry>) {
    entries.sort_by(|one, other| natural(&one.name, &other.name));
    // A server may name the same again and again. Names that are not UTF-8 may differ where they are shown alike.
    entries.dedup_by(|one, other| one == other && one.kind != EntryKind::Unnameable);
}

/// Names above a node come before those below it.
pub fn path_order(one: &str, other: &str) -> Ordering {
    let (mut names, mut others) = (one.split('/'), other.split('/'));
    loop {
        match (names.next(), others.next()) {
            (Some(name), Some(other)) => match natural(name, other) {
                Ordering::Equal => {}
                different => return different,
            },
            (name, other) => return name.is_some().cmp(&other.is_some()),
        }
    }
}

/// How many bytes both begin with, without the number that goes on behind them: very long names often differ at their ends.
fn alike(one: &[u8], other: &[u8]) -> usize {
    const STEP: usize = 64;
    let steps = one.chunks_exact(STEP).zip(other.chunks_exact(STEP)).take_while(|(one, other)| one == other);
    let begin = steps.count() * STEP;
    let before = one.get(..begin).unwrap_or_default();
    begin - before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Numbers in names go by value: `c10` comes after `c9`. Digits come before everything else.
///
/// Nothing is taken apart: a hostile name may change from digit to letter and back thousands of times.
fn natural(one: &str, other: &str) -> Ordering {
    let begin = alike(one.as_bytes(), other.as_bytes());
    let (mut rest, mut others) =
        (one.as_bytes().get(begin..).unwrap_or_default(), other.as_bytes().get(begin..).unwrap_or_default());
    while let (Some((first, after)), Some((second, second_after))) =
        (rest.split_first(), others.split_first())
    {
        if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number, after) = split_number(rest);
            let (second_number, second_after) = split_number(others);
            match number.len().cmp(&second_number.len()).then_with(|| number.cmp(second_number)) {
                Ordering::Equal => (rest, others) = (after, second_after),
                different => return different,
            }
        } else if first == second {
            (rest, others) = (after, second_after);
        } else {
            return (!first.is_ascii_digit(), first).cmp(&(!second.is_ascii_digit(), second));
        }
    }
    rest.len().cmp(&others.len()).then_with(|| one.cmp(other))
}

/// The digits at the start, without zeros before them, and what follows.
fn split_number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, after) = text.split_at(end);
    let zeros = digits.iter().take_while(|byte| **byte == b'0').count();
    (digits.split_at(zeros).1, after)
}

/// Characters of the ending of an archive's name, with its dot.
const ENDING: usize = 4;

/// OME-Zarr has its own ending for images in one file.
pub fn is_archive(name: &str) -> bool {
    // The whole of a long name is not looked through: each part of a key may be asked about with all that is above it.
    let ending = name.len().checked_sub(ENDING).and_then(|at| name.get(at..)).unwrap_or_default();
    [".zip", ".ozx"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_go_by_value_and_digits_come_first() {
        let sorted = [
            "",
            "1",
            "1a",
            "2",
            "9",
            "09a",
            "9b",
            "010",
            "10",
            "18446744073709551616",
            "18446744073709551617",
            "-",
            "a",
            "a1",
            "a1b2",
            "a1b10",
            "a2",
            "a-",
            "ab",
            "c9",
            "c10",
            "c10a",
            "é",
        ];
        for (place, one) in sorted.iter().enumerate() {
            for (other_place, other) in sorted.iter().enumerate() {
                assert_eq!(natural(one, other), place.cmp(&other_place), "{one:?} {other:?}");
                // What both begin with changes nothing, however long it is.
                for length in [31, 32, 33, 64] {
                    let [one, other] = [one, other].map(|name| format!("{}{name}", "1a".repeat(length)));
                    assert_eq!(natural(&one, &other), place.cmp(&other_place), "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_number_that_goes_on_is_compared_as_a_whole() {
        let [long, longer] = [62, 63].map(|zeros| format!("a{}", "1".repeat(zeros)));
        for (one, other) in [("23", "24"), ("9b", "10a"), ("1", "1a"), ("", "0")] {
            for begin in [&long, &longer] {
                let [one, other] = [one, other].map(|name| format!("{begin}{name}"));
                assert_eq!(natural(&one, &other), Ordering::Less, "{one} {other}");
                assert_eq!(natural(&other, &one), Ordering::Greater, "{one} {other}");
            }
        }
    }

    #[test]
    fn a_node_comes_before_what_is_below_it() {
        let mut paths = ["a/b", "a1", "a", "a/b10/c", "a/b9", ""];
        paths.sort_by(|one, other| path_order(one, other));
        assert_eq!(paths, ["", "a", "a/b", "a/b9", "a/b10/c", "a1"]);
    }
}
