//! Workers that answer when the dice say so: late, out of order, twice, or to a question that nobody asks any more.

use zarrscope::app::{Action, Request};
use zarrscope::worker::Worker;

use super::dice::Dice;

/// The most requests that wait.
const MOST: usize = 24;

/// What was asked of the workers, and what they have to say.
#[derive(Default)]
pub struct Office {
    waiting: Vec<Request>,
    answers: Vec<Action>,
    /// The chunk worker: it keeps the chunks that it decoded last.
    worker: Worker,
}

/// What a request is about. A worker may drop one when a newer one of the same kind comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Reopen,
    Children,
    Describe,
    Open,
    Survey,
    Trace,
    Judge,
    Count,
    Locate,
    Diagnose,
    Stop,
    Forget,
    Copy,
    Terminal,
}

/// The kind of a request, and its number; 0 where it has none.
pub fn kind(request: &Request) -> (Kind, u64) {
    match request {
        Request::Reopen(id, _) => (Kind::Reopen, *id),
        Request::Children(id, ..) => (Kind::Children, *id),
        Request::Describe(..) => (Kind::Describe, 0),
        Request::Open(id, ..) => (Kind::Open, *id),
        Request::Survey(id, ..) => (Kind::Survey, *id),
        Request::Trace(id, ..) => (Kind::Trace, *id),
        Request::Judge(id, ..) => (Kind::Judge, *id),
        Request::Count(id, ..) => (Kind::Count, *id),
        Request::Locate(id, ..) => (Kind::Locate, *id),
        Request::Diagnose(id, ..) => (Kind::Diagnose, *id),
        Request::Stop => (Kind::Stop, 0),
        Request::Forget(_) => (Kind::Forget, 0),
        Request::Copy(_) => (Kind::Copy, 0),
        Request::Suspend | Request::Resume => (Kind::Terminal, 0),
    }
}

impl Office {
    /// Takes requests in. What a newer one replaces may be done all the same, or never.
    pub fn take(&mut self, requests: Vec<Request>, dice: &mut Dice) {
        for request in requests {
            if dice.roll(4) == 0 || self.waiting.len() >= MOST {
                self.waiting.retain(|older| !replaces(&request, older));
            }
            let (kind, _) = kind(&request);
            if !matches!(kind, Kind::Stop | Kind::Forget | Kind::Copy | Kind::Terminal) {
                self.waiting.push(request);
            }
        }
    }

    /// Does one of the requests, now and then twice; its answers wait with the others.
    pub fn work(&mut self, dice: &mut Dice) {
        if self.waiting.is_empty() {
            return;
        }
        let at = dice.roll(self.waiting.len());
        if dice.roll(8) == 0 {
            let again = self.waiting[at].clone();
            self.waiting.push(again);
        }
        let request = self.waiting.swap_remove(at);
        let mut left = dice.roll(20) + 1;
        let mut go_on = || {
            left = left.saturating_sub(1);
            left > 0
        };
        // Only a request that nobody waits for any more may be left half done.
        let replaced = self.waiting.iter().any(|newer| replaces(newer, &request));
        let answers = &mut self.answers;
        let mut answer = |action| {
            join(answers, action);
            true
        };
        if replaced {
            self.worker.perform(&request, &mut go_on, &mut answer);
        } else {
            self.worker.perform(&request, &mut || true, &mut answer);
        }
    }

    /// One of the answers, if there is any.
    pub fn answer(&mut self, dice: &mut Dice) -> Option<Action> {
        let count = self.answers.len();
        (count > 0).then(|| self.answers.swap_remove(dice.roll(count)))
    }

    /// Whether nothing is left to do or to say.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.answers.is_empty()
    }
}

/// Keeps an answer. What chunks are comes in parts, as many as there is time for: they are made one, so that every run
/// is the same.
fn join(answers: &mut Vec<Action>, answer: Action) {
    match (answers.last_mut(), answer) {
        (Some(Action::Judged(own, known)), Action::Judged(id, more)) if *own == id => known.extend(more),
        (_, answer) => answers.push(answer),
    }
}

/// Whether nobody waits for `older` any more once `newer` has been asked for.
fn replaces(newer: &Request, older: &Request) -> bool {
    let ((newer, newer_id), (older, older_id)) = (kind(newer), kind(older));
    match newer {
        Kind::Children | Kind::Forget | Kind::Copy | Kind::Terminal => false,
        Kind::Stop => matches!(older, Kind::Survey | Kind::Judge),
        Kind::Describe => older == Kind::Describe,
        _ => newer == older && newer_id > older_id,
    }
}
