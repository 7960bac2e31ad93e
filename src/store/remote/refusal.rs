//! Why a server refuses, from the code and the message of its answer, in words that say what to set.
//!
//! Sources: [error responses of S3](https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html),
//! [of Azure](https://learn.microsoft.com/en-us/rest/api/storageservices/common-rest-api-error-codes),
//! [of Google Cloud Storage](https://cloud.google.com/storage/docs/xml-api/reference-status).

use quick_xml::Reader;
use quick_xml::events::Event;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::store::Secrets;

/// The longest message that is repeated, in characters.
const MESSAGE: usize = 200;
const LETTERS: usize = 64;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) code: String,
    message: String,
    /// Where the bucket is, if the server says it.
    region: String,
    is_page: bool,
}

/// What a code means, and what helps.
const CAUSES: &[(&[&str], &str)] = &[
    (
        &["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired"],
        "credentials that have expired: get new ones, or --anonymous for public data",
    ),
    (
        &["InvalidToken", "InvalidTokenId", "InvalidSecurity"],
        "a session token that the server does not take: AWS_SESSION_TOKEN belongs to other keys, or is not wanted",
    ),
    (
        &["InvalidAccessKeyId", "UnrecognizedClientException", "InvalidClientTokenId"],
        "an access key that the server does not know: AWS_ACCESS_KEY_ID or the profile is for another server",
    ),
    (
        &["SignatureDoesNotMatch"],
        "a signature that the server does not take: the secret key is another, or what is between changes requests",
    ),
    (
        &["RequestTimeTooSkewed", "RequestExpired"],
        "a clock that is too far from that of the server: set the clock of this machine",
    ),
    (
        &["PermanentRedirect", "TemporaryRedirect", "Redirect", "AuthorizationHeaderMalformed"],
        "a bucket in another region or at another endpoint: --bucket-region, --endpoint",
    ),
    (
        &["NoSuchBucket", "ContainerNotFound", "AccountNotFound", "InvalidBucketName"],
        "no such bucket on the server",
    ),
    (
        &[
            "SlowDown",
            "ServerBusy",
            "TooManyRequests",
            "RequestLimitExceeded",
            "Throttling",
            "ThrottlingException",
        ],
        "a server that is asked too often: fewer at the same time, verify --rate, or more --retries",
    ),
    (&["ServiceUnavailable", "InternalError", "OperationTimedOut"], "a server in trouble, which may pass"),
    (
        &["InvalidObjectState", "BlobArchived", "BlobBeingRehydrated"],
        "an object in an archive: it has to be restored before it can be read",
    ),
    (
        &["KMS.DisabledException", "KMS.NotFoundException", "KMS.KMSInvalidStateException"],
        "an object that is encrypted with a key which cannot be used",
    ),
    (
        &["UserProjectMissing", "UserProjectAccountProblem"],
        "a bucket whose readers pay: requests have to name a project",
    ),
    (
        &["AccountProblem", "AllAccessDisabled", "AccountIsDisabled", "NotSignedUp"],
        "an account or a bucket that is closed to all",
    ),
    (
        &[
            "MissingSecurityHeader",
            "MissingAuthenticationToken",
            "NoAuthenticationInformation",
            "InvalidAuthenticationInfo",
        ],
        "credentials that are missing or in another form than the server expects",
    ),
];

const DENIED: &[&str] = &[
    "AccessDenied",
    "AccessDeniedException",
    "AuthorizationFailure",
    "AuthorizationPermissionMismatch",
    "AuthenticationFailed",
    "InsufficientAccountPermissions",
    "PublicAccessNotPermitted",
    "forbidden",
    "required",
];

