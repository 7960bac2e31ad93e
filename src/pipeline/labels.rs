//! Elements by the labels of their dimensions: `time=2020-03-01` is the place in the array `time` that is nearest to the date.
//!
//! A coordinate is the one-dimensional array with the name of the dimension, in the group of the array or, as in xarray, in a
//! group above. It is read piece by piece when a label is asked for, at most [`LABELS`] labels, and not kept.

use std::cell::OnceCell;

use thiserror::Error;

use super::geo_axes::coordinate_on_earth;
use super::image_axes::{channel_of, coordinate_of};
use super::image_levels::LevelPlace;
use super::label_scan::{LabelGoal, LabelKind, LabelScan};
use super::{Array, LabelQuery, OpenError, ReadError, Region, number::with_digits};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::limits::{LABEL_BYTES, LABELLED_DIMENSIONS, LABELS, LEVELS};
use crate::meaning::CfCalendar;
use crate::metadata::starts;
use crate::metadata::text::{escape, shorten};
use crate::store::join;

/// What people and libraries call the same dimension.
const USUAL_NAMES: &[&[&str]] = &[
    &["latitude", "lat", "lats"],
    &["longitude", "lon", "lons", "long", "lng"],
    &["time", "t", "date", "datetime"],
    &["channel", "c"],
];
const PIECE: u64 = 1 << 20;

#[derive(Debug, Clone, Copy)]
pub struct LabelPlace<'a> {
    pub hierarchy: &'a Hierarchy,
    pub key: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSelection {
    pub region: Region,
    pub picks: Vec<LabelPick>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize, serde::Deserialize))]
pub struct LabelPick {
    #[cfg_attr(feature = "explorer", serde(skip))]
    pub dimension: usize,
    #[cfg_attr(feature = "explorer", serde(rename = "dimension"))]
    pub name: String,
    pub wanted: String,
    pub start: u64,
    pub end: u64,
    pub first: String,
    pub last: String,
    #[cfg_attr(feature = "explorer", serde(rename = "exact"))]
    pub is_exact: bool,
    #[cfg_attr(feature = "explorer", serde(rename = "range"))]
    pub is_range: bool,
    #[cfg_attr(feature = "explorer", serde(skip))]
    pub unit: Option<String>,
    pub same: Option<u64>,
    /// How far the element is from what was asked for, of coordinates along several dimensions.
    #[cfg_attr(feature = "explorer", serde(skip_serializing_if = "Option::is_none", default))]
    pub distance: Option<String>,
    pub outside: Option<[String; 2]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelProgress {
    pub name: String,
    pub read: u64,
    pub chunks: u64,
}

pub type LabelReport<'a> = &'a mut dyn FnMut(LabelProgress) -> bool;

#[derive(Debug, Clone, PartialEq, Error)]
pub enum LabelError {
    #[error("expected names and labels such as time=2020-03-01,lat=40:50, found \"{}\"", shown(.found))]
    Form { found: String },
    #[error("{}: expected one label for each dimension, found two", shown(.dimension))]
    Twice { dimension: String },
    #[error("expected {}, found \"{}\"{why}", names_expected(.known), shown(.found))]
    NoDimension { found: String, known: Vec<String>, why: String },
    #[error("{}: {why}", shown(.dimension))]
    NoCoordinate { dimension: String, why: String },
    #[error(
        "{}: expected a coordinate, an array of that name beside the array or in a group above, found none",
        shown(.dimension)
    )]
    NoneThere { dimension: String },
    #[error("{}: looking for the label was stopped", shown(.dimension))]
    Stopped { dimension: String },
    #[error("{}: expected {expected}, found \"{}\"", shown(.dimension), shown(.found))]
    NoLabel { dimension: String, expected: String, found: String },
    #[error("{}: {error}", shown(.path))]
    Unread { path: String, error: Box<ReadError> },
}

fn shown(text: &str) -> String {
    shorten(&escape(&text.chars().take(200).collect::<String>()), 100)
}

fn names(names: &[String]) -> String {
    shorten(&escape(&names.join(", ")), 200)
}

fn rounded(label: &str) -> String {
    if let Ok(number) = label.parse::<f64>()
        && number.is_finite()
        && label.contains('.')
        && label.len() > 9
        && let Some(short) = with_digits(number, 5)
    {
        return short;
    }
    label.to_owned()
}

