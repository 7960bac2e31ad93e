//! The window of profiles: each line through the cursor as a plot, with a sign on its axis for what has no number.

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line};
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{fit, rect, window, write, write_right, write_wrapped};
use crate::explorer::keys::keymap::{KEYMAP, configured_keys, short_names};
use crate::explorer::stats::{ProfileLine, profile_plans, profile_value};
use crate::explorer::{App, Area, KeyCommand, Late, ProfileWindow, Selection, theme};
use crate::meaning::Meaning;
use crate::metadata::text::escape;
use crate::pipeline::{Layout, NumberType, Picture, PictureCell};
use crate::tell::colors::FAULT;
use crate::tell::summary::rounded;
use crate::tell::words::grouped;

const LOW: u16 = 9;
/// Columns between labels of an axis, and those that a label takes at least.
const APART: usize = 2;
const LEAST_TICK: usize = 4;

pub(crate) fn draw(buffer: &mut Buffer, app: &App, shown: &ProfileWindow) {
    let selection = &app.shared.selection;
    let layout = selection.array_layout();
    let at = selection.cursor().unwrap_or_default();
    let mark = selection.meaning_mark();
    let room = usize::from(app.shared.size.0).saturating_sub(mark.width() + 14);
    let titles = [true, false].map(|is_long| title(selection, layout.map(AsRef::as_ref), &at, is_long));
    let [long, short] = &titles;
    let title = if long.width() <= room { long } else { short };
    let inner = window(buffer, app, &format!("{title}{}", escape(&mark)));
    if let Err(why) = profile_plans(selection, shown.alone) {
        return write_wrapped(buffer, inner, &escape(&why), theme::NOTICE);
    }
    let has_more = at.len() > 1 && inner.height >= LOW;
    let (plots, key) = inner.top(inner.height - u16::from(has_more));
    let keys = KEYMAP.iter().find(|binding| binding.command == KeyCommand::SliceAxis);
    let keys = short_names(&configured_keys(keys.map_or(&[], |binding| binding.keys)));
    let what =
        if shown.alone.is_some() { "shows the next dimension" } else { "shows one dimension at a time" };
    write(buffer, key, 0, &format!("{keys} {what}"), theme::QUIET);
    let each = plots.height / u16::try_from(shown.lines.len()).unwrap_or(1).max(1);
    let mut rest = plots;
    for line in &shown.lines {
        let (own, below) = rest.top(each);
        draw_line(buffer, own, app, line);
        rest = below;
    }
}

fn title(selection: &Selection, layout: Option<&Layout>, at: &[u64], is_long: bool) -> String {
    let mut along = Vec::new();
    if let Some(layout) = layout {
        for (axis, (name, at)) in layout.dimensions.iter().zip(at).enumerate() {
            along.push(selection.place_words((axis, name), *at, is_long));
        }
    }
    if along.is_empty() { "profile".to_owned() } else { format!("profile through {}", along.join(", ")) }
}

fn draw_line(buffer: &mut Buffer, area: Area, app: &App, line: &ProfileLine) {
    let selection = &app.shared.selection;
    let (head, rest) = area.top(1);
    let cells = line.cells(selection);
    let at = selection.cursor().and_then(|at| at.get(line.dimension()).copied());
    let name = selection.array_layout().and_then(|layout| layout.dimensions.get(line.dimension()));
    let mut text = format!("along {}", name.map_or("", String::as_str));
    if let Some(at) = at {
        let value = profile_value(selection).map_or(String::new(), |value| format!(" = {}", escape(&value)));
        let at = selection.label_words(line.dimension(), at);
        text = format!("{text}, cursor at {at}{value}");
    }
    // The ends have coordinates, and the axis between them has the distances of indices.
    if selection.element_text(true).label(line.dimension(), 0).is_some() {
        text.push_str("  drawn evenly");
    }
    let meaning = selection.shown_meaning().map(AsRef::as_ref);
    let fill = selection.array().map_or(f64::NAN, |array| NumberType::nearest(&array.metadata.fill_value));
    let fills = selection.array().map_or(String::new(), |array| array.metadata.fill_value.to_string());
    text.push_str(&state(line, &cells, [&fills, if meaning.is_some() { "masked" } else { "NaN" }]));
    write(buffer, head, 0, &text, theme::HEADING);
    let Some(range) = extremes(&cells, fill) else {
        let why = if line.picture.is_waiting() { "reading …" } else { "no finite number" };
        let (plot, axis) = rest.top(rest.height.saturating_sub(2));
        write(buffer, plot, 0, why, theme::NOTICE);
        return draw_axis(buffer, axis, selection, line, &cells);
    };
    Plot { cells: &cells, fill, range, meaning }.draw(buffer, rest, selection, line, at);
}

