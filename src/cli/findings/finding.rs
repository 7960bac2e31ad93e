//! What was found wrong, or worth knowing, in the form that reports have it: one object for each.

use serde_json::{Value, json};

use super::super::json as print;
use crate::check::{self, REMARK, Rule, broken_by, rule};
use crate::metadata::text::escape;
use crate::pipeline::{ALL_FILL, ChunkNote, Fault, VerifyFault};
use crate::store::{join, path_order};

/// One finding. Everything that is said of it is read from its JSON, so that a report that was written by another run says the
/// same.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::cli) struct Finding {
    /// The rule that is broken.
    pub(in crate::cli) rule: &'static Rule,
    /// The finding in JSON.
    pub(in crate::cli) value: Value,
}

impl Finding {
    /// A finding that breaks a rule.
    pub(in crate::cli) fn new(rule: &'static Rule, mut value: Value) -> Self {
        value["rule"] = json!(rule.id);
        value["severity"] = json!(rule.severity.name());
        Self { rule, value }
    }

    /// A fault that verifying found.
    pub(in crate::cli) fn of_fault(found: &VerifyFault) -> Self {
        let (rule, mut value) = (broken_by(&found.fault), print::fault(&found.fault));
        value["array"] = json!(found.array);
        value["key"] = json!(found.key);
        value["chunk"] = json!(found.chunk);
        if let Fault::Metadata(error) = &found.fault
            && let Some(codec) = &error.codec
        {
            value["codec"] = json!(codec);
        }
        Self::new(rule, value)
    }

    /// A note on chunks that decode.
    pub(in crate::cli) fn of_note(note: &ChunkNote) -> Self {
        let rule = if note.name == ALL_FILL { &check::ALL_FILL } else { &REMARK };
        let mut value = print::chunk_note(note);
        value["chunk"] = json!(note.chunk);
        Self::new(rule, value)
    }

    /// A note on the node at a path; what is more in the JSON follows.
    pub(in crate::cli) fn of_node(rule: &'static Rule, path: &str, note: &str, message: &str) -> Self {
        Self::new(rule, json!({"array": path, "note": note, "key": "", "message": message}))
    }

    /// The finding of a report; `None` where it is none.
    pub(in crate::cli) fn read(value: &Value) -> Option<Self> {
        let rule = rule(value["rule"].as_str()?)?;
        let found = Self { rule, value: value.clone() };
        let says = |name: &str| found.value[name].is_string();
        (says("array") && says("key") && says("message")).then_some(found)
    }

    fn says(&self, name: &str) -> &str {
        self.value[name].as_str().unwrap_or_default()
    }

    /// The node it is about, as the user would write it.
    pub(in crate::cli) fn path(&self) -> &str {
        self.says("array")
    }

    /// The file it is about, as the user would write it: the document, the chunk, or the node where there is none.
    pub(in crate::cli) fn file(&self) -> String {
        let document = self.says("document");
        join(self.path(), if document.is_empty() { self.says("key") } else { document })
    }

    /// The coordinates of the chunk it is about.
    pub(in crate::cli) fn chunk(&self) -> Option<Vec<u64>> {
        self.value["chunk"].as_array()?.iter().map(Value::as_u64).collect()
    }

    /// How many chunks a note is about.
    pub(in crate::cli) fn chunks(&self) -> u64 {
        self.value["chunks"].as_u64().unwrap_or_default()
    }

    /// What a note is about; empty for a fault.
    pub(in crate::cli) fn note(&self) -> &str {
        self.says("note")
    }

    /// Where it stands in a report: by its node, then what is of the node itself, then by chunks.
    pub(in crate::cli) fn order(&self) -> impl Ord + use<> {
        (path_order(self.path()), self.chunk())
    }

    /// What is wrong, and in which stage and place of the document, without the path.
    fn place(&self) -> String {
        let (stage, key, pointer) = (self.says("stage"), self.says("key"), self.says("pointer"));
        if stage.is_empty() {
            let between = if pointer.is_empty() { "" } else { ": " };
            return [self.says("document"), between, pointer, key].concat();
        }
        if stage != "metadata" {
            return if key.is_empty() { stage.to_owned() } else { format!("{key}: {stage}") };
        }
        let document = self.says("document");
        let codec = self.value["codec"].as_str().map(|codec| format!(" ({codec})")).unwrap_or_default();
        if pointer.is_empty() {
            format!("{document}: metadata")
        } else {
            format!("{document}: metadata: {pointer}{codec}")
        }
    }

    /// The finding in a line.
    pub(in crate::cli) fn text(&self) -> String {
        let (path, message) = (self.path(), self.says("message"));
        let text = match self.value["chunks"].as_u64() {
            Some(chunks) => {
                let what =
                    if chunks == 1 { "1 chunk,".to_owned() } else { format!("{chunks} chunks, first") };
                format!("{path}: {}: {what} {}: {message}", self.note(), self.says("key"))
            }
            None => {
                let place = if self.note().is_empty() { self.place() } else { self.note().to_owned() };
                let place = if place.is_empty() { place } else { format!("{place}: ") };
                format!("{path}: {place}{message}")
            }
        };
        escape(&text).into_owned()
    }
}
