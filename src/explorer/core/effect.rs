//! What is to be done after an action: work for threads, or something with the terminal.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::compare::state::ComparedChunk;
use crate::explorer::core::array_layout::Layout;
use crate::explorer::core::late::RequestId;
use crate::explorer::follow::state::WatchRequest;
use crate::explorer::geometry::boxes::Counted;
use crate::explorer::group::table::GroupTable;
use crate::explorer::lab::tried::TrialSubject;
use crate::explorer::save::report_request::ReportRequest;
use crate::explorer::save::request::SaveRequest;
use crate::explorer::tree::row::TreeRow;
use crate::explorer::values::byte_search::ByteQuest;
use crate::hierarchy::{Child, Hierarchy};
use crate::lab::{SampleChoice, Sides, TrialChain};
use crate::learn::CourseProgress;
use crate::meaning::OmePlate;
use crate::pipeline::{
    Array, Catalog, ChunkAddress, ChunkTrace, Found, Frame, ImagePyramid, LabelLayer, LabelQuery, NodeRow,
    OpenNode, PicturePlan, Query, Region, Survey,
};
use crate::places::StorePlace;
use crate::store::StoreAccess;

/// Something that is to be done.
#[derive(Debug, Clone)]
pub enum Effect {
    /// By a worker.
    Work(Work),
    /// With the terminal.
    Terminal(Terminal),
}

impl From<Work> for Effect {
    fn from(work: Work) -> Self {
        Self::Work(work)
    }
}

impl From<Terminal> for Effect {
    fn from(terminal: Terminal) -> Self {
        Self::Terminal(terminal)
    }
}

/// Something to do with the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Terminal {
    /// Put text on the clipboard.
    Copy(String),
    /// Draw the screen as it can be written to a file, and say so with [`crate::explorer::core::action::Action::Printed`].
    Print,
    /// Give the terminal back, and stop until the system continues the program.
    Suspend,
    /// Take the terminal again, and draw everything.
    Resume,
    /// End.
    Quit,
}

