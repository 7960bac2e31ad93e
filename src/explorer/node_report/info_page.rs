//! Everything that is known of a node, as lines, and what they were made of.

use std::sync::Arc;

use crate::explorer::core::shown_node::ShownNode;
use crate::pipeline::Survey;
use crate::tell::report::Line;

/// The lines, and what they are made of.
#[derive(Debug, Default)]
pub struct InfoPage {
    pub lines: Vec<Line>,
    pub(crate) of: Option<InfoSources>,
}

/// What the lines are made of. They are made again when any of it changes.
#[derive(Debug)]
pub(crate) struct InfoSources {
    pub(crate) node: Arc<ShownNode>,
    pub(crate) survey: Option<Arc<Survey>>,
    /// How many rows of a table are known, and weighed.
    pub(crate) rows: (usize, usize),
    pub(crate) changes: u64,
}

impl InfoSources {
    /// Whether nothing has changed.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let surveys = (self.survey.as_ref(), other.survey.as_ref());
        let is_same_survey = match surveys {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        let numbers = |of: &Self| (of.rows, of.changes);
        Arc::ptr_eq(&self.node, &other.node) && is_same_survey && numbers(self) == numbers(other)
    }
}
