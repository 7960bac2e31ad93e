use std::collections::{BTreeMap, BTreeSet};
use std::{cell::OnceCell, path::Path};

use super::attributes::{attributes, dimension_names, images};
use super::conventions::{
    ALIGNMENT, ANNDATA_SHAPE, COVERAGE, LABEL_FORM, NO_COORDINATE, NO_NODE, SIZES, SPARSE_PARTS, STALE,
    TABLE_COLUMN, TABLE_ROWS, UNCHECKED,
};
use super::faults::{ODD_NAMES, UNLISTED, broken_by};
use super::unknown::stated_version;
use super::{
    Breach, BreachPlace, Rule,
    array::{ArrayCheck, Coordinate},
    cf::{CfArray, CfCheck, CfScope},
    coordinates::{GroupScope, misaligned},
    coverage,
    geo_form::GeoCheck,
    image::ImageCheck,
    unknown,
};
use crate::codec::DecodeOptions;
use crate::hierarchy::{Child, Hierarchy, NodeKind};
use crate::meaning::{EncodedKind, Meaning};
use crate::metadata::{GroupOrArray, text::count};
use crate::pipeline::{
    EncodedParts, Fault, Frame, FrameColumn, Home, OpenNode, RelatedArray, RelatedShape, SparseMatrix,
    encoded_of, lies_on_earth, odd_parts, related_arrays,
};
use crate::store::{StoreAccess, join};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckCounts {
    pub nodes: u64,
    pub arrays: u64,
}

/// `tell` gets the new breaches after each node, and says whether to go on. Only coordinates and indexes of shards are read.
pub fn check(
    hierarchy: &Hierarchy,
    key: &str,
    options: &DecodeOptions,
    tell: &mut dyn FnMut(CheckCounts, Vec<Breach>) -> bool,
) {
    let hierarchy = &hierarchy.for_a_walk();
    let mut run = CheckRun {
        hierarchy,
        options,
        counts: CheckCounts::default(),
        found: Vec::new(),
        is_unread: false,
        scopes: Vec::new(),
        cf: CfScope::default(),
        levels: BTreeSet::new(),
        home: OnceCell::new(),
        coverage: None,
        ome_version: None,
        tell,
    };
    let root = OpenNode::at(hierarchy, key);
    let path = root.path.clone();
    for note in hierarchy.store().odd_names(key) {
        run.add(&ODD_NAMES, &path, BreachPlace::Node, note);
    }
    let mut alone = Vec::new();
    let is_done = run.node(root, &mut alone).is_some();
    run.cf(key, &alone);
    // Where something could not be read, it is not known that there is none.
    if is_done && run.counts.nodes == 0 && !run.is_unread {
        let reason = "expected a group or an array of Zarr, found none: nothing was checked";
        run.add(&NO_NODE, &path, BreachPlace::Node, reason.to_owned());
    }
    run.tell();
}

/// Kept until all arrays of the group are known.
struct CheckedArray {
    name: String,
    dimensions: Vec<(String, u64)>,
    coordinate: Option<Coordinate>,
    cf: Option<CfArray>,
}

struct CheckRun<'a> {
    hierarchy: &'a Hierarchy,
    options: &'a DecodeOptions,
    counts: CheckCounts,
    found: Vec<Breach>,
    is_unread: bool,
    /// Of the groups that the node lies in, from the root on.
    scopes: Vec<GroupScope>,
    cf: CfScope,
    /// Levels of images have scales instead of coordinates.
    levels: BTreeSet<String>,
    home: OnceCell<Option<Home>>,
    /// When the values of a coordinate of time are said to begin and to end.
    coverage: Option<[String; 2]>,
    /// That the topmost group states within `ome`: all below it have the same.
    ome_version: Option<String>,
    tell: &'a mut dyn FnMut(CheckCounts, Vec<Breach>) -> bool,
}

