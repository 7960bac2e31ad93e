use crate::codec::Outcome;
use crate::explorer::faults::{FaultStation, StationWay};
use crate::explorer::keys::keymap::{KeyCommand, named};
use crate::explorer::{App, Late, Pane};
use crate::pipeline::{ChunkVerdict, FaultSite, ShortFault};
use crate::tell::faults;
use crate::tell::words::{grouped, shape};

impl App {
    pub(crate) fn next_fault(&mut self, back: bool) {
        let (node, site) = self.fault_place();
        let Some(next) = self.shared.known.next(&node, site.clone(), back) else {
            if let Some((number, doubt)) = self.verifying.next_doubt(&node, site.as_ref(), back) {
                let (doubt, all) = (doubt.clone(), self.verifying.doubts().len());
                self.shared.say(faults::gone_to_doubt(&doubt, number, all));
                return self.go_to_fault(doubt);
            }
            let verdicts = self.grid.level.verdicts.values();
            let doubtful = verdicts.filter(|verdict| **verdict == ChunkVerdict::Doubtful).count();
            return self.shared.say(faults::none(self.shared.known.count(&node).is_verified, doubtful));
        };
        if self.shared.selection.what_if.is_some() {
            // Faults are those of the document in force.
            self.undo_what_if();
        }
        let known = self.shared.known.count("").faults;
        let all =
            if known > next.of { format!(" kept, {} known", grouped(known.into())) } else { String::new() };
        let again = match (next.is_wrapped, back) {
            (false, _) => "",
            (true, false) => ", from the first again",
            (true, true) => ", from the last again",
        };
        self.shared.say(faults::gone_to(&next.fault, next.number, next.of, &format!("{all}{again}")));
        self.go_to_fault(next.fault);
    }

    fn go_to_fault(&mut self, fault: ShortFault) {
        let is_here = self.shared.selection.child.key == fault.node;
        if !is_here {
            self.go_to_node(fault.node.clone());
        }
        self.pending.fault = Some(FaultStation { fault, way: StationWay::ToNode });
        if is_here
            && self.shared.selection.node.ready().is_some()
            && let Some(chunk) = self.at_station_node()
        {
            self.go_to_chunk(chunk, true);
            // It may be the selected chunk already.
            self.at_station_chunk();
        }
    }

    fn fault_place(&self) -> (String, Option<FaultSite>) {
        let selection = &self.shared.selection;
        let node = selection.node_key().to_owned();
        let chunk = &selection.address.chunk;
        if let Some(station) = &self.pending.fault {
            // The key may come again before the node is read.
            let is_on_the_way = matches!(station.way, StationWay::ToNode | StationWay::Lost);
            let is_chunk = station.chunk().is_none_or(|own| own == chunk.as_slice());
            if is_on_the_way || (station.fault.node == node && is_chunk) {
                return (station.fault.node.clone(), Some(station.fault.site.clone()));
            }
        }
        let is_in_array = self.shared.focus != Pane::Hierarchy && selection.array_layout().is_some();
        (node, is_in_array.then(|| FaultSite::Chunk(chunk.clone())))
    }

    fn at_station_node(&mut self) -> Option<Vec<u64>> {
        let station = self.pending.fault.as_mut()?;
        if self.shared.focus == Pane::Hierarchy {
            // A small screen shows one pane only: the one with the fault.
            self.shared.focus = Pane::Grid;
        }
        let Some(chunk) = station.chunk().map(<[u64]>::to_vec) else {
            station.way = StationWay::There;
            return None;
        };
        if self.shared.selection.array_layout().is_some_and(|layout| layout.grid.contains(&chunk)) {
            station.way = StationWay::ToStage;
            return Some(chunk);
        }
        station.way = StationWay::Lost;
        let again = named(&[KeyCommand::Reload], "reads it again");
        self.shared.say(format!("the array no longer has chunk {}: {again}", shape(&chunk)));
        None
    }

    pub(crate) fn select_station_chunk(&mut self) {
        let key = &self.shared.selection.child.key;
        let station = self.pending.fault.as_ref();
        if station.is_some_and(|station| station.way == StationWay::ToNode && station.fault.node == *key)
            && let Some(chunk) = self.at_station_node()
        {
            self.shared.selection.address = chunk.into();
        }
    }

    pub(crate) fn at_station_chunk(&mut self) {
        let selection = &mut self.shared.selection;
        let Some(station) = &mut self.pending.fault else { return };
        let is_selected =
            station.chunk() == Some(selection.address.chunk.as_slice()) && !selection.address.is_inner();
        if station.way != StationWay::ToStage || !is_selected {
            return;
        }
        let (failing, is_sound) = match &selection.trace {
            Late::Ready { value: trace, .. } => {
                let mut stages = trace.stages().iter();
                let failing = stages.position(|stage| matches!(stage.outcome, Outcome::Failed(_)));
                (failing, trace.trace.fault.is_none())
            }
            Late::Failed(_) => (None, false),
            Late::Idle | Late::Waiting { .. } => return,
        };
        station.way = StationWay::There;
        let is_doubt = self.verifying.doubts().contains(&station.fault);
        if let Some(failing) = failing {
            selection.select_stage(failing + 1);
        }
        if is_sound && !is_doubt {
            let chunk = shape(&selection.address.chunk);
            let why = if self.shared.sees_what_is_stored() {
                "now: it is no longer a fault"
            } else {
                "while checksums are ignored (!)"
            };
            self.shared.say(format!("chunk {chunk} decodes {why}"));
        }
    }

    pub(crate) fn reconcile_fault(&mut self) {
        let key = &self.shared.selection.child.key;
        if let Some(station) = &mut self.pending.fault
            && station.way == StationWay::ToNode
            && station.fault.node != *key
            && self.pending.node.is_none()
        {
            station.way = StationWay::Lost;
        }
    }
}
