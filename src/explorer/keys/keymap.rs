//! The keys of the panes. Dispatch, help, configuration and the table of the manual come from these lists.

use crate::configuration::{Key, KeyEntry};
use crate::explorer::keys::moved_keys::keys_of;
use crate::explorer::{App, Terminal};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyPlace {
    Hierarchy,
    Table,
    Document,
    Grid,
    Stages,
    Values,
    Hex,
    Picture,
}

impl KeyPlace {
    pub const ALL: [Self; 8] = [
        Self::Hierarchy,
        Self::Table,
        Self::Document,
        Self::Grid,
        Self::Stages,
        Self::Values,
        Self::Hex,
        Self::Picture,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Hierarchy => "the hierarchy",
            Self::Table => "the table of a group",
            Self::Document => "a report",
            Self::Grid => "the chunk grid",
            Self::Stages => "the pipeline",
            Self::Values => "values",
            Self::Hex => "bytes in hex",
            Self::Picture => "a picture",
        }
    }

    /// `the chunk grid, values and bytes`.
    pub fn list(places: &[Self]) -> String {
        let names: Vec<&str> = places.iter().map(|place| place.name()).collect();
        match names.split_last() {
            None => String::new(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    First,
    Last,
    RowStart,
    RowEnd,
}

#[derive(Debug)]
pub struct Binding {
    /// In the help; `None` goes on below the heading before.
    pub heading: Option<&'static str>,
    /// The first is shown where there is little room.
    pub keys: &'static [Key],
    pub command: KeyCommand,
    pub name: &'static str,
    /// The help of these places has it first.
    pub places: &'static [KeyPlace],
    pub is_only_there: bool,
    /// What it does in some places instead.
    pub meanings: &'static [(KeyPlace, &'static str)],
    pub hint: Option<Hint>,
    pub help: &'static str,
    /// That in a few words.
    pub short: &'static str,
    /// More words that find it in the help, which does not show them.
    pub also: &'static str,
    /// `None`: the pane that it is for does it.
    pub(crate) does: Option<fn(&mut App)>,
    /// Whether the same key closes what it opens.
    pub(crate) is_page: bool,
}

/// An entry of the hint line. It may name the keys of several rows, such as those that move.
#[derive(Debug)]
pub struct Hint {
    pub keys: &'static [Key],
    pub word: &'static str,
    pub place: HintPlace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintPlace {
    First,
    /// After those of the pane, in the order of the rows, as far as there is room.
    Middle,
    Right,
}

const fn row(keys: &'static [Key], name: &'static str, help: &'static str) -> Binding {
    Binding {
        heading: None,
        keys,
        command: KeyCommand::Back, // the macro has the command, and puts it here
        name,
        places: &[],
        is_only_there: false,
        meanings: &[],
        hint: None,
        help,
        short: help,
        also: "",
        does: None,
        is_page: false,
    }
}

impl Binding {
    const fn under(self, heading: &'static str) -> Self {
        Self { heading: Some(heading), ..self }
    }

    const fn first_in(self, places: &'static [KeyPlace]) -> Self {
        Self { places, ..self }
    }

    const fn only_in(self, places: &'static [KeyPlace]) -> Self {
        Self { places, is_only_there: true, ..self }
    }

    const fn but(self, meanings: &'static [(KeyPlace, &'static str)]) -> Self {
        Self { meanings, ..self }
    }

    const fn in_short(self, short: &'static str) -> Self {
        Self { short, ..self }
    }

    const fn also(self, also: &'static str) -> Self {
        Self { also, ..self }
    }

    const fn does(self, does: fn(&mut App)) -> Self {
        Self { does: Some(does), ..self }
    }

    /// Opens a page to read.
    const fn opens(self, does: fn(&mut App)) -> Self {
        Self { is_page: true, ..self.does(does) }
    }

    const fn hint(self, keys: &'static [Key], word: &'static str) -> Self {
        self.hint_at(HintPlace::Middle, keys, word)
    }

    const fn hint_at(self, place: HintPlace, keys: &'static [Key], word: &'static str) -> Self {
        Self { hint: Some(Hint { keys, word, place }), ..self }
    }

    pub fn help_in(&self, place: KeyPlace) -> &'static str {
        self.meanings.iter().find(|(own, _)| *own == place).map_or(self.help, |(_, meaning)| meaning)
    }

    /// What it does in a place in a few words: those before the first mark.
    pub fn short_in(&self, place: KeyPlace) -> &'static str {
        let own = self.meanings.iter().find(|(own, _)| *own == place);
        own.map_or(self.short, |(_, meaning)| meaning.split([':', ',']).next().unwrap_or(meaning))
    }

    pub fn is_of(&self, place: KeyPlace) -> bool {
        self.places.contains(&place) || self.meanings.iter().any(|(own, _)| *own == place)
    }

    pub fn whole_help(&self) -> String {
        let place =
            if self.is_only_there { format!("in {}: ", KeyPlace::list(self.places)) } else { String::new() };
        let mut text = place + self.help;
        for (place, meaning) in self.meanings {
            text = format!("{text}; in {}: {meaning}", place.name());
        }
        text
    }
}

