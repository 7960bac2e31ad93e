//! Draws the pane of a picture: its title, its legend and what it says where there is none. `draw/picture_cells.rs` draws the cells.

use std::fmt::Write;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::core::element_text::SHOWN;
use crate::explorer::draw::picture_cells::CellsView;
use crate::explorer::draw::text::{fit, framed, is_focused, write_right, write_wrapped};
use crate::explorer::geometry::picture_view::PictureView;
use crate::explorer::picture::PicturePane;
use crate::explorer::values::draw::brackets;
use crate::explorer::{App, Area, Late, Pane, Side, theme};
use crate::metadata::text::escape;
use crate::pipeline::PicturePlan;
use crate::tell::channel::{DrawnChannel, level_words, names_of};
use crate::tell::colors::Painter;
use crate::tell::label_colors::{Painted, PaintedChannel};
use crate::tell::legend::{LegendPart, PictureWords, legend, legend_of_channels};
use crate::tell::summary::rounded;
use crate::tell::words::count;

/// Columns that labels have in a legend in any case.
const LABELS: usize = 20;
/// Columns at the end of a row in which a part of the legend has no room.
const UNUSED: usize = 12;
/// Numbers of other channels have about so many parts of them.
const DIGITS: f64 = 1e-5;

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let pane = &app.picture;
    let picture = pane.shown(&app.shared);
    let mark = escape(&app.shared.selection.meaning_mark()).into_owned();
    let room = usize::from(area.width).saturating_sub(4 + mark.width());
    let titles = picture.as_deref().map(|picture| titles(app, &picture.plan)).unwrap_or_default();
    let title = titles.iter().find(|title| title.width() <= room).or(titles.last());
    let title = title.filter(|title| !title.is_empty()).map_or("picture", String::as_str);
    let title = fit(title, room) + &mark;
    let inner =
        framed(buffer, area, app, &title, is_focused(app, Pane::Values) && pane.takes_over(&app.shared));
    let say = |buffer: &mut Buffer, text: &str, style| write_wrapped(buffer, inner, text, style);
    match (picture.as_deref(), &pane.picture) {
        (_, Late::Failed(error)) => say(buffer, &format!("no picture: {}", escape(error)), theme::NOTICE),
        (Some(picture), _) => {
            let view = PictureView::of(&picture.plan, inner, app.shared.dots());
            let coloring = pane.coloring(&picture.plan, &app.shared);
            let mut painter = Painter::new(picture.spread.as_ref(), coloring);
            let labels = pane.overlay(&app.shared).map(AsRef::as_ref);
            let channels = pane.channels(&app.shared);
            let others = others(pane, &channels, &picture.plan);
            if !channels.is_empty() {
                // Nothing is drawn where there is no light.
                painter.fill = None;
            }
            let drawn = Painted { picture, painter: &painter, others: &others, labels };
            let cells = CellsView { painted: drawn, view };
            cells.draw(buffer);
            if let Some(element) = app.shared.selection.cursor() {
                cells.draw_cursor(buffer, &element);
            }
            let meaning = app.shared.selection.drawn_meaning().map(AsRef::as_ref);
            let meaning = meaning.filter(|own| pane.minus(&app.shared).is_none() || own.has_differences());
            let words = PictureWords { picture, painter: &painter, meaning };
            let change =
                pane.minus(&app.shared).and_then(|_| cells.number_at(&app.shared.selection.cursor()?));
            let under = under_cursor(app, change, &channels_at_cursor(app));
            let mut parts;
            let mut sampled = None;
            if channels.is_empty() {
                parts = legend(words, view.is_short());
                sampled = words.sampled().map(|text| format!(" {text}"));
                let channel = app.shared.selection.channel_of(&picture.plan.fixed);
                parts.extend(channel.and_then(|(_, channel)| channel.legend(coloring)));
            } else {
                parts = legend_of_channels(&names_of(&channels), drawn, view.is_short());
                let unread = channels.len() - 1 - others.len();
                if let Some(why) = pane.composite.failure() {
                    parts.push(LegendPart::Text(format!("  other channels: {}", escape(why))));
                } else if unread > 0 {
                    parts.push(LegendPart::Text(format!("  reading {} …", count(unread as u128, "channel"))));
                }
            }
            let kept = with_labels(&mut parts, &labels_texts(app, &cells), &under, &cells);
            parts
                .extend(sampled.filter(|text| cells.fits_in_a_row(&parts, text, kept)).map(LegendPart::Text));
            let rest = cells.draw_legend(buffer, &parts, kept);
            let room = usize::from(rest.width).saturating_sub(2);
            if let Some(text) = under.iter().find(|text| text.width() <= room).or(under.last()) {
                write_right(buffer, rest, 0, &fit(text, room), theme::HEADING);
            }
        }
        (None, Late::Waiting { .. }) => say(buffer, "reading …", theme::NOTICE),
        (None, _) => say(buffer, "no picture: no element of the array can be read", theme::NOTICE),
    }
}

