//! Every command as a user or a script sees it: arguments in; output, messages and exit status out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::SystemTime;

use assert_cmd::Command;
use half::f16;
use serde_json::{Value, json};
use tempfile::TempDir;
use walkdir::WalkDir;

// Running a command.

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The program among the sample data; no argument has a space in it.
fn zarrscope(arguments: &str) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_zarrscope"));
    command.args(arguments.split_whitespace()).current_dir(root().join("sample-data"));
    command.env_remove("NO_COLOR");
    command
}

/// What a command prints when all is well: exit status 0 and no message.
fn sound(arguments: &str) -> Vec<u8> {
    let run = Command::from_std(zarrscope(arguments)).assert().code(0).stderr("");
    run.get_output().stdout.clone()
}

fn text(arguments: &str) -> String {
    String::from_utf8(sound(arguments)).unwrap()
}

fn parsed(arguments: &str) -> Value {
    serde_json::from_slice(&sound(arguments)).unwrap()
}

/// The one message of a command that fails, and what it printed.
fn failed(arguments: &str, code: i32) -> (String, Vec<u8>) {
    let run = Command::from_std(zarrscope(arguments)).assert().code(code);
    let message = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    let told = message.strip_prefix("error: ").unwrap_or_else(|| panic!("{arguments}: {message:?}"));
    assert!(!told.starts_with(char::is_uppercase), "{message}");
    assert!(!message.lines().skip(1).any(|line| line.starts_with("error")), "more than one: {message}");
    (message, run.get_output().stdout.clone())
}

/// The message about data at fault, in one line.
fn faulty(arguments: &str) -> (String, Vec<u8>) {
    let (message, stdout) = failed(arguments, 1);
    assert_eq!(message.lines().count(), 1, "{message}");
    (message, stdout)
}

/// The message of a command that was called with something that does not fit.
fn misused(arguments: &str) -> String {
    failed(arguments, 2).0
}

/// The JSON of a command that ends with exit status 1, whatever it says on stderr.
fn parsed_fault(arguments: &str) -> Value {
    let run = Command::from_std(zarrscope(arguments)).assert().code(1);
    serde_json::from_slice(&run.get_output().stdout).unwrap()
}

// Looking at what it printed.

fn assert_names(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in {text}");
    }
}

/// The line that has `word` in it.
fn line<'a>(text: &'a str, word: &str) -> &'a str {
    text.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("no {word:?} in\n{text}"))
}

/// The codecs in the order of their lines; each stands before its kind, such as `bytes->bytes`.
fn codecs(text: &str) -> Vec<&str> {
    let before_kind = |line| {
        let words: Vec<&str> = str::split_whitespace(line).collect();
        let kind = words.iter().position(|word| word.contains("->"))?;
        words.get(kind.checked_sub(1)?).copied()
    };
    text.lines().filter_map(before_kind).collect()
}

/// Fails where a field of `expected` is missing in `found` or is another; `found` may have more fields.
fn assert_has(found: &Value, expected: &Value) {
    if let Some(difference) = difference(found, expected, "") {
        panic!("{difference}, in\n{found:#}");
    }
}

fn difference(found: &Value, expected: &Value, pointer: &str) -> Option<String> {
    let below = |key: &str| format!("{pointer}/{key}");
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().find_map(|(key, expected)| match found.get(key) {
                Some(found) => difference(found, expected, &below(key)),
                None => Some(format!("{}: missing", below(key))),
            })
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let mut pairs = found.iter().zip(expected).enumerate();
            pairs.find_map(|(index, (found, expected))| {
                difference(found, expected, &below(&index.to_string()))
            })
        }
        _ => (found != expected).then(|| format!("{pointer}: expected {expected}, found {found}")),
    }
}

fn keys(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// The strings at a key of each object of a list.
fn each<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|object| object[key].as_str().unwrap()).collect()
}

// What the samples hold.

/// The rows of the manifest that have that field.
fn manifest(field: &str) -> Vec<Value> {
    let text = fs::read_to_string(root().join("tests/values/manifest.json")).unwrap();
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
    rows.into_iter().filter(|row| !row[field].is_null()).collect()
}

fn recorded(name: &str) -> Vec<u8> {
    fs::read(root().join("tests/values").join(name)).unwrap()
}

/// The elements of a `.npy` file, with its length of header at byte 8.
fn elements(npy: &[u8]) -> &[u8] {
    &npy[10 + usize::from(u16::from_le_bytes([npy[8], npy[9]]))..]
}

/// What a row says of its faulty chunk, as arguments; an array that cannot be used has no chunk to name.
fn faulty_chunk(row: &Value) -> String {
    let list = |coords: &Value| {
        coords.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(",")
    };
    let chunk = if row["chunk"].is_null() { "0,0".to_owned() } else { list(&row["chunk"]) };
    let inner =
        if row["inner"].is_null() { String::new() } else { format!(" --inner {}", list(&row["inner"])) };
    format!("{} --chunk {chunk}{inner}", row["array"].as_str().unwrap())
}

