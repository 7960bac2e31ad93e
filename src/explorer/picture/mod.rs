pub(super) mod axis_labels;
pub(super) mod colors;
pub(super) mod composite;
pub(super) mod draw;
pub(super) mod encoded;
pub(super) mod labels;
pub(super) mod levels;
pub(super) mod pixels;
pub(super) mod placed;
pub(super) mod shown_image;
pub(super) mod work;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::explorer::geometry::picture_view::{HALVES, PictureView};
use crate::explorer::geometry::plane::Plane;
use crate::explorer::keys::keymap::{SLICES, named, no_picture};
use crate::explorer::picture::colors::PictureColors;
use crate::explorer::picture::composite::Composite;
use crate::explorer::picture::labels::PictureLabels;
use crate::explorer::picture::pixels::PicturePixels;
use crate::explorer::picture::shown_image::first_element;
use crate::explorer::picture::work::{EncodePicture, FindRange, ReadPicture, with_faults};
use crate::explorer::{Area, KeyCommand, Late, Move, Pane, PaneEvent, Shared};
use crate::pipeline::{
    Axes, ElementShape, Growth, ImageKind, LabelOverlay, NumberType, Picture, PicturePlan,
};
use crate::tell::channel::DrawnChannel;
use crate::tell::colors::{ColorRange, Coloring};

/// The least elements along rows or columns.
const CLOSEST: u64 = 8;
/// Pixels of a file along rows and columns, without axes.
const FILE: u64 = 1024;

#[derive(Debug, Default)]
pub struct PicturePane {
    pub on: bool,
    pub picture: Late<Arc<Picture>>,
    pub colors: PictureColors,
    /// Whether the step before is subtracted from what is shown.
    pub is_difference: bool,
    /// The element through which the step goes that is subtracted; `None` for the step before the shown one.
    subtracted: Option<Vec<u64>>,
    range_of_array: Late<(f64, f64)>,
    difference_colors: PictureColors,
    pub labels: PictureLabels,
    pub composite: Composite,
    pub(crate) pixels: PicturePixels,
    asked: Option<ReadPicture>,
    /// Whether the plane was looked for that an image shows first.
    pub(crate) has_begun: bool,
    pub(crate) part: KeptPart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeptPart {
    /// The plane is 2^zoom longer and wider than the shown part.
    zoom: u32,
    first: [u64; 2],
}

impl PicturePane {
    pub(crate) fn fresh(&self) -> Self {
        Self {
            on: self.on,
            colors: self.colors.fresh(),
            labels: self.labels.fresh(),
            composite: self.composite.fresh(),
            ..Self::default()
        }
    }

    pub fn is_shown(&self, shared: &Shared) -> bool {
        self.on
            && !shared.selection.opened
            && shared.selection.array_layout().is_some()
            && Self::why_not(shared).is_none()
    }

    /// Why the selected array has no picture: its elements are no numbers.
    fn why_not(shared: &Shared) -> Option<String> {
        let data_type = shared.selection.value_array()?.values_type();
        let is_number = NumberType::of(data_type).is_some();
        (!is_number)
            .then(|| format!("no picture of {data_type}: integers, real numbers, bools and times have one"))
    }

    /// Whether it replaces the values, because there is no room beside them.
    pub fn takes_over(&self, shared: &Shared) -> bool {
        self.is_shown(shared) && shared.regions().picture.is_empty()
    }

    pub(crate) fn takes(&self, event: PaneEvent, shared: &Shared) -> bool {
        use KeyCommand::{ZoomIn, ZoomOut, ZoomToFit};
        let zooms = matches!(event, PaneEvent::KeyCommand(ZoomIn | ZoomOut | ZoomToFit));
        self.is_shown(shared) && (zooms || self.takes_over(shared))
    }

    fn inner(shared: &Shared) -> Area {
        let regions = shared.regions();
        regions.inner_picture()
    }

    pub(crate) fn recolor(&mut self, command: KeyCommand, shared: &mut Shared) {
        if !self.is_shown(shared) {
            return shared.say(no_picture());
        }
        let channels = self.channels(shared);
        if !channels.is_empty() && command == KeyCommand::PictureMap {
            let one = named(&[KeyCommand::Composite], "shows one channel");
            return shared.say(format!("each channel has its own colour; {one}"));
        }
        let spread = self.picture.so_far().and_then(|picture| picture.spread.as_ref());
        if self.minus(shared).is_some() {
            shared.say(self.difference_colors.next(command, spread, None));
        } else {
            shared.say(self.colors.next(command, spread, Some(&shared.selection)));
        }
    }

