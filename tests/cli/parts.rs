//! `verify --part` and `merge`: what parts find is what one run finds.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::run::*;

/// Every store of the repository, sound and faulty.
const STORES: [&str; 4] = [".", "../tests/corpus", "../tests/doctor", "../tests/plausible"];

/// Runs a command, whatever its exit status.
fn ran(arguments: &str) -> (Value, Option<i32>) {
    let output = zarrscope(arguments).output().unwrap();
    assert_schema(arguments, &output.stdout);
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{arguments}: {error}: {}", String::from_utf8_lossy(&output.stderr));
    });
    (value, output.status.code())
}

/// Writes the report of each part of a store, and gives their paths.
fn parts_of(store: &str, of: u64, directory: &Path) -> Vec<PathBuf> {
    let written = (1..=of).map(|number| {
        let (report, _) = ran(&format!("verify {store} --part {number}/{of} --json"));
        assert_has(&report, &json!({"schema": "zarrscope.verify", "version": 1, "part": [number, of]}));
        let path = directory.join(format!("{number}.json"));
        fs::write(&path, report.to_string()).unwrap();
        path
    });
    written.collect()
}

fn merged(paths: &[PathBuf], options: &str) -> (Value, Option<i32>) {
    let paths: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    ran(&format!("merge --json {options} {}", paths.join(" ")))
}

/// A report without what is another from run to run, or is only in merged ones.
fn compared(mut report: Value) -> Value {
    let members = report.as_object_mut().unwrap();
    for name in ["seconds", "plan", "parts", "lacking"] {
        members.remove(name);
    }
    report
}

#[test]
fn the_parts_of_every_store_add_up_to_the_whole() {
    for store in STORES {
        let (whole, status) = ran(&format!("verify {store} --json"));
        for of in [1, 2, 3, 7] {
            let directory = tempfile::tempdir().unwrap();
            let mut paths = parts_of(store, of, directory.path());
            paths.reverse();
            let (report, own_status) = merged(&paths, "");
            assert_has(&report, &json!({"parts": of, "lacking": []}));
            assert_eq!(own_status, status, "{store} in {of} parts");
            assert_eq!(compared(report), compared(whole.clone()), "{store} in {of} parts");
        }
    }
}

#[test]
fn each_part_has_some_of_the_chunks_and_faults() {
    let (whole, _) = ran("verify ../tests/doctor --json");
    for number in 1..=3 {
        let (part, _) = ran(&format!("verify ../tests/doctor --part {number}/3 --json"));
        for pointer in ["/chunks/stored", "/chunks/faulty", "/arrays"] {
            let (own, all) =
                (part.pointer(pointer).unwrap().as_u64().unwrap(), whole.pointer(pointer).unwrap());
            assert!(own > 0 && own < all.as_u64().unwrap(), "{pointer} of part {number}: {own} of {all}");
        }
        assert!(!part["faults"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_part_is_the_same_however_often_and_wherever_it_is_run() {
    let directory = tempfile::tempdir().unwrap();
    copy("climate.zarr", directory.path());
    let copy = directory.path().join("climate.zarr");
    let (one, _) = ran("verify climate.zarr --part 2/5 --json");
    let (other, _) = ran(&format!("verify {} --part 2/5 --json", copy.display()));
    // Only where it was run is told.
    assert_eq!(one["path"], json!("climate.zarr"));
    let mut here = other.clone();
    here["path"] = one["path"].clone();
    assert_eq!(compared(one.clone()), compared(here));
    assert_eq!(one["plan"], other["plan"]);
    assert_eq!(one["plan"].as_str().unwrap().len(), 32);
}

#[test]
fn lacking_parts_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let paths = parts_of("climate.zarr", 4, directory.path());
    let (report, status) = merged(&paths[1..3], "");
    assert_has(&report, &json!({"parts": 4, "lacking": [1, 4], "faults": []}));
    assert_eq!(status, Some(1));
    let one = paths[1].display();
    let (message, listed) = faulty(&format!("merge {one}"));
    assert_eq!(message, "error: 3 of 4 parts missing: 1, 3, 4\n");
    assert_names(&String::from_utf8(listed).unwrap(), &["3 of 4 parts missing: 1, 3, 4", "no faults so far"]);
    let all: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    assert_names(&text(&format!("merge {}", all.join(" "))), &["all 4 parts are there", "no faults\n"]);
}

#[test]
fn lacking_parts_are_no_success_in_any_form() {
    let directory = tempfile::tempdir().unwrap();
    let one = parts_of("climate.zarr", 4, directory.path())[0].display().to_string();
    let lacking = "3 of 4 parts missing: 2, 3, 4";
    let form = |name: &str| String::from_utf8(faulty(&format!("merge {one} --format {name}")).1).unwrap();
    let junit = form("junit");
    assert_names(
        &junit,
        &["tests=\"1\" failures=\"0\" errors=\"1\"", &format!("<error message=\"{lacking}\">")],
    );
    let sarif: Value = serde_json::from_str(&form("sarif")).unwrap();
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], json!(false));
    assert_eq!(invocation["toolExecutionNotifications"][0]["message"]["text"], json!(lacking));
    assert_names(&form("github"), &[&format!("::error title=merge::{lacking}\n"), "merge: 0 findings\n"]);
}

#[test]
fn a_report_that_lost_its_faults_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("whole.json");
    let (mut whole, _) = ran("verify ../tests/doctor --part 1/1 --json");
    let mut merge = |change: &dyn Fn(&mut Value)| {
        change(&mut whole);
        std::fs::write(&path, whole.to_string()).unwrap();
        misused(&format!("merge {}", path.display()))
    };
    assert_names(&merge(&|report| report["faults"] = json!(null)), &["expected a report"]);
    let lost = "members are missing or have another form";
    assert_names(&merge(&|report| report["faults"] = json!([])), &[lost]);
    assert_names(&merge(&|report| drop(report.as_object_mut().unwrap().shift_remove("faults"))), &[lost]);
}

