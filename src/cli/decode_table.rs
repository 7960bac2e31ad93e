use std::io::Write;

use super::{Failure, Output, Result, arguments::DecodeCommand, file::write_file, region::parse_region};
use crate::hierarchy::Hierarchy;
use crate::meaning::{EncodedElement, EncodedKind};
use crate::metadata::text::escape;
use crate::pipeline::{Frame, RowCondition, SparseMatrix, encoded_of};
use crate::save::{SavedTable, ValuesFormat, write_sparse, write_table};

enum DecodedRows {
    Table(Frame),
    Matrix(Box<SparseMatrix>),
}

/// `None` where the path leads to something without rows.
pub(super) fn run(arguments: &DecodeCommand, output: &mut Output) -> Option<Result> {
    let hierarchy = super::open(&arguments.path, &arguments.limits.access()).ok()?;
    let kind = hierarchy.describe("").kind;
    if !Frame::is_of(&kind) {
        return None;
    }
    Some(decode(&hierarchy, &encoded_of(&kind)?, arguments, output))
}

fn decode(
    hierarchy: &Hierarchy,
    element: &EncodedElement,
    arguments: &DecodeCommand,
    output: &mut Output,
) -> Result {
    let path = escape(&hierarchy.name).into_owned();
    refuse(&path, element, arguments)?;
    let data = |fault: String| Failure::Data(format!("{path}: {}", escape(&fault)));
    let (decoded, shape) = match element.kind {
        EncodedKind::Sparse { .. } => {
            let matrix = SparseMatrix::open(hierarchy, "", element).map_err(data)?;
            let shape = matrix.shape;
            (DecodedRows::Matrix(Box::new(matrix)), shape)
        }
        _ => {
            let frame = Frame::open(hierarchy, "").map_err(data)?.whole();
            let shape = [frame.rows, frame.columns.len().saturating_sub(1) as u64];
            (DecodedRows::Table(frame), shape)
        }
    };
    let region = match &arguments.region {
        // The columns may be left out.
        Some(text) if !text.contains(',') => parse_region(&format!("{text},:"), &shape),
        Some(text) => parse_region(text, &shape),
        None => Ok(shape.iter().map(|edge| 0..*edge).collect()),
    };
    let region = region.map_err(|reason| Failure::Usage(format!("{path}: --region: {reason}")))?;
    let [rows, columns] = region.as_slice() else { return Ok(()) };
    let options = arguments.decode.options();
    let condition = match (&arguments.condition, &decoded) {
        (Some(text), DecodedRows::Table(frame)) => {
            let usage = |reason: String| Failure::Usage(format!("{path}: --where: {reason}"));
            let condition = RowCondition::read(text, frame).and_then(|own| own.resolve(frame, &options));
            Some(condition.map_err(usage)?)
        }
        _ => None,
    };
    let saved = SavedTable {
        path: &path,
        encoding: &element.encoding,
        rows: rows.clone(),
        columns: columns.clone(),
        condition,
        options: &options,
    };
    let write = |output: &mut (dyn Write + Send)| -> Result {
        let format = arguments.format;
        match &decoded {
            DecodedRows::Table(frame) => write_table(&saved, frame, format, output)?,
            DecodedRows::Matrix(matrix) => write_sparse(&saved, matrix, format, output)?,
        }
        Ok(())
    };
    match &arguments.output {
        None => write(output),
        Some(path) => write_file(path, |file| write(file)),
    }
}

fn refuse(path: &str, element: &EncodedElement, arguments: &DecodeCommand) -> Result {
    let what = element.words();
    let usage = |text: String| Err(Failure::Usage(format!("{path}: {text}")));
    if matches!(arguments.format, ValuesFormat::Raw | ValuesFormat::Npy) {
        return usage(format!("--format: expected json, csv or table for a {what}, found raw or npy"));
    }
    if arguments.condition.is_some() && matches!(element.kind, EncodedKind::Sparse { .. }) {
        return usage(format!("--where: expected a table or a column, found a {what}"));
    }
    let options = [
        ("--chunk", arguments.chunk.is_some()),
        ("--sel", !arguments.values.sel.is_empty()),
        ("--physical", arguments.values.physical),
        ("--tidy", arguments.tidy),
    ];
    for (option, is_given) in options {
        if is_given {
            return usage(format!(
                "{option}: expected an array, found a {what}, whose values are those that are meant; --region takes rows"
            ));
        }
    }
    Ok(())
}