use Key::{Backspace, Char, Ctrl, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up};
use KeyPlace::{Document, Grid, Hex, Hierarchy, Picture, Stages, Table, Values};

/// A key is one row: its command, its keys, its name in the configuration, its help, and what it does.
macro_rules! keymap {
    ($($($command:ident)? $(($of_several:expr))? => $row:expr,)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum KeyCommand {
            Move(Move),
            MoveBorder(Move),
            $($($command,)?)*
        }

        pub const KEYMAP: &[Binding] =
            &[$(Binding { command: $(KeyCommand::$command)? $($of_several)?, ..$row }),*];
    };
}

keymap! {
    NextPane => row(&[Tab], "pane", "next pane")
        .under("panes").hint_at(HintPlace::First, &[Tab], "pane").also("focus switch window")
        .does(|app| app.turn_focus(false)),
    PreviousPane => row(&[Key::BackTab], "pane-before", "previous pane").does(|app| app.turn_focus(true)),
    Zoom => row(&[Char('Z')], "zoom", "the focused pane fills the screen; again: all panes").in_short("this pane alone, or back")
        .also("fullscreen full screen takes maximize").does(|app| app.shared.zoom()),
    (KeyCommand::MoveBorder(Move::Left)) => row(&[Key::CtrlLeft], "border-left",
        "move a border of the pane left; Shift with an arrow does the same, and the mouse drags borders").in_short("border left")
        .also("resize smaller narrower split").does(|app| app.shared.move_border(Move::Left)),
    (KeyCommand::MoveBorder(Move::Right)) => row(&[Key::CtrlRight], "border-right",
        "move a border of the pane right: what is on its left gets wider").in_short("border right")
        .also("resize larger split").does(|app| app.shared.move_border(Move::Right)),
    (KeyCommand::MoveBorder(Move::Up)) => row(&[Key::CtrlUp], "border-up", "move a border of the pane up").in_short("border up")
        .also("resize split").does(|app| app.shared.move_border(Move::Up)),
    (KeyCommand::MoveBorder(Move::Down)) => row(&[Key::CtrlDown], "border-down", "move a border of the pane down").in_short("border down")
        .also("resize split").does(|app| app.shared.move_border(Move::Down)),
    ResetBorders => row(&[Char('=')], "borders", "put all borders back to their default places").in_short("reset borders")
        .also("reset default layout resize").does(|app| app.shared.reset_borders()),
    (KeyCommand::Move(Move::Down)) => row(&[Char('j'), Down], "down", "down; a number first repeats it: 5j").in_short("down").under("moving").also("scroll"),
    (KeyCommand::Move(Move::Up)) => row(&[Char('k'), Up], "up", "up").also("scroll"),
    (KeyCommand::Move(Move::Left)) => row(&[Char('h'), Left], "left", "left")
        .but(&[(Hierarchy, "close, or to the parent")])
        .hint_at(HintPlace::First, &[Char('h'), Char('j'), Char('k'), Char('l')], "move"),
    (KeyCommand::Move(Move::Right)) => row(&[Char('l'), Right], "right", "right").but(&[(Hierarchy, "open")]),
    (KeyCommand::Move(Move::First)) => row(&[Char('g')], "first", "to the first row").also("top beginning jump"),
    (KeyCommand::Move(Move::Last)) => row(&[Char('G')], "last", "to the last row").also("bottom end jump"),
    (KeyCommand::Move(Move::PageDown)) => row(&[Ctrl('d'), PageDown], "page-down", "a page down").also("scroll"),
    (KeyCommand::Move(Move::PageUp)) => row(&[Ctrl('u'), PageUp], "page-up", "a page up").also("scroll"),
    (KeyCommand::Move(Move::RowStart)) => row(&[Home], "row-start", "to the first column").also("beginning line"),
    (KeyCommand::Move(Move::RowEnd)) => row(&[End], "row-end", "to the last column").also("line"),
    Enter => row(&[Enter], "enter", "open the node, chunk, shard or stage").in_short("open it")
        .but(&[(Stages, "open the stage: its input beside its output"), (Values, "the whole element, even if its column is too narrow")])
        .also("expand select scroll wrap long text").does(App::enter),
    Out => row(&[Esc, Backspace], "out", "back out by one pane").in_short("back out")
        .also("cancel go back leave close escape").does(App::out),
    SliceBack => row(&[Char('[')], "slice-before", "one step back in the sliced dimension").in_short("previous slice")
        .under("dimensions").only_in(&[Grid, Values, Hex, Picture])
        .but(&[(Grid, "previous chunk along this slice"), (Hex, "to the previous field")])
        .also("time step frame"),
    SliceOn => row(&[Char(']')], "slice", "one step forward in the sliced dimension").in_short("next slice")
        .only_in(&[Grid, Values, Hex, Picture])
        .but(&[(Grid, "chunk after this slice"), (Hex, "to the next field")]).also("time step frame animate"),
    SliceAxis => row(&[Char('s')], "dimension", "slice another dimension; in the profile: plot along another dimension").in_short("slice another dimension")
        .only_in(&[Grid, Values, Picture]).also("axis"),
    Axes => row(&[Char('a')], "axes", "other dimensions for rows and columns; or :rows y, :columns x").in_short("other rows and columns")
        .only_in(&[Grid, Values, Hex, Picture, Stages]).also("transpose swap rotate")
        .does(|app| app.shared.next_axes()),
    Narrow => row(&[Char('w')], "chunk-only", "values of the selected chunk only, or of the whole array").in_short("this chunk only, or all")
        .only_in(&[Values, Hex, Picture]).also("single alone"),
    Physical => row(&[Char('A')], "physical",
        "values as the attributes describe them (units, dates, names of flags, masks), or raw ones").in_short("physical or raw values")
        .under("numbers and columns").first_in(&[Grid, Values, Picture]).also("scale offset decode calendar")
        .does(App::toggle_physical),
    NumberForm => row(&[Char('%')], "numbers", "write numbers in another form: shortest, thousands, scientific, percent, hexadecimal").in_short("another number form")
        .first_in(&[Values]).also("format notation exponent separator")
        .does(App::next_number_form),
    FewerDigits => row(&[Char('{')], "fewer-digits", "fewer digits after the point; after none, as many as needed").in_short("fewer digits")
        .first_in(&[Values]).also("precision decimals round")
        .does(|app| app.step_digits(false)),
    MoreDigits => row(&[Char('}')], "more-digits", "more digits after the point").in_short("more digits")
        .first_in(&[Values]).also("precision decimals").does(|app| app.step_digits(true)),
    Narrower => row(&[Char('(')], "narrower", "narrower columns of values").in_short("narrower columns")
        .first_in(&[Values]).also("column width resize smaller")
        .does(|app| app.step_width(false)),
    Wider => row(&[Char(')')], "wider", "wider columns of values").in_short("wider columns")
        .first_in(&[Values]).also("column width resize larger").does(|app| app.step_width(true)),
    NextMode => row(&[Char('z')], "next-number",
        "cells show states, sizes, ratio, least, greatest, NaN or decode time; or type :show ratio").in_short("what cells show")
        .under("chunk grid and picture").only_in(&[Grid]).also("compression mode")
        .does(|app| app.grid.next_mode(&mut app.shared)),
    ZoomOut => row(&[Char('-')], "away", "more chunks in each cell").in_short("more chunks per cell")
        .only_in(&[Grid, Picture]).but(&[(Picture, "zoom out")]).also("zoom smaller further away"),
    ZoomIn => row(&[Char('+')], "closer", "fewer chunks in each cell").in_short("fewer chunks per cell")
        .only_in(&[Grid, Picture]).but(&[(Picture, "zoom in")]).also("zoom larger magnify closer picture"),
    ZoomToFit => row(&[Char('0')], "fit", "fit all chunks on the screen, or back").in_short("the whole grid, or back")
        .only_in(&[Grid, Picture]).but(&[(Picture, "the whole plane")]).also("zoom overview whole"),
    Picture => row(&[Char('m')], "picture",
        "a plane of the array as a picture (with the values on a wide screen), or the values alone; for an image, the level that fits; for a table (AnnData), its contents or arrays; for a plate, wells, pictures or nodes").in_short("picture, or values")
        .first_in(&[Hierarchy, Table, Grid, Values, Picture]).hint(&[Char('m')], "picture")
        .also("image heatmap map plot").does(App::toggle_picture),
    PictureMap => row(&[Char('M')], "colours", "the next colours")
        .only_in(&[Picture]).also("color colormap palette")
        .does(|app| app.picture.recolor(KeyCommand::PictureMap, &mut app.shared)),
    PictureRange => row(&[Char('R')], "range", "colours from the 2nd to the 98th percentile, from least to greatest, or fixed as they are now while you step").in_short("range of colours")
        .only_in(&[Picture]).also("contrast limits clip outliers")
        .does(|app| app.picture.recolor(KeyCommand::PictureRange, &mut app.shared)),
    PictureDifference => row(&[Char('D')], "difference", "what changed from the step before, with white for zero; again: the values").in_short("change from the step before")
        .only_in(&[Picture]).also("subtract anomaly time minus delta")
        .does(|app| app.picture.toggle_difference(&mut app.shared)),
    PictureLabels => row(&[Char('&')], "labels",
        "for an image with labels (OME-Zarr): the next labels over the picture, at the end none; or :labels NAME").in_short("labels over the picture")
        .only_in(&[Picture]).also("segmentation mask outline cells overlay")
        .does(|app| app.picture.next_labels(&mut app.shared)),
    Composite => row(&[Char('C')], "composite",
        "for an image with channels (OME-Zarr): all of them at once, each in its colour; again: one; or :channel DAPI,GFP").in_short("all channels at once")
        .only_in(&[Picture]).also("channels merge overlay rgb colour blend")
        .does(App::toggle_composite),
    FinerLevel => row(&[Char('*')], "finer",
        "for an image in several sizes (OME-Zarr): the next finer level, at the same place; or :level 0, :channel NAME").in_short("finer level")
        .only_in(&[Picture]).also("pyramid multiscale resolution zoom").does(|app| app.other_level(true)),
    CoarserLevel => row(&[Char('_')], "coarser", "the next coarser level").in_short("coarser level")
        .only_in(&[Picture]).also("pyramid multiscale resolution zoom").does(|app| app.other_level(false)),
    Sort => row(&[Char('o')], "sort", "sort by the next column; in a table of AnnData by the column under the cursor")
        .under("tables and files").only_in(&[Table]).also("order arrange"),
    SortBack => row(&[Char('O')], "sort-back", "reverse the order of the rows").in_short("reverse the order")
        .only_in(&[Table]).also("turn round descending"),
    Files => row(&[Char('.')], "files", "files that are neither node nor chunk: list each, or only count them").in_short("other files")
        .first_in(&[Hierarchy, Table]).also("hidden").does(App::toggle_files),
    PreviousStage => row(&[Char('<')], "stage-before", "the previous stage; the cursor stays on its element").in_short("previous stage")
        .under("stages and bytes").only_in(&[Stages, Values, Hex, Grid]).also("codec")
        .does(|app| app.step_stage(true)),
    NextStage => row(&[Char('>')], "next-stage", "the next stage; the cursor stays on its element").in_short("next stage")
        .only_in(&[Stages, Values, Hex, Grid]).also("codec").does(|app| app.step_stage(false)),
    Probe => row(&[Char('p')], "probe", "path of the element under the cursor to its stored bytes").in_short("path to its stored bytes")
        .first_in(&[Values, Hex]).also("trace offset locate where").opens(App::open_element_path),
    Hex => row(&[Char('x')], "hex", "bytes in hex, or values")
        .only_in(&[Stages, Values, Hex, Picture, Grid]).hint(&[Char('x')], "hex").also("raw dump binary")
        .does(App::toggle_hex),
    Find => row(&[Char('/')], "find-nodes", "find nodes by words in their paths or by what they are, such as dtype:f32").in_short("find nodes")
        .under("finding").hint(&[Char('/')], "find").also("search filter grep fuzzy").does(App::open_finder),
    FindNext => row(&[Char('n')], "next",
        "the next node found; the next element that :search looks for, or that a codec could not convert, the opened stage changes, or was rewritten").in_short("next found")
        .but(&[(Hex, "the next match of :find")]).also("search").does(|app| app.next(false)),
    FindPrevious => row(&[Char('N')], "before", "the previous one").in_short("previous found").also("search").does(|app| app.next(true)),
    GoTo => row(&[Char(':')], "go",
        "go to a chunk (c 1,7,2), an element (at 7,150,900) or a key (key c/1/7/2); or do what any key does, by name").in_short("go to, or commands")
        .but(&[(Hex, "byte 0x1f goes to a byte, find 58 03 and find \"text\" look for bytes")])
        .hint(&[Char(':')], "go to").also("jump command prompt search bytes")
        .does(App::open_goto),
    VisitedBack => row(&[Ctrl('o')], "visited-before", "back to the node and element you visited before").in_short("back to where you were")
        .also("go back history jump").does(|app| app.revisit(true)),
    VisitedForward => row(&[Ctrl('t')], "visited-after", "forward again, to where you came back from").in_short("forward again")
        .also("redo history").does(|app| app.revisit(false)),
    MarkPlace => row(&[Char('b')], "mark", "mark this place, to come back to it; again: forget the mark").in_short("mark this place")
        .also("bookmark").does(App::mark_place),
    Places => row(&[Char('\'')], "places", "list marks and visited places, to go to one").in_short("marks and visited places")
        .also("bookmark history recent jump").opens(App::open_places),
    Verify => row(&[Char('V')], "verify", "decode every chunk at or below the node, in the background; again: stop").in_short("decode and check all")
        .under("what is wrong").first_in(&[Hierarchy, Table]).hint(&[Char('V')], "verify")
        .also("check validate integrity cancel").does(App::verify),
    NextFault => row(&[Char('f')], "fault", "the next fault, across all slices and arrays").in_short("next fault")
        .first_in(&[Hierarchy, Table, Grid]).hint(&[Char('f')], "fault").also("error broken corrupt jump")
        .does(|app| app.next_fault(false)),
    PreviousFault => row(&[Char('F')], "fault-before", "the previous fault").in_short("previous fault")
        .also("error broken corrupt jump").does(|app| app.next_fault(true)),
    Diagnose => row(&[Char('d')], "doctor", "what may be wrong with this chunk; Enter previews the change").in_short("doctor: what is wrong")
        .first_in(&[Grid, Stages, Document]).hint(&[Char('d')], "doctor").also("repair fix broken corrupt error why")
        .opens(App::open_diagnosis),
    Undo => row(&[Char('u')], "undo", "undo the preview: back to what the document says").in_short("undo the preview")
        .also("cancel revert reset tried out").does(App::undo_what_if),
    IgnoreChecksums => row(&[Char('!')], "ignore-checksums", "decode past a wrong checksum, or stop there").in_short("ignore checksums")
        .first_in(&[Stages]).also("skip crc").does(App::toggle_checksums),
    Info => row(&[Char('i')], "info", "everything that is known about the node").in_short("all about the node")
        .under("reading about it").first_in(&[Hierarchy, Table, Document]).hint(&[Char('i')], "info")
        .also("attributes metadata details properties").opens(App::open_info),
    Explain => row(&[Char('e')], "explain", "the card on what is under the cursor; Tab and Enter go to other cards").in_short("explain what is selected")
        .first_in(&[Stages, Hex]).hint(&[Char('e')], "explain").also("documentation manual").opens(App::open_card),
    Cards => row(&[Char('E')], "cards", "all cards; type to find some").in_short("all cards")
        .hint(&[Char('E')], "cards").also("documentation manual glossary").does(App::open_cards),
    Stats => row(&[Char('S')], "stats", "statistics and histogram of the chunk, its plane and the array").in_short("statistics, histogram")
        .first_in(&[Grid, Values, Picture]).also("summary minimum maximum mean distribution").opens(App::open_stats),
    Profile => row(&[Char('P')], "profile", "plots of the array along the lines through the cursor").in_short("lines through the cursor")
        .first_in(&[Values, Picture]).also("graph chart series")
        .opens(App::open_profile),
    Follow => row(&[Char('U')], "follow",
        "follow the chunk: read it again whenever it is written, and mark what changed; again: stop").in_short("follow the chunk")
        .first_in(&[Grid]).also("watch tail live").does(App::toggle_following),
    Compare => row(&[Char('c')], "compare",
        "mark an array, a chunk or a stage; at another place: compare both side by side; at the same place: forget it").in_short("mark, then compare")
        .under("comparing and trying").first_in(&[Hierarchy, Grid, Stages]).hint(&[Char('c')], "compare")
        .also("diff difference").does(App::compare),
    Lab => row(&[Char('L')], "lab",
        "the lab: try other chains on the values of the array or chunk (sizes, times, errors); e in the lab edits one").in_short("try other codecs")
        .first_in(&[Grid, Stages]).hint(&[Char('L')], "lab").also("compression benchmark experiment")
        .does(App::open_lab),
    Build => row(&[Char('B')], "build", "build a chunk: sixteen numbers, a chain, and the bytes at every stage of encoding and decoding").in_short("build a chunk")
        .also("playground sandbox").does(App::build),
    Select => row(&[Char('v')], "select",
        "start to select, as dragging with the mouse does; the cursor extends it, y copies, W saves, Esc or v ends it").in_short("start to select")
        .under("copying and saving").only_in(&[Values, Hex]).hint(&[Char('v')], "select").also("visual range"),
    Save => row(&[Char('W')], "save", "save the stage, chunk, plane, selection or picture to a file").in_short("save to a file")
        .first_in(&[Grid, Stages, Values, Hex, Picture]).hint(&[Char('W')], "save").also("export download write")
        .does(App::ask_name),
    Copy => row(&[Char('y')], "copy", "copy the path, key, stage, value or selection").in_short("copy")
        .first_in(&[Hierarchy, Table, Document, Grid, Stages, Values, Hex]).also("clipboard yank").does(App::copy),
    CopyAs => row(&[Char('Y')], "copy-as", "copy the chunk, or the node, as path, Python, xarray, R, shell …").in_short("copy as Python, shell …")
        .first_in(&[Grid]).also("clipboard yank export xarray code").opens(App::open_copies),
    Report => row(&[Char('I')], "copy-report", "copy a report of the chunk or the node for an issue; :report FILE.md saves it").in_short("copy a report")
        .first_in(&[Hierarchy, Document, Grid]).also("bug").does(|app| app.report(None)),
    Question => row(&[Char('Q')], "question",
        "in a lesson (zarrscope learn): go to its question and type the answer; again: back to the panes").in_short("to the question")
        .under("the explorer").also("course").does(App::question),
    Theme => row(&[Char('T')], "theme",
        "other colours: those of the terminal, dark, light, and two with high contrast for a class").in_short("other colours")
        .also("color scheme dark palette").does(App::next_theme),
    ShowKeys => row(&[Char('K')], "keys-pressed", "show the keys you press, for an audience; again: stop").in_short("show pressed keys")
        .also("presentation").does(App::toggle_shown_keys),
    PrintScreen => row(&[Ctrl('s')], "print-screen", "save this screen to a file, as a picture (.svg, .png) or as text (.txt)").in_short("save this screen")
        .also("screenshot export").does(|app| app.shared.terminal(Terminal::Print)),
    Record => row(&[Ctrl('r')], "record", "record the screen; again: save it as a moving picture (.svg) or for asciinema (.cast)")
        .in_short("record the screen").also("recording film movie animation demo").does(|app| app.shared.terminal(Terminal::Record)),
    Reload => row(&[Char('r')], "reload", "read everything again, including the chunk").in_short("read everything again")
        .also("refresh update").does(App::reload),
    Help => row(&[Char('?')], "help", "these keys; on a stage, first the card of its codec").in_short("these keys")
        .hint_at(HintPlace::Right, &[Char('?')], "help").also("shortcuts bindings documentation").does(App::help),
    Back => row(&[Char('q')], "back", "back; at the top, quit").in_short("back or quit")
        .hint_at(HintPlace::Right, &[Char('q')], "back").also("exit go back leave close").does(App::back),
    Quit => row(&[Ctrl('c')], "quit", "quit at once").also("exit leave close")
        .hint_at(HintPlace::Right, &[Ctrl('c')], "quit")
        .does(|app| app.shared.terminal(Terminal::Quit)),
    Suspend => row(&[Ctrl('z')], "suspend", "suspend to the shell; fg comes back").in_short("to the shell")
        .also("background job").does(App::suspend),
}

