//! The commands with an argument that are typed after `:`. Those of a key are in the key table.

use crate::explorer::keys::keymap::{KEYMAP, KeyCommand};
use crate::tell::nearest::nearest;

#[derive(Debug)]
pub struct TypedCommand {
    /// The first is shown.
    pub words: &'static [&'static str],
    pub argument: &'static str,
    pub help: &'static str,
    pub kind: TypedKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedKind {
    Chunk,
    Element,
    Coordinates,
    Key,
    Node,
    Rows,
    Columns,
    Show,
    Byte,
    Find,
    Search,
    Where,
    Card,
    Level,
    Channel,
    ImageLabels,
    Range,
    Minus,
    Report,
    Theme,
    Digits,
    Width,
    Write,
    Quit,
}

use TypedKind::{
    Byte, Card, Channel, Chunk, Columns, Coordinates, Digits, Element, Find, ImageLabels, Key, Level, Minus,
    Node, Quit, Range, Report, Rows, Search, Show, Theme, Where, Width, Write,
};

pub const TYPED: &[TypedCommand] = &[
    typed(&["c", "chunk"], "1,7,2", "to a chunk, by its place in the grid", Chunk),
    typed(&["at", "goto"], "7,150,900", "to an element of the array", Element),
    typed(&["sel"], "time=2020-03-01 lat=47", "to the nearest coordinates; sel may be left out", Coordinates),
    typed(&["key"], "c/1/7/2", "to the chunk stored under a key", Key),
    typed(&["open"], "PATH", "to a node, by its path from the root", Node),
    typed(&["rows"], "DIMENSION", "a dimension for rows", Rows),
    typed(&["columns", "cols"], "DIMENSION", "a dimension for columns", Columns),
    typed(&["level"], "2", "to a level of an image in several sizes; 0 is the largest", Level),
    typed(
        &["channel"],
        "DAPI,GFP",
        "channels of an image, by name or number, or all; +NAME adds one, -NAME takes one away",
        Channel,
    ),
    typed(&["labels"], "NAME", "labels over the picture of an image; without a name, the next", ImageLabels),
    typed(
        &["range"],
        "260 300",
        "limits of the colours (vmin, vmax) at every step; array for those of all of it",
        Range,
    ),
    typed(&["minus"], "", "in a picture, subtracts this step from all others from now on", Minus),
    typed(&["show"], "ratio", "what the cells of the chunk grid show", Show),
    typed(
        &["search"],
        "nan",
        "the next NaN, fill, missing chunk, or > 300, in the whole array, chunk after chunk; n and N go on",
        Search,
    ),
    typed(
        &["where"],
        "n_genes > 500",
        "the rows of a table of which this holds; without a condition, all",
        Where,
    ),
    typed(&["byte"], "0x1f", "to a byte, by its number", Byte),
    typed(&["find"], "58 03 or \"text\"", "finds bytes; without any, ends the search", Find),
    typed(&["explain"], "TOPIC", "a card by its topic; without one, on what is under the cursor", Card),
    typed(&["report"], "FILE.md", "saves a report for an issue; without a name, copies it", Report),
    typed(&["theme"], "NAME", "the colours of that name; without one, the next colours", Theme),
    typed(&["digits"], "3", "digits after the point; without a number, as many as needed", Digits),
    typed(&["width"], "12", "width of a column of values; without a number, as wide as needed", Width),
    typed(&["w"], "", "says that nothing is ever written to a store", Write),
    typed(&["q", "wq", "q!", "wq!"], "", "quit", Quit),
];

const fn typed(
    words: &'static [&'static str],
    argument: &'static str,
    help: &'static str,
    kind: TypedKind,
) -> TypedCommand {
    TypedCommand { words, argument, help, kind }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordMeaning {
    Typed(TypedKind),
    OfKey(KeyCommand),
}

/// The statistics lead to these; `min` would mean `minus` otherwise.
const EXTREMES: [&str; 4] = ["min", "max", "minimum", "maximum"];

pub fn meaning(word: &str, has_argument: bool) -> Result<WordMeaning, String> {
    if EXTREMES.contains(&word) && !has_argument {
        return Ok(WordMeaning::OfKey(KeyCommand::Stats));
    }
    match named(word, has_argument).as_slice() {
        [] => {}
        [(_, one)] => return Ok(*one),
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| *name).take(4).collect();
            let more = if several.len() > names.len() { " …" } else { "" };
            return Err(format!("did you mean: {}{more}", names.join(", ")));
        }
    }
    if has_argument && let [(name, _)] = named(word, false).as_slice() {
        return Err(format!("{name} takes no argument"));
    }
    let near = nearest(word, words());
    let near = match near.as_slice() {
        [] => "Tab and the list above the line have all commands".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    Err(format!("no command is called \"{word}\": {near}"))
}

/// The command with that name, or else those whose names begin with it. Commands with arguments come first; keys take none.
fn named(word: &str, has_argument: bool) -> Vec<(&'static str, WordMeaning)> {
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<_> {
        let typed = TYPED.iter().filter_map(|command| {
            Some((*command.words.iter().find(|word| fits(word))?, WordMeaning::Typed(command.kind)))
        });
        let keys = KEYMAP.iter().filter(|binding| !has_argument && fits(binding.name));
        // A command may take an optional argument; the key of the same name does the same without one.
        let keys = keys.filter(|binding| TYPED.iter().all(|command| !command.words.contains(&binding.name)));
        typed.chain(keys.map(|binding| (binding.name, WordMeaning::OfKey(binding.command)))).collect()
    };
    match fitting(&|name| name == word).first() {
        Some(exact) => vec![*exact],
        None => fitting(&|name| name.starts_with(word)),
    }
}

pub fn words() -> impl Iterator<Item = &'static str> {
    let typed = TYPED.iter().flat_map(|command| command.words.iter().copied());
    typed.chain(KEYMAP.iter().map(|binding| binding.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_their_beginnings_and_slips_are_understood() {
        assert_eq!(meaning("c", true), Ok(WordMeaning::Typed(TypedKind::Chunk)));
        assert_eq!(meaning("cols", true), Ok(WordMeaning::Typed(TypedKind::Columns)));
        assert_eq!(meaning("verify", false), Ok(WordMeaning::OfKey(KeyCommand::Verify)));
        assert_eq!(meaning("veri", false), Ok(WordMeaning::OfKey(KeyCommand::Verify)));
        assert_eq!(meaning("explain", false), Ok(WordMeaning::Typed(TypedKind::Card)));
        assert!(meaning("verfy", false).is_err_and(|said| said.contains("did you mean verify?")));
        assert!(meaning("sl", false).is_err_and(|said| said.contains("slice-before, slice")));
        assert!(meaning("elephant", false).is_err());
        assert_eq!(meaning("wider", true), Err("wider takes no argument".to_owned()));
        assert_eq!(meaning("verif", true), Err("verify takes no argument".to_owned()));
        assert_eq!(meaning("theme", true), Ok(WordMeaning::Typed(TypedKind::Theme)));
    }

    #[test]
    fn no_word_has_two_meanings() {
        let mut all: Vec<&str> =
            words().filter(|word| !["explain", "labels", "range", "theme"].contains(word)).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
