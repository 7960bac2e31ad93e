//! `try`: other chains on values written by hand; errors beside those of NumPy, which are recorded here.

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// The members of a candidate that scripts rely on.
const CONTRACT: [&str; 7] =
    ["codecs", "stored_nbytes", "ratio", "encode_ms", "decode_ms", "max_abs_error", "exact"];

fn plain(data_type: &str, shape: [&str; 2]) -> Document {
    Document::v3().shaped(shape[0], shape[1]).typed(data_type)
}

/// `try` on an array, with options of which each is one word.
fn run(store: &Store, options: &[&str], code: i32) -> (String, String) {
    let mut command = zarrscope("try");
    command.arg(store.path("")).args(options);
    let run = Command::from_std(command).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&run.get_output().stdout), text(&run.get_output().stderr))
}

fn tried(store: &Store, options: &[&str]) -> Value {
    let (stdout, stderr) = run(store, &[options, &["--json"]].concat(), 0);
    assert_eq!(stderr, "");
    serde_json::from_str(&stdout).unwrap()
}

fn candidate<'a>(found: &'a Value, chain: &str) -> &'a Value {
    let candidates = found["candidates"].as_array().unwrap();
    let found =
        candidates.iter().find(|candidate| candidate["chain"] == chain && candidate["origin"] != "in force");
    found.unwrap_or_else(|| panic!("no {chain} among {:?}", each(&Value::Array(candidates.clone()), "chain")))
}

/// `numpy.arange(35) * 0.3 - 2` as float64, in one chunk.
fn thirds() -> Store {
    let numbers = (0..35_u8).map(|index| f64::from(index) * 0.3 - 2.0);
    let bytes: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
    Store::of(&plain("float64", ["[35]", "[35]"])).file("c/0", bytes)
}

/// A thousand hundredths from 0 to 9.99, in no order.
fn hundredths() -> Vec<u8> {
    (0..1000_u32).flat_map(|index| (f64::from(index * 37 % 1000) / 100.0).to_le_bytes()).collect()
}

#[test]
fn the_chain_in_force_comes_first_and_every_candidate_has_the_fields() {
    let store = Store::new();
    let numbers = |start: u16| (start..start + 512).flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    store.put(
        "",
        &plain("uint16", ["[2048]", "[512]"]),
        &[("c/0", numbers(0)), ("c/1", numbers(512)), ("c/3", numbers(1536))],
    );
    let found = tried(&store, &[]);
    assert_has(&found, &json!({"chunks": [[0], [1], [3]], "stored_chunks": 3, "decoded_nbytes": 3072}));
    let candidates = found["candidates"].as_array().unwrap();
    for candidate in candidates {
        for member in CONTRACT {
            assert!(candidate.get(member).is_some(), "{member} in {candidate}");
        }
    }
    let in_force = json!({"origin": "in force", "stored_nbytes": 3072, "ratio": 1.0, "max_abs_error": 0.0, "exact": true,
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]});
    assert_has(&candidates[0], &in_force);
    assert!(candidates[0]["decode_ms"].as_f64().unwrap() >= 0.0);
    // What is in force already is not proposed again.
    assert!(candidates[1..].iter().all(|candidate| candidate["chain"] != "bytes"));
    let zstd = candidate(&found, "bytes zstd 3");
    assert!(zstd["stored_nbytes"].as_u64().unwrap() < 3072 && zstd["exact"] == true, "{zstd}");
    let delta = candidate(&found, "delta bytes zstd 3");
    assert_eq!(delta["codecs"][0]["configuration"]["dtype"], "<u2");
    // Numbers that follow each other differ by one.
    assert!(delta["stored_nbytes"].as_u64().unwrap() < zstd["stored_nbytes"].as_u64().unwrap());
}

#[test]
fn what_is_marked_is_the_smallest_that_loses_nothing() {
    let store = Store::new();
    store.put("", &plain("float64", ["[1000]", "[1000]"]), &[("c/0", hundredths())]);
    let found = tried(&store, &[]);
    let candidates = found["candidates"].as_array().unwrap();
    let exact = candidates.iter().filter(|candidate| candidate["exact"] == true);
    let least = exact.map(|candidate| candidate["stored_nbytes"].as_u64().unwrap()).min();
    let marked: Vec<&Value> = candidates.iter().filter(|it| it["best"][0] == "smallest").collect();
    assert_eq!((marked.len(), marked[0]["stored_nbytes"].as_u64()), (1, least));
    // Its stages follow, from the values to what is stored.
    let stages = found["stages"].as_array().unwrap();
    assert_eq!((&stages[0]["codec"], &stages[0]["nbytes"]), (&Value::Null, &json!(8000)));
    assert_eq!(stages.last().unwrap()["nbytes"].as_u64(), least);
}

