//! The lab: chains that are tried on the values of a few chunks, side by side.

pub(super) mod codec_picker;
pub(super) mod draw;
pub(super) mod draw_loss;
pub(super) mod edit;
pub(super) mod keys;
pub(super) mod lines;
pub(super) mod loss;
pub(super) mod work;

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::explorer::geometry::picture_view::{HALVES, PictureView};
use crate::explorer::geometry::plane::Plane;
use crate::explorer::geometry::views::{View, elements_view};
use crate::explorer::lab::codec_picker::CodecPicker;
use crate::explorer::lab::loss::{LossPart, LossView};
use crate::explorer::{Area, Late, Move, Scroll, Shared, TypedLine, step_number};
use crate::lab::{NotTried, ReturnedValues, StageSize, Trial, TrialChain, TrialSample, best};
use crate::metadata::text::{escape, escape_json};
use crate::pipeline::{Axes, PicturePlan};
use crate::tell::copy_as::CopyAs;
use crate::tell::line_rows::all_rows;
use crate::tell::trial_facts::{marks, named};

#[derive(Debug, Default)]
pub struct LabWindow {
    pub name: String,
    pub subject: Late<Arc<TrialSubject>>,
    pub rows: Vec<LabRow>,
    pub selected: usize,
    pub scroll: Scroll,
    pub codec: usize,
    pub part: LabPart,
}

#[derive(Debug)]
pub struct LabRow {
    pub chain: Result<TrialChain, String>,
    pub edited: Option<Vec<Value>>,
    pub tried: Late<Arc<TriedChain>>,
}

#[derive(Debug, Default)]
pub enum LabPart {
    #[default]
    Chains,
    Whole(Scroll),
    Codecs,
    Picker(CodecPicker),
    Line(ConfigurationLine),
    Loss(Box<LossView>),
    Copies(ChainForms),
}

#[derive(Debug)]
pub struct ConfigurationLine {
    pub line: TypedLine,
    pub fault: Option<String>,
}

#[derive(Debug)]
pub struct ChainForms {
    pub forms: Vec<CopyAs>,
    pub selected: usize,
    pub is_edited: bool,
    /// Why the chain is of no use as it is, here or for zarr-python.
    pub note: Option<String>,
}

impl LabRow {
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
}

pub fn name_of(codec: &Value) -> &str {
    codec.as_str().or_else(|| codec.get("name")?.as_str()).unwrap_or("?")
}

/// `None` where it is too long to be typed.
pub(crate) fn configuration_line(codec: &Value) -> Option<TypedLine> {
    let text = codec.get("configuration").map_or("{}".to_owned(), Value::to_string);
    TypedLine::with(&escape_json(&text))
}

pub(crate) fn read_configuration(text: &str) -> Result<Map<String, Value>, String> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    match serde_json::from_str(text) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(_) => Err("expected a JSON object such as {\"level\": 3}".to_owned()),
        Err(error) => Err(format!("expected a JSON object such as {{\"level\": 3}}: {error}")),
    }
}

impl LabWindow {
    pub fn row(&self) -> Option<&LabRow> {
        self.rows.get(self.selected)
    }

    pub fn is_editing(&self) -> bool {
        matches!(self.part, LabPart::Codecs | LabPart::Line(_))
    }

    pub fn done(&self) -> usize {
        self.rows.iter().filter(|row| row.chain.is_err() || row.tried.ready().is_some()).count()
    }

    pub fn marks(&self) -> Vec<String> {
        let trials: Vec<&Trial> =
            self.rows.iter().filter_map(|row| Some(&row.tried.ready()?.trial)).collect();
        let best = best(&trials);
        let mut found = Vec::new();
        let mut number = 0;
        for row in &self.rows {
            if row.tried.ready().is_some() {
                found.push(marks(best, number).join(", "));
                number += 1;
            } else {
                found.push(String::new());
            }
        }
        found
    }

    pub(crate) fn step(&mut self, by: Move, shared: &Shared) {
        let page = shared.size.1 / 2;
        let (rows, height) = self.whole_rows(shared.size);
        let codecs = self.codecs().len();
        match &mut self.part {
            LabPart::Chains => step_number(&mut self.selected, by, page, self.rows.len()),
            LabPart::Whole(scroll) => scroll.step_page(by, height, rows),
            LabPart::Codecs => step_number(&mut self.codec, by, page, codecs),
            LabPart::Picker(picker) => picker.step(by, page.into()),
            LabPart::Copies(copies) => step_number(&mut copies.selected, by, page, copies.forms.len()),
            LabPart::Line(_) | LabPart::Loss(_) => {}
        }
    }

    fn whole_rows(&self, size: (u16, u16)) -> (u64, u64) {
        let inner = lab_panes(size, self.rows.len(), self.is_editing()).window.inner();
        (all_rows(&self.whole_lines(inner.width), inner.width), inner.height.into())
    }

