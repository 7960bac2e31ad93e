//! Nodes in rows: the words of tables and lists, on the screen and in commands.

use super::words::{ratio, size};
use crate::pipeline::{NodeFacts, NodeWeight, RowKind};

/// Edges of a shape in little room: `366×37×57`; nothing for an array without dimensions.
#[must_use]
pub fn edges(edges: &[u64]) -> String {
    if edges.is_empty() {
        return "()".to_owned();
    }
    edges.iter().map(u64::to_string).collect::<Vec<_>>().join("×")
}

/// The kind of a node; of an array, its data type.
#[must_use]
pub fn kind(facts: &NodeFacts) -> String {
    match (facts.kind, &facts.data_type) {
        (RowKind::Array, Some(name)) => name.clone(),
        (RowKind::Other, _) => "no node".to_owned(),
        (kind, _) => kind.to_string(),
    }
}

/// The bytes that something decodes to; nothing where nobody can tell.
#[must_use]
pub fn decoded(weight: &NodeWeight) -> Option<String> {
    weight.decoded_nbytes.map(|nbytes| u64::try_from(nbytes).map_or_else(|_| "> 2^64 B".to_owned(), size))
}

/// How many times smaller the stored form is: `1.8`.
#[must_use]
pub fn times(weight: &NodeWeight) -> Option<f64> {
    ratio(weight.decoded_nbytes?, weight.stored_nbytes)
}