/// Work for a worker. The answer carries the same request id.
#[derive(Debug, Clone)]
pub enum Work {
    /// Open the store again, in its present state.
    Reopen(RequestId, Arc<Hierarchy>),
    /// List the names below a node.
    List(RequestId, Arc<Hierarchy>, String),
    /// Find out what some nodes are. This replaces an earlier request of this kind that is not done yet.
    Describe(Arc<Hierarchy>, Vec<Child>),
    /// Read a node.
    Open(RequestId, Arc<Hierarchy>, Child),
    /// Survey an array.
    Survey(RequestId, Arc<Hierarchy>, Arc<Layout>),
    /// Decode a chunk or an inner chunk, and compute the statistics of its stages.
    Trace(RequestId, Arc<Array>, ChunkAddress, DecodeOptions),
    /// Decode boxes of the chunks on the screen, in this order.
    Window(RequestId, Arc<Array>, Vec<(Vec<u64>, Region)>, DecodeOptions),
    /// Decode stored chunks, or inner chunks, in this order, to see what they are.
    Judge(RequestId, Arc<Array>, Vec<ChunkAddress>, DecodeOptions),
    /// Count the stored chunks in the boxes on the screen.
    Count(RequestId, Arc<Survey>, Counted),
    /// Find the file and the bytes of a chunk.
    Locate(RequestId, Arc<Array>, ChunkAddress, DecodeOptions),
    /// Read a plane of an array as a picture.
    Picture(RequestId, Arc<Array>, PicturePlan, DecodeOptions),
    /// Read lines of an array through the cursor, each as a picture of one row.
    Profile(RequestId, Arc<Array>, Vec<PicturePlan>, DecodeOptions),
    /// Count what values there are in a region of an array.
    Summarize(RequestId, Arc<Array>, Region, DecodeOptions),
    /// Stop counting, or reading lines: nobody looks at it any more.
    StopCounting,
    /// Decode every stored chunk of a node and below it.
    Verify(RequestId, Arc<Hierarchy>, String, DecodeOptions),
    /// Stop verifying.
    StopVerifying,
    /// Decode two chunks, and find where their stages differ.
    CompareChunks(RequestId, Box<Sides<ComparedChunk>>, DecodeOptions),
    /// Compare two arrays of the hierarchy, by their keys.
    CompareArrays(RequestId, Arc<Hierarchy>, Sides<String>, DecodeOptions),
    /// Stop comparing: nobody looks at it any more.
    StopComparing,
    /// Read values of an array to try chains on, and find out which chains are worth it.
    SampleValues(RequestId, Arc<Array>, Box<SampleChoice>, DecodeOptions),
    /// Try a chain on them.
    TryChain(RequestId, Arc<TrialSubject>, TrialChain, DecodeOptions),
    /// Encode one chunk of them with a chain, and decode it again: the chunk of that number, or the first in which a value differs.
    ReturnValues(RequestId, Arc<TrialSubject>, Box<(TrialChain, Option<usize>)>, DecodeOptions),
    /// Stop trying: nobody looks at it any more.
    StopTrying,
    /// Write something to a file.
    Save(RequestId, Box<SaveRequest>),
    /// Read a part of an array to be copied.
    ReadCopy(RequestId, Arc<Array>, Region, DecodeOptions),
    /// Read the labels along the dimensions of an array.
    ReadLabels(RequestId, Arc<Hierarchy>, Arc<Array>, DecodeOptions),
    /// Find the elements of an array that labels name.
    FindLabels(RequestId, Box<LabelSearch>),
    /// Stop looking for them.
    StopFinding,
    /// Find the image that a node is, or is a level of.
    FindImage(RequestId, Arc<Hierarchy>, String),
    /// Read the labels over a picture.
    LabelsOver(RequestId, Arc<Hierarchy>, Box<LabelsRequest>),
    /// Look for the wells of a plate.
    ReadWells(RequestId, Arc<Hierarchy>, String, Arc<OmePlate>),
    /// Read a part of a table of `AnnData`.
    ReadFrame(RequestId, Arc<Hierarchy>, Box<FrameRequest>),
    /// Look for bytes in what a stage gave.
    FindBytes(RequestId, Box<ByteQuest>),
    /// Write a report of a node or a chunk.
    Report(RequestId, Box<ReportRequest>),
    /// See what the files of a chunk that is followed look like.
    Watch(RequestId, Box<WatchRequest>),
    /// Decode a chunk whatever is kept of it, and count what has changed.
    TraceAgain(RequestId, Box<ChunkAgain>),
    /// Judge an answer to the lesson of that number, by its store.
    JudgeAnswer(RequestId, Arc<Hierarchy>, usize, String),
    /// Keep which lessons are done.
    KeepProgress(CourseProgress),
    /// Open another store, with these limits.
    OpenStore(RequestId, PathBuf, StoreAccess),
    /// Keep where somebody is.
    KeepPlace(Box<StorePlace>),
    /// Look for what may be wrong.
    Diagnose(RequestId, Doubt, DecodeOptions),
    /// List the names below a group for its table.
    Tabulate(RequestId, Arc<Hierarchy>, String),
    /// Find out what some of them are, for the table of that request. This replaces an earlier request of this kind.
    Rows(RequestId, Arc<Hierarchy>, Vec<(usize, Child)>),
    /// Find out what is stored for some of them and below them.
    Weigh(RequestId, Arc<Hierarchy>, Vec<(usize, NodeRow)>),
    /// Walk through the hierarchy, and take every node into the catalog.
    Walk(RequestId, Arc<Hierarchy>, Arc<Catalog>),
    /// Find the nodes of the catalog that fit a query; what was found before makes that faster.
    Find(RequestId, Arc<Catalog>, Query, Option<Arc<Found>>),
    /// Read the report of a node that is not selected.
    Preview(RequestId, Arc<Hierarchy>, String),
    /// Free a catalog, and what was found in it.
    Release(Arc<Catalog>, [Option<Arc<Found>>; 2]),
    /// Stop the background work for a node that is no longer selected.
    Stop,
    /// Free closed rows of the tree: with millions of them that takes too long for the explorer's own thread.
    Forget(Vec<TreeRow>),
    /// Free the table of a group.
    ForgetTable(Box<GroupTable>),
}

/// What the doctor is to look at.
#[derive(Debug, Clone)]
pub enum Doubt {
    /// A chunk or an inner chunk. For a missing chunk the doctor looks at all chunks of the array.
    Chunk(Arc<Array>, ChunkAddress),
    /// The document of a node.
    Document(Arc<Hierarchy>, Arc<OpenNode>),
}

/// Labels over a picture of an image that are to be read.
#[derive(Debug, Clone)]
pub struct LabelsRequest {
    /// The image.
    pub image: Arc<ImagePyramid>,
    /// Which of its levels the picture is of.
    pub level: usize,
    /// The name of the labels.
    pub name: String,
    /// The labels over that level, where they were found before.
    pub layer: Option<Arc<LabelLayer>>,
    /// The picture.
    pub plan: PicturePlan,
    /// How to decode.
    pub options: DecodeOptions,
}

