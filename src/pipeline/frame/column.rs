use std::{ops::Range, sync::Arc};

use super::kept::KeptRows;
use super::{FrameCell, Names, edge, one_dimension, sparse::SparseMatrix, text_nbytes};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::meaning::EncodedKind;
use crate::metadata::text::{escape, shorten};
use crate::metadata::{Elements, Scalar};
use crate::pipeline::Array;
use crate::pipeline::encoded::{encoded_of, is_ordered, key_below, old_categories};
use crate::store::join;

const LONGEST: usize = 60;

#[derive(Debug)]
pub struct FrameColumn {
    pub name: String,
    pub key: String,
    pub(super) source: ColumnSource,
    pub(super) kept: Arc<KeptRows>,
}

#[derive(Debug)]
pub(super) enum ColumnSource {
    Plain(Array),
    Categories(Array, Names, CategoryOrder),
    Nullable(Array, Array),
    Numbers,
    Counts(Arc<SparseMatrix>),
    Entries(Arc<SparseMatrix>),
    Fault(String),
}

/// Whether one category is less than another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CategoryOrder {
    Ordered,
    Unordered,
}

impl FrameColumn {
    pub(super) fn open(hierarchy: &Hierarchy, table: &str, name: &str) -> Self {
        let own = key_below(table, name);
        let source = match &own {
            Some(key) => ColumnSource::find(hierarchy, key).unwrap_or_else(ColumnSource::Fault),
            None => ColumnSource::Fault("its name leads to no node of the table".to_owned()),
        };
        Self {
            name: shorten(&escape(name), LONGEST),
            key: own.unwrap_or_default(),
            source,
            kept: Arc::default(),
        }
    }

    pub(super) fn at(hierarchy: &Hierarchy, key: &str) -> Self {
        let path = if key.is_empty() { &hierarchy.name } else { key };
        let mut last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        if last.is_empty() {
            last = "value";
        }
        let source = ColumnSource::find(hierarchy, key).unwrap_or_else(ColumnSource::Fault);
        Self { name: shorten(&escape(last), LONGEST), key: key.to_owned(), source, kept: Arc::default() }
    }

    pub(super) fn numbers(key: &str) -> Self {
        let source = ColumnSource::Numbers;
        Self { name: "row".to_owned(), key: key.to_owned(), source, kept: Arc::default() }
    }

    pub fn is_wide(&self) -> bool {
        matches!(self.source, ColumnSource::Entries(_))
    }

    pub(super) fn of_matrix(mut matrix: SparseMatrix, key: &str) -> Vec<Self> {
        let labels = matrix.major_labels.take().map_or(ColumnSource::Numbers, ColumnSource::Plain);
        let matrix = Arc::new(matrix);
        let (major, minor) = matrix.words();
        let entries = format!("{minor}: value");
        let mut columns = Vec::new();
        for (name, below, source) in [
            (major, "indptr", labels),
            ("stored", "indptr", ColumnSource::Counts(Arc::clone(&matrix))),
            (&entries, "data", ColumnSource::Entries(Arc::clone(&matrix))),
        ] {
            let kept = Arc::default();
            columns.push(Self { name: name.to_owned(), key: join(key, below), source, kept });
        }
        columns
    }

    pub fn fault(&self) -> Option<&str> {
        match &self.source {
            ColumnSource::Fault(fault) => Some(fault),
            _ => None,
        }
    }

    fn array(&self) -> Option<&Array> {
        match &self.source {
            ColumnSource::Plain(array)
            | ColumnSource::Categories(array, ..)
            | ColumnSource::Nullable(array, _) => Some(array),
            _ => None,
        }
    }

    pub fn size(&self) -> Option<u64> {
        self.array().map(edge)
    }

    pub(super) fn chunk_edge(&self) -> Option<u64> {
        let extent = self.array()?.metadata.chunk_grid.extent(&[0])?;
        let range = extent.first()?;
        Some(range.end - range.start)
    }

    /// The rows of a chunk, where each has a text of its own.
    pub(super) fn text_edge(&self) -> Option<u64> {
        let is_text = self.array()?.metadata.data_type.is_variable();
        self.chunk_edge().filter(|_| is_text)
    }

