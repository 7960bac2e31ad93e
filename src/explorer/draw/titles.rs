//! The titles of panes, shortened in steps where there is little room.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::core::content::ArrayCells;
use crate::explorer::draw::text::{fit, write};
use crate::explorer::{App, Area, Content, Late, Selection, Side, ValuesPane, theme};
use crate::metadata::text::escape;
use crate::pipeline::{Layout, NodeWeight, Survey};
use crate::tell::rows;
use crate::tell::words::{grouped, shape};

/// The most chunks of several shapes whose decoded sizes are added up for a title, which is drawn often.
const ADDED_UP: u64 = 1024;
/// The fewest columns of a title that names dimensions without labels, and the most for those names.
const WITH_LACKING: usize = 60;
const LACKING: usize = 30;
const UNITS: usize = 24;

struct TitlePart {
    texts: Vec<String>,
    gap: usize,
    /// The most important part has rank 0.
    rank: u8,
    goes_on: bool,
}

impl TitlePart {
    fn new(text: impl Into<String>, gap: usize, rank: u8) -> Self {
        Self { texts: vec![text.into()], gap, rank, goes_on: false }
    }

    fn or(mut self, shorter: impl Into<String>) -> Self {
        self.texts.push(shorter.into());
        self
    }
}

/// The name of the array, and what is known of it.
pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    let Some(layout) = app.shared.selection.layout() else { return };
    let text = of_grid(app, layout, area.width.saturating_sub(2));
    let row = area.left(1).1;
    write(buffer, row, 0, &text, theme::PLAIN);
    write(buffer, row, 0, text.split("  ").next().unwrap_or_default(), theme::HEADING);
}

pub(crate) fn of_grid(app: &App, layout: &Layout, width: u16) -> String {
    let parts = grid_parts(app, layout);
    let mut shown = vec![String::new(); parts.len()];
    let mut order: Vec<(usize, &TitlePart)> = parts.iter().enumerate().collect();
    order.sort_by_key(|(_, part)| part.rank);
    let mut left = usize::from(width);
    for (place, part) in order {
        // The part before is more important, and has had its turn.
        let is_before = || {
            let before = place.checked_sub(1)?;
            Some(shown.get(before)?.ends_with(parts.get(before)?.texts.first()?))
        };
        if part.goes_on && is_before() != Some(true) {
            continue;
        }
        let fitting = part.texts.iter().find(|text| !text.is_empty() && part.gap + text.width() <= left);
        // The name is always shown, as far as there is room.
        let text = fitting.cloned().or((part.rank == 0).then(|| fit(&part.texts.concat(), left)));
        if let (Some(text), Some(slot)) = (text, shown.get_mut(place)) {
            *slot = format!("{}{text}", " ".repeat(part.gap));
            left = left.saturating_sub(slot.width());
        }
    }
    shown.concat()
}

fn grid_parts(app: &App, layout: &Layout) -> Vec<TitlePart> {
    let selection = &app.shared.selection;
    let survey = app.grid.survey_so_far(selection).map(AsRef::as_ref);
    let chunks = layout.grid.common_shape().map(|chunks| format!("of {}", shape(&chunks)));
    let units = selection.node.ready().and_then(|node| node.units.as_deref()).unwrap_or_default();
    let data_type = layout.data_type.as_deref().unwrap_or("data type not known");
    let edges = shape(&layout.shape);
    let [all, stored] = stored(app, layout, survey);
    let name = escape(&selection.child.name);
    let mut name = name.rsplit('/').next().unwrap_or(&name).to_owned();
    for coords in selection.address.levels().take(selection.shards.len()) {
        name = format!("{name} › {}", shape(coords));
    }
    let mut parts = vec![
        TitlePart::new(name, 0, 0),
        TitlePart::new(app.following.words(), 2, 1),
        TitlePart::new(format!("{data_type} {edges}"), 2, 2).or(edges).or(data_type),
        TitlePart::new(fit(&escape(units), UNITS), 2, 6),
        TitlePart::new(all, 3, 3).or(stored),
        TitlePart { goes_on: true, ..TitlePart::new(chunks.unwrap_or_default(), 1, 5) },
        TitlePart::new(nbytes(app, survey), 3, 4),
    ];
    if app.shared.sees_what_is_stored() {
        let known = app.shared.known.count(&selection.child.key);
        let [words, sign] = known.words();
        let rest = words.strip_prefix(&sign).unwrap_or_default().to_owned();
        parts.extend(match (known.faults, known.is_verified) {
            (0, true) => vec![TitlePart::new(words, 3, 7).or(sign)],
            (0, false) => vec![TitlePart::new(words, 3, 7)],
            _ => vec![TitlePart::new(sign, 3, 1), TitlePart::new(rest, 0, 8)],
        });
    }
    parts
}