impl CheckRun<'_> {
    fn tell(&mut self) -> bool {
        (self.tell)(self.counts, std::mem::take(&mut self.found))
    }

    fn add(&mut self, rule: &'static Rule, path: &str, place: BreachPlace, reason: String) {
        self.found.push(Breach { rule, path: path.to_owned(), place, reason });
    }

    /// Adds what the group has to know of an array. `None` when it was asked to stop.
    fn node(&mut self, open: OpenNode, members: &mut Vec<CheckedArray>) -> Option<()> {
        self.is_unread |= matches!(open.node.kind, NodeKind::Unreadable(_));
        if let Some(document) = open.document() {
            unknown::attributes_of(&open.path, document, self.ome_version.as_deref(), &mut self.found);
            let (hierarchy, key, path) = (self.hierarchy, open.node.key.as_str(), open.path.as_str());
            GeoCheck { hierarchy, key, path, document, found: &mut self.found }.all();
        }
        for fault in &open.faults {
            let place = BreachPlace::Member { document: fault.document, pointer: fault.pointer.clone() };
            self.add(broken_by(&Fault::Metadata(fault.clone())), &open.path, place, fault.message());
        }
        self.counts.nodes += u64::from(open.document().is_some());
        match open.described() {
            Some(GroupOrArray::Array(_)) => {
                self.counts.arrays += 1;
                self.array(&open, members)?;
            }
            _ => self.group(open)?,
        }
        self.tell().then_some(())
    }

    fn array(&mut self, open: &OpenNode, members: &mut Vec<CheckedArray>) -> Option<()> {
        let (Some(document), Some(GroupOrArray::Array(described))) = (open.document(), open.described())
        else {
            return Some(());
        };
        // An array that is the root of what was opened is in no group.
        let name = open.node.key.rsplit('/').next().unwrap_or_default();
        let names = dimension_names(described);
        let mut check = ArrayCheck { path: &open.path, document, found: &mut self.found };
        check.dimensions(described);
        let mut coordinate = None;
        if let Some(array) = open.usable() {
            check.codecs(array);
            if let Some(meaning) = array.meaning() {
                check.values(&meaning, array);
                check.named(&named_arrays(self.hierarchy, &self.home, &open.node.key, &meaning));
            }
            check.range(array, self.options);
            if matches!(names, [Some(dimension)] if dimension == name) {
                coordinate = check.order(array, self.options);
                if let Some(coverage) = &self.coverage
                    && let Some(time) = array.meaning().and_then(|meaning| meaning.time)
                    && let Some(reason) = coverage::contradicted(coverage, array, &time, self.options)
                {
                    check.add(&COVERAGE, BreachPlace::attribute(document, "/units"), reason);
                }
            }
            let tell = std::cell::RefCell::new(&mut self.tell);
            check.keys(array, self.options, &|| (tell.borrow_mut())(self.counts, Vec::new()))?;
        }
        let mut dimensions = Vec::new();
        // Levels of an image have the same dimensions in several sizes, and scales instead of coordinates.
        if let Ok(shape) = &described.shape
            && !self.levels.contains(&open.node.key)
        {
            for (name, size) in names.iter().zip(shape) {
                if let Some(name) = name {
                    dimensions.push((name.clone(), *size));
                }
            }
        }
        let cf = CfArray::of(name, &open.path, document, described);
        members.push(CheckedArray { name: name.to_owned(), dimensions, coordinate, cf });
        Some(())
    }

    /// A directory has no rules of its own, but what is below it.
    fn group(&mut self, open: OpenNode) -> Option<()> {
        let hierarchy = self.hierarchy;
        let is_group = open.described().is_some();
        let key = open.node.key.clone();
        let above = self.ome_version.clone();
        let cf_above = self.cf.clone();
        let (mut is_image, mut is_layout) = (false, false);
        self.coverage = None;
        if is_group && let Some(document) = open.document() {
            if let Some(attributes) = attributes(document) {
                self.cf = self.cf.below(attributes);
                // Its levels are groups of several sizes.
                is_layout = attributes.get("multiscales").is_some();
            }
            self.coverage = attributes(document).and_then(|attributes| {
                let text = |name: &str| Some(attributes.get(name)?.as_str()?.to_owned());
                Some([text("time_coverage_start")?, text("time_coverage_end")?])
            });
            for note in hierarchy.consolidated_notes(&open.node) {
                self.add(&STALE, &open.path, BreachPlace::Node, note);
            }
            if let Some(note) = hierarchy.copies_in_force(&open.node) {
                self.add(&UNCHECKED, &open.path, BreachPlace::Node, note.to_owned());
            }
            ImageCheck { hierarchy, key: &key, document, found: &mut self.found }.all();
            self.encoded(&open);
            self.ome_version = above.clone().or_else(|| stated_version(document));
            for image in attributes(document).map(images).into_iter().flatten().flatten() {
                is_image = true;
                self.levels.extend(image.paths.iter().flatten().map(|path| join(&key, path)));
            }
        }
        let children = if open.node.may_have_children() { hierarchy.children(&key) } else { Ok(Vec::new()) };
        let path = open.path.clone();
        if children.is_ok()
            && let Some(note) = hierarchy.unlisted_note(&open.node)
        {
            self.add(&UNLISTED, &path, BreachPlace::Node, note);
            self.is_unread = true;
        }
        // Its document may be large, and below it there may be many others.
        drop(open);
        let children = match children {
            Ok(children) => children,
            Err(error) => {
                let fault = error.into();
                self.add(broken_by(&fault), &path, BreachPlace::Node, fault.message());
                self.is_unread = true;
                self.ome_version = above;
                self.cf = cf_above;
                return Some(());
            }
        };
        unknown::archives(&path, &children, &mut self.found);
        let mut members = Vec::new();
        let mut groups: Vec<Child> = Vec::new();
        for child in children {
            let open = OpenNode::of_child(hierarchy, &child);
            if matches!(open.described(), Some(GroupOrArray::Array(_))) {
                if is_image && child.name == "labels" && !self.levels.contains(&child.key) {
                    let reason = "expected a group of label images, as a node called labels is in an image, found an array";
                    self.add(&LABEL_FORM, &open.path, BreachPlace::Node, reason.to_owned());
                }
                self.node(open, &mut members)?;
            } else if open.node.may_have_children() {
                groups.push(child);
            }
        }
        let scope = scope_of(is_image || is_layout, &members);
        if is_group && let Some(reason) = misaligned(&scope, &self.scopes) {
            self.add(&ALIGNMENT, &path, BreachPlace::Node, reason);
        }
        self.scopes.push(scope);
        if is_group {
            self.dimensions(&key, &path, &members);
            self.cf(&key, &members);
        }
        drop(members);
        for child in groups {
            self.node(OpenNode::of_child(hierarchy, &child), &mut Vec::new())?;
        }
        self.scopes.pop();
        self.ome_version = above;
        self.cf = cf_above;
        Some(())
    }

    fn cf(&mut self, key: &str, members: &[CheckedArray]) {
        let arrays = members.iter().filter_map(|member| Some((member.name.as_str(), member.cf.as_ref()?)));
        let hierarchy = &self.hierarchy.remembering();
        let (scope, home, found) = (&self.cf, &self.home, &mut self.found);
        CfCheck { hierarchy, key, scope, home, arrays: arrays.collect(), found }.all();
    }

    fn encoded(&mut self, open: &OpenNode) {
        let Some(element) = encoded_of(&open.node.kind) else { return };
        let hierarchy = self.hierarchy;
        let mut add = |rule, reason| self.add(rule, &open.path, BreachPlace::Node, reason);
        if let EncodedKind::Sparse { .. } = element.kind {
            if let Err(fault) = SparseMatrix::open(hierarchy, &open.node.key, &element) {
                add(&SPARSE_PARTS, format!("expected three arrays that fit together: {fault}"));
            }
            return;
        }
        if element.kind == EncodedKind::AnnData {
            let parts = EncodedParts::read(hierarchy, &open.node.key, &element);
            if let Some(shape) = parts.shape {
                for why in odd_parts(hierarchy, &open.node.key, shape) {
                    add(&ANNDATA_SHAPE, why);
                }
            }
            return;
        }
        let Ok(frame) = Frame::open(hierarchy, &open.node.key) else { return };
        let sizes = || frame.columns.iter().filter_map(FrameColumn::size);
        let most = |size: u64| sizes().filter(|other| *other == size).count();
        // Of sizes that are as frequent, that of the first column, which is the index.
        let usual = sizes().rev().max_by_key(|size| most(*size)).unwrap_or(frame.rows);
        for column in &frame.columns {
            let name = &column.name;
            if let Some(fault) = column.fault() {
                add(&TABLE_COLUMN, format!("expected \"{name}\" to be a column: {fault}"));
            } else if let Some(rows) = column.size()
                && rows != usual
            {
                let [all, rows] = [usual, rows].map(|rows| count(rows.into(), "row"));
                let like = format!("{} of {}", most(usual), count(sizes().count() as u128, "column"));
                add(&TABLE_ROWS, format!("expected {all} in \"{name}\", as in {like}, found {rows}"));
            }
        }
    }

    fn dimensions(&mut self, key: &str, path: &str, members: &[CheckedArray]) {
        let mut sizes: BTreeMap<&str, BTreeMap<u64, Vec<&str>>> = BTreeMap::new();
        for member in members {
            for (name, size) in &member.dimensions {
                sizes.entry(name).or_default().entry(*size).or_default().push(&member.name);
            }
        }
        // The odd one is the only array with one of two sizes, so few are compared with all others.
        let disputed = sizes.values().find(|of_sizes| of_sizes.len() == 2);
        let is_alone = |member: &&CheckedArray| {
            disputed
                .is_some_and(|of_sizes| of_sizes.values().any(|names| names[..] == [member.name.as_str()]))
        };
        let exchanged = members.iter().filter(is_alone).find(|member| member.has_exchanged_names(members));
        let by_name: BTreeMap<&str, &CheckedArray> =
            members.iter().map(|member| (member.name.as_str(), member)).collect();
        if let Some(member) = exchanged {
            let names: Vec<&str> = member.dimensions.iter().map(|(name, _)| name.as_str()).collect();
            let reason = format!(
                "expected the names of the dimensions of {} in another order: {} have other sizes in all other arrays, and \
                 in another order the same",
                member.name,
                names.join(", ")
            );
            self.add(&SIZES, path, BreachPlace::Node, reason);
        }
        for (name, of_sizes) in sizes {
            if of_sizes.len() > 1 && exchanged.is_none() && !are_levels(&of_sizes, &by_name) {
                let mut each = Vec::new();
                for (size, arrays) in of_sizes.iter().take(4) {
                    each.push(format!("{size} in {}", arrays.first().copied().unwrap_or_default()));
                }
                let more = if of_sizes.len() > 4 { ", …" } else { "" };
                let reason = format!("expected one size of \"{name}\", found {}{more}", each.join(", "));
                self.add(&SIZES, path, BreachPlace::Node, reason);
            }
            if !self.scopes.iter().any(|scope| scope.coordinates.contains_key(name)) {
                let arrays: Vec<&str> = of_sizes.values().flatten().copied().collect();
                let first = arrays.first().copied().unwrap_or_default();
                let array = join(key, first);
                if lies_on_earth(self.hierarchy, &array, name) {
                    continue;
                }
                let more = match arrays.len().saturating_sub(1) {
                    0 => String::new(),
                    others => format!(" and {}", count(others as u128, "other")),
                };
                let reason =
                    format!("expected an array \"{name}\" with the coordinates of {first}{more}, found none");
                self.add(&NO_COORDINATE, path, BreachPlace::Node, reason);
            }
        }
    }
}

