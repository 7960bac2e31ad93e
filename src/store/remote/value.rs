use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use futures_util::StreamExt;
use object_store::path::Path;
use object_store::{Extensions, GetOptions, GetRange, GetResult, ObjectStore};

use super::super::{ByteSource, Slice, StoreError};
use super::connection::Connection;
use super::heard::{Heard, Unanswered};
use super::recent::{ObjectVersion, RecentValue, RecentValues};
use super::retry::{self, Next, Retries};
use super::service::{SlowAnswer, Streamed};
use super::{KnownDocument, words};

/// Smaller gaps are read along: at 10 MB/s they take 6 ms; the first byte of a request seldom takes less than 20.
const GAP: u64 = 64 << 10;
const WHOLE: u64 = 1 << 30;

pub struct RemoteValue {
    connection: Arc<Connection>,
    key: String,
    location: Path,
    version: ObjectVersion,
    answer: Mutex<Option<ObjectAnswer>>,
    part: Option<(u64, Vec<u8>)>,
    whole: OnceLock<Arc<[u8]>>,
    recent: Arc<RecentValues>,
}

impl fmt::Debug for RemoteValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteValue")
            .field("key", &self.key)
            .field("nbytes", &self.version.nbytes)
            .finish_non_exhaustive()
    }
}

pub(super) struct Asked<'a> {
    pub(super) connection: &'a Arc<Connection>,
    pub(super) key: &'a str,
    pub(super) location: Path,
    pub(super) recent: &'a Arc<RecentValues>,
}

impl Asked<'_> {
    pub(super) fn known(&self) -> Option<RemoteValue> {
        let RecentValue { version, bytes } = self.recent.find(self.key)?;
        Some(RemoteValue { whole: OnceLock::from(bytes), ..self.value(version, None, None) })
    }

    pub(super) fn whole(self) -> Result<Option<RemoteValue>, StoreError> {
        let Some(answer) = self.answered(self.send(GetOptions::default()))? else { return Ok(None) };
        Ok(Some(self.value(ObjectVersion::of(&answer.result.meta), Some(answer), None)))
    }

    pub(super) fn size(self) -> Result<Option<RemoteValue>, StoreError> {
        match self.send(GetOptions { head: true, ..GetOptions::default() }) {
            // The server does not support HEAD, or answers without a length.
            Err(Unanswered { status: Some(200 | 405 | 501), .. }) => self.part(GetRange::Bounded(0..1)),
            sent => {
                let Some(answer) = self.answered(sent)? else { return Ok(None) };
                Ok(Some(self.value(ObjectVersion::of(&answer.result.meta), None, None)))
            }
        }
    }

    pub(super) fn size_later(self) -> impl Future<Output = Result<u64, Unanswered>> + Send + use<> {
        let objects = Arc::clone(&self.connection.objects);
        let heard = Heard::default();
        let mut options = GetOptions { head: true, ..GetOptions::default() };
        options.extensions.insert(heard.clone());
        let location = self.location;
        async move {
            match objects.get_opts(&location, options).await {
                Ok(answer) => Ok(answer.meta.size),
                Err(error) => Err(heard.unanswered(Some(error))),
            }
        }
    }

    pub(super) fn part(self, range: GetRange) -> Result<Option<RemoteValue>, StoreError> {
        if self.connection.gives_all() {
            return self.whole();
        }
        let is_end = matches!(range, GetRange::Suffix(_));
        if is_end && !self.connection.gives_ends() {
            return self.size();
        }
        match self.send(GetOptions { range: Some(range), ..GetOptions::default() }) {
            Ok(answer) => {
                let version = ObjectVersion::of(&answer.result.meta);
                let start = answer.result.range.start;
                let bytes = self.collect(answer)?;
                Ok(Some(self.value(version, None, Some((start, bytes)))))
            }
            Err(Unanswered { status: Some(200), .. }) => {
                self.connection.note_gives_all();
                self.whole()
            }
            // Some servers support ranges, but not from the end. The size says where those are.
            Err(Unanswered { status: Some(400 | 405 | 501 | 505), .. }) if is_end => {
                self.connection.note_refuses_ends();
                self.size()
            }
            // An object without bytes has no part, and a server may not support parts from the end.
            Err(Unanswered { status: Some(416), .. }) => self.whole(),
            Err(refused) => words::missing_or(self.key, &refused),
        }
    }

    /// Asks for an object of at most `most` bytes once it is waited for; `None` where it is larger, or cannot be read.
    pub(super) fn small_later(self, most: u64) -> impl Future<Output = Option<KnownDocument>> + Send + use<> {
        let objects = Arc::clone(&self.connection.objects);
        let heard = Heard::default();
        let location = self.location;
        let mut options = GetOptions::default();
        options.extensions.insert(heard.clone());
        options.extensions.insert(Streamed);
        async move {
            match objects.get_opts(&location, options).await {
                Ok(answer) if answer.meta.size <= most => {
                    let size = answer.meta.size;
                    let bytes = answer.bytes().await.ok()?;
                    if bytes.len() as u64 != size {
                        return None;
                    }
                    Some(KnownDocument::Present(bytes.as_ref().into()))
                }
                Err(_) if matches!(heard.status(), Some(404 | 410)) => Some(KnownDocument::Absent),
                _ => None,
            }
        }
    }

    fn send(&self, options: GetOptions) -> Result<ObjectAnswer, Unanswered> {
        let objects = Arc::clone(&self.connection.objects);
        let location = self.location.clone();
        let (result, heard) = self.connection.ask(|mut extensions| async move {
            extensions.insert(Streamed);
            objects.get_opts(&location, GetOptions { extensions, ..options }).await
        })?;
        Ok(ObjectAnswer { result, heard })
    }

    fn answered(&self, sent: Result<ObjectAnswer, Unanswered>) -> Result<Option<ObjectAnswer>, StoreError> {
        match sent {
            Ok(answer) => Ok(Some(answer)),
            Err(refused) => words::missing_or(self.key, &refused),
        }
    }

    fn collect(&self, answer: ObjectAnswer) -> Result<Vec<u8>, StoreError> {
        let ObjectAnswer { result, heard } = answer;
        let expected = result.range.end.saturating_sub(result.range.start);
        let objects = Arc::clone(&self.connection.objects);
        let reading = all_bytes(objects, self.location.clone(), self.connection.retries, result, heard);
        let read = self.connection.finish(reading).unwrap_or_else(|| Err(Unanswered::given_up()));
        let bytes = read.map_err(|refused| words::failed(self.key, &refused))?;
        if bytes.len() as u64 == expected {
            return Ok(bytes);
        }
        let expected = format!("{expected} bytes, as the answer announces");
        let found = bytes.len().to_string();
        Err(StoreError::Answer { key: self.key.to_owned(), expected, found })
    }

    fn value(
        &self,
        version: ObjectVersion,
        answer: Option<ObjectAnswer>,
        part: Option<(u64, Vec<u8>)>,
    ) -> RemoteValue {
        RemoteValue {
            connection: Arc::clone(self.connection),
            key: self.key.to_owned(),
            location: self.location.clone(),
            version,
            answer: Mutex::new(answer),
            part,
            whole: OnceLock::new(),
            recent: Arc::clone(self.recent),
        }
    }
}

