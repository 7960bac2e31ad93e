//! Why servers refuse: each answer in words that name its cause, what to set, and nothing secret.

use std::io::Write;
use std::net::TcpListener;
use std::thread;

use super::server::{Fault, Server};
use super::{failed, run};
use crate::repository::repository;

const PROLOGUE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

fn error(code: &str, message: &str, more: &str) -> &'static str {
    let text = format!(
        "{PROLOGUE}<Error><Code>{code}</Code><Message>{message}</Message>{more}<AWSAccessKeyId>AKIASECRET</AWSAccessKeyId>\
         <StringToSign>SIGNSECRET</StringToSign></Error>"
    );
    Box::leak(text.into_boxed_str())
}

/// Answers of S3, Azure and Google to whoever asks for a chunk, each with words that name the cause and what helps.
fn refusals() -> Vec<(Fault, &'static [&'static str])> {
    let told = |status, code, message| Fault::Told(status, "", error(code, message, ""));
    vec![
        (
            told(400, "ExpiredToken", "The provided token has expired."),
            &["have expired", "ExpiredToken", "HTTP 400"],
        ),
        (told(400, "InvalidToken", "The token is malformed."), &["AWS_SESSION_TOKEN", "InvalidToken"]),
        (
            told(403, "InvalidAccessKeyId", "It does not exist in our records."),
            &["AWS_ACCESS_KEY_ID", "records"],
        ),
        (told(403, "SignatureDoesNotMatch", "Check your key."), &["secret key is another", "HTTP 403"]),
        (
            told(403, "RequestTimeTooSkewed", "The difference is too large."),
            &["set the clock of this machine"],
        ),
        (
            told(403, "AccessDenied", "Access Denied"),
            &["permission denied: these credentials", "AccessDenied"],
        ),
        (told(403, "AccessDenied", "Request has expired"), &["whose signature has expired"]),
        (told(403, "AllAccessDisabled", "All access is disabled"), &["closed to all"]),
        (told(403, "AccountProblem", "There is a problem"), &["closed to all", "AccountProblem"]),
        (told(403, "InvalidObjectState", "GLACIER"), &["in an archive", "restored"]),
        (told(400, "KMS.DisabledException", "is disabled"), &["encrypted with a key"]),
        (told(404, "NoSuchBucket", "The bucket does not exist"), &["no such bucket on the server"]),
        (told(404, "ContainerNotFound", "It does not exist"), &["no such bucket on the server"]),
        (told(503, "SlowDown", "Please reduce your rate."), &["asked too often", "--rate", "HTTP 503"]),
        (told(503, "ServerBusy", "The server is busy."), &["asked too often", "ServerBusy"]),
        (told(500, "InternalError", "We had an error."), &["a server in trouble", "InternalError"]),
        (told(400, "UserProjectMissing", "Requester pays."), &["whose readers pay"]),
        (told(400, "MissingSecurityHeader", "no header"), &["credentials that are missing"]),
        (
            told(403, "AuthenticationFailed", "not formed correctly"),
            &["permission denied", "AuthenticationFailed"],
        ),
        (told(409, "NewCode", "something new"), &["HTTP 409, NewCode, \"something new\""]),
        (
            Fault::Told(301, "x-amz-bucket-region: eu-west-3\r\n", error("PermanentRedirect", "Use it.", "")),
            &["a bucket in another region, eu-west-3: --bucket-region eu-west-3", "HTTP 301"],
        ),
        (
            Fault::Told(
                400,
                "",
                error("AuthorizationHeaderMalformed", "wrong region", "<Region>eu-west-1</Region>"),
            ),
            &["another region, eu-west-1: --bucket-region eu-west-1"],
        ),
        (
            told(301, "PermanentRedirect", "Use the endpoint."),
            &["another region or at another endpoint", "--endpoint"],
        ),
        (
            Fault::Told(403, "x-ms-error-code: AuthorizationPermissionMismatch\r\n", ""),
            &["permission denied", "AuthorizationPermissionMismatch"],
        ),
        (
            Fault::Told(
                403,
                "",
                r#"{"error": {"code": 403, "message": "no storage.objects.get", "errors": [{"reason": "forbidden"}]}}"#,
            ),
            &["permission denied", "no storage.objects.get"],
        ),
        (
            Fault::Told(502, "", "<!DOCTYPE html>\n<html><body>Bad gateway</body></html>"),
            &["HTTP 502", "page of HTML"],
        ),
        (Fault::Told(403, "", "<html>Log in</html>"), &["permission denied", "page of HTML", "proxy"]),
        (Fault::Cut, &["cut short"]),
        (Fault::Partial, &["HTTP 206"]),
        (Fault::Slow, &["no answer in time (--timeout)"]),
        (Fault::Status(403), &["permission denied", "HTTP 403"]),
        (Fault::Status(418), &["an answer with HTTP 418"]),
    ]
}

#[test]
fn each_refusal_names_its_cause() {
    let mut wrong = Vec::new();
    for (fault, expected) in refusals() {
        let server = Server::of(&repository("sample-data/climate.zarr/time"));
        server.fail("/c/0", fault);
        let command = format!("trace s3://bucket --chunk 0 --retries 0 --timeout 2 {}", server.s3_options());
        let (code, _, stderr) = run(&command);
        if code != 3 || stderr.contains("SECRET") || !expected.iter().all(|words| stderr.contains(words)) {
            wrong.push(format!("{fault:?}: {code}: {stderr}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_list_that_is_refused_names_its_cause() {
    let mut wrong = Vec::new();
    for (fault, expected) in [
        (Fault::Told(403, "", error("AccessDenied", "not s3:ListBucket", "")), "not s3:ListBucket"),
        (
            Fault::Told(404, "", error("NoSuchBucket", "It does not exist", "")),
            "no such bucket on the server",
        ),
        (Fault::Told(503, "", error("SlowDown", "Reduce", "")), "asked too often"),
        (Fault::Says("<html><body>Welcome</body></html>"), "<html>, in place of a list"),
        (Fault::Says(""), "in place of a list"),
        (Fault::Cut, "cut short"),
    ] {
        let server = Server::of(&repository("sample-data/climate.zarr/time"));
        server.fail("list-type=2", fault);
        let (code, text, stderr) =
            run(&format!("verify s3://bucket --retries 0 --timeout 2 {}", server.s3_options()));
        if code != 3 || !format!("{text}{stderr}").contains(expected) || text.contains("SECRET") {
            wrong.push(format!("{fault:?}: {code}: {text}{stderr}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_connection_that_fails_names_the_server_and_why() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let message = failed(&format!("tree http://{address}/a.zarr --retries 0"), 3);
    let expected = format!("no connection to the server {address}: nothing answers there");
    assert!(message.contains(&expected), "{message}");

    // A server that speaks another language than TLS.
    let plain = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = plain.local_addr().unwrap();
    thread::spawn(move || {
        for mut stream in plain.incoming().flatten() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let message = failed(&format!("tree https://{address}/a.zarr --retries 0 --timeout 5"), 3);
    // What TLS says depends on whether the answer comes before the end of the connection.
    assert!(message.contains(&format!("no connection to the server {address}")), "{message}");
}
