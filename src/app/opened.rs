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
    /// Its report.
    pub report: Vec<Line>,
    /// The array, or why it cannot be used; `None` where the node is no array.
    pub array: Option<Result<Arc<Array>, String>>,
    /// Where its chunks are, if those fields of its document can be used.
    pub layout: Option<Arc<Layout>>,
}
