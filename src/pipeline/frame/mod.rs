mod cell;
mod column;
mod condition;
mod describe;
mod kept;
mod order;
mod sparse;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::{Array, encoded::encoded_of};
use crate::codec::DecodeOptions;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::EncodedKind;
use crate::metadata::{Elements, Scalar};

pub use cell::{FrameCell, StoredEntry, StoredRow};
use column::ColumnSource;
pub use column::FrameColumn;
pub use condition::RowCondition;
pub(super) use condition::{COMPARISONS, Holds};
pub use describe::{ColumnSummary, ColumnValues};
use kept::KeptRows;
pub use order::RowChoice;
pub use sparse::{SparseMatrix, StoredTriple, odd_parts};

const SHOWN: usize = 241;
const ROWS: u64 = 1024;
const COLUMNS: usize = 128;
const NAMES: u64 = 1 << 20;
/// Bytes of texts that rows have at once, where they are the same for any number of rows.
const TEXTS: u64 = 16 << 20;

#[derive(Debug)]
pub struct Frame {
    pub columns: Vec<FrameColumn>,
    pub rows: u64,
    pub more_columns: usize,
    pub row_word: &'static str,
    pub matrix: Option<[u64; 2]>,
    most: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FramePart {
    pub rows: Range<u64>,
    pub columns: Range<usize>,
    pub cells: Vec<Result<Vec<FrameCell>, String>>,
    pub index: Option<Result<Vec<FrameCell>, String>>,
}

impl FramePart {
    pub fn column(&self, number: usize) -> Option<&Result<Vec<FrameCell>, String>> {
        match number {
            0 => self.index.as_ref(),
            number => self.cells.get(number.checked_sub(self.columns.start)?),
        }
    }

    pub fn cell(&self, row: u64, column: usize) -> Option<&FrameCell> {
        if !self.rows.contains(&row) {
            return None;
        }
        let at = usize::try_from(row - self.rows.start).ok()?;
        Some(match self.column(column)? {
            Ok(cells) => cells.get(at).unwrap_or(FrameCell::UNREAD),
            Err(_) => FrameCell::UNREAD,
        })
    }
}

impl Frame {
    pub fn is_of(kind: &NodeKind) -> bool {
        encoded_of(kind).is_some_and(|element| has_rows(element.kind))
    }

    /// Reads documents, and no values. Of long texts only as much is read later as a screen shows.
    pub fn open(hierarchy: &Hierarchy, key: &str) -> Result<Self, String> {
        let element = match encoded_of(&hierarchy.describe(key).kind) {
            Some(element) if has_rows(element.kind) => element,
            _ => {
                return Err(
                    "expected a table, a column or a sparse matrix of AnnData (encoding-type dataframe, \
                            categorical, nullable-…, csr_matrix or csc_matrix)"
                        .to_owned(),
                );
            }
        };
        let mut more_columns = 0;
        let columns = match element.kind {
            EncodedKind::Table => {
                more_columns = element.column_count.saturating_sub(element.columns.len());
                let mut columns = vec![match &element.index {
                    Some(index) => FrameColumn::open(hierarchy, key, index),
                    None => FrameColumn::numbers(""),
                }];
                columns.extend(element.columns.iter().map(|name| FrameColumn::open(hierarchy, key, name)));
                columns
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
            _ => return Ok(Self::of_column(hierarchy, key)),
        };
        Ok(Self::of_columns(columns, more_columns))
    }

    /// A column by itself, which may be any array of one dimension.
    pub fn of_column(hierarchy: &Hierarchy, key: &str) -> Self {
        Self::of_columns(vec![FrameColumn::numbers(key), FrameColumn::at(hierarchy, key)], 0)
    }

    fn of_columns(mut columns: Vec<FrameColumn>, more_columns: usize) -> Self {
        let kept = Arc::new(KeptRows::default());
        for column in &mut columns {
            column.kept = Arc::clone(&kept);
        }
        let rows = columns.iter().filter_map(FrameColumn::size).max().unwrap_or(0);
        Self { columns, rows, more_columns, row_word: "row", matrix: None, most: SHOWN }
    }

    #[must_use]
    pub fn whole(self) -> Self {
        Self { most: usize::MAX, ..self }
    }

    pub fn is_bare(&self) -> bool {
        let is_numbers = |column: &FrameColumn| matches!(column.source, ColumnSource::Numbers);
        self.columns.len() < 2 && self.columns.iter().all(is_numbers)
    }

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

    /// As many rows as a chunk has, but fewer where each may have the same long text, which is copied for each.
    pub fn rows_at_once(&self, options: &DecodeOptions) -> u64 {
        let edge = self.columns.iter().filter_map(FrameColumn::chunk_edge).max().unwrap_or(ROWS);
        let longest: u64 = self.columns.iter().map(|column| column.longest_shared(options)).sum();
        // Texts may be as long as a chunk allows, so that those of one chunk are enough.
        let of_texts = self.columns.iter().filter_map(FrameColumn::text_edge).min().unwrap_or(u64::MAX);
        edge.clamp(ROWS, 1 << 16).min(TEXTS / longest.max(1)).min(of_texts).max(1)
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

/// The elements of some rows, fewer where the array ends; of texts about `most` bytes.
fn scalars(
    array: &Array,
    rows: &Range<u64>,
    most: usize,
    options: &DecodeOptions,
) -> Result<Vec<Scalar>, String> {
    let elements = elements(array, rows, options)?;
    Ok((0..elements.size()).map_while(|index| elements.beginning(index, most)).collect())
}

fn elements(array: &Array, rows: &Range<u64>, options: &DecodeOptions) -> Result<Elements, String> {
    let end = edge(array);
    let rows = rows.start.min(end)..rows.end.min(end);
    Ok(array.read_region(&[rows], options).map_err(|error| error.to_string())?.into_elements())
}

#[derive(Debug)]
struct Names {
    array: Array,
    /// As elements, which share the bytes of a long fill value.
    names: OnceLock<Result<Elements, String>>,
}

impl Names {
    fn of(array: Array) -> Self {
        Self { array, names: OnceLock::new() }
    }

    fn read(&self, options: &DecodeOptions) -> Result<&Elements, &String> {
        let read = || {
            let count = edge(&self.array);
            if count > NAMES {
                return Err(format!("expected at most {NAMES} names, found {count}"));
            }
            elements(&self.array, &(0..count), options)
        };
        self.names.get_or_init(read).as_ref()
    }

    fn longest(&self, options: &DecodeOptions) -> u64 {
        self.read(options).map_or(0, |names| names.longest() as u64)
    }
}

fn text_nbytes(value: &Scalar) -> u64 {
    match value {
        Scalar::Text(text) | Scalar::Json(text) => text.len() as u64,
        Scalar::Raw(bytes) | Scalar::Chars(bytes) => bytes.len() as u64,
        _ => 0,
    }
}
