use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::explorer::compare::{
    ArraysView, ComparePanes, ComparedArrays, ComparedChunks, ComparedRow, StageSides, hex_plane,
};
use crate::explorer::draw::text::{border, fit, fitted_within, rect, write, write_right, write_wrapped};
use crate::explorer::draw::{lines, theme};
use crate::explorer::keys::keymap::named;
use crate::explorer::values::draw::{brackets, draw_plane};
use crate::explorer::{App, Area, ChunksView, CompareWindow, Content, Hex, KeyCommand, Late};
use crate::lab::{ArrayDiff, DiffSide, StageComparison};
use crate::metadata::text::escape;
use crate::tell::diff_facts;
use crate::tell::report::Line;
use crate::tell::words::{count, grouped, size};
use crate::tell::wrapping::wrap;

const MOST_FIELDS: usize = 1000;
const NOT_COMPARED: &str = "not compared";

pub(crate) fn draw(buffer: &mut Buffer, app: &App, window: &CompareWindow) {
    let (width, height) = app.shared.size;
    let all = Area { x: 0, y: 0, width, height: height.saturating_sub(1) };
    Clear.render(rect(all), buffer);
    match (&window.chunks, &window.arrays) {
        (Some(view), _) => draw_chunks(buffer, app, view),
        (None, Some(view)) => {
            let inner = border(buffer, all, "two arrays compared", true);
            lines::draw_lines(buffer, inner, &array_lines(view), view.scroll.first);
        }
        (None, None) => {}
    }
}

fn draw_chunks(buffer: &mut Buffer, app: &App, view: &ChunksView) {
    let panes = view.panes(app.shared.size);
    let Some(found) = view.compared.ready() else {
        let text = match &view.compared {
            Late::Failed(error) => escape(error).into_owned(),
            Late::Idle | Late::Waiting { .. } | Late::Ready { .. } => "reading both chunks …".to_owned(),
        };
        write(buffer, panes.head, 0, &text, theme::NOTICE);
        for (side, area) in panes.sides.each() {
            border(buffer, *area, &title(view, side, *area), false);
        }
        return;
    };
    draw_head(buffer, panes.head, view, found);
    draw_stages(buffer, &panes, view, found);
    if view.lists_stages {
        return;
    }
    for (side, area) in panes.sides.each() {
        let inner = border(buffer, *area, &title(view, side, *area), false);
        SidesView { view, sides: found.sides(view.stage), side }.draw(buffer, inner);
    }
}

fn title(view: &ChunksView, side: DiffSide, area: Area) -> String {
    let name = escape(view.names.on(side)).into_owned();
    format!("{side}: {}", fitted_within(&name, area.width.saturating_sub(7)))
}

fn draw_head(buffer: &mut Buffer, area: Area, view: &ChunksView, found: &ComparedChunks) {
    let number = format!("{} of {}", view.stage + 1, found.stage_count());
    let shown = if view.shows_elements() { "" } else { ", bytes" };
    let (name, what) = match found.stage_comparison(view.stage) {
        Some(_) if found.is_unlike() => (name_of(found, view.stage), unlike(found, view)),
        Some(row) => (name_of(found, view.stage), diff_facts::stage_found(row)),
        None => ("stage".to_owned(), "one side cannot be read: not compared".to_owned()),
    };
    let mut lines = wrap(&format!("stage {number}, {name}{shown}: {what}"), area.width);
    if let Some(stages) = &found.stages {
        lines.extend(wrap(&diff_facts::chunk_verdict(stages), area.width));
    }
    let rows = usize::from(area.height);
    let is_cut = lines.len() > rows;
    for (row, line) in (0..area.height).zip(&lines) {
        let is_last = usize::from(row) + 1 == rows && is_cut;
        // One letter too many, so that it is cut with an ellipsis.
        let text = if is_last { format!("{line:<0$}…", usize::from(area.width)) } else { line.clone() };
        write(buffer, area, row, &text, if row == 0 { theme::HEADING } else { theme::PLAIN });
    }
}

