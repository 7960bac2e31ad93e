//! Tables of cells and genes, and what lies in space: how each element of `AnnData` and `SpatialData` is written.
//!
//! Source: [AnnData, on-disk format](https://anndata.readthedocs.io/en/latest/fileformat-prose.html) and
//! [SpatialData, storage format](https://spatialdata.scverse.org/en/stable/design_doc.html)
//!
//! ```json
//! {"encoding-type": "dataframe", "encoding-version": "0.2.0", "_index": "_index", "column-order": ["cell_type", "n"]}
//! {"encoding-type": "csr_matrix", "encoding-version": "0.1.0", "shape": [2700, 32738]}
//! ```

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::attributes::{MeaningNote, MeaningNotes, beginning, text_of};

pub(super) const TYPE: &str = "encoding-type";
pub(super) const SPATIAL: &str = "spatialdata_attrs";
const COLUMNS: usize = 256;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EncodedKind {
    AnnData,
    Table,
    Categories,
    /// A sparse matrix, row after row (CSR) or column after column (CSC).
    Sparse {
        by_rows: bool,
    },
    Nullable,
    Mapping,
    Spatial,
    #[default]
    Other,
}

pub fn categories_elsewhere(attributes: &Map<String, Value>) -> Option<&str> {
    attributes.get("categories")?.as_str()
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EncodedElement {
    pub kind: EncodedKind,
    pub encoding: String,
    pub version: Option<String>,
    pub columns: Vec<String>,
    pub column_count: usize,
    pub index: Option<String>,
    pub shape: Option<[u64; 2]>,
    pub is_ordered: bool,
    pub notes: Vec<MeaningNote>,
}

fn kind(encoding: &str) -> (EncodedKind, &str) {
    match encoding {
        "anndata" => (EncodedKind::AnnData, "AnnData"),
        "dataframe" => (EncodedKind::Table, "table"),
        "categorical" => (EncodedKind::Categories, "categories"),
        "csr_matrix" => (EncodedKind::Sparse { by_rows: true }, "sparse matrix by rows (CSR)"),
        "csc_matrix" => (EncodedKind::Sparse { by_rows: false }, "sparse matrix by columns (CSC)"),
        "nullable-integer" => (EncodedKind::Nullable, "integers that may be missing"),
        "nullable-boolean" => (EncodedKind::Nullable, "booleans that may be missing"),
        "nullable-string-array" => (EncodedKind::Nullable, "strings that may be missing"),
        "dict" => (EncodedKind::Mapping, "named elements"),
        "raw" => (EncodedKind::Mapping, "raw data of AnnData"),
        "awkward-array" => (EncodedKind::Other, "lists of different lengths (awkward array)"),
        "string-array" => (EncodedKind::Other, "strings"),
        "rec-array" => (EncodedKind::Other, "records"),
        "ngff:points" => (EncodedKind::Spatial, "SpatialData points"),
        "ngff:shapes" => (EncodedKind::Spatial, "SpatialData shapes"),
        "ngff:regions_table" => (EncodedKind::Spatial, "SpatialData table"),
        other => (EncodedKind::Other, other),
    }
}

impl EncodedElement {
    pub fn read(attributes: &Map<String, Value>) -> Option<Self> {
        let mut notes = MeaningNotes::default();
        let encoding = match attributes.get(TYPE) {
            Some(Value::String(text)) if !text.is_empty() => beginning(text),
            Some(Value::String(_) | Value::Null) | None => {
                let version = attributes.get(SPATIAL)?.get("version").and_then(Value::as_str);
                let (kind, encoding) = (EncodedKind::Spatial, "SpatialData".to_owned());
                return Some(Self { kind, encoding, version: version.map(beginning), ..Self::default() });
            }
            Some(other) => {
                notes.unexpected(TYPE, "a text", other);
                String::new()
            }
        };
        let (kind, _) = kind(&encoding);
        let version = text_of(attributes, "encoding-version");
        let mut found = Self { kind, encoding, version, ..Self::default() };
        match kind {
            EncodedKind::Table => found.read_columns(attributes, &mut notes),
            EncodedKind::Sparse { .. } => {
                let value = attributes.get("shape").unwrap_or(&Value::Null);
                if let Value::Array(edges) = value
                    && let [rows, columns] = edges.as_slice()
                    && let Some(rows) = rows.as_u64()
                    && let Some(columns) = columns.as_u64()
                {
                    found.shape = Some([rows, columns]);
                } else {
                    notes.unexpected("shape", "rows and columns", value);
                }
            }
            _ => {}
        }
        found.is_ordered = attributes.get("ordered") == Some(&Value::Bool(true));
        found.notes = notes.0;
        Some(found)
    }

    fn read_columns(&mut self, attributes: &Map<String, Value>, notes: &mut MeaningNotes) {
        self.index = text_of(attributes, "_index");
        match attributes.get("column-order") {
            Some(Value::Array(columns)) => {
                let mut seen: BTreeSet<&str> = BTreeSet::new();
                let names = columns.iter().take(COLUMNS).filter_map(Value::as_str);
                let names: Vec<&str> = names.collect();
                // Each would be opened again, with its document.
                self.columns
                    .extend(names.iter().filter(|name| seen.insert(name)).map(|name| beginning(name)));
                let again = names.len() - self.columns.len();
                self.column_count = columns.len() - again;
                if names.len() < columns.len().min(COLUMNS) {
                    notes.add("column-order", "expected names, found something else among them");
                }
                if again > 0 {
                    notes.add("column-order", "expected each name once, found some again");
                }
            }
            other => notes.unexpected("column-order", "a list of names", other.unwrap_or(&Value::Null)),
        }
    }

    pub fn words(&self) -> &str {
        if self.encoding.is_empty() { "an encoding without a name" } else { kind(&self.encoding).1 }
    }

    pub fn in_short(&self) -> String {
        let mut parts = vec![self.words().to_owned()];
        if self.kind == EncodedKind::Table {
            parts.push(crate::metadata::text::count(self.column_count as u128, "column"));
        }
        if let Some([rows, columns]) = self.shape {
            parts.push(format!("{rows}×{columns}"));
        }
        if self.is_ordered {
            parts.push("in an order".to_owned());
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_column_counts_once_however_often_it_is_named() {
        let attributes =
            json!({"encoding-type": "dataframe", "_index": "i", "column-order": ["a", "b", "a", "a"]});
        let found = EncodedElement::read(attributes.as_object().unwrap()).unwrap();
        assert_eq!((found.columns, found.column_count), (vec!["a".to_owned(), "b".to_owned()], 2));
        assert_eq!(found.notes.len(), 1);
    }
}
