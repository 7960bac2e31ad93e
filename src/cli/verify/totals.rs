//! Which chunks of a hierarchy are there, where somebody said which are expected.

use serde_json::{Value, json};

use super::super::findings::Finding;
use super::super::json as print;
use crate::check::{ALL_FILL, HEADER_ONLY, NO_CHUNK, STRAY};
use crate::pipeline::{Completeness, ExpectedChunks, ExpectedLine};
use crate::tell::words::{count, grouped};

/// How many stray keys of an array are named in a line.
const NAMED: usize = 3;

/// The chunks of all arrays, by what is known of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ExpectedTotals {
    /// Whether all are expected, or those that a list does not name.
    is_all: bool,
    chunks: Option<u128>,
    present: u64,
    absent: Option<u128>,
    allowed: u128,
    unknown: u128,
    strays: u64,
    header_only: u64,
}

impl ExpectedTotals {
    pub(super) fn new(expected: &ExpectedChunks) -> Self {
        Self::of(expected.is_all())
    }

    fn of(is_all: bool) -> Self {
        let (chunks, absent) = (Some(0), Some(0));
        Self { is_all, chunks, present: 0, absent, allowed: 0, unknown: 0, strays: 0, header_only: 0 }
    }

    /// The same expectation, of no chunks.
    pub(super) fn of_none(&self) -> Self {
        Self::of(self.is_all)
    }

    /// Adds the chunks of an array.
    pub(super) fn add(&mut self, array: &Completeness) {
        let Completeness { chunks, present, absent, allowed, unknown, strays, .. } = *array;
        let header_only = u64::from(array.is_header_only());
        let is_all = self.is_all;
        self.join(&Self { is_all, chunks, present, absent, allowed, unknown, strays, header_only });
    }

    /// Adds the chunks of a part.
    pub(super) fn join(&mut self, other: &Self) {
        let sum = |one: Option<u128>, other: Option<u128>| {
            one.zip(other).and_then(|(one, other)| one.checked_add(other))
        };
        self.chunks = sum(self.chunks, other.chunks);
        self.absent = sum(self.absent, other.absent);
        self.present = self.present.saturating_add(other.present);
        self.allowed = self.allowed.saturating_add(other.allowed);
        self.unknown = self.unknown.saturating_add(other.unknown);
        self.strays = self.strays.saturating_add(other.strays);
        self.header_only = self.header_only.saturating_add(other.header_only);
    }

    /// The totals in JSON. Chunks of nothing but the fill value are counted by the notes.
    pub(super) fn json(&self, notes: &[Finding]) -> Value {
        json!({
            "expect": if self.is_all { "all" } else { "listed" },
            "chunks": print::large(self.chunks), "present": self.present, "absent": print::large(self.absent),
            "may_be_missing": print::large(Some(self.allowed)), "unknown": print::large(Some(self.unknown)),
            "all_fill": all_fill(notes), "header_only_arrays": self.header_only, "stray_keys": self.strays,
        })
    }

    /// The totals of a report; `None` where it has others.
    pub(super) fn read(value: &Value) -> Option<Self> {
        let large_or_more = |name: &str| match &value[name] {
            Value::Null => Some(None),
            number => print::read_large(number).map(Some),
        };
        Some(Self {
            is_all: value["expect"].as_str()? == "all",
            chunks: large_or_more("chunks")?,
            present: value["present"].as_u64()?,
            absent: large_or_more("absent")?,
            allowed: print::read_large(&value["may_be_missing"])?,
            unknown: print::read_large(&value["unknown"])?,
            strays: value["stray_keys"].as_u64()?,
            header_only: value["header_only_arrays"].as_u64()?,
        })
    }

    /// The totals in a line.
    pub(super) fn text(&self, notes: &[Finding]) -> String {
        let large = |number: Option<u128>| number.map_or_else(|| "more than 2^128".to_owned(), grouped);
        format!(
            "expected: {} present, {} absent, {} that may be missing, {} unknown; {} all fill, {} without a chunk, {} \
             of no chunk",
            grouped(self.present.into()),
            large(self.absent),
            grouped(self.allowed),
            grouped(self.unknown),
            grouped(all_fill(notes).into()),
            count(self.header_only.into(), "array"),
            count(self.strays.into(), "key"),
        )
    }
}

/// The chunks that are nothing but the fill value.
fn all_fill(notes: &[Finding]) -> u64 {
    let of = notes.iter().filter(|note| note.rule == &ALL_FILL);
    of.fold(0, |sum: u64, note| sum.saturating_add(note.chunks()))
}

/// What is worth a note about the listing of an array.
pub(super) fn notes(listing: &Completeness) -> Vec<Finding> {
    let mut notes = Vec::new();
    if listing.is_header_only() {
        let chunks = listing
            .chunks
            .map_or_else(|| "more than 2^128 chunks".to_owned(), |chunks| count(chunks, "chunk"));
        let message = format!("no chunk is stored, of {chunks}");
        notes.push(Finding::of_node(&HEADER_ONLY, &listing.array, "header only", &message));
    }
    if listing.strays > 0 {
        let named: Vec<&str> = listing.named_strays.iter().take(NAMED).map(String::as_str).collect();
        let more = if listing.strays > named.len() as u64 { ", …" } else { "" };
        let verb = if listing.strays == 1 { "belongs" } else { "belong" };
        let keys = count(listing.strays.into(), "key");
        let message = format!("{keys} {verb} to no chunk: {}{more}", named.join(", "));
        let mut note = Finding::of_node(&STRAY, &listing.array, "stray keys", &message);
        note.value["key"] = json!(named.first());
        note.value["keys"] = json!(listing.named_strays);
        note.value["count"] = json!(listing.strays);
        notes.push(note);
    }
    notes
}

/// A line that names no chunk.
pub(super) fn idle(path: &str, line: &ExpectedLine) -> Finding {
    let ExpectedLine { number, text } = line;
    let message = format!(
        "line {number} of the list names no chunk of an array here, or overlaps too many others: {text}"
    );
    Finding::of_node(&NO_CHUNK, path, "expect", &message)
}
