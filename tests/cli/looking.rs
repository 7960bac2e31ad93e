//! `tree`, `info` and `chunks`.

use assert_cmd::Command;
use serde_json::json;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

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
        command.current_dir(repository("sample-data/climate.zarr")).output().unwrap()
    };
    assert_eq!(inside(""), inside("tree ."));
    assert_names(&String::from_utf8_lossy(&inside("").stdout), &["temperature"]);
}

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
fn info_shows_what_is_stored() {
    // `find sample-data/climate.zarr/temperature/c -type f -printf '%s %P\n' | sort -n`: 117 files of 311 746 bytes, the first
    // `160 0/3/3`, the 59th 2739, the last `4101 1/7/1`. Each decodes to 5·20·400·4 bytes.
    let info = text("info climate.zarr/temperature");
    assert_names(line(&info, "chunks  "), &["117 of 160 chunks, 43 missing"]);
    assert_names(line(&info, "stored  "), &["311.7 kB → 18.7 MB, 60.0×"]);
    let sizes = ["smallest 160 B (c/0/3/3)", "median 2 739 B", "largest 4 101 B (c/1/7/1)"];
    assert_names(line(&info, "chunk sizes"), &sizes);
    let info = parsed("info climate.zarr/temperature --json");
    assert_has(
        &info,
        &json!({"chunks": {"total": 160, "stored": 117, "missing": 43}, "stored_nbytes": 311_746,
            "decoded_nbytes": 117 * 160_000, "sizes": {"min": 160, "median": 2739, "max": 4101}}),
    );
    let shards = text("info sharded.zarr/plain");
    assert_names(
        line(&shards, "inner chunks  "),
        &["4 (4, 4) in each shard", "at most 16 in 4 stored shards"],
    );
}

