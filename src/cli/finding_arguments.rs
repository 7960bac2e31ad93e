use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Result, file::check_file};
use crate::check::{self, Rule, Severity};
use crate::tell::nearest::nearest;

#[derive(Debug, Args)]
pub struct FindingArguments {
    /// The format of the report.
    #[arg(long, value_enum, default_value_t = FindingsFormat::Text, value_name = "FORMAT", conflicts_with = "json")]
    pub format: FindingsFormat,
    /// Which findings make the exit status 1, or 3 if nothing could be read: the ids of rules, or severities (note, warning,
    /// error) with all worse ones; `never` for none. `explain rules` lists the rules.
    #[arg(long, value_name = "RULE,…", default_value = "error", value_parser = FailOn::read)]
    pub fail_on: FailOn,
    /// Write the report to this file, whole or not at all, instead of printing it.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl FindingArguments {
    pub(super) fn check_file(&self) -> Result {
        match &self.output {
            Some(path) => check_file(path),
            None => Ok(()),
        }
    }
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FindingsFormat {
    /// Text to read.
    Text,
    /// JSON, as with --json.
    Json,
    /// XML in the form of `JUnit`, for continuous integration.
    Junit,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Commands that GitHub Actions shows as annotations.
    Github,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailOn {
    rules: Vec<&'static Rule>,
    severity: Option<Severity>,
}

const NEVER: &str = "never";

impl FailOn {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut found = Self { rules: Vec::new(), severity: None };
        for word in text.split(',').map(str::trim) {
            if word == NEVER {
                continue;
            }
            if let Some(severity) = Severity::find(word) {
                found.severity = Some(found.severity.unwrap_or(severity).min(severity));
            } else if let Some(rule) = check::rule(word) {
                found.rules.push(rule);
            } else {
                let names = Severity::ALL.map(Severity::name).into_iter().chain([NEVER]);
                let near = nearest(word, check::rules().map(|rule| rule.id).chain(names));
                let meant =
                    if near.is_empty() { "" } else { &format!(": did you mean {}?", near.join(" or ")) };
                let expected = "expected the id of a rule (explain rules), note, warning, error or never";
                return Err(format!("{expected}, found \"{word}\"{meant}"));
            }
        }
        Ok(found)
    }

    pub(super) fn decides(&self, rule: &'static Rule) -> bool {
        self.rules.contains(&rule) || self.severity.is_some_and(|least| rule.severity >= least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_severity_stands_for_all_that_are_worse() {
        let [checksum, stray] = ["chunk-checksum", "stray-key"].map(|id| check::rule(id).unwrap());
        for (words, expected) in [
            ("error", [true, false]),
            ("note", [true, true]),
            ("never", [false, false]),
            ("stray-key", [false, true]),
            ("warning, stray-key", [true, true]),
            ("error,warning", [true, false]),
        ] {
            let fail_on = FailOn::read(words).unwrap();
            assert_eq!([checksum, stray].map(|rule| fail_on.decides(rule)), expected, "{words}");
        }
        assert!(FailOn::read("stray-kye").unwrap_err().ends_with("did you mean stray-key?"));
        assert!(FailOn::read("").is_err());
    }
}
