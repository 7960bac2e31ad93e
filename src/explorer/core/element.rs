//! The element that is followed through the stages.

use crate::codec::{Dependents, Step};
use crate::explorer::core::side::Side;

/// One element, and where it is in every stage: the cursors of what goes in and what comes out move together.
#[derive(Debug, Default)]
pub struct FollowedElement {
    /// Its coordinates within the chunk.
    pub coords: Vec<u64>,
    /// Where it is, from the array to the stored bytes.
    pub steps: Vec<Step>,
    /// What depends on the byte under the cursor, where the cursor is on a byte.
    pub dependents: Option<Dependents>,
    pub(crate) moved: Moved,
}

/// What has moved, and so decides where everything else goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Moved {
    #[default]
    Nothing,
    /// The cursor of one side: the element follows it.
    Cursor(Side),
    /// The element, or what the panes show: both cursors follow.
    Element,
}

impl FollowedElement {
    /// Places both cursors on the element, as soon as a chunk is decoded.
    pub(crate) fn put_everywhere(&mut self) {
        self.moved = Moved::Element;
    }

    pub(crate) fn follow(&mut self, side: Side) {
        self.moved = Moved::Cursor(side);
    }
}
