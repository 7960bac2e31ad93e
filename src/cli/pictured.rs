//! What `picture` draws: an array, or of an image in several sizes the level that fits, in one of its channels.

use super::arguments::{NodeArguments, PictureArguments};
use super::labels::home;
use super::{Failure, open};
use crate::meaning::{OmeChannel, OmeImage};
use crate::metadata::text::{escape, shape, shorten};
use crate::pipeline::{ImageLevel, LevelPlace, PicturePlan, fitting_level, image_levels, ome_of};
use crate::tell::colors::{ColorMap, ColorRange};

/// The longest name in a line.
const LONGEST: usize = 60;

/// What is drawn.
pub(super) struct Pictured {
    /// The array.
    pub(super) node: NodeArguments,
    /// The image that it is a level of, where that matters.
    place: Option<LevelPlace>,
    /// Which level it is, where it was chosen here.
    pub(super) level: Option<String>,
}

/// The channel that is drawn.
pub(super) struct ShownChannel {
    /// Its number and its name.
    pub(super) words: String,
    /// Its colour.
    pub(super) map: Option<ColorMap>,
    /// The numbers that the ends of its colours stand for.
    pub(super) range: Option<ColorRange>,
}

impl Pictured {
    /// Finds what is drawn in at most so many columns and rows.
    pub(super) fn find(arguments: &PictureArguments, [columns, rows]: [u64; 2]) -> Result<Self, Failure> {
        let (node, limits) = (arguments.node(), arguments.limits.limits());
        let usage =
            |text: String| Failure::Usage(format!("{}: {text}", escape(&arguments.path.to_string_lossy())));
        let hierarchy = open(&arguments.path, &limits)?;
        let Some(metadata) = ome_of(&hierarchy.describe("")) else {
            return Self::of_array(arguments, node);
        };
        let Some(image) = metadata.images.first() else {
            let well = metadata.plate.as_ref().and_then(|plate| plate.wells.first());
            let well = well.map(|well| format!(", such as {}", name(&well.path))).unwrap_or_default();
            let found = escape(&metadata.in_short()).into_owned();
            return Err(usage(format!(
                "expected an array, or a group that is an image, found {found}; images are below it{well}"
            )));
        };
        if arguments.level.is_none() && (arguments.region.is_some() || !arguments.values.sel.is_empty()) {
            let text = "--region and --sel: expected --level beside them, because each level has its own coordinates";
            return Err(usage(text.to_owned()));
        }
        let levels = image_levels(&hierarchy, "", image);
        let plane = image.plane().or_else(|| last_two(&levels));
        let chosen = match arguments.level {
            Some(wanted) => {
                levels.iter().position(|level| level.level.index == wanted && level.shape.is_some())
            }
            None => plane.and_then(|plane| fitting_level(&levels, plane, [rows, columns])),
        };
        let expected = || format!("expected a level from 0 to {}", image.level_count.saturating_sub(1));
        let Some((index, level)) = chosen.and_then(|index| Some((index, levels.get(index)?))) else {
            return Err(usage(match arguments.level {
                Some(wanted) => format!("--level: {}, with an array; found {wanted}", expected()),
                None => "expected an image with a level that has rows and columns, found none".to_owned(),
            }));
        };
        let words = level_words(image, level, arguments.level.is_none());
        let node = NodeArguments { path: arguments.path.join(&level.level.path), ..node };
        let found = LevelPlace { group: String::new(), metadata, image: 0, level: index };
        Ok(Self { node, place: Some(found), level: Some(words) })
    }

    /// An array is drawn as it is. Only a channel that is asked for needs its image.
    fn of_array(arguments: &PictureArguments, node: NodeArguments) -> Result<Self, Failure> {
        let usage =
            |text: &str| Failure::Usage(format!("{}: {text}", escape(&arguments.path.to_string_lossy())));
        if arguments.level.is_some() {
            return Err(usage("--level: expected an image in several sizes (OME-Zarr), found none"));
        }
        let place = match arguments.channel {
            None => None,
            Some(_) => {
                let home = home(&arguments.path, &arguments.limits.limits())?;
                let found = LevelPlace::find(&home.hierarchy, &home.key);
                let missing = "--channel: expected a level of an image (OME-Zarr), found none; --region takes coordinates";
                Some(found.ok_or_else(|| usage(missing))?)
            }
        };
        Ok(Self { node, place, level: None })
    }

    fn image(&self) -> Option<&OmeImage> {
        self.place.as_ref()?.image()
    }

