/// A buffer of the terminal library, for modules that draw nothing themselves.
pub(crate) type Canvas = ratatui::buffer::Buffer;