impl LabelPick {
    pub fn text(&self) -> String {
        let name = shown(&self.name);
        let wanted = shown(&self.wanted);
        let (start, end) = (self.start, self.end);
        let unit = self.unit.as_deref().map(|unit| format!(" {}", shown(unit))).unwrap_or_default();
        let text = match (self.is_range, self.is_exact) {
            (true, _) => {
                let first = rounded(&self.first);
                let last = rounded(&self.last);
                format!("{name} {wanted} → indices {start}:{end}, from {first} to {last}{unit}")
            }
            (false, true) => {
                let label = if self.distance.is_some() { &wanted } else { &self.first };
                format!("{name} {label}{unit} → index {start} (exact)")
            }
            (false, false) => {
                // A label that is rounded to what was wanted would hide why it is not that.
                let short = rounded(&self.first);
                let label = if short == wanted { &self.first } else { &short };
                let away =
                    self.distance.as_ref().map(|distance| format!(", {distance} away")).unwrap_or_default();
                format!("{name} {wanted} → index {start} (nearest: {label}{unit}{away})")
            }
        };
        let text = match &self.outside {
            Some([least, greatest]) => {
                format!("{text}; {wanted} is outside the labels, {} to {}", rounded(least), rounded(greatest))
            }
            None => text,
        };
        match self.same {
            Some(same @ 2..) => format!("{text}, the first of {same} with that label"),
            _ => text,
        }
    }
}

impl LabelSelection {
    fn take(&mut self, pick: LabelPick) -> Result<(), LabelError> {
        if self.picks.iter().any(|before| before.dimension == pick.dimension) {
            return Err(LabelError::Twice { dimension: pick.name });
        }
        if let Some(range) = self.region.get_mut(pick.dimension) {
            *range = pick.start..pick.end;
        }
        self.picks.push(pick);
        Ok(())
    }
}

#[doc(hidden)]
impl Array {
    pub fn select(
        &self,
        place: LabelPlace,
        queries: &[LabelQuery],
        options: &DecodeOptions,
        tell: LabelReport,
    ) -> Result<LabelSelection, LabelError> {
        let names = self.dimension_names(place.hierarchy, place.key);
        let image = OnceCell::new();
        let mut selection = LabelSelection { region: self.whole(), picks: Vec::new() };
        let mut others = Vec::new();
        // Each of them is opened, which takes requests at an address.
        let mut known = OnceCell::new();
        for query in queries {
            let found = names.iter().position(|name| name.as_deref() == Some(&query.dimension));
            let found = found.or_else(|| self.dimension_meant(place, &image, &query.dimension, &names));
            let Some(dimension) = found else {
                let known = known.get_or_init(|| self.auxiliaries(place, &names));
                match Self::pick_named(known, query, options, tell)? {
                    Some(pick) => selection.take(pick)?,
                    None => others.push(query),
                }
                continue;
            };
            let size = self.metadata.shape.get(dimension).copied().unwrap_or(0);
            let own = names.get(dimension).cloned().flatten().unwrap_or_default();
            let query = LabelQuery { dimension: own, wanted: query.wanted.clone() };
            let pick = match coordinate(place, &image, &query.dimension, size) {
                Ok((coordinate, unit)) => LabelPick { unit, ..coordinate.pick(&query, options, tell)? },
                Err(error @ LabelError::NoneThere { .. }) => {
                    let image = image.get_or_init(|| LevelPlace::find(place.hierarchy, place.key)).as_ref();
                    channel_pick(image, &query, size).ok_or(error)??
                }
                Err(error) => return Err(error),
            };
            selection.take(LabelPick { dimension, ..pick })?;
        }
        if let Some(first) = others.first() {
            let known = known.take().unwrap_or_default();
            let is_known = |query: &&LabelQuery| known.iter().any(|own| own.is_called(&query.dimension));
            let unknown = others.iter().copied().find(|query| !is_known(query)).unwrap_or(first);
            let picks = Self::nearest_element(known, &names, &others, options, tell)?;
            let lacking = || self.lacking_coordinate(place, &names, &others);
            for pick in
                picks.ok_or_else(|| lacking().unwrap_or_else(|| no_dimension(place, unknown, &names)))?
            {
                selection.take(pick)?;
            }
        }
        Ok(selection)
    }

