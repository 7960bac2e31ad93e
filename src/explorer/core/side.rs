use crate::explorer::geometry::regions::Pane;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    #[default]
    Input,
    Output,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Input, Self::Output];

    pub fn pane(self) -> Pane {
        if self == Self::Input { Pane::Input } else { Pane::Values }
    }

    pub fn of(pane: Pane) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.pane() == pane)
    }
}
