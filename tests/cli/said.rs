//! What is read although it is not as it should be, and what is not read: each is said, in words that help.

use std::fs;

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// A store with one array and its first chunk.
fn written(document: &Document, chunk: &[u8]) -> Store {
    let key = if document.name() == "zarr.json" { "c/0" } else { "0" };
    Store::named("a.zarr").array("", document).file(key, chunk)
}

// Overhang.

/// int16 of shape 5×5 in chunks of 4×4, of which one is stored: 1 to 16.
fn overhanging() -> Store {
    let codecs = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}},
        {"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let document = Document::v3().shaped("[5, 5]", "[4, 4]").typed("int16").with("codecs", codecs);
    let chunk: Vec<u8> = (1..=16_i16).flat_map(i16::to_le_bytes).collect();
    Store::named("a.zarr").array("", &document).file("c/0/1", chunk)
}

#[test]
fn a_table_marks_overhang_and_other_formats_do_not() {
    let table = overhanging().text("decode PATH --chunk 0,1");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0].split_whitespace().collect::<Vec<_>>(), ["4", "5", "6", "7"]);
    assert_eq!(rows[1].split_whitespace().collect::<Vec<_>>(), ["0", "1", "*5", "*9", "*13"]);
    assert_eq!(rows[6], "* past the array, whose shape is (5, 5): overhang, which is not read");
    assert_eq!(
        overhanging().text("decode PATH --chunk 0,1 --format csv"),
        "1,5,9,13\n2,6,10,14\n3,7,11,15\n4,8,12,16\n"
    );
    let region = overhanging().text("decode PATH --region 0:2,3:5");
    assert!(!region.contains('*'), "{region}");
}

#[test]
fn trace_names_overhang_and_counts_it_in_no_statistic() {
    let trace = overhanging().text("trace PATH --chunk 0,1");
    assert_names(&trace, &["covers  [0:4, 4:8]; 12 elements past the array (5, 5): overhang"]);
    // In both stages, whatever the order of the dimensions is in them.
    assert_eq!(trace.matches("min 1, max 4, without 12 past the array").count(), 2, "{trace}");
    let note =
        "overhang: 12 of 12 elements past the array are not the fill value, 0; the first is 5 at (0, 5)";
    assert_names(&trace, &[note]);
    let found = overhanging().parsed("trace PATH --chunk 0,1 --json");
    assert_has(&found, &json!({"overhang": {"elements": 12, "used": [[0, 4], [0, 1]]}}));
    let statistics = json!({"min": 1, "max": 4, "looked_at": 4, "overhang": 12});
    assert_has(&found["stages"][1]["statistics"], &statistics);
}

#[test]
fn info_and_verify_name_overhang() {
    assert_names(&overhanging().text("info PATH"), &["the last chunks reach (3, 3) past the array"]);
    assert_has(&overhanging().parsed("info PATH --json"), &json!({"chunk_grid": {"overhang": [3, 3]}}));
    let verified = overhanging().text("verify PATH");
    assert_names(&verified, &["a.zarr: overhang: 1 chunk, c/0/1: 12 of 12 elements", "no faults"]);
    let notes = json!([{"note": "overhang", "chunks": 1, "key": "c/0/1"}]);
    assert_has(&overhanging().parsed("verify PATH --json"), &json!({"faults": [], "notes": notes}));
}

#[test]
fn overhang_of_the_fill_value_is_no_note() {
    let store = overhanging();
    let chunk: Vec<u8> = (0..16_u8).flat_map(|index| [if index < 4 { 7 } else { 0 }, 0]).collect();
    store.write("c/0/1", &chunk);
    assert_eq!(store.parsed("verify PATH --json").get("notes"), None);
    assert!(!store.text("trace PATH --chunk 0,1").contains("not the fill value"));
}

#[test]
fn a_chunk_is_all_fill_whatever_its_overhang_holds() {
    let store = overhanging();
    let chunk: Vec<u8> = (0..16_u8).flat_map(|index| [if index < 4 { 0 } else { 7 }, 0]).collect();
    store.write("c/0/1", &chunk);
    assert_names(&store.text("chunks PATH --decode"), &["1 sound, 1 of them all fill, 0 faulty"]);
}

