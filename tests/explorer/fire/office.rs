//! Workers that answer when the dice say so: late, out of order, twice, or to an outdated request.

use std::sync::Arc;
use std::time::Duration;

use zarrscope::explorer::Worker;
use zarrscope::explorer::{Action, Effect, SaveOutcome, TriedChain, Work};
use zarrscope::lab::{ChainLoss, NotTried, StageSize, Trial, TrialChain, TrialFigures};

use super::dice::Dice;

/// The most work that waits.
const MOST: usize = 24;

/// Requested work that waits, and answers that wait.
#[derive(Default)]
pub struct Office {
    waiting: Vec<Work>,
    answers: Vec<Action>,
    /// The chunk worker: it keeps the chunks that it decoded last.
    worker: Worker,
}

impl Office {
    /// Accepts work. Work that newer work replaces may still be done, or never.
    pub fn take(&mut self, effects: Vec<Effect>, dice: &mut Dice) {
        for effect in effects {
            let Effect::Work(work) = effect else { continue };
            // Without an id nobody could tell later which of two requests is the newer one.
            if dice.roll(4) == 0 || self.waiting.len() >= MOST || work.id().is_none() {
                self.waiting.retain(|older| !replaces(&work, older));
            }
            if !matches!(work, Work::Stop | Work::Forget(_) | Work::ForgetTable(_) | Work::Release(..)) {
                self.waiting.push(work);
            }
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
        let mut left = dice.roll(20) + 1;
        let mut go_on = || {
            left = left.saturating_sub(1);
            left > 0
        };
        // Only work that was replaced may be left half done.
        let replaced = self.waiting.iter().any(|newer| replaces(newer, &work));
        if let Work::Save(id, _) = &work {
            // Nothing is written: only what comes of it is random.
            let outcome =
                [SaveOutcome::Saved(1), SaveOutcome::Exists, SaveOutcome::Failed("\u{1b}[2J".to_owned())];
            self.answers.push(Action::Saved(*id, dice.pick(&outcome).clone()));
            return;
        }
        if let Work::TryChain(id, _, chain, _) = &work {
            // How long a chain takes is another thing in every run: only whether it has figures is random.
            self.answers.push(Action::ChainTried(*id, Arc::new(tried(chain.clone(), dice))));
            return;
        }
        let answers = &mut self.answers;
        let mut answer = |action| {
            join(answers, action);
            true
        };
        if replaced {
            self.worker.perform(&work, &mut go_on, &mut answer);
        } else {
            self.worker.perform(&work, &mut || true, &mut answer);
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
fn join(answers: &mut Vec<Action>, answer: Action) {
    match (answers.last_mut(), answer) {
        (Some(Action::Judged(own, known)), Action::Judged(id, more)) if *own == id => known.extend(more),
        (Some(Action::Walked(own, known)), Action::Walked(id, more)) if *own == id => *known = more,
        (Some(Action::Rows(own, known)), Action::Rows(id, more)) if *own == id => known.extend(more),
        (Some(Action::Weighed(own, known)), Action::Weighed(id, more)) if *own == id => known.extend(more),
        (Some(Action::Windowed(own, known)), Action::Windowed(id, more)) if *own == id => known.extend(more),
        (Some(Action::Verifying(own, known)), Action::Verifying(id, more)) if *own == id => known.add(*more),
        (_, answer) => answers.push(answer),
    }
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

/// Whether `newer` work replaces `older` work.
fn replaces(newer: &Work, older: &Work) -> bool {
    // Work that is done twice may wait in the wrong order, so that the ids decide which is older.
    newer.kind().replaces(older.kind()) && (newer.id().is_none() || newer.id() > older.id())
}
