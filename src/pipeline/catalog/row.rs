//! A node in a row: what tables and lists show of it.

use std::fmt;
use std::sync::Arc;

use super::about;
use crate::codec::{all_names, in_short};
use crate::hierarchy::{Child, Hierarchy, Node, NodeKind};
use crate::metadata::text::shorten;
use crate::metadata::{ArrayDocument, GroupOrArray};
use crate::pipeline::OpenNode;

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
    /// Every name that finds its codecs.
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
        let mut facts = Self::bare(RowKind::Array);
        if let Ok(data_type) = &document.data_type {
            facts.data_type = Some(shorten(&data_type.to_string(), FAULT));
            facts.short_type = shorten(&data_type.abbreviation(), FAULT);
        }
        if let Ok(shape) = &document.shape {
            facts.shape = Some(first(shape));
        }
        if let Ok(grid) = &document.chunk_grid {
            facts.chunk_shape = grid.common_shape().map(|shape| first(&shape));
        }
        if let Ok(codecs) = &document.codecs {
            facts.codecs = in_short(codecs);
            facts.codec_names = all_names(codecs);
        }
        if let Ok(Some(names)) = &document.dimension_names {
            let names = names.iter().flatten().take(DIMENSIONS);
            facts.dimensions = names.map(|name| shorten(name, FAULT)).collect();
        }
        if let Ok(attributes) = &document.attributes {
            facts.about = about::of_array(attributes);
            facts.attributes = about::texts(attributes);
        }
        facts
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
        let (_, units) = self.attributes.iter().find(|(name, _)| name == "units")?;
        if units.is_empty() || units == "…" { None } else { Some(units) }
    }

    /// The bytes that it takes in memory, approximately.
    pub fn nbytes(&self) -> usize {
        /// What each text takes beside its characters.
        const TEXT: usize = 40;
        let mut texts: Vec<&String> = vec![&self.short_type, &self.codecs, &self.about];
        texts.extend(self.data_type.iter().chain(&self.fault));
        texts.extend(self.codec_names.iter().chain(&self.dimensions));
        for (name, value) in &self.attributes {
            texts.extend([name, value]);
        }
        let mut nbytes = size_of::<Self>() + texts.len() * TEXT;
        for text in texts {
            nbytes += text.len();
        }
        for edges in [&self.shape, &self.chunk_shape].into_iter().flatten() {
            nbytes += edges.len() * size_of::<u64>();
        }
        nbytes
    }
}

fn first(edges: &[u64]) -> Vec<u64> {
    edges.iter().copied().take(DIMENSIONS).collect()
}
