//! Lists that break off or are none: what they would have named is unknown, never missing.

use serde_json::{Value, json};

use super::run;
use super::server::{Fault, Server};
use crate::repository::repository;

/// An array of 160 chunks, of which 117 are stored, and a server that lists 50 names at a time and does something wrong.
fn listed(part: &str, fault: Fault) -> (Server, String) {
    let server = Server::of(&repository("sample-data"));
    server.page(50);
    server.fail(part, fault);
    let address = format!("s3://bucket/climate.zarr/temperature {} --retries 0", server.s3_options());
    (server, address)
}

/// What `chunks` says of it: stored, missing and not known, and its message.
fn counted(part: &str, fault: Fault) -> ([Value; 3], String) {
    let (_server, address) = listed(part, fault);
    let (code, stdout, stderr) = run(&format!("chunks {address} --json"));
    assert_eq!(code, 3, "{stdout}{stderr}");
    let found: Value = serde_json::from_str(&stdout).unwrap();
    (["stored", "missing", "not_known"].map(|name| found["chunks"][name].clone()), stderr)
}

#[test]
fn an_error_in_place_of_a_list_is_no_empty_list() {
    for (text, expected) in [
        (
            "<?xml version=\"1.0\"?><Error><Code>InternalError</Code><Message>secret</Message></Error>",
            "InternalError",
        ),
        ("<html><body>sign in</body></html>", "<html>"),
        ("", "nothing"),
        ("<ListBucketResult><Contents>", "that breaks off"),
        (
            "<ListBucketResult><Contents><Key>climate.zarr//c</Key></Contents></ListBucketResult>",
            "the key \"climate.zarr//c\", which cannot be read",
        ),
    ] {
        let (counts, message) = counted("list-type=2", Fault::Says(text));
        assert_eq!(counts, [json!(0), json!(0), json!(160)], "{text}");
        assert!(message.contains(expected) && !message.contains("secret"), "{message}");
    }
}

#[test]
fn a_list_of_endless_words_is_refused() {
    let long = "x".repeat(70_000);
    let token = format!(
        "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>{long}</NextContinuationToken>\
         </ListBucketResult>"
    );
    let prefix = "climate.zarr/temperature/";
    let name = format!(
        "<ListBucketResult><Contents><Key>{prefix}{long}</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>1</Size></Contents></ListBucketResult>"
    );
    for (text, expected) in [
        (token, "a place to go on of at most 4096 bytes, found a longer one"),
        (name, "names of at most 4096 bytes, found one of 70025 bytes"),
    ] {
        let (_, message) = counted("list-type=2", Fault::Says(text.leak()));
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_server_whose_address_cannot_be_used_is_a_wrong_call() {
    for endpoint in ["localhost:9000", "hunter2", "http://127.0.0.1:99999/", "file:///etc", ""] {
        let program = crate::program::zarrscope("sample-data", "tree s3://bucket/s --anonymous --endpoint");
        let output = { program }.arg(endpoint).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{endpoint}: {message}");
        assert!(message.contains("expected the address of a server for --endpoint"), "{message}");
        assert!(!message.contains("hunter2"), "{message}");
    }
    for (name, value) in
        [("AWS_REGION", "eu west"), ("AWS_SESSION_TOKEN", "x\n"), ("AWS_ENDPOINT_URL", "nonsense")]
    {
        let mut program = crate::program::zarrscope("sample-data", "tree s3://bucket/s");
        program.env("AWS_ACCESS_KEY_ID", "a").env("AWS_SECRET_ACCESS_KEY", "b").env(name, value);
        let output = program.output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
    }
}

#[test]
fn a_list_that_breaks_off_leaves_the_rest_unknown() {
    let (counts, message) = counted("list-type=2", Fault::NoToken);
    assert_eq!(counts, [json!(50), json!(0), json!(110)]);
    assert!(message.contains("more pages, without saying where they begin"), "{message}");
    for status in [403, 500] {
        let (counts, message) = counted("continuation-token", Fault::Status(status));
        assert_eq!(counts, [json!(50), json!(0), json!(110)]);
        assert!(message.contains(&format!("HTTP {status}")), "{message}");
    }
}

#[test]
fn a_list_without_an_end_is_given_up() {
    for (fault, expected) in [
        (Fault::Back { has_new_tokens: false }, "a page that leads back to one before it"),
        (Fault::Back { has_new_tokens: true }, "a page with the names of one before it"),
    ] {
        let (counts, message) = counted("list-type=2", fault);
        assert_eq!(counts, [json!(50), json!(0), json!(110)]);
        assert!(message.contains(expected), "{message}");
    }
    let (_server, address) = listed("list-type=2", Fault::Endless { others: 0 });
    let (code, _, message) = run(&format!("chunks {address} --json --max-list-pages 30"));
    assert_eq!(code, 3);
    assert!(
        message.contains("expected at most 30 pages of a list (--max-list-pages), found more"),
        "{message}"
    );
}

#[test]
fn a_list_of_more_names_than_memory_is_given_up() {
    // 40 MB of names in a page, and some 128 MiB are taken.
    let (server, address) = listed("list-type=2", Fault::Endless { others: 10_000 });
    let (code, _, message) = run(&format!("chunks {address} --json"));
    assert_eq!(code, 3, "{message}");
    assert!(message.contains("expected at most 134217728 bytes of names in a list, found more"), "{message}");
    assert!(server.asked().iter().filter(|asked| asked.contains("list-type=2")).count() < 10);
}

#[test]
fn names_outside_of_what_was_asked_for_are_no_list_of_it() {
    let list = "<ListBucketResult><Contents><Key>other/c/0</Key><Size>1</Size>\
                <LastModified>2015-10-21T07:28:00.000Z</LastModified></Contents></ListBucketResult>";
    let (counts, message) = counted("list-type=2", Fault::Says(list));
    assert_eq!(counts, [json!(0), json!(0), json!(160)]);
    assert!(message.contains("expected names below climate.zarr/temperature/, found others"), "{message}");
}

#[test]
fn chunks_behind_a_list_that_breaks_off_are_not_absent() {
    for (part, fault) in [("list-type=2", Fault::NoToken), ("continuation-token", Fault::Status(403))] {
        let (_server, address) = listed(part, fault);
        let (code, stdout, _) = run(&format!("verify {address} --expect all --json"));
        let found: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(code, 3);
        let all = &found["completeness"];
        assert_eq!(
            [&all["present"], &all["absent"], &all["unknown"]],
            [&json!(50), &json!(0), &json!(110)],
            "{stdout}"
        );
        assert_eq!(found["chunks"]["not_known"], 110);
    }
}

#[test]
fn values_of_chunks_behind_a_list_that_breaks_off_are_unknown() {
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": [2000], "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": "default",
    });
    let chunks = (0..2000).map(|number| (format!("a.zarr/c/{number}"), vec![7]));
    let document = ("a.zarr/zarr.json".to_owned(), document.to_string().into_bytes());
    let server = Server::start(chunks.chain([document]).collect());
    server.page(1500);
    server.fail("continuation-token", Fault::Status(403));
    let (code, stdout, stderr) = run(&format!("stats s3://bucket/a.zarr --json {}", server.s3_options()));
    let found: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, 3, "{stderr}");
    assert!(stderr.contains("HTTP 403"), "{stderr}");
    assert_eq!([&found["elements"], &found["missing_chunks"], &found["fill"]], [1500, 0, 0], "{stdout}");
}
