//! What the numbers of an array mean, as its attributes say it by conventions: units, packing, masks, flags, times.
//!
//! Nothing here reads a store or draws: attributes and elements go in, meaning comes out, beside the raw values and never
//! instead of them. Each convention has its file, with an example and its source, and [`CONVENTIONS`] is the table of them.
//! An attribute that cannot be used is a [`MeaningNote`], never a failure: attributes are no part of the format.
//!
//! What a node is by such conventions is here too: images and plates of OME-Zarr, elements of `AnnData`, places on the earth. Which
//! arrays belong to them is looked up in `pipeline`. Where elements of one level lie in another is one calculation
//! (`pipeline/image_grid.rs`), for levels of an image and for labels over it; a `LabelLayer` reads these as a picture is read. Labels
//! along the axes of an image are coordinates in memory, so that whatever asks for labels needs to know nothing of images. Coordinates
//! that vary along several dimensions are in `pipeline/coordinates.rs`, for the cursor, `--sel` and `decode --tidy` alike.
//!
//! ```
//! use serde_json::{Value, json};
//! use zarrscope::meaning::{Meaning, MeaningSource};
//! use zarrscope::metadata::{ArrayDocument, Json, Scalar};
//!
//! let document = json!({
//!     "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "int16", "fill_value": 0,
//!     "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
//!     "chunk_key_encoding": "default", "codecs": ["bytes"],
//!     "attributes": {"scale_factor": 0.01, "add_offset": 273.15, "_FillValue": -32768, "units": "K"},
//! });
//! let array = ArrayDocument::read(&Json::root(&document));
//! let (attributes, data_type) = (array.attributes.clone()?, array.data_type.clone()?);
//! let source = MeaningSource {
//!     attributes: &attributes, data_type: &data_type, zarr_format: 3, fill_value: None, scaling_codec: None,
//! };
//! let meaning = Meaning::read(&source, &array, &document);
//! let value = meaning.value(&Scalar::Integer(-277));
//! assert_eq!(value.text(), "270.38 K");
//! assert_eq!(value.steps, ["× 0.01", "+ 273.15", "→ 270.38 K"]);
//! assert_eq!(meaning.value(&Scalar::Integer(-32768)).text(), "–");
//! # Ok::<(), zarrscope::metadata::DocumentError>(())
//! ```
#![warn(clippy::indexing_slicing)]

mod anndata;
mod attributes;
mod calendar;
mod conventions;
mod convert;
mod description;
mod dimensions;
mod flags;
mod geo;
mod mask;
mod moment;
mod ome;
mod packing;
mod read;
mod standard_names;
mod time;
mod units;
mod unsigned;
mod value;

pub use anndata::{EncodedElement, EncodedKind, categories_elsewhere};
pub use attributes::{MeaningNote, MeaningSource, NoteKind, RawNumber, computed_text};
pub use calendar::{CalendarDay, CfCalendar};
pub use conventions::{CONVENTIONS, Convention, named_in_short};
pub use description::Description;
pub use flags::{FlagRow, FlagTable};
pub use geo::{CellRegistration, GeoPlace, MULTISCALES, PROJ, SPATIAL, ZarrConvention};
pub use mask::{ElementMask, MaskReason};
pub use moment::{NamedTime, date_text};
pub use ome::{
    AxisKind, OmeAxis, OmeChannel, OmeDefaults, OmeField, OmeImage, OmeLabels, OmeLevel, OmeMetadata,
    OmePlate, OmeSceneStep, OmeSystem, PlateWell,
};
pub use packing::Packing;
pub use read::Meaning;
pub use standard_names::StandardNames;
pub use time::{CountedTime, TimeReference};
pub use units::{UnitDimension, unit_dimension};
pub use value::{MeaningValue, is_nothing};
