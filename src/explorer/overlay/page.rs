use crate::explorer::core::facts;
use crate::explorer::draw::lines::draw_page;
use crate::explorer::{App, Canvas, Move, Overlay, Scroll, views};
use crate::metadata::text::escape;
use crate::tell::line_rows::all_rows;
use crate::tell::report::Line;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub title: String,
    pub lines: Vec<Line>,
    pub scroll: Scroll,
}

impl Page {
    pub(crate) fn new(title: String, lines: Vec<Line>) -> Self {
        Self { title, lines, scroll: Scroll::default() }
    }
}

impl Overlay for Page {
    fn scroll(&mut self, by: Move, app: &mut App) {
        let inner = views::page(app.shared.size, &self.title, &self.lines).inner();
        self.scroll.step_page(by, inner.height.into(), all_rows(&self.lines, inner.width));
    }

    fn reconcile(&mut self, app: &mut App) {
        let inner = views::page(app.shared.size, &self.title, &self.lines).inner();
        self.scroll.keep_page(inner.height.into(), all_rows(&self.lines, inner.width));
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw_page(canvas, app, &self.title, &self.lines, self.scroll.first);
    }
}

impl App {
    pub(crate) fn open_element_path(&mut self) {
        let mut lines = facts::element_path(&self.shared.selection);
        if lines.is_empty() {
            lines.push("no chunk is decoded".to_owned());
        }
        let lines = lines.iter().map(|line| Line::Text(escape(line).into_owned())).collect();
        self.overlays.open(Page::new("path of this element to its stored bytes".to_owned(), lines));
    }
}
