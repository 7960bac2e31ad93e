//! What the workers do: each request's work, without threads.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::BEAT;
use crate::app::{
    Action, ChosenStore, Described, Doubt, FrameRequest, LabelsRequest, Layout, ReadFrame, ReportRequest,
    RequestId, ShownNode, Work,
};
use crate::codec::{DecodeOptions, Statistics};
use crate::doctor::Verdict;
use crate::hierarchy::{Child, Hierarchy, NodeKind};
use crate::issue::{CHUNKS, IssueOptions, gather};
use crate::limits::TRACE_BYTES;
use crate::meaning::OmePlate;
use crate::metadata::{DataType, GroupOrArray};
use crate::pipeline::{
    Array, ChunkAddress, ChunkTrace, Frame, LabelError, LabelLayer, NodeFacts, OpenNode, OverlayError,
    PartCells, Picture, PicturePlan, Region, State, StoredChunks, SummaryError, Survey, WellState,
    image_axes, ome_of,
};
use crate::places::StorePlaces;
use crate::store::{StoreAccess, StoreError};
use crate::tell;

/// How many stored chunks a survey finds before it reports for the first time. Smaller arrays are done before a part
/// could be drawn.
const PART: u64 = 2048;
/// How long decoded chunks of a window are collected before they are reported: somebody waits for them.
const FRAME: Duration = Duration::from_millis(10);

/// Surveys an array, and reports what it has found so far on the way.
pub(super) fn survey(
    id: RequestId,
    hierarchy: &Hierarchy,
    layout: &Layout,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let mut next = PART;
    let Layout { key, grid, encoding, .. } = layout;
    let chunks = StoredChunks { store: hierarchy.store(), key, grid, encoding: *encoding };
    let survey = Survey::take_unasked(&chunks, |found| {
        // Each part is twice as large as the last, so that all of them together cost no more than twice the whole.
        let send = found.stored() >= next;
        next = if send { next.saturating_mul(2) } else { next };
        go_on() && (!send || answer(Action::SurveyedPart(id, Arc::new(found.so_far()))))
    });
    survey.is_none_or(|survey| answer(Action::Surveyed(id, Ok(Arc::new(survey)))))
}

/// The chunks that are decoded to find out what they are.
pub(super) struct Judgement<'a> {
    pub(super) array: &'a Array,
    pub(super) chunks: &'a [ChunkAddress],
    pub(super) options: &'a DecodeOptions,
}

/// Decodes chunks to find out what they are: values, nothing but the fill value, or faulty; and counts their elements.
pub(super) fn judge(
    id: RequestId,
    request: &Judgement,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut found, mut reported) = (Vec::new(), Instant::now());
    for address in request.chunks {
        if !go_on() {
            break;
        }
        let judged = request.array.judge_numbers(address, request.options);
        found.extend(judged.map(|judged| (address.clone(), judged)));
        if reported.elapsed() >= BEAT {
            reported = Instant::now();
            if !answer(Action::Judged(id, std::mem::take(&mut found))) {
                return false;
            }
        }
    }
    found.is_empty() || answer(Action::Judged(id, found))
}

/// Reads a picture, and shows what has come of it on the way.
pub(super) fn picture(
    id: RequestId,
    (array, plan, options, kept): (&Array, &PicturePlan, &DecodeOptions, Vec<Arc<ChunkTrace>>),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut reported, mut listens) = (Instant::now(), true);
    let read = array.picture_with(plan, options, kept, &mut |so_far| {
        if reported.elapsed() >= BEAT {
            reported = Instant::now();
            let mut part = so_far.clone();
            part.measure();
            listens = answer(Action::PicturedPart(id, Arc::new(part)));
        }
        listens && go_on()
    });
    match read {
        Err(SummaryError::Stopped) => listens,
        read => answer(Action::Pictured(id, still_there(array, read))),
    }
}

/// Looks for the wells of a plate.
pub(super) fn wells(
    id: RequestId,
    (hierarchy, key, plate): (&Hierarchy, &str, &OmePlate),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut reported, mut listens) = (Instant::now(), true);
    let found = WellState::find_all(hierarchy, key, plate, &mut |so_far| {
        if reported.elapsed() >= BEAT {
            reported = Instant::now();
            listens = answer(Action::WellsRead(id, so_far.to_vec(), false));
        }
        listens && go_on()
    });
    found.map_or(listens, |found| answer(Action::WellsRead(id, found, true)))
}

/// Reads the labels over a picture.
pub(super) fn labels_over(
    id: RequestId,
    (hierarchy, request): (&Hierarchy, &LabelsRequest),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let find = || LabelLayer::find(hierarchy, &request.image, request.level, &request.name).map(Arc::new);
    let layer = request.layer.as_ref().map_or_else(find, |layer| Ok(Arc::clone(layer)));
    let read = layer
        .map_err(OverlayError::Unfit)
        .and_then(|layer| layer.over(&request.plan, &request.options, go_on));
    match read {
        Err(OverlayError::Stopped) => true,
        read => answer(Action::LabelsOver(id, read.map(Arc::new).map_err(|error| error.to_string()))),
    }
}

