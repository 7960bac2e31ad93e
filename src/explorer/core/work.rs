//! The tasks of nodes, chunks and windows, which all panes share. What a task is, and `Work`, is in `task.rs`.

use std::cell::OnceCell;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::codec::{DecodeOptions, Statistics};
use crate::explorer::core::selection::ShownNode;
use crate::explorer::follow::ChangedElements;
use crate::explorer::follow::work::changed;
use crate::explorer::{App, Lane, Link, RequestId, Task};
use crate::hierarchy::{Child, Hierarchy};
use crate::limits::{SCREEN_DIMENSIONS, TRACE_BYTES};
use crate::metadata::{DocumentError, GroupOrArray};
use crate::pipeline::{
    Array, ChunkAddress, ChunkTrace, Frame, Home, LabelPlace, Layout, NodeFacts, OpenNode, PartCells,
    Picture, Region, State, SummaryError, WellState, WindowPart, image_axes, ome_of,
};
use crate::tell;
use crate::tell::report::Line;

/// Decoded chunks are sent at most this often: they are on the screen.
const FRAME: Duration = Duration::from_millis(10);

/// Drops what takes long to drop: millions of rows are too much for the thread that draws.
#[derive(Debug)]
pub struct Free<T>(pub(crate) T);

impl<T: Debug + Send + Sync + 'static> Task for Free<T> {
    const LANE: Lane = Lane::Lists;
    type Answer = ();

    fn run(&self, _: &mut Link<Self>) {}

    fn answered(_: &mut App, _: RequestId, (): ()) {}
}

#[derive(Debug)]
pub struct ReopenStore(pub(crate) Arc<Hierarchy>);

impl Task for ReopenStore {
    const LANE: Lane = Lane::Nodes;
    type Answer = Result<Arc<Hierarchy>, String>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(self.0.reopen().map_err(|error| error.to_string()).map(Arc::new));
    }

    fn answered(app: &mut App, id: RequestId, reopened: Self::Answer) {
        app.reopened(id, reopened);
    }
}

#[derive(Debug)]
pub struct ReadNode {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) child: Child,
}

impl Task for ReadNode {
    const LANE: Lane = Lane::Nodes;
    type Answer = Box<ShownNode>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(Box::new(read(&self.hierarchy, &self.child)));
    }

    fn answered(app: &mut App, id: RequestId, node: Self::Answer) {
        app.opened(id, *node);
    }
}

fn too_many_dimensions(open: &OpenNode) -> Option<DocumentError> {
    let (document, array) = (open.document()?, open.node.kind.array()?);
    let rank = array.shape.as_ref().ok()?.len();
    let expected = format!("at most {SCREEN_DIMENSIONS} dimensions on the screen; the commands read more");
    (rank > SCREEN_DIMENSIONS)
        .then(|| DocumentError::new(document.name, "/shape", expected, rank.to_string()))
}

fn read(hierarchy: &Hierarchy, child: &Child) -> ShownNode {
    let mut open = OpenNode::of_child(hierarchy, child);
    let too_many = too_many_dimensions(&open);
    if let Some(fault) = &too_many {
        open.array = Some(Err(fault.clone().into()));
        open.faults.insert(0, fault.clone());
    }
    let layout = match open.described() {
        Some(GroupOrArray::Array(document)) if too_many.is_none() => {
            let key = open.node.key.as_str();
            let axes = |rank| {
                if let Some(own) = image_axes(hierarchy, key, rank) {
                    return Some(own);
                }
                // Only the root may be a level of an image outside of this hierarchy.
                let home = if key.is_empty() { Home::of_level(hierarchy)? } else { return None };
                image_axes(&home.hierarchy, &home.key, rank)
            };
            Layout::read(key, document, axes).map(Arc::new)
        }
        _ => None,
    };
    let facts = NodeFacts::of(&open);
    let units = facts.units().map(str::to_owned);
    let mut physical = None;
    if let Some(Ok(array)) = &open.array {
        let converted = array.physical_at(LabelPlace { hierarchy, key: &open.node.key });
        if converted.shown_meaning().is_some_and(|meaning| !meaning.is_plain()) {
            physical = Some(Arc::new(converted));
        }
    }
    let ome = ome_of(&open.node);
    let report = report(hierarchy, &open, &[]);
    ShownNode {
        physical,
        about: facts.about,
        units,
        is_frame: Frame::is_of(&open.node.kind),
        is_image: ome.as_ref().is_some_and(|ome| !ome.images.is_empty()),
        plate: ome.and_then(|ome| ome.plate).map(Arc::new),
        report,
        open: Arc::new(open),
        layout,
    }
}

/// Of a plate, with what is known of its wells.
pub(crate) fn report(hierarchy: &Hierarchy, open: &OpenNode, wells: &[WellState]) -> Vec<Line> {
    let mut report = tell::report::node(open, &open.notes(hierarchy), wells);
    tell::report::add_form(hierarchy.store().form(), &mut report);
    if let Some(history) = hierarchy.store().history(&open.node.key) {
        report.extend(tell::history::lines(&history, usize::MAX));
    }
    report
}

#[derive(Debug)]
pub struct TraceChunk {
    pub(crate) array: Arc<Array>,
    pub address: ChunkAddress,
    pub(crate) options: DecodeOptions,
    pub(crate) is_again: bool,
    pub(crate) before: Option<Arc<ChunkTrace>>,
}

