//! Where the borders between panes are that can be moved.

use crate::explorer::geometry::dividers::Divider;
use crate::explorer::geometry::regions::{Area, Pane, Regions};

impl Regions {
    /// What is before a border and what is after it, where it is on the screen.
    pub fn sides(&self, divider: Divider) -> Option<[Area; 2]> {
        let is_beside = self.stages.y == self.values.y;
        let is_opened = self.hierarchy.is_empty() && self.grid.is_empty();
        let sides = match divider {
            Divider::Tree => [self.hierarchy, self.detail],
            Divider::Grid if !self.stages.is_empty() => [self.grid, self.detail.top(self.grid.height).1],
            Divider::Stages if !is_opened && is_beside => {
                let width = self.values.width + self.picture.width;
                [self.stages, Area { width, ..self.values }]
            }
            Divider::StagesAbove if !is_opened && !is_beside => [self.stages, self.values],
            Divider::Opened if is_opened && is_beside => [self.stages, self.both()],
            Divider::OpenedAbove if is_opened && !is_beside => [self.stages, self.both()],
            Divider::Input => [self.input, self.values],
            Divider::Picture => [self.values, self.picture],
            _ => return None,
        };
        (!sides.iter().any(|side| side.is_empty())).then_some(sides)
    }

    fn both(&self) -> Area {
        if self.input.is_empty() {
            return self.values;
        }
        Area { width: self.input.width + self.values.width, ..self.input }
    }

    /// The border at a place of the screen: the last column or row of what is before it, or the first of what is after it.
    pub fn divider_at(&self, x: u16, y: u16) -> Option<Divider> {
        let is_at = |divider: &Divider| {
            let Some([before, after]) = self.sides(*divider) else { return false };
            let at = if divider.is_upright() { [x, after.x] } else { [y, after.y] };
            (before.contains(x, y) || after.contains(x, y)) && (at[0] == at[1] || at[0] + 1 == at[1])
        };
        Divider::ALL.into_iter().find(is_at)
    }

    /// The border of a pane that is upright, or not: the innermost one.
    pub fn divider_of(&self, pane: Pane, is_upright: bool) -> Option<Divider> {
        let Area { x, y, .. } = self.pane(pane);
        let has = |divider: &Divider| {
            self.sides(*divider).is_some_and(|sides| sides.iter().any(|side| side.contains(x, y)))
        };
        Divider::ALL.into_iter().filter(|divider| divider.is_upright() == is_upright).find(has)
    }

    pub fn size_before(&self, divider: Divider) -> Option<u16> {
        let [before, _] = self.sides(divider)?;
        Some(if divider.is_upright() { before.width } else { before.height })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::geometry::regions::tests::wanted;

    #[test]
    fn every_border_is_found_at_its_place() {
        let mut found = Vec::new();
        for width in 0..200 {
            for height in 0..60 {
                let regions = Regions::of(width, height, Pane::Grid, wanted(width, height, 9));
                check(&regions, &mut found);
            }
        }
        assert!(Divider::ALL.iter().all(|divider| found.contains(divider)), "{found:?}");
    }

    fn check(regions: &Regions, found: &mut Vec<Divider>) {
        for divider in Divider::ALL {
            let Some([before, after]) = regions.sides(divider) else { continue };
            let (x, y) = if divider.is_upright() {
                assert_eq!(before.x + before.width, after.x);
                (after.x, after.y + after.height / 2)
            } else {
                assert_eq!(before.y + before.height, after.y);
                (after.x + after.width / 2, after.y)
            };
            let at = regions.divider_at(x, y);
            assert!(at.is_some(), "{divider:?} at {x}, {y}");
            found.extend(at);
        }
    }
}
