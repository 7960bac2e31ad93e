//! `stats --part` and `merge`: what parts count is what one run counts.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use walkdir::WalkDir;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// Runs a command, whatever its exit status.
fn ran(arguments: &str) -> (Value, Option<i32>) {
    let output = zarrscope(arguments).output().unwrap();
    (serde_json::from_slice(&output.stdout).unwrap_or_default(), output.status.code())
}

/// Writes the report of each part, and gives their paths.
fn parts_of(array: &str, of: u64, directory: &Path) -> Vec<PathBuf> {
    let written = (1..=of).map(|number| {
        let (report, _) = ran(&format!("stats {array} --part {number}/{of} --json"));
        let header =
            json!({"schema": "zarrscope.stats", "version": 1, "part": [number, of], "quantiles": null});
        assert_has(&report, &header);
        let path = directory.join(format!("{number}.json"));
        fs::write(&path, report.to_string()).unwrap();
        path
    });
    written.collect()
}

fn merge(paths: &[PathBuf], options: &str) -> String {
    let paths: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    format!("merge {} {options}", paths.join(" "))
}

/// Compares a merged report with that of a run that counted everything at once.
fn assert_same(merged: &Value, whole: &Value, what: &str) {
    for (name, expected) in whole.as_object().unwrap() {
        let found = &merged[name];
        match name.as_str() {
            "quantiles" | "histogram" => assert!(found.is_null(), "{what}: {name}"),
            "mean" | "std" if expected.is_number() => {
                let [found, expected] = [found, expected].map(|number| number.as_f64().unwrap());
                let apart = (found - expected).abs();
                assert!(apart <= expected.abs() * 1e-12, "{what}: {name}: {expected}, found {found}");
            }
            // A mean of dates is rounded to what is written of them.
            _ => assert_eq!(found, expected, "{what}: {name}"),
        }
    }
}

/// Compares the merged parts with everything, for several numbers of parts.
fn assert_adds_up(array: &str) {
    assert_adds_up_in(array, &[1, 2, 3, 7]);
}

fn assert_adds_up_in(array: &str, parts: &[u64]) {
    let (whole, status) = ran(&format!("stats {array} --json"));
    for of in parts.iter().copied() {
        let directory = tempfile::tempdir().unwrap();
        let mut paths = parts_of(array, of, directory.path());
        paths.reverse();
        let (merged, own_status) = ran(&merge(&paths, "--json"));
        assert_has(&merged, &json!({"parts": of, "lacking": []}));
        assert_eq!(own_status, status, "{array} in {of} parts");
        assert_same(&merged, &whole, &format!("{array} in {of} parts"));
    }
}

#[test]
fn the_parts_of_every_array_add_up_to_the_whole() {
    let mut counted = 0;
    let files = WalkDir::new(repository("sample-data")).sort_by_file_name();
    for file in files.into_iter().map(Result::unwrap) {
        if !["zarr.json", ".zarray"].iter().any(|name| file.file_name() == *name) {
            continue;
        }
        let array = file.path().parent().unwrap().to_str().unwrap();
        // Groups, elements that are no numbers, and documents that cannot be used have no statistics.
        if ran(&format!("stats {array} --json")).0["std"].is_null() {
            continue;
        }
        // Each part is a run of the program: most arrays are divided once.
        assert_adds_up_in(array, if counted % 10 == 0 { &[1, 2, 3, 7] } else { &[3] });
        counted += 1;
    }
    assert!(counted > 60, "{counted}");
}