impl Refusal {
    pub(super) fn of(headers: &HeaderMap, text: &[u8]) -> Self {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let mut found = Self::default();
        let begin = text.trim_ascii_start();
        if begin.starts_with(b"{") {
            found.take_json(text);
        } else if begin
            .get(..64)
            .unwrap_or(begin)
            .to_ascii_lowercase()
            .windows(5)
            .any(|five| five == b"<html")
        {
            found.is_page = true;
        } else if begin.starts_with(b"<") || begin.starts_with(b"\xef\xbb\xbf<") {
            found.take_xml(text);
        }
        if found.code.is_empty() {
            header("x-ms-error-code").clone_into(&mut found.code);
        }
        if found.region.is_empty() {
            header("x-amz-bucket-region").clone_into(&mut found.region);
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        for text in [&mut found.code, &mut found.region] {
            *text = text.trim().chars().take_while(|c| is_word(*c)).take(LETTERS).collect();
        }
        let words: Vec<&str> = found.message.split_whitespace().collect();
        // Each word may be an address.
        found.message = Secrets::of(words.iter().copied()).hidden_in(&words.join(" "));
        if let Some((end, _)) = found.message.char_indices().nth(MESSAGE) {
            found.message.truncate(end);
            found.message.push('…');
        }
        found
    }

    fn take_json(&mut self, text: &[u8]) {
        let Ok(value) = serde_json::from_slice::<Value>(text) else { return };
        let text = |pointer: &str| value.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        let reason = text("/error/errors/0/reason").or_else(|| text("/error/status"));
        self.code = reason.unwrap_or_default();
        self.message = text("/error/message").unwrap_or_default();
    }

    fn take_xml(&mut self, text: &[u8]) {
        let mut reader = Reader::from_reader(text);
        let mut path: Vec<Vec<u8>> = Vec::new();
        while let Ok(event) = reader.read_event() {
            match event {
                Event::Start(element) if path.len() < 3 => path.push(element.local_name().as_ref().to_vec()),
                Event::End(_) => drop(path.pop()),
                Event::Text(text) => {
                    // Others may have secrets in them: what was signed, or whose key it was.
                    let place = match path.as_slice() {
                        [_, name] if name == b"Code" => &mut self.code,
                        [_, name] if name == b"Message" => &mut self.message,
                        [_, name] if name == b"Region" => &mut self.region,
                        _ => continue,
                    };
                    place.push_str(&String::from_utf8_lossy(&text));
                }
                Event::Start(_) | Event::Eof => return,
                _ => {}
            }
        }
    }

    pub(super) fn is_of_bucket(&self) -> bool {
        matches!(self.code.as_str(), "NoSuchBucket" | "ContainerNotFound" | "AccountNotFound")
    }

    /// What is wrong, if the answer says it. `what` is what was asked for.
    pub(super) fn words(&self, status: u16, what: &str) -> Option<String> {
        let names = |codes: &[&str]| codes.iter().any(|code| code.eq_ignore_ascii_case(&self.code));
        if self.is_page {
            let denied = if matches!(status, 401 | 403) { "permission denied: " } else { "" };
            let from = "of a server that is no store, or of a proxy on the way";
            return Some(format!("{denied}an answer with HTTP {status} and a page of HTML, {from}"));
        }
        let told = if self.message.is_empty() { String::new() } else { format!(", \"{}\"", self.message) };
        let told = format!("HTTP {status}, {}{told}", self.code);
        if self.message.contains("has expired") && names(DENIED) {
            return Some(format!("an address whose signature has expired ({told})"));
        }
        let is_elsewhere = !self.region.is_empty() && matches!(status, 301 | 307 | 400);
        if is_elsewhere {
            let told = if self.code.is_empty() { format!("HTTP {status}") } else { told };
            let region = &self.region;
            return Some(format!("a bucket in another region, {region}: --bucket-region {region} ({told})"));
        }
        if self.code.is_empty() {
            return None;
        }
        if let Some((_, cause)) = CAUSES.iter().find(|(codes, _)| names(codes)) {
            return Some(format!("{cause} ({told})"));
        }
        if names(DENIED) || matches!(status, 401 | 403) {
            return Some(format!("permission denied: these credentials may not {what} ({told})"));
        }
        Some(format!("an answer with {told}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(status: u16, text: &str) -> Option<String> {
        Refusal::of(&HeaderMap::new(), text.as_bytes()).words(status, "read it")
    }

    #[test]
    fn only_the_code_and_the_message_are_repeated() {
        let text = "<?xml version=\"1.0\"?><Error><Code>SignatureDoesNotMatch</Code><Message>The signature\n differs</Message>\
                    <AWSAccessKeyId>AKIASECRET</AWSAccessKeyId><StringToSign>secret</StringToSign></Error>";
        let words = said(403, text).unwrap();
        assert!(words.ends_with("(HTTP 403, SignatureDoesNotMatch, \"The signature differs\")"), "{words}");
        let long = format!("<Error><Code>X</Code><Message>{}</Message></Error>", "é".repeat(5000));
        assert_eq!(said(400, &long).unwrap().chars().filter(|c| *c == 'é').count(), MESSAGE);
        let address = "<Error><Code>X</Code><Message>at https://u:p@h/a?sig=secret now</Message></Error>";
        let words = said(400, address).unwrap();
        assert!(!words.contains("secret") && !words.contains("u:p"), "{words}");
    }

    #[test]
    fn answers_of_other_kinds_say_nothing_or_that_they_are_pages() {
        assert_eq!(said(500, ""), None);
        assert_eq!(said(500, "busy"), None);
        assert_eq!(said(500, "<Error><Code>"), None);
        assert!(said(502, "<!DOCTYPE html><HTML><h1>Bad gateway</h1>").unwrap().contains("a page of HTML"));
        let google =
            r#"{"error": {"code": 403, "message": "no access", "errors": [{"reason": "forbidden"}]}}"#;
        assert!(
            said(403, google).unwrap().starts_with("permission denied: these credentials may not read it")
        );
    }
}
