//! The picture as terminals with graphics show it. Until it is made, and where a window covers it, characters show the same.

use std::sync::Arc;

use crate::explorer::geometry::picture_view::{PictureView, TerminalGraphics};
use crate::explorer::picture::work::EncodePicture;
use crate::explorer::picture::{PicturePane, draw};
use crate::explorer::{App, Area, Late, RequestId, Shared};
use crate::pipeline::Picture;
use crate::save::Pixels;
use crate::tell::colors::Coloring;

/// A picture in the form that the terminal takes.
#[derive(Debug)]
pub struct EncodedPicture {
    pub(crate) picture: Arc<Picture>,
    pub graphics: TerminalGraphics,
    /// The characters that it covers, the last of them perhaps in part.
    pub area: Area,
    pub pixels: Pixels,
    pub encoded: Vec<u8>,
}

impl EncodedPicture {
    /// What a character on it has covered: its part of the picture.
    pub fn behind(&self, (x, y): (u16, u16)) -> Vec<u8> {
        let [down, across] = self.graphics.pixels.map(usize::from);
        let from = [usize::from(x - self.area.x) * across, usize::from(y - self.area.y) * down];
        self.pixels.part(from, [across, down]).encode(self.graphics.protocol)
    }
}

#[derive(Debug, Default)]
pub struct PicturePixels {
    encoded: Late<Arc<EncodedPicture>>,
    asked: Option<EncodePicture>,
}

impl PicturePixels {
    pub(crate) fn answer(&mut self, id: RequestId, found: Result<Arc<EncodedPicture>, String>) {
        self.encoded.answer(id, found);
    }
}

impl PicturePane {
    pub(crate) fn reconcile_pixels(&mut self, shared: &mut Shared) {
        let wanted = shared.graphics.filter(|_| self.is_shown(shared)).and_then(|graphics| {
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
        let Some(task) = wanted else {
            // A picture that is being read again stays.
            if shared.graphics.is_none() || !self.picture.is_waiting() {
                self.pixels = PicturePixels::default();
            }
            return;
        };
        if self.pixels.asked.as_ref().is_none_or(|asked| !asked.is_same(&task)) {
            self.pixels.asked = Some(task.clone());
            self.pixels.encoded.ask_again(shared.ask(task));
        }
    }
}

/// A picture that nothing covers, and the character of the cursor on it.
#[derive(Debug)]
pub struct PlacedPicture {
    pub encoded: Arc<EncodedPicture>,
    pub cursor: Option<(u16, u16)>,
}

impl PlacedPicture {
    pub fn of(app: &App) -> Option<Self> {
        let (pane, shared) = (&app.picture, &app.shared);
        if app.overlays.is_open() || app.course.is_some() || app.is_plain || !pane.is_shown(shared) {
            return None;
        }
        let encoded = pane.pixels.encoded.so_far()?;
        let plan = &pane.picture.so_far()?.plan;
        let view = PictureView::of(plan, PicturePane::inner(shared), shared.dots());
        let is_here = encoded.area.x == view.area.x && encoded.area.y == view.area.y;
        let fits = encoded.area.width <= view.area.width && encoded.area.height <= view.area.height;
        // What is encoded soon may be seen a little late; what is still being read may take long.
        let is_read = pane.picture.ready().is_some()
            || pane.picture.so_far().is_some_and(|picture| Arc::ptr_eq(picture, &encoded.picture));
        if !is_here
            || !fits
            || !is_read
            || shared.graphics != Some(encoded.graphics)
            || draw::is_covered(app, encoded.area)
        {
            return None;
        }
        let cell = shared.selection.cursor().and_then(|element| plan.cell_of(&element));
        Some(Self { encoded: Arc::clone(encoded), cursor: cell.and_then(|cell| view.character_of(cell)) })
    }
}
