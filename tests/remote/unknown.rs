//! What cannot be known of a store at an address, and what stands in for it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::server::{Fault, Server};
use super::{failed, parsed, run, sound};

fn group(attributes: &Value) -> Vec<u8> {
    json!({"zarr_format": 3, "node_type": "group", "attributes": attributes}).to_string().into_bytes()
}

/// An array of four numbers in two chunks.
fn array(dimensions: &[&str]) -> Vec<u8> {
    let shape: Vec<u64> = dimensions.iter().map(|_| 2).collect();
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": shape}}, "chunk_key_encoding": "default",
    });
    document.to_string().into_bytes()
}

fn serve(objects: &[(&str, Vec<u8>)]) -> Server {
    Server::start(
        objects.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect::<BTreeMap<_, _>>(),
    )
}

fn image(version_5: bool) -> Value {
    let axes = json!([{"name": "y", "type": "space"}, {"name": "x", "type": "space"}]);
    let level =
        |path: &str| json!({"path": path, "coordinateTransformations": [{"type": "scale", "scale": [1, 1]}]});
    let images =
        json!({"multiscales": [{"axes": axes, "datasets": [level("0"), level("1"), level("gone")]}]});
    if version_5 { json!({"ome": images}) } else { images }
}

/// The names of the children of a node in `tree --json`.
fn names(node: &Value) -> Vec<&str> {
    node["children"].as_array().into_iter().flatten().filter_map(|child| child["name"].as_str()).collect()
}

fn images() -> Server {
    serve(&[
        ("a.zarr/zarr.json", group(&image(true))),
        ("a.zarr/0/zarr.json", array(&["y", "x"])),
        ("a.zarr/0/c/0/0", vec![1, 2, 3, 4]),
        ("a.zarr/1/zarr.json", array(&["y", "x"])),
        ("a.zarr/labels/zarr.json", group(&json!({"ome": {"labels": ["cells"]}}))),
        ("a.zarr/labels/cells/zarr.json", group(&image(true))),
        ("a.zarr/labels/cells/0/zarr.json", array(&["y", "x"])),
        ("a.zarr/hidden/zarr.json", array(&["y"])),
    ])
}

#[test]
fn the_levels_and_labels_of_an_image_are_known_where_nothing_is_listed() {
    let server = images();
    let tree = parsed(&format!("tree {} --json", server.http("a.zarr")));
    assert_eq!(names(&tree), ["0", "1", "labels"]);
    assert_eq!(names(&tree["children"][2]), ["cells"]);
    assert_eq!(names(&tree["children"][2]["children"][0]), ["0"]);
    assert_eq!(tree["children"][0]["chunks"], json!({"stored": null, "missing": null}), "nobody asked");
    assert!(tree["notes"][0].as_str().unwrap().contains("a server that lists none"), "{tree}");
    let text = sound(&format!("tree {}", server.http("a.zarr")));
    assert!(text.contains("but for nodes that documents name"), "{text}");
    let verified = parsed(&format!("verify {} --json", server.http("a.zarr")));
    assert_eq!((&verified["arrays"], &verified["chunks"]["decoded"]), (&json!(3), &json!(1)));
    assert_eq!(verified["notes"][0]["rule"], "nodes-unlisted");
    let (code, found, note) = run(&format!("find {} kind:array --json", server.http("a.zarr")));
    assert_eq!((code, serde_json::from_str::<Value>(&found).unwrap().as_array().unwrap().len()), (0, 3));
    assert!(note.contains("a server that lists none"), "{note}");
    let (_, checked, _) = run(&format!("check {} --json", server.http("a.zarr")));
    assert!(checked.contains("nodes-unlisted") && checked.contains("multiscales-path"), "{checked}");
}

#[test]
fn the_levels_of_an_image_of_version_2_are_known() {
    let document = json!({
        "zarr_format": 2, "shape": [2, 2], "chunks": [2, 2], "dtype": "|u1", "compressor": null, "filters": null, "order": "C",
        "fill_value": 0,
    });
    let server = serve(&[
        ("a.zarr/.zgroup", b"{\"zarr_format\": 2}".to_vec()),
        ("a.zarr/.zattrs", image(false).to_string().into_bytes()),
        ("a.zarr/0/.zarray", document.to_string().into_bytes()),
        ("a.zarr/0/0.0", vec![1, 2, 3, 4]),
        ("a.zarr/1/.zarray", document.to_string().into_bytes()),
    ]);
    let tree = parsed(&format!("tree {} --json", server.http("a.zarr")));
    assert_eq!(names(&tree), ["0", "1"]);
    let picture = sound(&format!("picture {} --level 0", server.http("a.zarr")));
    assert!(picture.contains("rows y 0:2, columns x 0:2"), "{picture}");
    let picture = sound(&format!("picture {}", server.http("a.zarr/0")));
    assert!(picture.contains("rows y 0:2, columns x 0:2"), "{picture}");
}