#[test]
fn info_leaves_very_many_chunks_to_chunks() {
    let store = Store::of(&Document::v2().with("shape", "[9000]").with("chunks", "[1]"));
    for index in 0..9000 {
        store.write(&index.to_string(), [1]);
    }
    let run = |more: &[&str]| {
        let mut command = zarrscope("info");
        command.arg(store.path("")).args(more);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert_names(&run(&[]), &["too many to count here: zarrscope chunks counts them"]);
    let json: serde_json::Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert!(json["chunks"].is_null() && json["shape"] == json!([9000]), "{json:#}");
}

#[test]
fn info_of_a_group_has_its_attributes() {
    assert_names(&text("info climate.zarr/ocean"), &["group", "the sea around the bay"]);
    let info = parsed("info climate.zarr/ocean --json");
    assert_has(&info, &json!({"kind": "group", "attributes": {"stations": 600}}));
}

#[test]
fn chunks_shows_what_is_stored_and_what_is_missing() {
    let chunks = text("chunks climate.zarr/temperature");
    assert_names(&chunks, &["(2, 10, 8)", "117", "160", "43", "311.7 kB", "ratio 60.05", "c/1/7/1"]);
    assert_names(&text("chunks sharded.zarr/missing_inner"), &["8 inner chunks stored, 8 missing"]);
}

#[test]
fn chunks_shows_sizes_outliers_and_what_chunks_are_once_decoded() {
    let chunks = parsed("chunks climate.zarr/temperature --decode --json");
    let stored = chunks["chunks"]["stored"].as_u64().unwrap();
    assert_has(&chunks["decoded"], &json!({"sound": stored, "faulty": {"count": 0, "keys": []}}));
    let counted =
        chunks["sizes"]["histogram"].as_array().unwrap().iter().map(|bin| bin["count"].as_u64().unwrap());
    assert_eq!(counted.sum::<u64>(), stored);
    assert_eq!(chunks["sizes"]["min"], chunks["smallest"]["nbytes"]);
    assert_eq!(chunks["sizes"]["max"], chunks["largest"]["nbytes"]);
    assert_eq!(chunks["zero_length"], json!({"count": 0, "keys": []}));
    assert!(chunks["outliers"].as_array().unwrap().iter().all(|outlier| outlier["key"].is_string()));
}

#[test]
fn chunks_that_do_not_decode_are_a_fault_once_they_are_decoded() {
    assert_eq!(parsed("chunks broken.zarr/wrong_length --json")["decoded"], json!(null));
    let broken = parsed_fault("chunks broken.zarr/wrong_length --decode --json");
    assert_eq!(broken["decoded"]["faulty"], json!({"count": 1, "keys": ["c.0.1"]}));
    assert_has(&broken["fault"], &json!({"stage": "bytes", "codec_index": 1}));
    let (message, stdout) = faulty("chunks broken.zarr/wrong_length --decode");
    assert_names(&message, &["broken.zarr/wrong_length: c.0.1: bytes: expected"]);
    assert_names(&String::from_utf8(stdout).unwrap(), &["1 faulty", "faulty     c.0.1"]);
}

/// An array of one dimension whose chunks have these sizes.
fn array_of_sizes(sizes: &[usize]) -> Store {
    let shape = format!("[{}]", sizes.len() + 1);
    let store = Store::of(&Document::v3().shaped(&shape, "[1]").dotted());
    for (index, nbytes) in sizes.iter().enumerate() {
        store.write(&index.to_string(), vec![1; *nbytes]);
    }
    store
}

#[test]
fn chunks_names_the_sizes_that_are_far_from_most() {
    // Twenty of 100 bytes: the middle half counts as 10 bytes wide, so that 131 bytes are too far and 130 are not.
    let sizes = [&[100; 20][..], &[130, 131, 69, 0]].concat();
    let store = array_of_sizes(&sizes);
    let chunks = store.parsed("chunks PATH --json");
    assert_eq!(
        chunks["outliers"],
        json!([{"chunk": [21], "key": "21", "nbytes": 131}, {"chunk": [22], "key": "22", "nbytes": 69},
            {"chunk": [23], "key": "23", "nbytes": 0}])
    );
    assert_eq!(
        (&chunks["outlier_count"], &chunks["zero_length"]),
        (&json!(3), &json!({"count": 1, "keys": ["23"]}))
    );
    assert_has(
        &chunks["sizes"],
        &json!({"min": 0, "lower_quartile": 100, "median": 100, "upper_quartile": 100, "max": 131}),
    );
    // 132 sizes from 0 to 131 in 16 ranges: eight or nine each.
    let histogram = chunks["sizes"]["histogram"].as_array().unwrap();
    assert_eq!((histogram.len(), &histogram[0]), (16, &json!({"from": 0, "to": 8, "count": 1})));
    assert_eq!(histogram[15], json!({"from": 124, "to": 131, "count": 2}));
    let text = store.text("chunks PATH");
    assert_names(
        &text,
        &["outlier    21  131 B", "outlier    23  0 B", "no bytes   23", "middle half 100 B to 100 B"],
    );
}

#[test]
fn chunks_prints_the_first_outliers_and_counts_the_others() {
    let sizes = [&[100; 60][..], &[900; 11]].concat();
    let store = array_of_sizes(&sizes);
    let text = store.text("chunks PATH");
    assert_eq!(text.lines().filter(|line| line.starts_with("outlier ")).count(), 9, "{text}");
    assert_names(&text, &["outlier    67  900 B", "outlier    … and 3 more"]);
}

#[test]
fn chunks_says_which_inner_chunks_it_counts() {
    assert_names(&text("chunks sharded.zarr/missing_inner"), &["8 missing  (4, 4)\n"]);
    assert_names(line(&text("chunks sharded.zarr/nested"), "inner "), &["each a shard again"]);
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

#[test]
fn info_shows_on_which_line_each_field_is() {
    let places = text("info climate.zarr/temperature");
    let (_, places) = places.split_once("where in the document\n").unwrap();
    assert_names(line(places, "/shape "), &["zarr.json:2 ", "\"shape\": [10, 200, 3000]"]);
    assert_names(line(places, "/codecs/3 "), &["zarr.json:59 ", "{\"name\": \"zstd\", \"configuration\": {"]);
    let sources = &parsed("info climate.zarr/temperature --json")["sources"];
    // The lines of the document, counted by another program.
    let document =
        std::fs::read_to_string(repository("sample-data/climate.zarr/temperature/zarr.json")).unwrap();
    for (field, start) in
        [("shape", "  \"shape\""), ("fill_value", "  \"fill_value\""), ("attributes", "  \"attributes\"")]
    {
        let source = sources.as_array().unwrap().iter().find(|source| source["field"] == field).unwrap();
        let expected = document.lines().position(|line| line.starts_with(start)).unwrap() + 1;
        assert_eq!(source["line"], expected, "{source}");
    }
    let nested = parsed("info sharded.zarr/nested --json");
    let pointers: Vec<&str> = each(&nested["sources"], "pointer");
    assert!(
        pointers.contains(&"/codecs/0/configuration/codecs/0/configuration/index_codecs/1"),
        "{pointers:?}"
    );
}

#[test]
fn info_names_the_document_of_each_field_in_v2() {
    let hierarchy = "../tests/corpus/v2/zarr2/hierarchy_consolidated";
    let sources = parsed(&format!("info {hierarchy}/top --json"))["sources"].clone();
    let field = |name: &str| {
        sources
            .as_array()
            .unwrap()
            .iter()
            .find(|source| source["field"] == name)
            .unwrap_or(&serde_json::Value::Null)
            .clone()
    };
    assert_has(&field("data_type"), &json!({"document": ".zarray", "pointer": "/dtype"}));
    assert_has(&field("attributes"), &json!({"document": ".zattrs", "pointer": "", "line": 1}));
    assert_has(&field("chunk_key_encoding"), &json!({"line": null, "text": null}));
}
