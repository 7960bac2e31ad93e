//! What a script relies on, and `explain`, `completions`, `man`.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::run::*;

/// The text without ANSI escape codes for colour.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[test]
fn colour_is_for_terminals_and_for_whoever_asks_for_it() {
    for command in ["tree climate.zarr", "info climate.zarr/temperature", "explain"] {
        let plain = text(command);
        assert!(!plain.contains('\x1b'), "{plain:?}");
        assert_eq!(text(&format!("{command} --color never")), plain);
        assert_eq!(text(&format!("{command} --color auto")), plain);
        let without = Command::from_std(zarrscope(command)).env("NO_COLOR", "1").assert().code(0);
        assert_eq!(String::from_utf8_lossy(&without.get_output().stdout), plain);
        let coloured = text(&format!("{command} --color always"));
        assert!(coloured.contains("\x1b["), "{coloured:?}");
        assert_eq!(uncoloured(&coloured), plain);
    }
    for command in ["chunks climate.zarr/x", "trace climate.zarr/x --chunk 0", "verify climate.zarr/x"] {
        assert!(!text(command).contains('\x1b'), "{command}");
    }
    assert!(!misused("--nope").contains('\x1b'));
}

#[test]
fn the_option_for_colour_may_stand_before_the_command() {
    assert_eq!(text("--color always tree climate.zarr"), text("tree climate.zarr --color always"));
}

#[test]
fn json_and_values_have_no_colour_even_when_asked_for() {
    parsed("tree climate.zarr --json --color always");
    parsed("trace codecs.zarr/zstd --chunk 0,0 --json --color always");
    assert_eq!(
        text("decode grids.zarr/one_d --color always --format csv"),
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
    );
}

#[test]
fn a_reader_that_goes_away_early_gets_no_message() {
    let mut command = zarrscope("decode climate.zarr/temperature --region 0:5,0:20,0:3000 --format csv");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    reader.read_line(&mut first).unwrap();
    assert!(first.starts_with("281.56,"), "{first:.40}");
    drop(reader);
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(message, "");
    child.wait().unwrap();
}

