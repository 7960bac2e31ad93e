use std::path::PathBuf;

use clap::Args;

use super::super::limits::{HEADING, StoreArguments};
use crate::codec::DecodeOptions;
use crate::limits::CHUNK_BYTES;
use crate::pipeline::WorkPart;

#[derive(Debug, Args)]
pub struct NodeArguments {
    /// A store (a directory, a zip archive or an address such as `s3://bucket/data.zarr`), or any node in one.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: StoreArguments,
}

#[derive(Debug, Clone, Args)]
pub struct DecodeArguments {
    /// Turn a checksum that does not match into a note, and go on decoding.
    #[arg(long)]
    pub ignore_checksums: bool,
    /// Refuse a chunk that decodes to more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
}

impl DecodeArguments {
    pub fn options(&self) -> DecodeOptions {
        DecodeOptions { ignore_checksums: self.ignore_checksums, max_chunk_bytes: self.max_chunk_bytes }
    }
}

#[derive(Debug, Clone, Default, Args)]
pub struct ValueArguments {
    /// Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A
    /// part of a date, such as 2020-03, means all labels in it. Names and labels can be
    /// in quotes, such as "my dim"='a, b'. The usual other names of a dimension will do: lat for latitude, or its axis.
    /// Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name.
    /// `--region` cuts the other dimensions.
    #[arg(long, value_name = "DIM=LABEL", allow_hyphen_values = true)]
    pub sel: Vec<String>,
    /// Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are
    /// used.
    #[arg(long)]
    pub physical: bool,
}

#[derive(Debug, Args)]
pub struct AddressArguments {
    /// The chunk's coordinates; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Coords,
    /// An inner chunk of the shard; repeat for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true)]
    pub inner: Vec<Coords>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StageName {
    /// The stored bytes.
    Stored,
    /// What the codec at this place gives when it decodes.
    Place(usize),
    /// What the codec of this name gives.
    Named(String),
}

pub(super) fn stage_name(text: &str) -> Result<StageName, String> {
    Ok(match (text, text.parse()) {
        ("", _) => return Err("expected the name of a codec, its place in `codecs`, or `stored`".to_owned()),
        ("stored", _) => StageName::Stored,
        (_, Ok(place)) => StageName::Place(place),
        (name, Err(_)) => StageName::Named(name.to_owned()),
    })
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coords(pub Vec<u64>);

pub(super) fn coords(text: &str) -> Result<Coords, String> {
    let mut coords = Vec::new();
    if text.trim().is_empty() {
        return Ok(Coords(coords));
    }
    for part in text.split(',') {
        let Ok(number) = part.trim().parse() else {
            return Err("expected whole numbers with commas between them, such as 1,7".to_owned());
        };
        coords.push(number);
    }
    Ok(Coords(coords))
}

pub(super) fn work_part(text: &str) -> Result<WorkPart, String> {
    if let Some((number, of)) = text.split_once('/')
        && let (Ok(number), Ok(of)) = (number.parse(), of.parse())
        && let Some(part) = WorkPart::new(number, of)
    {
        return Ok(part);
    }
    Err("expected the number of a part and how many there are, such as 2/7".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_whole_numbers_with_commas() {
        assert_eq!(coords("1, 7"), Ok(Coords(vec![1, 7])));
        assert_eq!(coords(""), Ok(Coords(vec![])));
        assert!(coords("1,").is_err() && coords("-1").is_err() && coords("1.5").is_err());
    }
}
