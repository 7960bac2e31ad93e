use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use object_store::ObjectMeta;

const ALL: usize = 64 << 20;
const ONE: usize = 16 << 20;

const VALUES: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ObjectVersion {
    pub(super) tag: Option<String>,
    pub(super) modified: i64,
    pub(super) nbytes: u64,
}

impl ObjectVersion {
    pub(super) fn of(meta: &ObjectMeta) -> Self {
        Self { tag: meta.e_tag.clone(), modified: meta.last_modified.timestamp(), nbytes: meta.size }
    }

    /// `None` for a weak tag, which servers do not compare byte by byte.
    pub(super) fn strong_tag(&self) -> Option<String> {
        self.tag.clone().filter(|tag| !tag.starts_with("W/"))
    }
}

#[derive(Clone)]
pub(super) struct RecentValue {
    pub(super) version: ObjectVersion,
    pub(super) bytes: Arc<[u8]>,
}

#[derive(Default)]
pub(super) struct RecentValues(Mutex<VecDeque<(String, RecentValue)>>);

impl RecentValues {
    pub(super) fn find(&self, key: &str) -> Option<RecentValue> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, value) = values.iter().find(|(own, _)| own == key)?;
        Some(value.clone())
    }

    pub(super) fn keep(&self, key: &str, version: &ObjectVersion, bytes: &[u8]) {
        if bytes.len() > ONE {
            return;
        }
        let value = RecentValue { version: version.clone(), bytes: bytes.into() };
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values.retain(|(own, _)| own != key);
        values.push_back((key.to_owned(), value));
        while values.len() > VALUES || values.iter().map(|(_, value)| value.bytes.len()).sum::<usize>() > ALL
        {
            values.pop_front();
        }
    }
}
