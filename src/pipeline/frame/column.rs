//! A column of a table: where its values are, and how they are read.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::sparse::SparseMatrix;
use super::{FrameCell, edge, names, one_dimension};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::meaning::EncodedKind;
use crate::metadata::text::{escape, shorten};
use crate::metadata::{GroupOrArray, Scalar};
use crate::pipeline::Array;
use crate::pipeline::encoded::{encoded_of, old_categories, own_name};
use crate::store::join;

const LONGEST: usize = 60;

/// A column of a table.
#[derive(Debug)]
pub struct FrameColumn {
    /// Its name.
    pub name: String,
    /// The key of its node; empty where no node is known for it.
    pub key: String,
    pub(super) source: ColumnSource,
}

#[derive(Debug)]
pub(super) enum ColumnSource {
    Plain(Array),
    /// Numbers of categories, and their names.
    Categories(Array, Categories),
    /// Values, and whether each is missing.
    Nullable(Array, Array),
    Numbers,
    /// How many entries of a row are stored, and the first of them.
    Counts(Arc<SparseMatrix>),
    Entries(Arc<SparseMatrix>),
    Fault(String),
}

/// The names of categories, read when they are first asked for.
#[derive(Debug)]
pub(super) struct Categories {
    array: Array,
    names: OnceLock<Result<Vec<Scalar>, String>>,
}

impl FrameColumn {
    pub(super) fn open(hierarchy: &Hierarchy, table: &str, name: &str) -> Self {
        let own = own_name(name).map(|own| join(table, own));
        let source = match &own {
            Some(key) => ColumnSource::find(hierarchy, key).unwrap_or_else(ColumnSource::Fault),
            None => ColumnSource::Fault("its name leads to no node of the table".to_owned()),
        };
        Self { name: shorten(&escape(name), LONGEST), key: own.unwrap_or_default(), source }
    }

    pub(super) fn at(hierarchy: &Hierarchy, key: &str) -> Self {
        let path = if key.is_empty() { &hierarchy.name } else { key };
        let mut last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        if last.is_empty() {
            last = "value";
        }
        let source = ColumnSource::find(hierarchy, key).unwrap_or_else(ColumnSource::Fault);
        Self { name: shorten(&escape(last), LONGEST), key: key.to_owned(), source }
    }

    pub(super) fn numbers(word: &str, key: String) -> Self {
        Self { name: word.to_owned(), key, source: ColumnSource::Numbers }
    }

    /// Whether it is to take all the room that others leave.
    pub fn is_wide(&self) -> bool {
        matches!(self.source, ColumnSource::Entries(_))
    }

    /// What a screen shows of a sparse matrix: the label of each row, how many entries it has, and the first of them.
    pub(super) fn of_matrix(mut matrix: SparseMatrix, key: &str) -> Vec<Self> {
        let labels = matrix.take_labels().map_or(ColumnSource::Numbers, ColumnSource::Plain);
        let matrix = Arc::new(matrix);
        let entries = format!("{}: value", matrix.minor_word());
        let mut columns = Vec::new();
        for (name, below, source) in [
            (matrix.major_word(), "indptr", labels),
            ("stored", "indptr", ColumnSource::Counts(Arc::clone(&matrix))),
            (&entries, "data", ColumnSource::Entries(Arc::clone(&matrix))),
        ] {
            columns.push(Self { name: name.to_owned(), key: join(key, below), source });
        }
        columns
    }

    pub(super) fn is_numbers(&self) -> bool {
        matches!(self.source, ColumnSource::Numbers)
    }

    /// Why it cannot be read, where that is known before.
    pub fn fault(&self) -> Option<&str> {
        match &self.source {
            ColumnSource::Fault(fault) => Some(fault),
            _ => None,
        }
    }

    /// The array that has an element for each of its rows.
    fn array(&self) -> Option<&Array> {
        match &self.source {
            ColumnSource::Plain(array)
            | ColumnSource::Categories(array, _)
            | ColumnSource::Nullable(array, _) => Some(array),
            _ => None,
        }
    }