pub(in crate::explorer) fn pane_entries() -> Vec<KeyEntry> {
    let entry = |row: &Binding| {
        let everywhere = is_everywhere(row.command);
        KeyEntry { view: "", name: row.name, keys: row.keys, help: row.help, everywhere }
    };
    KEYMAP.iter().map(entry).collect()
}

/// Whether it means the same in every window, where its keys have no other meaning.
pub(crate) fn is_everywhere(command: KeyCommand) -> bool {
    matches!(
        command,
        KeyCommand::Move(_)
            | KeyCommand::NextPane
            | KeyCommand::PreviousPane
            | KeyCommand::Enter
            | KeyCommand::Out
            | KeyCommand::Back
            | KeyCommand::Help
            | KeyCommand::PrintScreen
            | KeyCommand::Record
            | KeyCommand::Quit
            | KeyCommand::Suspend
    )
}

pub(crate) fn with_keys(keys: &[Key], word: &str) -> String {
    if keys.is_empty() { word.to_owned() } else { format!("{} {word}", short_names(keys)) }
}

pub(crate) fn named(commands: &[KeyCommand], word: &str) -> String {
    with_keys(&commands.iter().filter_map(|command| key_of(*command)).collect::<Vec<_>>(), word)
}

pub(crate) fn no_picture() -> String {
    format!("no picture is shown: {}", named(&[KeyCommand::Picture], "shows one"))
}