#[derive(Debug)]
pub enum TraceAnswer {
    Traced(Result<Arc<ChunkTrace>, String>),
    Changed(ChangedElements),
    Measured(usize, Arc<Statistics>),
}

impl Task for TraceChunk {
    const LANE: Lane = Lane::Chunks;
    type Answer = TraceAnswer;

    fn run(&self, link: &mut Link<Self>) {
        if self.is_again {
            link.kept.traces().forget(&self.address);
        }
        let trace = match self.trace(link) {
            // An outdated trace is dropped here, because that takes long, and the explorer's thread answers keys.
            Ok(_) if !link.is_wanted() => return,
            Ok(trace) => trace,
            Err(error) => {
                link.answer(TraceAnswer::Traced(Err(error)));
                return;
            }
        };
        if !link.answer(TraceAnswer::Traced(Ok(Arc::clone(&trace)))) {
            return;
        }
        if let Some(before) = &self.before
            && let Some(changed) = changed(before, &trace)
        {
            link.answer(TraceAnswer::Changed(changed));
        }
        measure(&trace, link);
    }

    fn answered(app: &mut App, id: RequestId, answer: TraceAnswer) {
        match answer {
            TraceAnswer::Traced(result) => app.traced(id, result),
            TraceAnswer::Changed(changed) => app.elements_changed(id, &changed),
            TraceAnswer::Measured(row, statistics) => app.measured(id, row, statistics),
        }
    }

    fn is_note(answer: &TraceAnswer) -> bool {
        matches!(answer, TraceAnswer::Measured(..))
    }
}

impl TraceChunk {
    fn trace(&self, link: &mut Link<Self>) -> Result<Arc<ChunkTrace>, String> {
        let Self { array, address, options, .. } = self;
        if let Some(trace) = link.kept.traces().find(array, address, options) {
            return Ok(trace);
        }
        let decoded = array.metadata.chunk_representation(&address.chunk);
        link.kept.traces().make_room(decoded.and_then(|decoded| decoded.nbytes()).unwrap_or(0));
        let mut trace =
            array.trace_as_known(address, options, TRACE_BYTES).map_err(|fault| fault.to_string())?;
        if trace.state == State::Missing {
            // In a store that was removed every chunk seems missing. The document tells whether the array still exists.
            array.check_document().map_err(|fault| fault.to_string())?;
        }
        trace.look_inside(options);
        let trace = Arc::new(trace);
        if !trace.is_unknown() {
            link.kept.traces().keep(array, options, &trace);
        }
        Ok(trace)
    }
}

fn measure(trace: &Arc<ChunkTrace>, link: &mut Link<TraceChunk>) {
    for row in 0..=trace.stages().len() {
        if !link.is_wanted() {
            return;
        }
        let known = link.kept.traces().statistics(trace).get(row).cloned();
        let statistics = match known {
            Some(known) => known,
            None => {
                let counted = statistics(trace, row).map(Arc::new);
                link.kept.traces().keep_statistics(trace, counted.clone());
                counted
            }
        };
        if let Some(statistics) = statistics {
            link.answer(TraceAnswer::Measured(row, statistics));
        }
    }
}

fn statistics(trace: &ChunkTrace, row: usize) -> Option<Statistics> {
    let Some(stage) = row.checked_sub(1) else {
        return trace.trace.stored.as_deref().map(Statistics::of_bytes);
    };
    trace.statistics(trace.stages().get(stage)?)
}

/// Decodes boxes of the chunks around the selected one. The first is sent at once, because it is the nearest to the cursor.
#[derive(Debug)]
pub struct ReadWindow {
    pub(crate) array: Arc<Array>,
    pub boxes: Vec<(Vec<u64>, Region)>,
    pub(crate) options: DecodeOptions,
}

impl Task for ReadWindow {
    const LANE: Lane = Lane::Windows;
    type Answer = Vec<WindowPart>;

    fn run(&self, link: &mut Link<Self>) {
        let mut found = Vec::new();
        let mut reported = None::<Instant>;
        let gone = OnceCell::new();
        for (chunk, region) in &self.boxes {
            if !link.is_wanted() {
                break;
            }
            let mut part = self.array.window_part(chunk, region, &self.options);
            if matches!(part.cells, PartCells::Missing)
                && let Some(fault) = gone.get_or_init(|| self.array.check_document().err())
            {
                part.cells = PartCells::Faulty(fault.to_string());
            }
            found.push(part);
            if reported.is_none_or(|reported| reported.elapsed() >= FRAME) {
                reported = Some(Instant::now());
                link.answer(std::mem::take(&mut found));
            }
        }
        if !found.is_empty() {
            link.answer(found);
        }
    }

    fn answered(app: &mut App, id: RequestId, parts: Self::Answer) {
        app.windowed(id, parts);
    }
}

/// In a store that was removed every chunk seems missing. The document tells whether the array still exists.
pub(crate) fn still_there(
    array: &Array,
    read: Result<Picture, SummaryError>,
) -> Result<Arc<Picture>, String> {
    let read = read.map_err(|error| error.to_string())?;
    if read.missing > 0 {
        array.check_document().map_err(|fault| fault.to_string())?;
    }
    Ok(Arc::new(read))
}
