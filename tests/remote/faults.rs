//! What goes wrong on the way, and what is said of it.

use super::server::{Fault, Server};
use super::{failed, parsed, run};
use crate::repository::repository;

const ARRAY: &str = "climate.zarr/temperature";

fn samples() -> Server {
    Server::of(&repository("sample-data"))
}

/// What is said of a chunk that meets a fault.
fn said(fault: Fault, options: &str) -> String {
    let server = samples();
    server.fail("/c/1/3/1", fault);
    let address = server.http(ARRAY);
    let message = failed(&format!("trace {address} --chunk 1,3,1 {options}"), 3);
    message.trim_end().replace(&address, "ADDRESS")
}

#[test]
fn a_refusal_is_no_missing_chunk() {
    for status in [401, 403] {
        assert_eq!(
            said(Fault::Status(status), ""),
            format!(
                "error: ADDRESS: c/1/3/1: store: expected something that can be read, found permission denied: the server \
                 answers with HTTP {status}"
            )
        );
    }
    for status in [400, 405, 451] {
        assert!(said(Fault::Status(status), "").ends_with(&format!("found an answer with HTTP {status}")));
    }
}

#[test]
fn a_missing_chunk_is_the_fill_value() {
    let server = samples();
    server.fail("/c/1/3/1", Fault::Status(404));
    let trace = parsed(&format!("trace {} --chunk 1,3,1 --json", server.http(ARRAY)));
    assert_eq!(trace["state"], "missing");
}

#[test]
fn of_the_text_of_an_error_only_the_beginning_is_read() {
    let server = samples();
    server.fail("/c/1/3/1", Fault::Loud(404, 60 << 20));
    let trace = parsed(&format!("trace {} --chunk 1,3,1 --json", server.http(ARRAY)));
    assert_eq!(trace["state"], "missing");
    let nbytes = trace["requests"]["bytes"].as_u64().unwrap();
    assert!((64 << 10..1 << 20).contains(&nbytes), "{nbytes} bytes");
}

#[test]
fn what_may_pass_is_asked_again() {
    for status in [429, 500, 503] {
        let server = samples();
        server.fail("/c/1/3/1", Fault::Times(status, 2));
        let trace = parsed(&format!("trace {} --chunk 1,3,1 --json", server.http(ARRAY)));
        assert_eq!((trace["state"].as_str(), trace["requests"]["count"].as_u64()), (Some("stored"), Some(4)));
    }
    assert!(said(Fault::Status(503), "--retries 1").ends_with("found an answer with HTTP 503"));
}

#[test]
fn a_server_that_asks_to_wait_is_waited_for_within_reason() {
    let server = samples();
    server.fail("/c/1/3/1", Fault::Busy(1, "0"));
    let trace = parsed(&format!("trace {} --chunk 1,3,1 --json", server.http(ARRAY)));
    assert_eq!((trace["state"].as_str(), trace["requests"]["count"].as_u64()), (Some("stored"), Some(3)));
    let message = said(Fault::Busy(1, "3600"), "");
    assert!(
        message.ends_with("an answer with HTTP 503 that asks to wait 3600 s, longer than --timeout allows"),
        "{message}"
    );
}

#[test]
fn an_answer_that_breaks_off_once_is_gone_on_with() {
    let server = samples();
    server.fail("/c/1/3/1", Fault::CutOnce);
    let trace = parsed(&format!("trace {} --chunk 1,3,1 --json", server.http(ARRAY)));
    assert_eq!((trace["state"].as_str(), trace["requests"]["count"].as_u64()), (Some("stored"), Some(3)));
    let nbytes = trace["nbytes"].as_u64().unwrap();
    let last = server.asked().pop().unwrap();
    assert!(last.ends_with(&format!("bytes={}-{}", nbytes / 2, nbytes - 1)), "{last}");
}

#[test]
fn an_answer_that_announces_too_much_is_cut_short() {
    assert!(said(Fault::Longer, "--retries 1").ends_with("found an answer that was cut short"));
    let server = samples();
    server.fail("/plain/c", Fault::Longer);
    let sharded = server.http("sharded.zarr/plain");
    let message = failed(&format!("trace {sharded} --chunk 0,0 --inner 0,0 --retries 1"), 3);
    assert!(message.contains("found an answer that was cut short"), "{message}");
    let asked = server.asked();
    assert!(!asked.iter().any(|line| line.contains("HTTP 416")), "{asked:?}");
    assert_eq!(asked.len(), 2, "no range without a byte is asked for: {asked:?}");
}