/// A part of a table of `AnnData` that is to be read.
#[derive(Debug, Clone)]
pub struct FrameRequest {
    /// The key of the table.
    pub key: String,
    /// The table, where it was opened before.
    pub frame: Option<Arc<Frame>>,
    /// The rows.
    pub rows: Range<u64>,
    /// The columns, beside that of the index.
    pub columns: Range<usize>,
    /// How to decode.
    pub options: DecodeOptions,
}

/// A chunk that is decoded again, and what it was before, where that is kept.
pub type ChunkAgain = (Arc<Array>, ChunkAddress, DecodeOptions, Option<Arc<ChunkTrace>>);

/// Labels that are looked for: in which hierarchy, of which array, and which.
pub type LabelSearch = (Arc<Hierarchy>, Arc<Array>, Vec<LabelQuery>, DecodeOptions);

/// A kind of work. Workers have a thread for each lane of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkKind {
    /// [`Work::Reopen`]
    Reopen,
    /// [`Work::List`]
    List,
    /// [`Work::Describe`]
    Describe,
    /// [`Work::Open`]
    Open,
    /// [`Work::Survey`]
    Survey,
    /// [`Work::Trace`]
    Trace,
    /// [`Work::Window`]
    Window,
    /// [`Work::Judge`]
    Judge,
    /// [`Work::Count`]
    Count,
    /// [`Work::Locate`]
    Locate,
    /// [`Work::Picture`]
    Picture,
    /// [`Work::Profile`]
    Profile,
    /// [`Work::Summarize`]
    Summarize,
    /// [`Work::StopCounting`]
    StopCounting,
    /// [`Work::Verify`]
    Verify,
    /// [`Work::StopVerifying`]
    StopVerifying,
    /// [`Work::CompareChunks`]
    CompareChunks,
    /// [`Work::CompareArrays`]
    CompareArrays,
    /// [`Work::StopComparing`]
    StopComparing,
    /// [`Work::SampleValues`]
    SampleValues,
    /// [`Work::TryChain`]
    TryChain,
    /// [`Work::ReturnValues`]
    ReturnValues,
    /// [`Work::StopTrying`]
    StopTrying,
    /// [`Work::Save`]
    Save,
    /// [`Work::ReadCopy`]
    ReadCopy,
    /// [`Work::ReadLabels`]
    ReadLabels,
    /// [`Work::FindLabels`]
    FindLabels,
    /// [`Work::StopFinding`]
    StopFinding,
    /// [`Work::FindImage`]
    FindImage,
    /// [`Work::LabelsOver`]
    LabelsOver,
    /// [`Work::ReadWells`]
    ReadWells,
    /// [`Work::ReadFrame`]
    ReadFrame,
    /// [`Work::FindBytes`]
    FindBytes,
    /// [`Work::Report`]
    Report,
    /// [`Work::Watch`]
    Watch,
    /// [`Work::JudgeAnswer`]
    JudgeAnswer,
    /// [`Work::KeepProgress`]
    KeepProgress,
    /// [`Work::OpenStore`]
    OpenStore,
    /// [`Work::KeepPlace`]
    KeepPlace,
    /// [`Work::Diagnose`]
    Diagnose,
    /// [`Work::Tabulate`]
    Tabulate,
    /// [`Work::Rows`]
    Rows,
    /// [`Work::Weigh`]
    Weigh,
    /// [`Work::Walk`]
    Walk,
    /// [`Work::Find`]
    Find,
    /// [`Work::Preview`]
    Preview,
    /// [`Work::Release`]
    Release,
    /// [`Work::Stop`]
    Stop,
    /// [`Work::Forget`]
    Forget,
}

impl Work {
    /// What kind of work it is.
    pub fn kind(&self) -> WorkKind {
        self.parts().0
    }

    /// The id of the request, where the answer carries one.
    pub fn id(&self) -> Option<RequestId> {
        self.parts().1
    }

