//! References that are made to do harm: no command reads what is outside of their folder, waits, or takes much memory.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::plain::controlling;
use crate::run::run;

/// The most memory that a command may have at once.
const MEMORY: u64 = 256 << 20;
/// What stands in the file that must not be read.
const SECRET: &str = "SECRETWORDSTHATNOBODYMAYREAD";
/// What every command does with an array of such references.
const COMMANDS: &[&str] = &[
    "info",
    "chunks",
    "trace --chunk 0",
    "trace --chunk 0 --json",
    "decode",
    "decode --format raw",
    "verify",
    "doctor",
    "locate --chunk 0",
    "probe --at 0",
    "stats --json",
    "report --chunk 0",
];

const ARRAY: &str = r#""{\"zarr_format\": 2, \"shape\": [56], \"chunks\": [28], \"dtype\": \"|u1\", \"compressor\": null, \"fill_value\": 0, \"filters\": null, \"order\": \"C\"}""#;

/// References of the chunk `v/0` that are not to be followed.
const REFUSED: &[&str] = &[
    r#"["/etc/passwd", 0, 28]"#,
    r#"["/etc/passwd"]"#,
    r#"["../secret.txt", 0, 28]"#,
    r#"["./../in/../secret.txt"]"#,
    r#"["nothing/../../secret.txt"]"#,
    r#"["file://../secret.txt", 0, 28]"#,
    r#"["file:///etc/passwd"]"#,
    r#"["FILE:///etc/passwd"]"#,
    r#"["local:///etc/passwd"]"#,
    r#"["file://localhost/etc/passwd"]"#,
    r#"["link.txt", 0, 28]"#,
    r#"["folder/secret.txt", 0, 28]"#,
    r#"["/proc/self/environ"]"#,
    r#"["/dev/zero", 0, 28]"#,
    r#"["pipe", 0, 28]"#,
    r#"["pipe"]"#,
    r#"[".", 0, 28]"#,
    r#"["", 0, 28]"#,
    r#"["a\u0000b", 0, 28]"#,
    r#"["\u001b[2J\u202e", 0, 28]"#,
    r#"["http://169.254.169.254/latest/meta-data", 0, 28]"#,
    r#"["http://localhost:22/"]"#,
    r#"["https://user:SECRETWORDSTHATNOBODYMAYREAD@host/a?sig=SECRETWORDSTHATNOBODYMAYREAD"]"#,
    r#"["s3://bucket/a", 0, 28]"#,
    r#"["simplecache::file:///etc/passwd", 0, 28]"#,
    r#"["own.bin", -1, 28]"#,
    r#"["own.bin", 0, -28]"#,
    r#"["own.bin", 9223372036854775808, 28]"#,
    r#"["own.bin", 0, 9223372036854775808]"#,
    r#"["own.bin", 18446744073709551615, 18446744073709551615]"#,
    r#"["own.bin", 1, 28]"#,
    r#"["own.bin", 1e400, 28]"#,
    r#"["own.bin", 0]"#,
    r#"["own.bin", 0, 28, 0]"#,
    r#"["own.bin", "0", "28"]"#,
    "[]",
    r#"[[["own.bin"]]]"#,
    "[null, 0, 28]",
    "null",
    "true",
    "-1",
    r#""base64:%%%""#,
    r#""short""#,
    r#"["{{loop}}", 0, 28]"#,
    r#"["{{t}}", 0, 28]"#,
    r#"["{{f(c='/etc/passwd')}}", 0, 28]"#,
    r#"["{{long}}{{long}}{{long}}", 0, 28]"#,
    r#"["{{'/etc/passwd'}}", 0, 28]"#,
    r#"["{{", 0, 28]"#,
    r#"["{{u}}passwd", 0, 28]"#,
];

fn folder(chunk: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let inside = directory.path().join("in");
    fs::create_dir(&inside).unwrap();
    fs::write(directory.path().join("secret.txt"), SECRET).unwrap();
    fs::write(inside.join("own.bin"), [7; 28]).unwrap();
    std::os::unix::fs::symlink("../secret.txt", inside.join("link.txt")).unwrap();
    std::os::unix::fs::symlink("..", inside.join("folder")).unwrap();
    assert!(Command::new("mkfifo").arg(inside.join("pipe")).status().unwrap().success());
    let long = "x".repeat(9000);
    let text = format!(
        r#"{{"version": 1, "templates": {{"loop": "{{{{loop}}}}", "t": "{{{{loop}}}}{{{{t}}}}", "f": "{{{{c}}}}", "u": "/etc/", "long": "{long}"}},
            "refs": {{".zgroup": "{{\"zarr_format\": 2}}", "v/.zarray": {ARRAY}, "v/0": {chunk}}}}}"#
    );
    fs::write(inside.join("refs.json"), text).unwrap();
    directory
}

