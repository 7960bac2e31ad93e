//! The contents of what `AnnData` writes in groups: some rows of a table, of a column or of a sparse matrix, read when somebody
//! asks for them.

mod cell;
mod column;
mod sparse;

use std::ops::Range;
use std::sync::OnceLock;

use super::Array;
use super::encoded::encoded_of;
use crate::codec::DecodeOptions;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::EncodedKind;
use crate::metadata::Scalar;

pub use cell::{FrameCell, StoredEntry, StoredRow};
use column::ColumnSource;
pub use column::FrameColumn;
pub use sparse::{SparseMatrix, StoredTriple};

/// The most bytes of a text that a screen can show.
const SHOWN: usize = 241;
/// The most rows that are read at once for a screen.
const ROWS: u64 = 1024;
/// The most columns that are read at once for a screen.
const COLUMNS: usize = 128;
/// The most names that are read to be looked up.
const NAMES: u64 = 1 << 20;

/// Rows and columns whose documents were read.
#[derive(Debug)]
pub struct Frame {
    /// Its columns, with the labels or numbers of rows first.
    pub columns: Vec<FrameColumn>,
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
    pub rows: Range<u64>,
    pub columns: Range<usize>,
    /// The cells of each of the columns, or why it cannot be read.
    pub cells: Vec<Result<Vec<FrameCell>, String>>,
    /// The same of the first column, the labels of rows, which always belong to it.
    pub index: Option<Result<Vec<FrameCell>, String>>,
}

impl FramePart {
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
        let mut more_columns = 0;
        let columns = match element.kind {
            EncodedKind::Table => {
                more_columns = element.column_count.saturating_sub(element.columns.len());
                let index = match &element.index {
                    Some(index) => FrameColumn::open(hierarchy, key, index),
                    None => FrameColumn::numbers(""),
                };
                let columns = element.columns.iter().map(|name| FrameColumn::open(hierarchy, key, name));
                [index].into_iter().chain(columns).collect()
            }
            EncodedKind::Sparse { .. } => {
                let matrix = SparseMatrix::open(hierarchy, key, &element)?;
                return Ok(Self {
                    rows: matrix.majors(),
                    row_word: matrix.words().0,
                    columns: FrameColumn::of_matrix(matrix, key),
                    more_columns,
                    matrix: element.shape,
                    most: SHOWN,
                });
            }
            _ => vec![FrameColumn::numbers(key), FrameColumn::at(hierarchy, key)],
        };
        let rows = columns.iter().filter_map(FrameColumn::size).max().unwrap_or(0);
        Ok(Self { columns, rows, more_columns, row_word: "row", matrix: None, most: SHOWN })
    }

    /// The same with whole texts.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { most: usize::MAX, ..self }
    }

    /// Whether it has neither columns nor labels.
    pub fn is_bare(&self) -> bool {
        let is_numbers = |column: &FrameColumn| matches!(column.source, ColumnSource::Numbers);
        self.columns.len() < 2 && self.columns.iter().all(is_numbers)
    }

    /// Reads some rows and columns, as many as a screen has room for at most.
    pub fn read(&self, rows: Range<u64>, columns: Range<usize>, options: &DecodeOptions) -> FramePart {
        let end = rows.end.min(rows.start.saturating_add(ROWS));
        let last = columns.end.min(columns.start.saturating_add(COLUMNS));
        self.read_all(rows.start..end, columns.start..last, options)
    }

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

/// The elements of some rows, of texts about `most` bytes. A column that is too short has no others.
fn scalars(
    array: &Array,
    rows: &Range<u64>,
    most: usize,
    options: &DecodeOptions,
) -> Result<Vec<Scalar>, String> {
    let end = edge(array);
    let rows = rows.start.min(end)..rows.end.min(end);
    let read = array.read_region(&[rows], options).map_err(|error| error.to_string())?;
    let elements = read.elements();
    let count = read.shape().first().copied().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    Ok((0..count).map_while(|index| elements.beginning(index, most)).collect())
}

/// All elements of an array, to be looked up by their numbers. They are read when they are first asked for.
#[derive(Debug)]
struct Names {
    array: Array,
    names: OnceLock<Result<Vec<Scalar>, String>>,
}

impl Names {
    fn of(array: Array) -> Self {
        Self { array, names: OnceLock::new() }
    }

    fn read(&self, most: usize, options: &DecodeOptions) -> Result<&Vec<Scalar>, &String> {
        let read = || {
            let count = edge(&self.array);
            if count > NAMES {
                return Err(format!("expected at most {NAMES} names, found {count}"));
            }
            scalars(&self.array, &(0..count), most, options)
        };
        self.names.get_or_init(read).as_ref()
    }
}
