//! The coordinates of elements: the labels along each dimension, and the arrays that the attribute `coordinates` names, which
//! may vary along several dimensions, as the latitudes of a curvilinear grid do.
//!
//! Source: [CF conventions, two-dimensional latitude and longitude](https://cfconventions.org/cf-conventions/cf-conventions.html#_two_dimensional_latitude_longitude_coordinate_variables).

use std::{cell::OnceCell, sync::Arc};

use super::axis_labels::is_latitude;
use super::image_levels::LevelPlace;
use super::label_scan::LabelKind;
use super::labels::{LabelError, coordinate, group_of, is_same_name};
use super::{
    Array, LabelPick, LabelPlace, LabelProgress, LabelQuery, LabelReport, NumberType, Region, UnreadLabels,
    number::with_digits,
};
use crate::codec::DecodeOptions;
use crate::limits::{LABELLED_DIMENSIONS, LABELS, LEVELS};
use crate::meaning::Meaning;
use crate::metadata::text::{count, escape};
use crate::metadata::{Elements, Scalar, delinear, lengths, linear, product};
use crate::store::join;

/// Elements of both coordinates that are read at once.
const PIECE: u64 = 1 << 20;
/// The mean radius of the earth in kilometres.
const RADIUS: f64 = 6371.0;
const NORTH: &str = "degree_n";
const EAST: &str = "degree_e";

/// A coordinate of the elements of a region.
#[derive(Debug, Clone)]
pub struct CoordinateColumn {
    pub name: String,
    pub unit: Option<String>,
    /// The dimensions of the array along which it varies, in its own order.
    pub(super) dimensions: Vec<usize>,
    shape: Vec<u64>,
    /// `None` where a dimension has no labels: then the index is the coordinate.
    values: Option<(Elements, Option<Arc<Meaning>>)>,
}

impl CoordinateColumn {
    pub fn has_labels(&self) -> bool {
        self.values.is_some()
    }

    /// The coordinate of the element at `coords` of the array, which is `within` the region.
    pub fn value(&self, coords: &[u64], within: &[u64]) -> Option<(Scalar, Option<&Meaning>)> {
        let along = |from: &[u64]| -> Option<Vec<u64>> {
            self.dimensions.iter().map(|dimension| from.get(*dimension).copied()).collect()
        };
        match &self.values {
            Some((values, meaning)) => {
                let index = linear(&along(within)?, &self.shape)?;
                Some((values.get(usize::try_from(index).ok()?)?, meaning.as_deref()))
            }
            None => Some((Scalar::Integer(along(coords)?.first().copied()?.into()), None)),
        }
    }
}

impl CoordinateColumn {
    pub(super) fn is_latitude(&self) -> bool {
        self.unit.as_deref().is_some_and(is_latitude)
    }

    /// Of an element of the whole array.
    pub(super) fn number(&self, coords: &[u64]) -> Option<f64> {
        match self.value(coords, coords)? {
            (value, Some(meaning)) => meaning.table_text(&value).parse().ok(),
            (value, None) => value.to_string().parse().ok(),
        }
    }
}

/// An array that `coordinates` names, and the dimensions of the array that names it along which it varies.
pub(super) struct Auxiliary {
    name: String,
    pub(super) array: Array,
    pub(super) dimensions: Vec<usize>,
}

#[doc(hidden)]
impl Array {
    /// Those along the dimensions come first, in their order.
    pub fn coordinate_columns(
        &self,
        place: LabelPlace,
        region: &Region,
        options: &DecodeOptions,
    ) -> (Vec<CoordinateColumn>, Vec<UnreadLabels>) {
        let names = self.dimension_names(place.hierarchy, place.key);
        let image = OnceCell::new();
        let (mut columns, mut unread) = (Vec::new(), Vec::new());
        for (dimension, size) in self.metadata.shape.iter().enumerate() {
            let name = names.get(dimension).cloned().flatten();
            let found = match &name {
                Some(name) if dimension < LABELLED_DIMENSIONS => along(place, &image, name, *size),
                _ => Ok(None),
            };
            let name = name.unwrap_or_else(|| format!("dim_{dimension}"));
            let mut keep = |why: String| unread.push(UnreadLabels { name: name.clone(), why });
            let found = found.unwrap_or_else(|error| {
                keep(error.to_string());
                None
            });
            let column = found.and_then(|(array, unit)| {
                let found = Auxiliary { name: name.clone(), array, dimensions: vec![dimension] };
                found.column(unit, region, LABELS, options).map_err(&mut keep).ok()
            });
            let plain = || CoordinateColumn {
                name: name.clone(),
                unit: None,
                dimensions: vec![dimension],
                shape: vec![],
                values: None,
            };
            columns.push(column.unwrap_or_else(plain));
        }
        let (others, unread_too) = self.auxiliary_columns(place, &names, (region, LABELS), options);
        columns.extend(others);
        unread.extend(unread_too);
        (columns, unread)
    }

