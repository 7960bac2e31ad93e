use crate::explorer::keys::keymap::{SLICES, named};
use std::sync::Arc;

use crate::explorer::core::pending::CarriedImage;
use crate::explorer::geometry::picture_view::PictureView;
use crate::explorer::picture::composite::Composite;
use crate::explorer::picture::shown_image::{LevelAnchor, ShownImage, first_element};
use crate::explorer::picture::work::FindImage;
use crate::explorer::places::Place;
use crate::explorer::plate::PlatePane;
use crate::explorer::{App, Late, Pane};
use crate::meaning::OmeChannel;
use crate::metadata::text::escape;
use crate::pipeline::ImagePyramid;
use crate::tell::channel::{find_channel, find_channels, find_level, level_words};

impl App {
    pub(crate) fn reconcile_image(&mut self) {
        let selection = &self.shared.selection;
        if !matches!(selection.image, Late::Idle) {
            return;
        }
        let Some(node) = selection.node.ready() else { return };
        let key = selection.node_key().to_owned();
        if node.layout.is_none() && !node.is_image {
            return;
        }
        let (hierarchy, is_image) = (Arc::clone(&self.shared.hierarchy), node.is_image);
        self.shared.selection.image = Late::asked(self.shared.ask(FindImage { hierarchy, key, is_image }));
    }

    pub fn is_on_image(&self) -> bool {
        self.shared.selection.node.ready().is_some_and(|node| node.is_image)
    }

    pub fn is_on_frame(&self) -> bool {
        self.shared.selection.node.ready().is_some_and(|node| node.is_frame)
    }

    pub fn is_on_plate(&self) -> bool {
        PlatePane::plate(&self.shared).is_some()
    }

    pub(crate) fn show_image(&mut self) {
        if self.shared.selection.image.ready().is_some() {
            return self.show_fitting();
        }
        self.shared.selection.wants_picture = true;
        self.shared.say("looking for the levels of the image …");
    }

    pub(crate) fn show_fitting(&mut self) {
        let Some(pyramid) = self.shared.selection.image().map(|image| Arc::clone(&image.pyramid)) else {
            return;
        };
        let [rows, columns] = PictureView::room(self.shared.picture_area(), self.shared.dots());
        let Some(level) = pyramid.fitting([rows, columns]) else {
            let why = (0..pyramid.levels.len()).find_map(|level| pyramid.why_not(level));
            let why = why.unwrap_or_else(|| "none is listed".to_owned());
            return self.shared.say(format!("no level of the image can be shown: {why}"));
        };
        self.picture.on = true;
        self.go_to_level(&pyramid, level);
    }

    pub(crate) fn other_level(&mut self, finer: bool) {
        let Some((pyramid, level)) = self.shared.selection.image_level() else {
            return self.shared.say(if self.shared.selection.image.is_waiting() {
                "it is not known yet if this is a level of an image"
            } else {
                "this array is not a level of an image (OME-Zarr): - and + zoom"
            });
        };
        let pyramid = Arc::clone(pyramid);
        let mut left_out = Vec::new();
        let mut next = level;
        loop {
            let step = if finer { next.checked_sub(1) } else { next.checked_add(1) };
            let Some(found) = step.filter(|next| *next < pyramid.levels.len()) else {
                let end = if finer { "no finer level" } else { "no coarser level" };
                left_out.insert(0, end.to_owned());
                return self.shared.say(left_out.join("; "));
            };
            next = found;
            match pyramid.why_not(next) {
                Some(why) => left_out.push(format!("level {next} is left out: {why}")),
                None => break,
            }
        }
        self.go_to_level(&pyramid, next);
        if !left_out.is_empty() {
            self.shared.say(left_out.join("; "));
        }
    }

    pub(crate) fn choose_level(&mut self, argument: &str) -> Result<(), String> {
        let none = "expected an image in several sizes (OME-Zarr), or a level of one, found neither";
        let image = self.shared.selection.image().cloned().ok_or(none)?;
        let wanted =
            argument.parse().map_err(|_| format!("expected the number of a level, found \"{argument}\""))?;
        let level = find_level(wanted, &image.pyramid)?;
        if let Some(why) = image.pyramid.why_not(level) {
            return Err(format!("level {level} cannot be shown: {why}"));
        }
        // From the group of the image, the picture is wanted.
        self.picture.on |= image.level.is_none();
        self.go_to_level(&image.pyramid, level);
        Ok(())
    }

    pub(crate) fn choose_channel(&mut self, argument: &str) -> Result<(), String> {
        let none = "expected an image (OME-Zarr), or a level of one, found neither";
        let Some(image) = self.shared.selection.image().cloned() else {
            let (group, axis, colors) = self.shared.selection.channels().ok_or(none)?;
            let found = self.find_channels(argument, &colors.channels, axis, 3)?;
            let group = group.to_owned();
            self.picture.on |= found.len() > 1;
            self.picture.composite.choose(group, found.clone());
            return self.step_to_channel(axis, found.first().copied());
        };
        let axis =
            image.pyramid.channel_axis().ok_or("expected an image with an axis of channels, found none")?;
        let [rows, columns] = PictureView::room(self.shared.picture_area(), self.shared.dots());
        let level = image.level.or_else(|| image.pyramid.fitting([rows, columns]));
        let level = level.ok_or("no level of the image can be shown")?;
        let shape = image.pyramid.levels.get(level).and_then(|level| level.shape.as_ref()?.get(axis));
        let count = shape.copied().unwrap_or(0);
        let found = self.find_channels(argument, &image.pyramid.metadata.channels, axis, count)?;
        let group = image.pyramid.group.clone();
        self.picture.composite.choose(group, found.clone());
        let Some(channel) = found.first().copied() else { return Ok(()) };
        self.picture.on |= found.len() > 1;
        if image.level.is_none() {
            self.picture.on = true;
            self.go_to_level(&image.pyramid, level);
            if let Some(place) = &mut self.pending.place
                && let Some(element) = &mut place.element
                && let Some(place) = element.get_mut(axis)
            {
                *place = channel;
            }
            return Ok(());
        }
        self.step_to_channel(axis, Some(channel))
    }

