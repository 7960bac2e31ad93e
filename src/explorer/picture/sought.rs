//! What is looked for by its labels, until it is found.

use crate::explorer::core::late::Late;
use crate::pipeline::LabelProgress;

/// Labels that are looked for, to go to their element.
#[derive(Debug, Default)]
pub(crate) struct SoughtLabels {
    /// As they were typed.
    pub(crate) text: String,
    /// The key of the array.
    pub(crate) key: String,
    /// How far that is.
    pub(crate) progress: Late<LabelProgress>,
}
