//! A node in a row: what tables and lists show of it.

use std::fmt;
use std::sync::Arc;

use super::about;
use crate::codec::{all_names, in_short};
use crate::hierarchy::{Child, Hierarchy, Node, NodeKind};
use crate::metadata::text::shorten;
use crate::metadata::{ArrayDocument, ChunkGrid, DataType, GroupOrArray};
use crate::pipeline::OpenNode;

/// The most characters of the text of a fault.
const FAULT: usize = 200;
/// The most dimensions whose edges and names are kept.
const DIMENSIONS: usize = 64;

/// A node in a row. Nodes that say the same share what they say: a hierarchy may have very many of them.
#[derive(Debug, Clone)]
pub struct NodeRow {
    /// Its key from the root of the hierarchy.
    pub key: Box<str>,
    /// What is known of it.
    pub facts: Arc<NodeFacts>,
}

/// What kind of row a node has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RowKind {
    /// A group.
    Group,
    /// An array.
    Array,
    /// A document that describes neither, or cannot be read.
    Unusable,
    /// A directory without a document.
    Directory,
    /// Neither a node nor a directory of nodes.
    Other,
}

/// What is known of a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NodeFacts {
    /// What kind of row it has.
    pub kind: RowKind,
    /// The name of its data type.
    pub data_type: Option<String>,
    /// The same, shorter.
    pub short_type: String,
    /// Elements in each dimension.
    pub shape: Option<Vec<u64>>,
    /// The shape of its chunks; `None` also where they have several shapes.
    pub chunk_shape: Option<Vec<u64>>,
    /// Its codecs in a few words.
    pub codecs: String,
    /// Every name by which somebody may look for its codecs.
    pub codec_names: Vec<String>,
    /// The names of its dimensions, as far as they have some.
    pub dimensions: Vec<String>,
    /// What it is: units, a long name.
    pub about: String,
    /// Its attributes as text, the longer ones shortened.
    pub attributes: Vec<(String, String)>,
    /// The first thing that is wrong with its document, or why it is no node.
    pub fault: Option<String>,
    /// How many things are wrong with it.
    pub faults: usize,
}

impl RowKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Group, Self::Array, Self::Unusable, Self::Directory, Self::Other];

    /// Whether it is a node, or is meant to be one.
    pub fn is_node(self) -> bool {
        matches!(self, Self::Group | Self::Array | Self::Unusable)
    }
}

impl fmt::Display for RowKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Group => "group",
            Self::Array => "array",
            Self::Unusable => "unusable",
            Self::Directory => "directory",
            Self::Other => "other",
        })
    }
}

impl NodeRow {
    /// The row of a node that is open.
    pub fn of(open: &OpenNode) -> Self {
        Self { key: open.node.key.as_str().into(), facts: Arc::new(NodeFacts::of(open)) }
    }

    /// The row of a child of a node, which is read for it.
    pub fn of_child(hierarchy: &Hierarchy, child: &Child) -> Self {
        Self::of(&OpenNode::of_child(hierarchy, child))
    }

    /// The last name of its key.
    pub fn name(&self) -> &str {
        self.key.rsplit('/').next().unwrap_or_default()
    }
}

impl NodeFacts {
    /// A row that says no more than its kind.
    fn bare(kind: RowKind) -> Self {
        Self {
            kind,
            data_type: None,
            short_type: String::new(),
            shape: None,
            chunk_shape: None,
            codecs: String::new(),
            codec_names: Vec::new(),
            dimensions: Vec::new(),
            about: String::new(),
            attributes: Vec::new(),
            fault: None,
            faults: 0,
        }
    }

    /// What is known of a node that is open.
    pub fn of(open: &OpenNode) -> Self {
        let mut facts = match open.described() {
            Some(GroupOrArray::Array(document)) => Self::of_array(document),
            Some(GroupOrArray::Group(document)) => {
                let attributes = document.attributes.as_ref().ok();
                let about = attributes.map(about::of_group).unwrap_or_default();
                let attributes = attributes.map(about::texts).unwrap_or_default();
                Self { about, attributes, ..Self::bare(RowKind::Group) }
            }
            None => Self::of_other(&open.node),
        };
        facts.faults = open.faults.len();
        if let Some(first) = open.faults.first() {
            facts.fault = Some(shorten(&first.to_string(), FAULT));
        }
        facts
    }

    fn of_array(document: &ArrayDocument) -> Self {
        let data_type = document.data_type.as_ref().ok();
        let codecs = document.codecs.as_deref().unwrap_or_default();
        let names = document.dimension_names.as_ref().ok().and_then(Option::as_ref);
        let chunk_shape = document.chunk_grid.as_ref().ok().and_then(ChunkGrid::common_shape);
        let attributes = document.attributes.as_ref().ok();
        let first = |edges: &[u64]| edges.iter().copied().take(DIMENSIONS).collect();
        let dimensions = names.into_iter().flatten().flatten().take(DIMENSIONS);
        Self {
            data_type: data_type.map(|found| shorten(&found.to_string(), FAULT)),
            short_type: data_type
                .map(DataType::abbreviation)
                .map(|short| shorten(&short, FAULT))
                .unwrap_or_default(),
            shape: document.shape.as_deref().ok().map(first),
            chunk_shape: chunk_shape.as_deref().map(first),
            codecs: in_short(codecs),
            codec_names: all_names(codecs),
            dimensions: dimensions.map(|name| shorten(name, FAULT)).collect(),
            about: attributes.map(about::of_array).unwrap_or_default(),
            attributes: attributes.map(about::texts).unwrap_or_default(),
            ..Self::bare(RowKind::Array)
        }
    }

    fn of_other(node: &Node) -> Self {
        match &node.kind {
            NodeKind::Document(_) | NodeKind::Unreadable(_) => Self::bare(RowKind::Unusable),
            NodeKind::Directory(_) => Self::bare(RowKind::Directory),
            NodeKind::Other(reason) => Self { about: (*reason).to_owned(), ..Self::bare(RowKind::Other) },
        }
    }

    /// The units of its numbers, as its attributes name them.
    pub fn units(&self) -> Option<&str> {
        let units = self.attributes.iter().find(|(name, _)| name == "units")?;
        Some(units.1.as_str()).filter(|units| !units.is_empty() && *units != "…")
    }

    /// The bytes that it takes in memory, approximately.
    pub fn nbytes(&self) -> usize {
        /// What each text takes beside its characters.
        const TEXT: usize = 40;
        let text = |text: &str| text.len() + TEXT;
        let texts = |texts: &[String]| texts.iter().map(|one| text(one)).sum::<usize>();
        let edges =
            |edges: &Option<Vec<u64>>| edges.as_ref().map_or(0, |edges| edges.len() * size_of::<u64>());
        let own = [&self.short_type, &self.codecs, &self.about].map(|one| text(one)).iter().sum::<usize>();
        let optional =
            [&self.data_type, &self.fault].into_iter().flatten().map(|one| text(one)).sum::<usize>();
        let attributes = self.attributes.iter().map(|(name, value)| text(name) + text(value)).sum::<usize>();
        let shapes = edges(&self.shape) + edges(&self.chunk_shape);
        size_of::<Self>()
            + own
            + optional
            + attributes
            + shapes
            + texts(&self.codec_names)
            + texts(&self.dimensions)
    }
}
