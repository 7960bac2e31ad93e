//! Findings as a log of SARIF 2.1.0, the form in which code scanning takes them.
//!
//! [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html)

use serde::Serialize;

use super::{Finding, FoundList};
use crate::check::{self, Rule, Severity};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A log. What SARIF calls a member is in its own way of writing.
#[derive(Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
struct Run {
    tool: Tool,
    invocations: [Invocation; 1],
    results: Vec<RunResult>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<RuleDescription>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleDescription {
    id: &'static str,
    short_description: Message<&'static str>,
    default_configuration: Configuration,
    #[serde(skip_serializing_if = "Option::is_none")]
    help_uri: Option<&'static str>,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Message<T> {
    text: T,
}

/// How the run ended. What was not looked at is no result, so that it has to stand here.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_execution_notifications: Option<[Notification; 1]>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunResult {
    rule_id: &'static str,
    rule_index: Option<usize>,
    level: &'static str,
    message: Message<String>,
    locations: [Location; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    logical_locations: [LogicalLocation; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
}

/// The log of one run.
pub(super) fn log(list: &FoundList) -> Log {
    let driver = Driver {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        information_uri: "https://crates.io/crates/zarrscope",
        rules: check::rules().map(describe).collect(),
    };
    let notification =
        |text: &String| Notification { level: "error", message: Message { text: text.clone() } };
    let invocation = Invocation {
        execution_successful: list.unfinished.is_none(),
        tool_execution_notifications: list.unfinished.as_ref().map(|text| [notification(text)]),
    };
    let results = list.findings.iter().map(|found| result(found)).collect();
    let run = Run { tool: Tool { driver }, invocations: [invocation], results };
    Log { schema: SCHEMA, version: "2.1.0", runs: [run] }
}

fn level(severity: Severity) -> &'static str {
    // The names are the same; this is where that is meant.
    severity.name()
}

fn describe(rule: &'static Rule) -> RuleDescription {
    RuleDescription {
        id: rule.id,
        short_description: Message { text: rule.summary },
        default_configuration: Configuration { level: level(rule.severity) },
        help_uri: rule.source.starts_with("https:").then_some(rule.source),
    }
}

fn result(found: &Finding) -> RunResult {
    let artifact_location = ArtifactLocation { uri: uri(&found.file()) };
    let location = Location {
        physical_location: PhysicalLocation { artifact_location },
        logical_locations: [LogicalLocation { fully_qualified_name: found.path().to_owned() }],
    };
    RunResult {
        rule_id: found.rule.id,
        rule_index: check::rules().position(|rule| rule.id == found.rule.id),
        level: level(found.rule.severity),
        message: Message { text: found.text() },
        locations: [location],
    }
}

/// A path or address as a reference: what is no letter, digit or plain sign is written in hexadecimal digits. An address keeps
/// its scheme and its host.
fn uri(path: &str) -> String {
    let sign = |byte: u8| {
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        if is_plain { String::from(char::from(byte)) } else { format!("%{byte:02X}") }
    };
    let host =
        path.split_once("://").map(|(scheme, rest)| scheme.len() + 3 + rest.find('/').unwrap_or(rest.len()));
    let (host, path) = path.split_at(host.unwrap_or(0));
    let begin = if host.is_empty() && path.starts_with('/') { "file://" } else { host };
    path.bytes().map(sign).fold(begin.to_owned(), |written, sign| written + &sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_reference() {
        assert_eq!(uri("a b/é:1"), "a%20b/%C3%A9%3A1");
        assert_eq!(uri("/data/a.zarr"), "file:///data/a.zarr");
        assert_eq!(uri("s3://bucket/a b.zarr"), "s3://bucket/a%20b.zarr");
        assert_eq!(uri("http://[::1]:80/a:b"), "http://[::1]:80/a%3Ab");
    }
}
