//! Where keys mean something of their own.

/// What the pane with the focus shows: the keys of that come first in hints and help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyPlace {
    /// The node tree.
    Hierarchy,
    /// The table of a group.
    Table,
    /// The report of a node that is neither group nor array.
    Document,
    /// The chunk grid.
    Grid,
    /// The stages of the codec pipeline.
    Stages,
    Values,
    /// Bytes in hex.
    Hex,
    Picture,
}

impl KeyPlace {
    /// Every place.
    pub const ALL: [Self; 8] = [
        Self::Hierarchy,
        Self::Table,
        Self::Document,
        Self::Grid,
        Self::Stages,
        Self::Values,
        Self::Hex,
        Self::Picture,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hierarchy => "the hierarchy",
            Self::Table => "the table of a group",
            Self::Document => "a report",
            Self::Grid => "the chunk grid",
            Self::Stages => "the pipeline",
            Self::Values => "values",
            Self::Hex => "bytes in hex",
            Self::Picture => "a picture",
        }
    }

    /// The names of some places: `the chunk grid, values and bytes`.
    pub fn list(places: &[Self]) -> String {
        let names: Vec<&str> = places.iter().map(|place| place.name()).collect();
        match names.split_last() {
            None => String::new(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}
