//! The explorer: what is on the screen, what changes it, and what threads do for it.
//!
//! [`App::update`] takes an [`Action`] and gives [`Effect`]s; threads answer with further actions. A folder is one thing that a
//! person sees: its state, its keys, its work and its drawing. What all of them [share](Shared) is in `core`. A window handles a key
//! while it is off the stack of overlays, so that it can change everything else and open others; a key that is moved in one table of
//! keys moves in no other. What the terminal answers, such as which graphics it has, comes as keys do (`draw/terminal_answers.rs`).
//! A recording belongs to the [`Screen`], which sees each frame.

#![warn(clippy::wildcard_enum_match_arm)]

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

pub use bench::BenchWindow;
pub use cards::CardsWindow;
pub use compare::{ChunksView, CompareWindow};
pub use core::action::{Action, Backlog};
pub use core::app::{App, drawn_on};
pub use core::chunk_window::Window;
pub use core::content::Content;
pub use core::kept::Kept;
pub use core::late::{Delivered, Late, Request, RequestId};
pub use core::selection::Side;
pub use core::shared::Shared;
pub use core::task::{Effect, Task, TaskAnswer, Terminal, Work};
pub use core::workers::{SLICE, Workers, perform};
pub use course::CourseMode;
pub use doctor::what_if::DiagnosisWindow;
pub use draw::recording::Recording;
pub use draw::screen::{Screen, hang_up, listen_to_terminal};
pub use draw::signals::listen_to_signals;
pub use draw::thread_failure::ThreadFailure;
pub use draw::{draw, palettes, print, screen_of, theme};
pub use faults::VerifyNews;
pub use faults::known_faults::NextFault;
pub use finder::WalkProgress;
pub use finder::keys::FinderWindow;
pub use follow::{FollowState, Following};
pub use geometry::hex::Hex;
pub use geometry::picture_view::TerminalGraphics;
pub use geometry::plane::Cell;
pub use geometry::regions::{Area, Pane, Regions};
pub use geometry::views;
pub use grid::grid_mode::GridMode;
pub use grid::level::GridLevel;
pub use group::table::GroupTable;
pub use keys::events::{Mouse, MouseKind};
pub use keys::help::HelpWindow;
pub use keys::keymap;
pub use keys::keymap::KeyPlace;
pub use lab::{LabPart, LabWindow, TriedChain, name_of};
pub use node_report::InfoWindow;
pub use overlay::stack::Overlay;
pub use overlay::stack::Page;
pub use picture::placed::PlacedPicture;
pub use places::{PlacesWindow, RecentStores};
pub use prompt::Prompt;
pub use prompt::line::LineHistory;
pub use save::{CopyMenu, PrintedScreen, SaveOutcome, SaveRequest, Saving};
pub use stats::{ProfileWindow, StatsWindow};
pub use values::ValuesPane;

pub(crate) use core::kept::Beat;
pub(crate) use core::selection::Selection;
pub(crate) use core::task::{Lane, Link};
pub(crate) use draw::canvas::Canvas;
pub(crate) use geometry::plane::{Scroll, step_number};
pub(crate) use keys::events::PaneEvent;
pub(crate) use keys::keymap::{KeyCommand, Move};
pub(crate) use overlay::stack::{Handled, Hints};
pub(crate) use prompt::Purpose;
pub(crate) use prompt::line::TypedLine;

pub use crate::configuration::{Configuration, Key};
pub use crate::pipeline::{Axes, Layout};
pub use crate::tell::theme_name::{Ground, ThemeName};

pub fn key_entries() -> Vec<crate::configuration::KeyEntry> {
    let mut entries = keymap::pane_entries();
    entries.extend(bench::KEYS.entries());
    entries.extend(compare::keys::KEYS.entries());
    entries.extend(course::keys::KEYS.entries());
    entries.extend(lab::keys::KEYS.entries());
    entries.extend(stats::keys::KEYS.entries());
    entries
}

pub mod tasks {
    pub use super::compare::work::{CompareArrays, CompareChunks};
    pub use super::core::work::{Free, ReadNode, ReadWindow, ReopenStore, TraceAnswer, TraceChunk};
    pub use super::course::work::{JudgeAnswer, KeepProgress};
    pub use super::doctor::work::{DiagnoseDoubt, Doubt};
    pub use super::faults::work::{JudgeValues, VerifyAnswer, VerifyNode};
    pub use super::finder::work::{FindNodes, PreviewNode, WalkNodes};
    pub use super::frame::work::ReadFramePart;
    pub use super::grid::work::{CountBoxes, JudgeChunks, SurveyChunks};
    pub use super::group::work::{DescribeRows, ListRows, WeighRows};
    pub use super::lab::work::{ReturnValues, SampleValues, TryChain};
    pub use super::picture::work::{EncodePicture, FindImage, ReadLabels, ReadOverlay, ReadPicture};
    pub use super::places::work::{KeepPlace, OpenStore};
    pub use super::plate::work::{ReadThumbnails, ReadWells};
    pub use super::prompt::work::{FindLabels, FoundLabels};
    pub use super::save::work::{LocateChunk, ReadCopy};
    pub use super::stats::work::{ProfileAnswer, ReadProfile, SummarizeRegion, SummaryAnswer};
    pub use super::tree::work::{DescribeNodes, ListChildren};
}