    /// The only dimension that `asked` means, by another usual name, or by the `standard_name` or `axis` of its coordinate.
    fn dimension_meant(
        &self,
        place: LabelPlace,
        image: &OnceCell<Option<LevelPlace>>,
        asked: &str,
        names: &[Option<String>],
    ) -> Option<usize> {
        let is_meant = |name: &str| is_same_name(asked, name);
        let of_coordinate = |name: &str, size: u64| {
            let (coordinate, _) = coordinate(place, image, name, size).ok()?;
            let fields = coordinate.fields()?;
            let attributes = fields.attributes.as_ref().ok()?;
            let text = |name: &str| attributes.get(name)?.as_str();
            let is_axis = text("axis").is_some_and(|axis| axis.to_lowercase() == asked.to_lowercase());
            Some(is_axis || text("standard_name").is_some_and(is_meant))
        };
        let mut found = Vec::new();
        for ((dimension, name), size) in
            names.iter().enumerate().zip(self.metadata.shape.iter()).take(LABELLED_DIMENSIONS)
        {
            if let Some(name) = name
                && (is_meant(name) || of_coordinate(name, *size) == Some(true))
            {
                found.push(dimension);
            }
        }
        if let [only] = found.as_slice() { Some(*only) } else { None }
    }

    pub(super) fn pick(
        &self,
        query: &LabelQuery,
        options: &DecodeOptions,
        tell: LabelReport,
    ) -> Result<LabelPick, LabelError> {
        let dimension = || query.dimension.clone();
        let no_coordinate = |why: String| LabelError::NoCoordinate { dimension: dimension(), why };
        let kinds = || {
            no_coordinate(format!(
                "expected labels that are numbers, dates or texts, found {}",
                self.metadata.data_type
            ))
        };
        let meaning = self.meaning().ok_or_else(kinds)?;
        let kind = LabelKind::of(&meaning).ok_or_else(kinds)?;
        let found = || query.wanted.clone();
        let no_label = |expected| LabelError::NoLabel { dimension: dimension(), expected, found: found() };
        let Some(goal) = LabelGoal::read(query, kind, &meaning) else {
            let mut expected = format!("{}, or two of them with a colon between", kind.example());
            // Some have no 29 February, and some a 30th.
            if let Some(time) = meaning.time.as_ref().filter(|time| time.calendar != CfCalendar::Standard) {
                expected = format!("{expected}, in the calendar {}", time.calendar.name());
            }
            return Err(no_label(expected));
        };
        let grid = &self.metadata.chunk_grid;
        let chunks = grid.size().and_then(|size| u64::try_from(size).ok()).unwrap_or(u64::MAX);
        let mut scan = LabelScan::default();
        for piece in self.pieces(self.whole(), PIECE, options.max_chunk_bytes.max(PIECE)) {
            let read = match grid.locate(&starts(&piece)) {
                Some((chunk, _)) => chunk.first().copied().unwrap_or(0),
                None => 0,
            };
            if !tell(LabelProgress { name: dimension(), read, chunks }) {
                return Err(LabelError::Stopped { dimension: dimension() });
            }
            let values = self.read_region(&piece, options);
            let values = values
                .map_err(|error| LabelError::Unread { path: self.path.clone(), error: Box::new(error) })?;
            for raw in values.elements().iter() {
                scan.add(&raw, &meaning, &goal);
                if scan.text_nbytes > LABEL_BYTES {
                    return Err(no_coordinate(format!(
                        "expected at most {LABEL_BYTES} bytes of labels, found more; use --region"
                    )));
                }
            }
        }
        let is_range = matches!(goal, LabelGoal::Between(_) | LabelGoal::Eastward(..));
        let found = scan.result(&goal, &meaning).map_err(|()| {
            if kind == LabelKind::Longitude {
                let reach = scan.reach(&meaning).map(|[first, last]| format!(", {first} to {last}"));
                let reach = reach.unwrap_or_default();
                return no_label(format!(
                    "a range that does not go beyond the end of the axis{reach} (one part of it after the other)"
                ));
            }
            no_coordinate(
                "expected labels that run one way, found others between those of the range".to_owned(),
            )
        })?;
        let Some(found) = found else {
            return Err(no_label(match scan.reach(&meaning) {
                None => "labels, of which there are none".to_owned(),
                Some([least, greatest]) if kind == LabelKind::Text => {
                    format!("one of its labels, from {least} to {greatest}")
                }
                Some([least, greatest]) if is_range => {
                    format!("a range that has one of the labels from {least} to {greatest}")
                }
                Some([least, greatest]) => format!("labels from {least} to {greatest}"),
            }));
        };
        Ok(LabelPick { name: query.dimension.clone(), wanted: query.wanted.clone(), ..found })
    }
}

