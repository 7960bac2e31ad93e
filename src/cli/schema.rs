use std::io::Write;

use serde_json::{Value, json};

use super::{Failure, Output, Result, arguments::SchemaArguments, output::Tone, unless_closed};
use crate::metadata::text::escape;
use crate::tell::nearest::{did_you_mean, nearest};

macro_rules! schemas {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../assets/schemas/", $name, ".json")))),*]
    };
}

/// All schemas; `topics` and `rules` are of lists that `explain` prints, `decode` has its JSON with `--format json`.
pub(super) const SCHEMAS: &[(&str, &str)] = schemas![
    "advise", "check", "chunks", "decode", "diff", "doctor", "explain", "find", "index", "info", "locate",
    "merge", "plan", "probe", "rules", "stats", "topics", "trace", "tree", "try", "verify"
];

pub(super) fn run(arguments: &SchemaArguments, output: &mut Output) -> Result {
    let Some(name) = &arguments.name else {
        return unless_closed(SCHEMAS.iter().try_for_each(|(name, text)| {
            let schema: Value = serde_json::from_str(text).unwrap_or_else(|_| json!({}));
            let name = output.paint(Tone::Name, &format!("{name:<8}"));
            Ok(writeln!(output, "{name} {}", schema["description"].as_str().unwrap_or_default())?)
        }));
    };
    let Some((_, text)) = SCHEMAS.iter().find(|(own, _)| own == name) else {
        let names: Vec<&str> = SCHEMAS.iter().map(|(name, _)| *name).collect();
        let meant = did_you_mean(&nearest(name, names.iter().copied()));
        let (all, name) = (names.join(", "), escape(name));
        return Err(Failure::Usage(format!("expected a schema ({all}), found \"{name}\"{meant}")));
    };
    unless_closed(write!(output, "{text}").map_err(Failure::from))
}

#[cfg(test)]
mod tests {
    use super::super::Arguments;
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_with_json_has_a_schema() {
        let takes_json = |command: &&clap::Command| {
            command.get_arguments().any(|option| option.get_long() == Some("json"))
        };
        let command = Arguments::command();
        let names: Vec<&str> =
            command.get_subcommands().filter(takes_json).map(clap::Command::get_name).collect();
        assert!(names.len() > 15, "{names:?}");
        let lacking: Vec<&&str> =
            names.iter().filter(|name| !SCHEMAS.iter().any(|(own, _)| own == *name)).collect();
        assert!(lacking.is_empty(), "{lacking:?}");
    }

    #[test]
    fn every_schema_names_itself() {
        for (name, text) in SCHEMAS {
            let schema: Value = serde_json::from_str(text).unwrap();
            assert_eq!(schema["$id"], format!("urn:zarrscope:schema:{name}:1"));
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
            assert!(schema["description"].as_str().is_some_and(|text| text.ends_with('.')), "{name}");
        }
    }
}
