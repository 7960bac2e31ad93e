//! Reads a typed line and does what it says.

use crate::explorer::keys::keymap::named;
use crate::explorer::prompt::typed_command::{TypedKind, WordMeaning, meaning};
use crate::explorer::{App, Handled, KeyCommand, Pane, Prompt, Purpose, Side, Terminal};
use crate::metadata::{ChunkGrid, ChunkKeyEncoding};
use crate::pipeline::{Axes, LabelQuery};
use crate::tell::cards;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Chunk(Vec<u64>),
    /// A chunk, and coordinates within it.
    Element(Vec<u64>, Vec<u64>),
}

pub fn parse(
    kind: TypedKind,
    text: &str,
    grid: &ChunkGrid,
    encoding: &ChunkKeyEncoding,
) -> Result<Target, String> {
    if kind == TypedKind::Chunk {
        let chunk = coords(text)?;
        if grid.contains(&chunk) {
            return Ok(Target::Chunk(chunk));
        }
        return Err(format!("expected a chunk of the grid {:?}, found {chunk:?}", grid.grid_shape()));
    }
    if kind == TypedKind::Element {
        let element = coords(text)?;
        let Some((chunk, within)) = grid.locate(&element) else {
            let shape = grid.array_shape();
            return Err(format!("expected an element of the array {shape:?}, found {element:?}"));
        };
        return Ok(Target::Element(chunk, within));
    }
    match encoding.coords(text, grid.rank()) {
        Some(chunk) if grid.contains(&chunk) => Ok(Target::Chunk(chunk)),
        _ => Err(format!("expected the key of a chunk, found \"{text}\"")),
    }
}

fn parse_axes(kind: TypedKind, name: &str, axes: Axes, names: &[String]) -> Result<Axes, String> {
    let change = if kind == TypedKind::Rows { Axes::with_rows } else { Axes::with_columns };
    let found = names.iter().position(|own| own == name).or_else(|| name.parse().ok());
    if let Some(axis) = found {
        let changed = change(axes, axis);
        if changed.fit(names.len()) {
            return Ok(changed);
        }
    }
    Err(match names {
        [] | [_] => "rows and columns can be chosen where an array has two dimensions or more".to_owned(),
        _ => format!("expected one of the dimensions {}, found \"{name}\"", names.join(", ")),
    })
}

fn coords(text: &str) -> Result<Vec<u64>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let coords: Result<Vec<u64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    coords.map_err(|_| format!("expected numbers with commas between them, found \"{text}\""))
}

/// The position of the first coordinate that is no number or outside of the shape; 0 where each alone is right.
fn wrong_coordinate(text: &str, shape: &[u64]) -> usize {
    let mut at = 0;
    for (axis, part) in text.split(',').enumerate() {
        let within = |number: u64| shape.get(axis).is_some_and(|edge| number < *edge);
        if !part.trim().parse().is_ok_and(within) {
            return at + part.chars().take_while(|letter| letter.is_whitespace()).count();
        }
        at += part.chars().count() + 1;
    }
    0
}

pub(crate) fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

impl App {
    pub(crate) fn open_goto(&mut self) {
        self.overlays.open(Prompt::new(Purpose::GoTo));
    }

    pub(crate) fn go_to(&mut self, prompt: &mut Prompt) -> Handled {
        let text = prompt.line.text();
        if text.trim().is_empty() {
            return Handled::Close;
        }
        self.history.keep(&text);
        let Err(error) = self.line_typed(&text) else { return Handled::Close };
        self.shared.message = None;
        prompt.error = Some(error.message);
        prompt.line.put_cursor(error.at);
        Handled::Stay
    }

    fn line_typed(&mut self, text: &str) -> Result<(), LineError> {
        // Coordinates alone are an element.
        let is_element =
            text.contains(',') && text.chars().all(|letter| letter.is_ascii_digit() || ", ".contains(letter));
        let (word, argument) = if is_element { ("at", text.trim()) } else { split(text) };
        let begin = text.chars().take_while(|letter| letter.is_whitespace()).count();
        let at_word = |message| LineError { message, at: begin + word.chars().count() };
        let at_end = |message| LineError { message, at: text.trim_end().chars().count() };
        if LabelQuery::begins(text, &self.dimension_names()) {
            return self.select_labels(text).map_err(at_end);
        }
        match meaning(word, !argument.is_empty()).map_err(at_word)? {
            WordMeaning::Typed(kind) => {
                let before = text.trim_end().chars().count().saturating_sub(argument.chars().count());
                let selection = &self.shared.selection;
                let wrong = match (kind, selection.layout(), selection.array_layout()) {
                    (TypedKind::Chunk, Some(layout), _) => {
                        wrong_coordinate(argument, &layout.grid.grid_shape())
                    }
                    (TypedKind::Element, _, Some(layout)) => wrong_coordinate(argument, &layout.shape),
                    _ => 0,
                };
                let at_wrong = |message| LineError { message, at: before + wrong };
                let may_fail_later = matches!(kind, TypedKind::Node | TypedKind::Report);
                self.pending.line = may_fail_later.then(|| text.to_owned());
                self.typed_command(kind, argument).map_err(at_wrong)
            }
            WordMeaning::OfKey(command) => match self.why_nothing(command) {
                Some(why) => Err(at_end(why)),
                None => {
                    self.command(command);
                    Ok(())
                }
            },
        }
    }

