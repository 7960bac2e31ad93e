//! What a chain loses: the values of a chunk as they come back, how far each is from what it was, and that as a picture.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use crate::explorer::draw::picture_cells::CellsView;
use crate::explorer::draw::text::{border, fit, fitted, longest, rect, write, write_right, write_wrapped};
use crate::explorer::lab::loss::{LossPart, LossView};
use crate::explorer::lab::{LabRow, LossPanes, loss_panes};
use crate::explorer::values::draw::{brackets, draw_plane};
use crate::explorer::{App, Area, LabWindow, Late, theme};
use crate::lab::{ReturnedValues, ValueGap};
use crate::metadata::text::escape;
use crate::metadata::{Scalar, linear};
use crate::tell::colors::{ColorRange, Coloring, Painter};
use crate::tell::label_colors::Painted;
use crate::tell::legend::legend_of_differences;
use crate::tell::trial_facts;

pub(crate) fn draw(buffer: &mut Buffer, app: &App, lab: &LabWindow, view: &LossView) {
    let panes = loss_panes(app.shared.size, view.part);
    Clear.render(rect(panes.window), buffer);
    border(buffer, panes.window, &lab.title(), true);
    let name = lab.row().map_or(String::new(), LabRow::text);
    write(buffer, panes.head, 0, &fitted(&name, panes.head.width), theme::HEADING);
    let (_, below) = panes.head.top(1);
    let (_, all) = panes.window.inner().top(1);
    let say = |buffer: &mut Buffer, text: &str, style| write_wrapped(buffer, all, &escape(text), style);
    match (lab.nothing_lost(), &view.chunk) {
        (Some(why), _) => say(buffer, &why, theme::NOTICE),
        (None, Late::Failed(error)) => say(buffer, &format!("✗ {error}"), theme::FAULT),
        (None, Late::Ready { value: chunk, .. }) => {
            let [all, short] = trial_facts::gaps(&chunk.values);
            let name = lab.chunk_name(chunk.number);
            let texts = [format!("{name}: {all}"), format!("{name}: {short}"), all, short];
            write(buffer, below, 0, &longest(&texts, below.width), theme::PLAIN);
            LossParts { view, values: &chunk.values }.draw(buffer, &panes);
        }
        (None, Late::Idle | Late::Waiting { .. }) => say(buffer, "encoding and decoding …", theme::NOTICE),
    }
}

struct LossParts<'a> {
    view: &'a LossView,
    values: &'a ReturnedValues,
}

