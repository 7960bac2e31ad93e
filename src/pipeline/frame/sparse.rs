//! Sparse matrices of `AnnData`: CSR stores rows, CSC columns.
//!
//! `indptr` has one number more than there are rows (of CSC columns): the entries of row `i` are those from `indptr[i]` to
//! `indptr[i + 1]` of `indices`, which has their columns, and of `data`, which has their values.
//!
//! Source: [AnnData, sparse arrays](https://anndata.readthedocs.io/en/latest/fileformat-prose.html#sparse-arrays)

use std::ops::Range;

use super::{FrameCell, Names, SHOWN, StoredEntry, StoredRow, edge, one_dimension, scalars};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::meaning::{EncodedElement, EncodedKind};
use crate::metadata::Scalar;
use crate::metadata::text::escape;
use crate::pipeline::encoded::{encoded_of, key_below};
use crate::pipeline::{Array, Survey};
use crate::store::join;

const FIRST: u64 = 24;
/// The most entries that are read together for a few rows. If there are more, each row is read by itself.
const JOINT: u64 = 1 << 20;

/// *Major* is the dimension along which a matrix is stored: rows for CSR, columns for CSC.
#[derive(Debug)]
pub struct SparseMatrix {
    indptr: Array,
    indices: Array,
    data: Array,
    pub shape: [u64; 2],
    pub by_rows: bool,
    pub(super) major_labels: Option<Array>,
    minor_labels: Option<Names>,
}

type MinorEntry = (i128, Scalar);

#[derive(Debug, Clone, PartialEq)]
pub struct StoredTriple {
    pub row: i128,
    pub column: i128,
    pub value: Scalar,
}

const NO_SPAN: &str = "expected places in indptr that rise and end within data, found others";

impl SparseMatrix {
    pub fn open(hierarchy: &Hierarchy, key: &str, element: &EncodedElement) -> Result<Self, String> {
        let shape = element.shape.ok_or("shape: expected rows and columns of the matrix")?;
        let by_rows = element.kind == EncodedKind::Sparse { by_rows: true };
        let inside = |name: &str| {
            one_dimension(hierarchy, &join(key, name)).map_err(|fault| format!("{name}: {fault}"))
        };
        let indptr = inside("indptr")?;
        let indices = inside("indices")?;
        let data = inside("data")?;
        let (majors, word) = if by_rows { (shape[0], "row") } else { (shape[1], "column") };
        if edge(&indptr) != majors.saturating_add(1) {
            let (found, [rows, columns]) = (edge(&indptr), shape);
            let minors = if by_rows { columns } else { rows };
            if found == minors.saturating_add(1) {
                let other = format!("encoding-type should be cs{}_matrix", if by_rows { 'c' } else { 'r' });
                // The arrays alone say both. The tables beside them say how many rows there are.
                let has = |rows, columns| {
                    labels(hierarchy, key, 0, rows).or_else(|| labels(hierarchy, key, 1, columns)).is_some()
                };
                let what = match (has(rows, columns), has(columns, rows)) {
                    (true, false) => other,
                    (false, true) => format!("shape is [{columns}, {rows}]"),
                    _ => format!("{other}, or shape is [{columns}, {rows}]"),
                };
                return Err(format!("{what}: indptr has {found} elements, one more than {minors}"));
            }
            return Err(format!("indptr: expected one element more than {majors} {word}s, found {found}"));
        }
        if edge(&indices) != edge(&data) {
            let found = edge(&indices);
            let other = edge(&data);
            return Err(format!("indices: expected as many elements as data ({other}), found {found}"));
        }
        let row_labels = labels(hierarchy, key, 0, shape[0]);
        let column_labels = labels(hierarchy, key, 1, shape[1]);
        let (major_labels, minor_labels) =
            if by_rows { (row_labels, column_labels) } else { (column_labels, row_labels) };
        let minor_labels = minor_labels.map(Names::of);
        Ok(Self { indptr, indices, data, shape, by_rows, major_labels, minor_labels })
    }

    pub fn majors(&self) -> u64 {
        edge(&self.indptr).saturating_sub(1)
    }

    pub(super) fn words(&self) -> (&'static str, &'static str) {
        if self.by_rows { ("row", "column") } else { ("column", "row") }
    }

    pub fn counts(&self, rows: &Range<u64>, options: &DecodeOptions) -> Result<Vec<FrameCell>, String> {
        let mut cells = Vec::new();
        for span in self.spans(rows, options)? {
            cells.push(match span {
                Some(span) => FrameCell::Value(Scalar::Integer(i128::from(span.end - span.start))),
                None => FrameCell::Fault(NO_SPAN.to_owned()),
            });
        }
        Ok(cells)
    }

