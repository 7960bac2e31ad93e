use std::{io::Write, path::Path};

use super::arguments::{StageName, StageSide, TraceArguments};
use super::{Failure, Output, Result, file::write_file, open::failure, unless_closed};
use crate::codec::{CodecRow, Outcome, StageInfo, StageTrace};
use crate::metadata::text::escape;
use crate::pipeline::{Array, ChunkTrace, State};

pub(super) fn is_named(info: &StageInfo, name: &str) -> bool {
    if info.codec.name == name {
        return true;
    }
    match (CodecRow::meant_by(name), info.row()) {
        (Some(meant), Some(row)) => meant.same_as == row.same_as,
        _ => false,
    }
}

pub(super) fn row(array: &Array, trace: &ChunkTrace, name: &StageName, side: StageSide) -> Result<usize> {
    let stages = trace.stages();
    let wrong = |what: &str| {
        let listed = stages.iter().map(|own| format!("{} {}", own.info.codec_index, own.info.codec.name));
        let listed = escape(&listed.collect::<Vec<_>>().join(", ")).into_owned();
        let text = format!("{}: {}: --stage: expected stored or one of {listed}", array.path, trace.key);
        Failure::Usage(format!("{text}{what}{}", of_inner(trace, name)))
    };
    let (asked, found) = match (name, side) {
        (StageName::Stored, StageSide::Out) => return Ok(0),
        (StageName::Stored, StageSide::In) => {
            return Err(wrong(", found stored with --side in: nothing goes into it"));
        }
        (StageName::Place(place), _) => {
            (place.to_string(), places(stages, |own| own.info.codec_index == *place))
        }
        (StageName::Named(name), _) => {
            (format!("\"{name}\""), places(stages, |own| is_named(&own.info, name)))
        }
    };
    match found.as_slice() {
        [] => Err(wrong(&format!(", found {asked}"))),
        [stage] => Ok(stage + usize::from(side == StageSide::Out)),
        several => {
            let count = several.len();
            Err(wrong(&format!(", found {asked}, of which there are {count}: name one by its number")))
        }
    }
}

fn of_inner(trace: &ChunkTrace, name: &StageName) -> String {
    let (StageName::Named(name), Some(sharding)) = (name, trace.chain().sharding()) else {
        return String::new();
    };
    if !sharding.inner().stages().any(|stage| is_named(stage, name)) {
        return String::new();
    }
    let zeros = vec!["0"; sharding.grid().rank()].join(",");
    format!("; the inner chunks of this shard have such a stage: --inner {zeros} names one of them")
}

fn places(stages: &[StageTrace], is_meant: impl Fn(&StageTrace) -> bool) -> Vec<usize> {
    stages.iter().enumerate().filter(|(_, stage)| is_meant(stage)).map(|(place, _)| place).collect()
}

const STDOUT: &str = "-";

/// Refuses to write over a file that is there, unless that is asked for. Devices and pipes are written to.
pub(super) fn refuse_existing(path: &Path, force: bool) -> Result {
    if force || path == Path::new(STDOUT) || !path.is_file() {
        return Ok(());
    }
    let path = escape(&path.to_string_lossy()).into_owned();
    Err(Failure::Usage(format!("{path}: expected no such file, or --force, found one")))
}

pub(super) fn write(
    array: &Array,
    trace: &ChunkTrace,
    name: &StageName,
    path: &Path,
    arguments: &TraceArguments,
    output: &mut Output,
) -> Result {
    let bytes = bytes(array, trace, row(array, trace, name, arguments.side)?, arguments.partial)?;
    if path == Path::new(STDOUT) {
        return unless_closed(output.write_all(bytes).map_err(Failure::from));
    }
    write_file(path, |file| Ok(file.write_all(bytes)?))
}

fn bytes<'a>(array: &Array, trace: &'a ChunkTrace, row: usize, with_partial: bool) -> Result<&'a [u8]> {
    let wrong = |what: &str| {
        let place = escape(&format!("{}: {}", array.path, trace.key)).into_owned();
        Failure::Data(format!("{place}: {what}"))
    };
    let fault = || match (&trace.trace.fault, trace.state) {
        (Some(fault), _) => failure(&array.path, Some(&trace.key), &fault.clone().into()),
        (None, State::Missing) => wrong("expected a stored chunk, found it missing"),
        (None, State::Stored(_) | State::Unread(_)) => wrong("expected a stage that is reached"),
    };
    let Some(stage) = row.checked_sub(1) else { return trace.trace.stored.as_deref().ok_or_else(fault) };
    let stage = trace.stages().get(stage).ok_or_else(fault)?;
    match (&stage.outcome, &stage.partial) {
        (Outcome::Decoded(_, Some(value)), _) => Ok(value.visible_bytes()),
        (Outcome::Decoded(..), _) => {
            Err(wrong("expected a smaller chunk: the bytes of the stage were not kept"))
        }
        (Outcome::Failed(_), Some(partial)) if with_partial => Ok(partial.value.visible_bytes()),
        (Outcome::Failed(_) | Outcome::NotReached, _) => Err(fault()),
    }
}
