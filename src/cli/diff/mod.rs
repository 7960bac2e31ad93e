mod json;
mod stage;
mod sums;
mod text;

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, Sender};
use std::{path::Path, sync::Arc};

use super::arguments::{DiffArguments, NanChoice, NodeArguments, ValueArguments};
use super::labels::Chosen;
use super::open::{self, OpenedPath, check_chunk, message, open_usable};
use super::{
    Failure, Output, Result, beside, picture, region::region_of, unless_closed, verify::count_all,
    watched::watched,
};
use crate::hierarchy::Hierarchy;
use crate::lab::{ChunkComparison, Diff, DiffNews, DiffOptions, EqualityRules, Sides, diff};
use crate::pipeline::{Array, LabelPick, Region, Total};
use crate::tell::words::slices;

#[derive(Debug)]
struct Compared {
    found: Diff,
    names: Sides<String>,
    interrupted: bool,
    physical: bool,
    chunk: Option<Vec<u64>>,
    /// Unless it is that of a chunk.
    region: Option<Region>,
    picks: Vec<LabelPick>,
    /// What is not the same beside the elements of two arrays.
    notes: Vec<String>,
    stages: Option<ChunkComparison>,
}

pub(super) fn run(arguments: &DiffArguments, output: &mut Output) -> Result {
    if arguments.picture {
        return picture::run_difference(arguments, output);
    }
    if let Some(option) = arguments.plane.given() {
        return Err(Failure::Usage(format!("{option}: expected --picture too")));
    }
    if let Some(compared) = sums::run(arguments, output) {
        return compared;
    }
    arguments.threads.start(&[&arguments.a, &arguments.b])?;
    let access = arguments.limits.access();
    let hierarchies = Sides {
        a: Arc::new(open::open(&arguments.a, &access)?),
        b: Arc::new(open::open(&arguments.b, &access)?),
    };
    let decode = arguments.decode.options();
    let chunk = arguments.chunk.as_ref().map(|chunk| chunk.0.clone());
    let rules = EqualityRules {
        absolute: arguments.atol,
        relative: arguments.rtol,
        nan_by_bits: arguments.nan == NanChoice::Bits,
    };
    let mut arrays = None;
    let (mut region, mut picks) = (None, Vec::new());
    if chunk.is_some() || arguments.plane.region.is_some() || !arguments.sel.is_empty() {
        let mut array = |path: &Path| {
            let limits = arguments.limits.clone();
            open_usable(&NodeArguments { path: path.to_owned(), json: arguments.json, limits }, output)
        };
        let both = Sides { a: array(&arguments.a)?, b: array(&arguments.b)? };
        if let Some(chunk) = &chunk {
            check_chunk(&both.a, chunk)?;
            region = both.a.metadata.chunk_grid.used(chunk);
            if let Some(name) = &arguments.stage {
                return stage::run(&both, chunk, name, arguments, output);
            }
        } else {
            let (both, picked) = region_of_both(&both, arguments)?;
            (region, picks) = (Some(both), picked);
        }
        arrays = Some(both);
    }
    let (found, interrupted) = compare(
        &hierarchies,
        DiffOptions { decode, rules, physical: arguments.physical, region: region.clone() },
    )?;
    let mut stages = None;
    if let (Some(arrays), Some(chunk)) = (&arrays, &chunk) {
        stages = stage::stages(arrays, chunk, &decode);
    }
    let notes = notes(&hierarchies, arguments, region.as_ref());
    let names = hierarchies.as_ref().map(|hierarchy| hierarchy.name.clone());
    let physical = arguments.physical;
    let region = region.filter(|_| chunk.is_none());
    let compared = Compared { found, names, interrupted, physical, chunk, region, picks, notes, stages };
    unless_closed(if arguments.json {
        json::print_all(&compared, output)
    } else {
        text::print(&compared, arguments.limit, output)
    })?;
    let found = &compared.found;
    match found.faults.first() {
        Some(first) => {
            let first = message(&first.node, Some(&first.key), &first.fault);
            let count = usize::try_from(found.fault_count).unwrap_or(usize::MAX);
            let are_unread = found.faults.len() == count
                && !found.has_differences()
                && found.faults.iter().all(|found| found.fault.is_unread());
            Err(open::found(&first, count, are_unread))
        }
        None if found.has_differences() => Err(Failure::Different),
        None if compared.interrupted => Err(Failure::Interrupted),
        None if found.has_unknown() => Err(Failure::Unread(NOT_KNOWN.to_owned())),
        None => Ok(()),
    }
}

