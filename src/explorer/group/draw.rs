use ratatui::buffer::Buffer;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{fitted, framed, is_focused, longest, write, write_right};
use crate::explorer::geometry::views::{self, GroupView};
use crate::explorer::group::table::{GroupRow, SortedBy};
use crate::explorer::{App, Area, GroupTable, Late, Pane, theme};
use crate::metadata::text::escape;
use crate::pipeline::{NodeFacts, RowKind};
use crate::tell::faults::FaultCount;
use crate::tell::rows;
use crate::tell::summary::bar;
use crate::tell::words::{count, size};

struct Column {
    kind: ColumnKind,
    title: &'static str,
    sorts: Option<SortedBy>,
    /// The least and the greatest width, in columns of the screen.
    widths: (u16, u16),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Name,
    Type,
    Shape,
    Chunks,
    Codecs,
    Stored,
    Bar,
    Decoded,
    Ratio,
    Faults,
    About,
}

use ColumnKind::{About, Bar, Chunks, Codecs, Decoded, Faults, Name, Ratio, Shape, Stored, Type};

const fn column(
    kind: ColumnKind,
    title: &'static str,
    sorts: Option<SortedBy>,
    widths: (u16, u16),
) -> Column {
    Column { kind, title, sorts, widths }
}

const COLUMNS: &[Column] = &[
    column(Name, "name", Some(SortedBy::Name), (18, 80)),
    column(Type, "type", Some(SortedBy::Kind), (10, 40)),
    column(Shape, "shape", Some(SortedBy::Shape), (16, 40)),
    column(Chunks, "chunks", None, (12, 32)),
    column(Codecs, "codecs", None, (14, 60)),
    column(Stored, "stored", Some(SortedBy::Stored), (9, 10)),
    column(Bar, "", None, (8, 8)),
    column(Decoded, "decoded", Some(SortedBy::Decoded), (9, 10)),
    column(Ratio, "ratio", Some(SortedBy::Ratio), (6, 8)),
    column(Faults, "✗", Some(SortedBy::Faults), (4, 6)),
    column(About, "what it is", None, (14, 200)),
];

/// The last ones get room last. The bar is only for comfort.
const IMPORTANT: &[ColumnKind] = &[Name, Type, Stored, Shape, Faults, About, Codecs, Ratio, Chunks, Decoded];
const IMPORTANT_WITH_FAULTS: &[ColumnKind] =
    &[Name, Type, Faults, Stored, Shape, About, Codecs, Ratio, Chunks, Decoded];
const MEASURED: usize = 256;
const GAP: u16 = 2;

struct Placed {
    column: &'static Column,
    x: u16,
    width: u16,
}

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let selection = &app.shared.selection;
    let about = selection.node.ready().map_or("", |node| node.about.as_str());
    let gap = if about.is_empty() { "" } else { "  " };
    let name = escape(&format!("{}{gap}{about}", selection.child.name)).into_owned();
    let focused = is_focused(app, Pane::Grid);
    let inner = framed(buffer, area, app, &fitted(&name, area.width.saturating_sub(4)), focused);
    let table = match &app.group.table {
        Late::Ready { value, .. } | Late::Waiting { so_far: Some(value), .. } => value,
        Late::Failed(error) => return write(buffer, inner, 0, &escape(error), theme::FAULT),
        Late::Waiting { .. } | Late::Idle => return write(buffer, inner, 0, "listing …", theme::NOTICE),
    };
    let view = views::group(inner);
    let stored = (0..table.len().min(GREATEST))
        .filter_map(|number| Some(table.row(number)?.weight.as_ref()?.stored_nbytes));
    let greatest = stored.max().unwrap_or(0);
    ShownTable { table, app, view, columns: place(table, app, view), greatest }.draw(buffer, focused);
}

impl Placed {
    fn put(&self, buffer: &mut Buffer, line: Area, text: &str, style: Style) {
        let cell = Area { x: self.x, width: self.width, ..line };
        let text = fitted(text, self.width);
        if matches!(self.column.kind, Stored | Decoded | Ratio | Faults) {
            write_right(buffer, cell, 0, &text, style);
        } else {
            write(buffer, cell, 0, &text, style);
        }
    }
}

struct ShownTable<'a> {
    table: &'a GroupTable,
    app: &'a App,
    view: GroupView,
    columns: Vec<Placed>,
    greatest: u64,
}

fn visible<'a>(table: &'a GroupTable, app: &App, view: GroupView) -> impl Iterator<Item = &'a GroupRow> {
    let first = usize::try_from(app.group.scroll.first).unwrap_or(usize::MAX);
    (first..table.len()).zip(0..view.list.height).filter_map(|(number, _)| table.row(number))
}

