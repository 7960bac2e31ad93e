//! How often a server is asked.

use std::collections::BTreeMap;

use serde_json::json;

use super::server::{Fault, Server};
use super::{parsed, sound};
use crate::repository::repository;

fn samples() -> Server {
    Server::of(&repository("sample-data"))
}

#[test]
fn a_chunk_of_an_array_costs_two_requests() {
    let server = samples();
    let trace = parsed(&format!("trace {} --chunk 1,3,1 --json", server.http("climate.zarr/temperature")));
    assert_eq!(
        server.asked(),
        ["GET /climate.zarr/temperature/zarr.json", "GET /climate.zarr/temperature/c/1/3/1"]
    );
    assert_eq!(trace["requests"]["count"], 2);
    let nbytes = |key: &str| {
        std::fs::metadata(repository("sample-data/climate.zarr/temperature").join(key)).unwrap().len()
    };
    assert_eq!(trace["requests"]["bytes"], nbytes("zarr.json") + nbytes("c/1/3/1"));
}

#[test]
fn each_request_is_printed_with_its_answer_and_bytes() {
    let server = samples();
    let address = server.http("climate.zarr/temperature");
    let (code, _, error) = crate::run(&format!("trace {address}?sig=s3cret --chunk 1,3,1 --requests"));
    assert_eq!(code, 0, "{error}");
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 2, "{error}");
    for (line, key) in lines.into_iter().zip(["zarr.json", "c/1/3/1"]) {
        let own = repository("sample-data/climate.zarr/temperature").join(key);
        let nbytes = zarrscope::metadata::text::grouped(std::fs::metadata(own).unwrap().len().into());
        assert!(line.contains(&format!(" ms  200  {nbytes:>12} B  GET 127.0.0.1/")), "{line}");
        assert!(line.ends_with(&format!("/climate.zarr/temperature/{key}")), "{line}");
    }
    assert!(!error.contains("s3cret"), "{error}");
}

#[test]
fn on_a_disk_no_requests_are_counted() {
    assert_eq!(parsed("trace climate.zarr/temperature --chunk 0,0,0 --json").get("requests"), None);
}

#[test]
fn an_inner_chunk_costs_two_requests_beside_the_document() {
    let server = samples();
    let mut arrays = Vec::new();
    for child in parsed("tree sharded.zarr --json")["children"].as_array().unwrap() {
        arrays.push(child["path"].as_str().unwrap().to_owned());
    }
    let mut ends = 0;
    for array in arrays {
        let rank = parsed(&format!("info {array} --json"))["shape"].as_array().unwrap().len();
        let zero = vec!["0"; rank].join(",");
        let local = crate::run(&format!("trace {array} --chunk {zero} --inner {zero} --json"));
        let there =
            crate::run(&format!("trace {} --chunk {zero} --inner {zero} --json", server.http(&array)));
        assert_eq!(there.0, local.0, "{array}");
        let asked = server.asked();
        let chunk: Vec<&String> =
            asked.iter().filter(|line| line.contains("/c/") || line.contains("/c.")).collect();
        // A codec behind the sharding makes the shard one value.
        let is_whole = chunk.iter().any(|line| !line.contains("bytes="));
        assert!(chunk.len() <= if is_whole { 1 } else { 2 }, "{array}: {asked:?}");
        ends += usize::from(chunk.iter().any(|line| line.contains("bytes=-")));
    }
    assert!(ends > 0, "no index at an end was asked for by a suffix");
}

/// A shard of four rows of four inner chunks of 2 by 2, of which the last row lies 70 000 bytes behind the others, and its array.
fn shard() -> BTreeMap<String, Vec<u8>> {
    let codecs = json!([{"name": "sharding_indexed", "configuration": {
        "chunk_shape": [2, 2], "codecs": ["bytes"], "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
    }}]);
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": [8, 8], "data_type": "uint8", "fill_value": 0, "codecs": codecs,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [8, 8]}}, "chunk_key_encoding": "default",
    });
    let mut bytes: Vec<u8> = (0..48).collect();
    bytes.resize(48 + 70_000, 0xee);
    bytes.extend(48..64);
    let offset = |number: u64| number * 4 + if number < 12 { 0 } else { 70_000 };
    bytes.extend((0..16_u64).flat_map(|number| [offset(number), 4]).flat_map(u64::to_le_bytes));
    BTreeMap::from([
        ("a.zarr/zarr.json".to_owned(), document.to_string().into_bytes()),
        ("a.zarr/c/0/0".to_owned(), bytes),
    ])
}

