//! The window in which other chains are tried on the values of an array or a chunk.

use crate::explorer::lab::work::SampleValues;
use crate::explorer::lab::work::TryChain;
use std::sync::Arc;

use serde_json::Value;

use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::shared::Shared;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::keys::keymap::Move;
use crate::explorer::lab::codec_picker::CodecPicker;
use crate::explorer::lab::geometry::lab_panes;
use crate::explorer::lab::loss::LossView;
use crate::explorer::lab::tried::{TrialSubject, TriedChain};
use crate::explorer::prompt::line::TypedLine;
use crate::lab::{SampleChoice, Trial, TrialChain, TrialOrigin, best};
use crate::metadata::text::escape;
use crate::pipeline::Array;
use crate::tell::copy_as::CopyAs;
use crate::tell::line_rows::all_rows;
use crate::tell::trial_facts::{marks, named};

/// The chains that are tried.
#[derive(Debug)]
pub struct LabWindow {
    /// What the array is called.
    pub name: String,
    /// The values, once they are read.
    pub subject: Late<Arc<TrialSubject>>,
    /// The chains, the one in force first.
    pub rows: Vec<LabRow>,
    /// The number of the selected chain.
    pub selected: usize,
    /// The first chain on the screen.
    pub scroll: Scroll,
    /// The number of the selected codec of the chain that is edited.
    pub codec: usize,
    /// What the keys are for.
    pub part: LabPart,
}

/// A chain in the lab.
#[derive(Debug)]
pub struct LabRow {
    /// The chain, or why it is refused.
    pub chain: Result<TrialChain, String>,
    /// Its codecs as they were edited; `None` where nobody has edited it.
    pub edited: Option<Vec<Value>>,
    /// What came of it.
    pub tried: Late<Arc<TriedChain>>,
}

/// What the keys of the lab are for.
#[derive(Debug)]
pub enum LabPart {
    /// The list of chains.
    Chains,
    /// Everything about the selected chain.
    Whole(Scroll),
    /// The codecs of the selected chain, which is edited.
    Codecs,
    /// The list of codecs of which one is added.
    Picker(CodecPicker),
    /// The configuration of the selected codec, which is typed.
    Line(ConfigurationLine),
    /// What the selected chain loses.
    Loss(Box<LossView>),
    /// The forms to copy.
    Copies(ChainForms),
}

/// The configuration of a codec, while it is typed.
#[derive(Debug)]
pub struct ConfigurationLine {
    pub line: TypedLine,
    /// Why it was not taken as it is.
    pub fault: Option<String>,
}

/// The forms in which a chain can be copied.
#[derive(Debug)]
pub struct ChainForms {
    /// All of them.
    pub forms: Vec<CopyAs>,
    /// The number of the selected one.
    pub selected: usize,
    /// Whether the chain is edited.
    pub is_edited: bool,
    /// Why the chain is of no use as it is, here or for zarr-python.
    pub note: Option<String>,
}

impl LabRow {
    fn of(chain: TrialChain) -> Self {
        Self { chain: Ok(chain), edited: None, tried: Late::Idle }
    }

    /// The chain in one line.
    pub fn text(&self) -> String {
        match (&self.chain, &self.edited) {
            (Ok(chain), None) => named(chain),
            (Ok(chain), Some(_)) => format!("edited: {}", named(chain)),
            (Err(_), edited) => {
                let names: Vec<&str> = edited.iter().flatten().map(name_of).collect();
                format!("edited: {}", escape(&names.join(" ")))
            }
        }
    }

    /// Whether it is the chain that the array has.
    pub fn is_in_force(&self) -> bool {
        self.chain.as_ref().is_ok_and(|chain| chain.origin == TrialOrigin::InForce)
    }
}

/// The name of a codec as a document lists it.
pub fn name_of(codec: &Value) -> &str {
    codec.as_str().or_else(|| codec.get("name")?.as_str()).unwrap_or("?")
}

impl LabWindow {
    /// The lab on some values of an array, and the request for them.
    pub(crate) fn ask(name: String, array: Arc<Array>, choice: SampleChoice, shared: &mut Shared) -> Self {
        Self {
            name,
            subject: Late::asked(shared.ask(SampleValues { array, choice, options: shared.options })),
            rows: Vec::new(),
            selected: 0,
            scroll: Scroll::default(),
            codec: 0,
            part: LabPart::Chains,
        }
    }

    /// Takes the values, and the chains to try on them.
    pub(crate) fn sampled(&mut self, id: RequestId, result: Result<Arc<TrialSubject>, String>) {
        if self.subject.answer(id, result)
            && let Some(subject) = self.subject.ready()
        {
            self.rows = subject.chains.iter().cloned().map(LabRow::of).collect();
        }
    }