    /// Says what has become of a typed line; on the line itself, unless something else is open.
    pub(crate) fn say_of_line(&mut self, message: String) {
        let line = match self.pending.line.take() {
            Some(line) if !self.overlays.is_open() => line,
            _ => return self.shared.say(message),
        };
        let mut prompt = Prompt { error: Some(message), ..Prompt::with(Purpose::GoTo, &line) };
        let (word, argument) = split(&line);
        let begin = line.trim_end().chars().count().saturating_sub(argument.chars().count());
        prompt.line.put_cursor(if argument.is_empty() { word.chars().count() } else { begin });
        self.shared.message = None;
        self.overlays.open(prompt);
    }

    /// A path as it is copied begins with the name of the root, unless that is the name of a node in it too.
    fn below_root<'a>(&self, path: &'a str) -> &'a str {
        let root = self.shared.hierarchy.display("");
        let rest = path.strip_prefix(root.trim_end_matches('/')).unwrap_or(path);
        let first = path.split('/').next().unwrap_or_default();
        let is_node = self.hierarchy.tree.rows.iter().any(|row| row.child.key == first);
        if is_node || !(rest.is_empty() || rest.starts_with('/')) { path } else { rest.trim_matches('/') }
    }

    fn typed_command(&mut self, kind: TypedKind, argument: &str) -> Result<(), String> {
        match kind {
            TypedKind::Chunk | TypedKind::Element | TypedKind::Key => self.go_to_place(kind, argument)?,
            TypedKind::Coordinates => return self.select_labels(argument),
            TypedKind::Node => {
                let path = self.below_root(argument.trim_matches('/'));
                if argument.is_empty() {
                    return Err("expected the path of a node; Tab completes it".to_owned());
                }
                self.shared.focus = Pane::Hierarchy;
                self.head_for(path.to_owned());
            }
            TypedKind::Rows | TypedKind::Columns => {
                let selection = &self.shared.selection;
                let layout = selection.array_layout().ok_or("no array is selected")?;
                self.shared.choose_axes(parse_axes(kind, argument, selection.axes(), &layout.dimensions)?);
            }
            TypedKind::Show => {
                self.shared.selection.layout().ok_or("no array is selected")?;
                self.grid.choose_mode(argument, &mut self.shared)?;
            }
            TypedKind::Level => return self.choose_level(argument),
            TypedKind::Channel if self.plate.has_pictures(&self.shared) => {
                self.plate.choose_channel(argument)?;
            }
            TypedKind::Channel => return self.choose_channel(argument),
            TypedKind::ImageLabels if argument.is_empty() => self.picture.next_labels(&mut self.shared),
            TypedKind::ImageLabels => self.choose_labels(argument)?,
            TypedKind::Range if self.plate.has_pictures(&self.shared) => self.plate.choose_range(argument)?,
            TypedKind::Range => self.picture.choose_range(argument, &mut self.shared)?,
            TypedKind::Minus if !argument.is_empty() => {
                let expected =
                    "expected nothing behind it: the step that is shown is subtracted, so go there first";
                return Err(format!("{expected}; found \"{argument}\""));
            }
            TypedKind::Minus => self.picture.subtract_this(&mut self.shared),
            TypedKind::Byte | TypedKind::Find => return self.bytes_line(kind, argument),
            TypedKind::Where => self.frame.choose_where(argument, &mut self.shared)?,
            TypedKind::Search => return self.search_line(argument),
            TypedKind::Card if argument.is_empty() => self.open_card(),
            TypedKind::Card => {
                let Some(card) = cards::find(argument) else {
                    return Err(match cards::nearest(argument).as_slice() {
                        [] => {
                            let all = named(&[KeyCommand::Cards], "lists all cards");
                            format!("there is no card \"{argument}\": Tab completes, {all}")
                        }
                        near => {
                            format!("there is no card \"{argument}\"; did you mean {}?", near.join(" or "))
                        }
                    });
                };
                self.show_card(card);
            }
            TypedKind::Report => return self.report_line(argument),
            TypedKind::Theme => self.choose_theme(argument)?,
            TypedKind::Digits | TypedKind::Width => self.choose_writing(kind, argument)?,
            // What fingers type that know vi.
            TypedKind::Write => {
                let save = named(&[KeyCommand::Save], "saves what is shown to a file");
                self.shared.say(format!("nothing is ever written to a store; {save}"));
            }
            TypedKind::Quit => self.shared.terminal(Terminal::Quit),
        }
        Ok(())
    }

    fn go_to_place(&mut self, kind: TypedKind, argument: &str) -> Result<(), String> {
        let selection = &mut self.shared.selection;
        // An element and a key refer to the array, even inside a shard. A chunk refers to the grid that is shown.
        let is_chunk = kind == TypedKind::Chunk;
        let layout = if is_chunk { selection.layout() } else { selection.array_layout() };
        let layout = layout.cloned().ok_or("no array is selected")?;
        let target = parse(kind, argument, &layout.grid, &layout.encoding)?;
        self.visited.jump_within();
        match target {
            Target::Chunk(coords) => {
                self.shared.focus = if selection.opened { self.shared.focus } else { Pane::Grid };
                self.go_to_chunk(coords, !is_chunk);
            }
            Target::Element(coords, within) => self.go_to_element(coords, within),
        }
        Ok(())
    }

    pub(crate) fn go_to_element(&mut self, chunk: Vec<u64>, within: Vec<u64>) {
        let selection = &mut self.shared.selection;
        selection.select_stage(usize::MAX);
        selection.element.coords = within;
        selection.element.put_everywhere();
        self.shared.focus = Pane::Values;
        self.values_mut(Side::Output).hex = false;
        self.go_to_chunk(chunk, true);
    }

    pub(crate) fn go_to_chunk(&mut self, coords: Vec<u64>, of_array: bool) {
        if !of_array || !self.shared.selection.address.is_inner() {
            return self.shared.select_chunk(coords);
        }
        self.shared.selection.leave_shards();
        self.shared.selection.address = coords.into();
        self.shared.trace();
    }
}

