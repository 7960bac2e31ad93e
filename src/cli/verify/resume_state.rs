use serde::{Deserialize, Serialize};

use crate::codec::DecodeOptions;
use crate::pipeline::{VerifyPosition, WorkPart};

/// What a later run has to be given again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ResumeState {
    path: String,
    ignore_checksums: bool,
    max_chunk_bytes: u64,
    part: Option<[u64; 2]>,
    #[serde(flatten)]
    /// `None` where nothing is done.
    pub(super) position: Option<VerifyPosition>,
}

impl ResumeState {
    pub(super) fn new(
        path: &str,
        options: &DecodeOptions,
        part: Option<WorkPart>,
        position: Option<VerifyPosition>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            ignore_checksums: options.ignore_checksums,
            max_chunk_bytes: options.max_chunk_bytes,
            part: part.map(|part| [part.number(), part.of()]),
            position,
        }
    }

    pub(super) fn is_of(&self, other: &Self) -> bool {
        let with = |own: &Self| Self { position: None, ..own.clone() };
        with(self) == with(other)
    }
}
