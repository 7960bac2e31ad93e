//! Keys where you are, the line after `:`, and the mouse.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::explorer::keymap::{KEYMAP, KeyCommand, binding_of};
use zarrscope::explorer::{Action, HelpWindow, Key, KeyPlace, Mouse, MouseKind, Pane, Prompt, Side};

use crate::explorer::Explorer;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

fn last_line(explorer: &Explorer) -> String {
    explorer.screen().lines().last().unwrap().to_owned()
}

/// What is wrong with the line that is typed.
fn error(explorer: &Explorer) -> String {
    let prompt = explorer.app.overlays.get::<Prompt>();
    prompt.and_then(|prompt| prompt.error.clone()).unwrap_or_default()
}

fn line(explorer: &Explorer) -> String {
    explorer.app.overlays.get::<Prompt>().map(|prompt| prompt.line.text()).unwrap_or_default()
}

#[test]
fn the_last_line_has_the_keys_of_the_pane_first() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    for (keys, place, hint) in [
        ("", KeyPlace::Grid, "hjkl move  Tab pane  ⏎ open  [ ] slice  A physical  z show"),
        ("\t", KeyPlace::Stages, "Tab pane  ⏎ open  e explain  x hex"),
        ("\t", KeyPlace::Values, "Tab pane  [ ] slice  x hex  v select"),
        ("x", KeyPlace::Hex, "Tab pane  [ ] field  :byte :find  x values"),
        ("xm", KeyPlace::Picture, "Tab pane  [ ] slice  - + 0 zoom  M colours  R range"),
        ("m\t", KeyPlace::Hierarchy, "Tab pane  ⏎ open  V verify  i info"),
    ] {
        explorer.keys(keys);
        assert_eq!(explorer.app.place(), place);
        assert!(last_line(&explorer).contains(hint), "{}", last_line(&explorer));
    }
    let explorer = Explorer::sample("climate.zarr", MEDIUM);
    assert_eq!(explorer.app.place(), KeyPlace::Hierarchy);
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    assert!(last_line(explorer.keys("\t")).contains("o sort  O reverse"), "{}", last_line(&explorer));
}

#[test]
fn a_key_that_does_nothing_says_what_it_is_for() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    for (key, said) in [
        ("o", "o (sort by the next column) is for the table of a group: select a group"),
        ("M", "M (the next colours) is for a picture: m shows a picture"),
        ("v", "v (start to select) is for values and bytes in hex: Tab goes on to it"),
    ] {
        assert!(last_line(explorer.keys(key)).contains(said), "{}", last_line(&explorer));
    }
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    for key in ["z", "[", "x", "w", "<", "+", "a"] {
        assert!(last_line(explorer.keys(key)).contains("select an array first"), "{}", last_line(&explorer));
    }
    assert!(!explorer.app.values(Side::Output).hex);
    let mut explorer = Explorer::sample("climate.zarr/temperature", NARROW);
    explorer.keys("o");
    let said = explorer.app.shared.message.as_deref();
    assert_eq!(said, Some("o (sort by the next column) is for the table of a group: select a group"));
}

#[test]
fn the_help_begins_with_the_pane_and_is_searched() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        assert_snapshot!(explorer.keys("\t\tx?").screen());
        assert_snapshot!(explorer.keys("G").screen());
        assert_snapshot!(explorer.keys("/checksum").screen());
        // Letters are typed, not obeyed; Escape brings all keys back, and again closes the window.
        assert!(
            explorer.keys("q").screen().contains("nothing in the help has these words"),
            "{}",
            explorer.screen()
        );
        explorer.keys("\u{1b}");
        assert!(explorer.screen().contains("in bytes"), "{}", explorer.screen());
        explorer.keys("\u{1b}");
        assert!(!explorer.app.overlays.is_open());
    }
}