fn state(line: &ProfileLine, cells: &[PictureCell], [fill, nan]: [&str; 2]) -> String {
    let mut text = String::new();
    let mut say = |part: String| {
        text.push_str("  ");
        text.push_str(&part);
    };
    match &line.picture {
        Late::Failed(error) => say(format!("{FAULT} {}", escape(error))),
        Late::Waiting { so_far, .. } => {
            let (read, chunks) = so_far.as_ref().map_or((0, 0), |picture| (picture.read, picture.chunks));
            say(match chunks {
                0 => "reading …".to_owned(),
                _ => format!("reading … {} of {} chunks", grouped(read.into()), grouped(chunks.into())),
            });
        }
        Late::Ready { value, .. } => say(read(line, value)),
        Late::Idle => {}
    }
    let count = |is: fn(&PictureCell) -> bool| cells.iter().filter(|cell| is(cell)).count() as u128;
    let parts = [
        (FAULT, "lost", count(|cell| matches!(cell, PictureCell::Faulty))),
        ('?', "not known", count(|cell| matches!(cell, PictureCell::Unknown))),
        ('░', "missing", count(|cell| matches!(cell, PictureCell::Missing))),
        ('~', nan, count(|cell| matches!(cell, PictureCell::Nan))),
        ('∞', "infinite", count(|cell| matches!(cell, PictureCell::Infinite | PictureCell::MinusInfinite))),
    ];
    for (sign, what, count) in parts {
        if count == 0 {
            continue;
        }
        let what = if what == "missing" { format!("missing: {}", escape(fill)) } else { what.to_owned() };
        say(format!("{sign} {} {what}", grouped(count)));
    }
    text
}

fn read(line: &ProfileLine, picture: &Picture) -> String {
    let left = picture.cells.iter().filter(|cell| matches!(cell, PictureCell::NotRead)).count();
    let read = picture.cells.len().saturating_sub(left) as u128;
    let all = grouped(line.elements().into());
    if read == u128::from(line.elements()) {
        format!("{all} elements")
    } else {
        format!("{} of {all} elements", grouped(read))
    }
}

fn number(cell: PictureCell) -> Option<f64> {
    if let PictureCell::Fill(number) | PictureCell::Number(number) = cell { Some(number) } else { None }
}

/// The least and the greatest number. The fill value, often far from what was measured, counts only where nothing else does.
fn extremes(cells: &[PictureCell], fill: f64) -> Option<(f64, f64)> {
    let mut range: Option<(f64, f64)> = None;
    for cell in cells {
        if let Some(own) = number(*cell)
            && own.is_finite()
        {
            let (low, high) = range.unwrap_or((own, own));
            range = Some((low.min(own), high.max(own)));
        }
    }
    if range.is_none() && fill.is_finite() && cells.contains(&PictureCell::Missing) {
        return Some((fill, fill));
    }
    range
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Stroke {
    column: u64,
    first: f64,
    last: f64,
    low: f64,
    high: f64,
}

struct Plot<'a> {
    cells: &'a [PictureCell],
    fill: f64,
    range: (f64, f64),
    /// `None` where stored numbers are shown.
    meaning: Option<&'a Meaning>,
}