    pub fn coloring(&self, plan: &PicturePlan, shared: &Shared) -> Coloring {
        if self.minus(shared).is_some() {
            return self.difference_colors.coloring;
        }
        match self.channels(shared).first() {
            Some(channel) => self.colors.of_channel(channel),
            None => self.colors.of(plan, &shared.selection),
        }
    }

    /// The channels that are shown at once; none where one is shown.
    pub fn channels(&self, shared: &Shared) -> Vec<DrawnChannel> {
        self.composite.channels(&shared.selection)
    }

    pub(crate) fn toggle_difference(&mut self, shared: &mut Shared) {
        if let Some(why) = self.why_no_difference(shared) {
            return shared.say(why);
        }
        self.is_difference = !self.is_difference;
        self.subtracted = None;
        self.difference_colors = PictureColors::of_differences();
        if !self.is_difference {
            return shared.say("the values themselves");
        }
        match self.minus(shared) {
            Some(_) => {
                let on = named(SLICES, "go on");
                shared.say(format!("minus the step before: white is zero; {on}"));
            }
            None => {
                let on = named(&[KeyCommand::SliceOn], "goes on");
                shared.say(format!("there is no step before this one: {on}"));
            }
        }
    }

    fn why_no_difference(&self, shared: &Shared) -> Option<String> {
        if !self.is_shown(shared) {
            return Some(no_picture());
        }
        let one = named(&[KeyCommand::Composite], "shows one");
        let is_alone = self.channels(shared).is_empty();
        if is_alone { None } else { Some(format!("only the change of one channel can be shown; {one}")) }
    }

    /// From now on the shown step is subtracted from all others.
    pub(crate) fn subtract_this(&mut self, shared: &mut Shared) {
        if let Some(why) = self.why_no_difference(shared) {
            return shared.say(why);
        }
        let (Some(cursor), Some(plane)) = (shared.selection.cursor(), Self::plane(shared)) else { return };
        if plane.sliced() == 0 {
            return shared.say("the picture shows all of the array: there are no other steps");
        }
        self.is_difference = true;
        self.difference_colors = PictureColors::of_differences();
        let words = shared.selection.minus_words(&cursor);
        self.subtracted = Some(cursor);
        let back = named(&[KeyCommand::PictureDifference], "shows the values");
        shared.say(format!("{words}, at every step from now on; {back}"));
    }

    /// The coordinates of the step that is subtracted; `None` where nothing is.
    pub fn minus(&self, shared: &Shared) -> Option<Vec<u64>> {
        if !self.is_difference || !self.channels(shared).is_empty() {
            return None;
        }
        let mut before = shared.selection.cursor()?;
        let plane = Self::plane(shared)?;
        if let Some(subtracted) = &self.subtracted {
            for (axis, (at, from)) in before.iter_mut().zip(subtracted).enumerate() {
                if !plane.axes.has(axis) {
                    *at = *from;
                }
            }
            return Some(before);
        }
        plane.step_slice(&mut before, shared.selection.stepped(), false).then_some(before)
    }

    /// The same range for all that is shown from now on; without numbers, as the key does it.
    pub(crate) fn choose_range(&mut self, argument: &str, shared: &mut Shared) -> Result<(), String> {
        if argument.is_empty() || !self.is_shown(shared) {
            self.recolor(KeyCommand::PictureRange, shared);
            return Ok(());
        }
        if argument == "array" {
            return self.ask_range_of_array(shared);
        }
        let Some(range) = ColorRange::of_numbers(argument) else {
            return Err(format!("expected two numbers such as 260 300, or array, found \"{argument}\""));
        };
        self.range_of_array = Late::Idle;
        match self.minus(shared) {
            Some(_) => self.difference_colors.fix(range),
            None => self.colors.fix(range),
        }
        Ok(())
    }

