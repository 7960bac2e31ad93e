use std::sync::LazyLock;

use super::colors::{ColorMap, ColorRange, Coloring, Rgb, of_channel};
use super::legend::LegendPart;
use super::words::{count, cut, level_name};
use crate::meaning::{OmeChannel, OmeMetadata};
use crate::metadata::text::shape;
use crate::pipeline::{Axes, ImagePyramid, Layout, PicturePlan};

const LONGEST: usize = 60;
const LISTED: usize = 24;
/// More colours cannot be told apart when they are added.
const TOGETHER: usize = 16;

#[derive(Debug, Clone, PartialEq)]
pub struct ShownChannel {
    pub words: String,
    pub label: Option<String>,
    pub map: Option<ColorMap>,
    pub range: Option<ColorRange>,
}

impl ShownChannel {
    pub fn of(image: &OmeMetadata, index: u64) -> Self {
        let mut shown = Self { words: format!("channel {index}"), label: None, map: None, range: None };
        if let Some(channel) = channel(image, index) {
            shown.label = channel.label.as_deref().map(|label| cut(label, LONGEST));
            shown.range = channel.window.map(|(low, high)| ColorRange::Between(low, high));
            // A black channel would be a black picture.
            shown.map = channel.color.filter(|color| *color != [0; 3]).map(ColorMap::Tint);
        }
        if image.defaults.is_grey {
            shown.map = Some(ColorMap::Greys);
        }
        if is_inverted(image, index) {
            let color = if let Some(ColorMap::Tint(color)) = shown.map { color } else { [255; 3] };
            shown.map = Some(ColorMap::Inverted(color));
        }
        if let Some(label) = &shown.label {
            shown.words = format!("channel {index} {label}");
        }
        shown
    }

    /// One of several that are drawn at once: each has a colour, its own or one for its place among them.
    pub fn of_several(image: &OmeMetadata, index: u64, place: usize) -> Self {
        let own = channel(image, index).and_then(|channel| channel.color).filter(|color| *color != [0; 3]);
        let color = own.unwrap_or_else(|| of_channel(place));
        let map = if is_inverted(image, index) { ColorMap::Inverted } else { ColorMap::Tint };
        Self { map: Some(map(color)), ..Self::of(image, index) }
    }

    pub fn with_color(&self) -> String {
        match self.map {
            Some(ColorMap::Tint(color)) => format!("{} {}", self.words, hex_color(color)),
            Some(ColorMap::Inverted(color)) => format!("{} {}, inverted", self.words, hex_color(color)),
            _ => self.words.clone(),
        }
    }

    pub fn short(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.words)
    }

    /// Its own colours before the usual ones. Numbers of a channel are no labels.
    pub fn coloring(&self, usual: Coloring) -> Coloring {
        Coloring {
            map: self.map.unwrap_or(usual.map),
            range: self.range.unwrap_or(usual.range),
            labels: usual.labels && self.map.is_none() && self.range.is_none(),
        }
    }

    pub fn legend(&self, coloring: Coloring) -> Option<LegendPart> {
        if self.range? != coloring.range {
            return None;
        }
        let of = self.label.as_deref().unwrap_or("the channel");
        Some(LegendPart::Text(format!("  window of {of}")))
    }
}

/// A channel of an image that is drawn, alone or with others.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnChannel {
    /// The dimension of channels, and the place along it.
    pub axis: usize,
    pub index: u64,
    pub shown: ShownChannel,
}

impl DrawnChannel {
    pub fn all(image: &OmeMetadata, axis: usize, indices: &[u64]) -> Vec<Self> {
        let mut drawn = Vec::new();
        for (place, index) in indices.iter().enumerate() {
            let shown = match indices.len() {
                1 => ShownChannel::of(image, *index),
                _ => ShownChannel::of_several(image, *index, place),
            };
            drawn.push(Self { axis, index: *index, shown });
        }
        drawn
    }