    /// Those of the whole array that vary along other dimensions than one of their name, of at most so many elements.
    pub(super) fn other_coordinates(
        &self,
        place: LabelPlace,
        options: &DecodeOptions,
        most: u64,
    ) -> (Vec<CoordinateColumn>, Vec<UnreadLabels>) {
        let names = self.dimension_names(place.hierarchy, place.key);
        let (mut columns, unread) = self.auxiliary_columns(place, &names, (&self.whole(), most), options);
        // What says most of the place comes first: there may be no room for the rest.
        columns.sort_by_key(|column| std::cmp::Reverse(column.dimensions.len()));
        (columns, unread)
    }

    fn auxiliary_columns(
        &self,
        place: LabelPlace,
        names: &[Option<String>],
        (region, most): (&Region, u64),
        options: &DecodeOptions,
    ) -> (Vec<CoordinateColumn>, Vec<UnreadLabels>) {
        let (mut columns, mut unread) = (Vec::new(), Vec::new());
        for found in self.auxiliaries(place, names) {
            let name = found.name.clone();
            match found.column(None, region, most, options) {
                Ok(column) => columns.push(column),
                Err(why) => unread.push(UnreadLabels { name, why }),
            }
        }
        (columns, unread)
    }

    pub(super) fn auxiliaries(&self, place: LabelPlace, names: &[Option<String>]) -> Vec<Auxiliary> {
        let wanted = self.meaning().map(|meaning| meaning.description.coordinates).unwrap_or_default();
        let mut found: Vec<Auxiliary> = Vec::new();
        for name in wanted {
            let is_known = names.iter().flatten().any(|own| *own == name)
                || found.iter().any(|before| before.name == name);
            if !is_known && let Some(auxiliary) = self.auxiliary(place, &name, names) {
                found.push(auxiliary);
            }
        }
        found
    }

    fn auxiliary(&self, place: LabelPlace, name: &str, names: &[Option<String>]) -> Option<Auxiliary> {
        if name.contains('/') || name.starts_with('.') {
            return None;
        }
        let mut group = group_of(place.key);
        for _ in 0..LEVELS {
            let key = join(group, name);
            if let Ok(array) = Array::open(place.hierarchy, &key)
                && array.fault().is_none()
            {
                let mut dimensions = Vec::new();
                for (own, size) in
                    array.dimension_names(place.hierarchy, &key).iter().zip(array.metadata.shape.iter())
                {
                    let own = own.as_ref()?;
                    let dimension = names.iter().position(|name| name.as_ref() == Some(own))?;
                    if self.metadata.shape.get(dimension) != Some(size) {
                        return None;
                    }
                    dimensions.push(dimension);
                }
                return Some(Auxiliary { name: name.to_owned(), array: array.physical(), dimensions });
            }
            if group.is_empty() {
                return None;
            }
            group = group_of(group);
        }
        None
    }

    /// Where a name means one of several coordinates that only together lead to an element: which others it needs.
    pub(super) fn lacking_coordinate(
        &self,
        place: LabelPlace,
        names: &[Option<String>],
        queries: &[&LabelQuery],
    ) -> Option<LabelError> {
        let known = self.auxiliaries(place, names);
        let query = queries.first()?;
        // One that is asked for by its own name is known by its document.
        let own = known.iter().find(|own| own.is_called(&query.dimension) && own.name != query.dimension)?;
        let is_asked = |one: &Auxiliary| queries.iter().any(|query| one.is_called(&query.dimension));
        let others = known.iter().filter(|one| one.dimensions == own.dimensions && !is_asked(one));
        let others: Vec<&str> = others.map(|one| one.name.as_str()).collect();
        if others.is_empty() || own.dimensions.len() < 2 {
            return None;
        }
        let along: Vec<&str> =
            own.dimensions.iter().filter_map(|dimension| names.get(*dimension)?.as_deref()).collect();
        let asked = format!("{}={},{}=…", query.dimension, query.wanted, others.first()?);
        let why = format!(
            "{} varies along several dimensions ({}): expected {} beside it, such as {asked}",
            own.name,
            along.join(", "),
            others.join(", ")
        );
        Some(LabelError::NoCoordinate { dimension: query.dimension.clone(), why })
    }

