//! The window of statistics with their histograms.

use ratatui::buffer::Buffer;

use super::{report, window};
use crate::app::{App, Late, StatsWindow};
use crate::metadata::DataType;
use crate::metadata::text::escape;
use crate::pipeline::Summary;
use crate::tell::report::Line;
use crate::tell::summary::{bars, facts};
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