fn place(table: &GroupTable, app: &App, view: GroupView) -> Vec<Placed> {
    let (mut left, mut chosen) = (view.list.width, Vec::new());
    let has_faults = app.shared.known.count(&app.shared.selection.child.key).faults > 0;
    for kind in if has_faults { IMPORTANT_WITH_FAULTS } else { IMPORTANT } {
        let Some(column) = COLUMNS.iter().find(|column| column.kind == *kind) else { continue };
        let Some(wanted) = wanted(column, table, app, view) else { continue };
        let width = wanted.min(column.widths.0);
        if left >= width {
            left = left.saturating_sub(width + GAP);
            chosen.push((column, width, wanted));
        }
    }
    for (_, width, wanted) in &mut chosen {
        let more = wanted.saturating_sub(*width).min(left);
        *width += more;
        left -= more;
    }
    let bar = COLUMNS.iter().find(|column| column.kind == Bar && left >= column.widths.1 + GAP);
    chosen.extend(bar.map(|column| (column, column.widths.1, column.widths.1)));
    let (mut x, mut placed) = (view.list.x, Vec::new());
    for column in COLUMNS {
        let Some((_, width, _)) = chosen.iter().find(|(own, ..)| own.kind == column.kind) else { continue };
        placed.push(Placed { column, x, width: *width });
        x += width + GAP;
    }
    placed
}

fn wanted(column: &Column, table: &GroupTable, app: &App, view: GroupView) -> Option<u16> {
    // The first rows always count, however the table is scrolled or sorted, so that columns do not come and go.
    let first = (0..table.len().min(MEASURED)).filter_map(|number| table.row(number));
    let rows = visible(table, app, view).chain(first);
    let most = rows.map(|row| cell(column.kind, row, 0, app).width()).max().unwrap_or(0);
    // The title needs room for the sign of the order.
    let title = column.title.width() + usize::from(column.sorts.is_some());
    if most == 0 && !matches!(column.kind, Name | Type) {
        return None;
    }
    Some(u16::try_from(most.max(title)).unwrap_or(u16::MAX).min(column.widths.1))
}

impl ShownTable<'_> {
    fn draw(&self, buffer: &mut Buffer, focused: bool) {
        let (table, view) = (self.table, self.view);
        for placed in &self.columns {
            let sorts = placed.column.sorts == Some(table.sorted_by);
            let sign = if table.is_reversed { "▴" } else { "▾" };
            let title = format!("{}{}", placed.column.title, if sorts { sign } else { "" });
            placed.put(buffer, view.header, &title, theme::HEADING);
        }
        let first = usize::try_from(self.app.group.scroll.first).unwrap_or(usize::MAX);
        for (number, y) in (first..self.app.group.count(&self.app.shared)).zip(0..view.list.height) {
            let line = Area { y: view.list.y + y, height: 1, ..view.list };
            let is_selected = number == self.app.group.selected;
            let cursor = if is_selected { theme::cursor(focused) } else { theme::PLAIN };
            if is_selected {
                write(buffer, line, 0, &" ".repeat(line.width.into()), cursor);
            }
            match (table.row(number), table.child(number)) {
                (Some(row), _) => self.draw_row(buffer, line, row, cursor),
                (None, Some(file)) => {
                    let text = format!("? {}  a file", escape(&file.name));
                    write(buffer, line, 0, &text, theme::QUIET.patch(cursor));
                }
                (None, None) => {}
            }
        }
        if table.is_empty() && table.files.is_empty() {
            write(buffer, view.list, 0, "it is empty", theme::NOTICE);
        }
        self.draw_below(buffer);
    }

    fn draw_row(&self, buffer: &mut Buffer, line: Area, row: &GroupRow, cursor: Style) {
        let fault = row.node.as_ref().and_then(|node| node.facts.fault.as_ref());
        for placed in &self.columns {
            // A fault takes the place of the unknown columns.
            if let Some(fault) = fault
                && !matches!(placed.column.kind, Name | Type)
            {
                let width = (line.x + line.width).saturating_sub(placed.x);
                let rest = Area { x: placed.x, width, ..line };
                return write(buffer, rest, 0, &format!("✗ {}", escape(fault)), theme::FAULT.patch(cursor));
            }
            let style = match placed.column.kind {
                Name => theme::NAME,
                Faults if known(self.app, row).faults > 0 => theme::FAULT,
                Bar => theme::STORED,
                Codecs | Chunks | About => theme::QUIET,
                Type | Shape | Stored | Decoded | Ratio | Faults => theme::PLAIN,
            };
            let text = cell(placed.column.kind, row, self.greatest, self.app);
            placed.put(buffer, line, &text, style.patch(cursor));
        }
    }

    fn draw_below(&self, buffer: &mut Buffer) {
        let (table, view) = (self.table, self.view);
        if !table.files.is_empty() && !self.app.shared.shows_files {
            let place = if table.is_empty() { view.list } else { view.files };
            let mut texts = Vec::new();
            for after in ["  (. shows each)", ""] {
                texts.extend(rows::files(table.files.len()).map(|text| format!("? {text}{after}")));
            }
            write(buffer, place, 0, &longest(&texts, place.width), theme::QUIET);
        }
        let totals = if table.counts {
            rows::total(&table.sum, table.is_complete()).map(|text| format!("Σ {text}"))
        } else {
            rows::uncounted()
        };
        let total = longest(&totals, view.total.width);
        let by = table.sorted_by.name();
        let beside = [format!("sorted by {by} (o: other column)"), format!("by {by} (o)"), String::new()];
        let room = usize::from(view.total.width).saturating_sub(total.width() + 3);
        let beside = beside.iter().find(|text| text.width() <= room).map_or("", String::as_str);
        write(buffer, view.total, 0, &total, theme::HEADING);
        write_right(buffer, view.total, 0, beside, theme::QUIET);
    }
}