    /// By the texts of a coordinate along one dimension of another name, such as names of stations.
    pub(super) fn pick_named(
        known: &[Auxiliary],
        query: &LabelQuery,
        options: &DecodeOptions,
        tell: LabelReport,
    ) -> Result<Option<LabelPick>, LabelError> {
        let found = known.iter().find(|own| own.is_called(&query.dimension));
        let Some((own, [dimension])) = found.map(|own| (own, own.dimensions.as_slice())) else {
            return Ok(None);
        };
        let kind = own.array.meaning().and_then(|meaning| LabelKind::of(&meaning));
        if kind != Some(LabelKind::Text) {
            return Ok(None);
        }
        let pick = own.array.pick(query, options, tell)?;
        Ok(Some(LabelPick { dimension: *dimension, ..pick }))
    }

    /// The element whose coordinates along several dimensions are nearest to those that are asked for; `None` where these
    /// names are not all such coordinates along the same dimensions, as many as those.
    pub(super) fn nearest_element(
        mut known: Vec<Auxiliary>,
        names: &[Option<String>],
        queries: &[&LabelQuery],
        options: &DecodeOptions,
        tell: LabelReport,
    ) -> Result<Option<Vec<LabelPick>>, LabelError> {
        let mut asked = Vec::new();
        for query in queries {
            let is_asked = |one: &Auxiliary| one.is_called(&query.dimension);
            let Some(at) = known.iter().position(is_asked) else { return Ok(None) };
            let wanted = query.wanted.parse::<f64>().ok().filter(|wanted| wanted.is_finite());
            let expected = || LabelError::NoLabel {
                dimension: query.dimension.clone(),
                expected: "a number such as 47.5".to_owned(),
                found: query.wanted.clone(),
            };
            asked.push((known.remove(at), wanted.ok_or_else(expected)?));
        }
        let Some((first, _)) = asked.first() else { return Ok(None) };
        let dimensions = first.dimensions.clone();
        if asked.iter().any(|(one, _)| one.dimensions != dimensions) || asked.len() < dimensions.len() {
            return Ok(None);
        }
        let wanted: Vec<f64> = asked.iter().map(|(_, wanted)| *wanted).collect();
        let measure = Measure::of(&asked);
        let mut nearest: Option<(f64, Vec<u64>, Vec<f64>)> = None;
        let first = &first.array;
        check_size(first)?;
        let pieces = first.pieces(first.whole(), PIECE, options.max_chunk_bytes.max(PIECE));
        for (piece, read) in pieces.zip(0..) {
            if !tell(LabelProgress { name: queries_text(queries), read, chunks: 0 }) {
                return Err(LabelError::Stopped { dimension: queries_text(queries) });
            }
            let mut columns = Vec::new();
            for (one, _) in &asked {
                let values = one.array.read_region(&piece, options).map_err(|error| LabelError::Unread {
                    path: one.array.path.clone(),
                    error: Box::new(error),
                })?;
                columns.push(values.into_elements());
            }
            let shape = lengths(&piece);
            for (index, at) in (0..columns.first().map_or(0, Elements::size)).zip(0..) {
                let values: Option<Vec<f64>> = columns
                    .iter()
                    .map(|column| column.get(index).map(|scalar| NumberType::nearest(&scalar)))
                    .collect();
                let Some(values) = values else { continue };
                let distance = measure.between(&wanted, &values);
                if distance < nearest.as_ref().map_or(f64::INFINITY, |(least, ..)| *least) {
                    let within = delinear(at, &shape);
                    let coords = piece.iter().zip(within).map(|(range, at)| range.start + at).collect();
                    nearest = Some((distance, coords, values));
                }
            }
        }
        let Some((distance, coords, values)) = nearest else {
            let found = queries_text(queries);
            let expected = "a coordinate with numbers, of which there are none".to_owned();
            return Err(LabelError::NoLabel { dimension: found.clone(), expected, found });
        };
        let label: Vec<String> =
            values.iter().map(|value| with_digits(*value, 7).unwrap_or_else(|| value.to_string())).collect();
        let label = label.join(", ");
        let mut picks = Vec::new();
        for (dimension, at) in dimensions.iter().zip(coords) {
            picks.push(LabelPick {
                dimension: *dimension,
                name: names.get(*dimension).cloned().flatten().unwrap_or_default(),
                wanted: queries_text(queries),
                start: at,
                end: at + 1,
                first: label.clone(),
                last: label.clone(),
                is_exact: values == wanted,
                distance: Some(measure.text(distance)),
                ..LabelPick::default()
            });
        }
        Ok(Some(picks))
    }
}