    /// How many rows it has, where it knows.
    pub fn size(&self) -> Option<u64> {
        self.array().map(edge)
    }

    /// How many rows a chunk of it has.
    pub(super) fn chunk_edge(&self) -> Option<u64> {
        let extent = self.array()?.metadata.chunk_grid.extent(&[0])?;
        let range = extent.first()?;
        Some(range.end - range.start)
    }

    pub(super) fn read(
        &self,
        rows: &Range<u64>,
        most: usize,
        options: &DecodeOptions,
    ) -> Result<Vec<FrameCell>, String> {
        let mut cells = Vec::new();
        match &self.source {
            ColumnSource::Fault(fault) => return Err(fault.clone()),
            ColumnSource::Plain(array) => {
                for value in names::scalars(array, rows, most, options)? {
                    cells.push(FrameCell::Value(value));
                }
            }
            ColumnSource::Nullable(array, mask) => {
                let masked = names::scalars(mask, rows, most, options)?;
                for (value, mask) in names::scalars(array, rows, most, options)?.into_iter().zip(masked) {
                    cells.push(match mask {
                        Scalar::Bool(true) => FrameCell::Missing,
                        _ => FrameCell::Value(value),
                    });
                }
            }
            ColumnSource::Categories(codes, categories) => {
                return categories.cells(&names::scalars(codes, rows, most, options)?, most, options);
            }
            ColumnSource::Numbers => {
                for row in rows.clone() {
                    cells.push(FrameCell::Value(Scalar::Integer(row.into())));
                }
            }
            ColumnSource::Counts(matrix) => return matrix.counts(rows, options),
            ColumnSource::Entries(matrix) => return matrix.beginnings(rows, options),
        }
        Ok(cells)
    }
}

impl ColumnSource {
    fn find(hierarchy: &Hierarchy, key: &str) -> Result<Self, String> {
        let inside = |name: &str| one_dimension(hierarchy, &join(key, name));
        match encoded_of(&hierarchy.describe(key).kind).map(|element| element.kind) {
            Some(EncodedKind::Categories) => {
                let names = OnceLock::new();
                Ok(Self::Categories(inside("codes")?, Categories { array: inside("categories")?, names }))
            }
            Some(EncodedKind::Nullable) => Ok(Self::Nullable(inside("values")?, inside("mask")?)),
            _ => {
                let values = one_dimension(hierarchy, key)?;
                let table = key.rsplit_once('/').map_or("", |(table, _)| table);
                let names_key = match &values.document().node {
                    Ok(GroupOrArray::Array(document)) => old_categories(table, document),
                    Ok(GroupOrArray::Group(_)) | Err(_) => None,
                };
                let Some(names_key) = names_key else { return Ok(Self::Plain(values)) };
                let array = one_dimension(hierarchy, &names_key?)?;
                Ok(Self::Categories(values, Categories { array, names: OnceLock::new() }))
            }
        }
    }
}

impl Categories {
    /// The names of categories, by their numbers. No number is below zero but that of what is missing.
    fn cells(
        &self,
        codes: &[Scalar],
        most: usize,
        options: &DecodeOptions,
    ) -> Result<Vec<FrameCell>, String> {
        let names = self.names.get_or_init(|| names::all(&self.array, most, options)).as_ref();
        let names = names.map_err(Clone::clone)?;
        let mut cells = Vec::new();
        for code in codes {
            let name = match code {
                Scalar::Integer(number) if *number < 0 => {
                    cells.push(FrameCell::Missing);
                    continue;
                }
                Scalar::Integer(number) => usize::try_from(*number).ok().and_then(|at| names.get(at)),
                _ => None,
            };
            cells.push(name.map_or(FrameCell::Fault, |name| FrameCell::Value(name.clone())));
        }
        Ok(cells)
    }
}