    pub fn beginnings(&self, rows: &Range<u64>, options: &DecodeOptions) -> Result<Vec<FrameCell>, String> {
        let spans = self.spans(rows, options)?;
        let (start, joint) = self.joint(&spans, options)?;
        let mut cells = Vec::new();
        for span in spans {
            let Some(span) = span else {
                cells.push(FrameCell::Fault(NO_SPAN.to_owned()));
                continue;
            };
            let first = span.start..span.end.min(span.start.saturating_add(FIRST));
            let entries = match &joint {
                Some(entries) => part(entries, start, &first),
                None => self.read(&first, options)?,
            };
            let mut first = Vec::new();
            for (at, value) in entries {
                first.push(StoredEntry { at, label: self.minor_label(at, options), value });
            }
            cells.push(FrameCell::Stored(StoredRow { first, count: span.end - span.start }));
        }
        Ok(cells)
    }

    pub fn triples(&self, majors: &Range<u64>, options: &DecodeOptions) -> Result<Vec<StoredTriple>, String> {
        let spans = self.spans(majors, options)?;
        let (word, other) = self.words();
        let mut found = Vec::new();
        let minors = self.shape.get(usize::from(self.by_rows)).copied().unwrap_or(0);
        let (start, joint) = self.joint(&spans, options)?;
        for (major, span) in majors.clone().zip(spans) {
            let all = edge(&self.data);
            let span =
                span.ok_or_else(|| format!("indptr: {word} {major}: expected a part of {all} entries"))?;
            let entries = match &joint {
                Some(entries) => part(entries, start, &span),
                None => self.read(&span, options)?,
            };
            for (at, value) in entries {
                if at < 0 || at >= i128::from(minors) {
                    return Err(format!(
                        "indices: {word} {major}: expected a {other} below {minors}, found {at}"
                    ));
                }
                let major = i128::from(major);
                let (row, column) = if self.by_rows { (major, at) } else { (at, major) };
                found.push(StoredTriple { row, column, value });
            }
        }
        Ok(found)
    }

    /// Where `indptr` is stored, in order: rows of which nothing is stored have no entries. `None` where that is not known.
    pub fn stored_bounds(&self) -> Option<Vec<Range<u64>>> {
        let all = i128::from(edge(&self.data));
        if !matches!(self.indptr.metadata.fill_value, Scalar::Integer(at) if (0..=all).contains(&at)) {
            return None;
        }
        let survey = Survey::take_names(&self.indptr.stored_chunks(), |_| true)?;
        if survey.hidden > 0 || !survey.unreadable.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        for (coords, _) in survey.iter() {
            found.push(self.indptr.metadata.chunk_grid.extent(coords)?.first()?.clone());
        }
        found.sort_by_key(|range| range.start);
        Some(found)
    }

    pub fn majors_at_once(&self, majors: &Range<u64>, options: &DecodeOptions) -> Result<u64, String> {
        let looked_at = majors.start..majors.end.min(majors.start.saturating_add(1 << 16));
        let mut sum: u64 = 0;
        let mut count: u64 = 0;
        for span in self.spans(&looked_at, options)? {
            sum = sum.saturating_add(span.map_or(0, |span| span.end - span.start));
            if sum > JOINT {
                break;
            }
            count += 1;
        }
        Ok(count.max(1))
    }

    fn spans(&self, rows: &Range<u64>, options: &DecodeOptions) -> Result<Vec<Option<Range<u64>>>, String> {
        let bounds = rows.start..rows.end.saturating_add(1);
        let bounds = scalars(&self.indptr, &bounds, SHOWN, options)?;
        let all = edge(&self.data);
        let mut spans = Vec::new();
        for pair in bounds.windows(2) {
            let [Scalar::Integer(start), Scalar::Integer(end)] = pair else {
                spans.push(None);
                continue;
            };
            let start = u64::try_from(*start).ok();
            let end = u64::try_from(*end).ok();
            spans.push(match (start, end) {
                (Some(start), Some(end)) if start <= end && end <= all => Some(start..end),
                _ => None,
            });
        }
        Ok(spans)
    }

