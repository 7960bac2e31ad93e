//! Nodes in rows: the words of tables and lists, on the screen and in commands.

use super::report::Line;
use super::words::{count, grouped, ratio, size};
use crate::metadata::text::escape;
use crate::pipeline::{NodeFacts, NodeWeight, RowKind};

/// Edges of a shape in little room: `366×37×57`; nothing for an array without dimensions.
pub fn edges(edges: &[u64]) -> String {
    if edges.is_empty() {
        return "()".to_owned();
    }
    edges.iter().map(u64::to_string).collect::<Vec<_>>().join("×")
}

/// The kind of a node; of an array, its data type.
pub fn kind(facts: &NodeFacts) -> String {
    match (facts.kind, &facts.data_type) {
        (RowKind::Array, Some(name)) => name.clone(),
        (RowKind::Other, _) => "no node".to_owned(),
        (kind, _) => kind.to_string(),
    }
}

/// Files that are neither node nor chunk, in one line: the words for much room, and for less.
pub fn files(number: usize) -> [String; 3] {
    let (files, is) = (count(number as u128, "file"), if number == 1 { "is" } else { "are" });
    [format!("{files} that {is} neither node nor chunk"), format!("{files}, no nodes"), files]
}

/// The files that one row stands for, as a report.
pub fn report_of_files<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<Line> {
    const SHOWN: usize = 1000;
    let number = names.len();
    let mut lines = vec![Line::Text(format!("{} (. shows each in the tree)", first(files(number))))];
    lines.extend(names.take(SHOWN).map(|name| Line::Text(format!("? {}", escape(name)))));
    lines.extend((number > SHOWN).then(|| Line::Text("…".to_owned())));
    lines
}

/// The bytes that something decodes to; nothing where nobody can tell.
pub fn decoded(weight: &NodeWeight) -> Option<String> {
    weight.decoded_nbytes.map(|nbytes| u64::try_from(nbytes).map_or_else(|_| "> 2^64 B".to_owned(), size))
}

/// How many times smaller the stored form is: `1.8`.
pub fn times(weight: &NodeWeight) -> Option<f64> {
    ratio(weight.decoded_nbytes?, weight.stored_nbytes)
}

/// What is stored for a group in one line, for much room and for less: `6 arrays, 256 of 260 chunks stored, 8.1 MB → 14.2 MB,
/// 1.8×`.
pub fn total(sum: &NodeWeight, is_complete: bool) -> [String; 3] {
    let arrays = count(sum.arrays.into(), "array");
    let stored = chunks(Some(sum.stored), sum.chunks);
    let (all, only) = (nbytes(sum), nbytes_only(sum));
    let more = if is_complete { "" } else { " so far …" };
    let unknown =
        if sum.unknown > 0 { format!(", {} not known", grouped(sum.unknown)) } else { String::new() };
    let more = format!("{unknown}{more}");
    [
        format!("{arrays}, {stored} stored, {all}{more}"),
        format!("{arrays}, {all}{more}"),
        format!("{arrays}, {only}{more}"),
    ]
}

/// What stands there where chunks are counted only if somebody asks, for much room and for less.
pub fn uncounted() -> [String; 3] {
    [
        "chunks not counted, at an address: sort by stored (o)",
        "chunks not counted: o, by stored",
        "not counted",
    ]
    .map(str::to_owned)
}

/// How many chunks are stored of all: `256 of 260 chunks`; `…` where that is not known yet.
pub fn chunks(stored: Option<u64>, all: Option<u128>) -> String {
    let stored = stored.map_or_else(|| "…".to_owned(), |stored| grouped(stored.into()));
    let all = all.map_or_else(|| "very many chunks".to_owned(), |all| count(all, "chunk"));
    format!("{stored} of {all}")
}

/// What is stored and what it decodes to: `8.1 MB → 14.2 MB, 1.8×`.
pub fn nbytes(weight: &NodeWeight) -> String {
    let times = times(weight).map(|times| format!(", {times:.1}×")).unwrap_or_default();
    format!("{}{times}", nbytes_only(weight))
}

fn nbytes_only(weight: &NodeWeight) -> String {
    let decoded = decoded(weight).map(|decoded| format!(" → {decoded}")).unwrap_or_default();
    format!("{}{decoded}", size(weight.stored_nbytes))
}

/// The words for much room.
fn first([text, ..]: [String; 3]) -> String {
    text
}
