use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::faults::Verifying;
use crate::explorer::faults::work::VerifyNode;
use crate::explorer::tree::state::lies_in;
use crate::explorer::{App, Late, Pane};
use crate::tell::faults;

impl App {
    pub(crate) fn verify(&mut self) {
        if self.verifying.counts.is_waiting() {
            return self.stop_verifying();
        }
        let key = self.shared.selection.node_key().to_owned();
        let request = self.shared.request();
        self.shared.known.begin_run(&key);
        self.verifying = Verifying { node: key.clone(), counts: Late::asked(request.clone()), chunks: None };
        // Faults are those of the store: checksums count even where they are ignored on the screen.
        let options = DecodeOptions { ignore_checksums: false, ..self.shared.options };
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        self.shared.send(&request, VerifyNode { hierarchy, key, options });
    }

    pub(crate) fn stop_verifying(&mut self) {
        let counts = self.verifying.counts.so_far().copied().unwrap_or_default();
        self.shared.say(faults::stopped(&counts, self.verifying.chunks, self.faults_so_far()));
        self.verifying.counts = Late::Idle;
    }

    pub fn faults_so_far(&self) -> u64 {
        self.shared.known.count(&self.verifying.node).faults
    }

    /// The longest text comes first.
    pub fn verify_progress(&self) -> Option<[String; 3]> {
        if !self.verifying.counts.is_waiting() {
            return None;
        }
        let counts = self.verifying.counts.so_far().copied().unwrap_or_default();
        Some(faults::progress(&counts, self.verifying.chunks, self.faults_so_far()))
    }

    pub fn percent_done(&self) -> Option<u8> {
        if !self.verifying.counts.is_waiting() {
            return None;
        }
        let counts = self.verifying.counts.so_far()?;
        let chunks = self.verifying.chunks?;
        u8::try_from((u128::from(counts.checked().min(chunks)) * 100).checked_div(chunks.into())?).ok()
    }

    /// Stops verifying what is read again: half of the result would be of another store.
    pub(crate) fn stop_verifying_below(&mut self, node: &str) {
        let own = &self.verifying.node;
        let is_touched = lies_in(own, node) || lies_in(node, own);
        if self.verifying.counts.is_waiting() && is_touched {
            self.stop_verifying();
        }
    }

    /// The key for the way out stops verifying where there is nothing to leave or close.
    pub(crate) fn ends_verifying(&self) -> bool {
        let tree = &self.hierarchy.tree;
        let is_open = tree.current().is_some_and(|row| !matches!(row.children, Late::Idle));
        let is_outermost = self.shared.focus == Pane::Hierarchy && !is_open && tree.parent().is_none();
        is_outermost && self.verifying.counts.is_waiting()
    }
}