#[test]
fn what_the_help_says_of_a_key_is_there_in_full() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        explorer.keys("?");
        let Some(help) = explorer.app.overlays.get::<HelpWindow>() else { panic!("no help is open") };
        for entry in help.entries() {
            let screen = explorer.screen();
            let inside =
                screen.lines().filter_map(|line| line.trim_start_matches(['│', ' ']).strip_prefix('┃'));
            let detail = inside.skip_while(|line| !line.starts_with("───")).skip(1);
            let detail = detail.filter_map(|line| line.split('┃').next()).collect::<Vec<_>>().join(" ");
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(words(&detail), words(&format!("{} {}", entry.keys, entry.text)), "{screen}");
            explorer.keys("j");
        }
    }
}

#[test]
fn pages_end_with_their_last_line() {
    for size in [WIDE, MEDIUM, NARROW] {
        for keys in ["?", "i", "e"] {
            let mut explorer = Explorer::sample("climate.zarr/temperature", size);
            let end = explorer.keys(keys).keys("G").screen();
            assert_eq!(explorer.keys("j").screen(), end);
            assert!(!end.contains("more ▾"), "{end}");
            if keys == "?" {
                continue;
            }
            // No empty row is above the lower border.
            let lines: Vec<&str> = end.lines().collect();
            let border = lines.iter().rposition(|line| line.contains('┗')).unwrap();
            let inside = lines[border - 1].split('┃').nth(1).unwrap();
            assert!(!inside.trim().is_empty() || size == WIDE, "{end}");
        }
    }
}

#[test]
fn what_can_be_typed_is_listed_and_narrowed() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        assert_snapshot!(explorer.keys(":").screen());
        assert_snapshot!(explorer.keys("s").screen());
        assert_snapshot!(explorer.keys("how ").act(Action::Key(Key::Tab)).screen());
    }
}

#[test]
fn a_wrong_line_stays_with_what_is_wrong_with_it() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys(":c 9,9,9\n");
    assert_eq!(
        (line(&explorer).as_str(), error(&explorer).contains("expected a chunk of the grid")),
        ("c 9,9,9", true)
    );
    assert!(last_line(&explorer).contains(":c ▏9,9,9"), "{}", last_line(&explorer));
    assert!(
        last_line(&explorer).contains("expected a chunk of the grid [2, 10, 8]"),
        "{}",
        last_line(&explorer)
    );
    // It can be mended.
    explorer.keys("1").act(Action::Key(Key::Delete)).act(Action::Key(Key::Home));
    assert_eq!((line(&explorer).as_str(), error(&explorer).as_str()), ("c 1,9,9", ""));
    explorer.act(Action::Key(Key::Ctrl('u'))).act(Action::Key(Key::End)).act(Action::Key(Key::Ctrl('u')));
    explorer.keys("c 1,9,1\n");
    assert_eq!(explorer.app.shared.selection.coords(), [1, 9, 1]);
    // The cursor is behind the word that is none.
    explorer.keys(":verfy x\n");
    assert!(
        error(&explorer).contains("no command is called \"verfy\": did you mean verify?"),
        "{}",
        error(&explorer)
    );
    let Some(prompt) = explorer.app.overlays.get::<Prompt>() else { panic!("the line is gone") };
    assert_eq!(prompt.line.halves(), ("verfy".to_owned(), " x".to_owned()));
    // Where it has no room beside the line it is above.
    let mut explorer = Explorer::sample("climate.zarr/temperature", NARROW);
    assert_snapshot!(explorer.keys(":rows nowhere\n").screen());
}

#[test]
fn lines_that_were_typed_come_back() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys(":c 1,2,3\n:c 9,9,9\n\u{1b}:ro");
    for (key, shown) in [
        (Key::Up, "c 9,9,9"),
        (Key::Up, "c 1,2,3"),
        (Key::Up, "c 1,2,3"),
        (Key::Down, "c 9,9,9"),
        (Key::Down, "ro"),
    ] {
        explorer.act(Action::Key(key));
        assert_eq!(line(&explorer), shown);
    }
    assert_eq!(explorer.app.history.lines, ["c 1,2,3", "c 9,9,9"]);
}