#[test]
fn an_answer_that_is_cut_or_never_comes_is_no_chunk() {
    assert!(said(Fault::Cut, "--retries 1").ends_with("found an answer that was cut short"));
    assert!(said(Fault::Slow, "--timeout 1 --retries 0").ends_with("found no answer in time (--timeout)"));
}

#[test]
fn an_answer_that_drips_is_given_up() {
    let message = said(Fault::Drips, "--answer-timeout 1 --retries 4");
    assert!(
        message.contains("found an answer with ") && message.ends_with("slower than --answer-timeout allows")
    );
}

#[test]
fn an_answer_without_an_end_is_given_up_however_fast_it_comes() {
    let begun = std::time::Instant::now();
    let message = said(Fault::Pours, "--answer-timeout 1 --retries 0");
    assert!(message.ends_with("slower than --answer-timeout allows"), "{message}");
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn where_nobody_answers_there_is_no_connection() {
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap();
    drop(server);
    let message = failed(&format!("tree http://{address}/a.zarr --retries 0"), 3);
    assert!(message.contains("found no connection to the server"), "{message}");
}

#[test]
fn an_object_that_changes_while_it_is_read_is_reported() {
    let server = samples();
    server.fail("/plain/c", Fault::Changing);
    let message = failed(&format!("trace {} --chunk 0,0 --inner 0,0", server.http("sharded.zarr/plain")), 3);
    assert!(
        message.contains(
            "expected the object that was opened, found another one: it was changed while it was read"
        ),
        "{message}"
    );
}

/// What is said of an inner chunk whose shard gives its index, and then this: the text, and the JSON.
fn said_of_inner(fault: Fault) -> (String, serde_json::Value) {
    let server = samples();
    server.fail("/plain/c", fault);
    let command = format!("trace {} --retries 0 --chunk 0,0 --inner 0,0", server.http("sharded.zarr/plain"));
    let (code, text, stderr) = run(&command);
    assert_eq!(code, 3, "{text}{stderr}");
    assert!(stderr.contains("/plain: c/0/0: store: expected"), "{stderr}");
    let (_, stdout, _) = run(&format!("{command} --json"));
    (text, serde_json::from_str(&stdout).unwrap())
}

#[test]
fn an_inner_chunk_that_is_stored_and_not_read_is_not_missing() {
    for fault in [Fault::Ranges(500), Fault::Ranges(403), Fault::Ranges(404), Fault::Changing] {
        let (text, json) = said_of_inner(fault);
        assert!(!text.contains("every element is the fill value"), "{text}");
        assert!(text.contains("which could not be read"), "{text}");
        assert_eq!(
            (json["state"].as_str(), json["fault"]["stage"].as_str()),
            (Some("stored"), Some("store"))
        );
        assert!(json["nbytes"].as_u64().is_some_and(|nbytes| nbytes > 0), "{json}");
        let command = |name: &str, place: &str| {
            let server = samples();
            server.fail("/plain/c", fault);
            failed(&format!("{name} {} --retries 0 {place}", server.http("sharded.zarr/plain")), 3)
        };
        assert!(command("decode", "--region 0:1,0:1").contains("store: expected"), "decode");
        assert!(command("probe", "--at 0,0").contains("store: expected"), "probe");
    }
}

#[test]
fn a_range_of_another_length_is_refused() {
    let server = samples();
    server.fail("/plain/c", Fault::ShortRange);
    let message = failed(&format!("trace {} --chunk 0,0 --inner 0,0", server.http("sharded.zarr/plain")), 3);
    assert!(
        message
            .contains("found an answer (HTTP 206) without the range that was asked for, or with another one"),
        "{message}"
    );
}

#[test]
fn a_part_that_was_not_asked_for_is_refused() {
    let server = samples();
    server.fail("/c/1/3/1", Fault::Partial);
    for command in ["trace", "decode"] {
        let message = failed(&format!("{command} {} --chunk 1,3,1", server.http(ARRAY)), 3);
        assert!(
            message.contains("a part of an object (HTTP 206) where all of it was asked for"),
            "{command}: {message}"
        );
    }
    let server = samples();
    server.fail("/zarr.json", Fault::Partial);
    let message = failed(&format!("info {}", server.http(ARRAY)), 3);
    assert!(message.contains("(HTTP 206)"), "{message}");
}

#[test]
fn an_answer_that_does_not_say_how_long_it_is_is_read_to_its_end() {
    let server = samples();
    server.fail("/climate.zarr/", Fault::Chunked);
    let trace = parsed(&format!("trace {} --chunk 1,3,1 --json", server.http(ARRAY)));
    assert_eq!((trace["state"].as_str(), trace["requests"]["count"].as_u64()), (Some("stored"), Some(2)));
    let chunks = parsed(&format!("chunks {} --json", server.http("climate.zarr/time")));
    assert_eq!(chunks["stored_nbytes"], parsed("chunks climate.zarr/time --json")["stored_nbytes"]);
}

#[test]
fn limits_hold_before_bytes_come() {
    let server = samples();
    server.fail("/zarr.json", Fault::Announces(1 << 40));
    let message = failed(&format!("info {}", server.http(ARRAY)), 1);
    assert!(
        message.contains("expected at most 33554432 bytes (--max-document-bytes), found 1099511627776"),
        "{message}"
    );

    let server = samples();
    server.fail("/c/1/3/1", Fault::Announces(1 << 40));
    let message = failed(&format!("trace {} --chunk 1,3,1", server.http(ARRAY)), 1);
    assert!(message.contains("as many as are read of such a chunk, found 1099511627776"), "{message}");
}

#[test]
fn a_server_that_knows_no_head_is_asked_in_another_way() {
    let server = samples();
    server.fail("/c/", Fault::NoHead);
    let (code, stdout, stderr) = run(&format!("chunks {} --json", server.http("climate.zarr/time")));
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    let asked = server.asked();
    let of_chunks: Vec<&String> = asked.iter().filter(|line| line.contains("/c/")).collect();
    assert_eq!(of_chunks, ["HEAD /climate.zarr/time/c/0", "GET /climate.zarr/time/c/0 bytes=0-0"]);
}

#[test]
fn chunks_that_cannot_be_asked_for_are_unknown() {
    let server = samples();
    server.fail("/c/1/3/1", Fault::Status(403));
    let (code, stdout, _) = run(&format!("verify {} --json", server.http(ARRAY)));
    let found: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let local = parsed(&format!("verify {ARRAY} --json"));
    assert_eq!(code, 3);
    assert_eq!(found["chunks"]["missing"], local["chunks"]["missing"]);
    assert_eq!(found["chunks"]["decoded"].as_u64(), local["chunks"]["decoded"].as_u64().map(|all| all - 1));
    assert_eq!((&found["chunks"]["not_known"], &found["chunks"]["faulty"]), (&1.into(), &0.into()));
    assert!(stdout.contains("permission denied"), "{stdout}");
}

#[test]
fn a_chunk_whose_answer_is_cut_short_is_unknown_where_nothing_is_listed() {
    let server = samples();
    server.fail("/c/1/3/1", Fault::Cut);
    let (code, stdout, _) = run(&format!("verify {} --json --retries 0", server.http(ARRAY)));
    let found: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &found["chunks"]["not_known"], &found["chunks"]["faulty"]), (3, &1.into(), &0.into()));
}

#[test]
fn a_bucket_that_is_not_there_is_said_so() {
    let server = samples();
    server.fail("/none", Fault::Status(404));
    let message = failed(&format!("tree s3://none/a.zarr {}", server.s3_options()), 3);
    assert!(message.contains("found no such bucket on the server"), "{message}");
    let message = failed(&format!("tree s3://bucket/none-here.zarr {}", server.s3_options()), 1);
    assert!(message.contains("found"), "{message}");
}

#[test]
fn an_address_that_cannot_be_one_is_wrong_use() {
    for (address, expected) in [
        ("s3://", "no bucket"),
        ("http://", "expected an address such as"),
        ("gcs://bucket/a.zarr", "did you mean gs://?"),
        ("https://host/a.zarr/zarr.json", "found that of a document of https://host/a.zarr"),
    ] {
        let message = failed(&format!("tree {address}"), 2);
        assert!(message.contains(expected), "{address}: {message}");
    }
}
