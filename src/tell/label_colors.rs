use std::sync::Arc;

use super::colors::{Coloring, Painter, Rgb, added, is_stripe, of_label, shades};
use super::words::{count, cut, level_name};
use crate::metadata::text::{escape, shorten};
use crate::pipeline::{LabelOverlay, Picture, PictureCell};

/// Even an opaque label hides only so much of the picture.
const HIDES: f64 = 0.5;
const LONGEST: usize = 40;
const PROPERTIES: usize = 60;

#[derive(Debug, Clone, Copy)]
pub struct Painted<'a> {
    pub picture: &'a Picture,
    pub painter: &'a Painter,
    /// Other channels of the same image, whose light is added.
    pub others: &'a [PaintedChannel],
    pub labels: Option<&'a LabelOverlay>,
}

#[derive(Debug, Clone)]
pub struct PaintedChannel {
    pub picture: Arc<Picture>,
    pub painter: Painter,
}

impl PaintedChannel {
    /// Among others nothing is drawn where there is no light, so the fill value has no colour of its own.
    pub fn new(picture: Arc<Picture>, coloring: Coloring) -> Self {
        let painter = Painter { fill: None, ..Painter::new(picture.spread.as_ref(), coloring) };
        Self { picture, painter }
    }
}

fn own_color(picture: &Picture, painter: &Painter, [row, column]: [u64; 2]) -> Option<Rgb> {
    Some(painter.color(painter.number(picture.cell(row, column)?)?))
}

impl Painted<'_> {
    /// Its own plane, and those whose light is added.
    pub fn planes(&self) -> impl Iterator<Item = (&Picture, &Painter)> {
        let others = self.others.iter().map(|other| (&*other.picture, &other.painter));
        [(self.picture, self.painter)].into_iter().chain(others)
    }

    /// What is there in its own plane; or what is lost in one of several, because light of the others would hide it.
    pub fn cell(&self, row: u64, column: u64) -> Option<PictureCell> {
        let is_lost = |cell: &PictureCell| matches!(cell, PictureCell::Faulty | PictureCell::Unknown);
        let mut cells = self.planes().map(|(picture, _)| picture.cell(row, column));
        let own = cells.next()?;
        cells.flatten().find(is_lost).or(own)
    }

    /// What is no number in one of the planes.
    fn absent(&self, row: u64, column: u64) -> Option<PictureCell> {
        let is_absent = |cell: &PictureCell| {
            !matches!(cell, PictureCell::Number(_) | PictureCell::Fill(_) | PictureCell::NotRead)
        };
        self.planes().filter_map(|(picture, _)| picture.cell(row, column)).find(is_absent)
    }

    pub fn color(&self, row: u64, column: u64) -> Option<Rgb> {
        let is_lost = || matches!(self.cell(row, column), Some(PictureCell::Faulty | PictureCell::Unknown));
        let is_light = !self.others.is_empty();
        if is_light && is_lost() {
            return None;
        }
        let mut light = own_color(self.picture, self.painter, [row, column]);
        for other in self.others {
            if let Some(color) = own_color(&other.picture, &other.painter, [row, column]) {
                light = Some(added(light.unwrap_or_default(), color));
            }
        }
        let own = light?;
        // What one channel lacks is no darkness, and the light of the others is seen between the stripes.
        if is_light
            && is_stripe(row, column)
            && let Some(absent) = self.absent(row, column)
        {
            return Some(shades(absent)[0]);
        }
        if let Some(labels) = self.fitting()
            && let Some(label) = labels.label(row, column)
            && let Some(over) = color(labels, label)
        {
            return Some(mixed(own, over));
        }
        Some(own)
    }

    pub fn label(&self, row: u64, column: u64) -> Option<f64> {
        let labels = self.fitting()?;
        labels.label(row, column).filter(|label| color(labels, *label).is_some())
    }

    pub fn is_at_edge(&self, row: u64, column: u64) -> bool {
        let Some(own) = self.label(row, column) else { return false };
        let [above, left] = [row.wrapping_sub(1), column.wrapping_sub(1)];
        let beside = [(above, column), (row + 1, column), (row, left), (row, column + 1)];
        beside.iter().any(|(row, column)| self.label(*row, *column) != Some(own))
    }

    /// With the label of the element that is all of another overlay, if it is read: the longest first.
    pub fn texts(&self, element: Option<&LabelOverlay>) -> Vec<String> {
        let Some(labels) = self.fitting() else { return Vec::new() };
        let (whole, name) = (overlay_words(labels), cut(&labels.layer.name, LONGEST));
        let Some(element) = element else { return vec![whole] };
        let label = |room| label_words(labels, element.label(0, 0), room);
        let [long, short, shortest] = [Some(PROPERTIES), Some(PROPERTIES / 3), None].map(label);
        let mut texts = vec![format!("{whole}: {long}")];
        texts.extend([long, short, shortest].map(|label| format!("{name}: {label}")));
        texts
    }

    fn fitting(&self) -> Option<&LabelOverlay> {
        self.labels.filter(|labels| labels.plan == self.picture.plan)
    }
}

fn color(labels: &LabelOverlay, label: f64) -> Option<[u8; 4]> {
    let [red, green, blue] = of_label(label);
    let [red, green, blue, opaque] = match labels.layer.about.color(label) {
        Some(color) => color,
        None if label == 0.0 => return None,
        None => [red, green, blue, u8::MAX],
    };
    if opaque > 0 { Some([red, green, blue, opaque]) } else { None }
}

fn mixed(below: Rgb, [red, green, blue, opaque]: [u8; 4]) -> Rgb {
    let part = HIDES * f64::from(opaque) / 255.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 255")]
    let mix = |below: u8, over: u8| (f64::from(below) * (1.0 - part) + f64::from(over) * part).round() as u8;
    [mix(below[0], red), mix(below[1], green), mix(below[2], blue)]
}

pub fn label_sign(label: f64) -> char {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 35")]
    let digit = label.rem_euclid(36.0) as u32;
    char::from_digit(digit, 36).unwrap_or('?')
}

pub fn labels_name(name: &str) -> String {
    format!("labels {}", cut(name, LONGEST))
}

pub fn overlay_words(labels: &LabelOverlay) -> String {
    let (layer, picture) = (&labels.layer, &labels.picture);
    let mut parts = vec![labels_name(&layer.name)];
    if layer.level_count > 1 {
        parts.push(format!(", their {}", level_name(layer.level, layer.level_count)));
    }
    if picture.read < picture.chunks {
        parts.push(format!(", {} of {} chunks read", picture.read, picture.chunks));
    }
    if picture.faulty > 0 {
        parts.push(format!(", {} cannot be decoded", count(picture.faulty.into(), "chunk")));
    }
    if picture.unknown > 0 {
        parts.push(format!(", {} not known", count(picture.unknown.into(), "chunk")));
    }
    parts.concat()
}

fn label_words(labels: &LabelOverlay, label: Option<f64>, room: Option<usize>) -> String {
    let Some(label) = label else { return "nothing here".to_owned() };
    let mut about = Vec::new();
    for (name, value) in labels.layer.about.properties(label) {
        about.push(format!("{} {}", escape(name), escape(value)));
    }
    match room.filter(|_| !about.is_empty()) {
        Some(room) => format!("label {label} ({})", shorten(&about.join(", "), room)),
        None if label == 0.0 && about.is_empty() => "no label".to_owned(),
        None => format!("label {label}"),
    }
}
