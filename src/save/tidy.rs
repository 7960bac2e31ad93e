use std::io::{self, Write};

use serde_json::Value;

use super::elements::{csv_text, json_field, product, quoted_field};
use super::{SaveError, SavedRegion, values::each_piece};
use crate::meaning::Meaning;
use crate::metadata::text::{escape, escape_json};
use crate::metadata::{Scalar, delinear, lengths, starts};
use crate::pipeline::CoordinateColumn;

/// Writes a line for each element: its coordinates, then its value, as `to_dataframe` of xarray has them.
///
/// CSV has the units in its line of names; JSON has `shape` (lines, columns), `columns`, `units` (null where there is none) and
/// `values`, a list for each element.
pub fn write_tidy(
    saved: &SavedRegion,
    columns: &[CoordinateColumn],
    is_json: bool,
    output: &mut (dyn Write + Send),
) -> Result<(), SaveError> {
    let meaning = saved.array.shown_meaning().map(AsRef::as_ref);
    let mut heads: Vec<(&str, Option<&str>)> = Vec::new();
    for column in columns {
        heads.push((&column.name, column.unit.as_deref()));
    }
    let is_physical = saved.array.shown_meaning().is_some();
    // Dates are texts, and what is packed is in no unit.
    let has_unit =
        |meaning: &Meaning| if is_physical { meaning.time.is_none() } else { meaning.packing.is_none() };
    let unit = saved.array.meaning().filter(has_unit).and_then(|meaning| meaning.description.units);
    let name = saved.array.path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    heads.push((name, unit.as_deref()));
    let (shape, origin) = (lengths(saved.region), starts(saved.region));
    let size = product(&shape);
    write_head(&heads, size, is_json, output)?;
    let mut position = 0;
    each_piece(saved, &mut || true, &mut |elements| {
        for scalar in elements.iter() {
            let within = delinear(position, &shape);
            let coords: Vec<u64> = within.iter().zip(&origin).map(|(at, from)| from + at).collect();
            let mut fields = Vec::with_capacity(heads.len());
            for column in columns {
                let value = column.value(&coords, &within);
                fields
                    .push(value.map_or_else(String::new, |(value, meaning)| field(&value, meaning, is_json)));
            }
            fields.push(field(&scalar, meaning, is_json));
            if is_json {
                let comma = if position == 0 { "" } else { ", " };
                write!(output, "{comma}[{}]", escape_json(&fields.join(", ")))?;
            } else {
                writeln!(output, "{}", fields.join(","))?;
            }
            position += 1;
        }
        Ok(())
    })?;
    if is_json {
        writeln!(output, "]}}")?;
    }
    Ok(())
}

fn write_head(
    heads: &[(&str, Option<&str>)],
    size: u64,
    is_json: bool,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    if is_json {
        let list = |texts: Vec<Value>| escape_json(&Value::from(texts).to_string()).into_owned();
        let names = heads.iter().map(|(name, _)| Value::from(*name)).collect();
        let units = heads.iter().map(|(_, unit)| Value::from(*unit)).collect();
        write!(output, "{{\"shape\": [{size}, {}], \"columns\": {}, ", heads.len(), list(names))?;
        return write!(output, "\"units\": {}, \"values\": [", list(units));
    }
    let mut fields = Vec::new();
    for (name, unit) in heads {
        let unit = unit.map(|unit| format!(" [{unit}]")).unwrap_or_default();
        fields.push(quoted_field(escape(&format!("{name}{unit}")).into_owned()));
    }
    writeln!(output, "{}", fields.join(","))
}

fn field(value: &Scalar, meaning: Option<&Meaning>, is_json: bool) -> String {
    if is_json { json_field(value, meaning) } else { csv_text(value, meaning) }
}