fn copy(store: &str, to: &Path) {
    let from = root().join("sample-data").join(store);
    for entry in WalkDir::new(&from).into_iter().map(Result::unwrap) {
        let target = to.join(store).join(entry.path().strip_prefix(&from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir(target).unwrap();
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Every file and directory with its time and bytes.
fn snapshot(directory: &Path) -> BTreeMap<PathBuf, (SystemTime, Vec<u8>)> {
    let entries = WalkDir::new(directory).into_iter().map(Result::unwrap);
    let look = |entry: walkdir::DirEntry| {
        let bytes = if entry.file_type().is_file() { fs::read(entry.path()).unwrap() } else { Vec::new() };
        (entry.path().to_owned(), (entry.metadata().unwrap().modified().unwrap(), bytes))
    };
    entries.map(look).collect()
}

// tree

#[test]
fn tree_shows_shape_data_type_chunks_and_stored_bytes() {
    let tree = text("tree climate.zarr");
    assert_names(
        line(&tree, "temperature"),
        &["float32", "(10, 200, 3000)", "(5, 20, 400)", "117 chunks stored", "43 missing", "311.7 kB"],
    );
    assert_names(line(&tree, "salinity"), &["float32", "(20, 30)", "(10, 15)", "4 chunks stored", "456 B"]);
    assert_eq!(tree.lines().count(), 12, "{tree}");
}

#[test]
fn tree_says_what_is_neither_group_nor_array_and_why() {
    let tree = text("tree groups.zarr");
    assert_names(line(&tree, "notes.txt"), &["a file"]);
    assert_names(line(&tree, "implicit"), &["without zarr.json"]);
    assert_names(&tree, &["inside"]);
}

#[test]
fn tree_says_why_a_document_cannot_be_used_and_goes_on() {
    let run = Command::from_std(zarrscope("tree broken.zarr")).assert().code(1);
    let tree = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_names(&tree, &["/data_type", "int33", "/codecs/0/configuration/order", "zstd_checksum_mismatch"]);
}

#[test]
fn tree_stops_at_the_depth_asked_for() {
    assert_eq!(text("tree climate.zarr --depth 0").lines().count(), 1);
    let children = text("tree climate.zarr --depth 1");
    assert!(children.contains("ocean") && !children.contains("salinity"), "{children}");
    let grandchildren = text("tree climate.zarr --depth 2");
    assert!(grandchildren.contains("salinity") && !grandchildren.contains("trench"), "{grandchildren}");
}

#[test]
fn tree_json_has_the_facts_of_each_node() {
    let tree = parsed("tree climate.zarr --json --depth 1");
    assert_has(&tree, &json!({"path": "climate.zarr", "kind": "group"}));
    let children = &tree["children"];
    assert_eq!(each(children, "name"), ["mask", "ocean", "temperature", "time", "x", "y"]);
    assert_has(
        &children[2],
        &json!({"path": "climate.zarr/temperature", "kind": "array", "shape": [10, 200, 3000],
            "data_type": "float32", "chunks": {"stored": 117, "missing": 43}, "stored_nbytes": 311_746,
            "chunk_grid": {"name": "regular", "chunk_shape": [5, 20, 400], "grid_shape": [2, 10, 8]}}),
    );
    assert_has(&children[1], &json!({"path": "climate.zarr/ocean", "kind": "group"}));
}

#[test]
fn tree_json_has_the_fault_of_a_document() {
    let tree = parsed_fault("tree broken.zarr --json");
    let order = tree["children"].as_array().unwrap().iter().find(|child| child["name"] == "bad_order");
    let fault =
        json!({"stage": "metadata", "document": "zarr.json", "pointer": "/codecs/0/configuration/order"});
    assert_has(&order.unwrap()["faults"], &json!([fault]));
}

#[test]
fn without_a_terminal_the_explorer_prints_what_tree_prints() {
    for path in ["climate.zarr", "climate.zarr/ocean", "grids.zarr/edges", "groups.zarr/implicit"] {
        assert_eq!(text(path), text(&format!("tree {path}")));
    }
    let outputs = ["broken.zarr", "tree broken.zarr"].map(|arguments| zarrscope(arguments).output().unwrap());
    assert_eq!(outputs[0], outputs[1]);
}

#[test]
fn without_a_path_the_explorer_takes_the_current_directory() {
    let inside = |arguments: &str| {
        let mut command = zarrscope(arguments);
        command.current_dir(root().join("sample-data/climate.zarr")).output().unwrap()
    };
    assert_eq!(inside(""), inside("tree ."));
    assert_names(&String::from_utf8_lossy(&inside("").stdout), &["temperature"]);
}

// info

#[test]
fn info_shows_every_field_the_codec_chain_and_the_attributes() {
    let info = text("info climate.zarr/temperature");
    assert_names(
        &info,
        &["climate.zarr/temperature", "(10, 200, 3000)", "float32", "(5, 20, 400)", "(2, 10, 8)", "c/0/0/0"],
    );
    assert_names(&info, &["NaN", "time", "sea surface temperature"]);
    assert_names(line(&info, "cast_value  "), &["array->array", "int16", "-32768"]);
    assert_eq!(codecs(&info), ["scale_offset", "cast_value", "bytes", "zstd", "crc32c"]);
}

#[test]
fn info_json_has_the_representations_and_the_fill_value_along_the_chain() {
    let info = parsed("info climate.zarr/temperature --json");
    assert_has(
        &info,
        &json!({"path": "climate.zarr/temperature", "kind": "array", "shape": [10, 200, 3000],
            "data_type": "float32", "dimension_names": ["time", "y", "x"], "fill_value": "NaN",
            "attributes": {"units": "K"}, "document": {"zarr_format": 3, "node_type": "array"}}),
    );
    let codecs = &info["codecs"];
    assert_eq!(each(codecs, "codec"), ["scale_offset", "cast_value", "bytes", "zstd", "crc32c"]);
    assert_has(
        &codecs[1],
        &json!({"kind": "array->array", "codec_index": 1,
            "decoded": {"data_type": "float32", "shape": [5, 20, 400], "nbytes": 160_000, "fill_value": "NaN"},
            "encoded": {"data_type": "int16", "shape": [5, 20, 400], "nbytes": 80_000, "fill_value": -32768}}),
    );
    assert_has(&codecs[2], &json!({"kind": "array->bytes", "encoded": {"nbytes": 80_000}}));
}

#[test]
fn info_of_a_group_has_its_attributes() {
    assert_names(&text("info climate.zarr/ocean"), &["group", "the sea around the bay"]);
    let info = parsed("info climate.zarr/ocean --json");
    assert_has(&info, &json!({"kind": "group", "attributes": {"stations": 600}}));
}

// chunks

#[test]
fn chunks_shows_what_is_stored_and_what_is_missing() {
    let chunks = text("chunks climate.zarr/temperature");
    assert_names(&chunks, &["(2, 10, 8)", "117", "160", "43", "311.7 kB", "ratio 60.05", "c/1/7/1"]);
    assert_names(&text("chunks sharded.zarr/missing_inner"), &["8 inner chunks stored, 8 missing"]);
}

#[test]
fn chunks_json_has_the_survey() {
    let survey = parsed("chunks climate.zarr/temperature --json");
    assert_has(
        &survey,
        &json!({"array": "climate.zarr/temperature", "grid_shape": [2, 10, 8], "chunk_shape": [5, 20, 400],
            "chunks": {"total": 160, "stored": 117, "missing": 43}, "stored_nbytes": 311_746,
            "decoded_nbytes": 18_720_000, "largest": {"chunk": [1, 7, 1], "key": "c/1/7/1", "nbytes": 4101}}),
    );
    assert!((survey["ratio"].as_f64().unwrap() - 60.05).abs() < 0.01, "{survey}");
    let shards = parsed("chunks sharded.zarr/missing_inner --json");
    assert_has(&shards["chunks"], &json!({"total": 4, "stored": 3, "missing": 1}));
    assert_has(&shards["chunks"]["inner"], &json!({"stored": 8, "missing": 8, "chunk_shape": [4, 4]}));
}

// trace

#[test]
fn trace_shows_every_stage_in_decoding_order() {
    let trace = text("trace codecs.zarr/everything --chunk 0,1");
    assert_names(&trace, &["codecs.zarr/everything", "(0, 1)", "c.0.1", "47 B", "0x98cb8a7b"]);
    assert_eq!(codecs(&trace), ["crc32c", "zstd", "bytes", "cast_value", "scale_offset", "transpose"]);
    assert_names(line(&trace, "transpose"), &["array->array", "3×5 float32"]);
}

#[test]
fn trace_json_has_every_stage_in_decoding_order() {
    let trace = parsed("trace codecs.zarr/everything --chunk 0,1 --json");
    let array = |data_type: &str, shape: [u64; 2], nbytes: u64| json!({"data_type": data_type, "shape": shape, "nbytes": nbytes});
    let stage = |codec: &str, kind: &str, input: &Value, output: &Value| json!({"codec": codec, "kind": kind, "outcome": "decoded", "input": input, "output": output});
    let [stored, zstd, bytes] = [47, 43, 30].map(|nbytes| json!({"nbytes": nbytes}));
    let (int16, float32) = (array("int16", [5, 3], 30), array("float32", [5, 3], 60));
    let stages = json!([
        stage("crc32c", "bytes->bytes", &stored, &zstd),
        stage("zstd", "bytes->bytes", &zstd, &bytes),
        stage("bytes", "array->bytes", &bytes, &int16),
        stage("cast_value", "array->array", &int16, &float32),
        stage("scale_offset", "array->array", &float32, &float32),
        stage("transpose", "array->array", &float32, &array("float32", [3, 5], 60)),
    ]);
    let expected = json!({"array": "codecs.zarr/everything", "chunk": [0, 1], "key": "c.0.1", "state": "stored",
        "nbytes": 47, "stages": stages, "fault": null});
    assert_has(&trace, &expected);
    assert_eq!(keys(&trace), keys(&expected));
    assert_eq!(trace["stages"][0]["notes"], json!([{"name": "checksum", "value": "0x98cb8a7b"}]));
    for stage in trace["stages"].as_array().unwrap() {
        assert!(stage["elapsed_us"].is_u64() && stage["notes"].is_array(), "{stage}");
        assert!(stage.get("error").is_none(), "{stage}");
    }
}

#[test]
fn trace_json_of_a_fault_is_as_the_contract_shows_it() {
    let (message, stdout) = faulty("trace broken.zarr/wrong_length --chunk 0,1 --json");
    let error = "expected 128 bytes (4×4 int64), found 64";
    assert_eq!(message, format!("error: broken.zarr/wrong_length: c.0.1: bytes: {error}\n"));
    let trace: Value = serde_json::from_slice(&stdout).unwrap();
    let expected = json!({"array": "broken.zarr/wrong_length", "chunk": [0, 1], "key": "c.0.1", "state": "stored",
        "nbytes": 68,
        "stages": [
            {"codec": "crc32c", "kind": "bytes->bytes", "outcome": "decoded", "input": {"nbytes": 68},
                "output": {"nbytes": 64}, "notes": [{"name": "checksum", "value": "0x71681083"}]},
            {"codec": "bytes", "kind": "array->bytes", "outcome": "failed", "input": {"nbytes": 64}, "error": error},
            {"codec": "transpose", "kind": "array->array", "outcome": "not reached"}],
        "fault": {"stage": "bytes", "codec_index": 1, "message": error}});
    assert_has(&trace, &expected);
    assert_eq!(keys(&trace), keys(&expected));
    assert_eq!(trace["fault"]["hints"][0], "64 bytes would be 4×4 int32");
    assert!(trace["stages"][1].get("output").is_none(), "{trace:#}");
    for field in ["input", "output", "error", "elapsed_us"] {
        assert!(trace["stages"][2].get(field).is_none(), "{trace:#}");
    }
}

#[test]
fn trace_leads_to_the_stage_of_every_fault_of_the_samples() {
    for row in manifest("fault_stage") {
        let arguments = faulty_chunk(&row);
        let (message, stdout) = faulty(&format!("trace {arguments} --json"));
        let (trace, stage) = (serde_json::from_slice::<Value>(&stdout).unwrap(), row["fault_stage"].as_str());
        let (stage, array) = (stage.unwrap(), row["array"].as_str().unwrap());
        assert_has(&trace, &json!({"array": array, "fault": {"stage": stage}}));
        assert_names(
            &message,
            &[array, stage, "expected", "found", trace["fault"]["message"].as_str().unwrap()],
        );
        if stage == "metadata" {
            let expected = json!({"stage": stage, "document": "zarr.json", "pointer": row["pointer"],
                "message": trace["fault"]["message"]});
            assert_eq!(trace, json!({"array": array, "fault": expected}));
            assert_names(&message, &["zarr.json", row["pointer"].as_str().unwrap()]);
        } else {
            assert_names(&message, &[trace["key"].as_str().unwrap()]);
            let outcomes = each(&trace["stages"], "outcome");
            let failed = outcomes.iter().position(|outcome| *outcome == "failed").unwrap();
            assert!(
                outcomes[..failed].iter().all(|outcome| *outcome == "decoded"),
                "{arguments}: {outcomes:?}"
            );
            assert!(outcomes[failed + 1..].iter().all(|outcome| *outcome == "not reached"), "{outcomes:?}");
            let codec_index = trace["fault"]["codec_index"].as_u64().unwrap();
            assert_eq!(trace["stages"][failed]["codec"], stage);
            assert_eq!(codec_in_document(array, codec_index), stage);
        }
    }
}

/// The name at a position of the metadata's `codecs`.
fn codec_in_document(array: &str, codec_index: u64) -> String {
    let document = fs::read(root().join("sample-data").join(array).join("zarr.json")).unwrap();
    let document: Value = serde_json::from_slice(&document).unwrap();
    document["codecs"][usize::try_from(codec_index).unwrap()]["name"].as_str().unwrap().to_owned()
}

#[test]
fn a_missing_chunk_is_no_fault_and_reaches_no_stage() {
    let trace = parsed("trace codecs.zarr/packed_temperature --chunk 1,0 --json");
    assert_has(&trace, &json!({"state": "missing", "key": "c.1.0", "fault": null}));
    let outcomes = each(&trace["stages"], "outcome");
    assert_eq!(outcomes, ["not reached"; 3]);
    assert_names(
        &text("trace codecs.zarr/packed_temperature --chunk 1,0"),
        &["missing", "not reached", "fill value"],
    );
}

#[test]
fn an_array_without_dimensions_has_a_chunk_without_coordinates() {
    let trace = parsed("trace grids.zarr/zero_d --chunk= --json");
    assert_has(&trace, &json!({"chunk": [], "key": "c", "state": "stored", "nbytes": 8, "fault": null}));
    assert_has(&parsed("trace grids.zarr/zero_d_v2_keys --chunk= --json"), &json!({"key": "0"}));
}

#[test]
fn trace_opens_an_inner_chunk_of_a_shard() {
    let trace = parsed("trace sharded.zarr/plain --chunk 0,1 --inner 1,0 --json");
    assert_has(
        &trace,
        &json!({"chunk": [0, 1], "inner": [1, 0], "key": "c/0/1", "state": "stored", "fault": null}),
    );
    assert_eq!(each(&trace["stages"], "codec"), ["sharding_indexed", "zstd", "bytes"]);
    let output = &trace["stages"][2]["output"];
    assert_eq!(*output, json!({"data_type": "int32", "shape": [4, 4], "nbytes": 64}));
    let nested = parsed("trace sharded.zarr/nested --chunk 0,0 --inner 1,0 --inner 1,3 --json");
    assert_has(&nested, &json!({"stages": [{}, {}, {}, {"output": {"shape": [4, 2]}}]}));
}

#[test]
fn an_inner_chunk_that_is_not_in_its_shard_is_missing() {
    let trace = parsed("trace sharded.zarr/missing_inner --chunk 1,0 --inner 0,0 --json");
    assert_has(&trace, &json!({"state": "missing", "fault": null}));
    assert_has(
        &parsed("trace sharded.zarr/missing_inner --chunk 1,0 --inner 1,1 --json"),
        &json!({"state": "stored", "fault": null}),
    );
}

#[test]
fn a_faulty_entry_of_a_shard_index_leaves_the_other_inner_chunks_sound() {
    for inner in ["0,0", "1,0", "1,1"] {
        sound(&format!("trace broken.zarr/bad_shard_index --chunk 0,0 --inner {inner}"));
    }
    let (message, _) = faulty("trace broken.zarr/bad_shard_index --chunk 0,0 --inner 0,1");
    assert_names(
        &message,
        &["broken.zarr/bad_shard_index", "c.0.0", "sharding_indexed", "expected", "found"],
    );
}

// --ignore-checksums and --max-chunk-bytes

#[test]
fn an_ignored_checksum_becomes_a_note_and_decoding_goes_on() {
    let (checksum, _) = faulty("trace broken.zarr/flipped_bit --chunk 1,0");
    assert_names(&checksum, &["broken.zarr/flipped_bit", "c.1.0", "crc32c", "0x18ee2490", "0xd3610e69"]);
    let trace = parsed("trace broken.zarr/flipped_bit --chunk 1,0 --ignore-checksums --json");
    assert_eq!(trace["fault"], Value::Null);
    assert_eq!(each(&trace["stages"], "outcome"), ["decoded", "decoded"]);
    let notes = trace["stages"][0]["notes"].to_string();
    assert_names(&notes, &["mismatch", "0x18ee2490", "0xd3610e69"]);
    let csv = text("decode broken.zarr/flipped_bit --ignore-checksums --format csv");
    assert_eq!(csv.lines().nth(5), Some("8233,42,43,44,45,46,47,48"));
    let verified = parsed("verify broken.zarr/flipped_bit --ignore-checksums --json");
    assert_has(&verified, &json!({"chunks": {"decoded": 4, "faulty": 0}, "faults": []}));
}

#[test]
fn a_chunk_over_the_limit_is_refused() {
    for command in ["trace climate.zarr/temperature --chunk 0,0,0", "decode climate.zarr/temperature"] {
        let (message, _) = faulty(&format!("{command} --max-chunk-bytes 10"));
        assert_names(
            &message,
            &["climate.zarr/temperature", "c/0/0/0", "--max-chunk-bytes", "expected", "160000"],
        );
    }
    let (_, stdout) = faulty("trace climate.zarr/temperature --chunk 0,0,0 --max-chunk-bytes 10 --json");
    let trace: Value = serde_json::from_slice(&stdout).unwrap();
    assert_names(trace["fault"]["message"].as_str().unwrap(), &["10 bytes", "160000 bytes"]);
    let verified = parsed_fault("verify climate.zarr/x --max-chunk-bytes 10 --json");
    assert_has(&verified, &json!({"chunks": {"decoded": 0, "faulty": 1}, "faults": [{"key": "c/0"}]}));
    sound("decode climate.zarr/x --max-chunk-bytes 24000 --format raw");
}

#[test]
fn a_missing_chunk_over_the_limit_is_refused_as_a_stored_one() {
    let (message, _) = faulty("decode climate.zarr/temperature --chunk 0,0,3 --max-chunk-bytes 10");
    assert_names(&message, &["climate.zarr/temperature", "c/0/0/3", "expected", "found 160000"]);
}

// verify

#[test]
fn verify_json_counts_chunks_and_bytes() {
    let verified = parsed("verify climate.zarr/ocean --json");
    let expected = json!({"arrays": 3, "chunks": {"stored": 7, "missing": 0, "decoded": 7, "faulty": 0},
        "stored_nbytes": 112 + 1020 + 456, "decoded_nbytes": 14 * 8 + 600 * 2 + 600 * 4,
        "seconds": verified["seconds"], "faults": []});
    assert_eq!(verified, expected);
    assert!(verified["seconds"].as_f64().unwrap() >= 0.0);
    let temperature = parsed("verify climate.zarr/temperature --json");
    assert_has(&temperature, &json!({"arrays": 1, "chunks": {"stored": 117, "missing": 43, "decoded": 117}}));
}

#[test]
fn verify_lists_every_fault_of_the_samples() {
    let verified = parsed_fault("verify broken.zarr --json");
    let run = Command::from_std(zarrscope("verify broken.zarr")).assert().code(1);
    let listed = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let (rows, faults) = (manifest("fault_stage"), verified["faults"].as_array().unwrap());
    assert_eq!(faults.len(), rows.len(), "{verified:#}");
    for row in rows {
        let array = row["array"].as_str().unwrap();
        let fault = faults.iter().find(|fault| fault["array"] == row["array"]).expect(array);
        assert_has(fault, &json!({"stage": row["fault_stage"]}));
        for field in ["array", "key", "chunk", "stage", "message"] {
            assert!(fault.get(field).is_some(), "no {field} in {fault}");
        }
        if fault["stage"] != "metadata" {
            assert_eq!(fault["chunk"], row["chunk"], "{fault}");
        }
        let [key, stage, message] = ["key", "stage", "message"].map(|field| fault[field].as_str().unwrap());
        assert_names(line(&listed, array), &[key, stage, message]);
    }
}

#[test]
fn verify_goes_on_behind_a_fault() {
    let verified = parsed_fault("verify broken.zarr/flipped_bit --json");
    assert_has(
        &verified,
        &json!({"arrays": 1, "chunks": {"stored": 4, "missing": 0, "decoded": 3, "faulty": 1},
            "stored_nbytes": 272, "decoded_nbytes": 192,
            "faults": [{"array": "broken.zarr/flipped_bit", "key": "c.1.0", "chunk": [1, 0], "stage": "crc32c"}]}),
    );
}

#[test]
fn verify_finds_the_samples_sound() {
    for store in
        ["codecs.zarr", "data-types.zarr", "fill-values.zarr", "grids.zarr", "groups.zarr", "sharded.zarr"]
    {
        assert_names(&text(&format!("verify {store}")), &["no faults"]);
    }
}

// decode

#[test]
fn npy_is_the_recorded_file_byte_for_byte_and_raw_is_its_elements() {
    let rows = manifest("values");
    assert!(rows.len() > 70, "{}", rows.len());
    for row in rows {
        let array = row["array"].as_str().unwrap();
        let expected = recorded(row["values"].as_str().unwrap());
        assert!(sound(&format!("decode {array} --format npy")) == expected, "{array}: another file");
        assert!(
            sound(&format!("decode {array} --format raw")) == elements(&expected),
            "{array}: other bytes"
        );
    }
}

#[test]
fn a_region_is_the_recorded_file_byte_for_byte() {
    let mut compared = 0;
    for row in manifest("regions") {
        for entry in row["regions"].as_array().unwrap() {
            let (array, region) = (row["array"].as_str().unwrap(), entry["region"].as_str().unwrap());
            let npy = sound(&format!("decode {array} --region {region} --format npy"));
            assert!(npy == recorded(entry["values"].as_str().unwrap()), "{array} {region}: another file");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Arrays whose values are compared as text, with NumPy's names of their data types.
const TEXTS: &[(&str, &str)] = &[
    ("data-types.zarr/bool", "b1"),
    ("data-types.zarr/int8", "i1"),
    ("data-types.zarr/int64", "i8"),
    ("data-types.zarr/uint64", "u8"),
    ("data-types.zarr/float16", "f2"),
    ("data-types.zarr/float32", "f4"),
    ("data-types.zarr/float64", "f8"),
    ("fill-values.zarr/tenth", "f4"),
    ("codecs.zarr/everything", "f4"),
    ("grids.zarr/zero_d", "f8"),
    ("grids.zarr/zero_length", "i2"),
    ("grids.zarr/four_d", "i2"),
    ("grids.zarr/rectilinear", "i2"),
];

/// The bytes of an element that reads so.
fn bytes(text: &str, descr: &str) -> Vec<u8> {
    match descr {
        "b1" => vec![u8::from(text.parse::<bool>().unwrap())],
        "f2" => text.parse::<f16>().unwrap().to_le_bytes().to_vec(),
        "f4" => text.parse::<f32>().unwrap().to_le_bytes().to_vec(),
        "f8" => text.parse::<f64>().unwrap().to_le_bytes().to_vec(),
        _ => text.parse::<i128>().unwrap().to_le_bytes()[..nbytes(descr)].to_vec(),
    }
}

fn nbytes(descr: &str) -> usize {
    descr[1..].parse().unwrap()
}

fn is_nan(bytes: &[u8], descr: &str) -> bool {
    match descr {
        "f2" => f16::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        "f4" => f32::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        "f8" => f64::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        _ => false,
    }
}

/// Fails unless the texts read back to the elements; which NaN it is, is lost in text.
fn assert_reads_back(texts: &[String], descr: &str, elements: &[u8]) {
    assert_eq!(texts.len(), elements.len() / nbytes(descr), "{texts:?}");
    for (text, element) in texts.iter().zip(elements.chunks(nbytes(descr))) {
        let nan = text == "NaN" && is_nan(element, descr);
        assert!(nan || bytes(text, descr) == element, "{descr}: {text} is not {element:?}");
    }
}

/// The numbers and strings of nested lists.
fn leaves(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().flat_map(leaves).collect(),
        Value::String(text) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}

/// How long nested lists are, down to the first element.
fn lengths(value: &Value) -> Vec<usize> {
    let Value::Array(list) = value else { return Vec::new() };
    std::iter::once(list.len()).chain(list.first().map(lengths).unwrap_or_default()).collect()
}

#[test]
fn csv_reads_back_to_the_recorded_values() {
    for (array, descr) in TEXTS {
        let csv = text(&format!("decode {array} --format csv"));
        let texts: Vec<String> = csv.lines().flat_map(|line| line.split(',')).map(str::to_owned).collect();
        assert_reads_back(&texts, descr, elements(&recorded(&format!("{array}.npy"))));
    }
    assert_eq!(text("decode codecs.zarr/bytes_little --format csv").lines().count(), 4);
}

#[test]
fn json_reads_back_to_the_recorded_values() {
    for (array, descr) in TEXTS {
        let found = parsed(&format!("decode {array} --format json"));
        assert_eq!(keys(&found), ["shape", "data_type", "values"].into());
        assert_reads_back(&leaves(&found["values"]), descr, elements(&recorded(&format!("{array}.npy"))));
        let shape = &parsed(&format!("info {array} --json"))["shape"];
        assert_eq!(found["shape"], *shape, "{array}");
        if *array != "grids.zarr/zero_length" {
            assert_eq!(json!(lengths(&found["values"])), *shape, "{array}");
        }
    }
}

#[test]
fn json_has_pairs_for_complex_numbers() {
    for (array, descr) in [("data-types.zarr/complex64", "f4"), ("data-types.zarr/complex128", "f8")] {
        let found = parsed(&format!("decode {array} --format json"));
        assert_eq!(lengths(&found["values"]), [16, 2]);
        assert_reads_back(&leaves(&found["values"]), descr, elements(&recorded(&format!("{array}.npy"))));
    }
}

#[test]
fn json_has_strings_for_what_json_has_no_number_for() {
    let values = &parsed("decode data-types.zarr/float32 --format json")["values"];
    assert_eq!(values.as_array().unwrap()[12..], ["Infinity", "-Infinity", "NaN", "NaN"]);
    let bits = parsed("decode data-types.zarr/r24 --format json");
    assert_eq!(bits["values"], json!(["AAEC", "AwQF", "BgcI", "CQoL", "AQID", "AQID"]));
}

#[test]
fn an_array_without_dimensions_or_without_elements_is_decoded_whole() {
    let one = parsed("decode grids.zarr/zero_d --format json");
    assert_eq!(one, json!({"shape": [], "data_type": "float64", "values": 281.35}));
    assert_eq!(text("decode grids.zarr/zero_d --format csv"), "281.35\n");
    assert_eq!(text("decode grids.zarr/zero_d").trim(), "281.35");
    let none = parsed("decode grids.zarr/zero_length --format json");
    assert_eq!(none, json!({"shape": [0, 4], "data_type": "int16", "values": []}));
    assert_eq!(text("decode grids.zarr/zero_length --format csv"), "");
    assert_eq!(sound("decode grids.zarr/zero_length --format raw"), b"");
}

#[test]
fn a_chunk_has_its_overhang_and_a_region_is_clipped() {
    let whole = parsed("decode grids.zarr/one_d --chunk 2 --format json");
    assert_eq!(whole, json!({"shape": [4], "data_type": "int16", "values": [9, 10, 0, 0]}));
    let clipped = parsed("decode grids.zarr/one_d --region 8:10 --format json");
    assert_eq!(clipped, json!({"shape": [2], "data_type": "int16", "values": [9, 10]}));
    assert_eq!(sound("decode grids.zarr/edges --chunk 1,1 --format raw").len(), 16 * 16 * 2);
    assert_eq!(sound("decode grids.zarr/edges --region 16:30,16:30 --format raw").len(), 14 * 14 * 2);
}

#[test]
fn a_missing_chunk_reads_as_the_fill_value() {
    let missing = text("decode fill-values.zarr/partly_missing --chunk 0,1 --format csv");
    assert_eq!(missing, "-1,-1,-1\n-1,-1,-1\n");
    let bytes = sound("decode climate.zarr/temperature --chunk 0,0,3 --format raw");
    assert!(bytes.len() == 160_000 && bytes.chunks(4).all(|element| is_nan(element, "f4")));
}

#[test]
fn a_table_is_the_default_and_has_coordinates() {
    let table = text("decode codecs.zarr/bytes_little --region 1:3,2:4");
    assert_eq!(table, text("decode codecs.zarr/bytes_little --region 1:3,2:4 --format table"));
    let csv = text("decode codecs.zarr/bytes_little --region 1:3,2:4 --format csv");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = table.lines().map(words).collect();
    assert_eq!(rows[0], ["2", "3"]);
    for (row, (coord, values)) in rows[1..].iter().zip(["1", "2"].iter().zip(csv.lines())) {
        assert_eq!(row.join(","), format!("{coord},{values}"));
    }
    assert_eq!(rows.len(), 3);
}

#[test]
fn a_large_region_is_whole_in_csv() {
    let region = "decode climate.zarr/temperature --region 0:10,0:20,0:2000";
    let csv = text(&format!("{region} --format csv"));
    assert_eq!(csv.lines().count(), 200);
    let texts: Vec<String> = csv.lines().flat_map(|line| line.split(',')).map(str::to_owned).collect();
    assert_reads_back(&texts, "f4", &sound(&format!("{region} --format raw")));
}

#[test]
fn an_output_file_has_what_stdout_would_have() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("out");
    for format in ["table", "csv", "json", "npy", "raw"] {
        let decode = format!("decode codecs.zarr/everything --format {format}");
        assert_eq!(sound(&format!("{decode} -o {}", file.display())), b"");
        assert!(fs::read(&file).unwrap() == sound(&decode), "{format}: another file");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn nothing_is_left_behind_when_decoding_fails() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("out");
    for format in ["table", "csv", "json", "npy", "raw"] {
        faulty(&format!("decode broken.zarr/flipped_bit --format {format} -o {}", file.display()));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "{format}");
    }
    misused(&format!("decode grids.zarr/one_d --chunk 9 -o {}", file.display()));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    fs::write(&file, "kept").unwrap();
    faulty(&format!("decode broken.zarr/flipped_bit -o {}", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
}

#[test]
fn an_output_file_that_cannot_be_written_is_named() {
    let file = TempDir::new().unwrap().path().join("nowhere/out");
    assert_names(&failed(&format!("decode grids.zarr/one_d -o {}", file.display()), 1).0, &["nowhere/out"]);
}

// Messages and exit status

#[test]
fn a_fault_is_told_with_path_key_stage_expected_and_found() {
    let (message, _) = faulty("decode broken.zarr/wrong_length");
    let expected = "broken.zarr/wrong_length: c.0.1: bytes: expected 128 bytes (4×4 int64), found 64";
    assert_eq!(message, format!("error: {expected}\n"));
    for command in ["decode", "chunks", "trace --chunk 0,0"] {
        let (message, _) = faulty(&format!("{command} broken.zarr/bad_data_type"));
        assert_names(
            &message,
            &["broken.zarr/bad_data_type: zarr.json", "/data_type", "expected", "\"int33\""],
        );
    }
}

#[test]
fn chunks_json_has_the_fault_of_a_document() {
    let (_, stdout) = faulty("chunks broken.zarr/bad_order --json");
    let found: Value = serde_json::from_slice(&stdout).unwrap();
    let fault =
        json!({"stage": "metadata", "document": "zarr.json", "pointer": "/codecs/0/configuration/order"});
    assert_has(&found, &json!({"array": "broken.zarr/bad_order", "fault": fault}));
}

#[test]
fn info_json_has_the_fault_of_a_document() {
    let info = parsed_fault("info broken.zarr/missing_endian --json");
    let pointer = "/codecs/0/configuration/endian";
    assert_has(&info, &json!({"shape": [4, 4], "faults": [{"stage": "metadata", "pointer": pointer}]}));
    assert_has(
        &parsed_fault("info broken.zarr/not_json --json"),
        &json!({"faults": [{"stage": "metadata", "pointer": ""}]}),
    );
}

#[test]
fn every_command_that_ends_with_1_says_why_on_stderr() {
    for command in ["info broken.zarr/bad_order", "tree broken.zarr", "verify broken.zarr"] {
        faulty(command);
    }
}

#[test]
fn an_unknown_option_is_a_usage_error() {
    for command in ["", "tree climate.zarr", "verify climate.zarr"] {
        assert_names(&misused(&format!("{command} --nope")), &["--nope"]);
    }
    assert_names(&misused("decode grids.zarr/one_d --format nope"), &["nope"]);
    assert_names(&misused("tree climate.zarr --depth nope"), &["nope"]);
    assert_names(&misused("trace grids.zarr/one_d"), &["--chunk"]);
    assert_names(&misused("decode grids.zarr/one_d --chunk 0 --region 0:1"), &["--chunk", "--region"]);
}

#[test]
fn a_path_that_does_not_exist_is_a_usage_error() {
    for command in ["", "tree", "tree --json", "info", "chunks", "trace --chunk 0", "decode", "verify"] {
        for path in ["nowhere.zarr", "climate.zarr/nowhere"] {
            assert_names(&misused(&format!("{command} {path}")), &[path]);
        }
    }
}

#[test]
fn a_chunk_outside_the_grid_is_a_usage_error() {
    for command in ["trace", "trace --json", "decode"] {
        let message = misused(&format!("{command} climate.zarr/temperature --chunk 0,10,0"));
        assert_names(&message, &["--chunk", "expected", "(2, 10, 8)", "found", "(0, 10, 0)"]);
    }
    misused("trace grids.zarr/zero_length --chunk 0,0");
    misused("trace grids.zarr/one_d --chunk -1");
    misused("trace grids.zarr/one_d --chunk 99999999999999999999999999");
    let message = misused("trace sharded.zarr/plain --chunk 0,0 --inner 0,2");
    assert_names(&message, &["--inner", "expected", "(2, 2)", "found", "(0, 2)"]);
}

#[test]
fn coordinates_of_the_wrong_number_are_a_usage_error() {
    for chunk in ["0,0", "0,0,0,0", ""] {
        for command in ["trace", "decode"] {
            let message = misused(&format!("{command} climate.zarr/temperature --chunk={chunk}"));
            assert_names(&message, &["--chunk", "expected 3", "found"]);
        }
    }
    assert_names(&misused("trace grids.zarr/zero_d --chunk 0"), &["--chunk", "expected", "found"]);
    assert_names(
        &misused("trace sharded.zarr/plain --chunk 0,0 --inner 0"),
        &["--inner", "expected 2", "found"],
    );
    assert_names(&misused("trace grids.zarr/one_d --chunk a,b"), &["--chunk", "expected", "a,b"]);
}

#[test]
fn an_inner_chunk_of_what_is_no_shard_is_a_usage_error() {
    assert_names(&misused("trace grids.zarr/one_d --chunk 0 --inner 0"), &["--inner", "expected", "found"]);
    misused("trace sharded.zarr/plain --chunk 0,0 --inner 0,0 --inner 0,0");
}

#[test]
fn a_group_where_an_array_is_needed_is_a_usage_error() {
    for command in ["trace --chunk 0", "decode", "chunks"] {
        let message = misused(&format!("{command} climate.zarr/ocean"));
        assert_names(&message, &["climate.zarr/ocean", "expected an array", "found a group"]);
        assert_names(
            &misused(&format!("{command} groups.zarr/implicit")),
            &["groups.zarr/implicit", "expected an array"],
        );
        assert_names(
            &misused(&format!("{command} groups.zarr/notes.txt")),
            &["groups.zarr/notes.txt", "expected", "found"],
        );
    }
}

#[test]
fn a_bad_region_is_a_usage_error() {
    for region in
        ["nonsense", "0:5", "0:5,0:5,0:5", "0:31,0:1", "5:2,0:1", "-1:2,0:1", "0:1,a:b", "30,0", "0:1:2,0:1"]
    {
        let message = misused(&format!("decode grids.zarr/edges --region {region}"));
        assert_names(&message, &["--region", "expected", "found", region]);
    }
}

#[test]
fn a_message_about_coordinates_names_the_array() {
    for arguments in [
        "trace A --chunk 9,9",
        "decode A --chunk 0",
        "decode A --region 0:99,0:1",
        "trace A --chunk 0,0 --inner 9,9",
    ] {
        let message = misused(&arguments.replace('A', "sharded.zarr/plain"));
        assert_names(&message, &["sharded.zarr/plain"]);
    }
}

// Colour, pipes, and what else a script relies on

/// The text without ANSI escape codes for colour.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[test]
fn colour_is_for_terminals_and_for_whoever_asks_for_it() {
    for command in ["tree climate.zarr", "info climate.zarr/temperature", "explain"] {
        let plain = text(command);
        assert!(!plain.contains('\x1b'), "{plain:?}");
        assert_eq!(text(&format!("{command} --color never")), plain);
        assert_eq!(text(&format!("{command} --color auto")), plain);
        let without = Command::from_std(zarrscope(command)).env("NO_COLOR", "1").assert().code(0);
        assert_eq!(String::from_utf8_lossy(&without.get_output().stdout), plain);
        let coloured = text(&format!("{command} --color always"));
        assert!(coloured.contains("\x1b["), "{coloured:?}");
        assert_eq!(uncoloured(&coloured), plain);
    }
    for command in ["chunks climate.zarr/x", "trace climate.zarr/x --chunk 0", "verify climate.zarr/x"] {
        assert!(!text(command).contains('\x1b'), "{command}");
    }
    assert!(!misused("--nope").contains('\x1b'));
}

#[test]
fn the_option_for_colour_may_stand_before_the_command() {
    assert_eq!(text("--color always tree climate.zarr"), text("tree climate.zarr --color always"));
}

#[test]
fn json_and_values_have_no_colour_even_when_asked_for() {
    parsed("tree climate.zarr --json --color always");
    parsed("trace codecs.zarr/zstd --chunk 0,0 --json --color always");
    assert_eq!(
        text("decode grids.zarr/one_d --color always --format csv"),
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
    );
}

#[test]
fn a_reader_that_goes_away_early_is_told_nothing() {
    let mut command = zarrscope("decode climate.zarr/temperature --region 0:5,0:20,0:3000 --format csv");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    reader.read_line(&mut first).unwrap();
    assert!(first.starts_with("281.56,"), "{first:.40}");
    drop(reader);
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(message, "");
    child.wait().unwrap();
}

#[test]
fn a_pipe_that_nobody_reads_gives_no_message() {
    for arguments in [
        "climate.zarr",
        "tree climate.zarr",
        "tree climate.zarr --json",
        "info climate.zarr",
        "chunks climate.zarr/x",
        "trace climate.zarr/x --chunk 0",
        "decode climate.zarr/temperature --format raw",
        "decode climate.zarr/x",
        "verify climate.zarr/x",
        "explain",
        "explain zstd",
        "completions bash",
        "completions zsh",
        "man",
        "--help",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = zarrscope(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
    }
}

#[test]
fn nothing_is_ever_written_into_a_store() {
    let (stores, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    for store in ["broken.zarr", "codecs.zarr", "climate.zarr", "sharded.zarr"] {
        copy(store, stores.path());
    }
    let before = snapshot(stores.path());
    let run = |arguments: &str| zarrscope(arguments).current_dir(stores.path()).output().unwrap();
    for store in ["broken.zarr", "codecs.zarr", "climate.zarr", "sharded.zarr"] {
        for command in ["", "tree", "tree --json", "info", "info --json", "verify"] {
            run(&format!("{command} {store}"));
        }
    }
    for array in
        ["broken.zarr/flipped_bit", "codecs.zarr/everything", "sharded.zarr/plain", "broken.zarr/bad_order"]
    {
        let file = elsewhere.path().join("out");
        for command in [
            "info",
            "chunks",
            "chunks --json",
            "trace --chunk 1,0",
            "trace --chunk 0,0 --inner 0,0 --json",
            "decode",
        ] {
            run(&format!("{command} {array}"));
        }
        run(&format!("decode {array} --format npy -o {}", file.display()));
    }
    assert!(before.len() > 100 && before == snapshot(stores.path()));
}

#[test]
fn an_output_file_in_the_store_is_refused() {
    let stores = TempDir::new().unwrap();
    copy("grids.zarr", stores.path());
    let before = snapshot(stores.path());
    for file in ["grids.zarr/one_d/c/0", "grids.zarr/one_d/new", "grids.zarr/new"] {
        let mut command = zarrscope(&format!("decode grids.zarr/one_d --format raw -o {file}"));
        let output = command.current_dir(stores.path()).output().unwrap();
        assert!(before == snapshot(stores.path()), "{file} was written");
        assert_eq!(output.status.code(), Some(2), "{file}: {output:?}");
    }
}

// explain, completions, man

#[test]
fn explain_lists_its_topics_and_explains_each() {
    let list = text("explain");
    let topics: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for topic in "transpose scale_offset cast_value bytes sharding_indexed gzip zstd blosc crc32c".split(' ')
    {
        assert!(topics.contains(&topic), "no {topic} in\n{list}");
    }
    for topic in topics {
        assert_names(&text(&format!("explain {topic}")), &[topic]);
    }
    for topic in ["chunk-grid", "fill-value", "sharding"] {
        assert_ne!(text(&format!("explain {topic}")), "");
    }
}

#[test]
fn an_unknown_topic_is_a_usage_error() {
    assert_names(&misused("explain nonsense"), &["expected", "zstd", "found", "nonsense"]);
}

#[test]
fn completions_and_manual_know_every_command_and_option() {
    let commands: Vec<&str> =
        "tree info chunks trace decode verify explain completions man".split(' ').collect();
    let options =
        "--json --depth --chunk --inner --region --format --ignore-checksums --max-chunk-bytes --color";
    let options: Vec<&str> = options.split(' ').collect();
    let bash = text("completions bash");
    assert_names(&bash, &["_zarrscope", "complete -F"]);
    assert_names(&bash, &commands);
    assert_names(&bash, &options);
    for shell in ["zsh", "fish"] {
        assert_names(&text(&format!("completions {shell}")), &commands);
    }
    assert_names(&misused("completions nonsense"), &["nonsense"]);
    let manual = text("man").replace("\\-", "-");
    assert_names(&manual, &[".TH zarrscope 1", ".SH DESCRIPTION"]);
    assert_names(&manual, &commands);
    assert_names(&manual, &["--color", "--ignore-checksums", "--max-chunk-bytes"]);
}

#[test]
fn help_and_version_go_to_stdout() {
    assert_names(&text("--help"), &["Usage: zarrscope", "decode"]);
    assert_eq!(text("--version"), concat!("zarrscope ", env!("CARGO_PKG_VERSION"), "\n"));
}
