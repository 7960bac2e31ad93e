//! What has to hold whatever happened.

use std::collections::HashSet;

use ratatui::buffer::{Buffer, Cell};
use zarrscope::explorer::tasks::{DescribeRows, ReadWindow, WeighRows};
use zarrscope::explorer::{
    App, Area, BenchWindow, CardsWindow, CompareWindow, Content, CopyMenu, DiagnosisWindow, Effect,
    FinderWindow, GridLevel, GroupTable, HelpWindow, InfoWindow, LabWindow, Late, Layout, Page, Pane,
    PlacesWindow, ProfileWindow, RecentStores, RequestId, Side, StatsWindow, Terminal, Work, views,
};
use zarrscope::store::EntryKind;
use zarrscope::tell::line_rows::all_rows;

use crate::plain::is_controlling;

/// The work that was asked for and is still wanted.
#[derive(Default)]
pub struct Asked {
    wanted: Vec<Work>,
    newest: Option<RequestId>,
}

impl Asked {
    /// Takes effects in: the numbers of requests only grow, and what is copied is plain.
    pub fn take(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Work(work) => self.take_work(work),
                Effect::Terminal(Terminal::Copy(text)) => {
                    // A report has lines.
                    let plain = text.replace('\n', " ");
                    assert!(!plain.contains(is_controlling), "copied {text:?}");
                }
                Effect::Terminal(_) => {}
            }
        }
    }

    fn take_work(&mut self, work: &Work) {
        let id = Some(work.id());
        // What is asked about rows belongs to the request for their table.
        let is_of_table = work.is::<DescribeRows>() || work.is::<WeighRows>();
        assert!(is_of_table || id > self.newest, "{work:?} after {:?}", self.newest);
        self.newest = self.newest.max(id);
        self.wanted.retain(Work::is_wanted);
        self.wanted.push(work.clone());
    }

    /// What a pane waits for was requested, and is still wanted, so that an answer will come.
    fn will_answer<T>(&self, late: &Late<T>, what: &str) {
        if let Late::Waiting { request, .. } = late {
            let is_asked = |work: &Work| work.id() == request.id() && work.is_wanted();
            assert!(self.wanted.iter().any(is_asked), "nothing works for {what}, {:?}", request.id());
        }
    }

    /// Every pane that waits will get an answer.
    pub fn check(&self, app: &App) {
        let selection = &app.shared.selection;
        self.will_answer(&selection.node, "Open");
        self.will_answer(&selection.trace, "Trace");
        self.will_answer(&selection.diagnosis, "Diagnose");
        self.will_answer(&app.grid.survey, "Survey");
        self.will_answer(&app.verifying.counts, "Verify");
        self.will_answer(&app.finder.found, "Find");
        self.will_answer(&app.group.table, "Tabulate");
        self.will_answer(&app.finder.walk, "Walk");
        self.will_answer(&app.finder.preview.1, "Preview");
        self.will_answer(&app.picture.picture, "Picture");
        if let Some(window) = app.overlays.get::<ProfileWindow>() {
            window.lines.iter().for_each(|line| self.will_answer(&line.picture, "Profile"));
        }
        self.will_answer(&app.saving.written, "Save");
        self.will_answer(&app.pending.copying, "ReadCopy");
        if let Some(window) = app.overlays.get::<CompareWindow>() {
            window.chunks.iter().for_each(|view| self.will_answer(&view.compared, "CompareChunks"));
            window.arrays.iter().for_each(|view| self.will_answer(&view.compared, "CompareArrays"));
        }
        if let Some(window) = app.overlays.get::<LabWindow>() {
            self.will_answer(&window.subject, "SampleValues");
            window.rows.iter().for_each(|row| self.will_answer(&row.tried, "TryChain"));
            assert!(
                window.rows.iter().filter(|row| row.tried.is_waiting()).count() <= 1,
                "two chains at once"
            );
        }
        if let Some(window) = app.overlays.get::<StatsWindow>() {
            self.will_answer(&window.chunk, "Summarize");
            self.will_answer(&window.plane, "Summarize");
            self.will_answer(&window.whole, "Summarize");
        }
        app.grid
            .around
            .iter()
            .chain([&app.grid.level])
            .filter(|level| level.boxes.is_waiting())
            .for_each(|level| self.will_answer(&level.boxes, "Count"));
        let window = self.wanted.iter().any(|work| work.is::<ReadWindow>() && work.is_wanted());
        assert!(window || !selection.window.is_waiting(), "nobody was asked for the chunks around");
        if let Some(menu) = app.overlays.get::<CopyMenu>() {
            self.will_answer(&menu.forms, "forms");
        }
        for row in &app.hierarchy.tree.rows {
            self.will_answer(&row.children, &row.child.key);
        }
    }
}

