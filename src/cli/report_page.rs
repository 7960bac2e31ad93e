//! What a page has beside the report in words: facts, the chunk grid, a picture, and the tree of a group.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::arguments::{DecodeArguments, NodeArguments, PictureArguments, PlaneArguments, ReportArguments};
use super::{Output, picture, tree};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::issue::faulty_chunks;
use crate::pipeline::{Array, ImagePyramid, NumberType, OpenNode, Survey};
use crate::tell::html::{GridPicture, HtmlPage};
use crate::tell::issue::{IssueReport, report};
use crate::tell::report::{self, Line};

/// The longer side of the picture in pixels.
const SIZE: [u64; 2] = [900, 600];
/// Bytes of the tree of a group.
const TREE: usize = 50_000;
/// How many times a listing is asked whether to go on, after 1024 names each.
const LISTED: usize = 1000;

pub(super) fn page(hierarchy: &Hierarchy, arguments: &ReportArguments, issue: &IssueReport) -> String {
    let mut page = HtmlPage::default();
    let lines = report::node(issue.node, &[], &[]);
    // The path is the user's own; attributes may be private.
    let is_shown = |line: &&Line| match line {
        Line::Fact(name, _) => *name != "path" && (*name != "attributes" || arguments.attributes),
        Line::Fault(_) => true,
        Line::Heading(_) | Line::Text(_) => false,
    };
    let is_fact = |line: &&Line| !matches!(line, Line::Heading(_));
    let facts: Vec<Line> = lines.iter().take_while(is_fact).filter(is_shown).cloned().collect();
    page.facts(&facts);
    match issue.node.usable() {
        Some(array) => add_grid(array, arguments, issue, &mut page),
        None if !issue.node.node.is_array() => add_tree(hierarchy, issue, &mut page),
        None => {}
    }
    let is_image = ImagePyramid::of_group(hierarchy, "").is_some();
    let is_picture = issue.node.usable().is_some_and(|array| {
        !array.metadata.shape.is_empty() && NumberType::of(array.values_type()).is_some()
    });
    if is_image || is_picture {
        add_picture(arguments, &mut page);
    }
    page.finish(&issue.name, &report(issue))
}

fn add_grid(array: &Array, arguments: &ReportArguments, issue: &IssueReport, page: &mut HtmlPage) {
    let mut asked = 0;
    let survey = Survey::take(&array.stored_chunks(), |_| {
        asked += 1;
        asked < LISTED
    });
    let Some(survey) = survey else { return };
    let options = DecodeOptions { ignore_checksums: false, max_chunk_bytes: arguments.max_chunk_bytes };
    page.heading("Chunks");
    // Where the report looked through all chunks and found none, they are not decoded once more.
    let is_sound = issue.faults.is_empty() && arguments.chunk.is_none();
    let mut faults = BTreeSet::new();
    if !is_sound {
        faults = faulty_chunks(array, &survey, arguments.chunks, options);
    }
    page.grid(&GridPicture::of(&array.metadata.chunk_grid.grid_shape(), &survey, &faults));
}

fn add_tree(hierarchy: &Hierarchy, issue: &IssueReport, page: &mut HtmlPage) {
    let mut output = Output::in_memory_of(TREE);
    let root = OpenNode::at(hierarchy, "");
    let printed = tree::print_uncounted(hierarchy, root, &issue.name, usize::MAX, &mut output);
    let mut text = String::from_utf8_lossy(output.bytes()).into_owned();
    // Only its size ends it.
    if printed.is_err() {
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        text.push('…');
    }
    page.heading("Below it");
    page.text(&text);
}

/// What cannot be drawn is left out: the report says why it cannot be read.
fn add_picture(arguments: &ReportArguments, page: &mut HtmlPage) {
    let node = NodeArguments { path: arguments.path.clone(), json: false, limits: arguments.limits.clone() };
    let plane = PlaneArguments {
        size: Some(SIZE),
        output: Some(PathBuf::from("picture.png")),
        ..PlaneArguments::default()
    };
    let decode = DecodeArguments { ignore_checksums: false, max_chunk_bytes: arguments.max_chunk_bytes };
    let mut png = Vec::new();
    let drawn = picture::draw(
        &PictureArguments::of(node, plane, decode),
        None,
        Some(&mut png),
        &mut Output::in_memory(),
    );
    if !png.is_empty() {
        page.heading("Picture");
        let words = if drawn.is_ok() {
            "The values of a plane"
        } else {
            "The values of a plane, as far as they decode"
        };
        page.picture(&png, words);
    }
}
