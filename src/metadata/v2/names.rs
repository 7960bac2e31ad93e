//! What the documents of Zarr V2 are called.

/// The document of an array.
pub const ARRAY: &str = ".zarray";
/// The document of a group.
pub const GROUP: &str = ".zgroup";
/// The attributes of either.
pub const ATTRIBUTES: &str = ".zattrs";
/// Copies of all documents below a group.
pub const CONSOLIDATED: &str = ".zmetadata";

/// Every name that documents of V2 have.
pub const DOCUMENTS: &[&str] = &[ARRAY, GROUP, ATTRIBUTES, CONSOLIDATED];
