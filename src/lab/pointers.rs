use std::collections::BTreeSet;

use serde_json::{Map, Number, Value};

use super::sides::Sides;
use crate::metadata::{float::Digits, join_pointer, text::shorten};

const ROWS: usize = 1000;
const LONGEST: usize = 4096;

/// A place in which two documents do not say the same.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldDiff {
    /// Its JSON pointer, in the names that V3 has.
    pub pointer: String,
    /// What is there; `None` where nothing is.
    pub values: Sides<Option<Value>>,
    #[doc(hidden)]
    pub weight: FieldWeight,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldWeight {
    Different,
    Stored,
    Written,
}

/// Everything in which the documents of two nodes do not say the same.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fields {
    /// The first of these places, what is different first.
    pub rows: Vec<FieldDiff>,
    #[doc(hidden)]
    pub count: u64,
    #[doc(hidden)]
    pub is_different: bool,
}

impl Fields {
    pub(super) fn push(&mut self, pointer: &str, weight: FieldWeight, values: Sides<Option<Value>>) {
        self.count = self.count.saturating_add(1);
        self.is_different |= weight == FieldWeight::Different;
        if self.rows.len() < ROWS {
            let values = values.map(|value| {
                let text = value.as_ref()?.to_string();
                if text.len() > LONGEST { Some(shorten(&text, LONGEST).into()) } else { value }
            });
            self.rows.push(FieldDiff { pointer: pointer.to_owned(), values, weight });
        }
    }

    /// Members of objects have no order.
    pub(super) fn compare(&mut self, pointer: &str, a: Option<&Value>, b: Option<&Value>) {
        match (a, b) {
            (Some(Value::Object(a)), Some(Value::Object(b))) => {
                self.compare_members(pointer, a, b, &|_| true);
            }
            (Some(Value::Array(a)), Some(Value::Array(b))) if a.len() == b.len() => {
                for (index, (a, b)) in a.iter().zip(b).enumerate() {
                    self.compare(&format!("{pointer}/{index}"), Some(a), Some(b));
                }
            }
            (Some(Value::Number(one)), Some(Value::Number(other))) if one != other => {
                let weight = if are_same(one, other) { FieldWeight::Written } else { FieldWeight::Different };
                self.push(pointer, weight, Sides { a: a.cloned(), b: b.cloned() });
            }
            _ if a == b => {}
            _ => self.push(pointer, FieldWeight::Different, Sides { a: a.cloned(), b: b.cloned() }),
        }
    }

    pub(super) fn compare_members(
        &mut self,
        pointer: &str,
        a: &Map<String, Value>,
        b: &Map<String, Value>,
        counts: &dyn Fn(&str) -> bool,
    ) {
        let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        for name in names.into_iter().filter(|name| counts(name)) {
            self.compare(&join_pointer(pointer, name), a.get(name), b.get(name));
        }
    }
}

fn are_same(a: &Number, b: &Number) -> bool {
    let (a, b) = (a.to_string(), b.to_string());
    a == b || Digits::read(&a).is_some_and(|a| Some(a) == Digits::read(&b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rows(a: &Value, b: &Value) -> Vec<String> {
        let mut fields = Fields::default();
        fields.compare("", Some(a), Some(b));
        let text = |value: &Option<Value>| value.as_ref().map_or("-".to_owned(), Value::to_string);
        let row = |row: &FieldDiff| {
            let sign = if row.weight == FieldWeight::Written { "~" } else { "" };
            format!("{}{sign} {} {}", row.pointer, text(&row.values.a), text(&row.values.b))
        };
        fields.rows.iter().map(row).collect()
    }

    #[test]
    fn every_place_is_named_by_its_pointer() {
        let a = json!({"b": 1, "a": {"x": [1, 2], "gone": null}, "c/~": "t", "n": 1});
        let b = json!({"a": {"x": [1, 3]}, "n": 1.0, "b": 1, "c/~": "u", "new": [1]});
        assert_eq!(
            rows(&a, &b),
            ["/a/gone null -", "/a/x/1 2 3", "/c~1~0 \"t\" \"u\"", "/n~ 1 1.0", "/new - [1]"]
        );
        assert_eq!(rows(&json!({"x": 1, "y": 2}), &json!({"y": 2, "x": 1})), Vec::<String>::new());
        assert_eq!(rows(&json!([1, 2]), &json!([1])), [" [1,2] [1]"]);
    }

    #[test]
    fn rows_and_values_are_bounded() {
        let long: Value = (0..5000).collect();
        let mut fields = Fields::default();
        fields.compare("", Some(&long), Some(&(1..5001).collect()));
        assert_eq!((fields.rows.len(), fields.count), (1000, 5000));
        let mut fields = Fields::default();
        fields.compare("", Some(&long), None);
        assert!(fields.rows[0].values.a.as_ref().unwrap().as_str().unwrap().ends_with('…'));
    }

    #[test]
    fn numbers_are_the_same_however_they_are_written() {
        let same = |a: &str, b: &str| are_same(&a.parse().unwrap(), &b.parse().unwrap());
        for (a, b) in [("1", "1.0"), ("0", "-0.0"), ("100", "1e2"), ("0.10", "1E-1"), ("-2.50", "-25e-1")] {
            assert!(same(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("1", "-1"),
            ("1", "10"),
            ("9007199254740993", "9007199254740992.0"),
            ("0.1", "0.10000000000000001"),
        ] {
            assert!(!same(a, b), "{a} {b}");
        }
    }
}
