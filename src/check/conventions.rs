//! The rules of conventions: those of `check`, beside what a document has to be.

use super::rule::{Rule, Severity};

const CF: &str = "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html";
const CF_COORDINATES: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#terminology";
const CF_MISSING: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#missing-data";
const CF_PACKED: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#packed-data";
const XARRAY: &str = "https://docs.xarray.dev/en/stable/user-guide/terminology.html";
const XARRAY_FILL: &str = "https://docs.xarray.dev/en/stable/generated/xarray.open_zarr.html";
const MULTISCALES: &str = "https://ngff.openmicroscopy.org/0.5/index.html#multiscale-md";
const LABELS: &str = "https://ngff.openmicroscopy.org/0.5/index.html#labels-md";
const CONSOLIDATED: &str = "https://zarr.readthedocs.io/en/stable/user-guide/consolidated_metadata/";

const fn note(id: &'static str, summary: &'static str, source: &'static str) -> Rule {
    Rule::new(id, Severity::Note, summary, source)
}

const fn warning(id: &'static str, summary: &'static str, source: &'static str) -> Rule {
    Rule::new(id, Severity::Warning, summary, source)
}

pub(super) static NO_COORDINATE: Rule = note(
    "dimension-without-coordinate",
    "no array has the name of a dimension and its values",
    CF_COORDINATES,
);
pub(super) static NOT_ORDERED: Rule =
    warning("coordinate-order", "the values of a coordinate do not run one way", CF_COORDINATES);
pub(super) static UNREAD: Rule = note(
    "coordinate-unread",
    "a coordinate is too long, or in too many chunks, to be read for a check",
    CF_COORDINATES,
);
pub(super) static REPEATED: Rule =
    warning("dimension-repeated", "an array has the same name for two dimensions", XARRAY);
pub(super) static SIZES: Rule =
    warning("dimension-sizes", "dimensions of one name have several sizes in a group", XARRAY);
pub(super) static FILL_RANGE: Rule =
    warning("fill-attribute-range", "_FillValue is no value of the array's data type", CF_MISSING);
pub(super) static FILL_DIFFERS: Rule = note(
    "fill-attribute-differs",
    "_FillValue is another value than missing chunks are filled with",
    XARRAY_FILL,
);
pub(super) static PACKED_TWICE: Rule =
    warning("packed-twice", "attributes scale values that a codec scales already", CF_PACKED);
pub(super) static ATTRIBUTE: Rule =
    note("attribute-form", "an attribute has another form than its convention says", CF);
pub(super) static LEVEL_PATH: Rule = Rule::new(
    "multiscales-path",
    Severity::Error,
    "a level of an image is named, and there is no array of that name",
    MULTISCALES,
);
pub(super) static LEVEL_SHAPE: Rule = warning(
    "multiscales-shape",
    "the levels of an image do not follow from the largest to the smallest",
    MULTISCALES,
);
pub(super) static LABEL_PATH: Rule =
    Rule::new("labels-path", Severity::Error, "labels are named, and there is no image of that name", LABELS);
pub(super) static LABEL_SHAPE: Rule =
    warning("labels-shape", "labels have another shape than their image", LABELS);
pub(super) static STALE: Rule = warning(
    "consolidated-stale",
    "consolidated metadata are not what the documents of nodes say",
    CONSOLIDATED,
);

/// The rules of conventions.
pub(super) static CONVENTIONS: &[&Rule] = &[
    &NO_COORDINATE,
    &NOT_ORDERED,
    &UNREAD,
    &REPEATED,
    &SIZES,
    &FILL_RANGE,
    &FILL_DIFFERS,
    &PACKED_TWICE,
    &ATTRIBUTE,
    &LEVEL_PATH,
    &LEVEL_SHAPE,
    &LABEL_PATH,
    &LABEL_SHAPE,
    &STALE,
];
