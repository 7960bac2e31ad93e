//! What the [Zarr conventions](https://github.com/zarr-conventions/zarr-conventions-spec) of `GeoZarr` ask of one node: how it names them, and
//! the members of [spatial](https://github.com/zarr-conventions/spatial) and [proj](https://github.com/zarr-conventions/proj).

use serde_json::{Map, Value};

use super::attributes::{LISTED, attributes, dimension_names};
use super::conventions::{
    CONVENTION_FORM, CONVENTION_UNDECLARED, LAYOUT_FORM, PROJ_FORM, SPATIAL_FORM, SPATIAL_PLACE,
};
use super::ome_form::shown;
use super::{Breach, BreachPlace, Rule};
use crate::hierarchy::Hierarchy;
use crate::meaning::{CellRegistration, MULTISCALES, PROJ, SPATIAL, ZarrConvention, computed_text};
use crate::metadata::{GroupOrArray, NodeDocument, join_pointer};

pub(super) struct GeoCheck<'a> {
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) key: &'a str,
    pub(super) path: &'a str,
    pub(super) document: &'a NodeDocument,
    pub(super) found: &'a mut Vec<Breach>,
}

/// Where a plane of cells lies.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct SpatialPlane {
    pub(super) transform: Option<[f64; 6]>,
    pub(super) bbox: Option<[f64; 4]>,
    /// Rows and columns.
    pub(super) shape: Option<[u64; 2]>,
    pub(super) registration: CellRegistration,
}

const ITEM_MEMBERS: [&str; 5] = ["uuid", "schema_url", "spec_url", "name", "description"];
const CRS: [&str; 3] = ["proj:code", "proj:wkt2", "proj:projjson"];
/// Of a cell: coordinates that are rounded lie nearer, and those of centres instead of corners are half of one away.
const TOLERANCE: f64 = 0.1;
/// What a level may lack of the extent of all: less than one of its cells, where their number does not divide.
const LEVEL_TOLERANCE: f64 = 0.999;