    /// The least and the greatest number of the whole array, which is read for that.
    fn ask_range_of_array(&mut self, shared: &mut Shared) -> Result<(), String> {
        if self.minus(shared).is_some() {
            return Err("expected two numbers for a difference, found array".to_owned());
        }
        let Some(array) = shared.selection.value_array().cloned() else { return Ok(()) };
        shared.say("reading the whole array for the ends of the colours …");
        self.range_of_array = Late::asked(shared.ask(FindRange { array, options: shared.options }));
        Ok(())
    }

    pub(crate) fn next_labels(&mut self, shared: &mut Shared) {
        if !self.is_shown(shared) {
            return shared.say(no_picture());
        }
        self.labels.next(shared);
    }

    pub(crate) fn reconcile_labels(&mut self, shared: &mut Shared) {
        if !self.is_shown(shared) {
            return;
        }
        if let Some(plan) = self.plan(shared) {
            self.labels.reconcile(&plan, shared);
            self.labels.reconcile_under_cursor(shared);
        }
    }

    pub fn overlay(&self, shared: &Shared) -> Option<&Arc<LabelOverlay>> {
        self.labels.overlay.so_far().filter(|_| self.labels.chosen(shared).is_some())
    }

    pub(crate) fn corner(&self, shared: &Shared) -> Option<Vec<u64>> {
        let plan = self.plan(shared)?;
        let mut corner = shared.selection.cursor()?;
        for (dimension, shown) in plan.dimensions.iter().zip(&plan.shown) {
            if let Some(dimension) = dimension
                && let Some(place) = corner.get_mut(*dimension)
            {
                *place = shown.start;
            }
        }
        Some(corner)
    }

    pub(crate) fn part_at(&self, corner: Option<&[u64]>, axes: Axes) -> KeptPart {
        let at = |axis: usize| corner.and_then(|corner| corner.get(axis)).copied().unwrap_or(0);
        let zoom = if corner.is_some() { self.part.zoom } else { 0 };
        KeptPart { zoom, first: [at(axes.rows), at(axes.columns)] }
    }

    pub(crate) fn toggle(&mut self, shared: &mut Shared) {
        if shared.selection.array_layout().is_none() {
            // A node that is still being read may be an array. Then the key counts as soon as it is read.
            if shared.selection.node.is_waiting() {
                self.on = !self.on;
                // If it is the group of an image, its picture is meant.
                shared.selection.wants_picture = true;
                let shown = if self.on { "a picture" } else { "values" };
                return shared.say(format!("the array is shown as {shown} once it is read"));
            }
            return shared.say("no array is selected");
        }
        if let Some(why) = Self::why_not(shared) {
            return shared.say(why);
        }
        self.on = !self.is_shown(shared);
        if self.on {
            shared.selection.opened = false;
            shared.focus = Pane::Values;
        }
    }

    /// The picture so far, with every known faulty chunk.
    pub fn shown(&self, shared: &Shared) -> Option<Cow<'_, Picture>> {
        let picture = self.picture.so_far()?;
        let known = Self::known_faults(picture, shared);
        match shared.selection.array() {
            Some(array) if !known.is_empty() => Some(Cow::Owned(with_faults(picture, array, &known))),
            _ => Some(Cow::Borrowed(picture)),
        }
    }

