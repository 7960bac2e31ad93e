use std::sync::Arc;

use crate::configuration::Key;
use crate::explorer::compare::work::{CompareArrays, CompareChunks};
use crate::explorer::compare::{ArraysView, ChunkToCompare, MarkedPlace, draw};
use crate::explorer::keys::keymap::key_name;
use crate::explorer::keys::own_keys::{OwnHelp, OwnHint, OwnKeys, WindowKey, own};
use crate::explorer::{
    App, Canvas, ChunksView, CompareWindow, Handled, Hints, KeyCommand, Late, Move, Overlay, Pane, Scroll,
    Shared, Side,
};
use crate::lab::Sides;
use crate::metadata::text::shape;

impl App {
    pub(crate) fn compare(&mut self) {
        let place = match self.place_to_compare() {
            Ok(place) => place,
            Err(why) => return self.shared.say(why),
        };
        match (self.to_compare.take(), place) {
            (Some(marked), place) if marked.is_same(&place) => {
                self.shared.say("the place to compare is forgotten");
            }
            (Some(marked @ MarkedPlace::Array { .. }), place @ MarkedPlace::Array { .. }) => {
                self.compare_arrays(&marked, &place);
                self.to_compare = Some(marked);
            }
            (Some(MarkedPlace::Chunk(one, row)), MarkedPlace::Chunk(other, stage)) => {
                self.to_compare = Some(MarkedPlace::Chunk(one.clone(), row.clone()));
                let begin = row.or(stage).map(|(row, _)| row);
                let view = ChunksView::ask(Sides { a: one, b: other }, begin, &mut self.shared);
                self.overlays.open(CompareWindow { arrays: None, chunks: Some(view) });
            }
            (before, place) => {
                let instead = if before.is_some() { "a chunk and an array cannot be compared; " } else { "" };
                let name = place.full_name();
                let key = key_name(KeyCommand::Compare);
                self.shared.say(format!(
                    "{instead}to compare: {name} · press {key} at the other one, here again to forget it"
                ));
                self.to_compare = Some(place);
            }
        }
    }

    fn place_to_compare(&self) -> Result<MarkedPlace, &'static str> {
        let selection = &self.shared.selection;
        let path = self.shared.hierarchy.display(selection.child.key.trim_end_matches('/'));
        // Both lie in one hierarchy: its location need not be given twice.
        let above = self.shared.hierarchy.name.rfind('/').map_or(0, |last| last + 1);
        let name = path.get(above..).unwrap_or(&path).to_owned();
        if self.shared.focus == Pane::Hierarchy {
            if selection.layout().is_none() {
                return Err("an array, a chunk or a stage can be compared");
            }
            let (key, array) = (selection.child.key.clone(), selection.array().cloned());
            return Ok(MarkedPlace::Array { key, name, array });
        }
        let array = selection.array().cloned().ok_or("an array, a chunk or a stage can be compared")?;
        if !array.metadata.chunk_grid.contains(&selection.address.chunk) {
            return Err("no chunk is selected");
        }
        let levels: Vec<String> = selection.address.levels().map(|coords| shape(coords)).collect();
        let name = format!("chunk {} of {name}", levels.join(" › "));
        let chunk = ChunkToCompare { name, array, address: selection.address.clone(), begin: Vec::new() };
        let side = match self.shared.focus {
            Pane::Stages => Some(Side::Output),
            Pane::Input | Pane::Values if selection.opened => Side::of(self.shared.focus),
            Pane::Hierarchy | Pane::Grid | Pane::Input | Pane::Values => None,
        };
        let mut marked_stage = None;
        if let Some(side) = side
            && let Some(row) = selection.row(side)
        {
            let name = selection.stage_of(side).map_or("stored", |stage| stage.info.codec.name.as_str());
            marked_stage = Some((row, name.to_owned()));
        }
        Ok(MarkedPlace::Chunk(chunk, marked_stage))
    }

    fn compare_arrays(&mut self, one: &MarkedPlace, other: &MarkedPlace) {
        let MarkedPlace::Array { key: a, name: one, array: first } = one else { return };
        let MarkedPlace::Array { key: b, name: other, array: second } = other else { return };
        let request = self.shared.request();
        let view = ArraysView {
            names: Sides { a: one.clone(), b: other.clone() },
            arrays: Sides { a: first.clone(), b: second.clone() },
            compared: Late::asked(request.clone()),
            scroll: Scroll::default(),
        };
        self.overlays.open(CompareWindow { arrays: Some(view), chunks: None });
        let keys = Sides { a, b }.map(|key| key.trim_end_matches('/').to_owned());
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        let (options, physical) = (self.shared.options, self.shared.selection.is_physical());
        self.shared.send(&request, CompareArrays { hierarchy, keys, options, physical });
    }
}

impl ChunksView {
    pub(crate) fn ask(chunks: Sides<ChunkToCompare>, begin: Option<usize>, shared: &mut Shared) -> Self {
        let names = chunks.as_ref().map(|chunk| chunk.name.clone());
        let compared = Late::asked(shared.ask(CompareChunks { chunks, options: shared.options }));
        Self { names, compared, begin, size: shared.size, ..Self::default() }
    }
}

/// An upper bound for scrolling: the most fields that are listed, and what comes before them.
const ARRAY_LINES: u64 = 1040;