    pub fn codecs(&self) -> &[Value] {
        self.row().and_then(|row| row.edited.as_deref()).unwrap_or_default()
    }

    pub(crate) fn keep_on_screen(&mut self, size: (u16, u16)) {
        self.selected = self.selected.min(self.rows.len().saturating_sub(1));
        self.codec = self.codec.min(self.codecs().len().saturating_sub(1));
        let (rows, height) = self.whole_rows(size);
        if let LabPart::Whole(scroll) = &mut self.part {
            scroll.keep_page(height, rows);
        }
        if let LabPart::Loss(view) = &mut self.part {
            view.keep_on_screen(size);
        }
        let table = lab_panes(size, self.rows.len(), self.is_editing()).table;
        let visible = u64::from(table.height.saturating_sub(1));
        self.scroll.follow(self.selected as u64, visible, self.rows.len() as u64);
    }
}

#[derive(Debug)]
pub struct TrialSubject {
    pub sample: TrialSample,
    pub chains: Vec<TrialChain>,
}

#[derive(Debug)]
pub struct TriedChain {
    pub trial: Trial,
    /// For the first of the values.
    pub stages: Result<Vec<StageSize>, NotTried>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabPanes {
    pub window: Area,
    pub table: Area,
    pub detail: Area,
}

/// From so many rows on, the list of chains stays whole while one is edited.
const TALL: u16 = 16;
const DETAIL: u16 = 9;

pub fn lab_panes((width, height): (u16, u16), chains: usize, is_editing: bool) -> LabPanes {
    let screen = Area { x: 0, y: 0, width, height: height.saturating_sub(1) };
    let inner = screen.inner();
    let wanted = u16::try_from(chains).unwrap_or(u16::MAX).saturating_add(1);
    let own = match (is_editing, inner.height >= TALL) {
        (false, false) => inner.height * 4 / 9,
        (true, false) => inner.height.saturating_sub(2),
        (false, true) => DETAIL,
        (true, true) => DETAIL + 3,
    };
    let (table, detail) = inner.top(wanted.min(inner.height.saturating_sub(own)));
    // A gap, where there is room for it.
    let (_, detail) = detail.top(u16::from(inner.height >= TALL));
    LabPanes { window: screen, table, detail }
}

/// Where there is little room, all but one of the last three are empty. The first row of each of them is its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LossPanes {
    pub window: Area,
    pub head: Area,
    pub returned: Area,
    pub difference: Area,
    pub picture: Area,
}

const TOGETHER: (u16, u16) = (70, 14);

pub fn loss_panes(size: (u16, u16), part: LossPart) -> LossPanes {
    let window = lab_panes(size, 0, false).window;
    let inner = window.inner();
    let (head, rest) = inner.top(if inner.height >= TOGETHER.1 { 3 } else { 2.min(inner.height) });
    let alone = |own: LossPart| if own == part { rest } else { Area::default() };
    if !are_together(size) {
        return LossPanes {
            window,
            head,
            returned: alone(LossPart::Returned),
            difference: alone(LossPart::Difference),
            picture: alone(LossPart::Picture),
        };
    }
    let (tables, picture) = rest.left(rest.width * 11 / 20);
    let (returned, difference) = tables.top(tables.height / 2);
    let (_, picture) = picture.left(2);
    LossPanes { window, head, returned, difference, picture }
}

pub fn are_together(size: (u16, u16)) -> bool {
    let inner = lab_panes(size, 0, false).window.inner();
    inner.width >= TOGETHER.0 && inner.height >= TOGETHER.1
}

impl LossView {
    pub fn table(&self, values: &ReturnedValues, area: Area) -> View {
        let (_, area) = area.top(1);
        elements_view(&values.shape, self.text_width, area)
    }

    /// The table that the cursor moves in, as if the screen had one where it has not.
    pub(crate) fn moving(&self, values: &ReturnedValues, size: (u16, u16)) -> View {
        let panes = loss_panes(size, self.part);
        let areas = [panes.returned, panes.difference, panes.picture];
        self.table(values, areas.into_iter().find(|area| !area.is_empty()).unwrap_or_default())
    }

    pub fn plan(&self, values: &ReturnedValues, area: Area) -> (PicturePlan, PictureView) {
        let (_, area) = area.top(1);
        let axes = Plane::new(&values.shape, Axes::of_shape(&values.shape), 1).axes;
        let dimensions = axes.dimensions(values.shape.len());
        let edge = |dimension: usize| values.shape.get(dimension).copied().unwrap_or(0);
        let shown = dimensions.map(|dimension| 0..dimension.map_or(1, edge));
        let plan = PicturePlan::new(dimensions, self.coords.clone(), shown, PictureView::room(area, HALVES));
        let view = PictureView::of(&plan, area, HALVES);
        (plan, view)
    }
}
