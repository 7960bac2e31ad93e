use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::secrets::AddressParts;
use super::{PathError, join};
use crate::limits::{ASKED_CHUNKS, LIST_PAGES, Limits};

/// How many requests are sent to a server at the same time by default: most of the time they wait.
pub const REQUESTS_AT_ONCE: usize = 16;

/// How a store at an address is reached. What is not said here comes from the environment, as for other programs:
/// `AWS_…`, `GOOGLE_…`, `AZURE_…`; for S3 also from the profile of the AWS command line.
#[derive(Clone, PartialEq, Eq)]
pub struct RemoteOptions {
    /// The server, in place of that of the provider.
    pub endpoint: Option<String>,
    /// The region of the bucket.
    pub region: Option<String>,
    /// Whether nothing is signed: for what is public.
    pub is_anonymous: bool,
    /// How many seconds to wait for the next bytes, and at most where a server asks to wait.
    pub timeout: u64,
    /// How many seconds an answer may take that comes slower than 16 KiB a second.
    pub answer_timeout: u64,
    /// How many pages a list of names may have.
    pub list_pages: u64,
    /// Chunks of an array that are asked for one by one, where no names are listed.
    pub asked_chunks: u64,
    /// How often a request is made again that failed for a reason that may pass.
    pub retries: u32,
    /// Whether no redirect to another host is followed, also where nothing is secret.
    pub stays_on_host: bool,
    /// Who is told of each request once its answer is read.
    pub listener: Option<RequestListener>,
}

#[derive(Debug, Clone, Copy)]
pub struct RequestListener(pub fn(&RequestMade));

impl PartialEq for RequestListener {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for RequestListener {}

/// A request and what came of it, without credentials or signatures.
#[derive(Debug, Clone, Default)]
pub struct RequestMade {
    pub method: String,
    /// Host and path, and for a list its prefix.
    pub place: String,
    /// As in its header: `bytes=0-1023`.
    pub range: Option<String>,
    /// `None` where no answer came.
    pub status: Option<u16>,
    /// Bytes of the answer that were read.
    pub bytes: u64,
    pub taken: Duration,
}

impl RemoteOptions {
    /// The seconds that are waited without an option.
    pub const TIMEOUT: u64 = 30;
    /// The seconds that a slow answer may take without an option.
    pub const ANSWER_TIMEOUT: u64 = 120;
    /// How often a request is made again without an option.
    pub const RETRIES: u32 = 4;
}

impl Default for RemoteOptions {
    fn default() -> Self {
        Self {
            endpoint: None,
            region: None,
            is_anonymous: false,
            timeout: Self::TIMEOUT,
            answer_timeout: Self::ANSWER_TIMEOUT,
            list_pages: LIST_PAGES.default,
            asked_chunks: ASKED_CHUNKS.default,
            retries: Self::RETRIES,
            stays_on_host: false,
            listener: None,
        }
    }
}

impl fmt::Debug for RemoteOptions {
    // The address of a server may have a user in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteOptions")
            .field("endpoint", &self.endpoint.as_deref().map(shown))
            .field("region", &self.region)
            .field("is_anonymous", &self.is_anonymous)
            .finish_non_exhaustive()
    }
}

/// How a hierarchy is opened: how much of it is read, how it is reached where it is at an address, and where its references
/// may lead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreAccess {
    /// How much is read.
    pub limits: Limits,
    /// How a store at an address is reached.
    #[cfg_attr(not(feature = "remote"), doc(hidden))]
    pub remote: RemoteOptions,
    /// The folders, and the beginnings of addresses, that references may lead to beside their own folder.
    pub references: Vec<String>,
}

impl From<Limits> for StoreAccess {
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct RequestCount {
    pub count: u64,
    pub bytes: u64,
}

#[cfg(feature = "remote")]
impl RequestCount {
    pub(super) fn plus(self, other: Self) -> Self {
        Self { count: self.count.saturating_add(other.count), bytes: self.bytes.saturating_add(other.bytes) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressScheme {
    S3,
    Google,
    Azure,
    Http,
}

pub const SCHEMES: &[(&str, AddressScheme)] = &[
    ("s3://", AddressScheme::S3),
    ("gs://", AddressScheme::Google),
    ("az://", AddressScheme::Azure),
    ("abfs://", AddressScheme::Azure),
    ("abfss://", AddressScheme::Azure),
    ("https://", AddressScheme::Http),
    ("http://", AddressScheme::Http),
];

/// The address of a store, or of a node in one. It may contain a user and a password, or a signature, so that only
/// [`shown`](Self::shown) ever leaves it.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    pub scheme: AddressScheme,
    written: String,
    shown: String,
}

impl Address {
    pub fn of(path: &Path) -> Option<Self> {
        let text = path.to_str()?;
        let (_, scheme) = SCHEMES.iter().find(|(scheme, _)| begins(text, scheme))?;
        Some(Self { scheme: *scheme, written: text.to_owned(), shown: shown(text) })
    }

    pub fn name(path: &Path) -> String {
        shown(&path.to_string_lossy())
    }

    pub(super) fn place_and_rest(&self) -> (&str, &str) {
        let rest = AddressParts::of(&self.written).map_or(0, |parts| parts.rest.len());
        self.written.split_at_checked(self.written.len().saturating_sub(rest)).unwrap_or((&self.written, ""))
    }

    /// A key as part of an address that begins with `name`: characters that would end the path of a URL are escaped.
    pub fn key_behind<'a>(name: &str, key: &'a str) -> Cow<'a, str> {
        let is_url = begins(name, "http://") || begins(name, "https://");
        if !is_url || !key.contains(['%', '?', '#']) {
            return Cow::Borrowed(key);
        }
        Cow::Owned(key.replace('%', "%25").replace('?', "%3F").replace('#', "%23"))
    }

