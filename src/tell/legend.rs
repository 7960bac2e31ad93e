//! What the colours and signs of a picture mean.

use super::colors::{ColorRange, Painter};
use super::summary::{digits, rounded};
use super::trials::signed;
use super::words::count;
use crate::pipeline::{Picture, PictureCell, Spread};

/// The most labels that are all listed. Of more, the first of them and the last are.
const LISTED: usize = 12;
/// How many of the first are listed there.
const FIRST: usize = 5;

/// A part of the legend.
#[derive(Debug, Clone, PartialEq)]
pub enum LegendPart {
    /// Text.
    Text(String),
    /// All colours from the least to the greatest.
    Bar,
    /// The colour of a number.
    Swatch(f64),
}

/// What is not a number with a colour.
const STATES: [PictureCell; 6] = [
    PictureCell::Missing,
    PictureCell::Faulty,
    PictureCell::Nan,
    PictureCell::Infinite,
    PictureCell::MinusInfinite,
    PictureCell::NotRead,
];

/// What the colours and signs of a picture mean; in little room without the name of the colours.
#[must_use]
pub fn legend(picture: &Picture, painter: &Painter, is_short: bool) -> Vec<LegendPart> {
    let mut parts = Vec::new();
    if picture.read < picture.chunks {
        parts.push(LegendPart::Text(format!("{} of {} chunks read  ", picture.read, picture.chunks)));
    }
    parts.extend(numbers(picture, painter, is_short));
    parts.extend(states(picture, painter, word));
    if let Some(fill) = fill(picture, painter) {
        parts.push(LegendPart::Text(format!("  {} fill {}", super::colors::FILL, digits(fill))));
    }
    if shows_percentiles(picture, painter) {
        parts.push(LegendPart::Text("  2–98 %".to_owned()));
    }
    parts
}

/// The same of a picture of differences, with the least and the largest of them: the colours may end further out.
#[must_use]
pub fn legend_of_differences(
    picture: &Picture,
    painter: &Painter,
    (least, largest): (f64, f64),
    is_short: bool,
) -> Vec<LegendPart> {
    let mut parts = numbers(picture, painter, is_short);
    let [least, largest] = [least, largest].map(signed);
    let ends = if is_short {
        format!("  {least} to {largest}")
    } else {
        format!("  least {least}, largest {largest}")
    };
    parts.push(LegendPart::Text(ends));
    let named = |cell: PictureCell, picture: &Picture| match cell {
        PictureCell::Faulty => "lost".to_owned(),
        cell => word(cell, picture),
    };
    parts.extend(states(picture, painter, named));
    parts
}

/// What the signs mean of what has no colour.
fn states(
    picture: &Picture,
    painter: &Painter,
    word: impl Fn(PictureCell, &Picture) -> String,
) -> Vec<LegendPart> {
    let mut parts = Vec::new();
    for cell in STATES.into_iter().filter(|cell| picture.cells.contains(cell)) {
        let sign = painter.state_sign(cell).unwrap_or(' ');
        parts.push(LegendPart::Text(format!("  {sign} {}", word(cell, picture))));
    }
    parts
}

/// What the numbers' colours mean.
fn numbers(picture: &Picture, painter: &Painter, is_short: bool) -> Vec<LegendPart> {
    let text = |text: String| LegendPart::Text(text);
    match (&painter.labels, &picture.spread) {
        (_, None) => vec![text("no numbers".to_owned())],
        (_, Some(spread)) if spread.is_fill_alone() && painter.fill.is_some() => {
            vec![text("no other numbers".to_owned())]
        }
        (Some(labels), _) => {
            let is_long = labels.len() > LISTED;
            let first = labels.iter().take(if is_long { FIRST } else { LISTED });
            let mut parts = Vec::new();
            if is_long {
                parts.push(text(format!("{}  ", count(labels.len() as u128, "label"))));
            }
            for label in first {
                parts.extend([LegendPart::Swatch(*label), text(format!(" {}  ", digits(*label)))]);
            }
            if let Some(last) = labels.last().filter(|_| is_long) {
                parts.extend([text("… ".to_owned()), LegendPart::Swatch(*last)]);
                parts.push(text(format!(" {}  ", digits(*last))));
            }
            parts
        }
        (None, Some(_)) => {
            let [low, high] = ends(painter);
            let name = if is_short { String::new() } else { format!("{} ", painter.map.name()) };
            vec![text(format!("{name}{low} ")), LegendPart::Bar, text(format!(" {high}"))]
        }
    }
}

