//! A level and a channel of an image as they are shown: in words, and in the colours that the image asks for.

use super::colors::{ColorMap, ColorRange, Coloring};
use super::legend::LegendPart;
use super::words::{count, cut};
use crate::meaning::{OmeChannel, OmeMetadata};
use crate::metadata::text::shape;
use crate::pipeline::ImagePyramid;

const LONGEST: usize = 60;
const LISTED: usize = 24;

#[derive(Debug, Clone, PartialEq)]
pub struct ShownChannel {
    pub words: String,
    pub label: Option<String>,
    pub map: Option<ColorMap>,
    /// The numbers that are black, and that have its colour.
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
        if let Some(label) = &shown.label {
            shown.words = format!("channel {index} {label}");
        }
        shown
    }

    /// The same with the colour as it is written: `channel 1 DAPI #0000FF`.
    pub fn with_color(image: &OmeMetadata, index: u64) -> String {
        let own = Self::of(image, index).words;
        match channel(image, index).and_then(|channel| channel.color) {
            Some([red, green, blue]) => format!("{own} #{red:02X}{green:02X}{blue:02X}"),
            None => own,
        }
    }

    pub fn short(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.words)
    }

    /// How it is coloured, where the user asks for nothing else: numbers of a channel are no labels.
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

fn channel(image: &OmeMetadata, index: u64) -> Option<&OmeChannel> {
    image.channels.get(usize::try_from(index).ok()?)
}

pub fn first_channel(channels: &[OmeChannel], count: u64) -> u64 {
    match channels.iter().position(|channel| channel.active != Some(false)) {
        Some(index) if (index as u64) < count => index as u64,
        _ => 0,
    }
}

/// The channel of a number, or of a name. A number is always the number, also where a channel is called so.
pub fn find_channel(wanted: &str, channels: &[OmeChannel], all: u64) -> Result<u64, String> {
    if let Ok(number) = wanted.parse::<u64>()
        && number < all
    {
        return Ok(number);
    }
    let called = |is_name: &dyn Fn(&str) -> bool| -> Vec<u64> {
        let named = (0..all).zip(channels);
        let named = named.filter(|(_, channel)| channel.label.as_deref().is_some_and(is_name));
        named.map(|(index, _)| index).collect()
    };
    let mut found = called(&|label| label == wanted);
    if found.is_empty() {
        found = called(&|label| label.eq_ignore_ascii_case(wanted));
    }
    match found.as_slice() {
        [one] => Ok(*one),
        [] => {
            let labels = channels.iter().filter_map(|channel| channel.label.as_deref());
            let labels: Vec<String> = labels.take(LISTED).map(|label| cut(label, LONGEST)).collect();
            let or =
                if labels.is_empty() { String::new() } else { format!(", or one of {}", labels.join(", ")) };
            let last = all.saturating_sub(1);
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

/// A level in words: `level 2 of 4, 256×256`.
pub fn level_words(pyramid: &ImagePyramid, level: usize) -> String {
    let Some(one) = pyramid.levels.get(level) else { return String::new() };
    let mut edges = String::new();
    if let (Some(shape), Some([row, column])) = (&one.shape, pyramid.plane())
        && let (Some(rows), Some(columns)) = (shape.get(row), shape.get(column))
    {
        edges = format!(", {rows}×{columns}");
    }
    format!("level {} of {}{edges}", one.level.index, level_count(pyramid))
}

pub fn level_title(pyramid: &ImagePyramid, level: usize, is_fitting: bool) -> String {
    let Some(one) = pyramid.levels.get(level) else { return String::new() };
    let why = if is_fitting { ", the one that fits" } else { "" };
    let edges = one.shape.as_deref().map(shape).unwrap_or_default();
    let path = cut(&one.level.path, LONGEST);
    format!("level {} of {}{why}: {path}, {edges}", one.level.index, level_count(pyramid))
}

fn level_count(pyramid: &ImagePyramid) -> usize {
    pyramid.image().map_or(0, |image| image.level_count)
}
