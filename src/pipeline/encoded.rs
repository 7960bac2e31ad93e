use super::Array;
use crate::codec::DecodeOptions;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::{EncodedElement, EncodedKind, categories_elsewhere};
use crate::metadata::text::{escape, shorten};
use crate::metadata::{ArrayDocument, GroupOrArray, Scalar};
use crate::store::join;

const CATEGORIES: u64 = 12;
/// The first categories are read of arrays with at most this many elements: a chunk of them is decoded.
const MOST: u64 = 1 << 20;
const LONGEST: usize = 40;
const COLUMNS: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct TableColumn {
    pub name: String,
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
    pub columns: Vec<TableColumn>,
    pub categories: Option<ColumnCategories>,
    pub stored: Option<u64>,
    pub shape: Option<[u64; 2]>,
}

pub fn encoded_of(kind: &NodeKind) -> Option<EncodedElement> {
    match kind.described()? {
        GroupOrArray::Group(group) => EncodedElement::read(group.attributes.as_ref().ok()?),
        GroupOrArray::Array(array) => EncodedElement::read(array.attributes.as_ref().ok()?),
    }
}

impl EncodedParts {
    pub fn read(hierarchy: &Hierarchy, key: &str, element: &EncodedElement) -> Self {
        let mut parts = Self::default();
        match element.kind {
            EncodedKind::Table => {
                let names = element.index.iter().chain(element.columns.iter().take(COLUMNS));
                parts.columns = names.map(|name| column(hierarchy, key, name)).collect();
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
                if let Some(obs) = rows("obs")
                    && let Some(var) = rows("var")
                {
                    parts.shape = Some([obs, var]);
                }
            }
            _ => {}
        }
        parts
    }
}

pub(super) fn key_below(group: &str, name: &str) -> Option<String> {
    if name.is_empty() || name.len() > 1000 || name.contains('/') || matches!(name, "." | "..") {
        return None;
    }
    Some(join(group, name))
}

fn column(hierarchy: &Hierarchy, key: &str, name: &str) -> TableColumn {
    let mut found = TableColumn { name: name.to_owned(), values: None, size: None, categories: None };
    let Some(own) = key_below(key, name) else { return found };
    let node = hierarchy.describe(&own);
    if let Some(array) = node.kind.array() {
        if let Ok(data_type) = &array.data_type {
            found.values = Some(data_type.to_string());
        }
        if let Ok(shape) = &array.shape {
            found.size = shape.first().copied();
        }
        if let Some(Ok(names)) = old_categories(key, array) {
            let is_ordered = hierarchy.describe(&names).kind.array().is_some_and(is_ordered);
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

/// Where the names of categories are, as `AnnData` 0.7 wrote it. An error where the attribute leads out of the table.
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

/// As `AnnData` 0.7 wrote it, at the names of categories.
pub(super) fn is_ordered(names: &ArrayDocument) -> bool {
    names.attributes.as_ref().is_ok_and(|own| own.get("ordered") == Some(&true.into()))
}

fn first_edge(hierarchy: &Hierarchy, key: &str) -> Option<u64> {
    hierarchy.describe(key).kind.array()?.shape.as_ref().ok()?.first().copied()
}

fn categories(hierarchy: &Hierarchy, own: &str, is_ordered: bool) -> ColumnCategories {
    let mut found = ColumnCategories { count: 0, first: Vec::new(), is_ordered, fault: None };
    let Some(count) = first_edge(hierarchy, own) else {
        found.fault = Some("no array categories".to_owned());
        return found;
    };
    found.count = count;
    if count > MOST {
        found.fault = Some("too many to be listed".to_owned());
        return found;
    }
    match first(hierarchy, own) {
        Ok(first) => found.first = first,
        Err(fault) => found.fault = Some(fault),
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
    let read =
        array.read_region(std::slice::from_ref(&(0..(*edge).min(CATEGORIES))), &DecodeOptions::default());
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
