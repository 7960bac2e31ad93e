//! Plates of wells, and wells of fields.
//!
//! Source: [OME-Zarr 0.5, plate](https://ngff.openmicroscopy.org/0.5/#plate-md) and
//! [well](https://ngff.openmicroscopy.org/0.5/#well-md)
//!
//! ```json
//! {"name": "test", "field_count": 2, "rows": [{"name": "A"}], "columns": [{"name": "1"}, {"name": "2"}],
//!  "wells": [{"path": "A/2", "rowIndex": 0, "columnIndex": 1}]}
//! {"images": [{"path": "0", "acquisition": 1}, {"path": "1", "acquisition": 1}]}
//! ```

use serde_json::{Map, Value};

use super::read::{LISTED, WELLS, each, list, path, size, text};
use crate::meaning::attributes::{MeaningNotes, shown, text_of};

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OmePlate {
    pub name: Option<String>,
    pub rows: Vec<String>,
    pub columns: Vec<String>,
    pub acquisitions: usize,
    pub field_count: Option<usize>,
    pub well_count: usize,
    pub wells: Vec<PlateWell>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct PlateWell {
    pub path: String,
    pub row: Option<usize>,
    pub column: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OmeField {
    pub path: String,
    pub acquisition: Option<usize>,
}

impl OmePlate {
    pub(super) fn read(plate: &Map<String, Value>, notes: &mut MeaningNotes) -> Self {
        let rows = names(plate, "rows", notes);
        let columns = names(plate, "columns", notes);
        let wells = list(plate, "wells", notes).unwrap_or_default();
        let found =
            each(wells, "wells", WELLS, notes, |well, notes| PlateWell::read(well, &rows, &columns, notes));
        let field_count = plate.get("field_count").and_then(Value::as_u64);
        Self {
            name: text_of(plate, "name"),
            wells: found,
            well_count: wells.len(),
            acquisitions: list(plate, "acquisitions", notes).unwrap_or_default().len(),
            field_count: field_count.and_then(|count| usize::try_from(count).ok()),
            rows,
            columns,
        }
    }
}

impl PlateWell {
    fn read(well: &Value, rows: &[String], columns: &[String], notes: &mut MeaningNotes) -> Option<Self> {
        let path = path(well, "wells", notes)?;
        // Before version 0.4 the path alone says it.
        let (row, column) = path.split_once('/').unwrap_or((&path, ""));
        let row = index(size(well, "rowIndex"), rows, row);
        let column = index(size(well, "columnIndex"), columns, column);
        if row.is_none() || column.is_none() {
            let found = shown(&Value::from(path.as_str()));
            notes.add("wells", format!("expected a row and a column of the plate, found {found}"));
        }
        Some(Self { path, row, column })
    }
}

fn names(plate: &Map<String, Value>, name: &str, notes: &mut MeaningNotes) -> Vec<String> {
    let items = list(plate, name, notes).unwrap_or_default();
    each(items, name, LISTED, notes, |item, _| Some(text(item, "name").unwrap_or_else(|| "?".to_owned())))
}

fn index(given: Option<usize>, names: &[String], name: &str) -> Option<usize> {
    match given {
        Some(given) if given < names.len() => Some(given),
        Some(_) => None,
        None => names.iter().position(|own| own == name),
    }
}

impl OmeField {
    pub(super) fn read_all(well: &Map<String, Value>, notes: &mut MeaningNotes) -> Vec<Self> {
        let images = list(well, "images", notes).unwrap_or_default();
        each(images, "images", LISTED, notes, |image, notes| {
            Some(Self { path: path(image, "images", notes)?, acquisition: size(image, "acquisition") })
        })
    }
}
