use std::path::{Path, PathBuf};
#[cfg(feature = "remote")]
use std::sync::Arc;

#[cfg(feature = "remote")]
use super::super::address::RequestCount;
use super::super::{Address, ByteSource, FirstRead, PathError, StoreAccess, StoreError};
use super::places::{AllowedPlaces, ReferredPlace, shown};
#[cfg(feature = "remote")]
use super::remote::ReferredObjects;
use super::value::{ReferencedBytes, ReferencedValue};

pub(in crate::store) type TargetRange = (u64, u64);

#[derive(Debug, Clone)]
pub(in crate::store) struct ReferenceTargets {
    places: AllowedPlaces,
    folder: PathBuf,
    #[cfg(feature = "remote")]
    objects: Arc<ReferredObjects>,
}

impl ReferenceTargets {
    pub(in crate::store) fn beside(path: &Path, access: &StoreAccess) -> Result<Self, PathError> {
        let whole = path.canonicalize().map_err(|_| PathError::Missing)?;
        let base = whole.parent().unwrap_or(Path::new("/"));
        Self::new(Some(base), folder(path, base), access)
    }

    #[cfg(feature = "icechunk")]
    pub(in crate::store) fn within(folder: &Path, access: &StoreAccess) -> Result<Self, PathError> {
        Self::new(Some(&folder.canonicalize().map_err(|_| PathError::Missing)?), folder.to_owned(), access)
    }

    fn new(base: Option<&Path>, folder: PathBuf, access: &StoreAccess) -> Result<Self, PathError> {
        Ok(Self {
            places: AllowedPlaces::new(base, access)?,
            folder,
            #[cfg(feature = "remote")]
            objects: Arc::new(ReferredObjects::new(access.remote.clone())),
        })
    }

    #[cfg(all(feature = "icechunk", feature = "remote"))]
    pub(in crate::store) fn away(access: &StoreAccess) -> Result<Self, PathError> {
        Self::new(None, PathBuf::new(), access)
    }

    pub(in crate::store) fn open(
        &self,
        key: &str,
        target: &str,
        range: Option<TargetRange>,
        wanted: FirstRead,
    ) -> Result<ReferencedValue, StoreError> {
        let bytes = match self.places.place(key, target)? {
            ReferredPlace::File(path) => {
                let (file, path) = self.places.open(key, target, &path)?;
                let shown = match self.places.below(&path) {
                    Some(rest) => self.folder.join(rest),
                    None => path,
                };
                ReferencedBytes::File(file, shown)
            }
            ReferredPlace::Object(address) => self.object(key, &address, range, wanted)?,
        };
        ReferencedValue::within(bytes, range, key, &shown(target))
    }

    pub(in crate::store) fn size(&self, target: &str) -> Option<u64> {
        let ReferredPlace::File(path) = self.places.place("", target).ok()? else { return None };
        let (file, _) = self.places.open("", target, &path).ok()?;
        Some(file.nbytes())
    }

    pub(in crate::store) fn refuses(&self, target: &str) -> bool {
        self.places.refuses(target)
    }

    #[cfg(feature = "remote")]
    fn object(
        &self,
        key: &str,
        address: &Address,
        range: Option<TargetRange>,
        wanted: FirstRead,
    ) -> Result<ReferencedBytes, StoreError> {
        let object = self.objects.open(key, address, range, wanted)?;
        Ok(ReferencedBytes::Object(Box::new(object), address.shown().into()))
    }

    #[cfg(not(feature = "remote"))]
    #[allow(clippy::unused_self)]
    fn object(
        &self,
        key: &str,
        address: &Address,
        _: Option<TargetRange>,
        _: FirstRead,
    ) -> Result<ReferencedBytes, StoreError> {
        let expected = format!("a program that reads {} over a network", address.shown());
        let found = "one that was built without: build it with `--features remote`".to_owned();
        Err(StoreError::Reference { key: key.to_owned(), expected, found })
    }

    #[cfg(feature = "remote")]
    pub(in crate::store) fn requests(&self) -> Option<RequestCount> {
        self.objects.requests()
    }
}

/// The folder of a file as it is written, unless a link to the file leads elsewhere.
fn folder(path: &Path, base: &Path) -> PathBuf {
    let written = path.parent().unwrap_or(Path::new(""));
    let there = if written.as_os_str().is_empty() { Path::new(".") } else { written };
    if there.canonicalize().is_ok_and(|there| there == base) { written.to_owned() } else { base.to_owned() }
}
