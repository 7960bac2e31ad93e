//! The least and the greatest number, and where they are.

use std::cmp::Ordering;

use super::bins::Countable;

/// The least and the greatest of some numbers, each with the first place of a number that is as large.
#[derive(Debug, Clone)]
pub(super) struct Extremes<L, P> {
    pub(super) least: Option<(L, P)>,
    pub(super) greatest: Option<(L, P)>,
}

impl<L, P> Default for Extremes<L, P> {
    fn default() -> Self {
        Self { least: None, greatest: None }
    }
}

impl<L: Countable, P: Ord + Clone> Extremes<L, P> {
    /// The only number there is.
    pub(super) fn of(number: L, at: P) -> Self {
        Self { least: Some((number, at.clone())), greatest: Some((number, at)) }
    }

    pub(super) fn merge(&mut self, other: Self) {
        take(&mut self.least, other.least, Ordering::Less);
        take(&mut self.greatest, other.greatest, Ordering::Greater);
    }

    /// The same with other names for the places.
    pub(super) fn placed<Q>(self, place: impl Fn(P) -> Q) -> Extremes<L, Q> {
        Extremes {
            least: self.least.map(|(number, at)| (number, place(at))),
            greatest: self.greatest.map(|(number, at)| (number, place(at))),
        }
    }
}

/// Takes a number that is further out, or as far and before the own one.
fn take<L: Countable, P: Ord>(own: &mut Option<(L, P)>, other: Option<(L, P)>, further: Ordering) {
    let Some((number, at)) = other else { return };
    let is_taken = own.as_ref().is_none_or(|(own, own_at)| match number.partial_cmp(own) {
        Some(Ordering::Equal) => at < *own_at,
        order => order == Some(further),
    });
    if is_taken {
        *own = Some((number, at));
    }
}
