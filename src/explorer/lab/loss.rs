//! The values of a chunk as they come back from a chain: the cursor in them, and which part is on the screen.

use std::sync::Arc;

use crate::explorer::core::content::Content;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::shared::Shared;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::keys::keymap::{KeyCommand, Move, WindowKey};
use crate::explorer::lab::keys::LabCommand;
use crate::explorer::lab::work::ReturnValues;
use crate::explorer::lab::{LabPart, LabWindow, ReturnedChunk};
use crate::explorer::overlay::stack::Handled;
use crate::lab::{ReturnedValues, TrialOrigin};
use crate::metadata::delinear;
use crate::tell::colors::ColorMap;
use crate::tell::trial_facts::chunk_text;

/// What a chain does to the values of one chunk, on the screen.
#[derive(Debug)]
pub struct LossView {
    /// The values before and behind the chain.
    pub chunk: Late<ReturnedChunk>,
    /// The number of the chunk of the sample that is asked for; without one it is the first in which a value differs.
    pub(crate) wanted: Option<usize>,
    /// The element under the cursor, in the chunk.
    pub coords: Vec<u64>,
    /// The first row and column on the screen.
    pub scroll: [Scroll; 2],
    /// Which of the sliced dimensions is stepped through.
    pub sliced: usize,
    /// What is shown where there is no room for all.
    pub part: LossPart,
    /// The colours of the picture: zero is white.
    pub map: ColorMap,
    /// Columns of the longest value.
    pub text_width: usize,
    /// Whether the chain is being edited, so that leaving leads there.
    pub was_editing: bool,
}

/// What is shown of what a chain loses, where there is no room for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossPart {
    /// The values that come back.
    Returned,
    /// How far each is from what it was.
    Difference,
    /// The same as a picture.
    Picture,
}

impl LossPart {
    /// The next one, or the one before; behind the last comes the first.
    pub(crate) fn turned(self, back: bool) -> Self {
        match (self, back) {
            (Self::Returned, false) | (Self::Picture, true) => Self::Difference,
            (Self::Difference, false) | (Self::Returned, true) => Self::Picture,
            (Self::Picture, false) | (Self::Difference, true) => Self::Returned,
        }
    }
}

impl LossView {
    pub(crate) fn new(was_editing: bool) -> Self {
        Self {
            chunk: Late::Idle,
            wanted: None,
            coords: Vec::new(),
            scroll: [Scroll::default(); 2],
            sliced: 0,
            part: LossPart::Difference,
            map: ColorMap::RedBlue,
            text_width: 1,
            was_editing,
        }
    }

    /// The values, once they are there.
    pub fn values(&self) -> Option<&Arc<ReturnedValues>> {
        self.chunk.ready().map(|chunk| &chunk.values)
    }

    /// Takes the values, and puts the cursor where most is lost.
    pub(crate) fn take(&mut self, id: RequestId, result: Result<ReturnedChunk, String>) {
        if !self.chunk.answer(id, result) {
            return;
        }
        let Some(values) = self.values().cloned() else { return };
        let width = |elements| {
            let content = Content::Array { shape: &values.shape, elements, origin: None, readable: None };
            content.text_width()
        };
        self.text_width = width(&values.before).max(width(&values.after)).max(DIFFERENCE);
        self.scroll = [Scroll::default(); 2];
        self.put_furthest(&values);
    }

    pub(crate) fn put_furthest(&mut self, values: &ReturnedValues) {
        self.coords = delinear(values.gaps.furthest.unwrap_or(0), &values.shape);
    }

    pub(crate) fn step(&mut self, by: Move, size: (u16, u16)) {
        let Some(values) = self.values().cloned() else { return };
        let view = self.moving(&values, size);
        self.coords = view.plane.moved(&self.coords, by, view.visible().0);
    }

    pub(crate) fn slice(&mut self, on: bool, size: (u16, u16)) {
        let Some(values) = self.values().cloned() else { return };
        let plane = self.moving(&values, size).plane;
        plane.step_slice(&mut self.coords, self.sliced, on);
    }

    /// Keeps the cursor on the screen.
    pub(crate) fn keep_on_screen(&mut self, size: (u16, u16)) {
        let Some(values) = self.values().cloned() else { return };
        let view = self.moving(&values, size);
        view.follow(view.plane.cell(&self.coords), &mut self.scroll);
    }
}

/// Columns of a difference of three digits, such as `-4.88e-5`.
const DIFFERENCE: usize = 8;

impl LabWindow {
    /// What the selected chain loses, while that is shown.
    pub fn loss(&self) -> Option<&LossView> {
        match &self.part {
            LabPart::Loss(view) => Some(view),
            _ => None,
        }
    }

    /// Shows what the selected chain loses.
    pub(crate) fn show_loss(&mut self) {
        if self.row().is_some() {
            self.part = LabPart::Loss(Box::new(LossView::new(self.is_editing())));
        }
    }

