use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::codec::{Entry, ShardMap, Use};
use crate::explorer::draw::text::write;
use crate::explorer::{Area, ValuesPane, theme, views};
use crate::tell::words::{count, shape, size};

pub(crate) fn draw(buffer: &mut Buffer, inner: Area, map: &ShardMap, pane: &ValuesPane, focused: bool) {
    let table = views::table(map.entries.len(), inner);
    draw_strip(buffer, table.strip, map, pane.entry);
    let coords = map.entries.iter().map(|(coords, _)| shape(coords).chars().count()).take(64).max();
    // Coordinates of very many dimensions are wider than any pane, and `format!` panics at widths beyond 65 535.
    let width = coords.unwrap_or(0).min(inner.width.into()).max("inner chunk".len());
    let header = format!("{:<width$}  {:>12}  {:>10}", "inner chunk", "offset", "nbytes");
    write(buffer, table.header, 0, &header, theme::QUIET);
    let rows =
        map.entries.iter().enumerate().skip(usize::try_from(pane.scroll[0].first).unwrap_or(usize::MAX));
    for ((number, (coords, entry)), y) in rows.zip(0..table.rows.height) {
        let (text, style) = row(map, *entry);
        write(buffer, table.rows, y, &format!("{:<width$}  {text}", shape(coords)), style);
        if number == pane.entry {
            let place = Rect { x: table.rows.x, y: table.rows.y + y, width: table.rows.width, height: 1 };
            buffer.set_style(place, theme::cursor(focused));
        }
    }
    write(buffer, table.below, 0, &summary(map), theme::HEADING);
}

fn row(map: &ShardMap, entry: Entry) -> (String, Style) {
    let Entry::Stored { offset, nbytes } = entry else {
        return (format!("{:>12}  {:>10}", "·", "missing"), theme::QUIET);
    };
    let end = offset.saturating_add(nbytes);
    let (what, style) = if map.is_outside(entry) {
        ("  ✗ leads out of the shard", theme::FAULT)
    } else if map.overlaps.iter().any(|overlap| overlap.start < end && offset < overlap.end) {
        ("  ✗ overlaps", theme::FAULT)
    } else {
        ("", theme::PLAIN)
    };
    (format!("{offset:>12}  {nbytes:>10}{what}"), style)
}

fn draw_strip(buffer: &mut Buffer, area: Area, map: &ShardMap, selected: usize) {
    for (used, x) in map.strip(area.width).into_iter().zip(area.x..) {
        let (sign, style) = match used {
            Use::Inner(number) if number == selected => ("█", theme::FOLLOWED),
            Use::Inner(number) if number.is_multiple_of(2) => ("▓", theme::STORED),
            Use::Inner(_) => ("▒", theme::STORED),
            Use::Index => ("i", theme::NAME),
            Use::Gap => ("·", theme::QUIET),
            Use::Overlap => ("✗", theme::FAULT),
        };
        if area.height > 0 {
            buffer.set_string(x, area.y, sign, style);
        }
    }
}

fn summary(map: &ShardMap) -> String {
    let stored = map.stored;
    let missing = map.entries.len() as u64 - stored;
    let mut parts = vec![format!("{stored} stored, {missing} missing")];
    if !map.gaps.is_empty() {
        let nbytes = map.gaps.iter().map(|gap| gap.end - gap.start).sum();
        parts.push(format!("{} of {}", count(map.gaps.len() as u128, "gap"), size(nbytes)));
    }
    if !map.overlaps.is_empty() {
        parts.push(count(map.overlaps.len() as u128, "overlap"));
    }
    if map.outside > 0 {
        parts.push(format!("{} lead out", map.outside));
    }
    parts.push(format!("index i at {}:{}", map.index.start, map.index.end));
    parts.join(", ")
}
