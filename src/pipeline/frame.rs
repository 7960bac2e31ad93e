//! The contents of a table of `AnnData`: some of its rows and columns, read when somebody looks at them.

use std::ops::Range;

use super::Array;
use super::encoded::{encoded_of, own_name};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::meaning::EncodedKind;
use crate::metadata::Scalar;
use crate::metadata::text::{escape, shorten};
use crate::store::join;

/// The most categories of a column that are read.
const CATEGORIES: u64 = 1 << 20;
/// The most characters of a cell.
const LONGEST: usize = 60;
/// The most rows that are read at once.
const ROWS: u64 = 1024;
/// The most columns that are read at once.
const COLUMNS: usize = 128;

/// A table of `AnnData` whose columns are known.
#[derive(Debug)]
pub struct Frame {
    /// Its columns, that of the index first.
    pub columns: Vec<FrameColumn>,
    /// How many rows it has.
    pub rows: u64,
    /// How many columns it has beyond those that are known.
    pub more_columns: usize,
}

/// A column of a table.
#[derive(Debug)]
pub struct FrameColumn {
    /// Its name.
    pub name: String,
    /// The key of its node.
    pub key: String,
    source: ColumnSource,
}

/// Where the values of a column are.
#[derive(Debug)]
enum ColumnSource {
    Plain(Array),
    /// Numbers of categories, and the array of their names.
    Categories(Array, Array),
    /// Values, and whether each is missing.
    Nullable(Array, Array),
    Fault(String),
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameCell {
    /// Its value.
    Value(String),
    /// There is none.
    Missing,
    /// It cannot be read.
    Fault,
}

/// Some rows and columns of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FramePart {
    /// Which rows.
    pub rows: Range<u64>,
    /// Which columns.
    pub columns: Range<usize>,
    /// The cells of each of the columns, or why it cannot be read.
    pub cells: Vec<Result<Vec<FrameCell>, String>>,
    /// The same of the first column, the index, which always belongs to it.
    pub index: Option<Result<Vec<FrameCell>, String>>,
}

impl FramePart {
    /// The cells of a column.
    #[must_use]
    pub fn column(&self, number: usize) -> Option<&Result<Vec<FrameCell>, String>> {
        match number {
            0 => self.index.as_ref(),
            number => self.cells.get(number.checked_sub(self.columns.start)?),
        }
    }

    /// A cell.
    #[must_use]
    pub fn cell(&self, row: u64, column: usize) -> Option<FrameCell> {
        let at = usize::try_from(row.checked_sub(self.rows.start)?).ok().filter(|_| row < self.rows.end)?;
        Some(
            self.column(column)?
                .as_ref()
                .map_or(FrameCell::Fault, |cells| cells.get(at).cloned().unwrap_or(FrameCell::Fault)),
        )
    }
}

impl Frame {
    /// Opens the table at `key`. Documents are read, and nothing of the columns.
    ///
    /// # Errors
    /// When there is no table.
    pub fn open(hierarchy: &Hierarchy, key: &str) -> Result<Self, String> {
        let element = encoded_of(&hierarchy.describe(key).kind);
        let table = element.filter(|element| element.kind == EncodedKind::Table);
        let table = table.ok_or("expected a table of AnnData (encoding-type dataframe)")?;
        let names = table.index.iter().chain(&table.columns);
        let columns: Vec<FrameColumn> = names.map(|name| FrameColumn::open(hierarchy, key, name)).collect();
        let rows = columns.iter().filter_map(FrameColumn::size).max().unwrap_or(0);
        let more_columns = table.column_count.saturating_sub(table.columns.len());
        Ok(Self { columns, rows, more_columns })
    }

    /// Reads some rows and columns, as many as a screen has room for at most.
    #[must_use]
    pub fn read(&self, rows: Range<u64>, columns: Range<usize>, options: &DecodeOptions) -> FramePart {
        let end = rows.end.min(self.rows).min(rows.start.saturating_add(ROWS));
        let rows = rows.start.min(end)..end;
        let last = columns.end.min(self.columns.len()).min(columns.start.saturating_add(COLUMNS));
        let columns = columns.start.clamp(1, last.max(1))..last.max(1);
        let read = |column: &FrameColumn| column.read(&rows, options);
        let cells = self.columns.get(columns.clone()).unwrap_or_default().iter().map(read).collect();
        FramePart { index: self.columns.first().map(read), cells, columns, rows }
    }
}