fn scope_of(is_image: bool, members: &[CheckedArray]) -> GroupScope {
    let mut scope = GroupScope { is_image, ..GroupScope::default() };
    for member in members {
        // An array is the coordinate of the dimension that it is named for.
        if matches!(member.dimensions.as_slice(), [(name, _)] if *name == member.name) {
            scope.coordinates.insert(member.name.clone(), member.coordinate);
        }
    }
    let mut disputed = BTreeSet::new();
    for (name, size) in members.iter().flat_map(|member| &member.dimensions) {
        if !scope.coordinates.contains_key(name) && *scope.sizes.entry(name.clone()).or_insert(*size) != *size
        {
            disputed.insert(name);
        }
    }
    scope.sizes.retain(|name, _| !disputed.contains(name));
    scope
}

impl CheckedArray {
    /// Whether its dimensions have the sizes that all other arrays give them once their names are in another order.
    fn has_exchanged_names(&self, members: &[Self]) -> bool {
        let mut known: BTreeMap<&str, u64> = BTreeMap::new();
        let mut others = 0;
        for other in members.iter().filter(|member| member.name != self.name) {
            for (name, size) in &other.dimensions {
                if *known.entry(name).or_insert(*size) != *size {
                    return false;
                }
            }
            others += usize::from(!other.dimensions.is_empty());
        }
        // Of two arrays either may be the one that is wrong.
        if others < 2 {
            return false;
        }
        let mut sizes = Vec::new();
        let mut expected = Vec::new();
        for (name, size) in &self.dimensions {
            let Some(other) = known.get(name.as_str()) else { return false };
            sizes.push(*size);
            expected.push(*other);
        }
        if sizes == expected {
            return false;
        }
        sizes.sort_unstable();
        expected.sort_unstable();
        sizes == expected
    }
}

