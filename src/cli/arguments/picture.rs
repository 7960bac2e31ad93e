//! `picture`.

use std::path::PathBuf;

use clap::Args;

use super::super::limits::LimitArguments;
use super::super::threads::ThreadArguments;
use super::parts::{DecodeArguments, NodeArguments};
use super::values::ValueArguments;
use crate::pipeline::PICTURE_CELLS;
use crate::tell::colors::{ColorMap, ColorRange};

#[derive(Debug, Args)]
pub struct PictureArguments {
    /// An array, or an image in several sizes (OME-Zarr): of that the level that fits is drawn.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// A box of the array, such as 0:10,5:6; in dimensions that are neither rows nor columns its first coordinate counts.
    #[arg(long, value_name = "A:B,C:D", allow_hyphen_values = true)]
    pub region: Option<String>,
    #[command(flatten)]
    pub values: ValueArguments,
    /// Of an image, this channel, by number or name, in its colour and window; without it the first that is active.
    #[arg(long, value_name = "N|NAME")]
    pub channel: Option<String>,
    /// Of an image with labels, those of this name over it, in their colours.
    #[arg(long, value_name = "NAME")]
    pub labels: Option<String>,
    /// Of an image in several sizes, this level; 0 is the largest.
    #[arg(long, value_name = "N")]
    pub level: Option<usize>,
    /// The dimensions of rows and columns, by name or number; without it the last two, or the two longest where those are tiny.
    #[arg(long, value_name = "Y,X")]
    pub dims: Option<String>,
    /// At most so many columns and rows of cells; without it 80x44, without colours 80x22, in a file 1024x1024.
    #[arg(long, value_name = "CxR", value_parser = picture_size)]
    pub size: Option<[u64; 2]>,
    /// The colours: viridis, greys or red-blue, in which white is zero; without it viridis, or one for each label.
    #[arg(long, value_name = "NAME", value_parser = color_map)]
    pub map: Option<ColorMap>,
    /// The colours without the option.
    #[arg(skip)]
    pub usual_map: ColorMap,
    /// What the ends of the colours stand for: percentile (2 and 98 in a hundred), extremes, or two numbers such as 0:1;
    /// without it percentile, or one colour for each label.
    #[arg(long, value_name = "RANGE", value_parser = color_range, allow_hyphen_values = true)]
    pub range: Option<ColorRange>,
    /// Write a PNG file, one pixel a cell.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

impl PictureArguments {
    pub(in super::super) fn node(&self) -> NodeArguments {
        NodeArguments { path: self.path.clone(), json: false, limits: self.limits.clone() }
    }
}

fn picture_size(text: &str) -> Result<[u64; 2], String> {
    if let Some((columns, rows)) = text.split_once('x')
        && let (Ok(columns), Ok(rows)) = (columns.parse::<u64>(), rows.parse::<u64>())
        && columns > 0
        && rows > 0
        && columns.saturating_mul(rows) <= PICTURE_CELLS
    {
        return Ok([columns, rows]);
    }
    Err(format!("expected columns and rows such as 80x40, at most {PICTURE_CELLS} cells"))
}

fn color_map(text: &str) -> Result<ColorMap, String> {
    for map in ColorMap::ALL {
        if map.name() == text {
            return Ok(map);
        }
    }
    Err(format!("expected one of {}", ColorMap::ALL.map(ColorMap::name).join(", ")))
}

fn color_range(text: &str) -> Result<ColorRange, String> {
    if text == "percentile" {
        return Ok(ColorRange::Percentiles);
    }
    if text == "extremes" {
        return Ok(ColorRange::Extremes);
    }
    if let Some((low, high)) = text.split_once(':')
        && let (Ok(low), Ok(high)) = (low.trim().parse::<f64>(), high.trim().parse::<f64>())
        && low.is_finite()
        && high.is_finite()
        && low <= high
    {
        return Ok(ColorRange::Between(low, high));
    }
    Err("expected percentile, extremes, or two numbers such as 0:1".to_owned())
}
