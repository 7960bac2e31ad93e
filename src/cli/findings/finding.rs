use std::cmp::Ordering;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::super::json::FaultReport;
use crate::check::{self, REMARK, Rule, broken_by};
use crate::doctor::DOUBTFUL;
use crate::metadata::text::escape;
use crate::pipeline::{ALL_FILL, ChunkNote, Fault, PARTLY_FILLED, VerifyFault};
use crate::store::{join, path_order};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::cli) struct Finding {
    #[serde(flatten, serialize_with = "write_with_path")]
    what: FindingKind,
    #[serde(serialize_with = "write_rule", deserialize_with = "read_rule")]
    pub(in crate::cli) rule: &'static Rule,
    severity: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum FindingKind {
    Fault(FoundFault),
    Remark(Remark),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct FoundFault {
    #[serde(flatten)]
    fault: FaultReport,
    array: String,
    key: String,
    chunk: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    codec: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::cli) struct Remark {
    pub(in crate::cli) array: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) chunks: Option<u64>,
    pub(in crate::cli) key: String,
    pub(in crate::cli) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) document: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) pointer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) chunk: Option<Vec<u64>>,
}

/// `path` and `array` are the same: reports have had the latter since before nodes of every kind had findings.
fn write_with_path<S: Serializer>(what: &FindingKind, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct WithPath<'a> {
        path: &'a str,
        #[serde(flatten)]
        what: &'a FindingKind,
    }
    WithPath { path: what.path(), what }.serialize(to)
}

fn write_rule<S: Serializer>(rule: &Rule, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(rule.id)
}

fn read_rule<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Rule, D::Error> {
    let id = String::deserialize(from)?;
    check::rule(&id).ok_or_else(|| D::Error::custom("expected the id of a rule"))
}

impl Finding {
    pub(in crate::cli) fn new(rule: &'static Rule, remark: Remark) -> Self {
        Self::of_kind(rule, FindingKind::Remark(remark))
    }

    fn of_kind(rule: &'static Rule, what: FindingKind) -> Self {
        Self { what, rule, severity: rule.severity.name().to_owned(), keys: None, count: None }
    }

    pub(in crate::cli) fn of_fault(found: &VerifyFault) -> Self {
        let VerifyFault { array, key, chunk, fault, .. } = found;
        let codec =
            if let Fault::Metadata(error) = fault { error.codec.clone().map(String::from) } else { None };
        let found = FoundFault {
            fault: FaultReport { rule: None, severity: None, ..fault.into() },
            array: array.clone(),
            key: key.clone(),
            chunk: chunk.clone(),
            codec,
        };
        Self::of_kind(broken_by(fault), FindingKind::Fault(found))
    }

    /// A fault that is none of a chunk's own: `stage` says who found it.
    pub(in crate::cli) fn of_stage(
        rule: &'static Rule,
        stage: &str,
        path: &str,
        key: &str,
        chunk: Option<&[u64]>,
        message: &str,
    ) -> Self {
        let fault = FaultReport::of(stage, message.to_owned());
        let (array, key, chunk) = (path.to_owned(), key.to_owned(), chunk.map(<[u64]>::to_vec));
        Self::of_kind(rule, FindingKind::Fault(FoundFault { fault, array, key, chunk, codec: None }))
    }

    pub(in crate::cli) fn of_note(note: &ChunkNote) -> Self {
        let rule = match note.name {
            ALL_FILL => &check::ALL_FILL,
            PARTLY_FILLED => &check::PARTLY_FILLED,
            DOUBTFUL => &check::DOUBTFUL,
            _ => &REMARK,
        };
        let remark = Remark {
            array: note.array.clone(),
            note: Some(note.name.to_owned()),
            chunks: Some(note.chunks),
            key: note.key.clone(),
            message: note.value.clone(),
            chunk: Some(note.chunk.clone()),
            ..Remark::default()
        };
        Self::new(rule, remark)
    }