pub(crate) fn named_all(hints: &[WindowHint]) -> Vec<String> {
    hints.iter().map(|(commands, word)| named(commands, word)).collect()
}

pub(crate) fn typed_hint((keys, word): &KeyHint) -> String {
    with_keys(keys, word)
}

pub(crate) const SLICES: &[KeyCommand] = &[KeyCommand::SliceBack, KeyCommand::SliceOn];

pub type WindowHint = (&'static [KeyCommand], &'static str);

pub const CHOOSING: &[WindowHint] = &[
    (&[KeyCommand::Enter], "take"),
    (&[KeyCommand::Move(Move::Down), KeyCommand::Move(Move::Up)], "choose"),
];

pub const READING_PAGE: &[WindowHint] = &[
    (&[KeyCommand::Move(Move::Down), KeyCommand::Move(Move::Up)], "scroll"),
    (&[KeyCommand::Move(Move::PageDown), KeyCommand::Move(Move::PageUp)], "page"),
    (&[KeyCommand::Move(Move::First), KeyCommand::Move(Move::Last)], "first, last"),
];

pub const JUDGING: &[WindowHint] = &[
    (&[KeyCommand::Enter], "preview"),
    (&[KeyCommand::Move(Move::Down), KeyCommand::Move(Move::Up)], "choose"),
];

