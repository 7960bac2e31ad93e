//! A store on a network: objects under keys, read by requests.
//!
//! Each answer is used as far as it goes: a value comes with its size. Small documents are kept until the store is opened again.
//!
//! Whoever opens a value says what will be read first ([`FirstRead`], chosen in `first_wanted` of `pipeline/array.rs`): so a chunk
//! costs one request, and an inner chunk of a shard two. What follows the index is read in `codec/inner.rs` for an inner chunk, and in
//! `codec/sharding/decode.rs` for a box. Inner chunks of one shard that are near each other cost one request together
//! (`JoinedRanges`); the source says how near (`ByteSource::joined_gap`).
//!
//! `service.rs` sends each request, with its timeouts, repetitions, counts and the check of lists; `listing.rs` asks for lists.
//! `redirect.rs` decides where a redirect may lead, `retry.rs` when a request is made again, `refusal.rs` what the code of an error means, `unreached.rs` why there is no connection. `page.rs` looks at the pages of a list
//! before `object_store` does, which takes anything for one. `words.rs` has our words for what went wrong, because those of libraries
//! repeat addresses; `store/secrets.rs` takes secrets out of whatever else looks like an address. `profile.rs` reads the files of the
//! AWS command line, which `object_store` does not.
//!
//! A server of files lists no names. Then copies of documents give the nodes (`hierarchy/copies.rs`), and so does what documents name
//! (`hierarchy/named.rs`; for an array that was opened alone also the documents above it, `Home::of_array`). Chunks are asked for one
//! by one (`Survey`), and what cannot be asked for is unknown, never missing.

mod ahead;
mod connection;
mod heard;
mod listing;
mod page;
mod profile;
mod recent;
mod redirect;
mod refusal;
mod retry;
mod service;
mod unreached;
mod value;
mod words;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{StreamExt, stream};
use object_store::GetRange;
use object_store::path::Path;

use self::ahead::ListedNames;
use self::connection::Connection;
use self::heard::Unanswered;
use self::recent::RecentValues;
use self::value::Asked;
use super::percent::{encoded_nbytes, percent_decoded};
use super::{
    Address, AddressScheme, ByteSource, FirstRead, PathError, RemoteOptions, RequestCount, StoreError,
    is_key, join,
};
use crate::limits::ADDRESS_BYTES;

#[doc(hidden)]
pub use connection::is_request;
#[doc(hidden)]
pub use page::check as check_list;
pub use value::RemoteValue;

/// Documents, or sizes of chunks, that are asked for at the same time: one answer takes little room, so more than whole chunks.
const DOCUMENTS_AT_ONCE: usize = 32;
/// Bytes of documents that are kept in memory.
const KEPT: usize = 64 << 20;
/// Bytes of memory that an entry of the kept documents takes beside its key and its text.
const ROW: usize = 128;

#[derive(Clone)]
pub struct RemoteStore {
    connection: Arc<Connection>,
    options: RemoteOptions,
    prefix: String,
    documents: Arc<Mutex<KeptDocuments>>,
    listed: Arc<ListedNames>,
    recent: Arc<RecentValues>,
}

impl fmt::Debug for RemoteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RemoteStore").field(&self.connection.address).finish()
    }
}

#[derive(Default)]
struct KeptDocuments {
    values: HashMap<String, KnownDocument>,
    nbytes: usize,
}

#[derive(Clone)]
pub(super) enum KnownDocument {
    Absent,
    Present(Arc<[u8]>),
}

impl KnownDocument {
    pub(super) fn value(self) -> Option<Vec<u8>> {
        match self {
            Self::Absent => None,
            Self::Present(bytes) => Some(bytes.to_vec()),
        }
    }
}

impl RemoteStore {
    pub(super) fn at(address: Address, options: &RemoteOptions) -> Result<Self, PathError> {
        let (connection, prefix) = Connection::open(address, options)?;
        Ok(Self {
            connection: Arc::new(connection),
            options: options.clone(),
            prefix,
            documents: Arc::default(),
            listed: Arc::default(),
            recent: Arc::default(),
        })
    }

    #[cfg(feature = "icechunk")]
    pub(super) fn address(&self) -> &Address {
        &self.connection.address
    }

    pub(super) fn reopen(&self) -> Self {
        Self { documents: Arc::default(), listed: Arc::default(), recent: Arc::default(), ..self.clone() }
    }

    pub(super) fn asked_chunks(&self) -> u64 {
        self.options.asked_chunks
    }

