//! Where a plane lies on the earth: `GeoZarr`, the conventions that Zarr has for it, and GDAL.
//!
//! Source: [spatial](https://github.com/zarr-conventions/spatial), [proj](https://github.com/zarr-experimental/geo-proj),
//! [multiscales](https://github.com/zarr-conventions/multiscales),
//! [GDAL](https://gdal.org/en/stable/drivers/raster/zarr.html#srs-encoding)
//!
//! ```json
//! {"proj:code": "EPSG:32631", "spatial:dimensions": ["y", "x"], "spatial:transform": [10, 0, 300000, 0, -10, 5000040],
//!  "spatial:bbox": [300000, 4890240, 409800, 5000040]}
//! {"_CRS": {"url": "http://www.opengis.net/def/crs/EPSG/0/32631"}}
//! ```

use serde_json::{Map, Value};

use super::attributes::{MeaningNote, MeaningNotes, RawNumber, beginning, read_number, shown};

/// The attributes by which it is recognised.
pub(super) const NAMES: [&str; 9] = [
    "zarr_conventions",
    "proj:code",
    "proj:wkt2",
    "proj:projjson",
    "spatial:transform",
    "spatial:bbox",
    "spatial:dimensions",
    "spatial:shape",
    "_CRS",
];
/// The most items of a list that are read.
const LISTED: usize = 64;

/// Where a plane lies on the earth.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct GeoPlace {
    /// The conventions that the attributes name.
    pub conventions: Vec<String>,
    /// The coordinate reference system: a code, or the name that a description begins with.
    pub crs: Option<String>,
    /// The attribute that says so.
    pub crs_from: Option<&'static str>,
    /// The names of rows and columns.
    pub dimensions: Vec<String>,
    /// From columns and rows to coordinates: `x = a·column + b·row + c`, `y = d·column + e·row + f`.
    pub transform: Option<[f64; 6]>,
    /// The least and the greatest coordinates: x, y, x, y.
    pub bbox: Option<[f64; 4]>,
    /// The paths of the sizes that it is there in.
    pub levels: Vec<String>,
    /// What is odd, or cannot be used.
    pub notes: Vec<MeaningNote>,
}

impl GeoPlace {
    /// Reads the attributes of a node; `None` where they say nothing of it.
    pub fn read(attributes: &Map<String, Value>) -> Option<Self> {
        NAMES.iter().any(|name| attributes.contains_key(*name)).then_some(())?;
        let mut notes = MeaningNotes::default();
        let (crs, crs_from) = crs(attributes, &mut notes).unzip();
        let found = Self {
            conventions: conventions(attributes, &mut notes),
            crs,
            crs_from,
            dimensions: names(attributes, "spatial:dimensions", &mut notes),
            transform: numbers(attributes, "spatial:transform", &mut notes),
            bbox: numbers(attributes, "spatial:bbox", &mut notes),
            levels: levels(attributes),
            notes: Vec::new(),
        };
        Some(Self { notes: notes.0, ..found })
    }

    /// What it is, in a few words: `EPSG:32631, 3 levels`.
    pub fn in_short(&self) -> String {
        let crs = self.crs.clone().or_else(|| self.conventions.first().cloned());
        let mut parts = vec![crs.unwrap_or_else(|| "a place on the earth".to_owned())];
        let levels = self.levels.len();
        parts.extend((levels > 0).then(|| crate::metadata::text::count(levels as u128, "level")));
        parts.join(", ")
    }
}

/// The names of the conventions, whatever form each has.
fn conventions(attributes: &Map<String, Value>, notes: &mut MeaningNotes) -> Vec<String> {
    let Some(value) = attributes.get("zarr_conventions") else { return Vec::new() };
    let name = |one: &Value| {
        let own =
            ["name", "spec_url", "schema_url", "uuid"].into_iter().find_map(|name| one.get(name)?.as_str());
        one.as_str().or(own).map(beginning)
    };
    match value {
        Value::Array(all) => all.iter().take(LISTED).filter_map(name).collect(),
        Value::Object(all) => all.keys().take(LISTED).map(|name| beginning(name)).collect(),
        other => {
            notes.unexpected("zarr_conventions", "a list of conventions", other);
            Vec::new()
        }
    }
}

