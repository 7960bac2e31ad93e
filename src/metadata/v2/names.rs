pub const ARRAY: &str = ".zarray";
pub const GROUP: &str = ".zgroup";
pub const ATTRIBUTES: &str = ".zattrs";
pub const CONSOLIDATED: &str = ".zmetadata";

pub const DOCUMENTS: &[&str] = &[ARRAY, GROUP, ATTRIBUTES, CONSOLIDATED];