    /// The dimensions of rows and columns, as the image names them.
    pub(super) fn plane(&self, rank: usize) -> Option<[Option<usize>; 2]> {
        let plane = self.image()?.plane().filter(|plane| plane.iter().all(|dimension| *dimension < rank))?;
        Some(plane.map(Some))
    }

    /// Puts the channel that is asked for into a plan, or the first that is active; `whole` says of a dimension whether
    /// all of it was selected.
    pub(super) fn take_channel(
        &self,
        wanted: Option<&str>,
        (plan, shape): (&mut PicturePlan, &[u64]),
        whole: impl Fn(usize) -> bool,
    ) -> Result<Option<ShownChannel>, String> {
        let Some(place) = &self.place else { return Ok(None) };
        let axis = self.image().and_then(OmeImage::channel_axis).filter(|axis| *axis < shape.len());
        let free = axis.filter(|axis| !plan.dimensions.contains(&Some(*axis)));
        let Some(axis) = free else {
            return match (wanted, axis) {
                (None, _) => Ok(None),
                (Some(_), None) => Err("expected an image with an axis of channels, found none".to_owned()),
                (Some(_), Some(_)) => Err("expected rows and columns other than channels".to_owned()),
            };
        };
        let channels = &place.metadata.channels;
        let count = shape.get(axis).copied().unwrap_or(0);
        let index = match wanted {
            Some(_) if !whole(axis) => {
                return Err("expected a channel here or in the region, found both".to_owned());
            }
            Some(wanted) => number_of(wanted, channels, count)?,
            None if whole(axis) => {
                let active = channels.iter().position(|channel| channel.active != Some(false));
                active.and_then(|index| u64::try_from(index).ok()).filter(|index| *index < count).unwrap_or(0)
            }
            None => plan.fixed.get(axis).copied().unwrap_or(0),
        };
        if let Some(fixed) = plan.fixed.get_mut(axis) {
            *fixed = index;
        }
        let channel = usize::try_from(index).ok().and_then(|index| channels.get(index));
        Ok(Some(ShownChannel::new(index, channel)))
    }
}

impl ShownChannel {
    fn new(index: u64, channel: Option<&OmeChannel>) -> Self {
        let mut words = format!("channel {index}");
        if let Some(label) = channel.and_then(|channel| channel.label.as_deref()) {
            words.push(' ');
            words.push_str(&name(label));
        }
        let color = channel.and_then(|channel| channel.color);
        if let Some([red, green, blue]) = color {
            let color = format!(" #{red:02X}{green:02X}{blue:02X}");
            words.push_str(&color);
        }
        // A black channel would be a black picture.
        let map = color.filter(|color| color.iter().any(|part| *part > 0)).map(ColorMap::Tint);
        let window = channel.and_then(|channel| channel.window);
        Self { words, map, range: window.map(|(low, high)| ColorRange::Between(low, high)) }
    }
}

fn name(text: &str) -> String {
    shorten(&escape(text), LONGEST)
}

/// The last two dimensions, where no axes are named.
fn last_two(levels: &[ImageLevel]) -> Option<[usize; 2]> {
    let rank = levels.iter().find_map(|level| level.shape.as_ref().map(Vec::len))?;
    Some([rank.checked_sub(2)?, rank - 1])
}

/// The channel of a number, or of a name.
fn number_of(wanted: &str, channels: &[OmeChannel], count: u64) -> Result<u64, String> {
    let named = || channels.iter().position(|channel| channel.label.as_deref() == Some(wanted));
    let number = wanted.parse().ok().filter(|number| *number < count);
    let number = number.or_else(|| u64::try_from(named()?).ok().filter(|index| *index < count));
    number.ok_or_else(|| {
        let labels: Vec<String> =
            channels.iter().filter_map(|channel| channel.label.as_deref()).take(24).map(name).collect();
        let or = if labels.is_empty() { String::new() } else { format!(", or one of {}", labels.join(", ")) };
        let last = count.saturating_sub(1);
        format!("expected a channel from 0 to {last}{or}, found \"{}\"", name(wanted))
    })
}

/// Which level is drawn, and why.
fn level_words(image: &OmeImage, level: &ImageLevel, is_fitting: bool) -> String {
    let why = if is_fitting { ", the one that fits" } else { "" };
    let shape = level.shape.as_deref().map(shape).unwrap_or_default();
    let path = name(&level.level.path);
    format!("level {} of {}{why}: {path}, {shape}", level.level.index, image.level_count)
}