/// The coordinate reference system, in the form that is shortest, and the attribute it is from.
fn crs(attributes: &Map<String, Value>, notes: &mut MeaningNotes) -> Option<(String, &'static str)> {
    if let Some(code) = attributes.get("proj:code").and_then(Value::as_str) {
        return Some((beginning(code), "proj:code"));
    }
    let wkt = attributes.get("proj:wkt2").and_then(Value::as_str).and_then(wkt_name);
    if let Some(name) = wkt {
        return Some((name, "proj:wkt2"));
    }
    if let Some(name) = attributes.get("proj:projjson").and_then(projjson_name) {
        return Some((name, "proj:projjson"));
    }
    let own = attributes.get("_CRS")?;
    let found = own
        .get("url")
        .and_then(Value::as_str)
        .map(url_code)
        .or_else(|| own.get("projjson").and_then(projjson_name))
        .or_else(|| own.get("wkt").and_then(Value::as_str).and_then(wkt_name));
    if found.is_none() {
        notes.unexpected("_CRS", "a url, wkt or projjson", own);
    }
    found.map(|found| (found, "_CRS"))
}

/// `EPSG:32631` for `http://www.opengis.net/def/crs/EPSG/0/32631`.
fn url_code(url: &str) -> String {
    let mut parts = url.rsplit('/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(code), Some(_), Some(authority)) if url.contains("/def/crs/") => {
            beginning(&format!("{}:{}", beginning(authority), beginning(code)))
        }
        _ => beginning(url),
    }
}

/// The name that a text of WKT begins with: `PROJCRS["WGS 84 / UTM zone 31N", …`.
fn wkt_name(wkt: &str) -> Option<String> {
    let (_, rest) = wkt.split_once('"')?;
    Some(beginning(rest.split_once('"')?.0))
}

fn projjson_name(value: &Value) -> Option<String> {
    let id = value.get("id").and_then(|id| {
        let code = id.get("code")?;
        let code = code.as_str().map_or_else(|| code.to_string(), str::to_owned);
        Some(beginning(&format!("{}:{code}", id.get("authority")?.as_str()?)))
    });
    id.or_else(|| value.get("name")?.as_str().map(beginning))
}

fn names(attributes: &Map<String, Value>, name: &str, notes: &mut MeaningNotes) -> Vec<String> {
    let Some(value) = attributes.get(name) else { return Vec::new() };
    let found = value
        .as_array()
        .map(|all| all.iter().take(LISTED).filter_map(Value::as_str).map(beginning).collect());
    found.unwrap_or_else(|| {
        notes.unexpected(name, "a list of names", value);
        Vec::new()
    })
}

/// As many numbers as there have to be, all of them finite.
fn numbers<const N: usize>(
    attributes: &Map<String, Value>,
    name: &str,
    notes: &mut MeaningNotes,
) -> Option<[f64; N]> {
    let value = attributes.get(name)?;
    let number = |value: &Value| read_number(value).map(RawNumber::real).filter(|own| own.is_finite());
    let all = value.as_array().filter(|all| all.len() == N);
    let all: Option<Vec<f64>> = all.and_then(|all| all.iter().map(number).collect());
    let found = all.and_then(|all| all.try_into().ok());
    if found.is_none() {
        notes.add(name, format!("expected {N} numbers, found {}; they are not used", shown(value)));
    }
    found
}

/// The paths of the sizes, in the layout of the convention `multiscales`.
fn levels(attributes: &Map<String, Value>) -> Vec<String> {
    let layout = attributes.get("multiscales").and_then(|own| own.get("layout")).and_then(Value::as_array);
    layout.into_iter().flatten().take(LISTED).filter_map(level_path).map(beginning).collect()
}

fn level_path(level: &Value) -> Option<&str> {
    ["asset", "group", "path"].into_iter().find_map(|name| level.get(name)?.as_str())
}
