#![warn(clippy::indexing_slicing)]

mod address;
mod array;
mod axes;
mod axis_labels;
mod bins;
mod catalog;
mod chunk_list;
mod chunk_note;
mod chunk_numbers;
mod chunk_sums;
mod completeness;
mod contents;
mod coordinates;
mod element_search;
mod encoded;
mod expected;
mod fault;
mod frame;
mod geo_axes;
mod home;
mod image_axes;
mod image_grid;
mod image_labels;
mod image_labels_overlay;
mod image_levels;
mod image_pyramid;
mod inner_chunks;
mod inventory;
mod key_order;
mod label_query;
mod label_scan;
mod labels;
mod layout;
mod locate;
mod mend;
mod missing_list;
mod named_parts;
mod number;
mod open_node;
mod openable;
mod overhang;
mod physical;
mod picture;
mod probe;
mod read_plan;
mod region;
mod related;
mod sizes;
mod spread;
mod summary;
mod summary_chunks;
mod summary_join;
mod survey;
mod tally;
mod trace;
mod values;
mod verify;
mod window;
mod work_part;

pub use address::{AddressError, ChunkAddress, Level, Misfit};
pub use array::{Array, OpenError};
pub use axes::Axes;
pub use axis_labels::{ArrayLabels, AxisLabels, UnreadLabels};
pub use catalog::{
    Catalog, CatalogView, FILTERS, Found, NodeFacts, NodeRow, NodeWeight, Query, QueryError, RowKind,
    Stopped, Unseen, weigh,
};
pub use chunk_note::{ALL_FILL, ChunkNote};
pub use chunk_numbers::{ChunkNumbers, ChunkVerdict, JudgedChunk};
pub use chunk_sums::{ChunkSums, Digest256, Sums};
pub use completeness::Completeness;
pub use contents::{GroupContents, GroupVariable};
pub use coordinates::CoordinateColumn;
pub use element_search::{ElementFound, WantedElement};
pub use encoded::{ColumnCategories, EncodedParts, TableColumn, encoded_of};
pub use expected::{ExpectedChunks, ExpectedLine};
pub use fault::{Fault, FaultSite, MissingChunks, ShortFault};
pub use frame::{
    ColumnSummary, ColumnValues, Frame, FrameCell, FrameColumn, FramePart, RowChoice, RowCondition,
    SparseMatrix, StoredEntry, StoredRow, StoredTriple, odd_parts,
};
pub use geo_axes::lies_on_earth;
pub use home::Home;
pub use image_axes::{ImageKind, image_axes};
pub use image_labels::LabelLayer;
pub use image_labels_overlay::{LabelOverlay, OverlayError};
pub use image_levels::{ImageLevel, LevelPlace, WellState, image_levels, ome_of};
pub use image_pyramid::ImagePyramid;
pub use inner_chunks::{PARTLY_FILLED, ShardTally};
pub use inventory::Inventory;
pub use label_query::LabelQuery;
pub use labels::{LabelError, LabelPick, LabelPlace, LabelProgress, LabelReport, LabelSelection};
pub use layout::Layout;
pub use locate::{Located, StoredPlace};
pub use mend::{Mend, MendedBytes};
pub use missing_list::ListError;
pub use named_parts::{ImageSeries, NamedParts};
pub use number::NumberType;
pub(crate) use number::{NumberReader, ReadNumbers};
pub use open_node::{NodeWalk, OpenNode};
pub use openable::Openable;
pub use overhang::Overhang;
pub use picture::{
    Above, ElementShape, Growth, PICTURE_BYTES, PICTURE_CELLS, Picture, PictureDifference, PicturePlan,
};
pub use probe::{Back, ByteAt, InShard, Probe};
pub use read_plan::ReadPlan;
pub use region::Region;
pub use related::{RelatedArray, RelatedShape, related_arrays};
pub use sizes::{OnScale, Sizes};
pub use spread::{LabelPalette, PictureCell, Spread};
pub use summary::{FiniteNumbers, NumberPlaces, QUANTILES, Summary, SummaryError, SummaryProgress};
pub use survey::{StoredChunks, Survey, Surveying};
pub use trace::{ChunkTarget, ChunkTrace, State};
pub use values::{ElementType, ReadError, RegionValues};
pub use verify::{
    CONFIDENCE, ChunkSample, Counts, Findings, InnerAbsences, Total, VerifiedNode, VerifyBudget, VerifyFault,
    VerifyPosition, VerifyTask, at_most_faulty, total, verify, verify_on, verify_part,
};
pub use window::{PartCells, WindowPart};
pub use work_part::WorkPart;
