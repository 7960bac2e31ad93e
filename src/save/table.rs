use std::{io::Write, ops::Range};

use super::{SaveError, ValuesFormat, records::RecordWriter};
use crate::codec::DecodeOptions;
use crate::metadata::Scalar;
use crate::pipeline::{Frame, FrameCell, FramePart, RowCondition, SparseMatrix, StoredTriple};

#[derive(Debug, Clone)]
pub struct SavedTable<'a> {
    pub path: &'a str,
    pub encoding: &'a str,
    pub rows: Range<u64>,
    /// Of a table, those after the labels of rows, which are always written.
    pub columns: Range<u64>,
    /// Of a table: only rows in which it holds.
    pub condition: Option<RowCondition>,
    pub options: &'a DecodeOptions,
}

pub fn write_table(
    saved: &SavedTable,
    frame: &Frame,
    format: ValuesFormat,
    output: &mut (dyn Write + Send),
) -> Result<(), SaveError> {
    let at = |bound: u64| usize::try_from(bound.saturating_add(1)).unwrap_or(usize::MAX);
    let columns = at(saved.columns.start)..at(saved.columns.end).min(frame.columns.len());
    let own = frame.columns.get(columns.clone()).unwrap_or_default();
    let names = frame.columns.first().into_iter().chain(own).map(|column| column.name.clone()).collect();
    let mut count = saved.rows.end - saved.rows.start;
    if saved.condition.is_some() && format == ValuesFormat::Json {
        count = 0;
        each_part(saved, frame, 1..1, &mut |_, rows| {
            count += rows.len() as u64;
            Ok(())
        })?;
    }
    let shape = [count, own.len() as u64];
    let mut writer = RecordWriter::begin(format, saved.encoding, shape, names, output)?;
    each_part(saved, frame, columns, &mut |part, rows| {
        Ok(writer.records(&records(saved, frame, part, rows)?)?)
    })?;
    Ok(writer.end()?)
}

type WritePart<'a> = &'a mut dyn FnMut(&FramePart, &[u64]) -> Result<(), SaveError>;

fn each_part(
    saved: &SavedTable,
    frame: &Frame,
    columns: Range<usize>,
    write: WritePart,
) -> Result<(), SaveError> {
    let mut start = saved.rows.start;
    let at_once = frame.rows_at_once(saved.options);
    while start < saved.rows.end {
        let end = saved.rows.end.min(start.saturating_add(at_once));
        let part = frame.read_all(start..end, columns.clone(), saved.options);
        let rows = match &saved.condition {
            Some(condition) => condition.rows(frame, part.rows.clone(), saved.options),
            None => Ok(part.rows.clone().collect()),
        };
        let rows = rows.map_err(|fault| SaveError::Read(format!("{}: {fault}", saved.path)))?;
        write(&part, &rows)?;
        start = end;
    }
    Ok(())
}

/// Writes row, column and value of each entry, in the order in which they are stored.
pub fn write_sparse(
    saved: &SavedTable,
    matrix: &SparseMatrix,
    format: ValuesFormat,
    output: &mut (dyn Write + Send),
) -> Result<(), SaveError> {
    let names = ["row", "column", "value"].map(str::to_owned).to_vec();
    let mut writer = RecordWriter::begin(format, saved.encoding, matrix.shape, names, output)?;
    let unread = |fault: String| SaveError::Read(format!("{}: {fault}", saved.path));
    let majors = if matrix.by_rows { saved.rows.clone() } else { saved.columns.clone() };
    let is_in = |range: &Range<u64>, at: i128| u64::try_from(at).is_ok_and(|at| range.contains(&at));
    let stored = matrix.stored_bounds();
    let next = |from: u64| match &stored {
        // The last row before a stored part ends in it.
        Some(stored) => match stored.get(stored.partition_point(|range| range.end <= from)) {
            Some(range) => from.max(range.start.saturating_sub(1)),
            None => u64::MAX,
        },
        None => from,
    };
    let mut start = next(majors.start);
    while start < majors.end {
        let at_once = matrix.majors_at_once(&(start..majors.end), saved.options).map_err(unread)?;
        let end = start.saturating_add(at_once).min(majors.end);
        let triples = matrix.triples(&(start..end), saved.options).map_err(unread)?;
        let mut records = Vec::new();
        for StoredTriple { row, column, value } in triples {
            if is_in(&saved.rows, row) && is_in(&saved.columns, column) {
                records.push(vec![Some(Scalar::Integer(row)), Some(Scalar::Integer(column)), Some(value)]);
            }
        }
        writer.records(&records)?;
        start = next(end);
    }
    Ok(writer.end()?)
}

fn records(
    saved: &SavedTable,
    frame: &Frame,
    part: &FramePart,
    rows: &[u64],
) -> Result<Vec<Vec<Option<Scalar>>>, SaveError> {
    let numbers: Vec<usize> = [0].into_iter().chain(part.columns.clone()).collect();
    let place = |number: usize| {
        let name = frame.columns.get(number).map_or("", |column| &column.name);
        format!("{}: {name}", saved.path)
    };
    for number in &numbers {
        if let Some(Err(fault)) = part.column(*number) {
            return Err(SaveError::Read(format!("{}: {fault}", place(*number))));
        }
    }
    let cell = |row: u64, number: usize| match part.cell(row, number) {
        Some(FrameCell::Value(value)) => Ok(Some(value.clone())),
        Some(FrameCell::Missing) => Ok(None),
        other => {
            let fault = match other {
                Some(FrameCell::Fault(fault)) if !fault.is_empty() => fault,
                _ => "expected a value, found none",
            };
            Err(SaveError::Read(format!("{}: row {row}: {fault}", place(number))))
        }
    };
    let mut records = Vec::new();
    for row in rows {
        records.push(numbers.iter().map(|number| cell(*row, *number)).collect::<Result<_, _>>()?);
    }
    Ok(records)
}
