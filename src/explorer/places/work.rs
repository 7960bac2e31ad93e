use std::path::PathBuf;
use std::time::Duration;

use crate::explorer::places::ChosenStore;
use crate::explorer::{App, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::places::{StorePlace, StorePlaces};
use crate::store::StoreAccess;

/// The shortest time between two writes of the place.
const REST: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub struct OpenStore {
    pub(crate) path: PathBuf,
    pub(crate) access: StoreAccess,
}

impl Task for OpenStore {
    const LANE: Lane = Lane::Nodes;
    type Answer = Result<Box<ChosenStore>, String>;

    fn run(&self, link: &mut Link<Self>) {
        let opened = Hierarchy::open_at(&self.path, &self.access).map_err(|error| error.reason.to_string());
        link.answer(opened.map(|hierarchy| {
            let place = StorePlaces::read().find(&self.path).cloned();
            Box::new(ChosenStore { hierarchy, path: self.path.clone(), place })
        }));
    }

    fn answered(app: &mut App, id: RequestId, chosen: Self::Answer) {
        app.store_opened(id, chosen);
    }
}

/// The place is written at the end in any case, so it need not be written at every step.
#[derive(Debug)]
pub struct KeepPlace(pub(crate) StorePlace);

impl Task for KeepPlace {
    const LANE: Lane = Lane::Files;
    type Answer = ();

    fn run(&self, link: &mut Link<Self>) {
        if link.kept.writes_place(REST) {
            // Where it cannot be written, only the place is lost.
            drop(StorePlaces::keep(self.0.clone()));
        }
    }

    fn answered(_: &mut App, _: RequestId, (): ()) {}
}
