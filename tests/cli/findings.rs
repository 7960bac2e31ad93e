//! Rules, `--fail-on`, and the forms of reports that other programs read.

use std::fs;

use serde_json::{Value, json};

use crate::run::*;

fn ran(arguments: &str) -> (String, Option<i32>) {
    let output = zarrscope(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn the_rules_are_listed() {
    let listed = parsed("explain rules --json");
    let rules = listed.as_array().unwrap();
    assert!(rules.len() > 30);
    for rule in rules {
        assert_eq!(keys(rule), ["id", "severity", "source", "summary"].into());
    }
    let printed = text("explain rules");
    for id in each(&listed, "id") {
        assert_names(&printed, &[id]);
    }
    assert_names(
        &text("explain chunk-checksum"),
        &["error", "a checksum does not match the bytes", "https://"],
    );
    assert_names(&text("explain"), &["\n  rules "]);
}

#[test]
fn whoever_asks_decides_which_findings_fail() {
    for (options, status) in [
        ("", 1),
        ("--fail-on chunk-checksum", 1),
        ("--fail-on note", 1),
        ("--fail-on chunk-truncated,chunk-checksum", 1),
        ("--fail-on chunk-truncated", 0),
        ("--fail-on never", 0),
    ] {
        let (printed, code) = ran(&format!("verify broken.zarr/flipped_bit {options}"));
        assert_eq!(code, Some(status), "{options}");
        assert_names(&printed, &["flipped_bit: c.1.0: crc32c: expected the checksum", "1 fault\n"]);
    }
    let (_, code) = ran("verify grids.zarr/edges --expect all --fail-on stray-key,header-only-array");
    assert_eq!(code, Some(0));
    assert_names(&misused("verify climate.zarr --fail-on chunk-checksun"), &["did you mean chunk-checksum?"]);
    assert_names(&misused("verify climate.zarr --json --format sarif"), &["--json"]);
}

#[test]
fn the_message_is_about_what_fails() {
    let (message, _) = faulty("verify broken.zarr --fail-on chunk-checksum");
    assert_names(&message, &["crc32c: expected the checksum"]);
}

#[test]
fn a_log_of_sarif_has_rules_results_and_places() {
    let (printed, code) = ran("verify broken.zarr --format sarif");
    let log: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((code, &log["version"]), (Some(1), &json!("2.1.0")));
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), parsed_fault("verify broken.zarr --json")["faults"].as_array().unwrap().len());
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert_eq!(rules[index]["defaultConfiguration"]["level"], result["level"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
    }
    let of = |path: &str| {
        let place =
            |result: &&Value| result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == path;
        results.iter().find(place).unwrap_or_else(|| panic!("{path} in {log:#}"))
    };
    let place = |path: &str| of(path)["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert_eq!(place("broken.zarr/flipped_bit"), "broken.zarr/flipped_bit/c.1.0");
    assert_eq!(place("broken.zarr/bad_data_type"), "broken.zarr/bad_data_type/zarr.json");
    let (printed, code) = ran("verify climate.zarr --format sarif");
    let log: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((code, &log["runs"][0]["results"]), (Some(0), &json!([])));
}

#[test]
fn junit_has_a_case_for_each_finding() {
    let (printed, code) = ran("verify broken.zarr/flipped_bit --format junit");
    assert_eq!(code, Some(1));
    let time = printed.split("time=\"").nth(1).unwrap().split('"').next().unwrap();
    let expected = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="1" failures="1" errors="0" time="{time}">
  <testsuite name="zarrscope verify broken.zarr/flipped_bit" tests="1" failures="1" errors="0" time="{time}">
    <testcase classname="broken.zarr/flipped_bit" name="chunk-checksum: broken.zarr/flipped_bit/c.1.0">
      <failure type="chunk-checksum" message="MESSAGE">MESSAGE</failure>
    </testcase>
  </testsuite>
</testsuites>
"#
    );
    let message = printed.split("message=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(
        message.starts_with("broken.zarr/flipped_bit: c.1.0: crc32c: expected the checksum "),
        "{message}"
    );
    assert_eq!(printed, expected.replace("MESSAGE", message));
    let (printed, code) = ran("verify climate.zarr --format junit");
    assert_eq!(code, Some(0));
    assert_names(
        &printed,
        &["tests=\"1\" failures=\"0\"", "<testcase classname=\"climate.zarr\" name=\"verify\""],
    );
    let (printed, _) = ran("verify broken.zarr/flipped_bit --format junit --fail-on never");
    assert_names(&printed, &["failures=\"0\"", "<system-out>error: broken.zarr/flipped_bit: "]);
}

#[test]
fn github_gets_an_annotation_for_each_finding() {
    let (printed, code) = ran("verify broken.zarr --format github");
    assert_eq!(code, Some(1));
    let lines: Vec<&str> = printed.lines().collect();
    let (last, commands) = lines.split_last().unwrap();
    assert_eq!(*last, format!("verify: {} findings", commands.len()));
    for command in commands {
        assert!(command.starts_with("::error file=broken.zarr/"), "{command}");
        assert_eq!(command.matches("::").count(), 2, "{command}");
    }
    let expected = "::error file=broken.zarr/flipped_bit/c.1.0,title=verify (chunk-checksum)::broken.zarr/flipped_bit: c.1.0: ";
    assert_names(&printed, &[expected]);
}

#[test]
fn a_merged_report_has_the_same_forms() {
    let directory = tempfile::tempdir().unwrap();
    let paths: Vec<String> = (1..=2)
        .map(|number| {
            let path = directory.path().join(number.to_string());
            std::fs::write(&path, ran(&format!("verify broken.zarr --part {number}/2 --json")).0).unwrap();
            path.display().to_string()
        })
        .collect();
    let whole = ran("verify broken.zarr --format github").0.replace("verify", "merge");
    assert_eq!(ran(&format!("merge {} --format github", paths.join(" "))).0, whole);
    let (_, code) = ran(&format!("merge {} --fail-on never", paths.join(" ")));
    assert_eq!(code, Some(0));
}

#[test]
fn the_schema_of_a_report_is_printed() {
    assert_names(
        &text("schema"),
        &["verify   What verifying found", "rules    The rules of verify and check."],
    );
    let schema = parsed("schema verify");
    assert_eq!((&schema["title"], &schema["type"]), (&json!("zarrscope verify"), &json!("object")));
    let report = parsed("verify climate.zarr --json");
    for name in schema["required"].as_array().unwrap() {
        assert!(report.get(name.as_str().unwrap()).is_some(), "{name}");
    }
    assert_names(&misused("schema verfy"), &["did you mean verify?"]);
}

#[test]
fn a_report_goes_into_a_file_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report.xml");
    let printed = zarrscope("verify broken.zarr --format junit").output().unwrap();
    let written = zarrscope("verify broken.zarr --format junit -o").arg(&path).output().unwrap();
    assert_eq!(written.status.code(), printed.status.code());
    assert!(written.stdout.is_empty(), "{written:?}");
    let lines =
        |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().filter(|line| !line.contains("time=")).count();
    assert_eq!(lines(&fs::read(&path).unwrap()), lines(&printed.stdout));
}

#[test]
fn a_report_that_could_not_be_written_is_refused_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let nowhere = directory.path().join("nowhere/report.json");
    for command in ["verify sharded.zarr -o", "check sharded.zarr -o", "merge - -o"] {
        let output = zarrscope(command).arg(&nowhere).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("expected a directory"), "{output:?}");
        let output = zarrscope(command).arg("sharded.zarr/report.json").output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
    }
}
