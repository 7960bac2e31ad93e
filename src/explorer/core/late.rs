//! Late values: they come from a worker, some time after the request.

/// The id of a request. A later request has a greater id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(u64);

impl From<u64> for RequestId {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

/// Gives every request an id of its own.
#[derive(Debug, Default)]
pub struct RequestIds {
    last: u64,
}

impl RequestIds {
    /// The id of a new request.
    pub fn next(&mut self) -> RequestId {
        self.last += 1;
        RequestId(self.last)
    }
}

/// A late value. It takes only answers to the last request, and drops all others by itself.
#[derive(Debug, Clone, Default)]
pub enum Late<T> {
    /// It was not requested.
    #[default]
    Idle,
    /// It was requested.
    Waiting {
        /// The request whose answer counts.
        request: RequestId,
        /// The part that has come so far, or the previous value.
        so_far: Option<T>,
    },
    /// It is here.
    Ready {
        /// The request that was answered.
        request: RequestId,
        /// The value.
        value: T,
    },
    /// The request failed, for this reason.
    Failed(String),
}

impl<T> Late<T> {
    /// A value that was just requested.
    pub fn asked(request: RequestId) -> Self {
        Self::Waiting { request, so_far: None }
    }

    /// Requests it again; the old value stays until the answer comes.
    pub fn ask_again(&mut self, request: RequestId) {
        let so_far = match std::mem::take(self) {
            Self::Waiting { so_far, .. } => so_far,
            Self::Ready { value, .. } => Some(value),
            Self::Idle | Self::Failed(_) => None,
        };
        *self = Self::Waiting { request, so_far };
    }

    /// Stops waiting for an answer that will not come; the old value stays.
    pub fn give_up(&mut self) {
        *self = match std::mem::take(self) {
            Self::Waiting { request, so_far: Some(value) } => Self::Ready { request, value },
            Self::Waiting { .. } => Self::Idle,
            other => other,
        };
    }

    /// The value, once it is complete.
    pub fn ready(&self) -> Option<&T> {
        match self {
            Self::Ready { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The value, or the part of it that has come so far.
    pub fn so_far(&self) -> Option<&T> {
        match self {
            Self::Ready { value, .. } => Some(value),
            Self::Waiting { so_far, .. } => so_far.as_ref(),
            Self::Idle | Self::Failed(_) => None,
        }
    }

    /// Whether the request failed.
    pub fn is_failed(&self) -> bool {
        matches!(self, Self::Failed(_))
    }

    /// Whether an answer is still to come.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting { .. })
    }

    /// Whether the value, or the one that is waited for, belongs to this request.
    pub fn is_of(&self, id: RequestId) -> bool {
        match self {
            Self::Waiting { request, .. } | Self::Ready { request, .. } => *request == id,
            Self::Idle | Self::Failed(_) => false,
        }
    }

    /// Takes a part of an answer. Gives `false` where it answers another request than the last, and drops it.
    pub fn part(&mut self, id: RequestId, value: T) -> bool {
        match self {
            Self::Waiting { request, so_far } if *request == id => {
                *so_far = Some(value);
                true
            }
            _ => false,
        }
    }

    /// Takes an answer. Gives `false` where it answers another request than the last, and drops it.
    pub fn answer(&mut self, id: RequestId, result: Result<T, String>) -> bool {
        // A second answer to the same request is dropped too: the value may have been used already.
        if !(self.is_waiting() && self.is_of(id)) {
            return false;
        }
        *self = match result {
            Ok(value) => Self::Ready { request: id, value },
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
        let mut ids = RequestIds::default();
        let (first, second) = (ids.next(), ids.next());
        let mut late = Late::asked(second);
        assert!(!late.answer(first, Ok("late")));
        assert!(late.answer(second, Ok("now")));
        assert_eq!(late.ready(), Some(&"now"));
        assert!(!late.answer(second, Ok("again")));
    }

    #[test]
    fn parts_are_there_before_the_whole() {
        let (first, second) = (RequestId(1), RequestId(2));
        let mut late = Late::asked(first);
        assert!(late.part(first, 1) && !late.part(second, 9));
        assert_eq!((late.so_far(), late.ready()), (Some(&1), None));
        assert!(late.answer(first, Ok(2)));
        assert!(!late.part(first, 3), "it is whole");
        late.ask_again(second);
        assert_eq!((late.so_far(), late.is_waiting()), (Some(&2), true));
    }

    #[test]
    fn what_cannot_be_had_says_why() {
        let mut late: Late<u8> = Late::asked(RequestId(1));
        assert!(late.answer(RequestId(1), Err("no permission".to_owned())));
        assert!(matches!(late, Late::Failed(error) if error == "no permission"));
    }
}
