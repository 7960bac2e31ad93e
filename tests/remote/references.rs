//! References to objects on a network: asked for only where that is allowed, and a chunk with one request.

use std::fs;

use super::server::{Fault, Server};
use super::{failed, parsed, sound};
use crate::repository::repository;

/// The references to `layouts.h5`, with another name for it.
fn references(target: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(repository("tests/references/layouts.json")).unwrap();
    fs::write(directory.path().join("refs.json"), text.replace("layouts.h5", target)).unwrap();
    directory
}

fn files() -> Server {
    Server::of(&repository("tests/references"))
}

#[test]
fn a_chunk_costs_one_request_for_its_range() {
    let server = files();
    let directory = references(&server.http("layouts.h5"));
    let path = directory.path().join("refs.json/packed").display().to_string();
    let told = format!("--allow-references http://{}", server.address);
    let trace = parsed(&format!("trace {path} --chunk 1,1 --json {told}"));
    let (offset, nbytes) =
        (trace["target"]["offset"].as_u64().unwrap(), trace["target"]["nbytes"].as_u64().unwrap());
    assert_eq!(server.asked(), [format!("GET /layouts.h5 bytes={offset}-{}", offset + nbytes - 1)]);
    assert_eq!(trace["requests"]["count"], 1);
    assert_eq!(trace["requests"]["bytes"], nbytes);
    let local = repository("tests/references/layouts.json/packed").display().to_string();
    assert_eq!(
        sound(&format!("decode {path} --format json {told}")),
        sound(&format!("decode {local} --format json"))
    );
}

#[test]
fn objects_in_a_bucket_are_read() {
    let server = files();
    let directory = references("s3://bucket/layouts.h5");
    let path = directory.path().join("refs.json/contiguous").display().to_string();
    let told = format!("--allow-references s3://bucket {}", server.s3_options());
    let local = repository("tests/references/layouts.json/contiguous").display().to_string();
    assert_eq!(
        sound(&format!("decode {path} --format json {told}")),
        sound(&format!("decode {local} --format json"))
    );
}

#[test]
fn nothing_is_asked_that_is_not_allowed() {
    let (server, other) = (files(), files());
    let directory = references(&server.http("layouts.h5"));
    let path = directory.path().join("refs.json/packed").display().to_string();
    for told in [
        String::new(),
        format!("--allow-references http://{}/data", server.address),
        format!("--allow-references http://{}", other.address),
        "--allow-references http://127.0.0.1".to_owned(),
    ] {
        let message = failed(&format!("trace {path} --chunk 1,1 {told}"), 3);
        assert!(message.contains("--allow-references"), "{message}");
    }
    sound(&format!("info {path}"));
    sound(&format!("chunks {path}"));
    assert_eq!((server.requests().len(), other.requests().len()), (0, 0));
}

#[test]
fn a_server_that_is_allowed_does_not_lead_to_another() {
    let (server, other) = (files(), files());
    server.fail("/", Fault::Redirect(other.address));
    let directory = references(&server.http("layouts.h5"));
    let path = directory.path().join("refs.json/packed").display().to_string();
    let message =
        failed(&format!("trace {path} --chunk 1,1 --allow-references http://{}", server.address), 3);
    assert!(message.contains("a redirect to another host"), "{message}");
    assert_eq!(other.requests().len(), 0);
}

#[test]
fn what_is_not_there_or_too_short_is_an_error() {
    let server = files();
    for (target, expected) in [("gone.h5", "found nothing"), ("classic.nc", "its end at byte")] {
        let directory = references(&server.http(target));
        let path = directory.path().join("refs.json/packed").display().to_string();
        let told = format!("--allow-references http://{}", server.address);
        let message = failed(&format!("trace {path} --chunk 1,1 {told}"), 1);
        assert!(message.contains(expected), "{message}");
    }
}