struct LineError {
    message: String,
    at: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::KeyScheme;

    #[test]
    fn dimensions_by_name_and_number() {
        let names = ["time", "y", "x"].map(str::to_owned);
        let parse = |kind, name: &str| parse_axes(kind, name, Axes { rows: 1, columns: 2 }, &names);
        assert_eq!(parse(TypedKind::Rows, "time"), Ok(Axes { rows: 0, columns: 2 }));
        assert_eq!(parse(TypedKind::Columns, "0"), Ok(Axes { rows: 1, columns: 0 }));
        assert_eq!(parse(TypedKind::Rows, "x"), Ok(Axes { rows: 2, columns: 1 }));
        assert_eq!(parse(TypedKind::Rows, "1"), Ok(Axes { rows: 1, columns: 2 }));
        for wrong in ["", "3", "z"] {
            let found = parse(TypedKind::Rows, wrong);
            assert!(matches!(found, Err(error) if error.contains("time, y, x")), "{wrong}");
        }
    }

    #[test]
    fn chunks_elements_and_keys() {
        let grid = ChunkGrid::regular(&[10, 200, 3000], &[5, 20, 400]);
        let encoding = ChunkKeyEncoding::new(KeyScheme::Default, '/');
        let parse = |kind, text: &str| parse(kind, text, &grid, &encoding);
        assert_eq!(parse(TypedKind::Chunk, "1,7,2"), Ok(Target::Chunk(vec![1, 7, 2])));
        assert_eq!(parse(TypedKind::Key, "c/1/7/2"), Ok(Target::Chunk(vec![1, 7, 2])));
        let element = Target::Element(vec![1, 7, 2], vec![2, 10, 100]);
        assert_eq!(parse(TypedKind::Element, "7, 150, 900"), Ok(element));
        for (kind, wrong) in [
            (TypedKind::Chunk, ""),
            (TypedKind::Chunk, "1,7"),
            (TypedKind::Chunk, "2,0,0"),
            (TypedKind::Element, "10,0,0"),
            (TypedKind::Key, "c/9/9/9"),
            (TypedKind::Chunk, "1,x,2"),
        ] {
            assert!(parse(kind, wrong).is_err(), "{wrong}");
        }
    }
}