    /// Faults that were found elsewhere, in the shown part.
    pub(crate) fn known_faults<'a>(picture: &Picture, shared: &'a Shared) -> Vec<&'a [u64]> {
        let mut known = Vec::new();
        // What was found with checksums may be readable without.
        let Some(array) = shared.selection.array().filter(|_| !shared.options.ignore_checksums) else {
            return known;
        };
        let grid = &array.metadata.chunk_grid;
        for chunk in shared.known.chunks(&array.key) {
            if !picture.faults.contains(chunk)
                && let Some(used) = grid.used(chunk)
                && picture.plan.cells_in(&used).is_some()
            {
                known.push(chunk);
            }
        }
        known
    }

    pub(crate) fn reconcile_pixels(&mut self, shared: &mut Shared) {
        let wanted = shared.graphics().filter(|_| self.is_shown(shared)).and_then(|graphics| {
            let picture = Arc::clone(self.picture.ready()?);
            let array = Arc::clone(shared.selection.array()?);
            let known = Self::known_faults(&picture, shared).into_iter().map(<[u64]>::to_vec).collect();
            let view = PictureView::of(&picture.plan, Self::inner(shared), shared.dots());
            let channels = self.channels(shared);
            let others = self.composite.others(&channels, &picture.plan);
            let others: Vec<_> = others.into_iter().map_while(|other| other.map(Arc::clone)).collect();
            let colors = |place: usize| {
                channels.get(place + 1).map_or(Coloring::default(), |channel| self.colors.of_channel(channel))
            };
            Some(EncodePicture {
                coloring: self.coloring(&picture.plan, shared),
                others: others.into_iter().enumerate().map(|(place, other)| (other, colors(place))).collect(),
                is_light: !channels.is_empty(),
                labels: self.overlay(shared).cloned(),
                array,
                known,
                picture,
                view,
                graphics,
            })
        });
        // A picture that is being read again stays.
        let stays = shared.graphics().is_some() && self.picture.is_waiting();
        self.pixels.reconcile(wanted, stays, shared);
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) {
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => go(shared, self.moved(by, shared)),
            PaneEvent::KeyCommand(KeyCommand::SliceBack) => Self::slice(false, shared),
            PaneEvent::KeyCommand(KeyCommand::SliceOn) => Self::slice(true, shared),
            PaneEvent::KeyCommand(KeyCommand::SliceAxis) => {
                if let Some(plane) = Self::plane(shared) {
                    shared.turn_slice_axis(&plane);
                }
            }
            PaneEvent::KeyCommand(KeyCommand::ZoomIn) => self.zoom(true, shared),
            PaneEvent::KeyCommand(KeyCommand::ZoomOut) => self.zoom(false, shared),
            PaneEvent::KeyCommand(KeyCommand::ZoomToFit) => self.part.zoom = 0,
            PaneEvent::KeyCommand(KeyCommand::Enter) => self.on = false,
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Stages,
            PaneEvent::KeyCommand(_) => {}
            PaneEvent::Click(x, y) => go(shared, self.element_at(x, y, shared)),
        }
    }

    /// The next element with its own cell, or the one half of the shown part away.
    fn moved(&self, by: Move, shared: &Shared) -> Option<Vec<u64>> {
        let plan = self.plan(shared)?;
        let mut element = shared.selection.cursor()?;
        let by = if plan.is_flipped() { mirrored(by) } else { by };
        let along = match by {
            Move::Up | Move::Down | Move::PageUp | Move::PageDown | Move::First | Move::Last => 0,
            Move::Left | Move::Right | Move::RowStart | Move::RowEnd => 1,
        };
        let dimension = (*plan.dimensions.get(along)?)?;
        let shown = plan.shown.get(along)?;
        let length = shown.end.saturating_sub(shown.start);
        // With pixels as far as without: a step is seen.
        let view = PictureView::of(&plan, Self::inner(shared), shared.dots());
        let cells =
            plan.size.get(along)? * view.scale.get(along)? * HALVES.get(along)? / view.dots.get(along)?;
        let (step, page) = ((length / cells.max(1)).max(1), (length / 2).max(1));
        let last = shared.selection.array_layout()?.shape.get(dimension)?.saturating_sub(1);
        let place = element.get_mut(dimension)?;
        let moved = match by {
            Move::Up | Move::Left => place.saturating_sub(step),
            Move::Down | Move::Right => place.saturating_add(step),
            Move::PageUp => place.saturating_sub(page),
            Move::PageDown => place.saturating_add(page),
            Move::First | Move::RowStart => 0,
            Move::Last | Move::RowEnd => last,
        }
        .min(last);
        // Of the elements that share a cell, the one that is drawn there, if it lies on the way.
        let drawn = plan.cell(along, moved).map(|cell| plan.position(along, cell));
        let is_beyond = |drawn: &u64| (*drawn > *place) == (moved > *place) && *drawn != *place;
        let is_step = matches!(by, Move::Up | Move::Down | Move::Left | Move::Right);
        *place = drawn.filter(|drawn| is_step && is_beyond(drawn)).unwrap_or(moved);
        Some(element)
    }

    fn slice(on: bool, shared: &mut Shared) {
        let (Some(mut element), Some(plane)) = (shared.selection.cursor(), Self::plane(shared)) else {
            return;
        };
        if plane.step_slice(&mut element, shared.selection.stepped(), on) {
            go(shared, Some(element));
        } else {
            shared.say("no further slice");
        }
    }

    fn plane(shared: &Shared) -> Option<Plane> {
        let selection = &shared.selection;
        Some(Plane::new(&selection.array_layout()?.shape, selection.axes(), 1))
    }

    fn zoom(&mut self, closer: bool, shared: &Shared) {
        let (Some(layout), Some(at)) = (shared.selection.array_layout(), shared.selection.cursor()) else {
            return;
        };
        let shape = &layout.shape;
        let dimensions = shared.selection.axes().dimensions(shape.len());
        let edges = dimensions.into_iter().flatten().filter_map(|axis| shape.get(axis));
        let most = (edges.max().copied().unwrap_or(1) / CLOSEST).checked_ilog2().map_or(0, |most| most + 1);
        let zoom = if closer { (self.part.zoom + 1).min(most) } else { self.part.zoom.saturating_sub(1) };
        if zoom != self.part.zoom {
            self.part.zoom = zoom;
            self.part.first = dimensions.map(|dimension| {
                let place = dimension.and_then(|dimension| at.get(dimension)).copied().unwrap_or(0);
                place.saturating_sub(self.length(shape, dimension) / 2)
            });
        }
    }

    fn length(&self, shape: &[u64], dimension: Option<usize>) -> u64 {
        let all = dimension.map_or(1, |dimension| shape.get(dimension).copied().unwrap_or(0));
        (all >> self.part.zoom.min(63)).max(CLOSEST.min(all))
    }

    /// The same part of the plane that is subtracted.
    pub(crate) fn plan_minus(&self, plan: &PicturePlan, shared: &Shared) -> Option<PicturePlan> {
        let before = self.minus(shared)?;
        let mut other = plan.clone();
        for (dimension, at) in other.fixed.iter_mut().enumerate() {
            if !plan.dimensions.contains(&Some(dimension)) {
                *at = before.get(dimension).copied().unwrap_or(*at);
            }
        }
        Some(other)
    }

    fn plan(&self, shared: &Shared) -> Option<PicturePlan> {
        let dots = shared.dots();
        let height = shared.graphics().map_or(1.0, |graphics| graphics.dot_height(dots));
        self.plan_within(PictureView::room(Self::inner(shared), dots), (Growth::Least, height), shared)
    }

    /// The same plane as a file shows it. Of a small one, elements are squares that can be seen.
    pub(crate) fn plan_of_file(&self, shared: &Shared) -> Option<PicturePlan> {
        if !self.is_shown(shared) {
            return None;
        }
        let plan = self.plan(shared)?;
        let longest = plan.shown.iter().map(|shown| shown.end.saturating_sub(shown.start)).max()?;
        let cells = FILE / longest.max(1);
        let growth = match cells {
            _ if !plan.keeps_shape => Growth::Room,
            0 | 1 => Growth::Least,
            cells => Growth::Cells(cells.min(64)),
        };
        self.plan_within([FILE; 2], (growth, 1.0), shared)
    }

    /// `cell_height` is that of a cell which is one wide.
    fn plan_within(
        &self,
        most: [u64; 2],
        (growth, cell_height): (Growth, f64),
        shared: &Shared,
    ) -> Option<PicturePlan> {
        let shape = &shared.selection.array_layout()?.shape;
        let at = shared.selection.cursor()?;
        let dimensions = shared.selection.axes().dimensions(shape.len());
        let mut shown = [0..1, 0..1];
        for ((along, dimension), range) in dimensions.into_iter().enumerate().zip(&mut shown) {
            let Some(dimension) = dimension else { continue };
            let (all, place) = (*shape.get(dimension)?, *at.get(dimension)?);
            *range =
                part(all, self.length(shape, Some(dimension)), self.part.first.get(along).copied()?, place);
        }
        let mut fixed = at;
        for dimension in dimensions.into_iter().flatten() {
            *fixed.get_mut(dimension)? = 0;
        }
        if let Some(first) = self.channels(shared).first() {
            *fixed.get_mut(first.axis)? = first.index;
        }
        let labels = shared.selection.labels.ready();
        let height = labels.and_then(|labels| labels.element_height(dimensions)).unwrap_or(1.0) / cell_height;
        let above = labels.and_then(|labels| labels.above(dimensions, &shown));
        let image = shared.selection.image_level();
        let image = image.map(|(image, _)| ImageKind::of(&image.metadata)).unwrap_or_default();
        let mut plan = PicturePlan::in_shape(dimensions, fixed, shown, most, ElementShape { height, growth });
        (plan.above, plan.image) = (above, image);
        Some(plan)
    }

    fn element_at(&self, x: u16, y: u16, shared: &Shared) -> Option<Vec<u64>> {
        let plan = self.plan(shared)?;
        let view = PictureView::of(&plan, Self::inner(shared), shared.dots());
        if !view.area.contains(x, y) {
            return None;
        }
        let cell = view.cell_at(u64::from(y - view.area.y) * 2, (x - view.area.x).into());
        let mut element = shared.selection.cursor()?;
        for (along, dimension) in plan.dimensions.iter().enumerate() {
            let Some(dimension) = *dimension else { continue };
            let cell = *cell.get(along)?;
            if cell >= *plan.size.get(along)? {
                return None;
            }
            *element.get_mut(dimension)? = plan.position(along, cell);
        }
        Some(element)
    }

    /// A level of an image begins where its image says, if the cursor is still at its first element.
    fn begin(&mut self, shared: &mut Shared) {
        let selection = &shared.selection;
        let (Late::Ready { .. }, Some(cursor)) = (&selection.image, selection.cursor()) else { return };
        if std::mem::replace(&mut self.has_begun, true) || cursor.iter().any(|at| *at > 0) {
            return;
        }
        let first = selection.image_level().and_then(|(pyramid, level)| first_element(pyramid, level));
        go(shared, first.filter(|first| *first != cursor));
    }

    pub(crate) fn reconcile(&mut self, shared: &mut Shared) {
        if !self.is_shown(shared) {
            return;
        }
        self.begin(shared);
        self.composite.reconcile_cursor(&shared.selection);
        let Some(plan) = self.plan(shared) else { return };
        self.part.first = [plan.shown[0].start, plan.shown[1].start];
        let Some(array) = shared.selection.value_array().cloned() else { return };
        if plan.size.contains(&0) || array.fault().is_some() {
            return;
        }
        let options = shared.options;
        self.composite.reconcile(&array, &plan, shared);
        self.composite.reconcile_under_cursor(shared);
        let minus = self.plan_minus(&plan, shared);
        let task = ReadPicture { array, plan, minus, options };
        if self.asked.as_ref().is_some_and(|asked| asked.is_same(&task)) {
            return;
        }
        self.asked = Some(task.clone());
        self.picture.ask_again(shared.ask(task));
    }
}