    /// Takes what came of a chain.
    pub(crate) fn tried(&mut self, id: RequestId, tried: Arc<TriedChain>) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.tried.is_of(id)) {
            row.tried.answer(id, Ok(tried));
        }
    }

    /// Asks for the next chain: one at a time, so that they do not slow each other down; first what somebody edits.
    pub(crate) fn go_on(&mut self, shared: &mut Shared) {
        let Some(subject) = self.subject.ready().cloned() else { return };
        if self.loss().is_some_and(|view| view.chunk.is_waiting()) {
            return;
        }
        let is_next = |row: &LabRow| matches!(row.tried, Late::Idle) && row.chain.is_ok();
        let edited = self.rows.iter().rposition(|row| row.edited.is_some() && is_next(row));
        if let Some(waiting) = self.rows.iter_mut().find(|row| row.tried.is_waiting()) {
            if edited.is_none() || waiting.edited.is_some() {
                return;
            }
            // Its turn comes again.
            waiting.tried.give_up();
        }
        let Some(place) = edited.or_else(|| self.rows.iter().position(is_next)) else { return };
        let Some(row) = self.rows.get_mut(place) else { return };
        let Ok(chain) = row.chain.clone() else { return };
        row.tried = Late::asked(shared.ask(TryChain { subject, chain, options: shared.options }));
    }

    /// The selected chain.
    pub fn row(&self) -> Option<&LabRow> {
        self.rows.get(self.selected)
    }

    /// Whether the codecs of a chain are shown to be edited.
    pub fn is_editing(&self) -> bool {
        matches!(self.part, LabPart::Codecs | LabPart::Line(_))
    }

    /// Why the line that is typed was not taken.
    pub fn line_fault(&self) -> Option<&str> {
        match &self.part {
            LabPart::Line(typed) => typed.fault.as_deref(),
            _ => None,
        }
    }

    /// How many chains were tried, with those that are refused.
    pub fn done(&self) -> usize {
        self.rows.iter().filter(|row| row.chain.is_err() || row.tried.ready().is_some()).count()
    }

    /// Whether an answer is still to come.
    pub fn is_waiting(&self) -> bool {
        self.subject.is_waiting()
            || self.loss().is_some_and(|view| view.chunk.is_waiting())
            || self.rows.iter().any(|row| row.tried.is_waiting())
    }

    /// What each chain is the best at, of those that were tried.
    pub fn marks(&self) -> Vec<String> {
        let tried = self.rows.iter().enumerate();
        let tried = tried.filter_map(|(place, row)| Some((place, &row.tried.ready()?.trial)));
        let (places, trials): (Vec<usize>, Vec<&Trial>) = tried.unzip();
        let best = best(&trials);
        let mut found = vec![String::new(); self.rows.len()];
        for (number, place) in places.iter().enumerate() {
            if let Some(text) = found.get_mut(*place) {
                *text = marks(best, number).join(", ");
            }
        }
        found
    }

    /// Moves in what the keys are for.
    pub(crate) fn step(&mut self, by: Move, shared: &Shared) {
        let page = u64::from(shared.size.1 / 2).max(1);
        let step = |number: &mut usize, count: usize| {
            let mut at = Scroll { first: *number as u64 };
            at.step(by, page, count as u64);
            *number = usize::try_from(at.first).unwrap_or(0);
        };
        let (rows, height) = self.whole_rows(shared.size);
        let codecs = self.codecs().len();
        match &mut self.part {
            LabPart::Chains => step(&mut self.selected, self.rows.len()),
            LabPart::Whole(scroll) => scroll.step_page(by, height, rows),
            LabPart::Codecs => step(&mut self.codec, codecs),
            LabPart::Picker(picker) => picker.step(by, page),
            LabPart::Copies(copies) => step(&mut copies.selected, copies.forms.len()),
            LabPart::Line(_) | LabPart::Loss(_) => {}
        }
    }

    /// How many rows everything about a chain takes, and how many have room.
    fn whole_rows(&self, size: (u16, u16)) -> (u64, u64) {
        let inner = lab_panes(size, self.rows.len(), self.is_editing()).window.inner();
        (all_rows(&self.whole_lines(inner.width), inner.width), inner.height.into())
    }

    /// The codecs of the chain that is edited.
    pub fn codecs(&self) -> &[Value] {
        self.row().and_then(|row| row.edited.as_deref()).unwrap_or_default()
    }

    /// Keeps what is selected on the screen.
    pub(crate) fn keep_on_screen(&mut self, size: (u16, u16)) {
        self.selected = self.selected.min(self.rows.len().saturating_sub(1));
        self.codec = self.codec.min(self.codecs().len().saturating_sub(1));
        let (rows, height) = self.whole_rows(size);
        if let LabPart::Whole(scroll) = &mut self.part {
            scroll.keep_page(height, rows);
        }
        self.keep_loss_on_screen(size);
        let table = lab_panes(size, self.rows.len(), self.is_editing()).table;
        let visible = u64::from(table.height.saturating_sub(1));
        self.scroll.follow(self.selected as u64, visible, self.rows.len() as u64);
    }
}
