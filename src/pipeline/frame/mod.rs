//! The contents of what `AnnData` writes in groups: some rows of a table, of a column or of a sparse matrix, read when somebody
//! asks for them.

mod cell;
mod column;
mod names;
mod sparse;

use std::ops::Range;

use super::Array;
use super::encoded::encoded_of;
use crate::codec::DecodeOptions;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::{EncodedElement, EncodedKind};

pub use cell::{FrameCell, StoredEntry, StoredRow};
pub use column::FrameColumn;
pub use sparse::{SparseMatrix, StoredTriple};

/// The most bytes of a text that a screen can show.
const SHOWN: usize = 241;
/// The most rows that are read at once for a screen.
const ROWS: u64 = 1024;
/// The most columns that are read at once for a screen.
const COLUMNS: usize = 128;

/// Rows and columns whose documents were read.
#[derive(Debug)]
pub struct Frame {
    /// Its columns, with the labels or numbers of rows first.
    pub columns: Vec<FrameColumn>,
    /// How many rows it has.
    pub rows: u64,
    /// How many columns it has beyond those that are known.
    pub more_columns: usize,
    /// What its rows are: `row`, or `column` of a sparse matrix that is stored column after column.
    pub row_word: &'static str,
    /// Rows and columns of the matrix, where it is one.
    pub matrix: Option<[u64; 2]>,
    most: usize,
}

/// Some rows and columns of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct FramePart {
    /// Which rows.
    pub rows: Range<u64>,
    /// Which columns.
    pub columns: Range<usize>,
    /// The cells of each of the columns, or why it cannot be read.
    pub cells: Vec<Result<Vec<FrameCell>, String>>,
    /// The same of the first column, the labels of rows, which always belong to it.
    pub index: Option<Result<Vec<FrameCell>, String>>,
}

impl FramePart {
    /// The cells of a column.
    pub fn column(&self, number: usize) -> Option<&Result<Vec<FrameCell>, String>> {
        match number {
            0 => self.index.as_ref(),
            number => self.cells.get(number.checked_sub(self.columns.start)?),
        }
    }

    /// A cell; `None` where it was not read.
    pub fn cell(&self, row: u64, column: usize) -> Option<&FrameCell> {
        let at = usize::try_from(row.checked_sub(self.rows.start)?).ok().filter(|_| row < self.rows.end)?;
        let cells = self.column(column)?.as_ref();
        Some(cells.map_or(&FrameCell::Fault, |cells| cells.get(at).unwrap_or(&FrameCell::Fault)))
    }
}

impl Frame {
    /// Whether the contents of such an element can be shown in rows.
    pub fn is_of(kind: &NodeKind) -> bool {
        encoded_of(kind).is_some_and(|element| has_rows(element.kind))
    }

    /// Opens the table, column or matrix at `key`. Documents are read, and nothing of the columns. Of long texts the beginning
    /// is read, as much as a screen shows.
    ///
    /// # Errors
    /// When there is nothing with rows, or its parts cannot be used.
    pub fn open(hierarchy: &Hierarchy, key: &str) -> Result<Self, String> {
        let element = encoded_of(&hierarchy.describe(key).kind);
        let element = element.filter(|element| has_rows(element.kind)).ok_or(
            "expected a table, a column or a sparse matrix of AnnData (encoding-type dataframe, categorical, \
             nullable-…, csr_matrix or csc_matrix)",
        )?;
        match element.kind {
            EncodedKind::Table => Ok(Self::table(hierarchy, key, &element)),
            EncodedKind::Sparse { .. } => {
                let matrix = SparseMatrix::open(hierarchy, key, &element)?;
                let row_word = matrix.major_word();
                Ok(Self {
                    rows: matrix.majors(),
                    columns: FrameColumn::of_matrix(matrix, key),
                    more_columns: 0,
                    row_word,
                    matrix: element.shape,
                    most: SHOWN,
                })
            }
            _ => Ok(Self::single(hierarchy, key)),
        }
    }

    /// The same with whole texts.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { most: usize::MAX, ..self }
    }

    /// Whether it has neither columns nor labels.
    pub fn is_bare(&self) -> bool {
        self.columns.len() < 2 && self.columns.iter().all(FrameColumn::is_numbers)
    }

    fn table(hierarchy: &Hierarchy, key: &str, table: &EncodedElement) -> Self {
        let index = match &table.index {
            Some(index) => FrameColumn::open(hierarchy, key, index),
            None => FrameColumn::numbers("row", String::new()),
        };
        let columns = table.columns.iter().map(|name| FrameColumn::open(hierarchy, key, name));
        let more_columns = table.column_count.saturating_sub(table.columns.len());
        Self::of([index].into_iter().chain(columns).collect(), more_columns)
    }

    fn single(hierarchy: &Hierarchy, key: &str) -> Self {
        let numbers = FrameColumn::numbers("row", key.to_owned());
        Self::of(vec![numbers, FrameColumn::at(hierarchy, key)], 0)
    }

    fn of(columns: Vec<FrameColumn>, more_columns: usize) -> Self {
        let rows = columns.iter().filter_map(FrameColumn::size).max().unwrap_or(0);
        Self { columns, rows, more_columns, row_word: "row", matrix: None, most: SHOWN }
    }

    /// Reads some rows and columns, as many as a screen has room for at most.
    pub fn read(&self, rows: Range<u64>, columns: Range<usize>, options: &DecodeOptions) -> FramePart {
        let end = rows.end.min(rows.start.saturating_add(ROWS));
        let last = columns.end.min(columns.start.saturating_add(COLUMNS));
        self.read_all(rows.start..end, columns.start..last, options)
    }

    /// Reads some rows and columns, however many.
    pub fn read_all(&self, rows: Range<u64>, columns: Range<usize>, options: &DecodeOptions) -> FramePart {
        let end = rows.end.min(self.rows);
        let rows = rows.start.min(end)..end;
        let last = columns.end.min(self.columns.len());
        let columns = columns.start.clamp(1, last.max(1))..last.max(1);
        let read = |column: &FrameColumn| column.read(&rows, self.most, options);
        let cells = self.columns.get(columns.clone()).unwrap_or_default().iter().map(read).collect();
        FramePart { index: self.columns.first().map(read), cells, columns, rows }
    }

    /// How many rows are best read at once: those of a chunk of the largest column.
    pub fn rows_at_once(&self) -> u64 {
        let most = self.columns.iter().filter_map(FrameColumn::chunk_edge).max();
        most.unwrap_or(ROWS).clamp(ROWS, 1 << 16)
    }
}

fn has_rows(kind: EncodedKind) -> bool {
    matches!(
        kind,
        EncodedKind::Table | EncodedKind::Categories | EncodedKind::Nullable | EncodedKind::Sparse { .. }
    )
}

fn one_dimension(hierarchy: &Hierarchy, key: &str) -> Result<Array, String> {
    let array = match hierarchy.describe(key).kind {
        NodeKind::Document(_) => Array::open(hierarchy, key).map_err(|error| error.to_string())?,
        _ => return Err(format!("expected an array \"{key}\", found none")),
    };
    if let Some(fault) = array.fault() {
        return Err(fault.to_string());
    }
    let rank = array.metadata.shape.len();
    if rank == 1 { Ok(array) } else { Err(format!("expected one dimension, found {rank}")) }
}

fn edge(array: &Array) -> u64 {
    array.metadata.shape.first().copied().unwrap_or(0)
}