impl Auxiliary {
    /// By its own name or its standard one; latitudes and longitudes are known by their units too.
    pub(super) fn is_called(&self, asked: &str) -> bool {
        let standard = self.array.meaning().and_then(|meaning| meaning.description.standard_name);
        is_same_name(asked, &self.name)
            || standard.is_some_and(|standard| is_same_name(asked, &standard))
            || self.is_in_degrees(NORTH) && is_same_name(asked, "latitude")
            || self.is_in_degrees(EAST) && is_same_name(asked, "longitude")
    }

    fn column(
        self,
        unit: Option<String>,
        region: &Region,
        most: u64,
        options: &DecodeOptions,
    ) -> Result<CoordinateColumn, String> {
        let part: Option<Region> =
            self.dimensions.iter().map(|dimension| region.get(*dimension).cloned()).collect();
        let part = part.unwrap_or_default();
        let shape = lengths(&part);
        let size = product(&shape).unwrap_or(u64::MAX);
        if size > most {
            return Err(format!("{}: expected at most {most} labels, found {size}", escape(&self.name)));
        }
        let values = self.array.read_region(&part, options);
        let values =
            values.map_err(|error| format!("{}: {error}", escape(&self.array.path)))?.into_elements();
        let meaning = self.array.shown_meaning().cloned();
        let own = || match &meaning {
            // Dates are dates: the unit is that of the counts that they come from.
            Some(meaning) if meaning.time.is_none() => meaning.description.units.clone(),
            _ => None,
        };
        let unit = unit.or_else(own);
        Ok(CoordinateColumn {
            name: self.name,
            unit,
            dimensions: self.dimensions,
            shape,
            values: Some((values, meaning)),
        })
    }

    fn is_in_degrees(&self, of: &str) -> bool {
        let units = self.array.meaning().and_then(|meaning| meaning.description.units).unwrap_or_default();
        units.to_lowercase().replace("degrees", "degree").starts_with(of)
    }
}

fn along(
    place: LabelPlace,
    image: &OnceCell<Option<LevelPlace>>,
    name: &str,
    size: u64,
) -> Result<Option<(Array, Option<String>)>, LabelError> {
    match coordinate(place, image, name, size) {
        Ok((array, unit)) => Ok(Some((array.physical(), unit))),
        Err(LabelError::NoneThere { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn check_size(array: &Array) -> Result<(), LabelError> {
    let size = product(&array.metadata.shape).unwrap_or(u64::MAX);
    if size <= LABELS {
        return Ok(());
    }
    let why = format!(
        "expected a coordinate of at most {LABELS} elements, found {}",
        count(size.into(), "element")
    );
    Err(LabelError::NoCoordinate { dimension: array.path.clone(), why })
}

fn queries_text(queries: &[&LabelQuery]) -> String {
    let mut texts = Vec::new();
    for query in queries {
        texts.push(format!("{}={}", query.dimension, query.wanted));
    }
    texts.join(", ")
}

/// How far two places are from each other.
enum Measure {
    /// Along the surface of a sphere; the number is the place of the latitude, 0 or 1.
    Sphere(usize),
    Plane,
}

impl Measure {
    fn of(asked: &[(Auxiliary, f64)]) -> Self {
        let [(one, _), (other, _)] = asked else { return Self::Plane };
        if one.is_in_degrees(NORTH) && other.is_in_degrees(EAST) {
            Self::Sphere(0)
        } else if one.is_in_degrees(EAST) && other.is_in_degrees(NORTH) {
            Self::Sphere(1)
        } else {
            Self::Plane
        }
    }

    /// In radians on a sphere. NaN where a coordinate has no value.
    fn between(&self, wanted: &[f64], found: &[f64]) -> f64 {
        match (self, wanted, found) {
            (Self::Sphere(north), [a, b], [c, d]) => {
                let ([lat, lon], [other, across]) =
                    if *north == 0 { ([*a, *b], [*c, *d]) } else { ([*b, *a], [*d, *c]) };
                let [lat, other] = [lat.to_radians(), other.to_radians()];
                // The haversine formula.
                let half = |angle: f64| (angle / 2.0).sin().powi(2);
                let square = half(other - lat) + lat.cos() * other.cos() * half((across - lon).to_radians());
                2.0 * square.sqrt().min(1.0).asin()
            }
            _ => wanted.iter().zip(found).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt(),
        }
    }

    fn text(&self, distance: f64) -> String {
        let text = |number: f64| with_digits(number, 3).unwrap_or_else(|| number.to_string());
        match self {
            Self::Sphere(_) => format!("{} km", text(distance * RADIUS)),
            Self::Plane => text(distance),
        }
    }
}
