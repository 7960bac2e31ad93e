//! The line after `:` where something is wrong with it.
#![allow(clippy::unwrap_used, clippy::panic)]

use zarrscope::explorer::{Action, Key, Prompt, ThemeName};

use crate::explorer::Explorer;

const WIDE: (u16, u16) = (140, 40);

fn prompt(explorer: &Explorer) -> &Prompt {
    let overlays = &explorer.app.overlays;
    overlays.get::<Prompt>().unwrap_or_else(|| panic!("expected a line, found {overlays:?}"))
}

/// What is wrong with a line that is typed, with the text before the cursor and behind it.
fn wrong(explorer: &mut Explorer, line: &str) -> (String, String, String) {
    explorer.keys("\u{1b}\u{1b}:").keys(line).keys("\n");
    let (before, behind) = prompt(explorer).line.halves();
    (prompt(explorer).error.clone().unwrap_or_default(), before, behind)
}

#[test]
fn every_line_that_is_wrong_stays_with_the_cursor_at_what_is_wrong() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    for (line, before, behind, said) in [
        ("open bigg", "open ", "bigg", "there is no bigg"),
        ("open ../x", "open ", "../x", "there is no ../x"),
        ("c a,b,c", "c ", "a,b,c", "expected numbers with commas between them"),
        ("c 1, 99,9", "c 1, ", "99,9", "expected a chunk of the grid [2, 10, 8], found [1, 99, 9]"),
        ("rows foo", "rows ", "foo", "expected one of the dimensions time, y, x"),
        (
            "at 0,400,0",
            "at 0,",
            "400,0",
            "expected an element of the array [10, 200, 3000], found [0, 400, 0]",
        ),
        ("report x.txt", "report ", "x.txt", "expected a name that ends in .md"),
    ] {
        let (error, left, right) = wrong(&mut explorer, line);
        assert_eq!((left.as_str(), right.as_str()), (before, behind), "{line}");
        assert!(error.contains(said), "{line}: {error}");
    }
    let (error, ..) = wrong(&mut explorer, "report /nonexistent/x.md");
    assert!(error.contains("nothing was saved"), "{error}");
    // What is mended goes on, and nothing of the line is left then.
    explorer.keys("\u{1b}:c 1,2,3\n");
    assert_eq!(explorer.app.shared.selection.coords(), [1, 2, 3]);
    assert!(!explorer.app.overlays.is_open());
}

#[test]
fn a_node_that_was_there_and_one_that_never_was_are_told_apart() {
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    let (error, ..) = wrong(&mut explorer, "open temprature");
    assert_eq!(error, "there is no temprature; did you mean temperature?");
    explorer.act(Action::Key(Key::Ctrl('u'))).keys("open temperature\n");
    assert!(explorer.act(Action::Key(Key::Ctrl('k'))).keys("\n").screen().contains("climate.zarr"));
}

#[test]
fn commands_without_an_argument_say_so_and_others_take_one() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    for (line, said) in [
        ("wider 5", "wider takes no argument"),
        ("verify now", "verify takes no argument"),
        ("theme foo", "expected one of terminal, dark, light, contrast, contrast-light; found \"foo\""),
        ("digits 99", "expected a whole number from 0 to 17, found \"99\""),
        ("width 0", "expected a whole number from 3 to 200, found \"0\""),
    ] {
        assert_eq!(wrong(&mut explorer, line).0, said, "{line}");
    }
    explorer.keys("\u{1b}:theme light\n:digits 1\n:width 9\n");
    assert_eq!(explorer.app.theme, ThemeName::Light);
    let writing = explorer.app.shared.selection.writing;
    assert_eq!((writing.digits, writing.width), (Some(1), Some(9)));
    assert!(explorer.screen().contains("281.6"), "{}", explorer.screen());
    explorer.keys(":digits\n:width\n:theme con").act(Action::Key(Key::Tab));
    assert_eq!(prompt(&explorer).line.text(), "theme contrast");
    let writing = explorer.app.shared.selection.writing;
    assert_eq!((writing.digits, writing.width), (None, None));
}

#[test]
fn least_and_greatest_lead_to_the_statistics_and_subtract_nothing() {
    for line in [":min\n", ":max\n", ":minimum\n"] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
        explorer.keys(line);
        assert!(explorer.screen().contains("┏ statistics"), "{line}: {}", explorer.screen());
    }
}

#[test]
fn fingers_that_know_vi_get_what_they_expect() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys("5j").keys("3l");
    assert_eq!(explorer.app.shared.selection.coords(), [0, 5, 3]);
    explorer.keys("2k").keys("l");
    assert_eq!(explorer.app.shared.selection.coords(), [0, 3, 4]);
    // A digit before anything else is forgotten, and 0 alone has a meaning of its own.
    explorer.keys("9").keys("%").keys("1").keys("0").keys("h");
    assert_eq!(explorer.app.shared.selection.coords(), [0, 3, 0]);
    assert!(explorer.keys("7").screen().contains("the next movement is repeated 7 times"));
    explorer.keys(":w\n");
    assert!(
        explorer.screen().contains("nothing is ever written to a store; W saves what is shown to a file")
    );
    for line in [":q\n", ":wq\n"] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
        explorer.keys(line);
        assert!(explorer.has_quit(), "{line}");
    }
}

#[test]
fn elements_are_searched_for_in_the_whole_array() {
    let mut explorer = Explorer::sample("climate.zarr", (140, 40));
    explorer.keys("/temperature\n\t");
    let screen = explorer.keys(":search missing\n").screen();
    assert!(screen.contains("missing at ["), "{screen}");
    let first = screen.lines().last().unwrap().to_owned();
    let screen = explorer.keys("n").screen();
    assert!(screen.contains("missing at [") && screen.lines().last() != Some(&first), "{screen}");
    let screen = explorer.keys("N").screen();
    assert_eq!(screen.lines().last(), Some(first.as_str()), "{screen}");
    assert!(explorer.keys(":search >1e9\n").screen().contains("no element is >1e9"), "{}", explorer.screen());
    assert!(explorer.keys(":search elephants\n").screen().contains("expected missing, fill, nan"));
    explorer.keys("\u{1b}");
    assert!(explorer.keys(":search\n").screen().contains("the search is ended"), "{}", explorer.screen());
}