/// Everything that holds of the state alone.
pub fn check(app: &App) {
    let known = app.shared.selection.node.ready().is_some();
    let shown = app.shared.panes().contains(&app.shared.focus);
    assert!(shown || !known, "the focus is on {:?}, which is not shown", app.shared.focus);
    let of_stage = app.shared.panes() == Pane::OF_STAGES || app.shared.panes() == Pane::OF_STORED;
    assert!(!app.shared.selection.opened || !known || of_stage);
    tree(app);
    grids(app);
    for side in Side::BOTH {
        values(side, app);
    }
    let stages = app.shared.selection.stage_count();
    assert!(
        app.shared.selection.stage() < stages.max(1),
        "stage {} of {stages}",
        app.shared.selection.stage()
    );
    overlay(app);
    faults(app);
}

/// What is known to be broken adds up, and everything of it can be gone to.
fn faults(app: &App) {
    let known = &app.shared.known;
    let all = known.count("").faults;
    assert!(if known.keeps_all() { all == known.kept() } else { all > known.kept() }, "{all} faults");
    assert_eq!(known.next("", None, false).is_some(), known.kept() > 0);
}

fn tree(app: &App) {
    let (rows, selected) = (&app.hierarchy.tree.rows, app.hierarchy.tree.selected);
    let current = rows.get(selected).expect("the selected row is listed");
    assert_eq!(
        current.child, app.shared.selection.child,
        "the row that is selected, and the node that is shown"
    );
    on_screen(
        app.hierarchy.tree.scroll.first,
        selected as u64,
        app.shared.inner(Pane::Hierarchy).height.into(),
        "tree",
    );
    let mut keys = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        assert!(keys.insert(&row.child.key), "{:?} is listed twice", row.child.key);
        let below = rows[index + 1..].iter().take_while(|below| below.depth > row.depth);
        let (mut children, mut files, mut others) = (0, 0, 0);
        below.for_each(|below| match below.child.kind {
            _ if below.depth > row.depth + 1 => others += 1,
            EntryKind::File => files += 1,
            _ => children += 1,
        });
        let expected = row.children.so_far().copied().unwrap_or(0);
        assert_eq!(children, expected, "the rows below {:?}", row.child.key);
        assert!(files <= 1 || app.shared.shows_files, "{files} rows of files below {:?}", row.child.key);
        assert!(row.files.is_empty() || !app.shared.shows_files, "a row of files, while each is shown");
        assert!(children > 0 || others == 0, "rows without the one they lie below");
    }
}

/// What is selected is on the screen, if the screen has room for anything.
fn on_screen(first: u64, selected: u64, visible: u64, what: &str) {
    let shown = visible == 0 || (first <= selected && selected - first < visible);
    assert!(shown, "{what}: {selected} is selected, {visible} from {first} on are on the screen");
}

fn grids(app: &App) {
    let selection = &app.shared.selection;
    let Some(array) = selection.array_layout() else {
        let known = selection.node.ready().is_some();
        assert!(selection.shards.is_empty() || !known, "inside the shard of what is no array");
        return;
    };
    assert_eq!(app.grid.around.len(), selection.shards.len(), "grids, and shards that were entered");
    assert_eq!(
        selection.address.inner.len(),
        selection.shards.len(),
        "the address, and shards that were entered"
    );
    let layouts = std::iter::once(array).chain(selection.shards.iter().map(|shard| &shard.inside));
    let levels = app.grid.around.iter().chain([&app.grid.level]);
    for ((layout, level), coords) in layouts.zip(levels).zip(selection.address.levels()) {
        grid(level, coords, layout);
    }
    let Some(shown) = app.grid.view(&app.shared).filter(|shown| !shown.view.plane.is_empty()) else { return };
    let ((row, column), (rows, columns)) = (shown.cell(selection.coords()), shown.view.visible());
    let [down, across] = &app.grid.level.scroll;
    on_screen(down.first, row, rows, "grid");
    on_screen(across.first, column, columns, "grid");
}

