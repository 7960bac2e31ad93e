#[cfg(feature = "remote")]
use super::RemoteStore;
use super::references::are_references;
use super::{
    Address, ByteSource, DirectoryEntry, FirstRead, PathError, RequestCount, Store, StoreAccess, StoreError,
};
#[cfg(all(feature = "icechunk", feature = "remote"))]
use super::{IcechunkStore, recognised};
use crate::limits::ASKED_CHUNKS;

/// Whether a panic in this thread is caught, and reported as a request without an answer or a table that cannot be read.
#[doc(hidden)]
pub fn is_caught() -> bool {
    #[cfg(feature = "references-parquet")]
    if super::references::is_table_read() {
        return true;
    }
    #[cfg(feature = "remote")]
    return super::remote::is_request();
    #[cfg(not(feature = "remote"))]
    false
}

#[doc(hidden)]
impl Store {
    /// Sends no request yet, unless the address may lead into a repository.
    #[cfg(feature = "remote")]
    pub(super) fn at_address(address: &Address, access: &StoreAccess) -> Result<Self, PathError> {
        address.check_node()?;
        #[cfg(feature = "icechunk")]
        if let Some((above, key)) = recognised::version_in(address) {
            // Asks only where a name in the address looks like that of a branch, a tag or a snapshot.
            let store = IcechunkStore::at_address(&above, access)?;
            if store.has_versions() || store.has_version(&key) {
                return Ok(Self::Icechunk(store.within(&key)?));
            }
        }
        Ok(Self::Remote(RemoteStore::at(address.clone(), &access.remote)?))
    }

    #[cfg(not(feature = "remote"))]
    pub(super) fn at_address(address: &Address, _access: &StoreAccess) -> Result<Self, PathError> {
        address.check_node()?;
        let expected = "a program that reads over a network".to_owned();
        let found =
            "one that was built without: build it with `--features remote`, or copy the store to a disk";
        Err(PathError::Address { expected, found: found.to_owned() })
    }

    /// The store one level up, and the key of this one in it. Sends no request. `None` on a disk, where paths lead there.
    pub fn above(&self) -> Option<(Self, String)> {
        #[cfg(feature = "remote")]
        if let Self::Remote(store) = self {
            let (above, key) = store.above()?;
            return Some((Self::Remote(above), key));
        }
        None
    }

    /// Asks for the files that have the branches of a repository, so the documents of Zarr should have been looked for.
    pub fn repository(&self, access: &StoreAccess) -> Result<Option<Self>, PathError> {
        #[cfg(all(feature = "icechunk", feature = "remote"))]
        if let Self::Remote(store) = self {
            return Ok(IcechunkStore::found_at(store, access)?.map(Self::Icechunk));
        }
        let _ = access; // no other store turns out to be one
        Ok(None)
    }

    pub fn is_remote(&self) -> bool {
        #[cfg(feature = "remote")]
        return matches!(self, Self::Remote(_));
        #[cfg(not(feature = "remote"))]
        false
    }

    /// A server of files lists no names: values can only be asked for.
    pub fn lists(&self) -> bool {
        match self {
            #[cfg(feature = "remote")]
            Self::Remote(store) => store.lists(),
            _ => true,
        }
    }

    /// Whether a walk gives names in the order of their bytes, page by page: then it can begin and end anywhere.
    pub fn lists_in_order(&self) -> bool {
        self.is_remote() && self.lists()
    }

    /// What the value at the address itself is, if it is a file that would be read from a disk.
    pub fn form_of_file(&self) -> Option<&'static str> {
        const LOOKED_AT: u64 = 1 << 16;
        let value = self.open_for("", FirstRead::Start(LOOKED_AT)).ok()??;
        let text = value.read_range(0, value.nbytes().min(LOOKED_AT)).ok()?;
        if text.starts_with(b"PK\x03\x04") || text.starts_with(b"PK\x05\x06") {
            return Some("a zip archive, which is read from a disk only: copy it to one");
        }
        if !are_references(&text) {
            return None;
        }
        Some(
            "references to chunks in other files (Kerchunk or VirtualiZarr), which are read from a disk only: copy this file to \
             one, from where its references may lead to addresses",
        )
    }

    pub fn expect(&self, key: &str, entries: &[DirectoryEntry]) {
        #[cfg(feature = "remote")]
        if let Self::Remote(store) = self {
            store.expect(key, entries);
        }
        #[cfg(not(feature = "remote"))]
        let _ = (key, entries);
    }

    /// How many chunks of an array may be asked for one by one, where no names are listed.
    pub(crate) fn asked_chunks(&self) -> u64 {
        match self {
            #[cfg(feature = "remote")]
            Self::Remote(store) => store.asked_chunks(),
            _ => ASKED_CHUNKS.default,
        }
    }

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

    pub fn sizes(&self, keys: &[String]) -> Vec<Result<Option<u64>, StoreError>> {
        #[cfg(feature = "remote")]
        if let Self::Remote(store) = self {
            return store.sizes(keys);
        }
        let size = |key: &String| Ok(self.open_for(key, FirstRead::Size)?.map(|value| value.nbytes()));
        keys.iter().map(size).collect()
    }
}
