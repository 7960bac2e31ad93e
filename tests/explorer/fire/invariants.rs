//! What has to hold whatever happened.

use std::collections::HashSet;

use ratatui::buffer::{Buffer, Cell};
use zarrscope::app::keymap::{KEYMAP, SIGNS};
use zarrscope::app::{
    App, Branch, Content, GridPane, Layout, Load, Overlay, Pane, Request, Selection, Side, views,
};

use super::office::{Kind, kind};
use crate::plain::is_controlling;

/// The last request of each kind; workers drop those before it.
#[derive(Default)]
pub struct Asked {
    last: Vec<(Kind, u64)>,
    children: HashSet<u64>,
    newest: u64,
    stopped: bool,
}

impl Asked {
    /// Takes requests in: their numbers only grow, and what is copied is plain.
    pub fn take(&mut self, requests: &[Request]) {
        for request in requests {
            let (kind, id) = kind(request);
            assert!(id == 0 || id > self.newest, "{kind:?} has the number {id} after {}", self.newest);
            self.newest = self.newest.max(id);
            self.last.retain(|(own, _)| *own != kind);
            self.last.push((kind, id));
            self.children.extend((kind == Kind::Children).then_some(id));
            match request {
                Request::Stop => self.stopped = true,
                Request::Survey(..) => self.stopped = false,
                Request::Copy(text) => assert!(!text.contains(is_controlling), "copied {text:?}"),
                _ => {}
            }
        }
    }

    /// Something that is waited for was asked for, and nothing later has replaced it: somebody will answer.
    fn will_answer<T>(&self, load: &Load<T>, kind: Kind) {
        if let Load::Loading(id) = load {
            let last = self.last.iter().find(|(own, _)| *own == kind).map(|(_, id)| *id);
            assert_eq!(Some(*id), last, "what the explorer waits for, and the last {kind:?}");
        }
    }

    /// Whoever is waited for will answer.
    pub fn check(&self, app: &App) {
        let selection = &app.selection;
        self.will_answer(&selection.node, Kind::Open);
        self.will_answer(&selection.trace, Kind::Trace);
        self.will_answer(&selection.diagnosis, Kind::Diagnose);
        self.will_answer(&selection.copies, Kind::Locate);
        let survey = selection.levels.first().map_or(&selection.survey, |level| &level.survey);
        self.will_answer(survey, Kind::Survey);
        assert!(!(self.stopped && matches!(survey, Load::Loading(_))), "the survey was stopped");
        for row in app.tree.rows() {
            if let Branch::Opening(id) = row.branch {
                assert!(self.children.contains(&id), "nobody was asked for the names below {:?}", row.child);
            }
        }
    }
}

/// Everything that holds of the state alone.
pub fn check(app: &App) {
    let known = app.selection.node.ready().is_some();
    let shown = app.panes().contains(&app.focus);
    assert!(shown || !known, "the focus is on {:?}, which is not shown", app.focus);
    assert!(!app.selection.opened || !known || app.panes() == Pane::OF_STAGES);
    tree(app);
    grids(app);
    for side in Side::BOTH {
        values(&app.selection, side, app);
    }
    let stages = app.selection.stage_count();
    assert!(app.selection.stage() < stages.max(1), "stage {} of {stages}", app.selection.stage());
    overlay(app);
}

fn tree(app: &App) {
    let (rows, selected) = (app.tree.rows(), app.tree.selected());
    let current = rows.get(selected).expect("the selected row is listed");
    assert_eq!(current.child, app.selection.child, "the row that is selected, and the node that is shown");
    on_screen(app.tree.scroll.first, selected as u64, app.inner(Pane::Hierarchy).height.into(), "tree");
    let mut keys = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        assert!(keys.insert(&row.child.key), "{:?} is listed twice", row.child.key);
        let below = rows[index + 1..].iter().take_while(|below| below.depth > row.depth);
        let (mut children, mut others) = (0, 0);
        below
            .for_each(|below| *(if below.depth == row.depth + 1 { &mut children } else { &mut others }) += 1);
        let expected = if let Branch::Open(count) = row.branch { count } else { 0 };
        assert_eq!(children, expected, "the rows below {:?}", row.child.key);
        assert!(children > 0 || others == 0, "rows without the one they lie below");
    }
}

/// What is selected is on the screen, where there is room for anything.
fn on_screen(first: u64, selected: u64, visible: u64, what: &str) {
    let shown = visible == 0 || (first <= selected && selected - first < visible);
    assert!(shown, "{what}: {selected} is selected, {visible} from {first} on are on the screen");
}

