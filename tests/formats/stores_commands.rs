//! Stores by many writers: every command on each of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;

use serde_json::Value;

use crate::program;
use crate::stores::{corpus, rows, text};

fn run(command: &str, path: &str) -> (Option<i32>, String, String) {
    program::run("tests/corpus", &format!("{command} {path}"))
}

/// Arrays whose values are not those of their writer, and why.
const DIFFERENCES: &[(&str, &str)] = &[(
    "v2/zarr2/object_vlen_utf8_fill_0",
    "zarr 2 gives the number 0 for missing texts, zarrscope the empty text",
)];

#[test]
fn every_array_of_any_length_decodes_to_the_values_of_its_writer() {
    let mut wrong = Vec::new();
    for row in rows() {
        let (Some(path), Some(json)) = (text(&row, "path"), text(&row, "json")) else { continue };
        let expected: Value = serde_json::from_slice(&fs::read(corpus().join(json)).unwrap()).unwrap();
        let (_, stdout, stderr) = run("decode --format json", path);
        match serde_json::from_str::<Value>(&stdout) {
            Ok(found) if found["values"] == expected => {}
            Ok(_) if DIFFERENCES.iter().any(|(known, _)| *known == path) => {}
            Ok(found) => wrong.push(format!("{path}: {} is not {expected}", found["values"])),
            Err(_) => wrong.push(format!("{path}: {stderr}")),
        }
    }
    assert!(wrong.is_empty(), "{} are not right:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_command_on_every_array_ends_with_0_or_1_and_says_why() {
    for row in rows() {
        let path = text(&row, "path").unwrap();
        if !corpus().join(path).exists() {
            continue; // a node that only consolidated metadata lists
        }
        for command in ["tree", "info", "chunks --json", "verify --json", "decode"] {
            let (code, stdout, stderr) = run(command, path);
            let is_no_array = code == Some(2) && stderr.contains("expected an array");
            let has_values = row["raw"].is_string() || row["json"].is_string();
            let is_sound = has_values && row["expect"].is_null();
            assert!(code == Some(0) || !is_sound, "{command} {path}: {stderr}");
            assert!(matches!(code, Some(0 | 1)) || is_no_array, "{command} {path}: {code:?} {stderr}");
            assert_eq!(code == Some(0), stderr.is_empty(), "{command} {path}: {stderr}");
            assert!(!stdout.contains('\u{1b}') && !stderr.contains("panicked"), "{command} {path}");
        }
    }
}

#[test]
fn an_unsound_array_is_named_with_the_reason_and_its_siblings_are_sound() {
    // An unknown codec that need not be understood is passed over.
    let sound = ["sound", "codec_optional"];
    for store in ["v2/hand/unsound", "v3/hand/unsound"] {
        let (code, tree, _) = run("tree", store);
        assert_eq!(code, Some(1), "{store}");
        for row in rows() {
            let path = text(&row, "path").unwrap();
            let Some(name) = path.strip_prefix(&format!("{store}/")).filter(|name| !name.contains('/'))
            else {
                continue;
            };
            assert!(tree.contains(name), "{name} is not in {tree}");
            let (code, _, said) = run("verify", path);
            assert_eq!(code, Some(i32::from(!sound.contains(&name))), "{path}: {said}");
        }
    }
}

#[test]
fn what_is_odd_about_a_store_is_said() {
    for (command, path, expected) in [
        ("info", "mixed/both_differ", ".zarray, which is not used: zarr.json is"),
        ("info", "mixed/both_v3_broken", ".zarray, which is not used"),
        ("tree", "mixed/both_agree", "(.zarray here too)"),
        (
            "info",
            "mixed/consolidated_differs_v2",
            "another .zarray for level, first in /fill_value; the node's own document is used",
        ),
        ("info", "mixed/consolidated_differs_v2", "lists gone (.zarray), but there is no such document"),
        ("info", "mixed/consolidated_differs_v2", "does not list unlisted"),
        (
            "info",
            "mixed/consolidated_differs_v3",
            "another zarr.json for level, first in /fill_value; the node's own document is used",
        ),
        ("info", "mixed/consolidated_differs_v3", "lists gone (zarr.json), but there is no such document"),
        ("info", "mixed/consolidated_differs_v3", "does not list unlisted"),
        ("tree", "mixed/n5", "an N5 node (attributes.json)"),
        ("chunks", "mixed/stray_files/v2", "no chunks"),
        ("chunks", "v2/hand/no_separator_but_nested", "no chunks"),
        ("tree", "v2/zarr2/group_without_zgroup", "(a directory without zarr.json, .zarray or .zgroup)"),
        ("verify", "v2/zarr2/object_pickle", "pickle"),
        ("verify", "v3/zarr2_draft/store", "a store of the draft of 2020, which is not read"),
        ("verify", "v3/hand/unsound/zarr_format_4", "/zarr_format: expected 3, found 4"),
        ("info", "v2/zarr3/fill_null_missing", "shown for null"),
    ] {
        let (_, stdout, stderr) = run(command, path);
        assert!(
            format!("{stdout}{stderr}").contains(expected),
            "{command} {path}: no {expected:?} in\n{stdout}{stderr}"
        );
    }
}
