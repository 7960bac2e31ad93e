use std::cell::OnceCell;
use std::ops::Range;

use super::image_levels::LevelPlace;
use super::labels::{LabelError, LabelPlace, LabelReport, LabelSelection, coordinate};
use super::{Above, Array, CoordinateColumn, Home, LabelQuery, number::with_digits};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::limits::LABELLED_DIMENSIONS;
use crate::metadata::{Elements, GroupOrArray, Scalar, text::escape};

const MOST: u64 = 1 << 20;
const SAMPLES: u64 = 256;

/// How far a label may be from its place, in steps.
const UNEVEN: f64 = 0.05;
const MUCH_FARTHER: f64 = 1.5;
/// Elements that are so much longer than wide are drawn as squares: nothing would be seen of them.
const LONGEST: f64 = 100.0;
const DIGITS: usize = 8;

#[derive(Debug, Default)]
pub struct ArrayLabels {
    pub axes: Vec<Option<AxisLabels>>,
    /// Of the whole array, from arrays that vary along other dimensions than one of that name.
    pub others: Vec<CoordinateColumn>,
    pub unread: Vec<UnreadLabels>,
}

impl ArrayLabels {
    pub fn text(&self, axis: usize, coord: u64) -> Option<String> {
        self.axes.get(axis)?.as_ref()?.text(coord)
    }

    /// The label with its unit, if that is known from an image: `2.5 µm`.
    pub fn place(&self, axis: usize, coord: u64) -> Option<String> {
        self.axes.get(axis)?.as_ref()?.place(coord)
    }

    /// What other coordinates say of an element: `nav_lat=44.8, nav_lon=-10.1`.
    pub fn others_at(&self, coords: &[u64]) -> Vec<String> {
        let mut words = Vec::new();
        for column in &self.others {
            if let Some((value, meaning)) = column.value(coords, coords) {
                let text = meaning.map_or_else(|| value.to_string(), |meaning| meaning.table_text(&value));
                let text = if matches!(value, Scalar::Float(_)) { in_few_digits(text) } else { text };
                words.push(format!("{}={text}", column.name));
            }
        }
        words
    }

    /// The height of an element where its width is one; `None` where that is not known of both.
    pub fn element_height(&self, [rows, columns]: [Option<usize>; 2]) -> Option<f64> {
        let step = |axis: Option<usize>| self.axes.get(axis?)?.as_ref()?.step.as_ref();
        quotient(step(rows)?, step(columns)?)
    }

    /// What is above once the last row is drawn first: rows go from south to north within `shown`, or from the ground up, as the coordinate
    /// along them says or, on a grid that is not along them, the middle of its latitudes.
    pub fn above(&self, [rows, columns]: [Option<usize>; 2], shown: &[Range<u64>; 2]) -> Option<Above> {
        let rows = rows?;
        let [first, last] = [shown[0].start, shown[0].end.saturating_sub(1)];
        if let Some(own) = self.axes.get(rows).and_then(Option::as_ref) {
            let [first, last] = [own.number(first), own.number(last)];
            let (is_rising, is_falling) = (first < last, first > last);
            return match own.is_upward() {
                Some(is_upward) => (if is_upward { is_rising } else { is_falling }).then_some(Above::High),
                None => (own.is_northward() && is_rising).then_some(Above::North),
            };
        }
        let columns = columns?;
        // Those of stations say nothing of the order of their rows.
        let is_of_plane = |own: &&CoordinateColumn| own.is_latitude() && own.dimensions.contains(&columns);
        let latitude = self.others.iter().find(is_of_plane)?;
        let middle = shown[1].start.midpoint(shown[1].end);
        let number = |row: u64| {
            let mut at = vec![0; self.axes.len()];
            *at.get_mut(rows)? = row;
            *at.get_mut(columns)? = middle;
            latitude.number(&at)
        };
        (number(first) < number(last)).then_some(Above::North)
    }

