//! A node that was read, with what the panes show of it.

use std::sync::Arc;

use super::layout::Layout;
use crate::hierarchy::Node;
use crate::pipeline::Array;
use crate::tell::report::Line;

/// A node that was read.
#[derive(Debug)]
pub struct OpenNode {
    /// The node.
    pub node: Node,
    /// Everything that is known of it.
    pub report: Vec<Line>,
    /// The array, where it is one that can be used; otherwise why not.
    pub array: Option<Result<Arc<Array>, String>>,
    /// Where its chunks are, when that much of its document can be used.
    pub layout: Option<Arc<Layout>>,
}
