//! `verify` in pieces: resumed, limited and sampled. The pieces give what one run gives.

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

fn verified(arguments: &str) -> (Option<i32>, String) {
    let run = Command::from_std(zarrscope(arguments)).assert();
    let output = run.get_output();
    (output.status.code(), String::from_utf8(output.stderr.clone()).unwrap())
}

fn report(directory: &TempDir) -> Value {
    let text = std::fs::read(directory.path().join("report.json")).unwrap();
    assert_schema("verify --json", &text);
    let mut report: Value = serde_json::from_slice(&text).unwrap();
    report.as_object_mut().unwrap().shift_remove("seconds");
    report
}

/// Without what only a report has that goes on.
fn compared(mut report: Value) -> Value {
    report.as_object_mut().unwrap().shift_remove("resume");
    report.as_object_mut().unwrap().shift_remove("seconds");
    report
}

#[test]
fn a_run_in_pieces_gives_the_same_report() {
    let whole = compared(parsed_fault("verify . --json"));
    for (budget, most) in [
        ("--max-requests 23", 30),
        ("--max-bytes 30000", 30),
        ("--max-faults 3", 5),
        ("--max-requests 1000", 1),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("report.json");
        let command = format!("verify . -o {} --resume --threads 2 {budget}", file.display());
        let mut pieces = 0;
        loop {
            verified(&command);
            pieces += 1;
            let now = report(&directory);
            if now.get("interrupted").is_none() {
                break;
            }
            assert_eq!(now["ended_by"], json!(budget), "{pieces}");
            assert!(pieces < 60, "{budget}: {now:#}");
        }
        assert!(pieces >= most.min(5), "{budget}: {pieces}");
        assert_eq!(compared(report(&directory)), whole, "{budget}");
        // What is done is not done again.
        let (code, _) = verified(&command);
        assert_eq!((code, compared(report(&directory))), (Some(1), whole.clone()));
    }
}

type Damage<'a> = (&'a str, &'a dyn Fn(&mut Value));

#[test]
fn a_damaged_report_is_not_gone_on_with() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.json");
    let command = format!("verify broken.zarr -o {} --resume --threads 2 --max-requests 8", file.display());
    verified(&command);
    let sound = std::fs::read(&file).unwrap();
    let sound: Value = serde_json::from_slice(&sound).unwrap();
    assert!(sound["chunks"]["faulty"].as_u64().unwrap() > 0, "{sound:#}");
    let damages: [Damage; 7] = [
        ("no faults", &|report| report["faults"] = json!([])),
        ("a fault without a message", &|report| {
            report["faults"][0].as_object_mut().unwrap().shift_remove("message");
        }),
        ("chunks below zero", &|report| report["resume"]["chunks"] = json!([-1, 100])),
        ("chunks past the end", &|report| report["resume"]["chunks"] = json!([1000, 100])),
        ("no shards", &|report| {
            report["resume"].as_object_mut().unwrap().shift_remove("shards");
        }),
        ("an end in the middle", &|report| {
            report["resume"]["chunks"] = json!([1, 100]);
            report.as_object_mut().unwrap().shift_remove("interrupted");
        }),
        ("more decoded than stored", &|report| report["chunks"]["decoded"] = json!(1_000_000)),
    ];
    for (name, damage) in damages {
        let mut report = sound.clone();
        damage(&mut report);
        let text = serde_json::to_vec(&report).unwrap();
        std::fs::write(&file, &text).unwrap();
        let (code, said) = verified(&command);
        assert_eq!(code, Some(2), "{name}: {said}");
        assert!(said.contains("a damaged one"), "{name}: {said}");
        assert_eq!(std::fs::read(&file).unwrap(), text, "{name}");
    }
}

/// A part that is run in pieces is merged like any other.
#[test]
fn a_part_in_pieces_is_a_part() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.json");
    let command = format!("verify climate.zarr -o {} --resume --part 2/3 --max-requests 9", file.display());
    let whole = compared(parsed("verify climate.zarr --part 2/3 --json"));
    // As often as it takes, and twice more.
    for _ in 0..12 {
        verified(&command);
    }
    assert_eq!(compared(report(&directory)), whole);
    let merged = parsed_fault(&format!("merge {} --json", file.display()));
    assert_eq!(merged["lacking"], json!([1, 3]));
}

