//! What OME-Zarr 0.6, a release candidate, asks of coordinate systems and of the transformations between them, in images and in scenes.
//!
//! Source: [OME-Zarr 0.6rc0, coordinate systems](https://github.com/ome/ngff-spec/blob/0.6rc0/index.md#coordinatesystems-metadata) and
//! [coordinate transformations](https://github.com/ome/ngff-spec/blob/0.6rc0/index.md#coordinatetransformations-metadata), after
//! [RFC 5](https://ngff.openmicroscopy.org/rfc/5/index.html).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Rule;
use super::attributes::LISTED;
use super::conventions::{IMAGE_FORM, SCENE_FORM};
use super::ome_form::{AxisPlace, FormFaults, TRANSFORMATIONS, found, integer, shown};

/// Sequences in sequences.
const DEEPEST: usize = 8;
/// Of the product of a rotation and its transpose, from 1 and 0.
const ROUNDED: f64 = 1e-5;

/// Coordinate systems, and how many axes each has.
pub(super) type Systems<'a> = BTreeMap<&'a str, usize>;

/// Dimensions of what goes in and what comes out, where they are known.
#[derive(Clone, Copy)]
struct AxisCounts {
    from: Option<usize>,
    to: Option<usize>,
}

/// The named coordinate systems of an image or a scene.
pub(super) fn systems_of(owner: &Value) -> Systems<'_> {
    let systems = owner["coordinateSystems"].as_array().into_iter().flatten().take(LISTED);
    systems.filter_map(|one| Some((one["name"].as_str()?, one["axes"].as_array()?.len()))).collect()
}

fn numbers(list: &Value) -> Option<Vec<f64>> {
    list.as_array()?.iter().take(LISTED).map(Value::as_f64).collect()
}

/// Rows of one length.
fn matrix(value: &Value) -> Option<Vec<Vec<f64>>> {
    let rows: Vec<Vec<f64>> = value.as_array()?.iter().take(LISTED).map(numbers).collect::<Option<_>>()?;
    let width = rows.first()?.len();
    rows.iter().all(|row| row.len() == width).then_some(rows)
}

fn indices(value: &Value) -> Option<BTreeSet<i128>> {
    let list = value.as_array()?;
    let own: BTreeSet<i128> = list.iter().take(LISTED).map(integer).collect::<Option<_>>()?;
    (own.len() == list.len() && own.iter().all(|index| *index >= 0)).then_some(own)
}

fn is_rotation(rows: &[Vec<f64>]) -> bool {
    rows.iter().enumerate().all(|(index, row)| {
        row.len() == rows.len()
            && rows.iter().enumerate().all(|(other, column)| {
                let product: f64 = row.iter().zip(column).map(|(one, two)| one * two).sum();
                (product - f64::from(u8::from(index == other))).abs() < ROUNDED
            })
    })
}

