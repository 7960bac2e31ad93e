//! Suggests a name for a file, and asks for it.

use crate::explorer::keys::keymap::no_picture;
use std::sync::Arc;

use crate::codec::Representation;
use crate::explorer::core::content::Shown;
use crate::explorer::save::{SavedPicture, SavedThing, StagePart};
use crate::explorer::values::selected::Selected;
use crate::explorer::{
    App, Content, Late, Pane, Prompt, Purpose, RequestId, SaveOutcome, SaveRequest, Selection, Side,
};
use crate::metadata::text::escape;
use crate::metadata::{DataType, lengths};
use crate::pipeline::{ChunkTrace, Region};
use crate::save::{SaveFormat, ValuesFormat};
use crate::tell::channel::names_of;
use crate::tell::words::grouped;

/// The most bytes of a region that are saved: a key that was pressed by mistake must not fill a disk.
const MOST_NBYTES: u128 = 4 << 30;

struct Offer {
    thing: SavedThing,
    name: String,
}

fn too_large(thing: &SavedThing) -> Option<String> {
    let SavedThing::Region(array, region, _) = thing else { return None };
    let mut nbytes = array.metadata.data_type.nbytes() as u128;
    for length in lengths(region) {
        nbytes = nbytes.saturating_mul(length.into());
    }
    if nbytes <= MOST_NBYTES {
        return None;
    }
    let (own, most) = (grouped(nbytes), grouped(MOST_NBYTES));
    Some(format!(
        "at most {most} bytes can be saved here, not {own}: select fewer (v), or use zarrscope decode --region"
    ))
}

impl App {
    pub(crate) fn ask_name(&mut self) {
        if self.saving.written.is_waiting() {
            return self.shared.say("another file is still being written");
        }
        let Offer { thing, name } = match self.offer() {
            Ok(offer) => offer,
            Err(why) => return self.shared.say(why),
        };
        if let Some(why) = too_large(&thing) {
            return self.shared.say(why);
        }
        let format = SaveFormat::of_name(&name).unwrap_or(SaveFormat::Bytes);
        self.overlays.open(Prompt::with(Purpose::SaveAs, &name));
        self.saving.asked = Some(SaveRequest { thing, path: name, format, overwrite: false });
    }

    fn offer(&self) -> Result<Offer, String> {
        let selection = &self.shared.selection;
        let array = selection.array().ok_or("nothing to save here: select an array, and a chunk of it")?;
        let path = self.shared.hierarchy.display(selection.child.key.trim_end_matches('/'));
        let name = plain(path.trim_end_matches('/').rsplit('/').next().unwrap_or_default());
        let base = if name.is_empty() { "array".to_owned() } else { name };
        let focus = self.shared.focus;
        if focus == Pane::Values && self.picture.takes_over(&self.shared) {
            let channels = self.picture.channels(&self.shared);
            let mut plane = plane_name(selection, channels.first().map(|channel| channel.axis));
            for name in names_of(&channels) {
                plane = format!("{plane}-{}", plain(name));
            }
            let image = selection.image_level().and_then(|(image, _)| image.name(&self.shared.hierarchy));
            // Levels of all images have the same names.
            let image = image.map(|name| plain(&name) + "-").unwrap_or_default();
            return Ok(Offer { thing: self.saved_picture()?, name: format!("{image}{base}{plane}.png") });
        }
        let side = Side::of(focus);
        if let Some(side) = side
            && let Content::Window(_) = self.values(side).content(selection)
        {
            let (region, what) = match self.values(side).selected(selection) {
                Some(Selected::Elements(region)) => (region.clone(), region_name(&region)),
                Some(Selected::Bytes(_)) | None => {
                    (plane(selection).ok_or("no plane is selected")?, plane_name(selection, None))
                }
            };
            let array = selection.value_array().unwrap_or(array);
            let thing = SavedThing::Region(Arc::clone(array), region, self.shared.options);
            let end = if array.values_type().is_variable() { "json" } else { "npy" };
            let meant = if array.shown_meaning().is_some() { "-physical" } else { "" };
            return Ok(Offer { thing, name: format!("{base}{what}{meant}.{end}") });
        }
        self.offer_stage(&base)
    }

