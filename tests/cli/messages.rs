//! Messages and exit status.

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

#[test]
fn a_fault_is_reported_with_path_key_stage_expected_and_found() {
    let (message, _) = faulty("decode broken.zarr/wrong_length");
    let expected = "broken.zarr/wrong_length: c.0.1: bytes: expected 128 bytes (4×4 int64), found 64";
    assert_eq!(message, format!("error: {expected}\n"));
    for command in ["decode", "chunks", "trace --chunk 0,0"] {
        let (message, _) = faulty(&format!("{command} broken.zarr/bad_data_type"));
        assert_names(
            &message,
            &["broken.zarr/bad_data_type: zarr.json", "/data_type", "expected", "\"int33\""],
        );
    }
}

#[test]
fn chunks_json_has_the_fault_of_a_document() {
    let (_, stdout) = faulty("chunks broken.zarr/bad_order --json");
    let found: Value = serde_json::from_slice(&stdout).unwrap();
    let fault =
        json!({"stage": "metadata", "document": "zarr.json", "pointer": "/codecs/0/configuration/order"});
    assert_has(&found, &json!({"array": "broken.zarr/bad_order", "fault": fault}));
}

#[test]
fn info_json_has_the_fault_of_a_document() {
    let info = parsed_fault("info broken.zarr/missing_endian --json");
    let pointer = "/codecs/0/configuration/endian";
    assert_has(&info, &json!({"shape": [4, 4], "faults": [{"stage": "metadata", "pointer": pointer}]}));
    assert_has(
        &parsed_fault("info broken.zarr/not_json --json"),
        &json!({"faults": [{"stage": "metadata", "pointer": ""}]}),
    );
}

#[test]
fn every_command_that_ends_with_1_says_why_on_stderr() {
    for command in ["info broken.zarr/bad_order", "tree broken.zarr", "verify broken.zarr"] {
        faulty(command);
    }
}

#[test]
fn a_walk_has_a_limit_for_all_of_its_nodes() {
    assert_names(&text("tree climate.zarr --max-nodes 12"), &["pressure"]);
    for command in ["tree", "verify", "check", "doctor", "find", "diff"] {
        let more = if command == "diff" { " climate.zarr" } else { "" };
        let code = if command == "find" { 3 } else { 1 };
        let (message, printed) = failed(&format!("{command} climate.zarr{more} --max-nodes 11"), code);
        let said = "at most 11 nodes in all (--max-nodes), found more";
        let all = message + &String::from_utf8(printed).unwrap();
        assert!(all.contains(said), "{command}: {all}");
    }
    assert_names(&text("advise climate.zarr --max-nodes 11"), &["left out", "at most 11 nodes in all"]);
}

/// Lists of names do not have it, and nothing could have been written there.
#[test]
fn a_key_that_is_too_long_for_the_file_system_is_that_of_a_missing_chunk() {
    let dimensions = format!("[{}]", vec!["1"; 200].join(", "));
    let store = Store::of(&Document::v3().shaped(&dimensions, &dimensions).dotted());
    assert_has(&store.parsed("stats PATH --json"), &json!({"missing_chunks": 1, "faulty_chunks": 0}));
    assert_has(&store.parsed("verify PATH --json"), &json!({"chunks": {"missing": 1}}));
}

#[test]
fn a_command_with_a_slip_of_the_fingers_is_suggested() {
    for arguments in ["exlpain blosc", "exlpain --json", "tree: climate.zarr"] {
        let command = if arguments.starts_with("exl") { "explain" } else { "tree" };
        assert_names(&misused(arguments), &[&format!("did you mean {command}?")]);
    }
}

#[test]
fn a_directory_without_zarr_says_so() {
    let store = Store::new().file("a/b.txt", "text");
    let said = "no Zarr found: none of 3 names has a zarr.json, .zarray or .zgroup";
    assert_names(&store.text("tree PATH"), &["b.txt", said]);
    assert_eq!(store.parsed("tree PATH --json")["notes"], json!([said]));
    assert!(!text("tree climate.zarr").contains("no Zarr"));
}

#[test]
fn an_unknown_option_is_a_usage_error() {
    for command in ["", "tree climate.zarr", "verify climate.zarr"] {
        assert_names(&misused(&format!("{command} --nope")), &["--nope"]);
    }
    assert_names(&misused("decode grids.zarr/one_d --format nope"), &["nope"]);
    assert_names(&misused("tree climate.zarr --depth nope"), &["nope"]);
    assert_names(&misused("trace grids.zarr/one_d"), &["--chunk"]);
    assert_names(&misused("decode grids.zarr/one_d --chunk 0 --region 0:1"), &["--chunk", "--region"]);
}

#[test]
fn a_path_that_does_not_exist_is_a_usage_error() {
    for command in ["", "tree", "tree --json", "info", "chunks", "trace --chunk 0", "decode", "verify"] {
        for path in ["nowhere.zarr", "climate.zarr/nowhere"] {
            assert_names(&misused(&format!("{command} {path}")), &[path]);
        }
    }
}

