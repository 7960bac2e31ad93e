use std::collections::BTreeMap;

use super::colors::{ColorRange, Painter, Rgb};
use super::label_colors::Painted;
use super::summary::{digits, rounded};
use super::trial_facts::signed;
use super::words::{count, cut};
use crate::meaning::Meaning;
use crate::metadata::text::grouped;
use crate::pipeline::{ImageKind, Picture, PictureCell, Spread};

const LISTED: usize = 12;
const FIRST: usize = 5;

const FLAGS: usize = 64;

#[derive(Debug, Clone, PartialEq)]
pub enum LegendPart {
    Text(String),
    Bar,
    Swatch(f64),
    /// The colour of a channel among others.
    Light(Rgb),
    /// The look of what is no number.
    State(PictureCell),
}

const STATES: [PictureCell; 7] = [
    PictureCell::Missing,
    PictureCell::Faulty,
    PictureCell::Unknown,
    PictureCell::Nan,
    PictureCell::Infinite,
    PictureCell::MinusInfinite,
    PictureCell::NotRead,
];

#[derive(Debug, Clone, Copy)]
pub struct PictureWords<'a> {
    pub picture: &'a Picture,
    pub painter: &'a Painter,
    pub meaning: Option<&'a Meaning>,
}

pub fn legend(words: PictureWords, is_short: bool) -> Vec<LegendPart> {
    let PictureWords { picture, painter, .. } = words;
    let mut parts = Vec::new();
    if picture.read < picture.chunks {
        parts.push(LegendPart::Text(format!("{} of {} chunks read  ", picture.read, picture.chunks)));
    }
    parts.extend(words.numbers(is_short));
    parts.extend(states(picture, |cell| words.state(cell)));
    if let Some(fill) = fill(picture, painter) {
        parts.push(LegendPart::Text(format!("  {} fill {}", super::colors::FILL, words.number(fill))));
    }
    if words.shows_percentiles() {
        parts.push(LegendPart::Text("  2–98 %".to_owned()));
    }
    parts
}

/// A colour for each channel, with the numbers at its ends.
pub fn legend_of_channels(names: &[&str], drawn: Painted, is_short: bool) -> Vec<LegendPart> {
    let mut parts = Vec::new();
    let mut states = BTreeMap::new();
    for (name, (picture, painter)) in names.iter().zip(drawn.planes()) {
        let words = PictureWords { picture, painter, meaning: None };
        let mut text = format!(" {name}");
        if !is_short && picture.spread.is_some() {
            text = format!("{text} {}", words.ends().join("–"));
        }
        parts.push(LegendPart::Light(painter.map.light()));
        for cell in present(picture) {
            if is_short {
                states.insert(words.state(cell), cell);
                continue;
            }
            parts.extend([LegendPart::Text(text + ", "), LegendPart::State(cell)]);
            text = format!(" {} in part", words.state(cell));
        }
        parts.push(LegendPart::Text(text + "  "));
    }
    // In little room each state is said once for all channels.
    for (word, cell) in states {
        parts.extend([LegendPart::State(cell), LegendPart::Text(format!(" {word} in part  "))]);
    }
    parts
}

/// With the least and the largest difference: the colours may end further out.
pub fn legend_of_differences(
    picture: &Picture,
    painter: &Painter,
    (least, largest): (f64, f64),
    is_short: bool,
) -> Vec<LegendPart> {
    let words = PictureWords { picture, painter, meaning: None };
    let mut parts = words.numbers(is_short);
    let [least, largest] = [least, largest].map(signed);
    let mut ends = format!("  least {least}, largest {largest}");
    if is_short {
        ends = format!("  {least} to {largest}");
    }
    parts.push(LegendPart::Text(ends));
    parts.extend(states(picture, |cell| match cell {
        PictureCell::Faulty => "lost".to_owned(),
        cell => words.state(cell),
    }));
    parts
}