    /// Why there is nothing to show of what the selected chain loses; `None` where there is.
    pub fn nothing_lost(&self) -> Option<String> {
        let row = self.row()?;
        let chain = match &row.chain {
            Ok(chain) => chain,
            Err(reason) => return Some(format!("refused: {reason}")),
        };
        let Some(tried) = row.tried.ready() else { return Some("not tried yet".to_owned()) };
        let figures = match &tried.trial.outcome {
            Ok(figures) => figures,
            Err(reason) => return Some(reason.to_string()),
        };
        if let Err(reason) = &figures.encode {
            return Some(format!("not encoded: {reason}"));
        }
        let exact = "exact: every value comes back as it was, bit for bit (any NaN counts as any other)";
        let in_force =
            "The values are those that are stored: what this chain lost when they were written is not known.";
        let is_in_force = chain.origin == TrialOrigin::InForce;
        figures.loss.is_exact.then(|| {
            if is_in_force { format!("{exact}. {in_force}") } else { format!("{exact}: nothing differs") }
        })
    }

    /// Asks for the values, where they are shown and nobody has asked.
    pub(crate) fn ask_loss(&mut self, shared: &mut Shared) {
        let is_asked = |view: &LossView| matches!(view.chunk, Late::Idle);
        if !self.loss().is_some_and(is_asked) || self.nothing_lost().is_some() {
            return;
        }
        let Some(subject) = self.subject.ready().cloned() else { return };
        let Some(Ok(chain)) = self.row().map(|row| row.chain.clone()) else { return };
        let LabPart::Loss(view) = &mut self.part else { return };
        let options = shared.options;
        view.chunk = Late::asked(shared.ask(ReturnValues { subject, chain, number: view.wanted, options }));
    }

    /// Takes the values as they come back.
    pub(crate) fn returned(&mut self, id: RequestId, result: Result<ReturnedChunk, String>) {
        if let LabPart::Loss(view) = &mut self.part {
            view.take(id, result);
        }
    }

    /// Acts on a key while what a chain loses is shown.
    pub(crate) fn in_loss(&mut self, asked: WindowKey<LabCommand>, shared: &mut Shared) -> Handled {
        let LabPart::Loss(view) = &mut self.part else { return Handled::Pass };
        match asked {
            WindowKey::Pane(KeyCommand::Move(by)) => view.step(by, shared.size),
            WindowKey::Pane(KeyCommand::SliceBack) => view.slice(false, shared.size),
            WindowKey::Pane(KeyCommand::SliceOn) => view.slice(true, shared.size),
            WindowKey::Pane(KeyCommand::SliceAxis) => {
                if let Some(values) = view.values().cloned() {
                    view.sliced = view.moving(&values, shared.size).plane.next_sliced(view.sliced);
                }
            }
            WindowKey::Pane(KeyCommand::NextPane) => view.part = view.part.turned(false),
            WindowKey::Pane(KeyCommand::PreviousPane) => view.part = view.part.turned(true),
            WindowKey::Pane(KeyCommand::PictureMap) => view.map = view.map.next(),
            WindowKey::Pane(KeyCommand::Enter) => {
                if let Some(values) = view.values().cloned() {
                    view.put_furthest(&values);
                }
            }
            WindowKey::Own(LabCommand::NextChunk) => self.turn_chunk(true, shared),
            WindowKey::Own(LabCommand::PreviousChunk) => self.turn_chunk(false, shared),
            WindowKey::Own(_) | WindowKey::Pane(_) => return Handled::Pass,
        }
        Handled::Stay
    }

    /// Goes to another chunk of the sample.
    fn turn_chunk(&mut self, on: bool, shared: &mut Shared) {
        let count = self.subject.ready().map_or(0, |subject| subject.sample.values.len());
        let LabPart::Loss(view) = &mut self.part else { return };
        let Some(shown) = view.chunk.ready().map(|chunk| chunk.number) else { return };
        let next = if on { shown.checked_add(1) } else { shown.checked_sub(1) };
        match next.filter(|next| *next < count) {
            Some(next) => (view.wanted, view.chunk) = (Some(next), Late::Idle),
            None if on => shared.say("it is the last chunk of those that chains are tried on"),
            None => shared.say("it is the first chunk of those that chains are tried on"),
        }
    }

    /// Which chunk it is of those that chains are tried on.
    pub fn chunk_name(&self, number: usize) -> String {
        let Some(subject) = self.subject.ready() else { return String::new() };
        let sample = &subject.sample;
        let address = sample.chunks.get(number).filter(|_| !sample.is_regrouped);
        let name = address.map_or_else(|| "chunk".to_owned(), |chunk| chunk_text(&chunk.address));
        format!("{name}, {} of {}", number.saturating_add(1), sample.values.len())
    }

    /// Keeps the cursor of what a chain loses on the screen.
    pub(crate) fn keep_loss_on_screen(&mut self, size: (u16, u16)) {
        if let LabPart::Loss(view) = &mut self.part {
            view.keep_on_screen(size);
        }
    }
}
