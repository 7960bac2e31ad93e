//! Into a shard and out again: its inner chunks are a grid of their own, each with its own pipeline.

use std::sync::Arc;

use super::action::{Layout, Request};
use super::grid::GridPane;
use super::load::Load;
use super::regions::Pane;
use super::selection::Selection;
use super::state::App;
use crate::codec::ShardMap;
use crate::metadata::ChunkGrid;
use crate::pipeline::{ChunkAddress, Survey};

/// A shard that was entered, and what was shown around it.
#[derive(Debug)]
pub struct Level {
    /// The grid that the shard is a chunk of; its cursor is on the shard.
    pub grid: GridPane,
    /// The survey of that grid.
    pub survey: Load<Arc<Survey>>,
    /// Where the inner chunks are.
    pub inside: Arc<Layout>,
    /// The array coordinates of the shard's first element; `None` behind codecs that rearrange it.
    pub origin: Option<Vec<u64>>,
}

impl Selection {
    /// The selected chunk, or inner chunk.
    #[must_use]
    pub fn address(&self) -> ChunkAddress {
        let mut grids = self.levels.iter().map(|level| &level.grid).chain([&self.grid]);
        let chunk = grids.next().map(|grid| grid.coords.clone()).unwrap_or_default();
        ChunkAddress { chunk, inner: grids.map(|grid| grid.coords.clone()).collect() }
    }

    /// The index of the selected chunk, if it is a stored shard.
    #[must_use]
    pub fn shard(&self) -> Option<&Arc<ShardMap>> {
        self.trace.ready()?.shard.as_ref()
    }

    /// Where the inner chunks of the selected shard are.
    fn inside(&self, map: &ShardMap) -> Option<Layout> {
        let outside = self.layout()?;
        let grid: ChunkGrid = map.grid.clone();
        Some(Layout {
            key: outside.key.clone(),
            shape: grid.array_shape(),
            grid,
            encoding: outside.encoding,
            dimensions: outside.dimensions.clone(),
            data_type: outside.data_type.clone(),
        })
    }

    /// Puts the shard that is selected on the stack, and its grid of inner chunks in its place.
    fn enter(&mut self, map: &Arc<ShardMap>, coords: Vec<u64>) -> Option<()> {
        let inside = Arc::new(self.inside(map)?);
        let rearranged = self.trace.ready()?.chain().rearranges();
        let origin = self.origin().filter(|_| !rearranged);
        let grid = std::mem::replace(&mut self.grid, GridPane { coords, ..GridPane::default() });
        let survey = std::mem::replace(&mut self.survey, Load::Ready(Arc::new(Survey::of_shard(map))));
        self.levels.push(Level { grid, survey, inside, origin });
        Some(())
    }

    /// Leaves the innermost shard; says whether there was one.
    fn leave(&mut self) -> bool {
        let Some(level) = self.levels.pop() else { return false };
        (self.grid, self.survey) = (level.grid, level.survey);
        // What was asked of it meanwhile may have been replaced.
        self.grid.counting = None;
        true
    }
}

impl App {
    /// Enters the selected shard at one of its inner chunks; says whether it is one.
    pub(super) fn enter_shard(&mut self, coords: Option<Vec<u64>>) -> Option<Vec<Request>> {
        let map = Arc::clone(self.selection.shard()?);
        let there = |coords: &Vec<u64>| map.entry(coords).is_some();
        let first = map.entries.first().map(|(coords, _)| coords.clone());
        let coords = coords.filter(there).or(first)?;
        self.selection.enter(&map, coords)?;
        (self.selection.opened, self.focus) = (false, Pane::Grid);
        Some(self.trace())
    }

    /// Leaves the innermost shard; `None` where none was entered.
    pub(super) fn leave_shard(&mut self) -> Option<Vec<Request>> {
        self.selection.leave().then(|| self.trace())
    }

    /// Leaves all shards; nothing is decoded.
    pub(super) fn leave_shards(&mut self) {
        while self.selection.leave() {}
    }
}
