//! The windows of numbers: statistics with their histogram, and the profile through the cursor.

use ratatui::buffer::Buffer;
use ratatui::symbols::Marker;
use ratatui::text::Span;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};

use super::{rect, report, theme, window, wrap, write};
use crate::app::{App, Area, Late, Profile, StatsWindow, profiles};
use crate::metadata::DataType;
use crate::metadata::text::escape;
use crate::pipeline::Summary;
use crate::tell::report::Line;
use crate::tell::summary::{bars, facts, rounded};
use crate::tell::words::{grouped, shape};

/// The fewest columns at which chunk and array are side by side.
const WIDE: u16 = 100;

pub(super) fn draw(buffer: &mut Buffer, app: &App, stats: &StatsWindow) {
    let inner = window(buffer, app, "statistics");
    let selection = &app.shared.selection;
    let Some(array) = selection.array() else { return };
    let data_type = &array.metadata.data_type;
    let side = if inner.width >= WIDE { inner.left((inner.width - 2) / 2).0 } else { inner };
    // Side by side both fit; one below the other each has fewer bars.
    let bars = usize::from(if inner.width >= WIDE { inner.height.saturating_sub(14).max(6) } else { 10 });
    let of = |late: &Late<_>, waiting: String| lines(late, waiting, data_type, (bars, side.width.into()));
    let key = array.chunk_key(&selection.address.chunk);
    let chunk = heading(
        format!("chunk {}  {}", shape(&selection.address.chunk), escape(&key)),
        of(&stats.chunk, "counting …".to_owned()),
    );
    let whole = heading("the whole array".to_owned(), of(&stats.whole, waiting(stats)));
    if inner.width < WIDE {
        let all: Vec<Line> = chunk.into_iter().chain(whole).collect();
        return report::draw_lines(buffer, inner, &all, stats.scroll.first);
    }
    report::draw_lines(buffer, side, &chunk, stats.scroll.first);
    let (_, other) = inner.left(side.width + 2);
    report::draw_lines(buffer, other, &whole, stats.scroll.first);
}

/// How far the statistics of the array have come.
fn waiting(stats: &StatsWindow) -> String {
    match (&stats.whole, stats.progress) {
        (Late::Idle, _) => "after the chunk".to_owned(),
        (_, Some(progress)) => match progress.chunks {
            Some(chunks) => {
                let done = progress.decoded.saturating_add(progress.faulty);
                format!("counting … {} of {} stored chunks", grouped(done.into()), grouped(chunks.into()))
            }
            None => "looking for chunks …".to_owned(),
        },
        _ => "counting …".to_owned(),
    }
}

fn heading(text: String, lines: Vec<Line>) -> Vec<Line> {
    std::iter::once(Line::Heading(text)).chain(lines).collect()
}

fn lines(
    late: &Late<std::sync::Arc<Summary>>,
    waiting: String,
    data_type: &DataType,
    (rows, width): (usize, usize),
) -> Vec<Line> {
    match late {
        Late::Ready { value: summary, .. } => {
            let facts = facts(summary).into_iter().map(|(name, fact)| Line::Fact(name, fact));
            let bars = bars(summary, data_type, rows, width).into_iter().map(Line::Text);
            facts.chain([Line::Text(String::new())]).chain(bars).collect()
        }
        Late::Failed(error) => vec![Line::Text(escape(error).into_owned())],
        Late::Waiting { .. } | Late::Idle => vec![Line::Text(waiting)],
    }
}

/// The row and the column through the cursor, one above the other.
pub(super) fn draw_profiles(buffer: &mut Buffer, app: &App) {
    let inner = window(buffer, app, "profile in this chunk");
    let found = match profiles(&app.shared.selection) {
        Ok(found) => found,
        Err(why) => {
            for (line, row) in wrap(&escape(&why), inner.width).iter().zip(0..inner.height) {
                write(buffer, inner, row, line, theme::NOTICE);
            }
            return;
        }
    };
    let each = inner.height / u16::try_from(found.len()).unwrap_or(1).max(1);
    let mut rest = inner;
    for profile in &found {
        let (own, below) = rest.top(each);
        draw_profile(buffer, own, app, profile);
        rest = below;
    }
}

fn draw_profile(buffer: &mut Buffer, area: Area, app: &App, profile: &Profile) {
    let layout = app.shared.selection.array_layout();
    let name =
        layout.and_then(|layout| layout.dimensions.get(profile.dimension)).cloned().unwrap_or_default();
    let (head, plot) = area.top(1);
    let numbers = || profile.points.iter().map(|(_, number)| *number);
    let (low, high) =
        numbers().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), own| (low.min(own), high.max(own)));
    let (Some((first, _)), Some((last, _))) = (profile.points.first(), profile.points.last()) else {
        return write(buffer, head, 0, &format!("along {name}: no finite number"), theme::NOTICE);
    };
    let all = if (profile.points.len() as u64) < profile.elements {
        format!(
            "  {} of {} elements",
            grouped(profile.points.len() as u128),
            grouped(profile.elements.into())
        )
    } else {
        String::new()
    };
    write(buffer, head, 0, &format!("along {name}, cursor at {}{all}", profile.at), theme::HEADING);
    // A line of one number is in the middle of the plot.
    let (low, high) = if low < high { (low, high) } else { (low - 0.5, high + 0.5) };
    let label = |number: f64| Span::raw(rounded(number, (high - low) / 10.0));
    let across = |number: f64| Span::raw(rounded(number, 1.0));
    let end = if first < last { *last } else { first + 1.0 };
    #[expect(clippy::cast_precision_loss, reason = "a place in a plot")]
    let cursor = [(profile.at as f64, low), (profile.at as f64, high)];
    let line = Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).style(theme::STORED);
    let mark = Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).style(theme::NOTICE);
    Chart::new(vec![mark.data(&cursor), line.data(&profile.points)])
        .x_axis(
            Axis::default().bounds([*first, end]).labels([across(*first), across(end)]).style(theme::QUIET),
        )
        .y_axis(Axis::default().bounds([low, high]).labels([label(low), label(high)]).style(theme::QUIET))
        .render(rect(plot), buffer);
}