impl LossParts<'_> {
    fn draw(&self, buffer: &mut Buffer, panes: &LossPanes) {
        if self.values.shape.contains(&0) {
            return write(buffer, panes.head, 2, "no elements", theme::NOTICE);
        }
        for (area, part) in [(panes.returned, LossPart::Returned), (panes.difference, LossPart::Difference)] {
            if !area.is_empty() {
                self.draw_table(buffer, area, part);
            }
        }
        if !panes.picture.is_empty() {
            self.draw_picture(buffer, panes.picture);
        }
    }

    fn pair(&self, coords: &[u64]) -> Option<(Scalar, Scalar)> {
        self.values.pair(linear(coords, &self.values.shape)?)
    }

    fn draw_table(&self, buffer: &mut Buffer, area: Area, part: LossPart) {
        let heading = match part {
            LossPart::Returned => "as they come back",
            LossPart::Difference | LossPart::Picture => "difference: what comes back minus what it was",
        };
        let sliced = self.sliced();
        let short = if part == LossPart::Returned { heading } else { "difference" };
        let texts =
            [format!("{heading}{sliced}"), format!("{short}{sliced}"), heading.to_owned(), short.to_owned()];
        write(buffer, area, 0, &longest(&texts, area.width), theme::HEADING);
        let table = self.view.table(self.values, area);
        let label = |coords: &[u64], axis: usize| Some(coords.get(axis)?.to_string());
        draw_plane(
            buffer,
            &table,
            self.view.scroll,
            &self.view.coords,
            1,
            &label,
            &|buffer, place, coords| {
                self.draw_cell(buffer, place, coords, part);
            },
        );
        write(buffer, table.below, 0, &longest(&self.about(part), area.width), theme::HEADING);
    }

    /// Where the other dimensions are sliced: `  [3, :, :]`.
    fn sliced(&self) -> String {
        if self.values.shape.len() < 3 {
            return String::new();
        }
        let axes = self.view.table(self.values, Area::default()).plane.axes;
        let mut coords = Vec::new();
        for (axis, coord) in self.view.coords.iter().enumerate() {
            coords.push(if axes.has(axis) { ":".to_owned() } else { coord.to_string() });
        }
        format!("  [{}]", coords.join(", "))
    }

    fn about(&self, part: LossPart) -> Vec<String> {
        let at = brackets(&self.view.coords);
        let Some((one, other)) = self.pair(&self.view.coords) else { return vec![format!("{at} nothing")] };
        let gap = ValueGap::between(&one, &other);
        let (one, other) = (escape(&one.to_string()).into_owned(), escape(&other.to_string()).into_owned());
        match part {
            LossPart::Returned if gap == ValueGap::None => {
                vec![format!("{at} = {other}, as it was"), format!("{at} = {other}")]
            }
            LossPart::Returned => {
                vec![format!("{at} was {one}, comes back as {other}"), format!("{one} → {other}")]
            }
            LossPart::Difference | LossPart::Picture => {
                let [full, short] = trial_facts::gap(gap);
                vec![format!("{at} {full}"), format!("{at} {short}"), short]
            }
        }
    }

    fn draw_picture(&self, buffer: &mut Buffer, area: Area) {
        let (plan, view) = self.view.plan(self.values, area);
        let picture = self.values.picture(&plan);
        let [rows, columns] = plan.shown.each_ref().map(|range| range.end.saturating_sub(range.start));
        let is_sampled = plan.size != [rows, columns];
        let of = if is_sampled {
            format!(", {} × {} of {rows} × {columns}", plan.size[0], plan.size[1])
        } else {
            String::new()
        };
        let texts = [format!("difference as a picture{of}"), format!("picture{of}"), "picture".to_owned()];
        write(buffer, area, 0, &longest(&texts, area.width), theme::HEADING);
        // All planes of a chunk have the same colours.
        let (least, greatest) = self.values.gaps.ends.unwrap_or((0.0, 0.0));
        // Colours cannot end at infinity.
        let finite = |number: f64| number.clamp(f64::MIN, f64::MAX);
        let range = ColorRange::Between(finite(least), finite(greatest));
        let coloring = Coloring { map: self.view.map, range, labels: false };
        let painter = Painter::new(picture.spread.as_ref(), coloring);
        let drawn = Painted { picture: &picture, painter: &painter, others: &[], labels: None };
        let cells = CellsView { painted: drawn, view };
        cells.draw(buffer);
        cells.draw_cursor(buffer, &self.view.coords);
        cells.draw_legend(
            buffer,
            &legend_of_differences(&picture, &painter, (least, greatest), view.is_short()),
            0,
        );
    }

    fn draw_cell(&self, buffer: &mut Buffer, place: Area, coords: &[u64], part: LossPart) {
        let Some((one, other)) = self.pair(coords) else { return };
        let gap = ValueGap::between(&one, &other);
        let text = match part {
            LossPart::Returned => escape(&other.to_string()).into_owned(),
            LossPart::Difference | LossPart::Picture => trial_facts::short_gap(gap, &one),
        };
        let differs = gap != ValueGap::None;
        let text = fit(&text, usize::from(place.width).saturating_sub(3));
        let shown = if differs { format!("[{text}]") } else { format!("{text} ") };
        let style = match part {
            _ if differs => theme::FAULT,
            LossPart::Returned => theme::PLAIN,
            LossPart::Difference | LossPart::Picture => theme::QUIET,
        };
        write_right(buffer, place, 0, &shown, style);
        if coords == self.view.coords {
            let cursor = Rect { x: place.x + 1, y: place.y, width: place.width.saturating_sub(1), height: 1 };
            buffer.set_style(cursor, theme::CURSOR);
        }
    }
}
