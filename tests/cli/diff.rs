//! `diff`: stores written by hand, in which one thing is different at a time.

use std::fs;
use std::path::{Path, PathBuf};

use ::zip::CompressionMethod;
use assert_cmd::Command;
use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;
use crate::zip::zip;

/// Two stores, `a` and `b`.
struct Pair(Store);

impl Pair {
    fn new() -> Self {
        Self(Store::new())
    }

    fn side(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    /// A node at a path such as `a/group/array`, with its chunks.
    fn put(&self, path: &str, document: &Document, chunks: &[(&str, Vec<u8>)]) {
        self.0.put(path, document, chunks);
    }

    /// The same array on both sides, and the chunks of each.
    fn arrays(document: &Document, a: &[(&str, Vec<u8>)], b: &[(&str, Vec<u8>)]) -> Self {
        let pair = Self::new();
        pair.put("a", document, a);
        pair.put("b", document, b);
        pair
    }

    fn run(&self, options: &str) -> (i32, String, String) {
        run(&self.side("a"), &self.side("b"), options)
    }

    /// What it prints with `--json`, and the exit status.
    fn json(&self, options: &str) -> (i32, Value) {
        let (code, stdout, stderr) = self.run(&format!("{options} --json"));
        (code, serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}")))
    }

    /// The only array, with the exit status.
    fn array(&self, options: &str) -> (i32, Value) {
        let (code, value) = self.json(options);
        assert_eq!(value["arrays"].as_array().unwrap().len(), 1, "{value:#}");
        assert_eq!(value["equal"], json!(code == 0), "{value:#}");
        (code, value["arrays"][0].clone())
    }
}

fn run(a: &Path, b: &Path, options: &str) -> (i32, String, String) {
    let command = format!("diff {} {} {options}", a.display(), b.display());
    let output = Command::from_std(zarrscope(&command)).output().unwrap();
    assert_schema(&command, &output.stdout);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn little<const N: usize, T>(numbers: &[T], bytes: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
    numbers.iter().flat_map(bytes).collect()
}

fn f32s(numbers: &[f32]) -> Vec<u8> {
    little(numbers, |number| number.to_le_bytes())
}

fn f64s(numbers: &[f64]) -> Vec<u8> {
    little(numbers, |number| number.to_le_bytes())
}

fn i64s(numbers: &[i64]) -> Vec<u8> {
    little(numbers, |number| number.to_le_bytes())
}

/// An array of that type in one dimension, little-endian.
fn row(data_type: &str, shape: &str, chunk_shape: &str) -> Document {
    Document::v3().shaped(shape, chunk_shape).typed(data_type)
}

/// The rows of metadata as pointer and weight.
fn rows(array: &Value) -> Vec<String> {
    let weight = |row: &Value| {
        let is = |name: &str| row[name] == json!(true);
        if is("stored") {
            " stored"
        } else if is("written") {
            " written"
        } else {
            ""
        }
    };
    let rows = array["metadata"].as_array().unwrap().iter();
    rows.map(|row| format!("{}{}", row["pointer"].as_str().unwrap(), weight(row))).collect()
}

#[test]
fn a_store_is_equal_to_itself() {
    for store in ["climate.zarr", "sharded.zarr", "data-types.zarr", "groups.zarr"] {
        let (code, stdout, stderr) = run(Path::new(store), Path::new(store), "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
        assert!(stdout.starts_with("equal: "), "{stdout}");
    }
}

#[test]
fn a_region_is_compared_alone() {
    let document = row("float32", "[6]", "[4]").with("dimension_names", r#"["x"]"#);
    let chunks = |last: f32| [("c/0", f32s(&[1.0, 2.0, 3.0, 4.0])), ("c/1", f32s(&[5.0, last, 0.0, 0.0]))];
    let pair = Pair::new();
    let labels =
        |begin: f64| [("c/0", f64s(&(0..6).map(|step| begin + f64::from(step)).collect::<Vec<_>>()))];
    for (side, last, begin) in [("a", 6.0, 10.0), ("b", 6.5, 10.0), ("moved", 6.0, 11.0)] {
        pair.put(side, &Document::group(), &[]);
        pair.put(&format!("{side}/v"), &document, &chunks(last));
        let labels_of = row("float64", "[6]", "[6]").with("dimension_names", r#"["x"]"#);
        pair.put(&format!("{side}/x"), &labels_of, &labels(begin));
    }
    let compare = |other: &str, options: &str| run(&pair.side("a/v"), &pair.side(other), options);
    for (options, code, said) in [
        ("--region 0:5", 0, "equal: 1 array, 5 elements compared"),
        ("--region 3:6", 1, "in 3:6"),
        ("--sel x=15", 1, "x 15.0 → index 5 (exact)"),
        ("--sel x=10:14", 0, "in 0:5"),
    ] {
        let (found, stdout, stderr) = compare("b/v", options);
        assert_eq!((found, stderr.as_str()), (code, ""), "{options}: {stdout}");
        assert!(stdout.contains(said), "{options}: {stdout}");
    }
    let (code, stdout, _) = compare("b/v", "--region 3:6 --json");
    let found: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (code, &found["region"], &found["arrays"][0]["elements"]["compared"]),
        (1, &json!([[3, 6]]), &json!(3))
    );
    let (code, _, stderr) = compare("moved/v", "--sel x=15");
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("labels at the same places in both, found 5:6 in A and 4:5 in B"), "{stderr}");
}

#[test]
fn one_element_that_differs_is_found_with_its_way() {
    let document = row("float32", "[6]", "[4]");
    let pair = Pair::arrays(
        &document,
        &[("c/0", f32s(&[1.0, 2.0, 3.0, 4.0])), ("c/1", f32s(&[5.0, 6.0, 7.0, 8.0]))],
        // What lies past the array does not count.
        &[("c/0", f32s(&[1.0, 2.0, 3.0, 4.0])), ("c/1", f32s(&[5.0, 8.5, 0.0, 0.0]))],
    );
    let (code, found) = pair.array("");
    assert_eq!(code, 1);
    let expected = json!({"path": "", "metadata": [],
        "chunks": {"compared": 2, "differ": 1, "only_in_a": 0, "only_in_b": 0},
        "elements": {"compared": 6, "differ": 1, "max_abs": 2.5, "max_rel": 2.5 / 8.5, "first": {"at": [5],
            "a": 6.0, "b": 8.5, "chunk_a": [1], "key_a": "c/1", "chunk_b": [1], "key_b": "c/1"}}});
    assert_eq!(found, expected);
    let (_, stdout, stderr) = pair.run("");
    assert_eq!(stderr, "");
    assert!(stdout.starts_with("different: 1 of 1 array\n"), "{stdout}");
    assert_names(&stdout, &["1 of 6 differ", "(5)  a: 6.0  b: 8.5", "key c/1", "probe --at 5"]);
    let (code, within) = pair.array("--atol 2.5");
    assert_eq!(
        (code, &within["elements"]["differ"], &within["elements"]["max_abs"]),
        (0, &json!(0), &json!(2.5))
    );
    assert_eq!(pair.array("--rtol 0.3").0, 0);
    assert_eq!(pair.array("--rtol 0.29").0, 1);
    assert_eq!(pair.array("--chunk 0").0, 0);
    assert_eq!(pair.array("--chunk 1").0, 1);
}

#[test]
fn nodes_that_only_one_side_has_are_named_with_all_below_them() {
    let (pair, array) = (Pair::new(), Document::v3());
    let group = |attributes: &str| Document::group().with("attributes", attributes);
    for side in ["a", "b"] {
        pair.put(side, &group(r#"{"n": 1}"#), &[]);
        pair.put(&format!("{side}/same"), &array, &[]);
    }
    pair.put("a/g", &group("{}"), &[]);
    pair.put("a/g/x", &array, &[]);
    pair.put("b/other", &array, &[]);
    pair.put("a/kind", &array, &[]);
    pair.put("b/kind", &group(r#"{"n": 1}"#), &[]);
    let (code, found) = pair.json("");
    assert_eq!(code, 1);
    assert_eq!(
        found["nodes"],
        json!({"only_in_a": ["g", "g/x"], "only_in_b": ["other"],
            "other_kinds": [{"path": "kind", "a": "array", "b": "group"}]})
    );
    assert_eq!(each(&found["arrays"], "path"), ["same"]);
    assert_eq!(found.get("groups"), None);
    let (_, stdout, _) = pair.run("");
    let first = "different: 2 nodes only in a, 1 node only in b, 1 node of another kind\n";
    assert!(stdout.starts_with(first), "{stdout}");
    assert_names(&stdout, &["only in a   g/x", "only in b   other", "kind: a is an array, b is a group"]);
    let (_, stdout, _) = pair.run("--limit 1");
    assert_names(&stdout, &["only in a   … and 1 more"]);
    pair.put("b", &group(r#"{"n": 2}"#), &[]);
    let (_, found) = pair.json("");
    let expected = json!([{"path": "", "metadata": [{"pointer": "/attributes/n", "a": 1, "b": 2}]}]);
    assert_eq!(found["groups"], expected);
}

/// An array of `int16` in 4 rows of 6, in V2 and in V3 with other words, chunks and codecs.
fn both_versions() -> Pair {
    let pair = Pair::new();
    let number = |row: usize, column: usize| i16::try_from(row * 6 + column).unwrap();
    let chunk = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| {
        rows.flat_map(move |row| columns.clone().map(move |column| number(row, column))).collect::<Vec<i16>>()
    };
    let v2 = Document::v2()
        .with("shape", "[4, 6]")
        .with("chunks", "[2, 6]")
        .with("dtype", r#"">i2""#)
        .with("fill_value", "-1");
    let big = |rows| little(&chunk(rows, 0..6), |number| number.to_be_bytes());
    pair.put("a", &v2, &[("0.0", big(0..2)), ("1.0", big(2..4))]);
    pair.0.write("a/.zattrs", r#"{"units": "K", "n": 1, "_ARRAY_DIMENSIONS": ["y", "x"]}"#);
    let v3 = row("int16", "[4, 6]", "[4, 4]")
        .with("fill_value", "-1")
        .with("attributes", r#"{"n": 1.0, "units": "K"}"#)
        .with("dimension_names", r#"["y", "x"]"#);
    let own = |columns| little(&chunk(0..4, columns), |number| number.to_le_bytes());
    let mut last = Vec::new();
    for row in 0..4 {
        last.extend(little(&[number(row, 4), number(row, 5), 7, 7], |number| number.to_le_bytes()));
    }
    pair.put("b", &v3, &[("c/0/0", own(0..4)), ("c/0/1", last)]);
    pair
}

#[test]
fn versions_chunk_shapes_codecs_and_keys_do_not_make_an_array_different() {
    let pair = both_versions();
    let (code, found) = pair.array("");
    assert_eq!(code, 0, "{found:#}");
    assert_has(&found, &json!({"elements": {"compared": 24, "differ": 0, "max_abs": null, "first": null}}));
    assert_eq!(
        rows(&found),
        [
            "/zarr_format stored",
            "/chunk_grid stored",
            "/chunk_key_encoding stored",
            "/codecs stored",
            "/data_type written",
            "/dimension_names written",
            "/attributes/n written"
        ]
    );
    let (_, stdout, _) = pair.run("");
    assert!(stdout.starts_with("equal: 1 array, 24 elements compared\n"), "{stdout}");
    let document = fs::read_to_string(pair.side("b/zarr.json")).unwrap();
    for (from, to, pointer) in [
        (r#""units": "K""#, r#""units": "C""#, "/attributes/units"),
        (r#""fill_value": -1"#, r#""fill_value": 0"#, "/fill_value"),
        (r#"["y", "x"]"#, r#"["y", "z"]"#, "/dimension_names"),
        (r#""int16""#, r#""uint16""#, "/data_type"),
        ("[4, 6]", "[4, 7]", "/shape"),
    ] {
        pair.0.write("b/zarr.json", document.replace(from, to));
        let (code, found) = pair.array("");
        assert_eq!((code, rows(&found)[0].as_str()), (1, pointer), "{found:#}");
        let names = rows(&found);
        let different: Vec<_> = names.iter().filter(|row| !row.contains(' ')).collect();
        // Names in the attributes that are not those of the other side's dimensions are attributes.
        assert_eq!(different.len(), 1, "{names:?}");
    }
    let (_, found) = pair.array("");
    assert_eq!((&found["elements"], &found["not_compared"]), (&Value::Null, &json!("the shapes differ")));
}

#[test]
fn members_that_no_specification_names_are_listed() {
    let other =
        |value: &str| Document::v3().with("note", format!(r#"{{"must_understand": false, "of": {value}}}"#));
    let pair = Pair::new();
    pair.put("a", &other("1"), &[]);
    pair.put("b", &other("2"), &[]);
    let (code, found) = pair.array("");
    assert_eq!((code, rows(&found)), (0, vec!["/note stored".to_owned()]));
}

#[test]
fn the_same_codec_in_both_versions_is_the_same() {
    let pair = Pair::new();
    let gzip = |level: u32| format!(r#"{{"id": "gzip", "level": {level}}}"#);
    // gzip of eight zeros, with the level in no byte of it
    let chunk = vec![31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 99, 96, 128, 0, 0, 105, 223, 34, 101, 8, 0, 0, 0];
    pair.put("a", &Document::v2().with("compressor", gzip(5)), &[("0", chunk.clone())]);
    let codecs = r#"["bytes", {"name": "gzip", "configuration": {"level": 5}}]"#;
    pair.put("b", &Document::v3().with("codecs", codecs), &[("c/0", chunk)]);
    let (code, found) = pair.array("");
    assert_eq!(code, 0);
    assert!(rows(&found).contains(&"/codecs written".to_owned()), "{found:#}");
    pair.put("a", &Document::v2().with("compressor", gzip(6)), &[]);
    let (code, found) = pair.array("");
    assert_eq!(code, 0);
    assert!(rows(&found).contains(&"/codecs stored".to_owned()), "{found:#}");
}

#[test]
fn nan_zeros_and_infinities_are_compared_by_value() {
    let (nan, other_nan) = (f64::from_bits(0x7ff8_0000_0000_0000), f64::from_bits(0xfff8_0000_0000_0001));
    let document = row("float64", "[4]", "[4]");
    let a = f64s(&[nan, 0.0, f64::INFINITY, 1.0]);
    let pair = Pair::arrays(
        &document,
        &[("c/0", a.clone())],
        &[("c/0", f64s(&[other_nan, -0.0, f64::INFINITY, 1.0]))],
    );
    assert_eq!(pair.array("").0, 0);
    let (code, found) = pair.array("--nan bits");
    assert_eq!((code, &found["elements"]["differ"]), (1, &json!(1)));
    let pair = Pair::arrays(&document, &[("c/0", a)], &[("c/0", f64s(&[1.0, 1.0, 1.0, f64::NAN]))]);
    let (_, found) = pair.array("--atol 1000");
    // numpy.isclose([nan, 0, inf, 1], [1, 1, 1, nan], atol=1000, equal_nan=True) is [False, True, False, False].
    assert_has(
        &found["elements"],
        &json!({"differ": 3, "max_abs": "Infinity", "first": {"at": [0], "a": "NaN", "b": 1.0}}),
    );
}

#[test]
fn integers_of_64_bits_are_exact() {
    let document = row("int64", "[3]", "[3]");
    let (least, greatest, large) = (i64::MIN, i64::MAX, (1_i64 << 53) + 1);
    let pair = Pair::arrays(
        &document,
        &[("c/0", i64s(&[least, large, 5]))],
        &[("c/0", i64s(&[greatest, large - 1, 5]))],
    );
    let (_, found) = pair.array("");
    assert_eq!(found["elements"]["max_abs"].to_string(), "18446744073709551615");
    assert_eq!(found["elements"]["differ"], json!(2));
    assert_eq!(found["elements"]["first"]["a"].to_string(), "-9223372036854775808");
    let (_, found) = pair.array("--atol 1");
    assert_eq!(found["elements"]["differ"], json!(1));
    // The same numbers as uint64 and as float64, by their values.
    pair.put("b", &row("uint64", "[3]", "[3]"), &[("c/0", i64s(&[0, large, 5]))]);
    let (_, found) = pair.array("");
    assert_eq!((rows(&found), &found["elements"]["differ"]), (vec!["/data_type".to_owned()], &json!(1)));
    assert_eq!(found["elements"]["max_abs"].to_string(), "9223372036854775808");
    #[expect(clippy::cast_precision_loss, reason = "that is what is tried")]
    let rounded = [least as f64, large as f64, 5.0];
    pair.put("b", &row("float64", "[3]", "[3]"), &[("c/0", f64s(&rounded))]);
    let (_, found) = pair.array("");
    assert_has(&found["elements"], &json!({"differ": 1, "max_abs": 1.0, "first": {"at": [1]}}));
}

#[test]
fn packed_and_unpacked_values_are_compared_by_what_they_mean() {
    let packing = r#"{"scale_factor": 0.5, "add_offset": 10, "_FillValue": -32768}"#;
    let packed = row("int16", "[6]", "[4]").with("attributes", packing);
    let little = |numbers: &[i16]| little(numbers, |number| number.to_le_bytes());
    let pair = Pair::new();
    pair.put("a", &packed, &[("c/0", little(&[100, 0, -32768, 1]))]);
    // 0.5 · stored + 10; what is masked is NaN; the fill value of the missing chunk is 0, which is 10.
    let unpacked = row("float64", "[6]", "[2]").with("fill_value", "10.0");
    pair.put("b", &unpacked, &[("c/0", f64s(&[60.0, 10.0])), ("c/1", f64s(&[f64::NAN, 10.5]))]);
    let (code, text, _) = pair.run("");
    assert_eq!(code, 1);
    assert!(text.contains("6 of 6 differ") && text.contains("--physical compares"), "{text}");
    let (code, found) = pair.json("--physical");
    // The documents are still different.
    assert_eq!((code, &found["values"]), (1, &json!("physical")));
    assert_has(&found["arrays"][0]["elements"], &json!({"compared": 6, "differ": 0}));
    let (_, text, _) = pair.run("--physical");
    assert!(text.contains("0 of 6 differ as physical values") && !text.contains("--physical"), "{text}");
    // Stored bytes that are equal are other values where the attributes are others.
    let other = row("int16", "[6]", "[4]").with("attributes", r#"{"scale_factor": 0.25, "add_offset": 10}"#);
    pair.put("c", &other, &[("c/0", little(&[100, 0, -32768, 1]))]);
    let (_, text, _) = run(&pair.side("a"), &pair.side("c"), "--physical");
    assert!(text.contains("3 of 6 differ as physical values"), "{text}");
    assert!(text.contains("a: 60.0  b: 35.0"), "{text}");
    let (_, text, _) = run(&pair.side("a"), &pair.side("c"), "");
    assert!(text.contains("0 of 6 differ") && !text.contains("--physical"), "{text}");
}

#[test]
fn missing_chunks_are_their_fill_value() {
    let document = row("float32", "[8]", "[2]");
    let zeros = f32s(&[0.0, 0.0]);
    let pair = Pair::arrays(
        &document,
        &[("c/0", zeros.clone()), ("c/1", f32s(&[0.0, 4.0]))],
        &[("c/1", f32s(&[0.0, 4.0])), ("c/2", zeros)],
    );
    let (code, found) = pair.array("");
    assert_eq!(code, 0);
    assert_eq!(found["chunks"], json!({"compared": 3, "differ": 0, "only_in_a": 1, "only_in_b": 1}));
    assert_eq!(found["elements"]["compared"], json!(8));
    // With another fill value, missing chunks are something else.
    pair.put("b", &document.clone().with("fill_value", "1.5"), &[]);
    let (code, found) = pair.array("");
    assert_eq!((code, rows(&found)), (1, vec!["/fill_value".to_owned()]));
    assert_has(
        &found,
        &json!({"chunks": {"compared": 4, "differ": 2},
            "elements": {"differ": 4, "max_abs": 1.5, "first": {"at": [0], "a": 0.0, "b": 1.5}}}),
    );
    // The first missing element of both, where the first chunks are stored.
    pair.put(
        "b",
        &document.with("fill_value", "1.5"),
        &[("c/0", f32s(&[0.0, 0.0])), ("c/2", f32s(&[0.0, 0.0]))],
    );
    let (_, found) = pair.array("");
    assert_has(&found["elements"], &json!({"differ": 2, "first": {"at": [6]}}));
}

#[test]
fn a_million_million_chunks_cost_what_is_stored() {
    let document = row("float32", "[1000000000000, 4]", "[1, 4]");
    let other = row("float32", "[1000000000000, 4]", "[3, 3]");
    let chunk = f32s(&[1.0, 2.0, 3.0, 4.0]);
    let pair =
        Pair::arrays(&document, &[("c/999999999999/0", chunk.clone())], &[("c/999999999999/0", chunk)]);
    let (code, found) = pair.array("");
    assert_eq!((code, found["elements"]["compared"].to_string().as_str()), (0, "4000000000000"));
    pair.put("b", &document.with("fill_value", "1"), &[]);
    let (_, found) = pair.array("");
    assert_eq!(found["elements"]["differ"].to_string(), "3999999999996");
    assert_eq!(found["elements"]["first"]["at"], json!([0, 0]));
    fs::remove_dir_all(pair.side("b")).unwrap();
    // Row 999 999 999 999 is the first of the last chunk along its dimension.
    let [left, right] = [[1.0, 2.0, 3.0], [4.0, 0.0, 0.0]]
        .map(|first| f32s(&[first[0], first[1], first[2], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    pair.put("b", &other, &[("c/333333333333/0", left), ("c/333333333333/1", right)]);
    let (code, found) = pair.array("");
    assert_eq!((code, found["elements"]["compared"].to_string().as_str()), (0, "4000000000000"), "{found:#}");
}

#[test]
fn faulty_chunks_are_named_and_the_others_compared() {
    let document = row("float32", "[6]", "[2]");
    let chunks = |first: f32| {
        vec![("c/0", f32s(&[first, 2.0])), ("c/1", f32s(&[3.0, 4.0])), ("c/2", f32s(&[5.0, 6.0]))]
    };
    let pair = Pair::arrays(&document, &chunks(1.0), &chunks(1.0));
    pair.0.write("b/c/1", b"short");
    let (code, stdout, stderr) = pair.run("--json");
    let found: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &found["equal"]), (1, &json!(false)));
    assert_names(&stderr, &["error: ", "c/1: bytes: expected 8 bytes", "found 5"]);
    assert_has(&found["faults"][0], &json!({"side": "b", "key": "c/1", "chunk": [1], "stage": "bytes"}));
    let expected = json!({"compared": 4, "differ": 0, "max_abs": null, "max_rel": null, "first": null});
    assert_eq!(found["arrays"][0]["elements"], expected);
    let (_, stdout, _) = pair.run("");
    assert!(stdout.starts_with("not all can be compared: "), "{stdout}");
    pair.put("a", &document, &chunks(9.0));
    let (_, found) = pair.json("");
    assert_eq!(found["arrays"][0]["elements"]["differ"], json!(1));
    // A document that cannot be used.
    pair.0.write("b/zarr.json", "{");
    let (code, found) = pair.json("");
    assert_eq!((code, &found["faults"][0]["stage"], &found["equal"]), (1, &json!("metadata"), &json!(false)));
}

#[test]
fn chunks_over_the_limit_are_named_and_not_looked_through() {
    let document = row("float32", "[4611686018427387904]", "[1]");
    let large = row("float32", "[4611686018427387904]", "[4611686018427387904]");
    let pair = Pair::new();
    pair.put("a", &document, &[("c/7", f32s(&[1.0]))]);
    pair.put("b", &large, &[("c/0", f32s(&[1.0]))]);
    let (code, _, stderr) = pair.run("");
    assert_eq!(code, 1);
    assert_names(
        &stderr,
        &["c/0: bytes: expected a decoded form of at most 1073741824 bytes (--max-chunk-bytes)"],
    );
    let (code, found) = pair.json("--chunk 7 --max-chunk-bytes 3");
    assert_eq!((code, found["faults"].as_array().unwrap().len()), (1, 2));
}

#[test]
fn other_elements_are_equal_or_not() {
    let strings = |texts: &[&str]| {
        let mut bytes = u32::try_from(texts.len()).unwrap().to_le_bytes().to_vec();
        for text in texts {
            bytes.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes
    };
    let document = Document::v3()
        .shaped("[3]", "[3]")
        .with("data_type", r#""string""#)
        .with("fill_value", r#""""#)
        .with("codecs", r#"["vlen-utf8"]"#);
    let pair = Pair::arrays(
        &document,
        &[("c/0", strings(&["a", "", "ccc"]))],
        &[("c/0", strings(&["a", "", "ccd"]))],
    );
    let (_, found) = pair.array("--atol 100");
    assert_has(
        &found["elements"],
        &json!({"differ": 1, "max_abs": null, "first": {"at": [2], "a": "ccc", "b": "ccd"}}),
    );
    let bools = Document::v3().with("data_type", r#""bool""#).with("fill_value", "false");
    let pair = Pair::arrays(
        &bools,
        &[("c/0", vec![0, 1, 1, 0, 0, 0, 0, 0])],
        &[("c/0", vec![0, 1, 0, 0, 0, 0, 0, 0])],
    );
    let (_, found) = pair.array("--atol 1");
    assert_has(
        &found["elements"],
        &json!({"differ": 1, "max_abs": null, "first": {"at": [2], "a": true, "b": false}}),
    );
    let complex = row("complex64", "[2]", "[2]").with("fill_value", "[0, 0]");
    let pair = Pair::arrays(
        &complex,
        &[("c/0", f32s(&[1.0, 2.0, 3.0, 4.0]))],
        &[("c/0", f32s(&[1.0, 2.0, 0.0, 0.0]))],
    );
    let (_, found) = pair.array("");
    assert_has(&found["elements"], &json!({"differ": 1, "max_abs": 5.0, "max_rel": "Infinity"}));
    assert_eq!(pair.array("--atol 5").0, 0);
    pair.put("b", &document, &[]);
    let (code, found) = pair.array("");
    assert_eq!((code, &found["not_compared"]), (1, &json!("the shapes differ")));
}

#[test]
fn shards_are_compared_with_plain_chunks() {
    for entry in fs::read_dir(repository("sample-data/sharded.zarr")).unwrap().map(Result::unwrap) {
        let Ok(document) = fs::read(entry.path().join("zarr.json")) else { continue };
        let name = entry.file_name().into_string().unwrap();
        let document: Value = serde_json::from_slice(&document).unwrap();
        let shape = document["shape"].to_string();
        let plain = row("int32", &shape, &shape).with("fill_value", document["fill_value"].to_string());
        // What zarr-python has read of it.
        let mut chunk = elements(&recorded(&format!("sharded.zarr/{name}.npy"))).to_vec();
        let pair = Pair::new();
        pair.put("b", &plain, &[("c/0/0", chunk.clone())]);
        let compare = |options: &str| run(&entry.path(), &pair.side("b"), options);
        let (code, stdout, stderr) = compare("");
        assert_eq!((code, stderr.as_str()), (0, ""), "{name}: {stdout}");
        let last = chunk.len() - 1;
        chunk[last] ^= 1;
        pair.put("b", &plain, &[("c/0/0", chunk)]);
        let (code, stdout, _) = compare("--json");
        let found: Value = serde_json::from_str(&stdout).unwrap();
        let at: Vec<u64> =
            document["shape"].as_array().unwrap().iter().map(|edge| edge.as_u64().unwrap() - 1).collect();
        assert_eq!((code, &found["arrays"][0]["elements"]["first"]["at"]), (1, &json!(at)), "{name}");
    }
}

#[test]
fn an_archive_is_compared_with_a_directory() {
    let directory = tempfile::tempdir().unwrap();
    let archive = directory.path().join("copy.zip");
    zip("sharded.zarr", &archive, "", CompressionMethod::Deflated);
    let store = repository("sample-data/sharded.zarr");
    assert_eq!(run(&store, &archive, "").0, 0);
    assert_eq!(run(&store.join("plain"), &archive.join("plain"), "").0, 0);
    let (code, stdout, _) = run(&store.join("plain"), &archive.join("nested"), "");
    // Both have the same elements, in other shards.
    assert!(code == 0 && stdout.starts_with("equal: 1 array, 256 elements compared\n"), "{stdout}");
    // Long values are shown from where they differ.
    assert_names(&stdout, &["chunk_shape\":[8,8]", "/codecs  a: …"]);
}

#[test]
fn a_chunk_is_compared_stage_by_stage() {
    let document = row("uint8", "[4]", "[4]").with("codecs", r#"["bytes", "crc32c"]"#);
    let sound = vec![1, 2, 3, 4, 0xf4, 0x8c, 0x30, 0x29];
    let pair = Pair::arrays(&document, &[("c/0", sound.clone())], &[("c/0", sound)]);
    let (code, found) = pair.json("--chunk 0");
    assert_eq!(code, 0, "{found:#}");
    assert_eq!((&found["chunk"]["same_chain"], &found["chunk"]["begins"]), (&json!(true), &Value::Null));
    assert_eq!(found["chunk"]["stages"].as_array().unwrap().len(), 3);
    let plain = row("uint8", "[4]", "[4]").with("codecs", r#"["bytes"]"#);
    pair.put("b", &plain, &[("c/0", vec![1, 2, 9, 4])]);
    let (code, found) = pair.json("--chunk 0");
    assert_eq!((code, &found["chunk"]["same_chain"]), (1, &json!(false)));
    let stages = found["chunk"]["stages"].as_array().unwrap();
    assert_has(
        &stages[1],
        &json!({"a": {"codec": "crc32c", "nbytes": 4}, "b": {"codec": null}, "equal": null}),
    );
    assert_has(
        &stages[2],
        &json!({"a": {"codec": "bytes"}, "b": {"codec": "bytes"}, "differ": 1, "first": 2}),
    );
    let (code, stdout, _) = pair.run("--chunk 0 --stage bytes");
    assert_eq!(code, 1);
    assert_eq!(
        stdout,
        "different: 1 of 4 bytes in a and 4 bytes in b; the first is byte 2\n\
         a  00000000  01 02 03 04\nb  00000000  01 02 09 04\n"
    );
    let (code, found) = pair.json("--chunk 0 --stage stored");
    assert_eq!((code, &found["a"]["nbytes"], &found["differ"]), (1, &json!(8), &json!(5)));
}

#[test]
fn chains_that_end_in_different_codecs_have_a_row_for_the_elements_of_both() {
    let pair = Pair::new();
    let transposed = r#"[{"name": "transpose", "configuration": {"order": [0]}}, "bytes"]"#;
    pair.put("a", &row("uint8", "[4]", "[4]").with("codecs", transposed), &[("c/0", vec![1, 2, 3, 4])]);
    pair.put("b", &row("uint8", "[4]", "[4]"), &[("c/0", vec![1, 2, 9, 4])]);
    let (_, found) = pair.json("--chunk 0");
    let stages = found["chunk"]["stages"].as_array().unwrap();
    assert_eq!(stages.len(), 4, "{found:#}");
    assert_has(&stages[2], &json!({"a": {"codec": "transpose"}, "b": {"codec": null}, "equal": null}));
    assert_has(
        &stages[3],
        &json!({"a": {"codec": "transpose", "nbytes": 4}, "b": {"codec": "bytes"}, "differ": 1, "first": 2}),
    );
}

#[test]
fn chunks_of_other_shapes_have_bytes_of_other_elements() {
    let pair = Pair::new();
    let (one, other) = (row("uint8", "[4]", "[4]"), row("uint8", "[4]", "[2]"));
    pair.put("a", &one, &[("c/0", vec![1, 2, 3, 4])]);
    pair.put("b", &other, &[("c/0", vec![1, 2]), ("c/1", vec![3, 4])]);
    let (code, found) = pair.json("--chunk 0");
    assert_eq!((code, &found["chunk"]["same_shape"]), (0, &json!(false)), "{found:#}");
    assert_has(&found["chunk"]["stages"][0], &json!({"equal": null, "differ": null, "a": {"nbytes": 4}}));
    let (_, stdout, _) = pair.run("--chunk 0");
    assert_names(&stdout, &["equal", "different shapes", "not compared"]);
    assert!(!stdout.contains("bytes differ"), "{stdout}");
}

#[test]
fn a_missing_chunk_is_compared_as_its_fill_value() {
    let document = row("uint8", "[4]", "[4]");
    let pair = Pair::arrays(&document, &[("c/0", vec![0, 0, 7, 0])], &[]);
    let (code, found) = pair.json("--chunk 0");
    let stages = found["chunk"]["stages"].as_array().unwrap();
    assert_eq!((code, &stages[0]["equal"]), (1, &Value::Null));
    assert_has(&stages[1], &json!({"equal": false, "differ": 1, "first": 2, "b": {"nbytes": 4}}));
    pair.put("a", &document, &[("c/0", vec![0; 4])]);
    let (code, found) = pair.json("--chunk 0");
    assert_eq!((code, &found["chunk"]["stages"][1]["equal"]), (0, &json!(true)));
    assert_eq!(found["chunk"]["begins"], Value::Null, "one side has nothing that is encoded");
}

#[test]
fn no_time_is_the_same_in_every_unit() {
    let time = |unit: &str| {
        let time = format!(
            r#"{{"name": "numpy.datetime64", "configuration": {{"unit": "{unit}", "scale_factor": 1}}}}"#
        );
        row("int64", "[1]", "[1]").with("data_type", &time).with("fill_value", r#""NaT""#)
    };
    let pair = Pair::new();
    pair.put("a", &time("s"), &[]);
    pair.put("b", &time("ms"), &[]);
    assert_eq!(rows(&pair.array("").1), ["/data_type"]);
    pair.put("b", &time("ms").with("fill_value", "0"), &[]);
    assert_eq!(rows(&pair.array("").1), ["/data_type", "/fill_value"]);
}

#[test]
fn two_chunks_that_begin_to_differ_in_a_codec() {
    // gzip of eight zeros, with another time of writing in its header.
    let chunk = vec![31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 99, 96, 128, 0, 0, 105, 223, 34, 101, 8, 0, 0, 0];
    let mut later = chunk.clone();
    later[4] = 9;
    let document =
        Document::v3().with("codecs", r#"["bytes", {"name": "gzip", "configuration": {"level": 5}}]"#);
    let pair = Pair::arrays(&document, &[("c/0", chunk)], &[("c/0", later)]);
    let (code, found) = pair.json("--chunk 0");
    assert_eq!((code, &found["chunk"]["begins"]), (0, &json!("gzip")));
    let (_, stdout, _) = pair.run("--chunk 0");
    assert_names(&stdout, &["stored", "1 byte differs", "gzip encodes them differently"]);
}

#[test]
fn wrong_use_is_said() {
    let pair = Pair::arrays(&Document::v3(), &[], &[]);
    let (a, b) = (pair.side("a"), pair.side("b"));
    let (a, b) = (a.display(), b.display());
    for (options, part) in [
        ("--chunk 1", "expected coordinates within the grid (1), found (1)"),
        ("--chunk 0 --stage bytes", "expected a stored chunk, found none"),
        ("--stage bytes", "--chunk"),
        ("--atol -1", "expected a number of at least 0"),
        ("--nan never", "--nan"),
    ] {
        let (code, _, stderr) = pair.run(options);
        assert_eq!(code, 2, "{options}: {stderr}");
        assert_names(&stderr, &[part]);
    }
    assert_names(&misused(&format!("diff {a} {b}/nothing")), &["nothing"]);
    assert_names(&misused("diff climate.zarr groups.zarr --chunk 0"), &["expected an array, found a group"]);
}

/// Four dates, of which two follow a leap day.
#[test]
fn times_are_compared_as_dates() {
    let times = |data_type: &str, units: &str, calendar: &str| {
        let attributes = json!({"units": units, "calendar": calendar});
        row(data_type, "[4]", "[4]").with("attributes", attributes.to_string())
    };
    let pair = Pair::new();
    let days = || vec![("c/0", i64s(&[0, 1, 2, 3]))];
    pair.put("a", &times("int64", "days since 2000-02-27", "standard"), &days());
    for (document, chunk, differ) in [
        // The 29th of February is the 1st of March.
        (times("int64", "days since 2000-02-27", "noleap"), i64s(&[0, 1, 2, 3]), 2),
        (times("int64", "days since 2000-02-20", "standard"), i64s(&[7, 8, 9, 10]), 0),
        (times("int64", "hours since 2000-02-27", "gregorian"), i64s(&[0, 24, 48, 72]), 0),
        (times("float64", "days since 2000-02-27", "standard"), f64s(&[0.0, 1.0, 2.0, 3.5]), 1),
        (
            times("int32", "days since 2000-02-27", "standard"),
            little(&[0_i32, 1, 2, 3], |number| number.to_le_bytes()),
            0,
        ),
    ] {
        pair.put("b", &document, &[("c/0", chunk)]);
        let (_, found) = pair.array("--physical");
        assert_has(&found["elements"], &json!({"compared": 4, "differ": differ, "max_abs": null}));
        if differ == 2 {
            assert_has(
                &found["elements"]["first"],
                &json!({"at": [2], "a": "2000-02-29", "b": "2000-03-01"}),
            );
        }
    }
    // Where only one of them is a time, numbers are compared.
    let plain = row("int32", "[4]", "[4]");
    pair.put("b", &plain, &[("c/0", little(&[0_i32, 1, 2, 4], |number| number.to_le_bytes()))]);
    assert_has(&pair.array("--physical").1["elements"], &json!({"differ": 1}));
}

#[test]
fn other_coordinates_and_units_are_said() {
    let store = Store::new();
    let side = |name: &str, unit: &str, labels: &[u8]| {
        let named = |names: &str| Document::v3().dotted().with("dimension_names", names);
        let units = json!({"units": unit}).to_string();
        store.put(&format!("{name}.zarr"), &Document::group(), &[]);
        let document = named(r#"["y", "x"]"#).shaped("[2, 3]", "[2, 3]").with("attributes", units);
        store.put(&format!("{name}.zarr/t"), &document, &[("0.0", vec![1, 2, 3, 4, 5, 6])]);
        store.put(
            &format!("{name}.zarr/y"),
            &named(r#"["y"]"#).shaped("[2]", "[2]"),
            &[("0", labels.to_vec())],
        );
        store.path(&format!("{name}.zarr/t"))
    };
    let (a, same) = (side("a", "K", &[10, 20]), side("same", "K", &[10, 20]));
    let (flipped, other) = (side("flipped", "K", &[20, 10]), side("other", "degC", &[10, 20]));
    let coordinates = "the coordinates of y differ: compared by position";
    for (b, notes) in
        [(&same, vec![]), (&flipped, vec![coordinates]), (&other, vec!["units differ: K and degC"])]
    {
        let (_, stdout, stderr) = run(&a, b, "--json");
        let found: Value = serde_json::from_str(&stdout).unwrap();
        let expected = if notes.is_empty() { Value::Null } else { json!(notes) };
        assert_eq!(found["notes"], expected, "{stderr}");
        for options in ["", "--picture --color never"] {
            let (_, stdout, _) = run(&a, b, options);
            let said = stdout.lines().filter(|line| line.contains("differ: ")).collect::<Vec<_>>();
            assert_eq!(said, notes, "{options}: {stdout}");
        }
    }
    // Only the labels of what is compared count.
    let (_, stdout, _) = run(&a, &flipped, "--region 0:0");
    assert!(!stdout.contains("coordinates"), "{stdout}");
}

/// One of 90 000 elements differs, which the picture does not show.
#[test]
fn a_picture_of_a_sample_counts_all_elements() {
    let document = Document::v3().shaped("[300, 300]", "[300, 300]").dotted();
    let mut changed = vec![0; 90_000];
    changed[301] = 5;
    let pair = Pair::arrays(&document, &[("0.0", vec![0; 90_000])], &[("0.0", changed)]);
    let (code, stdout, stderr) = pair.run("--picture --size 30x30 --color never");
    assert_eq!(code, 1, "{stdout}{stderr}");
    assert_names(&stdout, &["1 of 90 000 elements differ, from -5 to 0", "; 450 of the 90 000 are drawn"]);
    let (code, stdout, _) = run(&pair.side("a"), &pair.side("a"), "--picture --size 30x30 --color never");
    assert_eq!(code, 0);
    assert_names(&stdout, &["0 of 90 000 elements differ"]);
}
