//! What lies over the panes.

use ratatui::buffer::Buffer;

use crate::explorer::core::app::App;

pub(crate) fn draw(buffer: &mut Buffer, app: &App) {
    for overlay in app.overlays.visible() {
        overlay.draw(buffer, app);
    }
}
