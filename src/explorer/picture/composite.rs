//! Which channels of an image are drawn at once, and their planes; `tell::label_colors` adds their light (`Painted::color`).

use std::sync::Arc;

use crate::explorer::picture::work::ReadChannels;
use crate::explorer::{Delivered, Late, RequestId, Selection, Shared};
use crate::pipeline::{Array, Picture, PictureCell, PicturePlan};
use crate::tell::channel::{DrawnChannel, are_rgb};

#[derive(Debug, Default)]
pub struct Composite {
    chosen: Option<ChosenChannels>,
    /// The pictures of all channels but the first.
    others: Late<Vec<Arc<Picture>>>,
    asked: Option<ReadChannels>,
    /// What the other channels have at the cursor: a cell of the picture may show another element.
    under_cursor: Late<Vec<Arc<Picture>>>,
    asked_under_cursor: Option<ReadChannels>,
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
        let (Some(chosen), Some((group, axis, metadata)), Some(layout)) =
            (&self.chosen, selection.channels(), selection.array_layout())
        else {
            return Vec::new();
        };
        let count = layout.shape.get(axis).copied().unwrap_or(0);
        let are_there = chosen.indices.iter().all(|index| *index < count);
        if group != chosen.group || !are_there || selection.axes().has(axis) {
            return Vec::new();
        }
        DrawnChannel::all(metadata, axis, &chosen.indices)
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
        let (Some((group, axis, metadata)), Some(layout)) = (selection.channels(), selection.array_layout())
        else {
            return;
        };
        let is_plain = selection.image_level().is_none();
        let count = if is_plain { 3 } else { layout.shape.get(axis).copied().unwrap_or(0) };
        if are_rgb(&metadata.channels, count) && self.offered.as_deref() != Some(group) {
            self.offered = Some(group.to_owned());
            self.choose(group.to_owned(), vec![0, 1, 2]);
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

    /// Once all channels are drawn, those at the cursor are read as well.
    pub(crate) fn reconcile_under_cursor(&mut self, shared: &mut Shared) {
        let channels = self.channels(&shared.selection);
        let (Some(_), Some(asked), Some(cursor)) =
            (self.others.ready(), &self.asked, shared.selection.cursor())
        else {
            return;
        };
        let Some(plans) = of_cursor(&channels, &asked.plans, &cursor) else { return };
        let task = ReadChannels { plans, ..asked.clone() };
        if self.asked_under_cursor.as_ref().is_some_and(|asked| asked.is_same(&task)) {
            return;
        }
        self.asked_under_cursor = Some(task.clone());
        self.under_cursor = Late::asked(shared.ask(task));
    }

    /// The numbers of the channels after the first one at the cursor, with their names; none before they are read.
    pub fn at_cursor(&self, selection: &Selection) -> Vec<(String, f64)> {
        let channels = self.channels(selection);
        let mut found = Vec::new();
        let (Some(pictures), Some(asked), Some(cursor)) =
            (self.under_cursor.ready(), &self.asked, selection.cursor())
        else {
            return found;
        };
        let plans = of_cursor(&channels, &asked.plans, &cursor).unwrap_or_default();
        for ((channel, plan), picture) in channels.iter().skip(1).zip(&plans).zip(pictures) {
            if *plan == picture.plan
                && let Some(PictureCell::Number(number) | PictureCell::Fill(number)) = picture.cell(0, 0)
            {
                found.push((channel.shown.short().to_owned(), number));
            }
        }
        found
    }

    pub(crate) fn deliver(&mut self, id: RequestId, found: Delivered<Vec<Arc<Picture>>>) {
        if !self.under_cursor.is_of(id) {
            self.others.deliver(id, found);
        } else if let Delivered::Whole(found) = found {
            self.under_cursor.answer(id, found);
        }
    }
}

/// The plans of other channels, of one element each.
fn of_cursor(channels: &[DrawnChannel], plans: &[PicturePlan], cursor: &[u64]) -> Option<Vec<PicturePlan>> {
    let plans = channels.iter().skip(1).zip(plans);
    plans.map(|(channel, plan)| Some(channel.plan(&plan.of_element(cursor)?))).collect()
}