    pub fn node_below(path: &Path, key: &str) -> PathBuf {
        let Some(address) = Self::of(path) else { return path.join(key) };
        let (place, rest) = address.place_and_rest();
        format!("{}{rest}", join(place.trim_end_matches('/'), &Self::key_behind(place, key))).into()
    }

    /// Without user, password, query and signature.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Without user, password and query: parameters of names, which are not shown, belong to the place.
    pub fn place(text: &str) -> String {
        AddressParts::of(text).map_or_else(|| text.to_owned(), |parts| parts.plain())
    }

    pub(super) fn plain(&self) -> String {
        Self::place(&self.written)
    }

    /// With all its secrets.
    #[cfg(feature = "remote")]
    pub(super) fn written(&self) -> &str {
        &self.written
    }

    pub(super) fn check_node(&self) -> Result<(), PathError> {
        let documents = ["zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata"];
        match self.shown.rsplit_once('/') {
            Some((node, name)) if documents.contains(&name) => {
                let found = format!("that of a document of {node}");
                Err(PathError::Address { expected: "the address of a node".to_owned(), found })
            }
            _ => Ok(()),
        }
    }

    /// One level up, with its secrets, and the last name of this address; `None` above the host or the bucket.
    #[cfg(any(feature = "remote", test))]
    pub(super) fn above(&self) -> Option<(Self, &str)> {
        let (path, rest) = self.place_and_rest();
        let (above, name) = path.trim_end_matches('/').rsplit_once('/')?;
        let (_, host) = above.split_once("://")?;
        // In `https://host` the last slash is one of the two before the host.
        if host.is_empty() || name.is_empty() {
            return None;
        }
        Some((Self::of(Path::new(&format!("{above}{rest}")))?, name))
    }

    pub fn below(&self, key: &str) -> String {
        join(&self.shown, &Self::key_behind(&self.shown, key))
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Address").field(&self.shown).finish()
    }
}

fn shown(text: &str) -> String {
    match AddressParts::of(text) {
        Some(parts) => parts.shown(),
        None => text.to_owned(),
    }
}

pub(super) fn begins(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|own| own.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_secret_is_shown_of_an_address() {
        for (written, expected) in [
            ("https://user:secret@host:8080/a/b.zarr/", "https://host:8080/a/b.zarr"),
            ("https://host/a.zarr?sv=1&sig=secret", "https://host/a.zarr"),
            ("https://host/a.zarr#secret", "https://host/a.zarr"),
            ("https://host?secret", "https://host"),
            ("https://a:b@c:secret@host/x@y.zarr", "https://host/x@y.zarr"),
            ("s3://key:secret@bucket/a.zarr", "s3://bucket/a.zarr"),
            (
                "abfs://container:secret@account.dfs.core.windows.net/a",
                "abfs://container@account.dfs.core.windows.net/a",
            ),
            ("HTTPS://u:secret@host/a", "HTTPS://host/a"),
        ] {
            let address = Address::of(Path::new(written)).unwrap();
            assert_eq!(address.shown(), expected);
            assert!(!format!("{address:?}").contains("secret"), "{address:?}");
        }
    }

    #[test]
    fn what_is_above_an_address_keeps_its_secrets() {
        let above = |written: &str| {
            let address = Address::of(Path::new(written)).unwrap();
            address.above().map(|(above, name)| (above.written, name.to_owned()))
        };
        for (written, expected, name) in [
            ("https://u:p@host/a.zarr/g/x/?sig=1/2", "https://u:p@host/a.zarr/g?sig=1/2", "x"),
            ("https://host/a%20b", "https://host", "a%20b"),
            ("s3://bucket/a.zarr/x", "s3://bucket/a.zarr", "x"),
        ] {
            assert_eq!(above(written), Some((expected.to_owned(), name.to_owned())));
        }
        assert_eq!(
            ["https://host", "https://host/", "s3://bucket", "s3://bucket//"].map(above),
            [const { None }; 4]
        );
    }

    #[test]
    fn a_node_below_keeps_its_signature_behind_it() {
        for (written, key, expected) in [
            ("https://h/a.zarr?sig=1/2", "x/0", "https://h/a.zarr/x/0?sig=1/2"),
            ("s3://b/a.zarr/", "0", "s3://b/a.zarr/0"),
            ("a.zarr", "0", "a.zarr/0"),
            ("a.zarr", "x#1", "a.zarr/x#1"),
            ("s3://b/a#.zarr", "x?", "s3://b/a#.zarr/x?"),
            ("https://h/a%23.zarr", "50% #?", "https://h/a%23.zarr/50%25 %23%3F"),
            ("https://h/a.zarr?sig=1", "", "https://h/a.zarr?sig=1"),
        ] {
            assert_eq!(Address::node_below(Path::new(written), key), Path::new(expected));
        }
    }

    #[test]
    fn a_path_is_no_address() {
        for path in ["a.zarr", "/s3/a", "s3:/a", "file:///a", "ftp://host/a", ""] {
            assert_eq!(Address::of(Path::new(path)), None, "{path}");
        }
    }

    #[test]
    fn a_document_is_no_node() {
        let address = Address::of(Path::new("https://u:p@host/a.zarr/zarr.json?x")).unwrap();
        let error = address.check_node().unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected the address of a node, found that of a document of https://host/a.zarr"
        );
    }
}