#[test]
fn inner_chunks_that_are_near_each_other_are_one_request() {
    let server = Server::start(shard());
    let decoded = |region: &str| {
        let values = sound(&format!("decode {} --region {region} --format raw", server.http("a.zarr")));
        let ranges: Vec<String> = server
            .requests()
            .into_iter()
            .filter(|request| request.target.ends_with("/c/0/0"))
            .map(|request| request.headers.get("range").cloned().unwrap_or_default())
            .collect();
        server.asked();
        (values.into_bytes(), ranges)
    };
    // Each inner chunk has four numbers in a row, and the next one in its row goes on with them.
    let (values, ranges) = decoded("0:2,0:8");
    assert_eq!(values, [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15]);
    assert_eq!(ranges, ["bytes=-256", "bytes=0-15"]);
    let (values, ranges) = decoded("1:7,7:8");
    assert_eq!(values, [15, 29, 31, 45, 47, 61]);
    // 12..16, 28..32 and 44..48 are near; the last is far behind them.
    assert_eq!(ranges, ["bytes=-256", "bytes=12-47", "bytes=70060-70063"]);
    let (values, ranges) = decoded("3:4,2:4");
    assert_eq!((values, ranges), (vec![22, 23], vec!["bytes=-256".to_owned(), "bytes=20-23".to_owned()]));
}

#[test]
fn a_picture_of_a_shard_joins_its_requests() {
    let server = Server::start(shard());
    sound(&format!("picture {} --region 0:6,1:8", server.http("a.zarr")));
    let asked = server.asked().into_iter().filter(|line| line.contains("/c/0/0")).collect::<Vec<_>>();
    assert_eq!(asked.len(), 2, "{asked:?}");
}

#[test]
fn a_picture_of_many_parts_of_a_shard_reads_its_index_once() {
    let mut objects = shard();
    let document = String::from_utf8(objects["a.zarr/zarr.json"].clone()).unwrap();
    let document = document.replace("[8,8]", "[256,256]");
    objects.insert("a.zarr/zarr.json".to_owned(), document.into_bytes());
    let one = [0_u64, 4].map(u64::to_le_bytes).concat();
    objects.insert("a.zarr/c/0/0".to_owned(), [vec![7; 4], one.repeat(128 * 128)].concat());
    let server = Server::start(objects);
    sound(&format!("picture {}", server.http("a.zarr")));
    let asked = server.requests();
    let index = |range: &String| range.contains("262144");
    let read = asked.iter().filter(|request| request.headers.get("range").is_some_and(index)).count();
    assert!(asked.len() > 100, "as one part: {} requests", asked.len());
    assert_eq!(read, 1);
}

/// Where a codec before the sharding rearranges elements, a part needs all of the shard.
#[test]
fn a_shard_whose_elements_are_rearranged_is_one_request() {
    let server = samples();
    let array = "sharded.zarr/transpose_before";
    let decode = |path: &str| sound(&format!("decode {path} --region 0:1,0:1 --format csv"));
    assert_eq!(decode(&server.http(array)), decode(array));
    let asked = server.asked().into_iter().filter(|line| line.contains("/c.")).collect::<Vec<_>>();
    assert_eq!(asked, ["GET /sharded.zarr/transpose_before/c.0.0"]);
}

