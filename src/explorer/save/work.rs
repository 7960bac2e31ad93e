use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::codec::{DecodeOptions, Outcome, Representation, Value};
use crate::explorer::save::{ReportRequest, SavedPicture, SavedThing, StagePart, bytes_within};
use crate::explorer::{App, CopyMenu, Lane, Link, RequestId, SaveOutcome, SaveRequest, Task, Terminal};
use crate::hierarchy::Hierarchy;
use crate::issue::{CHUNKS, IssueOptions, gather};
use crate::metadata::text::escape;
use crate::metadata::{Elements, lengths, starts};
use crate::pipeline::{
    Array, ChunkAddress, ChunkTrace, OpenNode, Openable, PicturePlan, Region, State, SummaryError,
};
use crate::save::{
    SaveError, SaveFormat, SavedRegion, ValuesFormat, WrittenValues, check_place, figure, pixels, screen,
    write_elements, write_file, write_hex, write_region,
};
use crate::tell::channel::names_of;
use crate::tell::colors::Painter;
use crate::tell::copy_as::{CopyAs, copies};
use crate::tell::figure::Figure;
use crate::tell::issue::report;
use crate::tell::label_colors::{Painted, PaintedChannel, overlay_words};
use crate::tell::legend::PictureWords;
use crate::tell::selected_copies::{PYTHON, of_elements};
use crate::tell::stage_bytes::StageBytes;
use crate::tell::tool_copies::tools;
use crate::tell::words::{count, cut};

const MOST_FILLED: u64 = 1 << 30;
const LONGEST_NAME: usize = 60;

impl Task for SaveRequest {
    const LANE: Lane = Lane::Files;
    type Answer = SaveOutcome;

    fn run(&self, link: &mut Link<Self>) {
        let outcome = save(self, &mut || link.is_wanted());
        link.answer(outcome);
    }

    fn answered(app: &mut App, id: RequestId, outcome: SaveOutcome) {
        app.saved(id, outcome);
    }
}

#[derive(Debug)]
pub struct ReadCopy {
    pub(crate) array: Arc<Array>,
    pub(crate) region: Region,
    pub(crate) options: DecodeOptions,
}

impl Task for ReadCopy {
    const LANE: Lane = Lane::Finds;
    type Answer = Result<Vec<CopyAs>, String>;

    fn run(&self, link: &mut Link<Self>) {
        let read = self.array.read_region(&self.region, &self.options);
        let forms = read.map(|read| of_elements(read.elements(), &lengths(&self.region)));
        link.answer(forms.map_err(|error| error.to_string()));
    }

    fn answered(app: &mut App, id: RequestId, forms: Self::Answer) {
        if !app.pending.copying.answer(id, Ok(())) {
            // It was asked for by the menu.
            if let Some(menu) = app.overlays.get_mut::<CopyMenu>() {
                menu.forms.answer(id, forms.map(Arc::from));
            }
            return;
        }
        match forms {
            Ok(forms) => {
                let Some(form) = forms.into_iter().find(|form| form.what == PYTHON) else { return };
                let nbytes = count(form.text.len() as u128, "byte");
                app.shared.say(format!("copied {nbytes} as a Python list"));
                app.shared.terminal(Terminal::Copy(form.text));
            }
            Err(error) => app.shared.say(format!("nothing was copied: {error}")),
        }
    }
}

/// How a node, and the selected chunk of an array, are opened by other programs.
#[derive(Debug)]
pub struct LocateChunk {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
    /// Whether or not it can be used.
    pub(crate) is_array: bool,
    pub(crate) chunk: Option<(Arc<Array>, ChunkAddress)>,
    pub(crate) options: DecodeOptions,
}

impl Task for LocateChunk {
    const LANE: Lane = Lane::Chunks;
    type Answer = Result<Arc<[CopyAs]>, String>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(self.forms().map(Arc::from));
    }

    fn answered(app: &mut App, id: RequestId, forms: Self::Answer) {
        if let Some(menu) = app.overlays.get_mut::<CopyMenu>() {
            menu.forms.answer(id, forms);
        }
    }
}

