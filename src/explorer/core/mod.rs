//! The state of the explorer, what changes it, and the threads that work for it.

pub(super) mod action;
pub(super) mod app;
pub(super) mod chunk_window;
pub(super) mod content;
pub(super) mod element_cursor;
pub(super) mod element_text;
pub(super) mod facts;
pub(super) mod image_selection;
pub(super) mod kept;
pub(super) mod lane;
pub(super) mod late;
pub(super) mod meaning;
pub(super) mod next_element;
pub(super) mod opening;
pub(super) mod pending;
pub(super) mod priority;
pub(super) mod selection;
pub(super) mod shared;
pub(super) mod side;
pub(super) mod task;
pub(super) mod traces;
pub(super) mod update;
pub(super) mod whole_array;
pub(super) mod work;
pub(super) mod workers;
