//! Reads a file of references in JSON, of version 0 or 1, value by value: of a file of 100 MB the text is never in memory.

use std::collections::HashSet;
use std::fmt;
use std::io::Read;
use std::sync::Arc;

use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::keys::{SortedKeys, is_usable};
use super::generated::generated;
use super::reference::Reference;
use super::template::Templates;

const RULES: usize = 1 << 20;
/// How many texts are shared. A file has a name for each of its targets, or one for each of its chunks.
const SHARED: usize = 100_000;

#[derive(Debug)]
pub(super) struct ReferenceSet {
    pub(super) keys: SortedKeys<Reference>,
    pub(super) templates: Templates,
    pub(super) repeated: Vec<Box<str>>,
    pub(super) unusable: Vec<Box<str>>,
}

impl ReferenceSet {
    pub(super) fn read(file: impl Read, most: u64) -> Result<Self, String> {
        let mut into = Collected { most, ..Collected::default() };
        let mut text = serde_json::Deserializer::from_reader(file);
        let read =
            MembersSeed { into: &mut into, are_refs: false }.deserialize(&mut text).and_then(|()| text.end());
        read.map_err(|error| error.to_string())?;
        into.finish()
    }
}

#[derive(Default)]
struct Collected {
    most: u64,
    version: Option<Box<RawValue>>,
    templates: Option<Box<RawValue>>,
    generators: Option<Box<RawValue>>,
    has_refs: bool,
    refs: Vec<(Box<str>, Reference)>,
    /// The references beside `refs`; in version 0 all of the file.
    loose: Vec<(Box<str>, Reference)>,
    unusable: Vec<Box<str>>,
    shared: HashSet<Arc<str>>,
}

impl Collected {
    fn reference(&mut self, text: &str) -> Reference {
        let shared = &mut self.shared;
        Reference::read(text, &mut |text| {
            if let Some(own) = shared.get(text.as_str()) {
                return Arc::clone(own);
            }
            let own: Arc<str> = text.into();
            if shared.len() < SHARED {
                shared.insert(Arc::clone(&own));
            }
            own
        })
    }

    fn finish(mut self) -> Result<ReferenceSet, String> {
        let version = self.version.as_deref().map(RawValue::get);
        if !matches!(version, None | Some("0" | "1")) {
            return Err(format!(
                "references of version {}, of which 0 and 1 are read",
                version.unwrap_or_default()
            ));
        }
        let templates = match rules(self.templates.as_deref(), "templates")? {
            None => Templates::default(),
            Some(Value::Object(members)) => Templates::read(&members)?,
            Some(_) => return Err("templates that are no object".to_owned()),
        };
        let mut all = if self.has_refs { self.refs } else { self.loose };
        match rules(self.generators.as_deref(), "gen")? {
            None => {}
            Some(Value::Array(generators)) => {
                let room = self.most.saturating_sub(all.len() as u64);
                for (key, reference) in generated(&generators, &templates, room)? {
                    if is_usable(&key) { all.push((key, reference)) } else { self.unusable.push(key) }
                }
            }
            Some(_) => return Err("gen that is no list".to_owned()),
        }
        let (keys, repeated) = SortedKeys::new(all);
        Ok(ReferenceSet { keys, templates, repeated, unusable: self.unusable })
    }
}

fn rules(text: Option<&RawValue>, name: &str) -> Result<Option<Value>, String> {
    let Some(text) = text.map(RawValue::get) else { return Ok(None) };
    if text.len() > RULES {
        return Err(format!("{name} with {} bytes, where at most {RULES} are read", text.len()));
    }
    serde_json::from_str(text).map(Some).map_err(|error| format!("{name} that cannot be read: {error}"))
}

struct MembersSeed<'a> {
    into: &'a mut Collected,
    are_refs: bool,
}

