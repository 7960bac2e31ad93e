//! The windows over the panes.

use std::sync::Arc;

use crate::configuration::Key;
use crate::explorer::bench::window::BenchWindow;
use crate::explorer::cards::window::CardsWindow;
use crate::explorer::compare::window::CompareWindow;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::shared::Shared;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::views;
use crate::explorer::geometry::views::StatsView;
use crate::explorer::keys::key_help::HelpWindow;
use crate::explorer::keys::keymap::Move;
use crate::explorer::lab::window::LabWindow;
use crate::explorer::places::windows::PlacesWindow;
use crate::explorer::places::windows::RecentStores;
use crate::explorer::prompt::line::Completing;
use crate::explorer::prompt::line::{TypedLine, Typing};
use crate::explorer::stats::profile::ProfileWindow;
use crate::metadata::text::escape;
use crate::pipeline::{Summary, SummaryProgress};
use crate::tell::copy_as::CopyAs;
use crate::tell::line_rows::all_rows;
use crate::tell::report::Line;
use crate::tell::summary::{bar_lines, facts_of};

/// The window over the panes.
#[derive(Debug)]
pub enum Overlay {
    /// Nothing.
    None,
    /// The keys.
    Help(Box<HelpWindow>),
    /// The report of the node.
    Info(Scroll),
    /// What may be wrong with the chunk, with the number of the selected hypothesis.
    Diagnosis(usize),
    /// Statistics of the chunk, the plane and the array.
    Stats(StatsWindow),
    /// Lines through the cursor.
    Profile(ProfileWindow),
    /// Two chunks or arrays that are compared.
    Compare(Box<CompareWindow>),
    /// Chains that are tried.
    Lab(Box<LabWindow>),
    /// A chunk that is built by hand.
    Bench(Box<BenchWindow>),
    /// Lines to read.
    Page(Page),
    Cards(Box<CardsWindow>),
    /// The forms that the chunk can be copied in.
    Copy(CopyMenu),
    /// A line to type in.
    Prompt(Prompt),
    /// Stores that were looked at before.
    Recent(Box<RecentStores>),
    /// Places to go back to.
    Places(Box<PlacesWindow>),
    /// The finder, whose state is kept while it is closed.
    Finder,
}

/// The statistics of the selected chunk, then of its plane, and then of the whole array.
#[derive(Debug, Default)]
pub struct StatsWindow {
    /// Why there are none of this array.
    pub refused: Option<String>,
    /// Those of the chunk.
    pub chunk: Late<Arc<Summary>>,
    /// Those of the plane of rows and columns that the cursor is on, where that is not the whole array.
    pub plane: Late<Arc<Summary>>,
    /// Those of the array.
    pub whole: Late<Arc<Summary>>,
    /// How far those that are being counted have come.
    pub progress: Option<SummaryProgress>,
    /// The first line on the screen.
    pub scroll: Scroll,
}

/// Lines to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub title: String,
    pub lines: Vec<Line>,
    /// The first on the screen.
    pub scroll: Scroll,
}

/// The forms in which the selected chunk can be copied.
#[derive(Debug)]
pub struct CopyMenu {
    pub forms: Late<Arc<[CopyAs]>>,
    /// The number of the selected form.
    pub selected: usize,
}

/// A line that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    pub purpose: Purpose,
    /// The line so far.
    pub line: TypedLine,
    /// What is wrong with it, until the next key.
    pub error: Option<String>,
    /// What Tab goes through.
    pub completing: Option<Completing>,
}

/// The purpose of a typed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To go somewhere.
    GoTo,
    /// To name a file that is to be written.
    SaveAs,
    /// To say whether a file is written over; the text is its name.
    Overwrite,
}

impl StatsWindow {
    /// Whether the plane has statistics of its own.
    pub fn has_plane(&self) -> bool {
        !matches!(self.plane, Late::Idle)
    }

    /// How they are on the screen: the chunk, the plane and the array each have a block of lines.
    pub fn view(&self, size: (u16, u16)) -> StatsView {
        views::stats(size, self.has_plane())
    }

