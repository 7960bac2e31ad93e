//! Why there is no connection to a server: nobody listens, no host has the name, or TLS failed.

use std::error::Error as StdError;
use std::io::{self, ErrorKind};

use object_store::client::HttpError;
use rustls::Error as TlsError;

/// In words, with the host and the port that were asked.
pub(super) fn no_connection(error: &HttpError, host: &str) -> String {
    if let Some(reason) = of_tls(error) {
        return format!("no connection to the server {host}: {reason}");
    }
    let mut why = "";
    let mut next: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(own) = next {
        why = match own.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(ErrorKind::ConnectionRefused) => {
                ": nothing answers there (--endpoint, or the port of the address)"
            }
            Some(ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable) => ": no way leads there",
            _ if own.to_string().starts_with("dns error") => ": there is no host of that name",
            _ => why,
        };
        next = own.source();
    }
    format!("no connection to the server {host}{why}")
}

/// What went wrong with encryption, which libraries wrap as an error of input.
fn of_tls(error: &HttpError) -> Option<String> {
    let mut next: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(own) = next {
        let inner = own.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let found = own.downcast_ref::<TlsError>().or_else(|| inner?.downcast_ref());
        if let Some(found) = found {
            return Some(match found {
                TlsError::InvalidMessage(_) => {
                    "it does not speak TLS: http:// instead of https://".to_owned()
                }
                TlsError::InvalidCertificate(why) => format!("its certificate is not trusted ({why})"),
                other => format!("TLS failed ({other})"),
            });
        }
        next = own.source();
    }
    None
}