#[test]
fn the_wells_of_a_plate_lie_in_its_rows() {
    let plate = json!({"ome": {"plate": {"rows": [{"name": "A"}], "columns": [{"name": "1"}, {"name": "2"}],
        "wells": [{"path": "A/1", "rowIndex": 0, "columnIndex": 0}, {"path": "A/2", "rowIndex": 0, "columnIndex": 1}]}}});
    let well = json!({"ome": {"well": {"images": [{"path": "0"}]}}});
    let server = serve(&[
        ("p.zarr/zarr.json", group(&plate)),
        ("p.zarr/A/zarr.json", group(&json!({}))),
        ("p.zarr/A/1/zarr.json", group(&well)),
        ("p.zarr/A/1/0/zarr.json", group(&image(true))),
        ("p.zarr/A/1/0/0/zarr.json", array(&["y", "x"])),
    ]);
    let tree = parsed(&format!("tree {} --json", server.http("p.zarr")));
    let row = &tree["children"][0];
    assert_eq!((names(&tree), names(row)), (vec!["A"], vec!["1"]));
    assert_eq!(names(&row["children"][0]["children"][0]), ["0"]);
}

#[test]
fn the_series_of_bioformats2raw_are_counted() {
    let server = serve(&[
        ("b.zarr/zarr.json", group(&json!({"ome": {"bioformats2raw.layout": 3}}))),
        ("b.zarr/0/zarr.json", group(&json!({}))),
        ("b.zarr/1/zarr.json", group(&json!({}))),
        ("b.zarr/3/zarr.json", group(&json!({}))),
        ("b.zarr/OME/zarr.json", group(&json!({}))),
    ]);
    let address = server.http("b.zarr");
    // Of the series themselves nothing is known.
    let (code, tree, _) = run(&format!("tree {address} --json"));
    let tree: Value = serde_json::from_str(&tree).unwrap();
    assert_eq!((code, names(&tree)), (3, vec!["0", "1", "OME"]));
}

#[test]
fn elements_of_anndata_are_known_where_nothing_is_listed() {
    let table = json!({"encoding-type": "dataframe", "encoding-version": "0.2.0", "_index": "cell", "column-order": ["n"]});
    let server = serve(&[
        ("a.zarr/zarr.json", group(&json!({"encoding-type": "anndata", "encoding-version": "0.1.0"}))),
        ("a.zarr/X/zarr.json", array(&["x"])),
        ("a.zarr/obs/zarr.json", group(&table)),
        ("a.zarr/obs/cell/zarr.json", array(&["x"])),
        ("a.zarr/obs/n/zarr.json", array(&["x"])),
    ]);
    let tree = parsed(&format!("tree {} --json", server.http("a.zarr")));
    assert_eq!((names(&tree), names(&tree["children"][1])), (vec!["X", "obs"], vec!["cell", "n"]));
}

#[test]
fn a_node_that_is_named_and_refused_is_shown_with_the_reason() {
    let server = images();
    server.fail("/a.zarr/1/", Fault::Status(403));
    let (code, tree, _) = run(&format!("tree {} --json --retries 0", server.http("a.zarr")));
    let tree: Value = serde_json::from_str(&tree).unwrap();
    assert_eq!((code, names(&tree)), (3, vec!["0", "1", "labels"]));
    assert!(tree["children"][1]["faults"].to_string().contains("permission denied"), "{tree}");
}

