use ratatui::buffer::Buffer;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{fitted_within, framed, is_focused, longest, write, write_right};
use crate::explorer::tree::state::TreeRow;
use crate::explorer::{App, Area, Late, Pane, theme};
use crate::metadata::text::escape;
use crate::pipeline::RowKind;
use crate::store::EntryKind;
use crate::tell::faults::FaultCount;
use crate::tell::rows;

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let focused = is_focused(app, Pane::Hierarchy);
    let inner = framed(buffer, area, app, "hierarchy", focused);
    let first = usize::try_from(app.hierarchy.tree.scroll.first).unwrap_or(usize::MAX);
    for ((index, row), y) in app.hierarchy.tree.rows.iter().enumerate().skip(first).zip(0..inner.height) {
        let selected = index == app.hierarchy.tree.selected;
        let sign = if app.hierarchy.doubtful.contains(&row.child.key) { DOUBTFUL } else { sign(row) };
        let area = Area { y: inner.y + y, height: 1, ..inner };
        let known = app.shared.known.count(&row.child.key);
        draw_row(buffer, area, row, sign, known, selected.then(|| theme::cursor(focused)));
    }
}

fn draw_row(
    buffer: &mut Buffer,
    area: Area,
    row: &TreeRow,
    (sign, style): (&str, Style),
    known: FaultCount,
    cursor: Option<Style>,
) {
    let name = if row.depth == 0 { last_name(&row.child.name) } else { escape(&row.child.name).into_owned() };
    let name = if row.child.kind == EntryKind::Link { format!("{name} →") } else { name };
    // Deep in the tree, the name matters more than the indentation.
    let indent = "  ".repeat(row.depth.min(usize::from(area.width) / 4));
    let style = cursor.map_or(style, |cursor| style.patch(cursor));
    let before = format!("{indent}{sign} ");
    let area = draw_right(buffer, area, row, known, format!("{before}{name}").width());
    let shown = if row.files.is_empty() {
        let room = area.width.saturating_sub(u16::try_from(before.width()).unwrap_or(u16::MAX));
        format!("{before}{}", fitted_within(&name, room))
    } else {
        longest(&rows::files(row.files.len()).map(|files| format!("{before}{files}")), area.width)
    };
    write(buffer, area, 0, &shown, style);
}

fn draw_right(buffer: &mut Buffer, area: Area, row: &TreeRow, known: FaultCount, name: usize) -> Area {
    let is_node = row.may_open() || matches!(row.described, Some(RowKind::Array));
    let is_shown = is_node && (known.faults > 0 || known.is_verified);
    let sign = if is_shown { known.sign() } else { String::new() };
    // Beside the number of faults, that of the nodes in a group would be taken for another of them.
    let is_count = row.is_open() && known.faults > 0 && !sign.is_empty();
    let mut detail = detail(row);
    if is_count && !detail.is_empty() {
        detail = format!("({detail})");
    }
    // Two numbers need a wider gap to be told apart.
    let gap = if row.is_open() { 2 } else { 1 };
    let gap = if sign.is_empty() || detail.is_empty() { 0 } else { gap };
    let shows_detail = name + sign.width() + gap + detail.width() < usize::from(area.width);
    let fits = shows_detail || name + sign.width() < usize::from(area.width);
    if shows_detail {
        write_right(buffer, area, 0, &detail, theme::QUIET);
    }
    if sign.is_empty() || (known.faults == 0 && !fits) {
        return area;
    }
    let right = if shows_detail { gap + detail.width() } else { 0 };
    let less = |width: usize| area.width.saturating_sub(u16::try_from(width).unwrap_or(u16::MAX));
    let style = if known.faults > 0 { theme::FAULT } else { theme::SOUND };
    write_right(buffer, Area { width: less(right), ..area }, 0, &sign, style);
    Area { width: less(right + sign.width() + 1), ..area }
}

fn last_name(path: &str) -> String {
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if name.is_empty() { path.to_owned() } else { name.to_owned() }
}

const DOUBTFUL: (&str, Style) = ("?", theme::NOTICE);

fn sign(row: &TreeRow) -> (&'static str, Style) {
    match (&row.described, &row.children) {
        (_, Late::Failed(_)) | (Some(RowKind::Unusable), _) => ("✗", theme::FAULT),
        (_, Late::Waiting { so_far: None, .. }) => ("…", theme::PLAIN),
        (Some(RowKind::Array), _) => ("▪", theme::NAME),
        (Some(RowKind::Other), _) => ("?", theme::QUIET),
        (Some(RowKind::Directory), _) if row.is_open() => ("▿", theme::QUIET),
        (Some(RowKind::Directory), _) => ("▹", theme::QUIET),
        _ if row.is_open() => ("▾", theme::PLAIN),
        _ => ("▸", theme::PLAIN),
    }
}

fn detail(row: &TreeRow) -> String {
    match (&row.described, &row.children) {
        (Some(RowKind::Array), _) => row.short_type.clone(),
        (_, children) => children.so_far().map(usize::to_string).unwrap_or_default(),
    }
}
