//! What lies over the panes: it is opened, moved in and closed here.

use std::sync::Arc;

use super::action::Request;
use super::facts;
use super::keymap::{Command, KEYMAP, Move, SIGNS};
use super::load::Load;
use super::movement::scroll_lines;
use super::plane::Scroll;
use super::regions::Pane;
use super::state::{App, Overlay};
use crate::metadata::text::escape;
use crate::tell::cards::{self, Card};
use crate::tell::copy_as::CopyAs;
use crate::tell::report::Line;
use crate::tell::worked;

/// Lines to read, over the panes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// What they are about.
    pub title: String,
    /// The lines.
    pub lines: Vec<Line>,
    /// The first on the screen.
    pub scroll: Scroll,
}

impl App {
    pub(super) fn in_overlay(&mut self, command: Command) -> Vec<Request> {
        match (command, &self.overlay) {
            (Command::Move(by), _) => self.move_in_overlay(by),
            // Over a card, the key for help leads on to the keys.
            (Command::Help, Overlay::Page(_)) => self.overlay = Overlay::Help(Scroll::default()),
            (Command::Enter, Overlay::Diagnosis(number)) => return self.try_out(*number),
            (Command::Enter | Command::Copy | Command::CopyAs, Overlay::Copy(number)) => {
                return self.copy_form(*number);
            }
            (command, _) if CLOSING.contains(&command) => self.overlay = Overlay::None,
            _ => {}
        }
        Vec::new()
    }

    fn move_in_overlay(&mut self, by: Move) {
        let page = u64::from(self.size.1.saturating_sub(4)).max(1);
        let (report, selection) = (self.selection.report().len(), &self.selection);
        let found = selection.diagnosis.ready().map_or(0, |found| found.len());
        let forms = selection.copies.ready().map_or(0, |forms| forms.len());
        let step = |number: &mut usize, count: usize| {
            let mut at = Scroll { first: *number as u64 };
            scroll_lines(&mut at, by, page, count as u64);
            *number = usize::try_from(at.first).unwrap_or(0);
        };
        match &mut self.overlay {
            Overlay::Help(scroll) => scroll_lines(scroll, by, page, (KEYMAP.len() + SIGNS.len()) as u64),
            Overlay::Info(scroll) => scroll_lines(scroll, by, page, report as u64),
            Overlay::Page(shown) => scroll_lines(&mut shown.scroll, by, page, shown.lines.len() as u64),
            Overlay::Diagnosis(number) => step(number, found),
            Overlay::Copy(number) => step(number, forms),
            Overlay::None | Overlay::Prompt(..) => {}
        }
    }

    /// Keeps what is selected of lists that workers give, and the first line of the report, within what there is now.
    pub(super) fn settle_lists(&mut self) {
        let selection = &mut self.selection;
        let last = |count: Option<usize>| count.map_or(usize::MAX, |count| count.saturating_sub(1));
        let report = last(selection.node.ready().map(|node| node.report.len())) as u64;
        selection.report_scroll.first = selection.report_scroll.first.min(report);
        match &mut self.overlay {
            Overlay::Info(scroll) => scroll.first = scroll.first.min(report),
            Overlay::Diagnosis(number) => {
                *number = (*number).min(last(selection.diagnosis.ready().map(|found| found.len())));
            }
            Overlay::Copy(number) => {
                *number = (*number).min(last(selection.copies.ready().map(|forms| forms.len())));
            }
            _ => {}
        }
    }

    /// Opens the card of what has the focus, worked through with the numbers of the selected chunk.
    pub(super) fn open_card(&mut self) {
        let card = match self.focus {
            Pane::Hierarchy => cards::find("metadata"),
            Pane::Grid => cards::find("chunk-grid"),
            Pane::Values if !self.selection.opened => cards::find("data-type"),
            Pane::Stages | Pane::Input | Pane::Values => self.card_of_stage(),
        };
        let Some(card) = card else { return };
        let mut lines = Vec::new();
        if let (Some(array), Some(trace)) = (self.selection.array(), self.selection.trace.ready()) {
            let worked = worked::in_chunk(array, trace, &card);
            lines.push(Line::Heading("In this chunk".to_owned()));
            lines.extend(worked.into_iter().map(Line::Text));
        }
        lines.extend(card.text.lines().map(line));
        let title = format!("card: {}  (? again for the keys)", card.topic);
        self.overlay = Overlay::Page(Page { title, lines, scroll: Scroll::default() });
    }

    fn card_of_stage(&self) -> Option<Card> {
        match self.selection.stage_trace() {
            Some(stage) => worked::of_stage(&stage.info).or_else(|| cards::find("codec-pipeline")),
            None => cards::find("chunk-key-encoding"),
        }
    }

    /// Opens the way of the element under the cursor.
    pub(super) fn open_way(&mut self) {
        let way = facts::way(&self.selection);
        let lines = if way.is_empty() { vec!["no chunk is decoded here".to_owned()] } else { way };
        let lines = lines.into_iter().map(|line| Line::Text(escape(&line).into_owned())).collect();
        let title = "the way of the element under the cursor".to_owned();
        self.overlay = Overlay::Page(Page { title, lines, scroll: Scroll::default() });
    }

    /// Opens the list of forms that the selected chunk can be copied in.
    pub(super) fn open_copies(&mut self) -> Vec<Request> {
        let Some(array) = self.selection.array().cloned() else {
            self.message = Some("no array is selected".to_owned());
            return Vec::new();
        };
        let address = self.selection.address();
        if !array.metadata.chunk_grid.contains(&address.chunk) {
            self.message = Some("no chunk is selected".to_owned());
            return Vec::new();
        }
        self.overlay = Overlay::Copy(0);
        let id = self.next_id();
        self.selection.copies = Load::Loading(id);
        vec![Request::Locate(id, array, address, self.options)]
    }

    /// Takes in where the selected chunk is.
    pub(super) fn located(&mut self, id: u64, result: Result<Arc<[CopyAs]>, String>) {
        self.selection.copies.answer(id, result);
    }

    fn copy_form(&mut self, number: usize) -> Vec<Request> {
        let form = self.selection.copies.ready().and_then(|forms| forms.get(number)).cloned();
        let Some(form) = form else { return Vec::new() };
        self.overlay = Overlay::None;
        self.message = Some(format!("copied {}", form.text));
        vec![Request::Copy(form.text)]
    }
}

/// What closes whatever lies over the panes.
const CLOSING: &[Command] = &[
    Command::Back,
    Command::Out,
    Command::Help,
    Command::Info,
    Command::Enter,
    Command::Probe,
    Command::Explain,
    Command::Diagnose,
    Command::CopyAs,
];

/// A line of a card.
fn line(text: &'static str) -> Line {
    match text.strip_prefix("## ").or_else(|| text.strip_prefix("# ")) {
        Some(heading) => Line::Heading(heading.to_owned()),
        None => Line::Text(text.to_owned()),
    }
}