    pub(in crate::cli) fn of_node(rule: &'static Rule, path: &str, note: &str, message: &str) -> Self {
        let (array, note, message) = (path.to_owned(), Some(note.to_owned()), message.to_owned());
        Self::new(rule, Remark { array, note, message, ..Remark::default() })
    }

    pub(in crate::cli) fn with_keys(mut self, keys: &[String], count: u64) -> Self {
        if let (FindingKind::Remark(remark), Some(first)) = (&mut self.what, keys.first()) {
            remark.key.clone_from(first);
        }
        self.keys = Some(keys.to_vec());
        self.count = Some(count);
        self
    }

    pub(in crate::cli) fn path(&self) -> &str {
        self.what.path()
    }

    pub(in crate::cli) fn file(&self) -> String {
        let (document, key) = match &self.what {
            FindingKind::Fault(found) => (&found.fault.document, &found.key),
            FindingKind::Remark(remark) => (&remark.document, &remark.key),
        };
        join(self.path(), document.as_deref().filter(|document| !document.is_empty()).unwrap_or(key))
    }

    pub(in crate::cli) fn chunk(&self) -> Option<&[u64]> {
        match &self.what {
            FindingKind::Fault(found) => found.chunk.as_deref(),
            FindingKind::Remark(remark) => remark.chunk.as_deref(),
        }
    }

    pub(in crate::cli) fn chunks(&self) -> u64 {
        match &self.what {
            FindingKind::Fault(_) => 0,
            FindingKind::Remark(remark) => remark.chunks.unwrap_or_default(),
        }
    }

    pub(in crate::cli) fn add_chunks(&mut self, chunks: u64) {
        if let FindingKind::Remark(remark) = &mut self.what {
            remark.chunks = Some(remark.chunks.unwrap_or_default().saturating_add(chunks));
        }
    }

    pub(in crate::cli) fn note(&self) -> &str {
        match &self.what {
            FindingKind::Fault(_) => "",
            FindingKind::Remark(remark) => remark.note.as_deref().unwrap_or_default(),
        }
    }

    /// Findings about the node itself come before those about its chunks.
    pub(in crate::cli) fn order(&self, other: &Self) -> Ordering {
        path_order(self.path(), other.path()).then_with(|| self.chunk().cmp(&other.chunk()))
    }

    pub(in crate::cli) fn text(&self) -> String {
        let (place, message) = match &self.what {
            FindingKind::Fault(found) => (found.place(), &found.fault.message),
            FindingKind::Remark(remark) => (remark.place(), &remark.message),
        };
        let between = if place.is_empty() { "" } else { ": " };
        escape(&format!("{}: {place}{between}{message}", self.path())).into_owned()
    }
}

impl FindingKind {
    fn path(&self) -> &str {
        match self {
            Self::Fault(found) => &found.array,
            Self::Remark(remark) => &remark.array,
        }
    }
}

impl FoundFault {
    fn place(&self) -> String {
        let FaultReport { stage, document, pointer, .. } = &self.fault;
        if stage != "metadata" {
            return if self.key.is_empty() { stage.clone() } else { format!("{}: {stage}", self.key) };
        }
        let document = document.as_deref().unwrap_or_default();
        let codec = self.codec.as_ref().map_or(String::new(), |codec| format!(" ({codec})"));
        match pointer.as_deref() {
            None | Some("") => format!("{document}: metadata"),
            Some(pointer) => format!("{document}: metadata: {pointer}{codec}"),
        }
    }
}

impl Remark {
    fn place(&self) -> String {
        let note = self.note.as_deref().unwrap_or_default();
        match self.chunks {
            Some(1) => return format!("{note}: 1 chunk, {}", self.key),
            Some(chunks) => return format!("{note}: {chunks} chunks, first {}", self.key),
            None if !note.is_empty() => return note.to_owned(),
            None => {}
        }
        let document = self.document.as_deref().unwrap_or_default();
        let pointer = self.pointer.as_deref().unwrap_or_default();
        let between = if pointer.is_empty() { "" } else { ": " };
        [document, between, pointer, &self.key].concat()
    }
}