impl LocateChunk {
    fn forms(&self) -> Result<Vec<CopyAs>, String> {
        let mut forms = Vec::new();
        let mut elements = None;
        if let Some((array, address)) = &self.chunk {
            let located = array.locate(address, &self.options).map_err(|fault| fault.to_string())?;
            forms = copies(&located);
            elements = located.inside;
        }
        if let Some(own) = Openable::read(&self.hierarchy, &self.key, self.is_array) {
            forms.extend(tools(&own, elements.as_deref()));
        }
        Ok(forms)
    }
}

impl Task for ReportRequest {
    const LANE: Lane = Lane::Comparisons;
    type Answer = Arc<str>;

    fn run(&self, link: &mut Link<Self>) {
        let node = OpenNode::at(&self.hierarchy, &self.key);
        let decode = DecodeOptions { ignore_checksums: false, ..self.options };
        let options = IssueOptions { with_attributes: false, chunks: CHUNKS, decode };
        link.answer(report(&gather(&self.hierarchy, &node, self.chunk.clone(), &options)).into());
    }

    fn answered(app: &mut App, id: RequestId, text: Self::Answer) {
        app.reported(id, &text);
    }
}

fn save(request: &SaveRequest, go_on: &mut dyn FnMut() -> bool) -> SaveOutcome {
    let path = &in_home(&request.path, std::env::home_dir());
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        // A pipe without a reader would keep the explorer from ending.
        return SaveOutcome::Failed(format!("{}: expected a file, found something else", request.path));
    }
    if let Err(error) = check_place(path) {
        return SaveOutcome::Failed(error.to_string());
    }
    if !request.overwrite && path.symlink_metadata().is_ok() {
        return SaveOutcome::Exists;
    }
    let written = write_file(path, &|_| Ok(()), |file| write(request, file, go_on));
    match written.and_then(|()| Ok(path.metadata()?.len())) {
        Ok(nbytes) => SaveOutcome::Saved(nbytes),
        Err(SaveError::Output(error)) => SaveOutcome::Failed(format!("{}: {error}", request.path)),
        Err(error) => SaveOutcome::Failed(escape(&error.to_string()).into_owned()),
    }
}

/// `~/` in front is the home directory, as in a shell.
fn in_home(path: &str, home: Option<PathBuf>) -> PathBuf {
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => Path::new(path).to_owned(),
    }
}

fn write(
    request: &SaveRequest,
    file: &mut (dyn Write + Send),
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), SaveError> {
    match &request.thing {
        SavedThing::Text(text) => Ok(file.write_all(text.as_bytes())?),
        SavedThing::Screen(printed) if request.format == SaveFormat::Png => {
            screen(&printed.rows, printed.ground)?.write_png(&mut &mut *file)
        }
        SavedThing::Screen(screen) => {
            let text = if request.format == SaveFormat::Text { &screen.text } else { &screen.svg };
            Ok(file.write_all(text.as_bytes())?)
        }
        SavedThing::Recording(recording, theme) => {
            let is_cast = request.format == SaveFormat::Cast;
            let text = if is_cast { recording.cast(*theme) } else { recording.svg(*theme) };
            Ok(file.write_all(text.as_bytes())?)
        }
        SavedThing::Picture(picture) => write_picture(picture, &mut &mut *file, go_on),
        SavedThing::Region(array, region, options) => {
            let saved = SavedRegion { array, region, options, picks: &[], labels: None };
            let SaveFormat::Values(format) = request.format else {
                return write_region(&saved, ValuesFormat::Raw, file, go_on);
            };
            write_region(&saved, format, file, go_on)
        }
        SavedThing::Stage(trace, row, part) => write_stage(trace, *row, part, request.format, file),
    }
}

