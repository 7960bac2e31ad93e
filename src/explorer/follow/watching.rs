use crate::explorer::keys::keymap::{KeyCommand, named};
use std::sync::Arc;

use crate::explorer::follow::{ChangedElements, ChunkCondition, WatchRequest, WatchedFiles};
use crate::explorer::{App, FollowState, Following, Late, RequestId};
use crate::metadata::text::shape;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, State};
use crate::tell::words::{count, grouped};

/// The largest chunk, in bytes, that is kept to be compared with its new version.
const KEPT: u64 = 48 << 20;

impl App {
    pub(crate) fn toggle_following(&mut self) {
        if self.following.is_on() {
            self.following = Following::default();
            return self.shared.say("no longer following");
        }
        if self.shared.selection.array().is_none() {
            return self.shared.say("a chunk can be followed: select an array");
        }
        self.following.state = FollowState::Looking;
        let chunk = shape(self.shared.selection.coords());
        let stops = named(&[KeyCommand::Follow], "stops");
        self.shared.say(format!("following chunk {chunk}: it is read again whenever it is written; {stops}"));
    }

    pub(crate) fn tick(&mut self) {
        if !self.following.is_on() || self.following.asked.is_waiting() {
            return;
        }
        let Some((array, address)) = self.followed() else { return };
        let of = (array.key.clone(), address.clone());
        if self.following.of.as_ref() != Some(&of) {
            let state = FollowState::Looking;
            self.following = Following { state, of: Some(of), ..Following::default() };
        }
        self.following.array = Some(Arc::clone(&array));
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        self.following.asked = Late::asked(self.shared.ask(WatchRequest { hierarchy, array, address }));
    }

    /// While the document of an array cannot be used, the array is the one before.
    fn followed(&self) -> Option<(Arc<Array>, ChunkAddress)> {
        let selection = &self.shared.selection;
        if let Some(array) = selection.array() {
            return Some((Arc::clone(array), selection.address.clone()));
        }
        let (key, address) = self.following.of.as_ref()?;
        if key != selection.node_key() {
            return None;
        }
        Some((self.following.array.clone()?, address.clone()))
    }

    pub(crate) fn watched(&mut self, id: RequestId, files: &WatchedFiles) {
        if !self.following.asked.answer(id, Ok(())) {
            return;
        }
        let now = self.followed().map(|(array, address)| (array.key.clone(), address));
        let selection = &self.shared.selection;
        if now != self.following.of || selection.trace.is_waiting() {
            return;
        }
        let is_new = self.following.read.is_none();
        let had = self.following.read.as_ref().map(|read| read.chunk.map(|stamp| stamp.nbytes));
        let size = files.chunk.map(|stamp| stamp.nbytes);
        let Some(is_document) = self.following.take(files) else { return };
        (self.following.before, self.following.was) = (None, None);
        if !is_new {
            self.following.was = condition(&selection.trace);
            if let Some(trace) = selection.trace.ready()
                && trace.decoded.nbytes().is_none_or(|nbytes| nbytes <= KEPT)
            {
                self.following.before = Some(Arc::clone(trace));
            }
        }
        if is_document {
            self.reload();
            self.shared.say("its document was rewritten: read again, and still followed");
            return;
        }
        // The stored chunks are counted again only where that can give another number.
        if !is_new
            && had != Some(size)
            && !self.shared.selection.address.is_inner()
            && let Some(layout) = self.shared.selection.array_layout().cloned()
        {
            self.grid.take_survey(layout, &mut self.shared);
        }
        self.shared.trace_as(true, self.following.before.clone());
    }

    pub(crate) fn say_read_again(&mut self) {
        let chunk = shape(self.shared.selection.coords());
        if let Some(now) = condition(&self.shared.selection.trace)
            && let Some(text) = self.following.read_again(now, &chunk)
        {
            self.shared.say(text);
        }
    }

    pub(crate) fn elements_changed(&mut self, id: RequestId, found: &ChangedElements) {
        if !self.shared.selection.trace.is_of(id) {
            return;
        }
        let all = count(found.all.into(), "element");
        let changed = grouped(found.changed.into());
        let text = match &found.first {
            None => format!("rewritten and read again: all {all} are as before"),
            Some(first) => {
                let first = first.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
                format!("read again: {changed} of {all} changed, the first is [{first}] of the chunk")
            }
        };
        self.shared.say(text);
    }
}

fn condition(trace: &Late<Arc<ChunkTrace>>) -> Option<ChunkCondition> {
    match trace {
        Late::Ready { value, .. } if value.is_unknown() => None,
        Late::Ready { value, .. } if value.trace.fault.is_some() => Some(ChunkCondition::Faulty),
        Late::Ready { value, .. } if value.state == State::Missing => Some(ChunkCondition::Missing),
        Late::Ready { .. } => Some(ChunkCondition::Sound),
        Late::Failed(_) => Some(ChunkCondition::Faulty),
        Late::Waiting { .. } | Late::Idle => None,
    }
}