fn ends(painter: &Painter) -> [String; 2] {
    let (low, high) = painter.ends;
    [low, high].map(|number| rounded(number, high / 10.0 - low / 10.0))
}

fn word(cell: PictureCell, picture: &Picture) -> String {
    match cell {
        PictureCell::Missing => "missing".to_owned(),
        PictureCell::Faulty => count(picture.faults.len().max(1) as u128, "fault"),
        PictureCell::Nan => "NaN".to_owned(),
        PictureCell::Infinite => "+Inf".to_owned(),
        PictureCell::MinusInfinite => "-Inf".to_owned(),
        PictureCell::NotRead => "not read".to_owned(),
        PictureCell::Fill(number) | PictureCell::Number(number) => digits(number),
    }
}

/// The fill value, where a cell shows its sign.
fn fill(picture: &Picture, painter: &Painter) -> Option<f64> {
    let fill = painter.fill?;
    picture.cells.contains(&PictureCell::Fill(fill)).then_some(fill)
}

fn shows_percentiles(picture: &Picture, painter: &Painter) -> bool {
    let is_alone = painter.fill.is_some() && picture.spread.as_ref().is_some_and(Spread::is_fill_alone);
    painter.range == ColorRange::Percentiles
        && painter.labels.is_none()
        && picture.spread.is_some()
        && !is_alone
}

/// The same in words, for a file in which there are only colours.
#[must_use]
pub fn in_words(picture: &Picture, painter: &Painter) -> String {
    let mut parts = Vec::new();
    if picture.read < picture.chunks {
        parts.push(format!("{} of {} chunks read", picture.read, picture.chunks));
    }
    parts.push(match (&painter.labels, &picture.spread) {
        (_, None) => "no numbers".to_owned(),
        (_, Some(spread)) if spread.is_fill_alone() && painter.fill.is_some() => {
            "no other numbers".to_owned()
        }
        (Some(labels), _) => {
            let ends = labels.first().zip(labels.last());
            let ends = ends.map(|(first, last)| format!(" from {} to {}", digits(*first), digits(*last)));
            format!("{}{}", count(labels.len() as u128, "label"), ends.unwrap_or_default())
        }
        (None, Some(_)) => {
            let ends = ends(painter).join(" to ");
            let part = if shows_percentiles(picture, painter) { " (2–98 %)" } else { "" };
            format!("{} {ends}{part}", painter.map.name())
        }
    });
    for (cell, look) in
        STATES.into_iter().zip(["hatched grey", "red", "dark grey", "magenta", "cyan", "black"])
    {
        if picture.cells.contains(&cell) {
            parts.push(format!("{look} = {}", word(cell, picture)));
        }
    }
    parts.extend(fill(picture, painter).map(|fill| format!("brown = fill {}", digits(fill))));
    parts.join(", ")
}

/// The colour of a pixel that has no number: every state has one of its own, and missing ones are hatched.
#[must_use]
pub fn pixel(cell: PictureCell, row: u64, column: u64) -> super::colors::Rgb {
    match cell {
        PictureCell::Missing if (row + column).is_multiple_of(4) => [216; 3],
        PictureCell::Missing => [144; 3],
        PictureCell::Faulty => [255, 0, 0],
        PictureCell::Nan => [96; 3],
        PictureCell::Infinite => [255, 0, 255],
        PictureCell::MinusInfinite => [0, 255, 255],
        PictureCell::Fill(_) => [120, 84, 48],
        PictureCell::Number(_) | PictureCell::NotRead => [0; 3],
    }
}
/// The same of physical values, among which no number stands for what is masked.
#[must_use]
pub fn of_masked(parts: Vec<LegendPart>) -> Vec<LegendPart> {
    let said = |part| match part {
        LegendPart::Text(text) => LegendPart::Text(text.replace("NaN", "masked")),
        other => other,
    };
    parts.into_iter().map(said).collect()
}