impl FormFaults {
    pub(super) fn image_in_systems(&mut self, image: &Value, pointer: &str) {
        if !self.is_object(&IMAGE_FORM, image, pointer) {
            return;
        }
        let Some(all) = self.list(&IMAGE_FORM, image, "coordinateSystems", pointer) else { return };
        self.systems(&IMAGE_FORM, all, &format!("{pointer}/coordinateSystems"));
        let systems = systems_of(image);
        let mut intrinsic = None;
        if let Some(levels) = self.list(&IMAGE_FORM, image, "datasets", pointer) {
            let pointer = format!("{pointer}/datasets");
            if levels.is_empty() {
                self.add(&IMAGE_FORM, &pointer, "at least one level", "none");
            }
            for (index, level) in levels.iter().take(LISTED).enumerate() {
                let pointer = format!("{pointer}/{index}");
                if self.is_object(&IMAGE_FORM, level, &pointer) {
                    self.level_in_system(level, &systems, &mut intrinsic, &pointer);
                }
            }
        }
        if let Some(name) = intrinsic {
            self.axes_of(all, name, &format!("{pointer}/coordinateSystems"));
        }
        let Some(between) = image.get(TRANSFORMATIONS) else {
            return self.connected(&systems, intrinsic, &Value::Null, pointer);
        };
        let Some(list) = self.list(&IMAGE_FORM, image, TRANSFORMATIONS, pointer) else { return };
        for (index, one) in list.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/{TRANSFORMATIONS}/{index}");
            let ranks = self.ends(&IMAGE_FORM, one, &systems, &pointer);
            self.transformation(&IMAGE_FORM, one, ranks, DEEPEST, &pointer);
            let is_own = |end: &str| one[end]["path"].is_null() && one[end]["name"].as_str() == intrinsic;
            if intrinsic.is_some() && !is_own("input") && !is_own("output") {
                let expected = format!(
                    "\"{}\", in which the levels are, as input or output",
                    intrinsic.unwrap_or_default()
                );
                self.add(&IMAGE_FORM, &pointer, &expected, "others");
            }
        }
        self.connected(&systems, intrinsic, between, pointer);
    }

    /// Every system can be reached from that of the levels.
    fn connected(&mut self, systems: &Systems, intrinsic: Option<&str>, between: &Value, pointer: &str) {
        let Some(intrinsic) = intrinsic else { return };
        let list = between.as_array().map(Vec::as_slice).unwrap_or_default();
        let reached: BTreeSet<&str> = list
            .iter()
            .take(LISTED)
            .flat_map(|one| [one["input"]["name"].as_str(), one["output"]["name"].as_str()])
            .flatten()
            .chain([intrinsic])
            .collect();
        if let Some(alone) = systems.keys().find(|name| !reached.contains(*name)) {
            let found = format!("none to {}", shown(&Value::from(*alone)));
            let expected = "transformations that connect all coordinate systems";
            self.add(&IMAGE_FORM, &format!("{pointer}/{TRANSFORMATIONS}"), expected, &found);
        }
    }

    fn systems(&mut self, rule: &'static Rule, all: &[Value], pointer: &str) {
        if all.is_empty() {
            self.add(rule, pointer, "at least one coordinate system", "none");
        }
        let mut names = BTreeSet::new();
        for (index, system) in all.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/{index}");
            if !self.is_object(rule, system, &pointer) {
                continue;
            }
            if !system["name"].as_str().is_some_and(|name| !name.is_empty() && names.insert(name)) {
                self.add(rule, &format!("{pointer}/name"), "a name of its own", &found(system, "name"));
            }
            let Some(axes) = self.list(rule, system, "axes", &pointer) else { continue };
            if rule == &IMAGE_FORM && !(2..=5).contains(&axes.len()) {
                self.add(rule, &format!("{pointer}/axes"), "2 to 5 axes", &axes.len().to_string());
            }
            let mut own = BTreeSet::new();
            for (index, axis) in axes.iter().take(LISTED).enumerate() {
                let pointer = format!("{pointer}/axes/{index}");
                if !self.is_object(rule, axis, &pointer) {
                    continue;
                }
                if !axis["name"].as_str().is_some_and(|name| !name.is_empty() && own.insert(name)) {
                    self.add(rule, &format!("{pointer}/name"), "a name of its own", &found(axis, "name"));
                }
                for (name, is_right, expected) in [
                    ("type", Value::is_string as fn(&Value) -> bool, "a type as a text"),
                    ("discrete", Value::is_boolean, "true or false"),
                ] {
                    if axis.get(name).is_some_and(|value| !value.is_null() && !is_right(value)) {
                        self.add(rule, &format!("{pointer}/{name}"), expected, &found(axis, name));
                    }
                }
            }
        }
    }

    /// Of the system that the levels are in. Axes of arrays have neither space nor time.
    fn axes_of(&mut self, all: &[Value], name: &str, pointer: &str) {
        let Some((index, axes)) = all
            .iter()
            .enumerate()
            .find_map(|(index, one)| Some((index, one["axes"].as_array().filter(|_| one["name"] == name)?)))
        else {
            return;
        };
        if axes.iter().all(Value::is_object) && !axes.iter().any(|axis| axis["type"] == "array") {
            let places: Vec<AxisPlace> = axes.iter().map(AxisPlace::of).collect();
            self.order_of_axes(axes, &places, &format!("{pointer}/{index}/axes"));
        }
    }

    fn level_in_system<'a>(
        &mut self,
        level: &'a Value,
        systems: &Systems,
        intrinsic: &mut Option<&'a str>,
        pointer: &str,
    ) {
        if !level["path"].is_string() {
            self.add(&IMAGE_FORM, &format!("{pointer}/path"), "a path", &found(level, "path"));
        }
        let Some(list) = self.list(&IMAGE_FORM, level, TRANSFORMATIONS, pointer) else { return };
        let pointer = format!("{pointer}/{TRANSFORMATIONS}");
        let [one] = list else {
            return self.add(&IMAGE_FORM, &pointer, "one transformation", &list.len().to_string());
        };
        let pointer = format!("{pointer}/0");
        if !self.is_object(&IMAGE_FORM, one, &pointer) {
            return;
        }
        let of = |one: &Value| one["type"].as_str().unwrap_or_default().to_owned();
        let kinds: Vec<String> = match of(one).as_str() {
            "sequence" => {
                one["transformations"].as_array().into_iter().flatten().take(LISTED).map(of).collect()
            }
            kind => vec![kind.to_owned()],
        };
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        if !matches!(kinds[..], ["scale" | "identity"] | ["scale", "translation"]) {
            let expected = "a scale, an identity, or a sequence of a scale and a translation";
            self.add(&IMAGE_FORM, &format!("{pointer}/type"), expected, &found(one, "type"));
        }
        if one["input"]["path"].as_str() != level["path"].as_str()
            || one["input"].get("name").is_some_and(Value::is_string)
        {
            let expected = "the path of the level, and no name";
            self.add(&IMAGE_FORM, &format!("{pointer}/input"), expected, &found(one, "input"));
        }
        let name = one["output"]["name"].as_str();
        let is_known = name.is_some_and(|name| systems.contains_key(name));
        if !is_known || !one["output"]["path"].is_null() {
            let expected = "the name of a coordinate system of the image, and no path";
            self.add(&IMAGE_FORM, &format!("{pointer}/output"), expected, &found(one, "output"));
        } else if let Some(first) = intrinsic
            && Some(*first) != name
        {
            let expected = format!("\"{first}\", as of the levels before");
            self.add(
                &IMAGE_FORM,
                &format!("{pointer}/output/name"),
                &expected,
                &found(&one["output"], "name"),
            );
        } else {
            *intrinsic = name;
        }
        let rank = name.and_then(|name| systems.get(name)).copied();
        self.transformation(&IMAGE_FORM, one, AxisCounts { from: rank, to: rank }, DEEPEST, &pointer);
    }

    /// What a transformation that is in no other goes from and to.
    fn ends(&mut self, rule: &'static Rule, one: &Value, systems: &Systems, pointer: &str) -> AxisCounts {
        let mut rank = |end: &str| {
            let pointer = format!("{pointer}/{end}");
            let place = &one[end];
            let Some(name) = place["name"].as_str() else {
                self.add(rule, &pointer, "the name of a coordinate system", &found(one, end));
                return None;
            };
            if let Some(path) = place["path"].as_str() {
                if path.split('/').any(|part| part == "..") {
                    self.add(
                        rule,
                        &format!("{pointer}/path"),
                        "a path below this group",
                        &shown(&place["path"]),
                    );
                }
                return None;
            }
            if !systems.contains_key(name) {
                let expected = "the name of a coordinate system that is here";
                self.add(rule, &format!("{pointer}/name"), expected, &shown(&place["name"]));
            }
            systems.get(name).copied()
        };
        let from = rank("input");
        AxisCounts { from, to: rank("output") }
    }

    pub(super) fn scene(&mut self, scene: &Value, pointer: &str) {
        if !self.is_object(&SCENE_FORM, scene, pointer) {
            return;
        }
        if scene.get("coordinateSystems").is_some_and(|own| !own.is_null())
            && let Some(all) = self.list(&SCENE_FORM, scene, "coordinateSystems", pointer)
        {
            self.systems(&SCENE_FORM, all, &format!("{pointer}/coordinateSystems"));
        }
        let systems = systems_of(scene);
        let Some(list) = self.list(&SCENE_FORM, scene, TRANSFORMATIONS, pointer) else { return };
        for (index, one) in list.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/{TRANSFORMATIONS}/{index}");
            if self.is_object(&SCENE_FORM, one, &pointer) {
                let ranks = self.ends(&SCENE_FORM, one, &systems, &pointer);
                self.transformation(&SCENE_FORM, one, ranks, DEEPEST, &pointer);
            }
        }
    }

    /// Gives the dimensions of what comes out, where they are known.
    fn transformation(
        &mut self,
        rule: &'static Rule,
        one: &Value,
        ranks: AxisCounts,
        deepest: usize,
        pointer: &str,
    ) -> Option<usize> {
        let AxisCounts { from, to } = ranks;
        let kind = one["type"].as_str().unwrap_or_default();
        let place = format!("{pointer}/{kind}");
        let Some(deeper) = deepest.checked_sub(1) else {
            self.add(rule, pointer, "at most 8 transformations in each other", "more");
            return None;
        };
        let dimensions = |rank: Option<usize>| rank.map_or(String::new(), |rank| format!("{rank} "));
        match kind {
            "identity" => return from,
            "scale" | "translation" => {
                let own = numbers(&one[kind]);
                let count = own.as_ref().map(Vec::len);
                let fits = |rank: Option<usize>| rank.is_none() || rank == count;
                if count.is_none() || !fits(from) || !fits(to) {
                    let expected = format!("{}numbers, one for each axis", dimensions(from.or(to)));
                    self.add(rule, &place, &expected, &found(one, kind));
                } else if kind == "scale" && own.is_some_and(|own| own.contains(&0.0)) {
                    self.add(rule, &place, "factors that are not zero", &found(one, kind));
                }
                return count;
            }
            "mapAxis" => {
                let own = indices(&one[kind]);
                let count = own.as_ref().map(BTreeSet::len);
                let is_whole = own.is_some_and(|own| own.into_iter().eq(0..count.unwrap_or(0) as i128));
                if !is_whole || from.is_some_and(|from| Some(from) != count) {
                    let expected = format!("each of {}axes once", dimensions(from));
                    self.add(rule, &place, &expected, &found(one, kind));
                }
                return count;
            }
            "affine" | "rotation" => {
                if one.get(kind).is_none() && one["path"].is_string() {
                    return to;
                }
                let rows = matrix(&one[kind]);
                let size = rows.as_ref().map(|rows| (rows.len(), rows.first().map_or(0, Vec::len)));
                let more = usize::from(kind == "affine");
                let fits = size.is_some_and(|(height, width)| {
                    to.is_none_or(|to| to == height) && from.is_none_or(|from| from + more == width)
                });
                if !fits {
                    let expected = format!(
                        "a matrix of {}rows and {}columns",
                        dimensions(to),
                        dimensions(from.map(|from| from + more))
                    );
                    self.add(rule, &place, &expected, &found(one, kind));
                } else if kind == "rotation" && !rows.is_some_and(|rows| is_rotation(&rows)) {
                    self.add(rule, &place, "rows of length 1 that are at right angles", &found(one, kind));
                }
                return size.map(|(height, _)| height);
            }
            "projectAxis" => return self.projection(rule, one, from, pointer),
            "displacements" | "coordinates" => {
                if !one["path"].is_string() {
                    self.add(rule, &format!("{pointer}/path"), "the path of an array", &found(one, "path"));
                }
            }
            "bijection" => {
                for (name, ranks) in [("forward", ranks), ("inverse", AxisCounts { from: to, to: from })] {
                    self.transformation(rule, &one[name], ranks, deeper, &format!("{pointer}/{name}"));
                }
            }
            "sequence" => {
                let list = self.list(rule, one, "transformations", pointer)?;
                if list.is_empty() {
                    self.add(rule, &format!("{pointer}/transformations"), "at least one", "none");
                }
                let mut rank = from;
                for (index, inner) in list.iter().take(LISTED).enumerate() {
                    let end = if index + 1 == list.len() { to } else { None };
                    let pointer = format!("{pointer}/transformations/{index}");
                    rank = self.transformation(
                        rule,
                        inner,
                        AxisCounts { from: rank, to: end },
                        deeper,
                        &pointer,
                    );
                }
                return rank;
            }
            "byDimension" => self.by_dimension(rule, one, ranks, deeper, pointer),
            _ => {
                let expected = "a transformation of OME-Zarr 0.6, such as scale or affine";
                self.add(rule, &format!("{pointer}/type"), expected, &found(one, "type"));
            }
        }
        to
    }

    fn projection(
        &mut self,
        rule: &'static Rule,
        one: &Value,
        from: Option<usize>,
        pointer: &str,
    ) -> Option<usize> {
        let mut count = |name: &str, most: Option<usize>| {
            let Some(value) = one.get(name).filter(|value| !value.is_null()) else { return Some(0) };
            let own = indices(value).filter(|own| {
                let is_within = most.is_none_or(|most| own.iter().all(|index| *index < most as i128));
                (1..=3).contains(&own.len()) && is_within
            });
            if own.is_none() {
                self.add(rule, &format!("{pointer}/{name}"), "one to three different axes", &shown(value));
            }
            own.map(|own| own.len())
        };
        let dropped = count("droppedInputs", from)?;
        let left = from.map(|from| from.saturating_sub(dropped));
        let created = count("createdOutputs", left.map(|left| left + 3))?;
        if dropped + created == 0 {
            self.add(rule, pointer, "droppedInputs or createdOutputs", "none");
        }
        Some(left? + created)
    }

    fn by_dimension(
        &mut self,
        rule: &'static Rule,
        one: &Value,
        ranks: AxisCounts,
        deeper: usize,
        pointer: &str,
    ) {
        let Some(list) = self.list(rule, one, "transformations", pointer) else { return };
        let mut given = BTreeSet::new();
        for (index, inner) in list.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/transformations/{index}");
            if !self.is_object(rule, inner, &pointer) {
                continue;
            }
            let mut axes = |name: &str, rank: Option<usize>| {
                let own = indices(&inner[name])
                    .filter(|own| rank.is_none_or(|rank| own.iter().all(|index| *index < rank as i128)));
                if own.is_none() {
                    self.add(
                        rule,
                        &format!("{pointer}/{name}"),
                        "different axes by their numbers",
                        &found(inner, name),
                    );
                }
                own
            };
            let from = axes("inputAxes", ranks.from);
            let to = axes("outputAxes", ranks.to);
            for axis in to.iter().flatten() {
                if !given.insert(*axis) {
                    let expected = "each axis of the output once";
                    self.add(rule, &format!("{pointer}/outputAxes"), expected, &format!("{axis} again"));
                }
            }
            let ranks = AxisCounts { from: from.map(|own| own.len()), to: to.map(|own| own.len()) };
            self.transformation(
                rule,
                &inner["transformation"],
                ranks,
                deeper,
                &format!("{pointer}/transformation"),
            );
        }
    }
}