#[test]
fn tab_completes_words_dimensions_chunks_topics_and_paths() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    for (typed, completed) in [
        ("col", vec!["columns", "colours", "columns"]),
        ("ver", vec!["verify"]),
        ("rows ", vec!["rows time", "rows y", "rows x"]),
        ("c 1,", vec!["c 1,0,", "c 1,1,"]),
        ("explain shar", vec!["explain sharding_indexed"]),
        ("sho", vec!["show "]),
    ] {
        explorer.keys(":").keys(typed);
        for text in completed {
            assert_eq!(line(explorer.act(Action::Key(Key::Tab))), text);
        }
        explorer.keys("\u{1b}");
    }
    let mut explorer = Explorer::sample("", WIDE);
    explorer.keys(":open climate.zarr\n").keys("l:open climate.zarr/te\t");
    assert_eq!(line(&explorer), "open climate.zarr/temperature");
    explorer.keys("\n");
    assert_eq!(explorer.app.shared.selection.node_key(), "climate.zarr/temperature");
    explorer.keys(":explain zstd\n");
    assert!(explorer.screen().contains("card: zstd"), "{}", explorer.screen());
}

#[test]
fn every_key_has_a_name_that_can_be_typed() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    for (name, shown) in [
        ("lab", "lab"),
        ("info", "what is stored"),
        ("stats", "statistics"),
        ("help", "in the chunk grid"),
        ("cards", "cards"),
        ("picture", "picture  rows y"),
        ("sav", "save as:"),
        ("copy-as", "copy this chunk as"),
    ] {
        explorer.keys(&format!(":{name}\n"));
        assert!(explorer.screen().contains(shown), "{name}: {}", explorer.screen());
        explorer.keys("\u{1b}");
    }
    explorer.keys(":sort\n");
    assert!(error(&explorer).contains("is for the table of a group"), "{}", error(&explorer));
    explorer.keys("\u{1b}:quit\n");
    assert!(explorer.has_quit());
}

#[test]
fn what_is_pasted_is_text_and_never_keys() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let before = explorer.app.shared.selection.coords().to_vec();
    explorer.act(Action::Paste("q\nlll\u{3}".to_owned()));
    assert!(!explorer.has_quit() && explorer.app.shared.selection.coords() == before);
    let said = explorer.app.shared.message.as_deref().unwrap_or_default();
    assert!(said.contains("nothing was pasted"), "{said}");
    explorer.keys(":").act(Action::Paste("c 1,2,3\r\n".to_owned()));
    assert_eq!(line(&explorer), "c 1,2,3");
    explorer.keys("\n");
    assert_eq!(explorer.app.shared.selection.coords(), [1, 2, 3]);
    explorer.keys("W").act(Action::Key(Key::Ctrl('u'))).act(Action::Paste("a\nb?".to_owned()));
    assert_eq!(line(&explorer), "a b?");
    explorer.keys("\u{1b}/").act(Action::Paste("temp\u{1b}".to_owned()));
    assert_eq!(explorer.app.finder.line.text(), "temp ");
    explorer.act(Action::Paste("x".repeat(100_000)));
    assert_eq!(explorer.app.finder.line.text().len(), 1000);
    explorer.keys("\u{1b}?/").act(Action::Paste("q".to_owned()));
    assert!(explorer.app.overlays.is_open() && explorer.screen().contains("/q▏"), "{}", explorer.screen());
}

fn mouse(kind: MouseKind, (x, y): (u16, u16)) -> Action {
    Action::Mouse(Mouse { kind, x, y })
}