    /// The same part of the same plane, of this channel.
    pub fn plan(&self, plan: &PicturePlan) -> PicturePlan {
        let mut plan = plan.clone();
        if let Some(fixed) = plan.fixed.get_mut(self.axis) {
            *fixed = self.index;
        }
        plan
    }
}

pub fn names_of(channels: &[DrawnChannel]) -> Vec<&str> {
    channels.iter().map(|channel| channel.shown.short()).collect()
}

pub(super) fn hex_color([red, green, blue]: Rgb) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

fn channel(image: &OmeMetadata, index: u64) -> Option<&OmeChannel> {
    image.channels.get(usize::try_from(index).ok()?)
}

fn is_inverted(image: &OmeMetadata, index: u64) -> bool {
    channel(image, index).is_some_and(|channel| channel.is_inverted)
}

/// Whether the channels are red, green and blue, and none is left out: then the image is all of them.
pub fn are_rgb(channels: &[OmeChannel], count: u64) -> bool {
    if channels.iter().any(|channel| channel.active == Some(false)) {
        return false;
    }
    let colors: Vec<Option<Rgb>> = channels.iter().map(|channel| channel.color).collect();
    count == 3 && colors == [[255, 0, 0], [0, 255, 0], [0, 0, 255]].map(Some)
}

/// The last dimension, where an array that nothing says so of holds red, green and blue, and often how opaque a pixel is: bytes, as
/// Pillow, matplotlib and napari take them. Or the first of three, where it is named for channels.
pub fn rgb_axis(layout: &Layout) -> Option<usize> {
    let last = layout.shape.len().checked_sub(1)?;
    let are_bytes = layout.data_type.as_deref() == Some("uint8");
    let is_space =
        |name: &String| ["x", "y", "z", "lon", "lat", "longitude", "latitude"].contains(&name.as_str());
    let is_named = layout.names.get(last).and_then(Option::as_ref).is_some_and(is_space);
    // Beside the rows and columns, as they are not in weights of a convolution.
    let is_color =
        matches!(layout.shape.last(), Some(3 | 4)) && Axes::of_shape(&layout.shape) == Axes::last(last);
    if are_bytes && is_color && !is_named && last >= 2 {
        return Some(last);
    }
    let is_channel = |name: &String| {
        let names = ["c", "ch", "channel", "channels", "rgb", "color", "colour", "band", "bands"];
        names.contains(&name.to_lowercase().as_str())
    };
    let is_first = matches!(layout.shape.as_slice(), [3, _, _])
        && layout.names.first().and_then(Option::as_ref).is_some_and(is_channel)
        && Axes::of_shape(&layout.shape) == Axes::last(3);
    (are_bytes && is_first).then_some(0)
}

/// What is shown of such an array: its three colours, each over all of its range.
pub fn rgb() -> &'static OmeMetadata {
    static RGB: LazyLock<OmeMetadata> = LazyLock::new(three_colors);
    &RGB
}

fn three_colors() -> OmeMetadata {
    let channel = |(label, color): (&str, Rgb)| OmeChannel {
        label: Some(label.to_owned()),
        color: Some(color),
        window: Some((0.0, 255.0)),
        limits: None,
        active: None,
        is_inverted: false,
    };
    let channels = [("red", [255, 0, 0]), ("green", [0, 255, 0]), ("blue", [0, 0, 255])].map(channel);
    OmeMetadata { channels: channels.into(), ..OmeMetadata::default() }
}

pub fn first_channel(channels: &[OmeChannel], count: u64) -> u64 {
    match channels.iter().position(|channel| channel.active != Some(false)) {
        Some(index) if (index as u64) < count => index as u64,
        _ => 0,
    }
}