impl FrameColumn {
    fn open(hierarchy: &Hierarchy, table: &str, name: &str) -> Self {
        let own = own_name(name).map(|own| join(table, own));
        let source = match &own {
            Some(key) => ColumnSource::find(hierarchy, key).unwrap_or_else(ColumnSource::Fault),
            None => ColumnSource::Fault("its name leads to no node of the table".to_owned()),
        };
        let name = shorten(&escape(name), LONGEST);
        Self { name, key: own.unwrap_or_default(), source }
    }

    fn size(&self) -> Option<u64> {
        match &self.source {
            ColumnSource::Plain(array)
            | ColumnSource::Categories(array, _)
            | ColumnSource::Nullable(array, _) => array.metadata.shape.first().copied(),
            ColumnSource::Fault(_) => None,
        }
    }

    fn read(&self, rows: &Range<u64>, options: &DecodeOptions) -> Result<Vec<FrameCell>, String> {
        match &self.source {
            ColumnSource::Fault(fault) => Err(fault.clone()),
            ColumnSource::Plain(array) => {
                let values = scalars(array, rows, options)?;
                Ok(values.into_iter().map(|value| FrameCell::Value(text(value))).collect())
            }
            ColumnSource::Nullable(array, mask) => {
                let masked = scalars(mask, rows, options)?;
                let values = scalars(array, rows, options)?.into_iter().zip(masked);
                let cell = |(value, mask)| match mask {
                    Scalar::Bool(true) => FrameCell::Missing,
                    _ => FrameCell::Value(text(value)),
                };
                Ok(values.map(cell).collect())
            }
            ColumnSource::Categories(codes, names) => named(&scalars(codes, rows, options)?, names, options),
        }
    }
}

impl ColumnSource {
    fn find(hierarchy: &Hierarchy, key: &str) -> Result<Self, String> {
        let inside = |name: &str| one_dimension(hierarchy, &join(key, name));
        match encoded_of(&hierarchy.describe(key).kind).map(|element| element.kind) {
            Some(EncodedKind::Categories) => Ok(Self::Categories(inside("codes")?, inside("categories")?)),
            Some(EncodedKind::Nullable) => Ok(Self::Nullable(inside("values")?, inside("mask")?)),
            _ => Ok(Self::Plain(one_dimension(hierarchy, key)?)),
        }
    }
}

fn one_dimension(hierarchy: &Hierarchy, key: &str) -> Result<Array, String> {
    let array = Array::open(hierarchy, key).map_err(|error| error.to_string())?;
    if let Some(fault) = array.fault() {
        return Err(fault.to_string());
    }
    let rank = array.metadata.shape.len();
    if rank == 1 { Ok(array) } else { Err(format!("expected one dimension, found {rank}")) }
}

/// The elements of some rows. A column that is too short has no others.
fn scalars(array: &Array, rows: &Range<u64>, options: &DecodeOptions) -> Result<Vec<Scalar>, String> {
    let edge = array.metadata.shape.first().copied().unwrap_or(0);
    let rows = rows.start.min(edge)..rows.end.min(edge);
    let read = array.read_region(&[rows], options).map_err(|error| error.to_string())?;
    let elements = read.elements();
    let count = read.shape().first().copied().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    Ok((0..count).map_while(|index| elements.beginning(index, LONGEST * 4 + 1)).collect())
}

/// The names of categories, by their numbers. No number is below zero but that of what is missing.
fn named(codes: &[Scalar], names: &Array, options: &DecodeOptions) -> Result<Vec<FrameCell>, String> {
    let count = names.metadata.shape.first().copied().unwrap_or(0);
    if count > CATEGORIES {
        return Err(format!("expected at most {CATEGORIES} categories, found {count}"));
    }
    let names = scalars(names, &(0..count), options)?;
    let cell = |code: &Scalar| match code {
        Scalar::Integer(number) if *number < 0 => FrameCell::Missing,
        Scalar::Integer(number) => usize::try_from(*number)
            .ok()
            .and_then(|at| names.get(at))
            .map_or(FrameCell::Fault, |name| FrameCell::Value(text(name.clone()))),
        _ => FrameCell::Fault,
    };
    Ok(codes.iter().map(cell).collect())
}

fn text(value: Scalar) -> String {
    match value {
        Scalar::Text(text) => shorten(&escape(&text), LONGEST),
        other => shorten(&escape(&other.to_string()), LONGEST),
    }
}
