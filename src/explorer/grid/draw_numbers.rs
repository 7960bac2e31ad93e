//! Draws the cells of the grid by a number of each chunk, on a scale of signs.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Style};
use unicode_width::UnicodeWidthStr;

use crate::explorer::grid::GridPane;
use crate::explorer::grid::grid_mode::{GridNumber, KnownNumber};
use crate::explorer::grid::grid_view::GridView;
use crate::explorer::{App, Area, GridMode, Selection, theme};
use crate::pipeline::{ChunkVerdict, Layout, Survey};
use crate::tell::colors::{self, Painter};

pub(crate) const STEPS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const NOT_YET: &str = "?";
const INFINITE: [&str; 2] = ["↓", "↑"];
const NO_NUMBER: &str = "~";

pub(crate) struct NumberScale {
    mode: GridMode,
    ends: Option<[(f64, String); 2]>,
    unknown: usize,
    has_none: bool,
    infinite: [bool; 2],
    painter: Painter,
}

impl NumberScale {
    pub(crate) fn of(shown: &ShownGrid) -> Option<Self> {
        if !shown.mode.is_number() || shown.grid.factor > 1 {
            return None;
        }
        let survey = shown.pane.survey_so_far(shown.selection)?;
        let (mut least, mut greatest) = (None::<GridNumber>, None::<GridNumber>);
        let (mut unknown, mut has_none, mut infinite) = (0, false, [false; 2]);
        for coords in shown.grid.visible(&shown.pane.level.scroll, shown.selection.coords()) {
            if survey.nbytes(&coords).is_none_or(|nbytes| nbytes == 0) || shown.is_faulty(&coords) {
                continue;
            }
            match shown.pane.number(shown.selection, &coords) {
                KnownNumber::Known(number) if number.nearest().is_finite() => {
                    let own = number.nearest();
                    if least.is_none_or(|least| own < least.nearest()) {
                        least = Some(number);
                    }
                    if greatest.is_none_or(|greatest| own > greatest.nearest()) {
                        greatest = Some(number);
                    }
                }
                KnownNumber::Known(number) => infinite[usize::from(number.nearest() > 0.0)] = true,
                KnownNumber::NotYet | KnownNumber::TooLarge => unknown += 1,
                KnownNumber::NoNumber => has_none = true,
            }
        }
        let mut ends = None;
        if let (Some(least), Some(greatest)) = (least, greatest) {
            ends = Some([least, greatest].map(|end| (end.nearest(), end.words())));
        }
        let painter =
            colors::grid_painter(ends.as_ref().map(|[(least, _), (greatest, _)]| (*least, *greatest)));
        Some(Self { mode: shown.mode, ends, unknown, has_none, infinite, painter })
    }

    pub(crate) fn sign(&self, number: KnownNumber) -> (&'static str, Style) {
        match number {
            KnownNumber::NotYet | KnownNumber::TooLarge => (NOT_YET, theme::QUIET),
            KnownNumber::NoNumber => (NO_NUMBER, theme::QUIET),
            KnownNumber::Known(number) if number.nearest().is_infinite() => {
                (if number.nearest() > 0.0 { INFINITE[1] } else { INFINITE[0] }, theme::NOTICE)
            }
            KnownNumber::Known(number) => {
                let part = self.painter.part(number.nearest());
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "it is between 0 and 7"
                )]
                let step = (part * 7.0).round() as usize;
                // If the scale begins at zero, a few NaN must not look like none.
                let begins_with_none = self.ends.as_ref().is_some_and(|[(least, _), _]| *least <= 0.0);
                let is_some = matches!(number, GridNumber::Share(1.., _)) && begins_with_none;
                let step = if is_some { step.max(1) } else { step };
                (STEPS.get(step).unwrap_or(&"█"), color(part))
            }
        }
    }

    pub(crate) fn legends(&self) -> Vec<String> {
        let name = format!("grid: {}", self.mode.name());
        let scale = match &self.ends {
            None if self.unknown > 0 => "not known yet".to_owned(),
            None if self.infinite != [false; 2] => "none is finite".to_owned(),
            None => "no chunk on the screen has one".to_owned(),
            Some([(least, words), (greatest, _)]) if least >= greatest => format!("{} all {words}", STEPS[4]),
            Some([(_, least), (_, greatest)]) => format!("{least} {} {greatest}", STEPS.concat()),
        };
        let mut others = if self.has_none { format!("  {NO_NUMBER} no number") } else { String::new() };
        for ((what, sign), has) in ["-Infinity", "+Infinity"].iter().zip(INFINITE).zip(self.infinite) {
            if has {
                others = format!("{others}  {sign} {what}");
            }
        }
        if self.unknown > 0 {
            others = format!("{others}  {NOT_YET} {} not known", self.unknown);
        }
        let mut legends = vec![
            format!("{name}  {scale}{others}  · missing  ✗ fault"),
            format!("{name}  {scale}{others}"),
            // What signs on the screen mean comes before the name.
            format!("{scale}{others}"),
            format!("{name}  {scale}"),
        ];
        // Without numbers the name alone is useful; otherwise the line of the selected chunk has it too.
        legends.push(if self.ends.is_some() { scale } else { name });
        legends
    }
}

fn color(part: f64) -> Style {
    let [red, green, blue] = colors::of_grid(part);
    Style::new().fg(Color::Rgb(red, green, blue))
}

pub(crate) fn color_legend(buffer: &mut Buffer, area: Area, legend: &str) {
    let Some((before, _)) = legend.split_once(&STEPS.concat()) else { return };
    let column = usize::from(area.width).saturating_sub(legend.width()) + before.width();
    let Ok(column) = u16::try_from(column) else { return };
    for step in 0..8_u16 {
        if let Some(cell) = buffer.cell_mut((area.x.saturating_add(column).saturating_add(step), area.y)) {
            cell.set_style(color(f64::from(step) / 7.0));
        }
    }
}

pub(crate) struct ShownGrid<'a> {
    pub(crate) grid: GridView,
    pub(crate) pane: &'a GridPane,
    pub(crate) selection: &'a Selection,
    pub(crate) layout: &'a Layout,
    pub(crate) mode: GridMode,
}

impl<'a> ShownGrid<'a> {
    pub(crate) fn of(app: &'a App) -> Option<Self> {
        let (selection, pane) = (&app.shared.selection, &app.grid);
        let layout = selection.layout()?;
        let grid = pane.view(&app.shared)?;
        Some(Self { grid, pane, selection, layout, mode: pane.shown_mode(selection) })
    }

    pub(crate) fn survey(&self) -> Option<&'a Arc<Survey>> {
        self.pane.shown_survey(self.selection)
    }

    pub(crate) fn is_faulty(&self, coords: &[u64]) -> bool {
        self.pane.level.verdicts.get(coords) == Some(&ChunkVerdict::Faulty)
    }
}