    fn parts(&self) -> (WorkKind, Option<RequestId>) {
        match self {
            Self::Reopen(id, ..) => (WorkKind::Reopen, Some(*id)),
            Self::List(id, ..) => (WorkKind::List, Some(*id)),
            Self::Describe(..) => (WorkKind::Describe, None),
            Self::Open(id, ..) => (WorkKind::Open, Some(*id)),
            Self::Survey(id, ..) => (WorkKind::Survey, Some(*id)),
            Self::Trace(id, ..) | Self::TraceAgain(id, ..) => (WorkKind::Trace, Some(*id)),
            Self::Window(id, ..) => (WorkKind::Window, Some(*id)),
            Self::Judge(id, ..) => (WorkKind::Judge, Some(*id)),
            Self::Count(id, ..) => (WorkKind::Count, Some(*id)),
            Self::Locate(id, ..) => (WorkKind::Locate, Some(*id)),
            Self::Picture(id, ..) => (WorkKind::Picture, Some(*id)),
            Self::Profile(id, ..) => (WorkKind::Profile, Some(*id)),
            Self::Summarize(id, ..) => (WorkKind::Summarize, Some(*id)),
            Self::StopCounting => (WorkKind::StopCounting, None),
            Self::Verify(id, ..) => (WorkKind::Verify, Some(*id)),
            Self::StopVerifying => (WorkKind::StopVerifying, None),
            Self::CompareChunks(id, ..) => (WorkKind::CompareChunks, Some(*id)),
            Self::CompareArrays(id, ..) => (WorkKind::CompareArrays, Some(*id)),
            Self::StopComparing => (WorkKind::StopComparing, None),
            Self::SampleValues(id, ..) => (WorkKind::SampleValues, Some(*id)),
            Self::TryChain(id, ..) => (WorkKind::TryChain, Some(*id)),
            Self::ReturnValues(id, ..) => (WorkKind::ReturnValues, Some(*id)),
            Self::StopTrying => (WorkKind::StopTrying, None),
            Self::Save(id, ..) => (WorkKind::Save, Some(*id)),
            Self::ReadCopy(id, ..) => (WorkKind::ReadCopy, Some(*id)),
            Self::ReadLabels(id, ..) => (WorkKind::ReadLabels, Some(*id)),
            Self::FindLabels(id, ..) => (WorkKind::FindLabels, Some(*id)),
            Self::StopFinding => (WorkKind::StopFinding, None),
            Self::FindImage(id, ..) => (WorkKind::FindImage, Some(*id)),
            Self::LabelsOver(id, ..) => (WorkKind::LabelsOver, Some(*id)),
            Self::ReadWells(id, ..) => (WorkKind::ReadWells, Some(*id)),
            Self::ReadFrame(id, ..) => (WorkKind::ReadFrame, Some(*id)),
            Self::FindBytes(id, ..) => (WorkKind::FindBytes, Some(*id)),
            Self::Report(id, ..) => (WorkKind::Report, Some(*id)),
            Self::Watch(id, ..) => (WorkKind::Watch, Some(*id)),
            Self::JudgeAnswer(id, ..) => (WorkKind::JudgeAnswer, Some(*id)),
            Self::KeepProgress(_) => (WorkKind::KeepProgress, None),
            Self::OpenStore(id, ..) => (WorkKind::OpenStore, Some(*id)),
            Self::KeepPlace(_) => (WorkKind::KeepPlace, None),
            Self::Diagnose(id, ..) => (WorkKind::Diagnose, Some(*id)),
            Self::Tabulate(id, ..) => (WorkKind::Tabulate, Some(*id)),
            // They belong to the request for the table.
            Self::Rows(..) => (WorkKind::Rows, None),
            Self::Weigh(..) => (WorkKind::Weigh, None),
            Self::Walk(id, ..) => (WorkKind::Walk, Some(*id)),
            Self::Find(id, ..) => (WorkKind::Find, Some(*id)),
            Self::Preview(id, ..) => (WorkKind::Preview, Some(*id)),
            Self::Release(..) => (WorkKind::Release, None),
            Self::Stop => (WorkKind::Stop, None),
            Self::Forget(_) | Self::ForgetTable(_) => (WorkKind::Forget, None),
        }
    }
}

impl WorkKind {
    /// Whether work of this kind replaces `older` work, so that nobody waits for that any more.
    pub fn replaces(self, older: Self) -> bool {
        match self {
            // Several rows of the tree may wait for their lists at once; a store that is opened again is always needed.
            Self::Reopen | Self::List | Self::Forget => false,
            // A walk goes on while nodes are looked for; only another store makes it useless.
            Self::Release => matches!(older, Self::Walk | Self::Find),
            Self::Stop => {
                matches!(
                    older,
                    Self::Survey
                        | Self::Judge
                        | Self::Tabulate
                        | Self::Rows
                        | Self::Weigh
                        | Self::Picture
                        | Self::LabelsOver
                        | Self::ReadWells
                        | Self::Window
                )
            }
            Self::StopCounting => matches!(older, Self::Summarize | Self::Profile),
            Self::StopVerifying => older == Self::Verify,
            Self::StopFinding => older == Self::FindLabels,
            Self::StopComparing => matches!(older, Self::CompareChunks | Self::CompareArrays),
            // What was tried before has values of another array.
            Self::StopTrying | Self::SampleValues => {
                matches!(older, Self::SampleValues | Self::TryChain | Self::ReturnValues)
            }
            _ => self == older,
        }
    }
}