#[test]
fn regions_and_physical_values_have_parts() {
    assert_adds_up("climate.zarr/temperature --region 2:5,10:150,7:2000");
    assert_adds_up("climate.zarr/temperature --physical");
    assert_adds_up("broken.zarr/flipped_bit");
    let days = r#"{"units": "days since 2000-02-20", "calendar": "noleap", "_FillValue": 0}"#;
    let store = Store::of(&Document::v3().shaped("[40]", "[4]").with("attributes", days));
    for chunk in [0_u8, 1, 2, 5, 9] {
        store.write(&format!("c/{chunk}"), [0, 3, 6, 9].map(|day| chunk * 11 + day));
    }
    assert_adds_up(&format!("{store} --physical"));
    let flags = r#"{"flag_values": [0, 9], "flag_meanings": "none some", "_FillValue": 3}"#;
    let named = Store::of(&Document::v3().shaped("[40]", "[4]").with("attributes", flags));
    for chunk in [0_u8, 1, 2] {
        named.write(&format!("c/{chunk}"), [0, 3, 6, 9]);
    }
    assert_adds_up(&format!("{named} --physical"));
    let reports = tempfile::tempdir().unwrap();
    let paths = parts_of(&format!("{store} --physical"), 3, reports.path());
    let text = text(&merge(&paths, ""));
    // Of 0, 3, 6 … 108 without the masked 0: the first is the 23rd of February, the last 108 days of a calendar without leap days
    // behind the 20th.
    assert_names(
        &text,
        &["2000-02-23", "2000-06-08", "dates of the calendar noleap", "all 3 parts are there"],
    );
}

#[test]
fn what_is_missing_is_counted_once_however_much_it_is() {
    let document = Document::v3().shaped("[1099511627776, 1099511627776]", "[2, 2]").with("fill_value", "7");
    let store = Store::of(&document).files(&[("c/0/0", [1, 2, 3, 4]), ("c/5/8", [9, 9, 200, 7])]);
    assert_adds_up(&store.to_string());
}

#[test]
fn the_text_says_what_is_lacking_and_what_parts_do_not_have() {
    let own = text("stats climate.zarr/temperature --part 2/3");
    assert_names(&own, &["part 2 of 3", "quantiles   none for parts, and no histogram"]);
    let directory = tempfile::tempdir().unwrap();
    let mut paths = parts_of("climate.zarr/temperature", 3, directory.path());
    assert_names(&text(&merge(&paths, "")), &["6 000 000 in (10, 200, 3000)", "all 3 parts are there"]);
    paths.remove(1);
    let (message, listed) = faulty(&merge(&paths, ""));
    assert_eq!(message, "error: 1 of 3 parts missing: 2\n");
    assert_names(&String::from_utf8(listed).unwrap(), &["1 of 3 parts missing: 2"]);
}

#[test]
fn reports_that_do_not_belong_together_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    copy("climate.zarr", directory.path());
    let array = directory.path().join("climate.zarr/temperature").display().to_string();
    let report = |name: &str, arguments: &str| {
        let path = directory.path().join(name);
        fs::write(&path, ran(arguments).0.to_string()).unwrap();
        path.display().to_string()
    };
    let stats = format!("stats {array} --json");
    let first = report("first", &format!("{stats} --part 1/2"));
    let refused = |second: &str| misused(&format!("merge {first} {second}"));
    for (name, arguments, expected) in [
        (
            "verify",
            format!("verify {array} --json --part 2/2"),
            "verify: expected a report of `stats --part I/N --json`, found zarrscope.verify",
        ),
        ("whole", stats.clone(), "found something else"),
        ("three", format!("{stats} --part 2/3"), "three: expected one of 2 parts"),
        ("region", format!("{stats} --part 2/2 --region 0:1,:,:"), "(plan)"),
        ("values", format!("{stats} --part 2/2 --physical"), "(plan)"),
        ("options", format!("{stats} --part 2/2 --ignore-checksums"), "(plan)"),
    ] {
        assert_names(&refused(&report(name, &arguments)), &[expected]);
    }
    let mut cut: Value = serde_json::from_slice(&fs::read(&first).unwrap()).unwrap();
    cut["part"] = json!([2, 2]);
    cut.as_object_mut().unwrap().remove("fill");
    let path = directory.path().join("cut");
    fs::write(&path, cut.to_string()).unwrap();
    assert_names(
        &refused(&path.display().to_string()),
        &["cut: ", "members are missing or have another form"],
    );
    cut["interrupted"] = json!(true);
    fs::write(&path, cut.to_string()).unwrap();
    assert_names(&refused(&path.display().to_string()), &["cut: ", "found one that was interrupted"]);
    // A chunk less: the listing of the array is another.
    fs::remove_file(Path::new(&array).join("c/0/0/0")).unwrap();
    assert_names(&refused(&report("later", &format!("{stats} --part 2/2"))), &["same work"]);
}
