use thiserror::Error;

use super::row::{NodeRow, RowKind};
use crate::codec::CodecRow;

#[derive(Debug)]
pub struct FilterName {
    pub name: &'static str,
    pub value: &'static str,
    pub help: &'static str,
    read: fn(&str) -> Result<Filter, QueryError>,
}

pub const FILTERS: &[FilterName] = &[
    FilterName {
        name: "name",
        value: "temp",
        help: "a part of the name itself, not of the groups above",
        read: |value| Ok(Filter::Name(value.to_lowercase())),
    },
    FilterName {
        name: "dtype",
        value: "float32",
        help: "a data type by its beginning, or short: f32",
        read: |value| Ok(Filter::DataType(value.to_lowercase())),
    },
    FilterName {
        name: "codec",
        value: "NAME",
        help: "a codec by its name, even inside a shard",
        read: |value| Ok(Filter::Codec(value.to_lowercase())),
    },
    FilterName {
        name: "attr",
        value: "units=K",
        help: "words in its value; without =, name or value; \"a b\"",
        read: |value| Ok(attribute(value)),
    },
    FilterName {
        name: "dim",
        value: "time",
        help: "a dimension of this name",
        read: |value| Ok(Filter::Dimension(value.to_lowercase())),
    },
    FilterName {
        name: "kind",
        value: "array",
        help: "group, array, unusable, directory or other",
        read: kind,
    },
    FilterName {
        name: "is",
        value: "faulty",
        help: "nodes with a fault in their document, or a known one in their chunks",
        read: is,
    },
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Filter {
    Name(String),
    DataType(String),
    Codec(String),
    Attribute(String, Option<String>),
    Dimension(String),
    Kind(RowKind),
    Faulty,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QueryError {
    #[error("no filter \"{found}\": there are {known}", known = names())]
    UnknownFilter { found: String },
    #[error("expected {expected} after {filter}:, found \"{found}\"")]
    UnknownValue { filter: &'static str, expected: String, found: String },
}

fn names() -> String {
    FILTERS.iter().map(|filter| format!("{}:", filter.name)).collect::<Vec<_>>().join(" ")
}

fn attribute(value: &str) -> Filter {
    match value.split_once('=') {
        Some((name, wanted)) => Filter::Attribute(name.to_owned(), Some(wanted.to_owned())),
        None => Filter::Attribute(value.to_owned(), None),
    }
}

fn kind(value: &str) -> Result<Filter, QueryError> {
    match RowKind::ALL.into_iter().find(|kind| kind.to_string() == value.to_lowercase()) {
        Some(kind) => Ok(Filter::Kind(kind)),
        None => {
            let expected = RowKind::ALL.map(|kind| kind.to_string()).join(", ");
            Err(QueryError::UnknownValue { filter: "kind", expected, found: value.to_owned() })
        }
    }
}

fn is(value: &str) -> Result<Filter, QueryError> {
    if value.eq_ignore_ascii_case("faulty") {
        return Ok(Filter::Faulty);
    }
    Err(QueryError::UnknownValue { filter: "is", expected: "faulty".to_owned(), found: value.to_owned() })
}

impl Filter {
    pub(super) fn read(word: &str) -> Option<Result<Self, QueryError>> {
        let (name, value) = word.split_once(':')?;
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        let Some(filter) = FILTERS.iter().find(|filter| filter.name.eq_ignore_ascii_case(name)) else {
            return Some(Err(QueryError::UnknownFilter { found: format!("{name}:") }));
        };
        Some((filter.read)(value))
    }

    pub(super) fn admits(&self, row: &NodeRow) -> bool {
        let facts = &row.facts;
        match self {
            Self::Name(wanted) => {
                let name = row.key.rsplit('/').next().unwrap_or_default();
                name.to_lowercase().contains(wanted)
            }
            Self::DataType(wanted) => {
                !facts.short_type.is_empty() && facts.short_type.to_lowercase() == *wanted
                    || facts.data_type.as_ref().is_some_and(|name| name.to_lowercase().starts_with(wanted))
            }
            Self::Codec(wanted) => {
                let wanted = wanted.strip_prefix("numcodecs.").unwrap_or(wanted);
                // What is no whole name of a codec may be the beginning of one.
                let is_whole = CodecRow::find(wanted).or_else(|| CodecRow::find_v2(wanted)).is_some();
                facts.codec_names.iter().any(|name| {
                    let name = name.to_lowercase();
                    name == wanted || !is_whole && name.starts_with(wanted)
                })
            }
            Self::Attribute(name, None) => {
                facts.attributes.iter().any(|(own, text)| own == name || has_words(text, name))
            }
            Self::Attribute(name, Some(value)) => {
                facts.attributes.iter().any(|(own, text)| own == name && has_words(text, value))
            }
            Self::Dimension(wanted) => facts.dimensions.iter().any(|name| name.to_lowercase() == *wanted),
            Self::Kind(kind) => facts.kind == *kind,
            Self::Faulty => facts.faults > 0,
        }
    }
}

/// Whether a text is this, or has it between letters and digits of others: `kg` is in `kg m-2`, and `m` not in `mm`.
fn has_words(text: &str, wanted: &str) -> bool {
    let is_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    text == wanted
        || !wanted.is_empty()
            && text.match_indices(wanted).any(|(at, _)| {
                let (before, after) = (text.get(..at), text.get(at + wanted.len()..));
                is_apart(before.unwrap_or_default().chars().next_back())
                    && is_apart(after.unwrap_or_default().chars().next())
            })
}