impl Plot<'_> {
    fn draw(
        &self,
        buffer: &mut Buffer,
        area: Area,
        selection: &Selection,
        line: &ProfileLine,
        at: Option<u64>,
    ) {
        let (low, high) = self.range;
        // A line of one number is in the middle of the plot.
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, high + 0.5) };
        let labels = [low, high].map(|number| {
            let text = match self.meaning.and_then(|meaning| meaning.named(number)) {
                Some(name) => name,
                None => rounded(number, (high - low) / 10.0),
            };
            // The plot has most of the room.
            fit(&text, usize::from(area.width) / 3)
        });
        let wide = labels.iter().map(|label| label.width()).max().unwrap_or(0);
        let (left, right) = area.left(u16::try_from(wide).unwrap_or(0).saturating_add(1));
        let (plot, axis) = right.top(right.height.saturating_sub(2));
        if plot.is_empty() {
            return;
        }
        let names = Area { width: left.width.saturating_sub(1), ..left };
        write_right(buffer, names, 0, &labels[1], theme::QUIET);
        if plot.height > 1 {
            write_right(buffer, names, plot.height - 1, &labels[0], theme::QUIET);
        }
        for row in 0..plot.height {
            write(buffer, left.left(names.width).1, row, "│", theme::QUIET);
        }
        write(buffer, left.left(names.width).1, plot.height, "└", theme::QUIET);
        draw_axis(buffer, axis, selection, line, self.cells);
        let dots = u64::from(plot.width) * 2;
        let strokes = self.strokes(dots);
        let cursor = at.and_then(|at| line.plan.cell(1, at));
        Canvas::default()
            .marker(Marker::Braille)
            .x_bounds([0.0, place(dots.saturating_sub(1))])
            .y_bounds([low, high])
            .paint(|context| {
                if let Some(cell) = cursor {
                    let cursor = place(column(cell, self.cells.len(), dots));
                    context.draw(&Line::new(cursor, low, cursor, high, theme::NOTICE.fg.unwrap_or_default()));
                    context.layer();
                }
                let color = theme::STORED.fg.unwrap_or_default();
                for stroke in strokes.iter().flatten() {
                    let x = place(stroke.column);
                    context.draw(&Line::new(x, stroke.low, x, stroke.high, color));
                }
                for stretch in &strokes {
                    for (before, after) in stretch.iter().zip(stretch.iter().skip(1)) {
                        let (from, to) = (place(before.column), place(after.column));
                        context.draw(&Line::new(from, before.last, to, after.first, color));
                    }
                }
            })
            .render(rect(plot), buffer);
    }

    fn strokes(&self, dots: u64) -> Vec<Vec<Stroke>> {
        let (mut stretches, mut stretch, mut gap) = (Vec::new(), Vec::<Stroke>::new(), false);
        for (index, cell) in (0..).zip(self.cells) {
            let column = column(index, self.cells.len(), dots);
            let Some(own) = self.plotted(*cell) else {
                gap = true;
                continue;
            };
            match stretch.last_mut() {
                Some(stroke) if stroke.column == column => {
                    (stroke.last, stroke.low, stroke.high) = (own, stroke.low.min(own), stroke.high.max(own));
                }
                _ => {
                    if gap && !stretch.is_empty() {
                        stretches.push(std::mem::take(&mut stretch));
                    }
                    stretch.push(Stroke { column, first: own, last: own, low: own, high: own });
                }
            }
            gap = false;
        }
        stretches.push(stretch);
        stretches
    }

    fn plotted(&self, cell: PictureCell) -> Option<f64> {
        let own = if cell == PictureCell::Missing { self.fill } else { number(cell)? };
        (self.range.0..=self.range.1).contains(&own).then_some(own)
    }
}

fn draw_axis(
    buffer: &mut Buffer,
    area: Area,
    selection: &Selection,
    line: &ProfileLine,
    cells: &[PictureCell],
) {
    let mut signs = vec![None; area.width.into()];
    for (index, cell) in (0..).zip(cells) {
        let Some(sign) = sign(*cell) else { continue };
        let column = usize::try_from(column(index, cells.len(), u64::from(area.width) * 2) / 2).unwrap_or(0);
        if let Some(own) = signs.get_mut(column)
            && own.is_none_or(|own: AxisSign| own.rank < sign.rank)
        {
            *own = Some(sign);
        }
    }
    for (column, sign) in (0..area.width).zip(&signs) {
        let (text, style) = sign.as_ref().map_or(("─", theme::QUIET), |sign| (sign.text, sign.style));
        write(buffer, area.left(column).1.left(1).0, 0, text, style);
    }
    let ends = [0, line.elements().saturating_sub(1)];
    let [first, last] = ends.map(|end| selection.label_words(line.dimension(), end));
    let room = usize::from(area.width);
    let first = fit(&first, room);
    write(buffer, area, 1, &first, theme::QUIET);
    if ends == [0, 0] || first.width() + last.width() >= room {
        return;
    }
    write_right(buffer, area, 1, &last, theme::QUIET);
    let free = first.width() + APART..room.saturating_sub(last.width() + APART);
    for (at, text) in ticks_between(selection, line, cells.len(), room) {
        let begin = at.saturating_sub(text.width() / 2);
        if free.contains(&begin) && begin + text.width() <= free.end {
            let is_plain = signs.get(at).is_some_and(Option::is_none);
            let [begin, at] = [begin, at].map(|column| u16::try_from(column).unwrap_or(u16::MAX));
            write(buffer, area.left(begin).1, 1, &text, theme::QUIET);
            if is_plain {
                write(buffer, area.left(at).1.left(1).0, 0, "┬", theme::QUIET);
            }
        }
    }
}