fn channel_pick(
    image: Option<&LevelPlace>,
    query: &LabelQuery,
    size: u64,
) -> Option<Result<LabelPick, LabelError>> {
    let LabelQuery { dimension, wanted } = query.clone();
    Some(match channel_of(image?, &dimension, &wanted, size)? {
        Ok((start, label)) => Ok(LabelPick {
            name: dimension,
            wanted,
            start,
            end: start.saturating_add(1),
            first: label.clone(),
            last: label,
            is_exact: true,
            same: Some(1),
            ..LabelPick::default()
        }),
        Err(expected) => Err(LabelError::NoLabel { dimension, expected, found: wanted }),
    })
}

fn no_dimension(place: LabelPlace, query: &LabelQuery, names: &[Option<String>]) -> LabelError {
    let known: Vec<String> = names.iter().flatten().cloned().collect();
    let path = join(group_of(place.key), &query.dimension);
    let mut why = String::new();
    if !query.dimension.contains(['/', '.'])
        && path != place.key
        && let Ok(array) = Array::open(place.hierarchy, &path)
    {
        let own = array.meaning().map(|meaning| meaning.dimensions).unwrap_or_default();
        let own: Vec<String> = own.into_iter().flatten().collect();
        why = match own.as_slice() {
            [_] => format!(", a coordinate of another dimension ({})", self::names(&own)),
            // One number is not enough to find one place.
            _ => format!(
                ", a coordinate of several dimensions ({}): expected as many such coordinates as these dimensions",
                self::names(&own)
            ),
        };
    } else if known.is_empty() {
        "; the dimensions of this array have no names, but indices lead to its elements (:at, --region)"
            .clone_into(&mut why);
    }
    LabelError::NoDimension { found: query.dimension.clone(), known, why }
}

/// Whether both are the same name, or two usual ones for the same.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let is_usual = |names: &&[&str]| [&one, &other].iter().all(|name| names.contains(&name.as_str()));
    one == other || USUAL_NAMES.iter().any(is_usual)
}

fn names_expected(known: &[String]) -> String {
    if known.is_empty() {
        "a dimension with a name".to_owned()
    } else {
        format!("one of the dimensions {}", names(known))
    }
}

pub(super) fn group_of(key: &str) -> &str {
    key.rsplit_once('/').map_or("", |(group, _)| group)
}

/// `image` is looked for once for all dimensions: the document of its group may be large.
pub fn coordinate(
    place: LabelPlace,
    image: &OnceCell<Option<LevelPlace>>,
    name: &str,
    size: u64,
) -> Result<(Array, Option<String>), LabelError> {
    let fault = |why: String| LabelError::NoCoordinate { dimension: name.to_owned(), why };
    if name.is_empty() || name.contains('/') || name.starts_with('.') {
        return Err(fault("expected a coordinate, but no array can have this name".to_owned()));
    }
    if size > LABELS {
        return Err(fault(format!("expected at most {LABELS} labels, found {size}; use --region")));
    }
    let mut group = group_of(place.key);
    for level in 0..LEVELS {
        let path = join(group, name);
        match Array::open(place.hierarchy, &path) {
            Ok(array) if *array.metadata.shape == [size] => {
                return match array.fault() {
                    Some(why) => Err(fault(format!("the coordinate cannot be used: {why}"))),
                    None => Ok((array, None)),
                };
            }
            // Above, another array may have the name of this dimension.
            Ok(array) if level == 0 => {
                let found = crate::metadata::text::shape(&array.metadata.shape);
                return Err(fault(format!(
                    "expected a coordinate of shape ({size}), found {} of shape {found}",
                    shown(&array.path)
                )));
            }
            Err(OpenError::Unusable(why)) if level == 0 => {
                return Err(fault(format!("the coordinate cannot be used: {}", why.message())));
            }
            _ => {}
        }
        if group.is_empty() {
            break;
        }
        group = group_of(group);
    }
    let image = image.get_or_init(|| LevelPlace::find(place.hierarchy, place.key)).as_ref();
    image
        .and_then(|image| coordinate_of(image, name, size))
        .or_else(|| Some((coordinate_on_earth(place.hierarchy, place.key, name, size)?, None)))
        .ok_or_else(|| LabelError::NoneThere { dimension: name.to_owned() })
}