#[test]
fn dragging_selects_values_and_bytes() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    let area = explorer.app.shared.inner(Pane::Values);
    let (from, to) = ((area.x + 12, area.y + 2), (area.x + 28, area.y + 4));
    explorer.act(mouse(MouseKind::Click, from));
    assert!(explorer.app.selected().is_none());
    explorer.act(mouse(MouseKind::Drag, (from.0 + 1, from.1))).act(mouse(MouseKind::Drag, to));
    explorer.act(mouse(MouseKind::Release, to));
    let selected = explorer.app.selected().unwrap();
    assert_eq!(selected.count() % 3, 0, "three rows: {}", selected.words());
    assert!(selected.count() > 3, "{}", selected.words());
    // Another drag selects anew, and outside of the pane it goes to the edge.
    explorer.act(mouse(MouseKind::Click, from)).act(mouse(MouseKind::Drag, (from.0, 0)));
    assert_eq!(explorer.app.selected().unwrap().count(), 2, "{}", explorer.screen());
    explorer.act(mouse(MouseKind::Release, from)).keys("\u{1b}x");
    explorer.act(mouse(MouseKind::Click, from)).act(mouse(MouseKind::Drag, to));
    assert!(explorer.app.selected().unwrap().words().contains("bytes"), "{}", explorer.screen());
}

#[test]
fn a_double_click_enters() {
    let mut explorer = Explorer::sample("", MEDIUM);
    let screen = explorer.screen();
    let row = screen.lines().position(|line| line.contains("climate.zarr")).unwrap();
    let at = (4, u16::try_from(row).unwrap());
    explorer.act(mouse(MouseKind::Click, at));
    assert_eq!(explorer.app.shared.selection.node_key(), "climate.zarr");
    explorer.act(mouse(MouseKind::DoubleClick, at));
    assert!(explorer.screen().contains("temperature"), "{}", explorer.screen());
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let grid = explorer.app.shared.inner(Pane::Grid);
    explorer.act(mouse(MouseKind::DoubleClick, (grid.x + 6, grid.y + 3)));
    assert_eq!(explorer.app.shared.focus, Pane::Stages, "{}", explorer.screen());
}

