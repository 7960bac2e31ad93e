//! How elements are written in cells: the form of numbers, the digits behind the point, and the width of columns.

use super::keymap::KeyCommand;
use super::overlay::{Overlay, Page};
use super::plane::Scroll;
use super::side::Side;
use super::state::App;
use crate::metadata::Scalar;
use crate::metadata::text::escape;
use crate::tell::number_form::NumberForm;
use crate::tell::report::Line;

/// The most digits behind the point: a float has no more that mean anything.
const MOST_DIGITS: u8 = 17;
/// The digits that the first key for fewer gives.
const FIRST_DIGITS: u8 = 3;
/// The least columns that an element takes.
const NARROW: u16 = 3;
/// The most columns that an element takes, unless somebody makes it wider.
const WIDE: u16 = 26;
/// How many columns a key makes an element wider or narrower.
const STEP: u16 = 2;

/// How elements are written in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Writing {
    /// The form of numbers.
    pub form: NumberForm,
    /// Digits behind the point; `None` for as many as it takes.
    pub digits: Option<u8>,
    /// Columns that an element takes; `None` for as many as what is shown needs.
    pub width: Option<u16>,
}

impl Writing {
    /// An element as a cell shows it.
    #[must_use]
    pub fn text(&self, element: &Scalar) -> String {
        self.form.text(element, self.digits)
    }

    /// The columns of a cell whose texts need so many.
    #[must_use]
    pub fn columns(&self, needed: usize) -> u16 {
        self.width.unwrap_or_else(|| u16::try_from(needed).unwrap_or(u16::MAX).clamp(2, WIDE))
    }

    /// Whether elements are written as short as they can be.
    pub(super) fn is_usual(&self) -> bool {
        self.form == NumberForm::Shortest && self.digits.is_none()
    }

    /// Fewer or more digits behind the point. Fewer than none is: as many as it takes, again.
    fn step_digits(&mut self, more: bool) {
        self.digits = match (self.digits, more) {
            (None, false) => Some(FIRST_DIGITS),
            (Some(0), false) | (None, true) => None,
            (Some(digits), false) => Some(digits - 1),
            (Some(digits), true) => (digits < MOST_DIGITS).then(|| digits + 1),
        };
    }

    fn step_width(&mut self, more: bool, now: u16) {
        let step = if more { now.saturating_add(STEP) } else { now.saturating_sub(STEP) };
        self.width = Some(step.max(NARROW));
    }

    /// What of it is not usual, in little room; nothing where elements are written as always.
    #[must_use]
    pub fn mark(&self) -> String {
        let form = if self.form == NumberForm::Shortest { "" } else { self.form.name() };
        let digits = self.digits.map(|digits| format!("{digits} digits")).unwrap_or_default();
        [form, &digits].iter().filter(|part| !part.is_empty()).map(|part| format!(" · {part}")).collect()
    }

    fn words(&self) -> String {
        let digits = match self.digits {
            Some(digits) => format!("{digits} digits behind the point"),
            None => "as many digits as it takes".to_owned(),
        };
        format!("numbers: {}, {digits}", self.form.name())
    }
}

impl App {
    /// Writes the elements in another form or another width, and says which.
    pub(super) fn write_otherwise(&mut self, command: KeyCommand) {
        let side = Side::of(self.shared.focus).unwrap_or(Side::Output);
        let now = self.values(side).cell_columns(&self.shared);
        let writing = &mut self.shared.selection.writing;
        match command {
            KeyCommand::NumberForm => writing.form = writing.form.next(),
            KeyCommand::FewerDigits => writing.step_digits(false),
            KeyCommand::MoreDigits => writing.step_digits(true),
            KeyCommand::Narrower => writing.step_width(false, now),
            _ => writing.step_width(true, now),
        }
        let said = match (command, writing.width) {
            (KeyCommand::Narrower | KeyCommand::Wider, Some(width)) => {
                format!("columns for {width} characters")
            }
            _ => writing.words(),
        };
        self.shared.say(said);
    }
}

/// The most bytes of an element that are shown whole.
const MOST_SHOWN: usize = 1 << 20;

impl App {
    /// The content with the element under the cursor, where a pane of elements has the focus.
    fn element_here(&self) -> Option<(String, Scalar)> {
        let pane = self.values(Side::of(self.shared.focus)?);
        let content = pane.content(&self.shared.selection);
        let element = content.element(&pane.coords, MOST_SHOWN)?;
        let begin = content.origin().map(<[u64]>::to_vec).unwrap_or_default();
        let coords: Vec<String> = pane
            .coords
            .iter()
            .enumerate()
            .map(|(axis, coord)| coord.saturating_add(begin.get(axis).copied().unwrap_or(0)).to_string())
            .collect();
        Some((format!("[{}]", coords.join(", ")), element))
    }

    /// Whether Enter shows an element whole.
    pub(super) fn opens_element(&self) -> bool {
        !self.picture.takes_over(&self.shared) && self.element_here().is_some()
    }

    /// Shows the element under the cursor whole: a long text is wrapped, a number is in every form.
    pub(super) fn open_element(&mut self) {
        let Some((coords, element)) = self.element_here() else { return };
        let lines = match &element {
            Scalar::Integer(_) | Scalar::Float(_) | Scalar::Complex(_) => NumberForm::ALL
                .iter()
                .map(|form| Line::Fact(form.name(), form.text(&element, None)))
                .collect(),
            // A text as it is, line by line, not in quotes and with escapes.
            Scalar::Text(text) => text.lines().map(|line| Line::Text(escape(line).into_owned())).collect(),
            other => vec![Line::Text(other.to_string())],
        };
        self.overlay =
            Overlay::Page(Page { title: format!("element {coords}"), lines, scroll: Scroll::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_and_go() {
        let mut writing = Writing::default();
        let mut step = |more| {
            writing.step_digits(more);
            writing.digits
        };
        assert_eq!([false, false, false, false].map(&mut step), [Some(3), Some(2), Some(1), Some(0)]);
        assert_eq!([false, true, false, true].map(&mut step), [None, None, Some(3), Some(4)]);
    }

    #[test]
    fn a_chosen_width_goes_before_the_needed_one() {
        let mut writing = Writing::default();
        assert_eq!([writing.columns(1), writing.columns(9), writing.columns(900)], [2, 9, 26]);
        writing.step_width(false, 4);
        assert_eq!(writing.columns(9), 3);
    }
}
