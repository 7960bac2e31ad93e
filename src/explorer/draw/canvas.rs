//! What is drawn on.

/// A buffer of the terminal library, for those who pass it on and draw nothing.
pub(crate) type Canvas = ratatui::buffer::Buffer;
