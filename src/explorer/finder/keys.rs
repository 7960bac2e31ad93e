use std::sync::Arc;

use crate::configuration::Key;
use crate::explorer::finder::draw;
use crate::explorer::finder::work::{FindNodes, PreviewNode, WalkNodes};
use crate::explorer::keys::draw_hints;
use crate::explorer::{
    App, Area, Canvas, Handled, Hints, Late, Move, Overlay, Pane, RequestId, Scroll, TypedLine, step_number,
    views,
};
use crate::metadata::text::escape;
use crate::pipeline::{FILTERS, Found, Query};

#[derive(Debug)]
pub struct FinderWindow;

impl Overlay for FinderWindow {
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for the line")]
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        let by = match key {
            Key::Esc => return Handled::Close,
            Key::Backspace if app.finder.line.is_empty() => return Handled::Close,
            Key::Enter => return app.enter_found(),
            Key::Up | Key::Ctrl('p') => Move::Up,
            Key::Down | Key::Ctrl('n') => Move::Down,
            Key::PageUp => Move::PageUp,
            Key::PageDown => Move::PageDown,
            key => {
                let before = app.finder.line.text();
                app.finder.enters = false;
                if app.finder.line.key(key) && app.finder.line.text() != before {
                    app.look();
                }
                return Handled::Stay;
            }
        };
        self.scroll(by, app);
        Handled::Stay
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        let page = views::finder(app.shared.size).list.height;
        let count = app.finder.nodes().map_or(0, |found| found.len());
        step_number(&mut app.finder.selected, by, page, count);
        app.finder.enters = false;
    }

    fn click(&mut self, x: u16, y: u16, app: &mut App) -> Handled {
        let list = views::finder(app.shared.size).list;
        if list.contains(x, y) {
            let row = app.finder.scroll.first + u64::from(y - list.y);
            let count = app.finder.nodes().map_or(0, |found| found.len());
            app.finder.selected = usize::try_from(row).unwrap_or(0).min(count.saturating_sub(1));
        }
        Handled::Stay
    }

    fn double_click(&mut self, x: u16, y: u16, app: &mut App) -> Handled {
        if views::finder(app.shared.size).list.contains(x, y) { app.enter_found() } else { Handled::Stay }
    }

    fn is_typing(&self) -> bool {
        true
    }

    fn reconcile(&mut self, app: &mut App) {
        let view = views::finder(app.shared.size);
        let finder = &mut app.finder;
        let count = finder.nodes().map_or(0, |found| found.len());
        finder.selected = finder.selected.min(count.saturating_sub(1));
        finder.scroll.follow(finder.selected as u64, view.list.height.into(), count as u64);
        let Some(key) = finder.current().map(|row| row.key.to_string()) else { return };
        if view.preview.width == 0 || finder.preview.0 == key {
            return;
        }
        let hierarchy = Arc::clone(&app.shared.hierarchy);
        let request = app.shared.ask(PreviewNode { hierarchy, key: key.clone() });
        app.finder.preview = (key, Late::asked(request));
    }

    fn closed(self: Box<Self>, app: &mut App) {
        app.finder.enters = false;
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::draw(canvas, app);
    }

    fn hints(&self, _: &App) -> Hints {
        let keys = " ↑ ↓ choose  ⏎ go there  Esc leave";
        let filters: Vec<String> = FILTERS.iter().map(|filter| format!("{}:", filter.name)).collect();
        let filters = filters.join(" ");
        Hints::Texts(vec![
            format!("{keys}  then n N: next, previous  filters {filters}"),
            format!("{keys}  {filters}"),
            keys.to_owned(),
        ])
    }

    fn has_line(&self) -> bool {
        true
    }

    fn draw_line(&self, canvas: &mut Canvas, area: Area, app: &App) {
        draw_hints::draw_hints(canvas, area, &self.hints(app));
    }
}

impl App {
    pub(crate) fn open_finder(&mut self) {
        let finder = &mut self.finder;
        (finder.line, finder.error, finder.enters) = (TypedLine::default(), None, false);
        (finder.selected, finder.scroll) = (0, Scroll::default());
        self.overlays.open(FinderWindow);
        if matches!(self.finder.walk, Late::Idle) {
            let hierarchy = Arc::clone(&self.shared.hierarchy);
            let catalog = Arc::clone(&self.finder.catalog);
            self.finder.walk = Late::asked(self.shared.ask(WalkNodes { hierarchy, catalog }));
        }
        self.look();
    }

    pub(crate) fn forget_found(&mut self) {
        let line = std::mem::take(&mut self.finder.line);
        let forgotten = std::mem::take(&mut self.finder);
        self.finder.line = line;
        self.shared.free((forgotten.catalog, forgotten.found.so_far().cloned(), forgotten.last));
    }

    pub(crate) fn look(&mut self) {
        let query = Query::parse(&self.finder.line.text());
        self.finder.error = query.as_ref().err().map(ToString::to_string);
        if let Ok(query) = query {
            self.look_for(query);
        }
    }

    fn look_for(&mut self, query: Query) {
        let query =
            if query.asks_for_faults() { query.with_faulty(self.shared.known.nodes()) } else { query };
        let before = self.finder.nodes().cloned();
        let catalog = Arc::clone(&self.finder.catalog);
        self.finder.found.ask_again(self.shared.ask(FindNodes { catalog, query, before }));
    }

    fn enter_found(&mut self) -> Handled {
        let is_known = self.finder.is_current() && self.finder.current().is_some();
        let more_come = self.finder.found.is_waiting() || self.finder.progress().end.is_none();
        if !is_known {
            self.finder.enters = self.finder.error.is_none() && more_come;
            return Handled::Stay;
        }
        self.finder.enters = false;
        if let Some(key) = self.finder.choose() {
            self.shared.focus = Pane::Hierarchy;
            self.go_to_node(key);
        }
        Handled::Close
    }

    pub(crate) fn next_found(&mut self, back: bool) {
        let Some((key, number, count)) = self.finder.next(back) else {
            return self.shared.say("nothing was searched for yet: / finds nodes");
        };
        self.shared.focus = Pane::Hierarchy;
        // Far down in a narrow tree, rows look alike.
        let said = format!("{number} of {count} found: {}", escape(&key));
        self.go_to_node(key);
        if self.shared.message.is_none() {
            self.shared.say(said);
        }
    }

    pub(crate) fn found(&mut self, id: RequestId, found: &Arc<Found>) {
        self.finder.take(id, found);
        if self.finder.enters && self.finder.is_current() && self.finder.current().is_some() {
            if self.enter_found() == Handled::Close {
                self.overlays.close::<FinderWindow>();
            }
            return;
        }
        self.look_further();
    }

    pub(crate) fn look_further(&mut self) {
        let Some(found) = self.finder.nodes() else { return };
        let is_behind = !self.finder.found.is_waiting() && found.view.len() < self.finder.progress().nodes;
        if is_behind && self.overlays.get::<FinderWindow>().is_some() {
            self.look_for(found.query.clone());
        }
    }
}
