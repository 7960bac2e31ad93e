use std::sync::Arc;

use ratatui::buffer::Buffer;

use crate::explorer::draw::text::window;
use crate::explorer::draw::{lines, worded};
use crate::explorer::stats::fact_lines;
use crate::explorer::{App, Late, Selection, StatsWindow};
use crate::metadata::text::escape;
use crate::pipeline::Summary;
use crate::tell::report::Line;
use crate::tell::summary::bars_of;
use crate::tell::words::{grouped, shape};

pub(crate) fn draw(buffer: &mut Buffer, app: &App, stats: &StatsWindow) {
    let selection = &app.shared.selection;
    let inner = window(buffer, app, &format!("statistics{}", escape(&selection.meaning_mark())));
    if let Some(why) = &stats.refused {
        return lines::draw_lines(buffer, inner, &[Line::Text(escape(why).into_owned())], 0);
    }
    let Some(array) = selection.value_array() else { return };
    let view = stats.view(app.shared.size);
    let block = |heading: String, late: &Late<Arc<Summary>>| {
        let mut block = vec![Line::Heading(heading)];
        block.extend(lines(late, waiting(late, stats), selection, [view.bars, view.width.into()]));
        for line in &mut block {
            if let Line::Text(text) = line
                && app.is_plain
            {
                *text = worded::bar(text);
            }
        }
        block
    };
    let key = array.chunk_key(&selection.address.chunk);
    let chunk = if stats.chunk.is_failed() {
        "chunk".to_owned()
    } else {
        format!("chunk {}  {}", shape(&selection.address.chunk), escape(&key))
    };
    let mut blocks = vec![block(chunk, &stats.chunk)];
    if stats.has_plane() {
        blocks.push(block(plane(app), &stats.plane));
    }
    blocks.push(block("the whole array".to_owned(), &stats.whole));
    if !view.is_wide {
        return lines::draw_lines(buffer, inner, &blocks.concat(), stats.scroll.first);
    }
    let mut rest = inner;
    for block in &blocks {
        let (own, after) = rest.left(view.width);
        lines::draw_lines(buffer, own, block, stats.scroll.first);
        rest = after.left(2).1;
    }
}

fn plane(app: &App) -> String {
    let selection = &app.shared.selection;
    let (Some(layout), Some(at)) = (selection.array_layout(), selection.cursor()) else {
        return "the plane".to_owned();
    };
    let axes = selection.axes();
    let mut fixed = Vec::new();
    for (axis, (name, at)) in layout.dimensions.iter().zip(&at).enumerate() {
        if !axes.has(axis) {
            fixed.push(selection.place_words((axis, name), *at, true));
        }
    }
    format!("the plane {}", fixed.join(", "))
}

fn waiting(late: &Late<Arc<Summary>>, stats: &StatsWindow) -> String {
    match (late, stats.progress) {
        (Late::Idle, _) => "counted after the chunk".to_owned(),
        (_, Some(progress)) => match progress.chunks {
            Some(chunks) => {
                let done = progress.decoded.saturating_add(progress.faulty).saturating_add(progress.unknown);
                let again = if progress.is_again {
                    "counting the histogram again, without outliers"
                } else {
                    "counting"
                };
                format!("{again} … {} of {} stored chunks", grouped(done.into()), grouped(chunks.into()))
            }
            None => "looking for chunks …".to_owned(),
        },
        _ => "counting …".to_owned(),
    }
}

fn lines(
    late: &Late<Arc<Summary>>,
    waiting: String,
    selection: &Selection,
    [rows, width]: [usize; 2],
) -> Vec<Line> {
    match late {
        Late::Ready { value: summary, .. } => {
            let mut lines = fact_lines(summary, selection);
            lines.push(Line::Text(String::new()));
            if let Some(array) = selection.value_array() {
                let meaning = array.shown_meaning().map(AsRef::as_ref);
                let bars = bars_of(summary, array.values_type(), meaning, rows, width);
                lines.extend(bars.into_iter().map(Line::Text));
            }
            lines
        }
        Late::Failed(error) => vec![Line::Text(escape(error).into_owned())],
        Late::Waiting { .. } | Late::Idle => vec![Line::Text(waiting)],
    }
}
