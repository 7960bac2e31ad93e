//! Findings as code scanning takes them: [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html)

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Finding, FoundList};
use crate::check::{self, Rule};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn log(list: &FoundList) -> Value {
    let driver = json!({
        "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION"),
        "informationUri": "https://crates.io/crates/zarrscope",
        "rules": check::rules().map(rule).collect::<Vec<_>>(),
    });
    let results: Vec<Value> = list.findings.iter().map(|found| result(found)).collect();
    let mut invocation = json!({"executionSuccessful": list.unfinished.is_none()});
    if let Some(unfinished) = &list.unfinished {
        invocation["toolExecutionNotifications"] =
            json!([{"level": "error", "message": {"text": unfinished}}]);
    }
    let run = json!({"tool": {"driver": driver}, "invocations": [invocation], "results": results});
    json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
}

fn rule(rule: &'static Rule) -> Value {
    let mut value = json!({
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        // SARIF happens to have the same names of severities.
        "defaultConfiguration": {"level": rule.severity.name()},
    });
    if rule.source.starts_with("https:") {
        value["helpUri"] = json!(rule.source);
    }
    value
}

fn result(found: &Finding) -> Value {
    let index = check::rules().position(|rule| rule.id == found.rule.id);
    json!({
        "ruleId": found.rule.id, "ruleIndex": index, "level": found.rule.severity.name(),
        "message": {"text": found.text()},
        "locations": [{
            "physicalLocation": {"artifactLocation": {"uri": uri(&found.file())}},
            "logicalLocations": [{"fullyQualifiedName": found.path()}],
        }],
    })
}

/// Percent-encoded, except for the scheme and the host of an address.
fn uri(path: &str) -> String {
    let mut host = 0;
    if let Some((scheme, rest)) = path.split_once("://") {
        host = scheme.len() + 3 + rest.find('/').unwrap_or(rest.len());
    }
    let (host, path) = path.split_at(host);
    let mut written = host.to_owned();
    if host.is_empty() && path.starts_with('/') {
        written.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            written.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(written, "%{byte:02X}");
        }
    }
    written
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
