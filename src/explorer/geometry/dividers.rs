//! The borders between panes that the user can move.

/// The innermost border first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divider {
    Input,
    Picture,
    /// Between the stages and the values beside them.
    Stages,
    /// Between the grid and the stages, with the values below them.
    StagesBelow,
    /// Between an opened stage's pipeline and the panes beside it.
    Opened,
    OpenedAbove,
    Grid,
    Tree,
    /// Between the values and the picture below them.
    PictureBelow,
}

impl Divider {
    pub const ALL: [Self; 9] = [
        Self::Input,
        Self::Picture,
        Self::PictureBelow,
        Self::Stages,
        Self::StagesBelow,
        Self::Opened,
        Self::OpenedAbove,
        Self::Grid,
        Self::Tree,
    ];

    pub fn is_upright(self) -> bool {
        matches!(
            self,
            Self::Input | Self::Picture | Self::Stages | Self::StagesBelow | Self::Opened | Self::Tree
        )
    }
}

/// Columns or rows of the pane before each border, where chosen. They hold at every size with room for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dividers(pub [Option<u16>; Divider::ALL.len()]);

impl Dividers {
    pub(crate) fn choose(&mut self, divider: Divider, size: u16) {
        if let Some(chosen) = self.0.get_mut(divider as usize) {
            *chosen = Some(size);
        }
    }

    /// The chosen size, as far as both sides stay readable, or the given one.
    pub(crate) fn size(&self, divider: Divider, given: u16, room: Room) -> u16 {
        let most = room.all.saturating_sub(room.after);
        match self.0.get(divider as usize).copied().flatten() {
            Some(chosen) => chosen.clamp(room.before.min(most), most),
            None => given,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    pub(crate) all: u16,
    pub(crate) before: u16,
    pub(crate) after: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_keep_what_they_need() {
        let mut dividers = Dividers::default();
        let room = |all| Room { all, before: 10, after: 20 };
        assert_eq!(dividers.size(Divider::Tree, 33, room(100)), 33);
        for (chosen, expected) in [(50, 50), (0, 10), (1000, 80)] {
            dividers.choose(Divider::Tree, chosen);
            assert_eq!(dividers.size(Divider::Tree, 33, room(100)), expected);
        }
        assert_eq!([25, 20, 0].map(|all| dividers.size(Divider::Tree, 33, room(all))), [5, 0, 0]);
        assert_eq!(dividers.size(Divider::Grid, 7, room(100)), 7, "another border stays where it is");
    }
}
