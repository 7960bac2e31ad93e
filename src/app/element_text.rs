//! How elements become texts in cells: in a form of numbers, or as what they mean.

use super::writing::Writing;
use crate::meaning::Meaning;
use crate::metadata::Scalar;

/// How elements become texts in cells.
#[derive(Debug, Clone, Copy, Default)]
pub struct ElementText<'a> {
    /// The form of numbers.
    pub writing: Writing,
    /// What they mean, where that is shown.
    pub meaning: Option<&'a Meaning>,
}

impl ElementText<'_> {
    /// The text of an element.
    #[must_use]
    pub fn of(&self, element: &Scalar) -> String {
        let Some(meaning) = self.meaning else { return self.writing.text(element) };
        let value = meaning.convert_one(element);
        if self.writing.is_usual() {
            return meaning.table_text(&value);
        }
        meaning.label(&value).unwrap_or_else(|| self.writing.text(&value))
    }
}
