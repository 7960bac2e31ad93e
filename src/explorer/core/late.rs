//! Values that a thread gives later, and the requests that they answer.

use std::sync::{Arc, Weak};

/// Later requests have greater ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(u64);

impl From<u64> for RequestId {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

/// A request whose answer is wanted as long as it, or a clone, is kept.
#[derive(Debug, Clone)]
pub struct Request {
    id: RequestId,
    wanted: Arc<()>,
}

impl Request {
    pub fn new(id: RequestId) -> Self {
        Self { id, wanted: Arc::new(()) }
    }

    pub fn id(&self) -> RequestId {
        self.id
    }

    /// Another request with the same id, whose answers belong to the same value, such as the details of a list.
    pub(crate) fn for_details(&self) -> Self {
        Self::new(self.id)
    }

    pub(crate) fn wanted(&self) -> Weak<()> {
        Arc::downgrade(&self.wanted)
    }
}

/// The answer of a task that gives parts before the whole.
#[derive(Debug, Clone)]
pub enum Delivered<T> {
    Part(T),
    Whole(Result<T, String>),
}

#[derive(Debug, Clone, Default)]
pub enum Late<T> {
    #[default]
    Idle,
    Waiting {
        request: Request,
        /// The part received so far, or the previous value.
        so_far: Option<T>,
    },
    Ready {
        request: Request,
        value: T,
    },
    Failed(String),
}

impl<T> Late<T> {
    pub fn asked(request: Request) -> Self {
        Self::Waiting { request, so_far: None }
    }

    /// Keeps the old value until the answer comes.
    pub fn ask_again(&mut self, request: Request) {
        let so_far = match std::mem::take(self) {
            Self::Waiting { so_far, .. } => so_far,
            Self::Ready { value, .. } => Some(value),
            Self::Idle | Self::Failed(_) => None,
        };
        *self = Self::Waiting { request, so_far };
    }

    pub fn give_up(&mut self) {
        *self = match std::mem::take(self) {
            // Drops the request, so that its work stops.
            Self::Waiting { request, so_far: Some(value) } => {
                Self::Ready { request: Request::new(request.id()), value }
            }
            Self::Waiting { .. } => Self::Idle,
            other @ (Self::Idle | Self::Ready { .. } | Self::Failed(_)) => other,
        };
    }

    pub fn ready(&self) -> Option<&T> {
        let Self::Ready { value, .. } = self else { return None };
        Some(value)
    }

    pub fn so_far(&self) -> Option<&T> {
        match self {
            Self::Ready { value, .. } => Some(value),
            Self::Waiting { so_far, .. } => so_far.as_ref(),
            Self::Idle | Self::Failed(_) => None,
        }
    }

    pub fn is_failed(&self) -> bool {
        matches!(self, Self::Failed(_))
    }

    pub fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting { .. })
    }

    pub fn is_of(&self, id: RequestId) -> bool {
        match self {
            Self::Waiting { request, .. } | Self::Ready { request, .. } => request.id() == id,
            Self::Idle | Self::Failed(_) => false,
        }
    }

    pub fn deliver(&mut self, id: RequestId, delivered: Delivered<T>) -> bool {
        match delivered {
            Delivered::Part(value) => self.part(id, value),
            Delivered::Whole(result) => self.answer(id, result),
        }
    }

    pub fn part(&mut self, id: RequestId, value: T) -> bool {
        if let Self::Waiting { request, so_far } = self
            && request.id() == id
        {
            *so_far = Some(value);
            return true;
        }
        false
    }

    pub fn answer(&mut self, id: RequestId, result: Result<T, String>) -> bool {
        // A second answer is dropped too: the value may have been used already.
        let Self::Waiting { request, .. } = self else { return false };
        if request.id() != id {
            return false;
        }
        *self = match result {
            Ok(value) => Self::Ready { request: request.clone(), value },
            Err(error) => Self::Failed(error),
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_to_an_earlier_request_is_dropped() {
        let (first, second) = (RequestId(1), RequestId(2));
        let mut late = Late::asked(Request::new(second));
        assert!(!late.answer(first, Ok("late")));
        assert!(late.answer(second, Ok("now")));
        assert_eq!(late.ready(), Some(&"now"));
        assert!(!late.answer(second, Ok("again")));
    }

    #[test]
    fn parts_are_there_before_the_whole() {
        let (first, second) = (RequestId(1), RequestId(2));
        let mut late = Late::asked(Request::new(first));
        assert!(late.part(first, 1) && !late.part(second, 9));
        assert_eq!((late.so_far(), late.ready()), (Some(&1), None));
        assert!(late.answer(first, Ok(2)));
        assert!(!late.part(first, 3), "it is whole");
        late.ask_again(Request::new(second));
        assert_eq!((late.so_far(), late.is_waiting()), (Some(&2), true));
    }

    #[test]
    fn an_answer_is_wanted_until_something_else_is_asked_for_or_nobody_waits() {
        let mut late: Late<u8> = Late::asked(Request::new(RequestId(1)));
        let wanted = |late: &Late<u8>| {
            let Late::Waiting { request, .. } = late else { panic!("it waits") };
            request.wanted()
        };
        let first = wanted(&late);
        assert!(first.upgrade().is_some());
        late.ask_again(Request::new(RequestId(2)));
        let second = wanted(&late);
        assert!(first.upgrade().is_none() && second.upgrade().is_some());
        late.part(RequestId(2), 7);
        late.give_up();
        assert!(second.upgrade().is_none() && late.ready() == Some(&7));
    }

    #[test]
    fn what_cannot_be_had_says_why() {
        let mut late: Late<u8> = Late::asked(Request::new(RequestId(1)));
        assert!(late.answer(RequestId(1), Err("no permission".to_owned())));
        assert!(matches!(late, Late::Failed(error) if error == "no permission"));
    }
}
