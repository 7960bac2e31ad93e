//! `diff`: two stores, groups, arrays or chunks.

mod json;
mod stage;
mod text;

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use super::arguments::{DiffArguments, NanChoice};
use super::json::FaultyArray;
use super::open::{OpenedPath, found, message, open_array};
use super::verify::count_all;
use super::watched::watched;
use super::{Failure, Output, json as print, open, unless_closed};
use crate::hierarchy::Hierarchy;
use crate::lab::{ChunkComparison, Diff, DiffNews, DiffOptions, EqualityRules, Sides, diff};
use crate::pipeline::{Array, Total};

/// What was compared.
#[derive(Debug)]
struct Compared {
    found: Diff,
    /// What A and B are called.
    names: Sides<String>,
    /// Whether that is not all, because the user stopped it.
    interrupted: bool,
    /// The chunk that was compared, where it was one.
    chunk: Option<Vec<u64>>,
    /// Its stages, where both sides have such a chunk.
    stages: Option<ChunkComparison>,
}

pub(super) fn run(arguments: &DiffArguments, output: &mut Output) -> Result<(), Failure> {
    arguments.threads.start(&[&arguments.a, &arguments.b])?;
    let access = arguments.limits.limits();
    let hierarchies =
        Sides { a: Arc::new(open(&arguments.a, &access)?), b: Arc::new(open(&arguments.b, &access)?) };
    let arrays = match &arguments.chunk {
        Some(chunk) => {
            let arrays = Sides { a: array(arguments, true, output)?, b: array(arguments, false, output)? };
            stage::check_chunk(&arrays.a, &chunk.0)?;
            Some(arrays)
        }
        None => None,
    };
    let options = options(arguments);
    if let (Some(arrays), Some(name), Some(chunk)) = (&arrays, &arguments.stage, &arguments.chunk) {
        return stage::run(arrays, (&chunk.0, name), &options.decode, (arguments.json, output));
    }
    let chunk = options.chunk.clone();
    let decode = options.decode;
    let (found, interrupted) = compare(&hierarchies, options)?;
    let stages =
        arrays.zip(chunk.as_deref()).and_then(|(arrays, chunk)| stage::stages(&arrays, chunk, &decode));
    let names = hierarchies.as_ref().map(|hierarchy| hierarchy.name.clone());
    let compared = Compared { found, names, interrupted, chunk, stages };
    unless_closed(if arguments.json {
        json::print_all(&compared, output)
    } else {
        text::print(&compared, arguments.limit, output)
    })?;
    outcome(&compared)
}

fn options(arguments: &DiffArguments) -> DiffOptions {
    DiffOptions {
        decode: arguments.decode.options(),
        rules: EqualityRules {
            absolute: arguments.atol,
            relative: arguments.rtol,
            nan_by_bits: arguments.nan == NanChoice::Bits,
        },
        chunk: arguments.chunk.as_ref().map(|chunk| chunk.0.clone()),
    }
}

/// The array on one side, which a chunk needs.
fn array(arguments: &DiffArguments, is_a: bool, output: &mut Output) -> Result<Box<Array>, Failure> {
    let path = if is_a { &arguments.a } else { &arguments.b };
    match open_array(path, &arguments.limits.limits())? {
        OpenedPath::Array(array) => Ok(array),
        OpenedPath::Unusable(path, fault) => {
            if arguments.json {
                print::print(&FaultyArray { array: &path, fault: (&fault).into() }, output)?;
            }
            Err(Failure::Data(message(&path, None, &fault)))
        }
    }
}

/// What is said where nothing is different, and a side does not list its nodes.
const NOT_KNOWN: &str = "expected names that can be listed on both sides, found a server that lists none: whether it has other \
                         nodes is not known";

/// The exit status, and the first of what is wrong.
fn outcome(compared: &Compared) -> Result<(), Failure> {
    match compared.found.faults.first() {
        Some(first) => {
            let first = message(&first.node, Some(&first.key), &first.fault);
            Err(found(&first, usize::try_from(compared.found.fault_count).unwrap_or(usize::MAX)))
        }
        None if compared.found.has_differences() => Err(Failure::Different),
        None if compared.interrupted => Err(Failure::Interrupted),
        None if compared.found.has_unknown() => Err(Failure::Data(NOT_KNOWN.to_owned())),
        None => Ok(()),
    }
}

/// Compares on another thread, so that Ctrl-c stops the command at once. Gives what was found, and whether it was stopped.
fn compare(hierarchies: &Sides<Arc<Hierarchy>>, options: DiffOptions) -> Result<(Diff, bool), Failure> {
    let own = hierarchies.clone();
    let mut totals = Totals::begin(hierarchies, io::stderr().is_terminal());
    let (mut all, mut under_way) = (Diff::default(), None);
    let work = move |news: &Sender<_>| {
        diff(&own.a, &own.b, &options, &mut |more| news.send(more).is_ok());
    };
    let hear = |news: Option<DiffNews>| {
        if let Some(mut more) = news {
            under_way = more.under_way.take();
            all.take_in(more);
        }
        (all.counts, totals.all())
    };
    let interrupted = watched(work, hear)?.is_none();
    if interrupted {
        // What was found so far of the last array counts too.
        all.arrays.extend(under_way);
    }
    Ok((all, interrupted))
}

/// How many chunks both sides have, counted at the same time as they are compared.
struct Totals {
    counting: Option<Sides<Receiver<Total>>>,
    chunks: Sides<Option<u64>>,
}

impl Totals {
    fn begin(hierarchies: &Sides<Arc<Hierarchy>>, on_terminal: bool) -> Self {
        let counting = on_terminal.then(|| hierarchies.as_ref().map(count_all));
        Self { counting, chunks: Sides::default() }
    }

    /// The chunks of both sides, once they are known.
    fn all(&mut self) -> Option<Total> {
        let counting = self.counting.as_ref()?;
        let known =
            |own: Option<u64>, news: &Receiver<Total>| own.or_else(|| Some(news.try_recv().ok()?.chunks));
        self.chunks = Sides { a: known(self.chunks.a, &counting.a), b: known(self.chunks.b, &counting.b) };
        let chunks = self.chunks.a?.saturating_add(self.chunks.b?);
        Some(Total { chunks, nbytes: 0 })
    }
}
