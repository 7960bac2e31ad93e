//! From the coordinates of a chunk to its key, its bytes, and its way through the codecs.
#![warn(clippy::indexing_slicing)]

mod address;
mod array;
mod chunk_list;
mod chunk_note;
mod fault;
mod judge;
mod locate;
mod open_node;
mod overhang;
mod probe;
mod region;
mod shard;
mod sizes;
mod survey;
mod trace;
mod values;
mod verify;
mod window;

pub use address::{AddressError, ChunkAddress, Level, Misfit};
pub use array::{Array, OpenError};
pub use chunk_note::ChunkNote;
pub use fault::Fault;
pub use judge::ChunkVerdict;
pub use locate::{Located, StoredPlace};
pub use open_node::OpenNode;
pub use overhang::Overhang;
pub use probe::{Back, ByteAt, InShard, Probe};
pub use region::Region;
pub use sizes::{OnScale, Sizes};
pub use survey::{StoredChunks, Survey, Surveying};
pub use trace::{ChunkTrace, State};
pub use values::{ElementType, ReadError, RegionValues};
pub use verify::{Counts, Findings, Total, VerifyFault, total, verify};
pub use window::{PartCells, WindowPart};
