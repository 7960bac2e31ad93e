//! Comparing: marking something, going elsewhere, and putting both side by side.

use crate::explorer::compare::work::CompareArrays;
use std::sync::Arc;

use crate::explorer::compare::state::{ComparedArrays, ComparedChunk, ComparedChunks, MarkedPlace};
use crate::explorer::compare::window::{ArraysView, ChunksView, CompareWindow};
use crate::explorer::core::app::App;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::side::Side;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::keymap::KeyCommand;
use crate::explorer::overlay::window::Overlay;
use crate::lab::Sides;
use crate::metadata::text::shape;

impl App {
    /// Marks what has the cursor, or compares it with what is marked. What is marked already is marked no more.
    pub(crate) fn compare(&mut self) {
        let place = match self.place_to_compare() {
            Ok(place) => place,
            Err(why) => {
                self.shared.say(why);
                return;
            }
        };
        match (self.marked.take(), place) {
            (Some(marked), place) if marked.is_same(&place) => {
                self.shared.say("nothing is marked any more");
            }
            (Some(marked @ MarkedPlace::Array { .. }), place @ MarkedPlace::Array { .. }) => {
                self.compare_arrays(&marked, &place);
                self.marked = Some(marked);
            }
            (Some(MarkedPlace::Chunk(one, row)), MarkedPlace::Chunk(other, stage)) => {
                self.marked = Some(MarkedPlace::Chunk(one.clone(), row.clone()));
                let begin = row.or(stage).map(|(row, _)| row);
                let view = ChunksView::ask(Sides { a: one, b: other }, begin, &mut self.shared);
                self.overlay = Overlay::Compare(Box::new(CompareWindow { arrays: None, chunks: Some(view) }));
            }
            (before, place) => {
                let instead = if before.is_some() { " instead: it is of another kind" } else { "" };
                let name = place.full_name();
                self.shared.say_fitting(&[
                    format!(
                        "marked{instead}: {name} · c at another place compares both, here again forgets it"
                    ),
                    format!("marked{instead}: {name} · c elsewhere compares"),
                    format!("marked: {name}"),
                    "marked · c elsewhere compares".to_owned(),
                ]);
                self.marked = Some(place);
            }
        }
    }

