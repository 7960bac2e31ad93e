use std::sync::{Arc, Mutex, PoisonError};

use super::refusal::Refusal;

#[derive(Debug, Clone, Default)]
pub(super) struct Heard(Arc<Mutex<Answered>>);

#[derive(Debug, Default)]
struct Answered {
    status: Option<u16>,
    found: Option<String>,
    refusal: Refusal,
}

pub(super) struct Unanswered {
    pub(super) error: Option<object_store::Error>,
    pub(super) status: Option<u16>,
    /// What is wrong with the answer, where our words are better than those of the error.
    pub(super) found: Option<String>,
    pub(super) refusal: Box<Refusal>,
}

impl Heard {
    pub(super) fn begin(&self) {
        self.change(|own| *own = Answered::default());
    }

    pub(super) fn refused(&self, refusal: Refusal) {
        self.change(|own| own.refusal = refusal);
    }

    pub(super) fn answered(&self, status: u16) {
        self.change(|own| own.status = Some(status));
    }

    pub(super) fn found(&self, what: String) {
        self.change(|own| own.found = Some(what));
    }

    pub(super) fn status(&self) -> Option<u16> {
        self.change(|own| own.status)
    }

    pub(super) fn wrong(&self) -> Option<String> {
        self.change(|own| own.found.clone())
    }

    pub(super) fn unanswered(&self, error: Option<object_store::Error>) -> Unanswered {
        self.change(|own| Unanswered {
            error,
            status: own.status,
            found: own.found.clone(),
            refusal: Box::new(own.refusal.clone()),
        })
    }

    fn change<T>(&self, change: impl FnOnce(&mut Answered) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Unanswered {
    pub(super) fn given_up() -> Self {
        Self { error: None, status: None, found: None, refusal: Box::default() }
    }
}
