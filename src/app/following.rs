//! Following a chunk that somebody writes: it is looked at again and again, and read anew once it rests.

use std::sync::Arc;

use super::content::{Content, Shown};
use super::effect::{Effect, Work};
use super::late::{Late, RequestId};
use super::selection::Selection;
use super::state::App;
use crate::hierarchy::Hierarchy;
use crate::metadata::text::shape;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace};
use crate::store::FileStamp;
use crate::tell::words::{count, grouped};

/// The largest chunk, in bytes, that is kept to be compared with what is written in its place.
const KEPT: u64 = 48 << 20;

/// What is to be looked at.
#[derive(Debug, Clone)]
pub struct WatchRequest {
    /// The hierarchy.
    pub hierarchy: Arc<Hierarchy>,
    /// The array.
    pub array: Arc<Array>,
    /// The chunk, or the inner chunk, which lies in a file with others.
    pub address: ChunkAddress,
}

/// What files look like from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedFiles {
    /// The documents of the array.
    pub documents: Vec<Option<FileStamp>>,
    /// The chunk.
    pub chunk: Option<FileStamp>,
}

/// How many elements have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedElements {
    /// How many.
    pub changed: u64,
    /// Of how many.
    pub all: u64,
    /// The coordinates of the first within the chunk.
    pub first: Option<Vec<u64>>,
}

/// How it stands with the chunk that is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FollowState {
    /// Nothing is followed.
    #[default]
    Off,
    /// It was not looked at twice yet.
    Looking,
    /// It has changed since it was read, and may be half-written.
    Writing,
    /// It is as it was read.
    Resting,
}

/// The chunk that is followed.
#[derive(Debug, Default)]
pub struct Following {
    state: FollowState,
    /// What is followed: the key of the array, and the chunk.
    of: Option<(String, ChunkAddress)>,
    /// What the files looked like when they were read.
    read: Option<WatchedFiles>,
    /// What they looked like at the last look.
    last: Option<WatchedFiles>,
    asked: Late<()>,
    /// The chunk as it was before it was read again.
    before: Option<Arc<ChunkTrace>>,
}

impl Following {
    /// How it stands.
    #[must_use]
    pub fn state(&self) -> FollowState {
        self.state
    }

    /// Whether the chunk is followed.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.state != FollowState::Off
    }

    /// Whether the chunk may be half-written, so that a fault in it is none yet.
    #[must_use]
    pub fn is_unsure(&self) -> bool {
        matches!(self.state, FollowState::Looking | FollowState::Writing)
    }

    /// What a title says of it; empty where nothing is followed.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match self.state {
            FollowState::Off => "",
            FollowState::Looking | FollowState::Resting => "following",
            FollowState::Writing => "following: being written",
        }
    }

    /// Whether an element is another one than before the chunk was read again.
    #[must_use]
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

    /// The bytes of a row of the pipeline before the chunk was read again.
    #[must_use]
    pub fn bytes_before(&self, row: usize) -> Option<&[u8]> {
        match Content::of(self.before.as_ref()?, Shown { row, hex: true }, None) {
            Content::Bytes { bytes, .. } => Some(bytes),
            _ => None,
        }
    }

    /// Takes what the files look like now. Gives whether to read again, and whether the documents have changed too.
    fn take(&mut self, now: WatchedFiles) -> Option<bool> {
        let has_rested = self.last.as_ref() == Some(&now);
        let (is_read, had_read) = (self.read.as_ref() == Some(&now), self.read.is_some());
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

impl App {
    /// Follows the selected chunk, or ends that.
    pub(super) fn toggle_following(&mut self) {
        if self.following.is_on() {
            self.following = Following::default();
            return self.shared.say("no longer following");
        }
        if self.shared.selection.array().is_none() {
            return self.shared.say("a chunk can be followed: select an array");
        }
        self.following.state = FollowState::Looking;
        let chunk = shape(self.shared.selection.coords());
        self.shared.say_fitting(&[
            format!("following chunk {chunk}: it is looked at every second, and read again when it was written; U ends it"),
            format!("following chunk {chunk} · U ends it"),
            "following · U ends it".to_owned(),
        ]);
    }

    /// Looks at the chunk again, unless the last look is still under way.
    pub(super) fn tick(&mut self) -> Option<Effect> {
        if !self.following.is_on() || self.following.asked.is_waiting() {
            return None;
        }
        let array = Arc::clone(self.shared.selection.array()?);
        let address = self.shared.selection.address.clone();
        let of = (array.key.clone(), address.clone());
        if self.following.of.as_ref() != Some(&of) {
            let state = FollowState::Looking;
            self.following = Following { state, of: Some(of), ..Following::default() };
        }
        let id = self.shared.next_id();
        self.following.asked = Late::asked(id);
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        Some(Work::Watch(id, Box::new(WatchRequest { hierarchy, array, address })).into())
    }

    /// Takes what was seen, and reads the chunk again where it was written and rests.
    pub(super) fn watched(&mut self, id: RequestId, files: WatchedFiles) -> Vec<Effect> {
        if !self.following.asked.answer(id, Ok(())) {
            return Vec::new();
        }
        let selection = &self.shared.selection;
        let now = selection.array().map(|array| (array.key.clone(), selection.address.clone()));
        if now != self.following.of || selection.trace.is_waiting() {
            return Vec::new();
        }
        let is_new = self.following.read.is_none();
        let had = self.following.read.as_ref().map(|read| read.chunk.map(|stamp| stamp.nbytes));
        let size = files.chunk.map(|stamp| stamp.nbytes);
        let Some(is_document) = self.following.take(files) else { return Vec::new() };
        let kept = selection
            .trace
            .ready()
            .filter(|trace| !is_new && trace.decoded.nbytes().is_none_or(|nbytes| nbytes <= KEPT));
        self.following.before = kept.cloned();
        if is_document {
            let effect = self.reload();
            self.shared.say("its document was written anew: read again");
            return vec![effect];
        }
        // What is stored of the array is counted again only where that has changed.
        let layout = self.shared.selection.array_layout().cloned();
        let layout =
            layout.filter(|_| !is_new && had != Some(size) && !self.shared.selection.address.is_inner());
        let survey = layout.map(|layout| self.grid.take_survey(layout, &mut self.shared));
        survey.into_iter().chain(self.trace_again()).collect()
    }

    /// Decodes the selected chunk again, whatever is kept of it.
    fn trace_again(&mut self) -> Option<Effect> {
        let before = self.following.before.clone();
        match self.shared.trace()? {
            Effect::Work(Work::Trace(id, array, address, options)) => {
                Some(Work::TraceAgain(id, Box::new((array, address, options, before))).into())
            }
            other => Some(other),
        }
    }

    /// Says how many elements have changed.
    pub(super) fn elements_changed(&mut self, id: RequestId, found: &ChangedElements) {
        if !self.shared.selection.trace.is_of(id) {
            return;
        }
        let all = count(found.all.into(), "element");
        let changed = grouped(found.changed.into());
        let texts = match &found.first {
            None => vec![
                format!("written anew and read again: all of {all} are as before"),
                "read again: nothing has changed".to_owned(),
            ],
            Some(first) => {
                let first = first.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
                vec![
                    format!("read again: {changed} of {all} changed, the first is [{first}] of the chunk"),
                    format!("read again: {changed} of {all} changed"),
                ]
            }
        };
        self.shared.say_fitting(&texts);
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
        let mut look = |now: WatchedFiles| (following.take(now), following.state);
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
