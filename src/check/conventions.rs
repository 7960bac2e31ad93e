//! The rules of conventions: those of `check`, beside what a document has to be.

use super::rule::{Rule, Severity};
use crate::meaning::NoteKind;

const CF: &str = "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html";
const CF_COORDINATES: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#terminology";
const CF_MISSING: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#missing-data";
const CF_PACKED: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#packed-data";
const CF_SYSTEM: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#coordinate-system";
const CF_FLAGS: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#flags";
const CF_TIME: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#time-coordinate";
const XARRAY: &str = "https://docs.xarray.dev/en/stable/user-guide/terminology.html";
const XARRAY_FILL: &str = "https://docs.xarray.dev/en/stable/generated/xarray.open_zarr.html";
const MULTISCALES: &str = "https://ngff.openmicroscopy.org/0.5/index.html#multiscale-md";
const PLATES: &str = "https://ngff.openmicroscopy.org/0.5/index.html#plate-md";
const OMERO_MD: &str = "https://ngff.openmicroscopy.org/0.5/index.html#omero-md";
const LABELS: &str = "https://ngff.openmicroscopy.org/0.5/index.html#labels-md";
const TABLES: &str = "https://anndata.readthedocs.io/en/latest/fileformat-prose.html";
const VERSIONS: &str = "https://ngff.openmicroscopy.org/specifications/index.html";
const ZARR_CONVENTIONS: &str = "https://github.com/zarr-conventions";
const HIERARCHY: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#hierarchy";
const FILTERS: &str = "https://numcodecs.readthedocs.io/en/stable/";
const CONSOLIDATED: &str = "https://zarr.readthedocs.io/en/stable/user-guide/consolidated_metadata/";

const fn note(id: &'static str, summary: &'static str, source: &'static str) -> Rule {
    Rule::new(id, Severity::Note, summary, source)
}

const fn warning(id: &'static str, summary: &'static str, source: &'static str) -> Rule {
    Rule::new(id, Severity::Warning, summary, source)
}

const fn error(id: &'static str, summary: &'static str, source: &'static str) -> Rule {
    Rule::new(id, Severity::Error, summary, source)
}

/// Writes each rule once: as a name for what looks for it, and as a row of the table.
macro_rules! rules {
    ($($name:ident = $severity:ident($id:literal, $summary:literal, $source:ident);)*) => {
        $(pub(super) static $name: Rule = $severity($id, $summary, $source);)*

        pub(super) static CONVENTIONS: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    FILTER_DTYPES = warning("filter-dtypes", "a filter gives another dtype than what reads its bytes", FILTERS);
    NO_COORDINATE = note("dimension-without-coordinate", "no array has the name of a dimension and its values", CF_COORDINATES);
    NOT_ORDERED = warning("coordinate-order", "the values of a coordinate do not run one way", CF_COORDINATES);
    UNREAD = note("coordinate-unread", "a coordinate is too long, or in too many chunks, to be read for a check", CF_COORDINATES);
    REPEATED = warning("dimension-repeated", "an array has the same name for two dimensions", XARRAY);
    SIZES = warning("dimension-sizes", "dimensions of one name have several sizes in a group", XARRAY);
    NO_SUCH_ARRAY = warning("named-array-missing", "an attribute names an array that is not there", CF_SYSTEM);
    FILL_RANGE = warning("fill-attribute-range", "_FillValue is no value of the array's data type", CF_MISSING);
    FILL_DIFFERS = note("fill-attribute-differs", "_FillValue is another value than missing chunks are filled with", XARRAY_FILL);
    VALID = warning("valid-attribute", "what attributes say of valid or missing values holds for no element", CF_MISSING);
    PACKING = warning("packing-attribute", "attributes that unpack numbers cannot be used, or make all values the same", CF_PACKED);
    PACKED_TWICE = warning("packed-twice", "attributes scale values that a codec scales already", CF_PACKED);
    FLAGS = warning("flag-attributes", "numbers and names of flags do not belong to each other", CF_FLAGS);
    TIME = warning("time-attributes", "a unit or calendar of time gives no dates", CF_TIME);
    ATTRIBUTE = note("attribute-form", "an attribute has another form than its convention says", CF);
    LEVEL_PATH = error("multiscales-path", "a level of an image is named, and there is no array of that name", MULTISCALES);
    LEVEL_SHAPE = warning("multiscales-shape", "the levels of an image do not follow from the largest to the smallest", MULTISCALES);
    LEVEL_SCALE = warning("multiscales-scale", "the scale of a level does not follow from its shape", MULTISCALES);
    OMERO = warning("omero-channels", "what is said of channels does not fit the image, or has no colour or range", OMERO_MD);
    PLATE_PATH = warning("plate-path", "a well of a plate is named, and there is no group of that name", PLATES);
    LABEL_PATH = error("labels-path", "labels are named, and there is no image of that name", LABELS);
    LABEL_SHAPE = warning("labels-shape", "labels have another shape than their image", LABELS);
    TABLE_COLUMN = error("table-column", "a column of a table is named, and cannot be found or used", TABLES);
    TABLE_ROWS = error("table-rows", "a column of a table has fewer rows than another", TABLES);
    SPARSE_PARTS = error("sparse-parts", "the arrays of a sparse matrix are not there, or do not fit each other", TABLES);
    STALE = warning("consolidated-stale", "consolidated metadata are not what the documents of nodes say", CONSOLIDATED);
    OME_VERSION = warning("ome-version", "metadata name a version of OME-Zarr whose rules are not known", VERSIONS);
    OME_MEMBER = note("ome-member", "metadata of OME-Zarr have a member that is not known, such as a scene", VERSIONS);
    CONVENTION_UNKNOWN = note("convention-unknown", "zarr_conventions names a convention that is not known", ZARR_CONVENTIONS);
    NO_NODE = warning("no-node", "there is neither a group nor an array, so that nothing was checked", HIERARCHY);
    ARCHIVE = note("archive-unchecked", "an archive below the path may hold a store, and was not looked into", HIERARCHY);
    UNCHECKED = note("consolidated-unchecked", "consolidated metadata are read, and not compared with the documents of nodes", CONSOLIDATED);
}

/// The rule that a note on an attribute is about; `None` where it says nothing but what is worth knowing.
pub(super) fn rule_of(kind: NoteKind) -> Option<&'static Rule> {
    Some(match kind {
        NoteKind::Remark => return None,
        NoteKind::Form => &ATTRIBUTE,
        NoteKind::Packing => &PACKING,
        NoteKind::PackedTwice => &PACKED_TWICE,
        NoteKind::FillRange => &FILL_RANGE,
        NoteKind::FillDiffers => &FILL_DIFFERS,
        NoteKind::Valid => &VALID,
        NoteKind::Flags => &FLAGS,
        NoteKind::Time => &TIME,
    })
}