/// Where two chunks cover different elements, only those that both have are compared.
fn unlike(found: &ComparedChunks, view: &ChunksView) -> String {
    let sides = found.sides(view.stage);
    if view.shows_elements()
        && let Some(ComparedRow { elements: Some(differ), .. }) = sides.differences()
        && let Some(pairs) = sides.pairs()
    {
        let all = count(pairs.size().into(), "element");
        let what = if differ.is_empty() { "the same" } else { "not the same" };
        return format!("both sides have {all} of the chunks, which are {what}");
    }
    diff_facts::OTHER_BYTES.to_owned()
}

fn draw_stages(buffer: &mut Buffer, panes: &ComparePanes, view: &ChunksView, found: &ComparedChunks) {
    if panes.stages.is_empty() {
        return;
    }
    let inner = border(buffer, panes.stages, "stages, as decoded", view.lists_stages);
    let mut rows = Vec::new();
    for stage in 0..found.stage_count() {
        let (mut sizes, mut what) = (String::new(), NOT_COMPARED.to_owned());
        if let Some(row) = found.stage_comparison(stage) {
            let nbytes = row.nbytes.map(|nbytes| nbytes.map_or("–".to_owned(), size));
            sizes = if nbytes.are_same() { nbytes.a } else { format!("{} | {}", nbytes.a, nbytes.b) };
            if !found.is_unlike() {
                what = diff_facts::stage_found(row);
            }
        }
        rows.push((name_of(found, stage), sizes, what));
    }
    let name = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0).min(24);
    let sizes = rows.iter().map(|(_, sizes, _)| sizes.chars().count()).max().unwrap_or(0);
    let first = (view.stage + 1).saturating_sub(usize::from(inner.height.max(1)));
    for ((stage, (own, nbytes, what)), y) in rows.iter().enumerate().skip(first).zip(0..inner.height) {
        let own = fit(own, name);
        let sizes = if inner.width >= 60 { format!("{nbytes:>sizes$}  ") } else { String::new() };
        let is_same = found.stage_comparison(stage).is_some_and(StageComparison::is_equal);
        let sign = match (what == NOT_COMPARED, is_same) {
            (true, _) => "?",
            (false, true) => "=",
            (false, false) => "≠",
        };
        let style = if stage == view.stage { theme::CURSOR } else { theme::PLAIN };
        write(buffer, inner, y, &format!("{own:<name$} {sign} {sizes}{what}"), style);
    }
}

fn name_of(found: &ComparedChunks, stage: usize) -> String {
    match found.stage_comparison(stage) {
        Some(_) if found.are_elements(stage) => "elements".to_owned(),
        Some(row) => diff_facts::stage_name(row),
        None => format!("stage {}", stage + 1),
    }
}

fn array_lines(view: &ArraysView) -> Vec<Line> {
    let name =
        |name: &'static str, side: DiffSide| Line::Fact(name, escape(view.names.on(side)).into_owned());
    let mut lines = vec![name("a", DiffSide::A), name("b", DiffSide::B)];
    if let Late::Failed(error) = &view.compared {
        lines.push(Line::Fault(escape(error).into_owned()));
    }
    let Some(all) = view.compared.so_far() else {
        lines.push(Line::Text("comparing …  Esc stops".to_owned()));
        return lines;
    };
    lines.push(Line::Fact("", String::new()));
    lines.push(Line::Fact("", state(view, all)));
    for fault in &all.faults {
        let text = format!("{}: {}: {}", fault.side, fault.key, fault.fault);
        lines.push(Line::Fault(escape(&text).into_owned()));
    }
    let more = all.fault_count.saturating_sub(all.faults.len() as u64);
    if more > 0 {
        lines.push(Line::Fault(format!("… and {}", count(more.into(), "more fault"))));
    }
    if let Some(found) = &all.diff {
        lines.extend(found_lines(found));
    } else if !view.compared.is_waiting() {
        lines.push(Line::Fault("one of them is not an array that can be compared".to_owned()));
    }
    lines
}

