//! The bytes of an answer as they come. Where they stop coming, the rest of the same object is asked for.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use futures_util::StreamExt;
use object_store::path::Path;
use object_store::{Error, Extensions, GetOptions, GetRange, GetResult, ObjectStore};

use super::heard::{Heard, Unanswered};
use super::recent::ObjectVersion;
use super::retry::{self, Next, Retries};
use super::service::Streamed;

const RESERVED: u64 = 1 << 20;

pub(super) struct AnswerBytes {
    pub(super) objects: Arc<dyn ObjectStore>,
    pub(super) location: Path,
    pub(super) version: ObjectVersion,
    pub(super) range: Range<u64>,
    pub(super) retries: Retries,
    pub(super) heard: Heard,
}

impl AnswerBytes {
    /// All bytes, or one too many where more come than were announced.
    pub(super) async fn all(self, answer: GetResult) -> Result<Vec<u8>, Unanswered> {
        let expected = self.range.end.saturating_sub(self.range.start);
        let mut bytes = Vec::with_capacity(usize::try_from(expected.min(RESERVED)).unwrap_or(0));
        let mut stream = answer.into_stream();
        let begun = Instant::now();
        let mut made = 0;
        while let Some(some) = stream.next().await {
            match some {
                Ok(some) => bytes.extend_from_slice(&some),
                Err(error) => {
                    made += 1;
                    let next = self.retries.next(made, begun.elapsed(), None, retry::chance());
                    let rest = self.range.start.saturating_add(bytes.len() as u64)..self.range.end;
                    stream = self.rest(rest, next, error).await?.into_stream();
                }
            }
            if bytes.len() as u64 > expected {
                break;
            }
        }
        Ok(bytes)
    }

    /// The answer with the rest of the range, after an error. Where there is none, the error counts.
    async fn rest(&self, rest: Range<u64>, next: Next, error: Error) -> Result<GetResult, Unanswered> {
        let broken = |error| self.heard.unanswered(Some(error));
        // Without a tag nobody can tell whether the rest is of the same object.
        let (Next::After(wait), true, false) = (next, self.version.has_tag(), rest.is_empty()) else {
            return Err(broken(error));
        };
        tokio::time::sleep(wait).await;
        let heard = Heard::default();
        let mut extensions = Extensions::new();
        extensions.insert(heard.clone());
        extensions.insert(Streamed);
        let range = Some(GetRange::Bounded(rest));
        let if_match = self.version.strong_tag();
        let options = GetOptions { range, if_match, extensions, ..GetOptions::default() };
        match self.objects.get_opts(&self.location, options).await {
            Ok(answer) if ObjectVersion::of(&answer.meta).is_same_as(&self.version) => Ok(answer),
            Err(changed) if heard.status() == Some(412) => Err(heard.unanswered(Some(changed))),
            _ => Err(broken(error)),
        }
    }
}
