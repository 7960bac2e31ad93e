//! Where a plane lies on the earth in words, for reports.

use super::report_line::Line;
use crate::meaning::{GeoPlace, computed_text};
use crate::metadata::text::{escape, shorten};

/// The longest name in a line.
const LONGEST: usize = 80;
/// How many names are listed.
const LISTED: usize = 12;

/// Where it lies, as lines.
pub fn lines(place: &GeoPlace) -> Vec<Line> {
    let mut lines = vec![Line::Heading("where it lies".to_owned())];
    let mut fact = |name, value: Option<String>| lines.extend(value.map(|value| Line::Fact(name, value)));
    fact("conventions", names(&place.conventions));
    let crs = place.crs.as_deref().zip(place.crs_from);
    fact("CRS", crs.map(|(crs, from)| format!("{} (from {from})", name(crs))));
    fact("rows, columns", names(&place.dimensions));
    fact("transform", place.transform.map(transform));
    fact("extent", place.bbox.map(extent));
    fact("levels", names(&place.levels));
    lines.extend(place.notes.iter().map(|note| Line::Text(format!("note: {}", escape(&note.to_string())))));
    lines
}

fn name(text: &str) -> String {
    shorten(&escape(text), LONGEST)
}

fn names(all: &[String]) -> Option<String> {
    let more = all.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(", … {more} more") } else { String::new() };
    let shown: Vec<String> = all.iter().take(LISTED).map(|own| name(own)).collect();
    (!all.is_empty()).then(|| format!("{}{more}", shown.join(", ")))
}

/// `x = 10·column + 300000, y = -10·row + 5000040`.
fn transform([x_column, x_row, x_start, y_column, y_row, y_start]: [f64; 6]) -> String {
    let sum = |column: f64, row: f64, start: f64| {
        let step = |factor: f64, of: &str| (factor != 0.0).then(|| format!("{}·{of}", computed_text(factor)));
        let parts = [step(column, "column"), step(row, "row"), Some(computed_text(start))];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" + ")
    };
    format!("x = {}, y = {}", sum(x_column, x_row, x_start), sum(y_column, y_row, y_start))
}

fn extent([west, south, east, north]: [f64; 4]) -> String {
    let [west, south, east, north] = [west, south, east, north].map(computed_text);
    format!("x {west} to {east}, y {south} to {north}")
}
