//! What a node is by conventions, and what a group has below it, as `info` and the page of a node say it.

use super::report::Line;
use super::words::cut;
use super::{contents, encoded, ome};
use crate::metadata::text::escape;
use crate::pipeline::{ImageSeries, NamedParts};

const LONGEST: usize = 60;

/// Puts these lines into the report of a node, before its attributes, which say at length what it is. Gives where they end.
pub fn add_parts(parts: &NamedParts, report: &mut Vec<Line>) -> usize {
    let is_attributes = |line: &Line| match line {
        Line::Heading(name) => name == "attributes",
        Line::Fact(name, _) => *name == "attributes",
        Line::Text(_) | Line::Fault(_) => false,
    };
    let place = report.iter().position(is_attributes).unwrap_or(report.len());
    let mut own = lines(parts);
    own.extend(parts.contents.iter().flat_map(contents::lines));
    if !parts.series.is_empty() {
        own.push(Line::Heading("series".to_owned()));
        own.extend(parts.series.iter().map(series_line));
    }
    let end = place.saturating_add(own.len());
    report.splice(place..place, own);
    end
}

fn lines(parts: &NamedParts) -> Vec<Line> {
    if let Some((found, levels)) = &parts.ome {
        let mut lines = Vec::new();
        for (image, levels) in found.images.iter().zip(levels) {
            lines.extend(ome::level_lines(image, levels));
        }
        return lines;
    }
    if let Some((element, parts)) = &parts.encoded {
        return encoded::part_lines(element, parts);
    }
    match &parts.level {
        Some((place, group)) => ome::place_lines(place, group),
        None => Vec::new(),
    }
}

fn series_line(series: &ImageSeries) -> Line {
    let path = cut(&series.path, LONGEST);
    let Some(image) = &series.image else { return Line::Fault(format!("{path}  no image there")) };
    let name = image.images.first().and_then(|image| image.name.as_deref());
    let name = name.map_or(String::new(), |name| format!("\"{}\", ", cut(name, LONGEST)));
    Line::Text(format!("{path:<4}  {name}{}", escape(&image.in_short())))
}
