//! The titles of the chunk grid and of the panes of values.

use unicode_width::UnicodeWidthStr;

use super::fit;
use crate::app::{App, Area, ArrayCells, Content, Late, Layout, Selection, Side, ValuesPane};
use crate::metadata::text::escape;
use crate::pipeline::{NodeWeight, Survey};
use crate::tell::rows;
use crate::tell::words::shape;

/// The most stored chunks of several shapes whose decoded sizes are added up for a title, which is drawn again and again.
const ADDED_UP: u64 = 1024;
/// The most columns that units take.
const UNITS: usize = 24;

/// A part of a title.
struct TitlePart {
    text: String,
    /// The columns before it.
    gap: usize,
    /// What is least important is left out first: the greatest number.
    rank: u8,
}

/// The title of the chunk grid: the array, what is stored of it, and its faults. What does not fit is left out, the least
/// important first.
pub(super) fn of_grid(app: &App, layout: &Layout, width: u16) -> String {
    let mut parts = grid_parts(app, layout);
    parts.retain(|part| !part.text.is_empty());
    let columns = |parts: &[TitlePart]| parts.iter().map(|part| part.gap + part.text.width()).sum::<usize>();
    while columns(&parts) > usize::from(width) && parts.len() > 1 {
        let last = parts.iter().map(|part| part.rank).max().unwrap_or(0);
        parts.retain(|part| part.rank < last);
    }
    let text: String = parts.iter().map(|part| format!("{}{}", " ".repeat(part.gap), part.text)).collect();
    fit(text.trim_start(), width.into())
}

fn grid_parts(app: &App, layout: &Layout) -> Vec<TitlePart> {
    let selection = &app.shared.selection;
    let part = |text: String, gap: usize, rank: u8| TitlePart { text, gap, rank };
    let survey = app.grid.survey_so_far(selection);
    let chunks = layout.grid.common_shape().map(|chunks| format!("of {}", shape(&chunks)));
    let units = selection.node.ready().and_then(|node| node.units.as_deref()).unwrap_or_default();
    let data_type = layout.data_type.as_deref().unwrap_or("data type not known");
    let known = app.shared.known.count(&selection.child.key);
    let [faults, _] = if app.shared.sees_what_is_stored() { known.words() } else { Default::default() };
    vec![
        part(array_name(selection), 0, 0),
        part(format!("{data_type} {}", shape(&layout.shape)), 2, if known.faults > 0 { 3 } else { 1 }),
        part(fit(&escape(units), UNITS), 2, 5),
        part(stored(app, layout, survey.map(AsRef::as_ref)), 3, 2),
        part(chunks.unwrap_or_default(), 1, 6),
        part(nbytes(app, survey.map(AsRef::as_ref)), 3, 4),
        part(faults, 3, if known.faults > 0 { 1 } else { 7 }),
    ]
}

/// The name of the array, and the shards that were entered.
fn array_name(selection: &Selection) -> String {
    let name = escape(&selection.child.name);
    let name = name.rsplit('/').next().unwrap_or(&name);
    let shards =
        selection.address.levels().take(selection.shards.len()).map(|coords| format!(" › {}", shape(coords)));
    format!("{name}{}", shards.collect::<String>())
}

/// How many chunks are stored of all: `117 of 160 chunks`.
fn stored(app: &App, layout: &Layout, survey: Option<&Survey>) -> String {
    let is_whole = app.grid.shown_survey(&app.shared.selection).is_some();
    if let (None, Late::Failed(error)) = (survey, &app.grid.survey) {
        return escape(error).into_owned();
    }
    let text = rows::chunks(survey.map(Survey::stored), layout.grid.size());
    if is_whole || survey.is_none() { text } else { format!("{text} so far …") }
}

/// The bytes that are stored, and what they decode to. Of the inner chunks of a shard only the first is known.
fn nbytes(app: &App, survey: Option<&Survey>) -> String {
    let selection = &app.shared.selection;
    let Some(survey) = survey else { return String::new() };
    let bytes_only = NodeWeight { stored_nbytes: survey.total_nbytes(), ..NodeWeight::default() };
    let array = selection.array().filter(|_| selection.shards.is_empty());
    let weight = array.map(|array| {
        let is_quick = array.metadata.chunk_grid.common_shape().is_some() || survey.stored() <= ADDED_UP;
        if is_quick { NodeWeight::of_chunks(array, survey) } else { bytes_only.clone() }
    });
    rows::nbytes(&weight.unwrap_or(bytes_only))
}