/// One channel, several with commas between them, or `all` that are active.
pub fn find_channels(wanted: &str, channels: &[OmeChannel], all: u64) -> Result<Vec<u64>, String> {
    let single = find_channel(wanted, channels, all);
    if single.is_ok() || !wanted.contains(',') && wanted != "all" {
        return single.map(|channel| vec![channel]);
    }
    let mut found = Vec::new();
    if wanted == "all" {
        let is_active = |index: u64| {
            let channel = usize::try_from(index).ok().and_then(|index| channels.get(index));
            channel.is_none_or(|channel| channel.active != Some(false))
        };
        found.extend((0..all).filter(|index| is_active(*index)).take(TOGETHER + 1));
        if found.is_empty() {
            return Err("expected a channel that is active, found none".to_owned());
        }
    } else {
        for one in wanted.split(',') {
            let channel = find_channel(one.trim(), channels, all)?;
            if found.contains(&channel) {
                return Err(format!("expected each channel once, found {channel} twice"));
            }
            found.push(channel);
        }
    }
    if found.len() > TOGETHER {
        return Err(format!("expected at most {TOGETHER} channels at once, found more"));
    }
    Ok(found)
}

pub fn find_channel(wanted: &str, channels: &[OmeChannel], all: u64) -> Result<u64, String> {
    if let Ok(number) = wanted.parse::<u64>()
        && number < all
    {
        return Ok(number);
    }
    let mut exact = Vec::new();
    let mut in_any_case = Vec::new();
    for (index, channel) in (0..all).zip(channels) {
        let Some(label) = &channel.label else { continue };
        if label == wanted {
            exact.push(index);
        }
        if label.eq_ignore_ascii_case(wanted) {
            in_any_case.push(index);
        }
    }
    let found = if exact.is_empty() { &in_any_case } else { &exact };
    match found.as_slice() {
        [one] => Ok(*one),
        [] => {
            let labels = channels.iter().filter_map(|channel| channel.label.as_deref());
            let labels: Vec<String> = labels.take(LISTED).map(|label| cut(label, LONGEST)).collect();
            let last = all.saturating_sub(1);
            let mut or = String::new();
            if !labels.is_empty() {
                or = format!(", or one of {}", labels.join(", "));
            }
            Err(format!("expected a channel from 0 to {last}{or}, found \"{}\"", cut(wanted, LONGEST)))
        }
        several => {
            let numbers: Vec<String> = several.iter().take(LISTED).map(u64::to_string).collect();
            let called = count(several.len() as u128, "channel");
            let (wanted, numbers) = (cut(wanted, LONGEST), numbers.join(", "));
            Err(format!("{called} are called \"{wanted}\": expected one of their numbers, {numbers}"))
        }
    }
}

pub fn find_level(wanted: usize, pyramid: &ImagePyramid) -> Result<usize, String> {
    let mut levels = pyramid.levels.iter();
    if let Some(found) = levels.position(|level| level.level.index == wanted && level.shape.is_some()) {
        return Ok(found);
    }
    let last = level_count(pyramid).saturating_sub(1);
    if wanted <= last {
        return Err(format!("level {wanted} has no array"));
    }
    Err(format!("expected a level from 0 to {last}, found {wanted}"))
}

pub fn level_words(pyramid: &ImagePyramid, level: usize) -> String {
    let Some(one) = pyramid.levels.get(level) else { return String::new() };
    let mut edges = String::new();
    if let (Some(shape), Some([row, column])) = (&one.shape, pyramid.plane())
        && let (Some(rows), Some(columns)) = (shape.get(row), shape.get(column))
    {
        edges = format!(", {rows}×{columns}");
    }
    format!("{}{edges}", level_name(one.level.index, level_count(pyramid)))
}

pub fn level_title(pyramid: &ImagePyramid, level: usize, is_fitting: bool) -> String {
    let Some(one) = pyramid.levels.get(level) else { return String::new() };
    let why = if is_fitting { ", the one that fits" } else { "" };
    let edges = one.shape.as_deref().map(shape).unwrap_or_default();
    let path = cut(&one.level.path, LONGEST);
    format!("{}{why}: {path}, {edges}", level_name(one.level.index, level_count(pyramid)))
}

fn level_count(pyramid: &ImagePyramid) -> usize {
    pyramid.image().map_or(0, |image| image.level_count)
}