    fn saved_picture(&self) -> Result<SavedThing, String> {
        let selection = &self.shared.selection;
        let none = no_picture;
        let plan = self.picture.plan_of_file(&self.shared).ok_or_else(none)?;
        let minus = self.picture.plan_minus(&plan, &self.shared);
        let channels = self.picture.channels(&self.shared);
        let mut title = selection.plane_title(&plan, &channels);
        if let Some(before) = self.picture.minus(&self.shared) {
            title = format!("{title}, {}", selection.minus_words(&before));
        }
        let mut others = Vec::new();
        for channel in channels.iter().skip(1) {
            others.push((channel.plan(&plan), self.picture.colors.of_channel(channel)));
        }
        Ok(SavedThing::Picture(Arc::new(SavedPicture {
            array: Arc::clone(selection.value_array().ok_or_else(none)?),
            options: self.shared.options,
            coloring: self.picture.coloring(&plan, &self.shared),
            minus,
            others,
            channels,
            over: self.picture.overlay(&self.shared).map(|over| Arc::clone(&over.layer)),
            labels: selection.labels.ready().cloned(),
            dimensions: selection.array_layout().map(|layout| layout.dimensions.clone()).unwrap_or_default(),
            image: selection.image_level().and_then(|(image, _)| image.name(&self.shared.hierarchy)),
            title,
            plan,
        })))
    }

    fn offer_stage(&self, base: &str) -> Result<Offer, String> {
        let selection = &self.shared.selection;
        let trace = match &selection.trace {
            Late::Ready { value: trace, .. } => trace,
            Late::Failed(error) => return Err(error.clone()),
            Late::Waiting { .. } | Late::Idle => return Err("the chunk is not decoded yet".to_owned()),
        };
        let (row, hex, selected) = match (self.shared.focus, Side::of(self.shared.focus)) {
            (_, Some(side)) => {
                let pane = self.values(side);
                let row = selection.row(side).ok_or("nothing goes in: this is what is stored")?;
                (row, pane.hex, pane.selected(selection))
            }
            (Pane::Stages, None) => (selection.stage(), false, None),
            (Pane::Hierarchy | Pane::Grid | Pane::Values | Pane::Input, None) => {
                (trace.stages().len(), false, None)
            }
        };
        if let Content::Nothing(why) = Content::of(trace, Shown { row, hex }, None) {
            return Err(why);
        }
        let part = match selected {
            Some(Selected::Elements(region)) => StagePart::Elements(region),
            Some(Selected::Bytes(range)) => StagePart::Bytes(range),
            None => StagePart::All,
        };
        let end = if stage_type(trace, row).is_some() && !hex && !matches!(part, StagePart::Bytes(_)) {
            "npy"
        } else {
            "bin"
        };
        let of_part = match &part {
            StagePart::All => String::new(),
            StagePart::Elements(region) => region_name(region),
            StagePart::Bytes(range) => format!("-bytes-{}.{}", range.start, range.end),
        };
        let name = format!("{base}{}{}{of_part}.{end}", chunk_name(selection), stage_name(trace, row));
        Ok(Offer { thing: SavedThing::Stage(Arc::clone(trace), row, part), name })
    }

    pub(crate) fn save_as(&mut self, text: &str) {
        let path = text.trim();
        let Some(mut request) = self.saving.asked.take() else { return };
        // Values and their picture stand beside each other: the name says which is meant.
        if matches!(request.thing, SavedThing::Region(..) | SavedThing::Stage(..))
            && SaveFormat::of_name(path) == Some(SaveFormat::Png)
        {
            match self.saved_picture() {
                Ok(picture) => request.thing = picture,
                Err(why) => return self.shared.say(format!("nothing was saved: {why}")),
            }
        }
        if path.is_empty() {
            self.shared.say("nothing was saved: no name was given");
            return;
        }
        match fitting_format(&request.thing, path) {
            Ok(format) => self.save(SaveRequest { path: path.to_owned(), format, ..request }),
            Err(why) => self.shared.say(format!("nothing was saved: {why}")),
        }
    }

    pub(crate) fn save(&mut self, request: SaveRequest) {
        self.saving.asked = Some(request.clone());
        self.shared.say(format!("writing {} …", request.path));
        self.saving.written = Late::asked(self.shared.ask_anyway(request));
    }

    pub(crate) fn saved(&mut self, id: RequestId, outcome: SaveOutcome) {
        if !self.saving.written.answer(id, Ok(())) {
            return;
        }
        let Some(request) = self.saving.asked.take() else { return };
        match outcome {
            SaveOutcome::Saved(nbytes) => {
                self.pending.line = None;
                self.shared.say(format!("saved {} bytes as {}", grouped(nbytes.into()), request.path));
            }
            SaveOutcome::Failed(why) if matches!(request.thing, SavedThing::Text(_)) => {
                self.say_of_line(format!("nothing was saved: {why}"));
            }
            SaveOutcome::Failed(why) => self.shared.say(format!("nothing was saved: {why}")),
            SaveOutcome::Exists if self.overlays.is_open() => {
                // A window that was opened in the meantime keeps the screen.
                self.shared.say(format!("nothing was saved: {} exists", request.path));
            }
            SaveOutcome::Exists => {
                self.shared.message = None;
                self.overlays.open(Prompt::with(Purpose::Overwrite, &request.path));
                self.saving.asked = Some(request);
            }
        }
    }
}

