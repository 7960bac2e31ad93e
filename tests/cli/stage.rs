//! `trace --stage NAME -o FILE`: the bytes of a stage in a file.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use tempfile::TempDir;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

const BROKEN: &str = "trace broken.zarr/wrong_length --chunk 0,1";

/// The bytes that a command writes.
fn written(directory: &Path, command: &str) -> Vec<u8> {
    let file = directory.join("out");
    assert!(sound(&format!("{command} --force -o {}", file.display())).is_empty(), "{command}");
    fs::read(file).unwrap()
}

#[test]
fn a_stage_is_written_by_its_name_or_its_number() {
    let directory = TempDir::new().unwrap();
    let of = |stage: &str| {
        written(
            directory.path(),
            &format!("trace codecs.zarr/packed_temperature --chunk 0,0 --stage {stage}"),
        )
    };
    let stored = [1, 2, 2, 3, 4, 4, 0x1d, 0, 2, 0xff, 0, 0xff];
    for stage in ["stored", "bytes", "2", "2 --side in", "cast_value --side in"] {
        assert_eq!(of(stage), stored, "{stage}");
    }
    // By NumPy: [[0, 10, 10, 20, 30, 30], [280, nan, 10, 2540, nan, 2540]] as <f8.
    let numbers = [0.0, 10.0, 10.0, 20.0, 30.0, 30.0, 280.0, f64::NAN, 10.0, 2540.0, f64::NAN, 2540.0];
    let decoded: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    for stage in ["scale_offset", "0"] {
        assert_eq!(of(stage), decoded, "{stage}");
    }
    let inner = "trace sharded.zarr/plain --chunk 0,1 --inner 1,0 --stage";
    assert_eq!(written(directory.path(), &format!("{inner} bytes")).len(), 64);
    let stored = written(directory.path(), &format!("{inner} stored"));
    assert_eq!(stored, written(directory.path(), &format!("{inner} zstd --side in")));
    assert_eq!(stored[..4], [0x28, 0xb5, 0x2f, 0xfd]);
}

#[test]
fn a_stage_is_printed_as_it_is() {
    let printed = sound("trace codecs.zarr/packed_temperature --chunk 0,0 --stage bytes -o -");
    assert_eq!(printed, [1, 2, 2, 3, 4, 4, 0x1d, 0, 2, 0xff, 0, 0xff]);
    assert!(!repository("sample-data/-").exists());
}

#[test]
fn a_stage_of_inner_chunks_is_asked_for_with_one_of_them() {
    let message = misused("trace sharded.zarr/plain --chunk 0,1 --stage zstd");
    assert_names(&message, &["0 sharding_indexed", "found \"zstd\"", "--inner 0,0 names one of them"]);
    assert!(!misused("trace sharded.zarr/plain --chunk 0,1 --stage gzip").contains("--inner"));
}

#[test]
fn what_goes_into_a_failing_stage_is_written_and_what_comes_out_only_when_asked() {
    let directory = TempDir::new().unwrap();
    let stored = fs::read(repository("sample-data/broken.zarr/wrong_length/c.0.1")).unwrap();
    for stage in ["crc32c", "bytes --side in"] {
        assert_eq!(written(directory.path(), &format!("{BROKEN} --stage {stage}")), stored[..64], "{stage}");
    }
    assert_eq!(written(directory.path(), &format!("{BROKEN} --stage bytes --partial")).len(), 64);
    let file = directory.path().join("none");
    for stage in ["bytes", "transpose", "transpose --side in", "transpose --partial"] {
        let (message, _) = faulty(&format!("{BROKEN} --stage {stage} -o {}", file.display()));
        assert_names(&message, &["broken.zarr/wrong_length: c.0.1: bytes: expected 128 bytes"]);
        assert!(!file.exists(), "{stage}");
    }
    let missing =
        format!("trace codecs.zarr/packed_temperature --chunk 1,0 --stage bytes -o {}", file.display());
    assert_names(&faulty(&missing).0, &["expected a stored chunk, found it missing"]);
}

#[test]
fn unknown_and_ambiguous_names_list_the_stages() {
    let listed = "expected stored or one of 2 crc32c, 1 bytes, 0 transpose, found";
    assert_names(&misused(&format!("{BROKEN} --stage zstd")), &[listed, "\"zstd\""]);
    assert_names(&misused(&format!("{BROKEN} --stage 7")), &[listed, "found 7"]);
    assert_names(&misused(&format!("{BROKEN} --stage stored --side in")), &["nothing goes into it"]);
    let twice = r#"[{"name": "bytes"}, {"name": "crc32c"}, {"name": "crc32c"}]"#;
    let store = Store::of(&Document::v3().with("codecs", twice));
    let trace = format!("trace {store} --chunk 0 --stage");
    assert_names(
        &misused(&format!("{trace} crc32c")),
        &["2 crc32c, 1 crc32c, 0 bytes", "of which there are 2: name one by its number"],
    );
    assert_names(&text(&format!("{trace} 1")), &["this chunk is missing: no stage runs"]);
    for wrong in ["-o f", "--force", "--side in"] {
        failed_by_clap(&format!("{BROKEN} {wrong}"));
    }
}

/// A command that cannot be read.
fn failed_by_clap(arguments: &str) {
    assert_eq!(zarrscope(arguments).output().unwrap().status.code(), Some(2), "{arguments}");
}

#[test]
fn a_file_that_is_there_is_kept_and_a_store_is_never_written_to() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("out");
    fs::write(&file, "kept").unwrap();
    let message = misused(&format!("{BROKEN} --stage stored -o {}", file.display()));
    assert_names(&message, &["expected no such file, or --force, found one"]);
    assert_eq!(fs::read(&file).unwrap(), b"kept");
    copy("broken.zarr", directory.path());
    symlink("broken.zarr/wrong_length", directory.path().join("link")).unwrap();
    symlink("broken.zarr/wrong_length/c.0.1", directory.path().join("chunk")).unwrap();
    let before = snapshot(directory.path());
    for target in ["broken.zarr/new", "broken.zarr/wrong_length/c.0.1", "link/new", "chunk"] {
        let target = directory.path().join(target);
        misused(&format!("{BROKEN} --stage stored --force -o {}", target.display()));
        assert!(before == snapshot(directory.path()), "{}", target.display());
    }
}