struct ObjectAnswer {
    result: GetResult,
    heard: Heard,
}

impl RemoteValue {
    #[cfg(feature = "icechunk")]
    pub(in crate::store) fn modified(&self) -> Option<u64> {
        u64::try_from(self.version.modified).ok()
    }

    #[cfg(feature = "icechunk")]
    pub(in crate::store) fn tag(&self) -> Option<&str> {
        self.version.tag.as_deref()
    }

    pub fn is_packed(&self) -> bool {
        self.connection.gives_all()
    }

    fn asked(&self) -> Asked<'_> {
        let connection = &self.connection;
        let recent = &self.recent;
        Asked { connection, key: &self.key, location: self.location.clone(), recent }
    }

    /// Asks for a range of the object, or all of it, as it was when opened. `None` where the server gives no ranges.
    fn ask(&self, range: Option<Range<u64>>) -> Result<Option<Vec<u8>>, StoreError> {
        let is_range = range.is_some();
        let range = range.map(GetRange::Bounded);
        let if_match = self.version.strong_tag();
        match self.asked().send(GetOptions { range, if_match, ..GetOptions::default() }) {
            Ok(answer) if ObjectVersion::of(&answer.result.meta) != self.version => {
                Err(StoreError::Changed { key: self.key.clone() })
            }
            Ok(answer) => Ok(Some(self.asked().collect(answer)?)),
            Err(Unanswered { status: Some(200), .. }) if is_range => {
                self.connection.note_gives_all();
                Ok(None)
            }
            Err(Unanswered { status: Some(404 | 410), .. }) => {
                Err(StoreError::Changed { key: self.key.clone() })
            }
            Err(refused) => Err(words::failed(&self.key, &refused)),
        }
    }

    fn fetch(&self) -> Result<Vec<u8>, StoreError> {
        let bytes = match self.waiting() {
            Some(answer) => self.asked().collect(answer)?,
            None => self.ask(None)?.unwrap_or_default(),
        };
        self.recent.keep(&self.key, &self.version, &bytes);
        Ok(bytes)
    }

    fn waiting(&self) -> Option<ObjectAnswer> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl ByteSource for RemoteValue {
    fn nbytes(&self) -> u64 {
        self.version.nbytes
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        let end = match offset.checked_add(nbytes) {
            Some(end) if end <= self.nbytes() => end,
            _ => return Err(StoreError::OutOfRange { offset, nbytes, end: self.nbytes() }),
        };
        if nbytes == 0 {
            return Ok(Cow::Borrowed(&[]));
        }
        if let Some((start, part)) = &self.part
            && let Some(inside) = offset.checked_sub(*start)
            && let Ok(bytes) = Slice(part).range(inside, nbytes)
        {
            return Ok(Cow::Borrowed(bytes));
        }
        if self.whole.get().is_none() && !self.connection.gives_all() {
            // The rest of an answer with all bytes would be read in vain.
            drop(self.waiting());
            if let Some(bytes) = self.ask(Some(offset..end))? {
                return Ok(Cow::Owned(bytes));
            }
        }
        if self.whole.get().is_none() {
            if self.version.nbytes > WHOLE {
                let expected = format!("at most {WHOLE} bytes of an object that the server gives only whole");
                let found = self.version.nbytes.to_string();
                return Err(StoreError::OverLimit { key: self.key.clone(), expected, found });
            }
            // Another thread may have been faster; its bytes are the same.
            let _ = self.whole.set(self.fetch()?.into());
        }
        let whole = self.whole.get().map(AsRef::as_ref).unwrap_or_default();
        Ok(Cow::Borrowed(Slice(whole).range(offset, nbytes)?))
    }

    fn read_all(&self) -> Result<Cow<'_, [u8]>, StoreError> {
        match self.whole.get() {
            Some(whole) => Ok(Cow::Borrowed(whole)),
            None => Ok(Cow::Owned(self.fetch()?)),
        }
    }

    fn joined_gap(&self) -> u64 {
        // Bytes that are there already, or come whole, need no request.
        if self.whole.get().is_some() || self.connection.gives_all() { 0 } else { GAP }
    }
}

