use std::sync::Arc;

use crate::explorer::draw::message;
use crate::explorer::geometry::picture_view::PictureView;
use crate::explorer::picture::PicturePane;
use crate::explorer::picture::encoded::EncodedPicture;
use crate::explorer::{App, Area};

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
            || shared.graphics() != Some(encoded.graphics)
            || is_covered(app, encoded.area)
        {
            return None;
        }
        let cell = shared.selection.cursor().and_then(|element| plan.cell_of(&element));
        Some(Self { encoded: Arc::clone(encoded), cursor: cell.and_then(|cell| view.character_of(cell)) })
    }
}

/// Whether a message lies over a part of the screen.
fn is_covered(app: &App, area: Area) -> bool {
    area.y.saturating_add(area.height) > app.shared.size.1.saturating_sub(message::rows(app))
}
