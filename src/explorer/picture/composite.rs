//! Which channels of an image are drawn at once, and their planes; `tell::label_colors` adds their light (`Painted::color`).

use std::sync::Arc;

use crate::explorer::picture::work::ReadChannels;
use crate::explorer::{Delivered, Late, RequestId, Selection, Shared};
use crate::pipeline::{Array, Picture, PicturePlan};
use crate::tell::channel::{DrawnChannel, are_rgb};

#[derive(Debug, Default)]
pub struct Composite {
    chosen: Option<ChosenChannels>,
    /// The pictures of all channels but the first.
    others: Late<Vec<Arc<Picture>>>,
    asked: Option<ReadChannels>,
    /// The key of the last image in red, green and blue, which was shown so at first.
    offered: Option<String>,
}

#[derive(Debug, Clone)]
struct ChosenChannels {
    /// The key of the image.
    group: String,
    indices: Vec<u64>,
    /// The channel of the cursor. Once it steps to another channel, that one is shown alone.
    cursor: Option<u64>,
}

impl Composite {
    pub(crate) fn fresh(&self) -> Self {
        Self { chosen: self.chosen.clone(), offered: self.offered.clone(), ..Self::default() }
    }

    pub(crate) fn choose(&mut self, group: String, indices: Vec<u64>) {
        *self = Self { offered: self.offered.take(), ..Self::default() };
        if indices.len() > 1 {
            self.chosen = Some(ChosenChannels { group, indices, cursor: None });
        }
    }

    /// The channels that are shown at once; none where one is shown.
    pub fn channels(&self, selection: &Selection) -> Vec<DrawnChannel> {
        let (Some(chosen), Some((image, _)), Some(layout)) =
            (&self.chosen, selection.image_level(), selection.array_layout())
        else {
            return Vec::new();
        };
        let Some(axis) = image.channel_axis() else { return Vec::new() };
        let count = layout.shape.get(axis).copied().unwrap_or(0);
        let are_there = chosen.indices.iter().all(|index| *index < count);
        if image.group != chosen.group || !are_there || selection.axes().has(axis) {
            return Vec::new();
        }
        DrawnChannel::all(&image.metadata, axis, &chosen.indices)
    }

    /// The pictures of the channels after the first one, where they are read and of the same part of the plane.
    pub fn others(&self, channels: &[DrawnChannel], plan: &PicturePlan) -> Vec<Option<&Arc<Picture>>> {
        let read = self.others.so_far().map(Vec::as_slice).unwrap_or_default();
        let fits = |channel: &DrawnChannel| {
            let plan = channel.plan(plan);
            read.iter().find(|picture| picture.plan == plan)
        };
        channels.iter().skip(1).map(fits).collect()
    }

    pub(crate) fn failure(&self) -> Option<&str> {
        match &self.others {
            Late::Failed(why) => Some(why),
            Late::Idle | Late::Waiting { .. } | Late::Ready { .. } => None,
        }
    }

    fn offer_rgb(&mut self, selection: &Selection) {
        let (Some((image, _)), Some(layout)) = (selection.image_level(), selection.array_layout()) else {
            return;
        };
        let count = image.channel_axis().and_then(|axis| layout.shape.get(axis)).copied().unwrap_or(0);
        if are_rgb(&image.metadata.channels, count) && self.offered.as_ref() != Some(&image.group) {
            self.offered = Some(image.group.clone());
            self.choose(image.group.clone(), vec![0, 1, 2]);
        }
    }

    pub(crate) fn reconcile_cursor(&mut self, selection: &Selection) {
        self.offer_rgb(selection);
        let channels = self.channels(selection);
        let (Some(first), Some(chosen)) = (channels.first(), &mut self.chosen) else { return };
        let cursor = selection.cursor().and_then(|cursor| cursor.get(first.axis).copied()).unwrap_or(0);
        if *chosen.cursor.get_or_insert(cursor) != cursor {
            self.choose(String::new(), Vec::new());
        }
    }

    pub(crate) fn reconcile(&mut self, array: &Arc<Array>, plan: &PicturePlan, shared: &mut Shared) {
        let channels = self.channels(&shared.selection);
        if channels.is_empty() {
            return;
        }
        let plans = channels.iter().skip(1).map(|channel| channel.plan(plan)).collect();
        let task = ReadChannels { array: Arc::clone(array), plans, options: shared.options };
        if self.asked.as_ref().is_some_and(|asked| asked.is_same(&task)) {
            return;
        }
        self.asked = Some(task.clone());
        self.others.ask_again(shared.ask(task));
    }

    pub(crate) fn deliver(&mut self, id: RequestId, found: Delivered<Vec<Arc<Picture>>>) {
        self.others.deliver(id, found);
    }
}
