//! Where a plane lies on the earth: `GeoZarr`, the conventions that Zarr has for it, and GDAL.
//!
//! Source: [Zarr conventions](https://github.com/zarr-conventions/zarr-conventions-spec),
//! [spatial](https://github.com/zarr-conventions/spatial), [proj](https://github.com/zarr-conventions/proj),
//! [multiscales](https://github.com/zarr-conventions/multiscales), none of which is stable yet, and
//! [GDAL](https://gdal.org/en/stable/drivers/raster/zarr.html#srs-encoding)
//!
//! ```json
//! {"proj:code": "EPSG:32631", "spatial:dimensions": ["y", "x"], "spatial:transform": [10, 0, 300000, 0, -10, 5000040],
//!  "spatial:bbox": [300000, 4890240, 409800, 5000040]}
//! {"_CRS": {"url": "http://www.opengis.net/def/crs/EPSG/0/32631"}}
//! ```

use serde_json::{Map, Value};

use super::attributes::{MeaningNote, MeaningNotes, beginning, finite, shown};

pub(super) const NAMES: [&str; 11] = [
    "zarr_conventions",
    "proj:code",
    "proj:wkt2",
    "proj:projjson",
    "spatial:transform",
    "spatial:bbox",
    "spatial:dimensions",
    "spatial:shape",
    "spatial:registration",
    "spatial:transform_type",
    "_CRS",
];
const LISTED: usize = 64;

/// A convention that is read. The name does not identify it: only the id does, or an address where there is no id.
#[derive(Debug, PartialEq, Eq)]
pub struct ZarrConvention {
    pub name: &'static str,
    pub uuid: &'static str,
    /// As its own page says.
    pub maturity: &'static str,
    /// Repositories that it has been in.
    repositories: &'static [&'static str],
    /// What its attributes begin with.
    pub prefix: &'static str,
}

pub static SPATIAL: ZarrConvention = ZarrConvention {
    name: "spatial",
    uuid: "689b58e2-cf7b-45e0-9fff-9cfc0883d6b4",
    maturity: "pilot",
    repositories: &["/spatial/"],
    prefix: "spatial:",
};
pub static PROJ: ZarrConvention = ZarrConvention {
    name: "proj",
    uuid: "f17cb550-5864-4468-aeb7-f3180cfb622f",
    maturity: "proposal",
    repositories: &["/proj/", "/geo-proj/"],
    prefix: "proj:",
};
pub static MULTISCALES: ZarrConvention = ZarrConvention {
    name: "multiscales",
    uuid: "d35379db-88df-4056-af3a-620245f8e347",
    maturity: "proposal",
    repositories: &["/multiscales/"],
    prefix: "multiscales",
};

impl ZarrConvention {
    /// What an item of `zarr_conventions` names. An older form has a text, or members that are called by the ids.
    pub fn of(item: &Value) -> Option<&'static Self> {
        let text = |name: &str| item.get(name).and_then(Value::as_str);
        if let Some(uuid) = text("uuid") {
            return Self::all().find(|own| own.uuid == uuid);
        }
        if let Some(url) = text("schema_url").or_else(|| text("spec_url")) {
            let is_own = |own: &&Self| own.repositories.iter().any(|name| url.contains(name));
            let is_there = url.contains("/zarr-conventions/") || url.contains("/zarr-experimental/");
            return Self::all().find(is_own).filter(|_| is_there);
        }
        item.as_str().or_else(|| text("name")).and_then(Self::named)
    }

    pub fn named(name: &str) -> Option<&'static Self> {
        let short = name.trim_end_matches(':');
        Self::all().find(|own| own.uuid == name || own.name == short.strip_prefix("geo-").unwrap_or(short))
    }

    fn all() -> impl Iterator<Item = &'static Self> {
        [&SPATIAL, &PROJ, &MULTISCALES].into_iter()
    }
}

/// What coordinates are of: the corners of cells, or their centres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum CellRegistration {
    #[default]
    Pixel,
    Node,
}

impl CellRegistration {
    pub fn read(value: &Value) -> Option<Self> {
        match value.as_str()? {
            "pixel" => Some(Self::Pixel),
            "node" => Some(Self::Node),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Pixel => "pixel",
            Self::Node => "node",
        }
    }
}

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
    /// Rows and columns.
    #[cfg_attr(feature = "explorer", serde(skip_serializing_if = "Option::is_none"))]
    pub shape: Option<[f64; 2]>,
    #[cfg_attr(feature = "explorer", serde(skip_serializing_if = "Option::is_none"))]
    pub registration: Option<CellRegistration>,
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
            transform: numbers(attributes, "spatial:transform", &mut notes).filter(|_| is_affine(attributes)),
            bbox: numbers(attributes, "spatial:bbox", &mut notes),
            shape: numbers(attributes, "spatial:shape", &mut notes),
            registration: attributes.get("spatial:registration").and_then(|value| {
                let own = CellRegistration::read(value);
                if own.is_none() {
                    notes.unexpected("spatial:registration", "\"pixel\" or \"node\"", value);
                }
                own
            }),
            levels: levels(attributes),
            notes: notes.0,
        })
    }

    /// What the layout of a group says of the level at this path below it, which may be a group of arrays.
    pub fn of_level(attributes: &Map<String, Value>, path: &str) -> Option<Self> {
        let layout = attributes.get("multiscales")?.get("layout")?.as_array()?;
        let is_own = |level: &&Value| {
            let asset = level.get("asset").and_then(Value::as_str);
            asset.is_some_and(|asset| {
                path.strip_prefix(asset).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let level = layout.iter().take(LISTED).find(is_own)?;
        level.as_object().and_then(Self::read)
    }

    /// The step and the first coordinate of the centres of cells along a dimension. A turned plane has none.
    pub fn along(&self, dimensions: &[String], name: &str) -> Option<[f64; 2]> {
        let [x_column, x_row, x_start, y_column, y_row, y_start] = self.transform?;
        if x_row != 0.0 || y_column != 0.0 {
            return None;
        }
        let [y, x] = dimensions else { return None };
        let (step, start) = match name {
            _ if name == x => (x_column, x_start),
            _ if name == y => (y_row, y_start),
            _ => return None,
        };
        let to_centre = match self.registration.unwrap_or_default() {
            CellRegistration::Pixel => 0.5,
            CellRegistration::Node => 0.0,
        };
        (step != 0.0).then_some([step, start + to_centre * step])
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

/// Another type of transform has its numbers elsewhere, or none.
fn is_affine(attributes: &Map<String, Value>) -> bool {
    attributes.get("spatial:transform_type").is_none_or(|own| own == "affine")
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