pub type KeyHint = (&'static [Key], &'static str);

pub const TYPING: &[KeyHint] = &[(&[Enter], "take"), (&[Esc], "back")];

pub const SELECTING: &[WindowHint] = &[
    (&[KeyCommand::Copy], "copy"),
    (&[KeyCommand::Save], "save"),
    (
        &[
            KeyCommand::Move(Move::Left),
            KeyCommand::Move(Move::Down),
            KeyCommand::Move(Move::Up),
            KeyCommand::Move(Move::Right),
        ],
        "extend",
    ),
    (&[KeyCommand::SliceBack, KeyCommand::SliceOn], "slice"),
];

/// Of several keys, the one to show where there is little room.
pub fn key_of(command: KeyCommand) -> Option<Key> {
    let row = binding_of(command)?;
    keys_of("", row.name, row.keys).first().copied()
}

pub(crate) fn key_name(command: KeyCommand) -> String {
    key_of(command).map(|key| key.to_string()).unwrap_or_default()
}

pub fn configured_keys(keys: &[Key]) -> Vec<Key> {
    let mut configured = Vec::new();
    for key in keys {
        let Some(row) = KEYMAP.iter().find(|row| row.keys.contains(key)) else {
            configured.push(*key);
            continue;
        };
        let moved = keys_of("", row.name, row.keys);
        if moved == row.keys {
            configured.push(*key);
        } else if row.keys.first() == Some(key) {
            // One new key replaces all the old ones.
            configured.extend(moved.first());
        }
    }
    configured
}

