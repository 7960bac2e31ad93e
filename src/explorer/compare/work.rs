use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::thread;

use crate::codec::DecodeOptions;
use crate::explorer::compare::{ChunkToCompare, ComparedArrays, ComparedChunks, ComparedRow};
use crate::explorer::core::kept::BEAT;
use crate::explorer::core::lane::all_but_one;
use crate::explorer::{App, Beat, CompareWindow, Delivered, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::lab::{
    ArrayDiff, Diff, DiffNews, DiffOptions, Differences, ElementPairs, Sides, compare, diff_nodes,
};
use crate::pipeline::{ChunkTrace, State};
use crate::tell::words::size;

/// The most bytes that a chunk may decode to: two of them, with their stored bytes and some stages, stay below 256 MiB.
const MOST: u64 = 48 << 20;
const KEPT: usize = 64 << 20;
const FAULTS: usize = 20;

#[derive(Debug)]
pub struct CompareChunks {
    pub(crate) chunks: Sides<ChunkToCompare>,
    pub(crate) options: DecodeOptions,
}

impl Task for CompareChunks {
    const LANE: Lane = Lane::Comparisons;
    type Answer = Arc<ComparedChunks>;

    fn run(&self, link: &mut Link<Self>) {
        let traces = self.chunks.as_ref().map(|chunk| trace(chunk, &self.options).map(Arc::new));
        if link.is_wanted() {
            link.answer(Arc::new(compared(traces, self.chunks.as_ref().map(|chunk| chunk.begin.clone()))));
        }
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        if let Some(window) = app.overlays.get_mut::<CompareWindow>()
            && let Some(view) = &mut window.chunks
            && view.compared.answer(id, Ok(found))
        {
            view.begin();
        }
    }
}

fn compared(traces: Sides<Result<Arc<ChunkTrace>, String>>, begins: Sides<Vec<u64>>) -> ComparedChunks {
    let fills = traces.as_ref().map(|trace| match trace {
        Ok(trace) if trace.state == State::Missing => trace.elements(MOST),
        Ok(_) | Err(_) => None,
    });
    let stages = match (&traces.a, &traces.b) {
        (Ok(a), Ok(b)) => Some(compare(a, b)),
        _ => None,
    };
    let mut found = ComparedChunks { traces, stages, rows: Vec::new(), fills, begins };
    found.rows = (0..found.stage_count()).map(|stage| row(&found, stage)).collect();
    found
}

fn trace(chunk: &ChunkToCompare, options: &DecodeOptions) -> Result<ChunkTrace, String> {
    let decoded = chunk.array.metadata.chunk_representation(&chunk.address.chunk);
    if !chunk.address.is_inner()
        && let Some(nbytes) = decoded.and_then(|decoded| decoded.nbytes())
        && nbytes > MOST
    {
        let (own, most) = (size(nbytes), size(MOST));
        return Err(format!(
            "this chunk has {own}: at most {most} are shown side by side. zarrscope diff --chunk compares more"
        ));
    }
    let trace = chunk.array.trace_within(&chunk.address, options, KEPT).map_err(|fault| fault.to_string())?;
    if trace.state == State::Missing {
        // In a store that was removed every chunk seems missing, so the document is looked for too.
        chunk.array.check_document().map_err(|fault| fault.to_string())?;
    }
    Ok(trace)
}

fn row(found: &ComparedChunks, stage: usize) -> ComparedRow {
    let sides = found.sides(stage);
    let bytes = match sides.both_bytes() {
        Some(bytes) if !found.is_unlike() => Some(Differences::between(bytes.a, bytes.b)),
        _ => None,
    };
    let pairs = sides.pairs();
    // The same bytes in the same shape are the same elements, which need not be compared one by one.
    let is_same = bytes.as_ref().is_some_and(Differences::is_empty);
    if is_same && pairs.as_ref().is_some_and(ElementPairs::are_alike) {
        return ComparedRow { bytes, elements: Some(Differences::default()) };
    }
    ComparedRow { bytes, elements: pairs.map(|pairs| Differences::of(pairs.size(), |at| pairs.differ(at))) }
}

#[derive(Debug)]
pub struct CompareArrays {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) keys: Sides<String>,
    pub(crate) options: DecodeOptions,
    pub(crate) physical: bool,
}

impl Task for CompareArrays {
    const LANE: Lane = Lane::Arrays;
    type Answer = Delivered<Box<ComparedArrays>>;

    fn run(&self, link: &mut Link<Self>) {
        let stops = AtomicBool::new(false);
        let options = DiffOptions { decode: self.options, physical: self.physical, ..DiffOptions::default() };
        let nodes = self.keys.as_ref().map(|key| (self.hierarchy.as_ref(), key.as_str()));
        let threads = all_but_one(&self.hierarchy);
        thread::scope(|scope| {
            let (sender, news) = mpsc::channel::<DiffNews>();
            let (nodes, options, stops, threads) = (&nodes, &options, &stops, &threads);
            scope.spawn(move || {
                let run = move || {
                    diff_nodes(nodes, options, &mut |news| {
                        !stops.load(Ordering::Relaxed) && sender.send(news).is_ok()
                    });
                };
                match threads {
                    Some(threads) => threads.install(run),
                    None => run(),
                }
            });
            let (mut diff, mut under_way) = (Diff::default(), None);
            let shown = |diff: &Diff, under_way: &Option<ArrayDiff>| {
                Box::new(ComparedArrays {
                    diff: diff.arrays.first().or(under_way.as_ref()).cloned(),
                    faults: diff.faults.iter().take(FAULTS).cloned().collect(),
                    fault_count: diff.fault_count,
                    counts: diff.counts,
                })
            };
            let mut beat = Beat::new();
            loop {
                match news.recv_timeout(BEAT) {
                    Ok(mut more) => {
                        under_way = more.under_way.take();
                        diff.take_in(more);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if link.is_wanted() && beat.is_due() {
                    link.answer(Delivered::Part(shown(&diff, &under_way)));
                }
                if !link.is_wanted() {
                    stops.store(true, Ordering::Relaxed);
                    return;
                }
            }
            link.answer(Delivered::Whole(Ok(shown(&diff, &under_way))));
        });
    }

    fn answered(app: &mut App, id: RequestId, answer: Self::Answer) {
        let Some(window) = app.overlays.get_mut::<CompareWindow>() else { return };
        if let Some(view) = &mut window.arrays {
            view.compared.deliver(id, answer);
        }
    }
}
