//! Documents of two nodes are compared after they have been resolved: what V2 and V3 say in their own words is the same here.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::pointers::{FieldWeight, Fields};
use super::{numbers::Equality, options::EqualityRules, sides::Sides};
use crate::codec::Chain;
use crate::metadata::v2::DIMENSIONS_POINTER;
use crate::metadata::{
    ArrayDocument, DataType, GroupOrArray, MEMBERS, NOT_A_TIME, NodeDocument, Scalar, fill_value,
    join_pointer,
};

/// Members that only V2 has. Those of both versions are compared as fields, or say nothing about the array.
const V2_MEMBERS: [&str; 6] = ["dtype", "chunks", "dimension_separator", "order", "filters", "compressor"];

#[derive(Debug, Clone, Copy)]
pub(super) struct DescribedArray<'a> {
    pub(super) document: &'a NodeDocument,
    pub(super) array: &'a ArrayDocument,
    pub(super) chain: Option<&'a Chain>,
}

pub(super) fn compare_groups(documents: &Sides<&NodeDocument>) -> Fields {
    let mut fields = Fields::default();
    compare_format(documents, &mut fields);
    if let (Ok(GroupOrArray::Group(a)), Ok(GroupOrArray::Group(b))) = (&documents.a.node, &documents.b.node)
        && let (Ok(a), Ok(b)) = (&a.attributes, &b.attributes)
    {
        fields.compare_members("/attributes", a, b, &|_| true);
    }
    fields.rows.sort_by_key(|row| row.weight);
    fields
}

pub(super) fn compare_arrays(sides: &Sides<DescribedArray>, rules: &EqualityRules) -> Fields {
    let mut rows = ArrayFields { sides, fields: Fields::default() };
    compare_format(&sides.as_ref().map(|side| side.document), &mut rows.fields);
    rows.row("shape", FieldWeight::Different, |side| Some(json!(side.array.shape.as_ref().ok()?)));
    rows.row("data_type", FieldWeight::Different, |side| {
        Some(json!(side.array.data_type.as_ref().ok()?.to_string()))
    });
    rows.fill_value(rules);
    rows.row("dimension_names", FieldWeight::Different, |side| {
        Some(json!(names(side.array.dimension_names.as_ref().ok()?.as_deref())))
    });
    rows.attributes();
    rows.grid();
    rows.row("chunk_key_encoding", FieldWeight::Stored, |side| {
        let encoding = side.array.chunk_key_encoding.as_ref().ok()?;
        // The key of one chunk says which groups it has, and what it ends with.
        Some(json!([encoding.name(), encoding.separator.to_string(), encoding.key(&[1])]))
    });
    rows.row("codecs", FieldWeight::Stored, |side| Some(Value::Array(side.chain?.meaning())));
    rows.other_members();
    rows.fields.rows.sort_by_key(|row| row.weight);
    rows.fields
}

/// Names that are all missing are the same as no list.
fn names(names: Option<&[Option<String>]>) -> Option<&[Option<String>]> {
    if names?.iter().any(Option::is_some) { names } else { None }
}

fn compare_format(documents: &Sides<&NodeDocument>, fields: &mut Fields) {
    let formats = documents.map(NodeDocument::zarr_format);
    if !formats.are_same() {
        fields.push("/zarr_format", FieldWeight::Stored, formats.map(|format| Some(json!(format))));
    }
}

struct ArrayFields<'a> {
    sides: &'a Sides<DescribedArray<'a>>,
    fields: Fields,
}

