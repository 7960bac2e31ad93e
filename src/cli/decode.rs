use std::io::{self, Write};
use std::sync::Arc;

use super::arguments::DecodeCommand;
use super::open::{OpenedPath, array_of, check_chunk, failure, open};
use super::{Failure, Output, Result, decode_table, file::write_file, fitted::FittedLines, labels::Chosen};
use crate::metadata::text::{count, escape};
use crate::pipeline::{Array, ArrayLabels, LabelPick, Region};
use crate::save::{SavedRegion, ValuesFormat, unwritten_ending, write_chunk, write_region, write_tidy};

pub(super) fn run(arguments: &DecodeCommand, output: &mut Output) -> Result {
    if let Some(path) = &arguments.output
        && let Some(name) = path.file_name()
        && let Some(end) = unwritten_ending(&name.to_string_lossy())
    {
        let known = if arguments.tidy { "csv or json" } else { "table, csv, json, npy or raw" };
        let path = escape(&path.to_string_lossy()).into_owned();
        let text = format!("--output: expected the name of a file for {known} (--format), found .{end}");
        return Err(Failure::Usage(format!("{path}: {text}, which is not written")));
    }
    arguments.threads.start(&[&arguments.path])?;
    let limits = arguments.limits.access();
    let array = match open(&arguments.path, &limits).and_then(|hierarchy| array_of(&hierarchy)) {
        Ok(OpenedPath::Array(array)) => array,
        Ok(OpenedPath::Unusable(path, fault)) => return Err(failure(&path, None, &fault)),
        // A group may be a table. Where it is none, what was wrong with the array is reported.
        Err(failure) => return decode_table::run(arguments, output).unwrap_or(Err(failure)),
    };
    let chosen = Chosen::at(&arguments.path, limits, &arguments.values, arguments.decode.options());
    let array = chosen.values_of(*array);
    let what = What::read(&array, arguments, &chosen)?;
    if let What::Region(_, picks) = &what
        && (arguments.tidy
            || matches!(arguments.format, ValuesFormat::Csv | ValuesFormat::Npy | ValuesFormat::Raw))
    {
        // Where stderr cannot be written, the values have to be enough.
        for pick in picks {
            let _ = writeln!(io::stderr(), "{}", pick.text());
        }
    }
    if arguments.tidy {
        return write_all_tidy(&array, &what, &chosen, arguments, output);
    }
    // Other formats have values only.
    let is_table = matches!((&what, arguments.format), (What::Region(..), ValuesFormat::Table));
    let labels = if is_table { chosen.labels_of(&array) } else { None };
    match (&arguments.output, output.columns) {
        (None, Some(columns)) if arguments.format == ValuesFormat::Table => {
            let mut fitted = FittedLines::new(output, columns);
            write(&array, &what, labels, arguments, &mut fitted)?;
            if fitted.cut > 0 {
                let lines = count(fitted.cut.into(), "line");
                output.flush()?;
                // Where stderr cannot be written, the sign at the end of each line has to be enough.
                let _ = writeln!(
                    io::stderr(),
                    "{lines} cut at {columns} columns: --region takes a part, and a pipe or a file gets all"
                );
            }
        }
        (None, _) => write(&array, &what, labels, arguments, output)?,
        (Some(path), _) => write_file(path, |file| write(&array, &what, labels.clone(), arguments, file))?,
    }
    Ok(())
}

enum What {
    Chunk(Vec<u64>),
    Region(Region, Vec<LabelPick>),
}

impl What {
    fn read(array: &Array, arguments: &DecodeCommand, chosen: &Chosen) -> Result<Self> {
        if arguments.condition.is_some() {
            let text =
                "--where: expected a table or a column of AnnData, found an array; --region takes elements";
            return Err(Failure::Usage(format!("{}: {text}", array.path)));
        }
        if arguments.tidy && matches!(arguments.format, ValuesFormat::Raw | ValuesFormat::Npy) {
            let text = "--format: expected csv or json with --tidy, found raw or npy";
            return Err(Failure::Usage(format!("{}: {text}", array.path)));
        }
        let data_type = &array.metadata.data_type;
        if data_type.is_variable() && matches!(arguments.format, ValuesFormat::Raw | ValuesFormat::Npy) {
            let text =
                format!("--format: expected json, csv or table for elements of any length ({data_type})");
            return Err(Failure::Usage(format!("{}: {text}, found raw or npy", array.path)));
        }
        let others = [("--chunk", arguments.chunk.is_some())];
        if let Some(selection) = chosen.selection(array, arguments.region.as_ref(), &others)? {
            return Ok(Self::Region(selection.region, selection.picks));
        }
        let Some(coords) = &arguments.chunk else { return Ok(Self::Region(array.whole(), Vec::new())) };
        check_chunk(array, &coords.0)?;
        // What lies past the array has no coordinates.
        let extent = array.metadata.chunk_grid.extent(&coords.0).filter(|_| arguments.tidy);
        let Some(extent) = extent else { return Ok(Self::Chunk(coords.0.clone())) };
        let ends = extent.iter().zip(array.metadata.shape.iter());
        Ok(Self::Region(ends.map(|(range, edge)| range.start..range.end.min(*edge)).collect(), Vec::new()))
    }
}

fn write_all_tidy(
    array: &Array,
    what: &What,
    chosen: &Chosen,
    arguments: &DecodeCommand,
    output: &mut Output,
) -> Result {
    let What::Region(region, picks) = what else { return Ok(()) };
    let options = arguments.decode.options();
    let saved = SavedRegion { array, region, options: &options, picks, labels: None };
    let columns = chosen.columns_of(array, region)?;
    let is_json = arguments.format == ValuesFormat::Json;
    if is_json && arguments.output.is_none() {
        saved.check()?;
    }
    match &arguments.output {
        None => Ok(write_tidy(&saved, &columns, is_json, output)?),
        Some(path) => write_file(path, |file| Ok(write_tidy(&saved, &columns, is_json, file)?)),
    }
}

fn write(
    array: &Array,
    what: &What,
    labels: Option<Arc<ArrayLabels>>,
    arguments: &DecodeCommand,
    output: &mut (dyn Write + Send),
) -> Result {
    let options = arguments.decode.options();
    let format = arguments.format;
    let written = match what {
        What::Chunk(coords) => write_chunk(array, coords, format, &options, output),
        What::Region(region, picks) => {
            let saved = SavedRegion { array, region, options: &options, picks, labels };
            // A file is written whole or not at all, but half of a document that is printed cannot be taken back.
            if arguments.format == ValuesFormat::Json && arguments.output.is_none() {
                saved.check()?;
            }
            write_region(&saved, format, output, &mut || true)
        }
    };
    Ok(written?)
}