#[test]
fn only_a_report_of_the_same_run_is_gone_on_with() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.json");
    let file = file.display();
    let (code, message) = verified(&format!("verify climate.zarr -o {file} --resume --max-requests 3"));
    assert_eq!(code, Some(3));
    assert_names(&message, &["ended by --max-requests 3: not all was checked"]);
    let before = std::fs::read(directory.path().join("report.json")).unwrap();
    for other in ["codecs.zarr", "climate.zarr --ignore-checksums", "climate.zarr --part 1/2"] {
        let message = misused(&format!("verify {other} -o {file} --resume"));
        assert_names(&message, &["--resume", "report.json", "expected a report", "of others"]);
    }
    std::fs::write(directory.path().join("other.json"), b"[1]").unwrap();
    let other = directory.path().join("other.json");
    misused(&format!("verify climate.zarr -o {} --resume", other.display()));
    assert_eq!(std::fs::read(&other).unwrap(), b"[1]");
    assert_eq!(std::fs::read(directory.path().join("report.json")).unwrap(), before);
    misused("verify climate.zarr --resume");
    assert_eq!(verified(&format!("verify climate.zarr -o {file} --resume")).0, Some(0));
}

#[test]
fn a_store_that_has_changed_is_not_gone_on_with() {
    let store = Store::new();
    let chunks: Vec<(String, Vec<u8>)> = (0..8).map(|number| (format!("c/{number}"), vec![number])).collect();
    let chunks: Vec<_> = chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
    store.put("a", &Document::v3().shaped("[8]", "[1]"), &chunks);
    let file = store.path("").with_extension("report.json");
    let command = format!("verify {store} -o {} --resume --max-requests 3 --threads 1", file.display());
    assert_eq!(verified(&command).0, Some(3));
    std::fs::remove_file(store.path("a/c/7")).unwrap();
    let message = misused(&command);
    assert_names(&message, &["expected 8 chunks, as when the report was begun, found 7"]);
    // As many, and others: those that are there now in their places were never looked at.
    std::fs::write(store.path("a/c/7"), [7]).unwrap();
    std::fs::rename(store.path("a/c/0"), store.path("a/c/00")).unwrap();
    std::fs::write(store.path("a/zarr.json"), Document::v3().shaped("[9]", "[1]").text()).unwrap();
    std::fs::write(store.path("a/c/8"), [8]).unwrap();
    let message = misused(&command);
    assert_names(&message, &["expected the same 8 chunks as when the report was begun, found others"]);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_sample_says_how_sure_it_is() {
    let report = parsed("verify climate.zarr --sample 30 --json");
    let all = parsed("verify climate.zarr --json")["chunks"]["stored"].clone();
    assert_has(&report["sample"], &json!({"chunks": 30, "of": all, "faulty": 0, "confidence": 0.95}));
    assert_eq!(report["chunks"]["decoded"], 30);
    // 1 - 0.05^(1/30)
    let at_most = report["sample"]["at_most"].as_f64().unwrap();
    assert!((at_most - 0.095_034_1).abs() < 1e-6, "{at_most}");
    let text = text("verify climate.zarr --sample 30");
    assert_names(
        &text,
        &["a sample of 30 chunks of", "with 95 % confidence at most 9.50 % of all are faulty"],
    );
    let whole = parsed("verify climate.zarr --sample 100% --json");
    assert_has(&whole["sample"], &json!({"chunks": all, "at_most": 0.0}));
    for wrong in ["0", "101%", "x", "-1%"] {
        assert_names(&misused(&format!("verify climate.zarr --sample={wrong}")), &["--sample"]);
    }
}

#[test]
fn a_rate_is_kept() {
    let start = std::time::Instant::now();
    text("verify climate.zarr/temperature --rate 400");
    // 117 chunks.
    assert!(start.elapsed() >= std::time::Duration::from_millis(280));
}

/// The first chunks of a sample in the order of the walk are no sample.
#[test]
fn a_sample_that_was_ended_gives_no_bound() {
    let run = zarrscope("verify climate.zarr --sample 100% --max-requests 5 --json").output().unwrap();
    assert_eq!(run.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((report.get("sample"), &report["interrupted"]), (None, &json!(true)));
}

#[test]
fn a_budget_that_is_enough_ends_nothing_and_one_that_is_not_is_named_in_every_format() {
    // Its 133 chunks, and no request beside them.
    assert_eq!(verified("verify climate.zarr --max-requests 133"), (Some(0), String::new()));
    for format in ["text", "sarif", "junit", "github"] {
        let command = format!("verify climate.zarr --max-requests 132 --threads 1 --format {format}");
        let run = Command::from_std(zarrscope(&command)).assert().code(3);
        let told = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        assert!(told.contains("ended by --max-requests 132: not all was checked"), "{format}: {told}");
    }
}
