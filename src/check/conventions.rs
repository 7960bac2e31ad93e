use super::faults::NAMES;
use super::rule::{Rule, Severity, rules};
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
const CF_UNITS: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#units";
const CF_NAMES: &str = "https://cfconventions.org/standard-names.html";
const CF_AXES: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#coordinate-types";
const CF_LATITUDE: &str = "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#latitude-coordinate";
const CF_BOUNDS: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#cell-boundaries";
const CF_MEASURES: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#cell-measures";
const CF_METHODS: &str =
    "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#cell-methods";
const CF_TERMS: &str = "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#parametric-vertical-coordinate";
const CF_MAPPINGS: &str = "https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html#appendix-grid-mappings";
const DATA_TREE: &str = "https://docs.xarray.dev/en/stable/user-guide/hierarchical-data.html#alignment-and-coordinate-inheritance";
const ACDD: &str = "https://wiki.esipfed.org/Attribute_Convention_for_Data_Discovery_1-3";
const XARRAY: &str = "https://docs.xarray.dev/en/stable/user-guide/terminology.html";
const XARRAY_FILL: &str = "https://docs.xarray.dev/en/stable/generated/xarray.open_zarr.html";
const MULTISCALES: &str = "https://ngff.openmicroscopy.org/0.5/index.html#multiscale-md";
const SCENES: &str = "https://github.com/ome/ngff-spec/blob/0.6rc0/index.md#scene-metadata";
const AXES: &str = "https://ngff.openmicroscopy.org/0.5/index.html#axes-md";
const WELLS: &str = "https://ngff.openmicroscopy.org/0.5/index.html#well-md";
const PLATES: &str = "https://ngff.openmicroscopy.org/0.5/index.html#plate-md";
const OMERO_MD: &str = "https://ngff.openmicroscopy.org/0.5/index.html#omero-md";
const COLLECTIONS: &str = "https://ngff.openmicroscopy.org/0.5/index.html#bf2raw";
const LABELS: &str = "https://ngff.openmicroscopy.org/0.5/index.html#labels-md";
const TABLES: &str = "https://anndata.readthedocs.io/en/latest/fileformat-prose.html";
const VERSIONS: &str = "https://ngff.openmicroscopy.org/specifications/index.html";
const ZARR_CONVENTIONS: &str = "https://github.com/zarr-conventions/zarr-conventions-spec";
const SPATIAL: &str = "https://github.com/zarr-conventions/spatial";
const PROJ: &str = "https://github.com/zarr-conventions/proj";
const LAYOUTS: &str = "https://github.com/zarr-conventions/multiscales";
const HIERARCHY: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#hierarchy";
const FILTERS: &str = "https://numcodecs.readthedocs.io/en/stable/";
const CONSOLIDATED: &str = "https://zarr.readthedocs.io/en/stable/user-guide/consolidated_metadata/";