    pub fn why_none(&self) -> Option<String> {
        if self.unread.is_empty() {
            return None;
        }
        let why: Vec<&str> = self.unread.iter().map(|unread| unread.why.as_str()).collect();
        Some(format!("no labels of {}", why.join("; ")))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadLabels {
    pub name: String,
    pub why: String,
}

#[derive(Debug)]
pub struct AxisLabels {
    coordinate: Array,
    values: Elements,
    unit: Option<String>,
    step: Option<(f64, String)>,
    pub width: usize,
    pub is_rounded: bool,
}

impl AxisLabels {
    pub fn text(&self, index: u64) -> Option<String> {
        let (value, text) = self.whole(index)?;
        Some(if matches!(value, Scalar::Float(_)) { in_few_digits(text) } else { text })
    }

    pub fn place(&self, index: u64) -> Option<String> {
        let text = self.text(index)?;
        Some(match &self.unit {
            Some(unit) => format!("{text} {unit}"),
            None => text,
        })
    }

    pub fn number(&self, index: u64) -> Option<f64> {
        self.whole(index)?.1.parse().ok()
    }

    /// Whether larger numbers lie further north.
    fn is_northward(&self) -> bool {
        let description = self.coordinate.meaning().map(|meaning| meaning.description).unwrap_or_default();
        let standard = description.standard_name.unwrap_or_default();
        ["latitude", "grid_latitude", "projection_y_coordinate"].contains(&standard.as_str())
            || self.units().is_some_and(|units| is_latitude(&units))
    }

    /// Whether larger numbers lie higher, where it is known of a vertical coordinate: as it says itself, and lower for a pressure of the air.
    fn is_upward(&self) -> Option<bool> {
        let description = self.coordinate.meaning().map(|meaning| meaning.description).unwrap_or_default();
        let GroupOrArray::Array(document) = self.coordinate.document().node.as_ref().ok()? else {
            return None;
        };
        let positive =
            document.attributes.as_ref().ok().and_then(|attributes| attributes.get("positive")?.as_str());
        match positive {
            Some(positive) if positive.eq_ignore_ascii_case("up") => Some(true),
            Some(positive) if positive.eq_ignore_ascii_case("down") => Some(false),
            Some(_) => None,
            None => (description.standard_name.as_deref() == Some("air_pressure")).then_some(false),
        }
    }

    /// Whether they go on at the other side of the earth.
    pub fn is_around(&self) -> bool {
        self.units().is_some_and(|units| units.to_lowercase().starts_with("degree"))
    }

    pub fn units(&self) -> Option<String> {
        self.unit.clone().or_else(|| self.coordinate.meaning()?.description.units)
    }

    /// The distance of two neighbours where all have the same, and its unit.
    pub fn step(&self) -> Option<(f64, &str)> {
        self.step.as_ref().map(|(step, unit)| (*step, unit.as_str()))
    }

    /// Whether they are numbers of which some neighbours lie much farther apart than others. Months are no such numbers.
    pub fn is_uneven(&self) -> bool {
        let is_time = self.coordinate.meaning().is_some_and(|meaning| meaning.time.is_some());
        let last = u64::try_from(self.values.size()).unwrap_or(u64::MAX).saturating_sub(1);
        let mut steps = Vec::new();
        for index in (0..last).step_by(usize::try_from(last.div_ceil(SAMPLES)).unwrap_or(usize::MAX).max(1)) {
            let ends = self.number(index).zip(self.number(index + 1));
            steps.extend(ends.map(|(one, next)| (next - one).abs()));
        }
        let nearest = steps.iter().copied().fold(f64::INFINITY, f64::min);
        !is_time && steps.iter().any(|step| *step > MUCH_FARTHER * nearest)
    }

    fn measured_step(&self) -> Option<(f64, String)> {
        let number = |index: u64| self.number(index);
        let last = u64::try_from(self.values.size()).ok()?.checked_sub(1)?;
        let first = number(0)?;
        #[expect(clippy::cast_precision_loss, reason = "a share of the length")]
        let share = |index: u64| index as f64 / last as f64;
        let length = number(last)? - first;
        for index in (0..last).step_by(usize::try_from(last.div_ceil(SAMPLES).max(1)).ok()?) {
            let off = (number(index)? - first) - length * share(index);
            if off.abs() > length.abs() * share(1) * UNEVEN {
                return None;
            }
        }
        let unit = self.units()?;
        // Degrees north are as long as degrees east on most maps.
        let unit = if unit.starts_with("degree") { "degrees".to_owned() } else { unit };
        Some(((length * share(1)).abs(), unit))
    }

    fn whole(&self, index: u64) -> Option<(Scalar, String)> {
        let value = self.values.get(usize::try_from(index).ok()?)?;
        let text = match self.coordinate.shown_meaning() {
            Some(meaning) => meaning.table_text(&value),
            None => value.to_string(),
        };
        Some((value, text))
    }
}

#[doc(hidden)]
impl Array {
    pub fn axis_labels(&self, hierarchy: &Hierarchy, options: &DecodeOptions) -> ArrayLabels {
        let home = self.home(hierarchy);
        let own = LabelPlace { hierarchy, key: &self.key };
        let place = home.as_ref().map_or(own, Home::place);
        self.labels_around(place, options)
    }

    pub fn labels_around(&self, place: LabelPlace, options: &DecodeOptions) -> ArrayLabels {
        let mut found = self.axis_labels_at(place, options);
        let (others, unread) = self.other_coordinates(place, options, MOST);
        found.others = others;
        found.unread.extend(unread);
        found
    }

    pub fn axis_labels_at(&self, place: LabelPlace, options: &DecodeOptions) -> ArrayLabels {
        let names = self.dimension_names(place.hierarchy, place.key);
        let mut found = ArrayLabels::default();
        let image = OnceCell::new();
        for ((name, size), axis) in names.iter().zip(self.metadata.shape.iter()).zip(0..) {
            let mut own = None;
            if axis == LABELLED_DIMENSIONS
                && let Some(name) = name
            {
                let why = format!("labels are looked for along {LABELLED_DIMENSIONS} dimensions at most");
                found.unread.push(UnreadLabels { name: name.clone(), why });
            }
            if let Some(name) = name
                && axis < LABELLED_DIMENSIONS
            {
                match labels(place, &image, name, *size, options) {
                    Ok(labels) => own = labels,
                    Err(why) => found.unread.push(UnreadLabels { name: name.clone(), why }),
                }
            }
            found.axes.push(own);
        }
        found
    }

    pub fn select_around(
        &self,
        hierarchy: &Hierarchy,
        queries: &[LabelQuery],
        options: &DecodeOptions,
        tell: LabelReport,
    ) -> Result<LabelSelection, LabelError> {
        let home = self.home(hierarchy);
        let own = LabelPlace { hierarchy, key: &self.key };
        self.select(home.as_ref().map_or(own, Home::place), queries, options, tell)
    }

    fn home(&self, hierarchy: &Hierarchy) -> Option<Home> {
        if self.key.is_empty() { Home::of_array(hierarchy, self) } else { None }
    }
}

fn quotient((rows, unit): &(f64, String), (columns, other): &(f64, String)) -> Option<f64> {
    let height = rows / columns;
    (unit == other && (1.0 / LONGEST..=LONGEST).contains(&height)).then_some(height)
}

/// As CF writes degrees north.
pub(super) fn is_latitude(units: &str) -> bool {
    let units = units.to_lowercase().replace(['_', ' '], "");
    ["degreesnorth", "degreenorth", "degreesn", "degreen"].contains(&units.as_str())
}

/// As many digits as tell neighbours apart in most grids: `45.83333` for `45.83333333333333`.
fn in_few_digits(text: String) -> String {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && text.len() > DIGITS => {
            with_digits(number, DIGITS - 2).unwrap_or(text)
        }
        _ => text,
    }
}

fn labels(
    place: LabelPlace,
    image: &OnceCell<Option<LevelPlace>>,
    name: &str,
    size: u64,
    options: &DecodeOptions,
) -> Result<Option<AxisLabels>, String> {
    let (coordinate, unit) = match coordinate(place, image, name, size) {
        Ok((coordinate, unit)) => (coordinate.physical(), unit),
        Err(LabelError::NoneThere { .. }) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let own = |why: String| format!("{}: {why}", escape(name));
    if size > MOST {
        return Err(own(format!("expected at most {MOST} labels to show, found {size}")));
    }
    let values = coordinate.read_region(&coordinate.whole(), options);
    let values = values.map_err(|error| own(error.to_string()))?.into_elements();
    let mut labels = AxisLabels { coordinate, values, unit, step: None, width: 0, is_rounded: false };
    let mut widest = None;
    let step = size.div_ceil(SAMPLES).max(1);
    for index in (0..size).step_by(usize::try_from(step).unwrap_or(1)).chain(size.checked_sub(1)) {
        let Some(text) = labels.text(index) else { continue };
        labels.is_rounded |= labels.whole(index).is_some_and(|(_, whole)| whole.len() > text.len());
        widest = widest.max(Some(text.chars().count()));
    }
    // Once: a picture asks for it with each frame.
    let step = labels.measured_step();
    Ok(widest.map(|width| AxisLabels { step, width, ..labels }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        let short = |text: &str| in_few_digits(text.to_owned());
        assert_eq!(short("45.83333333333333"), "45.83333");
        assert_eq!(short("-4.166666666666671"), "-4.166667");
        assert_eq!(short("12.499999999999993"), "12.5");
        assert_eq!(short("2020-03-01"), "2020-03-01");
        assert_eq!(["0.0", "1e300", "360.0"].map(short), ["0.0", "1e300", "360.0"]);
    }
}
