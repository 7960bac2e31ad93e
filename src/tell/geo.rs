//! Where a plane lies on the earth in words, for reports.

use super::report_line::Line;
use crate::meaning::{GeoPlace, computed_text};
use crate::metadata::text::{escape, shorten};

const LONGEST: usize = 80;
const LISTED: usize = 12;

pub fn lines(place: &GeoPlace) -> Vec<Line> {
    let mut lines = vec![Line::Heading("where it lies".to_owned())];
    let mut fact = |name, value: Option<String>| lines.extend(value.map(|value| Line::Fact(name, value)));
    fact("conventions", names(&place.conventions));
    if let (Some(crs), Some(from)) = (&place.crs, &place.crs_from) {
        fact("CRS", Some(format!("{} (from {from})", name(crs))));
    }
    fact("rows, columns", names(&place.dimensions));
    fact("transform", place.transform.map(transform));
    fact("extent", place.bbox.map(extent));
    fact("levels", names(&place.levels));
    for note in &place.notes {
        lines.push(Line::Text(format!("note: {}", escape(&note.to_string()))));
    }
    lines
}

fn name(text: &str) -> String {
    shorten(&escape(text), LONGEST)
}

fn names(all: &[String]) -> Option<String> {
    if all.is_empty() {
        return None;
    }
    let mut shown = all.iter().take(LISTED).map(|own| name(own)).collect::<Vec<_>>().join(", ");
    if all.len() > LISTED {
        shown = format!("{shown}, … {} more", all.len() - LISTED);
    }
    Some(shown)
}

/// `x = 10·column + 300000, y = -10·row + 5000040`.
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

fn extent([west, south, east, north]: [f64; 4]) -> String {
    let [west, south, east, north] = [west, south, east, north].map(computed_text);
    format!("x {west} to {east}, y {south} to {north}")
}