const NOT_KNOWN: &str = "expected names that can be listed on both sides, found a server that lists none: whether it has other \
                         nodes is not known";

/// Bytes of a document whose coordinates are compared.
const SMALL: u64 = 64 << 10;

fn notes(
    hierarchies: &Sides<Arc<Hierarchy>>,
    arguments: &DiffArguments,
    region: Option<&Region>,
) -> Vec<String> {
    // Both are opened once more, so that large documents would be in memory several times.
    let is_small = |hierarchy: &Hierarchy| {
        ["zarr.json", ".zarray", ".zattrs"].iter().all(|name| hierarchy.store().read(name, SMALL).is_ok())
    };
    if !is_small(&hierarchies.a) || !is_small(&hierarchies.b) {
        return Vec::new();
    }
    let opened = hierarchies.as_ref().map(|hierarchy| open::array_of(hierarchy));
    let (Ok(OpenedPath::Array(a)), Ok(OpenedPath::Array(b))) = (opened.a, opened.b) else {
        return Vec::new();
    };
    if a.metadata.shape != b.metadata.shape {
        return Vec::new();
    }
    let values = ValueArguments::default();
    let (limits, options) = (arguments.limits.access(), arguments.decode.options());
    let own = Chosen::at(&arguments.a, limits.clone(), &values, options);
    let other = Chosen::at(&arguments.b, limits, &values, options);
    let whole = a.whole();
    beside::notes((&a, &own), (&b, &other), region.unwrap_or(&whole))
}

fn region_of_both(arrays: &Sides<Box<Array>>, arguments: &DiffArguments) -> Result<(Region, Vec<LabelPick>)> {
    if let (Some(text), true) = (&arguments.plane.region, arguments.sel.is_empty()) {
        return Ok((region_of(&arrays.a, text)?, Vec::new()));
    }
    let selected = |array: &Array, path: &Path| -> Result<(Region, Vec<LabelPick>)> {
        let limits = arguments.limits.clone();
        let node = NodeArguments { path: path.to_owned(), json: arguments.json, limits };
        let values = ValueArguments { sel: arguments.sel.clone(), physical: arguments.physical };
        let chosen = Chosen::of(&node, &values, arguments.decode.options());
        let found = chosen.selection(array, arguments.plane.region.as_ref(), &[])?;
        Ok(found.map_or_else(|| (array.whole(), Vec::new()), |found| (found.region, found.picks)))
    };
    let (a, picks) = selected(&arrays.a, &arguments.a)?;
    let (b, _) = selected(&arrays.b, &arguments.b)?;
    if a == b {
        return Ok((a, picks));
    }
    let [a, b] = [a, b].map(|region| slices(&region));
    Err(Failure::Usage(format!(
        "--sel: expected labels at the same places in both, found {a} in A and {b} in B"
    )))
}

/// Compares on another thread, so that Ctrl-c stops the command at once. The flag says whether it did.
fn compare(hierarchies: &Sides<Arc<Hierarchy>>, options: DiffOptions) -> Result<(Diff, bool)> {
    let own = hierarchies.clone();
    // Chunks are counted for the progress, which is shown on a terminal only.
    let counting = if io::stderr().is_terminal() { Some(hierarchies.as_ref().map(count_all)) } else { None };
    let mut totals = Totals { counting, chunks: Sides::default() };
    let mut all = Diff::default();
    let mut under_way = None;
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

struct Totals {
    counting: Option<Sides<Receiver<Total>>>,
    chunks: Sides<Option<u64>>,
}

impl Totals {
    fn all(&mut self) -> Option<Total> {
        let counting = self.counting.as_ref()?;
        for (chunks, news) in [(&mut self.chunks.a, &counting.a), (&mut self.chunks.b, &counting.b)] {
            if chunks.is_none()
                && let Ok(total) = news.try_recv()
            {
                *chunks = Some(total.chunks);
            }
        }
        Some(Total { chunks: self.chunks.a?.saturating_add(self.chunks.b?), nbytes: 0 })
    }
}
