//! Draws a plane of the array as a picture, with two cells in each character, one above the other.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Style};
use unicode_width::UnicodeWidthStr;

use crate::explorer::core::element_text::SHOWN;
use crate::explorer::draw::text::{fit, framed, is_focused, write, write_right, write_wrapped};
use crate::explorer::picture::PicturePane;
use crate::explorer::picture::view::PictureView;
use crate::explorer::values::draw::brackets;
use crate::explorer::{App, Area, Late, Pane, Side, theme};
use crate::metadata::text::escape;
use crate::pipeline::{PictureCell, PicturePlan};
use crate::tell::channel::{DrawnChannel, level_words, names_of};
use crate::tell::colors::{Painter, Rgb};
use crate::tell::label_colors::{Painted, PaintedChannel};
use crate::tell::legend::{LegendPart, PictureWords, legend, legend_of_channels};
use crate::tell::trial_facts::signed;
use crate::tell::words::count;

/// Columns of the bar in the legend, in much and in little room.
const BAR: [u16; 2] = [10, 5];
/// Columns that labels leave for the colours in a legend of one row.
const LEFT: usize = 20;

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
            let view = PictureView::of(&picture.plan, inner);
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
            let meaning = app.shared.selection.shown_meaning().map(AsRef::as_ref);
            let meaning = meaning.filter(|own| pane.minus(&app.shared).is_none() || own.has_differences());
            let words = PictureWords { picture, painter: &painter, meaning };
            let mut parts: Vec<LegendPart> = labels_part(app, &cells).into_iter().collect();
            if channels.is_empty() {
                parts.extend(legend(words, view.is_short()));
                let channel = app.shared.selection.channel_of(&picture.plan.fixed);
                parts.extend(channel.and_then(|(_, channel)| channel.legend(coloring)));
            } else {
                parts.extend(legend_of_channels(&names_of(&channels), drawn, view.is_short()));
                let unread = channels.len() - 1 - others.len();
                if let Some(why) = pane.composite.failure() {
                    parts.push(LegendPart::Text(format!("  other channels: {}", escape(why))));
                } else if unread > 0 {
                    parts.push(LegendPart::Text(format!("  reading {} …", count(unread as u128, "channel"))));
                }
            }
            let rest = cells.draw_legend(buffer, parts);
            let change =
                pane.minus(&app.shared).and_then(|_| cells.number_at(&app.shared.selection.cursor()?));
            if let Some(text) = under_cursor(app, change)
                && text.width() + 2 <= rest.width.into()
            {
                let others = app.shared.selection.cursor().map(|at| app.shared.selection.others_at(&at));
                let long = text.clone() + &others.unwrap_or_default();
                let text = if long.width() + 2 <= rest.width.into() { long } else { text };
                write_right(buffer, rest, rest.height.saturating_sub(1), &text, theme::HEADING);
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
    let axes = plan.dimensions.iter().zip(&plan.shown).zip([("rows", "↓"), ("columns", "→")]);
    for ((dimension, shown), (what, arrow)) in axes {
        let Some(dimension) = *dimension else { continue };
        let is_whole = layout.shape.get(dimension) == Some(&shown.end) && shown.start == 0;
        let range = if is_whole { String::new() } else { format!(" {}:{}", shown.start, shown.end) };
        long.push(format!("{what} {}{range}", name(dimension)));
        short.push(format!("{}{range} {arrow}", name(dimension)));
        // The rows and columns of an image are obvious.
        if !is_whole {
            image.push(format!("{}{range}", name(dimension)));
        }
    }
    let is_image = selection.image_level().is_some();
    if app.picture.minus(&app.shared).is_some() {
        for parts in [&mut long, &mut short, &mut image] {
            parts.push("minus the step before".to_owned());
        }
    }
    let words = |is_long: bool| {
        let mut words = Vec::new();
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

pub(crate) struct CellsView<'a> {
    pub(crate) painted: Painted<'a>,
    pub(crate) view: PictureView,
}

impl CellsView<'_> {
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let area = self.view.area;
        for y in 0..area.height {
            for x in 0..area.width {
                let [upper, lower] = [0, 1].map(|half| self.view.cell_at(u64::from(y) * 2 + half, x.into()));
                if let (Some((sign, style)), Some(place)) =
                    (self.character(upper, lower), buffer.cell_mut((area.x + x, area.y + y)))
                {
                    place.set_char(sign).set_style(style);
                }
            }
        }
    }

    /// Two cells as one character. The sign of a cell beside a colour counts only for a fault or infinity.
    fn character(&self, upper: [u64; 2], lower: [u64; 2]) -> Option<(char, Style)> {
        let painter = self.painted.painter;
        let color = |[row, column]: [u64; 2]| self.painted.color(row, column).map(terminal);
        let colors = (color(upper), color(lower));
        let [upper, lower] = [upper, lower].map(|[row, column]| self.painted.picture.cell(row, column));
        if let Some(cell) = Painter::rare([upper, lower]) {
            let style = if cell == PictureCell::Faulty { theme::FAULT } else { theme::NOTICE };
            return Some((painter.state_sign(cell)?, style));
        }
        Some(match colors {
            (Some(upper), Some(lower)) => ('▀', Style::new().fg(upper).bg(lower)),
            (Some(upper), None) => ('▀', Style::new().fg(upper)),
            (None, Some(lower)) => ('▄', Style::new().fg(lower)),
            (None, None) => (painter.state_sign(upper.or(lower)?)?, theme::QUIET),
        })
    }

    /// The number that is drawn of just this element.
    fn number_at(&self, element: &[u64]) -> Option<f64> {
        let [row, column] = self.cell_of(element)?;
        let plan = &self.painted.picture.plan;
        // A cell is drawn of one of its elements, which need not be this one.
        for (along, cell) in [row, column].into_iter().enumerate() {
            let dimension = plan.dimensions.get(along).copied().flatten();
            if dimension.is_some_and(|dimension| element.get(dimension) != Some(&plan.position(along, cell)))
            {
                return None;
            }
        }
        self.painted.painter.number(self.painted.picture.cell(row, column)?)
    }

    fn cell_of(&self, element: &[u64]) -> Option<[u64; 2]> {
        let plan = &self.painted.picture.plan;
        let cell = |along: usize| match plan.dimensions.get(along).copied().flatten() {
            Some(dimension) => plan.cell(along, *element.get(dimension)?),
            None => Some(0),
        };
        Some([cell(0)?, cell(1)?])
    }

    pub(crate) fn draw_cursor(&self, buffer: &mut Buffer, element: &[u64]) {
        let Some([row, column]) = self.cell_of(element) else { return };
        let [down, across] = self.view.scale;
        let (half, x) = (row * down + down / 2, column * across + across / 2);
        let (x, y) = (u16::try_from(x).unwrap_or(u16::MAX), u16::try_from(half / 2).unwrap_or(u16::MAX));
        let area = self.view.area;
        if let Some(place) = buffer.cell_mut((area.x.saturating_add(x), area.y.saturating_add(y)))
            && x < area.width
            && y < area.height
        {
            place.set_char('+').set_style(theme::CURSOR);
        }
    }

    pub(crate) fn draw_legend(&self, buffer: &mut Buffer, parts: Vec<LegendPart>) -> Area {
        let area = self.view.legend;
        let mut rest = area;
        let bar = if self.view.is_short() { BAR[1] } else { BAR[0] };
        for part in parts {
            let width = match &part {
                LegendPart::Text(text) => u16::try_from(text.chars().count()).unwrap_or(u16::MAX),
                LegendPart::Bar => bar,
                LegendPart::Swatch(_) | LegendPart::Light(_) => 1,
            };
            if width > rest.width && rest.height > 1 {
                // The next line needs no space before its text.
                rest = area.top(1).1;
            }
            if width > rest.width {
                write(buffer, rest.left(1).0, 0, "…", theme::QUIET);
                return rest.left(rest.width).1;
            }
            let (own, behind) = rest.left(width);
            match part {
                LegendPart::Text(text) => write(buffer, own, 0, &text, theme::PLAIN),
                LegendPart::Light(color) => swatch(buffer, own, color),
                LegendPart::Swatch(number) => swatch(buffer, own, self.painted.painter.color(number)),
                LegendPart::Bar => {
                    for step in 0..bar {
                        let color = self.painted.painter.map.at(f64::from(step) / f64::from(bar - 1));
                        swatch(buffer, own.left(step).1, color);
                    }
                }
            }
            rest = behind;
        }
        if area.height > 1 && rest.y == area.y { area.top(1).1 } else { rest }
    }
}

