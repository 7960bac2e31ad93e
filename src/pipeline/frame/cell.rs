use crate::metadata::Scalar;
use crate::metadata::text::{escape, grouped, shorten};

const LONGEST: usize = 60;

#[derive(Debug, Clone, PartialEq)]
pub enum FrameCell {
    Value(Scalar),
    Missing,
    /// What was expected, and what was found; empty where no more is known than that it cannot be read.
    Fault(String),
    Stored(StoredRow),
}

#[derive(Debug, Clone, PartialEq)]
pub struct StoredRow {
    pub first: Vec<StoredEntry>,
    pub count: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StoredEntry {
    /// Its column; its row, where the matrix is stored by columns.
    pub at: i128,
    pub label: Option<String>,
    pub value: Scalar,
}

impl FrameCell {
    pub(super) const UNREAD: &Self = &Self::Fault(String::new());

    pub fn text(&self) -> Option<String> {
        match self {
            Self::Value(value) => Some(value_text(value)),
            Self::Missing | Self::Fault(_) => None,
            Self::Stored(row) => Some(row.text()),
        }
    }
}

impl StoredRow {
    fn text(&self) -> String {
        if self.count == 0 {
            return "nothing stored".to_owned();
        }
        let mut parts = Vec::new();
        for entry in &self.first {
            let at = match &entry.label {
                Some(label) => shorten(&escape(label), LONGEST),
                None => entry.at.to_string(),
            };
            parts.push(format!("{at}: {}", value_text(&entry.value)));
        }
        let more = self.count.saturating_sub(self.first.len() as u64);
        if more > 0 {
            parts.push(format!("… {} more", grouped(more.into())));
        }
        parts.join(" · ")
    }
}

fn value_text(value: &Scalar) -> String {
    match value {
        Scalar::Text(text) => shorten(&escape(text), LONGEST),
        other => shorten(&escape(&other.to_string()), LONGEST),
    }
}