const GREATEST: usize = 4096;

/// `…` is not known yet, `?` is not looked for; an empty text has nothing to say.
fn cell(kind: ColumnKind, row: &GroupRow, greatest: u64, app: &App) -> String {
    if kind == Name {
        return format!("{} {}", sign(row), escape(&row.child.name));
    }
    let Some(node) = &row.node else { return "…".to_owned() };
    let facts = &node.facts;
    let later = if app.group.table.ready().is_some_and(|table| table.counts) { "…" } else { "?" };
    let text = match (kind, &row.weight) {
        (Name, _) => String::new(),
        (Type, _) => rows::kind(facts),
        (Shape, weight) => match (&facts.shape, facts.kind, weight) {
            (Some(shape), ..) => rows::edges(shape),
            (None, RowKind::Group | RowKind::Directory, Some(weight)) => count(weight.arrays.into(), "array"),
            (None, RowKind::Group | RowKind::Directory, None) => later.to_owned(),
            (None, RowKind::Array | RowKind::Unusable | RowKind::Other, _) => String::new(),
        },
        (Chunks, _) => facts.chunk_shape.as_deref().map(rows::edges).unwrap_or_default(),
        (Codecs, _) => facts.codecs.clone(),
        (About, _) => facts.about.clone(),
        (Faults, _) => faults(facts, row, known(app, row), later),
        (Stored | Bar | Decoded | Ratio, _) if facts.kind == RowKind::Other => String::new(),
        (Stored | Bar | Decoded | Ratio, None) => later.to_owned(),
        (Stored, Some(weight)) => size(weight.stored_nbytes),
        (Bar, Some(weight)) => bar(weight.stored_nbytes.into(), greatest.into(), 8),
        (Decoded, Some(weight)) => rows::decoded(weight).unwrap_or_else(|| "–".to_owned()),
        (Ratio, Some(weight)) => {
            rows::times(weight).map_or_else(|| "–".to_owned(), |times| format!("{times:.1}"))
        }
    };
    let more = row.weight.is_some() && !row.is_weighed && kind == Stored;
    let text = escape(&text).into_owned();
    if more { format!("{text}…") } else { text }
}

fn known(app: &App, row: &GroupRow) -> FaultCount {
    app.shared.known.count(&row.child.key)
}

fn faults(facts: &NodeFacts, row: &GroupRow, known: FaultCount, later: &str) -> String {
    let below = row.weight.as_ref().map_or(0, |weight| weight.faults);
    let faults = known.faults.max(below).max(facts.faults as u64);
    let is_verified = known.is_verified && facts.kind != RowKind::Other;
    if faults == 0 && !is_verified && !row.is_weighed {
        return later.to_owned();
    }
    FaultCount { faults, is_verified }.number()
}

fn sign(row: &GroupRow) -> &'static str {
    match row.node.as_ref().map(|node| &node.facts) {
        None => "…",
        Some(facts) if facts.faults > 0 => "✗",
        Some(facts) => match facts.kind {
            RowKind::Group => "▸",
            RowKind::Array => "▪",
            RowKind::Directory => "▹",
            RowKind::Unusable => "✗",
            RowKind::Other => "?",
        },
    }
}
