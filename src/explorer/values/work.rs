use crate::explorer::core::content::Shown;
use crate::explorer::values::byte_search::{ByteHits, ByteQuest, hits};
use crate::explorer::{App, Content, Lane, Link, RequestId, Task};

impl Task for ByteQuest {
    const LANE: Lane = Lane::Finds;
    type Answer = ByteHits;

    fn run(&self, link: &mut Link<Self>) {
        let shown = Shown { row: self.row, hex: true };
        if let Content::Bytes { bytes, .. } = Content::of(&self.trace, shown, None)
            && let Some(found) =
                hits(bytes, &self.pattern, (self.from, self.wanted), &mut || link.is_wanted())
        {
            link.answer(found);
        }
    }

    fn answered(app: &mut App, id: RequestId, found: ByteHits) {
        app.bytes_found(id, found);
    }
}