impl GeoCheck<'_> {
    pub(super) fn add(&mut self, rule: &'static Rule, pointer: &str, reason: String) {
        let place = BreachPlace::attribute(self.document, pointer);
        self.found.push(Breach { rule, path: self.path.to_owned(), place, reason });
    }

    pub(super) fn all(&mut self) {
        let Some(attributes) = attributes(self.document) else { return };
        let declared = self.declared(attributes);
        for own in [&SPATIAL, &PROJ, &MULTISCALES] {
            let is_used = match own.prefix {
                "multiscales" => attributes.get("multiscales").is_some_and(|own| own.get("layout").is_some()),
                prefix => attributes.keys().any(|name| name.starts_with(prefix)),
            };
            if is_used && !declared.contains(&own) {
                let reason = format!("expected the convention {} ({}), found none", own.name, own.uuid);
                self.add(&CONVENTION_UNDECLARED, "/zarr_conventions", reason);
            }
        }
        let mut plane = self.plane("", attributes);
        if let Ok(GroupOrArray::Array(array)) = &self.document.node {
            if declared.contains(&&SPATIAL) {
                self.required(attributes, &["spatial:dimensions"], &SPATIAL_FORM);
            }
            if declared.contains(&&MULTISCALES) {
                let reason = "expected multiscales in a group, found it in an array".to_owned();
                self.add(&LAYOUT_FORM, "/zarr_conventions", reason);
            }
            let names = dimension_names(array);
            let dimensions = self.dimensions(attributes, Some(names));
            if let (Some(dimensions), Ok(shape)) = (dimensions, &array.shape) {
                self.own_shape(&mut plane, plane_shape(&dimensions, names, shape), "");
            }
        } else {
            let dimensions = self.dimensions(attributes, None);
            self.layout(attributes, declared.contains(&&MULTISCALES), dimensions.as_ref(), &plane);
        }
        self.place("", &plane);
        if declared.contains(&&PROJ) {
            self.required(attributes, &CRS, &PROJ_FORM);
        }
        self.crs(attributes);
    }

    fn declared(&mut self, attributes: &Map<String, Value>) -> Vec<&'static ZarrConvention> {
        let mut declared = Vec::new();
        let items = match attributes.get("zarr_conventions") {
            Some(Value::Array(items)) => items,
            Some(other) => {
                let reason = format!("expected an array of conventions, found {}", shown(other));
                self.add(&CONVENTION_FORM, "/zarr_conventions", reason);
                if let Some(members) = other.as_object() {
                    declared.extend(members.keys().filter_map(|id| ZarrConvention::named(id)));
                }
                return declared;
            }
            None => return declared,
        };
        for (index, item) in items.iter().take(LISTED).enumerate() {
            let pointer = format!("/zarr_conventions/{index}");
            let own = ZarrConvention::of(item);
            if own.is_some_and(|own| declared.contains(&own)) {
                self.add(
                    &CONVENTION_FORM,
                    &pointer,
                    "expected each convention once, found it again".to_owned(),
                );
            }
            declared.extend(own);
            self.item(&pointer, item);
        }
        declared
    }

    fn item(&mut self, pointer: &str, item: &Value) {
        let Some(members) = item.as_object() else {
            let reason =
                format!("expected an object with a uuid, schema_url or spec_url, found {}", shown(item));
            return self.add(&CONVENTION_FORM, pointer, reason);
        };
        if !ITEM_MEMBERS.iter().take(3).any(|name| members.contains_key(*name)) {
            let reason = format!("expected a uuid, schema_url or spec_url, found {}", shown(item));
            self.add(&CONVENTION_FORM, pointer, reason);
        }
        for (name, value) in members.iter().take(LISTED) {
            let place = join_pointer(pointer, name);
            if !ITEM_MEMBERS.contains(&name.as_str()) {
                let reason = format!("expected no member but {}, found another one", ITEM_MEMBERS.join(", "));
                self.add(&CONVENTION_FORM, &place, reason);
            } else if !value.is_string() || name == "uuid" && !value.as_str().is_some_and(is_uuid) {
                let what = if name == "uuid" { "a UUID in small letters" } else { "a text" };
                self.add(&CONVENTION_FORM, &place, format!("expected {what}, found {}", shown(value)));
            }
        }
    }

    fn required(&mut self, attributes: &Map<String, Value>, names: &[&str], rule: &'static Rule) {
        if !names.iter().any(|name| attributes.get(*name).is_some_and(|own| !own.is_null())) {
            let reason = format!("expected {}, as zarr_conventions says, found none", names.join(", or "));
            self.add(rule, &join_pointer("", names.first().copied().unwrap_or_default()), reason);
        }
    }

    fn crs(&mut self, attributes: &Map<String, Value>) {
        for name in CRS {
            let Some(value) = attributes.get(name).filter(|value| !value.is_null()) else { continue };
            let (is_sound, expected) = match name {
                "proj:code" => {
                    (value.as_str().is_some_and(is_code), "an authority and a code, such as EPSG:4326")
                }
                "proj:wkt2" => (value.as_str().is_some_and(is_wkt2), "WKT2, such as PROJCRS[…]"),
                _ => (
                    value.get("type").is_some_and(Value::is_string),
                    "an object of PROJJSON, which has a type",
                ),
            };
            if !is_sound {
                let reason = format!("expected {expected}, found {}", shown(value));
                self.add(&PROJ_FORM, &join_pointer("", name), reason);
            }
        }
    }

    /// Of a node, or of a level in a layout.
    pub(super) fn plane(&mut self, before: &str, members: &Map<String, Value>) -> SpatialPlane {
        let mut plane = SpatialPlane {
            transform: self.numbers(before, members, "spatial:transform"),
            bbox: self.numbers(before, members, "spatial:bbox"),
            shape: None,
            registration: CellRegistration::default(),
        };
        let name = "spatial:shape";
        if let Some(shape) = self.numbers::<2>(before, members, name) {
            let edges = members.get(name).and_then(Value::as_array).into_iter().flatten();
            let edges: Vec<u64> = edges.filter_map(Value::as_u64).filter(|edge| *edge > 0).collect();
            plane.shape = edges.try_into().ok();
            if plane.shape.is_none() {
                let found = shape.map(computed_text).join(", ");
                let reason = format!("expected a number of rows and one of columns, found {found}");
                self.add(&SPATIAL_FORM, &join_pointer(before, name), reason);
            }
        }
        if let Some(value) = members.get("spatial:registration") {
            match CellRegistration::read(value) {
                Some(own) => plane.registration = own,
                None => {
                    let reason = format!("expected \"pixel\" or \"node\", found {}", shown(value));
                    self.add(&SPATIAL_FORM, &join_pointer(before, "spatial:registration"), reason);
                }
            }
        }
        if let Some(value) = members.get("spatial:transform_type") {
            let pointer = join_pointer(before, "spatial:transform_type");
            if value == "affine" && !members.contains_key("spatial:transform") {
                let reason = "expected spatial:transform beside the type \"affine\", found none".to_owned();
                self.add(&SPATIAL_FORM, &pointer, reason);
            } else if !value.is_string() {
                self.add(&SPATIAL_FORM, &pointer, format!("expected a text, found {}", shown(value)));
            }
            if value != "affine" {
                plane.transform = None;
            }
        }
        plane
    }

    fn numbers<const N: usize>(
        &mut self,
        before: &str,
        members: &Map<String, Value>,
        name: &str,
    ) -> Option<[f64; N]> {
        let value = members.get(name)?;
        let numbers: Option<Vec<f64>> =
            value.as_array().and_then(|all| all.iter().take(LISTED).map(Value::as_f64).collect());
        let numbers: Option<[f64; N]> = numbers.and_then(|numbers| numbers.try_into().ok());
        if numbers.is_none() {
            let found = match value.as_array() {
                Some(all) if all.len() != N => format!("{} items", all.len()),
                _ => shown(value),
            };
            self.add(
                &SPATIAL_FORM,
                &join_pointer(before, name),
                format!("expected {N} numbers, found {found}"),
            );
        }
        numbers
    }

    /// Rows and columns by their names, which the dimensions of an array have too.
    fn dimensions(
        &mut self,
        attributes: &Map<String, Value>,
        names: Option<&[Option<String>]>,
    ) -> Option<[String; 2]> {
        const NAME: &str = "/spatial:dimensions";
        let value = attributes.get("spatial:dimensions")?;
        let own: Option<Vec<String>> = value
            .as_array()
            .and_then(|all| all.iter().take(LISTED).map(|name| name.as_str().map(str::to_owned)).collect());
        let own: Option<[String; 2]> = own.and_then(|own| own.try_into().ok());
        let Some([y, x]) = &own else {
            let reason = format!("expected two names, of rows and of columns, found {}", shown(value));
            self.add(&SPATIAL_FORM, NAME, reason);
            return None;
        };
        if y == x {
            self.add(
                &SPATIAL_FORM,
                NAME,
                format!("expected two names, found {} twice", shown(&Value::from(y.as_str()))),
            );
            return None;
        }
        for (index, name) in [y, x].into_iter().enumerate() {
            if let Some(names) = names
                && !names.iter().flatten().any(|own| own == name)
            {
                let known: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
                let known = if known.is_empty() { "which has none".to_owned() } else { known.join(", ") };
                let found = shown(&Value::from(name.as_str()));
                let reason = format!("expected a name of a dimension of the array ({known}), found {found}");
                self.add(&SPATIAL_FORM, &format!("{NAME}/{index}"), reason);
                return None;
            }
        }
        own
    }

    pub(super) fn own_shape(&mut self, plane: &mut SpatialPlane, is: Option<[u64; 2]>, before: &str) {
        let (Some(said), Some(is)) = (plane.shape.or(is), is) else { return };
        if said != is {
            let [rows, columns] = is;
            let reason = format!(
                "expected {rows} rows and {columns} columns, as the array has, found {} and {}",
                said[0], said[1]
            );
            self.add(&SPATIAL_PLACE, &join_pointer(before, "spatial:shape"), reason);
        }
        plane.shape = Some(is);
    }

    pub(super) fn place(&mut self, before: &str, plane: &SpatialPlane) {
        if let Some([west, south, east, north]) = plane.bbox
            && (west > east || south > north)
        {
            let reason = format!(
                "expected the smallest x and y before the largest, found {}",
                numbers(&[west, south, east, north])
            );
            return self.add(&SPATIAL_PLACE, &join_pointer(before, "spatial:bbox"), reason);
        }
        let Some(transform) = plane.transform else { return };
        let [x_column, x_row, _, y_column, y_row, _] = transform;
        let area = x_column * y_row - x_row * y_column;
        if area.abs() < f64::MIN_POSITIVE {
            let reason = format!(
                "expected a transform that tells rows and columns apart, found {}",
                numbers(&transform)
            );
            return self.add(&SPATIAL_PLACE, &join_pointer(before, "spatial:transform"), reason);
        }
        if let (Some(bbox), Some(extent)) = (plane.bbox, plane.extent()) {
            let [width, height] = [x_column.abs() + x_row.abs(), y_column.abs() + y_row.abs()];
            let sizes = [width, height, width, height];
            let tolerance = if before.is_empty() { TOLERANCE } else { LEVEL_TOLERANCE };
            let is_near = |((said, is), cell): ((&f64, &f64), f64)| {
                (said - is).abs() <= cell * tolerance + is.abs() * 1e-9
            };
            if !bbox.iter().zip(&extent).zip(sizes).all(is_near) {
                let [rows, columns] = plane.shape.unwrap_or_default();
                let [extent, bbox] = [extent, bbox].map(|all| numbers(&all));
                // A level has no box of its own.
                let (name, reason) = if before.is_empty() {
                    let says = format!("as the transform of {rows} rows and {columns} columns says");
                    ("spatial:bbox", format!("expected {extent}, {says}, found {bbox}"))
                } else {
                    let reason = format!(
                        "expected {bbox}, as spatial:bbox says, found {extent} by the transform of {rows} rows and {columns} \
                         columns"
                    );
                    ("spatial:transform", reason)
                };
                self.add(&SPATIAL_PLACE, &join_pointer(before, name), reason);
            }
        }
    }
}