/// In a store that was removed every chunk seems missing. The document says that the array is still there.
fn still_there(array: &Array, read: Result<Picture, SummaryError>) -> Result<Arc<Picture>, String> {
    let read = read.map_err(|error| error.to_string())?;
    if read.missing > 0 {
        array.check_document().map_err(|fault| fault.to_string())?;
    }
    Ok(Arc::new(read))
}

/// Reads lines, each as a picture of one row, and shows what has come of them on the way.
pub(super) fn profile(
    id: RequestId,
    (array, plans, options): (&Array, &[PicturePlan], &DecodeOptions),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut reported, mut listens) = (Instant::now(), true);
    for (number, plan) in plans.iter().enumerate() {
        let read = array.picture(plan, options, &mut |so_far| {
            if reported.elapsed() >= BEAT {
                reported = Instant::now();
                listens = answer(Action::ProfiledPart((id, number), Arc::new(so_far.clone())));
            }
            listens && go_on()
        });
        let read = match read {
            Err(SummaryError::Stopped) => return listens,
            read => still_there(array, read),
        };
        if !answer(Action::Profiled((id, number), read)) {
            return false;
        }
    }
    true
}

/// Counts what values there are in a region.
pub(super) fn summarize(
    id: RequestId,
    (array, region, options): (&Array, &Region, &DecodeOptions),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut reported, mut listens) = (Instant::now(), true);
    let counted = array.summarize(region, options, &mut |progress| {
        if reported.elapsed() >= BEAT {
            reported = Instant::now();
            listens = answer(Action::SummarizedPart(id, progress));
        }
        listens && go_on()
    });
    match counted {
        Err(SummaryError::Stopped) => listens,
        counted => answer(Action::Summarized(id, counted.map(Arc::new).map_err(|error| error.to_string()))),
    }
}

/// The boxes of chunks that are on the screen beside the selected chunk.
pub(super) struct WindowBoxes<'a> {
    pub(super) array: &'a Array,
    pub(super) boxes: &'a [(Vec<u64>, Region)],
    pub(super) options: &'a DecodeOptions,
}

/// Decodes boxes of chunks. The first is reported at once, because it is the nearest to the cursor; later ones as often as
/// frames are drawn.
pub(super) fn window(
    id: RequestId,
    request: &WindowBoxes,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut found, mut reported) = (Vec::new(), None::<Instant>);
    // In a store that was removed every chunk seems missing. The document says that the array is still there.
    let gone = OnceCell::new();
    for (chunk, region) in request.boxes {
        if !go_on() {
            break;
        }
        let mut part = request.array.window_part(chunk, region, request.options);
        if matches!(part.cells, PartCells::Missing)
            && let Some(fault) = gone.get_or_init(|| request.array.check_document().err())
        {
            part.cells = PartCells::Faulty(fault.to_string());
        }
        found.push(part);
        if reported.is_none_or(|reported| reported.elapsed() >= FRAME) {
            reported = Some(Instant::now());
            if !answer(Action::Windowed(id, std::mem::take(&mut found))) {
                return false;
            }
        }
    }
    found.is_empty() || answer(Action::Windowed(id, found))
}

/// Decodes a chunk, or an inner chunk of it.
pub(super) fn trace(
    array: &Array,
    address: &ChunkAddress,
    options: &DecodeOptions,
) -> Result<ChunkTrace, String> {
    let mut trace = array.trace_as_known(address, options, TRACE_BYTES).map_err(|fault| fault.to_string())?;
    if trace.state == State::Missing {
        // In a store that was removed every chunk seems missing. The document says that the array is still there.
        array.check_document().map_err(|fault| fault.to_string())?;
    }
    trace.look_inside(options);
    Ok(trace)
}

/// What may be wrong.
pub(super) fn diagnose(doubt: &Doubt, options: &DecodeOptions, go_on: &mut dyn FnMut() -> bool) -> Verdict {
    let (array, address) = match doubt {
        Doubt::Chunk(array, address) => (array, address),
        Doubt::Document(hierarchy, node) => return Verdict::of_document(hierarchy, node, options),
    };
    match array.is_stored(&address.chunk) {
        Ok(true) => array.examine(address, options),
        Ok(false) => {
            let hypotheses = array.diagnose_array(options, go_on).unwrap_or_default();
            Verdict { hypotheses, ..Verdict::default() }
        }
        Err(unreadable) => unreadable.into(),
    }
}

/// The statistics of what a row of the pipeline gave; `None` where it gave nothing.
pub(super) fn statistics(trace: &ChunkTrace, row: usize) -> Option<Statistics> {
    let Some(stage) = row.checked_sub(1) else {
        return trace.trace.stored.as_deref().map(Statistics::of_bytes);
    };
    trace.statistics(trace.stages().get(stage)?)
}