/// What is drawn above has a larger index.
fn mirrored(by: Move) -> Move {
    match by {
        Move::Up => Move::Down,
        Move::Down => Move::Up,
        Move::PageUp => Move::PageDown,
        Move::PageDown => Move::PageUp,
        Move::First => Move::Last,
        Move::Last => Move::First,
        beside @ (Move::Left | Move::Right | Move::RowStart | Move::RowEnd) => beside,
    }
}

/// A part of `length` elements from `first` on, moved by half of it if the cursor is not in it.
fn part(all: u64, length: u64, first: u64, cursor: u64) -> Range<u64> {
    let is_in = (first..first.saturating_add(length)).contains(&cursor);
    let first = if is_in { first } else { cursor.saturating_sub(length / 2) };
    let first = first.min(all.saturating_sub(length));
    first..first.saturating_add(length).min(all)
}

fn go(shared: &mut Shared, element: Option<Vec<u64>>) {
    let Some(element) = element else { return };
    let selection = &mut shared.selection;
    if !selection.address.is_inner() {
        return shared.select_element(&element);
    }
    let Some(layout) = selection.array_layout() else { return };
    let Some((chunk, within)) = layout.grid.locate(&element) else { return };
    selection.leave_shards();
    selection.address = chunk.into();
    selection.element.coords = within;
    selection.element.put_everywhere();
    shared.trace();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_moves_only_where_the_cursor_would_leave_it() {
        assert_eq!(part(100, 20, 30, 49), 30..50);
        assert_eq!(part(100, 20, 30, 50), 40..60);
        assert_eq!(part(100, 20, 30, 2), 0..20);
        assert_eq!(part(100, 20, 30, 99), 80..100);
        assert_eq!(part(u64::MAX, 8, 0, u64::MAX - 1), u64::MAX - 8..u64::MAX);
    }
}