#[test]
fn decimals_are_kept_as_integers() {
    let store = Store::new();
    store.put("", &plain("float64", ["[1000]", "[1000]"]), &[("c/0", hundredths())]);
    let found = tried(&store, &[]);
    let packed = candidate(&found, "scale_offset 100.0 cast_value uint16 bytes zstd 3");
    assert_has(packed, &json!({"exact": true, "max_abs_error": 0.0, "origin": "proposed"}));
    assert!(packed["stored_nbytes"].as_u64().unwrap() <= 2100, "{packed}");
}

#[test]
fn nan_among_decimals_has_an_integer_of_its_own() {
    let store = Store::new();
    let bytes = [0.5_f32, f32::NAN, -12.25, 3.0].into_iter().flat_map(f32::to_le_bytes).collect();
    store.put("", &plain("float32", ["[4]", "[4]"]).with("fill_value", r#""NaN""#), &[("c/0", bytes)]);
    let found = tried(&store, &[]);
    let packed = candidate(&found, "scale_offset 100.0 cast_value int16 bytes zstd 3");
    assert_has(packed, &json!({"exact": true, "max_abs_error": 0.0}));
    let map = &packed["codecs"][1]["configuration"]["scalar_map"];
    assert_eq!(map, &json!({"encode": [["NaN", -32768]], "decode": [[-32768, "NaN"]]}));
}

#[test]
fn the_error_of_a_chain_is_that_of_numpy() {
    let store = thirds();
    // numpy.max(numpy.abs(x - numpy.rint(x * 2) / 2))
    let halves = r#"[{"name": "scale_offset", "configuration": {"scale": 2}},
        {"name": "cast_value", "configuration": {"data_type": "int8"}}, "bytes"]"#;
    let found = tried(&store, &["--codecs", halves]);
    assert_eq!(found["candidates"].as_array().unwrap().len(), 2, "the one in force, and the given one");
    let given = candidate(&found, "scale_offset 2 cast_value int8 bytes");
    assert_has(
        given,
        &json!({"stored_nbytes": 35, "ratio": 8.0, "max_abs_error": 0.200_000_000_000_001_07, "exact": false,
            "origin": "given"}),
    );
}

#[test]
fn values_of_another_data_type_lose_what_numpy_loses() {
    let store = thirds();
    // numpy.max(numpy.abs(x - x.astype("f4").astype("f8")))
    let found = tried(&store, &["--data-type", "float32"]);
    let expected = json!({"stored_nbytes": 140, "max_abs_error": 1.907_348_643_470_641e-7, "exact": false});
    assert_has(candidate(&found, "cast_value float32 bytes"), &expected);
    assert_eq!(found["candidates"][1]["origin"], "in force, on these values");
    let (_, message) = run(&store, &["--data-type", "complex64"], 2);
    assert_names(&message, &["--data-type", "expected"]);
    let (_, message) = run(&store, &["--data-type", "float31"], 2);
    assert_names(&message, &["--data-type: expected a data type such as int16, found \"float31\""]);
}

#[test]
fn a_list_of_names_is_a_chain_too() {
    let store = thirds();
    let found = tried(&store, &["--codecs", r#"["bytes", "crc32c"]"#, "--codecs", r#"["bytes"]"#]);
    assert_eq!(each(&found["candidates"], "chain"), ["bytes", "bytes crc32c", "bytes"]);
    assert_eq!(candidate(&found, "bytes crc32c")["stored_nbytes"], 284);
}

#[test]
fn a_wrong_chain_is_refused_as_in_a_document() {
    let store = thirds();
    for (codecs, message) in [
        (
            r#"["crc32c", "bytes"]"#,
            "--codecs: /codecs/0: expected a codec array->array before the array->bytes codec, found \"crc32c\", which is \
             bytes->bytes",
        ),
        (
            r#"["bytes", {"name": "gzip", "configuration": {"level": 99}}]"#,
            "--codecs: /codecs/1/configuration/level (gzip): expected a level from 0 to 9, found 99",
        ),
        (r#"["bytes", "brotli"]"#, "--codecs: /codecs/1: expected a known codec, found \"brotli\""),
        ("[]", "--codecs: /codecs: expected one array->bytes codec"),
        (r#""bytes""#, "expected a list of codecs, such as [\"bytes\", \"zstd\"]"),
    ] {
        let (stdout, stderr) = run(&store, &["--codecs", codecs], 2);
        assert!(stderr.contains(message), "expected {message:?} in {stderr}");
        assert_eq!(stdout, "");
    }
}

#[test]
fn what_cannot_encode_the_values_is_refused_and_the_others_go_on() {
    let store = thirds();
    let cast = r#"[{"name": "cast_value", "configuration": {"data_type": "uint8"}}, "bytes"]"#;
    let found = tried(&store, &["--codecs", cast, "--codecs", r#"["bytes"]"#]);
    let refused = &found["candidates"][1];
    assert_eq!((&refused["stored_nbytes"], &refused["exact"]), (&Value::Null, &json!(false)));
    assert_names(
        refused["refused"].as_str().unwrap(),
        &["cast_value: element (0)", "-2.0 is out of the range of uint8"],
    );
    assert_eq!(found["candidates"][2]["stored_nbytes"], 280);
    let (text, _) = run(&store, &["--codecs", cast], 0);
    assert_names(line(&text, "refused"), &["cast_value uint8 bytes: cast_value: element (0)"]);
}

#[test]
fn missing_chunks_are_not_tried_and_faulty_ones_are_named() {
    let store = Store::new();
    let document = plain("int16", ["[12]", "[4]"]);
    store.put("", &document, &[]);
    let stage = |stdout: &str| {
        let found: Value = serde_json::from_str(stdout).unwrap();
        found["fault"]["stage"].clone()
    };
    let (stdout, message) = run(&store, &["--json"], 2);
    assert_names(&message, &["expected a stored chunk, found none"]);
    assert_eq!(stage(&stdout), "sample");
    store.put("", &document, &[("c/1", vec![1, 0, 2])]);
    let (stdout, message) = run(&store, &["--json"], 1);
    assert_names(&message, &["chunk (1)", "expected 8 bytes (4 int16), found 3"]);
    assert_eq!(stage(&stdout), "bytes");
    let (_, message) = run(&store, &["--chunk", "0"], 2);
    assert_names(&message, &["expected a stored chunk, found chunk (0) missing"]);
    store.put("", &document, &[("c/2", vec![7; 8])]);
    let found = tried(&store, &[]);
    assert_has(&found, &json!({"chunks": [[2]], "stored_chunks": 2}));
    assert_has(&found["left_out"][0], &json!({"chunk": [1], "key": "c/1", "fault": {"stage": "bytes"}}));
    let (text, _) = run(&store, &[], 0);
    assert_names(
        &text,
        &["1 of 2 stored chunks: (2); 8 B decoded", "✗ left out: chunk (1): bytes: expected 8 bytes"],
    );
}

#[test]
fn of_shards_the_inner_chunks_are_tried() {
    let found = parsed("try sharded.zarr/plain --json");
    assert_eq!(found["candidates"][0]["origin"], "in force");
    let inner = found["inner_chunks"].as_array().unwrap();
    assert!(inner.iter().all(|path| path.as_array().unwrap().len() == 1), "{inner:?}");
    assert!(found["candidates"][0]["codecs"].to_string().contains("bytes"));
    let nested = parsed("try sharded.zarr/nested --json");
    assert_eq!(nested["inner_chunks"][0].as_array().unwrap().len(), 2);
    let paths: std::collections::BTreeSet<String> =
        nested["inner_chunks"].as_array().unwrap().iter().map(Value::to_string).collect();
    assert_eq!(paths.len(), 8, "{paths:?}");
}

#[test]
fn the_same_values_in_other_chunks() {
    let store = Store::new();
    let row = |start: u8| (start..start + 4).collect::<Vec<u8>>();
    let chunks: Vec<(String, Vec<u8>)> =
        (0..6_u8).map(|place| (format!("c/{}/{}", place / 2, place % 2), row(place * 4))).collect();
    let chunks: Vec<(&str, Vec<u8>)> =
        chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
    store.put("", &Document::v3().shaped("[3, 8]", "[1, 4]"), &chunks);
    let found = tried(&store, &["--chunk-shape", "3,4"]);
    assert_eq!(found["regions"], json!([[[0, 3], [0, 4]], [[0, 3], [4, 8]]]));
    assert_has(&found, &json!({"decoded_nbytes": 24}));
    assert_has(
        &found["candidates"][0],
        &json!({"origin": "in force", "stored_nbytes": 24, "encode_ms": null}),
    );
    assert_has(&found["candidates"][1], &json!({"origin": "in force, on these values", "stored_nbytes": 24}));
    let (_, message) = run(&store, &["--chunk-shape", "4,4"], 2);
    assert_names(
        &message,
        &[
            "--chunk-shape: expected 2 edges of at least 1, within the array of (3, 8), such as (3, 4), found (4, 4)",
        ],
    );
}

#[test]
fn what_a_configuration_lacks_is_written_out() {
    let store = thirds();
    let (_, message) = run(&store, &["--codecs", r#"["numcodecs.bitround", "bytes"]"#], 2);
    assert_names(
        &message,
        &[
            "keepbits (numcodecs.bitround): expected",
            r#"lacks keepbits: {"name": "numcodecs.bitround", "configuration": {"keepbits": …}}"#,
        ],
    );
}

#[test]
fn every_sample_array_can_be_tried_or_says_why_not() {
    let before = snapshot(&repository("sample-data"));
    for array in [
        "climate.zarr/temperature",
        "climate.zarr/mask",
        "data-types.zarr/complex64",
        "grids.zarr/rectilinear",
    ] {
        let found = parsed(&format!("try {array} --sample 2 --json"));
        assert!(found["candidates"].as_array().unwrap().len() > 3, "{array}");
    }
    assert!(misused("try climate.zarr").contains("expected an array, found a group"));
    assert_eq!(snapshot(&repository("sample-data")), before, "nothing is written");
}
