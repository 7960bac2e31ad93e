//! The one list of keys. Dispatch, the hint line, the help and the README's table come from it.

use super::key::Key;

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyCommand {
    /// Move in the pane that has the focus.
    Move(Move),
    /// The next pane.
    NextPane,
    /// The previous pane.
    PreviousPane,
    /// Into the selected thing.
    Enter,
    /// Out of what is shown.
    Out,
    /// Find a node by name.
    Find,
    /// The next node found.
    FindNext,
    /// The previous node found.
    FindPrevious,
    /// Go to a chunk, an element or a key.
    GoTo,
    /// One step back in the sliced dimension.
    SliceBack,
    /// One step on in the sliced dimension.
    SliceOn,
    /// Another sliced dimension.
    SliceAxis,
    /// Bytes in hex, or values.
    Hex,
    /// Sizes of stored chunks, or states.
    Sizes,
    /// One cell for more chunks.
    ZoomOut,
    /// One cell for fewer chunks.
    ZoomIn,
    /// All of the grid on the screen, or back.
    ZoomToFit,
    /// The previous stage, in any pane.
    PreviousStage,
    /// The next stage, in any pane.
    NextStage,
    /// The way of the element under the cursor.
    Probe,
    /// The card of what has the focus.
    Explain,
    /// A list of forms to copy.
    CopyAs,
    /// What may be wrong with the chunk.
    Diagnose,
    /// Undo a change of the document that was tried out.
    Undo,
    /// The report of the node.
    Info,
    /// Ignore checksums, or check them again.
    IgnoreChecksums,
    /// Copy to the clipboard.
    Copy,
    /// Read everything again.
    Reload,
    /// The keys.
    Help,
    /// Back; at the top quit.
    Back,
    /// Quit at once.
    Quit,
    /// Back to the shell, which can let the explorer go on.
    Suspend,
}

/// A movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column left.
    Left,
    /// One column right.
    Right,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the first row.
    First,
    /// To the last row.
    Last,
    /// To the first column.
    RowStart,
    /// To the last column.
    RowEnd,
}

/// A row of the key table.
#[derive(Debug)]
pub struct Binding {
    /// The keys; the first is the one to show where there is little room.
    pub keys: &'static [Key],
    /// What they ask for.
    pub command: KeyCommand,
    /// The word for the hint line; empty where the line leaves the key out.
    pub hint: &'static str,
    /// What happens, in one line.
    pub help: &'static str,
}

const fn row(keys: &'static [Key], command: KeyCommand, hint: &'static str, help: &'static str) -> Binding {
    Binding { keys, command, hint, help }
}

use Key::{Backspace, Char, Ctrl, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up};

