//! What a file manager shows beside a name: at most so many lines of so many columns, and nothing that takes long.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{env, thread};

use unicode_width::UnicodeWidthStr;

use super::arguments::{
    AddressArguments, Coords, NodeArguments, PictureArguments, PlaneArguments, PreviewArguments,
    TraceArguments,
};
use super::output::{OutputPart, Tone};
use super::{Failure, Output, Result, find, fitted::FittedLines, open, picture, trace, tree};
use crate::hierarchy::{Child, Hierarchy, NodeKind, has_document};
use crate::metadata::text::escape;
use crate::pipeline::{Array, ImagePyramid, NodeFacts, NumberType, OpenNode};
use crate::save::{SavedRegion, ValuesFormat, write_region};

/// When it ends, whatever is still to come: what is left of 200 ms is for starting and drawing.
const WITHIN: Duration = Duration::from_millis(150);
/// Lines around a picture: facts, its place, the legend.
const TITLED: u16 = 5;
/// Names of a directory among which a node is looked for.
const LOOKED_AT: usize = 500;
/// What drawing may take.
const DRAWING: Duration = Duration::from_millis(30);
const LATE: &str = "… the rest was not there in time";

pub(super) fn run(arguments: &PreviewArguments, output: &mut Output) -> Result {
    let until = Instant::now() + WITHIN;
    let (sender, parts) = mpsc::channel();
    let width = usize::from(arguments.width);
    let mut sink = output.to_channel(sender.clone(), width);
    let own = arguments.clone();
    thread::spawn(move || {
        let shown = PreviewedPath::find(&own).and_then(|found| found.print(&own, until, &mut sink));
        // Nobody listens any more where it came too late.
        let _ = sender.send(OutputPart::End(shown));
    });
    let height = usize::from(arguments.height);
    let (text, end) = receive(&parts, until, height);
    if text.is_empty() {
        return end.unwrap_or_else(|| {
            Err(Failure::Unread(format!("{}: nothing was read in time", name(arguments))))
        });
    }
    let mut lines: Vec<&str> = text.lines().collect();
    let said = match &end {
        Some(Ok(())) => String::new(),
        Some(Err(failure)) => output.paint(Tone::Fault, &format!("✗ {}", escape(&failure.to_string()))),
        None => LATE.to_owned(),
    };
    if lines.len() > height {
        lines.truncate(height.saturating_sub(1));
        lines.push("…");
    } else if !said.is_empty() {
        lines.truncate(height.saturating_sub(1));
        lines.push(&said);
    }
    let mut fitted = FittedLines::new(output, width);
    for line in lines {
        writeln!(fitted, "{line}")?;
    }
    Ok(())
}

fn name(arguments: &PreviewArguments) -> String {
    escape(&arguments.path.to_string_lossy()).into_owned()
}

/// Until there is enough for the screen, or the end, or no time is left.
fn receive(parts: &Receiver<OutputPart>, until: Instant, height: usize) -> (String, Option<Result>) {
    let mut bytes = Vec::new();
    let mut line_count = 0;
    let end = loop {
        match parts.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(OutputPart::Bytes(part)) => {
                line_count += part.split(|byte| *byte == b'\n').count() - 1;
                bytes.extend(part);
                if line_count > height {
                    break None;
                }
            }
            Ok(OutputPart::End(end)) => break Some(end),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break None,
        }
    };
    (String::from_utf8_lossy(&bytes).into_owned(), end)
}

/// A node, or one chunk of it: a file manager also stands on the files inside of an array.
struct PreviewedPath {
    hierarchy: Hierarchy,
    path: PathBuf,
    chunk: Option<Vec<u64>>,
}

impl PreviewedPath {
    fn find(arguments: &PreviewArguments) -> Result<Self> {
        let path = &arguments.path;
        let access = arguments.limits.access();
        let opened = open(path, &access);
        let is_inside = match &opened {
            Ok(hierarchy) => matches!(hierarchy.describe("").kind, NodeKind::Directory(_)),
            Err(_) => path.exists(),
        };
        let above = if is_inside { node_above(path) } else { None };
        let (node, key) = match (opened, above) {
            (Ok(hierarchy), None) if is_inside && is_foreign(&hierarchy) => {
                let text = format!("{}: expected Zarr, found a directory without any", name(arguments));
                return Err(Failure::Usage(text));
            }
            (Ok(hierarchy), None) => return Ok(Self { hierarchy, path: path.clone(), chunk: None }),
            (Err(failure), None) => return Err(failure),
            (_, Some(found)) => found,
        };
        let hierarchy = open(&node, &access)?;
        let chunk = Array::open(&hierarchy, "").ok().and_then(|array| {
            let metadata = &array.metadata;
            let coords = metadata.chunk_key_encoding.coords(&key, metadata.shape.len())?;
            metadata.chunk_grid.contains(&coords).then_some(coords)
        });
        Ok(Self { hierarchy, path: node, chunk })
    }

