use std::sync::Arc;

use crate::explorer::{App, Beat, Delivered, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::meaning::OmePlate;
use crate::pipeline::WellState;

#[derive(Debug)]
pub struct ReadWells {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
    pub(crate) plate: Arc<OmePlate>,
}

impl Task for ReadWells {
    const LANE: Lane = Lane::Overlays;
    type Answer = Delivered<Vec<WellState>>;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let found = WellState::find_all(&self.hierarchy, &self.key, &self.plate, &mut |so_far| {
            if beat.is_due() {
                link.answer(Delivered::Part(so_far.to_vec()));
            }
            link.is_wanted()
        });
        if let Some(states) = found {
            link.answer(Delivered::Whole(Ok(states)));
        }
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.plate.states.deliver(id, found);
    }
}
