//! Looking for the next element of a chunk, a part of it for each key press.

use crate::tell::words::count;

/// The most elements that one key press looks at: more would keep the screen waiting.
const LOOKED_AT: u64 = 1 << 22;

pub(crate) enum NextElement {
    Found(u64),
    None,
    /// None among as many as are looked at for one key press, up to this one.
    NotUpTo(u64),
}

impl NextElement {
    /// Looks for the next element of so many that is meant, or for the one before.
    pub(crate) fn find(at: u64, size: u64, back: bool, is_meant: impl Fn(u64) -> bool) -> Self {
        let number = |step: u64| if back { at.checked_sub(step) } else { at.checked_add(step) };
        for step in 1..=LOOKED_AT {
            match number(step).filter(|number| *number < size) {
                None => return Self::None,
                Some(number) if is_meant(number) => return Self::Found(number),
                Some(_) => {}
            }
        }
        number(LOOKED_AT).map_or(Self::None, Self::NotUpTo)
    }

    pub(crate) fn none(back: bool, what: &str) -> String {
        if back { format!("no element before this one {what}") } else { format!("no further element {what}") }
    }

    pub(crate) fn not_up_to(what: &str) -> String {
        format!("none of {} {what}: again looks further", count(LOOKED_AT.into(), "element"))
    }
}
