use super::report::Line;
use super::words::{count, grouped};
use crate::metadata::text::{escape, shorten};
use crate::pipeline::{GroupContents, GroupVariable};

const NAME: usize = 40;
const LONGEST: usize = 200;

/// What `ncdump -h` tells of a file: dimensions with their lengths, coordinates, variables; and the groups.
pub fn lines(contents: &GroupContents) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut dimensions = Vec::new();
    for (name, sizes) in &contents.dimensions {
        let sizes: Vec<String> = sizes.iter().map(|size| grouped(u128::from(*size))).collect();
        dimensions.push(format!("{} {}", short(name, NAME), sizes.join(" or ")));
    }
    if !dimensions.is_empty() {
        lines.push(Line::Fact("dimensions", dimensions.join(", ")));
    }
    if !contents.groups.is_empty() {
        let names: Vec<String> = contents.groups.iter().map(|name| short(name, NAME)).collect();
        lines.push(Line::Fact("groups", names.join(", ")));
    }
    if contents.more > 0 {
        lines.push(Line::Fact(
            "more",
            format!("{}, which were not looked at", count(contents.more as u128, "name")),
        ));
    }
    for (heading, are_coordinates) in [("coordinates", true), ("variables", false)] {
        let is_here = |variable: &&GroupVariable| variable.is_coordinate == are_coordinates;
        let rows: Vec<[String; 4]> = contents.variables.iter().filter(is_here).map(cells).collect();
        if rows.is_empty() {
            continue;
        }
        lines.push(Line::Heading(heading.to_owned()));
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths = [0, 1, 2].map(|column| width(column).unwrap_or(0));
        for [name, dimensions, data_type, about] in &rows {
            let [first, second, third] = widths;
            let row = format!("{name:<first$}  {dimensions:<second$}  {data_type:<third$}  {about}");
            lines.push(Line::Text(row.trim_end().to_owned()));
        }
    }
    lines
}

fn cells(variable: &GroupVariable) -> [String; 4] {
    let mut dimensions = Vec::new();
    for (place, size) in variable.shape.iter().enumerate() {
        let name = variable.dimensions.get(place).and_then(Option::as_deref);
        dimensions.push(name.map_or_else(|| size.to_string(), |name| short(name, NAME)));
    }
    let about: Vec<String> = [&variable.units, &variable.long_name]
        .into_iter()
        .flatten()
        .map(|text| short(text, LONGEST))
        .collect();
    let dimensions = shorten(&dimensions.join(", "), LONGEST);
    [
        short(&variable.name, NAME),
        format!("({dimensions})"),
        short(&variable.data_type, NAME),
        about.join(", "),
    ]
}

fn short(text: &str, most: usize) -> String {
    escape(&shorten(text, most)).into_owned()
}
