//! What can be typed after `:`.

use super::axes::Axes;
use super::effect::Effect;
use super::regions::Pane;
use super::side::Side;
use super::state::App;
use crate::metadata::{ChunkGrid, ChunkKeyEncoding};

/// Where to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A chunk.
    Chunk(Vec<u64>),
    /// An element: its chunk, and its coordinates within that.
    Element(Vec<u64>, Vec<u64>),
}

/// What can be typed.
const EXPECTED: &str = "expected c 1,7,2 (a chunk), at 7,150,900 (an element), key c/1/7/2, byte 0x1f, find 58 03 ff, \
     find \"text\", rows y, columns x, show ratio, report or follow";

/// Reads `c 1,7,2`, `at 7,150,900` or `key c/1/7/2`.
///
/// # Errors
/// When it is none of these, or is outside the array.
pub fn parse(text: &str, grid: &ChunkGrid, encoding: ChunkKeyEncoding) -> Result<Target, String> {
    let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let rest = rest.trim();
    match word {
        "c" | "chunk" => {
            let chunk = coords(rest)?;
            let outside = || format!("expected a chunk of the grid {:?}, found {chunk:?}", grid.grid_shape());
            if grid.contains(&chunk) { Ok(Target::Chunk(chunk)) } else { Err(outside()) }
        }
        "at" => {
            let element = coords(rest)?;
            let found = grid.locate(&element);
            found.map(|(chunk, within)| Target::Element(chunk, within)).ok_or_else(|| {
                format!("expected {} coordinates of an element in the array, found {rest}", grid.rank())
            })
        }
        "key" => {
            let found = encoding.coords(rest, grid.rank()).filter(|chunk| grid.contains(chunk));
            found.map(Target::Chunk).ok_or_else(|| format!("expected the key of a chunk, found \"{rest}\""))
        }
        _ => Err(EXPECTED.to_owned()),
    }
}

/// Reads `rows y` and `columns 2`: a dimension by its name or number. `None` where it is something else.
fn parse_axes(text: &str, axes: Axes, names: &[String]) -> Option<Result<Axes, String>> {
    let (word, name) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let change: fn(Axes, usize) -> Axes = match word {
        "rows" => Axes::with_rows,
        "columns" | "cols" => Axes::with_columns,
        _ => return None,
    };
    let name = name.trim();
    let found = names.iter().position(|own| own == name).or_else(|| name.parse().ok());
    let changed = found.map(|axis| change(axes, axis)).filter(|axes| axes.fit(names.len()));
    Some(changed.ok_or_else(|| match names {
        [] | [_] => "rows and columns can be chosen where an array has two dimensions or more".to_owned(),
        _ => format!("expected one of the dimensions {}, found \"{name}\"", names.join(", ")),
    }))
}

fn coords(text: &str) -> Result<Vec<u64>, String> {
    let parts = text.split(',').map(str::trim).filter(|_| !text.is_empty());
    let coords: Result<Vec<u64>, _> = parts.map(str::parse).collect();
    coords.map_err(|_| format!("expected numbers with commas between them, found \"{text}\""))
}

impl App {
    /// Goes where a typed line says, or shows what it says.
    pub(super) fn go_to(&mut self, text: &str) -> Option<Effect> {
        if let Some(name) =
            text.trim().strip_prefix("show").filter(|_| self.shared.selection.layout().is_some())
        {
            self.grid.choose_mode(name.trim(), &mut self.shared);
            return None;
        }
        if let Some(layout) = self.shared.selection.array_layout()
            && let Some(axes) = parse_axes(text, self.shared.selection.axes(), &layout.dimensions)
        {
            match axes {
                Ok(axes) => self.shared.choose_axes(axes),
                Err(error) => self.shared.say(error),
            }
            return None;
        }
        if text.trim() == "follow" {
            self.toggle_following();
            return None;
        }
        let done = self.report_line(text).or_else(|| self.bytes_line(text));
        if let Some(effects) = done {
            return effects.into_iter().next();
        }
        let selection = &mut self.shared.selection;
        // `:at` and `:key` are about the array, even inside a shard. `:c` is about the grid that is shown.
        let chunk = text.trim_start().starts_with('c');
        let layout = if chunk { selection.layout() } else { selection.array_layout() };
        let Some(layout) = layout.cloned() else {
            self.shared.say("no array is selected");
            return None;
        };
        let target = parse(text, &layout.grid, layout.encoding);
        if target.is_ok() {
            self.visited.jump_within();
        }
        match target {
            Ok(Target::Chunk(coords)) => {
                self.shared.focus = if selection.opened { self.shared.focus } else { Pane::Grid };
                self.go_to_chunk(coords, !chunk)
            }
            Ok(Target::Element(coords, within)) => {
                selection.select_stage(usize::MAX);
                selection.element.coords = within;
                selection.element.put_everywhere();
                self.shared.focus = Pane::Values;
                self.values_mut(Side::Output).hex = false;
                self.go_to_chunk(coords, true)
            }
            Err(error) => {
                self.shared.say(error);
                None
            }
        }
    }

    /// Selects a chunk of the grid that is shown, or a chunk of the array, which leaves all shards.
    pub(super) fn go_to_chunk(&mut self, coords: Vec<u64>, of_array: bool) -> Option<Effect> {
        if !of_array || !self.shared.selection.address.is_inner() {
            return self.shared.select_chunk(coords);
        }
        self.shared.selection.leave_shards();
        self.shared.selection.address = coords.into();
        self.shared.trace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::KeyScheme;

    #[test]
    fn dimensions_by_name_and_number() {
        let names = ["time", "y", "x"].map(str::to_owned);
        let parse = |text: &str| parse_axes(text, Axes { rows: 1, columns: 2 }, &names);
        assert_eq!(parse("rows time"), Some(Ok(Axes { rows: 0, columns: 2 })));
        assert_eq!(parse(" columns  0 "), Some(Ok(Axes { rows: 1, columns: 0 })));
        assert_eq!(parse("rows x"), Some(Ok(Axes { rows: 2, columns: 1 })));
        assert_eq!(parse("rows 1"), Some(Ok(Axes { rows: 1, columns: 2 })));
        assert_eq!(parse("c 1,2"), None);
        for wrong in ["rows", "rows 3", "columns z"] {
            assert!(matches!(parse(wrong), Some(Err(error)) if error.contains("time, y, x")), "{wrong}");
        }
    }

    #[test]
    fn chunks_elements_and_keys() {
        let grid = ChunkGrid::regular(&[10, 200, 3000], &[5, 20, 400]);
        let encoding = ChunkKeyEncoding { scheme: KeyScheme::Default, separator: '/' };
        let parse = |text: &str| parse(text, &grid, encoding);
        assert_eq!(parse("c 1,7,2"), Ok(Target::Chunk(vec![1, 7, 2])));
        assert_eq!(parse("key c/1/7/2"), Ok(Target::Chunk(vec![1, 7, 2])));
        assert_eq!(parse("at 7, 150, 900"), Ok(Target::Element(vec![1, 7, 2], vec![2, 10, 100])));
        for wrong in ["", "c", "c 1,7", "c 2,0,0", "at 10,0,0", "key c/9/9/9", "go 1", "c 1,x,2"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
