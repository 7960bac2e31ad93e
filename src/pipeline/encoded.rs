//! The parts of a table or of a sparse matrix that lie in a store: columns with their categories, and stored values.

use super::Array;
use crate::codec::DecodeOptions;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::{EncodedElement, EncodedKind, categories_elsewhere};
use crate::metadata::text::{escape, shorten};
use crate::metadata::{ArrayDocument, GroupOrArray, Scalar};
use crate::store::join;

const CATEGORIES: u64 = 12;
/// The most elements of an array of categories whose first ones are read: a chunk of it is decoded.
const MOST: u64 = 1 << 20;
const LONGEST: usize = 40;
const COLUMNS: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct TableColumn {
    pub name: String,
    /// What its values are: a data type, or how they are written; `None` where nothing is there.
    pub values: Option<String>,
    pub size: Option<u64>,
    pub categories: Option<ColumnCategories>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct ColumnCategories {
    pub count: u64,
    pub first: Vec<String>,
    #[cfg_attr(feature = "explorer", serde(rename = "ordered"))]
    pub is_ordered: bool,
    pub fault: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EncodedParts {
    /// The columns of a table, with that of its index first.
    pub columns: Vec<TableColumn>,
    pub categories: Option<ColumnCategories>,
    pub stored: Option<u64>,
    /// Observations and variables of a whole `AnnData`.
    pub shape: Option<[u64; 2]>,
}

pub fn encoded_of(kind: &NodeKind) -> Option<EncodedElement> {
    match kind.described()? {
        GroupOrArray::Group(group) => EncodedElement::read(group.attributes.as_ref().ok()?),
        GroupOrArray::Array(array) => EncodedElement::read(array.attributes.as_ref().ok()?),
    }
}

impl EncodedParts {
    /// Looks for the parts of the element at `key`. Documents are read, and the first categories of columns.
    pub fn read(hierarchy: &Hierarchy, key: &str, element: &EncodedElement) -> Self {
        let mut parts = Self::default();
        match element.kind {
            EncodedKind::Table => {
                let index = element.index.as_deref().map(|index| column(hierarchy, key, index));
                let columns = element.columns.iter().take(COLUMNS).map(|name| column(hierarchy, key, name));
                parts.columns = index.into_iter().chain(columns).collect();
            }
            EncodedKind::Categories => {
                parts.categories = Some(categories(hierarchy, &join(key, "categories"), element.is_ordered));
            }
            EncodedKind::Sparse { .. } => parts.stored = first_edge(hierarchy, &join(key, "data")),
            EncodedKind::AnnData => {
                let rows = |name: &str| {
                    let below = join(key, name);
                    let table = encoded_of(&hierarchy.describe(&below).kind)?;
                    column(hierarchy, &below, table.index.as_deref()?).size
                };
                parts.shape = rows("obs").zip(rows("var")).map(|(obs, var)| [obs, var]);
            }
            _ => {}
        }
        parts
    }
}

/// The key of the node of a name right below a group; `None` for what is no name.
pub(super) fn key_below(group: &str, name: &str) -> Option<String> {
    let is_name =
        !name.is_empty() && name.len() <= 1000 && !name.contains('/') && !matches!(name, "." | "..");
    is_name.then(|| join(group, name))
}

fn column(hierarchy: &Hierarchy, key: &str, name: &str) -> TableColumn {
    let mut found = TableColumn { name: name.to_owned(), values: None, size: None, categories: None };
    let Some(own) = key_below(key, name) else { return found };
    let node = hierarchy.describe(&own);
    if let Some(array) = node.kind.array() {
        found.values = array.data_type.as_ref().ok().map(ToString::to_string);
        found.size = array.shape.as_ref().ok().and_then(|shape| shape.first().copied());
        if let Some(Ok(names)) = old_categories(key, array) {
            let names_node = hierarchy.describe(&names);
            let attributes = names_node.kind.array().and_then(|array| array.attributes.as_ref().ok());
            let is_ordered = attributes.is_some_and(|own| own.get("ordered") == Some(&true.into()));
            found.categories = Some(categories(hierarchy, &names, is_ordered));
        }
    } else if let Some(element) = encoded_of(&node.kind) {
        found.values = Some(element.words().to_owned());
        if element.kind == EncodedKind::Categories {
            found.size = first_edge(hierarchy, &join(&own, "codes"));
            found.categories = Some(categories(hierarchy, &join(&own, "categories"), element.is_ordered));
        } else {
            found.size = first_edge(hierarchy, &join(&own, "values"));
        }
    }
    found
}

/// The array with the names of categories that an array in a table has the numbers of, as `AnnData` 0.7 wrote it.
///
/// # Errors
/// When the attribute leads to no place within the table.
pub(super) fn old_categories(table: &str, column: &ArrayDocument) -> Option<Result<String, String>> {
    let path = categories_elsewhere(column.attributes.as_ref().ok()?)?;
    let mut key = table.to_owned();
    for part in path.split('/') {
        match key_below(&key, part) {
            Some(below) => key = below,
            None => return Some(Err("its categories lead to no node of the table".to_owned())),
        }
    }
    Some(Ok(key))
}

fn first_edge(hierarchy: &Hierarchy, key: &str) -> Option<u64> {
    hierarchy.describe(key).kind.array()?.shape.as_ref().ok()?.first().copied()
}

fn categories(hierarchy: &Hierarchy, own: &str, is_ordered: bool) -> ColumnCategories {
    let count = first_edge(hierarchy, own);
    let mut found = ColumnCategories {
        count: count.unwrap_or(0),
        first: Vec::new(),
        is_ordered,
        fault: count.is_none().then(|| "no array categories".to_owned()),
    };
    if found.count > MOST {
        found.fault = Some("too many to be listed".to_owned());
    } else if count.is_some() {
        match first(hierarchy, own) {
            Ok(first) => found.first = first,
            Err(fault) => found.fault = Some(fault),
        }
    }
    found
}

fn first(hierarchy: &Hierarchy, key: &str) -> Result<Vec<String>, String> {
    let array = Array::open(hierarchy, key).map_err(|error| error.to_string())?;
    if let Some(fault) = array.fault() {
        return Err(fault.to_string());
    }
    let [edge] = array.metadata.shape.as_slice() else {
        return Err("expected categories in one dimension".to_owned());
    };
    let wanted = 0..(*edge).min(CATEGORIES);
    let read = array.read_region(&[wanted], &DecodeOptions::default());
    let values = read.map_err(|error| error.to_string())?;
    let elements = values.elements();
    // A long text is cut before it is taken; elements of one size are taken as they are.
    let beginning = |index: usize| elements.beginning(index, LONGEST * 4 + 1);
    let text = |value: Scalar| match value {
        Scalar::Text(text) => shorten(&escape(&text), LONGEST),
        other => shorten(&escape(&other.to_string()), LONGEST),
    };
    Ok((0..).map_while(beginning).map(text).collect())
}
