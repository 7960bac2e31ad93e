use std::fmt;

#[derive(Debug, Clone, Copy)]
pub struct StoreFormat {
    pub name: &'static str,
    pub marks: &'static str,
    pub support: FormatSupport,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatSupport {
    Reads,
    Names,
}

impl fmt::Display for FormatSupport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reads => "reads",
            Self::Names => "names only",
        })
    }
}

const fn reads(name: &'static str, marks: &'static str) -> StoreFormat {
    StoreFormat { name, marks, support: FormatSupport::Reads }
}

const fn names(name: &'static str, marks: &'static str) -> StoreFormat {
    StoreFormat { name, marks, support: FormatSupport::Names }
}

pub const FORMATS: &[StoreFormat] = &[
    reads("Zarr V3", "`zarr.json`"),
    reads("Zarr V2", "`.zarray`, `.zgroup`, `.zattrs`, `.zmetadata`"),
    reads("directories", ""),
    reads("zip archives", "their end record, whatever they are called"),
    reads(
        "Kerchunk and VirtualiZarr references in JSON",
        "`version` and `refs`, or keys such as `.zgroup`, in a file",
    ),
    reads(
        "Kerchunk and VirtualiZarr references in Parquet (feature `references-parquet`)",
        "`.zmetadata` with `record_size`, without `.zgroup`",
    ),
    reads("Icechunk 1 and 2 (feature `icechunk`)", "`snapshots`, with `repo` or with `refs` and `manifests`"),
    reads(
        "stores at addresses (feature `remote`)",
        "`s3://`, `gs://`, `az://`, `abfs://`, `https://`, `http://`",
    ),
    names("the draft of V3 from 2020", "`zarr_format` in `zarr.json`"),
    names("N5", "`attributes.json`"),
];