/// What people want to do, in words that they would look for, and the key for it; with the place whose help has it first.
const TASKS: &[(&str, &str, KeyCommand, Option<KeyPlace>)] = &[
    (
        "make the tree wider",
        "border right wider",
        KeyCommand::MoveBorder(zarrscope::explorer::keymap::Move::Right),
        None,
    ),
    ("put the borders back", "borders back", KeyCommand::ResetBorders, None),
    ("give a pane the whole screen", "pane takes screen", KeyCommand::Zoom, None),
    ("go to the next pane", "next pane", KeyCommand::NextPane, None),
    ("go to the last row", "last row", KeyCommand::Move(zarrscope::explorer::keymap::Move::Last), None),
    ("read the chunk again", "read again chunk", KeyCommand::Reload, None),
    ("copy the chunk's path", "copy chunk path", KeyCommand::CopyAs, Some(KeyPlace::Grid)),
    ("copy a value", "copy value", KeyCommand::Copy, Some(KeyPlace::Values)),
    ("get Python code for a chunk", "python", KeyCommand::CopyAs, Some(KeyPlace::Grid)),
    ("step through time", "step on sliced", KeyCommand::SliceOn, Some(KeyPlace::Values)),
    ("slice another dimension", "slice another dimension", KeyCommand::SliceAxis, Some(KeyPlace::Grid)),
    ("turn rows and columns", "rows columns", KeyCommand::Axes, Some(KeyPlace::Values)),
    ("see one chunk only", "chunk alone", KeyCommand::Narrow, Some(KeyPlace::Values)),
    ("see how sizes differ", "cells sizes", KeyCommand::NextMode, Some(KeyPlace::Grid)),
    ("see compression ratios", "ratio", KeyCommand::NextMode, Some(KeyPlace::Grid)),
    ("see all chunks at once", "all chunks screen", KeyCommand::ZoomToFit, Some(KeyPlace::Grid)),
    ("zoom into the picture", "picture closer", KeyCommand::ZoomIn, Some(KeyPlace::Picture)),
    ("draw a map of the values", "plane picture", KeyCommand::Picture, Some(KeyPlace::Values)),
    ("change the colours", "colours", KeyCommand::PictureMap, Some(KeyPlace::Picture)),
    ("leave outliers out of the colours", "colours range", KeyCommand::PictureRange, Some(KeyPlace::Picture)),
    ("sort the arrays", "sort", KeyCommand::Sort, Some(KeyPlace::Table)),
    ("sort the other way", "order round", KeyCommand::SortBack, Some(KeyPlace::Table)),
    ("list other files", "files", KeyCommand::Files, Some(KeyPlace::Hierarchy)),
    ("see the bytes before a codec", "previous stage", KeyCommand::PreviousStage, Some(KeyPlace::Stages)),
    ("see the next stage", "next stage", KeyCommand::NextStage, Some(KeyPlace::Values)),
    ("see bytes", "bytes hex", KeyCommand::Hex, Some(KeyPlace::Stages)),
    ("back to values", "values hex", KeyCommand::Hex, Some(KeyPlace::Hex)),
    ("find the bytes of an element", "element stored bytes", KeyCommand::Probe, Some(KeyPlace::Values)),
    ("go to the next header field", "next field", KeyCommand::SliceOn, Some(KeyPlace::Hex)),
    ("look for bytes", "find bytes", KeyCommand::GoTo, None),
    ("go to byte 100", "goes byte", KeyCommand::GoTo, None),
    ("find an array by name", "find nodes", KeyCommand::Find, None),
    ("find the next one", "next found", KeyCommand::FindNext, None),
    ("go to a chunk", "go chunk", KeyCommand::GoTo, None),
    ("go to an element", "go element", KeyCommand::GoTo, None),
    ("check the whole store", "decode every chunk", KeyCommand::Verify, Some(KeyPlace::Hierarchy)),
    ("stop checking", "again stop", KeyCommand::Verify, Some(KeyPlace::Table)),
    ("go to the next broken chunk", "next fault", KeyCommand::NextFault, Some(KeyPlace::Grid)),
    ("why is this chunk broken", "wrong with chunk", KeyCommand::Diagnose, Some(KeyPlace::Grid)),
    ("forget what was tried out", "tried out document says", KeyCommand::Undo, None),
    ("ignore a wrong checksum", "checksum", KeyCommand::IgnoreChecksums, Some(KeyPlace::Stages)),
    ("see the attributes", "everything known node", KeyCommand::Info, Some(KeyPlace::Hierarchy)),
    ("what does this codec do", "card under cursor", KeyCommand::Explain, Some(KeyPlace::Stages)),
    ("read about sharding", "all cards", KeyCommand::Cards, None),
    ("mean and histogram", "histogram", KeyCommand::Stats, Some(KeyPlace::Values)),
    ("plot a time series", "plots lines cursor", KeyCommand::Profile, Some(KeyPlace::Values)),
    ("watch a chunk being written", "follow chunk", KeyCommand::Follow, Some(KeyPlace::Grid)),
    ("compare two arrays", "compare array", KeyCommand::Compare, Some(KeyPlace::Hierarchy)),
    ("try other codecs", "other chains", KeyCommand::Lab, Some(KeyPlace::Stages)),
    ("select a box of values", "select", KeyCommand::Select, Some(KeyPlace::Values)),
    ("save an array as a file", "write file", KeyCommand::Save, Some(KeyPlace::Values)),
    ("write an issue about it", "report issue", KeyCommand::Report, Some(KeyPlace::Grid)),
    ("fewer digits", "fewer digits", KeyCommand::FewerDigits, Some(KeyPlace::Values)),
    ("scientific notation", "scientific", KeyCommand::NumberForm, Some(KeyPlace::Values)),
    ("numbers in percent", "percent", KeyCommand::NumberForm, Some(KeyPlace::Values)),
    ("make the columns wider", "columns wider", KeyCommand::Wider, Some(KeyPlace::Values)),
    ("read a long text", "whole element", KeyCommand::Enter, None),
    ("go back to where I was", "back visited before", KeyCommand::VisitedBack, None),
    ("mark a place", "mark place", KeyCommand::MarkPlace, None),
    ("list my marks", "list marks", KeyCommand::Places, None),
    ("forward again", "forward visited", KeyCommand::VisitedForward, None),
    ("colours for a light terminal", "colours light", KeyCommand::Theme, None),
    ("go back to the shell", "shell fg", KeyCommand::Suspend, None),
    ("leave", "quit", KeyCommand::Back, None),
    ("refresh", "refresh", KeyCommand::Reload, None),
    ("search", "search", KeyCommand::Find, None),
    ("filter", "filter", KeyCommand::Find, None),
    ("jump somewhere", "jump", KeyCommand::GoTo, None),
    ("exit", "exit", KeyCommand::Back, None),
    ("cancel", "cancel", KeyCommand::Out, None),
    ("resize a pane", "resize", KeyCommand::MoveBorder(zarrscope::explorer::keymap::Move::Right), None),
    ("fullscreen", "fullscreen", KeyCommand::Zoom, None),
    ("precision", "precision", KeyCommand::MoreDigits, Some(KeyPlace::Values)),
    ("export", "export", KeyCommand::Save, Some(KeyPlace::Values)),
    ("attributes and metadata", "attributes metadata", KeyCommand::Info, Some(KeyPlace::Hierarchy)),
    ("diff two arrays", "diff", KeyCommand::Compare, Some(KeyPlace::Hierarchy)),
    ("color", "color", KeyCommand::Theme, None),
    ("go back", "go back", KeyCommand::VisitedBack, None),
    ("column width", "column width", KeyCommand::Wider, Some(KeyPlace::Values)),
    ("scroll or wrap a long text", "scroll wrap", KeyCommand::Enter, None),
];