    /// How long a text is that any number of rows may have: a category, or the fill value.
    pub(super) fn longest_shared(&self, options: &DecodeOptions) -> u64 {
        match &self.source {
            ColumnSource::Categories(_, names, _) => names.longest(options),
            ColumnSource::Plain(array) | ColumnSource::Nullable(array, _) => {
                text_nbytes(&array.metadata.fill_value)
            }
            _ => 0,
        }
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
                for value in self.kept.scalars(array, rows, most, options)? {
                    cells.push(FrameCell::Value(value));
                }
            }
            ColumnSource::Nullable(array, mask) => {
                let masked = self.kept.scalars(mask, rows, most, options)?;
                for (value, mask) in self.kept.scalars(array, rows, most, options)?.into_iter().zip(masked) {
                    cells.push(match mask {
                        Scalar::Bool(true) => FrameCell::Missing,
                        _ => FrameCell::Value(value),
                    });
                }
            }
            ColumnSource::Categories(codes, names, _) => {
                let names = names.read(options).map_err(Clone::clone)?;
                for code in self.kept.scalars(codes, rows, most, options)? {
                    cells.push(match category(&code, names) {
                        Ok(at) => names
                            .beginning(at, most)
                            .map_or_else(|| no_category(&code, names.size()), FrameCell::Value),
                        Err(cell) => cell,
                    });
                }
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

    /// What rows are sorted by: of categories their numbers, as pandas does it.
    pub(super) fn read_order(
        &self,
        rows: &Range<u64>,
        most: usize,
        options: &DecodeOptions,
    ) -> Result<Vec<FrameCell>, String> {
        let ColumnSource::Categories(codes, names, _) = &self.source else {
            return self.read(rows, most, options);
        };
        let names = names.read(options).map_err(Clone::clone)?;
        let mut cells = Vec::new();
        for code in self.kept.scalars(codes, rows, most, options)? {
            cells.push(match category(&code, names) {
                Ok(_) => FrameCell::Value(code),
                Err(cell) => cell,
            });
        }
        Ok(cells)
    }

    /// The names of its categories, and whether they have an order; `None` where it has none.
    pub(super) fn categories(
        &self,
        options: &DecodeOptions,
    ) -> Option<(Result<&Elements, &String>, CategoryOrder)> {
        match &self.source {
            ColumnSource::Categories(_, names, order) => Some((names.read(options), *order)),
            _ => None,
        }
    }
}

/// The place of a code among the names; otherwise what the row has instead.
fn category(code: &Scalar, names: &Elements) -> Result<usize, FrameCell> {
    match code {
        // Only what is missing has a number below zero.
        Scalar::Integer(number) if *number < 0 => Err(FrameCell::Missing),
        Scalar::Integer(number) => match usize::try_from(*number) {
            Ok(at) if at < names.size() => Ok(at),
            _ => Err(no_category(code, names.size())),
        },
        _ => Err(no_category(code, names.size())),
    }
}

fn no_category(code: &Scalar, count: usize) -> FrameCell {
    let expected = match count {
        0 => "no number, because there are no categories".to_owned(),
        1 => "0, the number of the only category".to_owned(),
        _ => format!("the number of one of {count} categories, from 0 to {}", count - 1),
    };
    FrameCell::Fault(format!("expected {expected}, found {}", shorten(&code.to_string(), LONGEST)))
}

impl ColumnSource {
    fn find(hierarchy: &Hierarchy, key: &str) -> Result<Self, String> {
        let inside = |name: &str| one_dimension(hierarchy, &join(key, name));
        let order = |is_ordered| if is_ordered { CategoryOrder::Ordered } else { CategoryOrder::Unordered };
        let element = encoded_of(&hierarchy.describe(key).kind).unwrap_or_default();
        match element.kind {
            EncodedKind::Categories => {
                let names = Names::of(inside("categories")?);
                Ok(Self::Categories(inside("codes")?, names, order(element.is_ordered)))
            }
            EncodedKind::Nullable => Ok(Self::Nullable(inside("values")?, inside("mask")?)),
            _ => {
                let values = one_dimension(hierarchy, key)?;
                let table = key.rsplit_once('/').map_or("", |(table, _)| table);
                match values.fields().and_then(|fields| old_categories(table, fields)) {
                    Some(own) => {
                        let names = one_dimension(hierarchy, &own?)?;
                        let order = order(names.fields().is_some_and(is_ordered));
                        Ok(Self::Categories(values, Names::of(names), order))
                    }
                    None => Ok(Self::Plain(values)),
                }
            }
        }
    }
}
