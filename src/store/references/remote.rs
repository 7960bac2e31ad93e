use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::super::percent::percent_decoded;
use super::super::remote::{RemoteStore, RemoteValue};
use super::super::{Address, AddressScheme, FirstRead, RemoteOptions, RequestCount, StoreError};

const SERVERS: usize = 16;

#[derive(Debug)]
pub(super) struct ReferredObjects {
    options: RemoteOptions,
    servers: Mutex<HashMap<String, RemoteStore>>,
}

impl ReferredObjects {
    pub(super) fn new(options: RemoteOptions) -> Self {
        Self { options, servers: Mutex::default() }
    }

    pub(super) fn open(
        &self,
        key: &str,
        address: &Address,
        range: Option<(u64, u64)>,
        wanted: FirstRead,
    ) -> Result<RemoteValue, StoreError> {
        let unusable = |found: String| {
            let expected = format!("an object at {}", address.shown());
            StoreError::Reference { key: key.to_owned(), expected, found }
        };
        let (server, object) =
            parts(address).ok_or_else(|| unusable("an address without an object".to_owned()))?;
        let store = self.server(server).map_err(unusable)?;
        let opened = match (range, wanted) {
            (None, wanted) => store.open(&object, wanted),
            (Some(_), FirstRead::Size) => store.open(&object, FirstRead::Size),
            (Some((offset, nbytes)), wanted) => store.open_range(&object, part(offset, nbytes, wanted)),
        };
        match opened {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(unusable("nothing".to_owned())),
            // The name of the object is in the address: the key is that of the chunk.
            Err(error) if error.is_unknown() => {
                let expected = format!("an object at {}", address.shown());
                Err(StoreError::Answer { key: key.to_owned(), expected, found: error.contrast().1 })
            }
            Err(error) => Err(unusable(error.contrast().1)),
        }
    }

    pub(super) fn requests(&self) -> Option<RequestCount> {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.values().map(RemoteStore::requests).reduce(RequestCount::plus)
    }

    fn server(&self, address: Address) -> Result<RemoteStore, String> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        let name = address.written().to_owned();
        if let Some(store) = servers.get(&name) {
            return Ok(store.clone());
        }
        if servers.len() >= SERVERS {
            return Err(format!("one on another server than the {SERVERS} that were asked already"));
        }
        // A server that is allowed must not lead to one that is not.
        let options = RemoteOptions { stays_on_host: true, ..self.options.clone() };
        let store = RemoteStore::at(address, &options).map_err(|error| error.to_string())?;
        servers.insert(name, store.clone());
        Ok(store)
    }
}

/// The server or bucket of an object, and the name of the object in it. A signature goes with the server.
fn parts(address: &Address) -> Option<(Address, String)> {
    let (scheme, rest) = address.written().split_once("://")?;
    let rest = rest.split('#').next()?;
    let (place, query) = match rest.split_once('?') {
        Some((place, query)) => (place, format!("?{query}")),
        None => (rest, String::new()),
    };
    let (host, object) = place.split_once('/')?;
    let server = Address::of(Path::new(&format!("{scheme}://{host}{query}")))?;
    let object = match address.scheme {
        AddressScheme::Http => percent_decoded(object),
        _ => object.to_owned(),
    };
    if object.is_empty() { None } else { Some((server, object)) }
}

pub(in crate::store) fn part(offset: u64, nbytes: u64, wanted: FirstRead) -> std::ops::Range<u64> {
    let end = offset.saturating_add(nbytes);
    match wanted {
        FirstRead::Start(most) => offset..offset.saturating_add(nbytes.min(most)),
        FirstRead::End(most) => end.saturating_sub(nbytes.min(most))..end,
        FirstRead::Whole | FirstRead::Size => offset..end,
    }
}