#[test]
fn fifty_tasks_are_found_in_the_help() {
    assert!(TASKS.len() >= 50);
    for (task, words, command, place) in TASKS {
        let binding = binding_of(*command).unwrap();
        // The words lead to the key, in the help of any pane.
        let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
        let screen = explorer.keys("?/").keys(words).screen();
        let key = binding.keys[0].to_string();
        let shown =
            screen.lines().any(|line| line.split('┃').nth(1).is_some_and(|row| row.starts_with(&key)));
        assert!(shown, "{task}: {words} does not lead to {key}\n{screen}");
        // In the help of its pane it is among those at the top.
        if let Some(place) = place {
            assert!(binding.places.contains(place), "{task}: {key} is not first in {place:?}");
        }
    }
    // Each key is in the help, and has a help of its own.
    assert!(KEYMAP.iter().all(|binding| !binding.help.is_empty()));
}

#[test]
fn the_help_does_what_its_selected_key_does() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys("?/statistics\n");
    assert!(last_line(&explorer).contains("do it"), "{}", last_line(&explorer));
    assert!(explorer.keys("\n").screen().contains("statistics"), "{}", explorer.screen());
    assert!(explorer.app.overlays.get::<HelpWindow>().is_none());
}

#[test]
fn a_failed_line_is_begun_anew_and_a_copied_path_leads_back() {
    let mut explorer = Explorer::sample("", WIDE);
    explorer.keys(":elephant\n:open sample-data/climate.zarr/temperature\n");
    assert!(explorer.screen().contains("temperature  float32"), "{}", explorer.screen());
}

#[test]
fn the_ends_of_a_pipeline_are_said() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    assert!(last_line(explorer.keys(">")).contains("this is the last stage"), "{}", last_line(&explorer));
}