    /// How many rows can be scrolled through: those of all blocks, or side by side those of the longest.
    fn rows(&self, shared: &Shared) -> u64 {
        let view = self.view(shared.size);
        let plane = self.has_plane().then_some(&self.plane);
        let blocks = [Some(&self.chunk), plane, Some(&self.whole)].into_iter().flatten();
        // A heading with a row above it, and a row between facts and bars or one that says why there are none.
        let rows = blocks.map(|block| match block {
            Late::Ready { value: summary, .. } => {
                let meaning = shared.selection.shown_meaning().map(AsRef::as_ref);
                let facts: Vec<Line> = facts_of(summary, meaning)
                    .into_iter()
                    .map(|(name, fact)| Line::Fact(name, fact))
                    .collect();
                3 + all_rows(&facts, view.width) + bar_lines(summary, view.bars) as u64
            }
            Late::Failed(error) => 2 + all_rows(&[Line::Text(escape(error).into_owned())], view.width),
            Late::Waiting { .. } | Late::Idle => 3,
        });
        if view.is_wide { rows.max().unwrap_or(0) } else { rows.sum() }
    }
}

impl Prompt {
    pub(crate) fn new(purpose: Purpose) -> Self {
        Self::with(purpose, "")
    }

    /// A line that begins with a text.
    pub(crate) fn with(purpose: Purpose, text: &str) -> Self {
        Self { purpose, line: TypedLine::beginning(text), error: None, completing: None }
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: Key) -> Typing {
        (self.error, self.completing) = (None, None);
        match key {
            // A question: anything but a yes is a no.
            Key::Char('y' | 'Y') if self.purpose == Purpose::Overwrite => return Typing::Done,
            _ if self.purpose == Purpose::Overwrite => return Typing::Left,
            Key::Enter => return Typing::Done,
            Key::Esc => return Typing::Left,
            // A name is often typed anew: one Backspace too many must not turn letters into commands.
            Key::Backspace if self.line.is_empty() && self.purpose != Purpose::SaveAs => return Typing::Left,
            key => drop(self.line.key(key)),
        }
        Typing::Going
    }
}

impl Overlay {
    /// Whether a window is open.
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::None)
    }

    pub(crate) fn step(&mut self, by: Move, shared: &Shared) {
        let inner = views::window(shared.size).inner();
        let (height, page) = (u64::from(inner.height), u64::from(inner.height).max(1));
        let selection = &shared.selection;
        let step = |number: &mut usize, count: usize| {
            let mut at = Scroll { first: *number as u64 };
            at.step(by, page, count as u64);
            *number = usize::try_from(at.first).unwrap_or(0);
        };
        match self {
            Self::Help(window) => window.step(by, shared.size),
            Self::Info(scroll) => scroll.step_page(by, height, all_rows(&shared.info.lines, inner.width)),
            Self::Stats(window) => window.scroll.step_page(by, height, window.rows(shared)),
            Self::Page(shown) => shown.scroll.step_page(by, height, all_rows(&shown.lines, inner.width)),
            Self::Diagnosis(number) => {
                step(number, selection.diagnosis.ready().map_or(0, |verdict| verdict.hypotheses.len()));
            }
            Self::Copy(menu) => {
                let forms = menu.forms.ready().map_or(0, |forms| forms.len());
                step(&mut menu.selected, forms);
            }
            Self::None
            | Self::Profile(_)
            | Self::Compare(_)
            | Self::Lab(_)
            | Self::Bench(_)
            | Self::Cards(_)
            | Self::Prompt(..)
            | Self::Recent(_)
            | Self::Places(_)
            | Self::Finder => {}
        }
    }

    /// Keeps the selected number within its list, which workers may have made shorter.
    pub(crate) fn settle(&mut self, shared: &Shared) {
        let selection = &shared.selection;
        let inner = views::window(shared.size).inner();
        match self {
            Self::Help(window) => window.settle(shared.size),
            Self::Info(scroll) if selection.node.ready().is_some() => {
                scroll.keep_page(inner.height.into(), all_rows(&shared.info.lines, inner.width));
            }
            Self::Stats(window) => window.scroll.keep_page(inner.height.into(), window.rows(shared)),
            Self::Page(shown) => {
                shown.scroll.keep_page(inner.height.into(), all_rows(&shown.lines, inner.width));
            }
            Self::Diagnosis(number) => {
                if let Some(verdict) = selection.diagnosis.ready() {
                    *number = (*number).min(verdict.hypotheses.len().saturating_sub(1));
                }
            }
            _ => {}
        }
    }

    /// Takes the forms of the selected chunk, while the menu is open.
    pub(crate) fn located(&mut self, id: RequestId, result: Result<Arc<[CopyAs]>, String>) {
        if let Self::Copy(menu) = self {
            menu.forms.answer(id, result);
        }
    }
}
