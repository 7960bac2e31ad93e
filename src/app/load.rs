//! Something that is read by a worker.

/// A value on its way.
#[derive(Debug, Clone, Default)]
pub enum Load<T> {
    /// Nobody asked for it.
    #[default]
    Idle,
    /// It was asked for, by the request of this number.
    Loading(u64),
    /// It is here.
    Ready(T),
    /// It cannot be had.
    Failed(String),
}

impl<T> Load<T> {
    /// The value, if it is here.
    #[must_use]
    pub fn ready(&self) -> Option<&T> {
        match self {
            Self::Ready(value) => Some(value),
            _ => None,
        }
    }

    /// Takes in the answer of a request, if it is the one waited for. Late answers to earlier requests are dropped.
    pub fn answer(&mut self, id: u64, result: Result<T, String>) -> bool {
        if !matches!(self, Self::Loading(waiting) if *waiting == id) {
            return false;
        }
        *self = match result {
            Ok(value) => Self::Ready(value),
            Err(error) => Self::Failed(error),
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_answer_is_dropped() {
        let mut load = Load::Loading(2);
        assert!(!load.answer(1, Ok("late")));
        assert!(load.answer(2, Ok("now")));
        assert_eq!(load.ready(), Some(&"now"));
        assert!(!load.answer(2, Ok("again")));
    }
}
