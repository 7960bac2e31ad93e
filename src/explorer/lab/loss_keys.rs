//! What the selected chain loses: the values of a chunk as they come back, and what differs.

use crate::explorer::lab::work::ReturnValues;

use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::shared::Shared;
use crate::explorer::keys::keymap::{KeyCommand, WindowKey};
use crate::explorer::lab::keys::LabCommand;
use crate::explorer::lab::loss::LossView;
use crate::explorer::lab::tried::ReturnedChunk;
use crate::explorer::lab::window::{LabPart, LabWindow};
use crate::explorer::overlay::stack::Handled;
use crate::lab::TrialOrigin;
use crate::tell::trial_facts::chunk_text;

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
