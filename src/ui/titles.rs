//! The titles of the panes of values.

use unicode_width::UnicodeWidthStr;

use super::fit;
use crate::app::{Area, ArrayCells, Content, Selection, Side, ValuesPane};
use crate::metadata::text::escape;
use crate::tell::words::shape;

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