/// The states that a picture has, looked for once: with pixels it may have a million cells, and it is drawn with each frame.
fn present(picture: &Picture) -> impl Iterator<Item = PictureCell> {
    let mut found = [false; STATES.len()];
    let [missing, faulty, unknown, nan, infinite, minus_infinite, not_read] = &mut found;
    for cell in &picture.cells {
        *match cell {
            PictureCell::Fill(_) | PictureCell::Number(_) => continue,
            PictureCell::Missing => &mut *missing,
            PictureCell::Faulty => &mut *faulty,
            PictureCell::Unknown => &mut *unknown,
            PictureCell::Nan => &mut *nan,
            PictureCell::Infinite => &mut *infinite,
            PictureCell::MinusInfinite => &mut *minus_infinite,
            PictureCell::NotRead => &mut *not_read,
        } = true;
    }
    STATES.into_iter().zip(found).filter_map(|(cell, is_found)| is_found.then_some(cell))
}

fn states(picture: &Picture, word: impl Fn(PictureCell) -> String) -> Vec<LegendPart> {
    let mut parts = Vec::new();
    for cell in present(picture) {
        parts.extend([LegendPart::Text("  ".to_owned()), LegendPart::State(cell)]);
        parts.push(LegendPart::Text(format!(" {}", word(cell))));
    }
    parts
}

impl PictureWords<'_> {
    fn numbers(&self, is_short: bool) -> Vec<LegendPart> {
        let text = |text: String| LegendPart::Text(text);
        match (self.labels(), &self.picture.spread) {
            (_, None) => vec![text("no numbers".to_owned())],
            (_, Some(spread)) if spread.is_fill_alone() && self.painter.fill.is_some() => {
                vec![text("no other numbers".to_owned())]
            }
            (Some(labels), _) => {
                let is_long = labels.len() > LISTED;
                let mut parts = Vec::new();
                if is_long {
                    parts.push(text(format!("{}  ", self.counted(labels.as_slice()))));
                }
                for label in labels.iter().take(if is_long { FIRST } else { LISTED }) {
                    parts.extend([LegendPart::Swatch(*label), text(format!(" {}  ", self.number(*label)))]);
                }
                if is_long && let Some(last) = labels.last() {
                    parts.extend([text("… ".to_owned()), LegendPart::Swatch(*last)]);
                    parts.push(text(format!(" {}  ", self.number(*last))));
                }
                parts
            }
            (None, Some(_)) => {
                let [low, high] = self.ends();
                let name = if is_short { String::new() } else { format!("{} ", self.painter.map.name()) };
                vec![text(format!("{name}{low} ")), LegendPart::Bar, text(format!(" {high}"))]
            }
        }
    }

    pub(super) fn labels(&self) -> Option<Vec<f64>> {
        if self.painter.labels.is_some() {
            return self.painter.labels.clone();
        }
        let meaning = self.meaning?;
        if meaning.shown_flags().is_none() || meaning.time.is_some() {
            return None;
        }
        let mut found: Vec<f64> = Vec::new();
        for cell in &self.picture.cells {
            let (PictureCell::Number(number) | PictureCell::Fill(number)) = cell else { continue };
            let Err(place) = found.binary_search_by(|own| own.total_cmp(number)) else { continue };
            if found.len() == FLAGS {
                return None;
            }
            found.insert(place, *number);
        }
        if found.is_empty() { None } else { Some(found) }
    }

    pub(super) fn named(&self, number: f64) -> Option<String> {
        self.meaning?.named(number)
    }

    pub(super) fn number(&self, number: f64) -> String {
        self.named(number).unwrap_or_else(|| digits(number))
    }

    /// Whether a label of an image marks no object.
    fn is_background(&self, label: f64) -> bool {
        label == 0.0 && matches!(self.picture.plan.image, ImageKind::Labels(_))
    }

    fn counted(&self, labels: &[f64]) -> String {
        let objects = labels.iter().filter(|own| !self.is_background(**own)).count();
        count(objects as u128, "label")
    }

    pub fn ends(&self) -> [String; 2] {
        let (low, high) = self.painter.ends;
        let text = |number| self.named(number).unwrap_or_else(|| rounded(number, high / 10.0 - low / 10.0));
        [text(low), text(high) + &self.unit()]
    }

    pub(super) fn unit(&self) -> String {
        if let Some(meaning) = self.meaning
            && meaning.time.is_none()
            && meaning.shown_flags().is_none()
            && let Some(unit) = &meaning.description.units
        {
            return format!(" {}", cut(unit, 20));
        }
        String::new()
    }

    pub(super) fn state(&self, cell: PictureCell) -> String {
        match cell {
            PictureCell::Missing => "missing".to_owned(),
            PictureCell::Faulty => count(self.picture.faults.len().max(1) as u128, "fault"),
            PictureCell::Unknown => "not known".to_owned(),
            // Among physical values no number stands for what is masked.
            PictureCell::Nan if self.meaning.is_some_and(|meaning| meaning.mask.is_used()) => {
                "masked".to_owned()
            }
            PictureCell::Nan => "NaN".to_owned(),
            PictureCell::Infinite => "+Inf".to_owned(),
            PictureCell::MinusInfinite => "-Inf".to_owned(),
            PictureCell::NotRead => "not read".to_owned(),
            PictureCell::Fill(number) | PictureCell::Number(number) => self.number(number),
        }
    }

    /// What is there beside numbers.
    pub(super) fn states(&self) -> Vec<PictureCell> {
        let mut found: Vec<PictureCell> = present(self.picture).collect();
        found.extend(fill(self.picture, self.painter).map(PictureCell::Fill));
        found
    }

    /// Of how many elements one is drawn, where the ends of the colours are those of what is drawn: between them others may be
    /// less or greater.
    pub fn sampled(&self) -> Option<String> {
        let Self { picture, painter, .. } = self;
        let is_of_drawn = !matches!(painter.range, ColorRange::Between(..)) && self.labels().is_none();
        let each = picture.plan.elements_for_each_cell()?;
        (is_of_drawn && picture.spread.is_some()).then(|| format!("of 1 in {}", grouped(each.into())))
    }

    fn shows_percentiles(&self) -> bool {
        let Self { picture, painter, .. } = self;
        let is_alone = painter.fill.is_some() && picture.spread.as_ref().is_some_and(Spread::is_fill_alone);
        painter.range == ColorRange::Percentiles
            && self.labels().is_none()
            && picture.spread.is_some()
            && !is_alone
    }
}