fn state(view: &ArraysView, all: &ComparedArrays) -> String {
    let read = count(u128::from(all.counts.decoded) + u128::from(all.counts.faulty), "chunk");
    let compared = match &all.diff {
        Some(ArrayDiff { elements: Ok(elements), .. }) => elements.compared,
        _ => 0,
    };
    if view.compared.is_waiting() {
        let mut of = String::new();
        if let Some(array) = &view.arrays.a {
            let mut size = 1_u128;
            for edge in &array.metadata.shape {
                size = size.saturating_mul((*edge).into());
            }
            of = format!(" of {}", grouped(size));
        }
        return format!("comparing …  {read} read, {}{of} elements compared  Esc stops", grouped(compared));
    }
    let verdict = match &all.diff {
        Some(found) => diff_facts::array_verdict(found, all.fault_count),
        None => NOT_COMPARED,
    };
    let faults = count(all.fault_count.into(), "fault");
    let faults = if all.fault_count == 0 { String::new() } else { format!("; {faults}") };
    format!("{verdict}{faults}; {read} read, {} compared", count(compared, "element"))
}

fn found_lines(found: &ArrayDiff) -> Vec<Line> {
    let fact = |name: &'static str, text: String| Line::Fact(name, text);
    let mut lines = Vec::new();
    if diff_facts::may_mean_the_same(found) {
        let key = named(&[KeyCommand::Physical], "before comparing");
        lines.push(Line::Text(format!(
            "these are the stored numbers; {key} compares what attributes make of them"
        )));
    }
    match &found.elements {
        Ok(elements) => {
            lines.push(fact("elements", diff_facts::elements(elements)));
            if let Some(first) = &elements.first {
                lines.push(fact("first", diff_facts::first(first)));
                for (side, _) in first.chunks.each() {
                    lines.push(fact("", diff_facts::first_chunk(first, side)));
                }
            }
            lines.push(fact("chunks", diff_facts::chunks(elements)));
        }
        Err(reason) => lines.push(fact("elements", format!("not compared: {reason}"))),
    }
    lines.push(Line::Heading("Documents".to_owned()));
    let fields = diff_facts::fields(&found.fields, MOST_FIELDS, true);
    if fields.is_empty() {
        lines.push(Line::Text("metadata is identical".to_owned()));
    }
    lines.extend(fields.into_iter().map(Line::Text));
    lines
}

struct SidesView<'a> {
    view: &'a ChunksView,
    sides: StageSides<'a>,
    side: DiffSide,
}

