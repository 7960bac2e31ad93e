//! How numbers are written: their base, and how many digits they have.

use crate::explorer::keys::keymap::{KeyCommand, key_name};
use crate::explorer::prompt::typed_command::TypedKind;
use crate::explorer::values::draw::brackets;
use crate::explorer::{App, Page, Side};
use crate::metadata::Scalar;
use crate::metadata::text::escape;
use crate::tell::meaning::title;
use crate::tell::number_form::NumberForm;
use crate::tell::report::Line;
use crate::tell::words::count;
use crate::tell::writing::{MOST_DIGITS, NARROW, PhysicalFirst, WIDEST, Writing};

const MOST_SHOWN: usize = 1 << 20;

impl App {
    pub(crate) fn next_number_form(&mut self) {
        self.write_numbers(|writing| writing.form = writing.form.next());
    }

    pub(crate) fn step_digits(&mut self, more: bool) {
        self.write_numbers(|writing| writing.step_digits(more));
    }

    fn write_numbers(&mut self, change: impl FnOnce(&mut Writing)) {
        let pane = self.values(self.written_side());
        let element = pane.content(&self.shared.selection).element(&pane.coords, MOST_SHOWN);
        if element.is_some_and(|element| !NumberForm::changes(&element)) {
            return self.shared.say("these elements are not numbers: they have only one form");
        }
        let writing = &mut self.shared.selection.writing;
        change(writing);
        let said = writing.words();
        self.shared.say(said);
    }

    pub(crate) fn step_width(&mut self, wider: bool) {
        let side = self.written_side();
        let now = self.values(side).cell_columns(&self.shared);
        self.shared.selection.writing.step_width(wider, now);
        // The coordinate above a column may need more.
        let width = self.values(side).cell_columns(&self.shared);
        self.shared.say(format!("columns for {}", count(width.into(), "character")));
    }

    fn written_side(&self) -> Side {
        Side::of(self.shared.focus).unwrap_or(Side::Output)
    }

    pub(crate) fn choose_writing(&mut self, kind: TypedKind, argument: &str) -> Result<(), String> {
        let range = if kind == TypedKind::Digits { 0..=u16::from(MOST_DIGITS) } else { NARROW..=WIDEST };
        let number = match argument.parse() {
            _ if argument.is_empty() => None,
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let (least, most) = (range.start(), range.end());
                return Err(format!("expected a whole number from {least} to {most}, found \"{argument}\""));
            }
        };
        let writing = &mut self.shared.selection.writing;
        let said = if kind == TypedKind::Digits {
            writing.digits = number.and_then(|number| u8::try_from(number).ok());
            writing.words()
        } else {
            writing.width = number;
            match number {
                Some(number) => format!("columns for {}", count(number.into(), "character")),
                None => "columns as wide as their contents".to_owned(),
            }
        };
        self.shared.say(said);
        Ok(())
    }

    fn element_here(&self) -> Option<(String, Scalar)> {
        let pane = self.values(Side::of(self.shared.focus)?);
        let content = pane.content(&self.shared.selection);
        let element = content.element(&pane.coords, MOST_SHOWN)?;
        let mut coords = pane.coords.clone();
        for (coord, begin) in coords.iter_mut().zip(content.origin().unwrap_or_default()) {
            *coord = coord.saturating_add(*begin);
        }
        Some((brackets(&coords), element))
    }

    pub(crate) fn opens_element(&self) -> bool {
        !self.picture.takes_over(&self.shared) && self.element_here().is_some()
    }

    pub(crate) fn open_element(&mut self) {
        let Some((coords, element)) = self.element_here() else { return };
        let mut lines: Vec<Line> = match &element {
            Scalar::Integer(_) | Scalar::Float(_) | Scalar::Complex(_) => NumberForm::ALL
                .iter()
                .map(|form| Line::Fact(form.name(), form.text(&element, None)))
                .collect(),
            Scalar::Text(text) if text.is_empty() => vec![Line::Text("an empty text".to_owned())],
            // Line by line, without quotes or escapes.
            Scalar::Text(text) => text.lines().map(|line| Line::Text(escape(line).into_owned())).collect(),
            Scalar::Bool(_)
            | Scalar::Raw(_)
            | Scalar::Chars(_)
            | Scalar::Time(..)
            | Scalar::Struct(_)
            | Scalar::List(_)
            | Scalar::Json(_) => vec![Line::Text(element.to_string())],
        };
        let selection = &self.shared.selection;
        let is_decoded =
            Side::of(self.shared.focus).is_some_and(|side| self.values(side).content(selection).is_decoded());
        if is_decoded && let Some(steps) = selection.steps_of(&element) {
            lines.insert(0, Line::Fact("attributes", escape(&steps).into_owned()));
        }
        self.overlays.open(Page::new(format!("element {coords}"), lines));
    }

    pub(crate) fn toggle_physical(&mut self) {
        let selection = &mut self.shared.selection;
        let is_physical = !selection.is_physical();
        selection.writing.physical = if is_physical { PhysicalFirst::Always } else { PhysicalFirst::Never };
        let mut lacking = String::new();
        if is_physical
            && let Some(labels) = selection.labels.ready()
            && let Some(why) = labels.why_none()
        {
            lacking = format!("; {why}");
        }
        let said = match selection.meaning() {
            None if is_physical => "nothing to unpack; coordinates are shown".to_owned(),
            Some(meaning) if is_physical => title(meaning),
            _ => "raw values, as the codecs give them".to_owned(),
        };
        let key = key_name(KeyCommand::Physical);
        let range = if self.picture.colors.forget_numbers() {
            "; colours have a range of their own again"
        } else {
            ""
        };
        self.shared.say(format!("{said}; {key} switches back{range}{lacking}"));
    }
}
