use crate::explorer::follow::{ChangedElements, WatchRequest, WatchedFiles};
use crate::explorer::{App, Lane, Link, RequestId, Task};
use crate::metadata::{DOCUMENT, delinear, v2};
use crate::pipeline::ChunkTrace;
use crate::store::join;

impl Task for WatchRequest {
    const LANE: Lane = Lane::Nodes;
    type Answer = WatchedFiles;

    fn run(&self, link: &mut Link<Self>) {
        let store = self.hierarchy.store();
        let mut documents = Vec::new();
        for name in [DOCUMENT].iter().chain(v2::DOCUMENTS) {
            documents.push(store.stamp(&join(&self.array.key, name)));
        }
        let chunk = store.stamp(&self.array.store_key(&self.address.chunk));
        link.answer(WatchedFiles { documents, chunk });
    }

    fn answered(app: &mut App, id: RequestId, files: WatchedFiles) {
        app.watched(id, &files);
    }
}

pub(crate) fn changed(before: &ChunkTrace, now: &ChunkTrace) -> Option<ChangedElements> {
    let (was, is) = (before.trace.result()?, now.trace.result()?);
    let is_alike = was.data_type() == is.data_type() && before.decoded.shape == now.decoded.shape;
    let nbytes = is.data_type().nbytes();
    if !is_alike || is.data_type().is_variable() || nbytes == 0 {
        return None;
    }
    let pairs = was.visible_bytes().chunks(nbytes).zip(is.visible_bytes().chunks(nbytes));
    let mut found = ChangedElements { changed: 0, all: is.size() as u64, first: None };
    for (number, (was, is)) in pairs.enumerate() {
        if was != is {
            found.changed += 1;
            if found.changed == 1 {
                found.first = Some(delinear(number as u64, &now.decoded.shape));
            }
        }
    }
    Some(found)
}
