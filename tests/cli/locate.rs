//! `locate`, and the lines that it prints for other programs.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::*;

/// What a line for a shell prints in a directory.
fn shell(line: &str, directory: &Path) -> Vec<u8> {
    let program = Path::new(env!("CARGO_BIN_EXE_zarrscope")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let output =
        Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn located(directory: &Path, arguments: &[&str]) -> Value {
    let mut command = zarrscope("locate");
    let output = command.args(arguments).arg("--json").current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_schema("locate --json", &output.stdout);
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn locate_shows_key_file_range_and_elements() {
    let found = text("locate climate.zarr/temperature --chunk 1,7,7");
    assert_names(
        &found,
        &[
            "chunk (1, 7, 7) has the key c/1/7/7",
            "climate.zarr/temperature/c/1/7/7",
            "missing",
            "[5:10, 140:160, 2800:3200]",
            "[5:10, 140:160, 2800:3000]",
            "zarr.open_array(\"climate.zarr/temperature\", mode=\"r\")[5:10, 140:160, 2800:3000]",
        ],
    );
    assert_has(
        &parsed("locate grids.zarr/v2_keys --chunk 1,0 --json"),
        &json!({"chunk": [1, 0], "inner": [], "key": "1.0", "state": "stored", "offset": 0, "member": null,
            "key_parts": {"encoding": "v2", "prefix": "", "separator": ".", "coordinates": [1, 0]}}),
    );
    let only = parsed("locate grids.zarr/zero_d --chunk= --json");
    assert_has(
        &only,
        &json!({"covers": [], "python": "zarr.open_array(\"grids.zarr/zero_d\", mode=\"r\")[()]"}),
    );
}

#[test]
fn locate_finds_an_inner_chunk_behind_a_transposition() {
    // The shard (8, 16) is stored as (16, 8) in inner chunks (4, 2): inner chunk (1, 2) is rows 4:8 and columns 4:6
    // there. Each takes 4 × 2 × 4 bytes and a checksum, and eight of them come before it.
    let found = parsed("locate sharded.zarr/transpose_before --chunk 0,1 --inner 1,2 --json");
    assert_has(&found, &json!({"covers": [[4, 6], [20, 24]], "nbytes": 36, "offset": found["offset"]}));
    let traced = parsed("trace sharded.zarr/transpose_before --chunk 0,1 --inner 1,2 --json");
    assert_eq!(found["offset"], traced["offset"]);
}

#[test]
fn locate_says_where_there_is_no_range() {
    let compressed = parsed("locate sharded.zarr/gzip_after --chunk 0,0 --inner 0,1 --json");
    assert_has(&compressed, &json!({"state": "compressed", "offset": null, "covers": [[0, 4], [4, 8]]}));
    let missing = parsed("locate sharded.zarr/missing_inner --chunk 1,1 --inner 0,0 --json");
    assert_has(&missing, &json!({"state": "missing", "inside": [[8, 12], [8, 12]]}));
    assert!(compressed.get("shell").is_none() && missing.get("shell").is_none());
    let outside = parsed("locate sharded.zarr/overhang --chunk 1,1 --inner 1,1 --json");
    assert_has(&outside, &json!({"covers": [[12, 16], [12, 16]], "inside": [[10, 10], [10, 10]]}));
    assert_names(&misused("locate grids.zarr/edges --chunk 2,0"), &["within the grid"]);
    assert_names(
        &misused("locate grids.zarr/edges --chunk 0,0 --inner 0,0"),
        &["expected an array of shards"],
    );
    let (message, _) = faulty("locate broken.zarr/bad_shard_index --chunk 0,0 --inner 0,1");
    assert_names(&message, &["c.0.0: sharding_indexed", "expected a range within"]);
}

#[test]
fn the_line_for_a_shell_gives_the_stored_bytes() {
    let samples = repository("sample-data");
    for (arguments, file) in [
        (["codecs.zarr/gzip", "--chunk", "1,0"], "codecs.zarr/gzip/c.1.0"),
        (["sharded.zarr/plain", "--chunk", "0,1"], "sharded.zarr/plain/c/0/1"),
    ] {
        let found = located(&samples, &arguments);
        assert_eq!(shell(found["shell"].as_str().unwrap(), &samples), fs::read(samples.join(file)).unwrap());
    }
    let inner = ["sharded.zarr/nested", "--chunk", "0,0", "--inner", "0,1", "--inner", "1,2"];
    let found = located(&samples, &inner);
    let bytes = shell(found["shell"].as_str().unwrap(), &samples);
    // A Zstandard frame, all of it.
    assert_eq!((bytes.len(), &bytes[..4]), (41, &b"\x28\xb5\x2f\xfd"[..]));
    assert_eq!(found["offset"], 1257);
    let file = fs::read(samples.join("sharded.zarr/nested/c.0.0")).unwrap();
    assert_eq!(bytes, file[1257..1257 + 41]);
}

#[test]
fn the_lines_work_for_odd_names() {
    for name in ["with space", "it's", "a \"b\" $HOME `x` \\n", "two\nlines 100%\\ 'q'", "-o"] {
        let directory = TempDir::new().unwrap();
        copy("codecs.zarr", directory.path());
        fs::rename(directory.path().join("codecs.zarr"), directory.path().join(name)).unwrap();
        let array = format!("./{name}/gzip");
        let found = located(directory.path(), &[&array, "--chunk", "1,0"]);
        let line = found["shell"].as_str().unwrap();
        assert!(!line.contains(char::is_control), "{line}");
        let stored = fs::read(directory.path().join(name).join("gzip/c.1.0")).unwrap();
        assert_eq!(shell(line, directory.path()), stored, "{line}");
        let traced = shell(found["zarrscope"].as_str().unwrap(), directory.path());
        assert_names(&String::from_utf8(traced).unwrap(), &["(1, 0)", "gzip"]);
    }
}

#[test]
fn a_stored_member_of_an_archive_is_a_range_of_it() {
    let directory = TempDir::new().unwrap();
    let archive = directory.path().join("a b.zip");
    crate::zip::zip("codecs.zarr", &archive, "", ::zip::CompressionMethod::Stored);
    let found = located(directory.path(), &["a b.zip/gzip", "--chunk", "1,0"]);
    assert_has(&found, &json!({"file": "a b.zip", "member": "gzip/c.1.0", "path": "a b.zip/gzip/c.1.0"}));
    let stored = fs::read(repository("sample-data/codecs.zarr/gzip/c.1.0")).unwrap();
    assert_eq!(shell(found["shell"].as_str().unwrap(), directory.path()), stored);
    let offset = usize::try_from(found["offset"].as_u64().unwrap()).unwrap();
    assert_eq!(fs::read(&archive).unwrap()[offset..][..stored.len()], stored);

    crate::zip::zip("codecs.zarr", &archive, "", ::zip::CompressionMethod::Deflated);
    let found = located(directory.path(), &["a b.zip/gzip", "--chunk", "1,0"]);
    assert_has(&found, &json!({"state": "deflated", "shell": "unzip -p 'a b.zip' 'gzip/c.1.0'"}));
}