/// The title of a pane of values: as detailed as there is room.
pub(super) fn of_values(selection: &Selection, content: &Content, pane: &ValuesPane, room: usize) -> String {
    let titles = match content {
        Content::Window(cells) => of_array(selection, content, *cells, pane),
        _ if is_chunk_alone(selection, pane) => of_chunk(selection, content, pane),
        _ => vec![of_stage(selection, content, pane)],
    };
    let found = titles.iter().find(|title| title.width() <= room).or(titles.last());
    fit(&found.cloned().unwrap_or_default(), room)
}

/// Whether the selected chunk is shown where the whole array could be.
fn is_chunk_alone(selection: &Selection, pane: &ValuesPane) -> bool {
    pane.side == Side::Output && !pane.hex && selection.cells().is_some()
}

fn of_array(selection: &Selection, content: &Content, cells: ArrayCells, pane: &ValuesPane) -> Vec<String> {
    let names = &cells.layout.dimensions;
    let axes = selection.axes();
    let name = |axis: usize| names.get(axis).map(String::as_str).unwrap_or_default();
    let chunk = format!("chunk {}", shape(selection.coords()));
    let slice = slice(pane, selection, content);
    match names.len() {
        0 => vec![format!("values  array   {chunk}"), chunk],
        1 => vec![format!("values  array, {}   {chunk}", names.concat()), format!("values  {chunk}"), chunk],
        _ => vec![
            format!(
                "values  array, rows {}, columns {}{slice}   {chunk}",
                name(axes.rows),
                name(axes.columns)
            ),
            format!("array, {} ↓ {} →{slice}  {chunk}", name(axes.rows), name(axes.columns)),
            format!("array{slice}  {chunk}"),
            chunk,
        ],
    }
}

fn of_chunk(selection: &Selection, content: &Content, pane: &ValuesPane) -> Vec<String> {
    let chunk = format!("values of chunk {}", shape(selection.coords()));
    let slice = slice(pane, selection, content);
    let about = match content {
        Content::Array { readable: Some(_), .. } => "  what is readable".to_owned(),
        _ => about(content),
    };
    vec![format!("{chunk}{about}{slice}"), format!("{chunk}{slice}"), chunk]
}

fn of_stage(selection: &Selection, content: &Content, pane: &ValuesPane) -> String {
    let side = pane.side;
    let what = match content {
        Content::Bytes { .. } => "bytes",
        Content::Shard(_) => "shard index",
        _ => "values",
    };
    let what = match side {
        Side::Input => format!("in: {what}"),
        Side::Output if selection.opened => format!("out: {what}"),
        Side::Output => what.to_owned(),
    };
    let name = match (selection.stage_of(side), selection.row(side)) {
        _ if matches!(content, Content::Array { readable: Some(_), .. }) => "what is readable".to_owned(),
        (Some(stage), _) if stage.partial.is_some() => {
            format!("of {}, before it failed", escape(&stage.info.codec.name))
        }
        (Some(stage), _) => format!("after {}", escape(&stage.info.codec.name)),
        (None, Some(_)) if selection.stage_count() > 0 => "as stored".to_owned(),
        (None, _) => String::new(),
    };
    format!("{what}  {name}{}{}", about(content), slice(pane, selection, content)).trim_end().to_owned()
}

fn about(content: &Content) -> String {
    match content {
        Content::Bytes { bytes, .. } => format!("  {} bytes", bytes.len()),
        Content::Shard(map) => format!("  {} bytes", map.nbytes),
        Content::Array { shape: edges, elements, .. } => {
            format!("  {} {}", elements.data_type(), shape(edges))
        }
        Content::Fill { shape: edges, .. } => format!("  fill value {}", shape(edges)),
        Content::Nothing(_) | Content::Window(_) => String::new(),
    }
}

/// Where the dimensions that are not shown are sliced, in array coordinates where they are known: `[2, :, :]`.
fn slice(pane: &ValuesPane, selection: &Selection, content: &Content) -> String {
    let rank = content.shape().map_or(0, <[u64]>::len);
    if rank < 3 {
        return String::new();
    }
    let view = pane.view(content, selection, Area::default());
    let (axes, stepped) = (view.plane.axes(), view.plane.sliced_axis(pane.axis));
    let along = array_coords(&pane.coords, content).into_iter().enumerate().map(|(axis, coord)| {
        let mark = if rank > 3 && stepped == Some(axis) { "›" } else { "" };
        if axes.has(axis) { ":".to_owned() } else { format!("{mark}{coord}") }
    });
    format!("  [{}]", along.collect::<Vec<_>>().join(", "))
}

/// Chunk coordinates as array coordinates, where the origin is known.
pub(super) fn array_coords(coords: &[u64], content: &Content) -> Vec<u64> {
    match content.origin() {
        Some(origin) => coords.iter().zip(origin).map(|(coord, origin)| coord + origin).collect(),
        None => coords.to_vec(),
    }
}