impl SpatialPlane {
    /// From the outermost corners of cells, or from their centres if coordinates are of those.
    #[expect(clippy::cast_precision_loss, reason = "an extent is compared with a tolerance")]
    fn extent(&self) -> Option<[f64; 4]> {
        let [x_column, x_row, x_start, y_column, y_row, y_start] = self.transform?;
        let less = u64::from(self.registration == CellRegistration::Node);
        let [rows, columns] = self.shape?.map(|edge| edge.saturating_sub(less) as f64);
        let mut extent = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        for (column, row) in [(0.0, 0.0), (columns, 0.0), (0.0, rows), (columns, rows)] {
            let x = x_column * column + x_row * row + x_start;
            let y = y_column * column + y_row * row + y_start;
            extent = [extent[0].min(x), extent[1].min(y), extent[2].max(x), extent[3].max(y)];
        }
        Some(extent)
    }
}

pub(super) fn plane_shape(
    dimensions: &[String; 2],
    names: &[Option<String>],
    shape: &[u64],
) -> Option<[u64; 2]> {
    let edge = |name: &String| {
        let index = names.iter().position(|own| own.as_ref() == Some(name))?;
        shape.get(index).copied()
    };
    let [y, x] = dimensions;
    Some([edge(y)?, edge(x)?])
}

pub(super) fn numbers(all: &[f64]) -> String {
    all.iter().map(|number| computed_text(*number)).collect::<Vec<_>>().join(", ")
}

fn is_uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_hex = |part: &&str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]) && parts.iter().all(is_hex)
}

/// The pattern of the newest schema: older ones ask for capitals and digits, which `IAU_2015:30100` does not have.
fn is_code(text: &str) -> bool {
    text.split_once(':')
        .is_some_and(|(authority, code)| !authority.is_empty() && !code.is_empty() && !code.contains(':'))
}

/// A keyword and a bracket. Those of WKT1, such as PROJCS, are not of ISO 19162.
fn is_wkt2(text: &str) -> bool {
    const WKT1: [&str; 7] = ["PROJCS", "GEOGCS", "GEOCCS", "COMPD_CS", "VERT_CS", "LOCAL_CS", "FITTED_CS"];
    let keyword = text.trim_start().split(['[', '(']).next().unwrap_or_default().trim_end();
    let is_word = keyword.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    keyword.len() < text.trim().len()
        && is_word
        && keyword.len() > 2
        && !WKT1.contains(&keyword.to_uppercase().as_str())
}