fn grids(app: &App) {
    let selection = &app.selection;
    let Some(array) = selection.array_layout() else {
        let known = selection.node.ready().is_some();
        assert!(selection.levels.is_empty() || !known, "inside the shard of what is no array");
        return;
    };
    let mut layout = array;
    for level in &selection.levels {
        grid(&level.grid, layout);
        layout = &level.inside;
    }
    grid(&selection.grid, layout);
    let Some(shown) = app.grid_view().filter(|shown| !shown.view.plane.is_empty()) else { return };
    let ((row, column), (rows, columns)) = (shown.cell(&selection.grid.coords), shown.view.visible());
    let [down, across] = &selection.grid.scroll;
    on_screen(down.first, row, rows, "grid");
    on_screen(across.first, column, columns, "grid");
}

fn grid(pane: &GridPane, layout: &Layout) {
    let shape = layout.grid.grid_shape();
    assert_eq!(pane.coords.len(), shape.len(), "{:?} in {shape:?}", pane.coords);
    assert!(shape.contains(&0) || layout.grid.contains(&pane.coords), "{:?} in {shape:?}", pane.coords);
    assert!(pane.verdicts.len() <= 1 << 16, "{} verdicts are kept", pane.verdicts.len());
    for coords in pane.verdicts.keys() {
        assert!(layout.grid.contains(coords), "a verdict about {coords:?}, which is not in {shape:?}");
    }
}

fn values(selection: &Selection, side: Side, app: &App) {
    let (content, pane, area) = (selection.content(side), selection.pane(side), app.inner(side.pane()));
    match &content {
        Content::Bytes { bytes, .. } => {
            assert!(pane.offset < (bytes.len() as u64).max(1), "byte {} of {}", pane.offset, bytes.len());
        }
        Content::Shard(shard) => {
            assert!(pane.entry < shard.entries.len().max(1), "entry {}", pane.entry);
            let rows = views::table(shard.entries.len(), area).rows.height;
            on_screen(pane.scroll[0].first, pane.entry as u64, rows.into(), "index");
        }
        Content::Array { shape, .. } | Content::Fill { shape, .. } => {
            let (coords, view) = (&pane.coords, views::values(&content, area));
            assert_eq!(coords.len(), shape.len(), "{coords:?} in {shape:?}");
            let inside = coords.iter().zip(*shape).all(|(coord, edge)| coord < edge);
            assert!(inside || shape.contains(&0), "{coords:?} in {shape:?}");
            if inside {
                let ((row, column), (rows, columns)) = (view.plane.cell(coords), view.visible());
                on_screen(pane.scroll[0].first, row, rows, "values");
                on_screen(pane.scroll[1].first, column, columns, "values");
            }
        }
        Content::Nothing(_) => {}
    }
}

fn overlay(app: &App) {
    let selection = &app.selection;
    // While the node is read again, the place in what was known of it is kept.
    let report = selection.node.ready().map(|node| node.report.len());
    let (at, count) = match &app.overlay {
        Overlay::Help(scroll) => (scroll.first, Some(KEYMAP.len() + SIGNS.len())),
        Overlay::Info(scroll) => (scroll.first, report),
        Overlay::Page(page) => (page.scroll.first, Some(page.lines.len())),
        Overlay::Diagnosis(number) => (*number as u64, selection.diagnosis.ready().map(|found| found.len())),
        Overlay::Copy(number) => (*number as u64, selection.copies.ready().map(|forms| forms.len())),
        Overlay::None | Overlay::Prompt(..) => (0, None),
    };
    let first = selection.report_scroll.first;
    for (at, count) in [(at, count), (first, report)] {
        let inside = count.is_none_or(|count| at < (count as u64).max(1));
        assert!(inside, "line {at} of {count:?} of {:?}, or of the report", app.overlay);
    }
}

/// Nothing on the screen controls a terminal.
pub fn screen(buffer: &Buffer) {
    let mut texts = buffer.content().iter().map(Cell::symbol);
    let found = texts.find(|symbol| symbol.contains(is_controlling));
    assert!(found.is_none(), "{found:?} is on the screen");
}

/// Nothing is waited for once everybody has answered.
pub fn settled(app: &App) {
    let selection = &app.selection;
    assert!(!matches!(selection.node, Load::Loading(_)), "the node is still being read");
    assert!(!matches!(selection.survey, Load::Loading(_)), "the array is still being surveyed");
    assert!(!matches!(selection.trace, Load::Loading(_)), "the chunk is still being decoded");
    assert!(!matches!(selection.diagnosis, Load::Loading(_)), "somebody is still thinking");
    assert!(!matches!(selection.copies, Load::Loading(_)), "the chunk is still being located");
    let visible = usize::from(app.inner(Pane::Hierarchy).height);
    let first = usize::try_from(app.tree.scroll.first).unwrap();
    for row in app.tree.rows() {
        assert!(!matches!(row.branch, Branch::Opening(_)), "{:?} is still being opened", row.child);
    }
    for row in app.tree.rows().iter().skip(first).take(visible) {
        assert!(row.described.is_some(), "nobody told what {:?} is", row.child);
    }
}
