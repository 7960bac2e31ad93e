//! A level and a channel of an image as they are shown: in words, and in the colours that the image asks for.

use super::colors::{ColorMap, ColorRange, Coloring};
use super::legend::LegendPart;
use crate::meaning::{OmeChannel, OmeMetadata};
use crate::metadata::text::{escape, shape, shorten};
use crate::pipeline::ImagePyramid;

/// The longest name in a line.
const LONGEST: usize = 60;
/// How many names are listed.
const LISTED: usize = 24;

/// A channel of an image.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownChannel {
    /// Its number and its name: `channel 1 DAPI`.
    pub words: String,
    /// Its name.
    pub label: Option<String>,
    /// Its colour.
    map: Option<ColorMap>,
    /// The numbers that are black, and that have its colour.
    range: Option<ColorRange>,
}

impl ShownChannel {
    /// The channel of that number.
    pub fn of(image: &OmeMetadata, index: u64) -> Self {
        let channel = usize::try_from(index).ok().and_then(|index| image.channels.get(index));
        let label = channel.and_then(|channel| channel.label.as_deref()).map(name);
        let words = label.as_deref().map(|label| format!("channel {index} {label}"));
        let color = channel.and_then(|channel| channel.color);
        // A black channel would be a black picture.
        let map = color.filter(|color| color.iter().any(|part| *part > 0)).map(ColorMap::Tint);
        let map = if image.defaults.is_grey { Some(ColorMap::Greys) } else { map };
        let window = channel.and_then(|channel| channel.window);
        Self {
            words: words.unwrap_or_else(|| format!("channel {index}")),
            label,
            map,
            range: window.map(|(low, high)| ColorRange::Between(low, high)),
        }
    }

    /// The same with the colour as it is written: `channel 1 DAPI #0000FF`.
    pub fn with_color(image: &OmeMetadata, index: u64) -> String {
        let own = Self::of(image, index).words;
        let color = usize::try_from(index).ok().and_then(|index| image.channels.get(index)?.color);
        let color = color.map(|[red, green, blue]| format!(" #{red:02X}{green:02X}{blue:02X}"));
        own + &color.unwrap_or_default()
    }

    /// Its name, or its number where it has none.
    pub fn short(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.words)
    }

    /// Whether it says in which colour it is shown.
    pub fn has_color(&self) -> bool {
        self.map.is_some()
    }

    /// Whether it says which numbers are black, and which have its colour.
    pub fn has_window(&self) -> bool {
        self.range.is_some()
    }

    /// How it is coloured, where nobody asks for something else: numbers of a channel are no labels.
    pub fn coloring(&self, usual: Coloring) -> Coloring {
        Coloring {
            map: self.map.unwrap_or(usual.map),
            range: self.range.unwrap_or(usual.range),
            labels: usual.labels && self.map.is_none() && self.range.is_none(),
        }
    }

    /// What the legend says of the range: whose window it is.
    pub fn legend(&self, coloring: Coloring) -> Option<LegendPart> {
        let is_own = self.range.is_some_and(|range| range == coloring.range);
        let of = self.label.as_deref().unwrap_or("the channel");
        is_own.then(|| LegendPart::Text(format!("  window of {of}")))
    }
}

/// The channel that is shown first: the first that is active.
pub fn first_channel(channels: &[OmeChannel], count: u64) -> u64 {
    let active = channels.iter().position(|channel| channel.active != Some(false));
    active.and_then(|index| u64::try_from(index).ok()).filter(|index| *index < count).unwrap_or(0)
}

/// The channel of a number, or of a name. A number is always the number, also where a channel is called so.
///
/// # Errors
/// What was expected, where there is none, or several are called so.
pub fn find_channel(wanted: &str, channels: &[OmeChannel], count: u64) -> Result<u64, String> {
    if let Some(number) = wanted.parse().ok().filter(|number| *number < count) {
        return Ok(number);
    }
    let named = |is: &dyn Fn(&str) -> bool| {
        let named = (0..count).zip(channels).filter(|(_, channel)| channel.label.as_deref().is_some_and(is));
        named.map(|(index, _)| index).collect::<Vec<u64>>()
    };
    let exact = named(&|label| label == wanted);
    let found = if exact.is_empty() { named(&|label| label.eq_ignore_ascii_case(wanted)) } else { exact };
    if let [_, _, ..] = found.as_slice() {
        let numbers: Vec<String> = found.iter().take(LISTED).map(u64::to_string).collect();
        let called = format!(
            "{} are called \"{}\"",
            super::words::count(found.len() as u128, "channel"),
            name(wanted)
        );
        return Err(format!("{called}: expected one of their numbers, {}", numbers.join(", ")));
    }
    found.first().copied().ok_or_else(|| {
        let labels: Vec<String> =
            channels.iter().filter_map(|channel| channel.label.as_deref()).take(LISTED).map(name).collect();
        let or = if labels.is_empty() { String::new() } else { format!(", or one of {}", labels.join(", ")) };
        let last = count.saturating_sub(1);
        format!("expected a channel from 0 to {last}{or}, found \"{}\"", name(wanted))
    })
}

/// The level of a number as the image counts them, where it has an array.
///
/// # Errors
/// What was expected, where there is none.
pub fn find_level(wanted: usize, pyramid: &ImagePyramid) -> Result<usize, String> {
    let mut levels = pyramid.levels.iter();
    let found = levels.position(|level| level.level.index == wanted && level.shape.is_some());
    found.ok_or_else(|| {
        let last = level_count(pyramid).saturating_sub(1);
        if wanted <= last {
            format!("level {wanted} has no array")
        } else {
            format!("expected a level from 0 to {last}, found {wanted}")
        }
    })
}

/// A level in words: `level 2 of 4, 256×256`.
pub fn level_words(pyramid: &ImagePyramid, level: usize) -> String {
    let Some(one) = pyramid.levels.get(level) else { return String::new() };
    let edges = one.shape.as_ref().zip(pyramid.plane()).and_then(|(shape, plane)| {
        let [rows, columns] = plane.map(|dimension| shape.get(dimension).copied());
        Some(format!(", {}×{}", rows?, columns?))
    });
    format!("level {} of {}{}", one.level.index, level_count(pyramid), edges.unwrap_or_default())
}

/// The same with the path of its array and all edges, and why it is this one.
pub fn level_title(pyramid: &ImagePyramid, level: usize, is_fitting: bool) -> String {
    let Some(one) = pyramid.levels.get(level) else { return String::new() };
    let why = if is_fitting { ", the one that fits" } else { "" };
    let edges = one.shape.as_deref().map(shape).unwrap_or_default();
    let path = name(&one.level.path);
    format!("level {} of {}{why}: {path}, {edges}", one.level.index, level_count(pyramid))
}

fn level_count(pyramid: &ImagePyramid) -> usize {
    pyramid.image().map_or(0, |image| image.level_count)
}

fn name(text: &str) -> String {
    shorten(&escape(text), LONGEST)
}
