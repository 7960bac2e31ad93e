//! Repositories of Icechunk on servers, under the name of a branch, a tag or a snapshot.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::server::Server;
use super::{failed, parsed, run, sound};
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
fn two_versions_of_a_repository_ask_for_each_manifest_once() {
    let server = Server::of(&repository("tests/icechunk"));
    let path = |version: &str| format!("s3://bucket/history2.icechunk/{version}");
    let (code, _, _) =
        run(&format!("diff {} {} {}", path("tag.v1"), path("branch.main"), server.s3_options()));
    assert_eq!(code, 1);
    let mut manifests: Vec<String> =
        server.asked().into_iter().filter(|asked| asked.contains("/manifests/")).collect();
    assert!(!manifests.is_empty());
    let all = manifests.len();
    manifests.sort();
    manifests.dedup();
    assert_eq!(manifests.len(), all, "{manifests:?}");
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

/// A report without the paths in it, which are those of the machine or of the server, and without times.
fn without_paths(value: &Value) -> Value {
    match value {
        Value::Array(values) => values.iter().map(without_paths).collect(),
        Value::Object(fields) => {
            let of_place = ["path", "name", "array", "store", "seconds", "requests"];
            let kept = fields.iter().filter(|(name, _)| !of_place.contains(&name.as_str()));
            kept.map(|(name, value)| (name.clone(), without_paths(value))).collect()
        }
        value => value.clone(),
    }
}

#[test]
fn a_repository_is_opened_by_its_own_address() {
    let server = Server::of(&repository("tests/icechunk"));
    for name in ["plain1.icechunk", "plain2.icechunk", "history1.icechunk", "history2.icechunk"] {
        let local = repository("tests/icechunk").join(name).display().to_string();
        let mut away = vec![format!("s3://bucket/{name} {}", server.s3_options())];
        // Of version 1 a server that lists nothing gives the branch that every repository has, and says so.
        away.extend(name.contains('2').then(|| server.http(name)));
        for path in away {
            for command in ["tree PATH --json", "info PATH --json", "verify PATH --json"] {
                let (_, local, _) = run(&command.replace("PATH", &local));
                let (_, found, message) = run(&command.replace("PATH", &path));
                let read = |text: &str| without_paths(&serde_json::from_str(text).unwrap());
                assert_eq!(read(&found), read(&local), "{command} {path}: {message}");
            }
        }
    }
    let path = |name: &str| format!("s3://bucket/{name}.icechunk");
    let diff = format!("diff {} {} {}", path("plain2"), path("history2"), server.s3_options());
    let (code, found, _) = run(&diff);
    assert_eq!(code, 1, "{found}");
}

#[test]
fn a_repository_is_known_with_few_requests() {
    let server = Server::of(&repository("tests/icechunk"));
    let asked = |path: &str| {
        sound(&format!("info {path}"));
        server.asked()
    };
    let of_a_node = ["zarr.json", ".zarray", ".zmetadata", ".zgroup"];
    let names = |begin: &str, last: &[&str]| -> Vec<String> {
        of_a_node.iter().chain(last).map(|name| format!("GET /{begin}/{name}")).collect()
    };
    // The history of version 2 is in the same file.
    assert_eq!(asked(&server.http("plain2.icechunk")), names("plain2.icechunk", &["repo"]));
    let found = asked(&server.http("plain1.icechunk"));
    let expected = names("plain1.icechunk", &["repo", "refs/branch.main/ref.json"]);
    assert_eq!(found[..expected.len()], expected);
}

#[test]
fn a_branch_of_the_first_version_is_asked_for_by_its_name() {
    let server = Server::of(&repository("tests/icechunk"));
    for version in ["branch.main", "branch.work", "tag.v1", "tag.v2"] {
        let key = format!("history1.icechunk/{version}/grid");
        is_the_same("decode PATH --format json", &server.http(&key), &key);
    }
    for gone in ["branch.other", "tag.withdrawn", "tag.none"] {
        let message = failed(&format!("info {}", server.http(&format!("history1.icechunk/{gone}"))), 2);
        assert!(message.contains("no such path"), "{message}");
    }
    let listed = sound(&format!("info {}", server.http("history1.icechunk")));
    assert!(listed.contains("there may be others"), "{listed}");
}

#[test]
fn a_file_called_repo_makes_no_repository() {
    let objects = BTreeMap::from([("a/repo".to_owned(), b"what is this".to_vec())]);
    let server = Server::start(objects);
    let tree = sound(&format!("tree s3://bucket/a {}", server.s3_options()));
    assert!(tree.contains("repo"), "{tree}");
    let message = failed(&format!("info {}", server.http("a")), 1);
    assert!(!message.contains("Icechunk"), "{message}");
}

#[test]
fn a_repository_that_lacks_something_is_no_sound_store() {
    let whole = Server::of(&repository("tests/icechunk"));
    for (lacking, name) in [("/repo", "plain2"), ("/refs/", "plain1"), ("/snapshots/", "plain2")] {
        let keep = |key: &String| key.starts_with(name) && !key.contains(lacking);
        let server = Server::start(whole.objects().into_iter().filter(|(key, _)| keep(key)).collect());
        let path = format!("s3://bucket/{name}.icechunk {}", server.s3_options());
        let message = failed(&format!("verify {path}"), 1);
        assert!(message.contains("Icechunk") || message.contains("snapshot"), "{lacking}: {message}");
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
