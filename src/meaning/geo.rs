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

use super::attributes::{MeaningNote, MeaningNotes, beginning, finite, shown};

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
const LISTED: usize = 64;

#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct GeoPlace {
    pub conventions: Vec<String>,
    pub crs: Option<String>,
    pub crs_from: Option<&'static str>,
    pub dimensions: Vec<String>,
    /// From columns and rows to coordinates: `x = a·column + b·row + c`, `y = d·column + e·row + f`.
    pub transform: Option<[f64; 6]>,
    pub bbox: Option<[f64; 4]>,
    pub levels: Vec<String>,
    pub notes: Vec<MeaningNote>,
}

impl GeoPlace {
    pub fn read(attributes: &Map<String, Value>) -> Option<Self> {
        if !NAMES.iter().any(|name| attributes.contains_key(*name)) {
            return None;
        }
        let mut notes = MeaningNotes::default();
        let (crs, crs_from) = crs(attributes, &mut notes).unzip();
        Some(Self {
            crs,
            crs_from,
            conventions: conventions(attributes, &mut notes),
            dimensions: names(attributes, "spatial:dimensions", &mut notes),
            transform: numbers(attributes, "spatial:transform", &mut notes),
            bbox: numbers(attributes, "spatial:bbox", &mut notes),
            levels: levels(attributes),
            notes: notes.0,
        })
    }

    pub fn in_short(&self) -> String {
        let place = match self.crs.as_ref().or(self.conventions.first()) {
            Some(place) => place,
            None => "a place on the earth",
        };
        match self.levels.len() {
            0 => place.to_owned(),
            levels => format!("{place}, {}", crate::metadata::text::count(levels as u128, "level")),
        }
    }
}

fn conventions(attributes: &Map<String, Value>, notes: &mut MeaningNotes) -> Vec<String> {
    let mut names = Vec::new();
    match attributes.get("zarr_conventions") {
        Some(Value::Array(all)) => {
            for one in all.iter().take(LISTED) {
                let own = ["name", "spec_url", "schema_url", "uuid"];
                let own = own.into_iter().find_map(|name| one.get(name)?.as_str());
                names.extend(one.as_str().or(own).map(beginning));
            }
        }
        Some(Value::Object(all)) => names.extend(all.keys().take(LISTED).map(|name| beginning(name))),
        Some(other) => notes.unexpected("zarr_conventions", "a list of conventions", other),
        None => {}
    }
    names
}

fn crs(attributes: &Map<String, Value>, notes: &mut MeaningNotes) -> Option<(String, &'static str)> {
    if let Some(Value::String(code)) = attributes.get("proj:code") {
        return Some((beginning(code), "proj:code"));
    }
    if let Some(name) = attributes.get("proj:wkt2").and_then(wkt_name) {
        return Some((name, "proj:wkt2"));
    }
    if let Some(name) = attributes.get("proj:projjson").and_then(projjson_name) {
        return Some((name, "proj:projjson"));
    }
    let own = attributes.get("_CRS")?;
    if let Some(Value::String(url)) = own.get("url") {
        let mut parts = url.rsplit('/');
        let code = match (parts.next(), parts.next(), parts.next()) {
            (Some(code), Some(_), Some(authority)) if url.contains("/def/crs/") => {
                beginning(&format!("{}:{}", beginning(authority), beginning(code)))
            }
            _ => beginning(url),
        };
        return Some((code, "_CRS"));
    }
    if let Some(name) = own.get("projjson").and_then(projjson_name) {
        return Some((name, "_CRS"));
    }
    if let Some(name) = own.get("wkt").and_then(wkt_name) {
        return Some((name, "_CRS"));
    }
    notes.unexpected("_CRS", "a url, wkt or projjson", own);
    None
}

fn wkt_name(wkt: &Value) -> Option<String> {
    let (_, rest) = wkt.as_str()?.split_once('"')?;
    Some(beginning(rest.split_once('"')?.0))
}

fn projjson_name(value: &Value) -> Option<String> {
    if let Some(id) = value.get("id")
        && let Some(code) = id.get("code")
        && let Some(Value::String(authority)) = id.get("authority")
    {
        return Some(match code {
            Value::String(code) => beginning(&format!("{authority}:{code}")),
            other => beginning(&format!("{authority}:{other}")),
        });
    }
    Some(beginning(value.get("name")?.as_str()?))
}

fn names(attributes: &Map<String, Value>, name: &str, notes: &mut MeaningNotes) -> Vec<String> {
    let mut names = Vec::new();
    match attributes.get(name) {
        Some(Value::Array(all)) => {
            for item in all.iter().take(LISTED) {
                if let Value::String(item) = item {
                    names.push(beginning(item));
                }
            }
        }
        Some(value) => notes.unexpected(name, "a list of names", value),
        None => {}
    }
    names
}

fn numbers<const N: usize>(
    attributes: &Map<String, Value>,
    name: &str,
    notes: &mut MeaningNotes,
) -> Option<[f64; N]> {
    let value = attributes.get(name)?;
    if let Value::Array(all) = value
        && all.len() == N
        && let Some(found) = all.iter().map(finite).collect::<Option<Vec<f64>>>()
        && let Ok(found) = found.try_into()
    {
        return Some(found);
    }
    notes.add(name, format!("expected {N} numbers, found {}; they are not used", shown(value)));
    None
}

fn levels(attributes: &Map<String, Value>) -> Vec<String> {
    let mut levels = Vec::new();
    if let Some(multiscales) = attributes.get("multiscales")
        && let Some(Value::Array(layout)) = multiscales.get("layout")
    {
        for level in layout.iter().take(LISTED) {
            let path = ["asset", "group", "path"].into_iter().find_map(|name| level.get(name)?.as_str());
            levels.extend(path.map(beginning));
        }
    }
    levels
}