    /// What has the cursor, or why it cannot be compared.
    fn place_to_compare(&self) -> Result<MarkedPlace, &'static str> {
        let selection = &self.shared.selection;
        let path = self.shared.hierarchy.display(selection.child.key.trim_end_matches('/'));
        // Both lie in one hierarchy: where that is need not be said twice.
        let above = self.shared.hierarchy.name.rfind('/').map_or(0, |last| last + 1);
        let name = path.get(above..).unwrap_or(&path).to_owned();
        if self.shared.focus == Pane::Hierarchy {
            let is_array = selection.layout().is_some();
            let array = selection.array().cloned();
            let key = selection.child.key.clone();
            let place = MarkedPlace::Array { key, name, array };
            return is_array.then_some(place).ok_or("an array, a chunk or a stage can be compared");
        }
        let array = selection.array().cloned().ok_or("an array, a chunk or a stage can be compared")?;
        if !array.metadata.chunk_grid.contains(&selection.address.chunk) {
            return Err("no chunk is selected");
        }
        let levels: Vec<String> = selection.address.levels().map(|coords| shape(coords)).collect();
        let name = format!("chunk {} of {name}", levels.join(" › "));
        let address = selection.address.clone();
        let chunk = ComparedChunk { name, array, address, begin: Vec::new() };
        let side = match self.shared.focus {
            Pane::Stages => Some(Side::Output),
            Pane::Input | Pane::Values if selection.opened => Side::of(self.shared.focus),
            _ => None,
        };
        let stage = side.and_then(|side| {
            let name = selection.stage_of(side).map_or("stored", |stage| stage.info.codec.name.as_str());
            Some((selection.row(side)?, name.to_owned()))
        });
        Ok(MarkedPlace::Chunk(chunk, stage))
    }

    fn compare_arrays(&mut self, one: &MarkedPlace, other: &MarkedPlace) {
        let (
            MarkedPlace::Array { key: a, name: one, array: first },
            MarkedPlace::Array { key: b, name: other, array: second },
        ) = (one, other)
        else {
            return;
        };
        let request = self.shared.request();
        let view = ArraysView {
            names: Sides { a: one.clone(), b: other.clone() },
            arrays: Sides { a: first.clone(), b: second.clone() },
            found: Late::asked(request.clone()),
            scroll: Scroll::default(),
        };
        self.overlay = Overlay::Compare(Box::new(CompareWindow { arrays: Some(view), chunks: None }));
        let keys = Sides { a, b }.map(|key| key.trim_end_matches('/').to_owned());
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        self.shared.send(&request, CompareArrays { hierarchy, keys, options: self.shared.options });
    }

    /// Acts on a key while something is compared.
    pub(crate) fn in_comparison(&mut self, command: KeyCommand) {
        let Overlay::Compare(window) = &mut self.overlay else { return };
        let CompareWindow { arrays, chunks } = window.as_mut();
        match (command, chunks, arrays) {
            (KeyCommand::Compare, ..) => {
                self.marked = None;
                self.shared.say("nothing is marked any more");
                self.overlay = Overlay::None;
            }
            (KeyCommand::Out | KeyCommand::Back, Some(_), Some(_)) => window.chunks = None,
            (KeyCommand::Out | KeyCommand::Back, ..) => self.overlay = Overlay::None,
            (KeyCommand::Help, ..) => {
                self.open_help();
            }
            (command, Some(view), _) => in_chunks(command, view, &mut self.shared),
            (KeyCommand::Move(by), None, Some(view)) => {
                let page = u64::from(self.shared.size.1.saturating_sub(4)).max(1);
                view.scroll.step(by, page, ARRAY_LINES);
            }
            (KeyCommand::Enter | KeyCommand::FindNext, None, Some(view)) => match view.first_chunks() {
                Some(chunks) => {
                    window.chunks = Some(ChunksView::ask(chunks, None, &mut self.shared));
                }
                None => self.shared.say("no element is known to differ"),
            },
            _ => {}
        }
    }

    /// Takes two chunks that were read.
    pub(crate) fn chunks_compared(&mut self, id: RequestId, found: Arc<ComparedChunks>) {
        let Overlay::Compare(window) = &mut self.overlay else { return };
        if let Some(view) = &mut window.chunks
            && view.found.answer(id, Ok(found))
        {
            view.begin();
        }
    }

    /// Takes what was found of two arrays so far.
    pub(crate) fn arrays_compared(&mut self, id: RequestId, found: Box<ComparedArrays>, is_last: bool) {
        let Overlay::Compare(window) = &mut self.overlay else { return };
        if let Some(view) = &mut window.arrays {
            if is_last {
                view.found.answer(id, Ok(found));
            } else {
                view.found.part(id, found);
            }
        }
    }

    /// Keeps the cursor of a comparison on the screen.
    pub(crate) fn settle_comparison(&mut self) {
        let size = self.shared.size;
        if let Overlay::Compare(window) = &mut self.overlay
            && let Some(view) = &mut window.chunks
        {
            view.settle(size);
        }
    }
}

/// The most lines about two arrays: what there is to scroll through.
const ARRAY_LINES: u64 = 1040;

/// Acts on a key while two chunks are compared.
fn in_chunks(command: KeyCommand, view: &mut ChunksView, shared: &mut crate::explorer::core::shared::Shared) {
    match command {
        KeyCommand::Move(by) => view.step(by),
        KeyCommand::FindNext => view.next(false, shared),
        KeyCommand::FindPrevious => view.next(true, shared),
        KeyCommand::PreviousStage => view.turn_stage(true),
        KeyCommand::NextStage => view.turn_stage(false),
        KeyCommand::Hex => view.toggle_hex(),
        KeyCommand::SliceBack => view.slice(false, shared),
        KeyCommand::SliceOn => view.slice(true, shared),
        KeyCommand::SliceAxis => view.next_axis(),
        KeyCommand::NextPane | KeyCommand::PreviousPane => view.lists_stages = !view.lists_stages,
        KeyCommand::Enter => view.lists_stages = false,
        _ => {}
    }
}
