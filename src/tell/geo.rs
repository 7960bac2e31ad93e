use super::{
    line_rows::Line,
    words::{cut, names},
};
use crate::meaning::{CellRegistration, GeoPlace, ZarrConvention, computed_text};
use crate::metadata::text::escape;

const LONGEST: usize = 80;
const LISTED: usize = 12;

pub fn lines(place: &GeoPlace) -> Vec<Line> {
    let mut lines = vec![Line::Heading("where it lies".to_owned())];
    let mut fact = |name, value: Option<String>| {
        if let Some(value) = value {
            lines.push(Line::Fact(name, value));
        }
    };
    let names = |all: &[String]| (!all.is_empty()).then(|| names(all, all.len(), LISTED, LONGEST));
    let conventions: Vec<String> = place.conventions.iter().map(|name| with_maturity(name)).collect();
    fact("conventions", names(&conventions));
    if let (Some(crs), Some(from)) = (&place.crs, &place.crs_from) {
        fact("CRS", Some(format!("{} (from {from})", cut(crs, LONGEST))));
    }
    fact("rows, columns", names(&place.dimensions));
    fact("transform", place.transform.map(transform));
    if let Some(bbox) = place.bbox {
        let [west, south, east, north] = bbox.map(computed_text);
        fact("extent", Some(format!("x {west} to {east}, y {south} to {north}")));
    }
    if let Some(shape) = place.shape {
        let [rows, columns] = shape.map(computed_text);
        fact("cells", Some(format!("{rows} rows, {columns} columns")));
    }
    if place.transform.is_some() {
        fact("registration", Some(registration(place.registration)));
    }
    fact("levels", names(&place.levels));
    for note in &place.notes {
        lines.push(Line::Text(format!("note: {}", escape(&note.to_string()))));
    }
    lines
}

/// What is stable needs no word.
fn with_maturity(name: &str) -> String {
    match ZarrConvention::named(name) {
        Some(own) => format!("{name} ({})", own.maturity),
        None => name.to_owned(),
    }
}

fn registration(own: Option<CellRegistration>) -> String {
    let by_default = if own.is_none() { ", by default" } else { "" };
    let own = own.unwrap_or_default();
    let of = match own {
        CellRegistration::Pixel => "corners",
        CellRegistration::Node => "centres",
    };
    format!("{}{by_default}: coordinates are those of the {of} of cells", own.name())
}

fn transform([x_column, x_row, x_start, y_column, y_row, y_start]: [f64; 6]) -> String {
    let sum = |column: f64, row: f64, start: f64| {
        let mut parts = Vec::new();
        for (factor, of) in [(column, "column"), (row, "row")] {
            if factor != 0.0 {
                parts.push(format!("{}·{of}", computed_text(factor)));
            }
        }
        parts.push(computed_text(start));
        parts.join(" + ")
    };
    format!("x = {}, y = {}", sum(x_column, x_row, x_start), sum(y_column, y_row, y_start))
}
