use unicode_width::UnicodeWidthStr;

use crate::meaning::Meaning;
use crate::metadata::Scalar;
use crate::pipeline::AxisLabels;
use crate::tell::writing::Writing;

/// Bytes of a text that are formatted for the screen; no pane is wider.
pub const SHOWN: usize = 1024;

/// So many places among `size`, spread over all of them. Equal steps would meet the same column of a table again and again.
pub(crate) fn spread_places(size: usize, most: usize) -> impl Iterator<Item = usize> {
    const PRIME: usize = 7919;
    let step = size.div_ceil(most.max(1)).max(1);
    (0..size).step_by(step).enumerate().map(move |(number, at)| at + (number * PRIME) % step.min(size - at))
}
const LABEL: u16 = 20;
/// What a column may be wider for its points to be below each other.
const WIDER: usize = 3;

/// The columns that texts of elements take. Decimals are aligned at their points unless that takes much room, as where some
/// have long integers and others many digits after the point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextWidths {
    widest: usize,
    before_point: usize,
    after_point: usize,
}

impl TextWidths {
    pub fn add(&mut self, text: &str) {
        self.widest = self.widest.max(text.width());
        if let Some((before, after)) = decimal(text) {
            self.before_point = self.before_point.max(before);
            self.after_point = self.after_point.max(after);
        }
    }

    #[must_use]
    pub fn with(mut self, text: &str) -> Self {
        self.add(text);
        self
    }

    fn aligned(self) -> usize {
        self.before_point + 1 + self.after_point
    }

    /// The columns of a cell that has room for each text.
    pub fn columns(self) -> usize {
        if self.aligned() <= self.widest + WIDER { self.widest.max(self.aligned()) } else { self.widest }
    }

    /// A text of which the point is below those of the others, when it is at the right of a cell.
    pub fn align(self, mut text: String) -> String {
        if self.aligned() <= self.widest + WIDER
            && let Some((_, after)) = decimal(&text)
        {
            text.extend(std::iter::repeat_n(' ', self.after_point.saturating_sub(after)));
        }
        text
    }
}

/// The columns before the point and after it.
fn decimal(text: &str) -> Option<(usize, usize)> {
    let (before, after) = text.split_once('.')?;
    let is_number = |text: &str| text.chars().all(|sign| sign.is_ascii_digit() || sign == ' ');
    (is_number(before.trim_start_matches('-')) && is_number(after)).then(|| (before.width(), after.width()))
}

#[derive(Debug, Clone, Copy, Default)]
pub struct ElementText<'a> {
    pub writing: Writing,
    pub meaning: Option<&'a Meaning>,
    pub labels: &'a [Option<AxisLabels>],
}

impl ElementText<'_> {
    pub fn label(&self, axis: usize, coord: u64) -> Option<String> {
        self.labels.get(axis)?.as_ref()?.text(coord)
    }

    pub fn label_columns(&self, axis: usize) -> Option<u16> {
        Some(u16::try_from(self.labels.get(axis)?.as_ref()?.width).unwrap_or(u16::MAX).min(LABEL))
    }

    pub fn of(&self, element: &Scalar) -> String {
        let element = &*element.beginning(SHOWN);
        let Some(meaning) = self.meaning else { return self.writing.text(element) };
        let value = meaning.convert_one(element);
        if self.writing.is_usual() {
            return meaning.table_text(&value);
        }
        meaning.label(&value).unwrap_or_else(|| self.writing.text(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_below_each_other() {
        let texts = ["281.56", "281.6", "-2.0", "NaN", "1e-45"];
        let widths = texts.iter().fold(TextWidths::default(), |widths, text| widths.with(text));
        assert_eq!(widths.columns(), 6);
        let aligned = texts.map(|text| widths.align(text.to_owned()));
        assert_eq!(aligned, ["281.56", "281.6 ", "-2.0 ", "NaN", "1e-45"]);
        // Aligned, these would take twice the room.
        let wide = TextWidths::default().with("123456.5").with("0.00012345");
        assert_eq!((wide.columns(), wide.align("0.5".to_owned()).as_str()), (10, "0.5"));
        let integers = TextWidths::default().with("7").with("1234");
        assert_eq!((integers.columns(), integers.align("7".to_owned()).as_str()), (4, "7"));
    }
}
