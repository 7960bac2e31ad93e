//! Repositories of Icechunk on servers, under the name of a branch, a tag or a snapshot.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::server::Server;
use super::{failed, parsed, sound};
use crate::repository::repository;

/// What is at an address is what is on the disk.
fn is_the_same(command: &str, away: &str, local: &str) {
    let local = repository("tests/icechunk").join(local).display().to_string();
    assert_eq!(sound(&command.replace("PATH", away)), sound(&command.replace("PATH", &local)), "{away}");
}

#[test]
fn an_array_is_read_over_http_and_from_a_bucket() {
    let server = Server::of(&repository("tests/icechunk"));
    for version in [1, 2] {
        for array in ["native", "packed", "inner/small", "shards"] {
            let key = format!("plain{version}.icechunk/branch.main/{array}");
            is_the_same("decode PATH --format json", &server.http(&key), &key);
            let bucket = format!("s3://bucket/{key} {}", server.s3_options());
            is_the_same("decode PATH --format json", &bucket, &key);
        }
    }
    for version in ["tag.v1", "branch.work", "branch.feature%2Fa%25b"] {
        let key = format!("history2.icechunk/{version}/grid");
        is_the_same("decode PATH --format json", &format!("s3://bucket/{key} {}", server.s3_options()), &key);
    }
}

#[test]
fn a_chunk_costs_its_snapshot_its_manifest_and_its_range() {
    let server = Server::of(&repository("tests/icechunk"));
    let path = server.http("plain2.icechunk/branch.main/native");
    let trace = parsed(&format!("trace {path} --chunk 0,1 --json"));
    assert_eq!(trace["target"]["form"], "native");
    let asked = server.asked();
    let names: Vec<&str> = asked.iter().filter_map(|asked| asked.split('/').nth(2)).collect();
    assert_eq!(names, ["repo", "snapshots", "manifests", "chunks"], "{asked:?}");
    assert!(asked.last().unwrap().ends_with("bytes=0-79"), "{asked:?}");
    assert_eq!(trace["requests"]["count"], 4);
}

#[test]
fn a_name_that_looks_like_a_branch_may_be_that_of_a_group() {
    let group = br#"{"zarr_format": 3, "node_type": "group"}"#.to_vec();
    let objects = BTreeMap::from([("a/branch.main/zarr.json".to_owned(), group)]);
    let server = Server::start(objects);
    for path in [server.http("a/branch.main"), format!("s3://bucket/a/branch.main {}", server.s3_options())] {
        assert_eq!(parsed(&format!("info {path} --json"))["kind"], Value::from("group"), "{path}");
    }
}

#[test]
fn what_is_damaged_or_not_there_is_said() {
    let server = Server::of(&repository("tests/icechunk"));
    let message = failed(&format!("info {}", server.http("plain2.icechunk/branch.other")), 2);
    assert!(message.contains("no such path"), "{message}");
    let objects = BTreeMap::from([("r/repo".to_owned(), fs::read(repository("Cargo.toml")).unwrap())]);
    let damaged = Server::start(objects);
    let message = failed(&format!("info {}", damaged.http("r/branch.main")), 1);
    assert!(message.contains("expected a repository of Icechunk that can be read"), "{message}");
}
