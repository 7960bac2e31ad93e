use crate::tell::words::count;

/// One key press looks at no more elements: the screen would wait.
const LOOKED_AT: u64 = 1 << 22;

pub(crate) enum NextElement {
    Found(u64),
    None,
    /// None of those that one key press looks at, which end here.
    NotUpTo(u64),
}

impl NextElement {
    pub(crate) fn find(at: u64, size: u64, back: bool, is_meant: impl Fn(u64) -> bool) -> Self {
        let number = |step: u64| if back { at.checked_sub(step) } else { at.checked_add(step) };
        for step in 1..=LOOKED_AT {
            match number(step) {
                Some(number) if number >= size => return Self::None,
                Some(number) if is_meant(number) => return Self::Found(number),
                Some(_) => {}
                None => return Self::None,
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