/// The channels that are read, in their order: the first that is not read ends them.
fn others(pane: &PicturePane, channels: &[DrawnChannel], plan: &PicturePlan) -> Vec<PaintedChannel> {
    let mut others = Vec::new();
    for (channel, picture) in channels.iter().skip(1).zip(pane.composite.others(channels, plan)) {
        let Some(picture) = picture else { break };
        others.push(PaintedChannel::new(Arc::clone(picture), pane.colors.of_channel(channel)));
    }
    others
}

/// The plane and the shown part of it, the longest text first: then without coordinates beside labels, then without words.
fn titles(app: &App, plan: &PicturePlan) -> [String; 3] {
    let Some(layout) = app.shared.selection.array_layout() else {
        return ["picture"; 3].map(str::to_owned);
    };
    let name = |dimension: usize| layout.dimensions.get(dimension).map_or("", String::as_str);
    let selection = &app.shared.selection;
    let mut long = Vec::new();
    if let Some((pyramid, level)) = selection.image_level() {
        long.push(level_words(pyramid, level));
    }
    let channel = selection.channel_of(&plan.fixed);
    let together = app.picture.channels(&app.shared);
    if !together.is_empty() {
        long.push(format!("channels {}", names_of(&together).join("+")));
    } else if let Some((_, channel)) = &channel {
        long.push(channel.words.clone());
    }
    let mut image = long.clone();
    let mut short = Vec::new();
    let stepped = channel.map(|(axis, _)| axis);
    let down = if plan.is_flipped() { "↑" } else { "↓" };
    let axes = plan.dimensions.iter().zip(&plan.shown).zip([("rows", down), ("columns", "→")]);
    for ((dimension, shown), (what, arrow)) in axes {
        let Some(dimension) = *dimension else { continue };
        let is_whole = layout.shape.get(dimension) == Some(&shown.end) && shown.start == 0;
        let range = if is_whole { String::new() } else { format!(" {}:{}", shown.start, shown.end) };
        let above = plan.above_words().filter(|_| what == "rows").unwrap_or_default();
        long.push(format!("{what} {}{range}{above}", name(dimension)));
        short.push(format!("{}{range} {arrow}", name(dimension)));
        // The rows and columns of an image are obvious.
        if !is_whole {
            image.push(format!("{}{range}", name(dimension)));
        }
    }
    let is_image = selection.image_level().is_some();
    // In brackets, and before the rest, which may be cut: what follows is where the plane itself lies.
    let minus = app.picture.minus(&app.shared).map(|before| format!("({})", selection.minus_words(&before)));
    let words = |is_long: bool| {
        let mut words: Vec<String> = minus.clone().into_iter().collect();
        for (axis, coord) in plan.fixed.iter().enumerate() {
            if !plan.dimensions.contains(&Some(axis)) && stepped != Some(axis) {
                words.push(selection.place_words((axis, name(axis)), *coord, is_long));
            }
        }
        words
    };
    let joined = |parts: &[String], fixed: Vec<String>| [parts, &fixed].concat().join(", ");
    [
        format!("picture  {}", joined(&long, words(true))),
        format!("picture  {}", joined(&long, words(false))),
        if is_image {
            format!("picture  {}", joined(&image, words(false)))
        } else {
            joined(&[short.join(" ")], words(false))
        },
    ]
}

