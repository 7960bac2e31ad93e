//! What can be saved to a file, and how that is going.

pub(super) mod copying;
pub(super) mod draw;
pub(super) mod naming;
pub(super) mod work;

use std::ops::Range;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::{App, Late, Pane, Prompt, Purpose, Recording, RequestId, Terminal};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, ArrayLabels, ChunkAddress, ChunkTrace, LabelLayer, PicturePlan, Region};
use crate::save::{PrintedCell, SaveFormat};
use crate::tell::channel::DrawnChannel;
use crate::tell::colors::{Coloring, Rgb};
use crate::tell::copy_as::CopyAs;
use crate::tell::theme_name::ThemeName;
use crate::tell::words::{count, size};

#[derive(Debug, Clone)]
pub enum SavedThing {
    /// A row of the pipeline of a chunk.
    Stage(Arc<ChunkTrace>, usize, StagePart),
    Region(Arc<Array>, Region, DecodeOptions),
    Text(Arc<str>),
    Screen(Arc<PrintedScreen>),
    Recording(Arc<Recording>, ThemeName),
    Picture(Arc<SavedPicture>),
}

/// A plane, which is read again for a file: it has more room than the screen.
#[derive(Debug)]
pub struct SavedPicture {
    pub array: Arc<Array>,
    pub plan: PicturePlan,
    /// The same part of another plane, which is subtracted.
    pub minus: Option<PicturePlan>,
    pub options: DecodeOptions,
    pub coloring: Coloring,
    /// Other channels, whose light is added, and their colours; with the names of all.
    pub others: Vec<(PicturePlan, Coloring)>,
    pub channels: Vec<DrawnChannel>,
    pub over: Option<Arc<LabelLayer>>,
    pub labels: Option<Arc<ArrayLabels>>,
    pub dimensions: Vec<String>,
    /// The name of the image that the array is a level of.
    pub image: Option<String>,
    /// Below the name of the array.
    pub title: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedScreen {
    pub svg: String,
    pub text: String,
    pub rows: Vec<Vec<PrintedCell>>,
    pub ground: Rgb,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StagePart {
    All,
    Elements(Region),
    Bytes(Range<u64>),
}

#[derive(Debug, Clone)]
pub struct SaveRequest {
    pub thing: SavedThing,
    pub path: String,
    pub format: SaveFormat,
    pub overwrite: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved(u64),
    Exists,
    Failed(String),
}

#[derive(Debug, Default)]
pub struct Saving {
    pub(crate) asked: Option<SaveRequest>,
    pub written: Late<()>,
}

#[derive(Debug, Clone)]
pub struct ReportRequest {
    pub hierarchy: Arc<Hierarchy>,
    pub key: String,
    /// `None` for the node as a whole.
    pub chunk: Option<ChunkAddress>,
    pub options: DecodeOptions,
}

#[derive(Debug, Default)]
pub struct Reporting {
    pub asked: Late<()>,
    /// `None` for the clipboard.
    pub(crate) path: Option<String>,
}

#[derive(Debug)]
pub struct CopyMenu {
    pub forms: Late<Arc<[CopyAs]>>,
    pub selected: usize,
}

fn bytes_within<'a>(bytes: &'a [u8], range: &Range<u64>) -> Option<&'a [u8]> {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    bytes.get(place(range.start)..place(range.end))
}

/// The longest report that is copied: terminals take no more than some 100 kB, and the text grows by a third on its way.
const LONGEST: usize = 64 << 10;

impl App {
    pub(crate) fn report_line(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() {
            self.report(None);
        } else if SaveFormat::of_name(path) == Some(SaveFormat::Markdown) {
            self.report(Some(path.to_owned()));
        } else {
            return Err("nothing was saved: expected a name that ends in .md".to_owned());
        }
        Ok(())
    }

    pub(crate) fn report(&mut self, path: Option<String>) {
        let selection = &self.shared.selection;
        if selection.node.ready().is_none() {
            return self.shared.say("nothing to report: select a node");
        }
        let address = &selection.address;
        let is_there =
            selection.array().is_some_and(|array| array.metadata.chunk_grid.contains(&address.chunk));
        let chunk = (is_there && self.shared.focus != Pane::Hierarchy).then(|| address.clone());
        let request = ReportRequest {
            hierarchy: Arc::clone(&self.shared.hierarchy),
            key: selection.node_key().to_owned(),
            chunk,
            options: self.shared.options,
        };
        let asked = self.shared.request();
        self.reporting = Reporting { asked: Late::asked(asked.clone()), path };
        self.shared.say("writing a report …");
        self.shared.send(&asked, request);
    }

    /// A report that is too long for a clipboard asks for the name of a file.
    pub(crate) fn reported(&mut self, id: RequestId, text: &Arc<str>) {
        if !self.reporting.asked.answer(id, Ok(())) {
            return;
        }
        let path = self.reporting.path.take();
        let is_long = text.len() > LONGEST;
        if path.is_none() && !is_long {
            let lines = count(text.lines().count() as u128, "line");
            self.shared
                .say(format!("copied a report of {lines}: no attributes, and only the name of the store"));
            return self.shared.terminal(Terminal::Copy(text.to_string()));
        }
        if self.saving.written.is_waiting() || self.overlays.is_open() {
            // A window that was opened in the meantime keeps the screen.
            return self.shared.say("nothing was saved: something else is open or being written");
        }
        let thing = SavedThing::Text(Arc::clone(text));
        let name = path.clone().unwrap_or_else(|| "report.md".to_owned());
        let request =
            SaveRequest { thing, path: name.clone(), format: SaveFormat::Markdown, overwrite: false };
        if path.is_some() {
            return self.save(request);
        }
        let own = size(text.len() as u64);
        self.shared.say(format!("this report has {own}, too many for a clipboard: Enter saves it"));
        self.saving.asked = Some(request);
        self.overlays.open(Prompt::with(Purpose::SaveAs, &name));
    }
}
