//! A panic while the explorer has the terminal.

use std::path::Path;
use std::thread;

use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::App;
use zarrscope::explorer::Screen;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::tell::colors::ColorDepth;

use super::session::{Session, assert_restored, explorer};

/// The program that panics in a terminal: the tests below run this test.
#[test]
#[ignore = "panics; it is run in a terminal of its own"]
fn a_panic() {
    let mut screen = Screen::open(ColorDepth::Full).unwrap();
    let hierarchy = Hierarchy::open(Path::new("climate.zarr")).unwrap();
    let (app, _) = App::new(hierarchy, DecodeOptions::default(), screen.size());
    screen.draw(&app).unwrap();
    assert!(std::env::var_os("PANIC_IN_A_WORKER").is_some(), "something unforeseen");
    thread::spawn(|| panic!("something unforeseen")).join().unwrap_err();
    // The explorer draws on for a while, until it notices the panic.
    screen.draw(&app).unwrap();
    screen.copy("text").unwrap();
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_reported_after() {
    for environment in [[("PANIC_IN_A_WORKER", "1")].as_slice(), &[]] {
        let test = std::env::current_exe().unwrap();
        let ended = Session::run(
            test,
            &["--ignored", "--exact", "terminal::panics::a_panic", "--nocapture"],
            environment,
        )
        .end();
        assert_restored(&ended);
        let screen = ended.parser.screen().contents();
        assert!(
            screen.contains("something unforeseen"),
            "expected the report on the screen, found\n{screen}"
        );
        // After the terminal was given back nothing is drawn, and the cursor does not move back over the report.
        let (_, behind) = ended.written.rsplit_once("panicked at").unwrap();
        assert_eq!(behind.replace("\x1b[?25h", "").find('\x1b'), None, "{behind:?}");
    }
}

/// Columns and rows of the mouse begin at 1, and a 0 is sent all the same by some terminals.
#[test]
fn a_mouse_at_zero_does_nothing() {
    for report in ["\x1b[<0;0;5M", "\x1b[<32;0;100M", "\x1b[<0;5;0M"] {
        let mut session = explorer();
        session.press(report);
        session.press("\tq?");
        session.wait_for(&["next pane"]);
        session.press("\x03");
        let ended = session.end();
        assert_restored(&ended);
        assert!(
            ended.status.success() && !ended.written.contains("panicked"),
            "{report:?}: {}",
            ended.written
        );
    }
}