/// Puts the labels before the legend, and gives the columns that the last row keeps for position and value: as much of each as
/// leaves room for all.
fn with_labels(parts: &mut Vec<LegendPart>, labels: &[String], under: &[String], cells: &CellsView) -> u16 {
    let Area { width, height, .. } = cells.view.legend;
    let [width, rows] = [width, height].map(usize::from);
    let used: usize = parts.iter().map(|part| usize::from(cells.width_of(part))).sum();
    let least = labels.last().map_or(0, |text| text.width() + 2);
    let room = (width * rows).saturating_sub(UNUSED * rows.saturating_sub(1) + used);
    let fits = |text: &&String| text.width() + 2 <= room.saturating_sub(least).min(width);
    let kept = under.iter().find(fits).or(under.last()).map_or(0, |text| text.width() + 2);
    let room = room.saturating_sub(kept + 2).min(width).max(LABELS);
    // A reason why labels are missing may be cut here; the last line has all of it.
    if let Some(text) = labels.iter().find(|text| text.width() <= room).or(labels.last()) {
        parts.insert(0, LegendPart::Text(fit(text, room) + "  "));
    }
    u16::try_from(kept).unwrap_or(u16::MAX)
}

/// What is said of labels over the picture, the longest text first.
fn labels_texts(app: &App, cells: &CellsView) -> Vec<String> {
    let Some(whole) = app.picture.labels.words(&app.shared) else { return Vec::new() };
    let mut texts = Vec::new();
    if app.picture.labels.overlay.ready().is_some() {
        texts = cells.painted.texts(app.picture.labels.at_cursor(&app.shared));
    }
    if texts.is_empty() { vec![whole] } else { texts }
}

/// Position and value, the longest text first: with all coordinates, with those of the plane, with none. A difference has its
/// change too, and a composite the numbers of its other channels.
fn under_cursor(app: &App, change: Option<f64>, channels: &str) -> Vec<String> {
    let selection = &app.shared.selection;
    let pane = app.values(Side::Output);
    let content = pane.content_as(false, selection);
    let (Some(element), Some(at)) = (content.element(&pane.coords, SHOWN), selection.cursor()) else {
        return Vec::new();
    };
    let value = selection.element_text(content.is_decoded()).of(&element);
    let change = match change {
        Some(change) => {
            let sign = if change > 0.0 { "+" } else { "" };
            format!("  ({sign}{})", rounded(change, change * DIGITS))
        }
        None if app.picture.minus(&app.shared).is_some() => "  (its change is not drawn)".to_owned(),
        None => String::new(),
    };
    let short = format!("{} = {}{change}", brackets(&at), escape(&value));
    let text = short.clone() + channels;
    let [all, own] = selection.places_at(&at);
    let mut texts = vec![text.clone() + &all, text.clone() + &own];
    // Where it is says more than the number of the element.
    if let Some(first) = app.picture.channels(&app.shared).first() {
        texts.push(format!("{} {}{channels}{own}", first.shown.short(), escape(&value)));
    }
    texts.extend([text, short]);
    texts
}

/// `, GFP 120, mCherry 44`: the other channels of a composite at the cursor.
fn channels_at_cursor(app: &App) -> String {
    let mut text = String::new();
    for (name, number) in app.picture.composite.at_cursor(&app.shared.selection) {
        let _ = write!(text, ", {name} {}", rounded(number, number * DIGITS));
    }
    text
}