/// An array in a group, its coordinate in the root above that, and copies of all documents in the root.
pub fn labelled() -> BTreeMap<String, Vec<u8>> {
    let group = json!({"zarr_format": 3, "node_type": "group"});
    let array = |dimension: &str| {
        json!({
            "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": "default",
            "dimension_names": [dimension],
        })
    };
    let copies = json!({"g": group, "g/v": array("x"), "x": array("x")});
    let mut root = group.clone();
    root["consolidated_metadata"] = json!({"kind": "inline", "must_understand": false, "metadata": copies});
    let text = |value: &serde_json::Value| value.to_string().into_bytes();
    BTreeMap::from(
        [
            ("a b.zarr/zarr.json", text(&root)),
            ("a b.zarr/g/zarr.json", text(&group)),
            ("a b.zarr/g/v/zarr.json", text(&array("x"))),
            ("a b.zarr/g/v/c/0", vec![1, 2, 3, 4]),
            ("a b.zarr/x/zarr.json", text(&array("x"))),
            ("a b.zarr/x/c/0", vec![10, 20, 30, 40]),
        ]
        .map(|(key, bytes)| (key.to_owned(), bytes)),
    )
}

/// What labels of an array that is opened alone cost beside the array: two documents above it, and the chunk of its coordinate.
const FOR_LABELS: [&str; 3] =
    ["GET /a%20b.zarr/g/zarr.json", "GET /a%20b.zarr/zarr.json", "GET /a%20b.zarr/x/c/0"];

#[test]
fn labels_above_an_address_are_found_from_copies_and_only_where_they_are_asked_for() {
    let server = Server::start(labelled());
    let array = server.http("a%20b.zarr/g/v");
    let own = ["GET /a%20b.zarr/g/v/zarr.json", "GET /a%20b.zarr/g/v/c/0"];
    for command in
        ["decode {} --region 0:2", "stats {} --region 0:2", "info {}", "trace {} --chunk 0", "check {}"]
    {
        sound(&command.replace("{}", &array));
        let asked = server.asked();
        assert!(!asked.iter().any(|line| FOR_LABELS.contains(&line.as_str())), "{command}: {asked:?}");
    }
    let decoded = parsed(&format!("decode {array} --sel x=30 --format json"));
    assert_eq!(decoded["values"], json!([3]));
    let mut asked = server.asked();
    asked.retain(|line| !own.contains(&line.as_str()));
    assert_eq!(asked, FOR_LABELS);
    for command in ["decode {} --physical --region 1:3", "decode {} --sel x=20:30"] {
        let table = sound(&command.replace("{}", &array));
        assert!(table.contains("20") && table.contains("30"), "{table}");
        let asked = server.asked();
        let above = asked.iter().filter(|line| FOR_LABELS[..2].contains(&line.as_str()));
        assert_eq!(above.count(), 2, "{command}: {asked:?}");
    }
}

#[test]
fn labels_without_copies_above_cost_a_few_requests() {
    let mut objects = labelled();
    objects.remove("a b.zarr/zarr.json");
    let server = Server::start(objects);
    let array = server.http("a%20b.zarr/g/v");
    let (code, _, stderr) = crate::run(&format!("decode {array} --sel x=30"));
    assert_eq!(code, 2, "{stderr}");
    let above = server.asked().into_iter().filter(|line| FOR_LABELS[..2].contains(&line.as_str()));
    assert_eq!(above.count(), 2, "a group without a document ends the search");
}

#[test]
fn labels_of_version_2_are_found_from_copies_above() {
    let array = json!({
        "zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "|u1", "fill_value": 0, "order": "C", "compressor": null,
        "filters": null,
    });
    let (group, names) = (json!({"zarr_format": 2}), json!({"_ARRAY_DIMENSIONS": ["x"]}));
    let copies = json!({"zarr_consolidated_format": 1, "metadata": {
        ".zgroup": group, "g/.zgroup": group, "g/v/.zarray": array, "g/v/.zattrs": names, "x/.zarray": array, "x/.zattrs": names,
    }});
    let objects = [
        (".zmetadata", copies.to_string().into_bytes()),
        ("g/v/.zarray", array.to_string().into_bytes()),
        ("g/v/.zattrs", names.to_string().into_bytes()),
        ("g/v/0", vec![1, 2, 3, 4]),
        ("x/0", vec![10, 20, 30, 40]),
    ];
    let server = Server::start(objects.map(|(key, bytes)| (format!("a.zarr/{key}"), bytes)).into());
    let decoded = parsed(&format!("decode {} --sel x=40 --format json", server.http("a.zarr/g/v")));
    assert_eq!(decoded["values"], json!([4]));
    let asked = server.asked();
    let copies: Vec<&String> = asked.iter().filter(|line| line.ends_with("/.zmetadata")).collect();
    assert_eq!(copies, ["GET /a.zarr/g/.zmetadata", "GET /a.zarr/.zmetadata"], "{asked:?}");
}

