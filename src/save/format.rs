use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ValuesFormat {
    /// For reading, with coordinates.
    Table,
    /// Comma-separated: a line for each row of the last dimension; one value in each line if there is only one dimension.
    Csv,
    /// Shape, data type and nested lists; a NaN whose bits are not the usual ones is its bit pattern, such as "0x7fc00001".
    Json,
    /// NumPy, format 1.0.
    Npy,
    /// C order, little-endian, no header.
    Raw,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveFormat {
    Values(ValuesFormat),
    Bytes,
    Hex,
    Png,
    Markdown,
    Svg,
    Text,
    Cast,
}

const ENDS: &[(&str, SaveFormat)] = &[
    ("npy", SaveFormat::Values(ValuesFormat::Npy)),
    ("csv", SaveFormat::Values(ValuesFormat::Csv)),
    ("json", SaveFormat::Values(ValuesFormat::Json)),
    ("bin", SaveFormat::Bytes),
    ("raw", SaveFormat::Bytes),
    ("hex", SaveFormat::Hex),
    ("png", SaveFormat::Png),
    ("md", SaveFormat::Markdown),
    ("svg", SaveFormat::Svg),
    ("txt", SaveFormat::Text),
    ("cast", SaveFormat::Cast),
];

/// Endings that name a format which is not written here.
const OTHERS: &[&str] = &[
    "arrow", "avro", "db", "feather", "grb", "grib", "grib2", "gz", "h5", "h5ad", "hdf", "hdf5", "ipc",
    "jpeg", "jpg", "mat", "nc", "nc4", "npz", "ods", "orc", "parquet", "pdf", "pickle", "pkl", "pq",
    "sqlite", "tif", "tiff", "tsv", "xls", "xlsx", "xml", "zarr", "zst",
];

/// The ending of a name that asks for such a format.
pub fn unwritten_ending(name: &str) -> Option<&str> {
    let (_, end) = name.rsplit_once('.')?;
    OTHERS.contains(&end.to_lowercase().as_str()).then_some(end)
}

impl SaveFormat {
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, end) = name.rsplit_once('.')?;
        let end = end.to_lowercase();
        Some(ENDS.iter().find(|(own, _)| *own == end)?.1)
    }

    pub fn end(self) -> &'static str {
        ENDS.iter().find(|(_, format)| *format == self).map_or("bin", |(end, _)| end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_name_says_how_it_is_written() {
        let of = SaveFormat::of_name;
        assert_eq!(of("a.b/c-1.NPY"), Some(SaveFormat::Values(ValuesFormat::Npy)));
        assert_eq!(
            (of("x.hex"), of("x.png"), of("x.raw")),
            (Some(SaveFormat::Hex), Some(SaveFormat::Png), Some(SaveFormat::Bytes))
        );
        assert_eq!((of("x"), of("x.zarr"), of("npy")), (None, None, None));
        assert_eq!((of("x.bin"), SaveFormat::Bytes.end()), (Some(SaveFormat::Bytes), "bin"));
    }
}
