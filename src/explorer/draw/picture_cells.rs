//! The cells of a picture on the screen: two in each character, one above the other. Terminals with graphics show more.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Style};

use crate::explorer::draw::text::write;
use crate::explorer::geometry::picture_view::{HALVES, PictureView};
use crate::explorer::{Area, theme};
use crate::pipeline::PictureCell;
use crate::tell::colors::{Painter, Rgb, shades};
use crate::tell::label_colors::Painted;
use crate::tell::legend::LegendPart;

/// Columns of the bar in the legend, in much and in little room.
const BAR: [u16; 2] = [10, 5];

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
    pub(crate) fn number_at(&self, element: &[u64]) -> Option<f64> {
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

    pub(crate) fn cell_of(&self, element: &[u64]) -> Option<[u64; 2]> {
        self.painted.picture.plan.cell_of(element)
    }

    pub(crate) fn draw_cursor(&self, buffer: &mut Buffer, element: &[u64]) {
        if let Some(at) = self.cell_of(element).and_then(|cell| self.view.character_of(cell))
            && let Some(place) = buffer.cell_mut(at)
        {
            place.set_char('+').set_style(theme::CURSOR);
        }
    }

    /// Leaves `kept` columns of the last row free, and gives what is left of it.
    pub(crate) fn draw_legend(&self, buffer: &mut Buffer, mut parts: &[LegendPart], kept: u16) -> Area {
        let area = self.view.legend;
        let last = area.top(area.height.saturating_sub(1)).1;
        let own = area.width.saturating_sub(kept);
        let mut rest = if area.height > 1 { area } else { area.left(own).0 };
        let mut is_first = false;
        while let Some((part, others)) = parts.split_first() {
            let width = self.width_of(part);
            // A sign stays with its word.
            let end = parts
                .iter()
                .position(|part| matches!(part, LegendPart::Text(text) if !text.trim().is_empty()));
            let together = parts.get(..=end.unwrap_or(0)).unwrap_or_default();
            let together = together.iter().map(|part| self.width_of(part)).fold(0, u16::saturating_add);
            parts = others;
            if together > rest.width && rest.height > 1 {
                rest = last.left(own).0;
                is_first = true;
            }
            // The next row needs no space before its text.
            if is_first && matches!(part, LegendPart::Text(text) if text.trim().is_empty()) {
                continue;
            }
            is_first = false;
            if width > rest.width {
                write(buffer, rest.left(1).0, 0, "…", theme::QUIET);
                return last.left(own).1;
            }
            let (own, behind) = rest.left(width);
            match part {
                LegendPart::Text(text) => write(buffer, own, 0, text, theme::PLAIN),
                LegendPart::Light(color) => swatch(buffer, own, *color),
                LegendPart::Swatch(number) => swatch(buffer, own, self.painted.painter.color(*number)),
                LegendPart::State(cell) => self.draw_state(buffer, own, *cell),
                LegendPart::Bar => {
                    for step in 0..width {
                        let color = self.painted.painter.map.at(f64::from(step) / f64::from(width - 1));
                        swatch(buffer, own.left(step).1, color);
                    }
                }
            }
            rest = behind;
        }
        if rest.height > 1 { last } else { last.left(rest.x - area.x).1 }
    }

    pub(crate) fn width_of(&self, part: &LegendPart) -> u16 {
        match part {
            LegendPart::Text(text) => u16::try_from(text.chars().count()).unwrap_or(u16::MAX),
            LegendPart::Bar => BAR[usize::from(self.view.is_short())],
            LegendPart::Swatch(_) | LegendPart::Light(_) | LegendPart::State(_) => 1,
        }
    }

    /// Whether a text has room after all parts of a legend, in the first row of it.
    pub(crate) fn fits_in_a_row(&self, parts: &[LegendPart], text: &str, kept: u16) -> bool {
        let Area { width, height, .. } = self.view.legend;
        let used: usize = parts.iter().map(|part| usize::from(self.width_of(part))).sum();
        let kept = if height > 1 { 0 } else { kept };
        used + text.chars().count() <= usize::from(width.saturating_sub(kept))
    }

    /// Its sign, in the colours that it has among pixels.
    fn draw_state(&self, buffer: &mut Buffer, area: Area, cell: PictureCell) {
        let sign = self.painted.painter.state_sign(cell).unwrap_or(' ');
        let [plain, stripe] = shades(cell).map(terminal);
        let is_hatched = self.view.dots != HALVES;
        let style = if is_hatched { Style::new().fg(stripe).bg(plain) } else { theme::PLAIN };
        write(buffer, area, 0, sign.encode_utf8(&mut [0; 4]), style);
    }
}

fn swatch(buffer: &mut Buffer, area: Area, color: Rgb) {
    write(buffer, area.left(1).0, 0, "█", Style::new().fg(terminal(color)));
}

fn terminal([red, green, blue]: Rgb) -> Color {
    Color::Rgb(red, green, blue)
}
