use serde::{Deserialize, Serialize};

use super::super::findings::Finding;
use crate::check::{ALL_FILL, HEADER_ONLY, NO_CHUNK, STRAY};
use crate::pipeline::{Completeness, ExpectedChunks, ExpectedLine, InnerAbsences};
use crate::tell::words::{count, grouped, large};

const NAMED: usize = 3;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ExpectedTotals {
    expect: Expectation,
    chunks: Option<u128>,
    present: u64,
    absent: Option<u128>,
    #[serde(rename = "may_be_missing")]
    allowed: u128,
    unknown: u128,
    all_fill: u64,
    #[serde(rename = "header_only_arrays")]
    header_only: u64,
    #[serde(rename = "stray_keys")]
    strays: u64,
    #[serde(default)]
    inner_absent: u64,
    #[serde(default, rename = "inner_may_be_missing")]
    inner_allowed: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expectation {
    #[default]
    All,
    Listed,
}

impl ExpectedTotals {
    pub(super) fn new(expected: &ExpectedChunks) -> Self {
        Self::of(if expected.lines.is_empty() { Expectation::All } else { Expectation::Listed })
    }

    fn of(expect: Expectation) -> Self {
        Self { expect, chunks: Some(0), absent: Some(0), ..Self::default() }
    }

    pub(super) fn of_none(&self) -> Self {
        Self::of(self.expect)
    }

    pub(super) fn add(&mut self, array: &Completeness) {
        let Completeness { chunks, present, absent, allowed, unknown, strays, .. } = *array;
        let header_only = u64::from(array.is_header_only());
        let none = self.of_none();
        self.join(&Self { chunks, present, absent, allowed, unknown, header_only, strays, ..none });
    }

    pub(super) fn add_inner(&mut self, inner: InnerAbsences) {
        let InnerAbsences { absent, allowed } = inner;
        self.join(&Self { inner_absent: absent, inner_allowed: allowed, ..self.of_none() });
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.chunks = checked_sum(self.chunks, other.chunks);
        self.absent = checked_sum(self.absent, other.absent);
        self.present = self.present.saturating_add(other.present);
        self.allowed = self.allowed.saturating_add(other.allowed);
        self.unknown = self.unknown.saturating_add(other.unknown);
        self.strays = self.strays.saturating_add(other.strays);
        self.header_only = self.header_only.saturating_add(other.header_only);
        self.inner_absent = self.inner_absent.saturating_add(other.inner_absent);
        self.inner_allowed = self.inner_allowed.saturating_add(other.inner_allowed);
    }

    pub(super) fn with_notes(&self, notes: &[Finding]) -> Self {
        let mut totals = self.clone();
        totals.all_fill = 0;
        for note in notes {
            if note.rule == &ALL_FILL {
                totals.all_fill = totals.all_fill.saturating_add(note.chunks());
            }
        }
        totals
    }

    pub(super) fn text(&self) -> String {
        let inner = match (self.inner_absent, self.inner_allowed) {
            (0, 0) => String::new(),
            (absent, allowed) => {
                let absent = count(absent.into(), "inner chunk");
                format!("; {absent} absent, {} that may be missing", grouped(allowed.into()))
            }
        };
        format!(
            "expected: {} present, {} absent, {} that may be missing, {} unknown; {} all fill, {} without a chunk, {} \
             of no chunk{inner}",
            grouped(self.present.into()),
            large(self.absent),
            grouped(self.allowed),
            grouped(self.unknown),
            grouped(self.all_fill.into()),
            count(self.header_only.into(), "array"),
            count(self.strays.into(), "key"),
        )
    }
}

pub(super) fn checked_sum(one: Option<u128>, other: Option<u128>) -> Option<u128> {
    one?.checked_add(other?)
}

pub(super) fn notes(listing: &Completeness) -> Vec<Finding> {
    let mut notes = Vec::new();
    if listing.is_header_only() {
        let chunks = match listing.chunks {
            Some(chunks) => count(chunks, "chunk"),
            None => "more than 2^128 chunks".to_owned(),
        };
        let message = format!("no chunk is stored, of {chunks}");
        notes.push(Finding::of_node(&HEADER_ONLY, &listing.array, "header only", &message));
    }
    if listing.strays > 0 {
        let named: Vec<&str> = listing.named_strays.iter().take(NAMED).map(String::as_str).collect();
        let more = if listing.strays > named.len() as u64 { ", …" } else { "" };
        let verb = if listing.strays == 1 { "belongs" } else { "belong" };
        let keys = count(listing.strays.into(), "key");
        let message = format!("{keys} {verb} to no chunk: {}{more}", named.join(", "));
        let note = Finding::of_node(&STRAY, &listing.array, "stray keys", &message);
        notes.push(note.with_keys(&listing.named_strays, listing.strays));
    }
    notes
}

pub(super) fn idle(path: &str, line: &ExpectedLine) -> Finding {
    let ExpectedLine { number, text } = line;
    let message = format!(
        "line {number} of the list names no chunk of an array here, or overlaps too many others: {text}"
    );
    Finding::of_node(&NO_CHUNK, path, "expect", &message)
}
