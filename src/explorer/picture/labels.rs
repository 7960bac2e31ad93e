use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::picture::shown_image::ShownImage;
use crate::explorer::picture::work::ReadOverlay;
use crate::explorer::{Late, Shared};
use crate::pipeline::{ImagePyramid, LabelOverlay, PicturePlan};
use crate::tell::label_colors::{labels_name, overlay_words};

#[derive(Debug, Default)]
pub struct PictureLabels {
    /// The key of the image, and the name of the chosen labels.
    chosen: Option<(String, String)>,
    pub overlay: Late<Arc<LabelOverlay>>,
    asked: Option<(Arc<ImagePyramid>, usize, PicturePlan, DecodeOptions)>,
    /// Of the element under the cursor alone, which may not be the one that is drawn in its cell.
    pub(crate) under_cursor: Late<Arc<LabelOverlay>>,
    asked_under_cursor: Option<PicturePlan>,
}

impl PictureLabels {
    pub(crate) fn fresh(&self) -> Self {
        Self { chosen: self.chosen.clone(), ..Self::default() }
    }

    pub fn chosen(&self, shared: &Shared) -> Option<&str> {
        let (group, name) = self.chosen.as_ref()?;
        let (image, _) = shared.selection.image_level()?;
        (image.group == *group && image.labels.contains(name)).then_some(name)
    }

    pub(crate) fn next(&mut self, shared: &mut Shared) {
        let Some((image, _)) = shared.selection.image_level() else {
            return shared.say(why_none(shared));
        };
        let (group, names) = (image.group.clone(), image.labels.clone());
        let own = self.chosen(shared).and_then(|chosen| names.iter().position(|name| name == chosen));
        let at = own.map_or(0, |own| own.saturating_add(1));
        let said = match names.get(at) {
            Some(name) => {
                format!("{}, {} of {} over the picture", labels_name(name), at.saturating_add(1), names.len())
            }
            None if names.is_empty() => {
                "the image has no labels (there is no list of them in its group labels)".to_owned()
            }
            None => "no labels over the picture".to_owned(),
        };
        self.choose(names.get(at).map(|name| (group, name.clone())));
        shared.say(said);
    }

    pub(crate) fn choose_name(&mut self, name: &str, shared: &Shared) -> Result<(), String> {
        let (image, _) = shared.selection.image_level().ok_or_else(|| why_none(shared))?;
        if !image.labels.iter().any(|own| own == name) {
            let names: Vec<String> = image.labels.iter().map(|own| labels_name(own)).collect();
            let names = match names.as_slice() {
                [] => "the image has none".to_owned(),
                names => format!("there are {}", names.join(", ")),
            };
            return Err(format!("expected the name of labels over the image, found \"{name}\"; {names}"));
        }
        self.choose(Some((image.group.clone(), name.to_owned())));
        Ok(())
    }

    fn choose(&mut self, chosen: Option<(String, String)>) {
        *self = Self { chosen, ..Self::default() };
    }

    pub fn words(&self, shared: &Shared) -> Option<String> {
        let name = labels_name(self.chosen(shared)?);
        Some(match &self.overlay {
            Late::Failed(why) => format!("{name}: {why}"),
            Late::Ready { value, .. } => overlay_words(value),
            Late::Waiting { .. } | Late::Idle => format!("{name} …"),
        })
    }

    pub(crate) fn reconcile(&mut self, plan: &PicturePlan, shared: &mut Shared) {
        let Some(name) = self.chosen(shared).map(str::to_owned) else { return };
        let Some(ShownImage { hierarchy, pyramid: image, level: Some(level), .. }) = shared.selection.image()
        else {
            return;
        };
        let level = *level;
        let mut layer = None;
        if let Some((own, at, shown, with)) = &self.asked
            && Arc::ptr_eq(own, image)
            && *at == level
        {
            if shown == plan && *with == shared.options {
                return;
            }
            // The layer is known from another part of the same level.
            layer = self.overlay.so_far().map(|overlay| Arc::clone(&overlay.layer));
        }
        let (hierarchy, image) = (Arc::clone(hierarchy), Arc::clone(image));
        let (plan, options) = (plan.clone(), shared.options);
        self.asked = Some((Arc::clone(&image), level, plan.clone(), options));
        (self.under_cursor, self.asked_under_cursor) = (Late::Idle, None);
        let task = ReadOverlay { hierarchy, image, level, name, layer, plan, options };
        self.overlay.ask_again(shared.ask(task));
    }

    pub(crate) fn reconcile_under_cursor(&mut self, shared: &mut Shared) {
        let (Some(overlay), Some(cursor)) = (self.overlay.ready(), shared.selection.cursor()) else { return };
        let Some((image, level, plan, options)) = &self.asked else { return };
        let Some(plan) = plan.of_element(&cursor) else { return };
        if self.asked_under_cursor.as_ref() == Some(&plan) {
            return;
        }
        let Some(ShownImage { hierarchy, .. }) = shared.selection.image() else { return };
        let task = ReadOverlay {
            hierarchy: Arc::clone(hierarchy),
            image: Arc::clone(image),
            level: *level,
            name: overlay.layer.name.clone(),
            layer: Some(Arc::clone(&overlay.layer)),
            plan: plan.clone(),
            options: *options,
        };
        self.asked_under_cursor = Some(plan);
        self.under_cursor = Late::asked(shared.ask(task));
    }

    /// The label of the element under the cursor; `None` where it is not known yet.
    pub(crate) fn at_cursor(&self, shared: &Shared) -> Option<&LabelOverlay> {
        let own = self.under_cursor.ready()?;
        let plan = own.plan.of_element(&shared.selection.cursor()?)?;
        (plan == own.plan).then_some(own)
    }
}

fn why_none(shared: &Shared) -> String {
    if shared.selection.image.is_waiting() {
        return "it is not known yet if this is a level of an image".to_owned();
    }
    "this array is not a level of an image (OME-Zarr): only those have labels".to_owned()
}