/// The same image in several sizes, which no convention describes: at least two dimensions of each are smaller by one factor.
fn are_levels(of_sizes: &BTreeMap<u64, Vec<&str>>, members: &BTreeMap<&str, &CheckedArray>) -> bool {
    let names: BTreeSet<&str> = of_sizes.values().flatten().copied().collect();
    let mut levels: Vec<&CheckedArray> =
        names.into_iter().filter_map(|name| members.get(name).copied()).collect();
    levels.sort_by_key(|level| std::cmp::Reverse(level.dimensions.iter().map(|(_, size)| *size).max()));
    levels.windows(2).all(|pair| {
        let [large, small] = pair else { return false };
        let mut factors = Vec::new();
        for ((own, large), (other, small)) in large.dimensions.iter().zip(&small.dimensions) {
            if own != other || *small == 0 {
                return false;
            }
            if large != small {
                factors.push(large / small);
            }
        }
        let same = large.dimensions.len() == small.dimensions.len();
        same && factors.len() > 1
            && factors.iter().all(|factor| *factor > 1 && Some(factor) == factors.first())
    })
}

/// Those that are not below the node that was opened are looked for above it too.
fn named_arrays(
    hierarchy: &Hierarchy,
    home: &OnceCell<Option<Home>>,
    key: &str,
    meaning: &Meaning,
) -> Vec<RelatedArray> {
    let related = related_arrays(hierarchy, key, &meaning.description);
    if related.iter().all(|one| matches!(one.shape, RelatedShape::Array(_))) {
        return related;
    }
    match home.get_or_init(|| Home::above(Path::new(&hierarchy.name), &StoreAccess::default())) {
        Some(home) => related_arrays(&home.hierarchy, &join(&home.key, key), &meaning.description),
        None => related,
    }
}
