//! The configuration: what is printed of it, what a file changes, and what is said of one that is wrong.

use std::fs;
use std::path::PathBuf;

use crate::program;
use crate::run::*;

/// A file with this text, in a directory of its own.
fn file(text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("my.toml");
    fs::write(&path, text).unwrap();
    (directory, path)
}

/// The exit status and both outputs with a file; `FILE` in stderr stands for its path.
fn with(text: impl AsRef<[u8]>, arguments: &str) -> (Option<i32>, String, String) {
    let (_directory, path) = file(text);
    let path = path.display();
    let (status, stdout, stderr) = program::run("sample-data", &format!("--config {path} {arguments}"));
    (status, stdout, stderr.replace(&path.to_string(), "FILE"))
}

#[test]
fn what_is_printed_is_a_file_that_changes_nothing() {
    let printed = text("config");
    assert_names(
        &printed,
        &["#theme = \"terminal\"", "#max-nodes = 2000000", "#verify = \"V\"", "--config FILE"],
    );
    assert!(printed.lines().all(|line| line.is_empty() || line.starts_with('#')), "{printed}");
    assert_eq!(with(&printed, "tree climate.zarr").2, "");
}

#[test]
fn what_is_printed_is_right_without_the_signs() {
    let bare = |line: &str| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).map(str::to_owned);
    let entries: Vec<String> = text("config").lines().filter_map(bare).collect();
    assert!(entries.len() > 70, "{entries:?}");
    assert_eq!(with(entries.join("\n"), "tree climate.zarr").2, "");
}

#[test]
fn what_is_wrong_is_named_and_the_rest_holds() {
    let wrong = "theme = \"dracula\"\nthemes = 1\nshow_files = 3\n\n[limits]\nmax-nodes = 1\nmax-json-depth = 200\nmost = 5\n\n\
                 [keys]\nverify = \"f\"\nfollow = \"hyper-x\"\n\"\\u001b[2J\" = \"x\"\n";
    let (status, _, stderr) = with(wrong, "tree climate.zarr");
    let themes = "terminal, dark, light, contrast, contrast-light";
    assert_eq!(status, Some(1));
    let expected = [
        format!("warning: FILE:1: theme: expected one of {themes}; found \"dracula\""),
        "warning: FILE:2: themes: unknown; did you mean theme?".to_owned(),
        "warning: FILE:3: show-files: expected true or false, found 3".to_owned(),
        "warning: FILE:7: limits.max-json-depth: expected a whole number from 1 to 127, found 200".to_owned(),
        "warning: FILE:8: limits.most: unknown; `zarrscope config` lists what there is".to_owned(),
        "warning: FILE:11: keys.verify: f is already the key of fault".to_owned(),
        "warning: FILE:12: keys.follow: expected a key such as \"x\", \"ctrl-x\" or \"page-up\", found \"hyper-x\"".to_owned(),
    ];
    let found: Vec<&str> = stderr.lines().collect();
    assert_eq!(found.get(..expected.len()).unwrap(), expected);
    assert!(found[7].starts_with("warning: FILE:13: keys.\\u{1b}[2J: unknown"), "{stderr}");
    // The limit that is right holds.
    assert!(found[8].starts_with("error: ") && found[8].contains("at most 1 names"), "{stderr}");
}

#[test]
fn options_go_before_the_file() {
    let limited = "limits.max-nodes = 1";
    assert_eq!(with(limited, "tree climate.zarr").0, Some(1));
    assert_eq!(with(limited, "tree climate.zarr --max-nodes 100").0, Some(0));
    let picture = "picture climate.zarr/temperature --color always --size 20x10 --range extremes";
    let plain = program::run("sample-data", picture).1;
    let grey = with("color-map = \"greys\"", picture);
    assert_ne!(grey.1, plain);
    assert_eq!(grey.1, program::run("sample-data", &format!("{picture} --map greys")).1);
    assert_eq!(with("color-map = \"greys\"", &format!("{picture} --map viridis")).1, plain);
}

#[test]
fn a_line_that_is_no_toml_takes_nothing_else_with_it() {
    let (status, _, stderr) = with("theme = \nlimits.max-nodes = 1\n", "tree climate.zarr");
    assert_eq!(status, Some(1));
    assert!(stderr.starts_with("warning: FILE:1: "), "{stderr}");
    assert_names(&stderr, &["at most 1 names"]);
}

#[test]
fn strange_files_are_refused() {
    let refused = |text: &[u8]| {
        let (status, stdout, stderr) = with(text, "tree climate.zarr");
        assert_eq!((status, stdout.as_str()), (Some(2), ""));
        stderr.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        refused(&vec![b'a'; 10 << 20]),
        "error: --config FILE: expected at most 65536 bytes, found more"
    );
    let found = refused(b"theme = \"dark\"\n\xff\xfe");
    assert_eq!(found, "error: --config FILE: expected UTF-8, found other bytes in line 2");
    for (path, said) in [(".", "expected a file"), ("no/such/file", "No such file or directory")] {
        let (status, _, stderr) = program::run("sample-data", &format!("tree climate.zarr --config {path}"));
        assert_eq!(status, Some(2));
        assert_names(&stderr, &[&format!("error: --config {path}: {said}")]);
    }
    // As deep as 64 KiB can be.
    let (status, _, stderr) = with("a = ".to_owned() + &"[".repeat(60_000), "tree climate.zarr");
    assert_eq!(status, Some(0));
    assert!(stderr.starts_with("warning: FILE:1: ") && stderr.len() < 4096, "{}", stderr.len());
}

#[test]
fn the_file_of_the_platform_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("zarrscope");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("config.toml"), "limits.max-nodes = 1\ntheem = 1\n").unwrap();
    let run = |arguments| {
        let mut command = program::zarrscope("sample-data", arguments);
        let output = command.env("XDG_CONFIG_HOME", directory.path()).output().unwrap();
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let [_, stderr] = run("tree climate.zarr");
    assert_names(&stderr, &["zarrscope/config.toml:2: theem: unknown", "at most 1 names"]);
    assert_names(&run("config")[0], &["zarrscope/config.toml (found there)"]);
}
