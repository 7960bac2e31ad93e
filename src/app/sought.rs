//! What is looked for by its labels, until it is found.

use super::late::Late;
use crate::pipeline::LabelProgress;

/// Labels that are looked for, to go to their element.
#[derive(Debug, Default)]
pub(super) struct SoughtLabels {
    /// As they were typed.
    pub(super) text: String,
    /// The key of the array.
    pub(super) key: String,
    /// How far that is.
    pub(super) progress: Late<LabelProgress>,
}