fn write_picture(
    saved: &SavedPicture,
    file: &mut dyn Write,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), SaveError> {
    let SavedPicture { array, plan, options, .. } = saved;
    let mut read = |plan: &PicturePlan| {
        array.picture(plan, options, Vec::new(), &mut |_| go_on()).map_err(|error| match error {
            SummaryError::Stopped => SaveError::Stopped,
            other @ SummaryError::NoNumbers(_) => SaveError::Read(other.to_string()),
        })
    };
    let mut picture = read(plan)?;
    if let Some(minus) = &saved.minus {
        picture = picture.minus(&read(minus)?);
    }
    let picture = &picture;
    let mut others = Vec::new();
    for (plan, coloring) in &saved.others {
        others.push(PaintedChannel::new(Arc::new(read(plan)?), *coloring));
    }
    let over = saved.over.as_ref().map(|layer| layer.over(plan, options, go_on)).transpose();
    let over = over.map_err(|error| SaveError::Read(error.to_string()))?;
    let mut painter = Painter::new(picture.spread.as_ref(), saved.coloring);
    if !others.is_empty() {
        painter.fill = None;
    }
    let painter = &painter;
    let drawn = Painted { picture, painter, others: &others, labels: over.as_ref() };
    if !Figure::fits(plan) {
        return pixels(drawn)?.write_png(file);
    }
    let meaning = array.drawn_meaning().filter(|own| saved.minus.is_none() || own.has_differences());
    let words = PictureWords { picture, painter, meaning: meaning.as_deref() };
    let mut around = Figure::of_array(array, words, &saved.dimensions, saved.labels.as_deref());
    if let (Some(image), Some(own)) = (&saved.image, around.title.first_mut()) {
        *own = cut(image, LONGEST_NAME);
    }
    let mut title = vec![saved.title.clone()];
    title.extend(over.as_ref().map(overlay_words));
    title.retain(|line| !line.is_empty());
    around.title.push(title.join(", "));
    around.add_lights(&names_of(&saved.channels), drawn);
    around.title.retain(|line| !line.is_empty());
    figure(drawn, &around, None)?.write_png(file)
}

fn write_stage(
    trace: &ChunkTrace,
    row: usize,
    part: &StagePart,
    format: SaveFormat,
    file: &mut (dyn Write + Send),
) -> Result<(), SaveError> {
    let refused = |text: &str| SaveError::Refused(text.to_owned());
    let bytes_of = |bytes: &[u8], file: &mut (dyn Write + Send)| {
        if format == SaveFormat::Hex { Ok(write_hex(bytes, file)?) } else { Ok(file.write_all(bytes)?) }
    };
    let elements = elements_of(trace, row);
    let stage_bytes = match StageBytes::of(trace, row) {
        StageBytes::Bytes { bytes, .. } => Some(bytes),
        StageBytes::Fill | StageBytes::Nothing(_) => None,
    };
    if let StagePart::Bytes(range) = part {
        let all = match &elements {
            Some((own, _)) => Some(own.visible_bytes()),
            None => stage_bytes,
        };
        let bytes = all.and_then(|bytes| bytes_within(bytes, range));
        return bytes_of(bytes.ok_or_else(|| refused("these bytes are gone"))?, file);
    }
    let Some((elements, shape)) = elements else {
        return bytes_of(stage_bytes.ok_or_else(|| refused("this stage has no bytes"))?, file);
    };
    let (elements, shape, origin) = match part {
        StagePart::Elements(region) => {
            let cut = elements.part(&shape, region);
            let cut = cut.ok_or_else(|| refused("these elements are gone"))?;
            (cut, lengths(region), starts(region))
        }
        StagePart::All | StagePart::Bytes(_) => (elements.into_owned(), shape.clone(), vec![0; shape.len()]),
    };
    let SaveFormat::Values(format) = format else {
        return bytes_of(elements.visible_bytes(), file);
    };
    let subject = WrittenValues::plain(shape, origin, elements.data_type().clone());
    write_elements(&elements, subject, format, file)
}

fn elements_of(trace: &ChunkTrace, row: usize) -> Option<(Cow<'_, Elements>, Vec<u64>)> {
    let stage = trace.stages().get(row.checked_sub(1)?)?;
    let Representation::Array(array) = &stage.info.decoded else { return None };
    if let Outcome::Decoded(_, Some(value)) = &stage.outcome {
        let Value::Array(elements) = value.as_ref() else { return None };
        return Some((Cow::Borrowed(elements), array.shape.clone()));
    }
    if row != trace.stages().len() || trace.state != State::Missing {
        return None;
    }
    Some((Cow::Owned(trace.elements(MOST_FILLED)?), array.shape.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_in_front_is_the_home_directory() {
        let home = || Some(PathBuf::from("/home/me"));
        assert_eq!(in_home("~/x.npy", home()), Path::new("/home/me/x.npy"));
        for path in ["x~/y.npy", "~x.npy", "/~/x.npy"] {
            assert_eq!(in_home(path, home()), Path::new(path));
        }
        assert_eq!(in_home("~/x.npy", None), Path::new("~/x.npy"));
    }
}