fn grid(level: &GridLevel, coords: &[u64], layout: &Layout) {
    let shape = layout.grid.grid_shape();
    assert_eq!(coords.len(), shape.len(), "{coords:?} in {shape:?}");
    assert!(shape.contains(&0) || layout.grid.contains(coords), "{coords:?} in {shape:?}");
    assert!(level.verdicts.len() <= 1 << 16, "{} verdicts are kept", level.verdicts.len());
    assert!(level.numbers.len() <= 1 << 16, "the numbers of {} chunks are kept", level.numbers.len());
    for coords in level.verdicts.keys().chain(level.numbers.keys()) {
        assert!(layout.grid.contains(coords), "a verdict about {coords:?}, which is not in {shape:?}");
    }
}

fn values(side: Side, app: &App) {
    let (pane, area) = (app.values(side), app.shared.inner(side.pane()));
    let content = pane.content(&app.shared.selection);
    match &content {
        Content::Bytes { bytes, .. } => {
            assert!(pane.offset < (bytes.len() as u64).max(1), "byte {} of {}", pane.offset, bytes.len());
        }
        Content::Shard(shard) => {
            assert!(pane.entry < shard.entries.len().max(1), "entry {}", pane.entry);
            let rows = views::table(shard.entries.len(), area).rows.height;
            on_screen(pane.scroll[0].first, pane.entry as u64, rows.into(), "index");
        }
        Content::Array { .. } | Content::Fill { .. } | Content::Window(_) => {
            let (coords, shape) = (&pane.coords, content.shape().unwrap());
            let view = pane.view(&content, &app.shared.selection, area);
            assert_eq!(coords.len(), shape.len(), "{coords:?} in {shape:?}");
            let inside = coords.iter().zip(shape).all(|(coord, edge)| coord < edge);
            assert!(inside || shape.contains(&0), "{coords:?} in {shape:?}");
            if inside {
                let ((row, column), (_, columns)) = (view.plane.cell(coords), view.visible());
                on_screen(pane.scroll[0].first, row, view.visible_rows(pane.scroll[0]), "values");
                on_screen(pane.scroll[1].first, column, columns, "values");
            }
        }
        Content::Nothing(_) => {}
    }
}

/// How many rows a page can begin with: with the last of them it is full.
fn starts(rows: u64, area: Area) -> usize {
    usize::try_from(rows.saturating_sub(area.height.max(1).into()) + 1).unwrap()
}