impl SidesView<'_> {
    fn draw(&self, buffer: &mut Buffer, inner: Area) {
        let content = self.sides.content(self.side, self.view.hex);
        match &content {
            Content::Nothing(reason) => {
                write_wrapped(buffer, inner, &escape(reason), theme::NOTICE);
            }
            Content::Bytes { bytes, .. } => self.draw_bytes(buffer, inner, bytes),
            Content::Array { .. } | Content::Window(_) | Content::Fill { .. } | Content::Shard(_) => {
                self.draw_elements(buffer, inner, &content);
            }
        }
    }

    fn draw_bytes(&self, buffer: &mut Buffer, inner: Area, bytes: &[u8]) {
        if bytes.is_empty() {
            return write(buffer, inner, 0, "no bytes", theme::NOTICE);
        }
        let (hex, _) = hex_plane(self.view.nbytes(), inner);
        let first = self.view.scroll.first().map_or(0, |scroll| scroll.first);
        for (row, y) in (first..).zip(0..hex.cells.height) {
            let start = row.saturating_mul(hex.in_row);
            if start >= bytes.len() as u64 {
                if start < self.view.nbytes() {
                    write(buffer, Area { width: inner.width, ..hex.labels }, y, "ends before", theme::QUIET);
                }
                break;
            }
            self.draw_row(buffer, &hex, bytes, start, y);
        }
        let own = byte_at(bytes, self.view.offset);
        let about = own.map_or("ends before".to_owned(), |byte| format!("{byte:#04x}, {byte}"));
        let about = format!("byte {}: {about}", grouped(self.view.offset.into()));
        write(buffer, hex.below, 0, &about, theme::HEADING);
    }

    fn is_other(&self, bytes: &[u8], at: u64) -> bool {
        let Some(other) = self.sides.bytes(self.side.other()) else { return false };
        !self.sides.chunks.is_unlike() && byte_at(bytes, at) != byte_at(other, at)
    }

    fn draw_row(&self, buffer: &mut Buffer, hex: &Hex, bytes: &[u8], start: u64, y: u16) {
        let width = usize::from(hex.labels.width.saturating_sub(1));
        write(buffer, hex.labels, y, &format!("{start:0width$x}"), theme::QUIET);
        let mut was_other = false;
        for column in 0..hex.in_row {
            let at = start.saturating_add(column);
            let Some(byte) = byte_at(bytes, at) else { break };
            let x = hex.cells.x.saturating_add(hex.column(column));
            if x.saturating_add(2) > hex.cells.x.saturating_add(hex.cells.width) {
                break;
            }
            let is_other = self.is_other(bytes, at);
            let style = if is_other { OTHER } else { theme::PLAIN };
            let place = Area { x, y: hex.cells.y + y, width: 2, height: 1 };
            let style = if at == self.view.offset { style.patch(theme::CURSOR) } else { style };
            write(buffer, place, 0, &format!("{byte:02x}"), style);
            let next = column + 1 < hex.in_row && self.is_other(bytes, at + 1);
            if is_other && !was_other {
                sign(buffer, (x.saturating_sub(1), place.y), "[");
            }
            if is_other && !next {
                sign(buffer, (x + 2, place.y), "]");
            }
            was_other = is_other;
            let (_, text) = hex.text.left(u16::try_from(column).unwrap_or(u16::MAX));
            let letter = if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '·' };
            write(buffer, text, y, &letter.to_string(), if is_other { OTHER } else { theme::QUIET });
        }
    }

    fn draw_elements(&self, buffer: &mut Buffer, inner: Area, content: &Content) {
        let Some(view) = self.view.view(inner) else { return };
        if view.plane.is_empty() {
            return write(buffer, inner, 0, "no elements", theme::NOTICE);
        }
        let pairs = self.sides.pairs();
        let own = |coords: &[u64]| self.sides.within(self.side, coords);
        let text = |own: &[u64]| {
            let shape = content.shape()?;
            let is_within = own.len() == shape.len() && own.iter().zip(shape).all(|(at, edge)| at < edge);
            if is_within { content.shown_text(own) } else { None }
        };
        let label = |coords: &[u64], axis: usize| Some(own(coords).get(axis)?.to_string());
        draw_plane(
            buffer,
            &view,
            self.view.scroll,
            &self.view.coords,
            1,
            &label,
            &|buffer, place, coords| {
                let text = text(&own(coords)).unwrap_or_else(|| "–".to_owned());
                let text = fit(&text, usize::from(place.width).saturating_sub(3));
                let is_other = pairs.as_ref().is_some_and(|pairs| pairs.differ_at(coords));
                let style = if is_other { OTHER } else { theme::PLAIN };
                let shown = if is_other { format!("[{text}]") } else { format!("{text} ") };
                write_right(buffer, place, 0, &shown, style);
                if coords == self.view.coords {
                    let width = u16::try_from(shown.trim_end().width()).unwrap_or(0);
                    let right = place.x + place.width;
                    let end = if is_other { right } else { right.saturating_sub(1) };
                    let x = end.saturating_sub(width).max(place.x);
                    let cursor = Area { x, y: place.y, width: end.saturating_sub(x), height: 1 };
                    buffer.set_style(rect(cursor), theme::CURSOR);
                }
            },
        );
        let own = self.sides.within(self.side, &self.view.coords);
        let text = text(&own).unwrap_or_else(|| "no such element".to_owned());
        let fill = if matches!(content, Content::Fill { .. }) { "  fill value (chunk missing)" } else { "" };
        write(buffer, view.below, 0, &format!("{} = {text}{fill}", brackets(&own)), theme::HEADING);
    }
}

fn byte_at(bytes: &[u8], at: u64) -> Option<u8> {
    bytes.get(usize::try_from(at).ok()?).copied()
}

const OTHER: Style = theme::FAULT;

fn sign(buffer: &mut Buffer, (x, y): (u16, u16), sign: &str) {
    if x < buffer.area.right() && y < buffer.area.bottom() {
        buffer.set_string(x, y, sign, OTHER);
    }
}