    pub(super) fn above(&self) -> Option<(Self, String)> {
        let address = &self.connection.address;
        let (above, name) = address.above()?;
        // In a bucket, names are taken as they are written.
        let name =
            if address.scheme == AddressScheme::Http { percent_decoded(name) } else { name.to_owned() };
        Some((Self::at(above, &self.options).ok()?, name))
    }

    pub fn lists(&self) -> bool {
        self.connection.pages.is_some()
    }

    pub fn requests(&self) -> RequestCount {
        self.connection.counters.so_far()
    }

    pub(super) fn path(&self, key: &str) -> Result<PathBuf, StoreError> {
        self.location(key)?;
        Ok(self.connection.address.below(key).into())
    }

    pub(super) fn open(&self, key: &str, wanted: FirstRead) -> Result<Option<RemoteValue>, StoreError> {
        let asked = self.asked(key)?;
        if let Some(known) = asked.known() {
            return Ok(Some(known));
        }
        match wanted {
            FirstRead::Whole => asked.whole(),
            FirstRead::Size | FirstRead::Start(0) | FirstRead::End(0) => asked.size(),
            FirstRead::Start(nbytes) => asked.part(GetRange::Bounded(0..nbytes)),
            FirstRead::End(nbytes) => asked.part(GetRange::Suffix(nbytes)),
        }
    }

    pub(super) fn open_range(&self, key: &str, range: Range<u64>) -> Result<Option<RemoteValue>, StoreError> {
        let asked = self.asked(key)?;
        match asked.known() {
            Some(known) => Ok(Some(known)),
            None if range.is_empty() => asked.size(),
            None => asked.part(GetRange::Bounded(range)),
        }
    }

    pub(super) fn sizes(&self, keys: &[String]) -> Vec<Result<Option<u64>, StoreError>> {
        let mut waiting = Vec::new();
        for key in keys {
            let asked = self.asked(key).map(Asked::size_later);
            waiting.push(async move { Ok(asked?.await) });
        }
        let found =
            self.connection.finish(stream::iter(waiting).buffered(DOCUMENTS_AT_ONCE).collect::<Vec<_>>());
        let mut sizes: Vec<Result<Option<u64>, StoreError>> = Vec::new();
        for (found, key) in found.into_iter().flatten().zip(keys) {
            sizes.push(found.and_then(|found| match found {
                Ok(nbytes) => Ok(Some(nbytes)),
                // A server that knows no such question may still answer others.
                Err(Unanswered { status: Some(200 | 405 | 501), .. }) => {
                    Ok(self.open(key, FirstRead::Start(1))?.map(|value| value.nbytes()))
                }
                Err(refused) => words::missing_or(key, &refused),
            }));
        }
        // If the connection has ended, no size is known.
        sizes.resize_with(keys.len(), || Err(words::ended("")));
        sizes
    }

    pub(super) fn known(&self, key: &str, limit: u64) -> Option<KnownDocument> {
        if let Some(known) = self.document(key) {
            return Some(known);
        }
        self.read_ahead(key, limit);
        self.document(key)
    }

    fn document(&self, key: &str) -> Option<KnownDocument> {
        let kept = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        kept.values.get(key).cloned()
    }

    pub(super) fn keep(&self, key: &str, value: Option<&[u8]>) {
        let mut kept = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        let nbytes = key.len().saturating_add(value.map_or(0, <[u8]>::len)).saturating_add(ROW);
        let all = kept.nbytes.saturating_add(nbytes);
        if all <= KEPT && !kept.values.contains_key(key) {
            kept.nbytes = all;
            let document = match value {
                Some(bytes) => KnownDocument::Present(bytes.into()),
                None => KnownDocument::Absent,
            };
            kept.values.insert(key.to_owned(), document);
        }
    }

    fn asked<'a>(&'a self, key: &'a str) -> Result<Asked<'a>, StoreError> {
        let location = self.location(key)?;
        Ok(Asked { connection: &self.connection, key, location, recent: &self.recent })
    }

    fn location(&self, key: &str) -> Result<Path, StoreError> {
        let path = if is_key(key) { Path::parse(join(&self.prefix, key)).ok() } else { None };
        let path = path.ok_or_else(|| StoreError::NoKey(key.to_owned()))?;
        let nbytes = encoded_nbytes(&self.connection.address.plain()) + encoded_nbytes(path.as_ref());
        if nbytes <= ADDRESS_BYTES {
            return Ok(path);
        }
        let expected = format!("an address of at most {ADDRESS_BYTES} bytes");
        Err(StoreError::Answer { key: key.to_owned(), expected, found: format!("one of {nbytes}") })
    }
}
