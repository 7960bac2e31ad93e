//! The explorer: what is on the screen, what changes it, and what threads do for it.
//!
//! [`App::update`] takes an [`Action`] and gives [`Effect`]s; threads answer with further actions. A folder is one thing that a
//! person sees: its state, its keys, its work and its drawing. What all of them [share](Shared) is in `core`.

mod bench;
mod cards;
mod compare;
mod core;
mod course;
mod doctor;
mod draw;
mod faults;
mod finder;
mod follow;
mod frame;
mod geometry;
mod grid;
mod group;
mod keys;
mod lab;
mod node_report;
mod overlay;
mod picture;
mod places;
mod plate;
mod prompt;
mod save;
mod settings;
mod stages;
mod stats;
mod tree;
mod values;

pub use cards::{CardIndex, CardsWindow, FittingCards, IndexRow, OpenedCard, index_view};
pub use compare::{ComparePanes, compare_panes, hex_plane};
pub use compare::{ComparedArrays, ComparedChunk, ComparedChunks, ComparedRow, MarkedPlace, StageSides};
pub use core::action::Action;
pub use core::array_cells::{ArrayCells, ShownCell};
pub use core::content::{Content, Readable, SHOWN, Shown};
pub use core::kept::Kept;
pub use core::late::{Late, Request, RequestId};
pub use core::task::{Effect, Lane, Link, Task, TaskAnswer, Terminal, Work};
pub use course::{Course, CourseMode, StripLine};
pub use faults::known_faults::{KnownFaults, NextFault};
pub use finder::{Finder, WalkProgress};
pub use follow::{ChangedElements, FollowState, Following, WatchRequest, WatchedFiles};
pub use geometry::borders::{Borders, ScreenRow};
pub use geometry::boxes::{Boxes, Counted};
pub use geometry::dividers::{Divider, Dividers};
pub use geometry::hex::Hex;
pub use grid::grid_mode::{GridMode, GridNumber, KnownNumber};
pub use grid::grid_view::GridView;
pub use group::table::{GroupRow, GroupTable, SortedBy};
pub use keys::help::{HelpRow, HelpWindow};
pub use keys::input::{Mouse, MouseKind};
pub use keys::keymap::KeyPlace;
pub use lab::codec_picker::CodecPicker;
pub use lab::{LabPanes, lab_panes};
pub use lab::{LossPanes, are_together, loss_panes};
pub use node_report::InfoPage;
pub use prompt::line::TypedLine;
pub use prompt::line_history::LineHistory;
pub use values::byte_search::{ByteHits, ByteQuest, ByteSearch, WantedHit};

pub use bench::{BENCH_ROW, BenchPart, BenchWindow};
pub use compare::{ArraysView, ChunksView, CompareWindow};
pub use core::app::App;
pub use core::chunk_window::Window;
pub use core::element_text::ElementText;

pub use core::selection::ShownNode;
pub use core::selection::{EnteredShard, Selection, WhatIf};
pub use core::shared::Shared;
pub use core::side::Side;
pub use core::workers::{SLICE, Workers, perform};
pub use doctor::what_if::DiagnosisWindow;
pub use draw::screen::{Screen, listen_to_terminal};
pub use draw::signals::listen_to_signals;
pub use draw::thread_failure::ThreadFailure;
pub use draw::{draw, draw_into, palettes, print, theme};
pub use faults::{VerifyNews, Verifying};
pub use finder::keys::FinderWindow;
pub use frame::work::ReadFrame;
pub use frame::{FrameColumnView, FramePane};
pub use geometry::plane::{Cell, Plane, Scroll};
pub use geometry::regions::{Area, Pane, Regions, SideRoom, Wanted};
pub use geometry::views;
pub use grid::GridPane;
pub use grid::level::GridLevel;
pub use group::GroupPane;
pub use keys::input::PaneEvent;
pub use keys::keymap;
pub use keys::pane_hints::pane_hints;
pub use lab::loss::ReturnedChunk;
pub use lab::loss::{LossPart, LossView};
pub use lab::{ChainForms, ConfigurationLine, LabPart, LabRow, LabWindow, name_of};
pub use lab::{TrialSubject, TriedChain};
pub use node_report::ReportPane;
pub use node_report::info::InfoWindow;
pub use overlay::page::Page;
pub use overlay::stack::{Handled, Hints, Overlay, Overlays};
pub use picture::shown_image::ShownImage;
pub use picture::view::PictureView;
pub use picture::{KeptPart, PicturePane};
pub use places::Visited;
pub use places::{ChosenStore, RecentStores};
pub use places::{ListedPlace, PlacesWindow};
pub use plate::{PlatePane, PlateView};
pub use prompt::line::Suggestion;
pub use prompt::prompt_line::{Prompt, Purpose};
pub use save::CopyMenu;
pub use save::{PrintedScreen, SaveOutcome, SaveRequest, SavedThing, Saving, StagePart};
pub use save::{ReportRequest, Reporting};
pub use stats::StatsWindow;
pub use stats::{ProfileLine, ProfileWindow, profile_plans, profile_value};
pub use tree::HierarchyPane;
pub use tree::row::{Described, TreeRow};
pub use tree::state::Tree;
pub use values::ValuesPane;
pub use values::selected::{Anchor, Selected};

pub use crate::configuration::{Configuration, Key};
pub use crate::pipeline::{Axes, Layout};
pub use crate::tell::theme_name::{Ground, ThemeName};

/// What keys do, for the configuration: in the panes, and in each window that has keys of its own.
pub fn key_entries() -> Vec<crate::configuration::KeyEntry> {
    let mut entries = keymap::pane_entries();
    entries.extend(bench::KEYS.entries());
    entries.extend(compare::keys::KEYS.entries());
    entries.extend(course::keys::KEYS.entries());
    entries.extend(lab::keys::KEYS.entries());
    entries.extend(stats::keys::KEYS.entries());
    entries
}

/// The kinds of work, each with its answer.
pub mod tasks {
    pub use super::compare::work::{ArraysAnswer, CompareArrays, CompareChunks};
    pub use super::core::work::{Free, ReadNode, ReadWindow, ReopenStore, TraceAnswer, TraceChunk};
    pub use super::course::work::{JudgeAnswer, KeepProgress};
    pub use super::doctor::work::{DiagnoseDoubt, Doubt};
    pub use super::faults::work::{VerifyAnswer, VerifyNode};
    pub use super::finder::work::{FindNodes, PreviewNode, WalkNodes};
    pub use super::frame::work::ReadFramePart;
    pub use super::grid::work::{CountBoxes, JudgeChunks, SurveyAnswer, SurveyChunks};
    pub use super::group::work::{DescribeRows, ListRows, WeighRows};
    pub use super::lab::work::{ReturnValues, SampleValues, TryChain};
    pub use super::picture::work::{
        FindImage, FindLabels, FoundLabels, PictureAnswer, ReadLabels, ReadOverlay, ReadPicture,
    };
    pub use super::places::work::{KeepPlace, OpenStore};
    pub use super::plate::work::{ReadWells, WellsAnswer};
    pub use super::save::work::{LocateChunk, ReadCopy};
    pub use super::stats::work::{ProfileAnswer, ReadProfile, SummarizeRegion, SummaryAnswer};
    pub use super::tree::work::{DescribeNodes, ListChildren};
}
