//! A node that was read, with what the panes show of it.

use std::sync::Arc;

use crate::meaning::OmePlate;
use crate::pipeline::Layout;
use crate::pipeline::{Array, OpenNode};
use crate::tell::report::Line;

/// A node that was read.
#[derive(Debug)]
pub struct ShownNode {
    pub open: Arc<OpenNode>,
    /// What it is, in a few words of its attributes; empty where they say nothing.
    pub about: String,
    /// Whether it is a group that says it is an image in several sizes.
    pub is_image: bool,
    /// Whether it is a table of `AnnData`.
    pub is_frame: bool,
    /// The plate that a group says it is.
    pub plate: Option<Arc<OmePlate>>,
    /// The units of an array, as its attributes name them.
    pub units: Option<String>,
    /// An array with its values as its attributes mean them, where they say something about them.
    pub physical: Option<Arc<Array>>,
    pub report: Vec<Line>,
    /// Where the chunks of an array are, if those fields of its document can be used.
    pub layout: Option<Arc<Layout>>,
}
