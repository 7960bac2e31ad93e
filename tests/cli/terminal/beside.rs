//! What the explorer and the terminal say to each other beside the screen: the ground, the title, and that there is no screen.

use super::session::{Session, assert_restored, explorer};

/// The text of the light theme, as a colour of the terminal.
const LIGHT_TEXT: &str = "38;2;30;36;42";

#[test]
fn a_terminal_that_says_it_is_light_gets_light_colours() {
    let mut session = Session::open(&["climate.zarr"], &[("COLORTERM", "truecolor")]);
    session.wait_for(&["climate.zarr", "mask", "ocean", "temperature", "f64"]);
    let written = String::from_utf8_lossy(&session.written).into_owned();
    assert!(written.contains("\x1b]11;?\x1b\\"), "the terminal is asked");
    assert!(!written.contains(LIGHT_TEXT));
    // The answer comes late, and keys come with it.
    session.press("j\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\jj");
    session.wait_for(&["281.56"]);
    session.press("q");
    let ended = session.end();
    assert!(ended.written.contains(LIGHT_TEXT), "colours for a light ground");
    assert_restored(&ended);
}

#[test]
fn who_has_chosen_colours_is_not_overruled() {
    let mut session = Session::open(&["climate.zarr", "--theme", "dark"], &[("COLORTERM", "truecolor")]);
    session.wait_for(&["climate.zarr", "mask", "ocean", "temperature", "f64"]);
    session.press("\x1b]11;rgb:ffff/ffff/ffff\x07jjj");
    session.wait_for(&["281.56"]);
    session.press("q");
    assert!(!session.end().written.contains(LIGHT_TEXT));
}

#[test]
fn the_title_names_the_node_and_is_given_back() {
    let mut session = explorer();
    session.press("jjj");
    session.wait_for(&["281.56"]);
    session.press("q");
    let written = session.end().written;
    let found: Vec<Option<usize>> = [
        "\x1b[22;2t",
        "\x1b]2;climate.zarr · zarrscope",
        "\x1b]2;climate.zarr/temperature · zarrscope",
        "\x1b[23;2t",
    ]
    .map(|part| written.find(part))
    .to_vec();
    assert!(found.is_sorted() && found.iter().all(Option::is_some), "{found:?}");
}

#[test]
fn progress_is_shown_where_the_terminal_is_known_to_show_it() {
    let mut session = Session::open(&["climate.zarr"], &[("WT_SESSION", "1"), ("TMUX", ""), ("STY", "")]);
    session.wait_for(&["climate.zarr", "mask", "ocean", "temperature", "f64"]);
    session.press("V");
    session.wait_for(&["verified"]);
    session.press("q");
    let written = session.end().written;
    assert_eq!(written.contains("\x1b]9;4;1;"), written.contains("\x1b]9;4;0\x1b\\"), "what begins ends");
    let mut other = explorer();
    other.press("V");
    other.wait_for(&["verified"]);
    other.press("q");
    assert!(!other.end().written.contains("\x1b]9;"));
}

#[test]
fn a_dumb_terminal_is_refused_with_what_to_use_instead() {
    for arguments in [&["climate.zarr"] as &[&str], &["learn"]] {
        let ended = Session::open(arguments, &[("TERM", "dumb")]).end();
        assert_eq!(ended.status.exit_code(), 2);
        assert!(ended.written.contains("TERM=dumb") && ended.written.contains("zarrscope tree"));
        assert!(!ended.written.contains('\x1b'), "{}", ended.written);
    }
}
