//! Workers that answer when the dice say so: late, out of order, twice, or to an outdated request.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use zarrscope::explorer::tasks::{
    DescribeRows, JudgeChunks, ReadWindow, TryChain, VerifyNode, WalkNodes, WeighRows,
};
use zarrscope::explorer::{Action, Effect, Kept, SaveOutcome, SaveRequest, TaskAnswer, TriedChain, Work};
use zarrscope::lab::{ChainLoss, NotTried, StageSize, Trial, TrialChain, TrialFigures};

use super::dice::Dice;

/// The most work that waits.
const MOST: usize = 24;

/// Requested work that waits, and answers that wait.
#[derive(Default)]
pub struct Office {
    waiting: Vec<Work>,
    answers: Vec<Action>,
    /// The chunks that were decoded last.
    kept: Kept,
}

impl Office {
    /// Accepts work. Work that is not wanted any more may still be done, or never.
    pub fn take(&mut self, effects: Vec<Effect>, dice: &mut Dice) {
        for effect in effects {
            let Effect::Work(work) = effect else { continue };
            if dice.roll(4) == 0 || self.waiting.len() >= MOST {
                self.waiting.retain(Work::is_wanted);
            }
            self.waiting.push(work);
        }
    }

    /// Does some of the work, sometimes twice. Its answers wait with the others.
    pub fn work(&mut self, dice: &mut Dice) {
        if self.waiting.is_empty() {
            return;
        }
        let at = dice.roll(self.waiting.len());
        if dice.roll(8) == 0 {
            let again = self.waiting[at].clone();
            self.waiting.push(again);
        }
        let work = self.waiting.swap_remove(at);
        let left = Cell::new(dice.roll(20) + 1);
        let go_on = || {
            left.set(left.get().saturating_sub(1));
            left.get() > 0
        };
        if work.is::<SaveRequest>() {
            // Nothing is written: only what comes of it is random.
            let outcome =
                [SaveOutcome::Saved(1), SaveOutcome::Exists, SaveOutcome::Failed("\u{1b}[2J".to_owned())];
            let answer = TaskAnswer::to::<SaveRequest>(work.id(), dice.pick(&outcome).clone());
            self.answers.push(Action::Answer(answer));
            return;
        }
        if let Some(task) = work.task::<TryChain>() {
            // How long a chain takes is another thing in every run: only whether it has figures is random.
            let found = Arc::new(tried(task.chain.clone(), dice));
            self.answers.push(Action::Answer(TaskAnswer::to::<TryChain>(work.id(), found)));
            return;
        }
        let answers = &mut self.answers;
        let mut answer = |action| {
            join(answers, action);
            true
        };
        // Only work that is not wanted any more may be left half done.
        if work.is_wanted() {
            self.kept.perform(&work, &|| true, &mut answer);
        } else {
            self.kept.perform(&work, &go_on, &mut answer);
        }
    }

    /// One of the waiting answers, if there is one.
    pub fn answer(&mut self, dice: &mut Dice) -> Option<Action> {
        let count = self.answers.len();
        (count > 0).then(|| self.answers.swap_remove(dice.roll(count)))
    }

    /// Whether no work and no answer is waiting.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.answers.is_empty()
    }
}

/// Keeps an answer. Verdicts on chunks and steps of a walk come in parts that depend on the time: they are joined, so that every run is
/// the same.
fn join(answers: &mut Vec<Action>, action: Action) {
    let Action::Answer(mut new) = action else { return answers.push(action) };
    if let Some(Action::Answer(last)) = answers.last_mut()
        && last.id() == new.id()
        && is_joined(last, &mut new)
    {
        return;
    }
    answers.push(Action::Answer(new));
}

/// Adds an answer to the last one, where both are parts of the same.
fn is_joined(last: &mut TaskAnswer, new: &mut TaskAnswer) -> bool {
    if let (Some(known), Some(more)) = (last.of::<JudgeChunks>(), new.of::<JudgeChunks>()) {
        known.append(more);
    } else if let (Some(known), Some(more)) = (last.of::<WalkNodes>(), new.of::<WalkNodes>()) {
        *known = *more;
    } else if let (Some(known), Some(more)) = (last.of::<DescribeRows>(), new.of::<DescribeRows>()) {
        known.append(more);
    } else if let (Some(known), Some(more)) = (last.of::<WeighRows>(), new.of::<WeighRows>()) {
        known.append(more);
    } else if let (Some(known), Some(more)) = (last.of::<ReadWindow>(), new.of::<ReadWindow>()) {
        known.append(more);
    } else if let (Some(known), Some(more)) = (last.of::<VerifyNode>(), new.of::<VerifyNode>())
        && !(known.is_last || more.is_last)
    {
        known.news.add(std::mem::take(&mut more.news));
    } else {
        return false;
    }
    true
}

/// What came of a chain, made up.
fn tried(chain: TrialChain, dice: &mut Dice) -> TriedChain {
    let outcome = if dice.roll(3) == 0 {
        Err(NotTried::TooLarge)
    } else {
        Ok(TrialFigures {
            stored_nbytes: dice.roll(3) as u64,
            decoded_nbytes: u64::MAX,
            encode: Err("\u{1b}[2J".to_owned()),
            decode: Duration::from_micros(1),
            loss: ChainLoss { is_exact: dice.roll(2) == 0, largest: f64::INFINITY, lost: u64::MAX },
        })
    };
    let stage = StageSize { codec: None, what: "\u{1b}".to_owned(), nbytes: u64::MAX, entropy: None };
    TriedChain { trial: Trial { chain, outcome }, stages: Ok(vec![stage; dice.roll(4)]) }
}