// What others write.

#[test]
fn a_fill_value_of_a_bool_may_be_a_number() {
    let document = Document::v3().with("data_type", r#""bool""#).with("fill_value", "1");
    let store = written(&document, &[0, 1, 0, 1, 0, 1, 0, 1]);
    let note = "/fill_value: 1 is read as true; the fill value of a bool is true or false";
    assert_names(&store.text("info PATH"), &[note, "fill value     true"]);
    assert_names(&store.text("doctor PATH"), &[note, "nothing wrong found"]);
}

#[test]
fn numcodecs_may_name_data_types_as_zarr_does() {
    // What zarr-python 3.4.2 writes for `Delta(dtype="int32", astype="int16")`.
    let codecs = r#"[{"name": "numcodecs.delta", "configuration": {"dtype": "int32", "astype": "int16"}},
        {"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let document = Document::v3().with("data_type", r#""int32""#).with("codecs", codecs);
    let chunk: Vec<u8> = [100_i16, 2, 3, -5, 0, 0, 1, 1].into_iter().flat_map(i16::to_le_bytes).collect();
    let store = written(&document, &chunk);
    assert_eq!(store.text("decode PATH --format csv"), "100\n102\n105\n100\n100\n100\n101\n102\n");
    let note = "/codecs/0/configuration/astype: \"int16\" is read as \"<i2\"; numcodecs writes data types as \
                dtypes of NumPy";
    assert_names(&store.text("info PATH"), &[note]);
    assert_names(&store.text("trace PATH --chunk 0"), &[note]);
}

#[test]
fn a_name_with_other_hyphens_is_pointed_out() {
    let codecs = r#"[{"name": "scale-offset", "configuration": {"offset": 1}}, {"name": "bytes"}]"#;
    let store = written(&Document::v3().with("codecs", codecs), &[0; 8]);
    let note = "\"scale-offset\": the codec is called \"scale_offset\"";
    assert_names(&store.text("info PATH"), &[&format!("/codecs/0: {note}")]);
    let (message, trace) = store.faulty("trace PATH --chunk 0");
    assert_names(&message, &["the codec is called \"scale_offset\""]);
    assert_names(&trace, &["the codec is called \"scale_offset\""]);
    let (_, doctor) = store.faulty("doctor PATH");
    assert_names(&doctor, &[note, "codec name should be scale_offset"]);
}

#[test]
fn what_is_not_read_is_named_with_what_it_is() {
    for (codec, what) in [
        ("imagecodecs_lerc", "a codec of Python's imagecodecs that is not decoded: LERC"),
        ("lzw", "a proposal that is not decoded: LZW"),
        ("grib", "a codec of kerchunk that is not decoded: one GRIB2 message"),
    ] {
        let codecs = format!(r#"[{{"name": "bytes"}}, {{"name": "{codec}"}}]"#);
        let store = written(&Document::v3().with("codecs", codecs), &[0; 8]);
        assert_names(&store.text("info PATH"), &[&format!("/codecs/1: \"{codec}\": {what}")]);
        assert_names(
            &store.faulty("decode PATH").0,
            &[&format!("expected a known codec, found \"{codec}\": {what}")],
        );
    }
    for (member, value, what) in [
        (
            "chunk_key_encoding",
            r#"{"name": "template"}"#,
            "\"template\" (a proposal, for keys after a pattern",
        ),
        ("chunk_key_encoding", r#"{"name": "prefix"}"#, "\"prefix\" (a proposal that was withdrawn"),
        (
            "data_type",
            r#""optional""#,
            "\"optional\" (a proposal, for elements that may be absent, which is not read)",
        ),
        ("data_type", r#""r12""#, "N a multiple of 8 up to 8388608, such as r16, found \"r12\""),
        ("storage_transformers", r#"[{"name": "concat-parts"}]"#, "\"concat-parts\" (a proposal"),
        ("chunk_grid", r#"{"name": "rectangular"}"#, "\"rectangular\" (an older form"),
        (
            "chunk_grid",
            r#"{"name": "rectilinear", "configuration": {"kind": "inline", "encoded_chunk_shapes": [[4]]}}"#,
            "/chunk_grid/configuration/encoded_chunk_shapes: expected no \"encoded_chunk_shapes\", which is a proposal",
        ),
    ] {
        let store = written(&Document::v3().with(member, value), &[0; 8]);
        assert_names(&store.faulty("info PATH").0, &[what]);
    }
}

#[test]
fn a_shard_whose_inner_shape_fits_before_transposing_only_says_what_is_lost() {
    let codecs = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}}, {"name": "sharding_indexed",
        "configuration": {"chunk_shape": [4, 3], "codecs": [{"name": "bytes"}],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]"#;
    let document = Document::v3().shaped("[4, 6]", "[4, 6]").with("codecs", codecs);
    let (message, _) = written(&document, &[0; 8]).faulty("decode PATH");
    let said = "that divide the shard's shape [6, 4], found [4,3], which divides it only with the dimensions in \
                another order";
    assert_names(&message, &[said, "the other elements are lost"]);
}

// Said rightly.

#[test]
fn bools_other_than_0_and_1_are_true_everywhere_and_counted() {
    let store = written(
        &Document::v3().with("data_type", r#""bool""#).with("fill_value", "false"),
        &[0, 1, 7, 9, 0, 0, 0, 255],
    );
    let raw = sound(&format!("decode {store} --format raw"));
    assert_eq!(raw, [0, 1, 1, 1, 0, 0, 0, 1]);
    let npy = sound(&format!("decode {store} --format npy"));
    assert_eq!(npy[npy.len() - 8..], raw);
    let note = "bools other than 0 and 1: 1 chunk, c/0: 3 in all, read as true; the first is 0x07 at byte 2";
    assert_names(&store.text("verify PATH"), &[note, "no faults"]);
    assert_names(&store.text("doctor PATH"), &[note, "nothing wrong found"]);
    assert_names(&store.text("doctor PATH --chunk 0"), &[note]);
}

#[test]
fn bools_in_a_shard_are_noted_with_their_inner_chunk() {
    let document = Document::v3().with("data_type", r#""bool""#).with("fill_value", "false");
    let document = document.sharded("[4]", r#"["bytes"]"#);
    let index = [0_u64, 4, 4, 4].into_iter().flat_map(u64::to_le_bytes);
    let shard: Vec<u8> = [0, 1, 0, 1, 1, 2, 0, 1].into_iter().chain(index).collect();
    let note = "inner chunk (1): bytes: 1 in all, read as true; the first is 0x02 at byte 1";
    assert_names(&written(&document, &shard).text("verify PATH"), &[note]);
}

#[test]
fn the_older_name_of_bytes_is_noted() {
    let codecs = r#"[{"name": "endian", "configuration": {"endian": "little"}}]"#;
    let store = written(&Document::v3().with("codecs", codecs), &[0; 8]);
    let note = "/codecs/0: \"endian\" is the older name of \"bytes\"";
    assert_names(&store.text("info PATH"), &[note]);
    assert_names(&store.text("trace PATH --chunk 0"), &[note]);
}

#[test]
fn an_order_that_cannot_be_says_which_can() {
    let order = |order: &str| {
        format!(r#"[{{"name": "transpose", "configuration": {{"order": {order}}}}}, {{"name": "bytes"}}]"#)
    };
    let scalar = Document::v3().shaped("[]", "[]").with("codecs", order("[0]"));
    let said = "expected an empty array, because there are no dimensions to permute, found [0]";
    assert_names(&written(&scalar, &[0]).faulty("info PATH").0, &[said]);
    let small = written(&Document::v3().with("codecs", order(r#""c""#)), &[0; 8]);
    assert_names(&small.faulty("info PATH").0, &["or \"C\" or \"F\", in capitals, found \"c\""]);
    let small = written(&Document::v2().with("order", r#""c""#), &[0; 8]);
    assert_names(
        &small.faulty("info PATH").0,
        &["/order: expected \"C\" or \"F\", in capitals, found \"c\""],
    );
}

#[test]
fn json_that_fails_leaves_no_half_document() {
    let store = written(&Document::v3().shaped("[16]", "[8]"), &[1; 8]);
    store.write("c/1", [1; 7]);
    let (message, printed) = store.faulty("decode PATH --format json");
    assert_names(&message, &["c/1: bytes: expected 8 bytes (8 uint8), found 7"]);
    assert_eq!(printed, "");
}

#[test]
fn an_unknown_topic_is_answered_with_the_nearest() {
    assert_names(&misused("explain shardng"), &["found \"shardng\"; did you mean \"sharding\""]);
    assert_names(&text("explain rounding"), &["cast_value: converts every element"]);
    assert_names(&text("explain data-type"), &["numpy.datetime64", "null_terminated_bytes", "struct"]);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_hides_chunks_and_makes_none_missing() {
    use std::os::unix::fs::symlink;
    let store = Store::of(&Document::v3().shaped("[4, 4]", "[2, 2]")).file("c/0/0", [1; 4]);
    symlink("nowhere", store.path("c/1")).unwrap();
    let (_, printed) = store.faulty("verify PATH");
    assert_names(&printed, &["1 chunk stored, 1 missing, 2 not known, 1 decoded"]);
    let (_, printed) = store.faulty("verify PATH --json");
    let found: Value = serde_json::from_str(&printed).unwrap();
    assert_has(&found["chunks"], &json!({"stored": 1, "missing": 1, "not_known": 2}));
    assert_names(&store.faulty("chunks PATH").1, &["missing    1", "not known  2"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_says_so() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let store = Store::new().group("");
    fs::create_dir(store.path("").join(OsStr::from_bytes(b"na\xffme"))).unwrap();
    let tree = store.text("tree PATH");
    assert_names(&tree, &["its name is not UTF-8, so no key leads to it"]);
}

#[test]
fn what_gives_far_too_much_is_no_file_with_a_hole() {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(9));
    encoder.write_all(&vec![0; 8 << 20]).unwrap();
    let codecs = r#"[{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 9}}]"#;
    let store = written(&Document::v3().with("codecs", codecs), &encoder.finish().unwrap());
    let (message, printed) = store.faulty("trace PATH --chunk 0");
    assert_names(&message, &["gzip: expected at most", "bytes to come out, found more"]);
    assert_names(
        &printed,
        &["hint: the next codec takes at most 8 bytes, and more than", "made to fill the memory"],
    );
    assert!(!printed.contains("zeros"), "{printed}");
    let (_, doctor) = store.faulty("doctor PATH");
    assert!(!doctor.contains("zeros"), "{doctor}");
}

#[test]
fn the_doctor_offers_what_gives_every_element_a_value() {
    let codecs = r#"[{"name": "cast_value", "configuration": {"data_type": "int16"}},
        {"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let chunk: Vec<u8> = [0_i16, 300, 2, -5, 4, 5, 6, 7].into_iter().flat_map(i16::to_le_bytes).collect();
    let store = written(&Document::v3().with("codecs", codecs), &chunk);
    let doctor = parsed_fault(&format!("doctor --json {store}"));
    let found = doctor["hypotheses"].as_array().unwrap();
    let said: Vec<_> = found.iter().map(|one| one["hypothesis"].as_str().unwrap()).collect();
    assert_eq!(said, [r#"out_of_range should be "clamp""#, r#"out_of_range should be "wrap""#], "{doctor}");
    assert!(
        found[0]["evidence"].as_str().unwrap().starts_with("2 of the elements have no value"),
        "{doctor}"
    );
    assert_eq!(found[0]["changes"][0]["pointer"], "/codecs/0/configuration/out_of_range");
}

/// A shard of two inner chunks, of which the first is stored.
fn shard_of(inner: &[u8]) -> Vec<u8> {
    let index = [0, inner.len() as u64, u64::MAX, u64::MAX];
    [inner, &index.into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>()].concat()
}

const LITTLE: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

fn sharding(codecs: &str) -> String {
    format!(
        r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [4], "codecs": [{codecs}], "index_codecs": [{LITTLE}]}}}}"#
    )
}

#[test]
fn an_element_without_a_value_takes_nothing_else_of_its_inner_chunk() {
    let cast = r#"{"name": "cast_value", "configuration": {"data_type": "int16"}}"#;
    let document = Document::v3().with("codecs", format!("[{}]", sharding(&format!("{cast}, {LITTLE}"))));
    let inner: Vec<u8> = [1_i16, 300, 3, 4].into_iter().flat_map(i16::to_le_bytes).collect();
    let store = written(&document, &shard_of(&inner));
    let (message, printed) = store.faulty("trace PATH --chunk 0");
    assert_names(
        &message,
        &[
            "inner chunk (0): cast_value: element (1): 300 is out of the range of uint8",
            "in the array it is (1)",
        ],
    );
    assert_names(&printed, &["gave 7 of 8 elements; the others have no value"]);
}

#[test]
fn a_missing_inner_chunk_reads_as_what_the_fill_value_decodes_to() {
    let clamp = r#"{"name": "cast_value", "configuration": {"data_type": "uint8", "out_of_range": "clamp"}}"#;
    let document = Document::v3()
        .with("data_type", r#""int16""#)
        .with("fill_value", "300")
        .with("codecs", format!("[{clamp}, {}]", sharding(r#"{"name": "bytes"}"#)));
    let store = written(&document, &shard_of(&[1, 2, 3, 4]));
    let printed = store.text("trace PATH --chunk 0 --inner 1");
    assert_names(&printed, &["missing: every element is the fill value, 255"]);
}

#[test]
fn a_filter_gives_the_fill_value_on_as_zarr_python_does() {
    // int32 with a fill value of 300, stored as uint8: zarr-python 3.4.2 reads 44 from the missing inner chunk.
    let astype =
        r#"{"name": "numcodecs.astype", "configuration": {"encode_dtype": "|u1", "decode_dtype": "<i4"}}"#;
    let document = Document::v3()
        .with("data_type", r#""int32""#)
        .with("fill_value", "300")
        .with("codecs", format!("[{astype}, {}]", sharding(r#"{"name": "bytes"}"#)));
    let store = written(&document, &shard_of(&[1, 2, 3, 4]));
    let values = store.parsed("decode PATH --format json")["values"].clone();
    assert_eq!(values, json!([1, 2, 3, 4, 44, 44, 44, 44]));
}

#[test]
fn a_fill_value_on_its_way_is_shown_only_where_it_changes() {
    let store = written(&Document::v3(), b"01234567");
    let info = store.text("info PATH");
    assert!(!info.contains("fill path") && !info.contains("see below"), "{info}");
}

#[test]
fn wrap_is_offered_only_where_integers_are_stored() {
    let cast = r#"{"name": "cast_value", "configuration": {"data_type": "float64"}}"#;
    let document = Document::v3().with("codecs", format!("[{cast}, {LITTLE}]"));
    let chunk: Vec<u8> =
        [0.0, 300.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0].into_iter().flat_map(f64::to_le_bytes).collect();
    let store = written(&document, &chunk);
    let (message, _) = store.faulty("trace PATH --chunk 0");
    assert_names(&message, &["(0 to 255; \"clamp\" would give 255)"]);
}

#[test]
fn a_proposed_codec_is_named_and_no_other_guessed() {
    let codecs = r#"[{"name": "bytes"}, {"name": "lzw", "configuration": {}}]"#;
    let store = written(&Document::v3().with("codecs", codecs), b"01234567");
    let doctor = parsed_fault(&format!("doctor --json {store}"));
    assert_eq!(doctor["hypotheses"], json!([]), "{doctor}");
}