/// Every key.
pub const KEYMAP: &[Binding] = &[
    row(&[Tab], KeyCommand::NextPane, "pane", "next pane"),
    row(&[Key::BackTab], KeyCommand::PreviousPane, "", "previous pane"),
    row(&[Char('j'), Down], KeyCommand::Move(Move::Down), "", "down"),
    row(&[Char('k'), Up], KeyCommand::Move(Move::Up), "", "up"),
    row(
        &[Char('h'), Left],
        KeyCommand::Move(Move::Left),
        "",
        "left; in the hierarchy: close, or to the parent",
    ),
    row(&[Char('l'), Right], KeyCommand::Move(Move::Right), "", "right; in the hierarchy: open"),
    row(&[Char('g')], KeyCommand::Move(Move::First), "", "to the first row"),
    row(&[Char('G')], KeyCommand::Move(Move::Last), "", "to the last row"),
    row(&[Ctrl('d'), PageDown], KeyCommand::Move(Move::PageDown), "", "a page down"),
    row(&[Ctrl('u'), PageUp], KeyCommand::Move(Move::PageUp), "", "a page up"),
    row(&[Home], KeyCommand::Move(Move::RowStart), "", "to the first column"),
    row(&[End], KeyCommand::Move(Move::RowEnd), "", "to the last column"),
    row(&[Enter], KeyCommand::Enter, "open", "into the node, the chunk or shard, the stage"),
    row(&[Esc, Backspace], KeyCommand::Out, "", "out again, one pane back"),
    row(&[Char('[')], KeyCommand::SliceBack, "] slice", "one step back in the sliced dimension"),
    row(&[Char(']')], KeyCommand::SliceOn, "", "one step on in the sliced dimension"),
    row(&[Char('s')], KeyCommand::SliceAxis, "", "another sliced dimension"),
    row(&[Char('z')], KeyCommand::Sizes, "", "in the chunk grid: sizes of stored chunks, or states"),
    row(&[Char('-')], KeyCommand::ZoomOut, "", "in the chunk grid: one cell for more chunks"),
    row(&[Char('+')], KeyCommand::ZoomIn, "", "in the chunk grid: one cell for fewer chunks"),
    row(&[Char('0')], KeyCommand::ZoomToFit, "", "in the chunk grid: all of it on the screen, or back"),
    row(&[Char('<')], KeyCommand::PreviousStage, "", "the stage before; the cursor stays on its element"),
    row(&[Char('>')], KeyCommand::NextStage, "", "the next stage; the cursor stays on its element"),
    row(&[Char('p')], KeyCommand::Probe, "", "the way of the element under the cursor to its stored bytes"),
    row(&[Char('x')], KeyCommand::Hex, "hex", "bytes in hex, or values"),
    row(&[Char('i')], KeyCommand::Info, "info", "everything that is known of the node"),
    row(&[Char('/')], KeyCommand::Find, "find", "find a node by its name"),
    row(&[Char('n')], KeyCommand::FindNext, "", "the next node found"),
    row(&[Char('N')], KeyCommand::FindPrevious, "", "the node found before"),
    row(
        &[Char(':')],
        KeyCommand::GoTo,
        "go to",
        "go to: c 1,7,2 (chunk), at 7,150,900 (element), key c/1/7/2",
    ),
    row(
        &[Char('d')],
        KeyCommand::Diagnose,
        "doctor",
        "what may be wrong with this chunk; Enter tries it out",
    ),
    row(&[Char('u')], KeyCommand::Undo, "", "back from what was tried out to what the document says"),
    row(&[Char('!')], KeyCommand::IgnoreChecksums, "", "decode on past a checksum, or not"),
    row(&[Char('e')], KeyCommand::Explain, "explain", "a card with the numbers of this chunk"),
    row(&[Char('y')], KeyCommand::Copy, "", "copy the path, key, stage or value"),
    row(&[Char('Y')], KeyCommand::CopyAs, "", "copy the chunk as key, path, Python, shell …"),
    row(&[Char('r')], KeyCommand::Reload, "", "read everything again"),
    row(&[Char('?')], KeyCommand::Help, "help", "these keys; on a stage first the card of its codec"),
    row(&[Char('q')], KeyCommand::Back, "back", "back; at the top quit"),
    row(&[Ctrl('c')], KeyCommand::Quit, "", "quit at once"),
    row(&[Ctrl('z')], KeyCommand::Suspend, "", "to the shell for a while; fg comes back"),
];

/// The signs on the screen, for the help.
pub const SIGNS: &[(&str, &str)] = &[
    ("", ""),
    ("▾ ▸", "group, open or closed"),
    ("▿ ▹", "directory without a document"),
    ("▪", "array"),
    ("?", "neither group nor array; chunk of which nothing is known yet"),
    ("✗", "fault: a document, a stage or a chunk"),
    ("■ ·", "chunk that is stored, chunk that is missing"),
    ("▒ ◌", "the same, reaching past the array (overhang)"),
    ("□ 0", "chunk of nothing but the fill value, chunk of no bytes"),
    ("▁ █", "sizes of stored chunks, from the least to the greatest"),
    ("▽ △", "sizes far from most: smaller, larger (outliers)"),
    ("░ ▒ ▓", "many chunks in one cell: some, half, most are stored"),
    ("30*", "coordinate past the array"),
];

/// What a key asks for.
#[must_use]
pub fn command(key: Key) -> Option<KeyCommand> {
    KEYMAP.iter().find(|binding| binding.keys.contains(&key)).map(|binding| binding.command)
}

/// The keys of a row as people read them: `j, ↓`.
#[must_use]
pub fn names(binding: &Binding) -> String {
    binding.keys.iter().map(Key::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_has_two_meanings() {
        let mut seen = HashSet::new();
        for key in KEYMAP.iter().flat_map(|binding| binding.keys) {
            assert!(seen.insert(*key), "{key}");
        }
    }
}
