//! Runs the program, and looks at what it printed.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use assert_cmd::Command;
use serde_json::Value;
use walkdir::WalkDir;

use crate::program;
use crate::repository;
pub use crate::repository::repository;
use crate::schema;
use crate::store::Store;

// Running a command.

/// The program among the sample data; no argument has a space in it.
pub fn zarrscope(arguments: &str) -> std::process::Command {
    program::zarrscope("sample-data", arguments)
}

/// What a command prints when all is well: exit status 0 and no message.
pub fn sound(arguments: &str) -> Vec<u8> {
    let run = Command::from_std(zarrscope(arguments)).assert().code(0).stderr("");
    let stdout = run.get_output().stdout.clone();
    assert_schema(arguments, &stdout);
    stdout
}

pub fn text(arguments: &str) -> String {
    String::from_utf8(sound(arguments)).unwrap()
}

pub fn parsed(arguments: &str) -> Value {
    serde_json::from_slice(&sound(arguments)).unwrap()
}

/// The one message of a command that fails, and what it printed.
pub fn failed(arguments: &str, code: i32) -> (String, Vec<u8>) {
    let run = Command::from_std(zarrscope(arguments)).assert().code(code);
    let message = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    let text = message.strip_prefix("error: ").unwrap_or_else(|| panic!("{arguments}: {message:?}"));
    assert!(!text.starts_with(char::is_uppercase), "{message}");
    assert!(!message.lines().skip(1).any(|line| line.starts_with("error")), "more than one: {message}");
    let stdout = run.get_output().stdout.clone();
    assert_schema(arguments, &stdout);
    (message, stdout)
}

/// The message about data at fault, in one line.
pub fn faulty(arguments: &str) -> (String, Vec<u8>) {
    let (message, stdout) = failed(arguments, 1);
    assert_eq!(message.lines().count(), 1, "{message}");
    (message, stdout)
}

/// The message of a command that was called in a wrong way.
pub fn misused(arguments: &str) -> String {
    failed(arguments, 2).0
}

/// The JSON of a command that ends with exit status 1; its message is not looked at.
pub fn parsed_fault(arguments: &str) -> Value {
    let run = Command::from_std(zarrscope(arguments)).assert().code(1);
    assert_schema(arguments, &run.get_output().stdout);
    serde_json::from_slice(&run.get_output().stdout).unwrap()
}

/// Fails where a command printed JSON that is not what its schema says.
#[track_caller]
pub fn assert_schema(arguments: &str, stdout: &[u8]) {
    schema::look_at(arguments.split_whitespace().map(OsStr::new), stdout);
}

impl Store {
    /// What a sound command prints; `PATH` in it is the path of the store.
    pub fn text(&self, command: &str) -> String {
        text(&command.replace("PATH", &self.to_string()))
    }

    pub fn parsed(&self, command: &str) -> Value {
        parsed(&command.replace("PATH", &self.to_string()))
    }

    /// The message of a command that fails, and what it printed.
    pub fn faulty(&self, command: &str) -> (String, String) {
        let (message, stdout) = failed(&command.replace("PATH", &self.to_string()), 1);
        (message, String::from_utf8(stdout).unwrap())
    }
}

// Looking at what it printed.

pub fn assert_names(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in {text}");
    }
}

/// The line that has `word` in it.
pub fn line<'a>(text: &'a str, word: &str) -> &'a str {
    text.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("no {word:?} in\n{text}"))
}

/// The codecs in the order of their lines; each stands before its kind, such as `bytes->bytes`.
pub fn codecs(text: &str) -> Vec<&str> {
    let before_kind = |line| {
        let words: Vec<&str> = str::split_whitespace(line).collect();
        let kind = words.iter().position(|word| word.contains("->"))?;
        words.get(kind.checked_sub(1)?).copied()
    };
    text.lines().filter_map(before_kind).collect()
}

/// Fails where a field of `expected` is missing in `found` or differs; `found` may have more fields.
pub fn assert_has(found: &Value, expected: &Value) {
    if let Some(difference) = difference(found, expected, "") {
        panic!("{difference}, in\n{found:#}");
    }
}

pub fn difference(found: &Value, expected: &Value, pointer: &str) -> Option<String> {
    let below = |key: &str| format!("{pointer}/{key}");
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().find_map(|(key, expected)| match found.get(key) {
                Some(found) => difference(found, expected, &below(key)),
                None => Some(format!("{}: missing", below(key))),
            })
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let mut pairs = found.iter().zip(expected).enumerate();
            pairs.find_map(|(index, (found, expected))| {
                difference(found, expected, &below(&index.to_string()))
            })
        }
        _ => (found != expected).then(|| format!("{pointer}: expected {expected}, found {found}")),
    }
}

pub fn keys(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// The strings at a key of each object of a list.
pub fn each<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|object| object[key].as_str().unwrap()).collect()
}

// The sample data.

/// The rows of the manifest that have that field.
pub fn manifest(field: &str) -> Vec<Value> {
    repository::manifest("tests/values/manifest.json")
        .into_iter()
        .filter(|row| !row[field].is_null())
        .collect()
}

pub fn recorded(name: &str) -> Vec<u8> {
    fs::read(repository("tests/values").join(name)).unwrap()
}

/// The elements of a `.npy` file, with its length of header at byte 8.
pub fn elements(npy: &[u8]) -> &[u8] {
    &npy[10 + usize::from(u16::from_le_bytes([npy[8], npy[9]]))..]
}

/// The arguments for the faulty chunk of a row; an array that cannot be used has no chunk to name.
pub fn faulty_chunk(row: &Value) -> String {
    let list = |coords: &Value| {
        coords.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(",")
    };
    let chunk = if row["chunk"].is_null() { "0,0".to_owned() } else { list(&row["chunk"]) };
    let inner =
        if row["inner"].is_null() { String::new() } else { format!(" --inner {}", list(&row["inner"])) };
    format!("{} --chunk {chunk}{inner}", row["array"].as_str().unwrap())
}

/// Copies a sample store into a directory.
pub fn copy(store: &str, to: &Path) {
    repository::copy(&repository("sample-data").join(store), &to.join(store));
}

/// Every file and directory with its time and bytes.
pub fn snapshot(directory: &Path) -> BTreeMap<PathBuf, (SystemTime, Vec<u8>)> {
    let entries = WalkDir::new(directory).into_iter().map(Result::unwrap);
    let look = |entry: walkdir::DirEntry| {
        let bytes = if entry.file_type().is_file() { fs::read(entry.path()).unwrap() } else { Vec::new() };
        (entry.path().to_owned(), (entry.metadata().unwrap().modified().unwrap(), bytes))
    };
    entries.map(look).collect()
}