fn labels_part(app: &App, cells: &CellsView) -> Option<LegendPart> {
    let whole = app.picture.labels.words(&app.shared)?;
    let at = app.shared.selection.cursor().and_then(|element| cells.cell_of(&element));
    let is_ready = app.picture.labels.overlay.ready().is_some();
    let texts = if is_ready { cells.painted.texts(at) } else { Vec::new() };
    let legend = cells.view.legend;
    let room = usize::from(legend.width).saturating_sub(if legend.height > 1 { 0 } else { LEFT });
    let text = texts.iter().find(|text| text.width() <= room).or(texts.last());
    // A reason why labels are missing may be cut here; the last line has all of it.
    Some(LegendPart::Text(fit(text.unwrap_or(&whole), usize::from(legend.width).saturating_sub(2)) + "  "))
}

/// With the change from the step before.
fn under_cursor(app: &App, change: Option<f64>) -> Option<String> {
    let selection = &app.shared.selection;
    let pane = app.values(Side::Output);
    let content = pane.content_as(false, selection);
    let value = selection.element_text(content.is_decoded()).of(&content.element(&pane.coords, SHOWN)?);
    let change = change.map(|change| format!("  ({})", signed(change))).unwrap_or_default();
    Some(format!("{} = {}{change}", brackets(&selection.cursor()?), escape(&value)))
}

fn swatch(buffer: &mut Buffer, area: Area, color: Rgb) {
    write(buffer, area.left(1).0, 0, "█", Style::new().fg(terminal(color)));
}

fn terminal([red, green, blue]: Rgb) -> Color {
    Color::Rgb(red, green, blue)
}