#[test]
fn reports_of_parts_are_json_lines() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("2.json");
    let command = format!("verify broken.zarr --part 2/3 --format json -o {}", file.display());
    let _ = Command::from_std(zarrscope(&command)).assert().code(1);
    let printed = zarrscope("stats climate.zarr/temperature --part 1/3 --json").output().unwrap().stdout;
    for report in [fs::read_to_string(file).unwrap(), String::from_utf8(printed).unwrap()] {
        assert_eq!(report.lines().count(), 1, "{report}");
    }
}

#[test]
fn parts_of_several_paths_are_told() {
    let directory = tempfile::tempdir().unwrap();
    copy("climate.zarr", directory.path());
    let store = directory.path().join("climate.zarr").display().to_string();
    let mut paths = parts_of("climate.zarr/", 2, directory.path());
    let (other, _) = ran(&format!("verify {store} --part 2/2 --json"));
    fs::write(&paths[1], other.to_string()).unwrap();
    let (report, status) = merged(&paths, "");
    assert_eq!((&report["paths"], status), (&json!([store, "climate.zarr"]), Some(0)));
    let line = format!("the parts are of several paths, which must be the same store: {store}, climate.zarr");
    let all: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    assert_names(&text(&format!("merge {}", all.join(" "))), &[&line]);
    paths.pop();
    assert!(merged(&paths, "").0.get("paths").is_none());
}

#[test]
fn a_part_that_was_run_again_is_taken_once() {
    let directory = tempfile::tempdir().unwrap();
    let mut paths = parts_of("climate.zarr", 2, directory.path());
    let again = directory.path().join("again.json");
    let (report, _) = ran("verify climate.zarr --part 1/2 --json");
    fs::write(&again, report.to_string()).unwrap();
    paths.push(again.clone());
    let (report, _) = merged(&paths, "");
    assert_eq!(compared(report), compared(ran("verify climate.zarr --json").0));
    // The same part with something else in it is no part of this work.
    let mut other: Value = serde_json::from_slice(&fs::read(&again).unwrap()).unwrap();
    other["chunks"]["decoded"] = json!(1);
    fs::write(&again, other.to_string()).unwrap();
    let message = misused(&format!("merge {} {}", paths[0].display(), again.display()));
    assert_names(
        &message,
        &["again.json: expected what another report of part 1 says, found something else"],
    );
}