fn overlay(app: &App) {
    let selection = &app.shared.selection;
    // While the node is read again, the position in its old report is kept. A row of files has a report without a node.
    let area = app.shared.inner(Pane::Grid);
    let files = Some(&app.report.files).filter(|files| !files.is_empty());
    let report = files.or(selection.node.ready().map(|node| &node.report));
    let report = report.map(|lines| starts(all_rows(lines, area.width), area));
    let open = &app.overlays;
    let mut cursors: Vec<(u64, Option<usize>)> = Vec::new();
    // A page that is scrolled to its end ends with its last row at the bottom.
    if let Some(help) = open.get::<HelpWindow>() {
        cursors.push((help.selected as u64, Some(help.entries().len())));
    }
    if let Some(info) = open.get::<InfoWindow>() {
        let inner = views::page(app.shared.size, "info", &info.page.lines).inner();
        let rows = all_rows(&info.page.lines, inner.width);
        cursors.push((info.scroll.first, report.map(|_| starts(rows, inner))));
    }
    if let Some(page) = open.get::<Page>() {
        let inner = views::page(app.shared.size, &page.title, &page.lines).inner();
        cursors.push((page.scroll.first, Some(starts(all_rows(&page.lines, inner.width), inner))));
    }
    if let Some(window) = open.get::<DiagnosisWindow>() {
        let count = selection.diagnosis.ready().map(|verdict| verdict.hypotheses.len());
        cursors.push((window.selected as u64, count));
    }
    if let Some(menu) = open.get::<CopyMenu>() {
        cursors.push((menu.selected as u64, menu.forms.ready().map(|forms| forms.len())));
    }
    if open.get::<FinderWindow>().is_some() {
        cursors.push((app.finder.selected as u64, app.finder.found.ready().map(|found| found.len())));
    }
    if let Some(window) = open.get::<CardsWindow>() {
        cursors.push(match (window.card(), &window.index) {
            (Some(opened), _) => (opened.scroll.first, Some(opened.page(app.shared.size).rows.len())),
            (None, index) => {
                let index = index.as_ref().expect("a window of cards shows a card or the index");
                (index.selected as u64, Some(index.fitting().cards.len()))
            }
        });
    }
    if let Some(window) = open.get::<LabWindow>() {
        cursors.push((window.selected as u64, Some(window.rows.len())));
    }
    if let Some(shown) = open.get::<PlacesWindow>() {
        cursors.push((shown.selected as u64, Some(shown.places.len().max(1))));
    }
    if let Some(stores) = open.get::<RecentStores>() {
        cursors.push((stores.selected as u64, Some(stores.paths.len().max(1))));
    }
    if let Some(window) = open.get::<BenchWindow>() {
        cursors.push((window.byte as u64, Some(window.run.stored.len().max(1))));
    }
    cursors.push((app.report.scroll.first, report));
    for (at, count) in cursors {
        let inside = count.is_none_or(|count| at < (count as u64).max(1));
        assert!(inside, "line {at} of {count:?} of {:?}, or of the report", app.overlays);
    }
}

/// Nothing on the screen controls a terminal.
pub fn screen(buffer: &Buffer) {
    let mut texts = buffer.content().iter().map(Cell::symbol);
    let found = texts.find(|symbol| symbol.contains(is_controlling));
    assert!(found.is_none(), "{found:?} is on the screen");
}

/// Nothing is waiting once every answer has come.
pub fn settled(app: &App) {
    let selection = &app.shared.selection;
    assert!(!selection.node.is_waiting(), "the node is still being read");
    assert!(!app.grid.survey.is_waiting(), "the array is still being surveyed");
    assert!(!selection.trace.is_waiting(), "the chunk is still being decoded");
    assert!(!app.verifying.counts.is_waiting(), "a node is still being verified");
    assert!(!selection.diagnosis.is_waiting(), "somebody is still thinking");
    assert!(app.group.table.ready().is_none_or(GroupTable::is_complete), "the table of the group has gaps");
    assert!(!app.finder.found.is_waiting() && !app.finder.walk.is_waiting(), "still looking");
    assert!(!selection.window.is_waiting(), "chunks around the selected one are still being decoded");
    if let Some(menu) = app.overlays.get::<CopyMenu>() {
        assert!(!menu.forms.is_waiting(), "the chunk is still being located");
    }
    assert!(!app.saving.written.is_waiting() && !app.pending.copying.is_waiting(), "still saving or copying");
    if let Some(window) = app.overlays.get::<CompareWindow>() {
        let chunks = window.chunks.as_ref().is_some_and(|view| view.compared.is_waiting());
        let arrays = window.arrays.as_ref().is_some_and(|view| view.compared.is_waiting());
        assert!(!chunks && !arrays, "still comparing");
    }
    if let Some(window) = app.overlays.get::<LabWindow>() {
        let is_waiting = window.subject.is_waiting()
            || window.loss().is_some_and(|view| view.chunk.is_waiting())
            || window.rows.iter().any(|row| row.tried.is_waiting());
        assert!(!is_waiting, "still trying chains");
        assert!(window.done() == window.rows.len(), "a chain was never tried");
    }
    let visible = usize::from(app.shared.inner(Pane::Hierarchy).height);
    let first = usize::try_from(app.hierarchy.tree.scroll.first).unwrap();
    for row in &app.hierarchy.tree.rows {
        assert!(!row.children.is_waiting(), "{:?} is still being opened", row.child);
    }
    for row in app.hierarchy.tree.rows.iter().skip(first).take(visible) {
        assert!(row.described.is_some(), "{:?} was never described", row.child);
    }
}
