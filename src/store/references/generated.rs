use std::sync::Arc;

use serde_json::{Map, Value};

use super::reference::Reference;
use super::template::{NamedValue, Templates};
use crate::limits::{GENERATED_DIMENSIONS, GENERATED_TEXT};

/// The most bytes of all texts: each name in a template may be replaced with a long text.
const TEXT: usize = 64 << 20;

pub(super) fn generated(
    generators: &[Value],
    templates: &Templates,
    most: u64,
) -> Result<Vec<(Box<str>, Reference)>, String> {
    let mut into = Generated { templates, most, nbytes: 0, read: 0, references: Vec::new() };
    for generator in generators {
        let members = generator.as_object().ok_or("a member of gen that is no object")?;
        into.add(members)?;
    }
    Ok(into.references)
}

struct GeneratedDimension {
    name: String,
    values: CountedValues,
}

enum CountedValues {
    Range { start: i128, step: i128, size: u64 },
    List(Vec<NamedValue>),
}

impl CountedValues {
    fn size(&self) -> u64 {
        match self {
            Self::Range { size, .. } => *size,
            Self::List(values) => values.len() as u64,
        }
    }

    fn get(&self, index: u64) -> Option<NamedValue> {
        match self {
            Self::Range { start, step, .. } => {
                let by = step.checked_mul(index.into())?;
                start.checked_add(by).map(NamedValue::Number)
            }
            Self::List(values) => values.get(usize::try_from(index).ok()?).cloned(),
        }
    }
}

struct Generated<'a> {
    templates: &'a Templates,
    most: u64,
    nbytes: usize,
    /// Bytes of templates that were read and written so far, once for each reference.
    read: u64,
    references: Vec<(Box<str>, Reference)>,
}

impl Generated<'_> {
    fn add(&mut self, generator: &Map<String, Value>) -> Result<(), String> {
        let text = |name: &str| match generator.get(name) {
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            None => Ok(None),
            Some(_) => Err(format!("{name}, which is no text, in gen")),
        };
        let lacks = |name: &str| format!("gen without {name}");
        let key = text("key")?.ok_or_else(|| lacks("key"))?;
        let url = text("url")?.ok_or_else(|| lacks("url"))?;
        let range = match (text("offset")?, text("length")?) {
            (Some(offset), Some(length)) => Some((offset, length)),
            (None, None) => None,
            _ => return Err("gen with only one of offset and length".to_owned()),
        };
        let members = generator.get("dimensions").and_then(Value::as_object);
        let members = members.ok_or_else(|| lacks("dimensions"))?;
        if members.len() > GENERATED_DIMENSIONS {
            let found = members.len();
            return Err(format!(
                "gen with {found} dimensions, where at most {GENERATED_DIMENSIONS} are read"
            ));
        }
        let mut dimensions = Vec::new();
        for (name, value) in members {
            dimensions.push(counted(name, value)?);
        }
        let room = self.most.saturating_sub(self.references.len() as u64);
        let all = match dimensions.iter().try_fold(1_u64, |all, one| all.checked_mul(one.values.size())) {
            Some(all) if all <= room => all,
            _ => return Err("gen for more references than are read (--max-references)".to_owned()),
        };
        for index in 0..all {
            self.one(index, &dimensions, &key, &url, range.as_ref())?;
        }
        Ok(())
    }

    fn one(
        &mut self,
        index: u64,
        dimensions: &[GeneratedDimension],
        key: &str,
        url: &str,
        range: Option<&(String, String)>,
    ) -> Result<(), String> {
        let mut rest = index;
        let mut places: Vec<(&GeneratedDimension, u64)> = Vec::with_capacity(dimensions.len());
        for dimension in dimensions.iter().rev() {
            let size = dimension.values.size();
            places.push((dimension, rest.checked_rem(size).unwrap_or(0)));
            rest = rest.checked_div(size).unwrap_or(0);
        }
        let value = |name: &str| {
            let (dimension, at) = places.iter().find(|(own, _)| own.name == name)?;
            dimension.values.get(*at)
        };
        let templates = self.templates;
        let mut read = self.read;
        let mut render = |text: &str| -> Result<String, String> {
            if let Some(sign) = ["{%", "{#"].iter().find(|sign| text.contains(**sign)) {
                return Err(format!("{sign} in gen, where only {{{{names}}}} are read"));
            }
            let rendered = templates.render_with(text, &value)?;
            read = read.saturating_add((text.len() + rendered.len()) as u64);
            if read > GENERATED_TEXT {
                return Err(format!(
                    "gen whose templates have more than {GENERATED_TEXT} bytes for all references"
                ));
            }
            Ok(rendered.into_owned())
        };
        let key: Box<str> = render(key)?.into();
        let target: Arc<str> = render(url)?.into();
        self.nbytes = self.nbytes.saturating_add(key.len()).saturating_add(target.len());
        if self.nbytes > TEXT {
            return Err(format!("gen for references with more than {TEXT} bytes of text"));
        }
        let mut number = |text: &str| {
            let text = render(text)?;
            text.trim().parse().map_err(|_| format!("{text}, which is no place in a file, in gen"))
        };
        let reference = match range {
            Some((offset, nbytes)) => {
                Reference::Range { target, offset: number(offset)?, nbytes: number(nbytes)? }
            }
            None => Reference::Whole(target),
        };
        self.read = read;
        self.references.push((key, reference));
        Ok(())
    }
}