rules! { CONVENTIONS:
    pub(super) FILTER_DTYPES = Warning("filter-dtypes", "a filter's output dtype is not the one that its bytes are read as", FILTERS);
    pub(super) NO_COORDINATE = Note("dimension-without-coordinate", "no array has the name and the values of a dimension", CF_COORDINATES);
    pub(super) NOT_ORDERED = Warning("coordinate-order", "the values of a coordinate do not only rise or only fall", CF_COORDINATES);
    pub(super) UNREAD = Note("coordinate-unread", "a coordinate is too long, or in too many chunks, to be read for a check", CF_COORDINATES);
    pub(super) REPEATED = Warning("dimension-repeated", "two dimensions of an array have the same name", XARRAY);
    pub SIZES = Warning("dimension-sizes", "dimensions of one name have several sizes in a group", XARRAY);
    pub(super) NO_SUCH_ARRAY = Warning("named-array-missing", "an attribute names an array that is not there", CF_SYSTEM);
    pub(super) FILL_RANGE = Warning("fill-attribute-range", "_FillValue is not a value of the array's data type", CF_MISSING);
    pub(super) FILL_DIFFERS = Note("fill-attribute-differs", "_FillValue is not the value that fills missing chunks", XARRAY_FILL);
    pub(super) FILL_FORM = Warning("fill-attribute-form", "xarray opens no V3 array of real numbers with such a _FillValue", XARRAY_FILL);
    pub(super) VALID = Warning("valid-attribute", "what attributes say about valid or missing values fits no element", CF_MISSING);
    pub(super) PACKING = Warning("packing-attribute", "attributes that unpack numbers cannot be used, or make all values the same", CF_PACKED);
    pub(super) PACKED_TWICE = Warning("packed-twice", "attributes scale values that a codec scales already", CF_PACKED);
    pub(super) FLAGS = Warning("flag-attributes", "the numbers and names of flags do not match", CF_FLAGS);
    pub(super) TIME = Warning("time-attributes", "a unit or calendar of time does not give dates", CF_TIME);
    pub(super) UNITS = Note("units", "a unit is none that UDUNITS knows", CF_UNITS);
    pub(super) UNITS_DIMENSION = Warning("units-dimension", "a unit measures something else than the standard name says", CF_UNITS);
    pub(super) STANDARD_NAME = Note("standard-name", "a standard name is not in the table of CF", CF_NAMES);
    pub(super) AXIS = Note("axis-attribute", "axis or positive is none of the words of CF", CF_AXES);
    pub(super) RANGE = Warning("coordinate-range", "a latitude is beyond a pole", CF_LATITUDE);
    pub(super) BOUNDS = Warning("cell-bounds", "bounds do not have the shape of their coordinate and one dimension more", CF_BOUNDS);
    pub(super) MEASURES = Warning("cell-measures", "cell_measures is not as CF says", CF_MEASURES);
    pub(super) METHODS = Note("cell-methods", "cell_methods is not as CF says", CF_METHODS);
    pub(super) TERMS = Warning("formula-terms", "formula_terms is not as CF says", CF_TERMS);
    pub(super) MAPPING = Warning("grid-mapping", "the array of a grid mapping does not say which one, or not all of it", CF_MAPPINGS);
    pub(super) NAMED_DIMENSIONS = Warning("named-array-dimensions", "an array that an attribute names has dimensions that its own does not have", CF_SYSTEM);
    pub(super) ALIGNMENT = Note("group-alignment", "coordinates or sizes differ from those of the group above: xarray opens no such tree", DATA_TREE);
    pub(super) COVERAGE = Warning("time-coverage", "a coordinate of time does not have the values that the group says it covers", ACDD);
    pub(super) ATTRIBUTE = Note("attribute-form", "an attribute does not have the form of its convention", CF);
    pub(super) LEVEL_PATH = Error("multiscales-path", "a level of an image is named, but there is no array of that name", MULTISCALES);
    pub(super) LEVEL_SHAPE = Error("multiscales-shape", "the levels of an image are not in order from the largest to the smallest", MULTISCALES);
    pub(super) LEVEL_SCALE = Warning("multiscales-scale", "the scale of a level does not match its shape", MULTISCALES);
    pub(super) OMERO = Warning("omero-channels", "what is said of channels does not fit the image or itself", OMERO_MD);
    pub(super) PLATE_PATH = Warning("plate-path", "a well of a plate is named, but there is no group of that name", PLATES);
    pub(super) LABEL_PATH = Error("labels-path", "labels are named, but there is no image of that name", LABELS);
    pub(super) WELL_PATH = Error("well-path", "a field of a well is named, but there is no image of that name", WELLS);
    pub(super) LEVEL_NAMES = Error("multiscales-names", "the dimensions of a level do not have the names of the axes", AXES);
    pub(super) IMAGE_FORM = Error("multiscales-form", "axes, levels or transformations of an image are not as OME-Zarr says", MULTISCALES);
    pub(super) SCENE_FORM = Error("scene-form", "coordinate systems or transformations of a scene are not as OME-Zarr says, or lead to no image", SCENES);
    pub(super) PLATE_FORM = Error("plate-form", "rows, columns, wells or acquisitions of a plate are not as OME-Zarr says", PLATES);
    pub(super) WELL_FORM = Error("well-form", "the fields of a well are not as OME-Zarr says", WELLS);
    pub(super) LABEL_FORM = Error("labels-form", "labels are no integers, or their group or what is said of them is not as OME-Zarr says", LABELS);
    pub(super) OMERO_FORM = Error("omero-form", "channels of an image, or their colours or windows, are not as OME-Zarr says", OMERO_MD);
    pub(super) OME_FORM = Error("ome-form", "the attribute ome is not as OME-Zarr says, or has another version than the group above", VERSIONS);
    pub(super) COLLECTION = Error("bioformats2raw-layout", "a collection of images is not as the layout of bioformats2raw says", COLLECTIONS);
    pub(super) LABEL_SOURCE = Warning("labels-source", "labels name an image that they derive from, but there is no such image", LABELS);
    pub(super) LABEL_LEVELS = Warning("labels-levels", "labels have more or fewer levels than their image", LABELS);
    pub(super) LABEL_SHAPE = Warning("labels-shape", "labels and their image have different shapes", LABELS);
    pub(super) TABLE_COLUMN = Error("table-column", "a column of a table is named, but cannot be found or used", TABLES);
    pub(super) ANNDATA_SHAPE = Error("anndata-shape", "a matrix of an AnnData has another shape than its observations and variables", TABLES);
    pub(super) TABLE_ROWS = Error("table-rows", "a column of a table has more or fewer rows than the others", TABLES);
    pub(super) SPARSE_PARTS = Error("sparse-parts", "the arrays of a sparse matrix are missing, or do not fit together", TABLES);
    pub(super) STALE = Warning("consolidated-stale", "consolidated metadata differ from the documents of nodes", CONSOLIDATED);
    pub(super) OME_VERSION = Warning("ome-version", "the metadata are of a version of OME-Zarr whose rules are unknown", VERSIONS);
    pub(super) OME_CANDIDATE = Note("ome-candidate", "the metadata are of a version of OME-Zarr that may still change", VERSIONS);
    pub(super) OME_MEMBER = Note("ome-member", "metadata of OME-Zarr have an unknown member", VERSIONS);
    pub(super) CONVENTION_UNKNOWN = Note("convention-unknown", "zarr_conventions names an unknown convention", ZARR_CONVENTIONS);
    pub(super) CONVENTION_FORM = Warning("convention-form", "zarr_conventions is not as the specification of Zarr conventions says", ZARR_CONVENTIONS);
    pub(super) CONVENTION_UNDECLARED = Note("convention-undeclared", "attributes of a convention are used, but zarr_conventions does not name it", ZARR_CONVENTIONS);
    pub(super) SPATIAL_FORM = Error("spatial-form", "where a plane lies is not said as the convention spatial says", SPATIAL);
    pub(super) SPATIAL_PLACE = Warning("spatial-place", "the transform, shape and bounding box of a plane contradict each other, or its array", SPATIAL);
    pub(super) PROJ_FORM = Error("proj-form", "a coordinate reference system is missing, or not as the convention proj says", PROJ);
    pub(super) LAYOUT_FORM = Error("layout-form", "the layout of levels is not as the convention multiscales says", LAYOUTS);
    pub(super) LAYOUT_PATH = Error("layout-path", "a level of a layout is named, but there is no node of that name", LAYOUTS);
    pub(super) LAYOUT_SCALE = Warning("layout-scale", "the cells or the shape of a level are not as its scale says", LAYOUTS);
    pub(super) NO_NODE = Warning("no-node", "there is neither a group nor an array, so nothing was checked", HIERARCHY);
    pub ARCHIVE = Note("archive-unchecked", "an archive below the path has neither a group nor an array in it: nothing of it was checked", HIERARCHY);
    pub(super) UNCHECKED = Note("consolidated-unchecked", "consolidated metadata are used, but not compared with the documents of nodes", CONSOLIDATED);
}

/// Rules that find documents which contradict each other: one of them is not what was written. `doctor` says so too, as it does of
/// errors in any case.
pub static CONTRADICTIONS: [&Rule; 7] =
    [&STALE, &SIZES, &FLAGS, &LEVEL_SCALE, &SPARSE_PARTS, &TABLE_ROWS, &COVERAGE];

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
        NoteKind::Dimensions => &NAMES,
    })
}