pub const SIGNS: &[(&str, &str)] = &[
    ("▾ ▸", "group, open or closed"),
    ("▿ ▹", "directory without a document"),
    ("▪", "array"),
    ("?", "neither group nor array; chunk not known yet, or whose values look wrong"),
    ("✗", "fault: a document, a stage or a chunk"),
    ("✗ 3 ✓ ·", "number of known faults; all verified and sound (V); not looked at"),
    ("■ ·", "stored chunk, missing chunk"),
    ("▒ ◌", "the same, reaching past the array (overhang)"),
    ("□ 0", "chunk of nothing but the fill value, chunk of no bytes"),
    ("◧", "shard with missing inner chunks"),
    ("▁ █", "sizes or numbers of stored chunks, from the least to the greatest"),
    ("? ~", "in a grid of sizes or numbers: chunk not decoded yet, chunk without such a number"),
    ("↓ ↑", "the same: chunk whose least or greatest number is -Infinity, +Infinity"),
    ("▽ △", "unusual sizes: smaller, larger (outliers)"),
    ("░ ▒ ▓", "many chunks in one cell: some, half, most are stored"),
    ("30*", "coordinate past the array"),
    ("▀ ? ~", "in a picture: two elements, one not read, one not a number"),
    ("· ▲ ▼", "in a picture: a fill value far from other numbers, +Inf, -Inf"),
    ("░ ✗ +", "in a picture: missing chunk, fault, the cursor"),
    ("✗ ∞ ~ ░ ·", "on the axis of a profile: fault, infinite, NaN, missing (the fill value), not read"),
];

