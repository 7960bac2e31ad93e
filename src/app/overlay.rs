//! What lies over the panes.

use std::sync::Arc;

use super::key::Key;
use super::keymap::{KEYMAP, Move, SIGNS};
use super::late::{Late, RequestId};
use super::plane::Scroll;
use super::shared::Shared;
use crate::tell::copy_as::CopyAs;
use crate::tell::report::Line;

/// What lies over the panes.
#[derive(Debug)]
pub enum Overlay {
    /// Nothing.
    None,
    /// The keys.
    Help(Scroll),
    /// What is known of the node.
    Info(Scroll),
    /// What may be wrong with the chunk; the number of the selected hypothesis.
    Diagnosis(usize),
    /// Lines to read.
    Page(Page),
    /// The forms that the chunk can be copied in.
    Copy(CopyMenu),
    /// A line to type in.
    Prompt(Prompt),
}

/// Lines to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// What they are about.
    pub title: String,
    /// The lines.
    pub lines: Vec<Line>,
    /// The first on the screen.
    pub scroll: Scroll,
}

/// The forms that the selected chunk can be copied in.
#[derive(Debug)]
pub struct CopyMenu {
    /// The forms.
    pub forms: Late<Arc<[CopyAs]>>,
    /// The number of the selected one.
    pub selected: usize,
}

/// A line that is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// What it is for.
    pub purpose: Purpose,
    /// What was typed so far.
    pub text: String,
}

/// What a typed line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To find a node.
    Find,
    /// To go somewhere.
    GoTo,
}

/// How far somebody is with typing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Typing {
    /// More may come.
    Going,
    /// It is to be done.
    Done,
    /// It is not to be done.
    Left,
}

impl Prompt {
    pub(super) fn new(purpose: Purpose) -> Self {
        Self { purpose, text: String::new() }
    }

    /// Takes a key.
    pub(super) fn key(&mut self, key: Key) -> Typing {
        match key {
            Key::Enter => return Typing::Done,
            Key::Esc => return Typing::Left,
            Key::Backspace if self.text.is_empty() => return Typing::Left,
            Key::Backspace => drop(self.text.pop()),
            Key::Char(c) => self.text.push(c),
            _ => {}
        }
        Typing::Going
    }
}

impl Overlay {
    /// Whether anything lies over the panes.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// Moves in it.
    pub(super) fn step(&mut self, by: Move, shared: &Shared) {
        let page = u64::from(shared.size.1.saturating_sub(4)).max(1);
        let selection = &shared.selection;
        let step = |number: &mut usize, count: usize| {
            let mut at = Scroll { first: *number as u64 };
            at.step(by, page, count as u64);
            *number = usize::try_from(at.first).unwrap_or(0);
        };
        match self {
            Self::Help(scroll) => scroll.step(by, page, (KEYMAP.len() + SIGNS.len()) as u64),
            Self::Info(scroll) => scroll.step(by, page, selection.report().len() as u64),
            Self::Page(shown) => shown.scroll.step(by, page, shown.lines.len() as u64),
            Self::Diagnosis(number) => {
                step(number, selection.diagnosis.ready().map_or(0, |found| found.len()));
            }
            Self::Copy(menu) => {
                let forms = menu.forms.ready().map_or(0, |forms| forms.len());
                step(&mut menu.selected, forms);
            }
            Self::None | Self::Prompt(..) => {}
        }
    }

    /// Keeps what is selected of lists that workers give within what there is now.
    pub(super) fn settle(&mut self, shared: &Shared) {
        let selection = &shared.selection;
        match self {
            Self::Info(scroll) => {
                if let Some(node) = selection.node.ready() {
                    scroll.keep_within(node.report.len());
                }
            }
            Self::Diagnosis(number) => {
                if let Some(found) = selection.diagnosis.ready() {
                    *number = (*number).min(found.len().saturating_sub(1));
                }
            }
            _ => {}
        }
    }

    /// Takes in where the selected chunk is, while that is looked at.
    pub(super) fn located(&mut self, id: RequestId, result: Result<Arc<[CopyAs]>, String>) {
        if let Self::Copy(menu) = self {
            menu.forms.answer(id, result);
        }
    }
}
