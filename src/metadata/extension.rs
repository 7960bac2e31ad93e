//! An extension definition: a name, a configuration, and whether a reader has to understand it.
//!
//! Specification: [Extension
//! definition](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#extension-definition). A plain string is
//! short for an object that holds only a name.

use super::json::{DocumentNote, Field, Json};

#[derive(Debug, Clone)]
pub struct Extension<'a> {
    pub name: String,
    pub configuration: Option<Json<'a>>,
    pub must_understand: bool,
}

impl<'a> Extension<'a> {
    pub fn read(json: &Json<'a>, what: &str) -> Field<Self> {
        if let Some(name) = json.value().as_str() {
            return Ok(Self { name: name.to_owned(), configuration: None, must_understand: true });
        }
        if !json.value().is_object() {
            return Err(json.unexpected(format!("the name of {what} or an object with a name")));
        }
        let name = json.required("name", &format!("the name of {what}"))?;
        let name = name.string(&format!("the name of {what}"))?.to_owned();
        let configuration = json.member("configuration");
        if let Some(configuration) = &configuration {
            configuration.object()?;
        }
        let must_understand = match json.member("must_understand") {
            Some(flag) => flag.boolean()?,
            None => true,
        };
        Ok(Self { name, configuration, must_understand })
    }

    /// What readers should know of a chunk grid or a chunk key encoding that was read.
    pub fn note(json: &Json<'a>, what: &str, proposals: &[&str]) -> Option<DocumentNote> {
        let extension = Self::read(json, what).ok()?;
        if !extension.must_understand {
            return Some(json.note(format!(
                "{what} always has to be understood, but \"must_understand\" is false: this is passed over"
            )));
        }
        let proposal = proposals.iter().find(|name| **name == extension.name)?;
        Some(json.note(format!("\"{proposal}\" is in no registry: most programs cannot read this array")))
    }

    pub fn required(&self, place: &Json<'a>, member: &str, expected: &str) -> Field<Json<'a>> {
        match &self.configuration {
            Some(configuration) => configuration.required(member, expected),
            None => {
                Err(place.fault(format!("a configuration with \"{member}\": {expected}"), "no configuration"))
            }
        }
    }

    pub fn optional(&self, member: &str) -> Option<Json<'a>> {
        self.configuration.as_ref()?.member(member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_string_is_short_for_a_name() {
        let value = json!("bytes");
        let extension = Extension::read(&Json::root(&value), "a codec").unwrap();
        assert_eq!(extension.name, "bytes");
        assert!(extension.configuration.is_none() && extension.must_understand);
    }

    #[test]
    fn an_object_without_a_name_is_refused() {
        let value = json!({"configuration": {}});
        let error = Extension::read(&Json::root(&value), "a codec").unwrap_err();
        assert_eq!(error.to_string(), "/name: expected the name of a codec, found nothing");
    }

    #[test]
    fn a_configuration_is_an_object() {
        let value = json!({"name": "gzip", "configuration": 5});
        let error = Extension::read(&Json::root(&value), "a codec").unwrap_err();
        assert_eq!(error.to_string(), "/configuration: expected an object, found 5");
    }
}
