//! Parts of a store that lists names: what each asks for, and that together they ask for hardly more than one run.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::server::{Fault, Server};
use super::{command, run};

/// An array in chunks of one element, of so many rows and columns.
fn document(shape: [u64; 2]) -> Vec<u8> {
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1, 1]}}, "chunk_key_encoding": "default",
    });
    document.to_string().into_bytes()
}

/// 60×50 chunks, of which every seventh row is missing, one is too long and one empty; and keys of no chunk before, among and behind
/// them.
fn stored() -> BTreeMap<String, Vec<u8>> {
    let mut objects = BTreeMap::from([("a.zarr/zarr.json".to_owned(), document([60, 50]))]);
    for (row, column) in (0..60).flat_map(|row| (0..50).map(move |column| (row, column))) {
        if row % 7 != 3 {
            objects.insert(format!("a.zarr/c/{row}/{column}"), vec![7]);
        }
    }
    objects.insert("a.zarr/c/20/9".to_owned(), vec![7, 7]);
    objects.insert("a.zarr/c/5/49".to_owned(), Vec::new());
    for stray in ["a", "c/5/6~7", "c/60/0", "zz"] {
        objects.insert(format!("a.zarr/{stray}"), vec![1]);
    }
    objects
}

fn verified(server: &Server, options: &str) -> Value {
    let (_, stdout, stderr) =
        run(&format!("verify s3://bucket/a.zarr --json {} {options}", server.s3_options()));
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{options}: {error}: {stderr}"))
}

/// What all parts of a run are together, and what they asked for.
fn merged(server: &Server, of: u64, options: &str) -> (Value, Vec<String>) {
    let directory = tempfile::tempdir().unwrap();
    let (mut reports, mut asked) = (String::new(), Vec::new());
    for number in 1..=of {
        let path = directory.path().join(number.to_string());
        fs::write(&path, verified(server, &format!("{options} --part {number}/{of}")).to_string()).unwrap();
        reports = format!("{reports} {}", path.display());
        asked.extend(server.asked());
    }
    (serde_json::from_str(&run(&format!("merge --json {reports}")).1).unwrap(), asked)
}

#[test]
fn parts_ask_for_hardly_more_than_one_run_and_find_the_same() {
    let server = Server::start(stored());
    server.page(100);
    for (options, parts) in [("", &[1, 4, 16][..]), ("--expect all", &[5])] {
        let whole = verified(&server, options);
        let in_one = server.asked();
        for of in parts.iter().copied() {
            let (report, asked) = merged(&server, of, options);
            let keys = |report: &Value| report["faults"].as_array().unwrap().len();
            assert_eq!(report["chunks"], whole["chunks"], "{options} {of}");
            assert_eq!(report["completeness"], whole["completeness"], "{options} {of}");
            assert!(keys(&report) >= keys(&whole), "{options} {of}");
            let mut chunks: Vec<&String> = asked.iter().filter(|line| line.contains("/c/")).collect();
            let all = chunks.len();
            chunks.sort();
            chunks.dedup();
            assert_eq!(chunks.len(), all, "each is read once");
            assert!(asked.len() * 10 <= in_one.len() * 11, "{of}: {} for {}", asked.len(), in_one.len());
        }
    }
}

#[test]
fn a_part_over_a_network_is_gone_on_with() {
    let server = Server::start(stored());
    server.page(100);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.json");
    let whole = verified(&server, "--part 2/3");
    for _ in 0..12 {
        let options = format!("--part 2/3 --max-requests 150 --resume -o {}", file.display());
        run(&format!("verify s3://bucket/a.zarr {} {options}", server.s3_options()));
    }
    let report: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    for name in ["chunks", "faults", "arrays", "stored_nbytes", "plan"] {
        assert_eq!(report[name], whole[name], "{name}");
    }
    assert_eq!(report.get("interrupted"), None);
}

#[test]
fn a_list_in_another_order_is_no_part_of_one() {
    let server = Server::start(stored());
    let page = |names: &[&str]| -> &'static str {
        let entry = |name: &&str| {
            format!(
                "<Contents><Key>a.zarr/{name}</Key><LastModified>2015-10-21T07:28:00.000Z</LastModified><Size>1</Size></Contents>"
            )
        };
        let entries: String = names.iter().map(entry).collect();
        Box::leak(
            format!("<ListBucketResult><Name>bucket</Name>{entries}</ListBucketResult>").into_boxed_str(),
        )
    };
    server.fail("list-type=2", Fault::Says(page(&["c/2/0", "c/10/0"])));
    let report = verified(&server, "--part 1/1");
    assert!(report["faults"].to_string().contains("a list in the order of names"), "{report}");
    assert_eq!(report["chunks"]["missing"], json!(0));
}

/// A million names, of which a few chunks are read: the memory is that of some pages.
#[test]
fn the_memory_of_a_part_does_not_grow_with_its_names() {
    let server = Server::start(BTreeMap::from([("a.zarr/zarr.json".to_owned(), document([1000, 1000]))]));
    server.fail("", Fault::MadeUp(1000));
    let options = "--part 1/1 --sample 0.002%";
    let arguments = format!("verify s3://bucket/a.zarr --json {} {options}", server.s3_options());
    let mut child = command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut memory: u64 = 0;
    while child.try_wait().unwrap().is_none() {
        // What `wait` would say is at least the memory of this process.
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
        memory = memory.max(line.trim().trim_end_matches(" kB").parse().unwrap());
        thread::sleep(Duration::from_millis(20));
    }
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["chunks"]["stored"], json!(1_000_000), "{report}");
    assert_eq!(report["chunks"]["missing"], json!(0));
    let lists = server.asked().iter().filter(|line| line.contains("list-type=2")).count();
    assert!((1000..1100).contains(&lists), "{lists}");
    assert!(memory < 64 << 10, "{memory} kB");
}