fn counted(name: &str, value: &Value) -> Result<GeneratedDimension, String> {
    let wrong = || format!("the dimension {name} of gen, which is neither a list nor a range");
    let values = match value {
        Value::Array(values) => {
            let mut list = Vec::new();
            for value in values {
                list.push(match value {
                    Value::String(text) => NamedValue::Text(text.clone()),
                    Value::Number(number) => NamedValue::Number(number.as_i64().ok_or_else(wrong)?.into()),
                    _ => return Err(wrong()),
                });
            }
            CountedValues::List(list)
        }
        Value::Object(range) => {
            let number = |name: &str, without: Option<i64>| -> Result<i128, String> {
                let found = match range.get(name) {
                    Some(value) => value.as_i64(),
                    None => without,
                };
                Ok(found.ok_or_else(wrong)?.into())
            };
            let start = number("start", Some(0))?;
            let end = number("stop", None)?;
            let by = number("step", Some(1))?;
            let (way, stride) = if by < 0 { (start - end, -by) } else { (end - start, by) };
            let rest = way.max(0).checked_rem(stride).ok_or_else(wrong)?;
            let size = way.max(0).div_euclid(stride) + i128::from(rest > 0);
            CountedValues::Range { start, step: by, size: u64::try_from(size).map_err(|_| wrong())? }
        }
        _ => return Err(wrong()),
    };
    Ok(GeneratedDimension { name: name.to_owned(), values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(generators: &Value, most: u64) -> Result<Vec<(String, Reference)>, String> {
        let templates = json!({"u": "server.domain/path"});
        let templates = Templates::read(templates.as_object().unwrap()).unwrap();
        let read = generated(generators.as_array().unwrap(), &templates, most)?;
        Ok(read.into_iter().map(|(key, reference)| (key.into(), reference)).collect())
    }

    #[test]
    fn the_example_of_the_specification() {
        let example = json!([{
            "key": "gen_key{{i}}", "url": "http://{{u}}_{{i}}", "offset": "{{(i + 1) * 1000}}", "length": "1000",
            "dimensions": {"i": {"stop": 5}},
        }]);
        let read = read(&example, 5).unwrap();
        assert_eq!(read.len(), 5);
        let target = "http://server.domain/path_4".into();
        assert_eq!(read[4], ("gen_key4".to_owned(), Reference::Range { target, offset: 5000, nbytes: 1000 }));
    }

    #[test]
    fn all_combinations_are_counted_through() {
        let two = json!([{
            "key": "{{v}}/{{i}}.{{j}}", "url": "f{{i}}.nc",
            "dimensions": {"v": ["a", "b"], "i": {"start": 4, "stop": -1, "step": -3}, "j": [0, 10]},
        }]);
        let keys: Vec<String> = read(&two, 8).unwrap().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["a/4.0", "a/4.10", "a/1.0", "a/1.10", "b/4.0", "b/4.10", "b/1.0", "b/1.10"]);
    }

    #[test]
    fn what_cannot_be_counted_through_is_named() {
        let with = |name: &str, value: Value| {
            let mut one = json!({"key": "{{i}}", "url": "u", "dimensions": {"i": {"stop": 5}}});
            one[name] = value;
            read(&json!([one]), 100).unwrap_err()
        };
        assert_eq!(
            with("dimensions", json!({"i": {"stop": 1_000_000}})),
            "gen for more references than are read (--max-references)"
        );
        assert_eq!(
            with("dimensions", json!({"i": {"stop": i64::MAX, "start": i64::MIN}})),
            "gen for more references than are read (--max-references)"
        );
        for wrong in
            [json!({"i": {"stop": 5, "step": 0}}), json!({"i": {}}), json!({"i": 5}), json!({"i": [null]})]
        {
            assert_eq!(
                with("dimensions", wrong),
                "the dimension i of gen, which is neither a list nor a range"
            );
        }
        assert_eq!(with("offset", json!("1")), "gen with only one of offset and length");
        assert_eq!(with("url", json!("{% for %}")), "{% in gen, where only {{names}} are read");
        assert_eq!(with("key", json!(null)), "key, which is no text, in gen");
        let negative =
            json!([{"key": "k", "url": "u", "offset": "{{i - 9}}", "length": "1", "dimensions": {"i": [1]}}]);
        assert_eq!(read(&negative, 9).unwrap_err(), "-8, which is no place in a file, in gen");
    }

    #[test]
    fn templates_are_expanded_up_to_a_limit() {
        let sum = format!("{{{{i{}}}}}", "+0".repeat(8_000));
        let one = json!({"key": "{{i}}", "url": "u", "offset": sum, "length": "1", "dimensions": {"i": {"stop": 1_000_000}}});
        assert_eq!(
            read(&json!([one]), 1_000_000).unwrap_err(),
            "gen whose templates have more than 536870912 bytes for all references"
        );
        let many: Map<String, Value> = (0..33).map(|number| (format!("d{number}"), json!([1]))).collect();
        let one = json!({"key": "k", "url": "u", "dimensions": many});
        assert_eq!(read(&json!([one]), 9).unwrap_err(), "gen with 33 dimensions, where at most 32 are read");
    }
}