    fn step_to_channel(&mut self, axis: usize, channel: Option<u64>) -> Result<(), String> {
        let mut element = self.shared.selection.cursor().ok_or("the array has no element")?;
        let place = element.get_mut(axis).ok_or("the array has no such axis")?;
        *place = channel.unwrap_or(*place);
        self.visited.jump_within();
        self.show_element(&element);
        Ok(())
    }

    /// The channels that are asked for: `GFP`, `0,2`, `all`, or those that are shown with one more (`+GFP`) or less (`-GFP`).
    fn find_channels(
        &self,
        argument: &str,
        named: &[OmeChannel],
        axis: usize,
        count: u64,
    ) -> Result<Vec<u64>, String> {
        let is_name = named.iter().any(|channel| channel.label.as_deref() == Some(argument));
        let change = argument.chars().next().filter(|sign| "+-".contains(*sign) && !is_name);
        let Some(sign) = change else { return find_channels(argument, named, count) };
        let changed = find_channel(argument.trim_start_matches(sign).trim_start(), named, count)?;
        let mut shown: Vec<u64> = Vec::new();
        shown.extend(self.picture.channels(&self.shared).iter().map(|channel| channel.index));
        if shown.is_empty()
            && let Some(cursor) = self.shared.selection.cursor()
        {
            shown.extend(cursor.get(axis));
        }
        shown.retain(|own| *own != changed);
        if sign == '+' {
            shown.push(changed);
        }
        if shown.is_empty() {
            return Err("expected a channel that stays, found none".to_owned());
        }
        Ok(shown)
    }

    pub(crate) fn toggle_composite(&mut self) {
        if self.shared.selection.image().is_some() && !self.picture.channels(&self.shared).is_empty() {
            self.picture.composite = Composite::default();
            return self.shared.say(format!("one channel; {}", named(SLICES, "go to others")));
        }
        if let Err(why) = self.choose_channel("all") {
            self.shared.say(why);
        } else if self.picture.channels(&self.shared).is_empty()
            && self.shared.selection.image_level().is_some()
        {
            self.shared.say("the image has one channel that is active; :channel 0,1 shows others");
        }
    }

    pub(crate) fn choose_labels(&mut self, name: &str) -> Result<(), String> {
        self.picture.labels.choose_name(name, &self.shared)?;
        self.picture.on = true;
        self.shared.selection.opened = false;
        self.shared.focus = Pane::Values;
        Ok(())
    }

    fn go_to_level(&mut self, pyramid: &Arc<ImagePyramid>, level: usize) {
        let selection = &self.shared.selection;
        let (Some(key), Some(shown)) = (pyramid.key_of(level), selection.image()) else { return };
        let hierarchy = Arc::clone(&shown.hierarchy);
        if !Arc::ptr_eq(&hierarchy, &self.shared.hierarchy) && shown.level != Some(level) {
            let group = escape(&hierarchy.display(&pyramid.group)).into_owned();
            return self.shared.say(format!("this level was opened alone; the others are in {group}"));
        }
        let from = selection.image().and_then(|image| image.level);
        if from == Some(level) {
            return self.shared.say(format!("this is {}", level_words(pyramid, level)));
        }
        let anchors = selection.image().map(|image| image.anchors.clone()).unwrap_or_default();
        let moved =
            |anchor: &LevelAnchor, at: Option<Vec<u64>>| anchor.stayed(&at?, from?).in_level(pyramid, level);
        let element = moved(&anchors[0], selection.cursor());
        let corner = moved(&anchors[1], self.picture.corner(&self.shared));
        let place = corner.as_ref().map(LevelAnchor::element);
        let part = self.picture.part_at(place.as_deref(), selection.axes());
        let axes = from.and(selection.chosen_axes);
        let anchors = [element.clone(), corner].map(Option::unwrap_or_default);
        let image = ShownImage { hierarchy, pyramid: Arc::clone(pyramid), level: Some(level), anchors };
        let element = element.map(|anchor| anchor.element()).or_else(|| first_element(pyramid, level));
        let slice_axis = self.shared.selection.slice_axis;
        self.pending.image = Some(CarriedImage { key: key.clone(), image, axes, part, slice_axis });
        self.visited.jump();
        self.show_place(Place { key, element, stayed: true });
    }

    pub(crate) fn carry_over(&mut self) {
        let Some(carried) = self.pending.image.take() else { return };
        if carried.key != self.shared.selection.node_key() {
            return;
        }
        let request = self.shared.request();
        self.shared.selection.image = Late::Ready { request, value: Some(carried.image) };
        self.shared.selection.chosen_axes = carried.axes;
        self.shared.selection.slice_axis = carried.slice_axis;
        self.picture.part = carried.part;
        self.picture.has_begun = true;
        self.shared.focus = Pane::Values;
    }
}
