//! The titles of the chunk grid and of the panes of values.

use unicode_width::UnicodeWidthStr;

use crate::explorer::core::app::App;
use crate::explorer::core::content::{ArrayCells, Content};
use crate::explorer::core::late::Late;
use crate::explorer::core::selection::Selection;
use crate::explorer::core::side::Side;
use crate::explorer::draw::text::fit;
use crate::explorer::geometry::regions::Area;
use crate::explorer::values::ValuesPane;
use crate::metadata::text::escape;
use crate::pipeline::{Layout, NodeWeight, Survey};
use crate::tell::rows;
use crate::tell::words::{grouped, shape};

/// The most stored chunks of several shapes whose decoded sizes are added up for a title, which is drawn again and again.
const ADDED_UP: u64 = 1024;
/// The fewest columns of a title that names dimensions without labels, and the most that this takes.
const WITH_LACKING: usize = 60;
const LACKING: usize = 30;
/// The most columns that units take.
const UNITS: usize = 24;

struct TitlePart {
    texts: Vec<String>,
    gap: usize,
    /// The least important part has the greatest number.
    rank: u8,
    /// Whether it goes on with the part before it, and says nothing alone.
    goes_on: bool,
}

impl TitlePart {
    fn new(text: impl Into<String>, gap: usize, rank: u8) -> Self {
        Self { texts: vec![text.into()], gap, rank, goes_on: false }
    }

    fn going_on(self) -> Self {
        Self { goes_on: true, ..self }
    }

    fn or(mut self, shorter: impl Into<String>) -> Self {
        self.texts.push(shorter.into());
        self
    }
}

/// The title of the chunk grid: the array, what is stored of it, and its faults. The most important parts are given room first.
pub(crate) fn of_grid(app: &App, layout: &Layout, width: u16) -> String {
    let parts = grid_parts(app, layout);
    let mut shown = vec![String::new(); parts.len()];
    let mut order: Vec<(usize, &TitlePart)> = parts.iter().enumerate().collect();
    order.sort_by_key(|(_, part)| part.rank);
    let mut left = usize::from(width);
    for (place, part) in order {
        // What it goes on with is more important, and has had its turn.
        let before = place.checked_sub(1).and_then(|before| Some((parts.get(before)?, shown.get(before)?)));
        if part.goes_on
            && before.is_none_or(|(part, shown)| part.texts.first().is_none_or(|text| !shown.ends_with(text)))
        {
            continue;
        }
        let fitting = part.texts.iter().find(|text| !text.is_empty() && part.gap + text.width() <= left);
        // The name has to be there, as much of it as there is room for.
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
    let mut parts = vec![
        TitlePart::new(array_name(selection), 0, 0),
        TitlePart::new(app.following.words(), 2, 1),
        TitlePart::new(format!("{data_type} {edges}"), 2, 2).or(edges).or(data_type),
        TitlePart::new(fit(&escape(units), UNITS), 2, 6),
        TitlePart::new(all, 3, 3).or(stored),
        TitlePart::new(chunks.unwrap_or_default(), 1, 5).going_on(),
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

fn array_name(selection: &Selection) -> String {
    let name = escape(&selection.child.name);
    let name = name.rsplit('/').next().unwrap_or(&name);
    let shards =
        selection.address.levels().take(selection.shards.len()).map(|coords| format!(" › {}", shape(coords)));
    format!("{name}{}", shards.collect::<String>())
}

/// How many chunks are stored of all, for much room and for less: `117 of 160 chunks`.
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
            return [format!("{text}, {} not known", grouped(hidden)), format!("{short}, rest not known")];
        }
    }
    if is_whole || survey.is_none() {
        [text, short]
    } else {
        [format!("{text} so far …"), format!("{short} …")]
    }
}

/// The bytes that are stored, and what they decode to. Of the inner chunks of a shard only the first is known.
fn nbytes(app: &App, survey: Option<&Survey>) -> String {
    let selection = &app.shared.selection;
    let Some(survey) = survey else { return String::new() };
    if let Some(array) = selection.array().filter(|_| selection.shards.is_empty())
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
    let titles = match content {
        Content::Window(cells) => of_array(selection, content, *cells, pane),
        // The selected chunk is shown where the whole array could be.
        _ if pane.side == Side::Output && !pane.hex && selection.cells().is_some() => {
            of_chunk(selection, content, pane)
        }
        _ => vec![of_stage(selection, content, pane)],
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

/// Which dimensions have a coordinate that gives no labels, where labels are shown.
fn lacking(selection: &Selection) -> String {
    let labels = selection.labels.ready().filter(|_| selection.writing.is_physical);
    let names: Vec<&str> =
        labels.iter().flat_map(|labels| &labels.unread).map(|unread| unread.name.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
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
    let (axes, stepped) = (view.plane.axes(), view.plane.sliced_axis(selection.stepped(pane.axis)));
    let is_decoded = content.is_decoded();
    let along = array_coords(&pane.coords, content).into_iter().enumerate().map(|(axis, coord)| {
        let mark = if rank > 3 && stepped == Some(axis) { "›" } else { "" };
        // In the coordinates of the array they have labels, where those are shown.
        let label = if is_decoded { selection.label_words(axis, coord) } else { coord.to_string() };
        if axes.has(axis) { ":".to_owned() } else { format!("{mark}{label}") }
    });
    format!("  [{}]", along.collect::<Vec<_>>().join(", "))
}

pub(crate) fn array_coords(coords: &[u64], content: &Content) -> Vec<u64> {
    match content.origin() {
        Some(origin) => coords.iter().zip(origin).map(|(coord, origin)| coord + origin).collect(),
        None => coords.to_vec(),
    }
}
