//! What is different of a store at an address, for those who must know: each look is a request.

#[cfg(feature = "remote")]
use super::RemoteStore;
use super::references::are_references;
use super::{
    Address, ByteSource, DirectoryEntry, FirstRead, PathError, RequestCount, Store, StoreAccess, StoreError,
};
#[cfg(all(feature = "icechunk", feature = "remote"))]
use super::{IcechunkStore, recognised};

#[doc(hidden)]
impl Store {
    /// The store at an address. Nothing is asked yet.
    #[cfg(feature = "remote")]
    pub(super) fn at_address(address: &Address, access: &StoreAccess) -> Result<Self, PathError> {
        address.check_node()?;
        #[cfg(feature = "icechunk")]
        if let Some(store) = in_repository(address, access)? {
            return Ok(Self::Icechunk(store));
        }
        RemoteStore::at(address.clone(), &access.remote).map(Self::Remote)
    }

    #[cfg(not(feature = "remote"))]
    pub(super) fn at_address(address: &Address, _access: &StoreAccess) -> Result<Self, PathError> {
        address.check_node()?;
        let expected = "a program that reads over a network".to_owned();
        let found =
            "one that was built without: build it with `--features remote`, or copy the store to a disk";
        Err(PathError::Address { expected, found: found.to_owned() })
    }

    /// The store one level above on a network, and the key of this one in it. Nothing is asked yet. `None` where nothing is above,
    /// and on a disk, where paths say it.
    pub fn above(&self) -> Option<(Self, String)> {
        #[cfg(feature = "remote")]
        if let Self::Remote(store) = self {
            let (above, key) = store.above()?;
            return Some((Self::Remote(above), key));
        }
        None
    }

    /// The repository of Icechunk that a store on a network is, whose documents were looked for and are not there; `None` where it
    /// is none. Asks for the files that have its branches.
    pub fn repository(&self, access: &StoreAccess) -> Result<Option<Self>, PathError> {
        #[cfg(all(feature = "icechunk", feature = "remote"))]
        if let Self::Remote(store) = self {
            return Ok(IcechunkStore::found_at(store, access)?.map(Self::Icechunk));
        }
        let _ = access; // no other store turns out to be one
        Ok(None)
    }

    /// Whether it is at an address, where each look is a request.
    pub fn is_remote(&self) -> bool {
        #[cfg(feature = "remote")]
        return matches!(self, Self::Remote(_));
        #[cfg(not(feature = "remote"))]
        false
    }

    /// Whether the names below a key can be listed. A server of files lists none: a value can only be asked for.
    pub fn lists(&self) -> bool {
        match self {
            #[cfg(feature = "remote")]
            Self::Remote(store) => store.lists(),
            _ => true,
        }
    }

    /// What the value at the address itself is, where that is a file that would be read from a disk.
    pub fn form_of_file(&self) -> Option<&'static str> {
        const LOOKED_AT: u64 = 1 << 16;
        let value = self.open_for("", FirstRead::Start(LOOKED_AT)).ok()??;
        let text = value.read_range(0, value.nbytes().min(LOOKED_AT)).ok()?;
        if text.starts_with(b"PK\x03\x04") || text.starts_with(b"PK\x05\x06") {
            return Some("a zip archive, which is read from a disk only: copy it to one");
        }
        are_references(&text).then_some(
            "references to chunks in other files (Kerchunk or VirtualiZarr), which are read from a disk only: copy this file to \
             one, from where its references may lead to addresses",
        )
    }

    /// Says which nodes below one will be asked for, so that their documents are asked for at the same time.
    pub fn expect(&self, key: &str, entries: &[DirectoryEntry]) {
        #[cfg(feature = "remote")]
        if let Self::Remote(store) = self {
            store.expect(key, entries);
        }
        #[cfg(not(feature = "remote"))]
        let _ = (key, entries);
    }

    /// How many requests it took so far; `None` where none are needed.
    pub fn requests(&self) -> Option<RequestCount> {
        match self {
            #[cfg(feature = "remote")]
            Self::Remote(store) => Some(store.requests()),
            #[cfg(feature = "remote")]
            Self::References(store) => store.requests(),
            #[cfg(all(feature = "icechunk", feature = "remote"))]
            Self::Icechunk(store) => store.requests(),
            _ => None,
        }
    }

    /// How large the values of some keys are; `None` for those that are missing. On a network they are asked for together.
    pub fn sizes(&self, keys: &[String]) -> Vec<Result<Option<u64>, StoreError>> {
        #[cfg(feature = "remote")]
        if let Self::Remote(store) = self {
            return store.sizes(keys);
        }
        let size = |key: &String| Ok(self.open_for(key, FirstRead::Size)?.map(|value| value.nbytes()));
        keys.iter().map(size).collect()
    }
}

/// The part of a repository of Icechunk that an address names: a name in it begins as those of branches, tags and snapshots do.
/// `None` where there is no repository above that name. Only then anything is asked.
#[cfg(all(feature = "icechunk", feature = "remote"))]
fn in_repository(address: &Address, access: &StoreAccess) -> Result<Option<IcechunkStore>, PathError> {
    let Some((above, key)) = recognised::version_in(address) else { return Ok(None) };
    let store = IcechunkStore::at_address(&above, access)?;
    let is_there = store.has_versions() || store.has_version(&key);
    if is_there { store.within(&key).map(Some) } else { Ok(None) }
}