pub fn binding_of(command: KeyCommand) -> Option<&'static Binding> {
    KEYMAP.iter().find(|binding| binding.command == command)
}

pub fn command(key: Key) -> Option<KeyCommand> {
    Some(KEYMAP.iter().find(|row| keys_of("", row.name, row.keys).contains(&key))?.command)
}

pub(crate) fn is_quit(key: Key) -> bool {
    binding_of(KeyCommand::Quit).is_some_and(|row| keys_of("", row.name, row.keys).contains(&key))
}

pub fn names(binding: &Binding) -> String {
    keys_of("", binding.name, binding.keys).iter().map(Key::to_string).collect::<Vec<_>>().join(", ")
}

/// For little room: letters side by side, other signs apart.
pub fn short_names(keys: &[Key]) -> String {
    let mut text = String::new();
    for key in keys {
        let name = if *key == Enter { "⏎".to_owned() } else { key.to_string() };
        let are_letters = [&text, &name].iter().all(|side| side.chars().all(char::is_alphanumeric));
        if !text.is_empty() && !are_letters {
            text.push(' ');
        }
        text.push_str(&name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::{key_of_name, name_of_key};
    use std::collections::HashSet;

    #[test]
    fn every_key_of_a_hint_does_something() {
        let hints = KEYMAP.iter().filter_map(|binding| binding.hint.as_ref());
        assert!(hints.flat_map(|hint| hint.keys).all(|key| command(*key).is_some()));
    }

    #[test]
    fn every_command_has_a_name_of_its_own() {
        let names: HashSet<&str> = KEYMAP.iter().map(|binding| binding.name).collect();
        assert_eq!(names.len(), KEYMAP.len());
        assert!(names.iter().all(|name| !name.is_empty() && !name.contains(' ')));
    }

    #[test]
    fn every_key_can_be_written_in_the_configuration() {
        for key in KEYMAP.iter().flat_map(|row| row.keys) {
            assert_eq!(key_of_name(&name_of_key(*key)), Some(*key));
        }
    }

    #[test]
    fn no_key_has_two_meanings() {
        let mut seen = HashSet::new();
        for key in KEYMAP.iter().flat_map(|binding| binding.keys) {
            assert!(seen.insert(*key), "{key}");
        }
    }
}
