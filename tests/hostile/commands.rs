//! What holds for every command on every store.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::plain::controlling;
use crate::run::{Ran, run};
use crate::store::Hostile;

/// The most memory that a command may have at once.
const MEMORY: u64 = 256 << 20;

/// The commands in the order of their digits; `@` is the chunk. The last word says whether the whole store is meant.
const COMMANDS: &[(&str, bool)] = &[
    ("info", false),
    ("tree", true),
    ("chunks", false),
    ("trace --chunk @", false),
    ("decode", false),
    ("verify", true),
    ("doctor", true),
];

/// The other commands, of one node each; they end with any status there is. `@` is the chunk.
const OTHERS: &[&str] = &[
    "locate --chunk @",
    "probe --at @",
    "index --chunk @",
    "stats --json",
    "stats --json --physical",
    "decode --physical --sel x=1",
    "picture --size 20x10",
    "explain --chunk @ --array",
    "diff",
    "diff --json",
    "find",
    "find --json",
    "report --attributes",
    "report --chunk @",
    "try --sample 2",
    "try --json --chunk @",
    "advise --json --access 0",
];

/// Runs every command on every store, and reports everything that is wrong together.
pub fn obey(stores: &[Hostile]) {
    let mut wrong = String::new();
    for hostile in stores {
        let directory = tempfile::tempdir().unwrap();
        let store = hostile.make_in(directory.path());
        let commands = COMMANDS.iter().zip(hostile.status.chars()).filter(|(_, digit)| *digit != '-');
        for ((command, is_whole), digit) in commands {
            let path = if *is_whole { store.clone() } else { store.join(&hostile.node) };
            let path = path.strip_prefix(directory.path()).unwrap();
            for form in forms(command) {
                let raw = hostile.status.chars().nth(COMMANDS.len()).filter(|_| form.ends_with("raw"));
                let expected = raw.unwrap_or(digit).to_digit(10).and_then(|digit| i32::try_from(digit).ok());
                let text = form.replace('@', hostile.chunk);
                let words: Vec<&str> = text.split(' ').collect();
                let ran = run(&words, path, directory.path());
                for complaint in complaints(hostile, &form, expected, &ran) {
                    writeln!(wrong, "{}: {text}: {complaint}", hostile.name).unwrap();
                }
            }
        }
        let node = store.join(&hostile.node);
        let path = node.strip_prefix(directory.path()).unwrap();
        for command in OTHERS {
            let text = command.replace('@', hostile.chunk);
            let mut words: Vec<&OsStr> = text.split(' ').map(OsStr::new).collect();
            // The node stands behind the command, but in `explain` behind `--array`, and in `diff` on both sides.
            let is_explained = command.starts_with("explain");
            let is_compared = command.starts_with("diff");
            words.extend((is_explained || is_compared).then_some(path.as_os_str()));
            let behind = if is_explained { Path::new("bytes") } else { path };
            let ran = run(&words, behind, directory.path());
            let any = ran.status.filter(|status| (0..=2).contains(status));
            for complaint in complaints(hostile, command, any.or(Some(0)), &ran) {
                writeln!(wrong, "{}: {text}: {complaint}", hostile.name).unwrap();
            }
        }
        make_removable(directory.path());
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The forms of the output that a command has.
fn forms(command: &str) -> Vec<String> {
    let more: &[&str] = if command == "decode" {
        &["--format raw", "--format json", "--format table"]
    } else {
        &["", "--json"]
    };
    more.iter().map(|more| format!("{command} {more}").trim().to_owned()).collect()
}

/// What a run did that it must not do.
fn complaints(hostile: &Hostile, form: &str, expected: Option<i32>, ran: &Ran) -> Vec<String> {
    let mut wrong = Vec::new();
    let stderr = String::from_utf8_lossy(&ran.stderr);
    if ran.status != expected {
        let message = stderr.trim_end();
        wrong.push(format!("expected the exit status {expected:?}, found {:?}: {message}", ran.status));
    }
    if ran.peak > MEMORY {
        wrong.push(format!("{} MiB of memory", ran.peak >> 20));
    }
    if let Some(c) = controlling(&stderr) {
        wrong.push(format!("{c:?} in the message {stderr:?}"));
    }
    if form.ends_with("raw") {
        return wrong;
    }
    let Ok(stdout) = std::str::from_utf8(&ran.stdout) else {
        wrong.push("the output is no UTF-8".to_owned());
        return wrong;
    };
    if let Some(c) = controlling(stdout) {
        wrong.push(format!("{c:?} in the output"));
    }
    if form.ends_with("json") {
        wrong.extend(json_complaint(hostile, form, ran.status, stdout));
    }
    wrong
}

/// What is wrong with the JSON of a run.
fn json_complaint(hostile: &Hostile, form: &str, status: Option<i32>, stdout: &str) -> Option<String> {
    if stdout.is_empty() && (status == Some(2) || form.starts_with("decode")) {
        return None;
    }
    let value: Value = match serde_json::from_str(stdout) {
        Ok(value) => value,
        // The part of an array that was written before decoding failed cannot be taken back.
        Err(_) if form.starts_with("decode") && status == Some(1) => return None,
        // It is nested more deeply than serde_json reads.
        Err(error) if error.to_string().starts_with("recursion limit") => return None,
        Err(error) => return Some(format!("no JSON: {error}")),
    };
    let command = form.split(' ').next()?;
    if command == "tree" && !hostile.node.to_str().is_none_or(|name| names(&value, name)) {
        return Some("the node is not there".to_owned());
    }
    if status != Some(1) || !["info", "trace", "chunks", "verify"].contains(&command) {
        return None;
    }
    let fault = if value["fault"].is_null() { &value["faults"][0] } else { &value["fault"] };
    let (stage, pointer) = (fault["stage"].as_str(), fault["pointer"].as_str());
    if stage != Some(hostile.stage) {
        return Some(format!("expected a fault of {}, found {fault}", hostile.stage));
    }
    let is_elsewhere = hostile.pointer.is_some() && pointer != hostile.pointer;
    is_elsewhere.then(|| format!("expected a fault at {:?}, found {fault}", hostile.pointer))
}

/// Whether a node of that name is among the children of the root.
fn names(tree: &Value, name: &str) -> bool {
    tree["children"].as_array().is_some_and(|children| children.iter().any(|child| child["name"] == name))
}

/// Directories that cannot be read cannot be removed either.
fn make_removable(directory: &Path) {
    let _ = std::process::Command::new("chmod").args(["-R", "u+rwx"]).arg(directory).output();
}