    fn print(&self, arguments: &PreviewArguments, until: Instant, output: &mut Output) -> Result {
        let node = NodeArguments { path: self.path.clone(), json: false, limits: arguments.limits.clone() };
        if let Some(coords) = &self.chunk {
            let address = AddressArguments { chunk: Coords(coords.clone()), inner: Vec::new() };
            return trace::run(&TraceArguments::of_chunk(node, address, arguments.decode.clone()), output);
        }
        let open = OpenNode::at(&self.hierarchy, "");
        let is_image = ImagePyramid::of_group(&self.hierarchy, "").is_some();
        if open.array.is_none() && !is_image {
            return self.tree(open, arguments, output);
        }
        self.facts(&open, usize::from(arguments.width), output)?;
        match open.usable() {
            Some(array) if !is_picture(array) => values(array, arguments, output),
            None if !is_image => Ok(()),
            _ => {
                // Its level and its channel have a line each.
                let lines = if is_image { TITLED + 2 } else { TITLED };
                picture::draw(
                    &drawn(node, arguments, lines, until.checked_sub(DRAWING).unwrap_or(until), output),
                    None,
                    None,
                    output,
                )
            }
        }
    }

    /// What is known without a chunk, in as many lines as it takes.
    fn facts(&self, open: &OpenNode, width: usize, output: &mut Output) -> Result {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy();
        let name = escape(&name);
        let mut parts = vec![name.clone().into_owned()];
        parts.extend(find::parts(&NodeFacts::of(open)));
        for (number, line) in packed(&parts, "  ", width).iter().enumerate() {
            // The name is the heading.
            let (heading, rest) = line.split_at(if number == 0 { name.len() } else { 0 });
            writeln!(output, "{}{rest}", output.paint(Tone::Name, heading))?;
        }
        for fault in &open.faults {
            let text = format!("✗ {}", escape(&fault.to_string()));
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            for line in packed(&words, " ", width) {
                writeln!(output, "{}", output.paint(Tone::Fault, &line))?;
            }
        }
        Ok(())
    }

    /// Where the names of one level fill the screen, no others are shown.
    fn tree(&self, open: OpenNode, arguments: &PreviewArguments, output: &mut Output) -> Result {
        let names = self.hierarchy.children("").map_or(0, |children| children.len());
        let depth = if names + 1 >= usize::from(arguments.height) { 1 } else { usize::MAX };
        tree::print_uncounted(&self.hierarchy, open, &self.hierarchy.name, depth, output)
    }
}

/// As many parts on each line as fit; a longer one has a line for itself.
fn packed(parts: &[String], gap: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            // The last column is for the sign that a line goes on.
            Some(line) if line.width() + gap.len() + part.width() < width => {
                line.push_str(gap);
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// Whether no name in a directory is a node: then another program shows it better.
fn is_foreign(hierarchy: &Hierarchy) -> bool {
    if hierarchy.store().is_remote() {
        return false;
    }
    let is_node = |child: &Child| matches!(hierarchy.describe(&child.key).kind, NodeKind::Document(_));
    !hierarchy.children("").unwrap_or_default().iter().take(LOOKED_AT).any(is_node)
}

/// The nearest node above a path, and the rest of the path as a key.
fn node_above(path: &Path) -> Option<(PathBuf, String)> {
    let find = |path: &Path| {
        let above = path.ancestors().skip(1).find(|above| has_document(above))?;
        let key = path.strip_prefix(above).ok()?.to_str()?.to_owned();
        let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
        Some((above.to_owned(), key))
    };
    // Only where the path itself does not lead there is it shown as another one.
    find(path).or_else(|| find(&env::current_dir().ok()?.join(path)))
}

fn is_picture(array: &Array) -> bool {
    array.metadata.shape.len() > 1 && NumberType::of(array.values_type()).is_some()
}

fn values(array: &Array, arguments: &PreviewArguments, output: &mut Output) -> Result {
    let mut region = array.whole();
    // Of the last two dimensions as much as fits, of the others the first.
    let rank = region.len();
    for (axis, range) in region.iter_mut().enumerate() {
        let most = match rank - axis {
            1 if rank > 1 => arguments.width,
            1 | 2 => arguments.height,
            _ => 1,
        };
        range.end = range.end.min(most.into());
    }
    let options = arguments.decode.options();
    let saved = SavedRegion { array, region: &region, options: &options, picks: &[], labels: None };
    Ok(write_region(&saved, ValuesFormat::Table, output, &mut || true)?)
}

fn drawn(
    node: NodeArguments,
    arguments: &PreviewArguments,
    lines: u16,
    until: Instant,
    output: &Output,
) -> PictureArguments {
    // The last column is for the sign that a line goes on.
    let rows = u64::from(arguments.height.saturating_sub(lines)).max(1);
    let cells = if output.has_colors() { rows * 2 } else { rows };
    let size = Some([u64::from(arguments.width).saturating_sub(1).max(1), cells]);
    let plane = PlaneArguments { size, until: Some(until), ..PlaneArguments::default() };
    PictureArguments::of(node, plane, arguments.decode.clone())
}
