use std::sync::Arc;

use crate::explorer::App;
use crate::explorer::core::kept::Beat;
use crate::explorer::core::late::RequestId;
use crate::explorer::core::task::{Lane, Link, Task};
use crate::hierarchy::Hierarchy;
use crate::meaning::OmePlate;
use crate::pipeline::WellState;

#[derive(Debug)]
pub struct ReadWells {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
    pub(crate) plate: Arc<OmePlate>,
}

#[derive(Debug)]
pub struct WellsAnswer {
    pub(crate) states: Vec<WellState>,
    pub(crate) is_whole: bool,
}

impl Task for ReadWells {
    const LANE: Lane = Lane::Overlays;
    type Answer = WellsAnswer;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let found = WellState::find_all(&self.hierarchy, &self.key, &self.plate, &mut |so_far| {
            if beat.is_due() {
                link.answer(WellsAnswer { states: so_far.to_vec(), is_whole: false });
            }
            link.is_wanted()
        });
        if let Some(states) = found {
            link.answer(WellsAnswer { states, is_whole: true });
        }
    }

    fn answered(app: &mut App, id: RequestId, found: WellsAnswer) {
        if found.is_whole {
            app.plate.states.answer(id, Ok(found.states));
        } else {
            app.plate.states.part(id, found.states);
        }
    }
}
