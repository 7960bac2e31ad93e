use crate::meaning::Meaning;
use crate::metadata::Scalar;
use crate::pipeline::AxisLabels;
use crate::tell::writing::Writing;

const LABEL: u16 = 20;

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
        let Some(meaning) = self.meaning else { return self.writing.text(element) };
        let value = meaning.convert_one(element);
        if self.writing.is_usual() {
            return meaning.table_text(&value);
        }
        meaning.label(&value).unwrap_or_else(|| self.writing.text(&value))
    }
}