fn stored(app: &App, layout: &Layout, survey: Option<&Survey>) -> [String; 2] {
    let is_whole = app.grid.shown_survey(&app.shared.selection).is_some();
    if let (None, Late::Failed(error)) = (survey, &app.grid.survey) {
        return [escape(error).into_owned(), "✗".to_owned()];
    }
    let text = rows::chunks(survey.map(Survey::stored), layout.grid.size());
    let short = text.trim_end_matches(" chunks").to_owned();
    match survey.map(|survey| (survey.stored(), survey.hidden)) {
        None | Some((_, 0)) => {}
        Some((0, _)) => {
            let all = rows::chunks(None, layout.grid.size());
            let all = all.trim_start_matches("… of ");
            return [format!("which of {all} are stored is not known"), format!("? of {all}")];
        }
        Some((_, hidden)) => {
            return [format!("{text}, {} not known", grouped(hidden)), format!("{short}, others not known")];
        }
    }
    if is_whole || survey.is_none() {
        [text, short]
    } else {
        [format!("{text} so far …"), format!("{short} …")]
    }
}

fn nbytes(app: &App, survey: Option<&Survey>) -> String {
    let selection = &app.shared.selection;
    let Some(survey) = survey else { return String::new() };
    if selection.shards.is_empty()
        && let Some(array) = selection.array()
        && (array.metadata.chunk_grid.common_shape().is_some() || survey.stored() <= ADDED_UP)
    {
        return rows::nbytes(&NodeWeight::of_chunks(array, survey));
    }
    rows::nbytes(&NodeWeight { stored_nbytes: survey.total_nbytes, ..NodeWeight::default() })
}

pub(crate) fn followed(app: &App, width: u16) -> String {
    let words = app.following.words();
    match words.split_once(": ") {
        _ if words.is_empty() => String::new(),
        Some((_, state)) if width < 60 => format!("  {state}"),
        _ => format!("  {words}"),
    }
}

pub(crate) fn of_values(selection: &Selection, content: &Content, pane: &ValuesPane, room: usize) -> String {
    let titles = if let Content::Window(cells) = content {
        of_array(selection, content, *cells, pane)
    } else if pane.side == Side::Output && !pane.hex && selection.cells().is_some() {
        // Only the selected chunk is shown, not the whole array.
        of_chunk(selection, content, pane)
    } else {
        vec![of_stage(selection, content, pane)]
    };
    let mark = if content.shape().is_some() { selection.writing.mark() } else { String::new() };
    let meant = if content.is_decoded() { selection.meaning_mark() } else { String::new() };
    let lacking =
        if room >= WITH_LACKING && content.is_decoded() { lacking(selection) } else { String::new() };
    let mark = format!("{}{lacking}{mark}", escape(&meant));
    let room = room.saturating_sub(mark.width());
    let found = titles.iter().find(|title| title.width() <= room).or(titles.last());
    fit(&found.cloned().unwrap_or_default(), room) + &mark
}

fn lacking(selection: &Selection) -> String {
    let Some(labels) = selection.labels.ready() else { return String::new() };
    if !selection.is_physical() || labels.unread.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = labels.unread.iter().map(|unread| unread.name.as_str()).collect();
    fit(&format!(" · no labels of {}", escape(&names.join(", "))), LACKING)
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
            format!("array{slice}"),
            chunk,
        ],
    }
}

fn of_chunk(selection: &Selection, content: &Content, pane: &ValuesPane) -> Vec<String> {
    let chunk = format!("values of chunk {}", shape(selection.coords()));
    let slice = slice(pane, selection, content);
    let is_salvaged = matches!(content, Content::Array { readable: Some(_), .. });
    let about = if is_salvaged { "  what is readable".to_owned() } else { about(content) };
    vec![format!("{chunk}{about}{slice}"), format!("{chunk}{slice}"), chunk]
}

fn of_stage(selection: &Selection, content: &Content, pane: &ValuesPane) -> String {
    let side = pane.side;
    let what = match content {
        Content::Bytes { .. } => "bytes",
        Content::Shard(_) => "shard index",
        Content::Array { .. } | Content::Window(_) | Content::Fill { .. } | Content::Nothing(_) => "values",
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

fn slice(pane: &ValuesPane, selection: &Selection, content: &Content) -> String {
    let rank = content.shape().map_or(0, <[u64]>::len);
    if rank < 3 {
        return String::new();
    }
    let view = pane.view(content, selection, Area::default());
    let (axes, stepped) = (view.plane.axes, view.plane.sliced_axis(selection.stepped()));
    let is_decoded = content.is_decoded();
    let mut along = Vec::new();
    for (axis, coord) in array_coords(&pane.coords, content).into_iter().enumerate() {
        let mark = if rank > 3 && stepped == Some(axis) { "›" } else { "" };
        // Only coordinates of the array have labels.
        let label = if is_decoded { selection.label_words(axis, coord) } else { coord.to_string() };
        along.push(if axes.has(axis) { ":".to_owned() } else { format!("{mark}{label}") });
    }
    format!("  [{}]", along.join(", "))
}

pub(crate) fn array_coords(coords: &[u64], content: &Content) -> Vec<u64> {
    match content.origin() {
        Some(origin) => coords.iter().zip(origin).map(|(coord, origin)| coord + origin).collect(),
        None => coords.to_vec(),
    }
}