const RESERVED: u64 = 1 << 20;

async fn all_bytes(
    objects: Arc<dyn ObjectStore>,
    location: Path,
    retries: Retries,
    answer: GetResult,
    heard: Heard,
) -> Result<Vec<u8>, Unanswered> {
    let version = ObjectVersion::of(&answer.meta);
    let range = answer.range.clone();
    let expected = range.end.saturating_sub(range.start);
    let mut bytes = Vec::with_capacity(usize::try_from(expected.min(RESERVED)).unwrap_or(0));
    let mut stream = answer.into_stream();
    let begun = Instant::now();
    let mut made = 0;
    while let Some(some) = stream.next().await {
        match some {
            Ok(some) => bytes.extend_from_slice(&some),
            // Asks for the rest of the range. If there is none, the error counts.
            Err(error) => {
                made += 1;
                let next = retries.next(made, begun.elapsed(), None, retry::chance());
                let rest = range.start.saturating_add(bytes.len() as u64)..range.end;
                // Without a tag, the rest might be of another object. Asked again, a slow server would begin to be slow again.
                let may_go_on =
                    version.tag.is_some() && !rest.is_empty() && words::cause::<SlowAnswer>(&error).is_none();
                let Next::After(wait) = next else { return Err(heard.unanswered(Some(error))) };
                if !may_go_on {
                    return Err(heard.unanswered(Some(error)));
                }
                tokio::time::sleep(wait).await;
                let again = Heard::default();
                let mut extensions = Extensions::new();
                extensions.insert(again.clone());
                extensions.insert(Streamed);
                let range = Some(GetRange::Bounded(rest));
                let if_match = version.strong_tag();
                let options = GetOptions { range, if_match, extensions, ..GetOptions::default() };
                stream = match objects.get_opts(&location, options).await {
                    // An answer that is longer than it says has another length than the object: only the tag counts.
                    Ok(answer) if answer.meta.e_tag == version.tag => answer.into_stream(),
                    Err(changed) if again.status() == Some(412) => {
                        return Err(again.unanswered(Some(changed)));
                    }
                    _ => return Err(heard.unanswered(Some(error))),
                };
            }
        }
        if bytes.len() as u64 > expected {
            break;
        }
    }
    Ok(bytes)
}