impl ArrayFields<'_> {
    /// The same may be written in other words. A field that cannot be read is a fault, which is named elsewhere.
    fn row(&mut self, name: &str, weight: FieldWeight, meaning: impl Fn(&DescribedArray) -> Option<Value>) {
        let Sides { a, b } = self.sides.as_ref().map(|side| side.document);
        let (own, other) = (a.value.get(name), b.value.get(name));
        // Where both documents have the same words, which V2 has in several members, nothing has to be resolved.
        if a.zarr_format() == 3 && b.zarr_format() == 3 && own.is_some() && own == other {
            return;
        }
        let meanings = self.sides.as_ref().map(meaning);
        let (Some(a), Some(b)) = (&meanings.a, &meanings.b) else { return };
        let are_equal = a == b;
        let values = if weight == FieldWeight::Different { meanings } else { self.written(name) };
        self.push(name, are_equal, weight, values);
    }

    fn written(&self, name: &str) -> Sides<Option<Value>> {
        self.sides.as_ref().map(|side| {
            let member = |name: &str| side.document.value.get(name).cloned();
            match name {
                _ if side.document.zarr_format() == 3 => member(name),
                "data_type" => member("dtype"),
                "chunk_grid" => Some(json!({"chunks": member("chunks")})),
                "chunk_key_encoding" => Some(json!({"dimension_separator": member("dimension_separator")})),
                "codecs" => {
                    let members = ["order", "filters", "compressor"];
                    let members =
                        members.into_iter().filter_map(|name| Some((name.to_owned(), member(name)?)));
                    Some(Value::Object(members.collect()))
                }
                "dimension_names" => None,
                other => member(other),
            }
        })
    }

    fn push(&mut self, name: &str, are_equal: bool, weight: FieldWeight, values: Sides<Option<Value>>) {
        let pointer = format!("/{name}");
        if !are_equal {
            return self.fields.push(&pointer, weight, values);
        }
        let written = self.written(name);
        if !written.are_same() {
            self.fields.push(&pointer, FieldWeight::Written, written);
        }
    }

    fn fill_value(&mut self, rules: &EqualityRules) {
        let exact = EqualityRules { nan_by_bits: rules.nan_by_bits, ..EqualityRules::default() };
        let Sides { a: DescribedArray { array: a, .. }, b: DescribedArray { array: b, .. } } = self.sides;
        let (Ok(a_type), Ok(b_type)) = (&a.data_type, &b.data_type) else { return };
        let (Ok(a), Ok(b)) = (&a.fill_value, &b.fill_value) else { return };
        // No time is none in every unit.
        let are_none = |scalar: &Scalar| matches!(scalar, Scalar::Time(_, NOT_A_TIME));
        let equal = are_equal(a, a_type, b, b_type, exact) || (are_none(a) && are_none(b));
        // Written as numbers, one of many bytes takes a hundred times their memory.
        let values = Sides { a, b }.map(|fill| if equal { None } else { Some(fill_value::write(fill)) });
        self.push("fill_value", equal, FieldWeight::Different, values);
    }

    /// Dimension names that some writers keep here are compared as such.
    fn attributes(&mut self) {
        let place = DIMENSIONS_POINTER.trim_start_matches('/');
        let are_names = |side: &DescribedArray, attributes: &Map<String, Value>| match (
            attributes.get(place),
            &side.array.dimension_names,
        ) {
            (None, _) => true,
            (Some(value), Ok(Some(names))) => *value == json!(names),
            _ => false,
        };
        let Sides { a, b } = self.sides;
        if let (Ok(own), Ok(other)) = (&a.array.attributes, &b.array.attributes) {
            let known = are_names(a, own) && are_names(b, other);
            self.fields.compare_members("/attributes", own, other, &|name| !(known && name == place));
        }
    }

    /// No specification names these members. Readers may ignore them, so that they do not make an array different.
    fn other_members(&mut self) {
        let mut others = BTreeSet::new();
        for (_, side) in self.sides.each() {
            if let Some(members) = side.document.value.as_object() {
                let is_known = |name: &str| MEMBERS.contains(&name) || V2_MEMBERS.contains(&name);
                others.extend(members.keys().filter(|name| !is_known(name)));
            }
        }
        for name in others {
            let values = self.sides.as_ref().map(|side| side.document.value.get(name).cloned());
            if !values.are_same() {
                self.fields.push(&join_pointer("", name), FieldWeight::Stored, values);
            }
        }
    }

    fn grid(&mut self) {
        let Sides { a, b } = self.sides;
        let (Ok(a), Ok(b)) = (&a.array.chunk_grid, &b.array.chunk_grid) else { return };
        // Arrays of other shapes have other grids: what matters is the shape of the chunks.
        let equal = a == b || (a.common_shape().is_some() && a.common_shape() == b.common_shape());
        self.push("chunk_grid", equal, FieldWeight::Stored, self.written("chunk_grid"));
    }
}

pub fn are_equal(a: &Scalar, a_type: &DataType, b: &Scalar, b_type: &DataType, rules: EqualityRules) -> bool {
    Equality::of(a_type, b_type, rules).is_some_and(|equality| equality.are_equal(a, b))
}