fn fill(picture: &Picture, painter: &Painter) -> Option<f64> {
    painter.fill.filter(|fill| picture.cells.contains(&PictureCell::Fill(*fill)))
}

/// Light that is added is lacking in part where one of the channels is not there.
pub fn in_words(words: PictureWords, is_light: bool) -> String {
    let PictureWords { picture, painter, .. } = words;
    let mut parts = Vec::new();
    if picture.read < picture.chunks {
        parts.push(format!("{} of {} chunks read", picture.read, picture.chunks));
    }
    parts.push(match (words.labels(), &picture.spread) {
        (_, None) => "no numbers".to_owned(),
        (_, Some(own)) if own.is_fill_alone() && painter.fill.is_some() => "no other numbers".to_owned(),
        (Some(labels), _) => {
            let mut text = words.counted(&labels);
            let mut others = labels.iter().filter(|own| !words.is_background(**own));
            if let Some(first) = others.next() {
                let last = others.next_back().unwrap_or(first);
                text = format!("{text} from {} to {}", words.number(*first), words.number(*last));
            }
            if labels.iter().any(|own| words.is_background(*own)) { text + ", 0 = background" } else { text }
        }
        (None, Some(_)) => {
            let ends = words.ends().join(" to ");
            let part = if words.shows_percentiles() { " (2–98 %)" } else { "" };
            let sampled = words.sampled().map(|text| format!(" {text} elements")).unwrap_or_default();
            format!("{} {ends}{part}{sampled}", painter.map.name())
        }
    });
    for (cell, look) in STATES.into_iter().zip([
        "hatched grey",
        "hatched red",
        "hatched yellow",
        "hatched dark grey",
        "hatched magenta",
        "hatched cyan",
        "black",
    ]) {
        if picture.cells.contains(&cell) {
            let state = words.state(cell);
            let part = if is_light { " in part" } else { "" };
            parts.push(format!("{look} = {state}{part}"));
        }
    }
    if let Some(fill) = fill(picture, painter) {
        parts.push(format!("brown = fill {}", words.number(fill)));
    }
    parts.join(", ")
}