#[cfg(unix)]
#[test]
fn nothing_but_a_file_is_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in ["merge", "verify climate.zarr --expect"] {
        let message = misused(&format!("{command} {}", pipe.display()));
        assert_names(&message, &["expected a regular file, found something that is no file"]);
        let message = misused(&format!("{command} {}", directory.path().display()));
        assert_names(&message, &["expected a regular file, found a directory"]);
    }
}

#[test]
fn several_reports_may_stand_in_one_file() {
    let directory = tempfile::tempdir().unwrap();
    let texts: Vec<String> = parts_of("broken.zarr", 3, directory.path())
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let expected = compared(ran("verify broken.zarr --json").0);
    let lines = directory.path().join("all.jsonl");
    fs::write(&lines, texts.join("\n")).unwrap();
    assert_eq!(compared(merged(&[lines], "").0), expected);
    let mut piped = Command::from_std(zarrscope("merge - --json"));
    let output = piped.write_stdin(texts.join("")).output().unwrap();
    assert_eq!(compared(serde_json::from_slice(&output.stdout).unwrap()), expected);
}

#[test]
fn parts_of_other_work_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    copy("climate.zarr", directory.path());
    let store = directory.path().join("climate.zarr");
    let report = |name: &str, arguments: &str| {
        let path = directory.path().join(name);
        fs::write(&path, ran(arguments).0.to_string()).unwrap();
        path.display().to_string()
    };
    let verify = format!("verify {} --json", store.display());
    let first = report("first", &format!("{verify} --part 1/2"));
    let refused = |second: &str| misused(&format!("merge {first} {second}"));
    let three = report("three", &format!("{verify} --part 2/3"));
    assert_names(&refused(&three), &["three: expected one of 2 parts", "found one of 3"]);
    let options = report("options", &format!("{verify} --part 2/2 --ignore-checksums"));
    assert_names(&refused(&options), &["options: expected a part of the same work", "(plan)"]);
    assert_names(&refused(&report("whole", &verify)), &["whole: ", "found one of the whole"]);
    assert_names(&refused(&report("tree", "tree climate.zarr --json")), &["tree: expected a report of"]);
    // A chunk less is seen by its part alone; a node less is other work.
    fs::remove_file(store.join("temperature/c/0/0/0")).unwrap();
    let later = report("later", &format!("{verify} --part 2/2"));
    assert!(text(&format!("merge {first} {later}")).contains("all 2 parts are there"));
    fs::remove_dir_all(store.join("temperature")).unwrap();
    assert_names(&refused(&report("later", &format!("{verify} --part 2/2"))), &["same work"]);
    for (name, content, expected) in [
        ("empty", "", "expected a report, found nothing"),
        ("text", "hello", "expected a report in JSON"),
        ("list", "[1]", "expected a report in JSON, found invalid type: sequence, expected a map"),
        (
            "newer",
            r#"{"schema": "zarrscope.verify", "version": 2}"#,
            "expected a report of version 1, found 2",
        ),
        (
            "cut",
            r#"{"schema": "zarrscope.verify", "version": 1, "part": [1, 2]}"#,
            "members are missing or have another form",
        ),
        (
            "zero",
            r#"{"schema": "zarrscope.verify", "version": 1, "part": [0, 2]}"#,
            "expected a part, found 0 of 2",
        ),
    ] {
        let path = directory.path().join(name);
        fs::write(&path, content).unwrap();
        assert_names(&misused(&format!("merge {}", path.display())), &[name, expected]);
    }
    assert_names(&misused("merge nothing.json"), &["nothing.json: ", "not found"]);
}

#[test]
fn a_part_is_a_number_of_so_many() {
    for wrong in ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "1/99999999999"] {
        assert_names(&failed(&format!("verify climate.zarr --part {wrong}"), 2).0, &["such as 2/7"]);
    }
    assert_names(&text("verify climate.zarr --part 2/7"), &["part 2 of 7", "no faults"]);
}

#[test]
fn every_fault_has_its_rule() {
    let (report, _) = ran("verify broken.zarr --json");
    let rules: Vec<(&str, &str)> = report["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            (
                fault["array"].as_str().unwrap().trim_start_matches("broken.zarr/"),
                fault["rule"].as_str().unwrap(),
            )
        })
        .collect();
    for expected in [("bad_data_type", "document-data-type"), ("flipped_bit", "chunk-checksum")] {
        assert!(rules.contains(&expected), "{expected:?} in {rules:?}");
    }
}