impl Overlay for CompareWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        let Some(asked) = KEYS.asked(key) else { return Handled::Pass };
        if asked == WindowKey::Own(CompareCommand::Forget) {
            app.to_compare = None;
            app.shared.say("the place to compare is forgotten");
            return Handled::Close;
        }
        if matches!(asked, WindowKey::Pane(KeyCommand::Out | KeyCommand::Back)) {
            // Chunks that were opened from two arrays lead back to these.
            let leads_back = self.arrays.is_some() && self.chunks.take().is_some();
            return if leads_back { Handled::Stay } else { Handled::Close };
        }
        if let Some(view) = &mut self.chunks {
            return in_chunks(asked, view, &mut app.shared);
        }
        match asked {
            WindowKey::Pane(KeyCommand::Move(by)) => self.scroll(by, app),
            WindowKey::Pane(KeyCommand::Enter) | WindowKey::Own(CompareCommand::NextDifference) => {
                match self.arrays.as_ref().and_then(ArraysView::first_chunks) {
                    Some(chunks) => self.chunks = Some(ChunksView::ask(chunks, None, &mut app.shared)),
                    None => app.shared.say("no element is known to differ"),
                }
            }
            WindowKey::Pane(_) | WindowKey::Own(_) => return Handled::Pass,
        }
        Handled::Stay
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        if let Some(view) = &mut self.chunks {
            view.step(by);
        } else if let Some(view) = &mut self.arrays {
            view.scroll.step(by, u64::from(app.shared.size.1.saturating_sub(4)).max(1), ARRAY_LINES);
        }
    }

    fn reconcile(&mut self, app: &mut App) {
        if let Some(view) = &mut self.chunks {
            view.keep_on_screen(app.shared.size);
        }
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::draw(canvas, app, self);
    }

    fn own_help(&self) -> Option<OwnHelp> {
        Some(KEYS.help())
    }

    fn hints(&self, _: &App) -> Hints {
        let Some(view) = &self.chunks else {
            return Hints::Keys(ARRAYS.iter().map(|hint| KEYS.hint(hint)).collect(), "close");
        };
        let has_slices = view.shows_elements() && view.cursor_plane().plane.sliced() > 0;
        let is_slice = |asked: &WindowKey<_>| *asked == WindowKey::Pane(KeyCommand::SliceOn);
        let applies = |(asked, _): &&OwnHint<_>| has_slices || !asked.iter().any(is_slice);
        Hints::Keys(CHUNKS.iter().filter(applies).map(|hint| KEYS.hint(hint)).collect(), "close")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompareCommand {
    NextDifference,
    PreviousDifference,
    Forget,
}

pub(crate) const KEYS: OwnKeys<CompareCommand> = OwnKeys {
    view: "in-compare",
    title: "a comparison",
    rows: &[
        own(&[Key::Char('n')], CompareCommand::NextDifference, "next", "the next difference"),
        own(&[Key::Char('N')], CompareCommand::PreviousDifference, "before", "the previous difference"),
        own(&[Key::Char('c')], CompareCommand::Forget, "forget", "forget the mark, and close"),
    ],
};

const CHUNKS: &[OwnHint<CompareCommand>] = &[
    (&[WindowKey::Own(CompareCommand::NextDifference)], "next"),
    (&[WindowKey::Own(CompareCommand::PreviousDifference)], "before"),
    (&[WindowKey::Pane(KeyCommand::PreviousStage), WindowKey::Pane(KeyCommand::NextStage)], "stage"),
    (&[WindowKey::Pane(KeyCommand::Hex)], "hex"),
    (&[WindowKey::Pane(KeyCommand::NextPane)], "stages"),
    (&[WindowKey::Pane(KeyCommand::SliceBack), WindowKey::Pane(KeyCommand::SliceOn)], "slice"),
    (&[WindowKey::Own(CompareCommand::Forget)], "forget the mark"),
];

const ARRAYS: &[OwnHint<CompareCommand>] = &[
    (&[WindowKey::Pane(KeyCommand::Enter)], "first difference"),
    (&[WindowKey::Pane(KeyCommand::Move(Move::Down)), WindowKey::Pane(KeyCommand::Move(Move::Up))], "scroll"),
    (&[WindowKey::Own(CompareCommand::Forget)], "forget the mark"),
];

fn in_chunks(asked: WindowKey<CompareCommand>, view: &mut ChunksView, shared: &mut Shared) -> Handled {
    match asked {
        WindowKey::Pane(KeyCommand::Move(by)) => view.step(by),
        WindowKey::Own(CompareCommand::NextDifference) => view.next(false, shared),
        WindowKey::Own(CompareCommand::PreviousDifference) => view.next(true, shared),
        WindowKey::Pane(KeyCommand::PreviousStage) => view.turn_stage(true),
        WindowKey::Pane(KeyCommand::NextStage) => view.turn_stage(false),
        WindowKey::Pane(KeyCommand::Hex) => {
            view.hex = !view.hex;
            view.put_first();
        }
        WindowKey::Pane(KeyCommand::SliceBack) => view.slice(false, shared),
        WindowKey::Pane(KeyCommand::SliceOn) => view.slice(true, shared),
        WindowKey::Pane(KeyCommand::SliceAxis) => {
            view.axis = view.cursor_plane().plane.next_sliced(view.axis);
        }
        WindowKey::Pane(KeyCommand::NextPane | KeyCommand::PreviousPane) => {
            view.lists_stages = !view.lists_stages;
        }
        WindowKey::Pane(KeyCommand::Enter) => view.lists_stages = false,
        WindowKey::Own(CompareCommand::Forget) | WindowKey::Pane(_) => return Handled::Pass,
    }
    Handled::Stay
}
