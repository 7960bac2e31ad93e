//! What stands around a picture in a file: a title, axes with labels and units, a bar of colours, and what other colours mean.

use std::ops::Range;

use super::colors::{ColorRange, Painter, Rgb, shades};
use super::label_colors::Painted;
use super::legend::PictureWords;
use super::summary::{digits, rounded};
use super::words::cut;
use crate::meaning::{ElementMask, Meaning};
use crate::pipeline::{Array, ArrayLabels, AxisLabels, PictureCell, PicturePlan};

/// Pixels between ticks along rows and columns: beside each other, labels need more room than above each other.
const APART: [u64; 2] = [50, 110];
/// Rows and columns.
const LEAST_ROOM: [u64; 2] = [120, 160];
const MOST_TICKS: u64 = 9;
const MOST_KEYS: usize = 24;
const LONGEST: usize = 40;
/// Circles are divided by other numbers than all else.
const DEGREES: [f64; 6] = [10.0, 15.0, 30.0, 45.0, 60.0, 90.0];
/// What is seen through a microscope has a scale bar, a map has none.
const SMALL_UNITS: [&str; 6] = ["pm", "Å", "nm", "µm", "mm", "cm"];
/// Numbers of an axis that are looked at.
const LOOKED_AT: u64 = 4096;
/// A step of longitudes that is so many times the others is a leap.
const LEAP: f64 = 8.0;
const DATE: usize = "2000-01-01".len();

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figure {
    pub title: Vec<String>,
    /// Of rows and columns.
    pub axes: [FigureAxis; 2],
    pub bar: Option<FigureAxis>,
    /// How much of the width a round length takes, and what it is.
    pub scale: Option<FigureTick>,
    /// Colours that are not in the bar, each in two shades where it is hatched.
    pub keys: Vec<([Rgb; 2], String)>,
    pub note: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct FigureAxis {
    pub name: String,
    pub ticks: Vec<FigureTick>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FigureTick {
    /// The part of the axis before it, from 0 to 1.
    pub at: f64,
    pub text: String,
}

impl Figure {
    /// Whether a plane has room for axes.
    pub fn fits(plan: &PicturePlan) -> bool {
        plan.size[0] >= LEAST_ROOM[0] && plan.size[1] >= LEAST_ROOM[1]
    }

    /// With the long name of the array above it, and its unit, which is that of stored values too where they mean themselves.
    pub fn of_array(
        array: &Array,
        words: PictureWords,
        dimensions: &[String],
        labels: Option<&ArrayLabels>,
    ) -> Self {
        let own =
            array.meaning().filter(|own| own.packing.is_none() && own.time.is_none() && own.flags.is_none());
        // Stored numbers have no mask.
        let own = own.map(|own| Meaning { mask: ElementMask::default(), ..own });
        let words = PictureWords { meaning: words.meaning.or(own.as_ref()), ..words };
        let name = array.path.rsplit('/').next().unwrap_or_default();
        let is_stored = array.shown_meaning().is_none()
            && array.meaning().is_some_and(|own| own.packing.is_some() || own.time.is_some());
        let stored = if is_stored { ", as stored" } else { "" };
        let title = match array.meaning().and_then(|meaning| meaning.description.long_name) {
            Some(long) => format!("{long} ({name}){stored}"),
            None => format!("{name}{stored}"),
        };
        Self { title: vec![title], ..Self::of(words, dimensions, labels) }
    }

    fn of(words: PictureWords, dimensions: &[String], labels: Option<&ArrayLabels>) -> Self {
        let PictureWords { picture, painter, .. } = words;
        let axis = |along: usize| FigureAxis::of(&picture.plan, along, dimensions, labels);
        let scale = labels.and_then(|labels| scale_bar(&picture.plan, labels));
        let mut figure = Self { axes: [axis(0), axis(1)], scale, ..Self::default() };
        if picture.plan.is_flipped() {
            for tick in &mut figure.axes[0].ticks {
                tick.at = 1.0 - tick.at;
            }
        }
        match words.labels() {
            Some(labels) => {
                for label in labels.iter().take(MOST_KEYS) {
                    figure.keys.push(([painter.color(*label); 2], cut(&words.number(*label), LONGEST)));
                }
                if labels.len() > MOST_KEYS {
                    figure.note = Some(format!("{} more labels", labels.len() - MOST_KEYS));
                }
            }
            None if picture.spread.is_some() => figure.bar = Some(bar(&words)),
            None => {}
        }
        for cell in words.states() {
            let word = words.state(cell);
            let is_fill = matches!(cell, PictureCell::Fill(_));
            figure.keys.push((shades(cell), if is_fill { format!("fill {word}") } else { word }));
        }
        if figure.bar.is_some() {
            let range = match painter.range {
                ColorRange::Percentiles => Some("the 2nd to the 98th percentile"),
                ColorRange::Extremes => Some("least to greatest"),
                ColorRange::Between(..) => None,
            };
            let sampled = words.sampled();
            let is_said = painter.range == ColorRange::Percentiles || sampled.is_some();
            let sampled = sampled.map(|text| format!(" {text} elements")).unwrap_or_default();
            figure.note = range.filter(|_| is_said).map(|range| format!("colours from {range}{sampled}"));
        }
        figure
    }

    /// The colours of several channels, in the place of a bar, which would be of one.
    pub fn add_lights(&mut self, names: &[&str], drawn: Painted) {
        if drawn.others.is_empty() {
            return;
        }
        let mut keys = Vec::new();
        for (name, (picture, painter)) in names.iter().zip(drawn.planes()) {
            let words = PictureWords { picture, painter, meaning: None };
            let [low, high] = words.ends();
            let mut text = format!("{name} {low} to {high}");
            for state in words.states() {
                let word = words.state(state);
                text = format!("{text}, {word} in part");
                let key = (shades(state), word);
                if !self.keys.contains(&key) {
                    self.keys.push(key);
                }
            }
            keys.push(([painter.map.light(); 2], text));
        }
        self.bar = None;
        keys.append(&mut self.keys);
        self.keys = keys;
    }
}

fn bar(words: &PictureWords) -> FigureAxis {
    let Painter { ends: (low, high), .. } = *words.painter;
    let tick = |number: f64, text: String| FigureTick { at: words.painter.part(number), text };
    let middle = low / 2.0 + high / 2.0;
    let step = nice_step(high - low, 6, false);
    let ticks = if low >= high {
        vec![tick(low, words.number(low))]
    } else if words.named(low).is_some() || !step.is_normal() {
        [low, middle, high].map(|number| tick(number, words.number(number))).to_vec()
    } else {
        nice_numbers(low, high, step).map(|number| tick(number, rounded(number, step))).collect()
    };
    FigureAxis { name: words.unit().trim().to_owned(), ticks }
}

/// Between a fifth and a half of the width.
fn scale_bar(plan: &PicturePlan, labels: &ArrayLabels) -> Option<FigureTick> {
    let columns = labels.axes.get(plan.dimensions[1]?)?.as_ref()?;
    let (step, unit) = columns.step().filter(|(_, unit)| SMALL_UNITS.contains(unit))?;
    let shown = plan.shown[1].end.saturating_sub(plan.shown[1].start);
    #[expect(clippy::cast_precision_loss, reason = "a length in a picture")]
    let width = step * shown as f64;
    let length = nice_step(width, 5, false);
    let is_length = length.is_normal() && width.is_normal();
    is_length.then(|| FigureTick { at: length / width, text: format!("{} {unit}", rounded(length, length)) })
}

impl FigureAxis {
    fn of(plan: &PicturePlan, along: usize, dimensions: &[String], labels: Option<&ArrayLabels>) -> Self {
        let (Some(dimension), Some(shown), Some(apart)) =
            (plan.dimensions[along], plan.shown.get(along), APART.get(along))
        else {
            return Self::default();
        };
        let name = dimensions.get(dimension).map(|name| cut(name, LONGEST)).unwrap_or_default();
        let most = (plan.size[along] / apart).clamp(2, MOST_TICKS);
        let own = labels.and_then(|labels| labels.axes.get(dimension)?.as_ref());
        // Levels of the atmosphere, for example, are as high as each other, and not as they lie: each has its own number.
        let is_uneven =
            own.is_some_and(|own| own.is_uneven() && hemispheres(&own.units().unwrap_or_default()).is_none());
        if let Some(own) = own
            && let Some(mut ticks) = of_numbers(own, shown.start..shown.end, most)
        {
            let unit = own.units().filter(|unit| hemispheres(unit).is_none());
            let unit = unit.map(|unit| format!(" ({})", cut(&unit, LONGEST))).unwrap_or_default();
            let evenly = if own.is_uneven() { ", drawn evenly" } else { "" };
            if is_uneven {
                let number = |index: u64| own.number(index).map(digits).unwrap_or_default();
                ticks = of_elements(shown, 2 * most, number);
            }
            return Self { name: name + &unit + evenly, ticks };
        }
        let place = |index: u64| own.and_then(|own| own.place(index)).unwrap_or_else(|| index.to_string());
        let mut ticks = of_elements(shown, most, place);
        without_times(&mut ticks);
        Self { name, ticks }
    }
}

/// At some of the elements, evenly.
fn of_elements(shown: &Range<u64>, most: u64, text: impl Fn(u64) -> String) -> Vec<FigureTick> {
    let length = shown.end.saturating_sub(shown.start);
    #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
    let step = nice_step(length as f64, most, false).max(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least one")]
    let step = step as u64;
    let mut ticks = Vec::new();
    for index in (shown.start.next_multiple_of(step)..shown.end).step_by(usize::try_from(step).unwrap_or(1)) {
        #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
        let at = ((index - shown.start) as f64 + 0.5) / length as f64;
        ticks.push(FigureTick { at, text: cut(&text(index), LONGEST) });
    }
    ticks
}

/// Round numbers of a coordinate that rises or falls; `None` where it is another one.
fn of_numbers(own: &AxisLabels, shown: Range<u64>, most: u64) -> Option<Vec<FigureTick>> {
    let (first, last) = (own.number(shown.start)?, own.number(shown.end.checked_sub(1)?)?);
    let unit = own.units().unwrap_or_default();
    let signs = hemispheres(&unit);
    let step = nice_step((last - first).abs(), most, signs.is_some());
    if !step.is_normal() || !is_in_order(own, &shown)? {
        return None;
    }
    let mut ticks = Vec::new();
    for number in nice_numbers(first.min(last), first.max(last), step) {
        let (mut before, mut after) = (shown.start, shown.end - 1);
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            if (own.number(middle)? <= number) == (first <= last) {
                before = middle;
            } else {
                after = middle;
            }
        }
        let (one, other) = (own.number(before)?, own.number(after)?);
        let part = (number - one) / (other - one);
        if !(-0.01..=1.01).contains(&part) {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
        let at = ((before - shown.start) as f64 + part + 0.5) / (shown.end - shown.start) as f64;
        let text = match signs {
            Some([positive, negative]) => {
                let sign = if number < 0.0 { negative } else { positive };
                let sign = if number == 0.0 { "" } else { sign };
                format!("{}°{sign}", rounded(number.abs(), step))
            }
            None => rounded(number, step),
        };
        ticks.push(FigureTick { at, text });
    }
    // In their order along the axis, as labels are fitted beside each other.
    ticks.sort_by(|one, other| one.at.total_cmp(&other.at));
    (!ticks.is_empty()).then_some(ticks)
}

/// Whether numbers go one way without a leap: longitudes may go on at the other side of the earth.
fn is_in_order(own: &AxisLabels, shown: &Range<u64>) -> Option<bool> {
    let (first, last) = (own.number(shown.start)?, own.number(shown.end.checked_sub(1)?)?);
    let every = (shown.end - shown.start).div_ceil(LOOKED_AT).max(1);
    let (mut before, mut longest, mut sum, mut steps) = (first, 0.0_f64, 0.0, 0_u32);
    for index in (shown.start..shown.end).step_by(usize::try_from(every).unwrap_or(1)).skip(1) {
        let number = own.number(index)?;
        if (number < before) == (first < last) && number.total_cmp(&before).is_ne() {
            return Some(false);
        }
        let step = (number - before).abs();
        (before, longest, sum, steps) = (number, longest.max(step), sum + step, steps + 1);
    }
    // Levels of a model may be a hundred times as thick at one end, but not a single one of them.
    Some(steps < 3 || longest <= LEAP * (sum - longest) / f64::from(steps - 1) || !own.is_around())
}

fn hemispheres(unit: &str) -> Option<[&'static str; 2]> {
    let unit = unit.to_lowercase().replace(['_', ' '], "");
    match unit.strip_prefix("degrees").or_else(|| unit.strip_prefix("degree"))? {
        "north" | "n" => Some(["N", "S"]),
        "east" | "e" => Some(["E", "W"]),
        _ => None,
    }
}

/// 1, 2 or 5 times a power of ten, at most `most` of which are in the length.
fn nice_step(length: f64, most: u64, are_degrees: bool) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few")]
    let least = length / most as f64;
    let power = 10_f64.powf(least.log10().floor());
    let usual = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let fits = |step: &f64| *step >= least * 0.999;
    let degrees = DEGREES.into_iter().find(fits).filter(|_| are_degrees && least > 5.0);
    degrees.or_else(|| usual.into_iter().find(fits)).unwrap_or(least)
}

fn nice_numbers(low: f64, high: f64, step: f64) -> impl Iterator<Item = f64> {
    let first = (low / step - 1e-6).ceil();
    let numbers = (0..=2 * MOST_TICKS).map(move |number| {
        #[expect(clippy::cast_precision_loss, reason = "a few")]
        let number = (first + number as f64) * step;
        // Not -0.
        number + 0.0
    });
    numbers.take_while(move |number| *number <= high + step * 1e-6)
}

/// Dates that all have the same time of day are shown without it.
fn without_times(ticks: &mut [FigureTick]) {
    let Some((date, time)) = ticks.first().and_then(|tick| tick.text.split_at_checked(DATE)) else { return };
    let is_date = date.chars().all(|c| c.is_ascii_digit() || c == '-') && !time.is_empty();
    let time = time.to_owned();
    if is_date && ticks.iter().all(|tick| tick.text.get(DATE..) == Some(&time)) {
        for tick in ticks {
            tick.text.truncate(DATE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (length, most, expected) in
            [(10.0, 6, 2.0), (0.9, 6, 0.2), (99.0, 2, 50.0), (1e-7, 5, 2e-8), (60.0, 6, 10.0)]
        {
            let found = nice_step(length, most, false);
            assert!((found / expected - 1.0).abs() < 1e-9, "{length} {found}");
        }
        let texts = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(texts(&[180.0, 360.0, 90.0].map(|length| nice_step(length, 6, true))), "30 60 15");
        assert_eq!(texts(&nice_numbers(-1.0, 1.0, 0.5).collect::<Vec<_>>()), "-1 -0.5 0 0.5 1");
        assert_eq!(nice_numbers(0.3, 0.9, 0.2).count(), 3);
    }

    #[test]
    fn midnights_are_left_out() {
        let ticks = |texts: [&str; 2]| {
            let mut ticks = texts.map(|text| FigureTick { at: 0.0, text: text.to_owned() });
            without_times(&mut ticks);
            ticks.map(|tick| tick.text)
        };
        assert_eq!(ticks(["2001-02-03 00:00:00", "2001-02-04 00:00:00"]), ["2001-02-03", "2001-02-04"]);
        let hours = ["2001-02-03 00:00:00", "2001-02-03 06:00:00"];
        assert_eq!(ticks(hours), hours);
        assert_eq!(ticks(["Reykjavík á Íslandi", "ab"]), ["Reykjavík á Íslandi", "ab"]);
    }
}