/// Writes a report of a node or a chunk, as the command does.
pub(super) fn report(request: &ReportRequest) -> String {
    let node = OpenNode::at(&request.hierarchy, &request.key);
    let decode = DecodeOptions { ignore_checksums: false, ..request.options };
    let options = IssueOptions { with_attributes: false, chunks: CHUNKS, decode };
    let issue = gather(&request.hierarchy, &node, request.chunk.clone(), &options);
    tell::issue::report(&issue)
}

/// The names below a node. A server that lists none is no fault: that there may be some stands beside the node.
pub(super) fn children(hierarchy: &Hierarchy, key: &str) -> Result<Vec<Child>, String> {
    match hierarchy.children(key) {
        Err(StoreError::Unlisted { .. }) => Ok(Vec::new()),
        listed => listed.map_err(|error| error.to_string()),
    }
}

/// Finds out what some nodes are.
pub(super) fn describe(hierarchy: &Hierarchy, children: &[Child]) -> Vec<(String, Described)> {
    let describe = |child: &Child| (child.key.clone(), describe_node(&OpenNode::of_child(hierarchy, child)));
    children.iter().map(describe).collect()
}

fn describe_node(open: &OpenNode) -> Described {
    match &open.node.kind {
        NodeKind::Document(_) if !open.faults.is_empty() => Described::Unusable,
        NodeKind::Document(document) => match &document.node {
            Ok(GroupOrArray::Array(array)) => {
                let short = array.data_type.as_ref().map(DataType::abbreviation);
                Described::Array(short.unwrap_or_default())
            }
            Ok(GroupOrArray::Group(_)) => Described::Group,
            Err(_) => Described::Unusable,
        },
        NodeKind::Directory(_) => Described::Directory,
        NodeKind::Unreadable(_) => Described::Unusable,
        NodeKind::Other(reason) => Described::Other(reason),
    }
}

/// Opens a store, and finds where somebody was in it.
pub(super) fn open_store(path: &Path, access: &StoreAccess) -> Result<Box<ChosenStore>, String> {
    let hierarchy = Hierarchy::open_at(path, access).map_err(|error| error.to_string())?;
    let place = StorePlaces::read().find(path).cloned();
    Ok(Box::new(ChosenStore { hierarchy, path: path.to_owned(), place }))
}

/// Opens a store again.
pub(super) fn reopen(hierarchy: &Hierarchy) -> Result<Arc<Hierarchy>, String> {
    let reopened = hierarchy.reopen().map_err(|error| format!("{}: {error}", hierarchy.name))?;
    Ok(Arc::new(reopened))
}

/// Reads the labels of an array, or finds the elements that some of them name.
pub(super) fn labels(
    work: &Work,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    match work {
        Work::ReadLabels(id, hierarchy, array, options) => {
            answer(Action::LabelsRead(*id, Arc::new(array.axis_labels(hierarchy, options))))
        }
        Work::FindLabels(id, search) => {
            let (hierarchy, array, queries, options) = search.as_ref();
            let mut tell = |progress| go_on() && answer(Action::LabelsSought(*id, progress));
            let found = array.select_around(hierarchy, queries, options, &mut tell);
            if matches!(found, Err(LabelError::Stopped { .. })) {
                return true;
            }
            answer(Action::LabelsFound(*id, found.map_err(|error| error.to_string())))
        }
        _ => true,
    }
}

/// Reads a part of a table.
pub(super) fn frame(hierarchy: &Hierarchy, request: &FrameRequest) -> Result<Box<ReadFrame>, String> {
    let frame = match &request.frame {
        Some(frame) => Arc::clone(frame),
        None => Arc::new(Frame::open(hierarchy, &request.key)?),
    };
    let part = frame.read(request.rows.clone(), request.columns.clone(), &request.options);
    Ok(Box::new((frame, part)))
}

/// Reads a node.
pub(super) fn open(hierarchy: &Hierarchy, child: &Child) -> ShownNode {
    let open = OpenNode::of_child(hierarchy, child);
    let layout = match open.described() {
        Some(GroupOrArray::Array(document)) => {
            let key = open.node.key.as_str();
            Layout::read(key, document, |rank| image_axes(hierarchy, key, rank)).map(Arc::new)
        }
        _ => None,
    };
    let facts = NodeFacts::of(&open);
    let units = facts.units().map(str::to_owned);
    let array = open.array.as_ref().and_then(|array| array.as_ref().ok());
    let physical = array.map(|array| array.physical());
    let is_meant = |array: &Array| array.shown_meaning().is_some_and(|meaning| !meaning.is_plain());
    let ome = ome_of(&open.node);
    let mut report = tell::report::node(&open, &open.notes(hierarchy));
    tell::report::add_form(hierarchy.store().form(), &mut report);
    let history = hierarchy.store().history(&open.node.key);
    report.extend(history.iter().flat_map(tell::history::all_lines));
    ShownNode {
        physical: physical.filter(is_meant).map(Arc::new),
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