#[test]
fn a_tree_with_consolidated_metadata_costs_one_request() {
    let group = json!({"zarr_format": 3, "node_type": "group"});
    let copies: serde_json::Map<_, _> =
        (0..1000).map(|number| (format!("n{number}"), group.clone())).collect();
    let mut root = group.clone();
    root["consolidated_metadata"] = json!({"kind": "inline", "must_understand": false, "metadata": copies});
    let server =
        Server::start(BTreeMap::from([("a.zarr/zarr.json".to_owned(), root.to_string().into_bytes())]));
    for (address, options) in
        [(server.http("a.zarr"), String::new()), ("s3://bucket/a.zarr".to_owned(), server.s3_options())]
    {
        let found = parsed(&format!("find {address} kind:group --json {options}"));
        assert_eq!(found.as_array().unwrap().len(), 1000);
        let asked = server.asked();
        assert_eq!(asked.len(), 1, "{asked:?}");
    }
}

#[test]
fn a_tree_and_a_node_cost_their_documents_and_no_look_at_chunks() {
    let array = |number: u32| {
        json!({
            "zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": "default",
            "attributes": {"number": number, "units": "days since 2000-01-01", "coordinates": "n1"},
        })
    };
    let copies: serde_json::Map<_, _> =
        (0..1000).map(|number| (format!("n{number}"), array(number))).collect();
    let mut root = json!({"zarr_format": 3, "node_type": "group"});
    root["consolidated_metadata"] = json!({"kind": "inline", "must_understand": false, "metadata": copies});
    let server = Server::start(BTreeMap::from([
        ("a.zarr/zarr.json".to_owned(), root.to_string().into_bytes()),
        ("a.zarr/n7/zarr.json".to_owned(), array(7).to_string().into_bytes()),
        ("a.zarr/n7/c/0".to_owned(), vec![1, 2]),
    ]));
    for (address, options) in
        [(server.http("a.zarr"), String::new()), ("s3://bucket/a.zarr".to_owned(), server.s3_options())]
    {
        let tree = parsed(&format!("tree {address} --json {options}"));
        assert_eq!(server.asked().len(), 1);
        let below = tree["children"].as_array().unwrap();
        assert_eq!(below.len(), 1000);
        assert_eq!(below[7]["chunks"], json!({"stored": null, "missing": null}));
        assert_eq!(below[7].get("stored_nbytes"), Some(&json!(null)));
        let text = sound(&format!("tree {address} {options}"));
        let last = "chunks of 1 000 arrays not counted, at an address: zarrscope chunks counts those of one";
        assert_eq!(text.lines().last(), Some(last));
        assert!(!text.contains("missing"), "{text}");
        server.asked();
        let info = parsed(&format!("info {address}/n7 --json {options}"));
        assert_eq!(server.asked().len(), 1);
        assert_eq!(info["chunks"], json!({"total": 2, "stored": null, "missing": null}));
        assert_eq!(info.get("stored_nbytes"), Some(&json!(null)));
        let text = sound(&format!("info {address}/n7 {options}"));
        assert!(text.contains("not counted, at an address: zarrscope chunks counts them"), "{text}");
        assert_eq!(server.asked().len(), 1);
    }
}

#[test]
fn a_group_over_s3_costs_its_document_and_its_list() {
    let server = samples();
    sound(&format!("tree s3://bucket/climate.zarr --depth 0 {}", server.s3_options()));
    assert_eq!(server.asked(), ["GET /bucket/climate.zarr/zarr.json"]);
    sound(&format!("tree s3://bucket/climate.zarr --depth 1 {}", server.s3_options()));
    let lists = server.asked().into_iter().filter(|line| line.contains("list-type=2")).count();
    assert_eq!(lists, 1);
}