#[test]
fn references_and_archives_at_an_address_are_refused_as_such() {
    let copies = json!({"metadata": {".zgroup": {"zarr_format": 2}}, "record_size": 100});
    let server = serve(&[
        ("r.parq/.zmetadata", copies.to_string().into_bytes()),
        ("r.parq/x/refs.0.parq", b"PAR1".to_vec()),
        (
            "r.json",
            json!({"version": 1, "refs": {".zgroup": "{\"zarr_format\": 2}"}}).to_string().into_bytes(),
        ),
        ("z.zip", b"PK\x03\x04 and more".to_vec()),
        ("s.zarr/zarr.json", group(&json!({}))),
    ]);
    for (name, found) in [
        ("r.parq", "found references to chunks in other files"),
        ("r.json", "found references to chunks in other files"),
        ("z.zip", "found a zip archive, which is read from a disk only"),
    ] {
        for (address, options) in
            [(server.http(name), String::new()), (format!("s3://bucket/{name}"), server.s3_options())]
        {
            for command in ["tree", "verify", "info"] {
                // Below a file, a server of objects lists nothing.
                let lists_nothing = command != "info" && !options.is_empty() && !name.ends_with("parq");
                let expected = if lists_nothing { 1 } else { 3 };
                let message = failed(&format!("{command} {address} {options}"), expected);
                assert!(message.contains(found) && message.contains("disk only"), "{command}: {message}");
            }
            let other =
                if options.is_empty() { server.http("s.zarr") } else { "s3://bucket/s.zarr".to_owned() };
            let (code, compared, _) = run(&format!("diff {address} {other} --json {options}"));
            let compared: Value = serde_json::from_str(&compared).unwrap();
            assert_eq!((code, &compared["nodes"]["only_in_b"]), (3, &json!([])), "{compared}");
        }
    }
}

#[test]
fn copies_that_nobody_compared_are_a_note() {
    let root = json!({
        "zarr_format": 3, "node_type": "group", "attributes": {},
        "consolidated_metadata": {"kind": "inline", "must_understand": false, "metadata": {}},
    });
    let server = serve(&[("a.zarr/zarr.json", root.to_string().into_bytes())]);
    for (address, options) in
        [(server.http("a.zarr"), String::new()), ("s3://bucket/a.zarr".to_owned(), server.s3_options())]
    {
        let found = parsed(&format!("check {address} --fail-on warning --json {options}"));
        let rules: Vec<_> =
            found["findings"].as_array().unwrap().iter().map(|found| &found["rule"]).collect();
        assert_eq!(rules, ["consolidated-unchecked"], "{found}");
    }
}

#[test]
fn what_is_printed_of_a_node_leads_back_to_it() {
    let odd = ["50% #1?", "x#y", "a%20b"];
    let copies: serde_json::Map<_, _> = odd
        .iter()
        .map(|name| ((*name).to_owned(), serde_json::from_slice::<Value>(&array(&["x"])).unwrap()))
        .collect();
    let root = json!({
        "zarr_format": 3, "node_type": "group", "attributes": {},
        "consolidated_metadata": {"kind": "inline", "must_understand": false, "metadata": copies},
    });
    let mut objects = BTreeMap::from([("a#1.zarr/zarr.json".to_owned(), root.to_string().into_bytes())]);
    objects.extend(odd.iter().map(|name| (format!("a#1.zarr/{name}/zarr.json"), array(&["x"]))));
    let server = Server::start(objects);
    for (address, options) in
        [(server.http("a%231.zarr"), String::new()), ("s3://bucket/a#1.zarr".to_owned(), server.s3_options())]
    {
        let tree = parsed(&format!("tree {address} --json {options}"));
        let children = tree["children"].as_array().unwrap();
        assert_eq!(children.len(), 3);
        for child in children {
            let path = child["path"].as_str().unwrap();
            let mut command = crate::program::zarrscope("", &format!("info --json {options}"));
            let output = command.arg(path).output().unwrap();
            assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
            let info: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(info["shape"], json!([2]), "{path}");
        }
    }
}

#[test]
fn what_is_secret_is_not_printed_of_what_is_no_address() {
    for command in [
        "tree http://user:hunter2/x@127.0.0.1/x.zarr",
        "tree ftp://user:hunter2@h/x",
        "tree hdfs://user:hunter2@h/x",
        "tree simplecache::http://user:hunter2@127.0.0.1/x",
        "tree http:/user:hunter2@127.0.0.1/x",
        "tree a http://user:hunter2@127.0.0.1/x?sig=hunter2",
        "tree --endpont=http://user:hunter2@127.0.0.1/x",
        "verify climate.zarr --expect http://user:hunter2@127.0.0.1/x?sig=hunter2",
        "merge http://user:hunter2@127.0.0.1/x?sig=hunter2",
        "tree climate.zarr --depth http://user:hunter2@127.0.0.1/x",
        "decode climate.zarr/time -o http://user:hunter2@127.0.0.1/x/y",
    ] {
        let (code, stdout, stderr) = run(command);
        assert_ne!(code, 0, "{command}: {stdout}{stderr}");
        assert!(!format!("{stdout}{stderr}").contains("hunter2"), "{command}: {stdout}{stderr}");
    }
}