    fn joint(
        &self,
        spans: &[Option<Range<u64>>],
        options: &DecodeOptions,
    ) -> Result<(u64, Option<Vec<MinorEntry>>), String> {
        let start = spans.iter().flatten().map(|span| span.start).min().unwrap_or(0);
        let end = spans.iter().flatten().map(|span| span.end).max().unwrap_or(0);
        let is_few = end.saturating_sub(start) <= JOINT;
        let entries = if is_few { Some(self.read(&(start..end), options)?) } else { None };
        Ok((start, entries))
    }

    fn read(&self, span: &Range<u64>, options: &DecodeOptions) -> Result<Vec<MinorEntry>, String> {
        let own = |array: &Array, name: &str| {
            scalars(array, span, SHOWN, options).map_err(|fault| format!("{name}: {fault}"))
        };
        let values = own(&self.data, "data")?;
        let mut entries = Vec::new();
        for (index, value) in own(&self.indices, "indices")?.into_iter().zip(values) {
            let Scalar::Integer(at) = index else {
                return Err(format!("indices: expected integers, found {index}"));
            };
            entries.push((at, value));
        }
        Ok(entries)
    }

    fn minor_label(&self, at: i128, options: &DecodeOptions) -> Option<String> {
        let names = self.minor_labels.as_ref()?.read(options).ok()?;
        Some(match names.beginning(usize::try_from(at).ok()?, SHOWN)? {
            Scalar::Text(text) => text.to_string(),
            other => other.to_string(),
        })
    }
}

fn part(entries: &[MinorEntry], start: u64, span: &Range<u64>) -> Vec<MinorEntry> {
    let at = |bound: u64| usize::try_from(bound.saturating_sub(start)).unwrap_or(usize::MAX);
    entries.get(at(span.start)..at(span.end)).unwrap_or_default().to_vec()
}

const TABLES: &[(&str, [Option<&str>; 2])] = &[
    ("layers", [Some("obs"), Some("var")]),
    ("obsm", [Some("obs"), None]),
    ("varm", [Some("var"), None]),
    ("obsp", [Some("obs"), Some("obs")]),
    ("varp", [Some("var"), Some("var")]),
];

/// Of each group of an `AnnData` so many parts are held against its tables.
const PARTS: usize = 1000;

/// Why parts of an `AnnData` do not fit: they have other numbers of rows or columns than it has observations or variables.
pub fn odd_parts(hierarchy: &Hierarchy, key: &str, [obs, var]: [u64; 2]) -> Vec<String> {
    let mut parts = vec![("X".to_owned(), [Some("obs"), Some("var")])];
    for (group, tables) in TABLES {
        let children = hierarchy.children(&join(key, group)).unwrap_or_default();
        parts.extend(children.into_iter().take(PARTS).map(|child| (join(group, &child.name), *tables)));
    }
    let mut odd = Vec::new();
    for (name, tables) in parts {
        let kind = hierarchy.describe(&join(key, &name)).kind;
        let shape = match kind.array() {
            Some(array) => array.shape.clone().unwrap_or_default(),
            None => encoded_of(&kind).and_then(|element| element.shape).map_or(Vec::new(), Vec::from),
        };
        for ((table, found), what) in tables.into_iter().zip(shape).zip(["rows", "columns"]) {
            let Some(table) = table else { continue };
            let expected = if table == "obs" { obs } else { var };
            if found != expected {
                let name = escape(&name);
                odd.push(format!("expected {expected} {what} in {name}, as {table} has rows, found {found}"));
            }
        }
    }
    odd
}

fn labels(hierarchy: &Hierarchy, key: &str, axis: usize, size: u64) -> Option<Array> {
    let (above, name) = key.rsplit_once('/').unwrap_or(("", key));
    let (higher, group) = above.rsplit_once('/').unwrap_or(("", above));
    let own = TABLES.iter().find(|(own, _)| *own == group && !above.is_empty());
    let table = match (own, name, axis) {
        (Some((_, tables)), ..) => join(higher, tables.get(axis).copied().flatten()?),
        (None, "X", 0) if group == "raw" => join(higher, "obs"),
        (None, "X", 0) => join(above, "obs"),
        (None, "X", 1) => join(above, "var"),
        _ => return None,
    };
    let element = encoded_of(&hierarchy.describe(&table).kind)?;
    let index = key_below(&table, element.index.as_deref()?)?;
    // Strings that may be missing are a group; labels are never missing.
    let index = match encoded_of(&hierarchy.describe(&index).kind) {
        Some(element) if element.kind == EncodedKind::Nullable => join(&index, "values"),
        _ => index,
    };
    let labels = one_dimension(hierarchy, &index).ok()?;
    if edge(&labels) == size { Some(labels) } else { None }
}
