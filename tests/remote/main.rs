//! Stores at addresses, read from servers on this machine: what is read, how often is asked, and what goes wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../fixtures/explorer.rs"]
mod explorer;
#[path = "../fixtures/program.rs"]
mod program;
#[path = "../fixtures/repository.rs"]
mod repository;

mod explored;
mod faults;
#[cfg(feature = "icechunk")]
mod icechunk;
mod lists;
mod parts;
mod places;
mod reached;
mod references;
mod refusals;
mod requests;
mod secrets;
mod server;
mod unknown;
mod verified;

use serde_json::Value;

/// What a command gives: its exit status, stdout and stderr. Nothing of this machine's network is in its environment.
fn run(arguments: &str) -> (i32, String, String) {
    let output = command(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn command(arguments: &str) -> std::process::Command {
    let mut command = program::zarrscope("sample-data", arguments);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy().to_ascii_lowercase();
        if ["aws_", "google_", "azure_"].iter().any(|prefix| text.starts_with(prefix))
            || text.ends_with("_proxy")
        {
            command.env_remove(&name);
        }
    }
    command
}

/// What a command prints when all is well.
fn sound(arguments: &str) -> String {
    let (code, stdout, stderr) = run(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments}");
    stdout
}

/// The same as JSON.
fn parsed(arguments: &str) -> Value {
    serde_json::from_str(&sound(arguments)).unwrap()
}

/// The message of a command that fails with this exit status.
fn failed(arguments: &str, expected: i32) -> String {
    let (code, stdout, stderr) = run(arguments);
    assert_eq!(code, expected, "{arguments}: {stdout}{stderr}");
    stderr
}