#[test]
fn no_reference_leads_out_and_none_is_taken_for_a_missing_chunk() {
    let mut wrong = String::new();
    for chunk in REFUSED {
        let directory = folder(chunk);
        for command in COMMANDS {
            let words: Vec<&str> = command.split(' ').collect();
            let ran = run(&words, Path::new("in/refs.json/v"), directory.path());
            let reads = matches!(words.first(), Some(&("trace" | "decode" | "verify" | "probe" | "stats")));
            let expected =
                if reads { matches!(ran.status, Some(1 | 3)) } else { matches!(ran.status, Some(0..=3)) };
            let printed = [ran.stdout.as_slice(), ran.stderr.as_slice()].concat();
            let text = String::from_utf8_lossy(&printed);
            let leaks = text.contains(SECRET) || text.contains("root:x") || text.contains("panicked");
            let controls = controlling(&text).filter(|_| !command.ends_with("raw"));
            if !expected || leaks || controls.is_some() || ran.peak > MEMORY {
                writeln!(wrong, "{chunk}: {command}: {:?}, {} MiB: {text}", ran.status, ran.peak >> 20)
                    .unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Files that are no references, or too many.
#[test]
fn a_hostile_file_of_references_is_refused_as_a_whole() {
    let generator = |dimensions: &str, key: &str| {
        format!(
            r#"{{"version": 1, "templates": {{"long": "{}"}}, "refs": {{".zgroup": "{{}}"}}, "gen": [{{"key": "{key}", "url": "x", "dimensions": {dimensions}}}]}}"#,
            "x".repeat(9000)
        )
    };
    let many = |count: usize| {
        let keys: Vec<String> = (0..count).map(|index| format!("\"{index}\":\"\"")).collect();
        format!("{{\".zgroup\":\"\",{}}}", keys.join(","))
    };
    for (name, text) in [
        ("version", r#"{"version": 99, "refs": {".zgroup": "{}"}}"#.to_owned()),
        ("type", r#"{"version": 1, "refs": [".zgroup"]}"#.to_owned()),
        ("cut", r#"{"version": 1, "refs": {".zgroup": "{}", "#.to_owned()),
        ("rest", r#"{"version": 1, "refs": {".zgroup": "{}"}} more"#.to_owned()),
        ("templates", r#"{"version": 1, "templates": {"a": [1]}, "refs": {".zgroup": "{}"}}"#.to_owned()),
        ("stop", generator(r#"{"i": {"stop": 9223372036854775807}}"#, "{{i}}")),
        ("product", generator(r#"{"i": {"stop": 100000}, "j": {"stop": 100000}}"#, "{{i}}.{{j}}")),
        ("long", generator(r#"{"i": {"stop": 1000000}}"#, "{{long}}{{i}}")),
        ("zero", generator(r#"{"i": {"stop": 5, "step": 0}}"#, "{{i}}")),
        ("power", generator(r#"{"i": {"stop": 5}}"#, "{{9 ** 9 ** 9}}")),
        ("many", many(100_001)),
    ] {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("refs.json"), &text).unwrap();
        let ran = run(&["tree", "--max-references", "100000"], Path::new("refs.json"), directory.path());
        let stderr = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status, Some(1), "{name}: {stderr}");
        assert!(
            stderr.contains("expected references to chunks (Kerchunk) that can be read"),
            "{name}: {stderr}"
        );
        assert!(!stderr.contains("panicked") && stderr.lines().count() == 1, "{name}: {stderr}");
        assert!(ran.peak < MEMORY, "{name}: {} MiB", ran.peak >> 20);
    }
}

#[test]
fn many_references_take_little_memory() {
    let directory = tempfile::tempdir().unwrap();
    let array = ARRAY.replace("[56]", "[200, 28000]").replace("[28]", "[1, 28]");
    let mut text =
        format!(r#"{{"version": 1, "refs": {{".zgroup": "{{\"zarr_format\": 2}}", "v/.zarray": {array}"#);
    for index in 0..200_000 {
        write!(
            text,
            ", \"v/{}.{}\": [\"data/of/{}.nc\", {}, 28]",
            index / 1000,
            index % 1000,
            index / 1000,
            index * 28
        )
        .unwrap();
    }
    text.push_str("}}");
    fs::write(directory.path().join("refs.json"), &text).unwrap();
    drop(text);
    for words in [["chunks", "--json"], ["info", "--json"]] {
        let ran = run(&words, Path::new("refs.json/v"), directory.path());
        assert_eq!(ran.status, Some(0), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
        assert!(ran.peak < 128 << 20, "{words:?}: {} MiB", ran.peak >> 20);
    }
    let ran = run(&["trace", "--chunk", "199,999"], Path::new("refs.json/v"), directory.path());
    assert_eq!(ran.status, Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("data/of/199.nc, found nothing"));
}