/// The columns and labels of elements between the ends, of as many as have room beside each other: of each element, or of every
/// second, fifth, tenth and so on.
fn ticks_between(
    selection: &Selection,
    line: &ProfileLine,
    cells: usize,
    room: usize,
) -> Vec<(usize, String)> {
    let last = line.elements().saturating_sub(1);
    let powers = (0..).map_while(|power| 10_u64.checked_pow(power));
    for step in powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor))) {
        if step >= last {
            break;
        }
        if last / step > (room / LEAST_TICK) as u64 {
            continue;
        }
        let mut ticks: Vec<(usize, String)> = Vec::new();
        let mut free = 0;
        let every = usize::try_from(step).unwrap_or(usize::MAX);
        let fits = (step..last).step_by(every).all(|index| {
            let Some(cell) = line.plan.cell(1, index) else { return false };
            let at = usize::try_from(column(cell, cells, room as u64 * 2) / 2).unwrap_or(usize::MAX);
            let text = selection.label_words(line.dimension(), index);
            let begin = at.saturating_sub(text.width() / 2);
            let is_apart = begin >= free;
            free = begin + text.width() + APART;
            ticks.push((at, text));
            is_apart
        });
        if fits {
            return ticks;
        }
    }
    Vec::new()
}

#[derive(Clone, Copy)]
struct AxisSign {
    /// The greatest wins where a column has several.
    rank: u8,
    text: &'static str,
    style: Style,
}

fn sign(cell: PictureCell) -> Option<AxisSign> {
    let (rank, text, style) = match cell {
        PictureCell::NotRead => (0, "?", theme::QUIET),
        PictureCell::Missing => (1, "░", theme::QUIET),
        PictureCell::Nan => (2, "~", theme::NOTICE),
        PictureCell::Infinite | PictureCell::MinusInfinite => (3, "∞", theme::NOTICE),
        PictureCell::Unknown => (4, "?", theme::NOTICE),
        PictureCell::Faulty => (5, "✗", theme::FAULT),
        PictureCell::Fill(_) | PictureCell::Number(_) => return None,
    };
    Some(AxisSign { rank, text, style })
}

fn column(index: u64, count: usize, dots: u64) -> u64 {
    let last = (count as u64).saturating_sub(1);
    index.saturating_mul(dots.saturating_sub(1)).checked_div(last).unwrap_or(dots / 2)
}

#[expect(clippy::cast_precision_loss, reason = "a place on the screen")]
fn place(column: u64) -> f64 {
    column as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_a_gap() {
        let number = PictureCell::Number;
        let cells = [number(1.0), PictureCell::Faulty, number(2.0), number(3.0), PictureCell::NotRead];
        let range = extremes(&cells, 0.0).unwrap();
        assert_eq!(range, (1.0, 3.0));
        let strokes = Plot { cells: &cells, fill: 0.0, range, meaning: None }.strokes(10);
        let columns: Vec<Vec<u64>> =
            strokes.iter().map(|stretch| stretch.iter().map(|stroke| stroke.column).collect()).collect();
        assert_eq!(columns, [vec![0], vec![4, 6]]);
    }

    #[test]
    fn many_elements_share_a_column_and_none_of_them_is_lost() {
        let mut cells = vec![PictureCell::Number(0.0); 10_000];
        cells[5_000] = PictureCell::Number(9.0);
        let strokes = Plot { cells: &cells, fill: 0.0, range: (0.0, 9.0), meaning: None }.strokes(100);
        let peaks: Vec<u64> =
            strokes[0].iter().filter(|stroke| stroke.high > 1.0).map(|stroke| stroke.column).collect();
        assert_eq!((strokes[0].len(), peaks), (100, vec![49]));
    }

    #[test]
    fn missing_chunks_are_drawn_at_the_fill_value_where_that_is_near() {
        let cells = [PictureCell::Number(1.0), PictureCell::Missing, PictureCell::Number(3.0)];
        assert_eq!(extremes(&cells, 1e36), Some((1.0, 3.0)));
        let plot = |fill| Plot { cells: &cells, fill, range: (1.0, 3.0), meaning: None };
        assert_eq!((plot(2.0).strokes(6).len(), plot(1e36).strokes(6).len()), (1, 2));
        assert_eq!(extremes(&[PictureCell::Missing], 7.0), Some((7.0, 7.0)));
        assert_eq!(extremes(&[PictureCell::Missing], f64::NAN), None);
    }
}
