//! Finding out in the background what the chunks on the screen are.

use std::collections::BTreeSet;

use crate::explorer::core::late::{Request, RequestId};
use crate::pipeline::ChunkAddress;

/// The largest stored chunk, in bytes, that is decoded only to find out what it is: that takes a few milliseconds.
const MOST_STORED: u64 = 16 << 20;
/// The largest decoded size of such a chunk. A small file may decode to gigabytes, which nobody has asked for.
const MOST_DECODED: u64 = 16 << 20;
/// The largest stored chunk of elements of variable length: how large it gets is not known before it is decoded.
const MOST_VARIABLE: u64 = 1 << 20;

/// The last request for verdicts on the chunks of an array, or of a shard of it.
#[derive(Debug, Default)]
pub(crate) struct Judging {
    asked: BTreeSet<ChunkAddress>,
    /// Its id, while its answers still count.
    request: Option<Request>,
}

impl Judging {
    /// Drops all answers that are still to come.
    pub(crate) fn stop_counting(&mut self) {
        self.request = None;
    }

    /// Whether the answers to a request still count. They come in parts, and no part is marked as the last.
    pub(crate) fn is_of(&self, id: RequestId) -> bool {
        self.request.as_ref().is_some_and(|request| request.id() == id)
    }

    /// Whether a worker may still be decoding chunks, of which some are known by now.
    pub(crate) fn is_under_way(&self, is_known: impl Fn(&ChunkAddress) -> bool) -> bool {
        self.asked.iter().any(|address| !is_known(address))
    }

    pub(crate) fn ask(&mut self, chunks: &[ChunkAddress], request: Request) {
        *self = Self { asked: chunks.iter().cloned().collect(), request: Some(request) };
    }

    /// Whether the last request serves these chunks too: it has all of them, and no others that a worker may still be
    /// decoding. Otherwise a new request is made; one for no chunks makes the worker stop.
    pub(crate) fn covers(&self, chunks: &[ChunkAddress], is_known: impl Fn(&ChunkAddress) -> bool) -> bool {
        if chunks.is_empty() && !self.is_under_way(&is_known) {
            return true;
        }
        let wanted: BTreeSet<&ChunkAddress> = chunks.iter().collect();
        let mut open = self.asked.iter().filter(|address| !is_known(address));
        self.request.is_some()
            && chunks.iter().all(|address| self.asked.contains(address))
            && open.all(|address| wanted.contains(address))
    }
}

/// Whether a chunk of so many stored and decoded bytes is decoded unasked.
pub(crate) fn is_small(stored: u64, decoded: u64, is_variable: bool) -> bool {
    let most = if is_variable { MOST_VARIABLE } else { MOST_STORED };
    (1..=most).contains(&stored) && decoded <= MOST_DECODED
}