#[test]
fn a_chunk_outside_the_grid_is_a_usage_error() {
    for command in ["trace", "trace --json", "decode"] {
        let message = misused(&format!("{command} climate.zarr/temperature --chunk 0,10,0"));
        assert_names(&message, &["--chunk", "expected", "(2, 10, 8)", "found", "(0, 10, 0)"]);
    }
    misused("trace grids.zarr/zero_length --chunk 0,0");
    misused("trace grids.zarr/one_d --chunk -1");
    misused("trace grids.zarr/one_d --chunk 99999999999999999999999999");
    let message = misused("trace sharded.zarr/plain --chunk 0,0 --inner 0,2");
    assert_names(&message, &["--inner", "expected", "(2, 2)", "found", "(0, 2)"]);
}

#[test]
fn coordinates_of_the_wrong_number_are_a_usage_error() {
    for chunk in ["0,0", "0,0,0,0", ""] {
        for command in ["trace", "decode"] {
            let message = misused(&format!("{command} climate.zarr/temperature --chunk={chunk}"));
            assert_names(&message, &["--chunk", "expected 3", "found"]);
        }
    }
    assert_names(&misused("trace grids.zarr/zero_d --chunk 0"), &["--chunk", "expected", "found"]);
    assert_names(
        &misused("trace sharded.zarr/plain --chunk 0,0 --inner 0"),
        &["--inner", "expected 2", "found"],
    );
    assert_names(&misused("trace grids.zarr/one_d --chunk a,b"), &["--chunk", "expected", "a,b"]);
}

#[test]
fn an_inner_chunk_of_what_is_no_shard_is_a_usage_error() {
    assert_names(&misused("trace grids.zarr/one_d --chunk 0 --inner 0"), &["--inner", "expected", "found"]);
    misused("trace sharded.zarr/plain --chunk 0,0 --inner 0,0 --inner 0,0");
}

#[test]
fn a_group_where_an_array_is_needed_is_a_usage_error() {
    for command in ["trace --chunk 0", "decode", "chunks"] {
        let message = misused(&format!("{command} climate.zarr/ocean"));
        assert_names(&message, &["climate.zarr/ocean", "expected an array", "found a group"]);
        assert_names(
            &misused(&format!("{command} groups.zarr/implicit")),
            &["groups.zarr/implicit", "expected an array"],
        );
        assert_names(
            &misused(&format!("{command} groups.zarr/notes.txt")),
            &["groups.zarr/notes.txt", "expected", "found"],
        );
    }
}

#[test]
fn a_bad_region_is_a_usage_error() {
    for region in
        ["nonsense", "0:5,0:5,0:5", "0:31,0:1", "5:2,0:1", "-1:2,0:1", "0:1,a:b", "30,0", "0:1:2,0:1"]
    {
        let message = misused(&format!("decode grids.zarr/edges --region {region}"));
        assert_names(&message, &["--region", "expected", "found", region]);
    }
}

#[test]
fn a_message_about_coordinates_names_the_array() {
    for arguments in [
        "trace A --chunk 9,9",
        "decode A --chunk 0",
        "decode A --region 0:99,0:1",
        "trace A --chunk 0,0 --inner 9,9",
    ] {
        let message = misused(&arguments.replace('A', "sharded.zarr/plain"));
        assert_names(&message, &["sharded.zarr/plain"]);
    }
}

#[test]
fn a_slip_in_a_path_or_a_command_is_put_right() {
    for (arguments, expected) in [
        ("exlpain", "exlpain: no such path; did you mean the command explain?"),
        ("exlpain zstd", "no command is called \"exlpain\": did you mean explain?"),
        ("info climate.zarr/temperatur", "climate.zarr/temperatur: no such path; did you mean temperature?"),
        ("tree clmiate.zarr/mask", "no such path: . has no clmiate.zarr; did you mean climate.zarr?"),
        ("tree nothing-like-it", "nothing-like-it: no such path"),
        ("explain shardng", "did you mean \"sharding\""),
    ] {
        let message = misused(arguments);
        assert!(message.contains(expected), "{arguments}: {message}");
    }
}

#[cfg(not(feature = "remote"))]
#[test]
fn an_address_says_what_it_needs() {
    for (address, program) in
        [("s3://bucket/a.zarr", "aws s3 sync"), ("gs://b/a", "gcloud"), ("https://host/a.zarr", "wget")]
    {
        for command in ["", "tree ", "info "] {
            let message = misused(&format!("{command}{address}"));
            let expected = format!("error: {address}: ");
            assert!(message.starts_with(&expected), "{message}");
            for part in ["built without", "--features remote", "copy the store to a disk", program] {
                assert!(message.contains(part), "{message}");
            }
        }
    }
}

#[test]
fn an_address_of_a_file_is_a_path() {
    assert!(misused("tree file:///tmp/a.zarr").contains("/tmp/a.zarr is the same as a path"));
    assert!(misused("tree gcs://bucket/a.zarr").contains("did you mean gs://?"));
}

#[test]
fn a_file_of_a_store_leads_to_its_node() {
    let message = misused("info climate.zarr/temperature/zarr.json");
    assert!(
        message.contains("found a file; it is a document of the node climate.zarr/temperature"),
        "{message}"
    );
}

#[test]
fn how_sure_the_doctor_is_has_words_and_a_unit() {
    let (_, stdout) = failed("doctor broken.zarr/flipped_bit --chunk 1,0", 1);
    let text = String::from_utf8(stdout).unwrap();
    assert!(text.contains("certain   one bit is flipped"), "{text}");
}

#[test]
fn an_empty_directory_is_called_one() {
    assert!(Store::new().text("tree PATH").contains("an empty directory: no store was written here yet"));
}