fn fitting_format(thing: &SavedThing, path: &str) -> Result<SaveFormat, String> {
    let ends = match thing {
        SavedThing::Picture(..) => ".png",
        SavedThing::Screen(_) => ".svg, .png or .txt",
        SavedThing::Recording(..) => ".svg or .cast",
        SavedThing::Text(_) => ".md",
        SavedThing::Region(..) => ".npy, .csv, .json or .bin",
        SavedThing::Stage(trace, row, StagePart::All | StagePart::Elements(_))
            if stage_type(trace, *row).is_some() =>
        {
            ".npy, .csv, .json, .bin or .hex"
        }
        SavedThing::Stage(..) => ".bin or .hex",
    };
    let format = match SaveFormat::of_name(path) {
        Some(format) if ends.contains(&format!(".{}", format.end())) => format,
        _ => return Err(format!("expected a name that ends in {ends}")),
    };
    let is_variable = match thing {
        SavedThing::Region(array, ..) => array.metadata.data_type.is_variable(),
        SavedThing::Stage(trace, row, _) => stage_type(trace, *row).is_some_and(DataType::is_variable),
        SavedThing::Picture(..) | SavedThing::Text(_) | SavedThing::Screen(_) | SavedThing::Recording(..) => {
            false
        }
    };
    if format == SaveFormat::Values(ValuesFormat::Npy) && is_variable {
        return Err(".npy cannot hold elements of variable length: use .json or .csv".to_owned());
    }
    Ok(format)
}

fn stage_type(trace: &ChunkTrace, row: usize) -> Option<&DataType> {
    match &trace.stages().get(row.checked_sub(1)?)?.info.decoded {
        Representation::Array(array) => Some(&array.data_type),
        Representation::Bytes(_) | Representation::Unknown => None,
    }
}

fn plane(selection: &Selection) -> Option<Region> {
    let (layout, at) = (selection.array_layout()?, selection.position()?);
    let axes = selection.axes();
    let mut region = Region::new();
    for (axis, (edge, at)) in layout.shape.iter().zip(&at).enumerate() {
        let is_along = layout.shape.len() < 2 || axes.has(axis);
        region.push(if is_along { 0..*edge } else { *at..at.saturating_add(1) });
    }
    Some(region)
}

/// `-plane-time-3`: the dimensions that are fixed.
/// A dimension may be left out: of several channels the place is none.
fn plane_name(selection: &Selection, but: Option<usize>) -> String {
    let (Some(layout), Some(at)) = (selection.array_layout(), selection.position()) else {
        return String::new();
    };
    let axes = selection.axes();
    let mut plane = String::new();
    for (axis, (name, at)) in layout.dimensions.iter().zip(&at).enumerate() {
        if layout.shape.len() > 1 && !axes.has(axis) && but != Some(axis) {
            plane = format!("{plane}-{}-{at}", plain(name));
        }
    }
    if plane.is_empty() { plane } else { format!("-plane{plane}") }
}

/// `-0.10-4.8`: where a region begins and ends in each dimension.
fn region_name(region: &Region) -> String {
    let parts: Vec<String> = region.iter().map(|range| format!("-{}.{}", range.start, range.end)).collect();
    parts.concat()
}

/// `-c-1-7-2`
fn chunk_name(selection: &Selection) -> String {
    let mut levels = Vec::new();
    for coords in selection.address.levels() {
        let coords: Vec<String> = coords.iter().map(u64::to_string).collect();
        levels.push(coords.join("-"));
    }
    format!("-c-{}", levels.join("-in-")).trim_end_matches('-').to_owned()
}

/// `-zstd-out`; nothing for the last stage, which gives the chunk.
fn stage_name(trace: &ChunkTrace, row: usize) -> String {
    match row.checked_sub(1).and_then(|row| trace.stages().get(row)) {
        None => "-stored".to_owned(),
        Some(_) if row == trace.stages().len() => String::new(),
        Some(stage) => format!("-{}-out", plain(&stage.info.codec.name)),
    }
}

fn plain(name: &str) -> String {
    const LONGEST: usize = 60;
    let name = escape(name);
    let letter = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '_' };
    let name: String = name.chars().take(LONGEST).map(letter).collect();
    name.trim_start_matches(['.', '-']).to_owned()
}
