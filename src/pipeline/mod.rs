//! From the coordinates of a chunk to its key, its bytes, and its way through the codecs.
#![warn(clippy::indexing_slicing)]

mod array;
mod doctor;
mod fault;
mod probe;
mod region;
mod survey;
mod verify;

pub use array::{Array, ChunkTrace, State};
pub use doctor::{Checkup, Diagnosis, Hypothesis, document_hypotheses};
pub use fault::{Fault, node_faults};
pub use probe::{InShard, Probe};
pub use region::Region;
pub use survey::Survey;
pub use verify::{Found, Verification};