#[test]
fn nodes_that_one_side_does_not_list_are_looked_for_by_their_names() {
    let server = serve(&[
        ("a.zarr/zarr.json", group(&json!({}))),
        ("a.zarr/g/zarr.json", group(&json!({}))),
        ("a.zarr/g/x/zarr.json", array(&["x"])),
        ("a.zarr/y/zarr.json", array(&["x"])),
        ("b.zarr/zarr.json", group(&json!({}))),
        ("b.zarr/g/zarr.json", group(&json!({}))),
        ("b.zarr/g/x/zarr.json", array(&["x"])),
        ("b.zarr/y/zarr.json", array(&["x"])),
        ("b.zarr/z/zarr.json", array(&["x"])),
    ]);
    let (a, b, options) = (server.http("a.zarr"), "s3://bucket/b.zarr", server.s3_options());
    let (code, compared, _) = run(&format!("diff {a} {b} --json {options}"));
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert_eq!((code, &compared["equal"]), (1, &json!(false)));
    assert_eq!(compared["nodes"], json!({"only_in_a": [], "only_in_b": ["z"], "unlisted_in_a": ["", "g"]}));
    let paths: Vec<_> = compared["arrays"].as_array().unwrap().iter().map(|array| &array["path"]).collect();
    assert_eq!(paths, ["g/x", "y"]);
    // What both have is equal; whether there is more is not known.
    let (code, compared, message) = run(&format!("diff {} {b}/g {options}", server.http("a.zarr/g")));
    assert_eq!(code, 3, "{compared}");
    assert!(
        compared.contains("not all can be compared") && compared.contains("not known in a: nodes of"),
        "{compared}"
    );
    assert!(message.contains("whether it has other nodes is not known"), "{message}");
}

#[test]
fn what_the_store_does_not_answer_is_counted_apart_from_faults() {
    let server = Server::of(&crate::repository::repository("sample-data"));
    server.fail("/c/0/0/", Fault::Status(403));
    let address = server.http("climate.zarr/temperature");
    let (code, counted, _) = run(&format!("stats {address} --json --retries 0"));
    let counted: Value = serde_json::from_str(&counted).unwrap();
    assert_eq!((code, &counted["faulty_chunks"]), (3, &json!(0)), "{counted}");
    let unknown = counted["unknown_chunks"].as_u64().unwrap();
    assert!(unknown > 1, "{counted}");
    let (_, text, errors) = run(&format!("stats {address} --retries 0"));
    assert!(text.contains(&format!("? {unknown} chunks, whose elements are not counted")), "{text}");
    assert!(errors.contains("? not known: ") && !errors.contains('✗'), "{errors}");
    let (code, picture, error) = run(&format!("picture {address} --retries 0"));
    assert!(picture.contains("? not known") && !picture.contains("fault"), "{picture}");
    assert!(code == 3 && error.contains("not known, because the store did not answer"), "{error}");
    assert!(!error.contains("cannot be decoded"), "{error}");
    let (_, chunks, _) = run(&format!("chunks {address} --retries 0"));
    assert!(
        chunks.contains(&format!("not known  {unknown}")) && !chunks.contains("cannot be read"),
        "{chunks}"
    );
    let (code, verified, _) = run(&format!("verify {address} --json --retries 0"));
    let verified: Value = serde_json::from_str(&verified).unwrap();
    assert_eq!((code, &verified["chunks"]["faulty"]), (3, &json!(0)), "{verified}");
    assert_eq!(verified["chunks"]["not_known"].as_u64(), Some(unknown), "{verified}");
}

#[test]
fn a_grid_that_is_too_large_to_ask_for_has_no_faulty_chunks() {
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": [10_000_000], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "codecs": ["bytes"],
        "chunk_key_encoding": "default",
    });
    let server = serve(&[("x.zarr/zarr.json", document.to_string().into_bytes())]);
    let (code, counted, _) = run(&format!("stats {} --json", server.http("x.zarr")));
    let counted: Value = serde_json::from_str(&counted).unwrap();
    let chunks = ["missing_chunks", "faulty_chunks", "unknown_chunks"].map(|name| counted[name].clone());
    assert_eq!((code, chunks), (3, [json!(0), json!(0), json!(10_000_000)]), "{counted}");
    let (_, chunks, _) = run(&format!("chunks {}", server.http("x.zarr")));
    assert!(chunks.contains("10 000 000"), "{chunks}");
}