#[test]
fn the_text_of_a_trace_says_what_was_asked() {
    let server = samples();
    let text = sound(&format!("trace {} --chunk 1,3,1", server.http("climate.zarr/temperature")));
    assert!(text.lines().any(|line| line.starts_with("asked   2 requests, ")), "{text}");
}

#[test]
fn a_server_without_ranges_gives_a_shard_once() {
    let server = samples();
    server.fail("/plain/c", Fault::NoRanges);
    let there =
        parsed(&format!("trace {} --chunk 0,0 --inner 0,0 --json", server.http("sharded.zarr/plain")));
    let local = parsed("trace sharded.zarr/plain --chunk 0,0 --inner 0,0 --json");
    assert_eq!(there["nbytes"], local["nbytes"]);
    let chunk: Vec<String> = server.asked().into_iter().filter(|line| line.contains("/plain/c")).collect();
    assert_eq!(chunk.len(), 2, "one that shows that there are no ranges, one for all: {chunk:?}");
}

#[test]
fn a_server_without_ranges_from_the_end_gives_a_shard_in_parts() {
    let server = Server::start(shard());
    server.fail("/c/0/0", Fault::NoSuffix);
    let values = sound(&format!("decode {} --region 0:4,0:2 --format raw", server.http("a.zarr")));
    assert_eq!(values.into_bytes(), [0, 1, 2, 3, 16, 17, 18, 19]);
    let asked: Vec<String> = server.asked().into_iter().filter(|line| line.contains("/c/0/0")).collect();
    // 16 entries of 16 bytes each, at the end.
    let size = 48 + 70_000 + 16 + 256;
    let index = format!("GET /a.zarr/c/0/0 bytes={}-{}", size - 256, size - 1);
    let expected =
        ["GET /a.zarr/c/0/0 bytes=-256", "HEAD /a.zarr/c/0/0", &index, "GET /a.zarr/c/0/0 bytes=0-19"];
    assert_eq!(asked, expected);
}

#[test]
fn documents_of_many_nodes_are_read_at_the_same_time() {
    let group = json!({"zarr_format": 3, "node_type": "group"}).to_string().into_bytes();
    let mut objects: BTreeMap<String, Vec<u8>> =
        (0..100).map(|number| (format!("a.zarr/n{number}/zarr.json"), group.clone())).collect();
    objects.insert("a.zarr/zarr.json".to_owned(), group);
    let server = Server::start(objects);
    let found = parsed(&format!("find s3://bucket/a.zarr kind:group --json {}", server.s3_options()));
    assert_eq!(found.as_array().unwrap().len(), 100);
    let asked = server.asked();
    // Each document once, and the list of each node: nothing is asked for twice.
    assert_eq!(asked.iter().filter(|line| line.ends_with("/zarr.json")).count(), 101);
    assert_eq!(asked.iter().filter(|line| line.contains("list-type=2")).count(), 101);
}

/// The plan says what the program then does.
#[test]
fn a_read_takes_what_was_planned() {
    let server = samples();
    for (array, region) in [
        ("climate.zarr/temperature", "0:1,10:30,100:900"),
        ("sharded.zarr/plain", "0:3,2:3"),
        ("sharded.zarr/index_at_start", "1:2"),
        ("sharded.zarr/nested", "0:1,0:3"),
        ("sharded.zarr/transpose_before", "0:1,0:1"),
        ("sharded.zarr/missing_inner", "0:8"),
        ("sharded.zarr/gzip_after", "0:1"),
    ] {
        let of_chunks = |server: &Server| {
            let asked = server.asked();
            asked.iter().filter(|line| line.contains("/c/") || line.contains("/c.")).count()
        };
        let address = server.http(array);
        let plan = parsed(&format!("plan {address} --region {region} --json"));
        of_chunks(&server);
        sound(&format!("decode {address} --region {region} --format csv"));
        assert_eq!(plan["requests"], of_chunks(&server), "{array}");
    }
}
