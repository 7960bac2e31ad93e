use std::{fmt, sync::Arc};

use serde_json::{Map, Value};

use crate::codec::{all_names, in_short};
use crate::hierarchy::NodeKind;
use crate::meaning::{GeoPlace, named_in_short};
use crate::metadata::{ArrayDocument, GroupOrArray, text::shorten};
use crate::pipeline::OpenNode;

const FAULT: usize = 200;
const DIMENSIONS: usize = 64;

/// Nodes that say the same share their facts: a hierarchy may have very many nodes.
#[derive(Debug, Clone)]
pub struct NodeRow {
    pub key: Box<str>,
    pub facts: Arc<NodeFacts>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum RowKind {
    Group,
    Array,
    Unusable,
    Directory,
    #[default]
    Other,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct NodeFacts {
    pub kind: RowKind,
    pub data_type: Option<String>,
    pub short_type: String,
    pub shape: Option<Vec<u64>>,
    /// The shape of its chunks; `None` also where they have several shapes.
    pub chunk_shape: Option<Vec<u64>>,
    pub codecs: String,
    pub codec_names: Vec<String>,
    pub dimensions: Vec<String>,
    pub about: String,
    pub attributes: Vec<(String, String)>,
    pub fault: Option<String>,
    pub faults: usize,
}

impl RowKind {
    pub const ALL: [Self; 5] = [Self::Group, Self::Array, Self::Unusable, Self::Directory, Self::Other];

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
    pub fn of(open: &OpenNode) -> Self {
        Self { key: open.node.key.as_str().into(), facts: Arc::new(NodeFacts::of(open)) }
    }
}

impl NodeFacts {
    pub fn of(open: &OpenNode) -> Self {
        let mut facts = match open.described() {
            Some(GroupOrArray::Array(document)) => Self::of_array(document),
            Some(GroupOrArray::Group(document)) => {
                let attributes = document.attributes.as_ref().ok();
                let about = attributes.map(|attributes| {
                    let kind = named_in_short(attributes, &open.path).map(|kind| shorten(&kind, LONGEST));
                    [kind, first_text(attributes, TITLES)]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .join(", ")
                });
                let about = about.unwrap_or_default();
                let attributes = attributes.map(attribute_texts).unwrap_or_default();
                Self { kind: RowKind::Group, about, attributes, ..Self::default() }
            }
            None => match &open.node.kind {
                NodeKind::Document(_) | NodeKind::Unreadable(_) => {
                    Self { kind: RowKind::Unusable, ..Self::default() }
                }
                NodeKind::Directory(_) => Self { kind: RowKind::Directory, ..Self::default() },
                NodeKind::Other(reason) => Self { about: (*reason).to_owned(), ..Self::default() },
            },
        };
        facts.faults = open.faults.len();
        if let Some(first) = open.faults.first() {
            facts.fault = Some(shorten(&first.to_string(), FAULT));
        }
        facts
    }

    fn of_array(document: &ArrayDocument) -> Self {
        let mut facts = Self { kind: RowKind::Array, ..Self::default() };
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
            let packed =
                PACKING.iter().any(|name| attributes.contains_key(*name)).then(|| "packed".to_owned());
            let on_earth = GeoPlace::read(attributes).map(|place| shorten(&place.in_short(), LONGEST));
            let parts = [first_text(attributes, &["units"]), first_text(attributes, NAMES), packed, on_earth];
            facts.about = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
            facts.attributes = attribute_texts(attributes);
        }
        facts
    }

    pub fn units(&self) -> Option<&str> {
        let (_, units) = self.attributes.iter().find(|(name, _)| name == "units")?;
        if units.is_empty() { None } else { Some(units) }
    }

    pub fn nbytes(&self) -> usize {
        // For each text, beside its characters.
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

const ATTRIBUTES: usize = 256;
const LONGEST: usize = 120;
const TITLES: &[&str] = &["title", "long_name", "description"];
const NAMES: &[&str] = &["long_name", "standard_name", "title", "description"];
const PACKING: &[&str] = &["scale_factor", "add_offset"];

fn first_text(attributes: &Map<String, Value>, names: &[&str]) -> Option<String> {
    for name in names {
        if let Some(text) = attributes.get(*name).and_then(Value::as_str)
            && !text.trim().is_empty()
        {
            return Some(shorten(text.trim(), LONGEST));
        }
    }
    None
}

/// Texts, numbers and truth values within lists and objects, which may be of any size: as many as are kept.
fn add_leaves(value: &Value, text: &mut String) {
    match value {
        _ if text.len() > LONGEST * 4 => {}
        Value::Array(items) => items.iter().take(LONGEST).for_each(|item| add_leaves(item, text)),
        Value::Object(members) => members.values().take(LONGEST).for_each(|item| add_leaves(item, text)),
        Value::Null => {}
        leaf => {
            let separator = if text.is_empty() { "" } else { ", " };
            let leaf = leaf.as_str().map_or_else(|| leaf.to_string(), |own| shorten(own, LONGEST));
            text.push_str(separator);
            text.push_str(&leaf);
        }
    }
}

fn attribute_texts(attributes: &Map<String, Value>) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for (name, value) in attributes.iter().take(ATTRIBUTES) {
        let text = match value {
            Value::String(text) => shorten(text, LONGEST),
            Value::Array(_) | Value::Object(_) => {
                let mut text = String::new();
                add_leaves(value, &mut text);
                shorten(&text, LONGEST)
            }
            // Numbers and truth values are looked for as JSON writes them.
            other => shorten(&other.to_string(), LONGEST),
        };
        texts.push((shorten(name, LONGEST), text));
    }
    texts
}
