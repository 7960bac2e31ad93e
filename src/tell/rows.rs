use super::report::Line;
use super::words::{count, grouped, ratio, size};
use crate::metadata::text::escape;
use crate::pipeline::{NodeFacts, NodeWeight, RowKind};

pub fn edges(edges: &[u64]) -> String {
    if edges.is_empty() {
        return "()".to_owned();
    }
    edges.iter().map(u64::to_string).collect::<Vec<_>>().join("×")
}

pub fn kind(facts: &NodeFacts) -> String {
    match (facts.kind, &facts.data_type) {
        (RowKind::Array, Some(name)) => name.clone(),
        (RowKind::Other, _) => "no node".to_owned(),
        (kind, _) => kind.to_string(),
    }
}

pub fn files(number: usize) -> [String; 3] {
    let (files, is) = (count(number as u128, "file"), if number == 1 { "is" } else { "are" });
    [format!("{files} that {is} neither node nor chunk"), format!("{files}, none a node"), files]
}

pub fn report_of_files<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<Line> {
    const SHOWN: usize = 1000;
    let number = names.len();
    let [what, ..] = files(number);
    let mut lines = vec![Line::Text(format!("{what} (. shows each in the tree)"))];
    lines.extend(names.take(SHOWN).map(|name| Line::Text(format!("? {}", escape(name)))));
    if number > SHOWN {
        lines.push(Line::Text("…".to_owned()));
    }
    lines
}

pub fn decoded(weight: &NodeWeight) -> Option<String> {
    match u64::try_from(weight.decoded_nbytes?) {
        Ok(nbytes) => Some(size(nbytes)),
        Err(_) => Some("> 2^64 B".to_owned()),
    }
}

pub fn times(weight: &NodeWeight) -> Option<f64> {
    ratio(weight.decoded_nbytes?, weight.stored_nbytes)
}

/// For much room and for less: `6 arrays, 256 of 260 chunks stored, 8.1 MB → 14.2 MB, 1.8×`.
pub fn total(sum: &NodeWeight, is_complete: bool) -> [String; 3] {
    let arrays = count(sum.arrays.into(), "array");
    let stored = chunks(Some(sum.stored), sum.chunks);
    let all = nbytes(sum);
    let only = nbytes_only(sum);
    let mut more = String::new();
    if sum.unknown > 0 {
        more = format!(", {} not known", grouped(sum.unknown));
    }
    if !is_complete {
        more.push_str(" so far …");
    }
    [
        format!("{arrays}, {stored} stored, {all}{more}"),
        format!("{arrays}, {all}{more}"),
        format!("{arrays}, {only}{more}"),
    ]
}

pub fn uncounted() -> [String; 3] {
    let long = "chunks not counted, at an address: sort by stored (o)";
    [long, "chunks not counted: o, by stored", "not counted"].map(str::to_owned)
}

pub fn chunks(stored: Option<u64>, all: Option<u128>) -> String {
    let stored = stored.map_or("…".to_owned(), |stored| grouped(stored.into()));
    let all = all.map_or("very many chunks".to_owned(), |all| count(all, "chunk"));
    format!("{stored} of {all}")
}

pub fn nbytes(weight: &NodeWeight) -> String {
    match times(weight) {
        Some(times) => format!("{}, {times:.1}×", nbytes_only(weight)),
        None => nbytes_only(weight),
    }
}

fn nbytes_only(weight: &NodeWeight) -> String {
    let stored = size(weight.stored_nbytes);
    match decoded(weight) {
        Some(decoded) => format!("{stored} → {decoded}"),
        None => stored,
    }
}