impl<'de> DeserializeSeed<'de> for MembersSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, text: D) -> Result<(), D::Error> {
        text.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for MembersSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.are_refs { "an object of references in refs" } else { "an object of references" })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let Self { into, are_refs } = self;
        while let Some(name) = members.next_key::<String>()? {
            match name.as_str() {
                "version" if !are_refs => into.version = Some(members.next_value()?),
                "templates" if !are_refs => into.templates = Some(members.next_value()?),
                "gen" if !are_refs => into.generators = Some(members.next_value()?),
                "refs" if !are_refs => {
                    into.has_refs = true;
                    members.next_value_seed(MembersSeed { into: &mut *into, are_refs: true })?;
                }
                _ => {
                    let found = into.refs.len() + into.loose.len() + into.unusable.len();
                    if found as u64 >= into.most {
                        let most = into.most;
                        return Err(A::Error::custom(format!(
                            "more than {most} references (--max-references)"
                        )));
                    }
                    let reference = into.reference(members.next_value::<Box<RawValue>>()?.get());
                    if !is_usable(&name) {
                        into.unusable.push(name.into());
                    } else if are_refs {
                        into.refs.push((name.into(), reference));
                    } else {
                        into.loose.push((name.into(), reference));
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ReferenceSet, String> {
        ReferenceSet::read(text.as_bytes(), 5)
    }

    fn range(target: &str, offset: u64, nbytes: u64) -> Reference {
        Reference::Range { target: target.into(), offset, nbytes }
    }

    #[test]
    fn version_0_is_all_of_the_file() {
        let set = read(r#"{".zgroup": "{}", "a/0": ["x.nc", 1, 2], "a/1": "text"}"#).unwrap();
        assert_eq!(set.keys.find("a/0"), Some(&range("x.nc", 1, 2)));
        assert_eq!(set.keys.find("a/1"), Some(&Reference::Inline(b"text".as_slice().into())));
        assert_eq!(set.keys.find("a/2"), None);
    }

    #[test]
    fn version_1_has_references_templates_and_rules_in_any_order() {
        let set = read(
            r#"{"refs": {"a/0": ["{{u}}.nc", 1, 2], ".zgroup": {"zarr_format": 2}}, "other": [1],
                "gen": [{"key": "a/{{i}}", "url": "{{u}}{{i}}", "offset": "{{i * 5}}", "length": "5", "dimensions": {"i": [3, 4]}}],
                "version": 1, "templates": {"u": "data"}}"#,
        )
        .unwrap();
        assert_eq!(set.keys.find("a/0"), Some(&range("{{u}}.nc", 1, 2)));
        assert_eq!(set.keys.find("a/4"), Some(&range("data4", 20, 5)));
        assert_eq!(
            set.keys.find(".zgroup"),
            Some(&Reference::Inline(br#"{"zarr_format": 2}"#.as_slice().into()))
        );
        assert_eq!(set.keys.find("other"), None);
        assert_eq!(set.templates.render("{{u}}.nc").unwrap(), "data.nc");
    }

    #[test]
    fn of_a_key_that_is_there_twice_the_last_one_counts() {
        let set = read(r#"{"version": 1, "refs": {"a": "1", "../b": "2", "a": "3", "/c": "4"}}"#).unwrap();
        assert_eq!(set.keys.find("a"), Some(&Reference::Inline(b"3".as_slice().into())));
        assert_eq!(set.repeated, ["a".into()]);
        assert_eq!(set.unusable, ["../b".into(), "/c".into()]);
    }

    #[test]
    fn what_is_no_file_of_references_is_refused() {
        for (text, expected) in [
            ("[]", "invalid type: sequence, expected an object of references at line 1 column 1"),
            (
                r#"{"refs": 1}"#,
                "invalid type: integer `1`, expected an object of references in refs at line 1 column 11",
            ),
            (r#"{"a": "b""#, "EOF while parsing an object at line 1 column 9"),
            (r#"{"version": 2, "refs": {}}"#, "references of version 2, of which 0 and 1 are read"),
            (r#"{"templates": [], "refs": {}}"#, "templates that are no object"),
            (r#"{"gen": {}, "refs": {}}"#, "gen that is no list"),
            (
                r#"{"a":"","b":"","c":"","d":"","e":"","f":""}"#,
                "more than 5 references (--max-references) at line 1 column 40",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn rules_are_bounded() {
        let long = format!(r#"{{"version": 1, "refs": {{}}, "gen": [{}1]}}"#, "1,".repeat(600_000));
        assert_eq!(read(&long).unwrap_err(), "gen with 1200003 bytes, where at most 1048576 are read");
        // What is nested in a reference is not looked into.
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        let set = read(&format!(r#"{{"version": 1, "refs": {{"a": {deep}}}}}"#)).unwrap();
        assert!(matches!(set.keys.find("a"), Some(Reference::Wrong(_))));
    }
}
