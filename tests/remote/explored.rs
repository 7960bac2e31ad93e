//! The explorer at an address.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::store::{RemoteOptions, StoreAccess};

use super::requests::labelled;
use super::server::{Fault, Server};
use crate::explorer::Explorer;
use crate::repository::repository;

fn explore(server: &Server, address: &str) -> Explorer {
    explore_on((140, 40), server, address)
}

/// So low that the values of the next chunk are not on the screen too.
const LOW: (u16, u16) = (140, 20);

fn explore_on(size: (u16, u16), server: &Server, address: &str) -> Explorer {
    let endpoint = Some(format!("http://{}", server.address));
    let remote = RemoteOptions { endpoint, is_anonymous: true, retries: 0, ..RemoteOptions::default() };
    let access = StoreAccess { remote, ..StoreAccess::default() };
    let hierarchy = Hierarchy::open_at(Path::new(address), &access).unwrap();
    assert_eq!(server.asked(), Vec::<String>::new(), "opening asks for nothing");
    let mut explorer = Explorer::open(hierarchy, size);
    explorer.judges = true;
    explorer
}

/// How many values of chunks the server gave.
fn chunks(server: &Server) -> usize {
    server.asked().iter().filter(|line| line.starts_with("GET") && line.contains("/c/")).count()
}

#[test]
fn a_selected_chunk_is_asked_for_once_and_no_other() {
    let server = Server::of(&repository("sample-data"));
    for address in ["s3://bucket/climate.zarr/temperature", &server.http("climate.zarr/temperature")] {
        let mut explorer = explore_on(LOW, &server, address);
        let screen = explorer.keys("\n").screen();
        assert!(screen.contains("117 of 160 chunks"), "{screen}");
        assert!(screen.contains("281.56"), "{screen}");
        assert_eq!(chunks(&server), 1, "{address}");
        explorer.keys("x");
        assert_eq!(chunks(&server), 0, "its bytes are there");
        explorer.keys(":c 0,1,2\n");
        assert_eq!(chunks(&server), 1, "another one");
    }
}

#[test]
fn which_chunks_are_stored_is_asked_for_after_the_selected_one_and_not_of_very_many() {
    let server = Server::of(&repository("sample-data"));
    explore_on(LOW, &server, &server.http("climate.zarr/temperature")).keys("\n");
    let asked = server.asked();
    assert_eq!(
        asked[..2],
        ["GET /climate.zarr/temperature/zarr.json", "GET /climate.zarr/temperature/c/0/0/0"]
    );
    // The group above, once: the array may be a level of an image.
    let above = ["GET /climate.zarr/zarr.json"];
    let others: Vec<&String> = asked[2..].iter().filter(|line| !line.starts_with("HEAD ")).collect();
    assert_eq!(others, above, "{asked:?}");
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": [5000], "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": "default",
    });
    let server = Server::start(BTreeMap::from([
        ("a.zarr/zarr.json".to_owned(), document.to_string().into_bytes()),
        ("a.zarr/c/0".to_owned(), vec![7]),
    ]));
    let screen = explore(&server, &server.http("a.zarr")).keys("\n").screen();
    assert!(server.asked().iter().all(|line| line.starts_with("GET ")), "nothing is counted");
    assert!(screen.contains("which of 5 000 chunks are stored is not known"), "{screen}");
}

#[test]
fn a_table_at_an_address_counts_chunks_once_it_is_sorted_by_them() {
    let server = Server::of(&repository("sample-data"));
    let mut explorer = explore(&server, "s3://bucket/climate.zarr");
    let chunks = |asked: &[String]| asked.iter().filter(|line| line.contains("temperature%2F")).count();
    let screen = explorer.screen();
    assert!(screen.contains("chunks not counted, at an address: sort by stored (o)"), "{screen}");
    assert_eq!(chunks(&server.asked()), 0);
    explorer.keys("\t");
    let screen = explorer.keys("ooo").screen();
    assert!(screen.contains("311.7 kB"), "{screen}");
    assert_eq!(chunks(&server.asked()), 1);
}

#[test]
fn labels_above_an_array_come_with_the_key_that_shows_them() {
    let server = Server::start(labelled());
    let mut explorer = explore(&server, &server.http("a%20b.zarr/g/v"));
    explorer.keys("\n");
    let above = |line: &String| line.ends_with("/a%20b.zarr/zarr.json") || line.contains("/x/");
    assert!(!server.asked().iter().any(above), "nobody wants labels");
    let screen = explorer.keys("A").screen();
    assert!(screen.contains("│10    1   2   3   4"), "{screen}");
    assert_eq!(server.asked().into_iter().filter(above).count(), 2, "the copies, and the coordinate");
}

#[test]
fn a_group_that_cannot_be_listed_says_that_its_nodes_are_unknown() {
    let server = Server::of(&repository("sample-data"));
    let screen = explore(&server, &server.http("climate.zarr")).screen();
    assert!(screen.contains("a server that lists none: what is there is unknown"), "{screen}");
}

#[test]
fn chunks_that_were_refused_are_unknown_on_the_screen() {
    let server = Server::of(&repository("sample-data"));
    server.fail("/c/0/0/1", Fault::Status(403));
    let screen = explore(&server, &server.http("climate.zarr/temperature")).keys("\n:c 0,0,1\n").screen();
    assert!(screen.contains("permission denied"), "{screen}");
    assert!(!screen.contains("is missing"), "{screen}");
}

#[test]
fn what_the_server_does_not_give_is_no_fault_on_the_screen() {
    let server = Server::of(&repository("sample-data"));
    server.fail("/c/0/0/", Fault::Status(500));
    let screen = explore(&server, &server.http("climate.zarr/temperature")).keys("\n:c 0,0,1\n").screen();
    assert!(screen.contains("not known") && screen.contains("an answer with HTTP 500"), "{screen}");
    // Not even the legend has the sign of a fault.
    assert!(!screen.contains('✗'), "{screen}");
    assert!(!screen.contains("does not decode"), "{screen}");
}

#[test]
fn an_image_whose_nodes_are_not_listed_opens_with_its_levels() {
    let image = serde_json::json!({"zarr_format": 3, "node_type": "group", "attributes": {"ome": {"multiscales": [{
        "axes": [{"name": "y", "type": "space"}, {"name": "x", "type": "space"}],
        "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1, 1]}]}],
    }]}}});
    let array = serde_json::json!({
        "zarr_format": 3, "node_type": "array", "shape": [2, 2], "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}}, "chunk_key_encoding": "default",
    });
    let objects = [
        ("a.zarr/zarr.json", image.to_string().into_bytes()),
        ("a.zarr/0/zarr.json", array.to_string().into_bytes()),
        ("a.zarr/0/c/0/0", vec![1, 2, 3, 77]),
    ];
    let server = Server::start(objects.map(|(key, value)| (key.to_owned(), value)).into());
    let mut explorer = explore(&server, &server.http("a.zarr"));
    let screen = explorer.screen();
    assert!(screen.contains("▾ a.zarr") && screen.contains("▪ 0"), "{screen}");
    let information = explorer.keys("iG").screen();
    assert!(information.contains("a server that lists none"), "{information}");
    explorer.keys("i");
    let screen = explorer.keys("j\n").screen();
    assert!(screen.contains("77"), "{screen}");
    server.asked();
    let screen = explore(&server, &server.http("a.zarr")).keys("m").screen();
    assert!(screen.contains("level"), "{screen}");
}
