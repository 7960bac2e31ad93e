//! What can happen to the explorer.

use std::sync::Arc;

use crate::codec::Statistics;
use crate::doctor::Verdict;
use crate::explorer::compare::state::{ComparedArrays, ComparedChunks};
use crate::explorer::core::late::RequestId;
use crate::explorer::core::shown_node::ShownNode;
use crate::explorer::faults::verify_news::VerifyNews;
use crate::explorer::finder::window::WalkProgress;
use crate::explorer::follow::state::{ChangedElements, WatchedFiles};
use crate::explorer::frame::pane::ReadFrame;
use crate::explorer::geometry::boxes::Boxes;
use crate::explorer::keys::key::{Key, Mouse};
use crate::explorer::lab::tried::{ReturnedChunk, TrialSubject, TriedChain};
use crate::explorer::places::recent_stores::ChosenStore;
use crate::explorer::save::request::{PrintedScreen, SaveOutcome};
use crate::explorer::settings::theme_choice::Ground;
use crate::explorer::tree::row::Described;
use crate::explorer::values::byte_search::ByteHits;
use crate::hierarchy::{Child, Hierarchy};
use crate::learn::AnswerVerdict;
use crate::pipeline::{
    ArrayLabels, ChunkAddress, ChunkTrace, Found, ImagePyramid, JudgedChunk, LabelOverlay, LabelProgress,
    LabelSelection, NodeRow, NodeWeight, Picture, Summary, SummaryProgress, Survey, WellState, WindowPart,
};
use crate::tell::copy_as::CopyAs;
use crate::tell::report::Line;

/// Something that happened.
#[derive(Debug)]
pub enum Action {
    /// A key was pressed.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// The labels along the dimensions of an array.
    LabelsRead(RequestId, Arc<ArrayLabels>),
    /// How far labels were looked for.
    LabelsSought(RequestId, LabelProgress),
    /// The elements that labels name.
    LabelsFound(RequestId, Result<LabelSelection, String>),
    /// The image that a node is, or is a level of.
    ImageFound(RequestId, Option<Arc<ImagePyramid>>),
    /// The labels over a picture were read.
    LabelsOver(RequestId, Result<Arc<LabelOverlay>, String>),
    /// What is known of the wells of a plate, and whether that is all.
    WellsRead(RequestId, Vec<WellState>, bool),
    /// A part of a table of `AnnData` was read.
    FrameRead(RequestId, Result<Box<ReadFrame>, String>),
    /// The terminal says what it has behind its text.
    Ground(Ground),
    /// The mouse did something.
    Mouse(Mouse),
    /// The screen has a new size: columns and rows.
    Resize(u16, u16),
    /// The store was opened again.
    Reopened(RequestId, Result<Arc<Hierarchy>, String>),
    /// A store that was chosen was opened.
    StoreOpened(RequestId, Result<Box<ChosenStore>, String>),
    /// The names below a node.
    Listed(RequestId, Result<Vec<Child>, String>),
    /// Some nodes were read: what each of them is.
    Described(Vec<(String, Described)>),
    /// A node was read.
    Opened(RequestId, Box<ShownNode>),
    /// An array was surveyed.
    Surveyed(RequestId, Result<Arc<Survey>, String>),
    /// An array is being surveyed: what was found so far.
    SurveyedPart(RequestId, Arc<Survey>),
    /// Stored chunks on the screen were decoded.
    Judged(RequestId, Vec<(ChunkAddress, JudgedChunk)>),
    /// The stored chunks in the boxes on the screen were counted.
    Counted(RequestId, Box<Boxes>),
    /// A chunk was decoded.
    Traced(RequestId, Result<Arc<ChunkTrace>, String>),
    /// Some of the chunks on the screen were decoded beside the selected one.
    Windowed(RequestId, Vec<WindowPart>),
    /// The statistics of one row of the pipeline, for the trace of this request.
    Measured(RequestId, usize, Arc<Statistics>),
    /// A chunk was located: the forms in which it can be copied.
    Located(RequestId, Result<Arc<[CopyAs]>, String>),
    /// A picture was read.
    Pictured(RequestId, Result<Arc<Picture>, String>),
    /// A picture is being read: what has come of it so far.
    PicturedPart(RequestId, Arc<Picture>),
    /// A line through the cursor was read: which one of the request.
    Profiled((RequestId, usize), Result<Arc<Picture>, String>),
    /// A line is being read: what has come of it so far.
    ProfiledPart((RequestId, usize), Arc<Picture>),
    /// What values there are in a region.
    Summarized(RequestId, Result<Arc<Summary>, String>),
    /// How far counting has come.
    SummarizedPart(RequestId, SummaryProgress),
    /// Two chunks were read to be compared.
    ChunksCompared(RequestId, Arc<ComparedChunks>),
    /// Two arrays were compared.
    ArraysCompared(RequestId, Box<ComparedArrays>),
    /// Two arrays are being compared: what was found so far.
    ArraysComparedPart(RequestId, Box<ComparedArrays>),
    /// The values that chains are tried on were read.
    Sampled(RequestId, Result<Arc<TrialSubject>, String>),
    /// A chain was tried on them.
    ChainTried(RequestId, Arc<TriedChain>),
    /// The values of one chunk came back from a chain.
    ValuesReturned(RequestId, Result<ReturnedChunk, String>),
    /// Something was written to a file, or not.
    Saved(RequestId, SaveOutcome),
    /// A part of an array was read to be copied.
    CopyRead(RequestId, Result<Vec<CopyAs>, String>),
    /// Bytes that were looked for.
    BytesFound(RequestId, ByteHits),
    /// A report was written.
    Reported(RequestId, Arc<str>),
    /// A second has passed: time to look at what is followed.
    Tick,
    /// What the files of a chunk that is followed look like.
    Watched(RequestId, WatchedFiles),
    /// How many elements of a chunk have changed since it was read before.
    ElementsChanged(RequestId, ChangedElements),
    /// The screen as a picture and as text.
    Printed(Box<PrintedScreen>),
    /// An answer to the question of a lesson was judged.
    AnswerJudged(RequestId, AnswerVerdict),
    /// The doctor has looked at a chunk.
    Diagnosed(RequestId, Arc<Verdict>),
    /// The names below a group, for its table.
    Tabulated(RequestId, Result<Vec<Child>, String>),
    /// What some nodes of the table of that request are.
    Rows(RequestId, Vec<(usize, NodeRow)>),
    /// What is stored for some of them, and whether that is all.
    Weighed(RequestId, Vec<(usize, NodeWeight, bool)>),
    /// A node is being verified: what was found since the last time.
    Verifying(RequestId, Box<VerifyNews>),
    /// A node was verified: the rest of what was found.
    Verified(RequestId, Box<VerifyNews>),
    /// The walk through the hierarchy has come so far.
    Walked(RequestId, WalkProgress),
    /// The nodes that fit a query, as far as they are known.
    Found(RequestId, Arc<Found>),
    /// The report of a node that is not selected.
    Previewed(RequestId, Vec<Line>),
    /// The system or a worker asks to end.
    Quit,
    /// The system asks to stop for a while.
    Suspend,
    /// The program was continued after it was stopped.
    Continue,
}