/// A run of the program whose output nobody reads.
fn unread(arguments: &str) -> (String, Option<i32>) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = zarrscope(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn a_pipe_that_nobody_reads_gives_no_message() {
    for arguments in [
        "climate.zarr",
        "tree climate.zarr",
        "tree climate.zarr --json",
        "info climate.zarr",
        "info climate.zarr --json",
        "chunks climate.zarr/x",
        "chunks climate.zarr/x --json",
        "trace climate.zarr/x --chunk 0",
        "trace climate.zarr/x --chunk 0 --json",
        "locate climate.zarr/x --chunk 0",
        "locate climate.zarr/x --chunk 0 --json",
        "probe climate.zarr/x --at 0",
        "probe climate.zarr/x --at 0 --json",
        "index sharded.zarr/plain --chunk 0,0",
        "index sharded.zarr/plain --chunk 0,0 --json",
        "decode climate.zarr/temperature --format raw",
        "decode climate.zarr/x",
        "decode climate.zarr/x --format npy",
        "decode climate.zarr/x --format json",
        "verify climate.zarr/x",
        "verify climate.zarr/x --json",
        "doctor climate.zarr/x",
        "report climate.zarr/x",
        "doctor climate.zarr/x --json",
        "explain",
        "explain zstd",
        "explain --json",
        "completions bash",
        "completions zsh",
        "man",
        "--help",
        "--version",
        "tree --help",
    ] {
        assert_eq!(unread(arguments), (String::new(), Some(0)), "{arguments}");
    }
}

#[test]
fn a_fault_is_reported_even_where_nobody_reads_the_output() {
    for command in ["verify broken.zarr/flipped_bit", "trace broken.zarr/flipped_bit --chunk 1,0"] {
        for json in ["", " --json"] {
            let (message, status) = unread(&format!("{command}{json}"));
            assert!(message.starts_with("error: ") && message.contains("checksum"), "{message}");
            assert!(!message.contains("pipe"), "{message}");
            assert_eq!(status, Some(1), "{command}");
        }
    }
}

#[test]
fn nothing_is_ever_written_into_a_store() {
    let (stores, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    for store in ["broken.zarr", "codecs.zarr", "climate.zarr", "sharded.zarr"] {
        copy(store, stores.path());
    }
    let before = snapshot(stores.path());
    let run = |arguments: &str| zarrscope(arguments).current_dir(stores.path()).output().unwrap();
    for store in ["broken.zarr", "codecs.zarr", "climate.zarr", "sharded.zarr"] {
        for command in ["", "tree", "tree --json", "info", "info --json", "verify"] {
            run(&format!("{command} {store}"));
        }
    }
    for array in
        ["broken.zarr/flipped_bit", "codecs.zarr/everything", "sharded.zarr/plain", "broken.zarr/bad_order"]
    {
        let file = elsewhere.path().join("out");
        for command in [
            "info",
            "chunks",
            "chunks --json",
            "trace --chunk 1,0",
            "trace --chunk 0,0 --inner 0,0 --json",
            "decode",
            "report",
            "report --chunk 0,0",
        ] {
            run(&format!("{command} {array}"));
        }
        run(&format!("decode {array} --format npy -o {}", file.display()));
    }
    assert!(before.len() > 100 && before == snapshot(stores.path()));
}

#[test]
fn an_output_file_in_the_store_is_refused() {
    let stores = TempDir::new().unwrap();
    copy("grids.zarr", stores.path());
    let before = snapshot(stores.path());
    for file in ["grids.zarr/one_d/c/0", "grids.zarr/one_d/new", "grids.zarr/new"] {
        let mut command = zarrscope(&format!("decode grids.zarr/one_d --format raw -o {file}"));
        let output = command.current_dir(stores.path()).output().unwrap();
        assert!(before == snapshot(stores.path()), "{file} was written");
        assert_eq!(output.status.code(), Some(2), "{file}: {output:?}");
    }
}

#[test]
fn explain_lists_its_topics_and_explains_each() {
    let list = text("explain");
    let topics = list.lines().filter_map(|line| line.strip_prefix("  "));
    let topics: Vec<&str> = topics.filter_map(|line| line.split_whitespace().next()).collect();
    for topic in "transpose scale_offset cast_value bytes sharding_indexed gzip zstd blosc crc32c".split(' ')
    {
        assert!(topics.contains(&topic), "no {topic} in\n{list}");
    }
    for topic in topics {
        assert_names(&text(&format!("explain {topic}")), &[topic]);
    }
    for topic in ["chunk-grid", "fill-value", "sharding"] {
        assert_ne!(text(&format!("explain {topic}")), "");
    }
}

#[test]
fn an_unknown_topic_is_a_usage_error() {
    assert_names(&misused("explain nonsense"), &["expected", "zstd", "found", "nonsense"]);
}

#[test]
fn completions_and_manual_know_every_command_and_option() {
    let commands: Vec<&str> =
        "tree info chunks trace decode verify explain completions man".split(' ').collect();
    let options =
        "--json --depth --chunk --inner --region --format --ignore-checksums --max-chunk-bytes --color";
    let options: Vec<&str> = options.split(' ').collect();
    let bash = text("completions bash");
    assert_names(&bash, &["_zarrscope", "complete -F"]);
    assert_names(&bash, &commands);
    assert_names(&bash, &options);
    for shell in ["zsh", "fish"] {
        assert_names(&text(&format!("completions {shell}")), &commands);
    }
    assert_names(&misused("completions nonsense"), &["nonsense"]);
    let manual = text("man").replace("\\-", "-");
    assert_names(&manual, &[".TH zarrscope 1", ".SH DESCRIPTION"]);
    assert_names(&manual, &commands);
    assert_names(&manual, &["--color", "--ignore-checksums", "--max-chunk-bytes"]);
}

#[test]
fn help_and_version_go_to_stdout() {
    assert_names(&text("--help"), &["Usage: zarrscope", "decode"]);
    assert_eq!(text("--version"), concat!("zarrscope ", env!("CARGO_PKG_VERSION"), "\n"));
}
