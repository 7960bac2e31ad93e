use std::cell::Cell;
use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::explorer::core::kept::lock;
use crate::explorer::core::lane::{LaneThreads, Perform};
use crate::explorer::{Action, Kept, Lane, ThreadFailure, Work};

/// Actions are handled for this long before the next frame is drawn: half of the time between frames at 60 Hz.
pub const SLICE: Duration = Duration::from_millis(8);

/// Every lane has its own threads, so that a long survey delays no chunk.
pub struct Workers {
    lanes: HashMap<Lane, LaneThreads>,
}

impl Drop for Workers {
    fn drop(&mut self) {
        // A file that is being written is finished or removed.
        if let Some(files) = self.lanes.get(&Lane::Files) {
            files.finish();
        }
    }
}

impl Workers {
    /// The threads keep at most `cache_bytes` of decoded chunks. They end with this or with the receiver of the actions.
    pub fn start(actions: &Sender<Action>, cache_bytes: u64) -> Self {
        // Lanes share what is kept: a picture uses the chunks that another thread has decoded.
        let kept = Arc::new(Kept::at_most(cache_bytes));
        let mut lanes = HashMap::new();
        for lane in Lane::ALL {
            let kept = Arc::clone(&kept);
            let actions = Mutex::new(actions.clone());
            let perform: Arc<Perform> = Arc::new(move |work, go_on| {
                // The request of a task that panics would never be answered.
                let watch = ThreadFailure::default().watch(&lock(&actions));
                kept.perform(work, go_on, &mut |action| watch.actions.send(action).is_ok())
            });
            lanes.insert(*lane, LaneThreads::start(perform));
        }
        Self { lanes }
    }

    pub fn send(&self, work: Work) {
        if let Some(lane) = self.lanes.get(&work.lane()) {
            lane.send(work);
        }
    }

    pub fn free(&self) {
        self.lanes.values().for_each(LaneThreads::free);
    }

    pub fn have_failed(&self) -> bool {
        self.lanes.values().any(LaneThreads::has_ended)
    }
}

/// Does one piece of work on this thread, and keeps nothing for the next. Gives `false` once `answer` does.
pub fn perform(work: &Work, go_on: &dyn Fn() -> bool, answer: &mut dyn FnMut(Action) -> bool) -> bool {
    Kept::default().perform(work, go_on, answer)
}

impl Kept {
    pub fn perform(
        &self,
        work: &Work,
        go_on: &dyn Fn() -> bool,
        answer: &mut dyn FnMut(Action) -> bool,
    ) -> bool {
        let listens = Cell::new(true);
        work.run(self, &|| listens.get() && go_on(), &mut |found| {
            if listens.get() {
                listens.set(answer(Action::Answer(found)));
            }
            listens.get()
        });
        listens.get()
    }
}
