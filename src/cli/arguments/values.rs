//! Which values: by labels, and as the attributes mean them.

use clap::Args;

#[derive(Debug, Clone, Default, Args)]
pub struct ValueArguments {
    /// A part by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all from one to another.
    /// A part of a date is nearest to its beginning, and as an end of a range all of it. Names and labels can be in quotes, such
    /// as "my dim"='a, b'.
    #[arg(long, value_name = "DIM=LABEL", allow_hyphen_values = true)]
    pub sel: Vec<String>,
    /// Values as the attributes mean them: unpacked, masked, dates, names of flags; without it, those that are stored.
    #[arg(long)]
    pub physical: bool,
}
