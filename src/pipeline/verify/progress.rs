//! How far a run has come, how fast it may go, and where it has to stop.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::super::ShardTally;
use super::VerifyRun;

/// How long is waited before somebody is asked whether to go on.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a run may take; `None` for as much as it needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VerifyBudget {
    /// Requests to a server, or chunks that are opened where there is none.
    pub requests: Option<u64>,
    /// Stored bytes of chunks.
    pub nbytes: Option<u64>,
    /// Faults, each of which is kept to the end.
    pub faults: Option<u64>,
    /// Requests in a second.
    pub rate: Option<u64>,
}

/// Where a run is: all that comes before it in the order of the walk is done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize, serde::Deserialize))]
pub struct VerifyPosition {
    /// The node whose document is done, and whose children are not.
    pub node: String,
    /// How many of its own chunks are done, and how many there are; `None` where they are not counted yet.
    pub chunks: Option<[u64; 2]>,
    /// A digest of which chunks those are, where they are listed.
    #[cfg_attr(feature = "explorer", serde(default, skip_serializing_if = "Option::is_none"))]
    pub list: Option<String>,
    /// What is known of the shards of this array.
    pub shards: ShardTally,
}

impl VerifyRun<'_> {
    /// As many chunks as may be looked at until the next question whether to go on.
    pub(super) fn allowed(&self, usual: usize) -> usize {
        let budget = self.task.budget;
        let left = budget.requests.map_or(u64::MAX, |most| most.saturating_sub(self.requests()));
        // How large a chunk is shows when it is there.
        let in_bytes = budget.nbytes.map_or(u64::MAX, |_| self.task.threads() as u64);
        let most = left.min(in_bytes).min(budget.rate.unwrap_or(u64::MAX)).max(1);
        usual.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1)
    }

    /// Requests since the run began; of a store without any, the chunks that were opened.
    fn requests(&self) -> u64 {
        match self.hierarchy.store().requests() {
            Some(requests) => requests.count.saturating_sub(self.asked_before),
            None => self.counts.checked(),
        }
    }

    /// Before more chunks are looked at: `None` where the budget is used up.
    pub(super) fn spend(&mut self) -> Option<()> {
        let budget = self.task.budget;
        if !self.has_begun {
            return Some(());
        }
        let reached = [
            ("--max-requests", budget.requests, self.requests()),
            ("--max-bytes", budget.nbytes, self.counts.stored_nbytes),
            ("--max-faults", budget.faults, self.faults),
        ];
        for (option, most, used) in reached {
            if let Some(most) = most
                && used >= most
            {
                self.found.budget_ended = Some(format!("{option} {most}"));
                return None;
            }
        }
        Some(())
    }

    /// After some chunks: waits as long as they may take. `None` when told to stop meanwhile.
    pub(super) fn pace(&mut self) -> Option<()> {
        let Some(rate) = self.task.budget.rate else { return Some(()) };
        let due = self.start + Duration::from_millis(self.requests().saturating_mul(1000) / rate.max(1));
        loop {
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Some(());
            }
            sleep(left.min(PATIENCE));
            self.go_on()?;
        }
    }
}
