//! What is secret stays so.

use std::path::Path;

use zarrscope::hierarchy::Hierarchy;
use zarrscope::store::{RemoteOptions, StoreAccess};

use super::run;
use super::server::{Fault, Server};
use crate::program;
use crate::repository::repository;

const SECRET: &str = "hunter2";

fn samples() -> Server {
    Server::of(&repository("sample-data"))
}

#[test]
fn neither_user_nor_signature_is_printed() {
    let server = samples();
    server.fail("/c/0/0/0", Fault::Status(403));
    let place = format!("{}/climate.zarr", server.address);
    for address in [
        format!("http://{SECRET}:{SECRET}@{place}/temperature"),
        format!("http://{place}/temperature?sig={SECRET}"),
    ] {
        for command in [
            "tree ADDRESS --json",
            "info ADDRESS",
            "info ADDRESS --json",
            "verify ADDRESS --json",
            "verify ADDRESS",
            "trace ADDRESS --chunk 0,0,0",
            "trace ADDRESS --chunk 1,3,1 --json",
            "locate ADDRESS --chunk 1,3,1",
            "probe ADDRESS --at 0,0,0",
            "report ADDRESS",
            "doctor ADDRESS",
            "chunks ADDRESS",
            "stats ADDRESS --json",
            "decode ADDRESS --chunk 1,3,1 --format csv",
            "picture ADDRESS",
            "advise ADDRESS",
            "diff ADDRESS climate.zarr/mask",
            "find ADDRESS x",
            "tree ADDRESS/none",
            "info ADDRESS/zarr.json",
            "trace ADDRESS --chunk 99,0,0",
            "ADDRESS",
        ] {
            let (code, stdout, stderr) = run(&command.replace("ADDRESS", &address));
            assert!(!format!("{stdout}{stderr}").contains(SECRET), "{command} ({code}): {stdout}{stderr}");
        }
    }
}

#[test]
fn user_and_signature_reach_the_server() {
    let server = samples();
    run(&format!("info http://me:pass%40word@{}/climate.zarr/mask", server.address));
    let requests = server.requests();
    // The words "me:pass@word" in base64.
    assert_eq!(requests[0].headers["authorization"], "Basic bWU6cGFzc0B3b3Jk");
    run(&format!("info http://{}/climate.zarr/mask?sig=abc", server.address));
    assert_eq!(server.asked()[0], "GET /climate.zarr/mask/zarr.json?sig=abc");
}

#[test]
fn credentials_are_not_carried_to_another_host() {
    let (server, other) = (samples(), samples());
    server.fail("/", Fault::Redirect(other.address));
    for address in [
        format!("http://me:{SECRET}@{}/climate.zarr/mask", server.address),
        format!("http://{}/climate.zarr/mask?sig={SECRET}", server.address),
    ] {
        let (code, _, message) = run(&format!("info {address}"));
        assert_eq!(code, 3);
        assert!(
            message.contains("a redirect to another host or region, which is not followed (HTTP 302)"),
            "{message}"
        );
    }
    assert_eq!(other.requests().len(), 0);
    // Where nothing is secret it is followed.
    let (code, _, message) = run(&format!("info {}", server.http("climate.zarr/mask")));
    assert_eq!((code, message.as_str()), (0, ""));
    assert_eq!(other.asked()[0], "GET /climate.zarr/mask/zarr.json");
}

#[test]
fn signed_requests_are_not_redirected() {
    let (server, other) = (samples(), samples());
    server.fail("/", Fault::Redirect(other.address));
    let arguments = format!("info s3://bucket/climate.zarr/mask --endpoint http://{}", server.address);
    let mut command = program::zarrscope("", &arguments);
    command
        .env("AWS_ACCESS_KEY_ID", "key")
        .env("AWS_SECRET_ACCESS_KEY", SECRET)
        .env("AWS_SESSION_TOKEN", SECRET);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(server.requests()[0].headers["authorization"].starts_with("AWS4-HMAC-SHA256 Credential=key/"));
    assert_eq!(other.requests().len(), 0);
    assert!(!String::from_utf8_lossy(&output.stderr).contains(SECRET));
}

fn assert_names(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected {part} in {text}");
    }
}

#[test]
fn keys_come_from_the_files_of_aws_too() {
    let server = samples();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("credentials", &format!("[default]\naws_access_key_id = own\naws_secret_access_key = {SECRET}\n"));
    write(
        "config",
        &format!(
            "[default]\nregion = eu-1\nendpoint_url = http://{}\n[profile one]\nsso_session = x\n[profile two]\n\
             region = b\naws_access_key_id = two\naws_secret_access_key = {SECRET}\n",
            server.address
        ),
    );
    let run = |variables: &[(&str, &str)], options: &str| {
        let mut command = program::zarrscope("", &format!("info s3://bucket/climate.zarr/mask {options}"));
        command.env("AWS_SHARED_CREDENTIALS_FILE", folder.path().join("credentials"));
        command.env("AWS_CONFIG_FILE", folder.path().join("config")).envs(variables.iter().copied());
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains(SECRET), "{said}");
        (output.status.code(), said)
    };
    let signed = |server: &Server| server.requests().last().unwrap().headers["authorization"].clone();
    assert_eq!(run(&[], ""), (Some(0), String::new()));
    assert_names(&signed(&server), &["AWS4-HMAC-SHA256 Credential=own/", "/eu-1/s3/"]);
    // A variable goes before the file, and an option before both.
    let keys = [("AWS_ACCESS_KEY_ID", "mine"), ("AWS_SECRET_ACCESS_KEY", SECRET), ("AWS_REGION", "r")];
    assert_eq!(run(&keys, "").0, Some(0));
    assert_names(&signed(&server), &["Credential=mine/", "/r/s3/"]);
    let endpoint = format!("--endpoint http://{} --bucket-region q", server.address);
    assert_eq!(run(&[("AWS_PROFILE", "two")], &endpoint).0, Some(0));
    assert_names(&signed(&server), &["Credential=two/", "/q/s3/"]);
    let (code, said) = run(&[("AWS_PROFILE", "one")], &endpoint);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("profile \"one\"") && said.contains("sso_session, which only other programs follow"),
        "{said}"
    );
    assert!(run(&[("AWS_PROFILE", "none")], "").1.contains("no such profile"));
}

#[test]
fn nothing_is_signed_that_is_anonymous() {
    let server = samples();
    let arguments = format!("info s3://bucket/climate.zarr/mask {}", server.s3_options());
    let mut command = program::zarrscope("", &arguments);
    command.env("AWS_ACCESS_KEY_ID", "key").env("AWS_SECRET_ACCESS_KEY", SECRET);
    assert_eq!(command.output().unwrap().status.code(), Some(0));
    assert!(server.requests().iter().all(|request| !request.headers.contains_key("authorization")));
}

#[test]
fn no_debug_output_has_a_secret() {
    let options = RemoteOptions {
        endpoint: Some(format!("http://u:{SECRET}@127.0.0.1:1")),
        ..RemoteOptions::default()
    };
    let access = StoreAccess { remote: options, ..StoreAccess::default() };
    for address in
        [format!("https://u:{SECRET}@127.0.0.1/a.zarr?sig={SECRET}"), format!("s3://{SECRET}@bucket/a.zarr")]
    {
        let hierarchy = Hierarchy::open_at(Path::new(&address), &access).unwrap();
        let text = format!("{hierarchy:?} {:?} {access:?}", hierarchy.store());
        assert!(!text.contains(SECRET), "{text}");
    }
}
