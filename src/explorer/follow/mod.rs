//! Follows what another program writes: files are looked at again and again, and which elements changed is known.

pub(super) mod watching;
pub(super) mod work;

use std::sync::Arc;

use crate::explorer::core::content::Shown;
use crate::explorer::core::next_element::NextElement;
use crate::explorer::{Content, Late, Selection};
use crate::hierarchy::Hierarchy;
use crate::metadata::text::escape;
use crate::metadata::{delinear, linear};
use crate::pipeline::{Array, ChunkAddress, ChunkTrace};
use crate::store::FileStamp;

#[derive(Debug, Clone)]
pub struct WatchRequest {
    pub hierarchy: Arc<Hierarchy>,
    pub array: Arc<Array>,
    pub address: ChunkAddress,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedFiles {
    pub documents: Vec<Option<FileStamp>>,
    pub chunk: Option<FileStamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedElements {
    pub changed: u64,
    pub all: u64,
    pub first: Option<Vec<u64>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FollowState {
    #[default]
    Off,
    /// The files were not looked at twice yet.
    Looking,
    /// The chunk has changed since it was read, and may be half-written.
    Writing,
    Resting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChunkCondition {
    Missing,
    Faulty,
    Sound,
}

#[derive(Debug, Default)]
pub struct Following {
    pub state: FollowState,
    pub(crate) of: Option<(String, ChunkAddress)>,
    pub(crate) read: Option<WatchedFiles>,
    pub(crate) last: Option<WatchedFiles>,
    pub(crate) asked: Late<()>,
    pub(crate) before: Option<Arc<ChunkTrace>>,
    /// As it was last seen, for while its document is half-written.
    pub(crate) array: Option<Arc<Array>>,
    /// The condition of the chunk before it was read again; `None` where it is not being read.
    pub(crate) was: Option<ChunkCondition>,
}

impl Following {
    pub fn is_on(&self) -> bool {
        self.state != FollowState::Off
    }

    pub fn is_unsure(&self) -> bool {
        matches!(self.state, FollowState::Looking | FollowState::Writing)
    }

    pub fn words(&self) -> &'static str {
        match self.state {
            FollowState::Off => "",
            FollowState::Looking | FollowState::Resting => "following",
            FollowState::Writing => "following: being written",
        }
    }

    pub fn has_changed(&self, selection: &Selection, content: &Content, row: usize, coords: &[u64]) -> bool {
        let changed = || {
            let (before, trace) = (self.before.as_ref()?, selection.trace.ready()?);
            if let Content::Window(cells) = content {
                let (chunk, within) = cells.layout.grid.locate(coords)?;
                let text = |trace: &ChunkTrace| Content::of_last(trace).shown_text(&within);
                return Some(chunk == cells.chunk && text(before) != text(trace));
            }
            let was = Content::of(before, Shown { row, hex: false }, None);
            Some(was.shown_text(coords) != content.shown_text(coords))
        };
        changed().unwrap_or(false)
    }

    pub(crate) fn next_changed(&self, selection: &mut Selection, back: bool) -> Option<String> {
        if !self.is_on() {
            return None;
        }
        let (Some(before), Some(trace)) = (&self.before, selection.trace.ready()) else {
            return Some("the chunk has not been rewritten since you follow it".to_owned());
        };
        let (before, now) = (Content::of_last(before), Content::of_last(trace));
        let shape = now.shape()?.to_vec();
        if before.shape() != Some(shape.as_slice()) {
            return Some("the chunk had other elements before; they are not compared".to_owned());
        }
        let is_changed = |number: u64| {
            let coords = delinear(number, &shape);
            before.shown_text(&coords) != now.shown_text(&coords)
        };
        let size = shape.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge))?;
        let at = linear(&selection.element.coords, &shape).unwrap_or(0);
        let what = "that was rewritten";
        let (number, said) = match NextElement::find(at, size, back, is_changed) {
            NextElement::Found(number) => {
                let coords = delinear(number, &shape);
                let text = |own: &Content| own.shown_text(&coords).unwrap_or_else(|| "no value".to_owned());
                (number, format!("rewritten: {} → {}", escape(&text(&before)), escape(&text(&now))))
            }
            NextElement::NotUpTo(number) => (number, NextElement::not_up_to(what)),
            NextElement::None => return Some(NextElement::none(back, what)),
        };
        selection.element.coords = delinear(number, &shape);
        selection.element.put_everywhere();
        Some(said)
    }

    pub fn bytes_before(&self, row: usize) -> Option<&[u8]> {
        let content = Content::of(self.before.as_ref()?, Shown { row, hex: true }, None);
        let Content::Bytes { bytes, .. } = content else { return None };
        Some(bytes)
    }

    pub(crate) fn read_again(&mut self, now: ChunkCondition, chunk: &str) -> Option<String> {
        use ChunkCondition::{Faulty, Missing, Sound};
        let text = match (self.was.take()?, now) {
            (Sound, Sound) => return None,
            (Sound | Faulty, Missing) => "removed: missing now",
            (Missing, Missing) => "still missing",
            (Missing, Faulty) => "there again, but does not decode",
            (Missing, Sound) => "there again",
            (Sound, Faulty) => "no longer decodes",
            (Faulty, Faulty) => "still does not decode",
            (Faulty, Sound) => "decodes again",
        };
        Some(format!("read again: chunk {chunk} {text}"))
    }

    /// Gives whether the documents have changed; `None` where the chunk is not to be read again.
    pub(crate) fn take(&mut self, now: &WatchedFiles) -> Option<bool> {
        let has_rested = self.last.as_ref() == Some(now);
        let (is_read, had_read) = (self.read.as_ref() == Some(now), self.read.is_some());
        self.last = Some(now.clone());
        self.state = match (is_read || has_rested, had_read) {
            (true, _) => FollowState::Resting,
            (false, true) => FollowState::Writing,
            (false, false) => FollowState::Looking,
        };
        if is_read || !has_rested {
            return None;
        }
        let before = self.read.replace(now.clone());
        Some(before.is_some_and(|before| before.documents != now.documents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(document: u64, chunk: u64) -> WatchedFiles {
        let stamp = |nbytes| Some(FileStamp { nbytes, modified: None });
        WatchedFiles { documents: vec![stamp(document)], chunk: stamp(chunk) }
    }

    #[test]
    fn what_is_written_is_read_once_it_rests() {
        let mut following = Following::default();
        let mut look = |now: WatchedFiles| (following.take(&now), following.state);
        assert_eq!(look(files(1, 8)), (None, FollowState::Looking));
        assert_eq!(look(files(1, 8)), (Some(false), FollowState::Resting));
        assert_eq!(look(files(1, 8)), (None, FollowState::Resting));
        assert_eq!(look(files(1, 3)), (None, FollowState::Writing));
        assert_eq!(look(files(1, 5)), (None, FollowState::Writing), "it grows");
        assert_eq!(look(files(1, 5)), (Some(false), FollowState::Resting));
        assert_eq!(look(files(2, 5)), (None, FollowState::Writing));
        assert_eq!(look(files(2, 5)), (Some(true), FollowState::Resting), "the document");
        assert_eq!(look(files(2, 6)), (None, FollowState::Writing));
        assert_eq!(look(files(2, 5)), (None, FollowState::Resting), "as it was read");
    }
}
