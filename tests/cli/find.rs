//! `find`.

use serde_json::json;

use crate::document::Document;
use crate::program;
use crate::run::*;
use crate::store::Store;

fn paths(arguments: &str) -> Vec<String> {
    each(&parsed(&format!("find {arguments} --json")), "path").into_iter().map(ToString::to_string).collect()
}

#[test]
fn the_letters_of_every_word_have_to_be_in_the_path() {
    assert_eq!(paths("climate.zarr press"), ["ocean/deep/trench/pressure"]);
    assert_eq!(paths("climate.zarr dp trs"), ["ocean/deep/trench/pressure"]);
    assert_eq!(paths("climate.zarr deep"), ["ocean/deep", "ocean/deep/trench", "ocean/deep/trench/pressure"]);
    assert_eq!(paths("climate.zarr TEMP")[0], "temperature");
    assert_eq!(paths("climate.zarr").len(), 11);
}

#[test]
fn filters_ask_what_a_node_is() {
    for (query, expected) in [
        ("climate.zarr dtype:float64", vec!["ocean/deep/trench/pressure", "x", "y"]),
        ("climate.zarr dtype:f32", vec!["ocean/salinity", "temperature"]),
        ("climate.zarr name:SAL", vec!["ocean/salinity"]),
        ("climate.zarr name:ocean kind:array", vec![]),
        ("climate.zarr codec:blosc", vec!["x", "y"]),
        ("climate.zarr codec:blo", vec!["x", "y"]),
        ("climate.zarr codec:crc32c kind:array", vec!["temperature"]),
        ("climate.zarr attr:units=m", vec!["x", "y"]),
        ("climate.zarr attr:units dim:time", vec!["temperature", "time"]),
        ("climate.zarr kind:group", vec!["ocean", "ocean/deep", "ocean/deep/trench"]),
        ("climate.zarr is:faulty", vec![]),
        ("broken.zarr is:faulty", vec!["bad_data_type", "bad_order", "missing_endian", "not_json"]),
        ("groups.zarr kind:other", vec!["notes.txt"]),
        ("groups.zarr kind:directory", vec!["implicit"]),
        ("climate.zarr sal codec:zstd", vec!["ocean/salinity"]),
    ] {
        assert_eq!(paths(query), expected, "{query}");
    }
}

#[test]
fn json_has_the_facts_of_each_node() {
    let found = parsed("find climate.zarr --json temperature");
    assert_has(
        &found[0],
        &json!({"path": "temperature", "kind": "array", "shape": [10, 200, 3000], "data_type": "float32",
            "chunk_shape": [5, 20, 400], "dimension_names": ["time", "y", "x"]}),
    );
    assert!(found[0]["score"].as_u64() > Some(0), "{found}");
    let group = parsed("find climate.zarr --json trench kind:group");
    assert_has(&group[0], &json!({"kind": "group", "shape": null, "data_type": null}));
}

#[test]
fn text_has_a_line_for_each_node() {
    let found = text("find climate.zarr temp");
    assert_names(line(&found, "temperature"), &["float32", "10×200×3000", "chunks 5×20×400", "zstd", "K"]);
    let faulty = text("find broken.zarr is:faulty not");
    assert_names(line(&faulty, "not_json"), &["unusable", "✗", "expected a JSON document"]);
}

#[test]
fn nothing_found_is_no_failure() {
    assert_eq!(
        program::run("sample-data", "find climate.zarr nowhere"),
        (Some(0), String::new(), String::new())
    );
    assert_eq!(program::run("sample-data", "find climate.zarr nowhere --json").1, "[]\n");
}

#[test]
fn an_unknown_filter_is_wrong_use_and_the_known_ones_are_named() {
    for (query, expected) in [
        ("colour:red", "no filter \"colour:\": there are name: dtype: codec: attr: dim: kind: is:"),
        ("kind:dataset", "expected group, array, unusable, directory, other after kind:, found \"dataset\""),
        ("is:lost", "expected faulty after is:, found \"lost\""),
    ] {
        let (code, stdout, stderr) = program::run("sample-data", &format!("find climate.zarr {query}"));
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{query}");
        assert!(stderr.contains(expected), "{stderr}");
    }
    assert_eq!(program::run("sample-data", "find nowhere.zarr x").0, Some(2));
}

#[test]
fn a_name_that_means_harm_is_escaped() {
    let store = Store::new().array("a\u{1b}[2Jb", &Document::v3());
    for form in ["", " --json"] {
        let (code, stdout, _) = program::run("", &format!("find {store} ab{form}"));
        assert_eq!(code, Some(0));
        assert!(!stdout.contains('\u{1b}') && stdout.contains("[2Jb"), "{stdout:?}");
    }
}

#[test]
fn attributes_are_found_by_their_values_too() {
    let attributes = |own: serde_json::Value| Document::v3().with("attributes", own.to_string());
    let store = Store::new()
        .array("flux", &attributes(json!({"units": "kg m-2 s-1", "experiment_id": "ssp585"})))
        .array("rain", &attributes(json!({"units": "mm", "comment": "made for ssp585, and others"})))
        .array(
            "mass",
            &attributes(json!({"units": "kg", "keywords": ["snow", "rain"], "made": {"by": ["v7"]}})),
        );
    for (query, expected) in [
        ("attr:ssp585", vec!["flux", "rain"]),
        ("attr:ssp", vec![]),
        ("attr:units=kg", vec!["flux", "mass"]),
        ("attr:units=m", vec!["flux"]),
        ("attr:units=kg m-2 s-1", vec!["flux"]),
        ("attr:units=\"kg m-2 s-1\"", vec![]),
        ("fl attr:units=\"kg m-2 s-1\"", vec!["flux"]),
        ("attr:experiment_id", vec!["flux"]),
        // Within lists and objects too.
        ("attr:keywords=rain", vec!["mass"]),
        ("attr:rain", vec!["mass"]),
        ("attr:v7", vec!["mass"]),
    ] {
        let output = zarrscope(&format!("find {store} --json")).arg(query).output().unwrap();
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(each(&found, "path"), expected, "{query}");
    }
}

#[test]
fn an_exact_path_is_found_first() {
    let store =
        Store::new().array("era_flip.zarr/t2m", &Document::v3()).array("era_f.zarr/t2m", &Document::v3());
    assert_eq!(paths(&format!("{store} era_f.zarr/t2m")), ["era_f.zarr/t2m", "era_flip.zarr/t2m"]);
}
