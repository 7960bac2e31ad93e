//! What stands in a cell of a table.

use crate::metadata::Scalar;
use crate::metadata::text::{escape, grouped, shorten};

const LONGEST: usize = 60;

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum FrameCell {
    /// Its value.
    Value(Scalar),
    /// There is none.
    Missing,
    /// It cannot be read.
    Fault,
    /// What is stored of a row of a sparse matrix.
    Stored(StoredRow),
}

/// What is stored of a row of a sparse matrix; of a column, where it is stored column after column.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredRow {
    /// The first entries.
    pub first: Vec<StoredEntry>,
    /// How many there are.
    pub count: u64,
}

/// An entry of a row of a sparse matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEntry {
    /// Its column; its row, where the matrix is stored column after column.
    pub at: i128,
    /// The label of that.
    pub label: Option<String>,
    /// Its value.
    pub value: Scalar,
}

impl FrameCell {
    /// What a screen shows of it; of values that are there.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Value(value) => Some(value_text(value)),
            Self::Missing | Self::Fault => None,
            Self::Stored(row) => Some(row.text()),
        }
    }
}

impl StoredRow {
    /// `3: 0.5 · 7: 1 · 4 more`.
    fn text(&self) -> String {
        if self.count == 0 {
            return "nothing stored".to_owned();
        }
        let entry = |entry: &StoredEntry| {
            let at = entry
                .label
                .as_deref()
                .map_or_else(|| entry.at.to_string(), |label| shorten(&escape(label), LONGEST));
            format!("{at}: {}", value_text(&entry.value))
        };
        let mut parts: Vec<String> = self.first.iter().map(entry).collect();
        let more = self.count.saturating_sub(self.first.len() as u64);
        parts.extend((more > 0).then(|| format!("… {} more", grouped(more.into()))));
        parts.join(" · ")
    }
}

fn value_text(value: &Scalar) -> String {
    match value {
        Scalar::Text(text) => shorten(&escape(text), LONGEST),
        other => shorten(&escape(&other.to_string()), LONGEST),
    }
}
