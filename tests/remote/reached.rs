//! Stores of which nothing can be read, and commands whose parent has gone.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::run;

#[test]
fn of_a_store_that_is_not_reached_nothing_is_known() {
    // Nobody listens at the first port of this machine.
    for part in ["", "--part 1/3", "--part 2/3", "--part 3/3"] {
        let (found, stdout, stderr) =
            run(&format!("verify http://127.0.0.1:1/x.zarr --retries 0 --json {part}"));
        assert_eq!(found, 3, "{part}: {stdout}{stderr}");
        let report: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(report["chunks"]["missing"], Value::Null, "{part}: {report}");
        let said = "no connection to the server 127.0.0.1:1: nothing answers there";
        assert!(report["not_reached"].as_str().unwrap().starts_with(said), "{part}: {report}");
        let (_, text, _) = run(&format!("verify http://127.0.0.1:1/x.zarr --retries 0 {part}"));
        assert!(!text.contains("no faults"), "{part}: {text}");
    }
}

#[test]
fn a_command_ends_with_its_input_where_that_is_asked_for() {
    // The server takes the connection and never answers.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let path = format!("http://{}/x.zarr", listener.local_addr().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_zarrscope"))
        .args(["info", "--timeout", "600", &path])
        .env("ZARRSCOPE_ENDS_WITH_INPUT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut request = [0; 64];
    let (mut connection, _) = listener.accept().unwrap();
    assert!(connection.read(&mut request).unwrap() > 0);
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(b"what is written into it changes nothing").unwrap();
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
