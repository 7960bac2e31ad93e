//! What went wrong with a request, in our words: those of libraries repeat addresses, with signatures in them.

use std::error::Error as StdError;
use std::io::ErrorKind;

use object_store::Error;
use object_store::client::{HttpError, HttpErrorKind};

use super::super::error::StoreError;
use super::heard::Unanswered;
use super::redirect::RefusedRedirect;
use super::service::SlowAnswer;

pub(super) fn missing_or<T>(key: &str, refused: &Unanswered) -> Result<Option<T>, StoreError> {
    match refused.status {
        // Where there is no bucket, nothing is known of what would be in it.
        Some(404 | 410) if !refused.refusal.is_of_bucket() => Ok(None),
        _ => Err(failed(key, refused)),
    }
}

pub(super) fn failed(key: &str, refused: &Unanswered) -> StoreError {
    let Some(error) = &refused.error else {
        return ended(key);
    };
    if let Some(found) = &refused.found {
        return unanswered(key, kind_of(error), found.clone());
    }
    if let Some(redirect) = cause::<RefusedRedirect>(error) {
        return unanswered(key, ErrorKind::Other, redirect.to_string());
    }
    if let Some(slow) = cause::<SlowAnswer>(error) {
        return unanswered(key, ErrorKind::TimedOut, slow.to_string());
    }
    if let Some(status) = refused.status
        && status != 412
        && let Some(said) = refused.refusal.words(status, "read this, or list what is there")
    {
        let is_denied = matches!(status, 401 | 403);
        return unanswered(key, if is_denied { ErrorKind::PermissionDenied } else { ErrorKind::Other }, said);
    }
    match refused.status {
        Some(412) => StoreError::Changed { key: key.to_owned() },
        Some(status @ (401 | 403)) => {
            let reason = format!("permission denied: the server answers with HTTP {status}");
            unanswered(key, ErrorKind::PermissionDenied, reason)
        }
        Some(404 | 410) => unanswered(key, ErrorKind::NotFound, "no such bucket on the server".to_owned()),
        Some(status @ 300..=399) => {
            let reason =
                format!("a redirect to another host or region, which is not followed (HTTP {status})");
            unanswered(key, ErrorKind::Other, reason)
        }
        Some(status @ 400..) => unanswered(key, ErrorKind::Other, format!("an answer with HTTP {status}")),
        status => {
            let reason = match (http_kind(error), status) {
                (Some(HttpErrorKind::Timeout), Some(_)) => "an answer that stopped coming (--timeout)",
                (Some(_), Some(_)) => "an answer that was cut short",
                (None, Some(206)) => {
                    "an answer (HTTP 206) without the range that was asked for, or with another one"
                }
                (None, Some(status)) => &format!(
                    "an answer (HTTP {status}) with a length, a date, a tag or names that cannot be read"
                ),
                (Some(HttpErrorKind::Timeout), None) => "no answer in time (--timeout)",
                (Some(HttpErrorKind::Connect), None) => "no connection to the server",
                (Some(_), None) => "a connection that was broken off",
                (None, None) => {
                    "no credentials to ask with: they come from the environment, for S3 from a profile too; --anonymous \
                     does without"
                }
            };
            unanswered(key, kind_of(error), reason.to_owned())
        }
    }
}

pub(super) fn ended(key: &str) -> StoreError {
    unanswered(key, ErrorKind::Interrupted, "a connection that was given up".to_owned())
}

pub(super) fn unusable(error: &Error) -> String {
    match error {
        Error::UnknownConfigurationKey { .. } => "an unknown setting in the environment".to_owned(),
        _ => "one that lacks something, or an environment that does: an account, a bucket, or an address of a server"
            .to_owned(),
    }
}

fn unanswered(key: &str, kind: ErrorKind, reason: String) -> StoreError {
    StoreError::Unanswered { key: key.to_owned(), reason, kind }
}

pub(super) fn cause<E: StdError + 'static>(error: &Error) -> Option<&E> {
    let mut next: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<E>() {
            return Some(found);
        }
        next = error.source();
    }
    None
}

fn http_kind(error: &Error) -> Option<HttpErrorKind> {
    cause::<HttpError>(error).map(HttpError::kind)
}

fn kind_of(error: &Error) -> ErrorKind {
    match http_kind(error) {
        Some(HttpErrorKind::Timeout) => ErrorKind::TimedOut,
        Some(HttpErrorKind::Connect) => ErrorKind::NotConnected,
        Some(HttpErrorKind::Interrupted | HttpErrorKind::Request) => ErrorKind::ConnectionAborted,
        _ => ErrorKind::Other,
    }
}
